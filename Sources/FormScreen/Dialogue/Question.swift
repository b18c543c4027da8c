// The questions to a person before something happens.

package import FormModel
import FormText

/// A question that waits for an answer.
package enum Question: Hashable, Sendable {
  /// Enter behind the last row.
  case finish
  /// ^S once; in plain mode `:save`, in a format if one was named.
  case save(ExportFormat?)
  /// ^C once, where nothing is kept.
  case leave
  /// `:quit` where nothing is kept.
  case quit
  /// A draft is offered.
  case goOn
  /// Another process has the draft open.
  case takeOver
  /// A text that an editor left is offered, for the row with this label.
  case takeText(label: String)

  /// Whether yes saves.
  package var isAboutSaving: Bool {
    switch self {
    case .finish, .save: true
    case .leave, .quit, .goOn, .takeOver, .takeText: false
    }
  }

  /// Whether nothing is typed before it is answered: another form may take this one's place.
  package var comesFirst: Bool {
    switch self {
    case .goOn, .takeOver, .takeText: true
    case .finish, .save, .leave, .quit: false
    }
  }

  /// Whether Enter says yes: the answer that loses nothing.
  package var isAnsweredByEnter: Bool { self == .goOn }

  /// The question at the screen, or in plain mode.
  ///
  /// - Parameter destination: where the answers go.
  package func sentence(
    in session: FormSession, destination: String, isPlain: Bool = false
  ) -> String {
    let yesOrNo = isPlain ? "y or n" : "(y/n)"
    switch self {
    case .finish where !isPlain: return "Save and finish? \(yesOrNo)"
    case .finish, .save:
      let filled = grouped(session.answers.filledCount)
      let total = grouped(session.answers.rowCount)
      return "Save \(filled) of \(total) rows to \(destination) and finish? "
        + (isPlain ? yesOrNo : "^S saves")
    case .leave where isPlain: return "Leave without saving? Control-C or y leaves, n stays"
    case .leave: return "Leave without saving? ^C leaves, any other key stays"
    case .quit: return "Leave without saving? \(yesOrNo)"
    case .goOn:
      return "Go on with it? \(isPlain ? "An empty line or y" : "Enter") goes on, n starts new"
    case .takeOver: return "Take it over? \(yesOrNo)"
    case .takeText(let label): return "Take the text into \(label)? \(yesOrNo)"
    }
  }
}
