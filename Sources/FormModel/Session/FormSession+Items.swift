// Adding, removing and moving the items of repeating sections. Text stays with its identity: a
// removed item's rows are captured, so bringing it back brings them back (law 6).

import FormText

extension FormSession {
  /// Adds an empty item; where items are made by typing, what was typed makes one.
  mutating func addItem(toSection section: Int) -> [Effect] {
    guard let repetition = answers.repetition(ofSection: section),
      answers.outline.isShown(section: section)
    else { return [.message(.nothingRepeats)] }
    if repetition.hasEntry { return addEntry(ofSection: section) }
    let (made, effects) = openItem(ofSection: section)
    guard let made, case .itemInserted(_, let item, let position) = made else { return effects }
    log.record([made])
    let header = answers.itemHeader(section: section, item: item, position: position)
    return effects + [.message(.itemAdded(header: header))]
  }

  /// Makes an empty item where the template says, and gives its first row the focus; the change is not
  /// recorded yet.
  ///
  /// - Returns: the change, nil where there is no room; the effects on the screen.
  mutating func openItem(ofSection section: Int) -> (made: Change?, effects: [Effect]) {
    if let refusal = answers.refusalOfItem(inSection: section) { return (nil, [.message(refusal)]) }
    let isFirst = template.sections[section].insertsFirst
    let position = isFirst ? 0 : answers.outline.itemCount(ofSection: section)
    leaveFocus()
    let item = newItem(inSection: section, at: position)
    let row = answers.firstStop(ofItem: item, inSection: section)
    if isFirst { place.itemMadeLast = row }
    return (.itemInserted(section: section, item: item, position: position), landed(on: row))
  }

  // MARK: - Items made on an add line

  /// Whether a row is an add line on which the first character makes the item. Asked with every key in
  /// an empty row.
  func isAddLineToMake(_ row: FormRow.ID) -> Bool {
    row.item == 0 && row.isAddLine(in: template.sections)
      && !template.sections[row.section].hasEntry
  }

  /// Makes an item with a text in its first row, which gets the focus; typing that follows belongs to the
  /// same step.
  ///
  /// - Parameter section: the section; nil for that of the add line with focus.
  mutating func makeItem(
    typing text: Text, cursor: Int, kind: EditKind, in section: Int? = nil
  ) -> [Effect] {
    guard let section = section ?? focus?.section else { return [] }
    noteVisibleChange()
    let (made, effects) = openItem(ofSection: section)
    guard let made, case .itemInserted(_, let item, _) = made else {
      return effects + [.lineReplaced]
    }
    guard let row = answers.firstStop(ofItem: item, inSection: section) else {
      // Conditions hide every row that could take the text.
      remove(item, fromSection: section)
      return landed(on: answers.sectionRow(section))
        + [.message(.isHidden(row: answers.fullLabel(of: answers.sectionRow(section))))]
    }
    let before = answers.text(of: row)
    let change = TextChange(
      row: row, from: before, cursor: before.scalarCount, to: text, cursor: cursor)
    setText(of: row, to: text, cursor: cursor)
    confirm(row)
    let isSecret = answers.isSecret(row)
    log.record(
      [made] + (isSecret ? [] : [change.map(Change.text)].compactMap { $0 }), kind: .typed,
      isOpen: kind == .typed && !isSecret && change != nil)
    return effects
  }

  /// Unmakes the item with focus if it holds nothing and the focus is on its first row.
  mutating func unmakeItem() -> [Effect] {
    guard unmakesItem, let focus, let position = answers.outline.itemPosition(of: focus) else {
      return []
    }
    log.history.close()
    remove(focus.item, fromSection: focus.section)
    log.record(
      [.itemRemoved(section: focus.section, item: focus.item, position: position)], kind: .deleted)
    return landed(on: answers.sectionRow(focus.section))
  }

  /// Adds an item right behind another, with the same texts; secrets are not copied.
  mutating func duplicateItem(_ item: Int, inSection section: Int) -> [Effect] {
    guard answers.repetition(ofSection: section) != nil,
      let position = answers.outline.position(ofItem: item, inSection: section)
    else { return [.message(.nothingRepeats)] }
    if let refusal = answers.refusalOfItem(inSection: section) { return [.message(refusal)] }
    let copy = answers.outline.createItem(inSection: section)
    leaveFocus()
    insert(copy, at: position + 1, inSection: section)
    var changes = [Change.itemInserted(section: section, item: copy, position: position + 1)]
    for row in answers.rows(ofItem: item, inSection: section) where !answers.isSecret(row) {
      let twin = FormRow.ID(section: section, item: copy, row: row.row, number: 0)
      if let change = put(answers.text(of: row), in: twin, picks: answers.picks(of: row)) {
        changes.append(change)
      }
    }
    log.record(changes)
    answers.evaluate(copy, inSection: section)
    answers.recountFilled()
    let header = answers.itemHeader(section: section, item: copy, position: position + 1)
    let row = focus?.row ?? 0
    return landed(on: FormRow.ID(section: section, item: copy, row: row, number: 0))
      + [.message(.itemCopied(header: header))]
  }

  mutating func removeItem(_ item: Int, fromSection section: Int) -> [Effect] {
    guard answers.repetition(ofSection: section) != nil,
      let position = answers.outline.position(ofItem: item, inSection: section)
    else { return [.message(.nothingRepeats)] }
    let message = FormMessage.itemRemoved(
      header: answers.itemHeader(section: section, item: item, position: position),
      filled: answers.rows(ofItem: item, inSection: section).count {
        answers.outline.index(of: $0) != nil && answers.answer(of: $0) != nil
      })
    leaveFocus()
    remove(item, fromSection: section)
    log.record([.itemRemoved(section: section, item: item, position: position)])
    return landed(on: nil) + [.message(message)]
  }

  mutating func moveItem(_ item: Int, inSection section: Int, to target: Int) -> [Effect] {
    guard answers.repetition(ofSection: section) != nil,
      let position = answers.outline.position(ofItem: item, inSection: section)
    else { return [.message(.nothingRepeats)] }
    let count = answers.outline.itemCount(ofSection: section)
    let target = min(max(target, 0), count - 1)
    let row = focus.flatMap { $0.item == item && $0.section == section ? $0 : nil }
    if row == nil || target != position { leaveFocus() }
    let message: FormMessage
    if target == position {
      let first = FormRow.ID(section: section, item: item, row: 0, number: 0)
      message = .itemStays(
        label: answers.itemLabel(of: first) ?? "", noun: template.sections[section].itemNoun,
        position: position, count: count)
    } else {
      let header = answers.itemHeader(section: section, item: item, position: position)
      message = .itemMoved(header: header, position: target, count: count)
      remove(item, fromSection: section)
      insert(item, at: target, inSection: section)
      log.record([.itemMoved(section: section, item: item, from: position, to: target)])
    }
    return landed(on: row ?? answers.firstStop(ofItem: item, inSection: section))
      + [.message(message)]
  }

  // MARK: - Items made by typing

  /// Makes an item of what stands in the line for it; the focus stays there, or goes there when
  /// nothing was typed yet.
  mutating func addEntry(ofSection section: Int) -> [Effect] {
    let entry = answers.sectionRow(section)
    guard !answers.text(of: entry).isBlank else {
      let message = FormMessage.nothingTyped(label: answers.fullLabel(of: entry))
      if focus == entry { return [.message(message)] }
      leaveFocus()
      return landed(on: entry) + [.message(message)]
    }
    if let refusal = answers.refusalOfItem(inSection: section) { return [.message(refusal)] }
    leaveFocus()
    let (header, changes) = makeItem(ofEntry: entry, text: answers.text(of: entry))
    log.record(changes)
    return landed(on: entry) + [.message(.itemAdded(header: header))]
  }

  /// Makes items of all that was typed into lines for them, as the form is saved.
  mutating func makeItemsOfEntries() -> [Effect] {
    var messages: [Effect] = []
    for index in template.sections.indices {
      // Where there is no room the text stays, and is a problem.
      guard answers.hasEntryText(index), answers.refusalOfItem(inSection: index) == nil else {
        continue
      }
      let entry = answers.sectionRow(index)
      let (header, changes) = makeItem(ofEntry: entry, text: answers.text(of: entry))
      log.record(changes)
      messages.append(.message(.itemAdded(header: header)))
    }
    return messages.isEmpty ? [] : landed(on: nil) + messages
  }

  /// The first entry line after the focus, else of all, whose text is an item once Enter adds it.
  var entryToAdd: FormRow.ID? {
    let entries = answers.unaddedEntries.filter {
      answers.outline.index(of: $0) != nil && answers.refusalOfItem(inSection: $0.section) == nil
    }
    let start = focus.flatMap(answers.outline.index(of:))
    let next = entries.first { entry in
      guard let start, let index = answers.outline.index(of: entry) else { return true }
      return index > start
    }
    return next ?? entries.first
  }

  /// Goes to an entry line whose text was not added, and says so.
  mutating func goToAdd(_ entry: FormRow.ID) -> [Effect] {
    let message = FormMessage.notAdded(
      label: answers.fullLabel(of: entry), text: answers.text(of: entry).string)
    return landed(on: entry) + [.message(message)]
  }

  /// The changes that make an item of a text, and empty the line for it; made, not yet recorded. The
  /// text of a candidate fills in what picking it would.
  mutating func makeItem(ofEntry entry: FormRow.ID, text: Text, position: Int? = nil)
    -> (header: String, changes: [Change])
  {
    let section = entry.section
    let first =
      template.sections[section].insertsFirst ? 0 : answers.outline.itemCount(ofSection: section)
    let position = position ?? first
    let picks = answers.remainingPicks(of: entry, in: text)
    var changes = [put(.empty, in: entry)].compactMap { $0 }
    let item = newItem(inSection: section, at: position)
    changes.append(.itemInserted(section: section, item: item, position: position))
    let row = FormRow.ID(section: section, item: item, row: entry.row, number: 0)
    if let change = put(text, in: row, picks: picks) { changes.append(change) }
    answers.evaluate(item, inSection: section)
    for fill in answers.fills(ofPick: text, in: row, replacing: .empty, picks: (nil, picks.first)) {
      if let change = put(fill.text, in: fill.row) { changes.append(change) }
      answers.evaluate(item, inSection: section)
    }
    answers.recountFilled()
    return (answers.itemHeader(section: section, item: item, position: position), changes)
  }

  // MARK: - Pasting

  // A line is an item, with tabs between the answers of its rows. Only what is empty is filled, and
  // items that are missing are made. The paste stops before an item that holds something, or where
  // there can be no more, and keeps what is left for another paste.

  /// Pastes lines into the items from the focus on, as one step; nil where these are no lines for
  /// items: outside of a repeat, in an item that holds something, or a single text without tabs.
  ///
  /// - Parameter isRest: a single line is one for an item, because it was one of several.
  mutating func pasteIntoItems(_ lines: [Text], isRest: Bool = false) -> [Effect]? {
    guard let focus, answers.repetition(ofSection: focus.section) != nil, !answers.isReadOnly(focus)
    else { return nil }
    let isAddLine = focus.isAddLine(in: template.sections)
    let hasCells = lines.contains { $0.string.utf8.contains(0x09) }
    guard lines.count > 1 || isRest || (hasCells && !isFocusEntry) else { return nil }
    let isFree =
      isAddLine ? focusText.isBlank : answers.isEmpty(item: focus.item, ofSection: focus.section)
    guard isFree, focusText.isBlank else { return nil }
    return fillItems(with: lines.filter { !$0.isBlank }, from: focus, isRest: isRest)
  }

  private mutating func fillItems(
    with lines: [Text], from start: FormRow.ID, isRest: Bool
  ) -> [Effect] {
    let section = start.section
    let isAddLine = start.isAddLine(in: template.sections)
    let first =
      answers.outline.itemPosition(of: start)
      ?? (template.sections[section].insertsFirst
        ? 0 : answers.outline.itemCount(ofSection: section))
    var changes: [Change] = []
    var (taken, rows) = (0, 0)
    var (target, lastFilled) = (start, start)
    for (offset, line) in lines.enumerated() {
      let position = first + offset
      let item: Int
      if !isAddLine, let next = answers.outline.item(at: position, ofSection: section) {
        guard answers.isEmpty(item: next, ofSection: section) else { break }
        item = next
      } else {
        guard answers.refusalOfItem(inSection: section) == nil else { break }
        item = newItem(inSection: section, at: position)
        changes.append(.itemInserted(section: section, item: item, position: position))
      }
      let filled = fill(item, inSection: section, from: start.row, with: line, &changes)
      taken += 1
      rows += filled.count
      if let last = filled.last { lastFilled = last }
    }
    if !isAddLine || answers.outline.index(of: start) == nil { target = lastFilled }
    answers.recountFilled()
    log.record(changes, kind: isAddLine && !isFocusEntry ? .typed : .other)
    check(changes)
    log.keepPasteRest(lines.dropFirst(taken), isRest: isRest, of: template.sections[section])
    leaveFocus()
    var end: FormMessage.PasteEnd?
    if taken < lines.count {
      let next = isAddLine ? nil : answers.outline.item(at: first + taken, ofSection: section)
      end =
        next.flatMap { answers.firstRow(ofItem: $0, inSection: section) }
        .map { .holdsSomething(answers.itemLabel(of: $0) ?? answers.fullLabel(of: $0)) }
        ?? .noMore(taken)
    }
    return landed(on: target)
      + [.message(.pasted(taken, of: lines.count, rows: rows, end: end))]
  }

  /// Gives the rows of an item, from one on, the cells of a line. Rows that the cells before them
  /// hide are passed over; the last row takes what is left.
  private mutating func fill(
    _ item: Int, inSection section: Int, from first: Int, with line: Text, _ changes: inout [Change]
  ) -> [FormRow.ID] {
    var cells = line.string.unicodeScalars.split(separator: "\t", omittingEmptySubsequences: false)
      .map { String($0) }[...]
    var filled: [FormRow.ID] = []
    var last: FormRow.ID?
    let rows = answers.rows(ofItem: item, inSection: section).filter {
      $0.row >= first && template.sections[section].isLine($0.row) && !answers.isReadOnly($0)
    }
    for row in rows where !cells.isEmpty && answers.outline.isShown(row) {
      last = row
      let cell = cells.removeFirst()
      guard !cell.isEmpty else { continue }
      place(cell, in: row)
      filled.append(row)
      // What the cell decides is decided before the next row is looked for.
      answers.evaluate(item, inSection: section)
    }
    let rest = cells.filter { !$0.isEmpty }
    if !rest.isEmpty, let last {
      let isFilled = filled.last == last
      place(
        (isFilled ? [answers.text(of: last).string] + rest : rest).joined(separator: " "), in: last)
      if !isFilled { filled.append(last) }
      answers.evaluate(item, inSection: section)
    }
    return filled

    func place(_ cell: String, in row: FormRow.ID) {
      if let change = put(Text(cell), in: row), !answers.isSecret(row) { changes.append(change) }
    }
  }

  // MARK: - Without history

  /// Puts an item in its place; its rows hold what they held before.
  mutating func insert(_ item: Int, at position: Int, inSection section: Int) {
    // Before it is in the list, so that what it holds is counted once.
    answers.evaluate(item, inSection: section)
    answers.outline.insertItem(item, at: position, inSection: section)
    noteItems(ofSection: section, changed: item)
    answers.count(item: item, ofSection: section, times: 1)
    for row in answers.rows(ofItem: item, inSection: section) where answers.answer(of: row) != nil {
      sweep.check(row, in: &answers)
    }
    sweep.work?.restart()
  }

  /// Takes an item out; what its rows hold stays in the buffer.
  mutating func remove(_ item: Int, fromSection section: Int) {
    let lostIndex = focus.flatMap(answers.outline.index(of:))
    answers.count(item: item, ofSection: section, times: -1)
    for row in answers.rows(ofItem: item, inSection: section) { sweep.problems[row] = nil }
    let position = answers.outline.removeItem(item, fromSection: section)
    place.refreshMatches(in: answers.outline)
    noteItems(ofSection: section, changed: item)
    settle()
    if let position, let focus, answers.outline.index(of: focus) == nil {
      // What comes in the place of the last item is the one before, or the add line, not another section.
      let isLast = position == answers.outline.itemCount(ofSection: section)
      let neighbour = isLast ? answers.outline.item(at: position - 1, ofSection: section) : nil
      let isEmpty = answers.outline.itemCount(ofSection: section) == 0
      let addLine =
        isEmpty && answers.outline.hasAddLine(section) ? answers.sectionRow(section) : nil
      self.focus =
        neighbour.flatMap { answers.firstRow(ofItem: $0, inSection: section) }
        ?? addLine
        ?? answers.outline.lastIndex.flatMap { answers.outline.id(at: min(lostIndex ?? 0, $0)) }
    }
    sweep.work?.restart()
  }

  private mutating func noteItems(ofSection section: Int, changed item: Int) {
    answers.totals.note(item: item, ofSection: section)
    answers.changes.sections.insert(section)
    log.noteItems(ofSection: section)
    answers.noteOrderChanged(inSection: section)
  }

  /// Shows a row after the order changed; without one the focus stays where it is. Whoever changes the
  /// order leaves the focus first: the row that has it now may be one where nobody was.
  mutating func landed(on row: FormRow.ID?) -> [Effect] {
    if let row, answers.outline.index(of: row) != nil { focus = row }
    for section in template.sections.indices { sweep.checkSection(section, in: &answers) }
    place.refreshMatches(in: answers.outline)
    // What is new is not among the rows that were found.
    if let focus, !place.shows(focus, in: answers.outline) { place.filter = nil }
    if focus.flatMap(answers.outline.index(of:)) == nil {
      let near = focus.flatMap(answers.outline.nearestIndex(to:)) ?? 0
      focus = answers.outline.lastIndex.flatMap { answers.outline.id(at: min(near, $0)) }
    }
    place.revealFocus(in: answers.outline)
    settle()
    return place.isFinding ? [.lineReplaced, .workRemains] : [.lineReplaced]
  }
}
