// The requests of the draft flow and the save flow to the front end that has the terminal.

import FormModel
import FormScreen
import FormText

/// The end of a session at a terminal.
enum Ending {
  /// `farewell` is for the terminal, `errors` for standard error after the terminal is restored.
  case status(ExitStatus, farewell: [String], errors: [String] = [])
  case signal(Int32)
  /// The terminal is gone.
  case hungUp
  case failure(Failure)
  /// The screen gives way to sentences.
  case plain
}

/// Something that a front end is to do.
enum FlowEffect {
  /// A message is shown.
  case message(String, Style = .plain)
  /// The same with what a key does about it at the screen, and a command in plain mode.
  case remark(String, key: String, command: String)
  /// Lines are shown, in a panel where there is one.
  case lines([String])
  /// Answers are sent to a command: nothing else happens until it has ended. The sentence says so.
  case sending(String)
  /// That is over.
  case sent
  /// The command did not accept them; all that it said.
  case notAccepted(String, lines: [String])
  /// The lines are hidden.
  case linesHidden
  /// A question is asked, behind a sentence where its own text is not enough.
  case ask(Question, introduction: String? = nil)
  /// Another session takes the place of this one.
  case session(FormSession)
  /// Something happened to the form, and this is to be done about it.
  case changed([Effect])
  case end(Ending)

  static func problem(_ sentence: String) -> FlowEffect { .message(sentence, .problem) }
}
