// Hiding and showing rows as conditions say. A hidden row keeps its text and counts as empty.
//
// Only what depends on a row that changed is looked at again, each condition behind those that
// decide what it looks at. A change outside of a repeat that decides about every item of it touches
// nothing but a flag; where the items' own rows decide too, its items are gone through in slices.

/// The state of a form's conditions.
struct ConditionState: Sendable {
  /// The rows that conditions look at and whose text changed since they were looked at.
  var changedRows = Set<FormRow.ID>()
  /// The values outside of items that conditions of items read, by entry.
  var outside: [Int: [RowValue?]] = [:]
  /// The sections whose items wait to be looked at, and the position of the next item.
  var waiting: [Int: Int] = [:]
  /// The outline as the answers were loaded; nil when nothing can be hidden.
  var asLoaded: Outline?

  /// The most items evaluated before the next key.
  static let slice = 500
}

extension Answers {
  /// Looks at everything anew, as the form opens or is gone on with. O(conditions + items).
  mutating func settleAllConditions() {
    guard !template.conditions.isEmpty else { return }
    conditions.changedRows = []
    for index in template.conditions.entries.indices { evaluate(index) }
    continueConditions(items: .max)
    recountFilled()
  }

  /// Looks at what depends on the rows that changed.
  ///
  /// - Returns: whether a row was hidden or shown.
  mutating func settleConditions() -> Bool {
    guard !conditions.changedRows.isEmpty else { return false }
    var due = Set<Int>()
    var items: [Int: Set<Int>] = [:]
    for row in conditions.changedRows {
      for index in template.conditions.dependents(of: row) {
        let entry = template.conditions.entries[index]
        if entry.isOfItem, row.item > 0, entry.owner.section == row.section {
          items[row.section, default: []].insert(row.item)
        } else {
          due.insert(index)
        }
      }
    }
    conditions.changedRows = []
    let before = outline.indexCount
    var hasChanged = false
    var waiting = due.sorted(by: >)
    while let index = waiting.popLast() {
      guard evaluate(index) else { continue }
      hasChanged = true
      for dependent in template.conditions.dependents(of: template.conditions.entries[index])
      where due.insert(dependent).inserted {
        // Every entry comes after those that it reads, so an evaluated entry is never due again.
        waiting.insert(dependent, at: waiting.place(ofDescending: dependent))
      }
    }
    for (section, items) in items {
      for item in items where evaluate(item, inSection: section) { hasChanged = true }
    }
    if continueConditions(items: ConditionState.slice) { hasChanged = true }
    return hasChanged || outline.indexCount != before
  }

  /// Evaluates items that wait.
  ///
  /// - Returns: whether a row was hidden or shown.
  @discardableResult
  mutating func continueConditions(items most: Int) -> Bool {
    var left = most
    var hasChanged = false
    while left > 0, let (section, next) = conditions.waiting.min(by: { $0.key < $1.key }) {
      guard let item = outline.item(at: next, ofSection: section) else {
        conditions.waiting[section] = nil
        continue
      }
      conditions.waiting[section] = next + 1
      if evaluate(item, inSection: section) { hasChanged = true }
      left -= 1
    }
    return hasChanged
  }

  // MARK: - One condition

  /// Looks at a condition; whether it has another outcome than before.
  @discardableResult
  private mutating func evaluate(_ index: Int) -> Bool {
    let entry = template.conditions.entries[index]
    switch entry.owner {
    case .section(let section):
      let isShown = holds(entry.condition)
      guard isShown != outline.isShown(section: section) else { return false }
      outline.setShown(isShown, section: section)
      return true
    case .row(let section, let row) where !entry.isOfItem:
      let isHidden = !holds(entry.condition)
      guard isHidden != outline.isHidden(row: row, ofSection: section) else { return false }
      outline.setHidden(isHidden, row: row, ofSection: section)
      return true
    case .row(let section, _):
      // Of a row of the item only whether it is hidden in all items is decided outside.
      let outside = entry.condition.references.map { reference in
        guard reference.isOfItem else { return value(of: reference) }
        return .boolean(outline.isHidden(row: reference.row, ofSection: section))
      }
      rowsTouched += outside.count
      guard conditions.outside[index] != outside else { return false }
      conditions.outside[index] = outside
      conditions.waiting[section] = 0
      return false
    }
  }

  /// Looks at all conditions of an item; whether other rows of it are shown than before.
  @discardableResult
  mutating func evaluate(_ item: Int, inSection section: Int) -> Bool {
    let entries = template.conditions.itemEntries(ofSection: section)
    guard !entries.isEmpty else { return false }
    let before = outline.hiddenRows(ofItem: item, inSection: section)
    var hidden = Array(repeating: false, count: template.sections[section].rows.count)
    for index in entries {
      let entry = template.conditions.entries[index]
      guard case .row(_, let row) = entry.owner else { continue }
      let holds = entry.condition.holds { reference in
        guard reference.isOfItem else { return value(of: reference) }
        // That the section is hidden hides its rows, and decides nothing in it.
        if hidden[reference.row] || outline.isHidden(row: reference.row, ofSection: section) {
          return nil
        }
        return heldValue(of: reference.id(inItem: item))
      }
      rowsTouched += entry.condition.references.count
      hidden[row] = !holds
    }
    guard hidden != before else { return false }
    for row in hidden.indices where hidden[row] != before[row] {
      let id = FormRow.ID(section: section, item: item, row: row, number: 0)
      if outline.position(ofItem: item, inSection: section) != nil,
        counts(text(of: id), in: id)
      {
        filled.rows[section][row] += hidden[row] ? -1 : 1
      }
    }
    outline.hide(hidden, ofItem: item, inSection: section)
    return true
  }

  private mutating func holds(_ condition: Condition) -> Bool {
    rowsTouched += condition.references.count
    return condition.holds(value(of:))
  }

  /// The value of a row outside of any item, nil when it is hidden or has no answer.
  private func value(of reference: ConditionReference) -> RowValue? {
    let id = reference.id(inItem: 0)
    return outline.isShown(id) ? heldValue(of: id) : nil
  }

  /// Whether conditions hide a row.
  package func isHidden(_ row: FormRow.ID) -> Bool {
    !template.conditions.isEmpty && !outline.isShown(row)
  }

  /// The rows of the document that were shown as it was loaded and are hidden now. O(values loaded)
  /// where there are conditions.
  package var loadedRowsThatGotHidden: [FormRow.ID] {
    guard let asLoaded = conditions.asLoaded, let loaded = loaded else { return [] }
    return loaded.rows.filter { asLoaded.isShown($0) && isListed($0) && isHidden($0) }
  }

  /// Whether a section was hidden as the answers were loaded.
  package func wasHiddenAsLoaded(section: Int) -> Bool {
    conditions.asLoaded?.isShown(section: section) == false
  }

  /// Whether a row was hidden as the answers were loaded and still is.
  package func isHiddenAsLoaded(_ row: FormRow.ID) -> Bool {
    guard let asLoaded = conditions.asLoaded else { return false }
    return !outline.isShown(row) && !asLoaded.isShown(row)
  }
}

extension [Int] {
  /// The place of a number among descending numbers.
  fileprivate func place(ofDescending number: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] > number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
