// Rows with `const`. Such a row always has the same value, and an expression for this value
// calculates the row.
//
// A loaded document keeps the value that it has for the row. A value other than the constant is a
// problem until the person accepts the constant. If a document lacks the value, an export adds the
// constant in only two cases: the person accepted it, or the row was hidden when the document was
// loaded. The row was hidden, for example, if it belongs to one of several alternatives and the
// document has the answers of another alternative.

package import FormText
import LosslessJSON

/// The constant of a row, as the template writes it.
enum ConstantRow {
  static let allowed = "a line of text, a plain number, true or false"

  /// The value of `const`; nil for JSON that cannot be a constant.
  static func value(of member: JSONValue) -> RowValue? {
    switch member.kind {
    case .string:
      let text = Text(member.string ?? "")
      let isLine = !text.isBlank && text == text.trimmed
      return isLine && !text.string.unicodeScalars.contains(where: \.isControl)
        ? .string(text) : nil
    case .number:
      return member.numberText.flatMap { DecimalNumber($0) }?.plainText.map { .number(Text($0)) }
    case .boolean: return member.bool.map { .boolean($0) }
    case .null, .array, .object: return nil
    }
  }

  /// The type of a row with this constant, if the template names no type.
  static func type(of member: JSONValue) -> RowType {
    switch value(of: member) {
    case .number(let text): IntegerRow.isInteger(text.string) ? .integer : .decimal
    case .boolean: .boolean
    default: .text
    }
  }

  /// The expression for a constant; nil for JSON that cannot be a constant.
  static func expression(for member: JSONValue) -> String? {
    switch value(of: member) {
    case .string(let text)?:
      if !text.string.contains("'") { return "'\(text.string)'" }
      let parts = text.string.split(separator: "'", omittingEmptySubsequences: false)
      return "concat('\(parts.joined(separator: "', \"'\", '"))')"
    case .number(let text)?: return text.string
    case .boolean(let isTrue)?: return isTrue ? "true()" : "false()"
    default: return nil
    }
  }
}

extension RowTemplate {
  /// The only value of the row; nil if the row may have other values.
  var constant: RowValue? { notation.constant }

  /// The text of the only value of the row; nil if the row may have other values.
  package var constantText: Text? { constant?.text }
}

extension Answers {
  /// Whether an export writes a constant that the document does not have. That is so if the person
  /// accepted the constant. It is also so if the document lacks the value and the row was hidden
  /// when the document was loaded.
  func isConstantChanged(_ row: FormRow.ID) -> Bool {
    guard let loaded else { return false }
    return changes.confirmedRows.contains(row)
      || loaded.value(of: row) == nil && conditions.asLoaded.map { !$0.isShown(row) } == true
  }
}
