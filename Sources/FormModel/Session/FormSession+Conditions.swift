// Hiding and showing rows as conditions say. A hidden row keeps its text and counts as empty.
//
// Only what depends on a row that changed is looked at again, each condition behind those that
// decide what it looks at. A change outside of a repeat that decides about every item of it touches
// nothing but a flag; where the items' own rows decide too, its items are gone through in slices.

/// What is known about the conditions of a form.
struct ConditionState: Sendable {
  /// The rows that conditions look at and whose text changed since they were looked at.
  var changedRows = Set<FormRow.ID>()
  /// What the conditions that are looked at for each item found outside of it, by entry.
  var outside: [Int: [RowValue?]] = [:]
  /// The sections whose items wait to be looked at, and the position of the next item.
  var waiting: [Int: Int] = [:]
  /// What was hidden as the answers were loaded; nil when nothing can be hidden.
  var asLoaded: Outline?

  /// How many items are looked at before keys have their turn.
  static let slice = 500
}

extension FormSession {
  /// Looks at everything anew, as the form opens or is gone on with. O(conditions + items).
  mutating func settleAllConditions() {
    guard !template.conditions.isEmpty else { return }
    answers.conditions.changedRows = []
    for index in template.conditions.entries.indices { evaluate(index) }
    continueConditions(items: .max)
    recountFilled()
  }

  /// Looks at what depends on the rows that changed. The focus moves on when it gets hidden.
  mutating func settleConditions() {
    guard !answers.conditions.changedRows.isEmpty else { return }
    var due = Set<Int>()
    var items: [Int: Set<Int>] = [:]
    for row in answers.conditions.changedRows {
      for index in template.conditions.dependents(of: row) {
        let entry = template.conditions.entries[index]
        if entry.isOfItem, row.item > 0, entry.owner.section == row.section {
          items[row.section, default: []].insert(row.item)
        } else {
          due.insert(index)
        }
      }
    }
    answers.conditions.changedRows = []
    let before = answers.outline.indexCount
    var hasChanged = false
    var waiting = due.sorted(by: >)
    while let index = waiting.popLast() {
      guard evaluate(index) else { continue }
      hasChanged = true
      for dependent in template.conditions.dependents(of: template.conditions.entries[index])
      where due.insert(dependent).inserted {
        // Every entry is behind those that it looks at, so what was looked at is never due again.
        waiting.insert(dependent, at: waiting.place(ofDescending: dependent))
      }
    }
    for (section, items) in items {
      for item in items where evaluate(item, inSection: section) { hasChanged = true }
    }
    if continueConditions(items: ConditionState.slice) { hasChanged = true }
    if hasChanged || answers.outline.indexCount != before { showChangedRows() }
  }

  /// Goes on with the items that wait.
  ///
  /// - Returns: whether a row was hidden or shown.
  @discardableResult
  mutating func continueConditions(items most: Int) -> Bool {
    var left = most
    var hasChanged = false
    while left > 0, let (section, next) = answers.conditions.waiting.min(by: { $0.key < $1.key }) {
      guard let item = answers.outline.item(at: next, ofSection: section) else {
        answers.conditions.waiting[section] = nil
        continue
      }
      answers.conditions.waiting[section] = next + 1
      if evaluate(item, inSection: section) { hasChanged = true }
      left -= 1
    }
    return hasChanged
  }

  /// Brings focus, counts, problems and view up to rows that were hidden or shown.
  mutating func showChangedRows() {
    revision += 1
    recountFilled()
    refreshMatches()
    for row in problems.keys {
      // What is about all items of a section is hidden with it.
      let isShown =
        row.isEntry(in: template.sections)
        ? answers.outline.isShown(section: row.section) : answers.outline.isShown(row)
      if !isShown { sweep.problems[row] = nil }
    }
    if let focus, answers.outline.index(of: focus) == nil {
      let next = answers.outline.nearestIndex(to: focus) ?? 0
      self.focus = answers.outline.lastIndex.flatMap { answers.outline.id(at: min(next, $0)) }
      log.history.close()
      log.journal.hasMoved = true
    }
    // A form that showed nothing has a row again.
    if focus == nil { focus = answers.outline.id(at: 0) }
    if let focus, viewPlace(of: focus) == nil { place.filter = nil }
    place.viewport.fill(withLines: lineCount)
    revealFocus()
    settle()
    sweep.work?.restart()
  }

  // MARK: - One condition

  /// Looks at a condition; whether it has another outcome than before.
  @discardableResult
  private mutating func evaluate(_ index: Int) -> Bool {
    let entry = template.conditions.entries[index]
    switch entry.owner {
    case .section(let section):
      let isShown = holds(entry.condition)
      guard isShown != answers.outline.isShown(section: section) else { return false }
      answers.outline.setShown(isShown, section: section)
      return true
    case .row(let section, let row) where !entry.isOfItem:
      let isHidden = !holds(entry.condition)
      guard isHidden != answers.outline.isHidden(row: row, ofSection: section) else { return false }
      answers.outline.setHidden(isHidden, row: row, ofSection: section)
      return true
    case .row(let section, _):
      // Of a row of the item only whether it is hidden in all items is decided outside.
      let outside = entry.condition.references.map { reference in
        guard reference.isOfItem else { return value(of: reference) }
        return .boolean(answers.outline.isHidden(row: reference.row, ofSection: section))
      }
      answers.rowsTouched += outside.count
      guard answers.conditions.outside[index] != outside else { return false }
      answers.conditions.outside[index] = outside
      answers.conditions.waiting[section] = 0
      return false
    }
  }

  /// Looks at all conditions of an item; whether other rows of it are shown than before.
  @discardableResult
  mutating func evaluate(_ item: Int, inSection section: Int) -> Bool {
    let entries = template.conditions.itemEntries(ofSection: section)
    guard !entries.isEmpty else { return false }
    let before = answers.outline.hiddenRows(ofItem: item, inSection: section)
    var hidden = Array(repeating: false, count: template.sections[section].rows.count)
    for index in entries {
      let entry = template.conditions.entries[index]
      guard case .row(_, let row) = entry.owner else { continue }
      let holds = entry.condition.holds { reference in
        guard reference.isOfItem else { return value(of: reference) }
        // That the section is hidden hides its rows, and decides nothing in it.
        if hidden[reference.row] || answers.outline.isHidden(row: reference.row, ofSection: section)
        {
          return nil
        }
        return heldValue(of: reference.id(inItem: item))
      }
      answers.rowsTouched += entry.condition.references.count
      hidden[row] = !holds
    }
    guard hidden != before else { return false }
    for row in hidden.indices where hidden[row] != before[row] {
      let id = FormRow.ID(section: section, item: item, row: row, number: 0)
      if answers.outline.position(ofItem: item, inSection: section) != nil,
        counts(text(of: id), in: id)
      {
        answers.filled.rows[section][row] += hidden[row] ? -1 : 1
      }
    }
    answers.outline.hide(hidden, ofItem: item, inSection: section)
    return true
  }

  private mutating func holds(_ condition: Condition) -> Bool {
    answers.rowsTouched += condition.references.count
    return condition.holds(value(of:))
  }

  /// The value of a row outside of any item, nil when it is hidden or has no answer.
  private func value(of reference: ConditionReference) -> RowValue? {
    let id = reference.id(inItem: 0)
    return answers.outline.isShown(id) ? heldValue(of: id) : nil
  }

  /// Whether conditions hide a row.
  package func isHidden(_ row: FormRow.ID) -> Bool {
    !template.conditions.isEmpty && !answers.outline.isShown(row)
  }

  /// The rows of the document that were shown as it was loaded and are hidden now. O(values loaded)
  /// where there are conditions.
  package var loadedRowsThatGotHidden: [FormRow.ID] {
    guard let asLoaded = answers.conditions.asLoaded, let loaded = answers.loaded else { return [] }
    return loaded.rows.filter { asLoaded.isShown($0) && isListed($0) && isHidden($0) }
  }

  /// Whether a section was hidden as the answers were loaded.
  package func wasHiddenAsLoaded(section: Int) -> Bool {
    answers.conditions.asLoaded?.isShown(section: section) == false
  }

  /// Whether a row was hidden as the answers were loaded and still is.
  package func isHiddenAsLoaded(_ row: FormRow.ID) -> Bool {
    guard let asLoaded = answers.conditions.asLoaded else { return false }
    return !answers.outline.isShown(row) && !asLoaded.isShown(row)
  }
}

extension [Int] {
  /// Where a number goes among numbers that descend.
  fileprivate func place(ofDescending number: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] > number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
