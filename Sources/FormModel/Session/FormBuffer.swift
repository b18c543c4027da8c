// The captured text of rows that are out of view.
//
// It keeps only contents that differ from an untouched row, so paging through a million rows without
// typing costs no memory.

import FormText

/// The text and cursor of rows that left view.
struct FormBuffer: Sendable {
  private var entries: [FormRow.ID: RowContent] = [:]

  /// Captures the content of a live row as it leaves the view.
  mutating func capture(_ content: RowContent, for row: FormRow.ID, base: Text) {
    if content.cursor == nil, content.text == base, content.picks.isEmpty {
      entries[row] = nil
    } else {
      entries[row] = content
    }
  }

  /// Returns the captured content of a row, nil for an untouched row.
  func restored(_ row: FormRow.ID) -> RowContent? { entries[row] }

  /// The rows that are kept.
  var rows: Dictionary<FormRow.ID, RowContent>.Keys { entries.keys }
}
