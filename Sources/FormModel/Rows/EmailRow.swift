// Rows of type `email`: valid e-mail addresses of the HTML standard
// (https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address).
// Dots are allowed only where RFC 5321 allows them (section 4.1.2, dot-string), as the `email`
// format of JSON Schema requires.

import FormText

/// Interprets the texts of email rows.
enum EmailRow {
  static let kind = RowKind(
    shape: .line, wording: .checked, traits: [], limits: nil, json: .string,
    value: { (answer, _) throws(Refusal) in try value(of: answer) },
    text: { value, _ in value.text }, exported: nil)

  /// Returns the address exactly as it was typed.
  static func value(of answer: Text) throws(Refusal) -> RowValue {
    if EmailSyntax.isAddress(answer.string) { return .string(answer) }
    let bare = answer.string.trimming(prefix: "mailto:", brackets: ("<", ">"))
    let hasTwoSigns = answer.string.utf8.count { $0 == UInt8(ascii: "@") } > 1
    throw Refusal(
      answer.quoted + (hasTwoSigns ? " has two “@” signs" : " is not an email address"),
      correction: EmailSyntax.isAddress(bare) ? bare : nil)
  }
}

extension String {
  /// Returns the text without a prefix and without surrounding brackets.
  fileprivate func trimming(prefix: String, brackets: (Character, Character)) -> String {
    var text = self[...]
    if text.first == brackets.0, text.last == brackets.1 { text = text.dropFirst().dropLast() }
    return String(text.hasPrefix(prefix) ? text.dropFirst(prefix.count) : text)
  }
}
