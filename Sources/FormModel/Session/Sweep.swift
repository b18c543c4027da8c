// Work over a whole form, and the problems it found.

/// Work over the whole form.
struct Sweep: Sendable {
  var work: Work?
  /// The rows known to have a problem.
  var problems: [FormRow.ID: Problem] = [:]
  /// The rows with problems as the last look through the form found them, in order.
  var listedProblems: [FormRow.ID] = []
}
