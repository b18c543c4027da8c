// The panels, which take lines from the bottom of the viewport. Each kind has its own file; this
// one has their common parts.
//
// Invariant: a panel never takes the lines of the focus and its path (law 9).

import FormModel
import FormText

/// A panel with its contents.
enum Panel {
  case lines(LinesPanel)
  case candidates(CandidatePanel)
  case commands(CommandPalette)
  case review(ReviewPanel)

  /// The panel on the screen: one that was opened, or else the candidates of the focus.
  init?(of session: FormSession, state: ScreenState, width: Int) {
    if let palette = state.palette {
      self = .commands(palette)
      return
    }
    switch state.panel {
    case .lines(let lines, let title):
      self = .lines(LinesPanel(lines, title: title, width: width, top: state.scrolling.panel))
    case .note(let note):
      let lines = session.noteText(note).map { [state.symbols.sentence($0)] } ?? []
      let title = session.answers.title(ofSection: note.section) ?? session.template.title
      self = .lines(LinesPanel(lines, title: title, width: width, top: state.scrolling.panel))
    case .problems: self = .lines(LinesPanel(problemsOf: session, top: state.scrolling.panel))
    case .review(let review): self = .review(review)
    case nil:
      guard let candidates = state.candidates, candidates.row == session.focus,
        candidates.hasOffers
      else { return nil }
      self = .candidates(candidates)
    }
  }

  /// The number of lines that show the whole panel, including its title.
  ///
  /// - Parameter width: the width of the screen.
  func wantedLines(width: Int) -> Int {
    switch self {
    case .lines(let panel): panel.lines.count + 1
    case .candidates(let panel): panel.wantedLines + 1
    case .commands: .max
    case .review(let panel): panel.wantedLines(width: width) + 1
    }
  }

  /// The number of lines of an entry; the panel shows all of them or none.
  func linesOfEntry(width: Int) -> Int {
    if case .review = self { ReviewPanel.linesOfChange(width: width) } else { 1 }
  }

  /// The title, and the count on its right.
  ///
  /// - Parameters:
  ///   - session: the session that fills the screen.
  ///   - lines: the number of lines in view.
  ///   - width: the width of the screen.
  func title(
    of session: FormSession, showing lines: Int, width: Int
  ) -> (title: String, count: String) {
    switch self {
    case .lines(let panel): (panel.title, panel.place(showing: lines))
    case .candidates(let panel): (panel.title(of: session), panel.count)
    case .commands(let panel): (panel.title, panel.count)
    case .review(let panel): (panel.title(of: session, width: width), panel.place)
    }
  }
}

/// The distribution of the lines taken from the viewport.
package struct PanelShare: Hashable, Sendable {
  /// The further lines of the prompt.
  var prompt = 0
  /// The further lines of the message.
  var message = 0
  /// The lines of the panel.
  var panel = 0

  package var lines: Int { prompt + message + panel }

  init() {}

  init(
    _ panel: Panel?, prompt text: PromptText?, messageLines: Int?, layout: ScreenLayout, width: Int
  ) {
    var room = layout.mostPanelLines
    prompt = min(text?.furtherLines ?? 0, layout.mostPromptLines - 1, room)
    room -= prompt
    let further = (messageLines ?? 0) - (layout.showsMessage ? 1 : 0)
    let wanted = panel?.wantedLines(width: width) ?? 0
    // The panel has a line before the rest of a long message has any.
    message = min(
      max(further, 0), max(room - min(wanted, 1), 0), layout.viewportLines > 1 ? .max : 0)
    room -= message
    self.panel = min(wanted, room)
    // An entry that would be cut in two gets the line above, as long as the focus keeps its own.
    let entry = panel?.linesOfEntry(width: width) ?? 1
    if self.panel < wanted, self.panel > 1, (self.panel - 1) % entry != 0,
      lines + 1 < layout.viewportLines
    {
      self.panel += 1
    }
  }
}
