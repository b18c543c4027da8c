// What `min` and `max` compare an answer with.

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

  /// The limit in a text; nil when rows of the type have no such limit.
  init?(_ source: String, for type: RowType) {
    self.source = source
    switch type {
    case .integer, .decimal:
      guard let number = DecimalNumber(source) else { return nil }
      measure = .number(number)
    case .date:
      guard (try? DateRow.value(of: Text(source))) != nil else { return nil }
      measure = .date(source)
    case .time:
      guard let seconds = TimeRow.seconds(of: source) else { return nil }
      measure = .seconds(seconds)
    case .choices, .list:
      guard let count = Int(source), count >= 0 else { return nil }
      measure = .entries(count)
    default: return nil
    }
  }

  /// Whether the limit is for how many entries there are.
  var countsEntries: Bool { if case .entries = measure { true } else { false } }

  /// Whether the limit is for dates and times.
  var isOfTime: Bool {
    switch measure {
    case .date, .seconds: true
    case .number, .entries: false
    }
  }

  /// Whether the limit is more than a value of the row.
  func isMore(than value: RowValue) -> Bool {
    switch (measure, value) {
    case (.number(let limit), .number(let text)):
      DecimalNumber(text.string).map { limit > $0 } ?? false
    case (.date(let limit), .string(let text)):
      Limit.precedes(text.string, limit)
    case (.seconds(let limit), .string(let text)):
      TimeRow.seconds(of: text.string).map { limit > $0 } ?? false
    case (.entries(let limit), .list(let values)): limit > values.count
    default: false
    }
  }

  /// Whether the limit is less than a value of the row.
  func isLess(than value: RowValue) -> Bool {
    switch (measure, value) {
    case (.number(let limit), .number(let text)):
      DecimalNumber(text.string).map { limit < $0 } ?? false
    case (.date(let limit), .string(let text)):
      Limit.precedes(limit, text.string)
    case (.seconds(let limit), .string(let text)):
      TimeRow.seconds(of: text.string).map { limit < $0 } ?? false
    case (.entries(let limit), .list(let values)): limit < values.count
    default: false
    }
  }

  /// Whether the limit is more than another of the same row.
  func isMore(than other: Limit) -> Bool {
    switch (measure, other.measure) {
    case (.number(let left), .number(let right)): left > right
    case (.date(let left), .date(let right)): Limit.precedes(right, left)
    case (.seconds(let left), .seconds(let right)), (.entries(let left), .entries(let right)):
      left > right
    default: false
    }
  }

  /// Whether a date is before another, as far as both say: 2019 is not before 2019-03.
  private static func precedes(_ date: String, _ other: String) -> Bool {
    let shared = min(date.utf8.count, other.utf8.count)
    return date.utf8.prefix(shared).lexicographicallyPrecedes(other.utf8.prefix(shared))
  }
}
