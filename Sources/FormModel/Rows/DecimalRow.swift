// Rows of type `decimal`: exactly the numbers of RFC 8259, whose digits are never changed.

import FormText
import LosslessJSON

/// Interprets the texts of decimal rows.
enum DecimalRow {
  static let kind = RowKind(
    shape: .line, wording: .notation, traits: [], limits: .numbers,
    json: RowKind.JSONForm(noun: "a number") { value, _ in value.kind == .number },
    value: { (answer, _) throws(Refusal) in try value(of: answer) },
    text: { value, _ in value.text }, exported: nil)

  /// Returns the number with exactly the typed digits.
  static func value(of answer: Text) throws(Refusal) -> RowValue {
    if DecimalNumber(answer.string) != nil { return .number(answer) }
    throw Refusal("\(answer.quoted) is not a number", correction: nearMiss(answer.string))
  }

  /// Returns the number that was probably meant by `+5`, `007`, `.5`, `5.`, `1,204`, `3,14` or
  /// `−1`. Returns a valid number unchanged.
  static func nearMiss(_ text: String) -> String? {
    guard text.utf8.count < 100 else { return nil }
    var digits = text.replacingAll("\u{2212}", by: "-").filter { !" _'\u{A0}\u{202F}".contains($0) }
    if hasGroups(digits) {
      digits = digits.filter { $0 != "," }
    } else if let comma = digits.firstIndex(of: ","), !digits.contains(".") {
      digits.replaceSubrange(comma...comma, with: ".")
    }
    let isNegative = digits.hasPrefix("-")
    if isNegative || digits.hasPrefix("+") { digits.removeFirst() }
    while digits.hasPrefix("0"), digits.dropFirst().first?.isASCIIDigit == true {
      digits.removeFirst()
    }
    if digits.hasPrefix(".") { digits = "0" + digits }
    if digits.hasSuffix(".") { digits.removeLast() }
    let number = (isNegative ? "-" : "") + digits
    return DecimalNumber(number) == nil ? nil : number
  }

  /// Whether commas separate the digits of a number into thousands.
  private static func hasGroups(_ text: String) -> Bool {
    let whole = text.split(separator: ".", omittingEmptySubsequences: false).first ?? ""
    let groups = whole.split(separator: ",", omittingEmptySubsequences: false)
    let first = groups.first.map { $0.filter { $0 != "-" && $0 != "+" } } ?? ""
    return groups.count > 1 && (1...3).contains(first.count)
      && groups.dropFirst().allSatisfy { $0.count == 3 && $0.allSatisfy(\.isASCIIDigit) }
  }
}
