// What was picked in rows, beside their texts in the draft.

import Drafts
import FormModel

extension DraftKeeper {
  /// Where a draft has the picks of a row.
  static func keyOfPicks(in row: String) -> String { "picks:\(row)" }

  /// The rows of which a draft has picks.
  static func pickedRows(in contents: DraftContents) -> Set<String> {
    Set(contents.rows.keys.filter { contents.values[keyOfPicks(in: $0)] != nil })
  }

  /// Puts the picks of a row into a batch, where the draft does not have just those.
  func notePicks(_ picks: [Pick], of row: String, in changes: inout DraftBatch) {
    let key = DraftKeeper.keyOfPicks(in: row)
    if !picks.isEmpty {
      changes.values[key] = .set(Pick.encoded(picks))
      pickedRows.insert(row)
    } else if pickedRows.remove(row) != nil {
      changes.values[key] = .removed
    }
  }
}
