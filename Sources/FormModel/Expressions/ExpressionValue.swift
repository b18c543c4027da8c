// The values of expressions and their types.

import FormText
import LosslessJSON

/// The type of a value, known before evaluation.
enum ExpressionType: Hashable, Sendable {
  case number, text, boolean, date, time, choices

  /// The name of the type in messages, with an article.
  var noun: String {
    switch self {
    case .number: "a number"
    case .text: "a text"
    case .boolean: "yes or no"
    case .date: "a date"
    case .time: "a time"
    case .choices: "several choices"
    }
  }

  /// Whether values of this type are ordered.
  var isOrdered: Bool { self == .number || self == .date || self == .time }
}

/// A value that is known.
enum ExpressionValue: Hashable, Sendable {
  case number(DecimalNumber)
  case text(String)
  case boolean(Bool)
  case date(CalendarDate)
  case time(ClockTime)
  case choices([String])

  var number: DecimalNumber? { if case .number(let number) = self { number } else { nil } }
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var boolean: Bool? { if case .boolean(let answer) = self { answer } else { nil } }
  var date: CalendarDate? { if case .date(let date) = self { date } else { nil } }

  /// The value converted to text.
  var written: String {
    switch self {
    case .number(let number): number.plainNotation
    case .text(let text): text
    case .boolean(let answer): answer ? "true" : "false"
    case .date(let date): date.text
    case .time(let time): time.text
    case .choices(let entries): entries.joined(separator: "\n")
    }
  }

  /// Whether two values of one type are equal; nil if that is unknown, as for `2024` and `2024-12`.
  func equals(_ other: ExpressionValue) -> Bool? {
    switch (self, other) {
    case (.date(let left), .date(let right)):
      left.isBefore(right) == nil ? left.equals(right) : false
    case (.time(let left), .time(let right)): left.seconds == right.seconds
    case (.text(let left), .text(let right)): left.hasSameScalars(as: right)
    default: self == other
    }
  }

  /// Whether this value is less than another value of the same type; nil if that is unknown.
  func isBefore(_ other: ExpressionValue) -> Bool? {
    switch (self, other) {
    case (.number(let left), .number(let right)): left < right
    case (.date(let left), .date(let right)):
      left.isBefore(right) ?? (left.equals(right) == nil ? nil : false)
    case (.time(let left), .time(let right)): left.seconds < right.seconds
    default: nil
    }
  }
}

/// A year, a month or a day of the Gregorian calendar.
package struct CalendarDate: Hashable, Sendable {
  /// The year, and the month and day if they are known.
  let parts: [Int]

  var year: Int { parts[0] }
  var precision: DatePrecision { [.year, .month, .day][parts.count - 1] }

  /// Parses a date; nil if it is invalid.
  package init?(_ text: String) {
    guard (try? DateRow.value(of: Text(text))) != nil else { return nil }
    parts = text.utf8.split(separator: UInt8(ascii: "-")).map {
      $0.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
  }

  private init?(_ parts: [Int]) {
    guard (1...9_999).contains(parts[0]) else { return nil }
    self.parts = parts
  }

  /// Creates a day from the number of days since January 1 of year 0; nil outside the years 1 to
  /// 9999.
  init?(dayNumber: Int) {
    // Calculates with eras of 400 years and with years that begin in March, as explained in
    // http://howardhinnant.github.io/date_algorithms.html.
    let days = dayNumber - 60
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    self.init([
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1,
    ])
  }

  /// The number of days since January 1 of year 0; nil if the day is not known.
  var dayNumber: Int? {
    guard parts.count == 3 else { return nil }
    let (month, day) = (parts[1], parts[2])
    let year = month <= 2 ? parts[0] - 1 : parts[0]
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra + 60
  }

  /// The date as text: `2024`, `2024-12` or `2024-12-31`.
  var text: String {
    zip(parts, [4, 2, 2]).map { part, width in
      let digits = String(part)
      return String(repeating: "0", count: max(width - digits.count, 0)) + digits
    }.joined(separator: "-")
  }

  /// Whether this date is before another date; nil if that is unknown because the parts that both
  /// have are equal.
  func isBefore(_ other: CalendarDate) -> Bool? {
    for (left, right) in zip(parts, other.parts) where left != right { return left < right }
    return nil
  }

  /// Whether this date equals another date, given that the parts that both have are equal; nil if
  /// one of the two is more precise.
  func equals(_ other: CalendarDate) -> Bool? { parts.count == other.parts.count ? true : nil }

  /// The date that is a number of days, months or years later. A day that the month does not have
  /// becomes the last day of the month. Nil if the unit is finer than the date.
  func adding(_ count: Int, _ unit: DatePrecision) -> CalendarDate? {
    guard (-4_000_000...4_000_000).contains(count), unit <= precision else { return nil }
    switch unit {
    case .day: return dayNumber.flatMap { CalendarDate(dayNumber: $0 + count) }
    case .year: return inMonth(year + count, parts.count > 1 ? parts[1] : nil)
    case .month:
      let months = year * 12 + parts[1] - 1 + count
      return inMonth((months >= 0 ? months : months - 11) / 12, (months % 12 + 12) % 12 + 1)
    }
  }

  private func inMonth(_ year: Int, _ month: Int?) -> CalendarDate? {
    guard let month else { return CalendarDate([year]) }
    guard parts.count == 3 else { return CalendarDate([year, month]) }
    return CalendarDate([
      year, month, min(parts[2], GregorianCalendar.days(inMonth: month, of: year)),
    ])
  }
}

/// A time of day.
package struct ClockTime: Hashable, Sendable {
  /// The time as the person wrote it.
  let text: String
  let seconds: Int

  package init?(_ text: String) {
    guard let seconds = TimeRow.seconds(of: text) else { return nil }
    (self.text, self.seconds) = (text, seconds)
  }
}

extension ExpressionValue {
  /// Converts an answer to a value; nil if the answer does not fit the type.
  init?(answer: String, as type: ExpressionType) {
    switch type {
    case .number:
      guard let number = DecimalNumber(answer), number.isPlain else { return nil }
      self = .number(number)
    case .text: self = .text(answer)
    case .boolean:
      guard case .boolean(let isYes)? = try? BooleanRow.value(of: Text(answer)) else { return nil }
      self = .boolean(isYes)
    case .date:
      guard let date = CalendarDate(answer) else { return nil }
      self = .date(date)
    case .time:
      guard let time = ClockTime(answer) else { return nil }
      self = .time(time)
    case .choices:
      self = .choices(answer.split(separator: "\n").map(String.init))
    }
  }
}
