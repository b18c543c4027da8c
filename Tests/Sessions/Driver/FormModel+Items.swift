// Items of repeating sections: adding, copying, removing, moving, typing, pasting.

extension FormModel {
  /// The item that contains the focus.
  var focusedItem: (section: Int, item: Int, position: Int)? {
    guard focus.item > 0, let position = position(of: focus) else { return nil }
    return (focus.section, focus.item, position)
  }

  /// The section to which `:add` without a name adds.
  var sectionToAddTo: Int? {
    if shape.sections[focus.section].repetition != nil { return focus.section }
    let repeating = shape.sections.indices.filter { shape.sections[$0].repetition != nil }
    return repeating.count == 1 ? repeating[0] : nil
  }

  /// The first row of an item that has a line.
  func firstRow(of row: RowID) -> RowID? {
    shape.sections[row.section].rows.indices
      .map { RowID(section: row.section, item: row.item, row: $0) }
      .first { layout.index(of: $0) != nil }
  }

  func isFull(_ section: Int) -> Bool {
    items[section].count >= shape.sections[section].repetition?.maximum ?? .max
  }

  /// Whether every shown row of an item holds only its default.
  func isEmpty(item: Int, ofSection section: Int) -> Bool {
    shape.sections[section].rows.indices.allSatisfy { row in
      let row = RowID(section: section, item: item, row: row)
      let answer = answer(of: row)
      return answer == nil || answer == shape.base(of: row)
    }
  }

  // MARK: - Commands

  mutating func addItem(toSection section: Int) {
    guard let repetition = shape.sections[section].repetition,
      isShown(shape.addLine(ofSection: section))
    else { return }
    if repetition.hasEntry {
      addEntry(ofSection: section)
      return
    }
    guard let made = openItem(inSection: section) else { return }
    record([made])
  }

  /// Creates an empty item and goes to its first row. That is not an undo step yet.
  private mutating func openItem(inSection section: Int) -> Change? {
    guard !isFull(section) else { return nil }
    let isFirst = shape.sections[section].repetition?.insertsFirst ?? false
    let item = newItem(inSection: section)
    let position = isFirst ? 0 : items[section].count
    isOpen = false
    insert(item, at: position, inSection: section)
    let row = firstRow(of: RowID(section: section, item: item, row: 0))
    if isFirst { itemMadeLast = row }
    land(on: row)
    return .inserted(section: section, item: item, position: position)
  }

  /// Creates an item on its add line; the typed text goes to its first row.
  mutating func makeItem(typing text: Line, cursor: Int, kind: Step.Kind) {
    let section = focus.section
    guard let made = openItem(inSection: section), case .inserted(_, let item, _) = made else {
      return
    }
    guard let row = firstRow(of: RowID(section: section, item: item, row: 0)) else {
      // Conditions hide every row that could take the text.
      remove(item, fromSection: section)
      land(on: shape.addLine(ofSection: section))
      return noteChange()
    }
    let before = self.text(of: row)
    let change = TextChange(
      row: row, before: before, after: text, cursorBefore: before.count, cursorAfter: cursor)
    set(text, of: row, cursor: cursor)
    var isTyped = false
    if case .typed = kind { isTyped = true }
    record(
      [made] + (text == before ? [] : [.text(change)]), kind: isTyped ? kind : .typed(last: nil),
      isOpen: isTyped && text != before)
    isUntouched = true
  }

  /// Whether Backspace at the beginning of the line removes the item again: this is its first row,
  /// and all its rows, even hidden ones, are as the template made them.
  var unmakesItem: Bool {
    guard let (section, item, _) = focusedItem, focus == firstRow(of: focus) else { return false }
    return shape.sections[section].rows.indices.allSatisfy { row in
      let row = RowID(section: section, item: item, row: row)
      return text(of: row) == shape.base(of: row)
    }
  }

  mutating func unmakeItem() {
    guard let (section, item, position) = focusedItem else { return }
    isOpen = false
    remove(item, fromSection: section)
    record([.removed(section: section, item: item, position: position)], kind: .deleted)
    land(on: shape.addLine(ofSection: section))
  }

  /// Inserts a copy of the focused item after it.
  mutating func duplicateItem() {
    guard let (section, item, position) = focusedItem, !isFull(section) else { return }
    let copy = newItem(inSection: section)
    insert(copy, at: position + 1, inSection: section)
    var changes = [Change.inserted(section: section, item: copy, position: position + 1)]
    for row in shape.sections[section].rows.indices {
      let text = text(of: RowID(section: section, item: item, row: row))
      if let change = put(text, in: RowID(section: section, item: copy, row: row)) {
        changes.append(change)
      }
    }
    record(changes)
    decide()
    land(on: RowID(section: section, item: copy, row: focus.row))
  }

  mutating func removeItem() {
    guard let (section, item, position) = focusedItem else { return }
    remove(item, fromSection: section)
    record([.removed(section: section, item: item, position: position)])
    land(on: nil)
  }

  mutating func moveItem(by places: Int) {
    if let focusedItem { moveItem(to: focusedItem.position + places) }
  }

  mutating func moveItem(to target: Int) {
    guard let (section, item, position) = focusedItem else { return }
    let target = min(max(target, 0), items[section].count - 1)
    guard target != position else { return }
    let row = focus
    remove(item, fromSection: section)
    insert(item, at: target, inSection: section)
    record([.moved(section: section, item: item, from: position, to: target)])
    land(on: row)
  }

  // MARK: - Made by typing

  /// Turns the text of an entry line into an item. The focus stays there, or goes there if nothing
  /// was typed.
  mutating func addEntry(ofSection section: Int) {
    let entry = shape.addLine(ofSection: section)
    if FormModel.isBlank(text(of: entry)) {
      if focus != entry { land(on: entry) }
    } else if !isFull(section) {
      record(makeItem(ofEntry: entry))
      land(on: entry)
    }
  }

  /// Turns the texts of all entry lines into items, as saving does.
  mutating func makeItemsOfEntries() {
    let before = lastItem
    for (section, shape) in shape.sections.enumerated()
    where shape.repetition?.hasEntry ?? false {
      let entry = self.shape.addLine(ofSection: section)
      guard isShown(entry), !FormModel.isBlank(text(of: entry)), !isFull(section) else { continue }
      record(makeItem(ofEntry: entry))
    }
    isOpen = false
    if lastItem != before { land(on: nil) }
  }

  private mutating func makeItem(ofEntry entry: RowID) -> [Change] {
    let section = entry.section
    let isFirst = shape.sections[section].repetition?.insertsFirst ?? false
    let position = isFirst ? 0 : items[section].count
    let typed = text(of: entry)
    let item = newItem(inSection: section)
    var changes = [put([], in: entry)].compactMap { $0 }
    insert(item, at: position, inSection: section)
    changes.append(.inserted(section: section, item: item, position: position))
    let row = RowID(section: section, item: item, row: entry.row)
    return changes + [put(typed, in: row)].compactMap { $0 }
  }

  // MARK: - Pasting

  /// Pastes several lines. They go into empty items, with tabs between the answers of their rows,
  /// or into this row and the following ones as long as they are empty and from the same `count`.
  /// A yes-or-no row takes the first line. In other rows, a line break or tab becomes a space. The
  /// last line need not have an end.
  mutating func paste(_ pasted: [Line]) {
    if pasted.count > 1 { decide() }
    let lines = pasted.count > 1 && pasted.last == [] ? pasted.dropLast() : pasted
    let hasCells = lines.contains { $0.contains("\t") }
    if takesItems, lines.count > 1 || hasCells && !isFocusEntry {
      pasteIntoItems(lines)
      decide()
    } else if takesRows, lines.count > 1 {
      pasteIntoRows(lines)
    } else {
      let taken = isFocusBoolean ? lines.prefix(1) : lines[...]
      insert(FormModel.withoutTabs(Line(taken.joined(separator: [" "]))))
      if pasted.count > 1 { decide() }
    }
  }

  private mutating func insert(_ pasted: Line) {
    guard !pasted.isEmpty else { return }
    let replaces = isUntouched && holdsDefault
    let start = replaces ? 0 : cursor
    var text = replaces ? [] : line
    text.insert(contentsOf: pasted, at: start)
    exchangeLine(text, cursor: start + pasted.count)
  }

  /// Whether ^Y pastes the remaining lines of a paste; in a row with text it yanks.
  var yankPastesRest: Bool { !pasteRest.isEmpty && FormModel.isBlank(line) }

  /// ^Y after a paste with remaining lines.
  mutating func pasteRestOfLines() {
    decide()
    let rest = pasteRest
    pasteRest = []
    if takesItems { pasteIntoItems(rest) } else { pasteIntoRows(rest) }
    decide()
  }

  /// Whether the lines of a paste go into separate rows.
  var takesRows: Bool {
    shape.row(focus).count != nil && !isFocusBoolean && FormModel.isBlank(line)
  }

  /// Whether the lines of a paste go into items.
  var takesItems: Bool {
    guard shape.sections[focus.section].repetition != nil, FormModel.isBlank(line) else {
      return false
    }
    return isFocusAddLine || isEmpty(item: focus.item, ofSection: focus.section)
  }

  private mutating func pasteIntoRows(_ lines: [Line]) {
    let lines = lines.map(FormModel.withoutTabs)
    var changes: [Change] = []
    var taken = 0
    for (row, line) in zip(layout.order[index...], lines) {
      guard shape.row(row).count != nil, row.section == focus.section, row.row == focus.row,
        FormModel.isBlank(text(of: row))
      else { break }
      taken += 1
      if let change = put(line, in: row) { changes.append(change) }
    }
    record(changes)
    if taken < lines.count { pasteRest = Array(lines.dropFirst(taken)) }
    go(to: index + max(taken - 1, 0))
  }

  private mutating func pasteIntoItems(_ lines: [Line]) {
    let start = focus
    let section = start.section
    let isAddLine = isFocusAddLine
    let isFirst = shape.sections[section].repetition?.insertsFirst ?? false
    let first = position(of: start) ?? (isFirst ? 0 : items[section].count)
    let lines = lines.filter { !FormModel.isBlank($0) }
    var changes: [Change] = []
    var taken = 0
    var (target, lastFilled) = (start, start)
    isOpen = false
    for line in lines {
      let position = first + taken
      let item: Int
      if !isAddLine, position < items[section].count {
        item = items[section][position]
        guard isEmpty(item: item, ofSection: section) else { break }
      } else {
        guard !isFull(section) else { break }
        item = newItem(inSection: section)
        insert(item, at: position, inSection: section)
        changes.append(.inserted(section: section, item: item, position: position))
      }
      let last = fill(RowID(section: section, item: item, row: start.row), with: line, &changes)
      lastFilled = last ?? lastFilled
      taken += 1
    }
    if !isAddLine || layout.index(of: start) == nil { target = lastFilled }
    record(changes, kind: isAddLine && !shape.isEntry(start) ? .typed(last: nil) : .other)
    if taken < lines.count { pasteRest = Array(lines.dropFirst(taken)) }
    land(on: target)
  }

  /// Fills the shown rows of an item, from one on, with the cells of a line. The last row takes the
  /// rest.
  ///
  /// - Returns: the last filled row.
  private mutating func fill(_ first: RowID, with line: Line, _ changes: inout [Change]) -> RowID? {
    var cells = line.split(separator: "\t", omittingEmptySubsequences: false).map { Line($0) }[...]
    var filled: RowID?
    var last: RowID?
    let section = shape.sections[first.section]
    for place in first.row..<section.rows.count where section.isLine(place) {
      let row = RowID(section: first.section, item: first.item, row: place)
      guard !cells.isEmpty, isShown(row) else { continue }
      last = row
      let cell = cells.removeFirst()
      guard !cell.isEmpty else { continue }
      if let change = put(cell, in: row) { changes.append(change) }
      filled = row
      decide(item: row.item, inSection: row.section)
    }
    let rest = cells.filter { !$0.isEmpty }
    guard !rest.isEmpty, let last else { return filled }
    let held = filled == last ? [text(of: last)] : []
    let text = Line((held + rest).joined(separator: [" "]))
    if let change = put(text, in: last) { changes.append(change) }
    decide(item: last.item, inSection: last.section)
    return last
  }

  private static func withoutTabs(_ line: Line) -> Line { line.map { $0 == "\t" ? " " : $0 } }

  // MARK: - The list

  private mutating func newItem(inSection section: Int) -> Int {
    lastItem[section] += 1
    return lastItem[section]
  }

  /// Inserts an item; its rows hold the same as before.
  mutating func insert(_ item: Int, at position: Int, inSection section: Int) {
    items[section].insert(item, at: position)
    decide(item: item, inSection: section)
  }

  /// Removes an item; if it had the focus, the row that is then at its place gets it.
  mutating func remove(_ item: Int, fromSection section: Int) {
    let index = index
    let isLast = items[section].last == item
    items[section].removeAll { $0 == item }
    lay()
    guard layout.index(of: focus) == nil else { return }
    // If it was the last item, the one before it or the add line takes its place.
    let before = isLast ? items[section].last : nil
    let addLine = shape.addLine(ofSection: section)
    let isEmpty = items[section].isEmpty && layout.index(of: addLine) != nil
    focus =
      before.flatMap { firstRow(of: RowID(section: section, item: $0, row: 0)) }
      ?? (isEmpty ? addLine : nil)
      ?? layout.order[min(index, layout.order.count - 1)]
  }

  /// Focuses a row after the order changed; with nil the focus stays.
  mutating func land(on row: RowID?) {
    if let row, layout.index(of: row) != nil, row != focus {
      focus = row
      isOpen = false
    }
    if layout.index(of: focus) == nil { focus = nearestRow(to: focus) }
    reveal()
  }
}
