// Finds rows by the paths of their answers, and names items by their positions or keys. Handles
// keys that several rows or sections share; at most one of these may be shown at a time.

import FormText
package import LosslessJSON

extension Answers {
  /// The row whose answer an export writes at `path`. In repeating sections, a path is like
  /// `work[0].name`.
  ///
  /// If several rows share the path, this is the shown row; if none is shown, it is the first row.
  public func row(atPath path: String) -> FormRow.ID? {
    guard template.plan.hasSharedKeys else { return rows(atPath: path, first: true).first }
    let rows = rows(atPath: path, first: false)
    return rows.first { outline.isShown($0) } ?? rows.first
  }

  /// Finds the rows with a path, shown or hidden; only the first row if `first` is true.
  func rows(atPath path: String, first: Bool) -> [FormRow.ID] {
    var found: [FormRow.ID] = []
    for (sectionIndex, section) in template.sections.enumerated() {
      for (item, rest) in items(atPath: path, section: sectionIndex) {
        for (rowIndex, row) in section.rows.enumerated() {
          guard let number = row.number(atPath: rest) else { continue }
          found.append(
            FormRow.ID(section: sectionIndex, item: item, row: rowIndex, number: number))
          if first { return found }
        }
      }
    }
    return found
  }

  /// The items of a section that a path can mean, each with the rest of the path inside the item.
  /// The item is 0 outside of repeating sections. O(items) if the items are members of an object.
  func items(atPath path: String, section: Int) -> [(item: Int, rest: String)] {
    guard template.sections[section].repetition != nil else { return [(0, path)] }
    return KeyPathReading.readings(of: path, in: template, section: section).compactMap {
      reading in
      let item = zip(template.sections[section].chain, reading.items).reduce(0 as Int?) {
        item, step in
        item.flatMap { self.item(step.1, of: ItemList(section: step.0, parent: $0)) }
      }
      return item.map { ($0, String(reading.rest)) }
    }
  }

  /// The item that a part of a path refers to.
  func item(_ part: DocumentPath.Part, of list: ItemList) -> Int? {
    switch part {
    case .index(let position): outline.item(at: position, of: list)
    case .name(let name):
      outline.items(of: list).first {
        heldName(ofItem: $0, inSection: list.section).hasSameScalars(as: name)
      }
    }
  }

  // MARK: - Items that are members of an object

  /// The name of an item that is a member of an object; empty if the row with the name has no
  /// answer.
  package func itemName(_ item: Int, ofSection section: Int) -> String {
    guard let row = template.sections[section].repetition?.keyRow else { return "" }
    let id = FormRow.ID(section: section, item: item, row: row, number: 0)
    return value(of: id)?.text?.string ?? ""
  }

  /// The name of an item that is a member of an object, even if conditions hide the row with the
  /// name.
  func heldName(ofItem item: Int, inSection section: Int) -> String {
    guard let row = template.sections[section].repetition?.keyRow else { return "" }
    let id = FormRow.ID(section: section, item: item, row: row, number: 0)
    guard !outline.isShown(id) else { return itemName(item, ofSection: section) }
    guard let answer = heldAnswer(of: id) else { return "" }
    return (isChanged(id) ? value(of: answer, in: id).text ?? answer : answer).string
  }

  /// The positions or names of the items around a row, outermost first. For an add line (the line
  /// on which people create items), the positions or names of the items around its list.
  package func parts(around id: FormRow.ID) -> [DocumentPath.Part] {
    zip(template.sections[id.section].chain, outline.items(around: id)).map { section, item in
      template.sections[section].repetition?.isMap == true
        ? .name(itemName(item, ofSection: section))
        : .index(outline.position(ofItem: item, inSection: section) ?? 0)
    }
  }

  /// Resolves a node of the `AnswerPlan`, the tree of the answers in a document. For a shared key,
  /// returns the shown node with this key or, if none is shown, the first. Returns any other node
  /// unchanged.
  package func present(_ node: Int, item: Int) -> Int {
    guard case .shared(let nodes) = template.plan.nodes[node] else { return node }
    return nodes.first { isShown($0, item: item) } ?? nodes[0]
  }

  /// Whether a node has a shown row. O(row templates in the node).
  package func isShown(_ node: Int, item: Int) -> Bool { firstShown(in: node, item: item) != nil }

  /// The first shown row in a node. For items, it is the add line of their list.
  private func firstShown(in node: Int, item: Int) -> FormRow.ID? {
    template.plan.rows(in: node, item: item, of: template)
      .first(where: outline.isShown(rowOrList:))
  }

  /// The problem of a shown row if another shown row or section has the same key. The shared key
  /// may also be the key of an object around the row.
  func sharingProblem(of id: FormRow.ID) -> Problem? {
    guard template.plan.hasSharedKeys else { return nil }
    let isOfSection = id.isAddLine(in: template.sections)
    let plan = template.plan
    let rivals =
      isOfSection
      ? plan.rivals(ofSection: id.section) : plan.rivals(of: AnswerPlan.RowReference(id))
    guard !rivals.isEmpty, outline.isShown(rowOrList: id) else { return nil }
    // The item of the row or, for an add line, the item around its list.
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

  /// The rows outside of items that share a key with other rows or sections, and the add lines of
  /// sections that do. O(nodes).
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
