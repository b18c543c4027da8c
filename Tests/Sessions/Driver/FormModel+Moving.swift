// Where the focus goes, what is in view, and which rows are shown.

extension FormModel {
  // MARK: - Moving

  /// Gives the row at an index the focus.
  mutating func go(to index: Int) {
    focus = layout.order[min(max(index, 0), layout.order.count - 1)]
    isOpen = false
    reveal()
  }

  /// One row on or back; at the ends nothing happens.
  mutating func step(by rows: Int) {
    if layout.order.indices.contains(index + rows) { go(to: index + rows) }
  }

  /// Goes to a row that is shown.
  mutating func go(to row: RowID) {
    if let index = layout.index(of: row) { go(to: index) }
  }

  /// Enter: the next row; what stands in the line for it becomes an item.
  mutating func enter() {
    if isFocusEntry { addEntry(ofSection: focus.section) } else { step(by: 1) }
  }

  /// Whether Enter asks whether to save, once it is decided what is shown.
  var isAtEnd: Bool {
    var model = self
    model.decide()
    return !model.isFocusEntry && model.index == model.layout.order.count - 1
  }

  /// Whether it is certain where a page leads.
  var canPage: Bool {
    var model = self
    model.decide()
    return model.top != nil && hasRoom && shape.alwaysFillsViewport
  }

  /// One viewport on or back: the focus keeps its line; at the end it goes to the last row.
  mutating func page(forward: Bool) {
    guard let before = top else { return }
    let lines = forward ? shape.height : -shape.height
    if forward ? before + lines >= layout.lines.count : before == 0 {
      go(to: forward ? layout.order.count - 1 : 0)
      return
    }
    let next = max(before + lines, 0)
    let line = min(layout.line(ofRowAt: index) + next - before, layout.lines.count - 1)
    let inView = next..<min(next + shape.height, layout.lines.count)
    let places = Array(line..<max(inView.upperBound, line)) + (inView.lowerBound..<line).reversed()
    for place in places {
      if case .row(let row) = layout.lines[place] {
        (top, focus, isOpen) = (next, layout.order[row], false)
        return
      }
    }
    step(by: forward ? 1 : -1)
  }

  /// Scrolls as little as possible to the focus and, where there is room, the titles above it and
  /// the end of a repeat below it.
  mutating func reveal() {
    guard hasRoom, shape.alwaysFillsViewport else { return }
    let line = layout.line(ofRowAt: index)
    var first = line
    while first > 0, line - first < shape.height - 1, layout.isHeader(first - 1) { first -= 1 }
    guard var top else {
      // The top of the form is in view, wherever the viewport stood before.
      if first == 0 { self.top = 0 }
      return
    }
    let hasEnd = line + 1 < layout.lines.count && layout.lines[line + 1] == .end
    if hasEnd, line + 1 - first < shape.height { top = max(top, line + 2 - shape.height) }
    top = min(top, first)
    if line >= top + shape.height { top = line - shape.height + 1 }
    self.top = top
  }

  // MARK: - What is shown

  /// Lays the rows out anew; where the viewport stands then is not certain.
  mutating func lay() {
    layout = FormLayout(shape, items: items, showsSection: showsSection, shows: shows)
    top = nil
  }

  private func showsSection(_ section: Int) -> Bool {
    shape.sections[section].condition.map { holds($0, item: 0) } ?? true
  }

  /// Whether a row is not hidden, whatever the condition of its section says.
  private func shows(_ row: RowID) -> Bool {
    guard let condition = shape.row(row).condition else { return true }
    return holds(condition, item: shape.isOwn(condition, of: row.section) ? row.item : 0)
  }

  /// Whether a row of an item in the list, or outside of items, is not hidden.
  func isShown(_ row: RowID) -> Bool {
    shape.isEntry(row) ? showsSection(row.section) : showsSection(row.section) && shows(row)
  }

  private func holds(_ condition: FormShape.Condition, item: Int) -> Bool {
    let row = RowID(section: condition.section, item: item, row: condition.row)
    return decided.contains(row) != condition.isNegated
  }

  /// The boolean rows that are yes now.
  var decisions: Set<RowID> {
    shape.deciders.reduce(into: []) { decisions, decider in
      let repeats = shape.sections[decider.section].repetition != nil
      for item in repeats ? items[decider.section] : [0] {
        let row = RowID(section: decider.section, item: item, row: decider.row)
        if FormModel.boolean(text(of: row)) == true { decisions.insert(row) }
      }
    }
  }

  /// Hides and shows rows as what the form holds now decides. A focus that gets hidden goes to the
  /// next row that is shown.
  mutating func decide() {
    let decisions = decisions
    guard decisions != decided else { return }
    decided = decisions
    let before = layout.order
    lay()
    guard layout.order != before else { return }
    if layout.index(of: focus) == nil {
      let place = rank(of: focus)
      let before = layout.order.count { rank(of: $0).lexicographicallyPrecedes(place) }
      focus = layout.order[min(before, layout.order.count - 1)]
      isOpen = false
    }
    reveal()
  }

  /// The same for one item.
  mutating func decide(item: Int, inSection section: Int) {
    for decider in shape.deciders where decider.section == section {
      let row = RowID(section: section, item: item, row: decider.row)
      if FormModel.boolean(text(of: row)) == true {
        decided.insert(row)
      } else {
        decided.remove(row)
      }
    }
    lay()
  }

  /// Where a row stands, hidden or not.
  private func rank(of row: RowID) -> [Int] {
    let isFirst = shape.sections[row.section].repetition?.insertsFirst ?? false
    let place = shape.isEntry(row) ? (isFirst ? -1 : .max) : position(of: row) ?? 0
    return [row.section, place, row.row, row.number]
  }
}
