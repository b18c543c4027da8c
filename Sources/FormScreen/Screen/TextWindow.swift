// The visible part of a text that is longer than its place.

import FormText

/// The visible part of a text that is longer than its place.
///
/// The window does not move while the cursor is in it, and then moves by half its width, so that a
/// key costs few bytes. Its position depends only on text, cursor and width.
enum TextWindow {
  /// Appends the window around the cursor, up to the column `end`, with marks for omitted text.
  /// Returns the column of the cursor.
  ///
  /// - Parameter cursor: the cursor, in scalars.
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
        // Half of a wide character is at the edge.
        line.pad(to: line.columns + column + columns - start)
      }
      column += columns
      return column < start + width
    }
    // A wide character that does not fit leaves a column free for the mark.
    if start + width < columns { line.pad(to: end) }
    markEnds(of: &line, from: first, before: start > 0, after: start + width < columns, mark)
    return origin + max(before - start, 0)
  }

  /// The start of the window: 0 while everything up to the cursor fits, then in steps of half a
  /// width.
  private static func start(cursor: Int, columns: Int, width: Int) -> Int {
    // The cursor may be after the last character, which needs a column too.
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
