// The rule behind `required`: the only one about a row without an answer.

/// A row that must hold an answer.
enum RequiredRule {
  /// The problem of a row without an answer, if it must have one.
  static func problem(of row: RowTemplate) -> Problem? {
    guard row.isRequired else { return nil }
    return row.message.map { .refused(Refusal($0)) } ?? .required
  }
}
