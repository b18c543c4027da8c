// The rule behind `required`: the only one about a row without an answer.

import FormText

/// A row that must hold an answer.
enum RequiredRule {
  /// The problem of a row without an answer, if it must have one.
  static func problem(of row: RowTemplate) -> Problem? {
    guard row.isRequired else { return nil }
    // The message of a row with rules is about an answer that breaks them.
    guard row.rules.isEmpty, !row.isStrict, let message = row.message else { return .required }
    return .refused(Refusal(message))
  }

  /// The problem of a row that the document lacks and whose default is unconfirmed.
  static func problem(of row: RowTemplate, lacking defaultText: Text) -> Problem? {
    guard let problem = problem(of: row) else { return nil }
    guard case .refused(var refusal) = problem else { return .lacking(defaultText: defaultText) }
    refusal.correction = defaultText.string
    return .refused(refusal)
  }
}
