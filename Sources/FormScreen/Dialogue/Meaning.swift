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
  /// The line editor handles the key.
  case edit
  /// An action of the form.
  case action(Action)
  /// An action, after which vi's insert mode begins.
  case inserted(Action)
  case command(TypedCommand)
  /// The command prompt opens; `isColon` if a colon opened it.
  case promptOpened(isColon: Bool)
  /// The prompt for a file name replaces the question whether to save.
  case fileAsked
  /// The command prompt closes and leaves this text for the row.
  case promptClosed(typing: String)
  /// The text of the command prompt is run, or completed.
  case promptEnded
  case completed
  /// Another line of the palette is chosen.
  case paletteMoved(by: Int)
  /// The find ends with this action.
  case findEnded(Action)
  /// The find continues in another scope.
  case scopeChosen(FindScope)
  /// The open panel or prompt closes, and then the key is handled again.
  case closedFirst
  case answered(Question, yes: Bool)
  /// The question closes.
  case questionClosed
  /// The list of candidates changes; nil closes it.
  case listChanged(CandidatePanel?)
  case taken(CandidateOffer, movesOn: Bool)
  /// The offer for → is taken.
  case offerTaken(Offer)
  /// The prompt gets its text before the last step.
  case promptUndone
  /// The meaning depends on a file of candidates that is not completely read.
  case candidatesNeeded
  case cursorMoved(Int, goal: Int)
  case panelScrolled(to: Int)
  /// Another change is chosen; the panel as it is then.
  case changeChosen(ReviewPanel)
  /// The row of a change is shown.
  case changeShown(Difference)
  /// A note is shown whole, in a panel.
  case noteShown(FormRow.ID)
  /// The note closes, and the focus goes to the row on its other side.
  case noteLeft(by: Int)
  /// The panel or the filter closes. After Esc, vi's command mode begins.
  case closed
  /// The person leaves, as with ^C.
  case interrupted
  /// The command that gets the answers must end.
  case sendingStopped
  case repainted
  /// No effect, with a sentence if one helps.
  case ignored(String? = nil)
}
