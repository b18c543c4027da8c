// The dialects of JSON: RFC 8259 and extensions of it.

/// The extensions that a reader accepts.
package struct JSONDialect: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Allows a byte order mark before the text.
  package static let byteOrderMark = JSONDialect(rawValue: 1)
  /// Allows comments (`//` to the end of the line, and `/* */`), and a comma after the last element
  /// or member.
  package static let comments = JSONDialect(rawValue: 2)

  /// Exactly RFC 8259.
  package static let strict: JSONDialect = []
  /// JSON as it is common in files: a byte order mark is allowed.
  package static let file: JSONDialect = .byteOrderMark
  /// JSON with comments, as in the settings of editors and compilers.
  package static let jsonc: JSONDialect = [.byteOrderMark, .comments]
}

extension JSONDialect {
  /// Returns the end of the comment that begins at an offset: the line's end, or the offset after
  /// the closing `*/`.
  ///
  /// - Returns: the offset itself if no comment begins there; nil if the comment has no end.
  static func endOfComment(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard offset + 1 < bytes.count, bytes[offset] == UInt8(ascii: "/") else { return offset }
    var end = offset + 2
    switch bytes[offset + 1] {
    case UInt8(ascii: "/"):
      while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
      return end
    case UInt8(ascii: "*"):
      while end + 1 < bytes.count {
        if bytes[end] == UInt8(ascii: "*"), bytes[end + 1] == UInt8(ascii: "/") { return end + 2 }
        end += 1
      }
      return nil
    default: return offset
    }
  }
}
