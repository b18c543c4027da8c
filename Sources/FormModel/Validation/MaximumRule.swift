// The rule of `max`.

import FormText

/// The largest allowed number, date or time, or the largest allowed number of entries.
struct MaximumRule: Rule {
  var key: String { "max" }
  let limit: Limit

  func check(_ text: Text, value: RowValue) throws(Refusal) {
    guard limit.isLess(than: value) else { return }
    if case .list(let entries) = value {
      throw Refusal("\(countedEntries(entries.count)), at most \(limit.source) allowed")
    }
    throw Refusal("\(text.quoted) is \(limit.isOfTime ? "after" : "more than") \(limit.source)")
  }
}
