// The panels: what stands on lines taken from the bottom of the viewport. Each kind has a file of
// its own; here is what they have in common.
//
// Invariant: a panel never takes the last line of the viewport, so the focus is never covered
// (law 9).

public import FormModel

/// A panel with what it shows.
enum Panel {
  case lines(LinesPanel)
  case problems(ProblemsPanel)
  case text(TextPanel)
  case candidates(CandidatePanel)

  /// The panel that stands on the screen: one that was opened, else the one that the focus needs.
  init?(of session: FormSession, state: ScreenState, layout: ScreenLayout, width: Int) {
    switch state.panel {
    case .lines(let lines): self = .lines(LinesPanel(lines: lines, top: state.scrolling.panel))
    case .problems: self = .problems(ProblemsPanel(top: state.scrolling.panel))
    case nil:
      if let candidates = state.candidates, candidates.row == session.focus {
        self = .candidates(candidates)
        return
      }
      guard session.focusHoldsLines,
        let panel = TextPanel(of: session, state: state, layout: layout, width: width)
      else { return nil }
      self = .text(panel)
    }
  }

  /// The lines it would like to have.
  func wantedLines(of session: FormSession, layout: ScreenLayout) -> Int {
    switch self {
    case .lines(let panel): panel.lines.count
    case .problems: min(session.listedProblems.count + 1, max(layout.viewportLines / 2, 1))
    case .text(let panel): min(panel.wrapped.pieces.count, layout.viewportLines / 2)
    case .candidates(let panel): panel.wantedLines(of: layout.viewportLines / 2)
    }
  }
}

/// How the lines that are taken from the viewport are shared.
struct PanelShare: Equatable {
  /// The panel's.
  var panel = 0
  /// The message's, where there is no status line.
  var message = 0

  var lines: Int { panel + message }

  init(_ panel: Panel?, of session: FormSession, state: ScreenState, layout: ScreenLayout) {
    let most = max(layout.viewportLines - 1, 0)
    message = !layout.showsStatus && state.message != nil ? min(1, most) : 0
    let wanted = panel?.wantedLines(of: session, layout: layout) ?? 0
    self.panel = min(wanted, most - message)
  }
}

extension Screen {
  /// The layout of a session on a screen of this size; nil where its viewport has that already. From
  /// the first panel on a form of few lines leaves room for one.
  ///
  /// - Parameters:
  ///   - session: the one that fills the screen.
  ///   - state: what is open; whether a panel was is written there.
  ///   - size: that of the terminal.
  ///   - layout: the one whose viewport the session was given.
  public static func newLayout(
    of session: FormSession, state: inout ScreenState, size: ScreenSize,
    replacing layout: ScreenLayout
  ) -> ScreenLayout? {
    if state.panel != nil || state.candidates != nil || session.focusHoldsLines {
      state.scrolling.hasHadPanel = true
    }
    let lines = session.answers.lineCountWithHeaders
    let arranged = ScreenLayout(
      size: size, height: state.height,
      lineCount: state.scrolling.hasHadPanel ? max(lines, state.height) : lines)
    let isSame = arranged == layout && session.viewportFullHeight == max(arranged.viewportLines, 1)
    return isSame ? nil : arranged
  }

  /// Scrolls the panel of the focus's text to the cursor and says how many lines all panels take.
  ///
  /// - Parameters:
  ///   - session: looks up the candidates of its focus.
  ///   - state: what is open; where the panel is scrolled to is written there.
  ///   - size: that of the terminal.
  ///   - layout: the one whose viewport the session was given.
  public static func arrangePanel(
    of session: inout FormSession, state: inout ScreenState, size: ScreenSize, layout: ScreenLayout
  ) -> Int {
    if state.candidates?.row != session.focus { state.candidates = nil }
    guard
      state.panel != nil || session.focusHoldsLines || state.message != nil
        || state.candidates != nil
    else { return 0 }
    state.candidates?.lookUp(in: &session)
    let panel = Panel(of: session, state: state, layout: layout, width: size.usableColumns)
    let share = PanelShare(panel, of: session, state: state, layout: layout)
    if case .text(let panel) = panel, share.panel > 0 {
      state.scrolling.text = panel.top(showing: share.panel, from: state.scrolling.text)
    }
    if case .candidates = panel {
      state.candidates?.arrange(in: &session, lines: share.panel, hasStatus: layout.showsStatus)
    }
    return share.lines
  }

  /// The cursor so many lines further down the text of the focus, or up: lines as they are painted,
  /// or those between line breaks where the text has no panel. Nil where the text has no such line.
  ///
  /// - Parameters:
  ///   - lines: how many, upwards where they are negative.
  ///   - goal: the column wished for; nil for the one the cursor is in.
  ///   - session: the one that fills the screen.
  ///   - state: what is open.
  ///   - size: that of the terminal.
  ///   - layout: the one whose viewport the session was given.
  public static func cursor(
    movedBy lines: Int, goal: Int?, in session: FormSession, state: ScreenState,
    size: ScreenSize, layout: ScreenLayout
  ) -> (cursor: Int, goal: Int)? {
    guard session.focusHoldsLines, session.isFocusEditable else { return nil }
    let panel = Panel(of: session, state: state, layout: layout, width: size.usableColumns)
    var wrapped = WrappedText(session.focusText, width: .max)
    if case .text(let panel) = panel,
      PanelShare(.text(panel), of: session, state: state, layout: layout).panel > 0
    {
      wrapped = panel.wrapped
    }
    return wrapped.cursor(movedBy: lines, from: session.cursor, goal: goal)
  }
}
