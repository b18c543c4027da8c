// What `min` and `max` compare an answer with.

import FormText

/// A number, a date, a time, or how many entries there are.
struct Limit: Sendable {
  private enum Measure {
    case number(DecimalNumber)
    case date(String)
    case seconds(Int)
    case entries(Int)
  }

  /// The limit as the template writes it.
  let source: String
  private let measure: Measure

  /// The limit in a text; nil when a row has no such limit.
  init?(_ source: String, of limits: RowKind.Limits) {
    self.source = source
    switch limits {
    case .numbers:
      guard let number = DecimalNumber(source) else { return nil }
      measure = .number(number)
    case .dates:
      guard (try? DateRow.value(of: Text(source))) != nil else { return nil }
      measure = .date(source)
    case .times:
      guard let seconds = TimeRow.seconds(of: source) else { return nil }
      measure = .seconds(seconds)
    case .entries:
      guard let count = Int(source), count >= 0 else { return nil }
      measure = .entries(count)
    }
  }

  /// Whether the limit is for dates and times.
  var isOfTime: Bool {
    switch measure {
    case .date, .seconds: true
    case .number, .entries: false
    }
  }

  /// Whether the limit is more than a value of the row.
  func isMore(than value: RowValue) -> Bool {
    measured(value).map { Limit.precedes($0, measure) } ?? false
  }

  /// Whether the limit is less than a value of the row.
  func isLess(than value: RowValue) -> Bool {
    measured(value).map { Limit.precedes(measure, $0) } ?? false
  }

  /// Whether the limit is more than another of the same row.
  func isMore(than other: Limit) -> Bool { Limit.precedes(other.measure, measure) }

  /// What the limit is compared with of a value; nil for a value that it says nothing about.
  private func measured(_ value: RowValue) -> Measure? {
    switch (measure, value) {
    case (.number, .number(let text)): DecimalNumber(text.string).map(Measure.number)
    case (.date, .string(let text)): .date(text.string)
    case (.seconds, .string(let text)): TimeRow.seconds(of: text.string).map(Measure.seconds)
    case (.entries, .list(let values)): .entries(values.count)
    default: nil
    }
  }

  /// Whether a measure is less than another of its kind. Dates are compared as far as both say: 2019
  /// is not before 2019-03.
  private static func precedes(_ left: Measure, _ right: Measure) -> Bool {
    switch (left, right) {
    case (.number(let left), .number(let right)): return left < right
    case (.date(let left), .date(let right)):
      let shared = min(left.utf8.count, right.utf8.count)
      return left.utf8.prefix(shared).lexicographicallyPrecedes(right.utf8.prefix(shared))
    case (.seconds(let left), .seconds(let right)), (.entries(let left), .entries(let right)):
      return left < right
    default: return false
    }
  }
}
