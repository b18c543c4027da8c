// Keys shared by several rows or sections, of which at most one is shown at a time.

extension AnswerPlanBuilder {
  /// Lets a row share its key with the rows that already have it.
  ///
  /// - Parameter isConditional: whether the row or section of a node has a condition.
  /// - Returns: whether it may share; false for the key of a list, of numbered rows, or of an
  ///   object.
  mutating func share(
    _ row: AnswerPlan.RowReference, at path: AnswerPath, in root: Int,
    isConditional: (AnswerPlan.Node) -> Bool
  ) -> Bool {
    guard !path.appends,
      let node = shareNode(.answer(row), at: path, in: root, isConditional: isConditional)
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
    let node = shareNode(
      .items(section: section, root: AnswerPlan.root), at: path, in: root,
      isConditional: isConditional)
    return node.map { addRoot(ofItems: $0, section) }
  }

  private mutating func shareNode(
    _ new: AnswerPlan.Node, at path: AnswerPath, in root: Int,
    isConditional: (AnswerPlan.Node) -> Bool
  ) -> Int? {
    guard !path.name.hasNumber, isConditional(new),
      let parent = try? object(along: path.outerNames, in: root),
      let (known, number) = names[details[parent]].find(path.name.source), number == nil
    else { return nil }
    let node = nodes.count
    switch nodes[known] {
    case .shared(let others):
      append(new)
      nodes[known] = .shared(others + [node])
    case .answer, .items:
      guard isConditional(nodes[known]) else { return nil }
      append(new)
      append(.shared([known, node]))
      let place = details[parent]
      names[place].replace(path.name.source, by: node + 1)
      // Shared keys are rare, so a linear search is enough.
      for index in members[place].indices where members[place][index].node == known {
        members[place][index].node = node + 1
      }
    case .object, .list, .id: return nil
    }
    return node
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
}
