// The panel in which a text of several lines is edited, the terminal's cursor in it. A text that
// fits the prompt has none.

import FormModel
import FormText

/// The text of the focus, wrapped at words.
struct TextPanel {
  let wrapped: WrappedText
  /// Where the cursor stands.
  let place: WrappedText.Place
  /// The columns before the text, which show where it goes on.
  let gutter: Int
  private let state: ScreenState

  /// The least half of the viewport that serves better than the prompt.
  private static let leastLines = 2

  /// The panel of the focus; nil where its text fits the prompt, or cannot be edited here, or the
  /// screen has no room.
  init?(of session: FormSession, state: ScreenState, layout: ScreenLayout, width: Int) {
    let gutter = width < 16 ? 1 : 2
    guard layout.viewportLines >= 2 * TextPanel.leastLines,
      width >= gutter + WrappedText.leastWidth, let focus = session.focus, session.isFocusEditable
    else { return nil }
    let text = session.focusText
    let room = width - Screen.promptColumns(of: focus, in: session, width: width)
    guard TextPanel.exceeds(text, columns: room) else { return nil }
    self.gutter = gutter
    self.state = state
    // What goes on under an entry is distinguished from the next entry.
    let isList = session.answers.rowType(of: focus).holdsEntries
    wrapped = WrappedText(text, width: width - gutter, indent: isList ? 2 : 0)
    place = wrapped.place(of: session.cursor)
  }

  /// Whether a text and the cursor behind it need more than some columns of one line.
  private static func exceeds(_ text: Text, columns: Int) -> Bool {
    if CellReader.isPrintableASCII(text.string) { return text.string.utf8.count >= columns }
    return text.string.utf8.contains(0x0A) || CellReader.columns(of: text.string) >= columns
  }

  /// The first line in view: as it was, where it can be, with the cursor in view.
  func top(showing lines: Int, from top: Int) -> Int {
    let last = max(wrapped.pieces.count - lines, 0)
    let first = max(place.piece - lines + 1, 0)
    return min(max(min(top, last), first), place.piece)
  }

  /// So many lines from one on.
  func lines(_ count: Int, from top: Int, width: Int) -> [Line] {
    (top..<top + count).map { number in
      var line = Line()
      guard wrapped.pieces.indices.contains(number) else { return line }
      let isFirst = number == top && number > 0
      let isLast = number == top + count - 1 && number < wrapped.pieces.count - 1
      line.append(mark(goesOnAbove: isFirst, below: isLast), style: .dim)
      line.pad(to: gutter + wrapped.pieces[number].indent)
      line.append(String(wrapped.string(of: number)), end: width)
      return line
    }
  }

  /// What stands before a line: whether there is more text above or below.
  private func mark(goesOnAbove above: Bool, below: Bool) -> Character {
    switch (above, below) {
    case (false, false): state.hasUTF8 ? "│" : "|"
    case (true, false): state.hasUTF8 ? "↑" : "^"
    case (false, true): state.hasUTF8 ? "↓" : "v"
    case (true, true): state.hasUTF8 ? "↕" : "*"
    }
  }
}
