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

  /// Whether a node of a row or of items is shown.
  package func isShown(_ node: Int, item: Int) -> Bool {
    switch template.plan.nodes[node] {
    case .answer(let reference):
      outline.isShown(reference.id(item: item, number: template[reference].numbers.lowerBound))
    case .items(let section, _): outline.isShown(ItemList(section: section, parent: item))
    case .object, .list, .id, .shared: true
    }
  }

  /// The problem of a shown row whose key another shown row, or section, has, too.
  func sharingProblem(of id: FormRow.ID) -> Problem? {
    guard template.plan.hasSharedKeys else { return nil }
    let isOfSection = id.isAddLine(in: template.sections)
    let plan = template.plan
    let sharers =
      isOfSection
      ? plan.sharers(ofSection: id.section) : plan.sharers(of: AnswerPlan.RowReference(id))
    guard !sharers.isEmpty, isOfSection ? outline.isShown(id.listOfAddLine) : outline.isShown(id)
    else { return nil }
    // The item with the key: the row's, or the one around a list.
    let item = abs(id.item)
    for node in sharers where isShown(node, item: item) {
      switch plan.nodes[node] {
      case .answer(let reference) where isOfSection || reference != AnswerPlan.RowReference(id):
        return .alsoAnswered(by: fullLabel(of: reference.id(item: item, number: 0)))
      case .items(let section, _) where !isOfSection || section != id.section:
        let list = ItemList(section: section, parent: item)
        return .alsoAnswered(by: title(of: list) ?? template.sections[section].id)
      default: continue
      }
    }
    return nil
  }

  /// The rows and sections outside of items that share a key. O(nodes).
  var rowsThatShareKeys: [FormRow.ID] {
    guard template.plan.hasSharedKeys else { return [] }
    return template.plan.nodes.flatMap { node in
      guard case .shared(let nodes) = node else { return [FormRow.ID]() }
      return nodes.compactMap { node in
        switch template.plan.nodes[node] {
        case .answer(let reference):
          template.sections[reference.section].repetition == nil
            ? reference.id(item: 0, number: 0) : nil
        case .items(let section, _):
          template.sections[section].parent == nil
            ? addLine(of: ItemList(section: section, parent: 0)) : nil
        case .object, .list, .id, .shared: nil
        }
      }
    }
  }
}
