// Candidates in a form: lent to it when somebody needs them, offered to a row, picked.

public import Candidates
public import FormText

extension FormSession {
  /// The files of candidates that nobody has provided yet, as the template names them.
  public var missingCandidateFiles: [String] {
    var missing: [String] = []
    for section in template.sections {
      for row in section.rows {
        guard let file = row.choices.file, case .pending = row.choices.candidates,
          !missing.contains(where: { $0.hasSameScalars(as: file) })
        else { continue }
        missing.append(file)
      }
    }
    return missing
  }

  /// Provides the candidates of a file; from now on strict rows are judged by them.
  public mutating func provideCandidates(_ candidates: CandidateIndex, for file: String) {
    setCandidates(.found(candidates), of: file)
  }

  /// Reports that a file of candidates cannot be used, and why: an answer that must be one of them is a
  /// problem then, as nobody knows whether it is.
  public mutating func candidatesAreUnavailable(_ reason: String, for file: String) {
    setCandidates(.unavailable(reason), of: file)
  }

  private mutating func setCandidates(_ candidates: ChoiceList.Candidates, of file: String) {
    answers.template.setCandidates(candidates, of: file)
    suggestions.lookup = nil
    revision += 1
    // Rows in view that were left with another text than they came with are reported at once.
    for row in answers.texts.live where row.id != focus && template[row.id].choices.file == file {
      guard row.text != baseText(of: row.id) else { continue }
      sweep.problems[row.id] = problem(of: row.id)
    }
    for row in problems.keys
    where !row.isEntry(in: template.sections) && template[row].choices.file == file {
      sweep.problems[row] = problem(of: row)
    }
    // A label is another value now.
    if !template.conditions.isEmpty {
      settleAllConditions()
      showChangedRows()
    }
    sweep.work?.restart()
  }

  /// The file that a row's candidates stand in, nil where the template lists them or there are none.
  public func candidateFile(of row: FormRow.ID) -> String? { template[row].choices.file }

  /// The candidates of a row; nil where there are none, or their file was not provided. O(n log n)
  /// for choices of the template: who asks with every key keeps them.
  public func candidates(of row: FormRow.ID) -> CandidateIndex? {
    template[row].choices.index
  }

  /// Whether only a candidate answers the row.
  public func isStrict(_ row: FormRow.ID) -> Bool { template[row].isStrict }

  /// What picking a candidate fills in elsewhere: the rows of the same item that the template names,
  /// with their new texts.
  ///
  /// A row is filled in only where nobody typed: where it is empty, holds its default, or what the
  /// pick before put there.
  ///
  /// - Parameters:
  ///   - pick: the text of the row after the pick.
  ///   - row: the row that was picked for.
  ///   - earlier: its text before.
  ///   - picks: the candidates that were picked for the two, where that is known.
  public func fills(
    ofPick pick: Text, in row: FormRow.ID, replacing earlier: Text,
    picks: (before: Pick?, after: Pick?) = (nil, nil)
  ) -> [(row: FormRow.ID, text: Text)] {
    let template = self.template[row]
    guard let choices = template.fills.isEmpty ? nil : template.choices else { return [] }
    func text(_ fill: Fill, of pick: Text, _ picked: Pick?, for target: FormRow.ID) -> Text? {
      guard !pick.isBlank,
        let text = choices.field(fill.field, of: pick.trimmed, picked: picked)
      else { return nil }
      return rowType(of: target).holdsLines ? Text(text) : Text(text.onOneLine)
    }
    return template.fills.compactMap { fill in
      var target = row
      (target.row, target.number) = (fill.row, 0)
      guard answers.outline.index(of: target) != nil else { return nil }
      let present = self.text(of: target)
      let before = text(fill, of: earlier, picks.before, for: target)
      let isOfPick = before != nil && present == before
      guard present.isBlank || present == defaultText(of: target) || isOfPick else { return nil }
      // A candidate without the field takes back only what the one before put there.
      guard let new = text(fill, of: pick, picks.after, for: target) ?? (isOfPick ? .empty : nil),
        new != present
      else { return nil }
      return (row: target, text: new)
    }
  }
}
