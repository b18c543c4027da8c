// Dates and times as people write them: without a time zone, and with only the parts that were
// given.

import FormModel

/// A year, a month or a day.
///
/// ```swift
/// let start = FormDate(2026, 3)
/// start.description  // "2026-03"
/// ```
public struct FormDate: Hashable, Sendable, LosslessStringConvertible {
  /// The precision of a date.
  public enum Precision: String, Sendable { case year, month, day }

  /// The year, with four digits.
  public let year: Int
  /// The month, 1 to 12; nil if only the year is given.
  public let month: Int?
  /// The day of the month, 1 to 31; nil if it is not given.
  public let day: Int?

  /// Creates a date. The month is 1 to 12, and the day 1 to 31. The day is ignored if the month is
  /// nil. The numbers are not checked: `FormDate(2026, 13)` is a value that no row accepts. To check
  /// them, read the date from a string: `FormDate("2026-13")` is nil.
  public init(_ year: Int, _ month: Int? = nil, _ day: Int? = nil) {
    (self.year, self.month, self.day) = (year, month, month == nil ? nil : day)
  }

  /// Reads a date such as `2026`, `2026-03` or `2026-03-31`; nil for any other string.
  public init?(_ description: String) {
    guard CalendarDate(description) != nil else { return nil }
    let parts = description.split(separator: "-").compactMap { Int($0) }
    guard let year = parts.first else { return nil }
    self.init(
      year, parts.count > 1 ? parts[1] : nil, parts.count > 2 ? parts[2] : nil)
  }

  /// The precision of the date: its finest part.
  public var precision: Precision { day != nil ? .day : month != nil ? .month : .year }

  /// The date as exports write it.
  public var description: String {
    let parts = [padded(year, to: 4)] + [month, day].compactMap { $0.map { padded($0, to: 2) } }
    return parts.joined(separator: "-")
  }
}

extension FormDate: Comparable {
  /// Whether a date comes before another one. If one date is less precise and the parts that both
  /// have are equal, the less precise date comes first.
  public static func < (left: FormDate, right: FormDate) -> Bool {
    (left.year, left.month ?? 0, left.day ?? 0) < (right.year, right.month ?? 0, right.day ?? 0)
  }
}

/// A time of day.
public struct FormTime: Hashable, Sendable, LosslessStringConvertible {
  /// The hour, 0 to 23.
  public let hour: Int
  /// The minute, 0 to 59.
  public let minute: Int
  /// The second, 0 to 59; nil if only hour and minute are given.
  public let second: Int?

  /// Creates a time of day. The numbers are not checked. To check them, read the time from a string:
  /// `FormTime("24:00")` is nil.
  ///
  /// - Parameters:
  ///   - hour: 0 to 23.
  ///   - minute: 0 to 59.
  ///   - second: 0 to 59; nil if it is not given.
  public init(_ hour: Int, _ minute: Int, _ second: Int? = nil) {
    (self.hour, self.minute, self.second) = (hour, minute, second)
  }

  /// Reads a time such as `14:30` or `14:30:05`; nil for any other string.
  public init?(_ description: String) {
    guard ClockTime(description) != nil else { return nil }
    let numbers = description.split(separator: ":").compactMap { Int($0) }
    guard numbers.count >= 2 else { return nil }
    self.init(numbers[0], numbers[1], numbers.count > 2 ? numbers[2] : nil)
  }

  /// The time as exports write it.
  public var description: String {
    ([hour, minute] + [second].compactMap(\.self)).map { padded($0, to: 2) }
      .joined(separator: ":")
  }
}

extension FormTime: Comparable {
  /// Whether a time comes before another one. A missing second counts as 0.
  public static func < (left: FormTime, right: FormTime) -> Bool {
    (left.hour, left.minute, left.second ?? 0) < (right.hour, right.minute, right.second ?? 0)
  }
}

private func padded(_ number: Int, to width: Int) -> String {
  let digits = "\(number)"
  return String(repeating: "0", count: max(width - digits.count, 0)) + digits
}

// MARK: - Coding

extension FormDate: Codable {
  /// Decodes a date from a string as exports write it.
  ///
  /// - Throws: the errors of the decoder; `DecodingError` if the string is not a date.
  public init(from decoder: any Decoder) throws {
    self = try FormDate.decoded(from: decoder, noun: "a date")
  }

  /// Encodes the date as a string as exports write it.
  ///
  /// - Throws: the errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension FormTime: Codable {
  /// Decodes a time from a string as exports write it.
  ///
  /// - Throws: the errors of the decoder; `DecodingError` if the string is not a time.
  public init(from decoder: any Decoder) throws {
    self = try FormTime.decoded(from: decoder, noun: "a time")
  }

  /// Encodes the time as a string as exports write it.
  ///
  /// - Throws: the errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension LosslessStringConvertible {
  fileprivate static func decoded(from decoder: any Decoder, noun: String) throws -> Self {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let value = Self(text) else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "\(noun) is expected, but this is \(text)"))
    }
    return value
  }
}
