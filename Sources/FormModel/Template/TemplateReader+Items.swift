// Reads what a repeat says about rows of its items: the tick, and the line where items are made.

import FormText
import LosslessJSON

extension TemplateReader {
  /// The row template that `tick` names.
  mutating func readTick(of value: JSONValue, path: DocumentPath, rows: [RowTemplate]) -> Int? {
    guard let member = value["tick"] else { return nil }
    let allowed = "the id of a boolean row of the section"
    let path = path.appending("tick")
    guard let name = member.string else {
      collector.report(
        "\(path.templateKey) must be the id of a boolean row, not \(member.kindName)", at: member,
        path: path, allowed: allowed)
      return nil
    }
    guard let tick = rows.firstIndex(where: { $0.id.source.hasSameScalars(as: name) }) else {
      if !isLost(id: name) {
        let hint = hint(for: name, among: rows, count: rows.count)
        collector.report(
          "\(path.templateKey): no row of the section has the id \(name.quoted)\(hint)", at: member,
          path: path,
          allowed: allowed)
      }
      return nil
    }
    guard rows[tick].type.toggles else {
      collector.report(
        "\(path.templateKey) must be the id of a boolean row; \(name.quoted) is of type "
          + rows[tick].type.rawValue, at: member, path: path, allowed: allowed)
      return nil
    }
    guard rows.indices.contains(where: { $0 != tick && rows[$0].type.takesAnswer }) else {
      collector.report(
        "an item has no row beside its tick; add a row that takes an answer", at: member,
        path: path,
        allowed: "another row that takes an answer")
      return nil
    }
    if rows[tick].isReadOnly || rows[tick].isRequired {
      let key = rows[tick].isReadOnly ? "readOnly" : "required"
      collector.report(
        "the tick \(name.quoted) cannot be \(key); remove \"\(key)\" from its row", at: member,
        path: path,
        allowed: "a row that is neither readOnly nor required")
    }
    return tick
  }

  /// Checks that the first row of an item can be typed into an entry line.
  mutating func checkEntry(
    of value: JSONValue, path: DocumentPath, rows: [RowTemplate], tick: Int?
  ) {
    guard let member = value["entry"], member.bool == true,
      let row = rows.indices.first(where: { $0 != tick && rows[$0].type.takesAnswer })
    else { return }
    let type = rows[row].type
    let reason: String? =
      if type.holdsLines || type.toggles || type.isSecret {
        "of type \(type.rawValue)"
      } else if rows[row].isReadOnly {
        "readOnly"
      } else {
        nil
      }
    guard let reason else { return }
    let path = path.appending("entry")
    collector.report(
      "\(path.templateKey) needs a first row of one line that a person types; "
        + "\(rows[row].id.source.quoted) is \(reason)", at: member, path: path,
      allowed: "a first row of one line that a person types")
  }
}
