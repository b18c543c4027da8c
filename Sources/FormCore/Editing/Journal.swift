// What of a form has changed since it was last written down, for whoever keeps it on disk.
//
// A session notes which rows, sections and steps changed; `takeJournal` gives their state now and
// begins anew. An entry is given once: who cannot write it keeps it, and writes it before the next.

/// Changes of a form, as names and bytes that outlive the process.
public struct JournalEntry: Sendable {
  /// What a row holds.
  public struct HeldRow: Hashable, Sendable {
    public var text: Text
    /// The cursor in scalars; nil stands for the end.
    public var cursor: Int?
    /// The candidates that were picked for the text.
    public var picks: [Pick]

    public init(text: Text, cursor: Int?, picks: [Pick] = []) {
      self.text = text
      self.cursor = cursor
      self.picks = picks
    }
  }

  /// Rows by name; nil for a row that is as nobody had touched it.
  public var rows: [String: HeldRow?] = [:]
  /// The order of the items of sections, by section id.
  public var structure: [String: [UInt8]] = [:]
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
  /// How many rows hold an answer, of how many; texts on entry lines count among both.
  public var filled = 0
  public var total = 0

  /// Nothing changed.
  public init() {}
}

/// What changed since the last entry.
struct Journal: Sendable {
  private(set) var rows = Set<Row.ID>()
  /// The row that was noted last, which most often is the next one too.
  private var lastRow: Row.ID?
  var sections = Set<Int>()
  /// Whether the texts without a row are to be written down too.
  var hasOrphans = false
  /// Whether the lines that a paste left over changed.
  var hasPasteRest = false
  /// The first step that changed, counted from the oldest.
  var firstStep = Int.max
  /// Whether the text of a row changed.
  var hasChanged = false
  /// Whether the focus, a cursor, or the place in the history moved.
  var hasMoved = false

  /// Takes note of a row that changed.
  mutating func note(_ row: Row.ID) {
    guard row != lastRow else { return }
    rows.insert(row)
    lastRow = row
  }
}

extension FormSession {
  /// Whether texts, items or steps changed since the last entry: what must not be lost.
  public var hasJournal: Bool {
    journal.hasChanged || journal.firstStep != .max || !journal.sections.isEmpty
      || journal.hasPasteRest
  }

  /// Whether the person is elsewhere than the last entry says.
  public var hasMovedSinceJournal: Bool { journal.hasMoved }

  /// Notes everything anew, for a keeper that begins anew. O(rows ever changed + steps).
  public mutating func journalEverything() {
    for row in buffer.rows where !isSecret(row) { journal.note(row) }
    for row in live where !isSecret(row.id) { journal.note(row.id) }
    for row in presetRows.union(confirmedRows) where !isSecret(row) { journal.note(row) }
    journal.sections = sectionsWithChangedItems
    journal.hasOrphans = !orphans.isEmpty
    journal.hasPasteRest = !pasteRest.isEmpty
    journal.firstStep = 0
    journal.hasChanged = true
  }

  /// What has changed since the last call. O(changes).
  public mutating func takeJournal() -> JournalEntry {
    var entry = JournalEntry()
    for row in journal.rows {
      let held =
        live.first { $0.id == row }.map { ($0.text, $0.cursor, $0.picks) }
        ?? buffer.restored(row).map { ($0.text, $0.cursor, $0.picks) }
      let base = baseText(of: row)
      var (text, cursor, picks) = held ?? (base, nil, [])
      // A confirmed row is stored without its cursor, an untouched one with it.
      if text == base, confirmedRows.contains(row) { cursor = nil }
      // A row that was preset would be preset again.
      let isTouched =
        text != base || cursor != nil || !picks.isEmpty || presetRows.contains(row)
        || confirmedRows.contains(row)
      entry.rows[template.name(of: row)] =
        .some(isTouched ? JournalEntry.HeldRow(text: text, cursor: cursor, picks: picks) : nil)
    }
    if journal.hasOrphans { entry.rows.merge(orphans.mapValues(Optional.some)) { row, _ in row } }
    for section in journal.sections {
      entry.structure[template.sections[section].id] = outline.encodedItems(ofSection: section)
    }
    if journal.firstStep != .max {
      entry.keptSteps = journal.firstStep
      entry.steps = history.steps(from: journal.firstStep).map { $0.encoded(for: template) }
    }
    entry.stepCount = history.count
    entry.position = history.position
    // Where Esc would lead back to: a row that is only passed is none to go on with.
    entry.focus = (finding.map(\.origin) ?? focus).map(template.name(of:))
    entry.find = lastFind == .nothing ? nil : lastFind.encoded(for: template)
    if journal.hasPasteRest {
      entry.pasteRest =
        isPasteRestSecret ? [] : Array(pasteRest.map(\.string).joined(separator: "\n").utf8)
    }
    let unadded = unaddedEntries.count
    (entry.filled, entry.total) = (progress.done + unadded, progress.total + unadded)
    journal = Journal()
    return entry
  }
}

// MARK: - Items

extension Outline {
  /// The items of a section in their order, and the greatest serial that was ever given.
  func encodedItems(ofSection section: Int) -> [UInt8] {
    // Runs of serials, so that a hundred thousand items in the order they were made are a few bytes.
    let parts = itemRuns(ofSection: section).map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
    }
    return Array("\(lastItem(ofSection: section)):\(parts.joined(separator: ","))".utf8)
  }

  /// Gives a section the items that were encoded; false when they are not in such a form.
  mutating func restoreItems(_ bytes: [UInt8], ofSection section: Int) -> Bool {
    let parts = String(decoding: bytes, as: UTF8.self).split(
      separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let last = Int(parts[0]), (0...10_000_000).contains(last) else {
      return false
    }
    var serials: [Int] = []
    for part in parts[1].split(separator: ",") {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
      guard let first = ends.first, let end = ends.last, ends.count <= 2, first >= 1, end >= first,
        end <= last, serials.count + end - first < last
      else { return false }
      serials += first...end
    }
    guard Set(serials).count == serials.count else { return false }
    replaceItems(ofSection: section, with: serials, last: last)
    return true
  }
}
