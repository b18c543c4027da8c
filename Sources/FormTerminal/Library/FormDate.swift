// Dates and times as people give them: without a time zone, and with the given precision.

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

  /// The year, of four digits.
  public let year: Int
  /// 1 to 12; nil if only the year is given.
  public let month: Int?
  /// 1 to 31; nil if the day is not given.
  public let day: Int?

  /// A date: the month from 1 to 12, and with a month the day from 1 to 31.
  public init(_ year: Int, _ month: Int? = nil, _ day: Int? = nil) {
    (self.year, self.month, self.day) = (year, month, month == nil ? nil : day)
  }

  /// A date as `2026`, `2026-03` or `2026-03-31`; nil for anything else.
  public init?(_ description: String) {
    guard CalendarDate(description) != nil else { return nil }
    let parts = description.split(separator: "-").compactMap { Int($0) }
    guard let year = parts.first else { return nil }
    self.init(
      year, parts.count > 1 ? parts[1] : nil, parts.count > 2 ? parts[2] : nil)
  }

  /// The finest part that is given.
  public var precision: Precision { day != nil ? .day : month != nil ? .month : .year }

  /// The date in the notation of exports.
  public var description: String {
    let parts = [padded(year, to: 4)] + [month, day].compactMap { $0.map { padded($0, to: 2) } }
    return parts.joined(separator: "-")
  }
}

extension FormDate: Comparable {
  /// Whether a date comes first. If two dates agree as far as both are given, the less precise one
  /// comes first.
  public static func < (left: FormDate, right: FormDate) -> Bool {
    (left.year, left.month ?? 0, left.day ?? 0) < (right.year, right.month ?? 0, right.day ?? 0)
  }
}

/// A time of day.
public struct FormTime: Hashable, Sendable, LosslessStringConvertible {
  /// 0 to 23.
  public let hour: Int
  /// 0 to 59.
  public let minute: Int
  /// Nil if only hour and minute are given.
  public let second: Int?

  /// A time of day.
  ///
  /// - Parameters:
  ///   - hour: 0 to 23.
  ///   - minute: 0 to 59.
  ///   - second: 0 to 59; nil if it is not given.
  public init(_ hour: Int, _ minute: Int, _ second: Int? = nil) {
    (self.hour, self.minute, self.second) = (hour, minute, second)
  }

  /// A time as `14:30` or `14:30:05`; nil for anything else.
  public init?(_ description: String) {
    guard ClockTime(description) != nil else { return nil }
    let numbers = description.split(separator: ":").compactMap { Int($0) }
    guard numbers.count >= 2 else { return nil }
    self.init(numbers[0], numbers[1], numbers.count > 2 ? numbers[2] : nil)
  }

  /// The time in the notation of exports.
  public var description: String {
    ([hour, minute] + [second].compactMap(\.self)).map { padded($0, to: 2) }
      .joined(separator: ":")
  }
}

extension FormTime: Comparable {
  /// Whether a time comes first; a missing second counts as 0.
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
  /// Decodes a date from a string in the notation of exports.
  ///
  /// - Throws: the errors of the decoder; `DecodingError` if the string is no date.
  public init(from decoder: any Decoder) throws {
    self = try FormDate.decoded(from: decoder, noun: "a date")
  }

  /// Encodes the date as a string in the notation of exports.
  ///
  /// - Throws: the errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension FormTime: Codable {
  /// Decodes a time from a string in the notation of exports.
  ///
  /// - Throws: the errors of the decoder; `DecodingError` if the string is no time.
  public init(from decoder: any Decoder) throws {
    self = try FormTime.decoded(from: decoder, noun: "a time")
  }

  /// Encodes the time as a string in the notation of exports.
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
          debugDescription: "\(noun) is wanted, and this is \(text)"))
    }
    return value
  }
}
