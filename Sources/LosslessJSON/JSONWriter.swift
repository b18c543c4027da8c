// Writes JSON strings as plainly as RFC 8259 allows.
//
// Escapes only the characters that must be escaped: the quote, the backslash and the control
// characters below U+0020, in their short form if RFC 8259 has one. All other text is written as
// UTF-8, so a file stays readable in every language and does not change when it is rewritten.

/// Appends JSON to an array of UTF-8 bytes.
public enum JSONWriter {
  /// Appends a string with its quotes.
  ///
  /// - Complexity: O(*n*) in the length of the string
  public static func appendString(_ string: String, to output: inout [UInt8]) {
    var string = string
    string.withUTF8 { appendString(utf8: $0, to: &output) }
  }

  /// Appends a string with its quotes. The string must be valid UTF-8.
  public static func appendString(utf8: [UInt8], to output: inout [UInt8]) {
    utf8.withUnsafeBufferPointer { appendString(utf8: $0, to: &output) }
  }

  /// Appends a string with its quotes. The string must be valid UTF-8, which is not checked.
  public static func appendString(utf8: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    var copied = 0
    for offset in utf8.indices {
      let byte = utf8[offset]
      guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
        continue
      }
      output.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[copied..<offset]))
      if byte < 0x20 {
        output.append(contentsOf: escape(forControl: byte).utf8)
      } else {
        output.append(UInt8(ascii: "\\"))
        output.append(byte)
      }
      copied = offset + 1
    }
    output.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[copied...]))
    output.append(UInt8(ascii: "\""))
  }

  /// The escape for a control character: the form with two characters if RFC 8259 has one,
  /// otherwise `\u` and four lower-case digits.
  static func escape(forControl byte: UInt8) -> String {
    switch byte {
    case 0x08: "\\b"
    case 0x09: "\\t"
    case 0x0A: "\\n"
    case 0x0C: "\\f"
    case 0x0D: "\\r"
    default: (byte < 0x10 ? "\\u000" : "\\u00") + String(byte, radix: 16)
    }
  }
}
