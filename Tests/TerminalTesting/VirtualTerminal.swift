// A model of a terminal: bytes in, the visible screen out.
//
// The model follows xterm for controls, and tmux for reflow after a change of width. It joins
// grapheme clusters like kitty, WezTerm and Ghostty (`.clusters`), or adds the widths of scalars
// like xterm, VTE and tmux (`.scalars`). Invariants: the grid always has `rows` lines of `columns`
// cells; the cursor is always on the grid; a pending wrap means that the last column was just
// written. The model is a value: a copy is a snapshot.

import CUnicode

/// A terminal's screen, scrollback and modes, driven by the output of a program.
public struct VirtualTerminal: Sendable {
  /// The rule for the width of text with more than one scalar.
  public enum WidthRule: Sendable {
    /// A grapheme cluster has a width of one or two columns.
    case clusters
    /// Every scalar that is not a combining mark has its own columns.
    case scalars
  }

  /// A change of a private mode by the program.
  public struct ModeChange: Hashable, Sendable {
    public let mode: Int
    public let isSet: Bool

    public init(mode: Int, isSet: Bool) {
      self.mode = mode
      self.isSet = isSet
    }
  }

  /// The number of lines.
  public internal(set) var rows: Int
  /// The number of columns.
  public internal(set) var columns: Int
  /// The rule for widths.
  public let widthRule: WidthRule
  /// The position of the cursor.
  public internal(set) var cursor = Position(row: 0, column: 0)
  /// Whether the last column was written, so that the next character goes to the next line.
  public internal(set) var isWrapPending = false
  /// The private modes that are set; initially 7 (wrap) and 25 (cursor).
  public internal(set) var modes: Set<Int> = [7, 25]
  /// All changes of private modes.
  public internal(set) var modeChanges: [ModeChange] = []
  /// The number of bells that rang.
  public internal(set) var bellCount = 0
  /// The sequences that the model does not know, quoted; a test of a program expects none.
  public internal(set) var unknownSequences: [String] = []
  /// The contents of OSC, DCS, APC, PM and SOS strings, which are otherwise ignored.
  public internal(set) var controlStrings: [String] = []
  /// The pending answers to the program's queries; see `takeReplies()`.
  var replies: [UInt8] = []

  var grid: [Line]
  var history: [Line] = []
  /// The main screen, while the alternate screen is shown.
  var mainScreen: (grid: [Line], cursor: Position)?
  var style = Style.plain
  var saved = SavedCursor()
  /// The first and last line of the scrolling region.
  var region: ClosedRange<Int>
  var isInserting = false
  var usesLineDrawing = false
  /// The position of the last written character, until the cursor is moved.
  var joinable: Position?
  /// The last written character, for REP.
  var lastCharacter = " "
  var parser = Parser()

  /// The state that ESC 7 saves.
  struct SavedCursor: Sendable {
    var cursor = Position(row: 0, column: 0)
    var style = Style.plain
    var isWrapPending = false
    var usesLineDrawing = false
  }

  /// Creates an empty screen.
  public init(rows: Int = 24, columns: Int = 80, widthRule: WidthRule = .clusters) {
    self.rows = max(rows, 1)
    self.columns = max(columns, 1)
    self.widthRule = widthRule
    grid = Array(repeating: Line(columns: self.columns), count: self.rows)
    region = 0...(self.rows - 1)
  }

  // MARK: - Reading

  /// The lines of the screen without trailing blanks.
  public var lines: [String] { grid.map { $0.text } }

  /// The screen as text, without blank lines at its end.
  public var text: String { VirtualTerminal.joined(lines) }

  /// The lines that scrolled off the top of the main screen, oldest first.
  public var scrollback: [String] { history.map { $0.text } }

  /// The scrollback and the screen as text, without blank lines at the end.
  public var everything: String { VirtualTerminal.joined(scrollback + lines) }

  /// Whether the cursor is shown (mode 25).
  public var cursorVisible: Bool { modes.contains(25) }

  /// Whether the alternate screen is shown.
  public var isAlternateScreen: Bool { mainScreen != nil }

  /// Returns the cell at a position; an erased cell if the position is not on the screen.
  public func cell(row: Int, column: Int) -> Cell {
    guard grid.indices.contains(row), (0..<columns).contains(column) else { return Cell() }
    return grid[row].cells[column]
  }

  /// Returns the parts of a line whose style passes a test, for example `\.isBold`.
  public func runs(row: Int, where matches: (Style) -> Bool) -> [String] {
    guard grid.indices.contains(row) else { return [] }
    var runs: [String] = []
    var wasMatching = false
    for cell in grid[row].cells {
      let isMatching = matches(cell.style)
      if isMatching {
        if wasMatching { runs[runs.count - 1] += cell.shown } else { runs.append(cell.shown) }
      }
      wasMatching = isMatching
    }
    return runs
  }

  /// Returns the screen as text, with a mark before the character at the cursor.
  public func text(cursor mark: String) -> String {
    var lines = self.lines
    let before = grid[cursor.row].cells[..<cursor.column].reduce(into: "") { $0 += $1.shown }
    let after = lines[cursor.row].dropFirst(before.count)
    lines[cursor.row] = before + mark + after
    return VirtualTerminal.joined(lines)
  }

  private static func joined(_ lines: [String]) -> String {
    let blanks = lines.reversed().prefix { $0.isEmpty }.count
    return lines.dropLast(blanks).joined(separator: "\n")
  }

  // MARK: - Feeding

  /// Processes the output of a program; characters and sequences may be split anywhere.
  public mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      for scalar in parser.decoder.decode(byte) { receive(scalar) }
    }
  }

  /// Processes text.
  public mutating func feed(_ text: String) {
    feed(text.utf8)
  }

  /// Returns and removes the bytes that a terminal would send as answers to queries (cursor
  /// position, attributes).
  public mutating func takeReplies() -> [UInt8] {
    defer { replies = [] }
    return replies
  }

  // MARK: - Writing characters

  mutating func write(_ scalar: Unicode.Scalar) {
    let scalar = usesLineDrawing ? LineDrawing.scalar(for: scalar) : scalar
    let width = max(Int(cunicode_scalar_width(scalar.value)), 0)
    if join(scalar, width: width) { return }
    if width > 0, width <= columns { place(String(scalar), width: width) }
  }

  /// Adds a scalar to the previous cluster if it belongs to that cluster. Returns whether the
  /// scalar needs no cell of its own.
  private mutating func join(_ scalar: Unicode.Scalar, width: Int) -> Bool {
    if scalar.value < 0x300 { return false }
    guard let place = joinable ?? (width == 0 ? placeBeforeCursor : nil) else { return width == 0 }
    let cell = grid[place.row].cells[place.column]
    let joined = (cell.isErased ? " " : cell.text) + String(scalar)
    switch widthRule {
    case .clusters: if width > 0, joined.count > 1 { return false }
    case .scalars: if width > 0 { return false }
    }
    grid[place.row].cells[place.column].text = joined
    if width == 0 || joinable != nil { lastCharacter = joined }
    if widthRule == .clusters, cell.width == 1, clusterColumns(joined) == 2 { widen(place) }
    return true
  }

  private var placeBeforeCursor: Position? {
    let column = isWrapPending ? cursor.column : cursor.column - 1
    guard column >= 0 else { return nil }
    let isSecondHalf = column > 0 && grid[cursor.row].cells[column].width == 0
    return Position(row: cursor.row, column: isSecondHalf ? column - 1 : column)
  }

  /// Adds the second column of a cluster that became wide, if it fits.
  private mutating func widen(_ place: Position) {
    let next = place.column + 1
    guard next < columns else { return }
    let style = grid[place.row].cells[place.column].style
    grid[place.row].erase(next..<next + 1, style: style)
    grid[place.row].cells[place.column].width = 2
    grid[place.row].cells[next].width = 0
    if joinable != nil { advance(to: next + 1) }
  }

  /// Returns the columns of a cluster: the sum of the widths of its scalars, at most two.
  private func clusterColumns(_ text: String) -> Int {
    var columns = 0
    var previous: UInt32 = 0
    for scalar in text.unicodeScalars {
      if scalar.value == 0xFE0F, cunicode_is_emoji(previous) { return 2 }
      columns += max(Int(cunicode_scalar_width(scalar.value)), 0)
      previous = scalar.value
    }
    return min(columns, 2)
  }

  private mutating func place(_ text: String, width: Int) {
    if isWrapPending || cursor.column + width > columns {
      if modes.contains(7) {
        grid[cursor.row].isWrapped = true
        isWrapPending = false
        cursor.column = 0
        lineFeed()
      } else {
        isWrapPending = false
        cursor.column = columns - width
      }
    }
    if isInserting { insertCells(width) }
    let (row, column) = (cursor.row, cursor.column)
    grid[row].erase(column..<column + width, style: style)
    grid[row].cells[column] = Cell(text: text, width: width, style: style)
    if width == 2 { grid[row].cells[column + 1].width = 0 }
    lastCharacter = text
    joinable = cursor
    advance(to: column + width)
  }

  private mutating func advance(to column: Int) {
    cursor.column = min(column, columns - 1)
    isWrapPending = column >= columns
  }
}
