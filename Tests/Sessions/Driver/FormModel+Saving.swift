// The way to a save: the person goes from problem to problem, and then to the question whether to
// save.

extension FormModel {
  /// The effect of Enter after the last stop: goes to the first problem, or asks whether to save.
  mutating func finish() { lookThrough { _, _ in true } }

  /// The effect of Ctrl-S: goes to the next problem after the focus, or else to the first problem.
  /// The first problem that is reported may be that of the focused row. If there is no problem, asks
  /// whether to save.
  mutating func propose() {
    let isFirst = !hasRefused
    lookThrough { $0 > $1 || isFirst && $0 == $1 }
  }

  private mutating func lookThrough(_ comesFirst: (_ place: Int, _ start: Int) -> Bool) {
    // The row is left, which ends its undo step.
    isOpen = false
    let start = index
    let entries = entriesToAdd
    if let entry = entries.first(where: { $0 > start }) ?? entries.first {
      go(to: entry)
      return
    }
    hasLookedThrough = true
    let places = problemPlaces
    if let place = places.first(where: { comesFirst($0, start) }) ?? places.first {
      hasRefused = true
      go(to: place)
    } else {
      prompt = .question
    }
  }

  /// The positions of entry lines (add lines that keep their text until Enter) whose text Enter
  /// would turn into an item.
  private var entriesToAdd: [Int] {
    layout.order.indices.filter { index in
      let row = layout.order[index]
      return shape.isEntry(row) && !isFull(list(of: row)) && !FormModel.isBlank(text(of: row))
    }
  }

  /// Whether a key leads to the save question.
  func asks(_ key: (inout FormModel) -> Void) -> Bool { after(key).prompt == .question }

  /// Whether a key moves the focus at once (before the next key is read), without asking whether to
  /// save.
  func goesOn(_ key: (inout FormModel) -> Void) -> Bool {
    let model = after(key)
    return model.prompt == .row && (!model.hasLookedThrough || model.isLookedThroughAtOnce)
  }

  private func after(_ key: (inout FormModel) -> Void) -> FormModel {
    var model = self
    model.decide()
    model.hasLookedThrough = false
    key(&model)
    return model
  }

  /// Whether the focus is on the last stop after all conditions are applied.
  var isAtEnd: Bool {
    var model = self
    model.decide()
    return model.index == model.layout.order.count - 1
  }

  /// Whether all rows are checked before the next key is read. A row with a type or a rule counts
  /// as ten rows.
  private var isLookedThroughAtOnce: Bool {
    let effort = layout.order.reduce(0) { effort, row in
      let isChecked =
        shape.row(row).isBoolean || shape.row(row).isRequired || shape.isItemName(row)
      return effort + (isChecked ? 10 : 1)
    }
    return effort < 1_900
  }

  /// The places of problems, in order: required rows without an answer, yes-or-no rows with another
  /// answer, equal or missing names of items, and entry lines with text in full lists. Empty items
  /// have no problems.
  private var problemPlaces: [Int] {
    layout.order.indices.filter { place in
      let row = layout.order[place]
      guard shape.isEntry(row) else { return isProblem(row) }
      return isFull(list(of: row)) && !FormModel.isBlank(text(of: row))
    }
  }

  private func isProblem(_ row: RowID) -> Bool {
    guard !shape.isAddLine(row), row.item == 0 || !isEmpty(item: row.item, ofSection: row.section)
    else { return false }
    guard let answer = answer(of: row) else {
      return shape.row(row).isRequired || shape.isItemName(row)
    }
    if shape.isItemName(row) {
      return items[list(of: row)].prefix { $0 != row.item }.contains { item in
        self.answer(of: RowID(section: row.section, item: item, row: row.row)) == answer
      }
    }
    return shape.row(row).isBoolean && FormModel.boolean(answer) == nil
  }
}
