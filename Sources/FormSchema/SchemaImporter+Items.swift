// Turns arrays, and objects with arbitrary member names, into repeating sections.

import FormModel
import FormText
import LosslessJSON
import Patterns

/// An object whose members may have any names, or any names that a pattern allows.
struct SchemaMap {
  /// The schemas of a member; empty if any value is allowed.
  var values: [SchemaPart]
  /// The patterns of the names, of which a name matches one; empty if any name is allowed.
  var patterns: [SchemaPart] = []
  /// Whether other names are allowed too. Their values may be anything.
  var isOpen = false
}

/// The container of items.
enum SchemaContainer {
  /// An array, with the schema of its elements; nil if the elements may be any values.
  case array(SchemaNode?)
  case map(SchemaMap)
  /// An object with named properties, whose other members are the items.
  case others(SchemaMap)

  var isMap: Bool { if case .array = self { false } else { true } }

  /// The pattern of names whose values have a schema, if values with other names may be anything.
  var openPattern: SchemaPart? {
    if case .map(let map) = self, map.isOpen { map.patterns.first } else { nil }
  }
}

extension SchemaNode {
  /// The smallest number of items that a container may have, and the part that says so.
  fileprivate func fewestItems(in container: SchemaContainer) -> (count: Int, part: SchemaPart?) {
    let fewest = number(container.isMap ? "minProperties" : "minItems", tightest: >)
    return (fewest.flatMap { Int($0.text) } ?? 0, fewest?.part)
  }
}

extension SchemaPart {
  /// Whether the part is a member of `patternProperties` whose pattern all names match.
  fileprivate var isPatternOfAllNames: Bool {
    ["", ".*", "^.*$", ".+", "^.+$"].contains(path.lastName)
  }
}

extension SchemaImporter {
  /// The object as a map; nil if it has named properties, or if it may have no members at all.
  func map(of node: SchemaNode) -> SchemaMap? {
    guard !node.all("properties").contains(where: { $0.value.count > 0 }) else { return nil }
    let patterns = node.all("patternProperties").flatMap(\.children)
    if patterns.count == 1, !patterns[0].isPatternOfAllNames,
      node.all("additionalProperties").isEmpty
    {
      return SchemaMap(values: patterns, patterns: patterns, isOpen: true)
    }
    if let described = describedOthers(of: node) { return described }
    let others = node.all("additionalProperties") + node.all("unevaluatedProperties")
    return others.contains { $0.value.bool == false } ? nil : SchemaMap(values: [])
  }

  /// The members of an object that keywords describe without their names; nil if there are none.
  /// If several schemas describe them, any value is accepted.
  func describedOthers(of node: SchemaNode) -> SchemaMap? {
    let others = node.all("additionalProperties") + node.all("unevaluatedProperties")
    let schemas = others.filter { $0.value.kind == .object && $0.value.count > 0 }
    let patterns = node.all("patternProperties").flatMap(\.children).filter {
      $0.value.bool != false
    }
    guard let pattern = patterns.first else {
      let isPlain = schemas.count == 1 && !others.contains { $0.value.bool == true }
      return schemas.isEmpty ? nil : SchemaMap(values: isPlain ? schemas : [])
    }
    if patterns.count == 1, pattern.isPatternOfAllNames { return SchemaMap(values: [pattern]) }
    guard others.contains(where: { $0.value.bool == false }) else { return SchemaMap(values: []) }
    return SchemaMap(values: patterns.count == 1 ? patterns : [], patterns: patterns)
  }

  /// Whether the entries of an array are texts that one row can hold, one on each line.
  func isList(_ items: SchemaNode) -> Bool {
    if let list = items.choices { return list.fitsRow(of: items.types) }
    return items.alternatives == nil && items.types == [.string]
  }

  /// Creates a repeating section for the items of an array, for the members of an object, or for
  /// the other members of an object with named properties.
  ///
  /// - Parameters:
  ///   - isRequired: whether the output must contain the container.
  ///   - isNeeded: whether the object around the container must contain it.
  ///   - isRoot: whether the container is the whole document.
  mutating func addItems(
    _ container: SchemaContainer, of node: SchemaNode, at place: SchemaPlace, names: [String],
    label: String, _ isRequired: Bool, isNeeded: Bool = false, isRoot: Bool = false
  ) -> Walked {
    var values: SchemaNode?
    switch container {
    case .array(let items): values = items
    case .map(let map), .others(let map):
      let parts = map.values.filter { $0.value.kind == .object && $0.value.count > 0 }
      values = parts.isEmpty ? nil : self.node(of: parts)
    }
    var isOfOthers = false
    if case .others = container { isOfOthers = true }
    func asJSON(_ importer: inout SchemaImporter) -> Walked {
      // Such a value would be the whole object with its named properties.
      if isOfOthers {
        importer.remarks.add("properties with other names are left out", at: node.place)
        return Walked()
      }
      return importer.addJSONRow(
        node, at: place, names: names, label: label, isRequired: isRequired)
    }
    if let tuple = node["prefixItems"] ?? node["items"], tuple.value.kind == .array {
      return asJSON(&self)
    }
    guard place.depth < TemplateReader.deepestSection else { return asJSON(&self) }
    // Two alternatives at the same place in a document cannot both have such a section.
    if isOfOthers, !sketch.mayHaveOthers(names, inItemsOf: place.isInItem ? place.section : nil) {
      return asJSON(&self)
    }
    let mayEnterValues = values.map { mayEnter($0, from: place) } ?? true
    if isOfOthers, !mayEnterValues { values = nil }
    guard isOfOthers || mayEnterValues && mayEnter(node, from: place) else {
      return asJSON(&self)
    }
    let section = sketch.addSection(
      named: isOfOthers
        ? (names + ["others"]).joined(separator: ".")
        : names.isEmpty ? "items" : names.joined(separator: "."), title: label,
      summary: isOfOthers ? nil : node.line("description"),
      inside: place.itemSection)
    sketch.sections[section].setCondition(place.condition)
    sketch.sections[section].repetition = repetition(
      container, of: node, values, names: isRoot ? nil : names, label: label, isRequired,
      isRoot: isRoot)
    var inner = place
    inner.section = section
    inner.names = []
    (inner.isTop, inner.isGiven, inner.isInItem, inner.labels) = (false, true, true, [])
    (inner.condition, inner.isNeeded, inner.mayClose) = (nil, false, true)
    inner.enter(node)
    if let values { inner.enter(values) }
    inner.level += 1
    inner.depth += 1
    switch container {
    case .map(let map), .others(let map):
      let hasName = values?.all("properties").contains { $0.value["name"] != nil } ?? false
      let nameLabel = hasName ? "\(SchemaLabel.singular(label)) name" : "Name"
      addNameRow(of: map, in: node, at: inner, container, label: nameLabel)
    case .array: break
    }
    if let values, let pattern = container.openPattern {
      let alternatives = alternativesOrJSON(values, at: pattern)
      _ = addAlternatives(alternatives, of: values, named: nil, at: inner, isRequired: true)
    } else if let values {
      _ = walk(values, named: nil, at: inner, isRequired: true)
    } else {
      _ = addJSONRow(.any, at: inner, names: [], label: "Value", isRequired: true)
    }
    if sketch.sections[section].rows.isEmpty {
      sketch.removeSections(from: section)
      return isRoot ? Walked() : asJSON(&self)
    }
    switch container {
    case .array:
      makeUnique(node, inSection: section)
      remarks.addUnsupported(of: node, as: .array)
    case .map: remarks.addUnsupported(of: node, as: .object)
    case .others: break
    }
    if isNeeded, !names.isEmpty, node.fewestItems(in: container).count == 0 {
      sketch[containersInItemsOf: place.itemSection].present.add(names, from: node.place)
    }
    return Walked()
  }

  /// The alternatives of a value, and any other value as JSON.
  private mutating func alternativesOrJSON(
    _ node: SchemaNode, at keyword: SchemaPart
  ) -> SchemaAlternatives {
    guard var known = alternatives(of: node) ?? typeAlternatives(of: node) else {
      let isChoice = objectAlternatives(of: node) != nil
      let one = isChoice ? node : withAlternative(node)
      return alternativeAndJSON(one, at: keyword)
    }
    known.list.append(.any)
    return known
  }

  /// The value of a repeating section's key `repeat`.
  private mutating func repetition(
    _ container: SchemaContainer, of node: SchemaNode, _ values: SchemaNode?, names: [String]?,
    label: String, _ isRequired: Bool, isRoot: Bool
  ) -> SketchObject {
    var repetition = SketchObject()
    if let names { repetition.set("key", json: SketchObject.encoded(path: names)) }
    let isMap = container.isMap
    let many = isMap ? "maxProperties" : "maxItems"
    if case .others = container {
      repetition.set("label", SchemaLabel.item(SchemaLabel.singular(label)))
      return repetition
    }
    let fewest = node.fewestItems(in: container)
    let most = node.number(many, tightest: <)
    // The document always exists, and so does an item that is itself a container.
    let isThere = isRoot || names?.isEmpty == true
    if isThere || isRequired, fewest.count > 0 {
      repetition.set("min", source: "\(fewest.count)", from: fewest.part)
    } else if isRequired, !isThere {
      // The container may be empty, but a person most likely wants an item.
      repetition.set("initial", source: "1", from: node.place)
    }
    if let most { repetition.set("max", source: most.text, from: most.part) }
    let itemTitle = values?.line("title").flatMap { $0 == label ? nil : SchemaLabel.short($0) }
    repetition.set("label", SchemaLabel.item(itemTitle ?? SchemaLabel.singular(label)))
    return repetition
  }

  /// If the schema has `uniqueItems` and its items have a single property, makes that property
  /// unique. A template cannot express this for items with more properties.
  private mutating func makeUnique(_ node: SchemaNode, inSection section: Int) {
    guard let keyword = node["uniqueItems"], keyword.value.bool == true,
      sketch.sections[section].rows.count == 1,
      sketch.sections.indices.allSatisfy({ sketch.sections[$0].parent != section }),
      rowType(inSection: section).understands(key: "unique")
    else { return }
    sketch.sections[section].rows[0].set("unique", source: "true", from: keyword)
    sketch.sections[section].rows[0].sort(by: TemplateReader.rowKeys.names)
  }

  /// The type of the first row of a section.
  private func rowType(inSection section: Int) -> RowType {
    sketch.sections[section].rows[0].text("type").flatMap(RowType.init) ?? .text
  }

  // MARK: - Names

  /// Adds the row that names the members of an object.
  private mutating func addNameRow(
    of map: SchemaMap, in node: SchemaNode, at place: SchemaPlace, _ container: SchemaContainer,
    label: String
  ) {
    for keyword in ["additionalProperties", "unevaluatedProperties", "patternProperties"] {
      for part in node.all(keyword) { remarks.answered.insert(part.identity) }
    }
    var row = SketchObject()
    let id = sketch.rowID(for: "name", inSection: place.section)
    row.set("id", id)
    let schemas = node.all("propertyNames").filter { $0.value.kind == .object }
    let names = schemas.isEmpty ? nil : self.node(of: schemas)
    row.set("label", names?.line("title").flatMap(SchemaLabel.short) ?? label)
    if let help = names?.line("description") {
      row.set("help", AnsweredText.escaped(SchemaLabel.unnumbered(help)))
    }
    if let names { setRules(of: names, for: &row) }
    var isMap = false
    if case .map = container { isMap = true }
    if !map.isOpen, let first = map.patterns.first {
      setPattern(map.patterns, at: first, for: &row)
    }
    row.set("required", source: "true")
    row.sort(by: TemplateReader.rowKeys.names)
    sketch.sections[place.section].rows.append(row)
    sketch.sections[place.section].repetition?.set("as", isMap ? "object" : "members")
    sketch.sections[place.section].repetition?.set("keyRow", id)
    rowCount += 1
  }

  /// Sets the rules that a schema of names contains.
  private mutating func setRules(of names: SchemaNode, for row: inout SketchObject) {
    if let list = names.choices, list.fitsRow(of: [.string]) {
      remarks.answered.insert(list.origin.identity)
      var choice = row
      choice.set("type", "choice", from: list.origin)
      if setChoices(list, of: &choice, types: [.string]) != nil { row = choice }
    } else {
      row.setText(names)
    }
    remarks.addUnsupported(of: names, as: .string)
  }

  /// Sets the pattern of names that match one of the patterns in `patternProperties`.
  private mutating func setPattern(
    _ patterns: [SchemaPart], at pattern: SchemaPart, for row: inout SketchObject
  ) {
    let sources = patterns.map { $0.path.lastName ?? "" }
    let source =
      sources.count == 1 ? sources[0] : sources.map { "(?:\($0))" }.joined(separator: "|")
    guard !row.has("pattern"), row.text("type").flatMap(RowType.init) ?? .text == .text else {
      return
    }
    if let text = try? ECMAPattern.wholeMatch(of: source) {
      row.set("pattern", text, from: pattern)
    }
  }
}
