// Keys in an export that several rows, repeating sections or objects share. They can share a key
// because conditions show at most one of them at a time. A node is a value in the tree of answers
// (see AnswerPlan).

extension AnswerPlanBuilder {
  /// Adds a row whose key other rows or sections have too. The shared key may also be the key of an
  /// object around the row's answer.
  ///
  /// - Parameter isConditional: returns whether the row or section of a node has a condition.
  /// - Returns: whether the row may share the key. The key of a list or of numbered rows cannot be
  ///   shared.
  mutating func share(
    _ row: AnswerPlan.RowReference, at path: AnswerPath, numbers: ClosedRange<Int>, in root: Int,
    isConditional: (AnswerPlan.Node) -> Bool
  ) -> Bool {
    guard isConditional(.answer(row)) else { return false }
    if path.isWhole {
      guard let node = shareWhole(.answer(row), in: root, isConditional: isConditional) else {
        return false
      }
      note(row, at: node, start: 0)
      return true
    }
    guard let parent = sharedObject(along: path.outerNames, in: root, isConditional: isConditional)
    else { return false }
    if (try? add(row, at: path.last, numbers: numbers, in: parent)) != nil { return true }
    guard !path.appends, numbers == 0...0,
      let node = shareNode(
        .answer(row), named: path.name, in: parent, isConditional: isConditional)
    else { return false }
    note(row, at: node, start: 0)
    return true
  }

  /// Adds a repeating section whose key is shared, like `share` for a row.
  ///
  /// - Returns: the root for the section's rows; nil if the section may not share the key.
  mutating func shareItems(
    ofSection section: Int, at path: AnswerPath, in root: Int,
    isConditional: (AnswerPlan.Node) -> Bool
  ) -> Int? {
    let items = AnswerPlan.Node.items(section: section, root: AnswerPlan.root)
    guard isConditional(items) else { return nil }
    if path.isWhole {
      return shareWhole(items, in: root, isConditional: isConditional).map {
        addRoot(ofItems: $0, section)
      }
    }
    guard let parent = sharedObject(along: path.outerNames, in: root, isConditional: isConditional)
    else { return nil }
    if let root = try? addItems(ofSection: section, at: path.last, in: parent) { return root }
    return shareNode(items, named: path.name, in: parent, isConditional: isConditional).map {
      addRoot(ofItems: $0, section)
    }
  }

  /// Adds a repeating section whose items are the other members of an object; returns the node of an
  /// item. Returns nil if something else has the key, or if the object has such a section already.
  mutating func addOthers(
    ofSection section: Int, at path: AnswerPath, in root: Int,
    isConditional: (AnswerPlan.Node) -> Bool
  ) -> Int? {
    let known = try? object(along: path.names, in: root)
    guard
      let object = known
        ?? sharedObject(along: path.names, in: root, isConditional: isConditional),
      !others.contains(where: { $0.object == object })
    else { return nil }
    let items = nodes.count
    append(.items(section: section, root: AnswerPlan.root))
    others.append((object, items))
    return addRoot(ofItems: items, section)
  }

  /// Returns the object at a path of names, for a conditional row or section; nil if a name cannot
  /// be shared. Objects on the path may share their names with rows and sections.
  private mutating func sharedObject(
    along path: [NumberedText], in root: Int, isConditional: (AnswerPlan.Node) -> Bool
  ) -> Int? {
    guard var object = wholeObject(of: root, isConditional) else { return nil }
    for name in path {
      if let next = try? self.object(along: [name], in: object) {
        object = next
      } else if let known = names[details[object]].find(name.source), known.number == nil,
        let next = self.object(amongSharersOf: known.value)
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

  /// The object among the nodes that share a key; nil if there is none.
  private func object(amongSharersOf node: Int) -> Int? {
    guard case .shared(let sharers) = nodes[node] else { return nil }
    return sharers.first { if case .object = nodes[$0] { true } else { false } }
  }

  /// The object that is the whole value at `root`, or one of several such values. Returns nil if
  /// another value is there and cannot be shared.
  private mutating func wholeObject(
    of root: Int, _ isConditional: (AnswerPlan.Node) -> Bool
  ) -> Int? {
    if case .object = nodes[root] { return root }
    if let object = object(amongSharersOf: root) { return object }
    guard let object = shareWhole(.object([]), in: root, isConditional: isConditional) else {
      return nil
    }
    begin(object: object)
    return object
  }

  /// Adds a node that is the whole value at `root`, beside the nodes that are already there. Returns
  /// nil if one of them is always shown.
  private mutating func shareWhole(
    _ new: AnswerPlan.Node, in root: Int, isConditional: (AnswerPlan.Node) -> Bool
  ) -> Int? {
    guard root != AnswerPlan.root else { return nil }
    if case .shared(let others) = nodes[root] {
      nodes[root] = .shared(others + [nodes.count])
    } else {
      guard isShareable(root, isConditional) else { return nil }
      let moved = nodes.count
      nodes.append(nodes[root])
      details.append(details[root])
      if case .answer(let row) = nodes[root] { move(row, to: moved) }
      for place in others.indices where others[place].object == root {
        others[place].object = moved
      }
      nodes[root] = .shared([moved, moved + 1])
      details[root] = 0
    }
    append(new)
    return nodes.count - 1
  }

  /// Adds a node that shares its name with other nodes. Returns nil if one of the others is always
  /// shown, or if the name has a number.
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
    case .object:
      members[details[node]].allSatisfy { isShareable($0.node, isConditional) }
        && others.allSatisfy { $0.object != node || isConditional(nodes[$0.items]) }
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
  /// The nodes that share the key of a row, including the row itself; empty if no other node has
  /// the key.
  package func sharers(of row: RowReference) -> [Int] {
    guard hasSharedKeys else { return [] }
    return leaf(of: row).map(sharers(ofNode:)) ?? []
  }

  /// The nodes that share the key of a repeating section, including the section itself; empty if no
  /// other node has the key.
  package func sharers(ofSection section: Int) -> [Int] {
    guard hasSharedKeys else { return [] }
    return items(ofSection: section).map(sharers(ofNode:)) ?? []
  }

  private func sharers(ofNode node: Int) -> [Int] {
    guard !isName(node), let parent = parent(of: node), case .shared(let nodes) = nodes[parent]
    else { return [] }
    return nodes
  }

  /// Whether a node is the name of an item, which is in no alternative of the item's value.
  private func isName(_ node: Int) -> Bool {
    if case .name = nodes[node] { true } else { false }
  }

  /// The other nodes that share the key of a row, or the key of an object around the row's answer.
  package func rivals(of row: RowReference) -> [Int] {
    guard hasSharedKeys else { return [] }
    return leaf(of: row).map(rivals(ofNode:)) ?? []
  }

  /// The other nodes that share the key of a repeating section, or the key of an object around its
  /// items.
  package func rivals(ofSection section: Int) -> [Int] {
    guard hasSharedKeys else { return [] }
    return items(ofSection: section).map(rivals(ofNode:)) ?? []
  }

  private func rivals(ofNode node: Int) -> [Int] {
    guard !isName(node) else { return [] }
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
