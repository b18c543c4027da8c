// Offers the candidates of the focused row while a person types.

public import Candidates
public import FormText

extension FormSession {
  /// Provides the candidates of a file. From now on, strict rows are checked against these
  /// candidates.
  public mutating func provideCandidates(_ candidates: CandidateIndex, for file: String) {
    setCandidates(.found(candidates), of: file)
  }

  /// Marks a file of candidates as unusable, with the reason. Rows that accept only candidates of
  /// this file then have a problem, because their answers cannot be checked.
  public mutating func candidatesAreUnavailable(_ reason: String, for file: String) {
    setCandidates(.unavailable(reason), of: file)
  }

  private mutating func setCandidates(_ candidates: ChoiceList.Candidates, of file: String) {
    answers.setCandidates(candidates, of: file)
    suggestions.lookup = nil
    noteVisibleChange()
    // Show the problem at once in visible rows that the person has already left with a changed
    // text.
    for row in answers.texts.live where row.id != focus && template[row.id].choices.file == file {
      guard row.content.text != answers.baseText(of: row.id) else { continue }
      sweep.problems[row.id] = answers.problem(of: row.id)
    }
    for row in problems.keys
    where !row.isAddLine(in: template.sections) && template[row].choices.file == file {
      sweep.problems[row] = answers.problem(of: row)
    }
    // Evaluate the conditions again: they compare values, and the same labels may now mean other
    // values.
    if !template.conditions.isEmpty {
      answers.settleAllConditions()
      showChangedRows()
    }
    sweep.work?.restart()
    noteFilter()
  }

  /// The state of the focused row's candidates.
  public enum CandidateState: Hashable, Sendable {
    /// The row has no candidates, or is read-only.
    case none
    /// The file of the candidates has not been provided yet.
    case missing(file: String)
    case unavailable(String)
    /// The filter is still being evaluated; `filterChoices` continues it.
    case filtering
    case found
  }

  /// Whether the focused row is of a kind that may have candidates, now or later.
  public var focusMayHaveCandidates: Bool {
    focus.map {
      answers.rowType(of: $0).takesPicks || answers.remembers($0)
        || answers.changes.conflicts[$0] != nil
    } ?? false
  }

  /// The state of the focused row's candidates.
  public var candidateState: CandidateState {
    if isFocusInConflict { return .found }
    guard let focus,
      answers.rowType(of: focus).takesPicks || suggestions.remembered(by: focus) != nil,
      !answers.isReadOnly(focus), isFocusEditable
    else { return .none }
    let choices = template[focus].choices
    guard let file = choices.file else {
      if choices.isEmpty { return suggestions.remembered(by: focus) == nil ? .none : .found }
      return isFiltering(focus) ? .filtering : .found
    }
    switch choices.candidates {
    case .pending: return .missing(file: file)
    case .unavailable(let reason): return .unavailable(reason)
    case .found: return isFiltering(focus) ? .filtering : .found
    }
  }

  /// Whether the focused row accepts any number of candidates, one per entry.
  public var isFocusChoices: Bool {
    focus.map { answers.rowType(of: $0).takesManyPicks } ?? false && !isFocusInConflict
  }

  /// The query for candidates of the focused row: the row's text, or the entry at the cursor. Empty
  /// if that text is already a picked candidate.
  public var candidateQuery: Text {
    guard let focus, !isFocusInConflict else { return .empty }
    let entry = isFocusChoices ? logicalLine.text : focusText
    return answers.picks(of: focus).contains { $0.text == entry.trimmed } ? .empty : entry
  }

  /// Looks up the typed text; returns false if there are no candidates.
  private mutating func lookUpCandidates() -> Bool {
    guard let focus, candidateState == .found else { return false }
    suggestions.lookUp(candidateQuery, for: focus, in: answers)
    return true
  }

  /// The number of the focused row's candidates, and the number that match the typed text.
  public mutating func candidateCounts() -> (all: Int, fitting: Int, text: String)? {
    if isFocusInConflict { return (2, 2, "2") }
    return lookUpCandidates() ? suggestions.lookup?.counts : nil
  }

  /// The matching candidates at the given indices; fewer at the end of the list.
  public mutating func candidateOffers(in range: Range<Int>) -> [CandidateOffer] {
    if let conflict = focusConflict { return Array(conflict.offers[range.clamped(to: 0..<2)]) }
    guard lookUpCandidates(), let focus else { return [] }
    let entries = isFocusChoices ? ChoicesRow.entries(of: focusText) : []
    let picks = answers.picks(of: focus)
    let offers = suggestions.lookup?.offers(in: range, entries: entries, picks: picks) ?? []
    if template[focus].fills.isEmpty { return offers }
    return offers.map { $0.filling(fillShown(of: $0, in: focus)) }
  }

  /// Whether the focused text means a candidate or an earlier answer.
  public mutating func meansCandidate() -> Bool {
    lookUpCandidates() && suggestions.lookup?.isMeant == true
  }

  /// The name under which the focused row's earlier answers are saved; nil once they are provided.
  public var missingRemembered: String? {
    guard let focus, answers.remembers(focus),
      suggestions.remembered[AnswerPlan.RowReference(focus)] == nil
    else { return nil }
    return answers.rememberedName(of: focus)
  }

  /// Provides the earlier answers of the focused row, most recent first.
  public mutating func provideRemembered(_ texts: [Text]) {
    guard let focus, answers.remembers(focus) else { return }
    suggestions.provide(texts, for: focus)
  }

  // MARK: - Rows that candidates fill in

  /// A file of choices that must be provided before the focused row's own file: the file of the
  /// first row that the candidates fill in. Nil if one of the two files has been provided, or if
  /// that row takes no choices from a file.
  public var missingFileOfFills: String? {
    guard case .missing = candidateState, let choices = focus.flatMap(firstFill)?.target.choices,
      let file = choices.file, case .pending = choices.candidates
    else { return nil }
    return file
  }

  /// The file of choices that has the label of an answer in view and that has not been provided
  /// yet.
  public var missingFileOfLabels: String? {
    for row in answers.texts.live where !row.content.text.isEmpty {
      let choices = template[row.id].choices
      if let file = choices.file, case .pending = choices.candidates { return file }
    }
    return nil
  }

  /// The first row that the candidates of a row fill in, and the field of the candidate that has
  /// the text for it.
  private func firstFill(of row: FormRow.ID) -> (field: String, target: RowTemplate)? {
    template[row].fills.first.map { ($0.field, template.sections[row.section].rows[$0.row]) }
  }

  /// The text that picking an offer fills into another row, as that row shows it: `Australia` for
  /// the code AU. If the offer fills in several rows, this is the text for the first of them.
  private func fillShown(of offer: CandidateOffer, in row: FormRow.ID) -> Text? {
    guard let (field, target) = firstFill(of: row), let value = offer.value,
      let text = template[row].choices.field(
        field, of: offer.label, picked: Pick(text: offer.label, value: value))
    else { return nil }
    guard let index = target.choices.index else {
      return target.choices.choice(withValue: .string(Text(text)))?.label ?? Text(text)
    }
    return Text(index.candidate(withValueText: text).map(index.label(of:)) ?? text)
  }

  // MARK: - Choices that depend on other rows

  /// Evaluates another slice of the focused row's filter, if its choices depend on other rows. A
  /// slice takes a few milliseconds.
  ///
  /// - Returns: whether work remains.
  public mutating func filterChoices() -> Bool {
    guard let focus, candidateState == .filtering, let filter = template[focus].filter else {
      return false
    }
    if !suggestions.isFiltering(focus) { noteFilter() }
    let remains = suggestions.filter(focus, by: filter)
    if !remains { noteVisibleChange() }
    return remains
  }

  /// The reason that the focused row has no choices, if the answers of other rows exclude all of
  /// them.
  package var reasonForNoChoices: String? {
    guard let focus, template[focus].filter != nil, suggestions.offered(by: focus)?.count == 0
    else { return nil }
    return answers.missingSources(of: focus).map { "\($0) first" }
      ?? "There are no choices for these answers"
  }

  /// Whether the choices of a row are still being filtered.
  private func isFiltering(_ row: FormRow.ID) -> Bool {
    template[row].filter != nil && suggestions.offered(by: row) == nil
  }

  /// Records the answers that the focused row's filter reads. The row's own text is not one of
  /// these answers.
  mutating func noteFilter() {
    guard let focus, template[focus].filter != nil, !focus.isAddLine(in: template.sections) else {
      return
    }
    suggestions.noteInputs(of: focus, in: answers)
  }
}
