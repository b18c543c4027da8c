// Converts answers to Swift values and back, for each type of row.

import FormModel
import FormText

extension RowCoding where Value == String {
  static let text = RowCoding(read: { $0.text?.string }, write: { .text($0) })
}

extension RowCoding where Value == Int {
  static let integer = RowCoding(
    read: { $0.text.flatMap { Int($0.string) } }, write: { .number("\($0)") })
}

extension RowCoding where Value == Double {
  /// A number that is too large for a `Double` has no value. It would be infinite.
  static let decimal = RowCoding(
    read: { $0.text.flatMap { Double($0.string) }.flatMap { $0.isFinite ? $0 : nil } },
    write: { .decimal($0) })
}

extension RowCheck {
  /// Refuses numbers that are too large for a `Double`.
  static let isFinite = RowCheck { row, answers in
    guard let digits = answers.value(of: row)?.text else { return nil }
    return Double(digits.string)?.isInfinite == true ? "too large" : nil
  }
}

extension RowCoding where Value == Bool {
  static let yesNo = RowCoding(
    read: { if case .boolean(let isYes) = $0 { isYes } else { nil } }, write: { .yes($0) })
}

extension RowCoding where Value == FormDate {
  static let date = RowCoding(
    read: { $0.text.flatMap { FormDate($0.string) } }, write: { .text($0.description) })
}

extension RowCoding where Value == FormTime {
  static let time = RowCoding(
    read: { $0.text.flatMap { FormTime($0.string) } }, write: { .text($0.description) })
}

extension RowCoding where Value == [String] {
  static let list = RowCoding<String>.text.ofMany
}

extension RowCoding {
  /// The conversion of a list of values of this type.
  var ofMany: RowCoding<[Value]> {
    RowCoding<[Value]>(
      read: { answer in
        guard case .list(let elements) = answer else { return nil }
        let values = elements.compactMap(read)
        return values.count == elements.count ? values : nil
      }, write: { .list($0.map(write)) })
  }
}

extension TemplateValue {
  /// Returns a number without an exponent, because templates and expressions have no exponents.
  static func decimal(_ number: Double) -> TemplateValue {
    let text = number.description
    guard let mark = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: mark)...])
    else { return .number(text.hasSuffix(".0") ? String(text.dropLast(2)) : text) }
    let isNegative = text.hasPrefix("-")
    let mantissa = text[..<mark].drop { $0 == "-" }
    let parts = mantissa.split(separator: ".")
    let whole = String(parts[0])
    let fraction = parts.count > 1 && parts[1] != "0" ? String(parts[1]) : ""
    let digits = whole + fraction
    let point = whole.count + exponent
    let zeros = String(repeating: "0", count: max(-point, point - digits.count, 0))
    // The point is never between two digits here, because Swift writes an exponent only for very
    // large and very small numbers.
    let plain = point <= 0 ? "0.\(zeros)\(digits)" : "\(digits)\(zeros)"
    return .number((isNegative ? "-" : "") + plain)
  }
}
