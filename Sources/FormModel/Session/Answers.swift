// The answers of a form by row identity, and everything else that exports and conditions read.
//
// Invariants: a live row's text is newer than the buffer's, that over what was loaded, that over the
// default (law 3). Text belongs to row identities, never to places (laws 4 and 6).

import FormText

/// The answers of a form.
public struct Answers: Sendable {
  /// The template of the form.
  public internal(set) var template: Template
  /// The document the form was opened with, nil without one.
  package let loaded: LoadedAnswers?
  /// The order of sections, items and rows, and which of them are hidden.
  package var outline: Outline
  /// The contents of rows in view and of touched rows.
  var texts = RowTexts()
  /// The state of the conditions.
  var conditions = ConditionState()
  /// Changes that no text shows.
  package var changes = AnswerChanges()
  /// Texts and items given before the person did anything.
  var presets = Presets()
  /// Kept texts and items without a place in the template.
  var leftovers = Leftovers()
  /// The numbers of rows with an answer.
  var filled = FilledCounts()
  /// The number of rows read, checked or restored since the start: the cost that law 15 bounds.
  public internal(set) var rowsTouched = 0

  init(_ template: Template, loaded: LoadedAnswers?) {
    self.template = template
    self.loaded = loaded
    outline = Outline(of: template, itemCounts: loaded?.itemCounts ?? [:])
  }

  // MARK: - What is in view

  /// Makes the live rows those in view: captures what left, restores what came (laws 1 and 2).
  mutating func settle(in place: Place) {
    // As the form opens there is nothing to compare with.
    let opens = texts.live.isEmpty
    let kept =
      opens
      ? [:] : Dictionary(texts.live.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var rows: [LiveRow] = []
    var inView = Set<FormRow.ID>()
    for line in place.viewport.lines {
      guard case .row(let id, let index)? = place.line(at: line, in: outline) else { continue }
      var row = kept[id] ?? restored(id)
      row.index = index
      rows.append(row)
      if !opens { inView.insert(id) }
    }
    for row in texts.live where !inView.contains(row.id) { capture(row) }
    texts.live = rows
  }

  private mutating func capture(_ row: LiveRow) {
    texts.buffer.capture(row.content, for: row.id, base: baseText(of: row.id))
  }

  private mutating func restored(_ id: FormRow.ID) -> LiveRow {
    rowsTouched += 1
    let content = texts.buffer.restored(id) ?? RowContent(text: baseText(of: id))
    return LiveRow(id: id, index: 0, content: content)
  }

  // MARK: - Going on with a kept form

  /// Captures every live row, and forgets items and hidden rows, so that a kept form can be put over it.
  mutating func forget() {
    for row in texts.live { capture(row) }
    texts.live = []
    outline = Outline(of: template, itemCounts: loaded?.itemCounts ?? [:])
    conditions = ConditionState(asLoaded: conditions.asLoaded)
    repeatPresetItems()
    leftovers = Leftovers()
  }

  /// The texts for which the form has no row: those it was given before anybody typed, and those of
  /// the kept form by name.
  var textsWithoutRow: [(name: String, text: Text)] {
    presets.withoutRow
      + leftovers.texts.filter { !$0.value.isRemoved }.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value.row.text) }
  }
}

/// A row in view, whose text may be newer than the buffer's.
struct LiveRow: Sendable {
  var id: FormRow.ID
  var index: FormRow.Index
  var content: RowContent
}

/// The contents of rows in view and of touched rows.
struct RowTexts: Sendable {
  /// The rows in view.
  var live: [LiveRow] = []
  /// The rows that left view.
  var buffer = FormBuffer()

  /// Where a row is among the live rows.
  func place(of row: FormRow.ID) -> Int? {
    for place in live.indices where live[place].id == row { return place }
    return nil
  }

  /// The content of a row, live over captured; nil for an untouched row out of view.
  func content(of row: FormRow.ID) -> RowContent? {
    live.first { $0.id == row }?.content ?? buffer.restored(row)
  }

  /// The rows in view and all touched rows.
  var rows: Set<FormRow.ID> { Set(live.map(\.id)).union(buffer.rows) }
}

/// Changes that no text shows.
package struct AnswerChanges: Sendable {
  /// The confirmed rows; `Answers+Loading` defines the word.
  var confirmedRows = Set<FormRow.ID>()
  /// The sections whose items were added, removed or moved at some time.
  package var sections = Set<Int>()
}

/// Texts and items given before the person did anything.
struct Presets: Sendable {
  /// The rows that were given a text.
  var rows = Set<FormRow.ID>()
  /// The number of preset items of each section.
  var itemCounts: [Int: Int] = [:]
  /// The texts that were given to rows the form does not have.
  var withoutRow: [(name: String, text: Text)] = []
}

/// Kept texts and items without a place in the template.
struct Leftovers: Sendable {
  /// The texts whose rows the template has no more, by name.
  var texts: [String: Orphan] = [:]
  /// The items of sections that do not repeat any more, by section id.
  var items: [String: [UInt8]] = [:]
}

/// The numbers of rows with an answer.
struct FilledCounts: Sendable {
  /// Of the rows that are shown.
  var total = 0
  /// By section and row template, hidden or not.
  var rows: [[Int]] = []
}
