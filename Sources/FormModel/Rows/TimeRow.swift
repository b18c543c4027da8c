// Rows of type `time`: HH:MM or HH:MM:SS, from 00:00 to 23:59:59.

import FormText

/// Interprets the texts of time rows.
enum TimeRow {
  static let kind = RowKind(
    shape: .line, wording: .notation, traits: [], limits: .times, json: .string,
    value: { (answer, _) throws(Refusal) in try value(of: answer) },
    text: { value, _ in value.text }, exported: nil)

  /// Returns the time exactly as it was typed.
  static func value(of answer: Text) throws(Refusal) -> RowValue {
    if seconds(of: answer.string) != nil { return .string(answer) }
    throw Refusal(
      "\(answer.quoted) is not a time", correction: nearMiss(answer.string),
      allowed: "HH:MM or HH:MM:SS")
  }

  /// Returns the seconds since midnight; nil if the text is not a time.
  static func seconds(of text: String) -> Int? {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count) else { return nil }
    var seconds = 0
    for (index, part) in parts.enumerated() {
      guard part.count == 2, part.allSatisfy(\.isASCIIDigit) else { return nil }
      let number = part.reduce(0) { $0 * 10 + Int($1 - 0x30) }
      guard number < (index == 0 ? 24 : 60) else { return nil }
      seconds = seconds * 60 + number
    }
    return parts.count == 2 ? seconds * 60 : seconds
  }

  /// Returns the time that was probably meant by `9:30`, `9.30` or `0930`.
  private static func nearMiss(_ text: String) -> String? {
    guard text.utf8.count < 12 else { return nil }
    var parts = text.split { ":. h".contains($0) }.map(String.init)
    if parts.count == 1, text.count == 4 {
      parts = [String(text.prefix(2)), String(text.suffix(2))]
    }
    let time = parts.map { $0.count == 1 ? "0" + $0 : $0 }.joined(separator: ":")
    return time != text && seconds(of: time) != nil ? time : nil
  }
}
