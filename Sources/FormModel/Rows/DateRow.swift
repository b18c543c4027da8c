// Rows of type `date`: YYYY, YYYY-MM or YYYY-MM-DD in the Gregorian calendar. `PrecisionRule`
// decides whether the month and the day are required.

import FormText

/// Interprets the texts of date rows.
enum DateRow {
  static let kind = RowKind(
    shape: .line, wording: .notation, traits: [], limits: .dates, json: .string,
    value: { (answer, row) throws(Refusal) in
      try value(of: answer, isRequired: row.isRequired, from: row.leastPrecision)
    },
    text: { value, _ in value.text }, exported: nil)

  /// Returns the date exactly as it was typed.
  ///
  /// - Parameters:
  ///   - isRequired: whether the row must have an answer. If not, the refusal of a word like `none`
  ///     mentions that the row may stay empty.
  ///   - precision: the lowest precision that the refusal proposes.
  static func value(
    of answer: Text, isRequired: Bool = true, from precision: DatePrecision = .year
  ) throws(Refusal) -> RowValue {
    let text = answer.string
    guard let parts = parts(of: text, digits: [4, 2, 2]) else {
      let mayBeEmpty = !isRequired && DateGuess.isAbsence(text)
      throw Refusal(
        "\(answer.quoted) is not a date", correction: DateGuess.date(in: text),
        allowed: notation(from: precision) + (mayBeEmpty ? "; the row may stay empty" : ""))
    }
    if parts.count > 1, !(1...12).contains(parts[1]) {
      throw Refusal("\(answer.quoted) has no month \(parts[1]); a year has 12")
    }
    if parts.count > 2,
      !(1...GregorianCalendar.days(inMonth: parts[1], of: parts[0])).contains(parts[2])
    {
      let days = GregorianCalendar.days(inMonth: parts[1], of: parts[0])
      let month = "\(monthNames[parts[1] - 1]) \(parts[0])"
      throw Refusal("\(month) has \(days) days")
    }
    return .string(answer)
  }

  /// Returns the notations of dates with at least a precision: `YYYY-MM or YYYY-MM-DD`.
  static func notation(from precision: DatePrecision) -> String {
    switch precision {
    case .year: "YYYY, YYYY-MM or YYYY-MM-DD"
    case .month: "YYYY-MM or YYYY-MM-DD"
    case .day: "YYYY-MM-DD"
    }
  }

  /// Returns the groups of digits between hyphens; nil unless the groups have the given lengths.
  private static func parts(of text: String, digits: [Int]) -> [Int]? {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count <= digits.count else { return nil }
    for (part, count) in zip(parts, digits)
    where part.count != count || !part.allSatisfy(\.isASCIIDigit) { return nil }
    return parts.map { $0.reduce(0) { $0 * 10 + Int($1 - 0x30) } }
  }

  private static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}

extension RowTemplate {
  /// The lowest precision that a date in the row may have.
  fileprivate var leastPrecision: DatePrecision {
    for rule in rules {
      if let rule = rule as? PrecisionRule { return rule.precision }
    }
    return .year
  }

  /// The example of the item with a number, from 1. A row of dates without an example shows the
  /// notation of a date.
  package func example(number: Int) -> String? {
    if let placeholder { return placeholder.text(number: number) }
    return type == .date ? DateRow.notation(from: leastPrecision) : nil
  }
}

/// The given or required precision of a date.
public enum DatePrecision: String, CaseIterable, Comparable, Sendable {
  case year, month, day

  /// The precision of a valid date.
  init(of date: Text) {
    switch date.string.utf8.count {
    case ..<7: self = .year
    case ..<10: self = .month
    default: self = .day
    }
  }

  /// The notation of dates with this precision.
  var pattern: String {
    switch self {
    case .year: "YYYY"
    case .month: "YYYY-MM"
    case .day: "YYYY-MM-DD"
    }
  }

  /// Whether the first precision is coarser than the second.
  public static func < (left: DatePrecision, right: DatePrecision) -> Bool {
    left.pattern.utf8.count < right.pattern.utf8.count
  }
}
