// The history of a form, and the changes that are not in the draft yet.

import FormText

/// The history and the journal.
package struct Log: Sendable {
  var history = History()
  var journal = Journal()
  /// The sections whose items are kept with the texts in them.
  private(set) var sectionsWithKeptItems = Set<Int>()
  /// Whether something was typed into a secret row, which no history tells.
  var hasChangedSecret = false
  /// The lines that the last paste left over. They wait until they are pasted, or another paste
  /// leaves lines over.
  var pasteRest: [Text] = [] {
    didSet { journal.hasPasteRest = true }
  }
  /// Whether these lines were pasted beside secret rows, and are in no draft.
  private(set) var isPasteRestSecret = false

  /// Makes a change a part of the history, and of the journal.
  mutating func record(_ change: TextChange, kind: EditKind) {
    history.record(change, kind: kind)
    // The step may have gone on with the last one.
    journal.firstStep = min(journal.firstStep, history.position - 1)
  }

  /// Makes changes that belong together one step.
  mutating func record(_ changes: [Change]) {
    guard !changes.isEmpty else { return }
    history.record(changes)
    journal.firstStep = min(journal.firstStep, history.position - 1)
  }

  /// Takes note of a row that changed.
  mutating func note(_ row: FormRow.ID) {
    journal.note(row)
    journal.hasChanged = true
  }

  /// Takes note of the items of a section; they are kept from now on.
  mutating func noteItems(ofSection section: Int) {
    sectionsWithKeptItems.insert(section)
    journal.sections.insert(section)
  }

  /// Takes note that the items of a section are kept already.
  mutating func noteKeptItems(ofSection section: Int) { sectionsWithKeptItems.insert(section) }

  /// Keeps the lines that found no row. A paste without such lines leaves those of an earlier one,
  /// and lines that may be secret stay so wherever some of them are pasted.
  mutating func keepPasteRest(_ lines: ArraySlice<Text>, isRest: Bool, isBesideSecrets: Bool) {
    guard isRest || !lines.isEmpty else { return }
    isPasteRestSecret = isBesideSecrets || (isRest && isPasteRestSecret)
    if !pasteRest.isEmpty || !lines.isEmpty { pasteRest = Array(lines) }
  }

  // MARK: - The journal

  /// Notes everything anew, for a keeper that begins anew. O(rows ever changed + steps).
  mutating func noteEverything(of answers: Answers) {
    for row in answers.texts.buffer.rows where !answers.isSecret(row) { journal.note(row) }
    for row in answers.texts.live where !answers.isSecret(row.id) { journal.note(row.id) }
    for row in answers.presets.rows.union(answers.changes.confirmedRows)
    where !answers.isSecret(row) {
      journal.note(row)
    }
    journal.sections = sectionsWithKeptItems
    journal.hasShape = true
    journal.hasOrphans = !answers.leftovers.texts.isEmpty || !answers.leftovers.items.isEmpty
    journal.hasPasteRest = !pasteRest.isEmpty
    journal.firstStep = 0
    journal.hasChanged = true
  }

  /// What has changed since the last call. O(changes).
  mutating func takeEntry(of answers: Answers, at place: Place) -> JournalEntry {
    var entry = JournalEntry()
    for row in journal.rows {
      let base = RowContent(text: answers.baseText(of: row))
      let isConfirmed = answers.changes.confirmedRows.contains(row)
      var content = answers.texts.content(of: row) ?? base
      // A confirmed row is stored without its cursor, an untouched one with it.
      if content.text == base.text, isConfirmed { content.cursor = nil }
      // A row that was preset would be preset again.
      let isTouched = content != base || answers.presets.rows.contains(row) || isConfirmed
      entry.rows[answers.template.name(of: row)] = .some(isTouched ? content : nil)
      if isTouched { keepItems(ofSection: row.section, of: answers) }
    }
    if journal.hasOrphans {
      entry.rows.merge(answers.leftovers.texts.mapValues { .some($0.row) }) { row, _ in row }
      entry.structure = answers.leftovers.items
    }
    for name in journal.removed.names where entry.rows[name] == nil {
      entry.rows.updateValue(nil, forKey: name)
    }
    for section in journal.sections {
      entry.structure[answers.template.sections[section].id] = answers.outline.encodedItems(
        ofSection: section)
    }
    entry.removedStructure = journal.removed.sections.filter { entry.structure[$0] == nil }
    if journal.hasShape { entry.shape = answers.template.encodedShape }
    if journal.firstStep != .max {
      entry.history.kept = journal.firstStep
      entry.history.added = history.steps(from: journal.firstStep).map {
        $0.encoded(for: answers.template)
      }
    }
    entry.history.count = history.count
    entry.history.position = history.position
    // Where Esc would lead back to: a row that is only passed is none to go on with.
    entry.focus = (place.finding.map(\.origin.row) ?? place.focus).map(answers.template.name(of:))
    entry.find = place.lastFind == .nothing ? nil : place.lastFind.encoded(for: answers.template)
    if journal.hasPasteRest {
      entry.pasteRest =
        isPasteRestSecret ? [] : Array(pasteRest.map(\.string).joined(separator: "\n").utf8)
    }
    let progress = answers.progress
    let unadded = answers.unaddedEntries.count
    (entry.filled, entry.total) = (progress.done + unadded, progress.total + unadded)
    journal = Journal()
    journal.hasShape = false
    return entry
  }

  /// Takes note of the items of a section of which a row holds something: also those that the
  /// template made are its items from now on, however many another version of it would make.
  private mutating func keepItems(ofSection section: Int, of answers: Answers) {
    guard answers.template.sections[section].repetition != nil,
      !sectionsWithKeptItems.contains(section)
    else { return }
    noteItems(ofSection: section)
  }
}
