// The nesting of a form's answers in an export: the tree of the paths of all answers.
//
// The tree is built once, from row templates. Its size depends only on the template file, not on
// the number of rows in a `count`. Members have the order of their first rows.

/// The nesting of a template's answers.
@usableFromInline package struct AnswerPlan: Sendable {
  /// A row template, by its indices in the template.
  @usableFromInline package struct RowReference: Hashable, Sendable {
    @usableFromInline package var section: Int
    @usableFromInline package var row: Int

    package init(section: Int, row: Int) { (self.section, self.row) = (section, row) }

    package init(_ id: FormRow.ID) { (section, row) = (id.section, id.row) }

    @inlinable package func id(item: Int, number: Int) -> FormRow.ID {
      FormRow.ID(section: section, item: item, row: row, number: number)
    }
  }

  /// A member of an object. A name with `{n}` means one member for each number of its row.
  package struct Member: Sendable {
    package var name: NumberedText
    package var node: Int
  }

  /// A value that consists of answers.
  package enum Node: Sendable {
    case object([Member])
    case answer(RowReference)
    /// A list of answers, one element for each row of these row templates.
    case list([RowReference])
    /// The array or object of a section's items. `root` is the node of one item.
    case items(section: Int, root: Int)
    /// The name of an item that is a member of an object. `root` is the node of the item's value.
    case name(RowReference, root: Int)
    /// The id of the filling (`output.id`).
    case id
    /// Rows, sections and at most one object with the same key. The shown node has the value.
    case shared([Int])
  }

  /// The member of an object that a name refers to.
  package struct Target: Hashable {
    package var node: Int
    /// The number in the name; nil if the name has none.
    package var number: Int?
  }

  /// All nodes. The first is the outermost object.
  package let nodes: [Node]
  /// The parent of each node. The outermost object is its own parent.
  private let parents: [Int]
  /// The location of each row template's answers in the tree, by section and row.
  private let leaves: [[Leaf]]
  /// For each node: an object's position in `names`, or the number of rows in a list. Not a
  /// dictionary, because the metadata of its type would delay the first screen.
  private let details: [Int]
  /// The members of each object, by name.
  private let names: [NameTable]
  /// The node of each section; -1 for a section that does not repeat.
  private let itemNodes: [Int]

  package static let root = 0

  /// Whether any rows or sections share a key.
  package let hasSharedKeys: Bool

  /// The nodes of the sections whose items are the other members of an object, those that no row or
  /// section names; in ascending order of the objects. Few forms have any.
  private let others: [(object: Int, items: Int)]

  /// The path of the filling's id, and its node; nil if the form writes no id.
  package let id: (path: AnswerPath, node: Int)?

  /// The location of the answers of a row template.
  fileprivate struct Leaf {
    /// The node; negative for a row that has none.
    var node: Int32
    /// The position of the first answer, if the answers are in a list.
    var start: Int32
  }

  fileprivate init(
    nodes: [Node], details: [Int], names: [NameTable], leaves: [[Leaf]],
    others: [(object: Int, items: Int)], id: (path: AnswerPath, node: Int)?
  ) {
    var parents = Array(repeating: AnswerPlan.root, count: nodes.count)
    var itemNodes: [Int] = []
    var hasSharedKeys = false
    for (index, node) in nodes.enumerated() {
      switch node {
      case .object(let members): for member in members { parents[member.node] = index }
      case .answer, .list, .id: break
      case .name(_, let root): parents[index] = root
      case .shared(let nodes):
        hasSharedKeys = true
        for node in nodes { parents[node] = index }
      case .items(let section, let root):
        parents[root] = index
        while itemNodes.count <= section { itemNodes.append(-1) }
        itemNodes[section] = index
      }
    }
    for (object, items) in others { parents[items] = object }
    self.others = others.sorted { $0.object < $1.object }
    (self.nodes, self.parents, self.leaves, self.itemNodes) = (nodes, parents, leaves, itemNodes)
    (self.names, self.details, self.id) = (names, details, id)
    self.hasSharedKeys = hasSharedKeys
  }

  /// The parent of a node; nil for the outermost object.
  package func parent(of node: Int) -> Int? { node == AnswerPlan.root ? nil : parents[node] }

  /// The node with a row template's answers; nil if there is none.
  package func leaf(of row: RowReference) -> Int? { place(of: row).map { Int($0.node) } }

  private func place(of row: RowReference) -> Leaf? {
    guard leaves.indices.contains(row.section), leaves[row.section].indices.contains(row.row) else {
      return nil
    }
    let leaf = leaves[row.section][row.row]
    return leaf.node < 0 ? nil : leaf
  }

  /// The node of a repeating section's items; nil if there is none.
  package func items(ofSection section: Int) -> Int? {
    itemNodes.indices.contains(section) && itemNodes[section] >= 0 ? itemNodes[section] : nil
  }

  /// The section whose items are the other members of an object, as its node in the plan and the
  /// node of one item; nil if there is none.
  package func others(of object: Int) -> (items: Int, section: Int, root: Int)? {
    guard !others.isEmpty else { return nil }
    let place = others.prefixCount { $0.object < object }
    guard others.indices.contains(place), others[place].object == object,
      case .items(let section, let root) = nodes[others[place].items]
    else { return nil }
    return (others[place].items, section, root)
  }

  /// The position of a row, from 0, in the list to which its answer belongs.
  package func position(inListOf row: FormRow.ID) -> Int {
    let reference = RowReference(row)
    guard let place = place(of: reference), case .list = nodes[Int(place.node)] else { return 0 }
    return Int(place.start) + max(row.number - 1, 0)
  }

  /// The number of rows in the list to which a row's answer belongs; nil if there is no list.
  package func listLength(of row: RowReference) -> Int? {
    guard let leaf = leaf(of: row), case .list = nodes[leaf] else { return nil }
    return details[leaf]
  }

  /// The member that a name in an object refers to; nil if the object has no such member.
  package func member(named name: String, of object: Int) -> Target? {
    guard case .object = nodes[object] else { return nil }
    return names[details[object]].find(name).map { Target(node: $0.value, number: $0.number) }
  }
}

/// Builds a plan by adding one key path after another.
struct AnswerPlanBuilder {
  var nodes: [AnswerPlan.Node] = [.object([])]
  var details = [0]
  private var leaves: [[AnswerPlan.Leaf]] = []
  /// The members of each object, and the nodes of their names.
  var members: [[AnswerPlan.Member]] = [[]]
  var names = [NameTable()]
  /// The number of steps that comparing names may still take.
  private var steps = NameTable.mostSteps
  private var id: (path: AnswerPath, node: Int)?
  /// The objects with sections for their other members.
  var others: [(object: Int, items: Int)] = []

  /// Returns the finished plan.
  func finished() -> AnswerPlan {
    var nodes = nodes
    for node in nodes.indices {
      if case .object = nodes[node] { nodes[node] = .object(members[details[node]]) }
    }
    return AnswerPlan(
      nodes: nodes, details: details, names: names, leaves: leaves, others: others, id: id)
  }

  /// Adds the path of the filling's id. Call this before adding other paths.
  mutating func addID(at path: AnswerPath) throws(AnswerPathConflict) {
    let parent = try object(along: path.outerNames, in: AnswerPlan.root)
    id = (path, try addMember(path.name, node: .id, to: parent))
  }

  /// Whether a path is the path of the filling's id.
  func isID(_ path: AnswerPath) -> Bool { id?.path == path }

  /// Reserves room for more rows, whose answers belong to the object at `root`.
  mutating func reserveCapacity(for rows: Int, in root: Int) {
    // Short sections are skipped, because each call copies the whole array.
    guard rows > nodes.count else { return }
    nodes.reserveCapacity(nodes.count + rows)
    details.reserveCapacity(nodes.count + rows)
    members[details[root]].reserveCapacity(rows)
    names[details[root]].reserveCapacity(rows)
  }

  /// Adds a row's answers to the object at `root`.
  mutating func add(
    _ row: AnswerPlan.RowReference, at path: AnswerPath, numbers: ClosedRange<Int>, in root: Int
  ) throws(AnswerPathConflict) {
    if path.isWhole {
      try replace(root, by: .answer(row))
      return note(row, at: root, start: 0)
    }
    let parent = try object(along: path.outerNames, in: root)
    do throws(AnswerPathConflict) {
      let node = try addMember(
        path.name, numbers: numbers, node: path.appends ? .list([row]) : .answer(row), to: parent)
      note(row, at: node, start: 0)
      if path.appends { details[node] = numbers.count }
    } catch {
      guard path.appends, let list = names[details[parent]].find(path.name.source)?.value,
        case .list(var rows) = nodes[list]
      else { throw error }
      // Empty the list first: appending to a long list must not copy it.
      nodes[list] = .list([])
      rows.append(row)
      nodes[list] = .list(rows)
      note(row, at: list, start: details[list])
      details[list] += numbers.count
    }
  }

  /// Adds a repeating section's items to the object at `root`; returns the node of an item.
  mutating func addItems(ofSection section: Int, at path: AnswerPath, in root: Int)
    throws(AnswerPathConflict) -> Int
  {
    if path.isWhole {
      try replace(root, by: .items(section: section, root: root))
      return addRoot(ofItems: root, section)
    }
    let parent = try object(along: path.outerNames, in: root)
    return addRoot(ofItems: try addMember(path.name, node: .object([]), to: parent), section)
  }

  /// Adds the row that names the items. `root` is the node of an item's value.
  mutating func addName(_ row: AnswerPlan.RowReference, in root: Int) {
    nodes.append(.name(row, root: root))
    details.append(0)
    note(row, at: nodes.count - 1, start: 0)
  }

  /// Replaces an object without members by another node.
  private mutating func replace(_ object: Int, by node: AnswerPlan.Node)
    throws(AnswerPathConflict)
  {
    guard case .object = nodes[object], members[details[object]].isEmpty,
      !others.contains(where: { $0.object == object })
    else { throw .prefix }
    nodes[object] = node
    details[object] = 0
  }

  /// Turns a node into the list of a section's items, and adds the object for one item.
  mutating func addRoot(ofItems node: Int, _ section: Int) -> Int {
    let root = nodes.count
    nodes[node] = .items(section: section, root: root)
    nodes.append(.object([]))
    details.append(0)
    begin(object: root)
    return root
  }

  /// Records that a row's answer moved to another node.
  mutating func move(_ row: AnswerPlan.RowReference, to node: Int) {
    leaves[row.section][row.row].node = Int32(truncatingIfNeeded: node)
  }

  mutating func note(_ row: AnswerPlan.RowReference, at node: Int, start: Int) {
    while leaves.count <= row.section { leaves.append([]) }
    while leaves[row.section].count < row.row {
      leaves[row.section].append(AnswerPlan.Leaf(node: -1, start: 0))
    }
    leaves[row.section].append(
      AnswerPlan.Leaf(
        node: Int32(truncatingIfNeeded: node), start: Int32(truncatingIfNeeded: start)))
  }

  mutating func object(along path: [NumberedText], in root: Int)
    throws(AnswerPathConflict) -> Int
  {
    guard case .object = nodes[root] else { throw .prefix }
    var object = root
    for name in path {
      if let existing = names[details[object]].find(name.source) {
        guard case .object = nodes[existing.value] else { throw .prefix }
        object = existing.value
      } else {
        object = try addMember(name, node: .object([]), to: object)
        begin(object: object)
      }
    }
    return object
  }

  mutating func begin(object: Int) {
    details[object] = members.count
    members.append([])
    names.append(NameTable())
  }

  @discardableResult
  private mutating func addMember(
    _ name: NumberedText, numbers: ClosedRange<Int> = 0...0, node: AnswerPlan.Node, to object: Int
  ) throws(AnswerPathConflict) -> Int {
    guard case .object = nodes[object] else { throw .prefix }
    let index = nodes.count
    let place = details[object]
    switch names[place].add(name, numbers: numbers, value: index, steps: &steps) {
    case .done: break
    case .taken: throw conflict(with: names[place].find(name.source)?.value)
    case .crowded: throw .crowded
    }
    nodes.append(node)
    details.append(0)
    members[place].append(AnswerPlan.Member(name: name, node: index))
    return index
  }

  private func conflict(with existing: Int?) -> AnswerPathConflict {
    if let existing, case .object = nodes[existing] { .prefix } else { .taken }
  }
}

extension AnswerPlan {
  /// The first row of each row template in a node. For items, the add line of their list.
  package func rows(in node: Int, item: Int, of template: Template) -> [FormRow.ID] {
    func id(_ reference: RowReference) -> FormRow.ID {
      let numbers = template.numbers(of: reference)
      return reference.id(item: item, number: numbers.lowerBound)
    }
    switch nodes[node] {
    case .answer(let reference), .name(let reference, _): return [id(reference)]
    case .list(let rows): return rows.map(id)
    case .id: return []
    case .shared(let nodes): return nodes.flatMap { rows(in: $0, item: item, of: template) }
    case .object(let members):
      return members.flatMap { rows(in: $0.node, item: item, of: template) }
        + (others(of: node).map { rows(in: $0.items, item: item, of: template) } ?? [])
    case .items(let section, _):
      let list = ItemList(section: section, parent: item)
      return [FormRow.ID(addLineOf: list, in: template.sections)]
    }
  }
}
