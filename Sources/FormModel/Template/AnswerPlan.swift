// The nesting of a form's answers: the tree that all key paths of a template make together.
//
// It is built once, from row templates, so its size is that of the template file, however many rows
// `count` makes. Members have the order of their first rows.

package import LosslessJSON

/// The nesting of a template's answers.
@usableFromInline package struct AnswerPlan: Sendable {
  /// A row template by its place in the template.
  @usableFromInline package struct RowReference: Hashable, Sendable {
    @usableFromInline package var section: Int
    @usableFromInline package var row: Int

    package init(section: Int, row: Int) { (self.section, self.row) = (section, row) }

    package init(_ id: FormRow.ID) { (section, row) = (id.section, id.row) }

    @inlinable package func id(item: Int, number: Int) -> FormRow.ID {
      FormRow.ID(section: section, item: item, row: row, number: number)
    }
  }

  /// A member of an object; a name with `{n}` makes one member for each number of its row.
  package struct Member: Sendable {
    package var name: NumberedText
    package var node: Int
  }

  /// A value that consists of answers.
  package enum Node: Sendable {
    case object([Member])
    case answer(RowReference)
    /// The answers of all its rows, one element each.
    case list([RowReference])
    /// An element or member for each item of a repeating section, each the value at `root`.
    case items(section: Int, root: Int)
    /// The name of an item's member, beside the item's value at `root`.
    case name(RowReference, root: Int)
    /// The id of the filling (`output.id`).
    case id
    /// The rows, sections and at most one object that share a key; the shown one provides the value.
    case shared([Int])
  }

  /// The member of an object that a name denotes.
  package struct Target: Hashable {
    package var node: Int
    /// The number in the name; nil if it has none.
    package var number: Int?
  }

  /// All nodes; the outermost object is the first.
  package let nodes: [Node]
  /// For each node, its parent; the outermost object is its own parent.
  private let parents: [Int]
  /// The leaves of row templates, by section and row.
  private let leaves: [[Leaf]]
  /// For each node: the position of an object in `names`, or the number of rows in a list. It is no
  /// dictionary, because the first screen would have to wait for the type's metadata.
  private let details: [Int]
  /// The members of each object by their names.
  private let names: [NameTable]
  /// For each section, its node; -1 if it does not repeat.
  private let itemNodes: [Int]

  package static let root = 0

  /// Whether rows or sections share a key.
  package let hasSharedKeys: Bool

  /// The path of the filling's id, and its node; nil if the form writes no id.
  package let id: (path: AnswerPath, node: Int)?

  /// The location of a row template's answers.
  fileprivate struct Leaf {
    /// The node; below 0 for a row without one.
    var node: Int32
    /// The position of the first answer in the list.
    var start: Int32
  }

  fileprivate init(
    nodes: [Node], details: [Int], names: [NameTable], leaves: [[Leaf]],
    id: (path: AnswerPath, node: Int)?
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
    (self.nodes, self.parents, self.leaves, self.itemNodes) = (nodes, parents, leaves, itemNodes)
    (self.names, self.details, self.id) = (names, details, id)
    self.hasSharedKeys = hasSharedKeys
  }

  /// The parent of a node; nil for the outermost object.
  package func parent(of node: Int) -> Int? { node == AnswerPlan.root ? nil : parents[node] }

  /// The node that contains a row template's answers.
  package func leaf(of row: RowReference) -> Int? { place(of: row).map { Int($0.node) } }

  private func place(of row: RowReference) -> Leaf? {
    guard leaves.indices.contains(row.section), leaves[row.section].indices.contains(row.row) else {
      return nil
    }
    let leaf = leaves[row.section][row.row]
    return leaf.node < 0 ? nil : leaf
  }

  /// The node of a repeating section.
  package func items(ofSection section: Int) -> Int? {
    itemNodes.indices.contains(section) && itemNodes[section] >= 0 ? itemNodes[section] : nil
  }

  /// The position of a row among the rows whose answers make up one list, from 0.
  package func position(inListOf row: FormRow.ID) -> Int {
    let reference = RowReference(row)
    guard let place = place(of: reference), case .list = nodes[Int(place.node)] else { return 0 }
    return Int(place.start) + max(row.number - 1, 0)
  }

  /// The number of rows in the list with a row's answer; nil if it is in no list.
  package func listLength(of row: RowReference) -> Int? {
    guard let leaf = leaf(of: row), case .list = nodes[leaf] else { return nil }
    return details[leaf]
  }

  /// The meaning of a name in an object; nil if the form has no such member.
  package func member(named name: String, of object: Int) -> Target? {
    guard case .object = nodes[object] else { return nil }
    return names[details[object]].find(name).map { Target(node: $0.value, number: $0.number) }
  }
}

/// The reason that a plan has no place for a key path.
enum AnswerPathConflict: Error, Equatable {
  /// Another row has the same path.
  case taken
  /// The path, or a path that it begins with, has another meaning.
  case prefix
  /// The comparison with the earlier names takes too many steps.
  case crowded
}

/// Builds a plan, one key path after the other.
struct AnswerPlanBuilder {
  var nodes: [AnswerPlan.Node] = [.object([])]
  var details = [0]
  private var leaves: [[AnswerPlan.Leaf]] = []
  /// The members of each object, and their nodes by name.
  var members: [[AnswerPlan.Member]] = [[]]
  var names = [NameTable()]
  /// The steps left for the comparison of names.
  private var steps = NameTable.mostSteps
  private var id: (path: AnswerPath, node: Int)?

  /// The finished plan.
  func finished() -> AnswerPlan {
    var nodes = nodes
    for node in nodes.indices {
      if case .object = nodes[node] { nodes[node] = .object(members[details[node]]) }
    }
    return AnswerPlan(nodes: nodes, details: details, names: names, leaves: leaves, id: id)
  }

  /// Sets the place of the filling's id. It is the first path that is added.
  mutating func addID(at path: AnswerPath) throws(AnswerPathConflict) {
    let parent = try object(along: path.outerNames, in: AnswerPlan.root)
    id = (path, try addMember(path.name, node: .id, to: parent))
  }

  /// Whether a path is that of the id.
  func isID(_ path: AnswerPath) -> Bool { id?.path == path }

  /// Reserves room for more rows, whose answers belong to the object at `root`.
  mutating func reserveCapacity(for rows: Int, in root: Int) {
    // Not for short sections: each call would copy the whole array.
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
      // Avoids a copy: every row of a long form may belong to the list.
      nodes[list] = .list([])
      rows.append(row)
      nodes[list] = .list(rows)
      note(row, at: list, start: details[list])
      details[list] += numbers.count
    }
  }

  /// Adds the items of a repeat to the object at `root` and returns the root for their rows.
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

  /// Adds the row that names the items, each of which is the value at `root`.
  mutating func addName(_ row: AnswerPlan.RowReference, in root: Int) {
    nodes.append(.name(row, root: root))
    details.append(0)
    note(row, at: nodes.count - 1, start: 0)
  }

  /// Puts another node in the place of an object without members.
  private mutating func replace(_ object: Int, by node: AnswerPlan.Node)
    throws(AnswerPathConflict)
  {
    guard case .object = nodes[object], members[details[object]].isEmpty else { throw .prefix }
    nodes[object] = node
    details[object] = 0
  }

  /// Turns a node into the array of a section's items, and adds the object of an item.
  mutating func addRoot(ofItems node: Int, _ section: Int) -> Int {
    let root = nodes.count
    nodes[node] = .items(section: section, root: root)
    nodes.append(.object([]))
    details.append(0)
    begin(object: root)
    return root
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
  /// The first row of each row template in a node; for items, the row of their section.
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
    case .items(let section, _):
      let list = ItemList(section: section, parent: item)
      return [FormRow.ID(addLineOf: list, in: template.sections)]
    }
  }
}

extension Template {
  /// The section whose items are records of a table: the only one with exported rows, if it repeats
  /// and is outside of items.
  package var recordSection: Int? {
    let exported = sections.indices.filter { sections[$0].rows.contains(where: \.isExported) }
    guard exported.count == 1, sections[exported[0]].chain.count == 1 else { return nil }
    return exported[0]
  }

  /// The path of a row's answer among all answers: `work[0].projects[1].name`.
  ///
  /// - Parameter items: the positions of the items around it, the outermost first; 0 for missing
  ///   ones.
  package func path(of row: FormRow.ID, items: [Int]) -> DocumentPath {
    path(of: row, items: items.map { .index($0) })
  }

  /// The same path, with the names of those items that are members of an object.
  package func path(of row: FormRow.ID, items: [DocumentPath.Part]) -> DocumentPath {
    let chain = sections[row.section].chain
    guard !chain.isEmpty else { return pathInItem(of: row) }
    let step = items.dropFirst(chain.count - 1).first ?? .index(0)
    let item = itemsPath(ofSection: row.section, items: items).appending(step)
    // The answer of a row that names an item is that name.
    if self[row].isItemName, case .name = step { return item }
    return pathInItem(of: row, after: item)
  }

  /// The path of the items of a section; the root if it does not repeat.
  ///
  /// - Parameter items: the positions or names of the items around them, the outermost first; 0
  ///   for missing ones.
  func itemsPath(ofSection section: Int, items: [DocumentPath.Part] = []) -> DocumentPath {
    var path = DocumentPath.root
    for (depth, around) in sections[section].chain.enumerated() {
      let names = sections[around].repetition?.path.names ?? []
      path = names.reduce(path) { $0.appending($1.source) }
      if around != section { path = path.appending(items.dropFirst(depth).first ?? .index(0)) }
    }
    return path
  }

  /// The path of the filling's id; nil if the form writes none.
  package var idPath: DocumentPath? {
    plan.id?.path.names.reduce(.root) { $0.appending($1.source) }
  }

  /// The column of a row in a table whose records are the items of its section. An answer that is
  /// a whole item has the row's id.
  package func pathInRecord(of row: AnswerPlan.RowReference) -> DocumentPath {
    let path = pathInItem(of: row.id(item: 0, number: 0))
    return path.isRoot ? path.appending(self[row].id.source) : path
  }

  /// The path of a row's answer inside its item.
  package func pathInItem(of row: FormRow.ID, after path: DocumentPath = .root) -> DocumentPath {
    let template = self[row]
    let path = template.path.names.reduce(path) { $0.appending($1.text(number: row.number)) }
    guard template.path.appends else { return path }
    return path.appending(plan.position(inListOf: row))
  }
}
