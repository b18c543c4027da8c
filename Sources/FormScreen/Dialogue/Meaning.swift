// The meaning of a key in the current state of the screen.

package import FormModel
import FormText

/// The editing mode of the line editor.
package enum EditingMode: Hashable, Sendable {
  case emacs, viInsert, viCommand

  var usesViKeys: Bool { self != .emacs }
}

/// The meaning of a key: the effect that it must have now.
package enum Meaning: Hashable, Sendable {
  /// The line editor handles the key.
  case edit
  /// Applies an action to the form.
  case action(Action)
  /// Applies an action, and begins vi's insert mode.
  case inserted(Action)
  case command(TypedCommand)
  /// Opens the command prompt. `isColon` is whether a typed colon opens the prompt.
  case promptOpened(isColon: Bool)
  /// Replaces the question whether to save by the prompt for a file name.
  case fileAsked
  /// Shows what a save would write, below the question whether to save.
  case previewAsked(ExportFormat?)
  /// Closes the preview, and shows the list of changes again if the preview replaced it.
  case previewClosed
  /// Closes the command prompt, and types this text into the row.
  case promptClosed(typing: String)
  /// Runs the text of the command prompt.
  case promptEnded
  case completed
  /// Chooses another line of the palette.
  case paletteMoved(by: Int)
  /// Ends the search with this action.
  case findEnded(Action)
  /// Continues the search in another scope.
  case scopeChosen(FindScope)
  /// Closes the open panel or prompt, and then handles the key again.
  case closedFirst
  case answered(Question, yes: Bool)
  /// Closes the question without an answer.
  case questionClosed
  /// Changes the list of candidates; nil closes it.
  case listChanged(CandidatePanel?)
  case taken(CandidateOffer, movesOn: Bool)
  /// Accepts the offer for the key →.
  case offerTaken(Offer)
  /// Undoes the last step in the text of the prompt.
  case promptUndone
  /// The meaning depends on a file of candidates that must first be read completely.
  case candidatesNeeded
  case cursorMoved(Int, goal: Int)
  case panelScrolled(to: Int)
  /// Chooses another change in the panel of changes.
  case changeChosen(ReviewPanel)
  /// Goes to the row of a change.
  case changeShown(Difference)
  /// Shows a whole note in a panel.
  case noteShown(FormRow.ID)
  /// Closes the note, and moves the focus past the note to the next row.
  case noteLeft(by: Int)
  /// Closes the panel or the filter. If Esc was pressed, vi's command mode begins.
  case closed
  /// Leaves the form, as ^C (Ctrl-C) does.
  case interrupted
  /// Stops the command that is receiving the answers, or the comparison with a file.
  case waitStopped
  case repainted
  /// Has no effect, but may show a sentence.
  case ignored(String? = nil)
}
