// How the answers of a form nest: the tree that all key paths of a template make together.
//
// It is built once, from row templates, so its size is that of the template file, however many rows
// `count` makes. Members stand in the order in which their first row does.

/// The nesting of a template's answers.
struct AnswerPlan: Sendable {
  /// A row template by its place in the template.
  struct RowReference: Hashable, Sendable {
    var section: Int
    var row: Int
  }

  /// A member of an object; `{n}` in its name makes one for each number of its row.
  struct Member: Sendable {
    var name: NumberedText
    var node: Int
  }

  /// A value that is made of answers.
  enum Node: Sendable {
    case object([Member])
    case answer(RowReference)
    /// The answers of all its rows, one element each.
    case list([RowReference])
    /// An element for each item of a repeating section, each the object at `root`.
    case items(section: Int, root: Int)
  }

  /// A member of an object that a name means.
  struct Target: Hashable {
    var node: Int
    /// The number in the name, nil where it has none.
    var number: Int?
  }

  /// A name in an object.
  fileprivate struct Slot: Hashable {
    var object: Int
    var name: Text
  }

  /// Members of an object whose names hold a number, with the numbers there are.
  fileprivate struct NumberedMember {
    var name: NumberedText
    var numbers: ClosedRange<Int>
    var node: Int
  }

  /// All nodes; the outermost object is the first.
  let nodes: [Node]
  /// The node around each node; the outermost object has itself.
  private let parents: [Int]
  private let leaves: [RowReference: Int]
  private let itemNodes: [Int: Int]
  private let slots: [Slot: Int]
  private let numbered: [Int: [NumberedMember]]

  static let root = 0

  fileprivate init(
    nodes: [Node], slots: [Slot: Int], numbered: [Int: [NumberedMember]]
  ) {
    var parents = Array(repeating: AnswerPlan.root, count: nodes.count)
    var leaves: [RowReference: Int] = [:]
    var itemNodes: [Int: Int] = [:]
    for (index, node) in nodes.enumerated() {
      switch node {
      case .object(let members): for member in members { parents[member.node] = index }
      case .answer(let row): leaves[row] = index
      case .list(let rows): for row in rows { leaves[row] = index }
      case .items(let section, let root):
        parents[root] = index
        itemNodes[section] = index
      }
    }
    self.nodes = nodes
    self.parents = parents
    self.leaves = leaves
    self.itemNodes = itemNodes
    self.slots = slots
    self.numbered = numbered
  }

  /// The node around a node, nil for the outermost object.
  func parent(of node: Int) -> Int? { node == AnswerPlan.root ? nil : parents[node] }

  /// The node that a row template's answers are in.
  func leaf(of row: RowReference) -> Int? { leaves[row] }

  /// The node of a repeating section.
  func items(ofSection section: Int) -> Int? { itemNodes[section] }

  /// The place of a row among the rows whose answers make one list, from 0.
  func position(inListOf row: Row.ID, sections: [Section]) -> Int {
    let reference = RowReference(section: Int(row.section), row: Int(row.row))
    guard let leaf = leaves[reference], case .list(let rows) = nodes[leaf] else { return 0 }
    let before = rows.prefix { $0 != reference }
    return before.reduce(max(Int(row.number) - 1, 0)) {
      $0 + (sections[$1.section].rows[$1.row].count ?? 1)
    }
  }

  /// What a name means in an object, nil when it is not of this form.
  func member(named name: String, of object: Int) -> Target? {
    if let node = slots[Slot(object: object, name: Text(name))] {
      return Target(node: node, number: nil)
    }
    for member in numbered[object] ?? [] {
      if let number = member.name.number(making: name, in: member.numbers) {
        return Target(node: member.node, number: number)
      }
    }
    return nil
  }
}

/// Why a key path has no place in a plan.
enum AnswerPathConflict: Error, Equatable {
  /// Another row has the same path.
  case taken
  /// The path, or one that begins with it, is used as something else.
  case prefix
}

/// Builds a plan, one key path after the other.
struct AnswerPlanBuilder {
  private var nodes: [AnswerPlan.Node] = [.object([])]
  private var memberIndex: [AnswerPlan.Slot: Int] = [:]
  private var numberedMembers: [Int: [AnswerPlan.NumberedMember]] = [:]

  /// The finished plan.
  func finished() -> AnswerPlan {
    let numbered = Set(numberedMembers.values.joined().map(\.node))
    let slots =
      numbered.isEmpty ? memberIndex : memberIndex.filter { !numbered.contains($0.value) }
    return AnswerPlan(nodes: nodes, slots: slots, numbered: numberedMembers)
  }

  /// Makes room for so many more rows.
  mutating func reserveCapacity(for rows: Int) {
    nodes.reserveCapacity(nodes.count + rows)
    memberIndex.reserveCapacity(memberIndex.count + rows)
  }

  /// Gives a row's answers their place in the object at `root`.
  mutating func add(
    _ row: AnswerPlan.RowReference, at path: AnswerPath, numbers: ClosedRange<Int>, in root: Int
  ) throws(AnswerPathConflict) {
    guard let name = path.names.last else { throw .prefix }
    let parent = try object(along: path.names.dropLast(), in: root)
    if let existing = member(named: name, of: parent) {
      guard path.appends, case .list(var rows) = nodes[existing] else {
        throw conflict(with: existing)
      }
      // Not copied: a list may be of every row of a long form.
      nodes[existing] = .list([])
      rows.append(row)
      nodes[existing] = .list(rows)
      return
    }
    try refuseClash(of: name, numbers: numbers, in: parent)
    let node = addMember(name, node: path.appends ? .list([row]) : .answer(row), to: parent)
    if name.hasNumber {
      numberedMembers[parent, default: []].append(
        AnswerPlan.NumberedMember(name: name, numbers: numbers, node: node))
    }
  }

  /// Gives a repeat its place and returns the root for its rows.
  mutating func addItems(ofSection section: Int, at path: AnswerPath)
    throws(AnswerPathConflict) -> Int
  {
    guard let name = path.names.last else { throw .prefix }
    let parent = try object(along: path.names.dropLast(), in: AnswerPlan.root)
    if let existing = member(named: name, of: parent) { throw conflict(with: existing) }
    try refuseClash(of: name, numbers: 0...0, in: parent)
    nodes.append(.object([]))
    let root = nodes.count - 1
    addMember(name, node: .items(section: section, root: root), to: parent)
    return root
  }

  private mutating func object(along names: ArraySlice<NumberedText>, in root: Int)
    throws(AnswerPathConflict) -> Int
  {
    var object = root
    for name in names {
      if let existing = member(named: name, of: object) {
        guard case .object = nodes[existing] else { throw .prefix }
        object = existing
      } else {
        try refuseClash(of: name, numbers: 0...0, in: object)
        object = addMember(name, node: .object([]), to: object)
      }
    }
    return object
  }

  private func member(named name: NumberedText, of object: Int) -> Int? {
    memberIndex[AnswerPlan.Slot(object: object, name: Text(name.source))]
  }

  @discardableResult
  private mutating func addMember(_ name: NumberedText, node: AnswerPlan.Node, to object: Int)
    -> Int
  {
    nodes.append(node)
    let index = nodes.count - 1
    memberIndex[AnswerPlan.Slot(object: object, name: Text(name.source))] = index
    if case .object(var members) = nodes[object] {
      nodes[object] = .object([])
      members.append(AnswerPlan.Member(name: name, node: index))
      nodes[object] = .object(members)
    }
    return index
  }

  private func conflict(with existing: Int) -> AnswerPathConflict {
    if case .object = nodes[existing] { .prefix } else { .taken }
  }

  /// Refuses a name that is another's with some number in it.
  private func refuseClash(of name: NumberedText, numbers: ClosedRange<Int>, in object: Int)
    throws(AnswerPathConflict)
  {
    for other in numberedMembers[object] ?? []
    where name.clashes(with: other.name, range: numbers, otherRange: other.numbers) {
      throw .taken
    }
    guard name.hasNumber, case .object(let members) = nodes[object] else { return }
    for other in members
    where !other.name.hasNumber && name.number(making: other.name.source, in: numbers) != nil {
      throw .taken
    }
  }
}
