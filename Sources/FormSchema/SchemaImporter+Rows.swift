// Values become rows: the type, the rules and the texts of one.

import FormModel
import FormText
import LosslessJSON

extension SchemaImporter {
  /// Adds the row of a value that is neither object nor array.
  mutating func addRow(
    _ node: SchemaNode, as kind: SchemaType, at place: SchemaPlace, names: [String], label: String,
    isRequired: Bool
  ) {
    var row = sketchedRow(of: node, at: place, names: names, label: label)
    let kinds = types(of: node)
    if kinds.isEmpty, choices(of: node) == nil {
      remark("any value is allowed; the form takes text", at: node.place)
    }
    if let list = choices(of: node) {
      answered.insert(list.origin.value.index)
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
      for keyword in ["pattern", "minLength", "maxLength", "minimum", "maximum", "multipleOf"] {
        if let rule = node[keyword] {
          remark("\"\(keyword)\" is not checked beside a list of values", at: rule)
        }
      }
    } else {
      let others = kinds.subtracting(kind == .number ? [.null, .number, .integer] : [.null, kind])
      if !others.isEmpty {
        remark(
          "the value may be \(SchemaType.names(kinds)); the form takes only \(kind.rawValue)",
          at: node["type"] ?? node.place)
      }
      switch kind {
      case .number, .integer: setNumber(of: &row, node, kind)
      case .boolean: row.set("type", "boolean")
      default: setText(of: &row, node)
      }
      setDefault(of: &row, node)
    }
    remarkUnsupported(of: node, as: kind)
    finish(row, node, at: place, isRequired: isRequired)
  }

  /// Adds the row of an array of texts or of listed values.
  ///
  /// - Returns: whether every answer to the form has it.
  mutating func addListRow(
    _ node: SchemaNode, _ items: SchemaNode?, at place: SchemaPlace, names: [String], label: String,
    _ isRequired: Bool
  ) -> Bool {
    if let tuple = node["prefixItems"] ?? node["items"], tuple.value.kind == .array {
      remark("the entries have a schema each; the array is left out", at: tuple)
      return false
    }
    var row = sketchedRow(of: node, at: place, names: names, label: label)
    if let items, let list = choices(of: items) {
      answered.insert(list.origin.value.index)
      row.set("type", "choices", from: list.origin)
      guard setChoices(list, of: &row, types: types(of: items)) != nil else { return false }
    } else {
      let kinds = items.map(types(of:)) ?? []
      guard kinds.isEmpty || kinds.contains(.string) else {
        remark(
          "the entries are \(SchemaType.names(kinds)), and a list takes only text; the array is left out",
          at: items?.place ?? node.place)
        return false
      }
      if kinds.isEmpty {
        remark("any entry is allowed; the form takes text", at: items?.place ?? node.place)
      }
      row.set("type", "list")
      if let items {
        setEntryRules(of: &row, items)
        remarkUnsupported(of: items, as: .string)
      }
    }
    remarkUnsupported(of: node, as: .array)
    let fewest = number("minItems", of: node, tightest: >)
    if let fewest, fewest.text != "0" { row.set("min", source: fewest.text, from: fewest.part) }
    if let most = number("maxItems", of: node, tightest: <) {
      row.set("max", source: most.text, from: most.part)
    }
    if isRequired, (fewest?.text ?? "0") == "0" {
      remark("the array is required but may be empty; the form requires an entry", at: node.place)
    }
    setDefault(of: &row, node)
    finish(row, node, at: place, isRequired: isRequired)
    return isRequired
  }

  /// The entries of an array, all schemas of them joined; nil when nothing is specified of them.
  mutating func items(of node: SchemaNode) -> SchemaNode? {
    let parts = node.all("items").filter { $0.value.kind == .object }
    guard !parts.isEmpty else { return nil }
    let items = self.node(of: parts)
    return needsAlternative(items) ? withAlternative(items) : items
  }

  // MARK: - The parts of a row

  /// A row with its id, its label and its texts.
  private mutating func sketchedRow(
    of node: SchemaNode, at place: SchemaPlace, names: [String], label: String
  ) -> SketchObject {
    var row = SketchObject()
    let name = names.joined(separator: ".")
    let id = sketch.sections[place.section].rowIDs.id(for: name)
    let labelled = nested(place.labels + [label])
    row.set("id", id)
    row.set("label", place.isInItem ? unnumbered(labelled) : labelled)
    // The id's parts between its dots are the path, unless a name has something else in it.
    if !id.hasSameScalars(as: name) || names.contains(where: { $0.isEmpty || $0.contains(".") }) {
      row.set("key", json: encodedPath(names))
    }
    let help = [longTitle(of: node), line(node.string("description"))].compactMap { $0 }
      .joined(separator: ". ")
    if !help.isEmpty { row.set("help", place.isInItem ? unnumbered(help) : help) }
    if let example = node["examples"]?.value.elements.first(where: { _ in true }),
      let text = line(example.string ?? example.numberText)
    {
      row.set("placeholder", text)
    }
    return row
  }

  /// The last keys of a row, and its place among the others.
  private mutating func finish(
    _ row: SketchObject, _ node: SchemaNode, at place: SchemaPlace, isRequired: Bool
  ) {
    var row = row
    if isRequired { row.set("required", source: "true") }
    // A default in an object that may be left out would make the object, and with it ask for what the
    // object requires: there it is what an empty row shows.
    if !place.isGiven, let given = row.remove("default") {
      if !row.has("placeholder"), let text = shown(given) { row.set("placeholder", text) }
    }
    if node.isTrue("readOnly"), !row.has("readOnly") {
      if isRequired, !row.has("default") {
        if let keyword = node["readOnly"] {
          remark(
            "\"readOnly\" is ignored: the property is required and has no default", at: keyword)
        }
      } else {
        row.set("readOnly", source: "true")
      }
    }
    row.sort(by: TemplateReader.rowKeys.names)
    sketch.sections[place.section].rows.append(row)
    rowCount += 1
  }

  /// What a default says, on one line.
  private func shown(_ member: SketchObject.Member) -> String? {
    guard let value = try? JSONDocument(parsing: member.json).root else { return nil }
    let values = value.kind == .array ? Array(value.elements) : [value]
    let texts = values.compactMap { value in
      value.string ?? value.numberText ?? value.bool.map { $0 ? "yes" : "no" }
    }
    return line(texts.joined(separator: ", "))
  }

  private func isYesOrNo(_ list: SchemaChoices, _ types: Set<SchemaType>) -> Bool {
    let values = list.choices.map(\.value.value).filter { $0.kind != .null }
    return list.isStrict && values.allSatisfy { $0.kind == .boolean }
      && Set(values.compactMap(\.bool)).count == 2 && (types.isEmpty || types.contains(.boolean))
  }

  /// The default, as a label where there are choices; a constant that must be there needs nobody.
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
    guard let labels else {
      if value.value.kind == .object {
        remark("\"default\" is an object; it is left out", at: value)
      } else {
        row.set("default", json: SketchObject.encoded(value.value), from: value)
      }
      return
    }
    if let label = RowValue(value.value).flatMap({ labels[$0] }) {
      row.set("default", label, from: value)
    } else if !isStrict, let text = value.value.string {
      row.set("default", text, from: value)
    } else {
      remark("\"default\" is not one of the values; it is left out", at: value)
    }
  }

  // MARK: - Numbers

  private mutating func setNumber(
    of row: inout SketchObject, _ node: SchemaNode, _ kind: SchemaType
  ) {
    var isWhole = kind == .integer
    var divisors: [DecimalNumber] = []
    for part in node.all("multipleOf") {
      guard let text = part.value.numberText, let divisor = DecimalNumber(text) else {
        remark("\"multipleOf\" is not a number; it is not checked", at: part)
        continue
      }
      if divisor == DecimalNumber("1") {
        isWhole = true
      } else if divisors.isEmpty {
        row.set("multipleOf", source: text, from: part)
        divisors.append(divisor)
      } else if !divisors.contains(divisor) {
        remark("a second \"multipleOf\" is not checked", at: part)
      }
    }
    row.set("type", isWhole ? "integer" : "decimal")
    setLimit("min", of: &row, node, ("minimum", "exclusiveMinimum"), isWhole, step: 1, tightest: >)
    setLimit("max", of: &row, node, ("maximum", "exclusiveMaximum"), isWhole, step: -1, tightest: <)
  }

  private mutating func setLimit(
    _ key: String, of row: inout SketchObject, _ node: SchemaNode,
    _ keywords: (inclusive: String, exclusive: String), _ isWhole: Bool, step: Int,
    tightest isTighter: (DecimalNumber, DecimalNumber) -> Bool
  ) {
    var limit = number(keywords.inclusive, of: node, tightest: isTighter)
    if let exclusive = number(keywords.exclusive, of: node, tightest: isTighter) {
      var text = exclusive.text
      let next = Int(text).map { $0.addingReportingOverflow(step) }
      if isWhole, let next, !next.overflow {
        text = "\(next.partialValue)"
      } else {
        remark(
          "\"\(keywords.exclusive)\" is checked like \"\(keywords.inclusive)\"",
          at: exclusive.part)
      }
      if let number = DecimalNumber(text),
        limit.flatMap({ DecimalNumber($0.text) }).map({ isTighter(number, $0) }) ?? true
      {
        limit = (text, exclusive.part)
      }
    }
    for part in node.all(keywords.exclusive) where part.value.bool == true {
      remark("\"\(keywords.exclusive)\" as in draft-04 is not checked", at: part)
    }
    if let limit { row.set(key, source: limit.text, from: limit.part) }
  }

  /// The tightest number that a keyword has.
  func number(
    _ keyword: String, of node: SchemaNode,
    tightest isTighter: (DecimalNumber, DecimalNumber) -> Bool
  ) -> (text: String, part: SchemaPart)? {
    var best: (text: String, number: DecimalNumber, part: SchemaPart)?
    for part in node.all(keyword) {
      guard let text = part.value.numberText, let number = DecimalNumber(text) else { continue }
      if best.map({ isTighter(number, $0.number) }) ?? true { best = (text, number, part) }
    }
    return best.map { ($0.text, $0.part) }
  }
}
