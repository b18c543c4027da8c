// The rule of `required`: the only rule about a row without an answer.

import FormText

/// A row that must have an answer.
enum RequiredRule {
  /// The problem of a row without an answer, if it requires one.
  static func problem(of row: RowTemplate) -> Problem? {
    guard row.isRequired else { return nil }
    // If the row has rules, its message describes answers that break them, not a missing answer.
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
