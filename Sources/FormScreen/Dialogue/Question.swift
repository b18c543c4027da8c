// The questions that the program asks before it does something.

package import FormModel
import FormText

/// A question that waits for an answer.
package enum Question: Hashable, Sendable {
  /// Asks whether to save; the format is nil if none was named.
  case save(ExportFormat?)
  /// Asks whether to leave, after ^C (Ctrl-C) in a form without a draft.
  case leave
  /// Asks whether to leave, after `:quit` in a form without a draft.
  case quit
  /// Asks whether to resume a draft.
  case resume
  /// Asks whether to take a draft from the process that has it open.
  case takeOver
  /// Asks whether to take the text that an external editor left for the row with this label.
  case takeText(label: String)
  /// Asks whether to compare the form with its file, which another program changed.
  case compare

  /// Whether yes means to save the form's answers.
  package var isAboutSaving: Bool {
    switch self {
    case .save: true
    case .leave, .quit, .resume, .takeOver, .takeText, .compare: false
    }
  }

  /// Whether the question is asked before anything is typed. The answer may then replace the form.
  package var comesFirst: Bool {
    switch self {
    case .resume, .takeOver, .takeText: true
    case .save, .leave, .quit, .compare: false
    }
  }

  /// Whether Esc leaves the form.
  var isLeftByEscape: Bool {
    switch self {
    case .resume, .takeOver: true
    case .save, .leave, .quit, .takeText, .compare: false
    }
  }

  /// Whether Enter answers yes. True only for a question where the answer yes loses nothing.
  package var isAnsweredByEnter: Bool { self == .resume }

  /// A hint about a key. The screen shows the hint after the sentence that introduces the question.
  package var remedy: String { self == .compare ? "   ^S compares the two" : "" }

  /// Returns the kind of the question, which determines its keys at the screen.
  func kind(prints: Bool) -> ScreenState.QuestionKind {
    switch self {
    case .save: prints ? .print : .save
    case .compare: .compare
    case .resume: .resume
    case .takeOver: .first
    case .leave, .quit, .takeText: .other
    }
  }

  /// Returns the sentence about the keys that answer the question.
  func keys(takesFile: Bool, prints: Bool = false) -> String {
    switch self {
    case .save where prints: "f saves to a file, y prints here, n goes on"
    case .save where !takesFile: "y saves, n goes on"
    case .save: "y saves, f saves to a file, n goes on"
    case .leave, .quit: "y leaves, n stays"
    case .resume: "Enter goes on with the draft, n starts anew"
    case .takeOver, .takeText: "y or n"
    case .compare: "y compares, f saves to another file, n goes on"
    }
  }

  /// Returns the text of the question.
  ///
  /// - Parameters:
  ///   - destination: the name of the destination; empty if a program that uses the library gets
  ///     the answers.
  ///   - prints: whether the destination is the terminal that shows the form.
  package func sentence(
    in session: FormSession, destination: String, prints: Bool = false, isPlain: Bool = false
  ) -> String {
    let yesOrNo = isPlain ? "y or n" : "(y/n)"
    switch self {
    case .save:
      // Only the answers are counted: `18 of 20` would suggest that something is missing.
      let answers = counted(
        session.answers.filledCount - session.answers.unwrittenDefaultCount(in: .json), "answer")
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
      let key = isPlain ? "An empty line or y" : "Enter"
      return "Go on with this draft? \(key) goes on, n starts anew"
    case .takeOver: return "Take it over? \(yesOrNo)"
    case .compare: return "Compare the two? \(yesOrNo)"
    case .takeText(let label): return "Take the text into \(label)? \(yesOrNo)"
    }
  }
}
