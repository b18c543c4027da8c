// The rule of `min`.

import FormText

/// The smallest allowed number, date or time, or the smallest allowed number of entries.
struct MinimumRule: Rule {
  var key: String { "min" }
  let limit: Limit

  func check(_ text: Text, value: RowValue) throws(Refusal) {
    guard limit.isMore(than: value) else { return }
    if case .list(let entries) = value {
      throw Refusal("\(countedEntries(entries.count)), at least \(limit.source) needed")
    }
    throw Refusal("\(text.quoted) is \(limit.isOfTime ? "before" : "less than") \(limit.source)")
  }
}

/// Returns a number of entries in words: `1 entry`, `2 entries`.
func countedEntries(_ count: Int) -> String {
  "\(grouped(count)) \(count == 1 ? "entry" : "entries")"
}
