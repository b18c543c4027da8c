// Writes strings and numbers in YAML so that no reader misreads them.
//
// A string is written without quotes only if it begins with a letter and contains nothing that has
// a meaning in YAML. A string with several lines is written as a block if that preserves every
// scalar. Every other string is in double quotes, where YAML 1.1, 1.2 and JSON agree. Characters
// are written literally, even emoji, except characters that YAML does not allow or takes for a line
// break.

import FormText

/// A scalar of a YAML document.
enum YAMLScalar {
  /// Words that some readers take for Booleans or null (YAML 1.1, section "bool").
  private static let words = [
    "y", "n", "yes", "no", "on", "off", "true", "false", "null",
  ].map { Array($0.utf8) }

  /// The properties of a string that decide how it can be written.
  struct Look {
    /// Whether only double quotes can represent the string.
    var needsEscapes = false
    /// Whether the string contains something that would end a string without quotes.
    var hasIndicators = false
    var hasLineFeeds = false
    /// Whether a line ends in white space or begins with a tab, or the string begins with a space.
    /// A block, or a person who edits the block, may not preserve that white space.
    var hasRaggedLines = false
  }

  /// Appends a string, without a line feed after it.
  ///
  /// - Parameter blockIndent: the indentation of a block's lines; nil if a block is not allowed at
  ///   this position.
  static func append(_ bytes: [UInt8], blockIndent: Int?, to buffer: inout [UInt8]) {
    let look = bytes.withUnsafeBufferPointer(look)
    if look.needsEscapes {
      appendQuoted(bytes, to: &buffer)
    } else if look.hasLineFeeds {
      if let blockIndent, canBeBlock(bytes, look) {
        appendBlock(bytes, indent: blockIndent, to: &buffer)
      } else {
        appendQuoted(bytes, to: &buffer)
      }
    } else if look.hasIndicators || look.hasRaggedLines || !beginsPlainly(bytes)
      || isWord(bytes)
    {
      appendQuoted(bytes, to: &buffer)
    } else {
      buffer.append(contentsOf: bytes)
    }
  }

  /// Appends a number, `true`, `false` or `null` in the notation of JSON. YAML 1.1 takes a number
  /// for a string if its exponent has no sign, so every number with an exponent gets a tag.
  static func append(word: [UInt8], to buffer: inout [UInt8]) {
    let isNumber = word.first.map { $0.isASCIIDigit || $0 == UInt8(ascii: "-") } ?? false
    if isNumber, word.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
      buffer.append(contentsOf: "!!float ".utf8)
    }
    buffer.append(contentsOf: word)
  }

  // MARK: - Looking

  static func look(at bytes: UnsafeBufferPointer<UInt8>) -> Look {
    var look = Look()
    var before: UInt8 = 0x0A
    for (offset, byte) in bytes.enumerated() {
      switch byte {
      case 0x0A:
        look.hasLineFeeds = true
        if before == 0x20 || before == 0x09 { look.hasRaggedLines = true }
      case 0x20:
        if offset == 0 { look.hasRaggedLines = true }
        if before == UInt8(ascii: ":") { look.hasIndicators = true }
      case 0x09:
        look.hasIndicators = true
        if before == 0x0A { look.hasRaggedLines = true }
      case 0..<0x20, 0x7F: look.needsEscapes = true
      case UInt8(ascii: "#"): if before == 0x20 { look.hasIndicators = true }
      case 0xC2, 0xE2, 0xEF:
        if isSpecial(bytes, at: offset) { look.needsEscapes = true }
      default: break
      }
      before = byte
    }
    if before == 0x20 || before == 0x09 { look.hasRaggedLines = true }
    if before == UInt8(ascii: ":") { look.hasIndicators = true }
    return look
  }

  /// Whether a multi-byte character at an offset is one that YAML forbids or reads as a line break:
  /// C1 controls including NEL, LS and PS, the byte order mark, U+FFFE and U+FFFF.
  private static func isSpecial(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
    func byte(_ distance: Int) -> UInt8 {
      offset + distance < bytes.count ? bytes[offset + distance] : 0
    }
    return switch (bytes[offset], byte(1), byte(2)) {
    case (0xC2, ..<0xA0, _): true
    case (0xE2, 0x80, 0xA8...0xA9): true
    case (0xEF, 0xBB, 0xBF): true
    case (0xEF, 0xBF, 0xBE...): true
    default: false
    }
  }

  private static func beginsPlainly(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first else { return false }
    return switch first {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
    default: first >= 0xC3
    }
  }

  private static func isWord(_ bytes: [UInt8]) -> Bool {
    bytes.count <= 5 && words.contains { $0.elementsEqual(bytes.lazy.map { $0 | 0x20 }) }
  }

  // MARK: - Blocks

  /// Whether a block preserves the string. The string must not begin with an empty line, which
  /// would hide the indentation, and may end with at most one line feed.
  static func canBeBlock(_ bytes: [UInt8], _ look: Look) -> Bool {
    !look.hasRaggedLines && bytes.first != 0x0A && !bytes.suffix(2).elementsEqual([0x0A, 0x0A])
  }

  private static func appendBlock(_ bytes: [UInt8], indent: Int, to buffer: inout [UInt8]) {
    let endsLine = bytes.last == 0x0A
    buffer.append(contentsOf: (endsLine ? "|" : "|-").utf8)
    let margin = Array(repeating: UInt8(ascii: " "), count: indent)
    let lines = (endsLine ? bytes.dropLast() : bytes[...]).split(
      separator: 0x0A, omittingEmptySubsequences: false)
    for line in lines {
      buffer.append(0x0A)
      if !line.isEmpty { buffer.append(contentsOf: margin) }
      buffer.append(contentsOf: line)
    }
  }

  // MARK: - Quotes

  static func appendQuoted(_ bytes: [UInt8], to buffer: inout [UInt8]) {
    buffer.append(UInt8(ascii: "\""))
    bytes.withUnsafeBufferPointer { bytes in
      var offset = 0
      while offset < bytes.count {
        let byte = bytes[offset]
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
          buffer.append(UInt8(ascii: "\\"))
          buffer.append(byte)
        case 0x09: buffer.append(contentsOf: "\\t".utf8)
        case 0x0A: buffer.append(contentsOf: "\\n".utf8)
        case 0x0D: buffer.append(contentsOf: "\\r".utf8)
        case 0..<0x20, 0x7F: appendEscape("x", UInt32(byte), digits: 2, to: &buffer)
        case 0xC2, 0xE2, 0xEF:
          guard isSpecial(bytes, at: offset) else {
            buffer.append(byte)
            break
          }
          if byte == 0xC2 {
            appendEscape("x", UInt32(bytes[offset + 1]), digits: 2, to: &buffer)
            offset += 1
          } else {
            let scalar =
              UInt32(byte & 0x0F) << 12 | UInt32(bytes[offset + 1] & 0x3F) << 6
              | UInt32(bytes[offset + 2] & 0x3F)
            appendEscape("u", scalar, digits: 4, to: &buffer)
            offset += 2
          }
        default: buffer.append(byte)
        }
        offset += 1
      }
    }
    buffer.append(UInt8(ascii: "\""))
  }

  private static func appendEscape(
    _ letter: String, _ scalar: UInt32, digits: Int, to buffer: inout [UInt8]
  ) {
    let number = String(scalar, radix: 16, uppercase: true)
    buffer.append(UInt8(ascii: "\\"))
    buffer.append(contentsOf: letter.utf8)
    buffer.append(contentsOf: String(repeating: "0", count: digits - number.count).utf8)
    buffer.append(contentsOf: number.utf8)
  }
}
