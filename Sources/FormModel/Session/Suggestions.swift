// Candidates for the row with focus.

import Candidates

/// The candidates of the row with focus.
struct Suggestions: Sendable {
  /// The last lookup for the row with focus.
  var lookup: CandidateLookup?
  /// Earlier answers of rows that remember them, most recent first.
  var remembered: [AnswerPlan.RowReference: CandidateIndex] = [:]
}
