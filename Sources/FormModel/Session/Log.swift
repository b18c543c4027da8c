// The history of a form, and the changes that are not in the draft yet, for whoever keeps it on disk.
//
// The journal notes which rows, sections and steps changed; `takeEntry` gives their state now and begins
// anew. An entry is given once: who cannot write it keeps it, and writes it before the next.

import FormText

/// The history and the journal.
@usableFromInline package struct Log: Sendable {
  var history = History()
  @usableFromInline package internal(set) var journal = Journal()
  /// The sections whose items are kept with the texts in them.
  var sectionsWithKeptItems = SectionNumbers()
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

  /// Makes changes that belong together one step, as `History.record` says.
  mutating func record(_ changes: [Change], kind: EditKind = .other, isOpen: Bool = false) {
    guard !changes.isEmpty else { return }
    history.record(changes, kind: kind, isOpen: isOpen)
    journal.firstStep = min(journal.firstStep, history.position - 1)
  }

  /// Takes note of a row that changed.
  mutating func note(_ row: FormRow.ID) {
    journal.note(row)
    journal.hasChanged = true
  }

  /// Takes note of the items of a section; they are kept from now on, with those inside and around them.
  mutating func noteItems(ofSection section: Int, in sections: [FormSection]) {
    for around in sections[section].chain
    where around == section || !sectionsWithKeptItems.contains(around) {
      sectionsWithKeptItems.insert(around)
      journal.sections.insert(around)
    }
    for child in sections[section].children { noteItems(ofSection: child, in: sections) }
  }

  /// Keeps the lines that found no row. A paste without such lines leaves those of an earlier one,
  /// and lines that may be secret stay so wherever some of them are pasted.
  mutating func keepPasteRest(_ lines: ArraySlice<Text>, isRest: Bool, of section: FormSection) {
    guard isRest || !lines.isEmpty else { return }
    let isBesideSecrets = section.rows.contains(where: \.type.isSecret)
    isPasteRestSecret = isBesideSecrets || (isRest && isPasteRestSecret)
    if !pasteRest.isEmpty || !lines.isEmpty { pasteRest = Array(lines) }
  }

  // MARK: - The journal

  /// Notes everything anew, for a keeper that begins anew. O(rows ever changed + steps).
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
      // Also items that the template made are kept from now on, however many another version would make.
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
    // Where Esc would lead back to: a row that is only passed is none to go on with.
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
    let progress = answers.progress
    let unadded = answers.unaddedEntries.count
    (entry.filled, entry.total) = (progress.done + unadded, progress.total + unadded)
    journal = Journal()
    journal.hasShape = false
    return entry
  }
}

/// Changes of a form, as names and bytes that outlive the process.
public struct JournalEntry: Sendable {
  /// Rows by name; nil for a row that is as nobody had touched it.
  public var rows: [String: RowContent?] = [:]
  /// The order of the items of sections, by section id.
  public var structure: [String: [UInt8]] = [:]
  /// The sections whose order is kept under another id now.
  public var removedStructure: [String] = []
  /// The ids of all sections and rows; nil where they are kept already.
  public var shape: [UInt8]?
  /// The changes of the history.
  public var history = Steps()
  /// The row with focus.
  public var focus: String?
  /// What was looked for last; nil while nothing was.
  public var find: [UInt8]?
  /// The lines that a paste left over, separated by line feeds; nil if they are as they were.
  public var pasteRest: [UInt8]?
  /// The defaults that rows were given, by name.
  public var defaults: [String: [UInt8]] = [:]
  /// The number of rows with an answer and the number of all rows. A text on an entry line counts in
  /// both.
  public var filled = 0
  public var total = 0

  /// Nothing changed.
  public init() {}

  /// Changes of the history.
  public struct Steps: Sendable {
    /// How many steps are as they were.
    public var kept = Int.max
    /// The steps behind those.
    public var added: [KeptStep] = []
    /// How many steps there are, done or to be redone.
    public var count = 0
    /// How many of them are done.
    public var position = 0
  }
}

/// What changed since the last entry.
@usableFromInline package struct Journal: Sendable {
  private(set) var rows = Set<FormRow.ID>()
  /// The row that was noted last, which most often is the next one too.
  private var lastRow: FormRow.ID?
  @usableFromInline package internal(set) var sections = SectionNumbers()
  /// Whether the texts without a row are to be written down too.
  var hasOrphans = false
  /// Whether the lines that a paste left over changed.
  @usableFromInline package internal(set) var hasPasteRest = false
  /// The names of rows under which nothing is kept any more, and the sections whose order is kept under
  /// another id now.
  var removed = (names: Set<String>(), sections: Set<String>())
  /// Whether the ids of sections and rows are to be written down.
  var hasShape = true
  /// The rows that were given a default.
  fileprivate(set) var defaults = Set<FormRow.ID>()
  /// The first step that changed, counted from the oldest.
  @usableFromInline package internal(set) var firstStep = Int.max
  /// Whether the text of a row changed.
  @usableFromInline package internal(set) var hasChanged = false
  /// Whether the focus, a cursor, or the place in the history moved.
  var hasMoved = false

  /// Takes note of a row that changed.
  mutating func note(_ row: FormRow.ID) {
    guard row != lastRow else { return }
    rows.insert(row)
    lastRow = row
  }

  /// Takes note of rows that were given a default.
  mutating func noteDefaults(_ rows: some Sequence<FormRow.ID>) {
    defaults.formUnion(rows)
    hasMoved = true
  }

  /// Whether texts, items or steps changed: what must not be lost.
  @inlinable package var hasChanges: Bool {
    hasChanged || firstStep != .max || !sections.isEmpty || hasPasteRest
  }
}
