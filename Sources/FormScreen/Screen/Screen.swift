// The screen: a pure function from a session, a state and a size to a frame.
//
// Only rows in view are read (law 15). From top to bottom, the frame has a title, the viewport, a
// panel, messages, the prompt and the keys.

public import FormModel
import FormText

/// Paints a form.
public struct Screen {
  let session: FormSession
  let state: ScreenState
  let layout: ScreenLayout
  let size: ScreenSize
  private let parts: ScreenParts
  /// The lines of the viewport that no panel, message or prompt covers.
  private let formLines: Int
  private let columns: RowColumns
  /// The focused row. Reading it from the session would copy the session for each row.
  private let focus: FormRow.ID?
  /// The known problems. Reading them from the session would copy the session for each row.
  let problems: [FormRow.ID: Problem]
  /// Whether the path of a row is shown in the lines above it.
  private let showsPaths: Bool

  var width: Int { size.usableColumns }
  var symbols: Symbols { state.symbols }
  var panel: Panel? { parts.panel }
  var prompt: PromptText? { parts.prompt }
  var message: ScreenState.Message? { parts.message }
  var share: PanelShare { parts.share }

  /// Returns the frame of a session on a terminal.
  ///
  /// - Parameters:
  ///   - session: the session to paint. Pass a local value: a property of a class would be copied
  ///     for the call, and the copy would retain all of its references.
  ///   - state: the panels, messages and questions.
  ///   - size: the size of the terminal.
  ///   - layout: the layout that the session's viewport and panel have.
  ///   - previous: an earlier frame of the same session, whose unchanged lines are reused.
  public static func frame(
    of session: FormSession, state: ScreenState, size: ScreenSize, layout: ScreenLayout,
    previous: Frame? = nil
  ) -> Frame {
    previous.flatMap {
      editedFrame(of: session, state: state, size: size, layout: layout, previous: $0)
    }
      ?? frame(
        of: session, state: state, size: size, layout: layout, parts: nil, previous: previous)
  }

  /// Returns the next frame if only the focused text or its cursor has changed, as with most keys.
  /// Otherwise returns nil.
  static func editedFrame(
    of session: FormSession, state: ScreenState, size: ScreenSize, layout: ScreenLayout,
    previous: Frame
  ) -> Frame? {
    guard let basis = previous.basis, basis.revision == session.revision, basis.size == size,
      basis.viewport == session.place.viewport, basis.layout == layout, basis.state == state,
      !session.isFocusSecret
    else { return nil }
    return previous.edited(to: session.focusText, cursor: session.cursor)
  }

  /// Returns a new frame.
  ///
  /// - Parameters:
  ///   - parts: the panel, prompt and message of this session and state; nil to make them here.
  ///   - previous: a frame from which the title line and the key line are copied if their contents
  ///     are the same.
  static func frame(
    of session: FormSession, state: ScreenState, size: ScreenSize, layout: ScreenLayout,
    parts: ScreenParts?, previous: Frame? = nil
  ) -> Frame {
    let width = size.usableColumns
    let parts = parts ?? ScreenParts(of: session, state: state, layout: layout, width: width)
    return Screen(session, state: state, layout: layout, size: size, parts: parts)
      .frame(after: previous?.basis)
  }

  private init(
    _ session: FormSession, state: ScreenState, layout: ScreenLayout, size: ScreenSize,
    parts: ScreenParts
  ) {
    var columns = RowColumns(of: session, width: size.usableColumns)
    formLines = max(layout.viewportLines - parts.share.lines, 1)
    let showsAllRows = session.matches == nil
    showsPaths =
      showsAllRows || state.isFinding && formLines >= FormSession.leastLinesWithPaths
    // While only found rows are shown, a row's label begins with the label of its item.
    if !showsAllRows, !showsPaths {
      columns.text = columns.label + max(size.usableColumns * 2 / 5, 3)
    }
    self.columns = columns
    focus = session.focus
    (self.session, self.state, self.layout, self.size) = (session, state, layout, size)
    self.parts = parts
    problems = session.problems
  }

  private func frame(after previous: FrameBasis?) -> Frame {
    var lines: [Line] = []
    lines.reserveCapacity(layout.lineCount + 2)
    let title = layout.showsTitle ? titleLine(after: previous?.title) : nil
    if let title { lines.append(title.line) }
    var row: EditedText?
    if layout.viewportLines > 0 {
      let shown = formLinesInView(formLines)
      row = shown.row.map { EditedText(line: lines.count, in: $0, end: formWidth) }
      lines += shown.lines
      lines += panelLines()
    }
    lines += messageLines()
    let first = lines.count
    let prompt = promptLines()
    lines += prompt.lines
    let keys = layout.showsKeys ? keyLine(after: previous?.keys) : nil
    if let keys { lines.append(keys.line) }
    // On a screen of only a few columns, even a mark and a letter can be too wide, so they are cut.
    for number in lines.indices where lines[number].columns > width {
      lines[number].cut(to: width)
    }
    let edited = prompt.beginning.map { EditedText(line: first, beginning: $0, end: width) }
    return Frame(
      lines: lines,
      basis: FrameBasis(
        session: session, layout: layout, size: size, state: state, row: row, prompt: edited,
        title: title, keys: keys),
      cursorLine: first + prompt.cursorLine, cursorColumn: min(prompt.cursorColumn, width))
  }

  // MARK: - Form

  private typealias EditedRow = (number: Int, beginning: Line, thumb: Character?)

  /// Returns the lines of the viewport. For `Frame.edited`, also returns the number of the focused
  /// row's line, the cells before its text and its part of the scroll bar; nil if the line cannot
  /// be painted with another text in this way.
  private func formLinesInView(_ count: Int) -> (lines: [Line], row: EditedRow?) {
    var lines: [Line] = []
    lines.reserveCapacity(count)
    var row: EditedRow?
    let thumb = Scrollbar.thumb(
      of: session.place.viewport.lines.lowerBound.value, height: count, of: session.lineCount)
    if state.isFinding { return (resultLines(count, thumb: thumb), nil) }
    let path = session.stickyPath
    for (number, content) in session.linesInView.prefix(count).enumerated() {
      let mark = thumb.contains(number) ? symbols.thumb : nil
      var line: Line
      var beginning: Line?
      if number == 0, let path {
        line = header(path.text(columns: headerWidth))
      } else {
        (line, beginning) = formLine(content)
      }
      if let beginning { row = (number, beginning, mark) }
      line.append(thumb: mark, at: width - 1)
      lines.append(line)
    }
    lines += repeatElement(Line(), count: max(count - lines.count, 0))
    return (lines, row)
  }

  /// Returns the results of a search.
  private func resultLines(_ count: Int, thumb: Range<Int>) -> [Line] {
    var lines = session.foundLines(count).map { line in
      switch line {
      case .path(let path): header(path.text(columns: headerWidth - 1), indent: 2)
      case .row(let number): formLine(session.viewLine(at: number)).line
      }
    }
    if lines.isEmpty, let text = session.currentFind?.text, !text.isBlank,
      session.findProgress?.isComplete == true
    {
      let scope = session.currentFind?.scope ?? .all
      let title = scope.title(in: session.template)
      let place = scope == .all ? "" : " in \(title); Tab looks elsewhere"
      lines = [header("No row matches \(text.string.quoted)\(place)")]
      if let message = session.hiddenMatch { lines.append(header(message.fact)) }
    }
    lines += repeatElement(Line(), count: max(count - lines.count, 0))
    for number in lines.indices where thumb.contains(number) {
      lines[number].append(thumb: symbols.thumb, at: width - 1)
    }
    return lines
  }

  /// The width of the form. The last column is for the scroll bar.
  var formWidth: Int { max(width - 1, 1) }

  /// The width of a header between its margin and the scroll bar.
  private var headerWidth: Int { formWidth - min(1, formWidth) }

  private func header(_ path: String, indent: Int = 1) -> Line {
    var line = Line()
    line.pad(to: min(indent, formWidth))
    append(path, to: &line, end: formWidth, .title)
    return line
  }

  /// Returns a line of the form. For the focused row, also returns the cells before its text.
  private func formLine(_ content: Outline.Line?) -> (line: Line, beginning: Line?) {
    switch content {
    case .listTitle(let list):
      return (header(session.answers.titlePath(of: list).text(columns: headerWidth)), nil)
    case .itemHeader(let section, let item, _):
      let path = session.answers.itemPath(section: section, item: item)
      return (header(path.text(columns: headerWidth)), nil)
    case .row(let id, let index): return rowLine(id, index: index)
    case .note(let id, let number): return (noteLine(id, number), nil)
    case nil: return (Line(), nil)
    }
  }

  /// Returns a line of a note.
  // Inlined, this would copy the session for each line in view.
  @inline(never)
  private func noteLine(_ id: FormRow.ID, _ number: Int) -> Line {
    var line = Line()
    let lines = NoteText(size: size).lines(of: id, in: session, symbols: symbols)
    line.pad(to: min(columns.label, formWidth))
    if lines.indices.contains(number) {
      append(lines[number], to: &line, end: formWidth, .dim)
    }
    return line
  }

  /// Appends a text, and shortens it if it does not fit. Returns whether the whole text fitted.
  @discardableResult
  func append(_ text: String, to line: inout Line, end: Int, _ style: Style = .plain) -> Bool {
    line.append(text, style, end: end, ellipsis: symbols.ellipsis)
  }

  // MARK: - Rows

  private func rowLine(_ id: FormRow.ID, index: FormRow.Index) -> (line: Line, beginning: Line?) {
    let isFocus = id == focus
    let end = formWidth
    var line = Line()
    if isFocus { line.append(symbols.bar, style: .focus) } else { line.pad(to: min(1, end)) }
    let isAddLine = session.isAddLine(id)
    appendMark(of: id, isAddLine: isAddLine, to: &line)
    if columns.number > 0 {
      if let number = session.answers.outline.number(at: index) {
        line.append(number: number.value, columns: columns.number, .dim, end: end)
      } else {
        line.pad(to: line.columns + max(columns.number - 1, 0))
        line.append("+", .dim, end: end)
      }
      line.pad(to: min(columns.label, end))
    }
    let labelEnd = min(isAddLine && !isFocus ? end : columns.text - 2, end)
    if let tick = session.answers.tick(before: id) {
      append(BooleanRow.box(for: session.answers.text(of: tick)) + " ", to: &line, end: labelEnd)
    }
    let label =
      showsPaths || isAddLine ? session.answers.label(of: id) : session.answers.fullLabel(of: id)
    let lastLabelEnd = max(labelEnd, columns.label + 1)
    appendFound(
      state.isFinding ? label : symbols.short(label, columns: lastLabelEnd - line.columns),
      to: &line, end: lastLabelEnd, isFocus ? .title : .plain)
    line.pad(to: min(columns.text, end))
    let held = session.answers.text(of: id)
    if isAddLine, held.isEmpty {
      if isFocus {
        let invitation = session.answers.addLineHint(of: id.listOfAddLine)
        append(symbols.invitation(invitation), to: &line, end: end, .dim)
      }
      return (line, nil)
    }
    let type = session.answers.rowType(of: id)
    if type.toggles {
      append(box(for: held), to: &line, end: end)
      return (line, nil)
    }
    if state.isFinding, !session.answers.isSecret(id) {
      let text = lineInView(held, of: id, columns: Screen.mostColumnsSearched)
      appendFound(text.string, to: &line, end: end, isExcerpt: true)
      if !appendTick(of: id, to: &line) { appendReason(of: id, to: &line, end: end) }
      return (line, nil)
    }
    let text = shown(
      isFocus && !type.holdsLines ? held : lineInView(held, of: id, columns: width), of: id)
    let isShownWhole = !type.holdsLines || text == held
    guard isFocus, text.isEditable, prompt == nil, isShownWhole, line.columns < end else {
      append(text.beginning(columns: width).string, to: &line, end: end)
      if !appendTick(of: id, to: &line) { appendReason(of: id, to: &line, end: end) }
      return (line, nil)
    }
    let beginning = line
    _ = TextWindow.append(text, cursor: shownCursor, end: end, mark: symbols.cut, to: &line)
    if text.isEmpty { appendReason(of: id, to: &line, end: end) }
    // A longer text would remove the tick or the reason, so the whole line must be painted again.
    return appendTick(of: id, to: &line) || text.isEmpty ? (line, nil) : (line, beginning)
  }

  /// Appends `!` for a problem, `*` for a required row without an answer, `=` for a calculated row.
  private func appendMark(of id: FormRow.ID, isAddLine: Bool, to line: inout Line) {
    if !problems.isEmpty, problems[id] != nil {
      line.append("!", .problem, end: formWidth)
    } else if isAddLine {
      line.pad(to: min(2, formWidth))
    } else if session.answers.isMissingRequired(id) {
      line.append("*", .problem, end: formWidth)
    } else if session.answers.isCalculated(id) {
      line.append("=", .dim, end: formWidth)
    } else {
      line.pad(to: min(2, formWidth))
    }
  }

  /// Appends the reason of a row's problem after its text, if the whole reason fits.
  private func appendReason(of id: FormRow.ID, to line: inout Line, end: Int) {
    guard !problems.isEmpty, let reason = problems[id]?.reason else { return }
    let isEmpty = line.columns <= columns.text
    guard line.columns + CellReader.columns(of: reason) + (isEmpty ? 0 : 2) <= end else { return }
    line.append((isEmpty ? "" : "  ") + symbols.sentence(reason), .problem, end: end)
  }

  /// Marks an answer that was picked from the candidates, even if the mark shortens the answer.
  /// Returns whether the answer was picked.
  @discardableResult
  private func appendTick(of id: FormRow.ID, to line: inout Line) -> Bool {
    guard problems[id] == nil, session.answers.isPicked(id) else { return false }
    line.cut(to: max(formWidth - 2, 0))
    line.append(" \(symbols.tick)", .title, end: formWidth)
    return true
  }

  /// Returns `[x]`, `[ ]` or `[?]`. After `[?]` follows the text that means neither yes nor no.
  private func box(for text: Text) -> String {
    let box = BooleanRow.box(for: text)
    return text.isBlank || box != "[?]" ? box : "\(box) \(text.beginning(columns: width))"
  }

  /// Returns the text of a row as one line, for a row that is not edited on its line.
  private func lineInView(_ text: Text, of id: FormRow.ID, columns: Int) -> Text {
    if text.isEmpty { return text }
    let type = session.answers.rowType(of: id)
    if type.isShownAsTyped { return text }
    guard type.holdsLines, !type.takesManyPicks else {
      return session.template[id].lineInView(text)
    }
    var line = ""
    for character in text.beginning(columns: columns).string {
      line += character.isNewline ? " \(symbols.lineBreak)" : String(character)
    }
    return Text(line)
  }

  /// Returns the visible text of a row. A secret has a dot for each character.
  func shown(_ text: Text, of id: FormRow.ID) -> Text {
    guard session.answers.isSecret(id) else { return text }
    return Text(String(repeating: symbols.secret, count: text.string.count))
  }

  /// The position of the cursor in the visible text of the focused row.
  var shownCursor: Int {
    guard session.isFocusSecret else { return session.cursor }
    let before = session.focusText.string.unicodeScalars.prefix(session.cursor)
    return String(String.UnicodeScalarView(before)).count
  }
}

extension EditedText {
  fileprivate init(
    line first: Int, in row: (number: Int, beginning: Line, thumb: Character?), end: Int
  ) {
    self.init(line: first + row.number, beginning: row.beginning, end: end, thumb: row.thumb)
  }
}
