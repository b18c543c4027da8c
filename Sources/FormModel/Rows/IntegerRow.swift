// Rows of type `integer`: numbers of RFC 8259 of any size, without a fraction or an exponent.

import FormText
import LosslessJSON

/// Interprets the texts of integer rows.
package enum IntegerRow {
  static let kind = RowKind(
    shape: .line, wording: .notation, traits: [], limits: .numbers,
    json: RowKind.JSONForm(noun: "a whole number") { value, _ in value.kind == .number },
    value: { (answer, _) throws(Refusal) in try value(of: answer) },
    text: { value, _ in value.text },
    // In a document, 1.0 is a whole number (JSON Schema, section 4.2.3), though it cannot be typed.
    exported: { text, _ in isWhole(text.string) ? .number(text) : nil })

  /// Returns the number with exactly the typed digits.
  static func value(of answer: Text) throws(Refusal) -> RowValue {
    if isInteger(answer.string) { return .number(answer) }
    let near = DecimalRow.nearMiss(answer.string).flatMap { near -> String? in
      // For 3.00, the correction is 3, because the fraction is zero.
      let parts = near.split(separator: ".", maxSplits: 1)
      let isWhole = parts.count < 2 || parts[1].allSatisfy { $0 == "0" }
      return parts.first.flatMap { isWhole && isInteger(String($0)) ? String($0) : nil }
    }
    throw Refusal("\(answer.quoted) is not a whole number", correction: near)
  }

  /// Whether a number in a document is whole, in any notation: 1.0 and 2e3 are.
  private static func isWhole(_ text: String) -> Bool {
    DecimalNumber(text).map { $0.digits.isEmpty || $0.power >= 0 } ?? false
  }

  package static func isInteger(_ text: String) -> Bool {
    DecimalNumber(text) != nil
      && text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0.isASCIIDigit }
  }
}
