// The questions before an action.

package import FormModel
import FormText

/// A question that waits for an answer.
package enum Question: Hashable, Sendable {
  /// Whether to save, in the named format if there is one.
  case save(ExportFormat?)
  /// ^C was pressed once, in a form without a draft.
  case leave
  /// `:quit` in a form without a draft.
  case quit
  /// A draft is offered.
  case resume
  /// Another process has the draft open.
  case takeOver
  /// A text that an editor left is offered, for the row with this label.
  case takeText(label: String)
  /// Whether to compare the form with its file, which another program changed.
  case compare

  /// Whether the answer yes saves.
  package var isAboutSaving: Bool {
    switch self {
    case .save: true
    case .leave, .quit, .resume, .takeOver, .takeText, .compare: false
    }
  }

  /// Whether it is asked before anything is typed; another form may then replace this one.
  package var comesFirst: Bool {
    switch self {
    case .resume, .takeOver, .takeText: true
    case .save, .leave, .quit, .compare: false
    }
  }

  /// Whether Esc leaves the form without a change.
  var isLeftByEscape: Bool {
    switch self {
    case .resume, .takeOver: true
    case .save, .leave, .quit, .takeText, .compare: false
    }
  }

  /// Whether Enter means yes: the answer that loses nothing.
  package var isAnsweredByEnter: Bool { self == .resume }

  /// The hint about a key after the sentence that comes before the question, on the screen.
  package var remedy: String { self == .compare ? "   ^S compares the two" : "" }

  /// Its kind on the screen, which determines its keys.
  func kind(prints: Bool) -> ScreenState.QuestionKind {
    switch self {
    case .save: prints ? .print : .save
    case .compare: .compare
    case .resume, .takeOver: .first
    case .leave, .quit, .takeText: .other
    }
  }

  /// The keys that answer it.
  func keys(isInProgram: Bool, prints: Bool = false) -> String {
    switch self {
    case .save where prints: "f saves to a file, y prints here, n goes on"
    case .save where isInProgram: "y saves, n goes on"
    case .save: "y saves, f saves to a file, n goes on"
    case .leave, .quit: "y leaves, n stays"
    case .resume: "Enter goes on, n starts new"
    case .takeOver, .takeText: "y or n"
    case .compare: "y compares, f saves to another file, n goes on"
    }
  }

  /// The question at the screen, or in plain mode.
  ///
  /// - Parameters:
  ///   - destination: the destination of the answers; empty for the host program.
  ///   - prints: whether that is the terminal of the form.
  package func sentence(
    in session: FormSession, destination: String, prints: Bool = false, isPlain: Bool = false
  ) -> String {
    let yesOrNo = isPlain ? "y or n" : "(y/n)"
    switch self {
    case .save:
      let (filled, total) = (session.answers.filledCount, session.answers.askedCount)
      // With a document, the panel of changes shows what will be written.
      let answers =
        filled < total && !session.hasDocument
        ? "\(grouped(filled)) of \(counted(total, "answer"))"
        : counted(session.hasDocument ? filled : total, "answer")
      let all = session.currentFilter == nil ? "" : " of the whole form"
      if prints {
        return isPlain
          ? "Print \(answers)\(all) here? \(yesOrNo); :save and a file name saves them"
          : "Save \(answers)\(all) to a file, or print them here?"
      }
      let place = destination.isEmpty ? "" : " to \(destination)"
      return "Save \(answers)\(all)\(place)?" + (isPlain ? " \(yesOrNo)" : "")
    case .leave where isPlain: return "Leave without saving? Control-C or y leaves, n stays"
    case .leave: return "Leave without saving? ^C or y leaves, n stays"
    case .quit: return "Leave without saving? \(yesOrNo)"
    case .resume:
      return "Go on with it? \(isPlain ? "An empty line or y" : "Enter") goes on, n starts new"
    case .takeOver: return "Take it over? \(yesOrNo)"
    case .compare: return "Compare the two? \(yesOrNo)"
    case .takeText(let label): return "Take the text into \(label)? \(yesOrNo)"
    }
  }
}
