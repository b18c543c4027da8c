// The rule behind `required`.

/// A row that must hold an answer.
enum RequiredRule {
  /// The problem of a row without an answer, if it must have one.
  static func problem(isRequired: Bool, isFilled: Bool) -> Problem? {
    isRequired && !isFilled ? .required : nil
  }
}
