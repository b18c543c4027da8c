// The movements of the focus and the viewport, and which rows are shown. A stop is a row or line to
// which Enter goes. An add line is the line after the items of a list, which creates the next item.

extension FormModel {
  // MARK: - Moving

  /// Focuses the row at an index.
  mutating func go(to index: Int) {
    focus = layout.order[min(max(index, 0), layout.order.count - 1)]
    isOpen = false
    reveal()
  }

  /// Moves a number of rows; does nothing at the ends.
  mutating func step(by rows: Int) {
    if layout.order.indices.contains(index + rows) { go(to: index + rows) }
  }

  /// Goes to a row if it is shown.
  mutating func go(to row: RowID) {
    if let index = layout.index(of: row) { go(to: index) }
  }

  /// The effect of Enter and Tab: goes to the next stop. On an entry line (an add line that keeps
  /// its text until Enter), it adds an item if there is text.
  mutating func enter() {
    if isFocusEntry, !FormModel.isBlank(line), !isFull(list(of: focus)) {
      return addEntry(to: list(of: focus))
    }
    let next = index + 1
    if let addLine = addLineToReturnTo(before: next) {
      go(to: addLine)
    } else if next < layout.order.count {
      go(to: next)
    } else {
      finish()
    }
  }

  /// Returns the add line above an item that was created there; nil unless the focus is on the last
  /// row of that item.
  private mutating func addLineToReturnTo(before next: Int) -> Int? {
    guard let made = itemMadeLast, item(ofSection: made.section, around: focus) == made.item else {
      return nil
    }
    if next < layout.order.count,
      item(ofSection: made.section, around: layout.order[next]) == made.item
    {
      return nil
    }
    itemMadeLast = nil
    return layout.index(of: shape.addLine(of: list(of: made)))
  }

  /// The effect of Alt-n and Alt-p: goes to the next or previous item, or else to the add line, or
  /// else to another section.
  mutating func goToItem(forward: Bool) {
    if let row = forward ? rowOfNextItem : rowOfPreviousItem { go(to: row) }
  }

  private var rowOfNextItem: RowID? {
    let (section, list) = (focus.section, list(of: focus))
    if let repetition = shape.sections[section].repetition {
      let after = position(of: focus).map { $0 + 1 } ?? (repetition.insertsFirst ? 0 : nil)
      if let after {
        for item in items[list].dropFirst(after) {
          if let row = firstRow(of: RowID(section: section, item: item, row: 0)) { return row }
        }
      }
      let addLine = shape.addLine(of: list)
      if !repetition.insertsFirst, !isFocusAddLine, layout.index(of: addLine) != nil {
        return addLine
      }
    }
    let end = (layout.order.lastIndex { isInside($0, list) } ?? index) + 1
    return end < layout.order.count ? layout.order[end] : nil
  }

  private var rowOfPreviousItem: RowID? {
    let (section, list) = (focus.section, list(of: focus))
    if let repetition = shape.sections[section].repetition {
      let isFirst = repetition.insertsFirst
      let before = position(of: focus) ?? (isFirst ? 0 : items[list].count)
      for item in items[list].prefix(before).reversed() {
        if let row = firstRow(of: RowID(section: section, item: item, row: 0)) { return row }
      }
      let addLine = shape.addLine(of: list)
      if isFirst, !isFocusAddLine, layout.index(of: addLine) != nil { return addLine }
    }
    if let parent = shape.sections[section].parent,
      let around = firstRow(of: RowID(section: parent, item: list.parent, row: 0))
    {
      return around
    }
    func outermost(_ row: RowID) -> Int { shape.chain(of: row.section)[0] }
    guard let before = layout.order.last(where: { outermost($0) < section }) else { return nil }
    return layout.order.first { outermost($0) == outermost(before) }
  }

  // MARK: - The viewport

  /// The number of lines of the viewport; nil if it is uncertain or if the form does not fill them.
  var certainHeight: Int? { shape.certainHeight.flatMap { rows >= $0 + 4 ? $0 : nil } }

  /// Whether the target of a page key is certain.
  var canPage: Bool {
    var model = self
    model.decide()
    return model.top != nil && certainHeight != nil
  }

  /// Moves by one viewport. The focus keeps its line on the screen. If no page is left, it goes to
  /// the last row, or to the first.
  mutating func page(forward: Bool) {
    guard let before = top, let height = certainHeight else { return }
    if forward ? before + height >= layout.lines.count : before == 0 {
      go(to: forward ? layout.order.count - 1 : 0)
      return
    }
    let line = layout.line(ofRowAt: index)
    let covered = layout.coversTop(before) ? 1 : 0
    var next = max(before + (forward ? height : covered - height), 0)
    if forward, layout.coversTop(next) { next -= 1 }
    let goal = min(next + line - before, layout.lines.count - 1)
    guard let row = rowInView(nearestTo: goal, from: next, height) else {
      return step(by: forward ? 1 : -1)
    }
    (top, focus, isOpen) = (next, layout.order[row], false)
    settle(height)
  }

  /// Returns the row on a visible line. For a header it returns the row below, or else the row
  /// above.
  private func rowInView(nearestTo line: Int, from top: Int, _ height: Int) -> Int? {
    let first = top + (layout.coversTop(top) ? 1 : 0)
    let end = min(top + height, layout.lines.count)
    let line = max(line, first)
    for place in Array(line..<max(end, line)) + (first..<max(line, first)).reversed() {
      if case .row(let row) = layout.lines[place] { return row }
    }
    return nil
  }

  /// Scrolls as little as possible, so that the focus is visible and, if they fit, the titles above
  /// it and an add line below it.
  mutating func reveal() {
    guard let height = certainHeight, isViewportWhole else {
      top = nil
      return
    }
    let line = layout.line(ofRowAt: index)
    var first = line
    while first > 0, line - first < height - 1, layout.isHeader(first - 1) { first -= 1 }
    guard var top else {
      // The top of the form is in view, wherever the viewport was before.
      if first == 0 { self.top = 0 }
      return
    }
    let showsAddLine =
      focus.item > 0 && layout.isAddLine(line + 1) && line + 1 - first < height
    let last = line + (showsAddLine ? 1 : 0)
    if last >= top + height { top = last - height + 1 }
    top = min(top, first)
    self.top = top
    settle(height)
  }

  /// Keeps the focus in view, below a path that covers the line at the top.
  private mutating func settle(_ height: Int) {
    guard var top else { return }
    let line = layout.line(ofRowAt: index)
    top = min(top, line)
    if line >= top + height { top = line - height + 1 }
    if line == top, layout.coversTop(top) || line > 0 && layout.coversTop(line - 1) { top -= 1 }
    self.top = top
  }

  // MARK: - Shown rows

  /// Recomputes the layout. Afterwards the position of the viewport is uncertain.
  mutating func lay() {
    layout = FormLayout(shape, items: items, showsList: shows, shows: shows)
    top = nil
  }

  /// Whether the condition of a list's section shows it.
  private func shows(_ list: ItemList) -> Bool {
    guard let condition = shape.sections[list.section].condition else { return true }
    return holds(
      condition,
      for: shape.sections[list.section].parent.map {
        RowID(section: $0, item: list.parent, row: 0)
      } ?? RowID(section: list.section, row: 0))
  }

  /// Whether a list, or a section that does not repeat, is shown together with all sections around
  /// it.
  func isShown(_ list: ItemList) -> Bool {
    guard shows(list) else { return false }
    guard let parent = shape.sections[list.section].parent else { return true }
    return isShown(items.list(of: list.parent, inSection: parent))
  }

  /// Whether a row is shown, apart from the condition of its section.
  private func shows(_ row: RowID) -> Bool {
    shape.row(row).condition.map { holds($0, for: row) } ?? true
  }

  /// Whether a row is shown. The row is in an existing item or outside of items.
  func isShown(_ row: RowID) -> Bool {
    isShown(list(of: row)) && (shape.isAddLine(row) || shows(row))
  }

  /// Whether a condition is met. A condition reads a row in an item around the given row, or a row
  /// outside of items.
  private func holds(_ condition: FormShape.Condition, for row: RowID) -> Bool {
    let read = RowID(
      section: condition.section, item: item(ofSection: condition.section, around: row),
      row: condition.row)
    return decided.contains(read) != condition.isNegated
  }

  /// The boolean rows that are currently yes.
  var decisions: Set<RowID> {
    shape.deciders.reduce(into: []) { decisions, decider in
      let repeats = shape.sections[decider.section].repetition != nil
      for item in repeats ? items.items(ofSection: decider.section) : [0] {
        let row = RowID(section: decider.section, item: item, row: decider.row)
        if FormModel.boolean(text(of: row)) == true { decisions.insert(row) }
      }
    }
  }

  /// Applies all conditions to the current answers. If the focus becomes hidden, the next shown row
  /// gets the focus.
  mutating func decide() {
    let decisions = decisions
    guard decisions != decided else { return }
    decided = decisions
    let before = layout.order
    lay()
    guard layout.order != before else { return }
    if layout.index(of: focus) == nil {
      focus = nearestRow(to: focus)
      isOpen = false
    }
    reveal()
  }

  /// Returns the row that replaces a hidden row: the next shown row. A removed add line is replaced
  /// by the last row of its list, or by the first if items are inserted first.
  func nearestRow(to row: RowID) -> RowID {
    let (first, last) = (0, layout.order.count - 1)
    var place = first
    if isInForm(row) {
      let rank = rank(of: row)
      place = layout.order.count { self.rank(of: $0).lexicographicallyPrecedes(rank) }
    }
    if shape.isAddLine(row), place > 0, isInside(layout.order[place - 1], list(of: row)) {
      place -= 1
    }
    return layout.order[min(place, last)]
  }

  /// Whether a row's item, or the item around an add line, is in the form.
  private func isInForm(_ row: RowID) -> Bool {
    if row.item > 0 { return items.has(row.item, inSection: row.section, of: shape) }
    guard row.item < 0, let parent = shape.sections[row.section].parent else { return true }
    return items.has(-row.item, inSection: parent, of: shape)
  }

  /// Records the answers that conditions read, in an item and in the items inside it.
  mutating func decideAll(in item: Int, ofSection section: Int) {
    note(item: item, inSection: section)
    for child in shape.sections[section].children {
      for item in items[ItemList(section: child, parent: item)] {
        decideAll(in: item, ofSection: child)
      }
    }
  }

  /// Records the answers that conditions read in a single item.
  mutating func decide(item: Int, inSection section: Int) {
    note(item: item, inSection: section)
    lay()
  }

  private mutating func note(item: Int, inSection section: Int) {
    for decider in shape.deciders where decider.section == section {
      let row = RowID(section: section, item: item, row: decider.row)
      if FormModel.boolean(text(of: row)) == true {
        decided.insert(row)
      } else {
        decided.remove(row)
      }
    }
  }

  /// Returns a sort key for the position of a row, whether hidden or not. An item's own rows
  /// precede the sections inside it.
  private func rank(of row: RowID) -> [Int] { itemRank(of: row) + [0, row.row, row.number] }

  private func itemRank(of row: RowID) -> [Int] {
    let isFirst = shape.sections[row.section].repetition?.insertsFirst ?? false
    let place = shape.isAddLine(row) ? (isFirst ? -1 : .max) : position(of: row) ?? 0
    guard let parent = shape.sections[row.section].parent else { return [row.section, place] }
    let around = RowID(section: parent, item: list(of: row).parent, row: 0)
    return itemRank(of: around) + [row.section, place]
  }
}
