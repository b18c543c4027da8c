// The errors of drafts, each with a sentence for the person.
//
// Invariants: every throwing function of this module throws only this type. Errors of SQLite and of
// the system are told apart as far as a person can act on them (free space, wait, update, inspect).
// Sentences contain paths verbatim; the caller makes control characters visible.

internal import CSQLite
import Glibc
import System

/// The reason a draft cannot be kept, opened or moved.
public enum DraftError: Error, Equatable, Sendable {
  /// Neither `XDG_STATE_HOME` nor `HOME` names a place.
  case noHome
  /// A required file or directory does not exist.
  case missing(path: String)
  /// The path is not a directory.
  case notADirectory(path: String)
  /// The path is not a regular file.
  case notAFile(path: String)
  /// The path is a symbolic link.
  case symbolicLink(path: String)
  /// A file or directory belongs to another user.
  case foreignOwner(path: String)
  /// The system refuses access.
  case permissionDenied(path: String)
  /// The file system or the file cannot be written.
  case readOnly
  /// No room is left on the disk, or in the quota.
  case diskFull
  /// The draft reached the largest size this process may write (`ulimit -f`).
  case fileSizeLimit
  /// Reading or writing failed with this error number of the system, 0 if unknown.
  case inputOutput(code: Int32)
  /// The file is damaged, or not a draft.
  case corrupt(path: String)
  /// Another process locked the file for longer than we wait.
  case busy
  /// A newer longform made this draft; it was not touched.
  case newerVersion(path: String)
  /// Another process has the draft open; nil if it did not identify itself.
  case held(by: LockHolder?)
  /// The draft's file was removed or replaced while it was open; no more changes are kept.
  case gone(path: String)
  /// No draft has this file name.
  case noSuchDraft(name: String)
  /// The draft is in a state that does not allow this.
  case wrongState(name: String, state: DraftState)
  /// The draft was closed.
  case closed
  /// Any other error of SQLite.
  case failed(message: String)

  /// Whether the error may go away by itself, without repairing the draft: space is freed, a disk
  /// returns.
  package var mayEnd: Bool {
    switch self {
    case .readOnly, .diskFull, .fileSizeLimit, .inputOutput, .busy, .permissionDenied, .failed: true
    default: false
    }
  }

  /// The error as a sentence for the message line: lower case, without a full stop.
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
  ///   - code: the primary result code (sqlite.org/rescode.html).
  ///   - number: the last error number of the system, to tell I/O errors apart.
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
