// Adding, removing and moving the items of repeating sections. Text stays with its identity: a
// removed item's rows are captured, so bringing it back brings them back (law 6).

import FormText

extension FormSession {
  /// Adds an empty item; where items are made by typing, what was typed makes one.
  mutating func addItem(toSection section: Int) -> [Effect] {
    guard let repetition = repetition(ofSection: section), answers.outline.isShown(section: section)
    else {
      return [.message(.nothingRepeats)]
    }
    if repetition.hasEntry { return addEntry(ofSection: section) }
    let count = answers.outline.itemCount(ofSection: section)
    if let refusal = refusalOfItem(inSection: section) { return [.message(refusal)] }
    let item = answers.outline.createItem(inSection: section)
    let position = repetition.insertion == .first ? 0 : count
    leaveFocus()
    insert(item, at: position, inSection: section)
    record([.itemInserted(section: section, item: item, position: position)])
    let header = itemHeader(section: section, item: item, position: position)
    return landed(on: firstRow(ofItem: item, inSection: section))
      + [.message(.itemAdded(header: header))]
  }

  /// Adds an item right behind another, with the same texts; secrets are not copied.
  mutating func duplicateItem(_ item: Int, inSection section: Int) -> [Effect] {
    guard repetition(ofSection: section) != nil,
      let position = answers.outline.position(ofItem: item, inSection: section)
    else { return [.message(.nothingRepeats)] }
    if let refusal = refusalOfItem(inSection: section) { return [.message(refusal)] }
    let copy = answers.outline.createItem(inSection: section)
    leaveFocus()
    insert(copy, at: position + 1, inSection: section)
    var changes = [Change.itemInserted(section: section, item: copy, position: position + 1)]
    for row in rows(ofItem: item, inSection: section) where !isSecret(row) {
      let twin = FormRow.ID(section: section, item: copy, row: row.row, number: 0)
      if let change = put(text(of: row), in: twin, picks: picks(of: row)) { changes.append(change) }
    }
    record(changes)
    evaluate(copy, inSection: section)
    recountFilled()
    let header = itemHeader(section: section, item: copy, position: position + 1)
    let row = Int(focus?.row ?? 0)
    return landed(on: FormRow.ID(section: section, item: copy, row: row, number: 0))
      + [.message(.itemCopied(header: header))]
  }

  /// Why there can be no more items in a section, nil when there can.
  func refusalOfItem(inSection section: Int) -> FormMessage? {
    guard let maximum = repetition(ofSection: section)?.maximum,
      answers.outline.itemCount(ofSection: section) >= maximum
    else { return nil }
    return .mostItems(maximum)
  }

  mutating func removeItem(_ item: Int, fromSection section: Int) -> [Effect] {
    guard repetition(ofSection: section) != nil,
      let position = answers.outline.position(ofItem: item, inSection: section)
    else { return [.message(.nothingRepeats)] }
    let message = FormMessage.itemRemoved(
      header: itemHeader(section: section, item: item, position: position),
      rows: rows(ofItem: item, inSection: section).count { answers.outline.index(of: $0) != nil },
      filled: rows(ofItem: item, inSection: section).count {
        answers.outline.index(of: $0) != nil && answer(of: $0) != nil
      })
    leaveFocus()
    remove(item, fromSection: section)
    record([.itemRemoved(section: section, item: item, position: position)])
    return landed(on: nil) + [.message(message)]
  }

  mutating func moveItem(_ item: Int, inSection section: Int, to target: Int) -> [Effect] {
    guard repetition(ofSection: section) != nil,
      let position = answers.outline.position(ofItem: item, inSection: section)
    else { return [.message(.nothingRepeats)] }
    let count = answers.outline.itemCount(ofSection: section)
    let target = min(max(target, 0), count - 1)
    let row = focus.flatMap { $0.item == item && $0.section == section ? $0 : nil }
    if row == nil || target != position { leaveFocus() }
    if target != position {
      remove(item, fromSection: section)
      insert(item, at: target, inSection: section)
      record([.itemMoved(section: section, item: item, from: position, to: target)])
    }
    let header = itemHeader(section: section, item: item, position: position)
    return landed(on: row ?? firstRow(ofItem: item, inSection: section))
      + [.message(.itemMoved(header: header, position: target, count: count))]
  }

  /// The item of a repeating section that the focus is in.
  public var focusedItem: (section: Int, item: Int, position: Int)? {
    guard let focus, focus.item > 0, let position = answers.outline.itemPosition(of: focus) else {
      return nil
    }
    return (focus.section, focus.item, position)
  }

  /// Whether the focus is on a line where items are made by typing.
  public var isFocusEntry: Bool { focus?.isEntry(in: template.sections) ?? false }

  /// The entry lines with a text that was not added as an item. O(sections).
  public var unaddedEntries: [FormRow.ID] {
    template.sections.indices.compactMap { section in
      guard template.sections[section].hasEntry else { return nil }
      let entry = sectionRow(section)
      return text(of: entry).isBlank ? nil : entry
    }
  }

  /// The repeating section that the focus is in, in an item or on the line where they are made.
  public var repeatingSectionAroundFocus: Int? {
    guard let section = focus.map({ $0.section }), repetition(ofSection: section) != nil else {
      return nil
    }
    return section
  }

  func repetition(ofSection section: Int) -> Repetition? {
    template.sections.indices.contains(section) ? template.sections[section].repetition : nil
  }

  // MARK: - Items made by typing

  /// Makes an item of what stands in the line for it; the focus stays there, or goes there when
  /// nothing was typed yet.
  mutating func addEntry(ofSection section: Int) -> [Effect] {
    let entry = sectionRow(section)
    guard !text(of: entry).isBlank else {
      let message = FormMessage.nothingTyped(label: label(of: entry))
      if focus == entry { return [.message(message)] }
      leaveFocus()
      return landed(on: entry) + [.message(message)]
    }
    if let refusal = refusalOfItem(inSection: section) { return [.message(refusal)] }
    leaveFocus()
    let (header, changes) = makeItem(ofEntry: entry, text: text(of: entry))
    record(changes)
    return landed(on: entry) + [.message(.itemAdded(header: header))]
  }

  /// Makes items of all that was typed into lines for them, as the form is saved.
  mutating func makeItemsOfEntries() -> [Effect] {
    var messages: [Effect] = []
    for index in template.sections.indices {
      // Where there is no room the text stays, and is a problem.
      guard hasEntryText(index), refusalOfItem(inSection: index) == nil else { continue }
      let entry = sectionRow(index)
      let (header, changes) = makeItem(ofEntry: entry, text: text(of: entry))
      record(changes)
      messages.append(.message(.itemAdded(header: header)))
    }
    return messages.isEmpty ? [] : landed(on: nil) + messages
  }

  /// The changes that make an item of a text, and empty the line for it; made, not yet recorded. The
  /// text of a candidate fills in what picking it would.
  mutating func makeItem(ofEntry entry: FormRow.ID, text: Text, position: Int? = nil)
    -> (header: String, changes: [Change])
  {
    let section = entry.section
    let first =
      template.sections[section].entryIsFirst ? 0 : answers.outline.itemCount(ofSection: section)
    let position = position ?? first
    let item = answers.outline.createItem(inSection: section)
    let picks = remainingPicks(of: entry, in: text)
    var changes = [put(.empty, in: entry)].compactMap { $0 }
    insert(item, at: position, inSection: section)
    changes.append(.itemInserted(section: section, item: item, position: position))
    let row = FormRow.ID(section: section, item: item, row: entry.row, number: 0)
    if let change = put(text, in: row, picks: picks) { changes.append(change) }
    evaluate(item, inSection: section)
    for fill in fills(ofPick: text, in: row, replacing: .empty, picks: (nil, picks.first)) {
      if let change = put(fill.text, in: fill.row) { changes.append(change) }
      evaluate(item, inSection: section)
    }
    recountFilled()
    return (itemHeader(section: section, item: item, position: position), changes)
  }

  /// The identity of a repeating section's own line: where items are made, and what has the
  /// problems of all its items together.
  package func sectionRow(_ section: Int) -> FormRow.ID {
    FormRow.ID(section: section, item: 0, row: template.sections[section].entryRow, number: 0)
  }

  // MARK: - What items hold

  /// Whether no shown row of an item holds text other than its default (section 8 of the design).
  package func isEmpty(item: Int, ofSection section: Int) -> Bool {
    rows(ofItem: item, inSection: section).allSatisfy { row in
      guard let answer = answer(of: row) else { return true }
      return answer == defaultText(of: row)
    }
  }

  /// How many items of a section are looked at with a key, for what they hold together.
  private static let mostItems = 1_000

  /// Looks again at what is wrong with a section, where something was; whether it has enough items
  /// only among so many that a key can wait for it, else the next look through the form tells.
  mutating func checkSection(_ section: Int) {
    let row = sectionRow(section)
    guard problems[row] != nil, let repetition = repetition(ofSection: section) else { return }
    let minimum = repetition.minimum
    var filled = 0
    let count = answers.outline.itemCount(ofSection: section)
    for position in 0..<min(count, FormSession.mostItems) where filled < minimum {
      guard let item = answers.outline.item(at: position, ofSection: section) else { continue }
      answers.rowsTouched += 1
      filled += isEmpty(item: item, ofSection: section) ? 0 : 1
    }
    if filled < minimum, count > FormSession.mostItems { return }
    sweep.problems[row] = problem(ofSection: section, filled: filled)
  }

  /// What is wrong with the items of a section together.
  ///
  /// - Parameter filled: how many of them hold something; not more need be counted than it needs.
  func problem(ofSection section: Int, filled: Int) -> Problem? {
    guard let repetition = repetition(ofSection: section) else { return nil }
    if let problem = documentProblem(of: sectionRow(section)) { return problem }
    if hasEntryText(section), let maximum = repetition.maximum,
      refusalOfItem(inSection: section) != nil
    {
      return .noRoom(maximum: maximum)
    }
    guard filled < repetition.minimum else { return nil }
    return .tooFewItems(minimum: repetition.minimum, filled: filled)
  }

  /// Whether something stands on a section's line where items are made.
  private func hasEntryText(_ section: Int) -> Bool {
    let entry = sectionRow(section)
    return template.sections[section].hasEntry && answers.outline.isShown(entry)
      && !text(of: entry).isBlank
  }

  /// Where to go to mend the problem of a row: for too few items to the first empty one, else to
  /// the line where items are made, at once if something stands there, else to the row before it.
  package func indexToMend(_ row: FormRow.ID) -> FormRow.Index? {
    guard row.isEntry(in: template.sections) else { return answers.outline.index(of: row) }
    let section = row.section
    if hasEntryText(section) { return answers.outline.index(of: row) }
    for position in 0..<min(answers.outline.itemCount(ofSection: section), FormSession.mostItems) {
      if let item = answers.outline.item(at: position, ofSection: section),
        isEmpty(item: item, ofSection: section),
        let index = firstRow(ofItem: item, inSection: section).flatMap(answers.outline.index(of:))
      {
        return index
      }
    }
    if let index = answers.outline.index(of: row) { return index }
    let end = answers.outline.endIndex(ofSection: section)
    return answers.outline.lastIndex.map { min(max(end - 1, 0), $0) }
  }

  /// The first row of an item that the focus can be on.
  func firstRow(ofItem item: Int, inSection section: Int) -> FormRow.ID? {
    rows(ofItem: item, inSection: section).first { answers.outline.index(of: $0) != nil }
  }

  // MARK: - Without history

  /// Puts an item in its place; its rows hold what they held before.
  mutating func insert(_ item: Int, at position: Int, inSection section: Int) {
    // Before it is in the list, so that what it holds is counted once.
    evaluate(item, inSection: section)
    answers.outline.insertItem(item, at: position, inSection: section)
    noteItems(ofSection: section)
    count(item: item, ofSection: section, times: 1)
    sweep.work?.restart()
  }

  /// Takes an item out; what its rows hold stays in the buffer.
  mutating func remove(_ item: Int, fromSection section: Int) {
    let lostIndex = focus.flatMap(answers.outline.index(of:))
    count(item: item, ofSection: section, times: -1)
    for row in rows(ofItem: item, inSection: section) { sweep.problems[row] = nil }
    let position = answers.outline.removeItem(item, fromSection: section)
    refreshMatches()
    noteItems(ofSection: section)
    settle()
    if let position, let focus, answers.outline.index(of: focus) == nil {
      // What comes in the place of the last item is the one before, not another section.
      let isLast = position == answers.outline.itemCount(ofSection: section)
      let neighbour = isLast ? answers.outline.item(at: position - 1, ofSection: section) : nil
      self.focus =
        neighbour.flatMap { firstRow(ofItem: $0, inSection: section) }
        ?? answers.outline.lastIndex.flatMap { answers.outline.id(at: min(lostIndex ?? 0, $0)) }
    }
    sweep.work?.restart()
  }

  private mutating func noteItems(ofSection section: Int) {
    answers.changes.sections.insert(section)
    log.sectionsWithKeptItems.insert(section)
    log.journal.sections.insert(section)
    // The order of what waits is another now.
    if answers.conditions.waiting[section] != nil { answers.conditions.waiting[section] = 0 }
  }

  /// Shows a row after the order changed; without one the focus stays where it is. Whoever changes the
  /// order leaves the focus first: the row that has it now may be one where nobody was.
  mutating func landed(on row: FormRow.ID?) -> [Effect] {
    if let row, answers.outline.index(of: row) != nil { focus = row }
    for section in template.sections.indices { checkSection(section) }
    refreshMatches()
    // What is new is not among the rows that were found.
    if let focus, viewPlace(of: focus) == nil { place.filter = nil }
    if focus.flatMap(answers.outline.index(of:)) == nil { focus = answers.outline.id(at: 0) }
    revealFocus()
    settle()
    return isFinding ? [.lineReplaced, .workRemains] : [.lineReplaced]
  }

  /// The rows of an item, hidden or not, those without a line of their own too.
  func rows(ofItem item: Int, inSection section: Int) -> [FormRow.ID] {
    template.sections[section].rows.indices
      .filter { template.sections[section].rows[$0].type.takesAnswer }
      .map { FormRow.ID(section: section, item: item, row: $0, number: 0) }
  }
}

extension FormSession {
  /// Whether an item is a part of the exports: it holds something, or was loaded.
  package func isExported(item: Int, ofSection section: Int) -> Bool {
    item <= answers.loaded?.itemCounts[section] ?? 0
      || !isEmpty(item: item, ofSection: section)
  }
}
