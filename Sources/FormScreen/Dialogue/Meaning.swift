// The meaning of a key in the present state of the screen.

package import FormModel
import FormText

/// The editing mode of the line editor.
package enum EditingMode: Hashable, Sendable {
  case emacs, viInsert, viCommand

  var usesViKeys: Bool { self != .emacs }
}

/// The meaning of a key.
package enum Meaning: Hashable, Sendable {
  /// The line editor does it.
  case edit
  /// Something happens to the form.
  case action(Action)
  /// The same, and vi's insert mode follows.
  case inserted(Action)
  case command(TypedCommand)
  /// The command prompt opens; `isColon` if a colon opened it.
  case promptOpened(isColon: Bool)
  /// The question whether to save gives way to the prompt, for the name of a file.
  case fileAsked
  /// The command prompt closes and leaves this text to the row.
  case promptClosed(typing: String)
  /// The text of the command prompt is run, or completed.
  case promptEnded
  case completed
  /// Another line of the palette is chosen.
  case paletteMoved(by: Int)
  /// The find ends like this.
  case findEnded(Action)
  /// Words are looked for elsewhere.
  case scopeChosen(FindScope)
  /// What is open is closed, and the key has its turn.
  case closedFirst
  case answered(Question, yes: Bool)
  /// The question is gone.
  case questionClosed
  /// The list of candidates is like this now; nil while it is closed.
  case listChanged(CandidatePanel?)
  case taken(CandidateOffer, goesOn: Bool)
  /// What → takes.
  case offerTaken(Offer)
  /// The text of the prompt is that before its last step.
  case promptUndone
  /// The meaning depends on a file of candidates that is not read to its end.
  case candidatesNeeded
  case cursorMoved(Int, goal: Int)
  case panelScrolled(to: Int)
  /// A note is shown whole, in a panel.
  case noteShown(FormRow.ID)
  /// It is closed, and the focus goes to the row on its other side.
  case noteLeft(by: Int)
  /// The panel or the filter is closed. After Esc, vi's command mode follows.
  case closed
  /// The person leaves, as by ^C.
  case interrupted
  /// The command that gets the answers is to end.
  case sendingStopped
  case repainted
  /// Nothing; a sentence where one helps.
  case ignored(String? = nil)
}
