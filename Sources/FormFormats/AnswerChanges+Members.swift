// The members of an object that both the document and the form contain. Several rows can share a
// key, if only one of them is shown at a time. The members with shared keys are handled here too.

import FormModel
import LosslessJSON

extension AnswerChanges {
  /// The decision about the value of a member in the document.
  private enum Outcome {
    /// The value belongs to a node of the answer plan (see AnswerChanges.swift).
    case value(of: Int)
    /// The answers of a node replace the value.
    case replaced(by: Int)
    case kept, dropped
  }

  /// Handles a member of an object.
  ///
  /// - Returns: whether to keep the member.
  mutating func keeps(_ member: JSONValue, as target: AnswerPlan.Target, item: Int) -> Bool {
    switch outcome(of: member, as: target.node, item: item) {
    case .value(let node):
      if case .answer(let reference) = template.plan.nodes[node] {
        let row = reference.id(item: item, number: target.number ?? 0)
        if isDropped(row) { return false }
        readAnswer(of: row, over: member)
      } else {
        if isDropped(node, member, item: item) { return false }
        read(member, as: node, item: item)
      }
    case .replaced(let node):
      if case .answer(let reference) = template.plan.nodes[node] {
        readAnswer(of: reference.id(item: item, number: 0), over: member)
      } else {
        changes.replace(member, by: part(node, item: item, isWhole: false))
      }
    case .kept: break
    case .dropped: return false
    }
    return true
  }

  /// Handles the value of an item. Unlike a member, it is never deleted: an item without answers is
  /// written as the form writes it.
  mutating func readElement(_ value: JSONValue, as root: Int, item: Int) {
    switch outcome(of: value, as: root, item: item) {
    case .value(let node): read(value, as: node, item: item)
    case .replaced, .dropped: changes.replace(value, by: part(root, item: item, isWhole: true))
    case .kept: break
    }
  }

  /// The decision about the value of a shared key. The value belongs to the shown row if that row
  /// received it when the document was loaded. If another row is shown now, its answer replaces the
  /// value. Without an answer, the value is deleted, or becomes {} or [] if the shown
  /// node is present without answers. It stays if all other rows with the key were hidden when the
  /// document was loaded.
  private func outcome(of value: JSONValue, as node: Int, item: Int) -> Outcome {
    guard case .shared(let sharers) = template.plan.nodes[node] else { return .value(of: node) }
    let shown = answers.present(node, item: item)
    if took(value, shown, item: item) { return .value(of: shown) }
    guard answers.isShown(shown, item: item) else {
      let owner = sharers.first { took(value, $0, item: item) }
      return .value(of: owner ?? shown)
    }
    if changed.contains(Place(node: shown, item: item)),
      JSONExport.holdsAnswer(shown, item: item, onlyChanged: true, of: answers)
    {
      return .replaced(by: shown)
    }
    if wereHidden(sharers.filter { $0 != shown }, item: item) { return .kept }
    return JSONExport.isPresent(shown, item: item, of: answers) ? .replaced(by: shown) : .dropped
  }

  /// Whether a node received a value when the document was loaded.
  private func took(_ value: JSONValue, _ node: Int, item: Int) -> Bool {
    switch template.plan.nodes[node] {
    case .answer(let reference):
      answers.loaded?.value(of: reference.id(item: item, number: 0))?.index == value.index
    case .items(let section, _): value.kind == template.sections[section].itemsKind
    case .list: value.kind == .array
    case .object: value.kind == .object
    case .id, .name, .shared: false
    }
  }

  /// Whether all of the given nodes were hidden when the document was loaded.
  private func wereHidden(_ nodes: [Int], item: Int) -> Bool {
    nodes.allSatisfy { node in
      template.plan.rows(in: node, item: item, of: template).allSatisfy { row in
        row.isAddLine(in: template.sections)
          ? answers.wasHiddenAsLoaded(row.listOfAddLine) : answers.isHiddenAsLoaded(row)
      }
    }
  }
}
