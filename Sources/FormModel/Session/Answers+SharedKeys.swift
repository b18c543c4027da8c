// Rows by the paths of their answers, and keys that several rows or sections share.

extension Answers {
  /// The row whose answer an export puts at `path`; in a repeat as `work[0].name`.
  ///
  /// Of several that share the path it is the one that is shown, else the first.
  public func row(atPath path: String) -> FormRow.ID? {
    guard template.plan.hasSharedKeys else { return rows(atPath: path, first: true).first }
    let rows = rows(atPath: path, first: false)
    return rows.first { outline.isShown($0) } ?? rows.first
  }

  private func rows(atPath path: String, first: Bool) -> [FormRow.ID] {
    var found: [FormRow.ID] = []
    for (sectionIndex, section) in template.sections.enumerated() {
      var item = 0
      var rest = path
      if section.repetition != nil {
        guard let (position, pathInItem) = section.split(path: path),
          let serial = outline.item(at: position, ofSection: sectionIndex)
        else { continue }
        (item, rest) = (serial, pathInItem)
      }
      for (rowIndex, row) in section.rows.enumerated() {
        guard let number = row.number(atPath: rest) else { continue }
        found.append(
          FormRow.ID(section: sectionIndex, item: item, row: rowIndex, number: number))
        if first { return found }
      }
    }
    return found
  }

  /// Of a shared key the node that is shown, else the first; any other node itself.
  package func present(_ node: Int, item: Int) -> Int {
    guard case .shared(let nodes) = template.plan.nodes[node] else { return node }
    return nodes.first { isShown($0, item: item) } ?? nodes[0]
  }

  /// Whether a node of a row or of items is shown.
  package func isShown(_ node: Int, item: Int) -> Bool {
    switch template.plan.nodes[node] {
    case .answer(let reference):
      outline.isShown(reference.id(item: item, number: template[reference].numbers.lowerBound))
    case .items(let section, _): outline.isShown(section: section)
    case .object, .list, .id, .shared: true
    }
  }

  /// The problem of a shown row whose key another shown row, or section, has too.
  func sharingProblem(of id: FormRow.ID) -> Problem? {
    guard template.plan.hasSharedKeys else { return nil }
    let isOfSection = id.isAddLine(in: template.sections)
    let plan = template.plan
    let sharers =
      isOfSection
      ? plan.sharers(ofSection: id.section) : plan.sharers(of: AnswerPlan.RowReference(id))
    guard !sharers.isEmpty, isOfSection ? outline.isShown(section: id.section) : outline.isShown(id)
    else { return nil }
    for node in sharers where isShown(node, item: id.item) {
      switch plan.nodes[node] {
      case .answer(let reference) where isOfSection || reference != AnswerPlan.RowReference(id):
        return .alsoAnswered(by: fullLabel(of: reference.id(item: id.item, number: 0)))
      case .items(let section, _) where !isOfSection || section != id.section:
        return .alsoAnswered(by: title(ofSection: section) ?? template.sections[section].id)
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
        case .items(let section, _): sectionRow(section)
        case .object, .list, .id, .shared: nil
        }
      }
    }
  }
}
