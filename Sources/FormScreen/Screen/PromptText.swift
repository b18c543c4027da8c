// The prompt for a text of several lines, wrapped at words.
//
// Invariant: the cursor is always in view, and every line of the text can be brought there.

import FormModel
import FormText

/// A text that takes several lines of the prompt.
struct PromptText {
  /// The text wrapped to the lines of the prompt.
  let wrapped: WrappedText
  /// The position of the cursor.
  let place: WrappedText.Place
  /// The columns before the text.
  let gutter: Int

  /// The prompt of the focus; nil if its text fits one line, cannot be edited here, or the screen
  /// has no room.
  init?(of session: borrowing FormSession, state: ScreenState, layout: ScreenLayout, width: Int) {
    guard state.prompt == .row, session.focusHoldsLines, let focus = session.focus,
      layout.mostPromptLines > 1, layout.viewportLines > 1, session.isFocusEditable
    else { return nil }
    let gutter = Screen.promptColumns(of: focus, in: session, width: width, layout: layout)
    guard width >= gutter + WrappedText.leastWidth else { return nil }
    let text = session.focusText
    guard PromptText.exceeds(text, columns: width - gutter) else { return nil }
    self.gutter = gutter
    // Indentation tells continuation lines of an entry from the next entry.
    let isList = session.answers.rowType(of: focus).holdsEntries
    wrapped = WrappedText(text, width: width - gutter, indent: isList ? 2 : 0)
    place = wrapped.place(of: session.cursor)
  }

  /// Whether a text and the cursor after it need more than one line of some columns.
  private static func exceeds(_ text: Text, columns: Int) -> Bool {
    if CellReader.isPrintableASCII(text.string) { return text.string.utf8.count >= columns }
    return text.string.utf8.contains(0x0A) || CellReader.columns(of: text.string) >= columns
  }

  /// The preferred number of lines after the first.
  var furtherLines: Int { wrapped.pieces.count - 1 }

  /// The first line in view: unchanged if possible, with the cursor in view.
  func top(showing lines: Int, from top: Int) -> Int {
    let last = max(wrapped.pieces.count - lines, 0)
    let first = max(place.piece - lines + 1, 0)
    return min(max(min(top, last), first), place.piece)
  }

  /// A number of lines from one on, each after its mark; `prompt` is the mark of the first.
  func lines(
    _ count: Int, from top: Int, after label: Line, width: Int, prompt: Character,
    symbols: Symbols
  ) -> [Line] {
    (top..<top + count).map { number in
      var line = number == top ? label : Line()
      guard wrapped.pieces.indices.contains(number) else { return line }
      let mark = mark(
        number == top ? prompt : symbols.lineOn, continuesAbove: number == top && number > 0,
        below: number == top + count - 1 && number < wrapped.pieces.count - 1, symbols)
      if gutter >= 3 {
        line.pad(to: gutter - 2)
        line.append(mark, style: number == top && number == 0 ? .focus : .dim)
      }
      line.pad(to: gutter + wrapped.pieces[number].indent)
      line.append(String(wrapped.string(of: number)), end: width)
      return line
    }
  }

  /// The mark before a line, which shows whether there is more text above or below.
  private func mark(
    _ inside: Character, continuesAbove above: Bool, below: Bool, _ symbols: Symbols
  ) -> Character {
    switch (above, below) {
    case (false, false): inside
    case (true, false): symbols.above
    case (false, true): symbols.below
    case (true, true): symbols.both
    }
  }
}
