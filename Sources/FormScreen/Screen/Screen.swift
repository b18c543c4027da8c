// The screen: a pure function of session, state and size to a frame.
//
// Work is bounded by the viewport: only rows in view are read (law 15).

public import FormModel
import FormText

/// Paints a form.
public struct Screen {
  let session: FormSession
  let state: ScreenState
  let layout: ScreenLayout
  let width: Int
  private let panel: Panel?
  private let share: PanelShare

  var cursorMark: Character {
    state.isInCommandMode ? ":" : state.hasUTF8 ? "▸" : ">"
  }

  /// The frame of a session on a terminal.
  ///
  /// - Parameters:
  ///   - session: what is painted. A property of a class is copied to be passed, with all its
  ///     references; one of a value is lent.
  ///   - state: panels, messages and questions beside the form.
  ///   - size: that of the terminal.
  ///   - layout: the one whose viewport and panel the session was given.
  ///   - previous: a frame of the same session; lines that are as they were are taken from it.
  public static func frame(
    of session: FormSession, state: ScreenState, size: ScreenSize, layout: ScreenLayout,
    previous: Frame? = nil
  ) -> Frame {
    let width = size.usableColumns
    if let previous, let basis = previous.basis, basis.revision == session.revision,
      basis.viewport == session.place.viewport, basis.layout == layout, basis.width == width,
      basis.state == state, !session.isFocusSecret,
      let frame = previous.edited(to: session.focusText, cursor: session.cursor)
    {
      return frame
    }
    let panel = Panel(of: session, state: state, layout: layout, width: width)
    return Screen(
      session: session, state: state, layout: layout, width: width, panel: panel,
      share: PanelShare(panel, of: session, state: state, layout: layout)
    ).frame()
  }

  private func frame() -> Frame {
    var lines: [Line] = []
    var row: EditedText?
    var panelLine = 0
    if layout.showsTitle { lines.append(titleLine()) }
    if layout.viewportLines > 0 {
      let formLines = max(layout.viewportLines - share.lines, 1)
      for number in session.place.viewport.lines.prefix(formLines) {
        let (line, beginning) = formLine(number)
        if let beginning { row = EditedText(line: lines.count, beginning: beginning) }
        lines.append(line)
      }
      lines += repeatElement(Line(), count: max(formLines - session.place.viewport.height, 0))
      panelLine = lines.count
      lines += panelLines()
    }
    if layout.showsStatus { lines.append(statusLine()) }
    let prompt = promptLine()
    let edited = prompt.beginning.map { EditedText(line: lines.count, beginning: $0) }
    lines.append(prompt.line)
    var frame = Frame(
      lines: lines,
      basis: FrameBasis(
        session: session, layout: layout, width: width, state: state, row: row, prompt: edited),
      cursorLine: lines.count - 1, cursorColumn: min(prompt.cursor, width))
    if let text = textPanel, state.prompt == .row {
      let top = text.top(showing: share.panel, from: state.scrolling.text)
      frame.cursorLine = panelLine + text.place.piece - top
      frame.cursorColumn = min(text.gutter + text.place.column, width)
    }
    return frame
  }

  /// What stands on a line of the form; for the focus also what stands before its text.
  private func formLine(_ number: ViewLine) -> (line: Line, beginning: Line?) {
    var line = Line()
    switch session.viewLine(at: number) {
    case .sectionTitle(let section):
      append(session.template.sections[section].title ?? "", to: &line, end: width, .strong)
    case .itemHeader(let section, let item, let position):
      let header = session.answers.itemHeader(section: section, item: item, position: position)
      line.pad(to: min(2, width))
      append(header, to: &line, end: width, .strong)
    case .row(let id, let index): return rowLine(id, index: index)
    case .note(let id):
      let help = session.template[id].help?.text(number: session.answers.number(of: id)) ?? ""
      line.pad(to: min(2, width))
      append(help, to: &line, end: width, .dim)
    case .addLine(let section):
      let problem = session.problems[session.answers.sectionRow(section)]
      if problem != nil { line.append("!", .problem, end: width) }
      line.pad(to: min(2, width))
      append(session.answers.addLabel(ofSection: section), to: &line, end: width, .dim)
    case nil: break
    }
    return (line, nil)
  }

  // MARK: - Title

  private func titleLine() -> Line {
    let progress = Progress.sentence(of: session)
    let progressColumns = CellReader.columns(of: progress)
    var line = Line()
    append(session.template.title, to: &line, end: max(width - progressColumns - 2, 1), .strong)
    if line.columns + progressColumns + 1 <= width {
      line.pad(to: width - progressColumns)
      line.append(progress, session.problems.isEmpty ? .plain : .problem, end: width)
    }
    return line
  }

  /// Appends a text, shortened where it does not fit.
  func append(_ text: String, to line: inout Line, end: Int, _ style: Style = .plain) {
    guard end > line.columns, !line.append(text, style, end: end) else { return }
    line.cut(to: end - 1)
    line.append(state.ellipsis, style: style)
  }

  // MARK: - Rows

  private func rowLine(_ id: FormRow.ID, index: FormRow.Index) -> (line: Line, beginning: Line?) {
    let isFocus = id == session.focus
    let isEntry = id.isEntry(in: session.template.sections)
    let template = session.template[id]
    let columns = labelColumns
    var line = Line()
    if session.problems[id] != nil {
      line.append("!", .problem, end: width)
    } else if template.isRequired, !isEntry, session.answers.exportedAnswer(of: id) == nil {
      line.append("*", .problem, end: width)
    } else {
      line.pad(to: min(1, width))
    }
    if line.columns < width {
      line.append(isFocus ? cursorMark : " ", style: isFocus ? .strong : .plain)
    }
    if columns.number > 0 {
      let number = session.answers.outline.number(at: index).map(String.init) ?? ""
      line.pad(to: line.columns + max(columns.number - number.utf8.count, 0))
      line.append(number, .dim, end: width)
      line.pad(to: min(line.columns + columns.gap, width))
    }
    let labelEnd = min(line.columns + columns.label, width)
    if let tick = session.answers.tick(before: id) {
      append(BooleanRow.box(for: session.answers.text(of: tick)) + " ", to: &line, end: labelEnd)
    }
    append(
      session.matches == nil ? session.answers.label(of: id) : session.answers.fullLabel(of: id),
      to: &line, end: labelEnd, isFocus ? .strong : .plain)
    line.pad(to: min(labelEnd + columns.gap * 2, width))
    let held = session.answers.text(of: id)
    if template.type.toggles {
      append(box(for: held), to: &line, end: width)
      return (line, nil)
    }
    let text = shown(isFocus ? held : template.lineInView(held), of: id)
    guard isFocus, text.isEditable, textPanel == nil, line.columns < width else {
      append(text.beginning(columns: width).string, to: &line, end: width)
      appendTick(of: id, to: &line)
      return (line, nil)
    }
    let beginning = line
    _ = TextWindow.append(text, cursor: shownCursor, end: width, mark: state.ellipsis, to: &line)
    // Another text would take the tick away, another cursor not: that is painted anew.
    return appendTick(of: id, to: &line) ? (line, nil) : (line, beginning)
  }

  /// Marks an answer that was picked, whether or not that leaves room for all of it; whether it was.
  @discardableResult
  private func appendTick(of id: FormRow.ID, to line: inout Line) -> Bool {
    guard session.answers.isPicked(id) else { return false }
    line.cut(to: max(width - 2, 0))
    line.append(" \(state.tick)", .strong, end: width)
    return true
  }

  /// `[x]`, `[ ]` or `[?]`; behind the last what is neither yes nor no.
  private func box(for text: Text) -> String {
    let box = BooleanRow.box(for: text)
    return text.isBlank || box != "[?]" ? box : "\(box) \(text.beginning(columns: width))"
  }

  /// The text of a row as it may be seen: a secret is a dot for each character.
  func shown(_ text: Text, of id: FormRow.ID) -> Text {
    guard session.answers.isSecret(id) else { return text }
    return Text(String(repeating: state.hasUTF8 ? "•" : "*", count: text.string.count))
  }

  /// The cursor in the text of the focus as it may be seen.
  var shownCursor: Int {
    guard session.isFocusSecret else { return session.cursor }
    let before = session.focusText.string.unicodeScalars.prefix(session.cursor)
    return String(String.UnicodeScalarView(before)).count
  }

  /// The columns of numbers, labels and the gaps between, the same for all rows.
  private var labelColumns: (number: Int, label: Int, gap: Int) {
    let gap = width < 60 ? 1 : 2
    let number = width < 16 ? 0 : max(String(session.answers.rowCount).count, 2)
    return (number, max(min(session.template.labelColumns, width / 3), 1), gap)
  }

  // MARK: - Panel

  /// The panel in which the focus is edited.
  var textPanel: TextPanel? {
    if share.panel > 0, case .text(let panel) = panel { panel } else { nil }
  }

  private func panelLines() -> [Line] {
    let numbers = 0..<share.panel
    var lines: [Line] =
      switch panel {
      case .lines(let panel): numbers.map { panelLine(panel.line($0)) }
      case .problems(let panel): numbers.map { panelLine(panel.line($0, of: session)) }
      case .text(let panel):
        panel.lines(
          share.panel, from: panel.top(showing: share.panel, from: state.scrolling.text),
          width: width)
      case .candidates(let panel):
        panel.lines(
          share.panel, width: width, hasStatus: layout.showsStatus, mark: cursorMark,
          tick: state.tick, ellipsis: state.ellipsis)
      case nil: []
      }
    if share.message > 0 { lines.append(panelLine(state.message)) }
    return lines
  }

  private func panelLine(_ message: ScreenState.Message?) -> Line {
    var line = Line()
    if let message { append(message.sentence, to: &line, end: width, message.style) }
    return line
  }

  // MARK: - Status

  private func statusLine() -> Line {
    var line = Line()
    // The state of the draft takes no more than half of the line.
    let storageColumns = min(CellReader.columns(of: state.storage), width / 2)
    let end = width - (state.storage.isEmpty ? 0 : storageColumns + 1)
    if let message = state.message {
      append(message.sentence, to: &line, end: end, message.style)
    } else if let found = findingSentence {
      append(found, to: &line, end: end)
    } else if let work = session.workProgress {
      let percent = work.total == 0 ? 100 : work.done * 100 / work.total
      append(
        "Looking through \(counted(work.total, "row")): \(percent) %  ^G stops", to: &line,
        end: end)
    } else if case .candidates(let panel) = panel {
      append(panel.hint(width: end, ellipsis: state.ellipsis), to: &line, end: end)
    } else if let focus = session.focus, let problem = session.problems[focus] {
      append(
        problem.sentence(label: session.answers.problemLabel(of: focus)), to: &line, end: end,
        .problem)
    } else if let help = session.focusedRow?.help, !help.isEmpty {
      append(help, to: &line, end: end)
    } else {
      line.append(placeInForm, .plain, end: end)
      if CellReader.columns(of: state.hints.row) + 3 <= end - line.columns {
        line.append("   " + state.hints.row, .dim, end: end)
      }
    }
    if !state.storage.isEmpty, end > 0 {
      line.pad(to: end + 1)
      append(state.storage, to: &line, end: width)
    }
    return line
  }

  /// How far a find is, and what can be done with what it found.
  private var findingSentence: String? {
    guard session.currentFind != nil else { return nil }
    guard let found = session.findProgress else {
      return "Type words to find   Tab looks elsewhere  Esc back"
    }
    let goesOn = found.isComplete ? "" : " so far, ^G stops"
    if found.count == 0 { return found.isComplete ? "No row matches" : "Nothing\(goesOn)" }
    let place = found.place.map { "\(grouped($0 + 1)) of " } ?? ""
    return "\(place)\(counted(found.count, "row"))\(goesOn)   Enter goes there  Tab elsewhere  "
      + "M-Enter keeps these  Esc back"
  }

  private var placeInForm: String {
    if let filter = session.currentFilter, let found = session.findProgress {
      let text = filter.text.isBlank ? filter.scope.name(in: session.template) : filter.text.quoted
      let place = found.place.map { "\(grouped($0 + 1)) of " } ?? ""
      return "\(place)\(counted(found.count, "row")) with \(text), Esc shows all"
    }
    guard let rows = session.numbersInView else { return counted(session.answers.rowCount, "row") }
    let dash = state.hasUTF8 ? "–" : "-"
    let place = rows.count == 1 ? "row " : "rows "
    let last = rows.count == 1 ? "" : dash + grouped(rows.upperBound.value)
    return place + grouped(rows.lowerBound.value) + last + " of "
      + grouped(session.answers.rowCount)
  }
}
