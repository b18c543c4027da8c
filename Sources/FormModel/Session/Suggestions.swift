// Candidates for the row with focus. Earlier answers are offered too.

import Candidates
import FormText

/// The candidates of the row with focus.
struct Suggestions: Sendable {
  /// The last lookup for the row with focus.
  var lookup: CandidateLookup?
  /// Earlier answers of rows that remember them, most recent first.
  private var remembered: [AnswerPlan.RowReference: CandidateIndex] = [:]

  /// Whether a row was given its earlier answers.
  func isProvided(_ row: FormRow.ID) -> Bool { remembered[AnswerPlan.RowReference(row)] != nil }

  /// What a row remembers, where there is anything.
  func remembered(by row: FormRow.ID) -> CandidateIndex? {
    guard let index = remembered[AnswerPlan.RowReference(row)], index.count > 0 else { return nil }
    return index
  }

  /// Provides the earlier answers of a row, most recent first.
  mutating func provide(_ texts: [Text], for row: FormRow.ID) {
    var seen = Set<Text>()
    let choices = texts.prefix(Answers.mostRemembered)
      .filter { !$0.isBlank && $0.isEditable && seen.insert($0).inserted }
    remembered[AnswerPlan.RowReference(row)] = CandidateIndex(
      choices.map { ($0.string, $0.string) })
    lookup = nil
  }

  /// Looks up what is typed, where that was not done yet.
  mutating func lookUp(_ query: Text, for row: FormRow.ID, in answers: Answers) {
    if let lookup, lookup.row == row, lookup.query == query { return }
    let isSame = lookup.map { ($0.row.section, $0.row.row) == (row.section, row.row) } ?? false
    lookup = CandidateLookup(
      query, in: isSame ? lookup?.index : answers.candidates(of: row),
      remembered: remembered(by: row), isStrict: answers.isStrict(row), for: row)
  }
}
