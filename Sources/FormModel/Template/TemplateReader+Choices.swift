// Reads the choices of a row, and the rows that a choice fills in.

import FormText
import LosslessJSON

extension TemplateReader {
  /// The keys of a default that is an expression.
  package static let initialKeys: TemplateKeys = ["expression"]
  /// The keys of a choice, other than the fields that fill in other rows.
  package static let choiceKeys: TemplateKeys = ["value", "label"]

  /// Reads the choices of a row; none if the type has no choices, or if the choices have errors.
  mutating func readChoices(of row: TemplateObject, type: RowType?) -> ChoiceList {
    guard let type, type.takesPicks else { return .none }
    if row["choices"]?.kind == .object { return readChoiceSource(of: row) }
    if row["choices"] == nil {
      guard row.lacks("choices") else { return .none }
      row.report(
        "\"choices\" is missing; list the choices or name a file of them", at: "choices",
        allowed: TemplateReader.allowedChoices, into: &collector)
      return .none
    }
    return readChoices(at: "choices", of: row, fields: fieldsFilled(by: row))
  }

  private static let allowedChoices =
    "an array of strings or {\"value\", \"label\"} objects, at least one, or {\"file\"}"

  /// The fields that picking a choice fills into other rows.
  func fieldsFilled(by row: TemplateObject) -> [String] {
    row["fills"]?.members.compactMap(\.key.string) ?? []
  }

  /// Reads the choices in an array, including the given fields of each choice.
  mutating func readChoices(
    at key: String, of object: TemplateObject, fields: [String]
  ) -> ChoiceList {
    let keys = TemplateKeys(TemplateReader.choiceKeys.names + fields)
    guard
      let elements = object.array(key, of: "choices or {\"file\": \"path\"}", into: &collector)
    else { return .none }
    if elements.isEmpty {
      object.report(
        "\(object.name(of: key)) is empty; list the choices or name a file of them", at: key,
        allowed: TemplateReader.allowedChoices, into: &collector)
    }
    var choices: [Choice] = []
    var labels = Set<Text>()
    var values = Set<RowValue>()
    for (value, path) in elements {
      guard let choice = readChoice(value, path: path, keys: keys, fields: fields) else { continue }
      if !labels.insert(choice.label).inserted {
        collector.report(
          "an earlier choice already has the label \(choice.label.quoted); choose another",
          at: value, path: path, allowed: "a label of its own")
      } else if !values.insert(choice.value).inserted {
        collector.report(
          "an earlier choice already has the value of \(choice.label.quoted); choose another",
          at: value, path: path, allowed: "a value of its own")
      } else {
        choices.append(choice)
      }
    }
    return ChoiceList(choices)
  }

  private mutating func readChoice(
    _ value: JSONValue, path: DocumentPath, keys: TemplateKeys, fields: [String]
  ) -> Choice? {
    if let string = value.string {
      let choice = Choice(value: .string(Text(string)), label: Text(string))
      return isLabel(choice.label, at: value, path: path) ? choice : nil
    }
    guard value.kind == .object else {
      collector.report(
        "\(path.templateKey) must be a string or an object with \"value\", not \(value.kindName)",
        at: value, path: path, allowed: "an object with \(keys.names.joined(separator: ", "))")
      return nil
    }
    guard let object = TemplateObject(value, "a choice", path: path, keys: keys, into: &collector)
    else { return nil }
    let allowed = "a string, a number, true or false"
    guard let member = object["value"], let chosen = RowValue(member), let text = chosen.text else {
      guard object["value"] != nil || object.lacks("value") else { return nil }
      object.report(
        object["value"].map { "\(object.name(of: "value")) must be \(allowed), not \($0.kindName)" }
          ?? "\(object.name(of: "value")) is missing; it is \(allowed)",
        at: "value", allowed: allowed, into: &collector)
      return nil
    }
    let label =
      object["label"] == nil ? text.string : object.string("label", "a string", into: &collector)
    guard let label, isLabel(Text(label), at: object["label"] ?? value, path: path) else {
      return nil
    }
    return Choice(value: chosen, label: Text(label), fields: readFields(fields, of: object))
  }

  /// Whether a person can type a label; reports a label that cannot be typed.
  private mutating func isLabel(_ label: Text, at value: JSONValue, path: DocumentPath) -> Bool {
    if !label.isBlank, label == label.trimmed,
      !label.string.unicodeScalars.contains(where: \.isControl)
    {
      return true
    }
    collector.report(
      "the label \(label.quoted) cannot be typed; write one line without white space around it",
      at: value, path: path, allowed: "one line of text without white space around it")
    return false
  }

  // MARK: - Candidates

  /// The keys of an object that replaces a list of choices.
  package static let choiceSourceKeys: TemplateKeys = ["file", "values", "where"]
  private static let allowedFills = "{\"field\": \"id of a row of the same section\"}"

  /// Reads an object with `file` or `values` that replaces a list of choices. Its filter is read
  /// when all rows are known.
  mutating func readChoiceSource(of row: TemplateObject) -> ChoiceList {
    guard let value = row["choices"],
      let object = TemplateObject(
        value, "\"choices\"", path: row.path(to: "choices"), keys: TemplateReader.choiceSourceKeys,
        into: &collector)
    else { return .none }
    if object["values"] != nil {
      if object["file"] != nil {
        object.report(
          "\"choices\" has both \"file\" and \"values\"; remove one of them", at: "values",
          allowed: "\"file\" or \"values\"", into: &collector)
      }
      let filter = object["where"]?.string.flatMap {
        try? ExpressionParser.parse($0, takesFields: true)
      }
      let fields = fieldsFilled(by: row) + (filter?.fieldNames ?? [])
      return readChoices(at: "values", of: object, fields: fields)
    }
    let allowed = "the path of a file with a candidate a line, from the template's folder"
    if object.lacks("file") {
      guard object.lacks("values") else { return .none }
      object.report(
        "\(object.name(of: "file")) is missing; it names a file with one candidate a line",
        at: "file", allowed: allowed, into: &collector)
    }
    guard let name = object.string("file", allowed, into: &collector) else { return .none }
    if name.isEmpty || name.unicodeScalars.contains(where: \.isControl) {
      object.report(
        "\(object.name(of: "file")) cannot be \(name.quoted); it names a file with one candidate "
          + "a line", at: "file", allowed: allowed, into: &collector)
      return .none
    }
    if candidateFileNames.insert(Text(name)).inserted { candidateFiles.append(name) }
    return ChoiceList(file: name)
  }

  /// Reads the fields of a choice that the row's `fills` or filter names.
  mutating func readFields(_ names: [String], of choice: TemplateObject) -> [String: String] {
    var fields: [String: String] = [:]
    for name in names where name != "value" && name != "label" {
      guard let member = choice[name] else { continue }
      if let text = RowValue(member)?.text {
        fields[name] = text.string
      } else {
        choice.report(
          "\(choice.name(of: name)) must be a string, a number, true or false, not "
            + member.kindName, at: name, allowed: "a string, a number, true or false",
          into: &collector)
      }
    }
    for name in names where name == "value" || name == "label" {
      fields[name] = choice[name].flatMap(RowValue.init)?.text?.string
    }
    return fields
  }

  /// Reads `fills`. `resolveFills` finds the rows that `fills` names.
  mutating func readFills(of row: TemplateObject, choices: ChoiceList) -> [Fill] {
    guard let value = row["fills"] else { return [] }
    let allowed = TemplateReader.allowedFills
    guard value.kind == .object else {
      row.report(
        "\(row.name(of: "fills")) must be an object like {\"field\": \"id of a row\"}, not "
          + value.kindName, at: "fills", allowed: allowed, into: &collector)
      return []
    }
    var fills: [Fill] = []
    for (key, member) in value.members {
      let field = key.string ?? ""
      let path = row.path(to: "fills").appending(field)
      guard let target = member.string else {
        collector.report(
          "\(path.templateKey) must be the id of a row, not \(member.kindName)", at: member,
          path: path, allowed: allowed)
        continue
      }
      if !choices.choices.isEmpty, !choices.choices.contains(where: { $0.fields[field] != nil }) {
        collector.report(
          "no choice has the field \(field.quoted); add it to a choice or remove it here", at: key,
          path: path, allowed: "a field that at least one of the choices has")
      }
      fills.append(
        Fill(field: field, row: -1, target: target, position: member.position, path: path))
    }
    return fills
  }

  /// Finds the rows that the `fills` of a section's rows name.
  mutating func resolveFills(of rows: inout [RowTemplate], ids: NameTable) {
    for source in rows.indices {
      for index in rows[source].fills.indices {
        let fill = rows[source].fills[index]
        // A row may also be named by an id with `{n}`, as the template writes it.
        let target =
          ids.find(fill.target)?.value
          ?? (fill.target.utf8.contains(UInt8(ascii: "{"))
            ? rows.firstIndex { $0.id.source.hasSameScalars(as: fill.target) } : nil)
        let error: String? =
          if let target {
            if target == source {
              "a row cannot fill itself; name another row of the section"
            } else if !rows[target].type.takesAnswer {
              "\(fill.target.quoted) is a note and takes no answer; name another row"
            } else if rows[target].type.isSecret {
              "\(fill.target.quoted) is a secret and only a person types it; name another row"
            } else if rows[target].count != nil {
              "\(fill.target.quoted) is one of \(counted(rows[target].count ?? 0, "row")) of a "
                + "count; name a row without \"count\""
            } else {
              nil
            }
          } else if names.isLost(id: fill.target) {
            nil
          } else {
            "no row of this section has the id \(fill.target.quoted)"
              + names.hint(for: fill.target, among: rows, count: rows.count)
          }
        if let error {
          collector.report(
            error, position: fill.position, path: fill.path,
            allowed: "the id of another row of the same section that takes one answer")
        } else if let target {
          rows[source].details.fills[index].row = target
        }
      }
    }
  }
}
