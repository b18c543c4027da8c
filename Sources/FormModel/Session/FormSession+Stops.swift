// Moves from stop to stop. A stop is an add line or a row that can be answered. Enter, Tab and
// Shift-Tab go only to stops; Up and Down go to every row.

import FormText

extension FormSession {
  /// The row that had the focus before the last jump.
  package var rowBeforeJump: FormRow.ID? { place.rowBeforeJump }

  mutating func move(_ move: Move) -> [Effect] {
    guard let focus, let place = viewPlace(of: focus) else { return [] }
    switch move {
    case .next: return place + 1 < viewCount ? go(toPlace: place + 1) : [.message(.isLastRow)]
    case .previous: return place > 0 ? go(toPlace: place - 1) : [.message(.isFirstRow)]
    case .pageDown: return page(forward: true)
    case .pageUp: return page(forward: false)
    case .first: return jump(toPlace: stop(from: 0, by: 1) ?? 0)
    case .last: return jump(toPlace: stop(from: viewCount - 1, by: -1) ?? viewCount - 1)
    case .previousStop:
      return stop(from: place - 1, by: -1).map { go(toStop: $0) } ?? [.message(.isFirstRow)]
    case .nextItem: return goToItem(from: focus, forward: true)
    case .previousItem: return goToItem(from: focus, forward: false)
    case .to(let row):
      guard let target = answers.outline.index(of: row) else { return [.message(.rowIsGone)] }
      return jump(toIndex: target)
    case .along(let row):
      guard let target = answers.outline.index(of: row) else { return [.message(.rowIsGone)] }
      return go(toIndex: target)
    case .back:
      guard let target = self.place.rowBeforeJump.flatMap(answers.outline.index(of:))
      else { return [.message(.nothingToGoBackTo)] }
      return jump(toIndex: target)
    case .nextEmpty: return begin(.findEmpty)
    case .nextProblem: return begin(.findProblem)
    }
  }

  /// Goes to a stop. In a text of several lines, the cursor is put at the end.
  mutating func go(toStop place: Int) -> [Effect] {
    let effects = go(toPlace: place)
    if focusHoldsLines, let live = focusPlace, answers.texts.live[live].content.cursor != nil {
      answers.texts.live[live].content.cursor = nil
      let row = answers.texts.live[live].id
      if !answers.isSecret(row) { log.journal.note(row) }
      log.journal.hasMoved = true
    }
    return effects
  }

  /// Handles Enter: adds the text of an entry line (an add line that holds a text) as an item, or
  /// goes to the next stop. After the last stop, goes to the first problem; if there is none, asks
  /// whether to save.
  mutating func enter() -> [Effect] {
    var effects: [Effect] = []
    if let entry = focus, isFocusEntry, !answers.text(of: entry).isBlank {
      guard let refusal = answers.refusalOfItem(in: entry.listOfAddLine) else {
        return addEntry(to: entry.listOfAddLine)
      }
      effects = [.message(refusal)]
    }
    guard let focus, let position = viewPlace(of: focus) else { return begin(.finish) + effects }
    let next = stop(from: position + 1, by: 1)
    if let made = itemToLeave(from: focus, next: next) {
      place.itemMadeLast = nil
      if let addLine = addLine(below: made) { return go(toStop: addLine) }
    }
    if let next { return go(toStop: next) + effects }
    guard place.filter == nil else { return [.message(.isLastMatch(count: viewCount))] }
    return begin(.finish) + effects
  }

  /// Whether Enter in the focused row ends the form, because no stop comes after it.
  package var isFocusLastStop: Bool {
    guard place.filter == nil, let focus, let position = viewPlace(of: focus),
      stop(from: position + 1, by: 1) == nil
    else { return false }
    return itemToLeave(from: focus, next: nil).flatMap { addLine(below: $0) } == nil
  }

  /// Whether Enter in a row of several lines leaves the row rather than starting a new line. Enter
  /// leaves the row in an empty text, after two blank lines at the end of a paragraph, and after an
  /// empty entry at the end of a list.
  public var focusEnterGoesOn: Bool {
    guard let focus, focusTakesLineBreaks else { return false }
    if focusText.isEmpty { return true }
    guard cursor == focusText.scalarCount else { return false }
    return focusText.blankLinesAtEnd >= (answers.rowType(of: focus).holdsEntries ? 1 : 2)
  }

  /// Removes the blank lines at the end of a text of several lines, and leaves the row.
  mutating func endText() -> [Effect] {
    let effects = focusEnterGoesOn ? edit(focusText.withoutLastBlankLines) : []
    let next = enter()
    return next.contains(.lineReplaced) ? next : effects + next
  }

  private mutating func edit(_ text: Text) -> [Effect] {
    text == focusText ? [] : replaceFocus(with: text)
  }

  /// The item that was created last, if Enter leaves it from its last row. Enter then returns to the
  /// add line.
  private func itemToLeave(from focus: FormRow.ID, next: Int?) -> FormRow.ID? {
    guard let made = place.itemMadeLast, matches == nil, isInside(focus, itemOf: made) else {
      return nil
    }
    if let nextRow = next.flatMap({ viewID(at: $0) }), isInside(nextRow, itemOf: made) {
      return nil
    }
    return made
  }

  /// The position of the add line of an item's list; nil if the list has none.
  private func addLine(below item: FormRow.ID) -> Int? {
    viewPlace(of: answers.addLine(of: answers.outline.list(of: item)))
  }

  /// Whether a row is in the same item as another row, or in an item inside that item.
  private func isInside(_ row: FormRow.ID, itemOf other: FormRow.ID) -> Bool {
    if row.section == other.section { return row.item == other.item }
    let depth = template.sections[other.section].chain.count - 1
    return template.sections[row.section].chain.contains(other.section)
      && answers.outline.items(around: row).dropFirst(depth).first == other.item
  }

  /// The position of the first stop, searching from a position in steps of 1 or -1; nil if there is
  /// none. Read-only rows that one row template makes by its `count` are skipped in one step. After
  /// a thousand read-only rows, the next row counts as a stop, because a key must not search the
  /// whole form (law 15).
  func stop(from start: Int, by step: Int) -> Int? {
    var position = start
    for seen in 0... {
      guard let row = viewID(at: position) else { return nil }
      if !answers.isReadOnly(row) || seen == Answers.mostItems { return position }
      if matches == nil, let count = template[row].count {
        position += step > 0 ? count - row.number + 1 : -row.number
      } else {
        position += step
      }
    }
    return nil
  }

  /// Whether an add line has the focus. Entry lines are add lines too.
  public var isFocusAddLine: Bool { focus?.isAddLine(in: template.sections) ?? false }

  /// The add line of the list that contains a row; nil if the list has no add line.
  package func addLine(around row: FormRow.ID) -> FormRow.ID? {
    guard answers.repetition(ofSection: row.section) != nil else { return nil }
    let addLine = answers.addLine(of: answers.outline.list(of: row))
    return answers.outline.index(of: addLine) == nil ? nil : addLine
  }

  /// The first row of the item with this label, as in `Job 2`; nil if there is none. Of the lists in
  /// items, only those count that `list(ofSection:)` returns. O(sections).
  package func firstRow(ofItemLabeled label: String) -> FormRow.ID? {
    let wanted = label.lowercased()
    for section in template.sections.indices {
      guard let repetition = template.sections[section].repetition,
        let list = list(ofSection: section)
      else { continue }
      let itemLabel = NumberedText(repetition.label.source.lowercased())
      let numbers = 1...max(answers.outline.itemCount(of: list), 1)
      guard let number = itemLabel.number(making: wanted, in: numbers),
        let item = answers.outline.item(at: number - 1, of: list)
      else { continue }
      return answers.firstRow(ofItem: item, inSection: section)
    }
    return nil
  }

  /// The list that a person means by naming a section without an item: the list around the focus,
  /// or the only list of the section. Nil if there are several lists or none.
  package func list(ofSection section: Int) -> ItemList? {
    guard let parent = template.sections[section].parent else {
      return ItemList(section: section, parent: 0)
    }
    if let focus, let depth = template.sections[focus.section].chain.firstIndex(of: parent),
      let item = answers.outline.items(around: focus).dropFirst(depth).first
    {
      return ItemList(section: section, parent: item)
    }
    guard let around = list(ofSection: parent), answers.outline.itemCount(of: around) == 1 else {
      return nil
    }
    return answers.outline.item(at: 0, of: around).map { ItemList(section: section, parent: $0) }
  }

  /// Whether an entry line has the focus. An entry line is an add line that keeps its text until
  /// Enter is pressed.
  public var isFocusEntry: Bool {
    focus.map { $0.isAddLine(in: template.sections) && template.sections[$0.section].hasEntry }
      ?? false
  }

  /// Whether a line of a script can answer a row.
  package func takesLine(_ row: FormRow.ID) -> Bool {
    guard !row.isAddLine(in: template.sections) else {
      return template.sections[row.section].hasEntry
    }
    return !answers.isCalculated(row)
  }

  /// The first row that a line of a script can answer, searched from the focus in steps of 1 or -1;
  /// nil if there is none. O(rows between them).
  package func rowTakingLine(by step: Int) -> FormRow.ID? {
    guard var position = focus.flatMap({ viewPlace(of: $0) }) else { return nil }
    while let row = viewID(at: position) {
      if takesLine(row) { return row }
      position += step
    }
    return nil
  }

  /// The stop to which Shift-Tab would go; nil before the first stop.
  package var previousStop: FormRow.ID? {
    focus.flatMap { viewPlace(of: $0) }.flatMap { stop(from: $0 - 1, by: -1) }
      .flatMap { viewID(at: $0) }
  }

  /// The stop to which Enter would go; nil after the last stop.
  package var nextStop: FormRow.ID? {
    let position = focus.flatMap { viewPlace(of: $0) } ?? -1
    return stop(from: position + 1, by: 1).flatMap { viewID(at: $0) }
  }

  /// The first stop of a section; for a section without items, its add line. Nil if no row of the
  /// section is shown.
  package func firstStop(ofSection section: Int) -> FormRow.ID? {
    let list = list(ofSection: section) ?? answers.outline.lists(ofSection: section).first
    guard let places = list.map(answers.outline.indices(of:)), !places.isEmpty else { return nil }
    var row = answers.outline.id(at: places.lowerBound)
    for index in places.prefix(Answers.mostItems) {
      guard let candidate = answers.outline.id(at: index) else { break }
      row = row ?? candidate
      if !answers.isReadOnly(candidate) { return candidate }
    }
    return row
  }

  /// Whether the next character replaces the focused text. The text must be an untouched default or
  /// a picked choice, with the cursor at its end. No key may have edited the text or moved the
  /// cursor since the row got the focus.
  public var isFocusUntouched: Bool {
    guard let focus, place.touchedRow != focus, let line = focusPlace,
      answers.texts.live[line].content.cursor == nil,
      !answers.texts.live[line].content.text.isEmpty, !focusHoldsLines,
      !answers.isReadOnly(focus), !isFocusBoolean
    else { return false }
    // Do not join these lines by `||`, because that would copy all answers for the other halves.
    if answers.isPicked(focus) { return true }
    if answers.isLoadedChoice(focus) { return true }
    return focusHoldsDefault
  }

  // MARK: - Items

  /// Whether a row is an add line.
  package func isAddLine(_ id: FormRow.ID) -> Bool { id.isAddLine(in: template.sections) }

  /// Whether `itemUnmade` would remove the focused item, because the item is empty and its first
  /// row has the focus.
  package var unmakesItem: Bool {
    guard let focus, focus.item > 0, answers.repetition(ofSection: focus.section) != nil else {
      return false
    }
    return focus == answers.firstStop(ofItem: focus.item, inSection: focus.section)
      && answers.holdsNothing(item: focus.item, ofSection: focus.section)
  }

  mutating func goToItem(from focus: FormRow.ID, forward isForward: Bool) -> [Effect] {
    let target =
      matches == nil
      ? isForward ? stopOfNextItem(after: focus) : stopOfPreviousItem(before: focus)
      : matchOfItem(from: focus, by: isForward ? 1 : -1)
    guard let target else { return [.message(.noItem(isForward: isForward))] }
    return go(toStop: target)
  }

  private func stopOfNextItem(after focus: FormRow.ID) -> Int? {
    let (section, list) = (focus.section, answers.outline.list(of: focus))
    if template.sections[section].repetition != nil {
      let addLine = answers.addLine(of: list)
      let isFirst = template.sections[section].insertsFirst
      let position = answers.outline.itemPosition(of: focus).map { $0 + 1 }
      if let first = position ?? (isFirst ? 0 : nil),
        let stop = stopOfItem(from: first, by: 1, in: list)
      {
        return stop
      }
      if !isFirst, focus != addLine, let place = viewPlace(of: addLine) { return place }
    }
    return stop(from: answers.outline.indices(of: list).upperBound.value, by: 1)
  }

  private func stopOfPreviousItem(before focus: FormRow.ID) -> Int? {
    let (section, list) = (focus.section, answers.outline.list(of: focus))
    if template.sections[section].repetition != nil {
      let addLine = answers.addLine(of: list)
      let isFirst = template.sections[section].insertsFirst
      let count = answers.outline.itemCount(of: list)
      let position = answers.outline.itemPosition(of: focus) ?? (isFirst ? 0 : count)
      if let stop = stopOfItem(from: position - 1, by: -1, in: list) { return stop }
      if isFirst, focus != addLine, let place = viewPlace(of: addLine) { return place }
    }
    // Before the first inner item, the previous item is the item around the list.
    if let parent = template.sections[section].parent {
      let around = answers.firstStop(ofItem: list.parent, inSection: parent)
      if let around, let place = viewPlace(of: around) { return place }
    }
    for before in (0..<section).reversed() where template.sections[before].parent == nil {
      let places = answers.outline.indices(of: ItemList(section: before, parent: 0))
      guard let stop = stop(from: places.lowerBound.value, by: 1),
        stop < places.upperBound.value
      else { continue }
      return stop
    }
    return nil
  }

  /// The position of the first stop of an item. If the item has no stop, continues with the
  /// following items.
  private func stopOfItem(from position: Int, by step: Int, in list: ItemList) -> Int? {
    var position = position
    for _ in 0..<Answers.mostItems {
      guard let item = answers.outline.item(at: position, of: list) else { return nil }
      if let stop = answers.firstStop(ofItem: item, inSection: list.section),
        let place = viewPlace(of: stop)
      {
        return place
      }
      position += step
    }
    return nil
  }

  /// The position of the next match, in steps of 1 or -1, that is outside of the focused item.
  private func matchOfItem(from focus: FormRow.ID, by step: Int) -> Int? {
    guard var position = viewPlace(of: focus) else { return nil }
    for _ in 0..<Answers.mostItems {
      position += step
      guard let row = viewID(at: position) else { return nil }
      if row.item != focus.item || row.section != focus.section { return position }
    }
    return nil
  }
}
