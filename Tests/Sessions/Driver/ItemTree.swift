// The items of a form. A repeating section has a list; if the section is inside items, it has a
// list in each of these items. An item has a serial number, which no other item of its section ever
// gets. A removed item keeps the lists inside it, so that undo restores them too.

/// The lists of a form's items.
struct ItemTree: Equatable {
  /// The serials of the items of each list, in order. A list without items has no entry.
  private var lists: [ItemList: [Int]] = [:]
  /// The item around each item that was ever created, by section and serial; 0 if there is none.
  private var owners: [[Int]]

  /// Creates the items of a new form.
  init(_ shape: FormShape) {
    owners = shape.sections.map { _ in [] }
    for section in shape.sections.indices where shape.sections[section].parent == nil {
      fill(ItemList(section: section), in: shape)
    }
  }

  /// The serials of a list, in order.
  subscript(list: ItemList) -> [Int] {
    get { lists[list] ?? [] }
    set { lists[list] = newValue.isEmpty ? nil : newValue }
  }

  /// The last serial assigned in a section.
  func last(ofSection section: Int) -> Int { owners[section].count }

  /// The number of items in all lists.
  var count: Int { lists.values.reduce(0) { $0 + $1.count } }

  /// Returns the list of an item, even of a removed item.
  func list(of item: Int, inSection section: Int) -> ItemList {
    ItemList(section: section, parent: item > 0 ? owners[section][item - 1] : 0)
  }

  /// Returns the items of a section that were not removed.
  func items(ofSection section: Int) -> [Int] {
    owners[section].indices.map { $0 + 1 }.filter {
      self[list(of: $0, inSection: section)].contains($0)
    }
  }

  /// Whether an item exists, that is, neither it nor any item around it was removed.
  func has(_ item: Int, inSection section: Int, of shape: FormShape) -> Bool {
    let list = list(of: item, inSection: section)
    guard self[list].contains(item) else { return false }
    return shape.sections[section].parent.map { has(list.parent, inSection: $0, of: shape) } ?? true
  }

  /// Assigns a serial to a new item. The item is not added to its list yet, but the lists inside it
  /// are created.
  ///
  /// - Parameter isFilled: whether the lists inside the item have their initial items.
  mutating func create(in list: ItemList, of shape: FormShape, isFilled: Bool = true) -> Int {
    owners[list.section].append(list.parent)
    let item = owners[list.section].count
    for child in shape.sections[list.section].children where isFilled {
      fill(ItemList(section: child, parent: item), in: shape)
    }
    return item
  }

  private mutating func fill(_ list: ItemList, in shape: FormShape) {
    for _ in 0..<(shape.sections[list.section].repetition?.initial ?? 0) {
      self[list].append(create(in: list, of: shape))
    }
  }

  // MARK: - Stored

  /// Whether each list of a section has the items with which it is created, so that a draft need
  /// not contain them. The items around the lists may be others than in a new form.
  func hasInitialItems(inSection section: Int, of shape: FormShape) -> Bool {
    var new = self
    if let parent = shape.sections[section].parent {
      new.refill(section, inside: parent, of: shape)
    } else {
      new = ItemTree(shape)
    }
    return new.stored(ofSection: section, of: shape) == stored(ofSection: section, of: shape)
  }

  /// Replaces the items of a section by those of a draft.
  mutating func adopt(_ stored: StoredItems, ofSection section: Int) {
    for list in lists.keys where list.section == section { lists[list] = nil }
    owners[section] = Array(repeating: 0, count: stored.last)
    for list in stored.lists {
      for item in list.serials + list.removed { owners[section][item - 1] = list.parent }
      self[ItemList(section: section, parent: list.parent)] = list.serials
    }
  }

  /// Creates the initial items of an inner section in each item of a section, because the draft has
  /// none.
  mutating func refill(_ section: Int, inside parent: Int, of shape: FormShape) {
    for list in lists.keys where list.section == section { lists[list] = nil }
    owners[section] = []
    for item in owners[parent].indices {
      fill(ItemList(section: section, parent: item + 1), in: shape)
    }
  }

  /// Returns the items of a section in the notation of a draft.
  func stored(ofSection section: Int, of shape: FormShape) -> StoredItems {
    let last = last(ofSection: section)
    guard let parent = shape.sections[section].parent else {
      let serials = self[ItemList(section: section)]
      return StoredItems(lists: [.init(parent: 0, serials: serials, removed: [])], last: last)
    }
    let parents = 1..<self.last(ofSection: parent) + 1
    let lists = parents.map { item in
      let serials = self[ItemList(section: section, parent: item)]
      let created = owners[section].indices.filter { owners[section][$0] == item }.map { $0 + 1 }
      return StoredItems.List(
        parent: item, serials: serials, removed: created.filter { !serials.contains($0) })
    }
    return StoredItems(
      lists: lists.filter { !$0.serials.isEmpty || !$0.removed.isEmpty }, last: last)
  }
}

/// The items of a section in a draft. `5:1-3,5` is the last serial, then the items in order, with
/// consecutive items as a range. For a section inside items, each list has this notation after the
/// item around it, and is followed by its removed items: `7:1=1-3,5;2=6~4,7`.
struct StoredItems: Equatable, CustomStringConvertible {
  struct List: Equatable {
    var parent: Int
    var serials: [Int]
    var removed: [Int]
  }

  var lists: [List]
  var last: Int

  init(lists: [List], last: Int) { (self.lists, self.last) = (lists, last) }

  /// Parses a stored text; nil if it is malformed.
  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let last = Int(parts[0]) else { return nil }
    self.last = last
    lists = parts[1].split(separator: ";").map { part in
      let sides = part.split(separator: "=", omittingEmptySubsequences: false)
      let halves = (sides.last ?? "").split(separator: "~", omittingEmptySubsequences: false)
      return List(
        parent: sides.count == 2 ? Int(sides[0]) ?? 0 : 0,
        serials: halves.first.map(StoredItems.serials) ?? [],
        removed: halves.count == 2 ? StoredItems.serials(halves[1]) : [])
    }
  }

  /// The serials of the items of all lists.
  var serials: [Int] { lists.flatMap(\.serials) }

  var description: String {
    let texts = lists.map { list in
      guard list.parent > 0 else { return StoredItems.text(of: list.serials) }
      let removed = list.removed.isEmpty ? "" : "~" + StoredItems.text(of: list.removed)
      return "\(list.parent)=\(StoredItems.text(of: list.serials))\(removed)"
    }
    return "\(last):\(texts.joined(separator: ";"))"
  }

  private static func serials(_ text: Substring) -> [Int] {
    text.split(separator: ",").flatMap { run in
      let ends = run.split(separator: "-").compactMap { Int($0) }
      return ends.isEmpty ? [] : Array(ends[0]...ends[ends.count - 1])
    }
  }

  private static func text(of items: [Int]) -> String {
    var runs: [ClosedRange<Int>] = []
    for item in items {
      if let run = runs.last, run.upperBound + 1 == item {
        runs[runs.count - 1] = run.lowerBound...item
      } else {
        runs.append(item...item)
      }
    }
    return runs.map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
    }.joined(separator: ",")
  }
}
