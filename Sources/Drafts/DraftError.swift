// The errors of drafts, each with a sentence for people.
//
// Invariants: every throwing function of this module throws only this type. Errors of SQLite and of
// the system have different cases if people can do different things about them: free space, wait,
// update, inspect. A sentence includes paths unchanged; the caller must make control characters in
// them visible.

internal import CSQLite
import Glibc
import System

/// The reason that a draft cannot be kept, opened or moved.
public enum DraftError: Error, Equatable, Sendable {
  /// Neither `XDG_STATE_HOME` nor `HOME` names a directory.
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
  /// There is no space left on the disk or in the user's quota.
  case diskFull
  /// The draft has reached the largest file size that this process may write (`ulimit -f`).
  case fileSizeLimit
  /// Reading or writing failed with this error number of the system; 0 if it is unknown.
  case inputOutput(code: Int32)
  /// The file is damaged, or not a draft.
  case corrupt(path: String)
  /// Another process kept the file locked for too long.
  case busy
  /// A newer version of longform wrote the draft, so it was not touched.
  case newerVersion(path: String)
  /// Another process has the draft open; nil if that process could not be identified.
  case held(by: LockHolder?)
  /// The file of the draft was removed or replaced while the draft was open, so changes are no
  /// longer kept.
  case gone(path: String)
  /// No draft has this file name.
  case noSuchDraft(name: String)
  /// The state of the draft does not allow the operation.
  case wrongState(name: String, state: DraftState)
  /// The draft has already been closed.
  case closed
  /// Any other error of SQLite.
  case failed(message: String)

  /// Whether the error may end without a repair of the draft, for example when space is freed or a
  /// disk is readable again.
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

// MARK: - Converting other errors

extension DraftError {
  /// The error for an error number of a system call on a path.
  package init(system code: Int32, path: String) {
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
  ///   - number: the last error number of the system, which distinguishes I/O errors.
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
