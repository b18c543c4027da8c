// Text as cells: how wide each character is, and what stands in for those that must never reach a
// terminal raw (law 14): control characters, bidirectional controls, line separators.

/// Reads text as what is painted for it.
enum CellReader {
  /// Calls `body` with the characters that are painted for a text, and the columns of each, one by
  /// one until it returns false.
  static func forEachCharacter(
    of text: some StringProtocol, _ body: (Character, Int) -> Bool
  ) {
    for character in text {
      guard paint(character, body) else { return }
    }
  }

  /// The columns a text takes on the screen. O(n).
  static func columns(of text: some StringProtocol) -> Int {
    if isPrintableASCII(text) { return text.utf8.count }
    var columns = 0
    forEachCharacter(of: text) {
      columns += $1
      return true
    }
    return columns
  }

  /// Whether every byte is a printable ASCII character: one column each.
  static func isPrintableASCII(_ text: some StringProtocol) -> Bool {
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

/// The part of a text that is seen where the text is longer than its place.
///
/// The window stands still while the cursor is in it and moves by half its width, so that a key
/// costs few bytes; where it stands depends on text, cursor and width alone.
enum TextWindow {
  /// Appends the window that shows the cursor, up to the column `end`, with a mark where text is
  /// left out, and returns the column of the cursor.
  ///
  /// - Parameter cursor: in scalars.
  static func append(
    _ text: Text, cursor: Int, end: Int, mark: Character, to line: inout Line
  ) -> Int {
    let origin = line.columns
    let width = max(end - origin, 1)
    let string = text.string
    let first = line.cells.count
    let end = line.columns + width
    if CellReader.isPrintableASCII(string) {
      let count = string.utf8.count
      let start = start(cursor: cursor, columns: count, width: width)
      line.append(ascii: string, from: start, columns: width, style: .plain)
      markEnds(of: &line, from: first, before: start > 0, after: start + width < count, mark)
      return origin + min(cursor, count) - start
    }
    let scalars = string.unicodeScalars
    let place = scalars.index(scalars.startIndex, offsetBy: min(cursor, scalars.count))
    let before = CellReader.columns(of: string[..<place])
    let columns = before + CellReader.columns(of: string[place...])
    let start = start(cursor: before, columns: columns, width: width)
    var column = 0
    CellReader.forEachCharacter(of: string) { character, columns in
      if column >= start, column + columns <= start + width {
        line.append(character, columns: columns)
      } else if column < start, column + columns > start {
        // Half of a wide character stands at the edge.
        line.pad(to: line.columns + column + columns - start)
      }
      column += columns
      return column < start + width
    }
    // A wide character that does not fit leaves a column free: the mark goes there.
    if start + width < columns { line.pad(to: end) }
    markEnds(of: &line, from: first, before: start > 0, after: start + width < columns, mark)
    return origin + max(before - start, 0)
  }

  /// Where the window begins: 0 while everything up to the cursor fits, then in steps of half.
  private static func start(cursor: Int, columns: Int, width: Int) -> Int {
    // The cursor may stand behind the last character, which needs a column too.
    guard columns >= width, cursor >= width else { return 0 }
    let step = max(width / 2, 1)
    return ((cursor - width) / step + 1) * step
  }

  private static func markEnds(
    of line: inout Line, from first: Int, before: Bool, after: Bool, _ mark: Character
  ) {
    if before { line.replaceCell(at: first, with: mark, isLast: false) }
    if after, line.cells.count - first > 1 {
      line.replaceCell(at: line.cells.count - 1, with: mark, isLast: true)
    }
  }
}
