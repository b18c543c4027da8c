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
    if isAddress(answer.string) { return .string(answer) }
    let bare = answer.string.trimming(prefix: "mailto:", brackets: ("<", ">"))
    let hasTwoSigns = answer.string.utf8.count { $0 == UInt8(ascii: "@") } > 1
    throw Refusal(
      answer.quoted + (hasTwoSigns ? " has two “@” signs" : " is not an email address"),
      correction: isAddress(bare) ? bare : nil)
  }

  private static func isAddress(_ text: String) -> Bool {
    let parts = text.utf8.split(
      separator: UInt8(ascii: "@"), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2,
      parts[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        .allSatisfy(isAtom)
    else { return false }
    return parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .allSatisfy(isLabel)
  }

  /// Whether a part between dots before the @ is not empty and has only allowed characters.
  private static func isAtom(_ text: Substring.UTF8View) -> Bool {
    !text.isEmpty
      && text.allSatisfy { $0.isASCIIAlphanumeric || "!#$%&'*+/=?^_`{|}~-".utf8.contains($0) }
  }

  /// Whether a label of the domain has 1 to 63 letters, digits and inner hyphens.
  private static func isLabel(_ label: Substring.UTF8View) -> Bool {
    guard let first = label.first, let last = label.last, label.count <= 63 else { return false }
    return first.isASCIIAlphanumeric && last.isASCIIAlphanumeric
      && label.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") }
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
