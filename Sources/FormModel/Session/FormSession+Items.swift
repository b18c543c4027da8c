// Adds, removes and moves the items of repeating sections. A text stays with its row identity: the
// texts of a removed item stay in the buffer, so undoing the removal restores them (law 6).
//
// An add line is the line of a list on which typing creates an item. An entry line is an add line
// that keeps the typed text until Enter makes an item of it.

import FormText

extension FormSession {
  /// Adds an empty item or, if the section has an entry line, an item with the text of that line.
  mutating func addItem(to list: ItemList) -> [Effect] {
    guard let repetition = answers.repetition(ofSection: list.section),
      answers.outline.isInForm(list), answers.outline.isShown(list)
    else { return [.message(.nothingRepeats)] }
    if repetition.hasEntry { return addEntry(to: list) }
    let (made, effects) = openItem(in: list)
    guard let made, case .itemInserted(_, let item, let position) = made else { return effects }
    log.record([made])
    let header = answers.itemHeader(section: list.section, item: item, position: position)
    return effects + [.message(.itemAdded(header: header))]
  }

  /// Creates an empty item at the position that the template specifies, and focuses its first row.
  /// Does not record the change in the undo history.
  ///
  /// - Returns: the change, or nil if the list is full; and the effects.
  mutating func openItem(in list: ItemList) -> (made: Change?, effects: [Effect]) {
    if let refusal = answers.refusalOfItem(in: list) { return (nil, [.message(refusal)]) }
    let section = list.section
    let isFirst = template.sections[section].insertsFirst
    let position = isFirst ? 0 : answers.outline.itemCount(of: list)
    leaveFocus()
    let item = newItem(in: list, at: position)
    let row = answers.firstStop(ofItem: item, inSection: section)
    if isFirst { place.itemMadeLast = row }
    return (.itemInserted(section: section, item: item, position: position), landed(on: row))
  }

  // MARK: - Add lines

  /// Whether a row is an add line, but not an entry line, so that typing a character creates an
  /// item. Called for every key in an empty row.
  func isAddLineToMake(_ row: FormRow.ID) -> Bool {
    row.item <= 0 && row.isAddLine(in: template.sections)
      && !template.sections[row.section].hasEntry
  }

  /// Creates an item with a text in its first row, and focuses that row. Further typing there
  /// belongs to the same undo step.
  ///
  /// - Parameter list: the list of the add line.
  mutating func makeItem(
    typing text: Text, cursor: Int, kind: EditKind, in list: ItemList
  ) -> [Effect] {
    let section = list.section
    noteVisibleChange()
    let (made, effects) = openItem(in: list)
    guard let made, case .itemInserted(_, let item, _) = made else {
      return effects + [.lineReplaced]
    }
    guard let row = answers.firstStop(ofItem: item, inSection: section) else {
      // Conditions hide every row that could get the text, so remove the item again.
      remove(item, fromSection: section)
      return landed(on: answers.addLine(of: list))
        + [.message(.isHidden(row: answers.fullLabel(of: answers.addLine(of: list))))]
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

  /// Removes the focused item if it is empty and its first row has the focus.
  mutating func unmakeItem() -> [Effect] {
    guard unmakesItem, let focus, let position = answers.outline.itemPosition(of: focus) else {
      return []
    }
    log.history.close()
    let list = answers.outline.list(of: focus)
    remove(focus.item, fromSection: focus.section)
    log.record(
      [.itemRemoved(section: focus.section, item: focus.item, position: position)], kind: .deleted)
    return landed(on: answers.addLine(of: list))
  }

  /// Adds a copy right after an item, with the same texts and copies of the items inside it.
  /// Secrets are not copied.
  mutating func duplicateItem(_ item: Int, inSection section: Int) -> [Effect] {
    guard answers.repetition(ofSection: section) != nil,
      let position = answers.outline.position(ofItem: item, inSection: section)
    else { return [.message(.nothingRepeats)] }
    let list = answers.outline.list(ofItem: item, inSection: section)
    if let refusal = answers.refusalOfItem(in: list) { return [.message(refusal)] }
    let copy = answers.outline.createItem(in: list, isFilled: false)
    leaveFocus()
    copyLists(of: item, to: copy, ofSection: section)
    insert(copy, at: position + 1, inSection: section)
    var changes = [Change.itemInserted(section: section, item: copy, position: position + 1)]
    copyTexts(of: item, to: copy, ofSection: section, &changes)
    log.record(changes)
    answers.evaluateAll(in: copy, ofSection: section)
    answers.recountFilled()
    let header = answers.itemHeader(section: section, item: copy, position: position + 1)
    let row = focus?.row ?? 0
    return landed(on: FormRow.ID(section: section, item: copy, row: row, number: 0))
      + [.message(.itemCopied(header: header))]
  }

  /// Creates as many items inside a new item as the original item contains.
  private mutating func copyLists(of item: Int, to copy: Int, ofSection section: Int) {
    for child in template.sections[section].children {
      let list = ItemList(section: child, parent: copy)
      for (position, inner) in answers.outline.items(of: .init(section: child, parent: item))
        .enumerated()
      {
        let twin = answers.outline.createItem(in: list, isFilled: false)
        answers.outline.insertItem(twin, at: position, inSection: child)
        copyLists(of: inner, to: twin, ofSection: child)
      }
    }
  }

  private mutating func copyTexts(
    of item: Int, to copy: Int, ofSection section: Int, _ changes: inout [Change]
  ) {
    for row in answers.rows(ofItem: item, inSection: section) where !answers.isSecret(row) {
      let twin = FormRow.ID(section: section, item: copy, row: row.row, number: 0)
      if let change = put(answers.textToCopy(of: row), in: twin, picks: answers.picks(of: row)) {
        changes.append(change)
      }
    }
    for child in template.sections[section].children {
      let items = answers.outline.items(of: ItemList(section: child, parent: item))
      let twins = answers.outline.items(of: ItemList(section: child, parent: copy))
      for (inner, twin) in zip(items, twins) {
        copyTexts(of: inner, to: twin, ofSection: child, &changes)
      }
    }
  }

  mutating func removeItem(_ item: Int, fromSection section: Int) -> [Effect] {
    guard answers.repetition(ofSection: section) != nil,
      let position = answers.outline.position(ofItem: item, inSection: section)
    else { return [.message(.nothingRepeats)] }
    var filled = 0
    answers.forEachRow(inItem: item, ofSection: section) { row in
      let isFilled = answers.outline.index(of: row) != nil && answers.answer(of: row) != nil
      filled += isFilled ? 1 : 0
    }
    let message = FormMessage.itemRemoved(
      header: answers.itemHeader(section: section, item: item, position: position),
      filled: filled)
    leaveFocus()
    remove(item, fromSection: section)
    log.record([.itemRemoved(section: section, item: item, position: position)])
    return landed(on: nil) + [.message(message)]
  }

  mutating func moveItem(_ item: Int, inSection section: Int, to target: Int) -> [Effect] {
    guard answers.repetition(ofSection: section) != nil,
      let position = answers.outline.position(ofItem: item, inSection: section)
    else { return [.message(.nothingRepeats)] }
    let count = answers.outline.itemCount(
      of: answers.outline.list(ofItem: item, inSection: section))
    let target = min(max(target, 0), count - 1)
    // If the focus is in the moved item, or in an item inside it, the focus stays on its row.
    let depth = template.sections[section].chain.count - 1
    let row = focus.flatMap {
      template.sections[$0.section].chain.contains(section)
        && answers.outline.items(around: $0).dropFirst(depth).first == item ? $0 : nil
    }
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

  // MARK: - Entry lines

  /// Adds an item with the text of an entry line, if the entry line has a text. Then focuses the
  /// entry line, unless the list is full.
  mutating func addEntry(to list: ItemList) -> [Effect] {
    let entry = answers.addLine(of: list)
    guard !answers.text(of: entry).isBlank else {
      let message = FormMessage.nothingTyped(label: answers.fullLabel(of: entry))
      if focus == entry { return [.message(message)] }
      leaveFocus()
      return landed(on: entry) + [.message(message)]
    }
    if let refusal = answers.refusalOfItem(in: list) { return [.message(refusal)] }
    leaveFocus()
    let (header, changes) = makeItem(ofEntry: entry, text: answers.text(of: entry))
    log.record(changes)
    return landed(on: entry) + [.message(.itemAdded(header: header))]
  }

  /// Adds an item for every entry line with a text, because the form is being saved.
  mutating func makeItemsOfEntries() -> [Effect] {
    var messages: [Effect] = []
    for entry in answers.unaddedEntries {
      // If the list is full, the text stays and is a problem.
      guard answers.hasEntryText(entry.listOfAddLine),
        answers.refusalOfItem(in: entry.listOfAddLine) == nil
      else { continue }
      let (header, changes) = makeItem(ofEntry: entry, text: answers.text(of: entry))
      log.record(changes)
      messages.append(.message(.itemAdded(header: header)))
    }
    return messages.isEmpty ? [] : landed(on: nil) + messages
  }

  /// The next entry line after the focus that has a text of which Enter could make an item; if
  /// there is none, the first such line in the form.
  var entryToAdd: FormRow.ID? {
    let entries = answers.unaddedEntries.filter {
      answers.outline.index(of: $0) != nil && answers.refusalOfItem(in: $0.listOfAddLine) == nil
    }
    let start = focus.flatMap(answers.outline.index(of:))
    let next = entries.first { entry in
      guard let start, let index = answers.outline.index(of: entry) else { return true }
      return index > start
    }
    return next ?? entries.first
  }

  /// Focuses an entry line, and reports that its text was not added.
  mutating func goToAdd(_ entry: FormRow.ID) -> [Effect] {
    let message = FormMessage.notAdded(
      label: answers.fullLabel(of: entry), text: answers.text(of: entry).string)
    return landed(on: entry) + [.message(message)]
  }

  /// Creates an item with a text, and empties the entry line. Returns the changes without recording
  /// them. If the text was picked as a candidate, the candidate fills in other rows as usual.
  mutating func makeItem(ofEntry entry: FormRow.ID, text: Text, position: Int? = nil)
    -> (header: String, changes: [Change])
  {
    let (section, list) = (entry.section, entry.listOfAddLine)
    let position =
      position
      ?? (template.sections[section].insertsFirst ? 0 : answers.outline.itemCount(of: list))
    let picks = answers.remainingPicks(of: entry, in: text)
    var changes = [put(.empty, in: entry)].compactMap { $0 }
    let item = newItem(in: list, at: position)
    changes.append(.itemInserted(section: section, item: item, position: position))
    let row = FormRow.ID(section: section, item: item, row: entry.row, number: 0)
    if let change = put(text, in: row, picks: picks) { changes.append(change) }
    answers.evaluate(item, inSection: section)
    for fill in answers.fills(ofPick: text, in: row, replacing: .empty, picks: (nil, picks.first)) {
      if let change = put(filled: fill) { changes.append(change) }
      answers.evaluate(item, inSection: section)
    }
    answers.recountFilled()
    return (answers.itemHeader(section: section, item: item, position: position), changes)
  }

  /// Sets a text that the candidate picked for another row fills in. If the text is a choice of its
  /// row, it counts as picked.
  mutating func put(filled fill: (row: FormRow.ID, text: Text)) -> Change? {
    put(fill.text, in: fill.row, picks: answers.picks(ofFilled: fill))
  }

  // MARK: - Without history

  /// Inserts an item. If the item was in the form before, its rows and the items inside it have
  /// their earlier texts again. O(items inside it).
  mutating func insert(_ item: Int, at position: Int, inSection section: Int) {
    // Evaluate the conditions before the item is in its list, so that its rows are counted only
    // once.
    answers.evaluateAll(in: item, ofSection: section)
    answers.outline.insertItem(item, at: position, inSection: section)
    noteItems(ofSection: section, changed: item)
    answers.count(item: item, ofSection: section, times: 1)
    for row in answers.answeredRows(inItem: item, ofSection: section) {
      sweep.check(row, in: &answers)
    }
    sweep.work?.restart()
  }

  /// Removes an item. The texts of its rows and inner items stay in the buffer. O(items inside it).
  mutating func remove(_ item: Int, fromSection section: Int) {
    let lostIndex = focus.flatMap(answers.outline.index(of:))
    let list = answers.outline.list(ofItem: item, inSection: section)
    let isCounted = answers.outline.isCounted(
      FormRow.ID(section: section, item: item, row: 0, number: 0))
    if isCounted { answers.count(item: item, ofSection: section, times: -1) }
    answers.forEachRow(inItem: item, ofSection: section) { sweep.problems[$0] = nil }
    let position = answers.outline.removeItem(item, fromSection: section)
    place.refreshMatches(in: answers.outline)
    noteItems(ofSection: section, changed: item)
    settle()
    if let position, let focus, answers.outline.index(of: focus) == nil {
      // If the last item of a list was removed, the focus moves to the item before it or to the add
      // line, never to another section.
      let isLast = position == answers.outline.itemCount(of: list)
      let neighbour = isLast ? answers.outline.item(at: position - 1, of: list) : nil
      let isEmpty = answers.outline.itemCount(of: list) == 0
      let addLine = isEmpty && answers.outline.hasAddLine(list) ? answers.addLine(of: list) : nil
      self.focus =
        neighbour.flatMap { answers.firstRow(ofItem: $0, inSection: section) }
        ?? addLine
        ?? answers.outline.lastIndex.flatMap { answers.outline.id(at: min(lostIndex ?? 0, $0)) }
    }
    sweep.work?.restart()
  }

  private mutating func noteItems(ofSection section: Int, changed item: Int) {
    answers.noteTotals(ofItem: item, inSection: section)
    let list = answers.outline.list(ofItem: item, inSection: section)
    answers.changes.lists.insert(list)
    sweep.noteChange(of: answers.addLine(of: list), in: &answers)
    log.noteItems(ofSection: section, in: template.sections)
    answers.noteItemsChanged(inSection: section)
  }

  /// Focuses a row after the order of items changed; nil keeps the focus. Callers must call
  /// `leaveFocus` before they change the order, because the focus may be on another row afterwards.
  mutating func landed(on row: FormRow.ID?) -> [Effect] {
    if let row, answers.outline.index(of: row) != nil { focus = row }
    sweep.checkLists(in: &answers)
    place.refreshMatches(in: answers.outline)
    // A filter of the view never gains rows, so it cannot show a new row; end it.
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
