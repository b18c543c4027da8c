// Text as terminal cells: the width of each character, and the replacements for characters that
// must never reach a terminal unchanged (law 14): control characters, bidirectional controls, line
// separators.

/// The characters and columns of text as it is painted.
package enum CellReader {
  /// Calls `body` with each painted character of a text and the character's width in columns, until
  /// `body` returns false.
  package static func forEachCharacter(
    of text: some StringProtocol, _ body: (Character, Int) -> Bool
  ) {
    for character in text {
      guard paint(character, body) else { return }
    }
  }

  /// The number of columns that a text takes on the screen. O(n).
  package static func columns(of text: String) -> Int {
    if let columns = plainColumns(of: text) { return columns }
    var columns = 0
    forEachCharacter(of: text) {
      columns += $1
      return true
    }
    return columns
  }

  /// The number of columns of a part of a text. The part is copied.
  package static func columns(of text: Substring) -> Int { columns(of: String(text)) }

  /// The number of columns of a text of plain scalars; nil for every other text. A plain scalar is
  /// one character and one column wide: printable ASCII, the no-break space, and the quotation
  /// marks, dashes, arrows and box-drawing characters of the program's own messages. O(n), without
  /// finding character boundaries.
  package static func plainColumns(of text: String) -> Int? {
    let bytes = text.utf8.span
    var index = 0
    /// The number of bytes after the first byte of a scalar.
    var further = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if isPrintableASCII(byte) { continue }
      if byte == 0xC2, index < bytes.count, bytes[index] == 0xA0 {
        index += 1
        further += 1
      } else if byte == 0xE2, index + 1 < bytes.count, isPlain(bytes[index], bytes[index + 1]) {
        index += 2
        further += 2
      } else {
        return nil
      }
    }
    return bytes.count - further
  }

  /// Whether the byte E2 followed by these two bytes is a scalar in U+2010–2027, 2030–203F,
  /// 2190–21FF or 2500–25BF.
  private static func isPlain(_ second: UInt8, _ third: UInt8) -> Bool {
    switch second {
    case 0x80: 0x90...0xA7 ~= third || 0xB0...0xBF ~= third
    case 0x86: 0x90...0xBF ~= third
    case 0x87, 0x94...0x96: true
    default: false
    }
  }

  /// Whether every byte is a printable ASCII character, which takes one column.
  package static func isPrintableASCII(_ text: String) -> Bool {
    let bytes = text.utf8.span
    for index in bytes.indices where !isPrintableASCII(bytes[index]) { return false }
    return true
  }

  private static func isPrintableASCII(_ byte: UInt8) -> Bool { byte &- 0x20 < 0x5F }

  private static func paint(_ character: Character, _ body: (Character, Int) -> Bool) -> Bool {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return true }
    let isAlone = scalars.index(after: scalars.startIndex) == scalars.endIndex
    if isAlone, first.value >= 0x20, first.value < 0x7F { return body(character, 1) }
    if let standIn = standIn(for: first) {
      if isAlone { return standIn.allSatisfy { body($0, 1) } }
      return scalars.allSatisfy { scalar in
        (self.standIn(for: scalar) ?? name(of: scalar)).allSatisfy { body($0, 1) }
      }
    }
    let columns = CharacterWidth.columns(of: character)
    if columns > 0 { return body(character, columns) }
    // A mark without a base is shown on a dotted circle. A character that cannot combine with a
    // dotted circle, such as a Hangul vowel without its consonant, is shown by its code.
    let marked = "\u{25CC}\(character)"
    if first.properties.generalCategory == .format || first.properties.isVariationSelector
      || marked.index(after: marked.startIndex) < marked.endIndex
    {
      return scalars.allSatisfy { name(of: $0).allSatisfy { body($0, 1) } }
    }
    return body(Character(marked), 1)
  }

  /// The replacement for a scalar that must not reach a terminal; nil for all other scalars.
  private static func standIn(for scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0x00...0x1F: Unicode.Scalar(0x2400 + scalar.value).map { String(Character($0)) }
    case 0x7F: "\u{2421}"
    case 0x80...0x9F, 0x061C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
      0xFFF9...0xFFFB, 0xE0001, 0xFFFE, 0xFFFF:
      name(of: scalar)
    default: nil
    }
  }

  private static func name(of scalar: Unicode.Scalar) -> String {
    "<" + String(scalar.value, radix: 16, uppercase: true) + ">"
  }
}
