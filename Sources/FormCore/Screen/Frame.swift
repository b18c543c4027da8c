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

  /// Appends as much of a text as fits before `end`, painted safely; whether all of it did.
  @discardableResult
  mutating func append(_ text: String, _ style: Style = .plain, end: Int) -> Bool {
    if CellReader.isPrintableASCII(text) {
      let room = max(end - columns, 0)
      let bytes = text.utf8
      for byte in bytes.prefix(room) {
        cells.append(Cell(character: Character(Unicode.Scalar(byte)), columns: 1, style: style))
      }
      columns += min(room, bytes.count)
      return bytes.count <= room
    }
    var fits = true
    CellReader.forEachCell(of: text, style: style) { cell in
      fits = columns + cell.columns <= end
      if fits { append(cell) }
      return fits
    }
    return fits
  }

  /// Takes away cells from the end until `columns` are left.
  mutating func cut(to columns: Int) {
    while self.columns > columns, let last = cells.popLast() { self.columns -= last.columns }
  }

  /// Appends blanks up to a column.
  mutating func pad(to column: Int) {
    while columns < column { append(Cell(character: " ", columns: 1, style: .plain)) }
  }

  /// The characters of the line.
  public var text: String { String(cells.map(\.character)) }
}

/// Everything that is painted at one moment.
public struct Frame: Sendable {
  /// The lines from the top.
  public internal(set) var lines: [Line]
  /// What each line was made from, so that the next frame takes over those that stay.
  var sources: [LineSource] = []
  /// The shape of the screen; sources mean the same only on screens of one shape.
  var shape: FrameShape?
  /// The line the text cursor is on; always the prompt's.
  public internal(set) var cursorLine: Int
  /// The column of the text cursor, from 0.
  public internal(set) var cursorColumn: Int

  /// The lines' characters, for tests and for looking at.
  public var text: String { lines.map(\.text).joined(separator: "\n") }
}

/// What all lines of a frame depend on.
struct FrameShape: Hashable, Sendable {
  var layout: ScreenLayout
  var width: Int
  var hasUTF8: Bool
  var hints: String
}

/// What one line is made from: equal sources make equal lines.
enum LineSource: Hashable, Sendable {
  case title(filled: Int, total: Int, problems: Int)
  case section(Int)
  case item(String)
  case row(RowPicture)
  case panel(ScreenState.Message)
  case status(StatusPicture)
  /// Changes with nearly every key, so it is made anew.
  case prompt
  case blank
}

/// What the line of a row shows.
struct RowPicture: Hashable, Sendable {
  var id: Row.ID
  var index: Row.Index
  var text: Text
  /// The cursor in scalars, nil for a row without focus.
  var cursor: Int?
  var problem: Problem?
  /// Whether an answer is needed and not there.
  var isWanting: Bool
}

/// What the status line shows.
struct StatusPicture: Hashable, Sendable {
  var message: ScreenState.Message?
  var percent: Int?
  var focus: Row.ID?
  var index: Row.Index?
  var problem: Problem?
  var rows: ClosedRange<Row.Index>?
  var total: Int
  var storage: String
}
