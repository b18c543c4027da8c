// Sums over items, updated by differences, so that a key costs the same in a long section as in a
// short one (law 15).
//
// Invariants: a settled total equals the result of reading all items. A change to an item is
// recorded when it happens and included before the next key. A change to the values of all items
// makes the total start again, in slices. Until it is settled, code that needs the value reads the
// items.

import FormText

/// The totals of a form.
struct Totals: Sendable {
  /// The sum of some items.
  fileprivate struct Sum: Sendable {
    var sum = DecimalNumber.zero
    var count = 0
    var known = 0
  }

  /// One total.
  fileprivate struct State: Sendable {
    /// The items included in the total, with their values.
    var values: [Int: ExpressionValue?] = [:]
    /// The sums by the item around the expression whose items they include; 0 for those of all.
    var sums: [Int: Sum] = [:]
    /// The result of the last pass over the items; sums do not use it.
    var result: ExpressionValue?
    /// The items to examine; the next one is the last element.
    var waiting: [Int] = []
    /// Whether all items have to be examined.
    var isDue = true

    var isSettled: Bool { !isDue && waiting.isEmpty }
  }

  fileprivate var states: [State] = []
  /// The changed items, by section.
  fileprivate var items: [Int: Set<Int>] = [:]
  /// The items, by section, in which only other items changed, so that exports may contain them or
  /// not.
  fileprivate var outerItems: [Int: Set<Int>] = [:]
  /// The changed rows outside of items.
  fileprivate var rows = Set<AnswerPlan.RowReference>()

  /// Whether any change is not included yet.
  var isDue: Bool { isLate || !items.isEmpty || !rows.isEmpty || !outerItems.isEmpty }

  /// Whether items are left to examine after the changes were included.
  private(set) var isLate = false

  /// The most items examined before the next key.
  static let slice = 1_000

  /// Whether there is nothing to record.
  var isEmpty: Bool { states.isEmpty }

  fileprivate mutating func note(item: Int, ofSection section: Int) {
    items[section, default: []].insert(item)
  }

  fileprivate mutating func note(outerItem item: Int, ofSection section: Int) {
    outerItems[section, default: []].insert(item)
  }

  fileprivate mutating func note(_ row: AnswerPlan.RowReference) { rows.insert(row) }

  /// Whether all changes to a section are included.
  fileprivate func isSettled(_ section: Int) -> Bool {
    items[section] == nil && outerItems[section] == nil && rows.isEmpty
  }

  fileprivate mutating func noteSettled() { isLate = !states.allSatisfy(\.isSettled) }

  /// Makes all totals start again.
  mutating func reset(_ plan: ExpressionPlan) {
    guard !plan.totals.isEmpty else { return }
    self = Totals()
    states = Array(repeating: State(), count: plan.totals.count)
    isLate = true
  }
}

extension Answers {
  /// Records that a row changed, or whether it is shown.
  mutating func noteTotals(_ row: FormRow.ID) {
    guard !totals.isEmpty else { return }
    if row.item > 0 { totals.note(item: row.item, ofSection: row.section) }
    for (section, item) in zip(template.sections[row.section].chain, outline.items(around: row))
    where section != row.section {
      totals.note(outerItem: item, ofSection: section)
    }
    totals.note(AnswerPlan.RowReference(row))
  }

  /// Records that an item, or an item inside it, was changed, created or removed. O(items inside
  /// it).
  mutating func noteTotals(ofItem item: Int, inSection section: Int) {
    guard !totals.isEmpty else { return }
    noteTotals(FormRow.ID(section: section, item: item, row: 0, number: 0))
    for list in outline.lists(inItem: item, ofSection: section) {
      for item in outline.items(of: list) { noteTotals(ofItem: item, inSection: list.section) }
    }
  }

  /// The value of an aggregate; nil if it is known only after reading its items.
  func total(of aggregate: Expression.Aggregate, in items: ArraySlice<Int>) -> Total? {
    guard let number = aggregate.number, totals.states.indices.contains(number),
      let section = aggregate.chain.last
    else { return nil }
    let state = totals.states[number]
    guard state.isSettled, totals.isSettled(section) else { return nil }
    // A hidden section has no items.
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

  /// Includes the recorded changes.
  ///
  /// - Parameter most: the number of items that may be examined.
  mutating func settleTotals(items most: Int) {
    guard totals.isDue else { return }
    noteChangesOfTotals()
    var left = most
    // A total may read items that another total is about, but never its own.
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

  /// Assigns to every total the items that it must examine again.
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

  /// Examines items of one total; none if another total must be settled first.
  private mutating func settleTotal(_ number: Int, _ left: inout Int) {
    let plan = template.expressions.totals[number]
    // Moved out while it changes, so that it is not copied.
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

  /// The items of a section that an export may contain, in order. O(items loaded and touched).
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
  /// Sets the value of an item, and the sum of the items inside another; nil removes it.
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
  /// Adds the value of an item, or subtracts it.
  fileprivate mutating func add(_ value: ExpressionValue?, times: Int, isSum: Bool) {
    count += times
    guard let value else { return }
    known += times
    guard isSum, let number = value.number else { return }
    sum = sum.exactSum(with: times < 0 ? number.negated : number)
  }
}
