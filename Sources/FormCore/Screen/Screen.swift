// The screen: a pure function of session, state and size to a frame.
//
// Work is bounded by the viewport: only rows in view are read (law 15).

/// Paints a form.
public struct Screen {
  private let session: FormSession
  private let state: ScreenState
  private let layout: ScreenLayout
  private let width: Int

  private let previous: Frame?

  private var cursorMark: Character {
    state.isInCommandMode ? ":" : state.hasUTF8 ? "▸" : ">"
  }
  private var ellipsis: Character { state.hasUTF8 ? "…" : "~" }
  private var shape: FrameShape {
    FrameShape(layout: layout, width: width, mark: cursorMark, hints: state.hints)
  }

  /// The frame of a session on a terminal.
  ///
  /// - Parameters:
  ///   - layout: the one whose viewport and panel the session was given.
  ///   - previous: a frame of the same session; lines that are as they were are taken from it.
  public static func frame(
    of session: FormSession, state: ScreenState, size: ScreenSize, layout: ScreenLayout,
    previous: Frame? = nil
  ) -> Frame {
    Screen(
      session: session, state: state, layout: layout, width: size.usableColumns,
      previous: previous
    ).frame()
  }

  private func frame() -> Frame {
    let sources = self.sources()
    let reusable = previous?.shape == shape ? previous : nil
    var column = 0
    let lines = sources.enumerated().map { index, source in
      if source == .prompt {
        let (line, cursor) = promptLine()
        column = cursor
        return line
      }
      if let reusable, index < reusable.sources.count, reusable.sources[index] == source {
        return reusable.lines[index]
      }
      return line(of: source)
    }
    return Frame(
      lines: lines, sources: sources, shape: shape, cursorLine: lines.count - 1,
      cursorColumn: min(column, width))
  }

  // MARK: - What is on which line

  private func sources() -> [LineSource] {
    var sources: [LineSource] = []
    if layout.showsTitle {
      sources.append(
        .title(
          filled: session.filledCount, total: session.rowCount, problems: session.problems.count))
    }
    if layout.viewportLines > 0 {
      let panel = panelSources()
      let formLines = max(layout.viewportLines - panel.count, 1)
      for line in session.viewport.lines.prefix(formLines) { sources.append(source(ofLine: line)) }
      sources.append(
        contentsOf: repeatElement(.blank, count: max(formLines - session.viewport.height, 0)))
      sources.append(contentsOf: panel)
    }
    if layout.showsStatus { sources.append(.status(statusPicture)) }
    sources.append(.prompt)
    return sources
  }

  private func source(ofLine number: Int) -> LineSource {
    switch session.outline.line(at: number, withHeaders: session.viewport.showsHeaders) {
    case .sectionTitle(let section): return .section(section)
    case .itemHeader(let section, let item, let position):
      return .item(session.itemHeader(section: section, item: item, position: position))
    case .row(let id, let index):
      let text = session.text(of: id)
      return .row(
        RowPicture(
          id: id, index: index, text: text, cursor: id == session.focus ? session.cursor : nil,
          problem: session.problems[id],
          isWanting: session.rowTemplate(of: id).isRequired && session.answer(of: id) == nil))
    case nil: return .blank
    }
  }

  private func line(of source: LineSource) -> Line {
    var line = Line()
    switch source {
    case .title: return titleLine()
    case .section(let section):
      append(session.template.sections[section].title ?? "", to: &line, end: width, .strong)
    case .item(let header):
      line.pad(to: min(2, width))
      append(header, to: &line, end: width, .strong)
    case .row(let picture): return rowLine(picture)
    case .panel(let message): append(message.sentence, to: &line, end: width, message.style)
    case .status(let picture): return statusLine(picture)
    case .prompt, .blank: break
    }
    return line
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
  private func append(
    _ text: String, to line: inout Line, end: Int, _ style: Style = .plain
  ) {
    guard end > line.columns, !line.append(text, style, end: end) else { return }
    line.cut(to: end - 1)
    line.append(ellipsis, style: style)
  }

  // MARK: - Rows

  private func rowLine(_ row: RowPicture) -> Line {
    let isFocus = row.cursor != nil
    let columns = labelColumns
    var line = Line()
    if row.problem != nil {
      line.append("!", .problem, end: width)
    } else if row.isWanting {
      line.append("*", .problem, end: width)
    } else {
      line.pad(to: min(1, width))
    }
    if line.columns < width {
      line.append(isFocus ? cursorMark : " ", style: isFocus ? .strong : .plain)
    }
    if columns.number > 0 {
      let number = String(row.index + 1)
      line.pad(to: line.columns + max(columns.number - number.utf8.count, 0))
      line.append(number, .dim, end: width)
      line.pad(to: min(line.columns + columns.gap, width))
    }
    let labelEnd = min(line.columns + columns.label, width)
    let label = session.rowTemplate(of: row.id).label.text(number: session.number(of: row.id))
    append(label, to: &line, end: labelEnd, isFocus ? .strong : .plain)
    line.pad(to: min(labelEnd + columns.gap * 2, width))
    guard let cursor = row.cursor, row.text.isEditable else {
      append(beginning(of: row.text, columns: width).string, to: &line, end: width)
      return line
    }
    _ = TextWindow.append(
      row.text, cursor: cursor, width: width - line.columns, mark: ellipsis, to: &line)
    return line
  }

  /// No more of a text than the screen could show, so that a long one costs what a short one does.
  private func beginning(of text: Text, columns: Int) -> Text {
    guard text.string.utf8.count > columns else { return text }
    return Text(String(text.string.prefix(columns + 1)))
  }

  /// The columns of numbers, labels and the gaps between, the same for all rows.
  private var labelColumns: (number: Int, label: Int, gap: Int) {
    let gap = width < 60 ? 1 : 2
    let number = width < 16 ? 0 : max(String(session.rowCount).count, 2)
    return (number, max(min(session.template.labelColumns, width / 3), 1), gap)
  }

  // MARK: - Panel

  private func panelSources() -> [LineSource] {
    var count = min(
      state.panelLines(for: layout, session: session), max(layout.viewportLines - 1, 0))
    guard count > 0 else { return [] }
    var message: [LineSource] = []
    if !layout.showsStatus, let said = state.message {
      count -= 1
      message = [.panel(said)]
    }
    let texts = (state.panelTop..<state.panelTop + count).compactMap(panelText).map(
      LineSource.panel)
    return texts + Array(repeating: .blank, count: count - texts.count) + message
  }

  /// A line of the panel, counted from 0; only those in view are made.
  private func panelText(_ number: Int) -> ScreenState.Message? {
    switch state.panel {
    case .help(let help): return number < help.count ? ScreenState.Message(help[number]) : nil
    case .problems where number == 0:
      let title = "\(counted(session.problems.count, "problem")), Esc closes"
      return ScreenState.Message(title, style: .strong)
    case .problems:
      guard number <= session.listedProblems.count else { return nil }
      let row = session.listedProblems[number - 1]
      guard let index = session.outline.index(of: row) else { return nil }
      let label = session.fullLabel(of: row)
      guard let problem = session.problems[row] else {
        return ScreenState.Message("  \(index + 1)  \(label) is right now", style: .dim)
      }
      return ScreenState.Message(
        "! \(index + 1)  \(problem.sentence(label: label))", style: .problem)
    case nil: return nil
    }
  }

  // MARK: - Status

  private var statusPicture: StatusPicture {
    var picture = StatusPicture(
      message: state.message, total: session.rowCount, storage: state.storage)
    if state.message != nil { return picture }
    if let work = session.workProgress {
      picture.percent = work.total == 0 ? 100 : work.done * 100 / work.total
      return picture
    }
    picture.focus = session.focus
    picture.index = session.focus.flatMap(session.outline.index(of:))
    picture.problem = session.focus.flatMap { session.problems[$0] }
    picture.rows = session.rowsInView
    return picture
  }

  private func statusLine(_ picture: StatusPicture) -> Line {
    var line = Line()
    // A path in it may be long: it is shortened, and says at least how it begins.
    let storageColumns = min(CellReader.columns(of: picture.storage), width * 2 / 3)
    let end = width - (picture.storage.isEmpty ? 0 : storageColumns + 1)
    if let message = picture.message {
      append(message.sentence, to: &line, end: end, message.style)
    } else if let percent = picture.percent {
      append(
        "Looking through \(counted(picture.total, "row")): \(percent) %  ^G stops", to: &line,
        end: end)
    } else if let focus = picture.focus, let problem = picture.problem {
      append(
        problem.sentence(label: session.fullLabel(of: focus)), to: &line, end: end, .problem)
    } else if let help = session.focusedRow?.help, !help.isEmpty {
      append(help, to: &line, end: end)
    } else {
      line.append(placeInForm, .plain, end: end)
      if CellReader.columns(of: state.hints) + 3 <= end - line.columns {
        line.append("   " + state.hints, .dim, end: end)
      }
    }
    if !picture.storage.isEmpty, end > 0 {
      line.pad(to: end + 1)
      append(picture.storage, to: &line, end: width)
    }
    return line
  }

  private var placeInForm: String {
    guard let rows = session.rowsInView else { return counted(session.rowCount, "row") }
    let dash = state.hasUTF8 ? "–" : "-"
    let place = rows.count == 1 ? "row " : "rows "
    let last = rows.count == 1 ? "" : dash + grouped(rows.upperBound + 1)
    return place + grouped(rows.lowerBound + 1) + last + " of " + grouped(session.rowCount)
  }

  // MARK: - Prompt

  private func promptLine() -> (Line, cursor: Int) {
    var line = Line()
    switch state.prompt {
    case .question(let question):
      append(question, to: &line, end: max(width - 1, 1), .question)
      line.append(" ", .plain, end: width)
      return (line, line.columns)
    case .command(let text, let cursor):
      line.append(": ", .strong, end: max(width / 2, 1))
      return promptText(text, cursor: cursor, behind: line)
    case .row:
      return rowPrompt(line)
    }
  }

  private func rowPrompt(_ start: Line) -> (Line, cursor: Int) {
    var line = start
    guard let focus = session.focus else { return (line, 0) }
    if !layout.showsStatus, layout.viewportLines < 2, let message = state.message {
      append(message.sentence, to: &line, end: width, message.style)
      return (line, line.columns)
    }
    append(session.fullLabel(of: focus), to: &line, end: max(width / 3, 1), .strong)
    if line.columns + 3 <= max(width / 2, 3) {
      line.append(ascii: 0x20, style: .dim)
      line.append(cursorMark, style: .dim)
      line.append(ascii: 0x20, style: .dim)
    }
    let text = session.focusText
    if text.isEmpty {
      let column = line.columns
      append(session.focusedRow?.placeholder ?? "", to: &line, end: width, .dim)
      return (line, column)
    }
    if text.isEditable { return promptText(text, cursor: session.cursor, behind: line) }
    let size = " (\(grouped(text.string.utf8.count)) bytes)"
    let end = max(width - size.count, line.columns)
    append(beginning(of: text, columns: width).string, to: &line, end: end)
    line.append(size, .dim, end: width)
    return (line, line.columns)
  }

  private func promptText(_ text: Text, cursor: Int, behind start: Line) -> (Line, cursor: Int) {
    var line = start
    let first = line.columns
    let column = TextWindow.append(
      text, cursor: cursor, width: max(width - first, 1), mark: ellipsis, to: &line)
    return (line, first + column)
  }
}

extension Section {
  /// The columns of the widest label of some sections, each for its greatest number.
  static func widestLabel(of sections: [Section]) -> Int {
    sections.reduce(1) { widest, section in
      section.rows.reduce(widest) {
        max($0, CellReader.columns(of: $1.label.text(number: $1.count ?? 1)))
      }
    }
  }
}

extension FormSession {
  /// The header of an item: its label, and what its first filled row holds.
  func itemHeader(section: Int, item: Int, position: Int) -> String {
    let label = template.sections[section].repetition?.label.text(number: position + 1) ?? ""
    for row in template.sections[section].rows.indices {
      let id = Row.ID(section: section, item: item, row: row, number: 0)
      if let answer = answer(of: id) { return "\(label): \(answer.string.prefix(200))" }
    }
    return label
  }
}
