// The candidates of a form: provided when a row needs them. Earlier answers are offered too.

public import Candidates
public import FormText

extension FormSession {
  /// Provides the candidates of a file; from now on strict rows are judged by them.
  public mutating func provideCandidates(_ candidates: CandidateIndex, for file: String) {
    setCandidates(.found(candidates), of: file)
  }

  /// Marks a file of candidates as unusable, and why: an answer that must be one of them is a
  /// problem then, as nobody knows whether it is.
  public mutating func candidatesAreUnavailable(_ reason: String, for file: String) {
    setCandidates(.unavailable(reason), of: file)
  }

  private mutating func setCandidates(_ candidates: ChoiceList.Candidates, of file: String) {
    answers.template.setCandidates(candidates, of: file)
    suggestions.lookup = nil
    noteVisibleChange()
    // Rows in view that were left with another text than they came with get their problem at once.
    for row in answers.texts.live where row.id != focus && template[row.id].choices.file == file {
      guard row.content.text != answers.baseText(of: row.id) else { continue }
      sweep.problems[row.id] = answers.problem(of: row.id)
    }
    for row in problems.keys
    where !row.isEntry(in: template.sections) && template[row].choices.file == file {
      sweep.problems[row] = answers.problem(of: row)
    }
    // A label is another value now.
    if !template.conditions.isEmpty {
      answers.settleAllConditions()
      showChangedRows()
    }
    sweep.work?.restart()
  }

  /// The name of the earlier answers of the row with focus; nil once they are provided.
  public var missingRemembered: String? {
    guard let focus, answers.remembers(focus),
      suggestions.remembered[AnswerPlan.RowReference(focus)] == nil
    else {
      return nil
    }
    return answers.rememberedName(of: focus)
  }

  /// Provides the earlier answers of the row with focus, most recent first.
  public mutating func provideRemembered(_ texts: [Text]) {
    guard let focus, answers.remembers(focus) else { return }
    var seen = Set<Text>()
    let choices = texts.prefix(Answers.mostRemembered)
      .filter { !$0.isBlank && $0.isEditable && seen.insert($0).inserted }
    suggestions.remembered[AnswerPlan.RowReference(focus)] = CandidateIndex(
      choices.map { ($0.string, $0.string) })
    suggestions.lookup = nil
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
