// Text as cells: how wide each character is, and what stands in for those that must never reach a
// terminal raw (law 14): control characters, bidirectional controls, line separators.

/// Reads text as what is painted for it.
package enum CellReader {
  /// Calls `body` with the characters that are painted for a text, and the columns of each, one by
  /// one until it returns false.
  package static func forEachCharacter(
    of text: some StringProtocol, _ body: (Character, Int) -> Bool
  ) {
    for character in text {
      guard paint(character, body) else { return }
    }
  }

  /// The columns a text takes on the screen. O(n).
  package static func columns(of text: some StringProtocol) -> Int {
    if isPrintableASCII(text) { return text.utf8.count }
    var columns = 0
    forEachCharacter(of: text) {
      columns += $1
      return true
    }
    return columns
  }

  /// Whether every byte is a printable ASCII character: one column each.
  package static func isPrintableASCII(_ text: some StringProtocol) -> Bool {
    // Most keys come by here, several times.
    text.utf8.withContiguousStorageIfAvailable { $0.allSatisfy(isPrintableASCII) }
      ?? text.utf8.allSatisfy(isPrintableASCII)
  }

  private static func isPrintableASCII(_ byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7F }

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
    // A mark without a base is shown on a dotted circle; what joins none, as a vowel of Hangul
    // without its consonant, by name.
    let marked = "\u{25CC}\(character)"
    if first.properties.generalCategory == .format || first.properties.isVariationSelector
      || marked.index(after: marked.startIndex) < marked.endIndex
    {
      return scalars.allSatisfy { name(of: $0).allSatisfy { body($0, 1) } }
    }
    return body(Character(marked), 1)
  }

  /// What is painted for a scalar that a terminal must not see, nil for all others.
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
