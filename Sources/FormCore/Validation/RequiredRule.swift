// The rule behind `required`: the only one about a row without an answer.

/// A row that must hold an answer.
enum RequiredRule {
  /// The problem of a row without an answer, if it must have one.
  static func problem(of row: RowTemplate) -> Problem? {
    guard row.isRequired else { return nil }
    // The message of a row with rules is about an answer that breaks them.
    guard row.rules.isEmpty, let message = row.message else { return .required }
    return .refused(Refusal(message))
  }
}
