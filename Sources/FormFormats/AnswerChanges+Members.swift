// The members of an object that the document has and the form knows, those of shared keys among them.

import FormModel
import LosslessJSON

extension AnswerChanges {
  /// The fate of the value of a member.
  private enum Outcome {
    /// It is the value of a node.
    case value(of: Int)
    /// The answers of a node take its place.
    case replaced(by: Int)
    case kept, dropped
  }

  /// Reads a member.
  ///
  /// - Returns: whether it stays.
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

  /// The value of a shared key belongs to the row that is shown, if that took it at loading. Another row that
  /// is shown replaces it by its answer, and drops it without one.
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
    return wereHidden(sharers.filter { $0 != shown }, item: item) ? .kept : .dropped
  }

  /// Whether a node took a value as the document was loaded.
  private func took(_ value: JSONValue, _ node: Int, item: Int) -> Bool {
    switch template.plan.nodes[node] {
    case .answer(let reference):
      answers.loaded?.value(of: reference.id(item: item, number: 0))?.index == value.index
    case .items: value.kind == .array
    case .object, .list, .id, .shared: false
    }
  }

  /// Whether all of some nodes were hidden as the document was loaded.
  private func wereHidden(_ nodes: [Int], item: Int) -> Bool {
    nodes.allSatisfy { node in
      switch template.plan.nodes[node] {
      case .answer(let reference):
        answers.isHiddenAsLoaded(reference.id(item: item, number: 0))
      case .items(let section, _):
        answers.wasHiddenAsLoaded(ItemList(section: section, parent: item))
      case .object, .list, .id, .shared: true
      }
    }
  }
}
