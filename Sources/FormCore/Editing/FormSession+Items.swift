// Adding, removing and moving the items of repeating sections. Text stays with its identity: a
// removed item's rows are captured, so bringing it back brings them back (law 6).

extension FormSession {
  mutating func addItem(toSection section: Int) -> [Effect] {
    guard let repetition = repetition(ofSection: section) else { return [.said(.nothingRepeats)] }
    let count = outline.itemCount(ofSection: section)
    if let maximum = repetition.maximum, count >= maximum {
      return [.said(.mostItems(maximum))]
    }
    let item = outline.createItem(inSection: section)
    let position = repetition.insertion == .first ? 0 : count
    leaveFocus()
    insert(item, at: position, inSection: section)
    record([.itemInserted(section: section, item: item, position: position)])
    let header = itemHeader(section: section, item: item, position: position)
    return landed(on: Row.ID(section: section, item: item, row: 0, number: 0))
      + [.said(.itemAdded(header: header))]
  }

  /// Adds an item right behind another, with the same texts; secrets are not copied.
  mutating func duplicateItem(_ item: Int, inSection section: Int) -> [Effect] {
    guard let repetition = repetition(ofSection: section),
      let position = outline.position(ofItem: item, inSection: section)
    else { return [.said(.nothingRepeats)] }
    if let maximum = repetition.maximum, outline.itemCount(ofSection: section) >= maximum {
      return [.said(.mostItems(maximum))]
    }
    let copy = outline.createItem(inSection: section)
    leaveFocus()
    insert(copy, at: position + 1, inSection: section)
    var changes = [Change.itemInserted(section: section, item: copy, position: position + 1)]
    for row in rows(ofItem: item, inSection: section) where !isSecret(row) {
      let twin = Row.ID(section: section, item: copy, row: Int(row.row), number: 0)
      let (before, after) = (text(of: twin), text(of: row))
      let change = TextChange(
        row: twin, from: before, cursor: before.scalarCount, to: after, cursor: after.scalarCount)
      guard let change else { continue }
      changes.append(.text(change))
      setText(of: twin, to: after, cursor: after.scalarCount)
    }
    record(changes)
    let header = itemHeader(section: section, item: copy, position: position + 1)
    let row = Int(focus?.row ?? 0)
    return landed(on: Row.ID(section: section, item: copy, row: row, number: 0))
      + [.said(.itemCopied(header: header))]
  }

  mutating func removeItem(_ item: Int, fromSection section: Int) -> [Effect] {
    guard repetition(ofSection: section) != nil,
      let position = outline.position(ofItem: item, inSection: section)
    else { return [.said(.nothingRepeats)] }
    let notice = Notice.itemRemoved(
      header: itemHeader(section: section, item: item, position: position),
      rows: template.sections[section].rows.count,
      filled: filledCount(ofItem: item, inSection: section))
    leaveFocus()
    remove(item, fromSection: section)
    record([.itemRemoved(section: section, item: item, position: position)])
    return landed(on: nil) + [.said(notice)]
  }

  mutating func moveItem(_ item: Int, inSection section: Int, to target: Int) -> [Effect] {
    guard repetition(ofSection: section) != nil,
      let position = outline.position(ofItem: item, inSection: section)
    else { return [.said(.nothingRepeats)] }
    let count = outline.itemCount(ofSection: section)
    let target = min(max(target, 0), count - 1)
    let row = focus.flatMap { Int($0.item) == item && Int($0.section) == section ? $0 : nil }
    if target != position {
      leaveFocus()
      remove(item, fromSection: section)
      insert(item, at: target, inSection: section)
      record([.itemMoved(section: section, item: item, from: position, to: target)])
    }
    let header = itemHeader(section: section, item: item, position: position)
    return landed(on: row ?? Row.ID(section: section, item: item, row: 0, number: 0))
      + [.said(.itemMoved(header: header, position: target, count: count))]
  }

  /// The item of a repeating section that the focus is in.
  public var focusedItem: (section: Int, item: Int, position: Int)? {
    guard let focus, focus.item > 0, let position = outline.itemPosition(of: focus) else {
      return nil
    }
    return (Int(focus.section), Int(focus.item), position)
  }

  private func repetition(ofSection section: Int) -> Repetition? {
    template.sections.indices.contains(section) ? template.sections[section].repetition : nil
  }

  // MARK: - Without history

  /// Puts an item in its place; its rows hold what they held before.
  mutating func insert(_ item: Int, at position: Int, inSection section: Int) {
    outline.insertItem(item, at: position, inSection: section)
    sectionsWithChangedItems.insert(section)
    journal.sections.insert(section)
    filledCount += filledCount(ofItem: item, inSection: section)
    work?.restart()
  }

  /// Takes an item out; what its rows hold stays in the buffer.
  mutating func remove(_ item: Int, fromSection section: Int) {
    let lostIndex = focus.flatMap(outline.index(of:))
    filledCount -= filledCount(ofItem: item, inSection: section)
    for row in rows(ofItem: item, inSection: section) { problems[row] = nil }
    _ = outline.removeItem(item, fromSection: section)
    sectionsWithChangedItems.insert(section)
    journal.sections.insert(section)
    settle()
    if let focus, outline.index(of: focus) == nil {
      self.focus = outline.id(at: min(lostIndex ?? 0, max(rowCount - 1, 0)))
    }
    work?.restart()
  }

  /// Shows a row after the order changed; without one the focus stays where it is.
  mutating func landed(on row: Row.ID?) -> [Effect] {
    if let row, outline.index(of: row) != nil, row != focus {
      leaveFocus()
      focus = row
    }
    if focus.flatMap(outline.index(of:)) == nil { focus = outline.id(at: 0) }
    revealFocus()
    settle()
    return [.lineReplaced]
  }

  private func filledCount(ofItem item: Int, inSection section: Int) -> Int {
    rows(ofItem: item, inSection: section).reduce(0) { $0 + (answer(of: $1) == nil ? 0 : 1) }
  }

  private func rows(ofItem item: Int, inSection section: Int) -> [Row.ID] {
    template.sections[section].rows.indices.map {
      Row.ID(section: section, item: item, row: $0, number: 0)
    }
  }
}
