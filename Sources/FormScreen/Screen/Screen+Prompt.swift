// The prompt line of a screen: the last one, where keys go.

import FormModel
import FormText

extension Screen {
  /// The prompt line; `beginning` is what stands before the focus's text.
  typealias Prompt = (line: Line, cursor: Int, beginning: Line?)

  func promptLine() -> Prompt {
    var line = Line()
    switch state.prompt {
    case .question(let question):
      append(question, to: &line, end: max(width - 1, 1), .question)
      line.append(" ", .plain, end: width)
      return (line, line.columns, nil)
    case .command(let text, let cursor):
      line.append(": ", .strong, end: Screen.room(oneIn: 2, of: width))
      let column = TextWindow.append(
        text, cursor: cursor, end: width, mark: state.ellipsis, to: &line)
      return (line, column, nil)
    case .find(let text, let cursor):
      let scope = session.currentFind?.scope.name(in: session.template) ?? "all"
      append("find in \(scope)", to: &line, end: Screen.room(oneIn: 2, of: width), .strong)
      // Where the mark would leave no room for what is typed, it goes.
      if line.columns + 7 <= width {
        line.append(" ", .plain, end: width)
        line.append(cursorMark, style: .dim)
        line.append(" ", .plain, end: width)
      }
      let column = TextWindow.append(
        text, cursor: cursor, end: width, mark: state.ellipsis, to: &line)
      return (line, column, nil)
    case .row: return rowPrompt(line)
    }
  }

  /// The columns for what stands before a text: a part of the line, at least one of several.
  static func room(oneIn parts: Int, of width: Int) -> Int { max(width / parts, min(1, width - 1)) }

  private func rowPrompt(_ start: Line) -> Prompt {
    var line = start
    guard let focus = session.focus else { return (line, 0, nil) }
    if !layout.showsStatus, layout.viewportLines < 2, let message = state.message {
      append(message.sentence, to: &line, end: width, message.style)
      return (line, line.columns, nil)
    }
    append(
      session.answers.fullLabel(of: focus), to: &line, end: Screen.room(oneIn: 3, of: width),
      .strong)
    if Screen.marksPrompt(behind: line.columns, width: width) {
      line.append(ascii: 0x20, style: .dim)
      line.append(cursorMark, style: .dim)
      line.append(ascii: 0x20, style: .dim)
    }
    if textPanel != nil {
      append(Screen.lineNumber(of: session), to: &line, end: width)
      if !state.hints.text.isEmpty { append("   " + state.hints.text, to: &line, end: width, .dim) }
      return (line, line.columns, nil)
    }
    let text = shown(session.focusText, of: focus)
    if text.isEmpty {
      let column = line.columns
      append(session.focusedRow?.placeholder ?? "", to: &line, end: width, .dim)
      return (line, column, nil)
    }
    if text.isEditable {
      let beginning = line
      let column = TextWindow.append(
        text, cursor: shownCursor, end: width, mark: state.ellipsis, to: &line)
      return (line, column, beginning)
    }
    if session.focusHoldsLines, session.isFocusEditable { return logicalLinePrompt(line) }
    let size = " (\(grouped(session.focusText.string.utf8.count)) bytes)"
    let end = max(width - size.count, line.columns)
    append(text.beginning(columns: width).string, to: &line, end: end)
    line.append(size, .dim, end: width)
    return (line, line.columns, nil)
  }

  /// The line of a text that the cursor is in, marked where the text has lines before and behind.
  private func logicalLinePrompt(_ start: Line) -> Prompt {
    var line = start
    let mark: Character = state.hasUTF8 ? "⏎" : "$"
    let shown = session.logicalLine
    if !shown.isFirst, line.columns + 3 < width { line.append(mark, style: .dim) }
    let end = width - (shown.isLast ? 0 : 1)
    let column = TextWindow.append(
      shown.text, cursor: shown.cursor, end: end, mark: state.ellipsis, to: &line)
    line.cut(to: width)
    if !shown.isLast, line.columns < width { line.append(mark, style: .dim) }
    return (line, column, nil)
  }

  /// The columns that stand before the text in the prompt of a row.
  static func promptColumns(of row: FormRow.ID, in session: FormSession, width: Int) -> Int {
    let label = min(
      CellReader.columns(of: session.answers.fullLabel(of: row)), room(oneIn: 3, of: width))
    return label + (marksPrompt(behind: label, width: width) ? 3 : 0)
  }

  /// Whether the mark of the focus stands between label and text in the prompt.
  static func marksPrompt(behind columns: Int, width: Int) -> Bool {
    columns + 3 <= max(width / 2, min(3, width - 1))
  }

  /// `line 2 of 5`, and the keys that leave: what the prompt says while the panel is edited.
  static func lineNumber(of session: FormSession) -> String {
    let isList = session.focus.map { session.answers.rowType(of: $0).holdsEntries } ?? false
    var (number, count, scalars) = (1, 1, 0)
    let cursor = session.cursor
    for byte in session.focusText.string.utf8 {
      if byte == 0x0A {
        count += 1
        if scalars < cursor { number += 1 }
      }
      if byte & 0xC0 != 0x80 { scalars += 1 }
    }
    return "\(isList ? "entry" : "line") \(number) of \(count)"
  }
}
