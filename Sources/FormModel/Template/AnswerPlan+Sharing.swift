// Keys shared by several rows, sections or objects, of which at most one is shown at a time.

extension AnswerPlanBuilder {
  /// Lets a row share its key, or an object around it, with the rows and sections that have it.
  ///
  /// - Parameter isConditional: whether the row or section of a node has a condition.
  /// - Returns: whether it may share; false for the key of a list, and of numbered rows.
  mutating func share(
    _ row: AnswerPlan.RowReference, at path: AnswerPath, numbers: ClosedRange<Int>, in root: Int,
    isConditional: (AnswerPlan.Node) -> Bool
  ) -> Bool {
    guard !path.isWhole, isConditional(.answer(row)),
      let parent = sharedObject(along: path.outerNames, in: root, isConditional: isConditional)
    else { return false }
    if (try? add(row, at: path.last, numbers: numbers, in: parent)) != nil { return true }
    guard !path.appends, numbers == 0...0,
      let node = shareNode(
        .answer(row), named: path.name, in: parent, isConditional: isConditional)
    else { return false }
    note(row, at: node, start: 0)
    return true
  }

  /// Lets a repeating section share its key, like `share` for a row.
  ///
  /// - Returns: the root for its rows; nil if it may not share.
  mutating func shareItems(
    ofSection section: Int, at path: AnswerPath, in root: Int,
    isConditional: (AnswerPlan.Node) -> Bool
  ) -> Int? {
    let items = AnswerPlan.Node.items(section: section, root: AnswerPlan.root)
    guard !path.isWhole, isConditional(items),
      let parent = sharedObject(along: path.outerNames, in: root, isConditional: isConditional)
    else { return nil }
    if let root = try? addItems(ofSection: section, at: path.last, in: parent) { return root }
    return shareNode(items, named: path.name, in: parent, isConditional: isConditional).map {
      addRoot(ofItems: $0, section)
    }
  }

  /// The object that a path of names leads to, for a conditional row or section. On the way, an
  /// object may share its name with rows and sections.
  private mutating func sharedObject(
    along path: [NumberedText], in root: Int, isConditional: (AnswerPlan.Node) -> Bool
  ) -> Int? {
    var object = root
    for name in path {
      if let next = try? self.object(along: [name], in: object) {
        object = next
      } else if let known = names[details[object]].find(name.source), known.number == nil,
        case .shared(let nodes) = nodes[known.value],
        let next = nodes.first(where: { if case .object = self.nodes[$0] { true } else { false } })
      {
        object = next
      } else if let next = shareNode(
        .object([]), named: name, in: object, isConditional: isConditional)
      {
        begin(object: next)
        object = next
      } else {
        return nil
      }
    }
    return object
  }

  /// Adds a node that shares its name with others, unless one of these is always shown.
  private mutating func shareNode(
    _ new: AnswerPlan.Node, named name: NumberedText, in parent: Int,
    isConditional: (AnswerPlan.Node) -> Bool
  ) -> Int? {
    guard !name.hasNumber, let (known, number) = names[details[parent]].find(name.source),
      number == nil
    else { return nil }
    let node = nodes.count
    if case .shared(let others) = nodes[known] {
      append(new)
      nodes[known] = .shared(others + [node])
      return node
    }
    guard isShareable(known, isConditional) else { return nil }
    append(new)
    append(.shared([known, node]))
    let place = details[parent]
    names[place].replace(name.source, by: node + 1)
    // Shared keys are rare, so a linear search is enough.
    for index in members[place].indices where members[place][index].node == known {
      members[place][index].node = node + 1
    }
    return node
  }

  /// Whether everything in a node has a condition.
  private func isShareable(_ node: Int, _ isConditional: (AnswerPlan.Node) -> Bool) -> Bool {
    switch nodes[node] {
    case .answer, .items: isConditional(nodes[node])
    case .list(let rows): rows.allSatisfy { isConditional(.answer($0)) }
    case .object: members[details[node]].allSatisfy { isShareable($0.node, isConditional) }
    case .shared: true
    case .id, .name: false
    }
  }

  private mutating func append(_ node: AnswerPlan.Node) {
    nodes.append(node)
    details.append(0)
  }
}

extension AnswerPlan {
  /// The nodes that share a key with a row, including the row; empty if the key is not shared.
  package func sharers(of row: RowReference) -> [Int] {
    guard hasSharedKeys else { return [] }
    return leaf(of: row).map(sharers(ofNode:)) ?? []
  }

  /// The nodes that share a key with a repeating section, including the section.
  package func sharers(ofSection section: Int) -> [Int] {
    guard hasSharedKeys else { return [] }
    return items(ofSection: section).map(sharers(ofNode:)) ?? []
  }

  private func sharers(ofNode node: Int) -> [Int] {
    guard let parent = parent(of: node), case .shared(let nodes) = nodes[parent] else { return [] }
    return nodes
  }

  /// The other nodes of each shared key that a row's answer, or an object around it, has.
  package func rivals(of row: RowReference) -> [Int] {
    guard hasSharedKeys else { return [] }
    return leaf(of: row).map(rivals(ofNode:)) ?? []
  }

  /// The other nodes of each shared key that a repeating section, or an object around it, has.
  package func rivals(ofSection section: Int) -> [Int] {
    guard hasSharedKeys else { return [] }
    return items(ofSection: section).map(rivals(ofNode:)) ?? []
  }

  private func rivals(ofNode node: Int) -> [Int] {
    var (rivals, node): ([Int], Int) = ([], node)
    while let parent = parent(of: node) {
      switch nodes[parent] {
      case .shared(let nodes): rivals += nodes.filter { $0 != node }
      case .items: return rivals
      case .object, .answer, .list, .id, .name: break
      }
      node = parent
    }
    return rivals
  }
}
