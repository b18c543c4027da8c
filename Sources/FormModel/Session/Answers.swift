// The answers of a form by row identity: all that an export reads.
//
// Invariants: a live row's text is newer than the buffer's, that over what was loaded, that over the
// default (law 3). Text belongs to row identities, never to places (laws 4 and 6).

import FormText

/// The answers of a form.
public struct Answers: Sendable {
  /// What the form is made from.
  public internal(set) var template: Template
  /// The answers the form was opened with.
  package let loaded: LoadedAnswers?
  /// Which rows there are, and which are shown.
  package var outline: Outline
  /// What rows hold that somebody touched.
  var texts = RowTexts()
  /// What is known about conditions.
  var conditions = ConditionState()
  /// What was changed though no text shows it.
  package var changes = AnswerChanges()
  /// What was given before the person did anything.
  var presets = Presets()
  /// What the template has no row for.
  var leftovers = Leftovers()
  /// How many rows hold an answer.
  package internal(set) var filled = FilledCounts()
  /// How many rows were read, checked or restored since the start: the cost that law 15 bounds.
  public internal(set) var rowsTouched = 0

  init(_ template: Template, loaded: LoadedAnswers?) {
    self.template = template
    self.loaded = loaded
    outline = Outline(of: template, itemCounts: loaded?.itemCounts ?? [:])
  }
}

/// A row in view, whose text may be newer than the buffer's.
struct LiveRow: Sendable {
  var id: FormRow.ID
  var index: FormRow.Index
  var content: RowContent
}

/// What rows hold that somebody touched.
struct RowTexts: Sendable {
  /// The rows in view.
  var live: [LiveRow] = []
  /// The rows that left view.
  var buffer = FormBuffer()

  /// What a row holds, nil for one that is as it was at the start: live over captured.
  func content(of row: FormRow.ID) -> RowContent? {
    live.first { $0.id == row }?.content ?? buffer.restored(row)
  }

  /// The rows that are in view or were touched.
  var rows: Set<FormRow.ID> { Set(live.map(\.id)).union(buffer.rows) }
}

/// What was changed though no text shows it.
package struct AnswerChanges: Sendable {
  /// The confirmed rows; `FormSession+Loading` defines the word.
  var confirmedRows = Set<FormRow.ID>()
  /// The sections whose items were added, removed or moved at some time.
  package var sections = Set<Int>()
}

/// What was given before the person did anything.
struct Presets: Sendable {
  /// The rows that were given a text.
  var rows = Set<FormRow.ID>()
  /// The number of preset items of each section.
  var itemCounts: [Int: Int] = [:]
  /// The texts that were given to rows the form does not have.
  var withoutRow: [(name: String, text: Text)] = []
}

/// What a kept form holds for which the template has no place.
struct Leftovers: Sendable {
  /// The texts whose rows the template has no more, by name.
  var texts: [String: Orphan] = [:]
  /// The items of sections that do not repeat any more, by section id.
  var items: [String: [UInt8]] = [:]
}

/// How many rows hold an answer.
package struct FilledCounts: Sendable {
  /// Of the rows that are shown.
  package internal(set) var total = 0
  /// By section and row template, hidden or not.
  var rows: [[Int]] = []
}
