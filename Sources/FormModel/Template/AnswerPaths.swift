// The paths of answers in a document, and in a record of a table.

package import LosslessJSON

extension Template {
  /// The section whose items are the records of a table: the only section with exported rows. Nil
  /// for several such sections, or if the section does not repeat or is inside other items.
  package var recordSection: Int? {
    let exported = sections.indices.filter { sections[$0].rows.contains(where: \.isExported) }
    guard exported.count == 1, sections[exported[0]].chain.count == 1 else { return nil }
    return exported[0]
  }

  /// The path of a row's answer among all answers: `work[0].projects[1].name`.
  ///
  /// - Parameter items: the positions of the items around the row, outermost first. A missing
  ///   position counts as 0.
  package func path(of row: FormRow.ID, items: [Int]) -> DocumentPath {
    path(of: row, items: items.map { .index($0) })
  }

  /// The path of a row's answer, with the items around it given by position or by name.
  package func path(of row: FormRow.ID, items: [DocumentPath.Part]) -> DocumentPath {
    let chain = sections[row.section].chain
    guard !chain.isEmpty else { return pathInItem(of: row) }
    let step = items.dropFirst(chain.count - 1).first ?? .index(0)
    let item = itemsPath(ofSection: row.section, items: items).appending(step)
    // If a row names its item, the name is its answer.
    if self[row].isItemName, case .name = step { return item }
    return pathInItem(of: row, after: item)
  }

  /// The path of the items of a section; the root if the section does not repeat.
  ///
  /// - Parameter items: the positions or names of the items around the section, outermost first. A
  ///   missing position counts as 0.
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

  /// The column of a row in a table whose records are the items of the row's section. If the answer
  /// is the whole item, the column has the id of the row as its name.
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
