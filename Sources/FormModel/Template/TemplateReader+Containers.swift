// Reads the container of a section's items: an array or an object, which may be the whole document.
// Also finds the rows that a section's `repeat` names by `keyRow` and `tick`.

import FormText
import LosslessJSON

/// The kind of container for a section's items in an export.
public enum ItemContainer: String, CaseIterable, Sendable {
  /// An array with one element per item.
  case array
  /// An object with one member per item.
  case object
  /// An object with rows of its own. Each of its other members is an item.
  case members
}

/// The kinds of the outermost value in an export.
public enum RootContainer: String, CaseIterable, Sendable {
  /// An object with the answers of all sections.
  case object
  /// An array with the items of the only section.
  case array
  /// An object with the items of the only section.
  case map
}

extension TemplateReader {
  /// Reads `root`.
  mutating func readRoot(of form: TemplateObject, sections: TemplateElements) {
    guard let root: RootContainer = form.oneOf("root", into: &collector), root != .object else {
      return
    }
    rootContainer = root == .map ? .object : .array
    let isOneRepeat =
      sections.map { $0.value["repeat"]?.kind == .object } == [true]
    if !isOneRepeat {
      form.report(
        "\"root\" is \(root.rawValue.quoted), so the form has one section, with \"repeat\": its "
          + "items are the whole document", at: "root",
        allowed: "\"root\" in a form of one repeating section", into: &collector)
    }
    if form["output"]?["id"] != nil {
      form.report(
        "\"root\" is \(root.rawValue.quoted), and such a document has no place for \"output.id\"; "
          + "remove one of them", at: "root", allowed: "\"root\" without \"output.id\"",
        into: &collector)
    }
  }

  /// Checks `as` and `keyRow`. If the items are the members of an object, `keyRow` is required; an
  /// array has no `keyRow`.
  mutating func checkContainer(of repetition: TemplateObject, root: ItemContainer?) {
    let container: ItemContainer? = repetition.oneOf("as", into: &collector)
    if let root, let container, container != root {
      repetition.report(
        "\(repetition.name(of: "as")) and \"root\" contradict each other; remove "
          + repetition.name(of: "as"), at: "as", allowed: root.rawValue.quoted, into: &collector)
      return
    }
    let isMap = (root ?? container ?? .array) != .array
    if isMap, repetition["keyRow"] == nil {
      repetition.report(
        "\(repetition.name(of: "keyRow")) is missing; it is the id of the row that names the "
          + "members", at: "keyRow", allowed: "the id of a row of the section", into: &collector)
    }
    if !isMap, repetition["keyRow"] != nil {
      repetition.report(
        "\(repetition.name(of: "keyRow")) names the members of an object; add \"as\": \"object\"",
        at: "keyRow", allowed: "\"keyRow\" beside \"as\": \"object\"", into: &collector)
    }
  }

  /// The id of the row that names the items of a section; nil if no row names them.
  func keyRowName(of section: TemplateObject) -> String? { section["repeat"]?["keyRow"]?.string }

  /// Finds the row that `keyRow` names.
  mutating func readKeyRow(of value: JSONValue, path: DocumentPath, rows: [RowTemplate]) -> Int? {
    guard let member = value["keyRow"] else { return nil }
    let path = path.appending("keyRow")
    guard let name = member.string else {
      collector.report(
        "\(path.templateKey) must be the id of a row, not \(member.kindName)", at: member,
        path: path, allowed: "the id of a row of the section")
      return nil
    }
    let row = rows.firstIndex { $0.isItemName }
    if row == nil, !names.isLost(id: name) {
      let hint = names.hint(for: name, among: rows, count: rows.count)
      collector.report(
        "\(path.templateKey): no row of the section has the id \(name.quoted)\(hint)", at: member,
        path: path, allowed: "the id of a row of the section")
    }
    return row
  }

  /// If the row has this id, makes it the row whose answer is the name of an item. The answer is
  /// then required, and different in each item.
  mutating func makeKeyRow(
    _ row: inout RowTemplate, named id: String, _ value: JSONValue, path: DocumentPath
  ) {
    guard row.id.source.hasSameScalars(as: id) else { return }
    checkKeyRow(row, at: value, path: path)
    row.details.isItemName = true
    row.details.isUnique = true
    row.details.isRequired = true
  }

  /// Reports a row outside of items that has an empty key.
  mutating func reportWhole(_ row: TemplateObject) {
    row.report(
      "\"key\" is empty, which only a row of a repeating section can have: its answer is the whole "
        + "item", at: "key", allowed: "a path with at least one name", into: &collector)
  }

  /// Checks whether a row can name the members of an object.
  private mutating func checkKeyRow(_ row: RowTemplate, at value: JSONValue, path: DocumentPath) {
    let id = row.id.source.quoted
    let allowed = "a row of one line that is always shown and exported"
    if !row.type.takesAnswer || row.type.holdsLines || row.type.isSecret || row.type.toggles {
      collector.report(
        "\(id) names the members of an object and cannot be of type \(row.type.rawValue); make it "
          + "a row of one line, like a text", at: value["type"] ?? value,
        path: path.appending("type"), allowed: allowed)
    }
    for key in ["key", "when", "export"] where value[key] != nil {
      collector.report(
        "\(id) names the members of an object and cannot have \"\(key)\"; remove it",
        at: value[key] ?? value, path: path.appending(key), allowed: allowed)
    }
  }

  // MARK: - Rows that `repeat` names

  /// Finds the row template that `tick` names.
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
      if !names.isLost(id: name) {
        let hint = names.hint(for: name, among: rows, count: rows.count)
        collector.report(
          "\(path.templateKey): no row of the section has the id \(name.quoted)\(hint)", at: member,
          path: path, allowed: allowed)
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
        path: path, allowed: "another row that takes an answer")
      return nil
    }
    if rows[tick].isReadOnly || rows[tick].isRequired {
      let key =
        rows[tick].isRequired ? "required" : rows[tick].isCalculated ? "value" : "readOnly"
      collector.report(
        "the tick \(name.quoted) cannot be \(key == "value" ? "calculated" : key); remove \"\(key)\" from its row",
        at: member,
        path: path, allowed: "a row that is not readOnly, required or calculated")
    }
    return tick
  }

  /// Checks that a person can answer the first row of an item on an entry line, which keeps a text
  /// until Enter makes an item of it.
  mutating func checkEntry(of value: JSONValue, path: DocumentPath, rows: [RowTemplate], tick: Int?)
  {
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
