// Reads answers for expressions. The values are those that an export would write at this moment
// (law 17).

import FormText

/// Reads answers for the expression of a row.
struct AnswersReader: CalculationReader {
  /// The answers. A class, because the readers of all rows of a chain share them, and copying them
  /// costs more than most expressions.
  private final class Source: Sendable {
    let answers: Answers

    init(_ answers: Answers) { self.answers = answers }
  }

  private let source: Source
  /// The row to which the expression belongs.
  private(set) var this: FormRow.ID
  /// Records whether a value waits for a total, such as the sum over all items. Such a value stays
  /// unknown until the total has been computed. If `patience` is nil, the reader computes the total
  /// itself by iterating over the items.
  var patience: Patience?

  init(answers: Answers, this row: FormRow.ID, patience: Patience? = nil) {
    (source, this, self.patience) = (Source(answers), row, patience)
  }

  var today: CalendarDate? { source.answers.presets.today }

  var template: Template { source.answers.template }

  func items(around row: FormRow.ID) -> [Int] { source.answers.outline.items(around: row) }

  func reader(for row: FormRow.ID) -> AnswersReader {
    patience?.evaluations += 1
    var reader = self
    reader.this = row
    return reader
  }

  func total(of aggregate: Expression.Aggregate, in items: ArraySlice<Int>) -> Total? {
    let total = source.answers.total(of: aggregate, in: items)
    guard total == nil, let patience, aggregate.number != nil else { return total }
    patience.isPending = true
    return .value(nil)
  }

  func isShown(_ row: FormRow.ID) -> Bool { source.answers.outline.isShown(row) }

  private func id(of row: ExpressionRow, _ items: ArraySlice<Int>) -> FormRow.ID {
    let isOwn = row.number == 0 && row.section == this.section && row.row == this.row
    return FormRow.ID(
      section: row.section, item: items.last ?? 0, row: row.row,
      number: isOwn ? this.number : row.number)
  }

  func value(of row: ExpressionRow, in items: ArraySlice<Int>) -> ExpressionValue? {
    let id = id(of: row, items)
    if source.answers.isCalculated(id) {
      return isShown(id) ? source.answers.calculated(id, patience).value : nil
    }
    return source.answers.value(of: id).flatMap { ExpressionValue($0, as: row.type) }
  }

  func isEmpty(_ row: ExpressionRow, in items: ArraySlice<Int>) -> Bool {
    source.answers.exportedAnswer(of: id(of: row, items)) == nil
  }

  func field(_ name: String) -> String? { nil }

  func forEachItem(of chain: [Int], below items: ArraySlice<Int>, _ body: ([Int]) -> Void) {
    source.answers.forEachExportedItem(of: chain, below: items) {
      patience?.itemsRead += 1
      body($0)
    }
  }

  func position(of item: Int, inSection section: Int) -> Int {
    (source.answers.outline.position(ofItem: item, inSection: section) ?? 0) + 1
  }
}

extension ExpressionValue {
  /// Converts a value; nil if it does not fit the type.
  init?(_ value: RowValue, as type: ExpressionType) {
    switch (type, value) {
    case (.choices, .list(let elements)):
      self = .choices(elements.map { $0.text?.string ?? "" })
    case (.boolean, .boolean(let answer)): self = .boolean(answer)
    case (.boolean, _), (.choices, _): return nil
    case (.number, .string): return nil
    default:
      guard let text = value.text?.string else { return nil }
      self.init(answer: text, as: type)
    }
  }
}

extension Answers {
  /// Calls a function for each exported item of a section, in the order of the form. O(items).
  ///
  /// - Parameters:
  ///   - chain: the section and the sections around it, outermost first.
  ///   - items: the items of the outermost sections, if they are already known; only the items of
  ///     the remaining sections are iterated over.
  ///   - body: receives the items around an exported item, outermost first, followed by the item
  ///     itself.
  package func forEachExportedItem(
    of chain: [Int], below items: ArraySlice<Int>, _ body: ([Int]) -> Void
  ) {
    guard items.count < chain.count else { return body(Array(items)) }
    let section = chain[items.count]
    let list = ItemList(section: section, parent: items.last ?? 0)
    guard outline.isShown(list) else { return }
    for item in outline.items(of: list) where isExported(item: item, ofSection: section) {
      forEachExportedItem(of: chain, below: items + [item], body)
    }
  }

  /// The problem of a row whose answer does not agree with other rows.
  func agreementProblem(of id: FormRow.ID) -> Problem? {
    var effort = 0
    return sharingProblem(of: id) ?? filterProblem(of: id, effort: &effort)
      ?? checkProblem(of: id, effort: &effort) ?? uniquenessProblem(of: id)
  }

  /// The problem of a row whose check is false; nil if the check is true or unknown. Adds the cost
  /// of the check to `effort`.
  func checkProblem(of id: FormRow.ID, effort: inout Int) -> Problem? {
    guard let check = template[id].check, !isHidden(id) else { return nil }
    effort += Work.effortOfRules
    let patience = Patience()
    let reader = AnswersReader(answers: self, this: id, patience: patience)
    var evaluation = ExpressionEvaluation(reader)
    let value = evaluation.value(of: check, in: outline.items(around: id))
    if patience.isPending { return nil }
    if let fault = evaluation.fault { return .refused(Refusal(fault.sentence("checked"))) }
    guard value == .boolean(false) else { return nil }
    return .refused(Refusal(template[id].message ?? check.sentenceIfFalse(in: id)))
  }

  /// The largest number of known duplicates that are checked again when an answer changes. A save
  /// checks all of them.
  private static let mostDuplicates = 200

  /// The rows whose checks may have another result after a row changed. They are in an item around
  /// the changed row, outside of items, in view, or in `known`. If answers must be unique, the next
  /// item with the same answer is included. O(rows in view and known).
  func rowsToCheck(
    after row: FormRow.ID, known: some Collection<FormRow.ID>
  ) -> [FormRow.ID] {
    let dependents = template.expressions.dependents(of: row)
    var rows = Set<FormRow.ID>()
    if template[row].isUnique {
      let isSame: (FormRow.ID) -> Bool = { $0.section == row.section && $0.row == row.row }
      rows = Set(known.lazy.filter(isSame).prefix(Answers.mostDuplicates))
      rows.formUnion(texts.live.lazy.map(\.id).filter(isSame))
      if let other = nextWithAnswer(of: row) { rows.insert(other) }
    }
    for dependent in dependents {
      let section = template.sections[dependent.section]
      if section.repetition == nil {
        if section.rows[dependent.row].count == nil {
          rows.insert(dependent.id(item: 0, number: 0))
        }
      } else if let depth = template.sections[row.section].chain.firstIndex(of: dependent.section) {
        let item = outline.items(around: row).dropFirst(depth).first ?? 0
        rows.insert(dependent.id(item: item, number: 0))
      }
    }
    if dependents.isEmpty { return Array(rows) }
    let isDue: (FormRow.ID) -> Bool = { dependents.contains(AnswerPlan.RowReference($0)) }
    rows.formUnion(texts.live.lazy.map(\.id).filter(isDue))
    rows.formUnion(known.lazy.filter(isDue))
    return rows.filter { isListed($0) && !$0.isAddLine(in: template.sections) }
  }
}
