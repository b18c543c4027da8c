// The basis of a frame, and the frames that differ from it only in the focused text. Most keys change
// only this text, so most frames are derived from the last one.

import FormModel
import FormText

/// The basis of a frame: the state from which it was made, apart from the focused text. Frames with
/// the same basis differ only in the focused text. The basis is a class, because each frame shares
/// its basis with the next frame.
final class FrameBasis: Sendable {
  let revision: Int
  let viewport: Viewport
  let layout: ScreenLayout
  let size: ScreenSize
  let state: ScreenState
  /// The focused text in its row and at the prompt; nil if a change of the text needs a new frame.
  let row: EditedText?
  let prompt: EditedText?
  /// The title line and the key line, with their contents. The next frame has the same lines if
  /// their contents are the same.
  let title: Screen.TitleLine?
  let keys: Screen.KeysLine?

  init(
    session: borrowing FormSession, layout: ScreenLayout, size: ScreenSize, state: ScreenState,
    row: EditedText?, prompt: EditedText?, title: Screen.TitleLine?,
    keys: Screen.KeysLine?
  ) {
    revision = session.revision
    viewport = session.place.viewport
    self.layout = layout
    self.size = size
    self.state = state
    self.row = row
    self.prompt = prompt
    (self.title, self.keys) = (title, keys)
  }
}

/// The position of an edited text in a frame.
struct EditedText: Sendable {
  var line: Int
  /// The cells before the text.
  var beginning: Line
  /// The column at which the text must end.
  var end: Int
  /// The thumb of the scroll bar in the last column; nil if it is not on this line.
  var thumb: Character?

  /// Returns the line with a text, and the column of the cursor.
  func line(with text: Text, cursor: Int, mark: Character) -> (line: Line, column: Int) {
    var line = beginning
    let column = TextWindow.append(text, cursor: cursor, end: end, mark: mark, to: &line)
    line.append(thumb: thumb, at: end)
    return (line, column)
  }
}

extension Frame {
  /// Returns this frame with another focused text. Most keys change only this text. Returns nil if
  /// the new text needs a whole new frame, for example because it is empty.
  func edited(to text: Text, cursor: Int) -> Frame? {
    guard let basis, let row = basis.row, let prompt = basis.prompt, !text.isEmpty, text.isEditable
    else { return nil }
    let mark = basis.state.symbols.cut
    var frame = self
    frame.lines[row.line] = row.line(with: text, cursor: cursor, mark: mark).line
    let (line, column) = prompt.line(with: text, cursor: cursor, mark: mark)
    frame.lines[prompt.line] = line
    frame.cursorColumn = min(column, basis.size.usableColumns)
    return frame
  }

  /// Returns the index of the first cell of a line that differs from the same line of another
  /// frame; nil if the lines are equal. Spans keep the lines from being copied.
  func firstDifference(from other: Frame, on number: Int) -> Int? {
    let (lines, others) = (lines.span, other.lines.span)
    return lines[number].firstDifference(from: others[number])
  }

  /// Returns the lines that may differ from another frame of the same height. The range may exclude
  /// the prompt's line, which the caller compares itself.
  func linesThatMayDiffer(from other: Frame) -> Range<Int> {
    guard let basis, basis === other.basis, let row = basis.row else { return lines.indices }
    return row.line..<row.line + 1
  }
}
