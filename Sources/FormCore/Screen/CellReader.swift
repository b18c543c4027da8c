// Text as cells: how wide each character is, and what stands in for those that must never reach a
// terminal raw (law 14): control characters, bidirectional controls, line separators.

/// Reads text as what is painted for it.
enum CellReader {
  /// Calls `body` with the cells of a text one by one until it returns false.
  static func forEachCell(
    of text: some StringProtocol, style: Style, _ body: (Cell) -> Bool
  ) {
    for character in text {
      guard paint(character, style: style, body) else { return }
    }
  }

  /// The columns a text takes on the screen. O(n).
  static func columns(of text: some StringProtocol) -> Int {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
    var columns = 0
    forEachCell(of: text, style: .plain) {
      columns += $0.columns
      return true
    }
    return columns
  }

  /// Whether every byte is a printable ASCII character: one column each.
  static func isPrintableASCII(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }

  private static func paint(_ character: Character, style: Style, _ body: (Cell) -> Bool) -> Bool {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return true }
    if scalars.count == 1, first.value >= 0x20, first.value < 0x7F {
      return body(Cell(character: character, columns: 1, style: style))
    }
    if let standIn = standIn(for: first) {
      let all = scalars.count == 1 ? standIn : scalars.compactMap(self.standIn(for:)).joined()
      for part in all {
        guard body(Cell(character: part, columns: 1, style: style)) else { return false }
      }
      return true
    }
    let columns = CharacterWidth.columns(of: character)
    if columns > 0 { return body(Cell(character: character, columns: columns, style: style)) }
    if first.properties.generalCategory == .format || first.properties.isVariationSelector {
      return name(of: first).allSatisfy { body(Cell(character: $0, columns: 1, style: style)) }
    }
    // A mark without a base is shown on a dotted circle.
    return body(Cell(character: Character("\u{25CC}\(character)"), columns: 1, style: style))
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
struct TextWindow {
  /// The cells in the window, with a mark where text is left out.
  var cells: [Cell] = []
  /// The column of the cursor in the window.
  var cursorColumn = 0

  /// The window of `width` columns that shows the cursor.
  ///
  /// The window stands still while the cursor is in it and moves by half its width, so that a key
  /// costs few bytes; where it stands depends on text, cursor and width alone.
  ///
  /// - Parameter cursor: in scalars.
  init(of text: Text, cursor: Int, width: Int, style: Style, mark: Character) {
    guard width > 0 else { return }
    let string = text.string
    if CellReader.isPrintableASCII(string) {
      let bytes = string.utf8
      let start = TextWindow.start(cursor: cursor, columns: bytes.count, width: width)
      let end = min(start + width, bytes.count)
      let first = bytes.index(bytes.startIndex, offsetBy: start)
      for byte in bytes[first...].prefix(end - start) {
        cells.append(Cell(character: Character(Unicode.Scalar(byte)), columns: 1, style: style))
      }
      cursorColumn = min(cursor, bytes.count) - start
      markEnds(start: start, end: end, columns: bytes.count, mark: mark)
      return
    }
    let scalars = string.unicodeScalars
    let place = scalars.index(scalars.startIndex, offsetBy: min(cursor, scalars.count))
    let before = CellReader.columns(of: string[..<place])
    let columns = before + CellReader.columns(of: string[place...])
    let start = TextWindow.start(cursor: before, columns: columns, width: width)
    var column = 0
    CellReader.forEachCell(of: string, style: style) { cell in
      if column >= start, column + cell.columns <= start + width {
        cells.append(cell)
      } else if column < start, column + cell.columns > start {
        // Half of a wide character stands at the edge.
        for _ in start..<column + cell.columns {
          cells.append(Cell(character: " ", columns: 1, style: style))
        }
      }
      column += cell.columns
      return column < start + width
    }
    cursorColumn = max(before - start, 0)
    markEnds(start: start, end: start + width, columns: columns, mark: mark)
  }

  /// Where the window begins: 0 while everything up to the cursor fits, then in steps of half.
  private static func start(cursor: Int, columns: Int, width: Int) -> Int {
    // The cursor may stand behind the last character, which needs a column too.
    guard columns >= width, cursor >= width else { return 0 }
    let step = max(width / 2, 1)
    return ((cursor - width) / step + 1) * step
  }

  private mutating func markEnds(start: Int, end: Int, columns: Int, mark: Character) {
    if start > 0, let first = cells.first, first.columns == 1 {
      cells[0] = Cell(character: mark, columns: 1, style: .dim)
    }
    if end < columns, let last = cells.last, last.columns == 1, cells.count > 1 {
      cells[cells.count - 1] = Cell(character: mark, columns: 1, style: .dim)
    }
  }
}
