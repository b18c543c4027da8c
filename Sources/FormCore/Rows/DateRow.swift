// Rows of type `date`: YYYY, YYYY-MM or YYYY-MM-DD of the Gregorian calendar. How much of it is
// needed is `PrecisionRule`'s to say.

/// What a text means in a date row.
enum DateRow {
  /// The date as it is written.
  static func value(of answer: Text) throws(Refusal) -> RowValue {
    let text = answer.string
    guard let parts = parts(of: text, digits: [4, 2, 2]) else {
      throw Refusal(
        "\(answer.quoted) is not a date", correction: nearMiss(text),
        allowed: "YYYY, YYYY-MM or YYYY-MM-DD")
    }
    if parts.count > 1, !(1...12).contains(parts[1]) {
      throw Refusal("\(answer.quoted) is not a date: there is no month \(parts[1])")
    }
    if parts.count > 2, !(1...days(inMonth: parts[1], of: parts[0])).contains(parts[2]) {
      let days = days(inMonth: parts[1], of: parts[0])
      throw Refusal("\(answer.quoted) is not a date: that month has \(days) days")
    }
    return .string(answer)
  }

  /// The numbers between hyphens, each of so many digits; nil when something else is there.
  private static func parts(of text: String, digits: [Int]) -> [Int]? {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count <= digits.count else { return nil }
    for (part, count) in zip(parts, digits)
    where part.count != count || !part.allSatisfy(\.isASCIIDigit) {
      return nil
    }
    return parts.map { $0.reduce(0) { $0 * 10 + Int($1 - 0x30) } }
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The date that was likely meant: `2019-3`, `2019/3/1`, `20190301`.
  private static func nearMiss(_ text: String) -> String? {
    guard text.utf8.count < 20 else { return nil }
    var parts = text.split { "-/. ".contains($0) }.map(String.init)
    if parts.count == 1, text.count == 8 {
      parts = [String(text.prefix(4)), String(text.dropFirst(4).prefix(2)), String(text.suffix(2))]
    }
    for index in parts.indices.dropFirst() where parts[index].count == 1 {
      parts[index] = "0" + parts[index]
    }
    let date = parts.joined(separator: "-")
    return date != text && (try? value(of: Text(date))) != nil ? date : nil
  }
}

/// How much of a date is given or needed.
public enum DatePrecision: String, CaseIterable, Comparable, Sendable {
  case year, month, day

  /// How much a date that was read gives.
  init(of date: Text) {
    switch date.string.utf8.count {
    case ..<7: self = .year
    case ..<10: self = .month
    default: self = .day
    }
  }

  /// What has to be typed.
  var pattern: String {
    switch self {
    case .year: "YYYY"
    case .month: "YYYY-MM"
    case .day: "YYYY-MM-DD"
    }
  }

  public static func < (left: DatePrecision, right: DatePrecision) -> Bool {
    left.pattern.utf8.count < right.pattern.utf8.count
  }
}
