// What is offered for the row being typed.

import Candidates

/// The candidates of the row with focus.
struct Suggestions: Sendable {
  /// What was looked up last for the row being typed.
  var lookup: CandidateLookup?
  /// What was saved before in rows that remember it, most recent first.
  var remembered: [AnswerPlan.RowReference: CandidateIndex] = [:]
}
