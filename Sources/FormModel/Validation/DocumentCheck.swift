// The check of the whole document, by the JSON Schema that a template has in its key `schemas`.
//
// A fault of the document is shown as the problem of the row that answers its place, or else of the
// nearest row. This target cannot write documents, so the program that can provides the check.
//
// Invariants: the check runs only when the whole form is checked, as before a save, and checks the
// document that the save would write. The faults of the last check are forgotten when the next one
// begins. Before that, a fault is forgotten when any answer at or inside its place changes. A row
// with another problem shows no fault, because correcting the problem changes the document.

import FormText
package import LosslessJSON

/// A check of the document that a save would write.
package struct DocumentCheck: Sendable {
  /// Begins a check.
  let begin: @Sendable () -> any RunningDocumentCheck

  /// Creates a check.
  package init(_ begin: @escaping @Sendable () -> any RunningDocumentCheck) { self.begin = begin }
}

/// A check of the document, in progress. The answers must not change between two calls.
package protocol RunningDocumentCheck: Sendable {
  /// Continues the check.
  ///
  /// - Parameter effort: the effort that is left, about one for each microsecond; the check pauses
  ///   when it is used up.
  /// - Returns: the faults of the document; nil if the check is not complete.
  mutating func advance(of answers: Answers, effort: inout Int) -> [DocumentFault]?
}

extension DocumentFault {
  /// The sentence with the path as its subject.
  fileprivate var sentenceWithPath: String {
    (path.isRoot ? "the document" : "\(path)") + " \(sentence)"
  }
}

/// The faults that a row shows.
struct ShownFaults: Sendable {
  /// The faults; the row shows the first.
  var faults: [DocumentFault]
  /// The places of the faults.
  var places: [DocumentPlace]
}

/// The place of a value of the document in the form.
struct DocumentPlace: Sendable {
  /// The innermost node of the answer plan (the tree of the answers in a document) around the value.
  var node: Int
  /// The item around the node; 0 outside of items.
  var item: Int
  /// The row that answers the value, or the nearest row or add line that is shown. It is nil only in
  /// a form that shows no row.
  var row: FormRow.ID?
  /// Whether the row answers exactly this value.
  var isExact: Bool
}

extension Answers {
  /// The faults that a row shows.
  package func documentFaults(of row: FormRow.ID) -> [DocumentFault] {
    guard let rejected = texts.rejected[row], rejected.text == text(of: row) else { return [] }
    return rejected.shownFaults?.faults ?? []
  }

  /// The position of a value in the loaded document; nil if the document does not have it.
  package func documentPosition(at path: DocumentPath) -> TextPosition? {
    guard let root = loaded?.document.root else { return nil }
    return path.parts.reduce(root as JSONValue?) { value, part in
      switch part {
      case .name(let name): value?[name]
      case .index(let index): value?.elements.dropFirst(index).first { _ in true }
      }
    }?.position
  }

  /// Forgets the faults that the last check of the document found.
  mutating func forgetDocumentFaults() {
    for (row, rejected) in texts.rejected where rejected.shownFaults != nil {
      texts.rejected[row] = nil
    }
  }

  /// Forgets the faults whose place contains a changed row or list.
  ///
  /// - Returns: the rows that showed these faults.
  mutating func forgetDocumentFaults(around changed: FormRow.ID) -> [FormRow.ID] {
    let rows = texts.rejected.filter { row, rejected in
      guard let places = rejected.shownFaults?.places else { return false }
      return row == changed || places.contains { contains($0, changed) }
    }.map(\.key)
    for row in rows { texts.rejected[row] = nil }
    return rows
  }

  /// Whether a place contains a row or list. A row that is not exported may decide which rows are
  /// exported, so every place that is not a single answer contains it.
  private func contains(_ place: DocumentPlace, _ row: FormRow.ID) -> Bool {
    !place.isExact
      && (innermostPlace(of: row) == nil || isInside(row, place.node, item: place.item))
  }

  /// Records the faults that a row shows.
  mutating func show(_ faults: ShownFaults, at row: FormRow.ID) {
    guard let first = faults.faults.first else { return }
    let isExact = faults.places.first?.isExact == true
    texts.rejected[row] = RejectedText(
      text: text(of: row), message: isExact ? first.sentence : first.sentenceWithPath,
      shownFaults: faults)
  }

  /// Whether the row that names the item of a row has a problem. The name is a part of every path in
  /// the item.
  func hasName(_ row: FormRow.ID, among known: [FormRow.ID: Problem]) -> Bool {
    guard row.item > 0, let name = repetition(ofSection: row.section)?.keyRow else { return false }
    return known[FormRow.ID(section: row.section, item: row.item, row: name, number: 0)] != nil
  }

  // MARK: - Places

  /// Whether the answer of a row, or the items of a list, are written inside a node of an item.
  func isInside(_ row: FormRow.ID, _ node: Int, item: Int) -> Bool {
    placesAround(row)?.contains { $0.node == node && $0.item == item } == true
  }

  /// The nodes, each with its item, in which the answer of a row or the items of a list are written,
  /// from the innermost; nil for a row that is not exported.
  func placesAround(_ row: FormRow.ID) -> UnfoldFirstSequence<(node: Int, item: Int)>? {
    innermostPlace(of: row).map { place in
      sequence(first: place) { node, item in
        guard let parent = template.plan.parent(of: node) else { return nil }
        guard case .items(let section, _) = template.plan.nodes[parent] else {
          return (parent, item)
        }
        return (parent, outline.list(ofItem: item, inSection: section).parent)
      }
    }
  }

  /// The node and the item in which a row's answer, or a list's items, are written; nil for a row
  /// that is not exported.
  private func innermostPlace(of row: FormRow.ID) -> (node: Int, item: Int)? {
    guard row.isAddLine(in: template.sections) else {
      return template.plan.leaf(of: AnswerPlan.RowReference(row)).map { ($0, row.item) }
    }
    return template.plan.items(ofSection: row.section).map { ($0, row.listOfAddLine.parent) }
  }

  /// The place of a fault in the form. The place of a missing member is its row.
  func place(
    of fault: DocumentFault, among items: inout ExportedItems
  ) throws(ExportedItems.Pause) -> DocumentPlace {
    if let missing = fault.missing {
      let place = try place(at: fault.path.appending(missing), among: &items)
      let around = try self.place(at: fault.path, among: &items)
      if place.node != around.node || place.item != around.item {
        return DocumentPlace(
          node: around.node, item: around.item, row: place.row, isExact: false)
      }
    }
    return try place(at: fault.path, among: &items)
  }

  /// The place of a value in the form.
  private func place(
    at path: DocumentPath, among items: inout ExportedItems
  ) throws(ExportedItems.Pause) -> DocumentPlace {
    var steps = [(node: AnswerPlan.root, item: 0)]
    for (depth, part) in path.parts.enumerated() {
      let (outer, item) = steps[steps.count - 1]
      let node = present(outer, item: item)
      switch (template.plan.nodes[node], part) {
      case (.object, .name(let name)):
        guard let target = template.plan.member(named: name, of: node) else {
          return nearest(to: steps)
        }
        let member = present(target.node, item: item)
        guard case .answer(let reference) = template.plan.nodes[member] else {
          steps.append((member, item))
          continue
        }
        let number = target.number ?? template.numbers(of: reference).lowerBound
        let isWhole = depth == path.parts.count - 1
        return answer(reference.id(item: item, number: number), member, isWhole, after: steps)
      case (.items(let section, let root), _):
        let list = ItemList(section: section, parent: item)
        guard let item = try items.item(part, of: list, in: self) else {
          return nearest(to: steps)
        }
        steps.append((root, item))
      case (.list(let rows), .index(let index)):
        guard let row = row(at: index, of: rows, item: item) else { return nearest(to: steps) }
        return answer(row, node, depth == path.parts.count - 1, after: steps)
      default: return nearest(to: steps)
      }
    }
    let (node, item) = steps[steps.count - 1]
    if case .answer(let reference) = template.plan.nodes[node] {
      return answer(reference.id(item: item, number: 0), node, true, after: steps)
    }
    return nearest(to: steps)
  }

  /// The row of an element of a list of answers.
  private func row(
    at index: Int, of rows: [AnswerPlan.RowReference], item: Int
  ) -> FormRow.ID? {
    var left = index
    for reference in rows {
      let numbers = template.numbers(of: reference)
      if left < numbers.count {
        return reference.id(item: item, number: numbers.lowerBound + left)
      }
      left -= numbers.count
    }
    return nil
  }

  /// The place of an answer, at its own row or, if that is hidden, at the nearest one.
  private func answer(
    _ row: FormRow.ID, _ node: Int, _ isWhole: Bool, after steps: [(node: Int, item: Int)]
  ) -> DocumentPlace {
    guard outline.isShown(row) else { return nearest(to: steps) }
    return DocumentPlace(node: node, item: row.item, row: row, isExact: isWhole)
  }

  /// The place of the innermost container, at the first row that is shown in it. If none is, the row
  /// is in a container around it.
  private func nearest(to steps: [(node: Int, item: Int)]) -> DocumentPlace {
    let row = steps.reversed().lazy.compactMap { node, item -> FormRow.ID? in
      let rows = template.plan.rows(in: node, item: item, of: template)
      let isAddLine = { (row: FormRow.ID) in row.isAddLine(in: template.sections) }
      return firstShown(of: rows.filter { !isAddLine($0) } + rows.filter(isAddLine))
    }.first
    let (node, item) = steps[steps.count - 1]
    return DocumentPlace(
      node: node, item: item, row: row ?? outline.id(at: 0), isExact: false)
  }
}
