// The prompt for a text of several lines, which are wrapped at words.
//
// Invariant: the cursor is always in view, and every line of the text can be scrolled into view.

import FormModel
import FormText

/// A text that needs several lines of the prompt.
struct PromptText {
  /// The text wrapped to the lines of the prompt.
  let wrapped: WrappedText
  /// The line and column of the cursor in the wrapped text.
  let place: WrappedText.Place
  /// The number of columns before the text.
  let gutter: Int

  /// Creates the prompt of the focused row. Nil if its text fits one line, or cannot be edited
  /// here, or if the screen has no room.
  init?(of session: borrowing FormSession, state: ScreenState, layout: ScreenLayout, width: Int) {
    guard state.prompt == .row, session.focusHoldsLines, let focus = session.focus,
      layout.mostPromptLines > 1, layout.viewportLines > 1, session.isFocusEditable
    else { return nil }
    let gutter = Screen.promptColumns(
      of: focus, in: session, width: width, layout: layout, symbols: state.symbols)
    guard width >= gutter + WrappedText.leastWidth else { return nil }
    let text = session.focusText
    guard PromptText.exceeds(text, columns: width - gutter) else { return nil }
    self.gutter = gutter
    // Indentation distinguishes the continuation lines of an entry from the next entry.
    let isList = session.answers.rowType(of: focus).holdsEntries
    wrapped = WrappedText(text, width: width - gutter, indent: isList ? 2 : 0)
    place = wrapped.place(of: session.cursor)
  }

  /// Returns whether a text, with the cursor after it, needs more than one line.
  private static func exceeds(_ text: Text, columns: Int) -> Bool {
    if CellReader.isPrintableASCII(text.string) { return text.string.utf8.count >= columns }
    return text.string.utf8.contains(0x0A) || CellReader.columns(of: text.string) >= columns
  }

  /// The preferred number of lines after the first line.
  var furtherLines: Int { wrapped.pieces.count - 1 }

  /// Returns the index of the first line in view. Keeps the first line `top` if the cursor is then
  /// in view; otherwise scrolls just far enough.
  func top(showing lines: Int, from top: Int) -> Int {
    let last = max(wrapped.pieces.count - lines, 0)
    let first = max(place.piece - lines + 1, 0)
    return min(max(min(top, last), first), place.piece)
  }

  /// Returns `count` lines, starting at line `top`, each after its mark. `prompt` is the mark of
  /// the first line.
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

  /// Returns the mark before a line. The mark shows whether the text continues above or below.
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
