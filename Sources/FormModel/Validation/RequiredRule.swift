// The rule of `required`. It is the only rule that is checked in rows without an answer.

import FormText

/// A row that must have an answer.
enum RequiredRule {
  /// The problem of a row without an answer; nil if the row does not require an answer.
  static func problem(of row: RowTemplate) -> Problem? {
    guard row.isRequired else { return nil }
    // If the row has rules, its message is about answers that break the rules, not about a missing
    // answer.
    guard row.rules.isEmpty, !row.isStrict, row.check == nil, let message = row.message else {
      return .required
    }
    return .refused(Refusal(message))
  }

  /// The problem of a row that is missing in the document and shows its default, which no person or
  /// script has confirmed by entering it.
  static func problem(of row: RowTemplate, lacking defaultText: Text) -> Problem? {
    guard let problem = problem(of: row) else { return nil }
    guard case .refused(var refusal) = problem else { return .lacking(defaultText: defaultText) }
    refusal.correction = defaultText.string
    return .refused(refusal)
  }
}
