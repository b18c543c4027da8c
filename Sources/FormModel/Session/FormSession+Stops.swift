// Going from stop to stop. A stop is a row that can be answered, or an add line: Enter, Tab and Shift-Tab
// go only there, Up and Down to every row.

import FormText

extension FormSession {
  /// The row from which the last jump went.
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
    case .back:
      guard let target = self.place.rowBeforeJump.flatMap(answers.outline.index(of:))
      else { return [.message(.nothingToGoBackTo)] }
      return jump(toIndex: target)
    case .nextEmpty: return begin(.findEmpty)
    case .nextProblem: return begin(.findProblem)
    }
  }

  /// Goes to a stop, with the cursor at the end of a text of several lines.
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

  /// Enter: makes an item of a text on an entry line, else goes to the next stop; after the last to the
  /// first problem, or the question.
  mutating func enter() -> [Effect] {
    var effects: [Effect] = []
    if let entry = focus, isFocusEntry, !answers.text(of: entry).isBlank {
      guard let refusal = answers.refusalOfItem(inSection: entry.section) else {
        return addEntry(ofSection: entry.section)
      }
      effects = [.message(refusal)]
    }
    guard let focus, let position = viewPlace(of: focus) else { return begin(.finish) + effects }
    let next = stop(from: position + 1, by: 1)
    if let addLine = addLineAbove(focus, next: next) { return go(toStop: addLine) }
    if let next { return go(toStop: next) + effects }
    guard place.filter == nil else { return [.message(.isLastMatch(count: viewCount))] }
    return begin(.finish) + effects
  }

  /// Whether Enter leaves a row of several lines rather than making a line: in an empty one, at the
  /// end after a second blank line of a paragraph, on an empty last entry of a list.
  public var focusEnterGoesOn: Bool {
    guard let focus, focusTakesLineBreaks else { return false }
    if focusText.isEmpty { return true }
    guard cursor == focusText.scalarCount else { return false }
    return focusText.blankLinesAtEnd >= (answers.rowType(of: focus).holdsEntries ? 1 : 2)
  }

  /// Drops the blank lines at the end of a text of several lines, and leaves the row.
  mutating func endText() -> [Effect] {
    let effects = focusEnterGoesOn ? edit(focusText.withoutLastBlankLines) : []
    let next = enter()
    return next.contains(.lineReplaced) ? next : effects + next
  }

  private mutating func edit(_ text: Text) -> [Effect] {
    text == focusText ? [] : replaceFocus(with: text)
  }

  /// The place of the add line to which Enter returns from the last row of the item made last.
  private mutating func addLineAbove(_ focus: FormRow.ID, next: Int?) -> Int? {
    guard let made = place.itemMadeLast, made.item == focus.item, made.section == focus.section,
      matches == nil
    else { return nil }
    let nextRow = next.flatMap { viewID(at: $0) }
    guard nextRow?.item != focus.item || nextRow?.section != focus.section else { return nil }
    place.itemMadeLast = nil
    return viewPlace(of: answers.sectionRow(focus.section))
  }

  /// The place of the first stop from a place on, in steps of 1 or -1; nil where there is none. Rows of
  /// one `count` that can only be looked at are passed at once; after a thousand others the next row
  /// is as good as a stop, because a key must not go through the form (law 15).
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

  /// Whether the focus is on an add line, with or without `entry`.
  public var isFocusAddLine: Bool { focus?.isAddLine(in: template.sections) ?? false }

  /// The add line of a section; nil where it has none.
  package func addLine(ofSection section: Int) -> FormRow.ID? {
    let row = answers.sectionRow(section)
    return answers.outline.index(of: row) == nil ? nil : row
  }

  /// Whether the focus is on an entry line: an add line that keeps its text until Enter.
  public var isFocusEntry: Bool {
    focus.map { $0.isAddLine(in: template.sections) && template.sections[$0.section].hasEntry }
      ?? false
  }

  /// The stop that Enter would go to; nil after the last.
  package var nextStop: FormRow.ID? {
    let position = focus.flatMap { viewPlace(of: $0) } ?? -1
    return stop(from: position + 1, by: 1).flatMap { viewID(at: $0) }
  }

  /// The first stop of a section: its add line if it is folded; nil where none of its rows is shown.
  package func firstStop(ofSection section: Int) -> FormRow.ID? {
    let start = answers.outline.startIndex(ofSection: section)
    let end = answers.outline.endIndex(ofSection: section)
    guard start < end else { return nil }
    var row = answers.outline.id(at: start)
    for offset in 0..<min(end.value - start.value, Answers.mostItems) {
      guard let candidate = answers.outline.id(at: start + offset) else { break }
      row = row ?? candidate
      if !answers.isReadOnly(candidate) { return candidate }
    }
    return row
  }

  /// Whether the next character replaces the focus's text: an untouched default, or a choice that was
  /// taken, with the cursor at the end, and no key has moved in it in this visit.
  public var isFocusUntouched: Bool {
    guard let focus, let place = focusPlace, answers.texts.live[place].content.cursor == nil,
      !answers.texts.live[place].content.text.isEmpty, !focusHoldsLines,
      !answers.isReadOnly(focus), !isFocusBoolean
    else { return false }
    return (focusHoldsDefault || answers.isPicked(focus)) && self.place.touchedRow != focus
  }

  // MARK: - Items

  /// Whether a row is an add line.
  package func isAddLine(_ id: FormRow.ID) -> Bool { id.isAddLine(in: template.sections) }

  /// Whether `itemUnmade` would unmake the item of the focus: this is its first row, and it holds nothing.
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
    let (section, addLine) = (focus.section, answers.sectionRow(focus.section))
    if template.sections[section].repetition != nil {
      let isFirst = template.sections[section].insertsFirst
      let position = answers.outline.itemPosition(of: focus).map { $0 + 1 }
      if let first = position ?? (isFirst ? 0 : nil),
        let stop = stopOfItem(from: first, by: 1, inSection: section)
      {
        return stop
      }
      if !isFirst, focus != addLine, let place = viewPlace(of: addLine) { return place }
    }
    return stop(from: answers.outline.endIndex(ofSection: section).value, by: 1)
  }

  private func stopOfPreviousItem(before focus: FormRow.ID) -> Int? {
    let (section, addLine) = (focus.section, answers.sectionRow(focus.section))
    if template.sections[section].repetition != nil {
      let isFirst = template.sections[section].insertsFirst
      let count = answers.outline.itemCount(ofSection: section)
      let position = answers.outline.itemPosition(of: focus) ?? (isFirst ? 0 : count)
      if let stop = stopOfItem(from: position - 1, by: -1, inSection: section) { return stop }
      if isFirst, focus != addLine, let place = viewPlace(of: addLine) { return place }
    }
    for before in (0..<section).reversed() {
      let start = answers.outline.startIndex(ofSection: before)
      guard let stop = stop(from: start.value, by: 1),
        stop < answers.outline.endIndex(ofSection: before).value
      else { continue }
      return stop
    }
    return nil
  }

  /// The place of the first stop of an item, or of one further on where it has none.
  private func stopOfItem(from position: Int, by step: Int, inSection section: Int) -> Int? {
    var position = position
    for _ in 0..<Answers.mostItems {
      guard let item = answers.outline.item(at: position, ofSection: section) else { return nil }
      if let stop = answers.firstStop(ofItem: item, inSection: section),
        let place = viewPlace(of: stop)
      {
        return place
      }
      position += step
    }
    return nil
  }

  /// The first of the rows found that is of another item or section.
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
