// The prompt of a screen, where typed text is shown.

import FormModel
import FormText

extension Screen {
  /// The lines of the prompt, and the position of the cursor. `beginning` contains the cells before
  /// the focused text. It is nil if the text cannot be painted separately.
  struct Prompt {
    var lines: [Line]
    var cursorLine = 0
    var cursorColumn: Int
    var beginning: Line?

    init(_ line: Line, cursor: Int, beginning: Line? = nil) {
      (lines, cursorColumn, self.beginning) = ([line], cursor, beginning)
    }
  }

  func promptLines() -> Prompt {
    var line = Line()
    switch state.prompt {
    case .question(let question, let shorter, _):
      let texts = [question] + shorter
      let fitting = texts.first { CellReader.columns(of: $0) + 3 <= width }
      append(
        symbols.sentence(fitting ?? texts[texts.count - 1]), to: &line, end: max(width - 3, 1),
        .title)
      appendMark(to: &line, end: width)
      return Prompt(line, cursor: line.columns)
    case .waiting(let sentence, _):
      append(symbols.sentence(sentence), to: &line, end: width, .title)
      return Prompt(line, cursor: min(line.columns, width))
    case .command(let text, let cursor):
      line.append(": ", .focus, end: Screen.room(oneIn: 2, of: width))
      return typed(text, cursor: cursor, after: line)
    case .file(let text, let cursor, let isProposed):
      append("File", to: &line, end: Screen.room(oneIn: 2, of: width), .title)
      appendMark(to: &line, end: max(width - 7, 1))
      let start = line.cells.count
      var prompt = typed(text, cursor: cursor, after: line)
      if isProposed { prompt.lines[0].restyle(from: start, as: .replaced) }
      return prompt
    case .find(let text, let cursor):
      append("Find", to: &line, end: Screen.room(oneIn: 2, of: width), .title)
      appendMark(to: &line, end: max(width - 7, 1))
      return typed(text, cursor: cursor, after: line)
    case .row: return rowPrompt()
    }
  }

  /// Returns the prompt with a text that does not belong to a row.
  private func typed(_ text: Text, cursor: Int, after start: Line) -> Prompt {
    var line = start
    let column = TextWindow.append(text, cursor: cursor, end: width, mark: symbols.cut, to: &line)
    appendOffer(at: cursor == text.scalarCount ? column : nil, to: &line)
    return Prompt(line, cursor: column)
  }

  /// Appends the offer, the dim text that the key → accepts, after the cursor.
  private func appendOffer(at column: Int?, to line: inout Line) {
    guard let offer = state.line.offer, let column, column == line.columns else { return }
    append(offer, to: &line, end: width, .dim)
  }

  /// Appends the mark between the label and the text, if there is room.
  private func appendMark(to line: inout Line, end: Int) {
    guard line.columns + 3 <= end else { return }
    line.append(" ", end: end)
    line.append(promptMark, style: .focus)
    line.append(" ", end: end)
  }

  private var promptMark: Character { state.keys.isInCommandMode ? ":" : symbols.prompt }

  /// Returns the columns for the part before a text: a fraction of the line, but at least one
  /// column if the line has several columns.
  static func room(oneIn parts: Int, of width: Int) -> Int { max(width / parts, min(1, width - 1)) }

  private func rowPrompt() -> Prompt {
    var line = Line()
    guard let focus = session.focus else { return Prompt(line, cursor: 0) }
    if !layout.showsMessage, let message = state.message {
      append(symbols.sentence(message.sentence), to: &line, end: width, message.style)
      return Prompt(line, cursor: line.columns)
    }
    append(
      Screen.promptLabel(of: focus, in: session, width: width, layout: layout, symbols: symbols),
      to: &line, end: Screen.room(oneIn: 3, of: width), .title)
    if let prompt, share.prompt > 0 {
      let count = share.prompt + 1
      let top = prompt.top(showing: count, from: state.scrolling.text)
      var lines = Prompt(line, cursor: prompt.gutter + prompt.place.column)
      lines.lines = prompt.lines(
        count, from: top, after: line, width: width, prompt: promptMark, symbols: symbols)
      lines.cursorLine = prompt.place.piece - top
      return lines
    }
    if Screen.marksPrompt(after: line.columns, width: width) {
      appendMark(to: &line, end: width)
    }
    return textPrompt(after: line, of: focus)
  }

  private func textPrompt(after start: Line, of focus: FormRow.ID) -> Prompt {
    var line = start
    let text = shown(session.focusText, of: focus)
    if text.isEmpty {
      let column = line.columns
      if state.line.offer != nil {
        appendOffer(at: column, to: &line)
      } else if let placeholder = placeholder(of: focus), !placeholder.isEmpty {
        append(symbols.example(placeholder), to: &line, end: width, .dim)
      }
      return Prompt(line, cursor: column)
    }
    if text.isEditable {
      let cursor = shownCursor
      let column = TextWindow.append(
        text, cursor: cursor, end: width, mark: symbols.cut, to: &line)
      if state.line.isUntouched {
        line.restyle(from: start.cells.count, as: .replaced)
        return Prompt(line, cursor: column)
      }
      guard state.line.offer == nil else {
        appendOffer(at: cursor == text.scalarCount ? column : nil, to: &line)
        return Prompt(line, cursor: column)
      }
      return Prompt(line, cursor: column, beginning: start)
    }
    if session.focusHoldsLines, session.isFocusEditable { return logicalLinePrompt(line) }
    let size = " (\(grouped(session.focusText.string.utf8.count)) bytes)"
    let end = max(width - size.count, line.columns)
    append(text.beginning(columns: width).string, to: &line, end: end)
    line.append(size, .dim, end: width)
    return Prompt(line, cursor: line.columns)
  }

  /// Returns the placeholder of a row. On an add line (the line that adds an item to a list),
  /// returns the placeholder of the row that gets the typed text.
  private func placeholder(of row: FormRow.ID) -> String? {
    let number =
      session.isAddLine(row)
      ? session.answers.outline.itemCount(of: row.listOfAddLine) + 1
      : session.answers.number(of: row)
    return session.template[row].example(number: number)
  }

  /// Returns the line of the text that contains the cursor. Marks show whether other lines precede
  /// or follow it.
  private func logicalLinePrompt(_ start: Line) -> Prompt {
    var line = start
    let shown = session.logicalLine
    if !shown.isFirst, line.columns + 3 < width { line.append(symbols.lineBreak, style: .dim) }
    let end = width - (shown.isLast ? 0 : 1)
    let column = TextWindow.append(
      shown.text, cursor: shown.cursor, end: end, mark: symbols.cut, to: &line)
    line.cut(to: width)
    if !shown.isLast, line.columns < width { line.append(symbols.lineBreak, style: .dim) }
    return Prompt(line, cursor: column)
  }

  /// Returns the label of the focused row at the prompt. It includes the label of the row's item if
  /// no other line of the form shows that label.
  private static func promptLabel(
    of row: FormRow.ID, in session: FormSession, width: Int, layout: ScreenLayout, symbols: Symbols
  ) -> String {
    let label =
      !layout.showsHeaders || session.matches != nil
      ? session.answers.fullLabel(of: row)
      : session.isAddLine(row)
        ? session.answers.labelOfNextRow(of: row.listOfAddLine) : session.answers.label(of: row)
    return symbols.short(label, columns: room(oneIn: 3, of: width))
  }

  /// Returns the number of columns before the text at the prompt of a row.
  static func promptColumns(
    of row: FormRow.ID, in session: FormSession, width: Int, layout: ScreenLayout, symbols: Symbols
  ) -> Int {
    let text = promptLabel(
      of: row, in: session, width: width, layout: layout, symbols: symbols)
    let label = min(CellReader.columns(of: text), room(oneIn: 3, of: width))
    return label + (marksPrompt(after: label, width: width) ? 3 : 0)
  }

  /// Returns whether there is room for a mark between the label and the text at the prompt.
  static func marksPrompt(after columns: Int, width: Int) -> Bool {
    columns + 3 <= max(width / 2, min(3, width - 1))
  }
}
