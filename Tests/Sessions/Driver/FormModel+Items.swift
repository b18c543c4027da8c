// Items of repeating sections: adding, copying, removing, moving, typing, pasting. An entry line is
// an add line that keeps its text until Enter creates an item from it.

extension FormModel {
  /// The item that contains the focus.
  var focusedItem: (section: Int, item: Int, position: Int)? {
    guard focus.item > 0, let position = position(of: focus) else { return nil }
    return (focus.section, focus.item, position)
  }

  /// The list to which `:add` adds an item if no section is named.
  var listToAddTo: ItemList? {
    if shape.sections[focus.section].repetition != nil { return list(of: focus) }
    let repeating = shape.sections.indices.filter { shape.sections[$0].repetition != nil }
    return repeating.count == 1 ? ItemList(section: repeating[0]) : nil
  }

  /// Returns the list to which `:add` with the name of a section adds: the list in the items around
  /// the focus, or else the only list of the section.
  func listToAddTo(inSection section: Int) -> ItemList? {
    guard let parent = shape.sections[section].parent else { return ItemList(section: section) }
    let around = item(ofSection: parent, around: focus)
    if around > 0 { return ItemList(section: section, parent: around) }
    guard !shape.chain(of: focus.section).contains(parent),
      let outer = listToAddTo(inSection: parent), items[outer].count == 1
    else { return nil }
    return ItemList(section: section, parent: items[outer][0])
  }

  /// Returns the first row with a line in the item of a row.
  func firstRow(of row: RowID) -> RowID? {
    shape.sections[row.section].rows.indices
      .map { RowID(section: row.section, item: row.item, row: $0) }
      .first { layout.index(of: $0) != nil }
  }

  func isFull(_ list: ItemList) -> Bool {
    items[list].count >= shape.sections[list.section].repetition?.maximum ?? .max
  }

  /// Whether all shown rows of an item, and of the items inside it, contain only their defaults.
  func isEmpty(item: Int, ofSection section: Int) -> Bool {
    rows(inItem: item, ofSection: section).allSatisfy { row in
      let answer = answer(of: row)
      return answer == nil || answer == shape.base(of: row)
    }
  }

  /// The rows of an item and of the items inside it, hidden or not.
  private func rows(inItem item: Int, ofSection section: Int) -> [RowID] {
    shape.sections[section].rows.indices.map { RowID(section: section, item: item, row: $0) }
      + shape.sections[section].children.flatMap { child in
        items[ItemList(section: child, parent: item)].flatMap {
          rows(inItem: $0, ofSection: child)
        }
      }
  }

  /// Whether a row is in an item of a list, or is the list's add line.
  func isInside(_ row: RowID, _ list: ItemList) -> Bool {
    if self.list(of: row) == list { return true }
    guard let parent = shape.sections[row.section].parent else { return false }
    return isInside(RowID(section: parent, item: self.list(of: row).parent, row: 0), list)
  }

  // MARK: - Commands

  mutating func addItem(to list: ItemList) {
    guard let repetition = shape.sections[list.section].repetition, isShown(list) else { return }
    if repetition.hasEntry {
      addEntry(to: list)
      return
    }
    guard let made = openItem(in: list) else { return }
    record([made])
  }

  /// Creates an empty item and goes to its first row. This is not yet an undo step.
  private mutating func openItem(in list: ItemList) -> Change? {
    guard !isFull(list) else { return nil }
    let section = list.section
    let isFirst = shape.sections[section].repetition?.insertsFirst ?? false
    let item = items.create(in: list, of: shape)
    let position = isFirst ? 0 : items[list].count
    isOpen = false
    insert(item, at: position, inSection: section)
    let row = firstRow(of: RowID(section: section, item: item, row: 0))
    if isFirst { itemMadeLast = row }
    land(on: row)
    return .inserted(section: section, item: item, position: position)
  }

  /// Creates an item on its add line, and puts the typed text into its first row.
  mutating func makeItem(typing text: Line, cursor: Int, kind: Step.Kind) {
    let (section, list) = (focus.section, list(of: focus))
    guard let made = openItem(in: list), case .inserted(_, let item, _) = made else {
      return
    }
    guard let row = firstRow(of: RowID(section: section, item: item, row: 0)) else {
      // Conditions hide every row that could take the text.
      remove(item, fromSection: section)
      land(on: shape.addLine(of: list))
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

  /// Whether Backspace at the beginning of the line removes the item again. The line must be the
  /// item's first row, and all rows of the item and of the items inside it, even hidden ones, must
  /// be as the template created them.
  var unmakesItem: Bool {
    guard let (section, item, _) = focusedItem, focus == firstRow(of: focus) else { return false }
    return rows(inItem: item, ofSection: section).allSatisfy { text(of: $0) == shape.base(of: $0) }
  }

  mutating func unmakeItem() {
    guard let (section, item, position) = focusedItem else { return }
    isOpen = false
    let list = list(of: focus)
    remove(item, fromSection: section)
    record([.removed(section: section, item: item, position: position)], kind: .deleted)
    land(on: shape.addLine(of: list))
  }

  /// Inserts a copy of the focused item, with the items inside it, after the focused item.
  mutating func duplicateItem() {
    guard let (section, item, position) = focusedItem, !isFull(list(of: focus)) else { return }
    let copy = copy(item, in: list(of: focus))
    insert(copy, at: position + 1, inSection: section)
    var changes = [Change.inserted(section: section, item: copy, position: position + 1)]
    for (row, twin) in zip(
      rows(inItem: item, ofSection: section), rows(inItem: copy, ofSection: section))
    {
      if let change = put(text(of: row), in: twin) { changes.append(change) }
    }
    record(changes)
    decide()
    land(on: RowID(section: section, item: copy, row: focus.row))
  }

  /// Creates an item with as many items inside it as another item has.
  private mutating func copy(_ item: Int, in list: ItemList) -> Int {
    let copy = items.create(in: list, of: shape, isFilled: false)
    for child in shape.sections[list.section].children {
      let inner = ItemList(section: child, parent: copy)
      for item in items[ItemList(section: child, parent: item)] {
        items[inner].append(self.copy(item, in: inner))
      }
    }
    return copy
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
    let target = min(max(target, 0), items[list(of: focus)].count - 1)
    guard target != position else { return }
    let row = focus
    remove(item, fromSection: section)
    insert(item, at: target, inSection: section)
    record([.moved(section: section, item: item, from: position, to: target)])
    land(on: row)
  }

  // MARK: - Made by typing

  /// Turns the text of an entry line into an item, and focuses the entry line. Does nothing if the
  /// list is full.
  mutating func addEntry(to list: ItemList) {
    let entry = shape.addLine(of: list)
    if FormModel.isBlank(text(of: entry)) {
      if focus != entry { land(on: entry) }
    } else if !isFull(list) {
      record(makeItem(ofEntry: entry))
      land(on: entry)
    }
  }

  /// Turns the texts of all entry lines into items, as saving does.
  mutating func makeItemsOfEntries() {
    let before = items.count
    for entry in layout.order where shape.isEntry(entry) {
      guard !FormModel.isBlank(text(of: entry)), !isFull(list(of: entry)) else { continue }
      record(makeItem(ofEntry: entry))
    }
    isOpen = false
    if items.count != before { land(on: nil) }
  }

  private mutating func makeItem(ofEntry entry: RowID) -> [Change] {
    let (section, list) = (entry.section, list(of: entry))
    let isFirst = shape.sections[section].repetition?.insertsFirst ?? false
    let position = isFirst ? 0 : items[list].count
    let typed = text(of: entry)
    let item = items.create(in: list, of: shape)
    var changes = [put([], in: entry)].compactMap { $0 }
    insert(item, at: position, inSection: section)
    changes.append(.inserted(section: section, item: item, position: position))
    let row = RowID(section: section, item: item, row: entry.row)
    return changes + [put(typed, in: row)].compactMap { $0 }
  }

  // MARK: - Pasting

  /// Pastes several lines. On an add line each line becomes a new item. In an empty item the lines
  /// fill this item and the empty items after it, and then new items. Tabs separate the answers of
  /// an item. If the add line has text, the first line continues the text and finishes its item. In
  /// a row with a `count`, the lines go into this row and the rows after it, as long as these are
  /// empty and have the same `count`. A yes-or-no row uses only the first line. In other rows, a
  /// line break or tab becomes a space. The last line may lack its line break.
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
    let replaces = isFocusBoolean || isUntouched && holdsDefault
    let start = replaces ? 0 : cursor
    var text = replaces ? [] : line
    text.insert(contentsOf: pasted, at: start)
    exchangeLine(text, cursor: start + pasted.count)
  }

  /// Whether Ctrl-Y pastes the remaining lines of a paste. In a row with text, it inserts the
  /// killed text instead.
  var yankPastesRest: Bool { !pasteRest.isEmpty && FormModel.isBlank(line) }

  /// The effect of Ctrl-Y after a paste with remaining lines.
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
    guard shape.sections[focus.section].repetition != nil, FormModel.isBlank(line) || isFocusEntry
    else { return false }
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
    let (section, list) = (start.section, list(of: start))
    let isAddLine = isFocusAddLine
    let isFirst = shape.sections[section].repetition?.insertsFirst ?? false
    let first = position(of: start) ?? (isFirst ? 0 : items[list].count)
    let finishes = !FormModel.isBlank(line)
    let lines = lines.enumerated().filter { place, line in
      finishes && place == 0 || !FormModel.isBlank(line)
    }.map(\.element)
    let finished = finishes ? lines.first.map(finishedEntry) : nil
    var changes: [Change] = []
    var taken = 0
    var (target, lastFilled) = (start, start)
    isOpen = false
    for line in lines {
      let position = first + taken
      let item: Int
      if !isAddLine, position < items[list].count {
        item = items[list][position]
        guard isEmpty(item: item, ofSection: section) else { break }
      } else {
        guard !isFull(list) else { break }
        if taken == 0, finished != nil, let change = put([], in: start) { changes.append(change) }
        item = items.create(in: list, of: shape)
        insert(item, at: position, inSection: section)
        changes.append(.inserted(section: section, item: item, position: position))
      }
      let row = RowID(section: section, item: item, row: start.row)
      if taken == 0, let finished, !finished.contains("\t") {
        // The add line becomes an item, as if Enter had been pressed.
        if let change = put(finished, in: row) { changes.append(change) }
      } else {
        let text = taken == 0 ? finished ?? line : line
        lastFilled = fill(row, with: text, &changes) ?? lastFilled
      }
      taken += 1
    }
    if !isAddLine || layout.index(of: start) == nil { target = lastFilled }
    record(changes, kind: isAddLine && !shape.isEntry(start) ? .typed(last: nil) : .other)
    if taken < lines.count { pasteRest = Array(lines.dropFirst(taken)) }
    land(on: target)
  }

  /// The text of the entry line, with the first pasted line at the cursor.
  private func finishedEntry(_ pasted: Line) -> Line {
    if FormModel.isBlank(pasted) { return line }
    return isReplacedByTyping ? pasted : line.prefix(cursor) + pasted + line.dropFirst(cursor)
  }

  /// Fills the shown rows of an item with the cells of a line, beginning with `first`. The last row
  /// gets all remaining cells.
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

  /// Inserts an item. Its rows, and the items inside it, keep their contents.
  mutating func insert(_ item: Int, at position: Int, inSection section: Int) {
    items[items.list(of: item, inSection: section)].insert(item, at: position)
    decideAll(in: item, ofSection: section)
    lay()
  }

  /// Removes an item. If the focus was in the item, the row that takes its place gets the focus.
  mutating func remove(_ item: Int, fromSection section: Int) {
    let index = index
    let list = items.list(of: item, inSection: section)
    let isLast = items[list].last == item
    items[list].removeAll { $0 == item }
    lay()
    guard layout.index(of: focus) == nil else { return }
    // The place of the last item is taken by the item before it, or by the add line if there is
    // none.
    let before = isLast ? items[list].last : nil
    let addLine = shape.addLine(of: list)
    let isEmpty = items[list].isEmpty && layout.index(of: addLine) != nil
    focus =
      before.flatMap { firstRow(of: RowID(section: section, item: $0, row: 0)) }
      ?? (isEmpty ? addLine : nil)
      ?? layout.order[min(index, layout.order.count - 1)]
  }

  /// Moves the focus to a row after the order changed; with nil the focus stays.
  mutating func land(on row: RowID?) {
    if let row, layout.index(of: row) != nil, row != focus {
      focus = row
      isOpen = false
    }
    if layout.index(of: focus) == nil { focus = nearestRow(to: focus) }
    reveal()
  }
}
