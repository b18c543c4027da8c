// A text of several lines: where the line around the cursor begins and ends, and what is killed in it.
//
// Invariant: a line break is one line feed, which belongs to no line; a text without one is a line.

import CLibEdit

extension EditorContext {
  /// What separates lines.
  static let lineBreak: UInt32 = 0x0a

  /// Where the line around a position begins. O(line).
  func lineStart(at position: Int) -> Int {
    withLine { line in
      line[..<position].lastIndex(of: EditorContext.lineBreak).map { $0 + 1 } ?? 0
    }
  }

  /// Where the line around a position ends, before its line break. O(line).
  func lineEnd(at position: Int) -> Int {
    withLine { line in line[position...].firstIndex(of: EditorContext.lineBreak) ?? line.count }
  }

  /// Kills in the line around the cursor; where there is nothing to kill, the line break beside it.
  ///
  /// An empty kill does nothing: it would empty the kill buffer.
  func killInLine(_ function: OwnFunction, at position: Int) {
    let (start, end) = (lineStart(at: position), lineEnd(at: position))
    switch function {
    case .killToLineEnd: kill(position..<(position < end ? end : min(end + 1, lineCount)))
    case .killToLineStart: kill((start < position ? start : max(start - 1, 0))..<position)
    default: kill((start < end ? start : max(start - 1, 0))..<end)
    }
  }

  /// Deletes into the kill buffer.
  ///
  /// - Parameter areLines: Whether vi puts it back as lines.
  func kill(_ range: Range<Int>, areLines: Bool = false) {
    guard !range.isEmpty else { return }
    le_kill(el, range.lowerBound, range.count)
    killedCount = range.count
    vi.killsLines = areLines
    generation += 1
  }

  /// Puts the cursor somewhere else, never into a character.
  func moveCursor(to cursor: Int) {
    guard cursor != self.cursor else { return }
    le_set_cursor(el, max(0, cursor))
    settle()
    le_redraw(el)
  }
}
