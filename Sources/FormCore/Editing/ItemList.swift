// The items of a repeating section in their order: an order-statistics tree.
//
// Items are known by serials that are given once and never again. The tree is a treap whose nodes
// lie in an array at the place of their serial, so that finding the position of a serial and the
// serial at a position, inserting and removing all cost O(log n) expected. Priorities are a hash of
// the serial: the same serials always make the same tree.

/// Serials in an order that can be changed at any place.
struct ItemList: Sendable {
  private struct Node {
    var left: Int32 = none
    var right: Int32 = none
    var parent: Int32 = none
    var size: Int32 = 1
    var isListed = false
  }

  private static let none: Int32 = -1
  private var nodes: [Node] = []
  private var root = none

  /// A list of the items 1 to `count`.
  init(count: Int = 0) {
    for position in 0..<count {
      insert(create(), at: position)
    }
  }

  /// A list of items in an order, of `last` serials that were ever given.
  init(serials: [Int], last: Int) {
    nodes = Array(repeating: Node(), count: last)
    for (position, serial) in serials.enumerated() { insert(serial, at: position) }
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

  /// The position of an item, nil when it is not in the list.
  func position(of serial: Int) -> Int? {
    guard serial >= 1, serial <= nodes.count, nodes[serial - 1].isListed else { return nil }
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
    nodes[serial - 1] = Node()
    nodes[serial - 1].isListed = true
    let (left, right) = split(root, at: Int32(min(max(position, 0), count)))
    root = merge(merge(left, node), right)
    setParent(of: root, to: ItemList.none)
  }

  /// Takes an item out of the list and returns the position it had.
  @discardableResult
  mutating func remove(_ serial: Int) -> Int? {
    guard let position = position(of: serial) else { return nil }
    let (left, rest) = split(root, at: Int32(position))
    let (_, right) = split(rest, at: 1)
    nodes[serial - 1] = Node()
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
    let (left, right) = (self[node].left, self[node].right)
    self[node].size = size(of: left) + size(of: right) + 1
    setParent(of: left, to: node)
    setParent(of: right, to: node)
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
