// The items of a repeating section in their order: an order-statistics tree.
//
// Each item may be of another extent: conditions on its own rows hide some of them. The tree sums
// what the items have beyond that which all of them have, so the item on a line is found in
// O(log n), and what changes for all items at once changes no node.
//
// Items are known by serials that are given once and never again. The tree is a treap whose nodes
// lie in an array at the place of their serial, so that finding the position of a serial and the
// serial at a position, inserting and removing all cost O(log n) expected. Priorities are a hash of
// the serial: the same serials always make the same tree.

/// Serials in an order that can be changed at any place.
struct ItemList: Sendable {
  /// How many rows and lines there are.
  struct Extent: Hashable, Sendable {
    var rows: Int32 = 0
    var lines: Int32 = 0

    static func + (left: Extent, right: Extent) -> Extent {
      Extent(rows: left.rows &+ right.rows, lines: left.lines &+ right.lines)
    }
  }

  /// What is counted to find an item.
  enum Measure { case rows, lines }

  /// An item that was found.
  struct Place {
    var serial: Int
    var position: Int
    /// How many rows or lines of the item come before what was looked for.
    var rest: Int
  }

  private struct Node {
    var left: Int32 = none
    var right: Int32 = none
    var parent: Int32 = none
    var size: Int32 = 1
    /// What this item has beyond that which all items have.
    var own = Extent()
    /// The sum of that in the subtree.
    var sum = Extent()
    /// The first and the last serial of the subtree.
    var first: Int32 = 0
    var last: Int32 = 0
    /// Which of the section's forms of an item this one has.
    var variant: Int32 = 0
    var isListed = false
    /// Whether the subtree's serials follow each other without a gap.
    var isRun = true
  }

  private static let none: Int32 = -1
  private var nodes: [Node] = []
  private var root = none

  /// A list of the items 1 to `count`.
  init(count: Int = 0) { self.init(serials: Array(1..<count + 1), last: count) }

  /// A list of items in an order, of `last` serials that were ever given. O(n).
  init(serials: [Int], last: Int) {
    nodes = Array(repeating: Node(), count: last)
    build(serials)
  }

  /// The greatest serial that was ever given.
  var last: Int { nodes.count }

  /// How many items are in the list.
  var count: Int { Int(size(of: root)) }

  /// A serial that no item of this list ever had; it is not in the list yet.
  mutating func create() -> Int {
    nodes.append(Node())
    return nodes.count
  }

  /// The serial at a position from 0.
  func serial(at position: Int) -> Int? {
    guard position >= 0, position < count else { return nil }
    var node = root
    var rest = Int32(position)
    while node != ItemList.none {
      let before = size(of: self[node].left)
      if rest == before { return Int(node) + 1 }
      if rest < before {
        node = self[node].left
      } else {
        rest -= before + 1
        node = self[node].right
      }
    }
    return nil
  }

  /// The item that an offset from the list's start falls into.
  ///
  /// - Parameter each: what every item has of the measure.
  func place(of offset: Int, by measure: Measure, each: Int) -> Place? {
    var (node, rest, position) = (root, offset, 0)
    guard offset >= 0 else { return nil }
    while node != ItemList.none {
      let left = self[node].left
      let before =
        left == ItemList.none ? 0 : extent(self[left].sum, self[left].size, measure, each)
      if rest < before {
        node = left
        continue
      }
      let own = extent(self[node].own, 1, measure, each)
      position += Int(size(of: left))
      if rest < before + own {
        return Place(serial: Int(node) + 1, position: position, rest: rest - before)
      }
      rest -= before + own
      position += 1
      node = self[node].right
    }
    return nil
  }

  /// How much stands before an item, nil when it is not in the list.
  func offset(of serial: Int, by measure: Measure, each: Int) -> Int? {
    guard isListed(serial) else { return nil }
    var node = Int32(serial - 1)
    var offset = extent(ofTree: self[node].left, measure, each)
    while self[node].parent != ItemList.none {
      let parent = self[node].parent
      if self[parent].right == node {
        offset +=
          extent(ofTree: self[parent].left, measure, each)
          + extent(self[parent].own, 1, measure, each)
      }
      node = parent
    }
    return offset
  }

  /// How much all items have together.
  func total(by measure: Measure, each: Int) -> Int { extent(ofTree: root, measure, each) }

  private func extent(ofTree node: Int32, _ measure: Measure, _ each: Int) -> Int {
    node == ItemList.none ? 0 : extent(self[node].sum, self[node].size, measure, each)
  }

  private func extent(_ extra: Extent, _ count: Int32, _ measure: Measure, _ each: Int) -> Int {
    Int(measure == .rows ? extra.rows : extra.lines) + Int(count) * each
  }

  /// Whether an item is in the list.
  func isListed(_ serial: Int) -> Bool {
    serial >= 1 && serial <= nodes.count && nodes[serial - 1].isListed
  }

  /// Which form of an item one has, listed or not.
  func variant(of serial: Int) -> Int {
    serial >= 1 && serial <= nodes.count ? Int(nodes[serial - 1].variant) : 0
  }

  /// Gives an item another form, with what it has then beyond that which all items have.
  mutating func setVariant(_ variant: Int, extent: Extent, of serial: Int) {
    guard serial >= 1, serial <= nodes.count else { return }
    nodes[serial - 1].variant = Int32(variant)
    guard nodes[serial - 1].own != extent else { return }
    nodes[serial - 1].own = extent
    guard nodes[serial - 1].isListed else { return }
    var node = Int32(serial - 1)
    while node != ItemList.none {
      sumUp(node)
      node = self[node].parent
    }
  }

  /// The serials in their order, those that follow each other without a gap as one range.
  /// O(ranges × log n).
  var runs: [ClosedRange<Int>] {
    var runs: [ClosedRange<Int>] = []
    func add(_ run: ClosedRange<Int>) {
      if let last = runs.last, last.upperBound + 1 == run.lowerBound {
        runs[runs.count - 1] = last.lowerBound...run.upperBound
      } else {
        runs.append(run)
      }
    }
    // A node whose left subtree was seen is distinguished from one that is seen for the first time.
    var path: [(node: Int32, isEntered: Bool)] = root == ItemList.none ? [] : [(root, false)]
    while let (node, isEntered) = path.popLast() {
      if isEntered {
        add(Int(node) + 1...Int(node) + 1)
        if self[node].right != ItemList.none { path.append((self[node].right, false)) }
      } else if self[node].isRun {
        add(Int(self[node].first)...Int(self[node].last))
      } else {
        path.append((node, true))
        if self[node].left != ItemList.none { path.append((self[node].left, false)) }
      }
    }
    return runs
  }

  /// The position of an item, nil when it is not in the list.
  func position(of serial: Int) -> Int? {
    guard isListed(serial) else { return nil }
    var node = Int32(serial - 1)
    var position = size(of: self[node].left)
    while self[node].parent != ItemList.none {
      let parent = self[node].parent
      if self[parent].right == node { position += size(of: self[parent].left) + 1 }
      node = parent
    }
    return Int(position)
  }

  /// Puts an item that is not in the list where `position` says, or as near as there is room.
  mutating func insert(_ serial: Int, at position: Int) {
    guard serial >= 1, serial <= nodes.count, !nodes[serial - 1].isListed else { return }
    let node = Int32(serial - 1)
    detach(node, isListed: true)
    let (left, right) = split(root, at: Int32(min(max(position, 0), count)))
    root = merge(merge(left, node), right)
    setParent(of: root, to: ItemList.none)
  }

  /// Takes an item out of the list and returns the position it had.
  @discardableResult mutating func remove(_ serial: Int) -> Int? {
    guard let position = position(of: serial) else { return nil }
    let (left, rest) = split(root, at: Int32(position))
    let (_, right) = split(rest, at: 1)
    detach(Int32(serial - 1), isListed: false)
    root = merge(left, right)
    setParent(of: root, to: ItemList.none)
    return position
  }

  // MARK: - Nodes

  private subscript(node: Int32) -> Node {
    get { nodes[Int(node)] }
    set { nodes[Int(node)] = newValue }
  }

  private func size(of node: Int32) -> Int32 { node == ItemList.none ? 0 : self[node].size }

  private mutating func setParent(of node: Int32, to parent: Int32) {
    if node != ItemList.none { self[node].parent = parent }
  }

  private mutating func update(_ node: Int32) {
    sumUp(node)
    setParent(of: self[node].left, to: node)
    setParent(of: self[node].right, to: node)
  }

  private mutating func sumUp(_ node: Int32) {
    let (left, right) = (self[node].left, self[node].right)
    self[node].size = size(of: left) + size(of: right) + 1
    var sum = self[node].own
    if left != ItemList.none { sum = sum + self[left].sum }
    if right != ItemList.none { sum = sum + self[right].sum }
    self[node].sum = sum
    var (first, last, isRun) = (node + 1, node + 1, true)
    if left != ItemList.none {
      first = self[left].first
      isRun = self[left].isRun && self[left].last == node
    }
    if right != ItemList.none {
      last = self[right].last
      isRun = isRun && self[right].isRun && self[right].first == node + 2
    }
    (self[node].first, self[node].last, self[node].isRun) = (first, last, isRun)
  }

  /// Makes a node a tree of its own, or of none.
  private mutating func detach(_ node: Int32, isListed: Bool) {
    (self[node].left, self[node].right, self[node].parent) = (
      ItemList.none, ItemList.none, ItemList.none
    )
    self[node].isListed = isListed
    sumUp(node)
  }

  /// Makes the tree of serials that are all new: each goes to the right of the last whose priority
  /// is higher.
  private mutating func build(_ serials: [Int]) {
    var spine: [Int32] = []
    for serial in serials where serial >= 1 && serial <= nodes.count {
      guard !nodes[serial - 1].isListed else { continue }
      let node = Int32(serial - 1)
      nodes[serial - 1].isListed = true
      let priority = ItemList.priority(of: node)
      var below = ItemList.none
      while let last = spine.last, ItemList.priority(of: last) <= priority {
        spine.removeLast()
        update(last)
        below = last
      }
      self[node].left = below
      if let last = spine.last { self[last].right = node }
      spine.append(node)
    }
    root = spine.first ?? ItemList.none
    while let last = spine.popLast() { update(last) }
    setParent(of: root, to: ItemList.none)
  }

  /// A hash of the node's place (splitmix64's finalizer).
  private static func priority(of node: Int32) -> UInt64 {
    var hash = UInt64(UInt32(bitPattern: node)) &+ 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    return hash ^ (hash >> 31)
  }

  private mutating func split(_ node: Int32, at position: Int32) -> (left: Int32, right: Int32) {
    guard node != ItemList.none else { return (ItemList.none, ItemList.none) }
    let before = size(of: self[node].left)
    if position <= before {
      let (left, right) = split(self[node].left, at: position)
      self[node].left = right
      update(node)
      setParent(of: left, to: ItemList.none)
      return (left, node)
    }
    let (left, right) = split(self[node].right, at: position - before - 1)
    self[node].right = left
    update(node)
    setParent(of: right, to: ItemList.none)
    return (node, right)
  }

  private mutating func merge(_ left: Int32, _ right: Int32) -> Int32 {
    if left == ItemList.none { return right }
    if right == ItemList.none { return left }
    if ItemList.priority(of: left) > ItemList.priority(of: right) {
      self[left].right = merge(self[left].right, right)
      update(left)
      return left
    }
    self[right].left = merge(left, self[right].left)
    update(right)
    return right
  }
}
