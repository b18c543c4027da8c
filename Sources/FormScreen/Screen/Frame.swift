// The contents of a screen: lines of cells. A frame is a value and does not depend on a terminal.

import FormModel
import FormText

/// One character on the screen. It needs only eight bytes and no references, because each key
/// creates hundreds of cells.
public struct Cell: Hashable, Sendable {
  /// The value of a Unicode scalar. For a character of several scalars, it is an index in
  /// `clusters` of the line, plus a number larger than all scalars.
  private let glyph: UInt32
  private let width: UInt8
  /// The role of the cell, which determines its color and emphasis.
  public let style: Style

  fileprivate init(glyph: UInt32, columns: Int, style: Style) {
    self.glyph = glyph
    width = UInt8(clamping: columns)
    self.style = style
  }

  fileprivate init(cluster: Int, columns: Int, style: Style) {
    self.init(glyph: Cell.firstCluster + UInt32(clamping: cluster), columns: columns, style: style)
  }

  private static let firstCluster: UInt32 = 0x11_0000

  /// The same cell with another role.
  fileprivate func styled(_ style: Style) -> Cell {
    Cell(glyph: glyph, columns: columns, style: style)
  }

  /// The number of columns, at least 1.
  public var columns: Int { Int(width) }

  /// The scalar; nil for a character of several scalars.
  var scalar: Unicode.Scalar? { Unicode.Scalar(glyph) }

  /// The index of a character of several scalars in its line's clusters; nil for a single scalar.
  var cluster: Int? { glyph >= Cell.firstCluster ? Int(glyph - Cell.firstCluster) : nil }

  /// Whether terminals disagree about the width of the cell, because its character has several
  /// scalars.
  var isOfUncertainWidth: Bool { width > 1 && glyph >= Cell.firstCluster }
}

/// One line of a frame.
public struct Line: Hashable, Sendable {
  /// The cells, from the left.
  public private(set) var cells: [Cell] = []
  /// The characters that have several scalars, in the order of their cells.
  private(set) var clusters: [Character] = []
  /// The number of columns of all cells together.
  public private(set) var columns = 0

  /// Creates an empty line.
  public init() { cells.reserveCapacity(96) }

  mutating func append(_ character: Character, columns: Int = 1, style: Style = .plain) {
    let scalars = character.unicodeScalars
    if let first = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex {
      cells.append(Cell(glyph: first.value, columns: columns, style: style))
    } else {
      cells.append(Cell(cluster: clusters.count, columns: columns, style: style))
      clusters.append(character)
    }
    self.columns += columns
  }

  /// Appends a character of one column several times.
  mutating func append(_ character: Character, times: Int, style: Style) {
    guard times > 0 else { return }
    append(character, style: style)
    cells.append(contentsOf: repeatElement(cells[cells.count - 1], count: times - 1))
    columns += times - 1
  }

  /// Appends a printable ASCII character.
  private mutating func append(ascii byte: UInt8, style: Style) {
    cells.append(Cell(glyph: UInt32(byte), columns: 1, style: style))
    columns += 1
  }

  /// Appends at most `room` columns of a text of printable ASCII characters, starting at column
  /// `first`.
  mutating func append(ascii text: String, from first: Int, columns room: Int, style: Style) {
    let bytes = text.utf8.span
    for index in first..<max(min(first + room, bytes.count), first) {
      append(ascii: bytes[index], style: style)
    }
  }

  /// Appends `count` columns of a text of plain scalars (`CellReader.plainColumns`).
  private mutating func append(plain text: String, columns count: Int, style: Style) {
    let bytes = text.utf8.span
    var index = 0
    for _ in 0..<count {
      let first = UInt32(bytes[index])
      if first < 0x80 {
        cells.append(Cell(glyph: first, columns: 1, style: style))
        index += 1
      } else if first < 0xE0 {
        let glyph = (first & 0x1F) << 6 | UInt32(bytes[index + 1]) & 0x3F
        cells.append(Cell(glyph: glyph, columns: 1, style: style))
        index += 2
      } else {
        let (second, third) = (UInt32(bytes[index + 1]), UInt32(bytes[index + 2]))
        let glyph = (first & 0x0F) << 12 | (second & 0x3F) << 6 | third & 0x3F
        cells.append(Cell(glyph: glyph, columns: 1, style: style))
        index += 3
      }
    }
    columns += count
  }

  /// Appends a number at the right edge of a field, as much of it as fits before `end`.
  mutating func append(number: Int, columns field: Int, _ style: Style, end: Int) {
    var (unit, digits) = (1, 1)
    while number / unit >= 10 { (unit, digits) = (unit * 10, digits + 1) }
    pad(to: columns + max(field - digits, 0))
    while unit > 0, columns < end {
      append(ascii: UInt8(ascii: "0") + UInt8(number / unit % 10), style: style)
      unit /= 10
    }
  }

  /// Appends the part of a text that fits before `end`, with a visible sign in place of each unsafe
  /// character. Returns whether the whole text fitted.
  @discardableResult
  mutating func append(_ text: String, _ style: Style = .plain, end: Int) -> Bool {
    let room = max(end - columns, 0)
    if CellReader.isPrintableASCII(text) {
      append(ascii: text, from: 0, columns: room, style: style)
      return text.utf8.count <= room
    }
    if let width = CellReader.plainColumns(of: text) {
      append(plain: text, columns: min(width, room), style: style)
      return width <= room
    }
    var fits = true
    CellReader.forEachCharacter(of: text) { character, width in
      fits = columns + width <= end
      if fits { append(character, columns: width, style: style) }
      return fits
    }
    return fits
  }

  /// Replaces a cell by a mark. If the cell had two columns, a blank fills the second column.
  mutating func replaceCell(at index: Int, with mark: Character, isLast: Bool) {
    guard cells.indices.contains(index), cells[index].columns <= 2,
      let scalar = mark.unicodeScalars.first
    else { return }
    let isWide = cells[index].columns == 2
    cells[index] = Cell(glyph: scalar.value, columns: 1, style: .dim)
    if isWide {
      cells.insert(Cell(glyph: 0x20, columns: 1, style: .plain), at: isLast ? index : index + 1)
    }
  }

  /// Appends a text, and shortens it if it does not fit. Returns whether the whole text fitted.
  @discardableResult
  mutating func append(_ text: String, _ style: Style, end: Int, ellipsis: String) -> Bool {
    guard end > columns else { return text.isEmpty }
    if append(text, style, end: end) { return true }
    cut(to: max(end - ellipsis.unicodeScalars.count, 0))
    append(ellipsis, style, end: end)
    return false
  }

  /// Changes the role of all cells from index `first` on.
  mutating func restyle(from first: Int, as style: Style) {
    for index in cells.indices.dropFirst(first) { cells[index] = cells[index].styled(style) }
  }

  /// Replaces the last column by a sign for omitted text.
  mutating func markCut(with sign: Character) {
    cut(to: max(columns - 1, 0))
    append(sign)
  }

  /// Removes cells from the end until at most `columns` remain.
  mutating func cut(to columns: Int) {
    while self.columns > columns, let last = cells.popLast() { self.columns -= last.columns }
  }

  /// Appends the thumb of the scroll bar at a column, if there is a thumb.
  mutating func append(thumb: Character?, at column: Int) {
    guard let thumb, columns <= column else { return }
    pad(to: column)
    append(thumb)
  }

  /// Appends blanks up to a column.
  mutating func pad(to column: Int, _ style: Style = .plain) {
    while columns < column { append(ascii: 0x20, style: style) }
  }

  /// Appends key hints from the left, as many as fit completely. If not all fit, the key that lists
  /// all keys has a shorter name, and comes third if that is not enough.
  mutating func append(_ hints: [KeyHint], end: Int, symbols: Symbols) {
    var hints = hints.map { KeyHint(symbols.sentence($0.key), symbols.sentence($0.use)) }
    let width = hints.reduce(columns - KeyHint.gap) { $0 + KeyHint.gap + $1.columns }
    if width > end, let place = hints.firstIndex(where: \.listsKeys) {
      let long = hints.remove(at: place)
      let short = KeyHint(long.key, "keys")
      let isEnough = width - long.columns + short.columns <= end
      hints.insert(short, at: isEnough ? place : min(2, hints.count))
    }
    let start = columns
    for hint in hints {
      let gap = columns == start ? 0 : KeyHint.gap
      guard columns + gap + hint.columns <= end else { return }
      pad(to: columns + gap)
      append(hint.key, end: end)
      pad(to: columns + 1, .dim)
      append(hint.use, .dim, end: end)
    }
  }

  /// Returns whether a cell equals a cell of another line.
  @inline(__always)
  private func isCell(_ cell: Cell, like twin: Cell, of other: Line) -> Bool {
    guard let cluster = cell.cluster else { return cell == twin }
    return isCluster(cluster, of: cell, like: twin, of: other)
  }

  private func isCluster(_ cluster: Int, of cell: Cell, like twin: Cell, of other: Line) -> Bool {
    guard let twinCluster = twin.cluster else { return false }
    return cell.style == twin.style && cell.columns == twin.columns
      && clusters[cluster].utf8.elementsEqual(other.clusters[twinCluster].utf8)
  }

  /// Returns the index of the first cell that differs from another line; nil if the lines are
  /// equal.
  func firstDifference(from other: Line) -> Int? {
    let count = commonBeginning(with: other)
    return count == cells.count && count == other.cells.count ? nil : count
  }

  /// Returns the number of cells at the beginning of both lines that are equal.
  func commonBeginning(with other: Line) -> Int {
    let (mine, others) = (cells.span, other.cells.span)
    let limit = min(mine.count, others.count)
    var count = 0
    while count < limit, isCell(mine[count], like: others[count], of: other) { count += 1 }
    return count
  }

  /// Returns the number of cells at the end of both lines that are equal. The first `start` cells
  /// are not counted.
  func commonEnd(with other: Line, after start: Int) -> Int {
    let (mine, others) = (cells.span, other.cells.span)
    var (end, otherEnd) = (mine.count, others.count)
    while end > start, otherEnd > start,
      isCell(mine[end - 1], like: others[otherEnd - 1], of: other)
    {
      (end, otherEnd) = (end - 1, otherEnd - 1)
    }
    return mine.count - end
  }

  /// Returns the first sequence of equal cells over which moving the cursor costs less than writing
  /// them again. An example is the unchanged part of a progress bar.
  func gap(to other: Line, in range: Range<Int>) -> Range<Int>? {
    guard range.count > Line.leastGap, cells.count == other.cells.count else { return nil }
    var start = range.lowerBound
    for index in range {
      if isCell(cells[index], like: other.cells[index], of: other) { continue }
      if index - start >= Line.leastGap, columns(of: 0..<start) == other.columns(of: 0..<start) {
        return start..<index
      }
      start = index + 1
    }
    return nil
  }

  private static let leastGap = 16

  /// Returns the shift that turns most of this line into another one by inserting or deleting cells
  /// at `start`, the first cell that differs. Returns nil if a shift saves nothing.
  ///
  /// - Parameter end: the number of equal cells at the end of both lines (`commonEnd`).
  func shift(to other: Line, at start: Int, keeping end: Int) -> LineShift? {
    let (removed, inserted) = (cells.count - end - start, other.cells.count - end - start)
    if end >= 4 {
      guard removed == 0 || inserted == 0, removed + inserted > 0 else { return nil }
      return LineShift(inserted: inserted, kept: end, columns: other.columns - columns)
    }
    // Perhaps a cell was inserted or deleted, and text moved into view or out of view at the edge.
    for (removed, inserted) in [(0, 1), (1, 0)] {
      var (here, there) = (start + removed, start + inserted)
      while here < cells.count, there < other.cells.count,
        isCell(cells[here], like: other.cells[there], of: other)
      {
        (here, there) = (here + 1, there + 1)
      }
      if here - start - removed >= 16 {
        return LineShift(
          inserted: inserted, kept: here - start - removed,
          columns: other.columns(of: start..<start + inserted)
            - columns(of: start..<start + removed))
      }
    }
    return nil
  }

  /// Returns the number of columns of some cells.
  func columns(of range: Range<Int>) -> Int {
    // In most lines every cell has one column.
    columns == cells.count ? range.count : cells[range].reduce(0) { $0 + $1.columns }
  }

  /// Returns the number of line breaks that a terminal of another width makes in this line. Counts
  /// only the breaks before the cell at column `end`, or all breaks if the line is shorter.
  func wrap(at width: Int, upTo end: Int = .max) -> Int {
    var (breaks, column, room) = (0, 0, width)
    for cell in cells where column <= end {
      // A terminal does not split a wide character, so the last column of a row can stay empty.
      if cell.columns > room { (breaks, room) = (breaks + 1, width) }
      room -= cell.columns
      column += cell.columns
    }
    return breaks
  }

  /// Appends a cell of this line as UTF-8.
  func write(_ cell: Cell, into output: inout [UInt8]) {
    if let scalar = cell.scalar {
      if scalar.isASCII {
        output.append(UInt8(truncatingIfNeeded: scalar.value))
      } else if let bytes = UTF8.encode(scalar) {
        output.append(contentsOf: bytes)
      }
    } else if let cluster = cell.cluster {
      output.append(contentsOf: clusters[cluster].utf8)
    }
  }

  /// The characters of the line.
  public var text: String {
    var bytes: [UInt8] = []
    for cell in cells { write(cell, into: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A shift in a line: cells are inserted or deleted, so that the cells after them need not be
/// written again.
struct LineShift {
  /// The number of cells that are written at the start of the shift.
  var inserted: Int
  /// The number of unchanged cells after the shift.
  var kept: Int
  /// The number of columns by which the unchanged cells move to the right; negative to the left.
  var columns: Int
}

/// The contents of the screen at one moment.
public struct Frame: Sendable {
  /// The lines from the top.
  public internal(set) var lines: [Line]
  /// The state from which the lines were made; nil if no other frame can be derived from this one.
  var basis: FrameBasis?
  /// The line of the text cursor.
  public internal(set) var cursorLine: Int
  /// The column of the text cursor, from 0.
  public internal(set) var cursorColumn: Int

  /// The characters of the lines, for tests and debugging.
  public var text: String { lines.map(\.text).joined(separator: "\n") }
}
