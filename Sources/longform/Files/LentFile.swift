// The file in which a person's editor gets the text of a row.
//
// Invariants: it is private (mode 0600 in a folder of mode 0700 that is made for it and belongs to
// nobody else), and gone with its folder after `remove`, whatever the editor put beside it.

import Glibc

/// A text in a private file.
struct LentFile {
  /// Why there is no text to take back.
  enum Mistake: Error {
    case gone
    case tooLarge
    case notUTF8(line: Int)
    case system(SystemError)

    /// What is wrong, without a full stop.
    var sentence: String {
      switch self {
      case .gone: "The file is gone"
      case .tooLarge: "The file has over \(LentFile.mostBytes >> 20) MiB"
      case .notUTF8(let line): "Line \(line) is not UTF-8"
      case .system(let error): "The file cannot be read: \(error.message)"
      }
    }
  }

  /// The most that is read back.
  private static let mostBytes = 16 << 20

  let path: String
  private let folder: String
  private let bytes: [UInt8]

  /// Writes a text into a file of some name.
  init(_ text: String, name: String) throws(SystemError) {
    bytes = Array(text.utf8)
    folder = try LentFile.makeFolder()
    path = "\(folder)/\(name)"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    let code = descriptor < 0 ? errno : Descriptor.writeAll(bytes, to: descriptor)
    if descriptor >= 0 { close(descriptor) }
    if let code {
      remove()
      throw SystemError(code: code)
    }
  }

  /// Makes a folder that nobody else may enter, where nothing outlives the session if possible.
  private static func makeFolder() throws(SystemError) -> String {
    let places = [environment("XDG_RUNTIME_DIR").flatMap(ours), environment("TMPDIR"), "/tmp"]
    var code = ENOENT
    for place in places {
      guard let place else { continue }
      var path = Array("\(place)/longform-XXXXXX".utf8CString)
      if mkdtemp(&path) != nil {
        return String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
      }
      code = errno
    }
    throw SystemError(code: code)
  }

  /// The folder, if it belongs to the person and to nobody else.
  private static func ours(_ folder: String) -> String? {
    var status = stat()
    guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
      status.st_uid == geteuid(), status.st_mode & 0o077 == 0
    else { return nil }
    return folder
  }

  /// The text as the editor left it.
  func text() throws(Mistake) -> String {
    let bytes = try read()
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
    throw .notUTF8(line: line + 1)
  }

  /// Whether there is something in the file that is nowhere else.
  var holdsSomethingNew: Bool {
    do throws(Mistake) {
      let now = try read()
      return !now.isEmpty && now != bytes
    } catch {
      if case .gone = error { return false }
      return true
    }
  }

  private func read() throws(Mistake) -> [UInt8] {
    // What the editor left may be a pipe, which would never end, or a link to somewhere else.
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw errno == ENOENT || errno == ENOTDIR ? .gone : .system(SystemError(code: errno))
    }
    defer { close(descriptor) }
    guard Descriptor.isRegular(descriptor) else { throw .system(SystemError(code: EINVAL)) }
    var bytes: [UInt8] = []
    do throws(SystemError) {
      try Descriptor.readAll(from: descriptor, into: &bytes, limit: LentFile.mostBytes)
    } catch {
      throw error.code == EFBIG ? .tooLarge : .system(error)
    }
    return bytes
  }

  /// Removes the file, and what the editor put beside it.
  func remove() {
    for name in (try? Folder.names(in: folder)) ?? [] { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }
}
