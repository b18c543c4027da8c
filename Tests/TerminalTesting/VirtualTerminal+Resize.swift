// Changes of the size of the screen.
//
// The model follows tmux 3.3. First the height changes: blank lines below the cursor are removed,
// and then lines at the top move to the scrollback; a higher screen gets them back. Then the width
// changes: soft-wrapped lines are joined and wrapped again, the screen shows the last lines, and
// the cursor stays at its character. Invariant: no character of the main screen and its scrollback
// is lost.

extension VirtualTerminal {
  /// Changes the size. If `reflow` is false, lines are cut or padded as in xterm.
  public mutating func resize(rows newRows: Int, columns newColumns: Int, reflow: Bool = true) {
    let (newRows, newColumns) = (max(newRows, 1), max(newColumns, 1))
    guard newRows != rows || newColumns != columns else { return }
    let alternate = mainScreen.map { main in
      let shown = (grid: grid, cursor: cursor)
      (grid, cursor) = main
      return shown
    }
    changeHeight(to: newRows)
    if reflow { changeWidth(to: newColumns) } else { crop(to: newColumns) }
    if let alternate {
      mainScreen = (grid, cursor)
      (grid, cursor) = alternate
      let lost = max(cursor.row - newRows + 1, 0)
      grid.removeFirst(lost)
      cursor.row -= lost
      grid = Array(grid.prefix(newRows))
      grid += Array(repeating: Line(columns: newColumns), count: newRows - grid.count)
      crop(to: newColumns)
    }
    (rows, columns) = (newRows, newColumns)
    region = 0...(rows - 1)
    cursor.row = min(max(cursor.row, 0), rows - 1)
    cursor.column = min(cursor.column, columns - 1)
    isWrapPending = isWrapPending && cursor.column == columns - 1
    joinable = nil
  }

  private mutating func changeHeight(to newRows: Int) {
    if newRows < grid.count {
      let below = grid.count - 1 - cursor.row
      grid.removeLast(min(below, grid.count - newRows))
      let above = grid.count - newRows
      history += grid.prefix(above)
      grid.removeFirst(above)
      cursor.row -= above
    } else {
      let restored = min(newRows - grid.count, history.count)
      // Without reflow, lines in the scrollback keep their width.
      grid.insert(contentsOf: history.suffix(restored).map { $0.cropped(to: columns) }, at: 0)
      history.removeLast(restored)
      cursor.row += restored
      grid += Array(repeating: Line(columns: columns), count: newRows - grid.count)
    }
  }

  private mutating func crop(to newColumns: Int) {
    grid = grid.map { $0.cropped(to: newColumns) }
  }

  private mutating func changeWidth(to newColumns: Int) {
    guard newColumns != columns else { return }
    let height = grid.count
    let cursorLine = history.count + cursor.row
    // As in tmux, a pending wrap is a position after the last cell.
    let cursorColumn = isWrapPending ? columns : cursor.column
    var wrapped: [Line] = []
    var target: (row: Int, column: Int)?
    var paragraph: [Cell] = []
    var offset: Int?
    let all = history + grid
    for (number, line) in all.enumerated() {
      if number == cursorLine { offset = paragraph.count + cursorColumn }
      let used = line.usedColumns
      // A gap inside a paragraph belongs to its text, even if the end of a line is in the gap.
      paragraph += line.cells.prefix(used).map { cell in
        cell.isErased ? Cell(text: " ", style: cell.style) : cell
      }
      if line.isWrapped, used > 0, number + 1 < all.count { continue }
      let first = wrapped.count
      let starts = wrap(paragraph, into: &wrapped, columns: newColumns)
      if let offset {
        let part = starts.lastIndex { $0 <= offset } ?? 0
        target = (first + part, offset - starts[part])
      }
      (paragraph, offset) = ([], nil)
    }
    if wrapped.count < height {
      wrapped += Array(
        repeating: Line(columns: newColumns), count: height - wrapped.count)
    }
    history = Array(wrapped.dropLast(height))
    grid = Array(wrapped.suffix(height))
    if let target {
      cursor = Position(
        row: max(target.row - history.count, 0),
        column: target.row < history.count ? 0 : min(target.column, newColumns - 1))
      isWrapPending = target.row >= history.count && target.column >= newColumns
    }
  }

  /// Adds a paragraph as lines of a width, and returns the offsets at which the lines start.
  private func wrap(_ cells: [Cell], into lines: inout [Line], columns: Int) -> [Int] {
    var starts = [0]
    var line = Line(columns: 0)
    // If there is only one column, a wide cluster cannot fit and is kept as a narrow one.
    for (offset, var cell) in cells.enumerated() where columns > 1 || cell.width > 0 {
      cell.width = min(cell.width, columns)
      if line.cells.count + cell.width > columns {
        line.isWrapped = true
        line.fill(to: columns)
        lines.append(line)
        line = Line(columns: 0)
        starts.append(offset)
      }
      line.cells.append(cell)
    }
    line.fill(to: columns)
    lines.append(line)
    return starts
  }
}

extension Line {
  /// Returns the line, cut or padded to a width. Removes a wide cluster at the cut.
  fileprivate func cropped(to columns: Int) -> Line {
    var line = self
    line.cutWideCluster(before: columns)
    line.cells.removeLast(max(cells.count - columns, 0))
    line.fill(to: columns)
    return line
  }

  fileprivate mutating func fill(to columns: Int) {
    let missing = max(columns - cells.count, 0)
    cells += Array(repeating: Cell(), count: missing)
  }
}
