// The lines around the prompt: panels, the message line and the key line. This file also determines
// how many lines of the viewport they cover.

public import FormModel
import FormText

/// The contents of a key line, from which the line is made.
struct KeyContents: Hashable, Sendable {
  let keys: KeyLine
  let place: KeyPlace
  /// Whether the form has a draft.
  let hasDraft: Bool
  /// Whether the draft has the changes, or will have them.
  let keepsDraft: Bool
  let appearance: ScreenState.Appearance
  let width: Int
}

extension Screen {
  // MARK: - Panels

  func panelLines() -> [Line] {
    guard share.panel > 0, let panel else { return [] }
    var lines: [Line] = []
    // A panel with a single line has no room for its title.
    if share.panel > 1 { lines.append(panelTitle(panel)) }
    let count = share.panel - lines.count
    switch panel {
    case .lines(let panel): lines += panel.lines(count).map(panelLine)
    case .candidates(let panel):
      lines += panel.lines(count, width: width, symbols: symbols)
    case .commands(let palette):
      lines += palette.lines(count, width: width, symbols: symbols)
    case .review(let review):
      lines += review.lines(count, of: session, width: width, symbols: symbols)
    }
    return lines + repeatElement(Line(), count: max(share.panel - lines.count, 0))
  }

  private func panelLine(_ message: ScreenState.Message) -> Line {
    var line = Line()
    append(symbols.sentence(message.sentence), to: &line, end: width, message.style)
    return line
  }

  /// Returns a title line such as `── Cities that begin with “bris” ────── 34 ──`.
  private func panelTitle(_ panel: Panel) -> Line {
    let (title, count) = panel.title(of: session, showing: share.panel - 1, width: width)
    var line = Line()
    let end = " \(symbols.sentence(count)) " + String(repeating: symbols.unfilled, count: 2)
    let endColumns = count.isEmpty ? 0 : CellReader.columns(of: end)
    line.append(symbols.unfilled, times: min(2, width), style: .dim)
    if !title.isEmpty {
      append(
        " \(symbols.sentence(title))", to: &line, end: max(width - endColumns - 3, 3), .dim)
      line.append(" ", end: width)
    }
    line.append(symbols.unfilled, times: width - endColumns - line.columns, style: .dim)
    if endColumns > 0 { line.append(end, .dim, end: width) }
    return line
  }

  // MARK: - Message

  /// Returns the lines of the message. The last line is the message line.
  func messageLines() -> [Line] {
    guard layout.showsMessage || share.message > 0 else { return [] }
    let count = share.message + (layout.showsMessage ? 1 : 0)
    let lines = message.map { Line.wrapped($0, lines: count, width: width, symbols: symbols) } ?? []
    return lines + Array(repeating: Line(), count: count - lines.count)
  }

  /// Returns the number of lines that a message needs.
  static func lineCount(of message: ScreenState.Message, width: Int) -> Int {
    if Line.fits(message.sentence, width: width) { return 1 }
    let sentence = Line.unbroken(message.sentence, width: width)
    return WrappedText(Text(sentence), width: width + 1).pieces.count
  }

  /// Returns the message: the last sentence that was shown, or else a hint about the focused row.
  static func message(
    of session: FormSession, state: ScreenState, layout: ScreenLayout, width: Int
  ) -> ScreenState.Message? {
    if let message = state.message, !session.isLookingThrough {
      return fitted(message, width: width)
    }
    if case .file = state.prompt {
      return ScreenState.Message(
        "Its ending selects the format: .json .csv .tsv .yaml .md .html", style: .dim)
    }
    if case .find = state.prompt {
      return ScreenState.Message(ScopeBar.sentence(of: session, width: width))
    }
    if let work = session.workProgress {
      let percent = work.total == 0 ? 100 : work.done * 100 / work.total
      let remark = state.message.map { "   \($0.sentence)" } ?? ""
      return ScreenState.Message(
        "Looking through \(counted(work.total, "row")): \(percent) %   Esc stops it\(remark)")
    }
    if case .notKept(let sentence) = state.storage {
      return ScreenState.Message(sentence, style: .problem)
    }
    if let palette = state.palette {
      // If the panel has no lines or is too narrow, the message line shows the chosen command.
      let isWhole = layout.mostPanelLines > 0 && palette.showsChosenWhole(width: width)
      let chosen = isWhole ? nil : palette.chosenSentence
      return ScreenState.Message(chosen ?? palette.hint, style: .dim)
    }
    guard let focus = session.focus else { return nil }
    // If the row's list of candidates is missing, the message is the reason.
    if let list = state.candidates, list.row == focus, state.panel == nil,
      let sentence = list.sentence
    {
      return ScreenState.Message(sentence)
    }
    if let problem = session.problems[focus] {
      let label = session.answers.problemLabel(of: focus)
      var message = ScreenState.Message(problem.sentence(naming: label), style: .problem)
      message.brief = problem.brief(naming: label)
      return fitted(message, width: width)
    }
    let help = session.help(width: width, symbols: state.symbols)
    return help.isEmpty ? nil : ScreenState.Message(help, style: .dim)
  }

  /// Returns the message, or its shorter form if a narrow terminal has no room for it.
  private static func fitted(_ message: ScreenState.Message, width: Int) -> ScreenState.Message {
    guard let brief = message.brief, width < leastColumnsOfSentences,
      !Line.fits(message.sentence, width: width)
    else { return message }
    var message = message
    message.sentence = brief
    return message
  }

  /// The minimum width at which messages always have their longer form.
  private static let leastColumnsOfSentences = 59

  // MARK: - Keys

  typealias KeysLine = (contents: KeyContents, line: Line)

  /// Returns the key line. It is copied from `previous` if its contents are the same.
  func keyLine(after previous: KeysLine?) -> KeysLine {
    let keys = KeyLine(of: session, state: state, panel: panel, lines: share.panel, width: width)
    let contents = KeyContents(
      keys: keys, place: KeyPlace(ofFocusOf: session), hasDraft: state.storage != .none,
      keepsDraft: state.storage.keepsDraft, appearance: state.appearance, width: width)
    if let previous, previous.contents == contents { return previous }
    var line = Line()
    line.append(keys.hints(in: state, at: contents.place), end: width, symbols: symbols)
    // A prefix is always shown.
    if line.cells.isEmpty, keys == .afterEscape { line.append("Esc-", .title, end: width) }
    return (contents, line)
  }

  // MARK: - Arranging

  /// Returns the layout of a session on a screen of this size; nil if the session's viewport
  /// already has this layout. After the first panel was opened, room for a panel is always
  /// reserved.
  ///
  /// - Parameters:
  ///   - session: the session that fills the screen.
  ///   - state: the open panels and prompts. Also stores whether a panel was ever open.
  ///   - size: the size of the terminal.
  ///   - layout: the layout that the session's viewport has now.
  ///   - mostLines: the maximum number of lines that the form had on a terminal of this size. The
  ///     form keeps this height on the terminal.
  public static func newLayout(
    of session: FormSession, state: inout ScreenState, size: ScreenSize,
    replacing layout: ScreenLayout, mostLines: Int = 0
  ) -> ScreenLayout? {
    if state.panel != nil || state.candidates != nil || session.focusHoldsLines {
      state.scrolling.hasHadPanel = true
    }
    let arranged = ScreenLayout(
      size: size, height: state.appearance.height,
      lineCount: max(session.answers.lineCountWithHeaders, mostLines),
      namesKeys: state.appearance.namesKeys, hasHadPanel: state.scrolling.hasHadPanel)
    let isSame = arranged == layout && session.viewportFullHeight == max(arranged.viewportLines, 1)
    return isSame ? nil : arranged
  }

  /// Scrolls the text of the prompt to the cursor, and the panel to its chosen entry.
  ///
  /// - Parameters:
  ///   - session: the session. It looks up the candidates of the focused row.
  ///   - state: the open panels and prompts. Also stores the scroll position of the text.
  ///   - size: the size of the terminal.
  ///   - layout: the layout that the session's viewport has now.
  /// - Returns: the parts of the screen and the number of lines of each. The panel among them is not
  ///   scrolled yet: its scroll position is in `state`.
  package static func arrangePanel(
    of session: inout FormSession, state: inout ScreenState, size: ScreenSize,
    layout: ScreenLayout
  ) -> ScreenParts {
    if state.candidates?.row != session.focus { state.candidates = nil }
    state.candidates?.lookUp(in: &session)
    let width = size.usableColumns
    let parts = ScreenParts(of: session, state: state, layout: layout, width: width)
    let share = parts.share
    if let prompt = parts.prompt, share.prompt > 0 {
      state.scrolling.text = prompt.top(showing: share.prompt + 1, from: state.scrolling.text)
    }
    if state.palette != nil {
      // A panel of one line has no title.
      state.palette?.arrange(lines: max(share.panel - 1, min(share.panel, 1)))
    } else if state.review != nil {
      state.review?.arrange(lines: share.panel, width: width)
    } else {
      state.candidates?.arrange(in: &session, lines: share.panel)
    }
    return parts
  }

  /// Returns the position of the cursor after a move up or down in the focused text; nil if the
  /// text has no such line. A move counts painted lines. If the prompt shows only one line, the
  /// move counts the lines between line breaks.
  ///
  /// - Parameters:
  ///   - lines: the number of lines; negative to move up.
  ///   - goal: the preferred column; nil for the column of the cursor.
  ///   - session: the session that fills the screen.
  ///   - state: the open panels and prompts.
  ///   - size: the size of the terminal.
  ///   - layout: the layout that the session's viewport has now.
  public static func cursor(
    movedBy lines: Int, goal: Int?, in session: FormSession, state: ScreenState,
    size: ScreenSize, layout: ScreenLayout
  ) -> (cursor: Int, goal: Int)? {
    guard session.focusHoldsLines, session.isFocusEditable else { return nil }
    let parts = ScreenParts(
      of: session, state: state, layout: layout, width: size.usableColumns)
    let wrapped = parts.share.prompt > 0 ? parts.prompt?.wrapped : nil
    return (wrapped ?? WrappedText(session.focusText, width: .max))
      .cursor(movedBy: lines, from: session.cursor, goal: goal)
  }
}
