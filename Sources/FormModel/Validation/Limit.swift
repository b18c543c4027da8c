// The values of `min` and `max`.

import FormText
import LosslessJSON

/// The limit of an answer: a number, a date, a time, or a number of entries.
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

  /// Parses a limit; nil if the text is not a limit for this kind of row.
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

  /// The remedy for a limit in another notation, beginning with `; `; empty if none is known.
  static func remedy(for value: JSONValue, _ limits: RowKind.Limits) -> String {
    switch limits {
    case .numbers, .entries:
      guard let text = value.string, Limit(text, of: limits) != nil else { return "" }
      return "; write \(text) without quotation marks"
    case .dates:
      guard let text = value.string ?? value.numberText else { return "" }
      if let date = DateGuess.date(in: text) { return "; did you mean \"\(date)\"?" }
      if ["today", "today()", "now", "now()"].contains(text.lowercased()) {
        return "; a check can compare with today(), as in \". >= today()\""
      }
      let isNoDay = text.utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
      return isNoDay ? "" : "; a date is the year, the month and the day"
    case .times:
      return ""
    }
  }

  /// Whether the limit is a date or a time.
  var isOfTime: Bool {
    switch measure {
    case .date, .seconds: true
    case .number, .entries: false
    }
  }

  /// Whether the limit is greater than a value of the row.
  func isMore(than value: RowValue) -> Bool {
    measured(value).map { Limit.precedes($0, measure) } ?? false
  }

  /// Whether the limit is less than a value of the row.
  func isLess(than value: RowValue) -> Bool {
    measured(value).map { Limit.precedes(measure, $0) } ?? false
  }

  /// Whether the limit is greater than another limit of the same row.
  func isMore(than other: Limit) -> Bool { Limit.precedes(other.measure, measure) }

  /// The part of a value that is compared with the limit; nil if the limit does not apply.
  private func measured(_ value: RowValue) -> Measure? {
    switch (measure, value) {
    case (.number, .number(let text)): DecimalNumber(text.string).map(Measure.number)
    case (.date, .string(let text)): .date(text.string)
    case (.seconds, .string(let text)): TimeRow.seconds(of: text.string).map(Measure.seconds)
    case (.entries, .list(let values)): .entries(values.count)
    default: nil
    }
  }

  /// Whether a measure is less than another of its kind. Dates are compared only in the parts that
  /// both have: 2019 is not before 2019-03.
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
