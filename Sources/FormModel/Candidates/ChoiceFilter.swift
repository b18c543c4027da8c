// Choices that depend on other rows: a filter, the expression in `where`, is true for each choice
// that can be chosen. To check an answer, the filter is evaluated for one choice. To offer the
// choices, it is evaluated for all of them, in slices; each key press then searches an index of the
// choices that passed.

import Candidates
import FormText

/// The answers that a row's filter reads, at one moment.
struct FilterInputs: Hashable, Sendable {
  fileprivate struct Input: Hashable, Sendable {
    let row: ExpressionRow
    let value: ExpressionValue?
    let isEmpty: Bool
    /// Whether the filter handles a missing answer of this row.
    let isOptional: Bool
  }

  fileprivate let inputs: [Input]
  fileprivate let today: CalendarDate?
  fileprivate let position: Int

  /// The rows that the filter needs but that have no answer.
  var missing: [ExpressionRow] {
    inputs.filter { $0.value == nil && !$0.isOptional }.map(\.row)
  }

  /// The rows that the filter reads and that have an answer.
  var known: [ExpressionRow] { inputs.filter { $0.value != nil }.map(\.row) }

  /// Whether the filter is true for a choice.
  func isTrue(_ filter: Expression, for number: Int, of choices: ChoiceList) -> Bool {
    var evaluation = ExpressionEvaluation(Reader(inputs: self, choices: choices, number: number))
    return evaluation.value(of: filter, in: []) == .boolean(true)
  }

  /// A reader of the recorded answers, and of the fields of one choice.
  private struct Reader: ExpressionReader {
    let inputs: FilterInputs
    let choices: ChoiceList
    let number: Int

    var today: CalendarDate? { inputs.today }

    private func input(of row: ExpressionRow) -> Input? { inputs.inputs.first { $0.row == row } }

    func value(of row: ExpressionRow, in items: ArraySlice<Int>) -> ExpressionValue? {
      input(of: row)?.value
    }

    func isEmpty(_ row: ExpressionRow, in items: ArraySlice<Int>) -> Bool {
      input(of: row)?.isEmpty ?? true
    }

    func field(_ name: String) -> String? { choices.field(name, ofChoice: number) }

    func forEachItem(of chain: [Int], below items: ArraySlice<Int>, _ body: ([Int]) -> Void) {}

    func position(of item: Int, inSection section: Int) -> Int { inputs.position }
  }
}

/// The choices that pass the filter of a row template, a row as the template file describes it. The
/// filter may still be running.
struct OfferedChoices: Sendable {
  fileprivate let inputs: FilterInputs
  fileprivate let choices: ChoiceList
  private let all: CandidateIndex
  private var filter: CandidateFilter?
  /// The index of the choices that passed; nil while the filter runs.
  private(set) var index: CandidateIndex?

  fileprivate init(of choices: ChoiceList, inputs: FilterInputs, all: CandidateIndex) {
    (self.inputs, self.choices, self.all) = (inputs, choices, all)
    filter = CandidateFilter(of: all)
  }

  /// Whether this value was computed from the given choices and inputs.
  fileprivate func isOf(_ choices: ChoiceList, _ inputs: FilterInputs) -> Bool {
    self.choices === choices && self.inputs == inputs
  }

  /// The index of all choices; nil unless this value was computed from the given choices.
  fileprivate func all(of choices: ChoiceList) -> CandidateIndex? {
    self.choices === choices ? all : nil
  }

  /// The number of steps in a slice. `costs` has the number of steps for each choice: `choice` if
  /// the filter contains no pattern, otherwise `pattern`.
  private static let slice = 10_000
  private static let costs = (choice: 4, pattern: 200)

  /// Runs another slice; returns whether work remains.
  fileprivate mutating func advance(_ expression: Expression) -> Bool {
    guard
      let remains = filter?.advance(
        steps: OfferedChoices.slice,
        cost: expression.hasPatterns ? OfferedChoices.costs.pattern : OfferedChoices.costs.choice,
        decide: { inputs.isTrue(expression, for: $0, of: choices) })
    else { return false }
    if remains { return true }
    index = filter?.finished()
    filter = nil
    return false
  }
}

extension Answers {
  /// The answers that a row's filter reads; nil if the row has no filter.
  func filterInputs(of id: FormRow.ID) -> FilterInputs? {
    guard let filter = template[id].filter else { return nil }
    let reader = AnswersReader(answers: self, this: id)
    let items = outline.items(around: id)
    return FilterInputs(
      inputs: filter.rows.map { row in
        let around = items.prefix(row.chain.count)
        return FilterInputs.Input(
          row: row, value: reader.value(of: row, in: around),
          isEmpty: reader.isEmpty(row, in: around),
          isOptional: filter.optionalRows.contains(row))
      }, today: presets.today,
      position: filter.sections.isEmpty ? 0 : reader.position(of: id.item, inSection: id.section))
  }

  /// Returns a function that reports whether a row's filter admits a choice; nil if the row has no
  /// filter.
  func isOffered(in id: FormRow.ID) -> ((Int) -> Bool)? {
    guard let filter = template[id].filter, let inputs = filterInputs(of: id) else { return nil }
    let choices = template[id].choices
    return { inputs.isTrue(filter, for: $0, of: choices) }
  }

  /// The value of an answer in a row with filtered choices. If several choices have the same
  /// spelling, this is the value of a choice that is offered.
  func offeredValue(of answer: Text, in id: FormRow.ID) -> RowValue? {
    // The choices of a template never share a spelling.
    guard template[id].choices.file != nil, let isOffered = isOffered(in: id) else { return nil }
    let choices = template[id].choices
    func value(of entry: Text) -> RowValue {
      ChoiceRow.value(of: entry, among: choices, where: isOffered)
    }
    guard rowType(of: id).takesManyPicks else { return value(of: answer) }
    return .list(ChoicesRow.entries(of: answer).map(value(of:)))
  }

  /// Returns a problem of a row. If the problem proposes a choice as the correction and the row's
  /// filter excludes that choice, the result has no correction.
  func offering(_ problem: Problem?, in id: FormRow.ID) -> Problem? {
    guard case .refused(var refusal)? = problem, let correction = refusal.correction,
      let isOffered = isOffered(in: id),
      let number = template[id].choices.number(for: Text(correction), where: isOffered),
      !isOffered(number)
    else { return problem }
    refusal.correction = nil
    return .refused(refusal)
  }

  /// The problem of a row whose choice does not match the answers of other rows. Adds the cost of
  /// the filter to `effort`.
  func filterProblem(of id: FormRow.ID, effort: inout Int) -> Problem? {
    guard template[id].filter != nil, !isHidden(id), template[id].isStrict,
      let isOffered = isOffered(in: id),
      let value = value(of: id)
    else { return nil }
    effort += Work.effortOfRules
    let choices = template[id].choices
    let values: [RowValue] = if case .list(let values) = value { values } else { [value] }
    // Several choices may have the same value; it is enough if one of them passes the filter.
    for value in values
    where choices.number(withValue: value) != nil
      && choices.number(withValue: value, where: isOffered) == nil
    {
      let label = (choices.choice(withValue: value)?.label ?? value.text ?? .empty).quoted
      return .refused(Refusal(template[id].message ?? refusal(of: label, in: id)))
    }
    return nil
  }

  private func refusal(of label: String, in id: FormRow.ID) -> String {
    if let missing = missingSources(of: id) {
      return "\(missing) before \(label) can be one of the choices"
    }
    let sources = (filterInputs(of: id)?.known ?? []).map { self.label(of: $0) }
    let place = sources.isEmpty ? "" : " for this \(sources.list(joinedBy: "and"))"
    return "\(label) is not one of the choices\(place); type the beginning of one"
  }

  /// A phrase such as `Country needs an answer`; nil if all rows that the filter needs have an
  /// answer.
  func missingSources(of id: FormRow.ID) -> String? {
    guard let missing = filterInputs(of: id)?.missing, !missing.isEmpty else { return nil }
    let labels = missing.map { label(of: $0) }.list(joinedBy: "and")
    return "\(labels) \(missing.count == 1 ? "needs" : "need") an answer"
  }

  /// The label of a row that an expression reads. The label is the same for all items, so it shows
  /// no answers of a particular item.
  func label(of row: ExpressionRow) -> String {
    label(of: row.template, ofNextItemIn: nil, position: max(row.number, 1))
  }
}

extension Suggestions {
  /// The choices that pass a row's filter; nil if the filter has not finished.
  func offered(by row: FormRow.ID) -> CandidateIndex? {
    offers[AnswerPlan.RowReference(row)]?.index
  }

  /// Whether the filter of a row is still running.
  func isFiltering(_ row: FormRow.ID) -> Bool {
    offers[AnswerPlan.RowReference(row)].map { $0.index == nil } ?? false
  }

  /// Records the present answers that a row's filter reads.
  mutating func noteInputs(of row: FormRow.ID, in answers: Answers) {
    let choices = answers.template[row].choices
    guard let inputs = answers.filterInputs(of: row) else { return }
    let known = offers[AnswerPlan.RowReference(row)]
    if known?.isOf(choices, inputs) == true { return }
    if lookup?.row.section == row.section, lookup?.row.row == row.row { lookup = nil }
    guard let all = known?.all(of: choices) ?? choices.index else {
      offers[AnswerPlan.RowReference(row)] = nil
      return
    }
    offers[AnswerPlan.RowReference(row)] = OfferedChoices(of: choices, inputs: inputs, all: all)
  }

  /// Runs another slice of a row's filter; returns whether work remains.
  mutating func filter(_ row: FormRow.ID, by expression: Expression) -> Bool {
    let remains = offers[AnswerPlan.RowReference(row)]?.advance(expression) ?? false
    if !remains { lookup = nil }
    return remains
  }
}
