// The file that contains the text of a row while a person edits it in an external editor.
//
// Invariants: the file is private (mode 0600 in a private folder). Only a regular file of limited
// size is read back, because the editor may have put something else in its place.

import Glibc
import System

/// A private file with the text of a row.
struct LentFile {
  /// The reason that the text cannot be read back.
  enum ReadError: Error {
    case gone
    case tooLarge
    case notUTF8(line: Int)
    case system(SystemError)

    /// The reason, without a full stop.
    var sentence: String {
      switch self {
      case .gone: "The file is gone"
      case .tooLarge: "The file is larger than \(LentFile.mostBytes >> 20) MiB"
      case .notUTF8(let line): "Line \(line) is not UTF-8"
      case .system(let error): "The file cannot be read: \(error.message)"
      }
    }
  }

  /// The limit of bytes to read back.
  private static let mostBytes = 16 << 20

  let path: String

  /// Refers to an existing file.
  init(path: String) { self.path = path }

  /// Creates a file with a text in a folder.
  init(_ text: String, name: String, in folder: LentFolder) throws(SystemError) {
    path = "\(folder.path)/\(name)"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    let bytes = Array(text.utf8)
    let code = descriptor < 0 ? errno : SystemCall.writeAll(bytes, to: descriptor)
    if descriptor >= 0 { close(descriptor) }
    if let code { throw SystemError(code: code) }
  }

  /// Reads the text from the file.
  func text() throws(ReadError) -> String {
    let bytes = try read()
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
    throw .notUTF8(line: line + 1)
  }

  /// Reads the bytes from the file.
  func read() throws(ReadError) -> [UInt8] {
    // The editor may have left a pipe or a link to another file. The pipe must not block for ever,
    // and the link must not be followed.
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw errno == ENOENT || errno == ENOTDIR ? .gone : .system(SystemError(code: errno))
    }
    defer { close(descriptor) }
    guard Descriptor.isRegular(descriptor) else { throw .system(SystemError(code: EINVAL)) }
    var bytes: [UInt8] = []
    do throws(SystemError) {
      try Descriptor.readAll(from: descriptor, into: &bytes, limit: LentFile.mostBytes)
    } catch { throw error.code == EFBIG ? .tooLarge : .system(error) }
    return bytes
  }
}
