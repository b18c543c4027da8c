// Turns the schema of a single value into a row, with its type, rules and texts.

import FormModel
import FormText
import LosslessJSON

extension SchemaImporter {
  /// Adds a row for a value that is neither an object nor an array.
  mutating func addRow(
    _ node: SchemaNode, as kind: SchemaType, at place: SchemaPlace, names: [String], label: String,
    isRequired mustBeThere: Bool, mayBeNull: Bool = false
  ) {
    let isRequired = mustBeThere && !mayBeNull
    var row = sketchedRow(of: node, at: place, names: names, label: label)
    let kinds = node.types
    if mustBeThere, mayBeNull { row.set("empty", "null") }
    if kinds.isEmpty, node.choices == nil {
      row.set("type", "json")
      setDefaultJSON(of: &row, node)
    } else if let list = node.choices {
      remarks.answered.insert(list.origin.identity)
      if isYesOrNo(list, kinds) {
        row.set("type", "boolean")
        setDefault(of: &row, node)
      } else {
        var choice = row
        choice.set("type", "choice", from: list.origin)
        guard let labels = setChoices(list, of: &choice, types: kinds) else { return }
        row = choice
        setDefault(of: &row, node, labels: labels, isRequired: isRequired, isStrict: list.isStrict)
      }
    } else {
      if setSeveralTypes(of: &row, node, kinds) {
        setDefault(of: &row, node)
        remarks.addUnsupported(of: node, as: kind)
        return finish(row, node, at: place, isRequired: isRequired)
      }
      reportOtherTypes(of: node, kinds, than: kind)
      switch kind {
      case .number, .integer: row.setNumber(node, kind)
      case .boolean: row.set("type", "boolean")
      default: row.setText(node)
      }
      setDefault(of: &row, node)
    }
    remarks.addUnsupported(of: node, as: kind)
    finish(row, node, at: place, isRequired: isRequired)
  }

  /// Sets the types and rules of a row that takes values of several scalar types.
  ///
  /// - Returns: whether the row takes all types of the schema.
  private mutating func setSeveralTypes(
    of row: inout SketchObject, _ node: SchemaNode, _ kinds: Set<SchemaType>
  ) -> Bool {
    let scalars = kinds.subtracting([.null])
    let isNumber = scalars.contains(.number) || scalars.contains(.integer)
    let count =
      (scalars.contains(.string) ? 1 : 0) + (isNumber ? 1 : 0)
      + (scalars.contains(.boolean) ? 1 : 0)
    guard count > 1, scalars.isDisjoint(with: [.object, .array]) else { return false }
    var parts: [SketchObject] = []
    // The first type that accepts an answer is taken, so a text comes last.
    if scalars.contains(.boolean) {
      var part = SketchObject()
      part.set("type", RowType.boolean.rawValue)
      parts.append(part)
    }
    if isNumber {
      var part = SketchObject()
      part.setNumber(node, scalars.contains(.number) ? .number : .integer)
      parts.append(part)
    }
    if scalars.contains(.string) {
      var part = SketchObject()
      part.setText(node)
      parts.append(part)
    }
    let types = parts.map { $0.text("type").flatMap(RowType.init) ?? .text }
    guard types.allSatisfy(\.mayBeOneOfSeveral),
      types.count(where: { $0.understands(key: "min") }) < 2
    else {
      return false
    }
    row.set(
      "type", json: SketchObject.array(types.map { SketchObject.encoded($0.rawValue) }),
      from: node["type"])
    for member in parts.flatMap(\.members) where member.key != "type" {
      row.set(member.key, json: member.json, from: member.origin)
    }
    return true
  }

  /// Adds a row for an array whose entries are texts or listed values.
  mutating func addListRow(
    _ node: SchemaNode, _ items: SchemaNode, at place: SchemaPlace, names: [String], label: String,
    _ isRequired: Bool
  ) {
    var row = sketchedRow(of: node, at: place, names: names, label: label)
    if let list = items.choices {
      remarks.answered.insert(list.origin.identity)
      row.set("type", "choices", from: list.origin)
      guard setChoices(list, of: &row, types: items.types) != nil else { return }
    } else {
      row.set("type", "list")
      row.setEntryRules(items)
      remarks.addUnsupported(of: items, as: .string)
    }
    remarks.addUnsupported(of: node, as: .array)
    let fewest = node.number("minItems", tightest: >)
    if let fewest, fewest.text != "0" { row.set("min", source: fewest.text, from: fewest.part) }
    if let most = node.number("maxItems", tightest: <) {
      row.set("max", source: most.text, from: most.part)
    }
    setDefault(of: &row, node)
    let mayBeEmpty = isRequired && (fewest?.text ?? "0") == "0"
    if mayBeEmpty { row.set("empty", "list", from: node.place) }
    finish(row, node, at: place, isRequired: isRequired && !mayBeEmpty)
  }

  /// Adds a row for a value that no other row can hold. The row of a required value that must be
  /// null cannot be changed; every other row takes JSON.
  mutating func addJSONRow(
    _ node: SchemaNode, at place: SchemaPlace, names: [String], label: String, isRequired: Bool
  ) -> Walked {
    let index = sketch.sections[place.section].rows.count
    var row = sketchedRow(of: node, at: place, names: names, label: label)
    // A value that must be null is always empty.
    let mustBeNull = isRequired && node.types == [.null]
    if mustBeNull {
      row.set("readOnly", source: "true")
      row.set("empty", "null")
    } else {
      row.set("type", "json")
      setDefaultJSON(of: &row, node)
    }
    finish(row, node, at: place, isRequired: isRequired && !mustBeNull)
    return Walked(demanded: [index])
  }

  /// Sets the default of a row of type `json`, as it would be typed.
  private func setDefaultJSON(of row: inout SketchObject, _ node: SchemaNode) {
    guard let value = node["default"], value.value.kind != .null else { return }
    row.set(
      "default", String(decoding: SketchObject.encoded(value.value), as: UTF8.self), from: value)
  }

  /// The joined schemas of an array's entries; nil if the schema does not describe the entries.
  mutating func items(of node: SchemaNode) -> SchemaNode? {
    let parts = node.all("items").filter { $0.value.kind == .object }
    guard !parts.isEmpty else { return nil }
    let items = self.node(of: parts)
    guard items.needsAlternative, alternatives(of: items) == nil else { return items }
    let joined = withAlternative(items)
    return joined.isPartial ? items : joined
  }

  // MARK: - The parts of a row

  /// A row with its id, label and other texts.
  private mutating func sketchedRow(
    of node: SchemaNode, at place: SchemaPlace, names: [String], label: String
  ) -> SketchObject {
    var row = SketchObject()
    let name = names.isEmpty ? "value" : names.joined(separator: ".")
    let id = sketch.rowID(for: name, inSection: place.section)
    let labelled = SchemaLabel.nested(place.labels + [label])
    row.set("id", id)
    row.set(
      "label",
      AnsweredText.escaped(place.isInItem ? SchemaLabel.unnumbered(labelled) : labelled))
    // The id is also the path of the row, unless a name contains characters that an id cannot have.
    if !id.hasSameScalars(as: name) || names.isEmpty
      || names.contains(where: { $0.isEmpty || $0.contains(".") })
    {
      row.set("key", json: SketchObject.encoded(path: names))
    }
    let help = [SchemaLabel.longTitle(of: node), node.line("description")]
      .compactMap { $0 }
      .joined(separator: ". ")
    if !help.isEmpty {
      row.set("help", AnsweredText.escaped(place.isInItem ? SchemaLabel.unnumbered(help) : help))
    }
    if let example = node["examples"]?.value.elements.first(where: { _ in true }),
      let text = SchemaLabel.line(example.string ?? example.numberText)
    {
      row.set("placeholder", text)
    }
    return row
  }

  /// Adds the last keys of a row, and adds the row to its section.
  private mutating func finish(
    _ row: SketchObject, _ node: SchemaNode, at place: SchemaPlace, isRequired: Bool
  ) {
    var row = row
    // If the object is optional, a default would create the object, and then its required
    // properties would be needed. So the default becomes a placeholder.
    if !place.isGiven, let given = row.remove("default") {
      if !row.has("placeholder"), let text = shown(given) { row.set("placeholder", text) }
    }
    if node.isTrue("readOnly"), !row.has("readOnly") {
      if isRequired, !row.has("default") {
        if let keyword = node["readOnly"] {
          remarks.add(
            "\"readOnly\" is ignored: the property is required and has no default", at: keyword)
        }
      } else {
        row.set("readOnly", source: "true")
      }
    }
    append(row, at: place, isRequired: isRequired)
  }

  /// Adds a row with its condition.
  mutating func append(_ row: SketchObject, at place: SchemaPlace, isRequired: Bool) {
    var row = row
    if isRequired { row.set("required", source: "true") }
    if let condition = place.condition, condition != sketch.sections[place.section].condition {
      row.set("when", json: condition.json)
    }
    row.sort(by: TemplateReader.rowKeys.names)
    sketch.sections[place.section].rows.append(row)
    rowCount += 1
  }

  /// A default value as text on one line.
  private func shown(_ member: SketchObject.Member) -> String? {
    guard let value = try? JSONDocument(parsing: member.json).root else { return nil }
    let values = value.kind == .array ? Array(value.elements) : [value]
    let texts = values.compactMap { value in
      value.string ?? value.numberText ?? value.bool.map { $0 ? "yes" : "no" }
    }
    return SchemaLabel.line(texts.joined(separator: ", "))
  }

  private func isYesOrNo(_ list: SchemaChoices, _ types: Set<SchemaType>) -> Bool {
    let values = list.choices.map(\.value.value).filter { $0.kind != .null }
    return list.isStrict && values.allSatisfy { $0.kind == .boolean }
      && Set(values.compactMap(\.bool)).count == 2 && (types.isEmpty || types.contains(.boolean))
  }

  /// Sets the choices of a row.
  ///
  /// - Returns: the labels of the choices, by value; nil if no value can be a choice.
  mutating func setChoices(
    _ list: SchemaChoices, of row: inout SketchObject, types: Set<SchemaType>
  ) -> [RowValue: String]? {
    choiceCount += list.choices.count
    if choiceCount > SchemaImporter.mostChoices {
      remarks.add(
        "the schema lists more than \(grouped(SchemaImporter.mostChoices)) values in all; these are "
          + "left out", at: list.origin)
      return nil
    }
    return row.setChoices(list, types: types, &remarks)
  }

  /// Sets the default, as a label if the row has choices. A required constant becomes a read-only
  /// default.
  private mutating func setDefault(
    of row: inout SketchObject, _ node: SchemaNode, labels: [RowValue: String]? = nil,
    isRequired: Bool = false, isStrict: Bool = true
  ) {
    if let labels, labels.count == 1, isRequired, isStrict, let label = labels.values.first {
      row.set("default", label)
      row.set("readOnly", source: "true")
      return
    }
    guard let value = node["default"], value.value.kind != .null else { return }
    if value.value.kind == .array, value.value.count == 0 { return }
    // A default that the row cannot have is left out without a remark: it restricts no answer.
    guard let labels else {
      if value.value.kind != .object {
        row.set("default", json: SketchObject.encoded(value.value), from: value)
      }
      return
    }
    if let label = RowValue(value.value).flatMap({ labels[$0] }) {
      row.set("default", label, from: value)
    } else if !isStrict, let text = value.value.string {
      row.set("default", text, from: value)
    }
  }
}
