// The visible part of a text that is too long for its line.

import FormText

/// Shows a part of a text that is too long for its line.
///
/// The window does not move while the cursor is inside it. When it must move, it moves by half its
/// width, so that few bytes are sent for most keys. Its position depends only on the text, the
/// cursor and the width.
enum TextWindow {
  /// Appends the part of the text around the cursor, up to the column `end`, with marks for omitted
  /// text. Returns the column of the cursor.
  ///
  /// - Parameter cursor: the position of the cursor, in scalars.
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
        // Only the right half of a wide character is inside the window, so a blank replaces it.
        line.pad(to: line.columns + column + columns - start)
      }
      column += columns
      return column < start + width
    }
    // A wide character at the right edge may not fit. A blank fills the column that it leaves, and
    // the mark replaces the blank.
    if start + width < columns { line.pad(to: end) }
    markEnds(of: &line, from: first, before: start > 0, after: start + width < columns, mark)
    return origin + max(before - start, 0)
  }

  /// Returns the first column of the window. It is 0 while everything up to the cursor fits; after
  /// that it increases in steps of half the width.
  private static func start(cursor: Int, columns: Int, width: Int) -> Int {
    // The cursor can be after the last character, so it needs a column there.
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
