// Requests that `DraftFlow` and `SaveFlow` send to the front end, which controls the terminal.

import FormModel
import FormScreen
import FormText

/// The way in which a session at a terminal ends.
enum Ending {
  /// `farewell` is for the terminal; `errors` is for standard error, after the terminal is
  /// restored.
  case status(ExitStatus, farewell: [String], errors: [String] = [])
  /// The person left with ^C (Ctrl-C).
  case left
  case signal(Int32)
  /// The terminal was disconnected.
  case hungUp
  case failure(Failure)
  /// Plain mode continues the session in place of the screen.
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
  /// Shows a message with a remedy: a key at the screen, a command in plain mode.
  case remark(String, key: String, command: String)
  /// Shows lines, in a panel if there is one.
  case lines([String])
  /// Shows the text that a save would write, in a panel if there is one.
  case preview(PreviewText)
  /// Shows that answers are being sent to a command, or that a file is compared. Keys have no
  /// effect until `waitEnded`.
  case waiting(String, for: ScreenState.Wait)
  /// The command or the comparison has ended, and keys have an effect again.
  case waitEnded
  /// Shows that the command did not accept the answers, with the command's whole output.
  case notAccepted(String, lines: [String])
  /// Reports that changes of the file were taken: a sentence, and the number of conflicts.
  case taken(String, conflicts: Int)
  /// Hides the lines that were shown.
  case linesHidden
  /// Asks a question. The introduction explains the question if its own text is not enough.
  case ask(Question, introduction: String? = nil)
  /// Replaces the session. Indirect, because a session is large and this is rare.
  indirect case session(FormSession)
  /// Tells the screen about the effects of a change to the form.
  case changed([Effect])
  case end(Ending)

  static func problem(_ sentence: String) -> FlowEffect { .message(sentence, .problem) }
}
