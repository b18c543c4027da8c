// The meaning of a key in the present state of the screen.

package import FormModel

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
  case command(TypedCommand)
  /// The text of the command prompt is run, or its name is completed.
  case promptEnded(String)
  case completed(String)
  /// The command prompt opens, or closes and leaves this text to the row.
  case promptOpened
  case promptClosed(typing: String)
  /// The find ends like this.
  case findEnded(Action)
  /// Words are looked for elsewhere.
  case scopeChosen(FindScope)
  case asked(Question)
  case answered(Question, yes: Bool)
  /// The question is gone, and where another key closed it that key has its turn.
  case questionClosed(Question, goesOn: Bool)
  /// The list of candidates is like this now; nil while it is closed.
  case listChanged(CandidatePanel?)
  case taken(CandidateOffer, goesOn: Bool)
  /// The meaning depends on a file of candidates that is not read to its end.
  case candidatesNeeded
  case cursorMoved(Int, goal: Int)
  case panelScrolled(to: Int)
  /// The panel or the filter is closed. After Esc, vi's command mode follows.
  case closed
  /// The person leaves, as by ^C.
  case interrupted
  case repainted
  /// Nothing; a sentence where one helps.
  case ignored(String? = nil)
}
