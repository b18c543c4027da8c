// The history of a form, and the changes that are not in the draft yet.

import FormText

/// The history and the journal.
package struct Log: Sendable {
  var history = History()
  var journal = Journal()
  /// The sections whose items are kept with the texts in them.
  var sectionsWithKeptItems = Set<Int>()
  /// Whether something was typed into a secret row, which no history tells.
  var hasChangedSecret = false
  /// The lines that the last paste left over. They wait until they are pasted, or another paste
  /// leaves lines over.
  var pasteRest: [Text] = [] {
    didSet { journal.hasPasteRest = true }
  }
  /// Whether these lines were pasted beside secret rows, and are in no draft.
  var isPasteRestSecret = false
}
