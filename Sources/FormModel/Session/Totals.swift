// The values of aggregates over items, such as sums. A change in one item only adds a difference,
// so a key takes no longer in a long section than in a short section (law 15).
//
// Invariants: a settled total, which includes all recorded changes, equals the result of reading
// all items. A changed item is recorded at once and included before the next key. If the values of
// all items change, the total is computed again in slices. Until a total is settled, code that
// needs the value at once reads the items instead.

import FormText
import LosslessJSON

/// The totals of a form.
struct Totals: Sendable {
  /// The sum of the values of some items, the number of these items, and the number of those that
  /// have a value.
  fileprivate struct Sum: Sendable {
    var sum = DecimalNumber.zero
    var count = 0
    var known = 0
  }

  /// The state of one total.
  fileprivate struct State: Sendable {
    /// The values of the items that the total includes, by item.
    var values: [Int: ExpressionValue?] = [:]
    /// The sums, by the innermost item that contains both the expression and the summed items; 0 if
    /// there is none, so that the sum is over all items.
    var sums: [Int: Sum] = [:]
    /// The result of the last pass over the items. Sums do not use it.
    var result: ExpressionValue?
    /// The items to examine; the last element is examined first.
    var waiting: [Int] = []
    /// Whether all items must be examined.
    var isDue = true

    var isSettled: Bool { !isDue && waiting.isEmpty }
  }

  fileprivate var states: [State] = []
  /// The changed items, by section.
  fileprivate var items: [Int: Set<Int>] = [:]
  /// By section, the items in which only rows of inner items changed. Such an item may have become
  /// empty or filled, so exports may include or exclude it.
  fileprivate var outerItems: [Int: Set<Int>] = [:]
  /// The row templates of changed rows.
  fileprivate var rows = Set<AnswerPlan.RowReference>()

  /// Whether any change has not been included yet.
  var isDue: Bool { isLate || !items.isEmpty || !rows.isEmpty || !outerItems.isEmpty }

  /// Whether items remain to be examined after changes were recorded.
  private(set) var isLate = false

  /// The largest number of items examined before the next key.
  static let slice = 1_000

  /// Whether the form has no totals.
  var isEmpty: Bool { states.isEmpty }

  fileprivate mutating func note(item: Int, ofSection section: Int) {
    items[section, default: []].insert(item)
  }

  fileprivate mutating func note(outerItem item: Int, ofSection section: Int) {
    outerItems[section, default: []].insert(item)
  }

  fileprivate mutating func note(_ row: AnswerPlan.RowReference) { rows.insert(row) }

  /// Whether all changes to a section have been included.
  fileprivate func isSettled(_ section: Int) -> Bool {
    items[section] == nil && outerItems[section] == nil && rows.isEmpty
  }

  fileprivate mutating func noteSettled() { isLate = !states.allSatisfy(\.isSettled) }

  /// Discards all totals, so that they are computed again.
  mutating func reset(_ plan: ExpressionPlan) {
    guard !plan.totals.isEmpty else { return }
    self = Totals()
    states = Array(repeating: State(), count: plan.totals.count)
    isLate = true
  }
}

extension Answers {
  /// Records that a row changed, or was shown or hidden.
  mutating func noteTotals(_ row: FormRow.ID) {
    guard !totals.isEmpty else { return }
    if row.item > 0 { totals.note(item: row.item, ofSection: row.section) }
    for (section, item) in zip(template.sections[row.section].chain, outline.items(around: row))
    where section != row.section {
      totals.note(outerItem: item, ofSection: section)
    }
    totals.note(AnswerPlan.RowReference(row))
  }

  /// Records that an item was changed, created or removed. The items inside it count as changed
  /// too. O(items inside it).
  mutating func noteTotals(ofItem item: Int, inSection section: Int) {
    guard !totals.isEmpty else { return }
    noteTotals(FormRow.ID(section: section, item: item, row: 0, number: 0))
    for list in outline.lists(inItem: item, ofSection: section) {
      for item in outline.items(of: list) { noteTotals(ofItem: item, inSection: list.section) }
    }
  }

  /// The value of an aggregate; nil if the items must be read to compute the value.
  func total(of aggregate: Expression.Aggregate, in items: ArraySlice<Int>) -> Total? {
    guard let number = aggregate.number, totals.states.indices.contains(number),
      let section = aggregate.chain.last
    else { return nil }
    let state = totals.states[number]
    guard state.isSettled, totals.isSettled(section) else { return nil }
    // A hidden section counts as having no items.
    let isShown = outline.isShown(section: section)
    let sum = isShown ? state.sums[items.last ?? 0] ?? Totals.Sum() : Totals.Sum()
    switch aggregate.function {
    case .count: return .value(.number(DecimalNumber(sum.count)))
    case .countNonEmpty: return .value(.number(DecimalNumber(sum.known)))
    case .sum: return .value(.number(sum.sum))
    default: return isShown ? .value(state.result) : nil
    }
  }

  /// Sets the candidates of a file, which may change the values of answers.
  mutating func setCandidates(_ candidates: ChoiceList.Candidates, of file: String) {
    template.setCandidates(candidates, of: file)
    totals.reset(template.expressions)
  }

  /// Includes the recorded changes in the totals.
  ///
  /// - Parameter most: the largest number of items to examine.
  mutating func settleTotals(items most: Int) {
    guard totals.isDue else { return }
    noteChangesOfTotals()
    var left = most
    // The items of a total may have to wait for other totals, but never for the total itself.
    var isStuck = false
    while !isStuck, left > 0, !totals.states.allSatisfy(\.isSettled) {
      isStuck = true
      for number in totals.states.indices where !totals.states[number].isSettled && left > 0 {
        let before = left
        settleTotal(number, &left)
        if left < before || totals.states[number].isSettled { isStuck = false }
      }
    }
    totals.noteSettled()
  }

  /// Determines which items each total must examine again.
  private mutating func noteChangesOfTotals() {
    let (items, outer, rows) = (totals.items, totals.outerItems, totals.rows)
    (totals.items, totals.outerItems, totals.rows) = ([:], [:], [])
    for (number, plan) in template.expressions.totals.enumerated() {
      let isOther =
        !plan.rows.isDisjoint(with: rows) || plan.sections.contains { items[$0] != nil }
      var changed = (items[plan.section] ?? []).union(outer[plan.section] ?? [])
      for row in plan.outerRows.intersection(rows) {
        for item in items[row.section] ?? [] {
          outline.forEachItem(ofSection: plan.section, inItem: item, ofSection: row.section) {
            changed.insert($0)
          }
        }
      }
      if isOther || !plan.aggregate.isSum && !changed.isEmpty {
        totals.states[number].isDue = true
      } else if !totals.states[number].isDue {
        totals.states[number].waiting += changed
      }
    }
  }

  /// Examines items of one total. Stops if another total must be settled first.
  private mutating func settleTotal(_ number: Int, _ left: inout Int) {
    let plan = template.expressions.totals[number]
    // Move the state out of `totals`, so that a change does not copy the state.
    var state = totals.states[number]
    totals.states[number] = Totals.State()
    defer { totals.states[number] = state }
    if state.isDue {
      state = Totals.State()
      state.waiting = itemsToExport(ofSection: plan.section).reversed()
      state.isDue = false
      left -= 1
      if state.waiting.isEmpty, !plan.aggregate.isSum {
        state.result = plan.aggregate.result(of: [], separator: "")
      }
    }
    while left > 0, let item = state.waiting.last {
      left -= 1
      rowsTouched += 1
      let row = FormRow.ID(section: plan.section, item: item, row: 0, number: 0)
      let patience = Patience()
      let reader = AnswersReader(answers: self, this: row, patience: patience)
      var evaluation = ExpressionEvaluation(reader)
      var value: ExpressionValue??
      if outline.isCounted(row), isExported(item: item, ofSection: plan.section) {
        value = .some(evaluation.value(of: plan.aggregate, in: outline.items(around: row)))
      }
      // Another total must be settled first.
      if patience.isPending { return }
      state.waiting.removeLast()
      let around = outline.items(around: row).prefix(plan.aggregate.shared).last ?? 0
      state.replace(item, around, by: value, isSum: plan.aggregate.function == .sum)
      guard state.waiting.isEmpty, !plan.aggregate.isSum else { continue }
      let ordered = itemsToExport(ofSection: plan.section).compactMap { state.values[$0] }
      state.result = plan.aggregate.result(
        of: ordered, separator: evaluation.separator(of: plan.aggregate))
    }
  }

  /// The items of a section that an export may include, in order. O(loaded and touched items).
  private func itemsToExport(ofSection section: Int) -> [Int] {
    var items = Set<Int>()
    for row in texts.rows where row.item > 0 {
      if row.section == section {
        items.insert(row.item)
      } else if let depth = template.sections[row.section].chain.firstIndex(of: section) {
        items.insert(outline.items(around: row)[depth])
      }
    }
    items.formUnion(1..<(loaded?.itemCount(ofSection: section) ?? 0) + 1)
    let listed = items.compactMap { item -> (item: Int, positions: [Int])? in
      let row = FormRow.ID(section: section, item: item, row: 0, number: 0)
      return outline.isListed(row) ? (item, positions(around: row)) : nil
    }
    return listed.sorted { $0.positions.lexicographicallyPrecedes($1.positions) }.map(\.item)
  }
}

extension Totals.State {
  /// Sets the value of an item and updates the sum that includes it; nil removes the value.
  fileprivate mutating func replace(
    _ item: Int, _ around: Int, by value: ExpressionValue??, isSum: Bool
  ) {
    if let before = values.removeValue(forKey: item) {
      sums[around, default: Totals.Sum()].add(before, times: -1, isSum: isSum)
    }
    guard let value else { return }
    values[item] = .some(value)
    sums[around, default: Totals.Sum()].add(value, times: 1, isSum: isSum)
  }
}

extension Totals.Sum {
  /// Adds the value of an item; subtracts it if `times` is -1.
  fileprivate mutating func add(_ value: ExpressionValue?, times: Int, isSum: Bool) {
    count += times
    guard let value else { return }
    known += times
    guard isSum, let number = value.number else { return }
    sum = sum.exactSum(with: times < 0 ? number.negated : number)
  }
}
