// The items of a repeating section in their order. Each list of items is a tree.
//
// If a section is inside items of another section, each of these items has a list; any other
// section has a single list. All lists of a section share one array of nodes, because an item's
// number, its serial, is unique in the section.
//
// The extent of an item counts its rows, lines and add lines. A node stores the difference from a
// default item, which hides no row and has no lists; each subtree stores the sum. So the item on a
// line is found in O(log n), and a change to all items changes no node unless they have lists.
//
// A serial is never assigned again; it determines the index of the item's node. Each tree is a
// treap, so finding, inserting and removing take O(log n) expected time. The priority of a node is
// a hash of its index, so the same serials always make the same tree.

/// The items of a section, in lists that can be changed at any position.
struct ItemForest: Sendable {
  /// The item at an offset.
  struct Place {
    var serial: Int
    var position: Int
    /// The offset from the beginning of the item.
    var rest: Int
  }

  private struct Node {
    var left: Int32 = none
    var right: Int32 = none
    var parent: Int32 = none
    var size: Int32 = 1
    /// The serial of the item that contains the list; 0 for a list outside of items.
    var owner: Int32 = 0
    /// The difference in extent between this item and a default item.
    var own = Extent()
    /// The sum of the differences in the subtree.
    var sum = Extent()
    /// The first and the last serial in the subtree.
    var first: Int32 = 0
    var last: Int32 = 0
    /// The index in the `SectionShape` of the item's variant, which says what the item hides.
    var variant: Int32 = 0
    var isListed = false
    /// Whether the serials of the subtree are consecutive.
    var isRun = true
  }

  private static let none: Int32 = -1
  private var nodes: [Node] = []
  /// The root of each list's tree, indexed by the item that contains the list.
  private var roots: [Int32] = []

  /// Creates one list outside of items, with the items 1 to `count`.
  init(count: Int = 0) {
    nodes = Array(repeating: Node(), count: count)
    if count > 0 { build(Array(1...count), in: 0) }
  }

  /// Creates lists of items; `last` is the greatest serial ever assigned. O(n).
  init(_ lists: [KeptItems.List], last: Int) {
    nodes = Array(repeating: Node(), count: last)
    for list in lists {
      for serial in list.removed where nodes.indices.contains(serial - 1) {
        nodes[serial - 1].owner = Int32(clamping: list.parent)
      }
      build(list.serials, in: list.parent)
    }
  }

  /// The greatest serial ever assigned.
  var last: Int { nodes.count }

  /// The number of items in a list.
  func count(in owner: Int) -> Int { Int(size(of: root(of: owner))) }

  /// Creates a serial that no item of this section ever had. The item is not in its list yet.
  mutating func create(in owner: Int) -> Int {
    var node = Node()
    node.owner = Int32(clamping: owner)
    nodes.append(node)
    return nodes.count
  }

  /// The item that contains the list of an item; 0 for a list outside of items.
  func owner(of serial: Int) -> Int {
    serial >= 1 && serial <= nodes.count ? Int(nodes[serial - 1].owner) : 0
  }

  /// The serial at a position in a list, from 0.
  func serial(at position: Int, in owner: Int) -> Int? {
    guard position >= 0, position < count(in: owner) else { return nil }
    var node = root(of: owner)
    var rest = Int32(position)
    while node != ItemForest.none {
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

  /// Finds the item at an offset from the start of a list.
  ///
  /// - Parameter each: the extent of a default item.
  func place(of offset: Int, in owner: Int, by measure: Measure, each: Int) -> Place? {
    var (node, rest, position) = (root(of: owner), offset, 0)
    guard offset >= 0 else { return nil }
    while node != ItemForest.none {
      let left = self[node].left
      let before =
        left == ItemForest.none ? 0 : extent(self[left].sum, self[left].size, measure, each)
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

  /// The extent of all items before an item in its list; nil if the item is not in the list.
  func offset(of serial: Int, by measure: Measure, each: Int) -> Int? {
    guard isListed(serial) else { return nil }
    var node = Int32(serial - 1)
    var offset = extent(ofTree: self[node].left, measure, each)
    while self[node].parent != ItemForest.none {
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

  /// The extent of all items of a list.
  func total(in owner: Int, by measure: Measure, each: Int) -> Int {
    extent(ofTree: root(of: owner), measure, each)
  }

  private func extent(ofTree node: Int32, _ measure: Measure, _ each: Int) -> Int {
    node == ItemForest.none ? 0 : extent(self[node].sum, self[node].size, measure, each)
  }

  private func extent(_ extra: Extent, _ count: Int32, _ measure: Measure, _ each: Int) -> Int {
    extra.amount(by: measure) + Int(count) * each
  }

  /// Whether an item is in its list.
  func isListed(_ serial: Int) -> Bool {
    serial >= 1 && serial <= nodes.count && nodes[serial - 1].isListed
  }

  /// The index of an item's variant, even if the item is not in a list.
  func variant(of serial: Int) -> Int {
    serial >= 1 && serial <= nodes.count ? Int(nodes[serial - 1].variant) : 0
  }

  /// Sets the variant of an item.
  mutating func setVariant(_ variant: Int, of serial: Int) {
    guard serial >= 1, serial <= nodes.count else { return }
    nodes[serial - 1].variant = Int32(variant)
  }

  /// Sets the differences of all items. O(n).
  mutating func setExtents(_ extents: [Extent]) {
    for (place, extent) in extents.enumerated() where nodes.indices.contains(place) {
      nodes[place].own = extent
      if !nodes[place].isListed { sumUp(Int32(place)) }
    }
    for root in roots { sumUpAll(below: root) }
  }

  private mutating func sumUpAll(below node: Int32) {
    guard node != ItemForest.none else { return }
    sumUpAll(below: self[node].left)
    sumUpAll(below: self[node].right)
    sumUp(node)
  }

  /// Sets the variant of an item and its difference.
  ///
  /// - Returns: whether the extent of the item's list changed.
  @discardableResult
  mutating func setVariant(_ variant: Int, extent: Extent, of serial: Int) -> Bool {
    guard serial >= 1, serial <= nodes.count else { return false }
    nodes[serial - 1].variant = Int32(variant)
    guard nodes[serial - 1].own != extent else { return false }
    nodes[serial - 1].own = extent
    guard nodes[serial - 1].isListed else { return false }
    var node = Int32(serial - 1)
    while node != ItemForest.none {
      sumUp(node)
      node = self[node].parent
    }
    return true
  }

  /// The serials of a list in order, as ranges of consecutive serials. O(ranges × log n).
  func runs(in owner: Int) -> [ClosedRange<Int>] {
    var runs: [ClosedRange<Int>] = []
    func add(_ run: ClosedRange<Int>) {
      if let last = runs.last, last.upperBound + 1 == run.lowerBound {
        runs[runs.count - 1] = last.lowerBound...run.upperBound
      } else {
        runs.append(run)
      }
    }
    let root = root(of: owner)
    var path: [(node: Int32, isEntered: Bool)] = root == ItemForest.none ? [] : [(root, false)]
    while let (node, isEntered) = path.popLast() {
      if isEntered {
        add(Int(node) + 1...Int(node) + 1)
        if self[node].right != ItemForest.none { path.append((self[node].right, false)) }
      } else if self[node].isRun {
        add(Int(self[node].first)...Int(self[node].last))
      } else {
        path.append((node, true))
        if self[node].left != ItemForest.none { path.append((self[node].left, false)) }
      }
    }
    return runs
  }

  /// The items removed from their lists, by the items that contain the lists. O(n).
  var removed: [Int: [Int]] {
    var removed: [Int: [Int]] = [:]
    for (place, node) in nodes.enumerated() where !node.isListed {
      removed[Int(node.owner), default: []].append(place + 1)
    }
    return removed
  }

  /// The position of an item in its list; nil if it is not in the list.
  func position(of serial: Int) -> Int? {
    guard isListed(serial) else { return nil }
    var node = Int32(serial - 1)
    var position = size(of: self[node].left)
    while self[node].parent != ItemForest.none {
      let parent = self[node].parent
      if self[parent].right == node { position += size(of: self[parent].left) + 1 }
      node = parent
    }
    return Int(position)
  }

  /// Inserts an item into its list at a position, or at the nearest position that exists.
  mutating func insert(_ serial: Int, at position: Int) {
    guard serial >= 1, serial <= nodes.count, !nodes[serial - 1].isListed else { return }
    let node = Int32(serial - 1)
    let owner = owner(of: serial)
    detach(node, isListed: true)
    let (left, right) = split(
      root(of: owner), at: Int32(min(max(position, 0), count(in: owner))))
    setRoot(of: owner, to: merge(merge(left, node), right))
  }

  /// Removes an item from its list and returns its former position.
  @discardableResult mutating func remove(_ serial: Int) -> Int? {
    guard let position = position(of: serial) else { return nil }
    let owner = owner(of: serial)
    let (left, rest) = split(root(of: owner), at: Int32(position))
    let (_, right) = split(rest, at: 1)
    detach(Int32(serial - 1), isListed: false)
    setRoot(of: owner, to: merge(left, right))
    return position
  }

  // MARK: - Nodes

  private subscript(node: Int32) -> Node {
    get { nodes[Int(node)] }
    set { nodes[Int(node)] = newValue }
  }

  private func root(of owner: Int) -> Int32 {
    roots.indices.contains(owner) ? roots[owner] : ItemForest.none
  }

  private mutating func setRoot(of owner: Int, to root: Int32) {
    while roots.count <= owner { roots.append(ItemForest.none) }
    roots[owner] = root
    setParent(of: root, to: ItemForest.none)
  }

  private func size(of node: Int32) -> Int32 { node == ItemForest.none ? 0 : self[node].size }

  private mutating func setParent(of node: Int32, to parent: Int32) {
    if node != ItemForest.none { self[node].parent = parent }
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
    if left != ItemForest.none { sum = sum + self[left].sum }
    if right != ItemForest.none { sum = sum + self[right].sum }
    self[node].sum = sum
    var (first, last, isRun) = (node + 1, node + 1, true)
    if left != ItemForest.none {
      first = self[left].first
      isRun = self[left].isRun && self[left].last == node
    }
    if right != ItemForest.none {
      last = self[right].last
      isRun = isRun && self[right].isRun && self[right].first == node + 2
    }
    (self[node].first, self[node].last, self[node].isRun) = (first, last, isRun)
  }

  /// Removes a node from its tree. If `isListed` is true, the node becomes a tree of its own.
  private mutating func detach(_ node: Int32, isListed: Bool) {
    (self[node].left, self[node].right, self[node].parent) = (
      ItemForest.none, ItemForest.none, ItemForest.none
    )
    self[node].isListed = isListed
    sumUp(node)
  }

  /// Builds the tree of a list from new serials. Each node becomes the right child of the last node
  /// before it with a higher priority.
  private mutating func build(_ serials: [Int], in owner: Int) {
    var spine: [Int32] = []
    for serial in serials where serial >= 1 && serial <= nodes.count {
      guard !nodes[serial - 1].isListed else { continue }
      let node = Int32(serial - 1)
      nodes[serial - 1].isListed = true
      nodes[serial - 1].owner = Int32(clamping: owner)
      let priority = ItemForest.priority(of: node)
      var below = ItemForest.none
      while let last = spine.last, ItemForest.priority(of: last) <= priority {
        spine.removeLast()
        update(last)
        below = last
      }
      self[node].left = below
      if let last = spine.last { self[last].right = node }
      spine.append(node)
    }
    let root = spine.first ?? ItemForest.none
    while let last = spine.popLast() { update(last) }
    setRoot(of: owner, to: root)
  }

  /// A hash of the node's index, by the finalizer of splitmix64.
  private static func priority(of node: Int32) -> UInt64 {
    var hash = UInt64(UInt32(bitPattern: node)) &+ 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    return hash ^ (hash >> 31)
  }

  private mutating func split(_ node: Int32, at position: Int32) -> (left: Int32, right: Int32) {
    guard node != ItemForest.none else { return (ItemForest.none, ItemForest.none) }
    let before = size(of: self[node].left)
    if position <= before {
      let (left, right) = split(self[node].left, at: position)
      self[node].left = right
      update(node)
      setParent(of: left, to: ItemForest.none)
      return (left, node)
    }
    let (left, right) = split(self[node].right, at: position - before - 1)
    self[node].right = left
    update(node)
    setParent(of: right, to: ItemForest.none)
    return (node, right)
  }

  private mutating func merge(_ left: Int32, _ right: Int32) -> Int32 {
    if left == ItemForest.none { return right }
    if right == ItemForest.none { return left }
    if ItemForest.priority(of: left) > ItemForest.priority(of: right) {
      self[left].right = merge(self[left].right, right)
      update(left)
      return left
    }
    self[right].left = merge(left, self[right].left)
    update(right)
    return right
  }
}
