// Guesses the date in a text that is not in the notation of dates, to propose it to the person.
//
// An ambiguous text gives no guess: 13/05/2021 can only be a day in May, but 03/04/2021 may be
// either of two days.

import FormText

/// Parses dates as people write them in English.
enum DateGuess {
  /// The longest text that is examined, in bytes.
  private static let longest = 48

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]
  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]
  /// Words that may occur in a date without changing its meaning.
  private static let fillers: Set = ["of", "the", "st", "nd", "rd", "th", "on"]
  /// Words that people type when there is no date.
  private static let absences: Set = [
    "present", "now", "current", "currently", "ongoing", "to date", "until now", "none", "n/a",
    "na", "unknown", "never", "tbd", "-", "–", "—", "?",
  ]

  /// Returns the date in the notation of a date row, for texts such as `March 2021`, `5 Mar 2021`,
  /// `13/05/2021` and `2019-3`.
  static func date(in text: String) -> String? {
    guard text.utf8.count <= longest, let words = words(of: text) else { return nil }
    let numbers = words.compactMap(\.number)
    let named = words.compactMap(\.month)
    guard named.count <= 1, words.allSatisfy(\.isUnderstood) else { return nil }
    let years = numbers.filter { $0.count == 4 }
    let others = numbers.filter { $0.count <= 2 }
    guard years.count + others.count == numbers.count else {
      return named.isEmpty && words.count == 1 ? compactDate(numbers[0]) : nil
    }
    guard years.count == 1, let year = years.first else { return nil }
    if let month = named.first {
      guard others.count <= 1 else { return nil }
      return date([year, String(month)] + others)
    }
    let isYearFirst = numbers.first == year
    let readings = isYearFirst || others.count < 2 ? [others] : [others, others.reversed()]
    guard (isYearFirst || numbers.last == year) && others.count <= 2 else { return nil }
    let dates = Set(readings.compactMap { date([year] + $0) })
    return dates.count == 1 ? dates.first : nil
  }

  /// Whether a text means the absence of a date, such as `present`.
  static func isAbsence(_ text: String) -> Bool {
    text.utf8.count <= longest && absences.contains(text.lowercased())
  }

  /// Reads a date without separators: `20190301`.
  private static func compactDate(_ digits: String) -> String? {
    guard digits.count == 8 else { return nil }
    return date([
      String(digits.prefix(4)), String(digits.dropFirst(4).prefix(2)), String(digits.suffix(2)),
    ])
  }

  /// Returns the year, month and day in the notation of a date row; nil if that date does not
  /// exist.
  private static func date(_ parts: [String]) -> String? {
    let date = parts.map { $0.count == 1 ? "0" + $0 : $0 }.joined(separator: "-")
    return (try? DateRow.value(of: Text(date))) == nil ? nil : date
  }

  // MARK: - Words

  /// A part of a text: digits or letters.
  private struct Word {
    var text = ""

    var number: String? { text.utf8.first?.isASCIIDigit == true ? text : nil }

    /// The month that the word names, from 1: its full name or at least three letters.
    var month: Int? {
      guard number == nil, text.count >= 3, !isWeekday else { return nil }
      return months.firstIndex { $0.hasPrefix(text) }.map { $0 + 1 }
    }

    private var isWeekday: Bool { text.count >= 3 && weekdays.contains { $0.hasPrefix(text) } }

    var isUnderstood: Bool { number != nil || month != nil || isWeekday || fillers.contains(text) }
  }

  /// Returns the runs of digits and of lower-case letters; nil if other characters than the
  /// separators of dates are between them.
  private static func words(of text: String) -> [Word]? {
    var words: [Word] = []
    var last: Unicode.Scalar?
    for scalar in text.lowercased().unicodeScalars {
      if isDigit(scalar) || isLetter(scalar) {
        let continues = last.map { isDigit($0) == isDigit(scalar) } ?? false
        if !continues { words.append(Word()) }
        words[words.count - 1].text.unicodeScalars.append(scalar)
        last = scalar
      } else if scalar.isWhitespace || "-/.,".unicodeScalars.contains(scalar) {
        last = nil
      } else {
        return nil
      }
    }
    return words
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool { ("a"..."z").contains(scalar) }
}
