// What a screen looks like: lines of cells. A frame is a value; nothing here knows a terminal.

/// How a cell is painted. Colour only underlines what the characters already say.
public enum Style: UInt8, Hashable, Sendable {
  case plain
  /// Of less weight: numbers, hints, placeholders.
  case dim
  /// Titles and the row with focus.
  case strong
  /// What stands against saving.
  case problem
  /// What waits for the person's answer.
  case question
}

/// One character on the screen.
public struct Cell: Hashable, Sendable {
  /// What is written: a character, or the part of a stand-in that fits one cell.
  public var character: Character
  /// The columns it takes, from 1.
  public var columns: Int
  public var style: Style

  /// Whether terminals disagree about the columns it takes: more than one scalar makes it.
  var isOfUncertainWidth: Bool { columns > 1 && character.unicodeScalars.count > 1 }
}

/// One line of a frame.
public struct Line: Hashable, Sendable {
  public private(set) var cells: [Cell] = []
  /// The columns of all cells.
  public private(set) var columns = 0

  public init() {}

  mutating func append(_ cell: Cell) {
    cells.append(cell)
    columns += cell.columns
  }

  mutating func append(contentsOf other: [Cell]) {
    for cell in other { append(cell) }
  }

  /// Appends as much of a text as fits before `end`, painted safely.
  mutating func append(_ text: String, _ style: Style = .plain, end: Int) {
    CellReader.forEachCell(of: text, style: style) { cell in
      guard columns + cell.columns <= end else { return false }
      append(cell)
      return true
    }
  }

  /// Appends blanks up to a column.
  mutating func pad(to column: Int) {
    while columns < column { append(Cell(character: " ", columns: 1, style: .plain)) }
  }

  /// The characters of the line.
  public var text: String { String(cells.map(\.character)) }
}

/// Everything that is painted at one moment.
public struct Frame: Hashable, Sendable {
  /// The lines from the top.
  public var lines: [Line]
  /// The line the text cursor is on; always the prompt's.
  public var cursorLine: Int
  /// The column of the text cursor, from 0.
  public var cursorColumn: Int

  /// The lines' characters, for tests and for looking at.
  public var text: String { lines.map(\.text).joined(separator: "\n") }
}
