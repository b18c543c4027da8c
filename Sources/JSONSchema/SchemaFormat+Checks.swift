// Checks texts by their formats.

import FormText
import Patterns

extension SchemaFormat {
  /// Whether a text has the format.
  func accepts(_ text: String) -> Bool {
    switch self {
    case .date: SchemaFormat.isDate(text.utf8[...])
    case .time: SchemaFormat.isTime(text.utf8[...])
    case .dateTime:
      SchemaFormat.isDate(text.utf8.prefix(10))
        && text.utf8.dropFirst(10).first?.asciiLowercased == UInt8(ascii: "t")
        && SchemaFormat.isTime(text.utf8.dropFirst(11))
    case .email: EmailSyntax.isMailbox(text)
    case .hostname: EmailSyntax.isHostName(text)
    case .ipv4: URISyntax.isIPv4(text[...])
    case .ipv6: URISyntax.isIPv6(text)
    case .uri: URISyntax.isURI(text)
    case .uriReference: URISyntax.isReference(text)
    case .uuid: UUIDSyntax.isUUID(text.utf8[...])
    case .jsonPointer: SchemaFormat.isPointer(text)
    case .regex: SchemaFormat.isPattern(text)
    }
  }

  // MARK: - RFC 3339

  /// Takes a number of a fixed count of digits from the front; nil if there is none.
  private static func take(_ digits: Int, from text: inout Substring.UTF8View) -> Int? {
    let number = text.prefix(digits)
    guard number.count == digits, number.allSatisfy(\.isASCIIDigit) else { return nil }
    text = text.dropFirst(digits)
    return number.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Whether a text is a calendar date, `full-date`.
  private static func isDate(_ text: Substring.UTF8View) -> Bool {
    var rest = text
    guard let year = take(4, from: &rest), rest.popFirst() == UInt8(ascii: "-"),
      let month = take(2, from: &rest), (1...12).contains(month),
      rest.popFirst() == UInt8(ascii: "-"), let day = take(2, from: &rest)
    else { return false }
    return rest.isEmpty && day >= 1 && day <= GregorianCalendar.days(inMonth: month, of: year)
  }

  /// Whether a text is a time with its offset, `full-time`. A leap second is allowed where UTC has
  /// one: at the end of a day.
  private static func isTime(_ text: Substring.UTF8View) -> Bool {
    var rest = text
    guard let hour = take(2, from: &rest), hour < 24, rest.popFirst() == UInt8(ascii: ":"),
      let minute = take(2, from: &rest), minute < 60, rest.popFirst() == UInt8(ascii: ":"),
      let second = take(2, from: &rest), second <= 60
    else { return false }
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix(while: \.isASCIIDigit)
      if fraction.isEmpty { return false }
      rest = rest.dropFirst(fraction.count + 1)
    }
    var offset = 0
    switch rest.popFirst() {
    case UInt8(ascii: "Z"), UInt8(ascii: "z"): break
    case let sign? where sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"):
      guard let hours = take(2, from: &rest), hours < 24, rest.popFirst() == UInt8(ascii: ":"),
        let minutes = take(2, from: &rest), minutes < 60
      else { return false }
      offset = (hours * 60 + minutes) * (sign == UInt8(ascii: "+") ? 1 : -1)
    default: return false
    }
    guard rest.isEmpty else { return false }
    let day = 24 * 60
    return second < 60 || (hour * 60 + minute - offset + day) % day == day - 1
  }

  // MARK: - Others

  /// Whether a text is a JSON Pointer (RFC 6901, section 3).
  private static func isPointer(_ text: String) -> Bool {
    if !text.isEmpty, !text.hasPrefix("/") { return false }
    return text.utf8.split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false)
      .dropFirst().allSatisfy { $0.first == UInt8(ascii: "0") || $0.first == UInt8(ascii: "1") }
  }

  /// Whether a text is a regular expression of ECMA-262, or of PCRE2: schemas use the format for
  /// patterns of many programs.
  private static func isPattern(_ text: String) -> Bool {
    if let pattern = try? ECMAPattern.wholeMatch(of: text), (try? Pattern(pattern)) != nil {
      return true
    }
    return (try? Pattern(text)) != nil
  }
}
