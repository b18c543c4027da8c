// The items of an outline, and its hidden parts. The extent of an item is its number of rows, lines
// and add lines. After each change, the extents of all items around the change are updated: O(depth
// × log items + sections).

extension Outline {
  // MARK: - Lists and items

  /// The list that contains the item of a row. For an add line, the list to which it belongs.
  package func list(of id: FormRow.ID) -> ItemList {
    id.isAddLine(in: sections)
      ? id.listOfAddLine : list(ofItem: id.item, inSection: id.section)
  }

  /// Whether a row is shown. For an add line, whether its list is shown.
  func isShown(rowOrList id: FormRow.ID) -> Bool {
    id.isAddLine(in: sections) ? isShown(id.listOfAddLine) : isShown(id)
  }

  /// The list of an item, even if the item was removed from it.
  package func list(ofItem item: Int, inSection section: Int) -> ItemList {
    ItemList(section: section, parent: forests[section].owner(of: item))
  }

  /// The lists inside an item, in order.
  package func lists(inItem item: Int, ofSection section: Int) -> some Sequence<ItemList> {
    sections[section].children.lazy.map { ItemList(section: $0, parent: item) }
  }

  /// The items around a row, outermost first, including the item of the row itself; empty outside
  /// of repeating sections.
  package func items(around id: FormRow.ID) -> [Int] {
    let (parent, item) =
      id.item > 0 ? (id.section, id.item) : (sections[id.section].parent ?? id.section, -id.item)
    return item > 0 ? items(around: item, inSection: parent) : []
  }

  /// The items around an item, outermost first, followed by the item itself.
  package func items(around item: Int, inSection section: Int) -> [Int] {
    guard let parent = sections[section].parent else { return [item] }
    return items(around: forests[section].owner(of: item), inSection: parent) + [item]
  }

  /// The position of a row's item in its list, from 0. It is 0 in a section that does not repeat.
  package func itemPosition(of id: FormRow.ID) -> Int? {
    let section = id.section
    guard sections.indices.contains(section) else { return nil }
    guard sections[section].repetition != nil else { return id.item == 0 ? 0 : nil }
    return position(ofItem: id.item, inSection: section)
  }

  /// Whether a row belongs to an item of the form or to a section that does not repeat.
  func isListed(_ id: FormRow.ID) -> Bool {
    let section = id.section
    guard sections.indices.contains(section) else { return false }
    guard sections[section].repetition != nil else { return id.item == 0 }
    return isListed(item: id.item, ofSection: section)
  }

  /// Whether an item is in the form: the item, and every item around it, is in its list.
  func isListed(item: Int, ofSection section: Int) -> Bool {
    guard forests[section].isListed(item) else { return false }
    guard let parent = sections[section].parent else { return true }
    return isListed(item: forests[section].owner(of: item), ofSection: parent)
  }

  /// Whether the item around a list is in the form.
  func isInForm(_ list: ItemList) -> Bool {
    guard let parent = sections[list.section].parent else { return list.parent == 0 }
    return isListed(item: list.parent, ofSection: parent)
  }

  /// Whether a row, or the list of an add line, is included in the counts of answers. All items
  /// around it must be in the form, and none of them may hide the list. A section that is hidden as
  /// a whole is still included.
  func isCounted(_ id: FormRow.ID) -> Bool {
    let list = list(of: id)
    if id.item > 0, !forests[id.section].isListed(id.item) { return false }
    guard list.parent > 0, let parent = sections[list.section].parent else { return true }
    let child = sections[parent].children.firstIndex(of: list.section) ?? 0
    return !shapes[parent].hides(child: child, variant: forests[parent].variant(of: list.parent))
      && isCounted(FormRow.ID(section: parent, item: list.parent, row: 0, number: 0))
  }

  /// The number of items in a list.
  package func itemCount(of list: ItemList) -> Int {
    forests[list.section].count(in: list.parent)
  }

  /// The serial (identifying number) of the item at a position of a list.
  package func item(at position: Int, of list: ItemList) -> Int? {
    forests[list.section].serial(at: position, in: list.parent)
  }

  /// The items of a list in order. O(items).
  package func items(of list: ItemList) -> [Int] {
    forests[list.section].runs(in: list.parent).flatMap(Array.init)
  }

  /// The items of a section in all its lists, in the order of the form. O(items).
  package func items(ofSection section: Int) -> [Int] {
    lists(ofSection: section).flatMap(items(of:))
  }

  /// The lists of a section in the order of the form. O(items that contain the lists).
  package func lists(ofSection section: Int) -> [ItemList] {
    guard let parent = sections[section].parent else {
      return [ItemList(section: section, parent: 0)]
    }
    return items(ofSection: parent).map { ItemList(section: section, parent: $0) }
  }

  /// Calls a function for every item of a section inside an item of an outer section, in order.
  func forEachItem(
    ofSection section: Int, inItem item: Int, ofSection around: Int, _ body: (Int) -> Void
  ) {
    guard let parent = sections[section].parent else { return }
    if parent == around {
      for inner in items(of: ItemList(section: section, parent: item)) { body(inner) }
    } else {
      forEachItem(ofSection: parent, inItem: item, ofSection: around) { between in
        for inner in items(of: ItemList(section: section, parent: between)) { body(inner) }
      }
    }
  }

  /// The position of an item in its list.
  func position(ofItem item: Int, inSection section: Int) -> Int? {
    forests[section].position(of: item)
  }

  /// The greatest serial ever assigned in a section.
  func lastItem(ofSection section: Int) -> Int { forests[section].last }

  /// The items of a section, to be stored. O(items) for a section inside items.
  func keptItems(ofSection section: Int) -> KeptItems {
    let last = forests[section].last
    guard let parent = sections[section].parent else {
      return KeptItems([.init(parent: 0, runs: forests[section].runs(in: 0))], last: last)
    }
    let removed = forests[section].removed
    let lists = (1..<forests[parent].last + 1).map { item in
      KeptItems.List(
        parent: item, runs: forests[section].runs(in: item), removed: removed[item] ?? [])
    }
    return KeptItems(lists.filter { !$0.runs.isEmpty || !$0.removed.isEmpty }, last: last)
  }

  /// Replaces the items of a section. Replace the items of the sections around it first.
  mutating func replaceItems(ofSection section: Int, with kept: KeptItems) {
    forests[section] = ItemForest(kept.lists, last: kept.last)
    countItems()
  }

  /// Gives a section the items of a new form again, after the items around it were replaced. The
  /// caller must then call `countItems`.
  mutating func refillLists(ofSection section: Int) {
    // Lists in items that do not exist are left out. Otherwise they would be in the next items that
    // are created, which get the same serials.
    let lists = keptItems(ofSection: section).lists
    let last = lists.flatMap(\.runs).map(\.upperBound).max() ?? 0
    forests[section] = ItemForest(lists, last: last)
    fillLists(ofSection: section)
  }

  /// Adds the initial items to each empty list of a section.
  mutating func fillLists(ofSection section: Int) {
    guard let initial = sections[section].repetition?.initial, initial > 0 else { return }
    let parents = sections[section].parent.map { Array(1..<forests[$0].last + 1) } ?? [0]
    for parent in parents where forests[section].count(in: parent) == 0 {
      for position in 0..<initial {
        let item = forests[section].create(in: parent)
        forests[section].insert(item, at: position)
      }
    }
  }

  /// Creates a new item with its own serial. The item is not in its list yet.
  ///
  /// - Parameter isFilled: whether the lists inside the new item get their initial items.
  mutating func createItem(in list: ItemList, isFilled: Bool = true) -> Int {
    let section = list.section
    let item = forests[section].create(in: list.parent)
    for child in sections[section].children where isFilled {
      let list = ItemList(section: child, parent: item)
      for position in 0..<(sections[child].repetition?.initial ?? 0) {
        let inner = createItem(in: list)
        forests[child].insert(inner, at: position)
      }
    }
    count(item, inSection: section)
    return item
  }

  /// Inserts an item into its list at a position.
  mutating func insertItem(_ item: Int, at position: Int, inSection section: Int) {
    forests[section].insert(item, at: position)
    countAround(list(ofItem: item, inSection: section))
  }

  /// Removes an item and returns its former position.
  mutating func removeItem(_ item: Int, fromSection section: Int) -> Int? {
    let position = forests[section].remove(item)
    countAround(list(ofItem: item, inSection: section))
    return position
  }

  // MARK: - Hidden rows

  /// Whether the conditions of a section and of the sections around it are true. Conditions whose
  /// results differ between items are not considered.
  package func isShown(section: Int) -> Bool {
    shapes[section].isShown && (sections[section].parent.map { isShown(section: $0) } ?? true)
  }

  /// Whether no condition hides a list, or a section that does not repeat.
  package func isShown(_ list: ItemList) -> Bool { hiddenList(around: list) == nil }

  /// The outermost hidden list among a list and the lists around it; nil if none is hidden.
  func hiddenList(around list: ItemList) -> ItemList? {
    let hidden = hides(list) ? list : nil
    guard list.parent != 0, let parent = sections[list.section].parent else { return hidden }
    return hiddenList(around: self.list(ofItem: list.parent, inSection: parent)) ?? hidden
  }

  /// Whether a list is hidden by its own condition.
  func hides(_ list: ItemList) -> Bool {
    guard shapes[list.section].isShown else { return true }
    guard list.parent != 0, let parent = sections[list.section].parent,
      let child = sections[parent].children.firstIndex(of: list.section)
    else { return false }
    return shapes[parent].hides(child: child, variant: forests[parent].variant(of: list.parent))
  }

  /// Whether a row template is hidden in all items.
  func isHidden(row: Int, ofSection section: Int) -> Bool { shapes[section].hidden[row] }

  /// By row template, whether the item hides it; the values for the sections inside the item
  /// follow.
  func hiddenParts(ofItem item: Int, inSection section: Int) -> [Bool] {
    shapes[section].variants[forests[section].variant(of: item)].hidden
  }

  mutating func setShown(_ isShown: Bool, section: Int) {
    shapes[section].isShown = isShown
    countItems(around: section)
  }

  mutating func setHidden(_ isHidden: Bool, row: Int, ofSection section: Int) {
    shapes[section].setHidden(isHidden, row: row)
    countItems(around: section)
  }

  /// Hides row templates and inner sections of an item; shows all others.
  mutating func hide(_ hidden: [Bool], ofItem item: Int, inSection section: Int) {
    count(item, inSection: section, variant: shapes[section].variant(hiding: hidden))
    countAround(list(ofItem: item, inSection: section))
  }

  /// Sets the number of lines of each note, by section and row.
  mutating func wrapNotes(on lines: [[Int]]) {
    for section in lines.indices where shapes.indices.contains(section) {
      shapes[section].wrapNotes(on: lines[section])
    }
    countItems()
  }

  // MARK: - Extents

  /// The difference in extent between an item and an item that hides no row and has no lists.
  private func extent(ofItem item: Int, inSection section: Int, variant: Int) -> ItemForest.Extent {
    var extent = shapes[section].variants[variant].extra
    for list in lists(inItem: item, ofSection: section) {
      extent =
        extent
        + ItemForest.Extent(
          rows: Int32(clamping: amount(of: list, by: .rows)),
          lines: Int32(clamping: amount(of: list, by: .lines)),
          addLines: Int32(clamping: amount(of: list, by: .addLines)))
    }
    return extent
  }

  /// Updates the extent of an item; returns whether the extent of its list changed.
  @discardableResult
  private mutating func count(_ item: Int, inSection section: Int, variant: Int? = nil) -> Bool {
    let variant = variant ?? forests[section].variant(of: item)
    // The new variant determines which lists are shown.
    if !sections[section].children.isEmpty {
      forests[section].setVariant(variant, of: item)
    }
    return forests[section].setVariant(
      variant, extent: extent(ofItem: item, inSection: section, variant: variant), of: item)
  }

  /// Updates the extents of all items around a changed list.
  private mutating func countAround(_ list: ItemList) {
    var list = list
    while let parent = sections[list.section].parent {
      guard count(list.parent, inSection: parent) else { return }
      list = self.list(ofItem: list.parent, inSection: parent)
    }
    countSections()
  }

  /// Updates the extents of all items that contain lists of a section. O(these items).
  private mutating func countItems(around section: Int) {
    var section = section
    while let parent = sections[section].parent {
      countItems(ofSection: parent)
      section = parent
    }
    countSections()
  }

  /// Updates the extents of all items that have lists inside them, innermost first.
  mutating func countItems() {
    for section in sections.indices.reversed() where !sections[section].children.isEmpty {
      countItems(ofSection: section)
    }
    countSections()
  }

  private mutating func countItems(ofSection section: Int) {
    // Compute all new extents before changing the tree, because their computation reads the tree.
    let variants = (1..<forests[section].last + 1).map { forests[section].variant(of: $0) }
    let extents = variants.enumerated().map {
      extent(ofItem: $0 + 1, inSection: section, variant: $1)
    }
    forests[section].setExtents(extents)
  }

  /// Updates the positions of the sections. O(sections). Needed after every change of the order.
  private mutating func countSections() {
    starts = SectionStarts()
    frames = sections.indices.map { countedFrame(of: ItemList(section: $0, parent: 0)) }
    var (rows, lines, addLines) = (0, 0, 0)
    for (index, section) in sections.enumerated() {
      if section.parent == nil {
        let list = ItemList(section: index, parent: 0)
        rows += amount(of: list, by: .rows)
        lines += amount(of: list, by: .lines)
        addLines += amount(of: list, by: .addLines)
      }
      starts.rows.append(rows)
      starts.lines.append(lines)
      starts.addLines.append(addLines)
      starts.numbers.append(rows - addLines)
    }
  }
}
