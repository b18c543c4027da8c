// The captured text of rows that are out of view.
//
// Only what differs from a row nobody has touched is kept, so paging through a million rows without
// typing costs no memory.

import FormText

/// The text and cursor of rows that left view.
struct FormBuffer: Sendable {
  private var entries: [FormRow.ID: RowContent] = [:]

  /// Takes what a live row holds as it leaves view.
  mutating func capture(_ content: RowContent, for row: FormRow.ID, base: Text) {
    if content.cursor == nil, content.text == base, content.picks.isEmpty {
      entries[row] = nil
    } else {
      entries[row] = content
    }
  }

  /// Gives back what was captured, nil for a row that is as it was at the start.
  func restored(_ row: FormRow.ID) -> RowContent? { entries[row] }

  /// The rows that are kept.
  var rows: Dictionary<FormRow.ID, RowContent>.Keys { entries.keys }
}
