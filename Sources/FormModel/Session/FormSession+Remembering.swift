// Rows that remember: what was saved in them before is offered, most recent first.

import Candidates
public import FormText

extension FormSession {
  /// The most texts of one place that are worth keeping.
  public static let mostRemembered = 300

  /// The lasting name under which the rows of one place keep what they remember.
  private func rememberedName(of id: FormRow.ID) -> String {
    "\(template.sections[id.section].id)/\(template[id].id.source)"
  }

  func remembers(_ id: FormRow.ID) -> Bool {
    template[id].remembers
  }

  /// The name of what the row with focus remembers, as long as nobody provided it.
  public var missingRemembered: String? {
    guard let focus, remembers(focus), suggestions.remembered[AnswerPlan.RowReference(focus)] == nil
    else {
      return nil
    }
    return rememberedName(of: focus)
  }

  /// Provides what the row with focus remembers, most recent first.
  public mutating func provideRemembered(_ texts: [Text]) {
    guard let focus, remembers(focus) else { return }
    var seen = Set<Text>()
    let choices = texts.prefix(FormSession.mostRemembered)
      .filter { !$0.isBlank && $0.isEditable && seen.insert($0).inserted }
    suggestions.remembered[AnswerPlan.RowReference(focus)] = CandidateIndex(
      choices.map { ($0.string, $0.string) })
    suggestions.lookup = nil
  }

  /// What a save leaves to be remembered: what the person put into such rows, by the names of the
  /// places. O(rows ever changed).
  public var answersToRemember: [(name: String, texts: [Text])] {
    var answers: [AnswerPlan.RowReference: (name: String, texts: [Text])] = [:]
    let rows = changedRows.filter { remembers($0) && !isSecret($0) }
      .sorted {
        (self.answers.outline.index(of: $0) ?? 0) < (self.answers.outline.index(of: $1) ?? 0)
      }
    for row in rows {
      guard let answer = answer(of: row) else { continue }
      let texts = rowType(of: row).takesManyPicks ? ChoicesRow.entries(of: answer) : [answer]
      answers[AnswerPlan.RowReference(row), default: (rememberedName(of: row), [])].texts +=
        texts.filter { !$0.isTooLongToEdit }
    }
    return answers.values.sorted { $0.name < $1.name }
  }

  /// What the row with focus remembers, where there is anything.
  var rememberedOfFocus: CandidateIndex? {
    guard let focus, let index = suggestions.remembered[AnswerPlan.RowReference(focus)],
      index.count > 0
    else {
      return nil
    }
    return index
  }
}
