// Rows by the paths of their answers, and keys that several rows or sections share.

extension Answers {
  /// The row whose answer an export writes at `path`, in a repeat such as `work[0].name`.
  ///
  /// Among several that share the path it is the shown one, or else the first.
  public func row(atPath path: String) -> FormRow.ID? {
    guard template.plan.hasSharedKeys else { return rows(atPath: path, first: true).first }
    let rows = rows(atPath: path, first: false)
    return rows.first { outline.isShown($0) } ?? rows.first
  }

  private func rows(atPath path: String, first: Bool) -> [FormRow.ID] {
    var found: [FormRow.ID] = []
    for (sectionIndex, section) in template.sections.enumerated() {
      var item: Int? = 0
      var rest = path
      if section.repetition != nil {
        guard let (positions, pathInItem) = template.split(path, of: sectionIndex) else { continue }
        for (section, position) in zip(section.chain, positions) {
          item = item.flatMap {
            outline.item(at: position, of: ItemList(section: section, parent: $0))
          }
        }
        rest = pathInItem
      }
      guard let item else { continue }
      for (rowIndex, row) in section.rows.enumerated() {
        guard let number = row.number(atPath: rest) else { continue }
        found.append(
          FormRow.ID(section: sectionIndex, item: item, row: rowIndex, number: number))
        if first { return found }
      }
    }
    return found
  }

  /// For a shared key the shown node, or else the first; any other node itself.
  package func present(_ node: Int, item: Int) -> Int {
    guard case .shared(let nodes) = template.plan.nodes[node] else { return node }
    return nodes.first { isShown($0, item: item) } ?? nodes[0]
  }

  /// Whether a node, or anything in it, is shown. O(row templates in it).
  package func isShown(_ node: Int, item: Int) -> Bool { firstShown(in: node, item: item) != nil }

  /// The first shown row in a node: for items, the add line of their list.
  private func firstShown(in node: Int, item: Int) -> FormRow.ID? {
    template.plan.rows(in: node, item: item, of: template).first {
      $0.isAddLine(in: template.sections)
        ? outline.isShown($0.listOfAddLine) : outline.isShown($0)
    }
  }

  /// The problem of a shown row whose key, or that of an object around it, another shown row or
  /// section has, too.
  func sharingProblem(of id: FormRow.ID) -> Problem? {
    guard template.plan.hasSharedKeys else { return nil }
    let isOfSection = id.isAddLine(in: template.sections)
    let plan = template.plan
    let rivals =
      isOfSection
      ? plan.rivals(ofSection: id.section) : plan.rivals(of: AnswerPlan.RowReference(id))
    guard !rivals.isEmpty, isOfSection ? outline.isShown(id.listOfAddLine) : outline.isShown(id)
    else { return nil }
    // The item with the key: the row's, or the one around a list.
    let item = abs(id.item)
    for node in rivals {
      guard let rival = firstShown(in: node, item: item) else { continue }
      guard rival.isAddLine(in: template.sections) else {
        return .alsoAnswered(by: fullLabel(of: rival))
      }
      return .alsoAnswered(
        by: title(of: rival.listOfAddLine) ?? template.sections[rival.section].id)
    }
    return nil
  }

  /// The rows and sections outside of items that share a key. O(nodes).
  var rowsThatShareKeys: [FormRow.ID] {
    guard template.plan.hasSharedKeys else { return [] }
    return template.plan.nodes.flatMap { node in
      guard case .shared(let nodes) = node else { return [FormRow.ID]() }
      return nodes.flatMap { template.plan.rows(in: $0, item: 0, of: template) }.filter { row in
        row.isAddLine(in: template.sections)
          ? template.sections[row.section].parent == nil
          : template.sections[row.section].repetition == nil
      }
    }
  }
}
