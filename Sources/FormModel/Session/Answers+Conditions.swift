// Hiding and showing rows as conditions say. A hidden row keeps its text and counts as empty.
//
// Only what depends on a row that changed is looked at again, each condition behind those that
// decide what it looks at. A change outside of a repeat that decides about every item of it touches
// nothing but a flag; where the items' own rows decide too, its items are gone through in slices.
//
// Rows with an answer are counted as texts change, never by looking through the form. Each row template has
// its own count over all items, hidden or not, so that hiding a million rows takes a million off with one
// subtraction. Only rows that an item's own rows hide are not counted.

import FormText

/// The state of a form's conditions.
struct ConditionState: Sendable {
  /// The rows that conditions look at and whose text changed since they were looked at.
  var changedRows = Set<FormRow.ID>()
  /// The conditions that go through items of which some changed.
  var due = Set<Int>()
  /// The values outside of items that conditions of items read, by entry.
  var outside: [Int: [RowValue?]] = [:]
  /// The sections whose items wait to be looked at, and the position of the next item.
  var waiting: [Int: Int] = [:]
  /// Whether some that are due wait for totals.
  var isPostponed = false
  /// The outline as the answers were loaded; nil when nothing can be hidden.
  var asLoaded: Outline?

  /// The most items evaluated before the next key.
  static let slice = 500
}

extension Answers {
  /// Looks at everything anew, as the form opens or is gone on with. O(conditions + items).
  mutating func settleAllConditions() {
    totals.reset(template.expressions)
    guard !template.conditions.isEmpty else { return }
    (conditions.changedRows, conditions.due) = ([], [])
    for index in template.conditions.entries.indices { evaluate(index) }
    continueConditions(items: .max)
    recountFilled()
  }

  /// Looks at what depends on the rows that changed.
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
      if totals.isLate, !template.conditions.entries[index].condition.sections.isEmpty {
        conditions.due.insert(index)
        conditions.isPostponed = true
        continue
      }
      guard evaluate(index) else { continue }
      hasChanged = true
      for dependent in template.conditions.dependents(of: template.conditions.entries[index])
      where due.insert(dependent).inserted {
        // Every entry comes after those that it reads, so an evaluated entry is never due again.
        waiting.insert(dependent, at: waiting.prefixCount { $0 > dependent })
      }
    }
    for (section, items) in items {
      for item in items where evaluate(item, inSection: section) { hasChanged = true }
    }
    if settleGatherers() { hasChanged = true }
    if continueConditions(items: ConditionState.slice) { hasChanged = true }
    return hasChanged || outline.indexCount != before
  }

  /// Evaluates items that wait.
  ///
  /// - Returns: whether a row was hidden or shown.
  @discardableResult mutating func continueConditions(items most: Int) -> Bool {
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
    return settleGatherers() || hasChanged
  }

  /// Takes note that items were inserted, removed or moved.
  mutating func noteOrderChanged(inSection section: Int) {
    // The order of what waits is another now.
    if conditions.waiting[section] != nil { conditions.waiting[section] = 0 }
    noteItemsChanged(inSection: section)
  }

  /// Takes note that the items of a section changed, or their hidden rows.
  mutating func noteItemsChanged(inSection section: Int) {
    conditions.due.formUnion(template.conditions.gatherers(ofSection: section))
  }

  /// Looks at the conditions that go through items that changed. None of them decides about these items,
  /// so this ends.
  private mutating func settleGatherers() -> Bool {
    !conditions.due.isEmpty && !conditions.isPostponed && settleConditions()
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
      totals.reset(template.expressions)
      return true
    case .row(let section, let row) where !entry.isOfItem:
      let isHidden = !holds(entry.condition)
      guard isHidden != outline.isHidden(row: row, ofSection: section) else { return false }
      outline.setHidden(isHidden, row: row, ofSection: section)
      totals.reset(template.expressions)
      return true
    case .row(let section, _):
      // Of a row of the item only whether it is hidden in all items is decided outside.
      let outside = entry.condition.references.map { reference in
        guard reference.isOfItem else { return value(of: reference) }
        return .boolean(outline.isHidden(row: reference.row, ofSection: section))
      }
      rowsTouched += outside.count
      guard conditions.outside[index] != outside || !entry.condition.sections.isEmpty else {
        return false
      }
      conditions.outside[index] = outside
      conditions.waiting[section] = 0
      return false
    }
  }

  /// Looks at all conditions of an item; whether other rows of it are shown than before.
  @discardableResult mutating func evaluate(_ item: Int, inSection section: Int) -> Bool {
    let entries = template.conditions.itemEntries(ofSection: section)
    guard !entries.isEmpty else { return false }
    let before = outline.hiddenRows(ofItem: item, inSection: section)
    var hidden = Array(repeating: false, count: template.sections[section].rows.count)
    for index in entries {
      let entry = template.conditions.entries[index]
      guard case .row(_, let row) = entry.owner else { continue }
      let reader = ConditionReader(answers: self, item: item, section: section, hidden: hidden)
      let holds = entry.condition.holds(reader.value(of:)) { reader.isTrue($0) }
      rowsTouched += entry.condition.references.count
      hidden[row] = !holds
    }
    guard hidden != before else { return false }
    for row in hidden.indices where hidden[row] != before[row] {
      let id = FormRow.ID(section: section, item: item, row: row, number: 0)
      if outline.position(ofItem: item, inSection: section) != nil, counts(text(of: id), in: id) {
        filled.rows[section][row] += hidden[row] ? -1 : 1
      }
    }
    outline.hide(hidden, ofItem: item, inSection: section)
    totals.note(item: item, ofSection: section)
    noteItemsChanged(inSection: section)
    return true
  }

  private mutating func holds(_ condition: Condition) -> Bool {
    rowsTouched += condition.references.count
    let reader = ConditionReader(answers: self, item: 0, section: -1, hidden: [])
    return condition.holds(value(of:)) { reader.isTrue($0) }
  }

  /// The value of a row outside of any item, nil when it is hidden or has no answer.
  func value(of reference: ConditionReference) -> RowValue? {
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

  // MARK: - Counts

  /// Counts the answers of an untouched form. O(row templates + values loaded).
  mutating func countBaseAnswers() {
    filled.rows = template.sections.indices.map { index in
      let section = template.sections[index]
      let items = section.repetition == nil ? 1 : outline.itemCount(ofSection: index)
      return section.rows.indices.map { row in
        let id = FormRow.ID(
          section: index, item: section.repetition == nil ? 0 : 1, row: row,
          number: section.rows[row].numbers.lowerBound)
        return countsByDefault(id) ? items * (section.rows[row].count ?? 1) : 0
      }
    }
    for row in presets.given.texts.keys where isListed(row) && loaded?.value(of: row) == nil {
      filled.rows[row.section][row.row] += difference(
        in: row, from: templateDefault(of: row), to: defaultText(of: row))
    }
    guard let loaded = loaded else { return }
    for row in loaded.rows where isListed(row) {
      let isFilled = countsAsLoaded(row)
      filled.rows[row.section][row.row] += (isFilled ? 1 : 0) - (countsByDefault(row) ? 1 : 0)
    }
  }

  /// Whether the text that was loaded for a row makes it one that is filled.
  private func countsAsLoaded(_ row: FormRow.ID) -> Bool {
    if isCalculated(row) { return true }
    if isTick(row) { return BooleanRow.isYes(baseText(of: row)) }
    guard let value = loaded?.value(of: row) else { return false }
    return !template[row].isEmpty(loading: value)
  }

  /// Whether its default makes a row one that is filled, where no document has another text for it.
  private func countsByDefault(_ row: FormRow.ID) -> Bool {
    if isCalculated(row) { return true }
    guard template[row].defaultText != nil else { return false }
    let text = templateDefault(of: row)
    return isTick(row) ? BooleanRow.isYes(text) : !text.isEmpty
  }

  private func isTick(_ row: FormRow.ID) -> Bool {
    template.sections[row.section].repetition?.tick == row.row
  }

  /// Counts captured answers too. O(rows ever changed).
  mutating func countCapturedAnswers() {
    for row in texts.buffer.rows where isListed(row) && !row.isAddLine(in: template.sections) {
      filled.rows[row.section][row.row] += difference(
        in: row, from: baseText(of: row), to: text(of: row))
    }
  }

  /// Adds up the counts of shown rows. O(row templates).
  mutating func recountFilled() {
    filled.total = 0
    for section in template.sections.indices where outline.isShown(section: section) {
      filled.total += filledLines(ofSection: section)
    }
  }

  /// Takes note of a row's new text.
  mutating func count(_ row: FormRow.ID, from before: Text, to after: Text) {
    guard !row.isAddLine(in: template.sections) else { return }
    let difference = difference(in: row, from: before, to: after)
    guard difference != 0, isListed(row) else { return }
    let (section, place) = (row.section, row.row)
    guard !outline.hiddenRows(ofItem: row.item, inSection: section)[place] else { return }
    filled.rows[section][place] += difference
    if outline.isShown(row), template.sections[section].isLine(place) { filled.total += difference }
  }

  /// The change of the count when a row gets another text: 1, 0 or -1.
  private func difference(in row: FormRow.ID, from before: Text, to after: Text) -> Int {
    (counts(after, in: row) ? 1 : 0) - (counts(before, in: row) ? 1 : 0)
  }

  /// Adds the answers of an item to the counts, or subtracts them.
  mutating func count(item: Int, ofSection section: Int, times: Int) {
    let hidden = outline.hiddenRows(ofItem: item, inSection: section)
    for row in hidden.indices where !hidden[row] {
      let id = FormRow.ID(section: section, item: item, row: row, number: 0)
      if counts(text(of: id), in: id) { filled.rows[section][row] += times }
    }
    recountFilled()
  }

  /// Whether a text makes its row one that is filled: an answer, and in a tick a yes.
  func counts(_ text: Text, in row: FormRow.ID) -> Bool {
    // So that it is known how many are shown.
    if isCalculated(row) { return true }
    if isTick(row) { return BooleanRow.isYes(text) }
    return isAnswer(text, in: row, base: baseText(of: row))
  }

  /// Whether a row is of the form as it is, hidden or not: not of an item that was taken out.
  func isListed(_ row: FormRow.ID) -> Bool { outline.isListed(row) }

  /// The number of rows shown whose answers are calculated.
  private func calculatedLines(ofSection section: Int) -> Int {
    guard template.expressions.hasCalculations else { return 0 }
    return template.sections[section].rows.indices.reduce(0) { count, row in
      let counts =
        template.sections[section].rows[row].isCalculated
        && !outline.isHidden(row: row, ofSection: section)
      return counts ? count + filled.rows[section][row] : count
    }
  }

  /// The number of rows shown that a person can answer.
  public var askedCount: Int {
    guard template.expressions.hasCalculations else { return rowCount }
    return template.sections.indices.reduce(rowCount) {
      outline.isShown(section: $1) ? $0 - calculatedLines(ofSection: $1) : $0
    }
  }

  /// How far the form is: rows filled, or items ticked, of how many. O(row templates) where rows are
  /// calculated.
  var progress: (done: Int, total: Int) {
    var (done, total) = (filled.total, askedCount)
    for (index, section) in template.sections.enumerated() {
      guard let tick = section.repetition?.tick, outline.isShown(section: index) else { continue }
      done += filled.rows[index][tick] - filledLines(ofSection: index)
      total += outline.itemCount(ofSection: index) - outline.rowCount(ofSection: index)
      total += calculatedLines(ofSection: index)
    }
    return (done, total)
  }

  /// The progress of a section: rows filled, or items ticked, and all of them; none of a hidden section.
  /// O(row templates of the section).
  public func progress(ofSection section: Int) -> (done: Int, total: Int) {
    guard outline.isShown(section: section) else { return (0, 0) }
    if let tick = template.sections[section].repetition?.tick {
      return (filled.rows[section][tick], outline.itemCount(ofSection: section))
    }
    let rows = outline.rowCount(ofSection: section) - calculatedLines(ofSection: section)
    return (filledLines(ofSection: section), rows)
  }

  /// The number of lines with an answer in a section that is shown.
  package func filledLines(ofSection section: Int) -> Int {
    var count = 0
    for row in template.sections[section].rows.indices
    where template.sections[section].isLine(row)
      && !template.sections[section].rows[row].isCalculated
      && !outline.isHidden(row: row, ofSection: section)
    {
      count += filled.rows[section][row]
    }
    return count
  }

  /// The number of hidden rows with typed text, which is kept and not exported.
  /// O(rows ever changed).
  public var hiddenCount: Int {
    texts.rows.count { row in
      isListed(row) && !row.isAddLine(in: template.sections) && !outline.isShown(row)
        && isChanged(row) && isAnswer(text(of: row), in: row, base: baseText(of: row))
    }
  }
}
