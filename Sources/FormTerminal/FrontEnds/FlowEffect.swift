// The requests of the draft flow and the save flow to the front end that has the terminal.

import FormModel
import FormScreen
import FormText

/// The end of a session at a terminal.
enum Ending {
  /// `farewell` is for the terminal; `errors` is for standard error, after the terminal is
  /// restored.
  case status(ExitStatus, farewell: [String], errors: [String] = [])
  case signal(Int32)
  /// The terminal was disconnected.
  case hungUp
  case failure(Failure)
  /// The screen is replaced by plain mode.
  case plain

  /// Whether the answers were saved.
  var isSaved: Bool {
    switch self {
    case .status(.saved, _, _), .status(.savedWithProblems, _, _): true
    default: false
    }
  }
}

/// A request to a front end.
enum FlowEffect {
  /// Shows a message.
  case message(String, Style = .plain)
  /// The same, with a remedy: a key at the screen, a command in plain mode.
  case remark(String, key: String, command: String)
  /// Shows lines, in a panel if there is one.
  case lines([String])
  /// Shows that answers are being sent to a command; keys have no effect until it has ended.
  case sending(String)
  /// The command has ended.
  case sent
  /// Shows that the command did not accept them, with its whole output.
  case notAccepted(String, lines: [String])
  /// Changes of the file were taken; a sentence, and the number of conflicts.
  case taken(String, conflicts: Int)
  /// The lines are hidden.
  case linesHidden
  /// Asks a question, after an introduction if its own text is not enough.
  case ask(Question, introduction: String? = nil)
  /// Replaces the session.
  case session(FormSession)
  /// Applies the effects of a change to the form.
  case changed([Effect])
  case end(Ending)

  static func problem(_ sentence: String) -> FlowEffect { .message(sentence, .problem) }
}
