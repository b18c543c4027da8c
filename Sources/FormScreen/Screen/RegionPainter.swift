// Converts frames to bytes for a terminal. This is the only file that contains escape sequences.
//
// The region is the part of the terminal in which the form is painted. It is inline, below earlier
// output, and its room is reserved once: line feeds make room, then the cursor moves up. Afterwards
// nothing scrolls. Only changes are sent, as sequences of cells. If characters were inserted or
// deleted and the terminal can shift cells, the cells after them are shifted. All escape sequences
// are from the VT100, or are ignored by terminals that do not know them: CR, LF, CUU, CUD, CUF (CSI
// A, B, C), EL and ED (CSI K, J), DECSC and DECRC (ESC 7, 8), SGR (CSI m), and the private modes 7
// (wrapping), 25 (cursor) and 2026 (synchronized update). Shifting uses ICH and DCH (CSI @, P) of
// the VT220.
//
// Invariant: `place` is the position of the terminal's cursor: its line, counted from the top of
// the region, and its column. Terminals disagree about the width of some characters. Therefore the
// cursor moves over cells of uncertain width only by writing them again.

/// Keeps a region of the terminal equal to the last frame.
public struct RegionPainter: Sendable {
  private var painted: Frame?
  private var place = Place(line: 0, column: 0)
  /// The new width of the terminal; nil if it has not changed.
  private var newColumns: Int?
  private let palette: Palette
  private let shiftsCells: Bool

  private struct Place: Hashable {
    var line: Int
    var column: Int
  }

  /// Creates a painter that has not painted yet.
  ///
  /// - Parameters:
  ///   - palette: the escape codes for the styles of cells.
  ///   - shiftsCells: whether the terminal is known to insert and delete characters with ICH and
  ///     DCH (ECMA-48, 8.3.64 and 8.3.26).
  public init(palette: Palette, shiftsCells: Bool = false) {
    self.palette = palette
    self.shiftsCells = shiftsCells
  }

  /// Whether the region is on the terminal.
  package var isPainted: Bool { painted != nil }

  /// Returns the bytes that make the region show `frame`; empty if the region already shows it.
  public mutating func paint(_ frame: Frame) -> [UInt8] {
    var output: [UInt8] = []
    guard let before = painted, newColumns == nil, before.lines.count == frame.lines.count else {
      erase(into: &output)
      reserve(frame.lines.count, into: &output)
      for (number, line) in frame.lines.enumerated() where !line.cells.isEmpty {
        write(line.cells.indices, of: line, at: Place(line: number, column: 0), into: &output)
      }
      moveCursor(to: frame, into: &output)
      painted = frame
      return framed(output)
    }
    output.reserveCapacity(128)
    let last = frame.cursorLine
    var runs = 0
    if let start = frame.firstDifference(from: before, on: last) {
      runs += 1
      update(last, from: before.lines[last], to: frame.lines[last], at: start, into: &output)
    }
    moveCursor(to: frame, into: &output)
    let home = place
    let runsOfPrompt = runs
    for line in frame.linesThatMayDiffer(from: before) where line != last {
      guard let start = frame.firstDifference(from: before, on: line) else { continue }
      if runs == runsOfPrompt { output.append(escape: UInt8(ascii: "7")) }
      runs += 1
      update(line, from: before.lines[line], to: frame.lines[line], at: start, into: &output)
    }
    if runs > runsOfPrompt {
      output.append(escape: UInt8(ascii: "8"))
      place = home
    }
    painted = frame
    return runs > 2 ? framed(output) : output
  }

  /// Returns the bytes that remove the region and leave the cursor at its beginning.
  public mutating func clear() -> [UInt8] {
    guard painted != nil else { return [] }
    var output: [UInt8] = []
    erase(into: &output)
    painted = nil
    return output
  }

  /// Records that the terminal has another width. Lines above the cursor may then be wrapped, so
  /// that the region begins further up.
  public mutating func reflow(columns: Int) {
    if painted != nil, columns > 0 { newColumns = columns }
  }

  /// Forgets the painted frame, for example after another program has written to the terminal.
  public mutating func forget() {
    (painted, newColumns) = (nil, nil)
    place = Place(line: 0, column: 0)
  }

  // MARK: - Lines

  /// Moves to the beginning of the region and erases everything after it. Before the first frame,
  /// this erases the output of other programs below the cursor.
  private mutating func erase(into output: inout [UInt8]) {
    var rows = place.line
    if let columns = newColumns, let frame = painted {
      rows += frame.lines[..<place.line].reduce(0) { $0 + $1.wrap(at: columns) }
      rows += frame.lines[place.line].wrap(at: columns, upTo: place.column)
    }
    newColumns = nil
    if rows > 0 { output.append(control: "A", rows) }
    output.append(contentsOf: "\r\u{1B}[J".utf8)
    place = Place(line: 0, column: 0)
  }

  private func reserve(_ lines: Int, into output: inout [UInt8]) {
    guard lines > 1 else { return }
    output.append(contentsOf: repeatElement(0x0A, count: lines - 1))
    output.append(control: "A", lines - 1)
  }

  /// Sends the difference between the painted line and the new one. The cell at `start` is the
  /// first that differs.
  private mutating func update(
    _ number: Int, from old: Line, to new: Line, at start: Int, into output: inout [UInt8]
  ) {
    // Only characters of several scalars have an uncertain width.
    let mayBeUncertain = !old.clusters.isEmpty || !new.clusters.isEmpty
    var start = start
    var column = new.columns(of: 0..<start)
    if mayBeUncertain, place != Place(line: number, column: column),
      let natural = new.cells[..<start].firstIndex(where: \.isOfUncertainWidth)
    {
      start = natural
      column = new.columns(of: 0..<start)
    }
    let isCertain =
      !mayBeUncertain
      || !old.cells[start...].contains(where: \.isOfUncertainWidth)
        && !new.cells[start...].contains(where: \.isOfUncertainWidth)
    var end = new.cells.count
    var before = old.columns
    // If the terminal draws earlier characters wider, a shift could push cells out of view that
    // this painter believes to be visible.
    let mayShift = shiftsCells && isCertain && !mayBeWider(new, upTo: start)
    let commonEnd = isCertain ? old.commonEnd(with: new, after: start) : 0
    if mayShift, let shift = old.shift(to: new, at: start, keeping: commonEnd) {
      move(to: Place(line: number, column: column), into: &output)
      output.append(control: shift.columns > 0 ? "@" : "P", abs(shift.columns))
      write(start..<start + shift.inserted, of: new, at: place, into: &output)
      before += shift.columns
      start += shift.inserted + shift.kept
      if start == end, before == new.columns { return }
      column = new.columns(of: 0..<start)
    } else if isCertain, old.columns == new.columns {
      end -= commonEnd
      if let gap = old.gap(to: new, in: start..<end) {
        write(
          start..<gap.lowerBound, of: new, at: Place(line: number, column: column), into: &output)
        start = gap.upperBound
        column = new.columns(of: 0..<start)
      }
    }
    write(start..<end, of: new, at: Place(line: number, column: column), into: &output)
    if end == new.cells.count, before > new.columns || !isCertain {
      output.append(contentsOf: "\u{1B}[K".utf8)
    }
  }

  /// Returns whether a terminal may draw the beginning of a line wider than expected.
  private func mayBeWider(_ line: Line, upTo end: Int) -> Bool {
    !line.clusters.isEmpty && line.cells[..<end].contains(where: \.isOfUncertainWidth)
  }

  /// Writes cells of a line at a position.
  private mutating func write(
    _ cells: Range<Int>, of line: Line, at target: Place, into output: inout [UInt8]
  ) {
    move(to: target, into: &output)
    // If the terminal draws the cells wider, the end of the line would wrap into the next line.
    let mayBeWider = mayBeWider(line, upTo: cells.upperBound)
    if mayBeWider { output.append(contentsOf: "\u{1B}[?7l".utf8) }
    var style = Style.plain
    for cell in line.cells[cells] {
      if cell.style != style {
        palette.select(cell.style, after: style, into: &output)
        style = cell.style
      }
      line.write(cell, into: &output)
      place.column += cell.columns
    }
    if style != .plain { palette.select(.plain, after: style, into: &output) }
    if mayBeWider { output.append(contentsOf: "\u{1B}[?7h".utf8) }
  }

  // MARK: - Cursor

  /// Moves the cursor to its position in the frame.
  private mutating func moveCursor(to frame: Frame, into output: inout [UInt8]) {
    let target = Place(line: frame.cursorLine, column: frame.cursorColumn)
    guard place != target else { return }
    let line = frame.lines[frame.cursorLine]
    var column = 0
    let before = line.cells.prefix { cell in
      column += cell.columns
      return column <= target.column
    }
    if before.contains(where: \.isOfUncertainWidth) {
      write(before.indices, of: line, at: Place(line: target.line, column: 0), into: &output)
    }
    move(to: target, into: &output)
  }

  private mutating func move(to target: Place, into output: inout [UInt8]) {
    if target.line < place.line {
      output.append(control: "A", place.line - target.line)
    } else if target.line > place.line {
      output.append(control: "B", target.line - place.line)
    }
    let wasInLine = target.line == place.line
    if wasInLine, target.column == place.column { return }
    if wasInLine, target.column == place.column - 1 {
      output.append(0x08)
    } else {
      output.append(0x0D)
      if target.column > 0 { output.append(control: "C", target.column) }
    }
    place = target
  }

  private func framed(_ output: [UInt8]) -> [UInt8] {
    Array("\u{1B}[?2026h\u{1B}[?25l".utf8) + output + Array("\u{1B}[?25h\u{1B}[?2026l".utf8)
  }
}

extension [UInt8] {
  /// Appends an escape sequence of two bytes.
  fileprivate mutating func append(escape final: UInt8) {
    append(0x1B)
    append(final)
  }

  /// Appends a control sequence with one number, which is at least 1. The number 1 is omitted.
  /// String interpolation would be slower, and nearly every key needs this function.
  fileprivate mutating func append(control final: Unicode.Scalar, _ number: Int) {
    append(escape: UInt8(ascii: "["))
    var unit = 1
    while number / unit >= 10 { unit *= 10 }
    while unit > 0, number > 1 {
      append(UInt8(ascii: "0") + UInt8(number / unit % 10))
      unit /= 10
    }
    append(UInt8(ascii: final))
  }
}
