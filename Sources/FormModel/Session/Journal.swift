// What of a form has changed since it was last written down, for whoever keeps it on disk.
//
// A session notes which rows, sections and steps changed; `takeJournal` gives their state now and
// begins anew. An entry is given once: who cannot write it keeps it, and writes it before the next.

import FormText

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
  /// How many steps of the history are as they were.
  public var keptSteps = Int.max
  /// The steps behind those.
  public var steps: [[UInt8]] = []
  /// How many steps there are, done or to be redone.
  public var stepCount = 0
  /// How many of them are done.
  public var position = 0
  /// The row with focus.
  public var focus: String?
  /// What was looked for last; nil while nothing was.
  public var find: [UInt8]?
  /// The lines that a paste left over, separated by line feeds; nil if they are as they were.
  public var pasteRest: [UInt8]?
  /// The number of rows with an answer and the number of all rows. A text on an entry line counts in
  /// both.
  public var filled = 0
  public var total = 0

  /// Nothing changed.
  public init() {}
}

/// What changed since the last entry.
struct Journal: Sendable {
  private(set) var rows = Set<FormRow.ID>()
  /// The row that was noted last, which most often is the next one too.
  private var lastRow: FormRow.ID?
  var sections = Set<Int>()
  /// Whether the texts without a row are to be written down too.
  var hasOrphans = false
  /// Whether the lines that a paste left over changed.
  var hasPasteRest = false
  /// The names under which nothing is kept any more.
  var removedNames = Set<String>()
  /// The sections whose order is kept under another id now.
  var removedStructure = Set<String>()
  /// Whether the ids of sections and rows are to be written down.
  var hasShape = true
  /// The first step that changed, counted from the oldest.
  var firstStep = Int.max
  /// Whether the text of a row changed.
  var hasChanged = false
  /// Whether the focus, a cursor, or the place in the history moved.
  var hasMoved = false

  /// Takes note of a row that changed.
  mutating func note(_ row: FormRow.ID) {
    guard row != lastRow else { return }
    rows.insert(row)
    lastRow = row
  }
}

extension FormSession {
  /// Whether texts, items or steps changed since the last entry: what must not be lost.
  public var hasJournal: Bool {
    log.journal.hasChanged || log.journal.firstStep != .max || !log.journal.sections.isEmpty
      || log.journal.hasPasteRest
  }

  /// Whether the person is elsewhere than the last entry says.
  public var hasMovedSinceJournal: Bool { log.journal.hasMoved }

  /// Notes everything anew, for a keeper that begins anew. O(rows ever changed + steps).
  public mutating func journalEverything() {
    for row in answers.texts.buffer.rows where !answers.isSecret(row) { log.journal.note(row) }
    for row in answers.texts.live where !answers.isSecret(row.id) { log.journal.note(row.id) }
    for row in answers.presets.rows.union(answers.changes.confirmedRows)
    where !answers.isSecret(row) {
      log.journal.note(row)
    }
    log.journal.sections = log.sectionsWithKeptItems
    log.journal.hasShape = true
    log.journal.hasOrphans = !answers.leftovers.texts.isEmpty || !answers.leftovers.items.isEmpty
    log.journal.hasPasteRest = !pasteRest.isEmpty
    log.journal.firstStep = 0
    log.journal.hasChanged = true
  }

  /// What has changed since the last call. O(changes).
  public mutating func takeJournal() -> JournalEntry {
    var entry = JournalEntry()
    for row in log.journal.rows {
      let base = RowContent(text: answers.baseText(of: row))
      let isConfirmed = answers.changes.confirmedRows.contains(row)
      var content = answers.texts.content(of: row) ?? base
      // A confirmed row is stored without its cursor, an untouched one with it.
      if content.text == base.text, isConfirmed { content.cursor = nil }
      // A row that was preset would be preset again.
      let isTouched = content != base || answers.presets.rows.contains(row) || isConfirmed
      entry.rows[template.name(of: row)] = .some(isTouched ? content : nil)
      if isTouched { keepItems(ofSection: row.section) }
    }
    if log.journal.hasOrphans {
      entry.rows.merge(answers.leftovers.texts.mapValues { .some($0.row) }) { row, _ in row }
      entry.structure = answers.leftovers.items
    }
    for name in log.journal.removedNames where entry.rows[name] == nil {
      entry.rows.updateValue(nil, forKey: name)
    }
    for section in log.journal.sections {
      entry.structure[template.sections[section].id] = answers.outline.encodedItems(
        ofSection: section)
    }
    entry.removedStructure = log.journal.removedStructure.filter { entry.structure[$0] == nil }
    if log.journal.hasShape { entry.shape = template.encodedShape }
    if log.journal.firstStep != .max {
      entry.keptSteps = log.journal.firstStep
      entry.steps = log.history.steps(from: log.journal.firstStep).map { $0.encoded(for: template) }
    }
    entry.stepCount = log.history.count
    entry.position = log.history.position
    // Where Esc would lead back to: a row that is only passed is none to go on with.
    entry.focus = (place.finding.map(\.origin) ?? focus).map(template.name(of:))
    entry.find = lastFind == .nothing ? nil : lastFind.encoded(for: template)
    if log.journal.hasPasteRest {
      entry.pasteRest =
        log.isPasteRestSecret ? [] : Array(pasteRest.map(\.string).joined(separator: "\n").utf8)
    }
    let unadded = answers.unaddedEntries.count
    (entry.filled, entry.total) = (progress.done + unadded, progress.total + unadded)
    log.journal = Journal()
    log.journal.hasShape = false
    return entry
  }

  /// Takes note of the items of a section of which a row holds something: also those that the
  /// template made are its items from now on, however many another version of it would make.
  private mutating func keepItems(ofSection section: Int) {
    guard template.sections[section].repetition != nil,
      log.sectionsWithKeptItems.insert(section).inserted
    else { return }
    log.journal.sections.insert(section)
  }
}
