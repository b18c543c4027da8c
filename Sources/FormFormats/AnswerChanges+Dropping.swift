// Decides which values are deleted from a form's document when the answers are put into it.

import FormModel
import LosslessJSON

extension AnswerChanges {
  /// Whether to delete a row's member or element: the row was changed and has no answer, or it was
  /// hidden after the document was loaded.
  func isDropped(_ row: FormRow.ID) -> Bool {
    if answers.isHidden(row) { return !answers.isHiddenAsLoaded(row) }
    return template.empty(row) == .omit && answers.isChanged(row)
      && answers.exportedAnswer(of: row) == nil
  }

  /// Whether a row of a list was emptied, or was hidden after the document was loaded.
  func isEmptied(_ row: FormRow.ID) -> Bool {
    if answers.isHidden(row) { return !answers.isHiddenAsLoaded(row) }
    return answers.isChanged(row) && answers.exportedAnswer(of: row) == nil
  }

  /// Whether to delete a container, because all its contents were hidden after the document was
  /// loaded.
  func isDropped(_ node: Int, _ value: JSONValue, item: Int) -> Bool {
    guard changed.contains(Place(node: node, item: item)),
      JSONExport.isHidden(node, item: item, of: answers)
    else { return false }
    switch template.plan.nodes[node] {
    case .object:
      return value.members.allSatisfy { key, member in
        guard let target = template.plan.member(named: key.string ?? "", of: node) else {
          return false
        }
        let node = answers.present(target.node, item: item)
        guard case .answer(let reference) = template.plan.nodes[node] else {
          return isDropped(node, member, item: item)
        }
        return isDropped(reference.id(item: item, number: target.number ?? 0))
      }
    case .list(let rows):
      return value.count
        <= rows.reduce(0) {
          $0 + template.sections[$1.section].rows[$1.row].numbers.count
        }
    case .items(let section, _):
      return !answers.wasHiddenAsLoaded(ItemList(section: section, parent: item))
    case .answer, .id, .name, .shared: return false
    }
  }
}
