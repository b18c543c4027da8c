// Finds the answers to which the columns of a table lead, by the paths in their names.

import FormModel
import LosslessJSON

extension ColumnTree {
  /// Whether a path in a record can be the path of a column.
  func isColumn(_ path: DocumentPath) -> Bool { leaf(at: path, in: root, column: 0) != nil }

  /// The kind of the cell at the end of a path; nil if the form has no cell with this path.
  func leaf(
    at path: DocumentPath, from start: Int = 0, in root: Int, column: Int
  ) -> Kind? {
    if start == 0, root == self.root, let kind = recordLeaf(at: path, column: column) {
      return kind
    }
    var node = root
    for (place, part) in path.parts.enumerated().dropFirst(start) {
      let isLast = place == path.parts.count - 1
      switch (template.plan.nodes[node], part) {
      case (.shared(let sharers), _):
        // The path goes through one of the sections, lists or objects that share the key.
        let containers = sharers.filter {
          if case .answer = template.plan.nodes[$0] { false } else { true }
        }
        return containers.lazy.compactMap { container in
          leaf(at: path, from: place, in: container, column: column)
        }.first
      case (.object, .name(let name)):
        guard
          let next = template.plan.member(named: name, of: node)?.node
            ?? template.plan.others(of: node)?.root
        else { return nil }
        node = next
      case (.items(let section, let root), .index)
      where template.sections[section].itemsKind == .array:
        node = root
      case (.items(let section, let root), .name)
      where template.sections[section].itemsKind == .object:
        node = root
      case (.list(let rows), .index(var index)) where isLast:
        for row in rows {
          let count = template[row].numbers.count
          if index < count { return .cell(column: column, [row]) }
          index -= count
        }
        return nil
      default: return nil
      }
    }
    switch template.plan.nodes[node] {
    case .answer(let row): return .cell(column: column, [row])
    case .id: return .id(column: column)
    case .shared:
      let rows = rows(amongSharersOf: node)
      return rows.isEmpty ? nil : .cell(column: column, rows)
    case .object, .list, .items, .name: return nil
    }
  }

  /// A cell that is not a member of the record: the record's name, or the record as a whole.
  func recordLeaf(at path: DocumentPath, column: Int) -> Kind? {
    guard let section = template.recordSection else { return nil }
    for (index, row) in template.sections[section].rows.enumerated() {
      let reference = AnswerPlan.RowReference(section: section, row: index)
      guard row.isItemName || row.path.isWhole, template.pathInRecord(of: reference) == path else {
        continue
      }
      if row.isItemName { return .recordName(column: column) }
      let rows = rows(amongSharersOf: root)
      return .cell(column: column, rows.isEmpty ? [reference] : rows)
    }
    return nil
  }

  /// The rows that share the key of a node; empty if no rows share it.
  private func rows(amongSharersOf node: Int) -> [AnswerPlan.RowReference] {
    guard case .shared(let sharers) = template.plan.nodes[node] else { return [] }
    return sharers.compactMap { node in
      if case .answer(let row) = template.plan.nodes[node] { row } else { nil }
    }
  }
}
