// The texts of scalars that are not blocks: scalars without quotes, and scalars in quotes.

/// Decodes scalars that are not blocks.
enum YAMLFlowText {
  /// Decodes the text between quotes, or a text without quotes; nil if the text has an invalid
  /// escape.
  static func decoded(
    _ content: Slice<UnsafeBufferPointer<UInt8>>, _ style: YAMLScalarStyle
  ) -> [UInt8]? {
    var text: [UInt8] = []
    var offset = content.startIndex
    /// The blanks after the last character. A line break removes these blanks.
    var blanks: [UInt8] = []
    while offset < content.endIndex {
      let byte = content[offset]
      switch byte {
      case 0x20, 0x09:
        blanks.append(byte)
        offset += 1
      case 0x0A, 0x0D:
        blanks = []
        text += fold(content, &offset)
      case UInt8(ascii: "'") where style == .single:
        text += blanks + [byte]
        blanks = []
        offset += 2
      case UInt8(ascii: "\\") where style == .double:
        text += blanks
        blanks = []
        guard escape(content, &offset, into: &text) else { return nil }
      default:
        text += blanks
        blanks = []
        text.append(byte)
        offset += 1
      }
    }
    return text + blanks
  }

  /// Skips line breaks and the blanks around them. A single line break becomes a space. Of several
  /// line breaks, all but the first become line feeds.
  private static func fold(
    _ content: Slice<UnsafeBufferPointer<UInt8>>, _ offset: inout Int
  ) -> [UInt8] {
    var breaks = 0
    while offset < content.endIndex {
      switch content[offset] {
      case 0x0D:
        let isCRLF = offset + 1 < content.endIndex && content[offset + 1] == 0x0A
        breaks += 1
        offset += isCRLF ? 2 : 1
      case 0x0A:
        breaks += 1
        offset += 1
      case 0x20, 0x09: offset += 1
      default: return breaks == 1 ? [0x20] : Array(repeating: 0x0A, count: breaks - 1)
      }
    }
    return breaks == 1 ? [0x20] : Array(repeating: 0x0A, count: breaks - 1)
  }

  /// Decodes an escape in double quotes; returns false if it is invalid.
  private static func escape(
    _ content: Slice<UnsafeBufferPointer<UInt8>>, _ offset: inout Int, into text: inout [UInt8]
  ) -> Bool {
    guard offset + 1 < content.endIndex else { return false }
    let letter = content[offset + 1]
    offset += 2
    var digits = 0
    switch letter {
    case UInt8(ascii: "0"): text.append(0x00)
    case UInt8(ascii: "a"): text.append(0x07)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "t"), 0x09: text.append(0x09)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "v"): text.append(0x0B)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "e"): text.append(0x1B)
    case 0x20, UInt8(ascii: "\""), UInt8(ascii: "/"), UInt8(ascii: "\\"): text.append(letter)
    case UInt8(ascii: "N"): text += [0xC2, 0x85]
    case UInt8(ascii: "_"): text += [0xC2, 0xA0]
    case UInt8(ascii: "L"): text += [0xE2, 0x80, 0xA8]
    case UInt8(ascii: "P"): text += [0xE2, 0x80, 0xA9]
    case UInt8(ascii: "x"): digits = 2
    case UInt8(ascii: "u"): digits = 4
    case UInt8(ascii: "U"): digits = 8
    case 0x0A, 0x0D:
      // An escaped line break joins two lines, so only the line breaks after it count.
      if letter == 0x0D, offset < content.endIndex, content[offset] == 0x0A { offset += 1 }
      var rest = offset
      while rest < content.endIndex, content[rest] == 0x20 || content[rest] == 0x09 { rest += 1 }
      offset = rest
      guard rest < content.endIndex, content[rest] == 0x0A || content[rest] == 0x0D else {
        return true
      }
      let folded = fold(content, &offset)
      text += folded == [0x20] ? [0x0A] : folded + [0x0A]
    default: return false
    }
    guard digits > 0 else { return true }
    guard offset + digits <= content.endIndex,
      let code = UInt32(
        String(decoding: content[offset..<offset + digits], as: UTF8.self), radix: 16),
      let scalar = Unicode.Scalar(code)
    else { return false }
    offset += digits
    text += Array(String(Character(scalar)).utf8)
    return true
  }
}
