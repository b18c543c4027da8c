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

  /// All nodes; the outermost object is the first.
  let nodes: [Node]
  /// The node around each node; the outermost object has itself.
  private let parents: [Int]
  /// The node of each row template, by section and row; -1 where it has none.
  private let leaves: [[Int]]
  private let itemNodes: [Int: Int]
  /// Where the rows of a row template begin in their list.
  private let listStarts: [RowReference: Int]
  /// How many rows make the list that is a node.
  private let listLengths: [Int: Int]
  /// The nodes of each object's members by their names.
  private let names: [Int: NameTable]

  static let root = 0

  fileprivate init(
    nodes: [Node], names: [Int: NameTable], leaves: [[Int]], listStarts: [RowReference: Int],
    listLengths: [Int: Int]
  ) {
    var parents = Array(repeating: AnswerPlan.root, count: nodes.count)
    var itemNodes: [Int: Int] = [:]
    for (index, node) in nodes.enumerated() {
      switch node {
      case .object(let members): for member in members { parents[member.node] = index }
      case .answer, .list: break
      case .items(let section, let root):
        parents[root] = index
        itemNodes[section] = index
      }
    }
    self.nodes = nodes
    self.parents = parents
    self.leaves = leaves
    self.itemNodes = itemNodes
    self.names = names
    self.listStarts = listStarts
    self.listLengths = listLengths
  }

  /// The node around a node, nil for the outermost object.
  func parent(of node: Int) -> Int? { node == AnswerPlan.root ? nil : parents[node] }

  /// The node that a row template's answers are in.
  func leaf(of row: RowReference) -> Int? {
    guard leaves.indices.contains(row.section), leaves[row.section].indices.contains(row.row),
      leaves[row.section][row.row] >= 0
    else { return nil }
    return leaves[row.section][row.row]
  }

  /// The node of a repeating section.
  func items(ofSection section: Int) -> Int? { itemNodes[section] }

  /// The place of a row among the rows whose answers make one list, from 0.
  func position(inListOf row: Row.ID) -> Int {
    let reference = RowReference(section: Int(row.section), row: Int(row.row))
    return listStarts[reference].map { $0 + max(Int(row.number) - 1, 0) } ?? 0
  }

  /// How many rows make the list that a row's answer is in, nil when it is in none.
  func listLength(of row: RowReference) -> Int? { leaf(of: row).flatMap { listLengths[$0] } }

  /// What a name means in an object, nil when it is not of this form.
  func member(named name: String, of object: Int) -> Target? {
    names[object]?.find(name).map { Target(node: $0.value, number: $0.number) }
  }
}

/// Why a key path has no place in a plan.
enum AnswerPathConflict: Error, Equatable {
  /// Another row has the same path.
  case taken
  /// The path, or one that begins with it, is used as something else.
  case prefix
  /// So many names differ in digits only that nobody can tell whether two are the same.
  case crowded
}

/// Builds a plan, one key path after the other.
struct AnswerPlanBuilder {
  /// An object with its members so far.
  private struct Object {
    let node: Int
    var members: [AnswerPlan.Member] = []
    var names = NameTable()
  }

  private var nodes: [AnswerPlan.Node] = [.object([])]
  private var objects = [Object(node: AnswerPlan.root)]
  /// The place in `objects` of each node that is one.
  private var objectPlaces = [AnswerPlan.root: 0]
  private var leaves: [[Int]] = []
  private var listStarts: [AnswerPlan.RowReference: Int] = [:]
  private var listLengths: [Int: Int] = [:]

  /// The finished plan.
  func finished() -> AnswerPlan {
    var nodes = nodes
    for object in objects { nodes[object.node] = .object(object.members) }
    let names = Dictionary(uniqueKeysWithValues: objects.map { ($0.node, $0.names) })
    return AnswerPlan(
      nodes: nodes, names: names, leaves: leaves, listStarts: listStarts, listLengths: listLengths)
  }

  /// Makes room for so many more rows, whose answers go into the object at `root`.
  mutating func reserveCapacity(for rows: Int, in root: Int) {
    // For each of many short sections it would be a copy of all that is there.
    guard rows > nodes.count else { return }
    nodes.reserveCapacity(nodes.count + rows)
    objects[place(of: root)].members.reserveCapacity(rows)
    objects[place(of: root)].names.reserveCapacity(rows)
  }

  private func place(of node: Int) -> Int {
    // Mostly the one that was made last; then the outermost.
    if let last = objects.last, last.node == node { return objects.count - 1 }
    return node == AnswerPlan.root ? 0 : objectPlaces[node] ?? 0
  }

  /// Takes note that a node is an object.
  private mutating func beginObject(at node: Int) -> Int {
    objectPlaces[node] = objects.count
    objects.append(Object(node: node))
    return node
  }

  /// Gives a row's answers their place in the object at `root`.
  mutating func add(
    _ row: AnswerPlan.RowReference, at path: AnswerPath, numbers: ClosedRange<Int>, in root: Int
  ) throws(AnswerPathConflict) {
    let parent = try object(along: path.outerNames, in: root)
    if path.appends,
      let existing = objects[place(of: parent)].names.find(path.name.source)?.value
    {
      guard case .list(var rows) = nodes[existing] else { throw conflict(with: existing) }
      // Not copied: a list may be of every row of a long form.
      nodes[existing] = .list([])
      rows.append(row)
      nodes[existing] = .list(rows)
      note(row, at: existing)
      noteList(of: row, numbers.count, at: existing)
      return
    }
    let node = try addMember(
      path.name, numbers: numbers, node: path.appends ? .list([row]) : .answer(row), to: parent)
    note(row, at: node)
    if path.appends { noteList(of: row, numbers.count, at: node) }
  }

  private mutating func noteList(of row: AnswerPlan.RowReference, _ count: Int, at node: Int) {
    listStarts[row] = listLengths[node, default: 0]
    listLengths[node, default: 0] += count
  }

  /// Gives a repeat its place and returns the root for its rows.
  mutating func addItems(ofSection section: Int, at path: AnswerPath)
    throws(AnswerPathConflict) -> Int
  {
    let parent = try object(along: path.outerNames, in: AnswerPlan.root)
    // What every item is comes behind the items.
    try addMember(
      path.name, node: .items(section: section, root: nodes.count + 1), to: parent)
    nodes.append(.object([]))
    return beginObject(at: nodes.count - 1)
  }

  private mutating func note(_ row: AnswerPlan.RowReference, at node: Int) {
    while leaves.count <= row.section { leaves.append([]) }
    while leaves[row.section].count < row.row { leaves[row.section].append(-1) }
    leaves[row.section].append(node)
  }

  private mutating func object(along names: [NumberedText], in root: Int)
    throws(AnswerPathConflict) -> Int
  {
    var object = root
    for name in names {
      if let existing = objects[place(of: object)].names.find(name.source) {
        guard case .object = nodes[existing.value] else { throw .prefix }
        object = existing.value
      } else {
        object = beginObject(at: try addMember(name, node: .object([]), to: object))
      }
    }
    return object
  }

  @discardableResult
  private mutating func addMember(
    _ name: NumberedText, numbers: ClosedRange<Int> = 0...0, node: AnswerPlan.Node, to object: Int
  ) throws(AnswerPathConflict) -> Int {
    let index = nodes.count
    let place = place(of: object)
    switch objects[place].names.add(name, numbers: numbers, value: index) {
    case .done: break
    case .taken: throw conflict(with: objects[place].names.find(name.source)?.value)
    case .crowded: throw .crowded
    }
    nodes.append(node)
    objects[place].members.append(AnswerPlan.Member(name: name, node: index))
    return index
  }

  private func conflict(with existing: Int?) -> AnswerPathConflict {
    if let existing, case .object = nodes[existing] { .prefix } else { .taken }
  }
}
