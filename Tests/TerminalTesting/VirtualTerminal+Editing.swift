// Moving, erasing, inserting, deleting and scrolling.
//
// Invariant: every line has `columns` cells, and no operation leaves only half of a wide cluster.

extension VirtualTerminal {
  // MARK: - Moving

  /// Moves the cursor, and keeps it on the grid.
  mutating func move(row: Int, column: Int) {
    cursor = Position(row: min(max(row, 0), rows - 1), column: min(max(column, 0), columns - 1))
    isWrapPending = false
  }

  /// Moves the cursor. In origin mode, rows count from the top of the scrolling region, and the
  /// cursor stays in the region.
  mutating func moveInRegion(row: Int, column: Int) {
    if modes.contains(6) {
      move(row: min(region.lowerBound + row, region.upperBound), column: column)
    } else {
      move(row: row, column: column)
    }
  }

  mutating func moveUp(_ count: Int) {
    let limit = cursor.row >= region.lowerBound ? region.lowerBound : 0
    move(row: max(cursor.row - count, limit), column: cursor.column)
  }

  mutating func moveDown(_ count: Int) {
    let limit = cursor.row <= region.upperBound ? region.upperBound : rows - 1
    move(row: min(cursor.row + count, limit), column: cursor.column)
  }

  /// Moves down a line, and scrolls at the end of the region.
  mutating func lineFeed() {
    if cursor.row == region.upperBound {
      scrollUp(1)
    } else if cursor.row < rows - 1 {
      cursor.row += 1
    }
  }

  mutating func reverseLineFeed() {
    if cursor.row == region.lowerBound {
      scrollDown(1)
    } else if cursor.row > 0 {
      cursor.row -= 1
    }
    isWrapPending = false
  }

  // MARK: - Scrolling

  /// Scrolls the region up; lines that leave the main screen at the top go to the scrollback.
  mutating func scrollUp(_ count: Int) {
    for _ in 0..<min(count, region.count) {
      let line = grid.remove(at: region.lowerBound)
      if region.lowerBound == 0, mainScreen == nil { history.append(line) }
      grid.insert(blankLine, at: region.upperBound)
    }
  }

  mutating func scrollDown(_ count: Int) {
    for _ in 0..<min(count, region.count) {
      grid.remove(at: region.upperBound)
      grid.insert(blankLine, at: region.lowerBound)
    }
  }

  mutating func insertLines(_ count: Int) {
    guard region.contains(cursor.row) else { return }
    for _ in 0..<min(count, region.upperBound - cursor.row + 1) {
      grid.remove(at: region.upperBound)
      grid.insert(blankLine, at: cursor.row)
    }
    move(row: cursor.row, column: 0)
  }

  mutating func deleteLines(_ count: Int) {
    guard region.contains(cursor.row) else { return }
    for _ in 0..<min(count, region.upperBound - cursor.row + 1) {
      grid.remove(at: cursor.row)
      grid.insert(blankLine, at: region.upperBound)
    }
    move(row: cursor.row, column: 0)
  }

  private var blankLine: Line { Line(columns: columns, style: style.erased) }

  // MARK: - Cells

  mutating func insertCells(_ count: Int) {
    let count = min(count, columns - cursor.column)
    let blanks = Array(repeating: Cell(style: style.erased), count: count)
    grid[cursor.row].cutWideCluster(before: cursor.column)
    grid[cursor.row].cutWideCluster(before: columns - count)
    grid[cursor.row].cells.removeLast(count)
    grid[cursor.row].cells.insert(contentsOf: blanks, at: cursor.column)
    isWrapPending = false
  }

  mutating func deleteCells(_ count: Int) {
    let range = cursor.column..<min(cursor.column + count, columns)
    eraseCells(range)
    grid[cursor.row].cells.removeSubrange(range)
    grid[cursor.row].cells += Array(repeating: Cell(style: style.erased), count: range.count)
  }

  /// Erases cells of the cursor's line.
  mutating func eraseCells(_ range: Range<Int>) {
    grid[cursor.row].erase(range, style: style.erased)
    if range.upperBound >= columns { grid[cursor.row].isWrapped = false }
    isWrapPending = false
  }

  mutating func eraseInLine(_ selector: Int) {
    switch selector {
    case 0: eraseCells(cursor.column..<columns)
    case 1: eraseCells(0..<cursor.column + 1)
    default: eraseCells(0..<columns)
    }
  }

  mutating func eraseInDisplay(_ selector: Int) {
    switch selector {
    case 0:
      eraseInLine(0)
      eraseLines(cursor.row + 1..<rows)
    case 1:
      eraseLines(0..<cursor.row)
      eraseInLine(1)
    case 2:
      eraseLines(0..<rows)
    default:
      history = []
    }
  }

  private mutating func eraseLines(_ range: Range<Int>) {
    for row in range { grid[row] = blankLine }
    isWrapPending = false
  }
}
