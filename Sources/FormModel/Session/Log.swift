// The undo history of a form, and the changes that must still be written to the draft.
//
// The journal records which rows, sections and steps have changed. `takeEntry` returns their
// present state and empties the journal. Each entry is returned only once: if writing it fails, the
// caller must keep it and write it before the next entry.

import FormText

/// The history and the journal.
@usableFromInline package struct Log: Sendable {
  var history = History()
  @usableFromInline package internal(set) var journal = Journal()
  /// The sections whose items, not only texts, are stored in drafts.
  var sectionsWithKeptItems = SectionNumbers()
  /// Whether a secret row was edited. Such an edit is not in the history.
  var hasChangedSecret = false
  /// The remaining lines of the last incomplete paste. They are kept until they are pasted, or
  /// until another paste has remaining lines.
  var pasteRest: [Text] = [] {
    didSet { journal.hasPasteRest = true }
  }
  /// Whether the remaining lines were pasted in a section with secret rows, so drafts must not
  /// contain them.
  private(set) var isPasteRestSecret = false

  /// Adds a change to the history and notes it in the journal.
  mutating func record(_ change: TextChange, kind: EditKind) {
    history.record(change, kind: kind)
    // The change may have extended the last step.
    journal.firstStep = min(journal.firstStep, history.position - 1)
  }

  /// Records several changes as one step; see `History.record`.
  mutating func record(_ changes: [Change], kind: EditKind = .other, isOpen: Bool = false) {
    guard !changes.isEmpty else { return }
    history.record(changes, kind: kind, isOpen: isOpen)
    journal.firstStep = min(journal.firstStep, history.position - 1)
  }

  /// Records that a row changed.
  mutating func note(_ row: FormRow.ID) {
    journal.note(row)
    journal.hasChanged = true
  }

  /// Records that the items of a section changed. From now on, drafts store the items of this
  /// section, and of the sections inside and around it.
  mutating func noteItems(ofSection section: Int, in sections: [FormSection]) {
    for around in sections[section].chain
    where around == section || !sectionsWithKeptItems.contains(around) {
      sectionsWithKeptItems.insert(around)
      journal.sections.insert(around)
    }
    for child in sections[section].children { noteItems(ofSection: child, in: sections) }
  }

  /// Keeps the pasted lines for which no row was free. If there are none, the lines of an earlier
  /// paste are kept. Lines that may be secret stay secret, even after some of them were pasted
  /// elsewhere. `isRest` says that the pasted lines had themselves remained from an earlier paste.
  mutating func keepPasteRest(_ lines: ArraySlice<Text>, isRest: Bool, of section: FormSection) {
    guard isRest || !lines.isEmpty else { return }
    let isBesideSecrets = section.rows.contains(where: \.type.isSecret)
    isPasteRestSecret = isBesideSecrets || (isRest && isPasteRestSecret)
    if !pasteRest.isEmpty || !lines.isEmpty { pasteRest = Array(lines) }
  }

  // MARK: - The journal

  /// Records everything as changed, so that the next entry fills a new draft file. O(rows ever
  /// changed + steps).
  mutating func noteEverything(of answers: Answers) {
    for row in answers.texts.buffer.rows where !answers.isSecret(row) { journal.note(row) }
    for row in answers.texts.live where !answers.isSecret(row.id) { journal.note(row.id) }
    for row in answers.presets.rows.union(answers.changes.confirmedRows)
    where !answers.isSecret(row) { journal.note(row) }
    journal.sections = sectionsWithKeptItems
    journal.hasShape = true
    journal.hasOrphans = !answers.leftovers.texts.isEmpty || !answers.leftovers.items.isEmpty
    journal.hasPasteRest = !pasteRest.isEmpty
    journal.noteDefaults(answers.presets.given.texts.keys.filter { !answers.isSecret($0) })
    journal.noteConflicts(answers.changes.conflicts.keys.filter { !answers.isSecret($0) })
    journal.firstStep = 0
    journal.hasChanged = true
  }

  /// Returns the changes since the last call. O(changes).
  mutating func takeEntry(of answers: Answers, at place: Place) -> JournalEntry {
    var entry = JournalEntry()
    for row in journal.rows {
      let base = RowContent(text: answers.baseText(of: row))
      let isConfirmed = answers.changes.confirmedRows.contains(row)
      // A constant always has the same text; only its confirmation is stored.
      let isConstant = answers.template[row].constant != nil && answers.isCalculated(row)
      var content = isConstant ? base : answers.texts.content(of: row) ?? base
      // A draft may contain a row that has the loaded text or the default. If no cursor is stored
      // for the row, the row is confirmed: a person or script gave it this text. If a cursor is
      // stored, the row is untouched.
      if content.text == base.text, isConfirmed { content.cursor = nil }
      // A row with a preset (a text set before the person's first action) is stored even if it is
      // untouched again. If it were not stored, the row would get its preset again.
      let isTouched = content != base || answers.presets.rows.contains(row) || isConfirmed
      entry.rows[answers.template.name(of: row)] = .some(isTouched ? content : nil)
      // Also store the items that the template created, because another version of the template may
      // create another number of items.
      if isTouched, answers.template.sections[row.section].repetition != nil,
        !sectionsWithKeptItems.contains(row.section)
      {
        noteItems(ofSection: row.section, in: answers.template.sections)
      }
    }
    if journal.hasOrphans {
      entry.rows.merge(answers.leftovers.texts.mapValues { .some($0.row) }) { row, _ in row }
      entry.structure = answers.leftovers.items
    }
    for name in journal.removed.names where entry.rows[name] == nil {
      entry.rows.updateValue(nil, forKey: name)
    }
    for section in journal.sections.numbers {
      entry.structure[answers.template.sections[section].id] =
        answers.outline.keptItems(ofSection: section).encoded
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
    // During a search, store the row to which Esc returns, because a form should not resume at a
    // match.
    entry.focus = (place.finding.map(\.origin.row) ?? place.focus).map(answers.template.name(of:))
    entry.find = place.lastFind == .nothing ? nil : place.lastFind.encoded(for: answers.template)
    if journal.hasPasteRest {
      entry.pasteRest =
        isPasteRestSecret ? [] : Array(pasteRest.map(\.string).joined(separator: "\n").utf8)
    }
    for row in journal.defaults {
      entry.defaults[answers.template.name(of: row)] = answers.presets.given.texts[row].map {
        Array($0.string.utf8)
      }
    }
    for row in journal.conflicts {
      let conflict = answers.changes.conflicts[row].flatMap(\.encoded)
      entry.conflicts.updateValue(conflict, forKey: answers.template.name(of: row))
    }
    for name in journal.removed.conflicts where entry.conflicts[name] == nil {
      entry.conflicts.updateValue(nil, forKey: name)
    }
    let progress = answers.progress
    let unadded = answers.unaddedEntries.count
    (entry.filled, entry.total) = (progress.done + unadded, progress.total + unadded)
    journal = Journal()
    journal.hasShape = false
    return entry
  }
}

/// The changes of a form. They name rows and sections by ids rather than by indices, so they stay
/// valid after the process ends.
public struct JournalEntry: Sendable {
  /// The contents of rows, by name; nil for a row that is untouched again.
  public var rows: [String: RowContent?] = [:]
  /// The order of the items in each section, by section id.
  public var structure: [String: [UInt8]] = [:]
  /// The section ids whose stored order of items must be deleted from the draft.
  public var removedStructure: [String] = []
  /// The ids of all sections and rows; nil if they are already stored.
  public var shape: [UInt8]?
  /// The changes to the history.
  public var history = Steps()
  /// The name of the focused row.
  public var focus: String?
  /// The last search; nil if there was none.
  public var find: [UInt8]?
  /// The remaining lines of a paste, separated by line feeds; nil if they did not change.
  public var pasteRest: [UInt8]?
  /// The defaults that rows got during the session, by name.
  public var defaults: [String: [UInt8]] = [:]
  /// The conflicts that began or were resolved, by row name; nil for a resolved conflict.
  public var conflicts: [String: [UInt8]?] = [:]
  /// The number of answered rows. An entry line, which keeps a typed text until Enter makes an item
  /// of it, counts too if it has a text.
  public var filled = 0
  /// The number of rows that can be answered. An entry line with a text counts too.
  public var total = 0

  /// Creates an entry without changes.
  public init() {}

  /// Changes to the history.
  public struct Steps: Sendable {
    /// The number of steps at the beginning of the history that did not change.
    public var kept = Int.max
    /// The steps that follow the unchanged steps.
    public var added: [KeptStep] = []
    /// The number of all steps, including the undone steps.
    public var count = 0
    /// The number of steps that are not undone.
    public var position = 0
  }
}

/// The changes since the last entry.
@usableFromInline package struct Journal: Sendable {
  private(set) var rows = Set<FormRow.ID>()
  /// The row recorded last. The next recorded row is usually the same.
  private var lastRow: FormRow.ID?
  @usableFromInline package internal(set) var sections = SectionNumbers()
  /// Whether the texts and items that have no place in the template must be written, too.
  var hasOrphans = false
  /// Whether the remaining lines of a paste have changed.
  @usableFromInline package internal(set) var hasPasteRest = false
  /// The row names whose stored texts or conflicts must be deleted from the draft, and the former
  /// ids of sections whose items are now stored under another id.
  var removed = (names: Set<String>(), conflicts: Set<String>(), sections: Set<String>())
  /// Whether the ids of the sections and rows must be written.
  var hasShape = true
  /// The rows that got a default.
  fileprivate(set) var defaults = Set<FormRow.ID>()
  /// The rows whose conflict began or was resolved.
  private(set) var conflicts = Set<FormRow.ID>()
  /// The index of the first changed step, counted from the oldest.
  @usableFromInline package internal(set) var firstStep = Int.max
  /// Whether the text of any row changed.
  @usableFromInline package internal(set) var hasChanged = false
  /// Whether the focus, a cursor, or the position in the history changed.
  var hasMoved = false

  /// Records that a row changed.
  mutating func note(_ row: FormRow.ID) {
    guard row != lastRow else { return }
    rows.insert(row)
    lastRow = row
  }

  /// Records that rows got a default.
  mutating func noteDefaults(_ rows: some Sequence<FormRow.ID>) {
    defaults.formUnion(rows)
    hasMoved = true
  }

  /// Records that conflicts began or were resolved.
  mutating func noteConflicts(_ rows: some Sequence<FormRow.ID>) {
    conflicts.formUnion(rows)
    hasMoved = true
  }

  /// Whether texts, items or steps changed. These changes must not be lost.
  @inlinable package var hasChanges: Bool {
    hasChanged || firstStep != .max || !sections.isEmpty || hasPasteRest
  }
}
