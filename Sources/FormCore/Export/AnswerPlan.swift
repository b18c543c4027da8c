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

  /// All nodes; the outermost object is the first.
  let nodes: [Node]

  static let root = 0
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
  private var memberIndex: [Slot: Int] = [:]
  private var numberedMembers: [Int: [(name: NumberedText, numbers: ClosedRange<Int>)]] = [:]

  private struct Slot: Hashable {
    var object: Int
    var name: Text
  }

  /// The finished plan.
  func finished() -> AnswerPlan { AnswerPlan(nodes: nodes) }

  /// Gives a row's answers their place in the object at `root`.
  mutating func add(
    _ row: AnswerPlan.RowReference, at path: AnswerPath, numbers: ClosedRange<Int>, in root: Int
  ) throws(AnswerPathConflict) {
    guard let name = path.names.last else { throw .prefix }
    let parent = try object(along: path.names.dropLast(), in: root)
    if let existing = member(named: name, of: parent) {
      guard path.appends, case .list(let rows) = nodes[existing] else {
        throw conflict(with: existing)
      }
      nodes[existing] = .list(rows + [row])
      return
    }
    try refuseClash(of: name, numbers: numbers, in: parent)
    addMember(name, node: path.appends ? .list([row]) : .answer(row), to: parent)
    if name.hasNumber { numberedMembers[parent, default: []].append((name, numbers)) }
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
    memberIndex[Slot(object: object, name: Text(name.source))]
  }

  @discardableResult
  private mutating func addMember(_ name: NumberedText, node: AnswerPlan.Node, to object: Int)
    -> Int
  {
    nodes.append(node)
    let index = nodes.count - 1
    memberIndex[Slot(object: object, name: Text(name.source))] = index
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
