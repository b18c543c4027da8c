// Shows and hides rows and sections by conditions. A hidden row keeps its text but counts as empty.
//
// Only conditions that read a changed row are evaluated again, each after the conditions that show
// or hide the rows that it reads. A condition of a row in items has one result for all items if it
// reads only rows outside of them, so hiding the row everywhere sets only a flag. A condition that
// also reads rows of the items is evaluated for each item. If a change affects many items, these
// evaluations run in slices.

import FormText

/// The state of a form's conditions.
struct ConditionState: Sendable {
  /// The changed rows that conditions read, until those conditions are evaluated.
  var changedRows = Set<FormRow.ID>()
  /// The conditions to evaluate because an item has changed: they read a value that combines all
  /// items of a section, such as a sum.
  var due = Set<Int>()
  /// The values of rows outside of items that the conditions of items read, by index of the
  /// condition.
  var outside: [Int: [RowValue?]] = [:]
  /// The sections with items to evaluate, each with the serial (identifying number) of its next
  /// item.
  var waiting: [Int: Int] = [:]
  /// Whether some conditions in `due` wait for totals, which are values over all items, such as
  /// sums.
  var isPostponed = false
  /// The outline right after a document was loaded; nil without a document or without conditions.
  var asLoaded: Outline?

  /// The largest number of items to evaluate before the next key.
  static let slice = 500
}

extension Answers {
  /// Evaluates all conditions, when the form is opened or resumed. O(conditions + items).
  mutating func settleAllConditions() {
    totals.reset(template.expressions)
    guard !template.conditions.isEmpty else { return }
    (conditions.changedRows, conditions.due) = ([], [])
    for index in template.conditions.entries.indices { evaluate(index) }
    continueConditions(items: .max)
    recountFilled()
  }

  /// Evaluates the conditions that depend on changed rows.
  ///
  /// - Returns: whether a row was hidden or shown.
  mutating func settleConditions() -> Bool {
    guard !conditions.changedRows.isEmpty || !conditions.due.isEmpty else { return false }
    settleTotals(items: Totals.slice)
    var due = conditions.due
    conditions.due = []
    var items: [Int: Set<Int>] = [:]
    for row in conditions.changedRows {
      for index in template.conditions.dependents(of: row) {
        guard let section = template.conditions.entries[index].itemSection, row.item > 0,
          template.sections[section].chain.contains(row.section)
        else {
          due.insert(index)
          continue
        }
        items[section, default: []].formUnion(itemsToEvaluate(ofSection: section, around: row))
      }
    }
    conditions.changedRows = []
    let before = outline.indexCount
    var hasChanged = false
    var waiting = due.sorted(by: >)
    while let index = waiting.popLast() {
      if totals.isLate, !template.conditions.entries[index].condition.sections.isEmpty {
        conditions.due.insert(index)
        conditions.isPostponed = true
        continue
      }
      guard evaluate(index) else { continue }
      hasChanged = true
      for dependent in template.conditions.dependents(of: template.conditions.entries[index])
      where due.insert(dependent).inserted {
        // A condition comes after all conditions on which it depends, so none becomes due again
        // after it was evaluated.
        waiting.insert(dependent, at: waiting.prefixCount { $0 > dependent })
      }
    }
    // Outer items are evaluated before the items inside them.
    for (section, items) in items.sorted(by: { $0.key < $1.key }) {
      for item in items where evaluate(item, inSection: section) { hasChanged = true }
    }
    if settleGatherers() { hasChanged = true }
    if continueConditions(items: ConditionState.slice) { hasChanged = true }
    return hasChanged || outline.indexCount != before
  }

  /// Evaluates conditions in the next waiting items.
  ///
  /// - Returns: whether a row was hidden or shown.
  @discardableResult mutating func continueConditions(items most: Int) -> Bool {
    var left = most
    var hasChanged = false
    while left > 0, let (section, next) = conditions.waiting.min(by: { $0.key < $1.key }) {
      guard next <= outline.lastItem(ofSection: section) else {
        conditions.waiting[section] = nil
        continue
      }
      conditions.waiting[section] = next + 1
      left -= 1
      // Skip a removed item; if it is inserted again, it is evaluated then.
      if outline.isListed(item: next, ofSection: section), evaluate(next, inSection: section) {
        hasChanged = true
      }
    }
    return settleGatherers() || hasChanged
  }

  /// Records that items of a section changed, or that rows in them were shown or hidden. The items
  /// inside them count as changed too.
  mutating func noteItemsChanged(inSection section: Int) {
    for section in template.sections[section].chain { noteGatherers(ofSection: section) }
    noteItemsInsideChanged(section)
  }

  /// Records that an item of a section changed, for the conditions that aggregate over the items of
  /// the section.
  mutating func noteGatherers(ofSection section: Int) {
    conditions.due.formUnion(template.conditions.gatherers(ofSection: section))
  }

  private mutating func noteItemsInsideChanged(_ section: Int) {
    for child in template.sections[section].children {
      noteGatherers(ofSection: child)
      noteItemsInsideChanged(child)
    }
  }

  /// Returns the items of a section whose conditions read a row: the item of the row, or the items
  /// inside that item. If there are too many to evaluate before the next key, returns none, and all
  /// items of the section are evaluated in slices.
  private mutating func itemsToEvaluate(ofSection section: Int, around row: FormRow.ID) -> [Int] {
    if section == row.section { return [row.item] }
    var items: [Int] = []
    outline.forEachItem(ofSection: section, inItem: row.item, ofSection: row.section) {
      items.append($0)
    }
    if items.count <= ConditionState.slice { return items }
    conditions.waiting[section] = 1
    return []
  }

  /// Evaluates the conditions that aggregate over changed items. Such a condition never shows or
  /// hides those items, so the recursion ends.
  private mutating func settleGatherers() -> Bool {
    !conditions.due.isEmpty && !conditions.isPostponed && settleConditions()
  }

  // MARK: - One condition

  /// Evaluates a condition; returns whether its result changed.
  @discardableResult
  private mutating func evaluate(_ index: Int) -> Bool {
    let entry = template.conditions.entries[index]
    if entry.itemSection == nil { rowsTouched += entry.condition.references.count }
    switch entry.owner {
    case .section(let section) where entry.itemSection == nil:
      let isShown = holds(entry.condition)
      guard isShown != outline.isShown(section: section) else { return false }
      outline.setShown(isShown, section: section)
      totals.reset(template.expressions)
      return true
    case .row(let section, let row) where entry.itemSection == nil:
      let isHidden = !holds(entry.condition)
      guard isHidden != outline.isHidden(row: row, ofSection: section) else { return false }
      outline.setHidden(isHidden, row: row, ofSection: section)
      totals.reset(template.expressions)
      return true
    case .row, .section:
      // A row inside items has no single value for all items. Use only whether the row is hidden in
      // every item.
      let outside = entry.condition.references.map { reference in
        guard reference.isOfItem else { return value(of: reference) }
        return .boolean(outline.isHidden(row: reference.row, ofSection: reference.section))
      }
      rowsTouched += outside.count
      guard conditions.outside[index] != outside || !entry.condition.sections.isEmpty else {
        return false
      }
      conditions.outside[index] = outside
      if let section = entry.itemSection { conditions.waiting[section] = 1 }
      return false
    }
  }

  /// Evaluates all conditions of an item, and dependent conditions of the items inside it. Returns
  /// whether other rows or lists are now shown.
  @discardableResult mutating func evaluate(_ item: Int, inSection section: Int) -> Bool {
    guard evaluateOne(item, inSection: section) else { return false }
    let row = FormRow.ID(section: section, item: item, row: 0, number: 0)
    for inner in template.conditions.innerSections(ofSection: section) {
      for item in itemsToEvaluate(ofSection: inner, around: row) {
        evaluate(item, inSection: inner)
      }
    }
    return true
  }

  /// Evaluates all conditions of an item and of the items inside it. O(items inside it).
  mutating func evaluateAll(in item: Int, ofSection section: Int) {
    evaluate(item, inSection: section)
    for list in outline.lists(inItem: item, ofSection: section) {
      for item in outline.items(of: list) { evaluateAll(in: item, ofSection: list.section) }
    }
  }

  private mutating func evaluateOne(_ item: Int, inSection section: Int) -> Bool {
    let entries = template.conditions.itemEntries(ofSection: section)
    guard !entries.isEmpty else { return false }
    let before = outline.hiddenParts(ofItem: item, inSection: section)
    let rowCount = template.sections[section].rows.count
    var hidden = Array(repeating: false, count: before.count)
    let items = outline.items(around: item, inSection: section)
    for index in entries {
      let entry = template.conditions.entries[index]
      let reader = ConditionReader(answers: self, items: items, section: section, hidden: hidden)
      let holds = entry.condition.holds(reader.value(of:)) { reader.isTrue($0) }
      rowsTouched += entry.condition.references.count
      switch entry.owner {
      case .row(_, let row): hidden[row] = !holds
      case .section(let inner):
        if let child = template.sections[section].children.firstIndex(of: inner) {
          hidden[rowCount + child] = !holds
        }
      }
    }
    guard hidden != before else { return false }
    let row = FormRow.ID(section: section, item: item, row: 0, number: 0)
    if outline.isCounted(row) {
      for row in 0..<rowCount where hidden[row] != before[row] {
        count(row, ofItem: item, inSection: section, times: hidden[row] ? -1 : 1)
      }
      for (child, list) in outline.lists(inItem: item, ofSection: section).enumerated()
      where hidden[rowCount + child] != before[rowCount + child] {
        for item in outline.items(of: list) {
          countParts(
            ofItem: item, inSection: list.section, times: hidden[rowCount + child] ? -1 : 1)
        }
      }
    }
    outline.hide(hidden, ofItem: item, inSection: section)
    noteTotals(ofItem: item, inSection: section)
    noteItemsChanged(inSection: section)
    return true
  }

  private func holds(_ condition: Condition) -> Bool {
    // Only an expression needs the reader, which copies all answers.
    func isTrue(_ expression: Expression) -> Bool {
      ConditionReader(answers: self, items: [], section: -1, hidden: []).isTrue(expression)
    }
    return condition.holds({ value(of: $0) }, isTrue)
  }

  /// The value of a row outside of items; nil if the row is hidden or has no answer.
  func value(of reference: ConditionReference) -> RowValue? {
    let id = reference.id(in: [])
    return outline.isShown(id) ? heldValue(of: id) : nil
  }

  /// Whether conditions hide a row.
  package func isHidden(_ row: FormRow.ID) -> Bool {
    !template.conditions.isEmpty && !outline.isShown(row)
  }

  /// The rows that have a value in the document, were shown after loading, and are now hidden.
  /// O(loaded values) if there are conditions.
  package var loadedRowsThatGotHidden: [FormRow.ID] {
    guard let asLoaded = conditions.asLoaded, let loaded = loaded else { return [] }
    return loaded.rows.filter { asLoaded.isShown($0) && isListed($0) && isHidden($0) }
  }

  /// Whether a list was hidden after loading.
  package func wasHiddenAsLoaded(_ list: ItemList) -> Bool {
    conditions.asLoaded?.isShown(list) == false
  }

  /// Whether a row was hidden after loading and is still hidden.
  package func isHiddenAsLoaded(_ row: FormRow.ID) -> Bool {
    guard let asLoaded = conditions.asLoaded else { return false }
    return !outline.isShown(row) && !asLoaded.isShown(row)
  }
}
