// The answers as conditions read them: a hidden row has none, and the results of earlier conditions of the
// same item count already.

import FormText

/// Reads answers for a condition, in an item or outside of any.
struct ConditionReader: CalculationReader {
  let answers: Answers
  let item: Int
  let section: Int
  /// The rows of the item that conditions before this one hide.
  let hidden: [Bool]

  var today: CalendarDate? { answers.presets.today }

  func isTrue(_ expression: Expression) -> Bool {
    var evaluation = ExpressionEvaluation(self)
    return evaluation.value(of: expression, in: item > 0 ? [item] : []) == .boolean(true)
  }

  func value(of reference: ConditionReference) -> RowValue? {
    let id = reference.id(inItem: item)
    if answers.isCalculated(id) {
      return calculated(id).map { answers.value(of: Text($0.written), in: id) }
    }
    guard reference.isOfItem else { return answers.value(of: reference) }
    // That the section is hidden hides its rows, and decides nothing in it.
    if hidden[reference.row] || answers.outline.isHidden(row: reference.row, ofSection: section) {
      return nil
    }
    return answers.heldValue(of: reference.id(inItem: item))
  }

  var template: Template { answers.template }

  func reader(for row: FormRow.ID) -> ConditionReader { self }

  func isShown(_ row: FormRow.ID) -> Bool {
    guard row.item > 0, row.item == item, row.section == section else {
      return answers.outline.isShown(row)
    }
    return !hidden[row.row] && !answers.outline.isHidden(row: row.row, ofSection: section)
  }

  private func held(_ row: ExpressionRow, _ items: ArraySlice<Int>) -> RowValue? {
    if let other = items.last, other != item || row.section != section {
      let id = FormRow.ID(section: row.section, item: other, row: row.row, number: row.number)
      return answers.outline.isShown(id) ? answers.heldValue(of: id) : nil
    }
    return value(
      of: ConditionReference(
        section: row.section, row: row.row, number: row.number, isOfItem: !items.isEmpty))
  }

  /// The value of a calculated row, nil if it is hidden or unknown.
  private func calculated(_ id: FormRow.ID) -> ExpressionValue? {
    guard isShown(id) else { return nil }
    var calculation = Calculation(self)
    return calculation.value(of: id).value
  }

  func value(of row: ExpressionRow, in items: ArraySlice<Int>) -> ExpressionValue? {
    let id = FormRow.ID(
      section: row.section, item: items.last ?? 0, row: row.row, number: row.number)
    if answers.isCalculated(id) { return calculated(id) }
    return held(row, items).flatMap { ExpressionValue($0, as: row.type) }
  }

  func isEmpty(_ row: ExpressionRow, in items: ArraySlice<Int>) -> Bool {
    value(of: row, in: items) == nil && held(row, items) == nil
  }

  func field(_ name: String) -> String? { nil }

  func forEachItem(of chain: [Int], below items: ArraySlice<Int>, _ body: ([Int]) -> Void) {
    guard let section = chain.last else { return }
    for item in answers.exportedItems(ofSection: section) { body([item]) }
  }

  func total(of aggregate: Expression.Aggregate) -> Total? { answers.total(of: aggregate) }

  func position(of items: ArraySlice<Int>) -> Int { 0 }
}
