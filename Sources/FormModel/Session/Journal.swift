// What of a form has changed since it was last written down, for whoever keeps it on disk.
//
// A session notes which rows, sections and steps changed; `Log.takeEntry` gives their state now and
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
  /// The changes of the history.
  public var history = Steps()
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

  /// Changes of the history.
  public struct Steps: Sendable {
    /// How many steps are as they were.
    public var kept = Int.max
    /// The steps behind those.
    public var added: [[UInt8]] = []
    /// How many steps there are, done or to be redone.
    public var count = 0
    /// How many of them are done.
    public var position = 0
  }
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
  /// The names of rows under which nothing is kept any more, and the sections whose order is kept under
  /// another id now.
  var removed = (names: Set<String>(), sections: Set<String>())
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

  /// Whether texts, items or steps changed: what must not be lost.
  var hasChanges: Bool {
    hasChanged || firstStep != .max || !sections.isEmpty || hasPasteRest
  }
}
