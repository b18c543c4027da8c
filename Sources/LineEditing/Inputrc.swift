// Reads the editing mode in readline's ~/.inputrc.
//
// Source: readline(3), "Initialization file". Invariants: lines inside an `$if` block are ignored,
// because the conditions of the block (mode, term, application) are not known here. A file that
// cannot be read has no effect.

import Glibc

/// Readline's initialization file.
enum Inputrc {
  /// The maximum size of a file that is read, in bytes.
  private static let limit = 1 << 20

  /// The key map that a file sets; nil if the file sets none.
  static func keyMap(in text: String) -> LineEditor.Configuration.KeyMap? {
    var depth = 0
    var keyMap: LineEditor.Configuration.KeyMap?
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
      switch words.first {
      case "$if": depth += 1
      case "$endif": depth = max(0, depth - 1)
      case "set" where depth == 0 && words.count > 2 && words[1] == "editing-mode":
        // Like readline, ignore the characters after the name of the mode.
        if words[2].hasPrefix("vi") { keyMap = .vi }
        if words[2].hasPrefix("emacs") { keyMap = .emacs }
      default: break
      }
    }
    return keyMap
  }

  /// The text of a regular file of at most `limit` bytes; nil for any other file.
  static func text(ofFile path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor != -1 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= limit
    else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
      count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
