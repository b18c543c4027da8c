// Panels, which cover lines at the bottom of the viewport. Each kind of panel has a file of its
// own; this file contains their common parts.
//
// Invariant: a panel never covers the lines of the focused row and its path (law 9).

import FormModel
import FormText

/// A panel with its contents.
enum Panel {
  case lines(LinesPanel)
  case candidates(CandidatePanel)
  case commands(CommandPalette)
  case review(ReviewPanel)

  /// The panel that is on the screen: an opened panel, or else the candidates of the focused row.
  init?(of session: borrowing FormSession, state: ScreenState, width: Int) {
    if let palette = state.palette {
      self = .commands(palette)
      return
    }
    switch state.panel {
    case .lines(let lines, let title):
      self = .lines(LinesPanel(lines, title: title, width: width, top: state.scrolling.panel))
    case .note(let note):
      let lines = session.noteText(note).map { [state.symbols.sentence($0)] } ?? []
      let whole = session.template.title
      let title = session.answers.title(ofSection: note.section) ?? whole
      self = .lines(LinesPanel(lines, title: title, width: width, top: state.scrolling.panel))
    case .problems: self = .lines(LinesPanel(problemsOf: copy session, top: state.scrolling.panel))
    case .review(let review): self = .review(review)
    case .preview(let text, _):
      self = .lines(LinesPanel(text, width: width, top: state.scrolling.panel))
    case nil:
      guard let candidates = state.candidates, candidates.row == session.focus,
        candidates.hasOffers
      else { return nil }
      self = .candidates(candidates)
    }
  }

  /// Returns the number of lines that show the whole panel, including its title.
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

  /// Returns the number of lines of an entry, which must be shown together.
  func linesOfEntry(width: Int) -> Int {
    if case .review = self { ReviewPanel.linesOfChange(width: width) } else { 1 }
  }

  /// Returns the title, and the count at its right.
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

/// The numbers of lines that the panel, the prompt and the message take from the viewport.
package struct PanelShare: Hashable, Sendable {
  /// The lines of the prompt after its first line.
  var prompt = 0
  /// The lines of the message in addition to the message line.
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
    // The panel gets its first line before a long message gets more lines.
    message = min(
      max(further, 0), max(room - min(wanted, 1), 0), layout.viewportLines > 1 ? .max : 0)
    room -= message
    self.panel = min(wanted, room)
    // If the last entry in view would be cut, the panel gets one more line, unless the focused row
    // would then lose its line.
    let entry = panel?.linesOfEntry(width: width) ?? 1
    if self.panel < wanted, self.panel > 1, (self.panel - 1) % entry != 0,
      lines + 1 < layout.viewportLines
    {
      self.panel += 1
    }
  }
}
