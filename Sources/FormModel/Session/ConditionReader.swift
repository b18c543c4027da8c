// Reads answers for conditions. A hidden row counts as unanswered, even if an earlier condition of
// the same item has just hidden it.

import FormText

/// Reads answers for a condition, inside an item or outside of items.
struct ConditionReader: CalculationReader {
  let answers: Answers
  /// The items around the condition, outermost first. The last is the item whose conditions are
  /// being evaluated.
  let items: [Int]
  let section: Int
  /// By row index, whether an earlier condition hides the row in this item.
  let hidden: [Bool]
  /// Whether a calculated row is being computed. It reads the values that an export would
  /// write, so it does not know a default that the document lacks. Conditions follow the shown values.
  var isCalculating = false

  var today: CalendarDate? { answers.presets.today }

  func isTrue(_ expression: Expression) -> Bool {
    var evaluation = ExpressionEvaluation(self)
    return evaluation.value(of: expression, in: items) == .boolean(true)
  }

  func value(of reference: ConditionReference) -> RowValue? {
    let id = reference.id(in: items)
    if answers.isCalculated(id) {
      return calculated(id).map { answers.value(of: Text($0.written), in: id) }
    }
    guard reference.isOfItem else { return answers.value(of: reference) }
    return isShown(id) ? answers.heldValue(of: id) : nil
  }

  var template: Template { answers.template }

  func items(around row: FormRow.ID) -> [Int] { answers.outline.items(around: row) }

  func reader(for row: FormRow.ID) -> ConditionReader {
    var reader = self
    reader.isCalculating = true
    return reader
  }

  func isShown(_ row: FormRow.ID) -> Bool {
    // Only the item's own conditions matter: a hidden section must not change the results inside
    // it.
    let depth = answers.template.sections[row.section].chain.count
    guard depth > 0, depth <= items.count, items[depth - 1] == row.item,
      answers.template.sections[section].chain[depth - 1] == row.section
    else { return answers.outline.isShown(row) }
    guard depth == items.count else { return answers.outline.shows(row) }
    return !hidden[row.row] && !answers.outline.isHidden(row: row.row, ofSection: section)
  }

  private func held(_ row: ExpressionRow, _ items: ArraySlice<Int>) -> RowValue? {
    let id = FormRow.ID(
      section: row.section, item: items.last ?? 0, row: row.row, number: row.number)
    if isCalculating, answers.isMissing(id) { return nil }
    return isShown(id) ? answers.heldValue(of: id) : nil
  }

  /// The value of a calculated row; nil if it is hidden or unknown.
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
    answers.forEachExportedItem(of: chain, below: items, body)
  }

  func total(of aggregate: Expression.Aggregate, in items: ArraySlice<Int>) -> Total? {
    answers.total(of: aggregate, in: items)
  }

  func position(of item: Int, inSection section: Int) -> Int { 0 }
}
