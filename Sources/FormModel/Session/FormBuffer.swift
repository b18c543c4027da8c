// The captured text of rows that are out of view.
//
// Only what differs from a row nobody has touched is kept, so paging through a million rows without
// typing costs no memory.

import FormText

/// The text and cursor of rows that left view.
struct FormBuffer: Sendable {
  /// What was captured of one row.
  struct Entry: Sendable {
    var text: Text
    /// The cursor in scalars; nil stands for the end.
    var cursor: Int?
    /// The candidates that were picked for the text.
    var picks: [Pick] = []
  }

  private var entries: [FormRow.ID: Entry] = [:]

  /// Takes what a live row holds as it leaves view.
  mutating func capture(_ entry: Entry, for row: FormRow.ID, base: Text) {
    if entry.cursor == nil, entry.text == base, entry.picks.isEmpty {
      entries[row] = nil
    } else {
      entries[row] = entry
    }
  }

  /// Gives back what was captured, nil for a row that is as it was at the start.
  func restored(_ row: FormRow.ID) -> Entry? { entries[row] }

  /// The rows that are kept.
  var rows: Dictionary<FormRow.ID, Entry>.Keys { entries.keys }
}
