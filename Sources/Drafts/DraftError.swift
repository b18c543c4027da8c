// What can go wrong with drafts, each with the sentence a person reads.
//
// Invariants: every function of this module that can fail throws only this; an error of SQLite or
// of the system is distinguished as far as a person can act on it (make room, wait, update, look).
// Sentences hold paths as they are: whoever shows them makes control characters visible.

internal import CSQLite
import Glibc
import System

/// Why a draft cannot be kept, opened or moved.
public enum DraftError: Error, Equatable, Sendable {
  /// Neither `XDG_STATE_HOME` nor `HOME` names a place.
  case noHome
  /// A file or directory that must be there is not.
  case missing(path: String)
  /// Something else stands where a directory must be.
  case notADirectory(path: String)
  /// Something else stands where a file must be.
  case notAFile(path: String)
  /// A symbolic link stands where drafts are kept.
  case symbolicLink(path: String)
  /// A file or directory belongs to somebody else.
  case foreignOwner(path: String)
  /// The system refuses access.
  case permissionDenied(path: String)
  /// The file system or the file cannot be written.
  case readOnly
  /// No room is left on the disk, or in the quota.
  case diskFull
  /// The draft reached the largest size this process may write (`ulimit -f`).
  case fileSizeLimit
  /// Reading or writing failed; the error number of the system, 0 where it gave none.
  case inputOutput(code: Int32)
  /// What the file holds is damaged, or no draft.
  case corrupt(path: String)
  /// Another process kept the file from being written for longer than we wait.
  case busy
  /// A newer longform made this draft; it was not touched.
  case newerVersion(path: String)
  /// Another process has the draft open; nil where it did not say who it is.
  case held(by: LockHolder?)
  /// The draft's file was removed or replaced while it was open; nothing more is kept in it.
  case gone(path: String)
  /// No draft has this file name.
  case noSuchDraft(name: String)
  /// The draft is in a state that does not allow this.
  case wrongState(name: String, state: DraftState)
  /// The draft was closed.
  case closed
  /// Anything else SQLite says.
  case failed(message: String)

  /// Whether it may end without anything being done about the draft: room is made, a disk comes back.
  package var mayEnd: Bool {
    switch self {
    case .readOnly, .diskFull, .fileSizeLimit, .inputOutput, .busy, .permissionDenied, .failed: true
    default: false
    }
  }

  /// What happened, as the message line says it: lower case, without a full stop.
  public var sentence: String {
    switch self {
    case .noHome: "HOME names no directory"
    case .missing(let path): "\(path) does not exist"
    case .notADirectory(let path): "\(path) is not a directory"
    case .notAFile(let path): "\(path) is not a file"
    case .symbolicLink(let path): "\(path) is a symbolic link"
    case .foreignOwner(let path): "\(path) belongs to another user"
    case .permissionDenied(let path): "no permission for \(path)"
    case .readOnly: "disk read-only"
    case .diskFull: "disk full"
    case .fileSizeLimit: "file size limit (ulimit -f)"
    case .inputOutput(0): "disk error"
    case .inputOutput(let code): "disk error: \(systemMessage(code))"
    case .corrupt(let path): "\(path) is damaged"
    case .busy: "draft busy in another process"
    case .newerVersion(let path): "\(path) was made by a newer longform"
    case .held(nil): "the draft is open in another process"
    case .held(let holder?): "the draft is open in \(holder.sentence)"
    case .gone(let path): "\(path) was removed"
    case .noSuchDraft(let name): "no draft is named \(name)"
    case .wrongState(let name, let state): "\(name) is \(state.word)"
    case .closed: "draft closed"
    case .failed(let message): message
    }
  }
}

// MARK: - Translation

extension DraftError {
  /// The error for an error number of a system call on a path.
  init(system code: Int32, path: String) {
    self =
      switch code {
      case ENOENT: .missing(path: path)
      case ENOTDIR: .notADirectory(path: path)
      case EISDIR: .notAFile(path: path)
      case ELOOP: .symbolicLink(path: path)
      case EACCES, EPERM: .permissionDenied(path: path)
      case EROFS: .readOnly
      case ENOSPC, EDQUOT: .diskFull
      case EFBIG: .fileSizeLimit
      default: .inputOutput(code: code)
      }
  }

  /// The error for a result code of SQLite.
  ///
  /// - Parameters:
  ///   - code: the primary one (sqlite.org/rescode.html).
  ///   - number: the last error number of the system; it tells I/O errors apart.
  init(sqlite code: Int32, message: String, path: String, system number: Int32) {
    self =
      switch code {
      case SQLITE_FULL: .diskFull
      case SQLITE_READONLY: .readOnly
      case SQLITE_IOERR:
        number == 0 ? .inputOutput(code: 0) : DraftError(system: number, path: path)
      case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR, SQLITE_MISMATCH, SQLITE_CONSTRAINT:
        .corrupt(path: path)
      case SQLITE_BUSY, SQLITE_LOCKED: .busy
      case SQLITE_CANTOPEN where access(path, R_OK | W_OK) == 0:
        .failed(message: "cannot open \(path)")
      case SQLITE_CANTOPEN: DraftError(system: errno, path: path)
      case SQLITE_PERM: .permissionDenied(path: path)
      default: .failed(message: message)
      }
  }
}
