// Turns objects into sections, arrays of objects into repeats, and objects in objects into paths.

import FormModel
import FormText
import LosslessJSON

/// The position of the walk in a schema.
struct SchemaPlace {
  /// The section that receives the rows.
  var section: Int
  /// The path of the object from the form, or from the item that contains it.
  var names: [String]
  /// Whether it is the form itself, whose objects get their own sections.
  var isTop: Bool
  /// Whether the object always exists, so that its required properties are required.
  var isGiven: Bool
  var isInItem: Bool
  /// The beginnings of row labels.
  var labels: [String]
  /// The schemas on the way here, to detect recursion.
  var ancestors: Set<Int>
  /// The number of objects and arrays around it.
  var level = 0
}

extension SchemaImporter {
  /// A property with all its schemas.
  private struct Property {
    var name: String
    var parts: [SchemaPart]
  }

  /// Creates rows and sections for the properties of an object.
  mutating func walk(_ object: SchemaNode, at place: SchemaPlace) {
    let required = requiredNames(of: object)
    let properties = properties(of: object)
    let rowsBefore = rowCount
    let remarksBefore = remarks.count
    var isCertain = false
    var rows = PropertyRows(section: place.section)
    for property in properties {
      guard rowCount < SchemaImporter.mostRows, !resolver.isExhausted else {
        remarks.addFull(at: object.place)
        break
      }
      let isRequired = required.contains(Text(property.name))
      let (sections, count) = (sketch.sections.count, sketch.sections[place.section].rows.count)
      if walk(property, at: place, isRequired: isRequired) { isCertain = true }
      // An object with a single property exists if its row has an answer.
      if sketch.sections.count == sections, sketch.sections[place.section].rows.count == count + 1 {
        rows.places[Text(property.name)] = count
      }
    }
    addDependencies(of: object, among: rows)
    remarks.addUnsupported(of: object, as: .object, propertyCount: properties.count)
    for name in missing(required, among: properties) {
      remarks.add(
        "\(name.quoted) is required but not described; it is not asked for", at: object.place)
    }
    if rowCount == rowsBefore, remarks.count == remarksBefore, !place.isTop {
      remarks.add("the object has no properties; it is left out", at: object.place)
    }
    if place.isGiven, !place.isTop, !place.names.isEmpty, !isCertain {
      remarks.add(
        "the object is required, but nothing in it is; without an answer in it the output lacks it",
        at: object.place)
    }
  }

  private func requiredNames(of object: SchemaNode) -> Set<Text> {
    var names = Set<Text>()
    for list in object.all("required") {
      for element in list.value.elements { element.string.map { _ = names.insert(Text($0)) } }
    }
    return names
  }

  private func missing(_ required: Set<Text>, among properties: [Property]) -> [String] {
    guard !required.isEmpty else { return [] }
    let known = Set(properties.map { Text($0.name) })
    return required.subtracting(known).map(\.string).sorted()
  }

  /// The properties of all schemas that the object must satisfy, in order.
  private mutating func properties(of object: SchemaNode) -> [Property] {
    var properties: [Property] = []
    var indexes: [Text: Int] = [:]
    for list in object.all("properties") where list.value.kind == .object {
      resolver.charge(list.value.count)
      for part in list.children {
        let name = part.path.lastName ?? ""
        if let index = indexes[Text(name)] {
          properties[index].parts.append(part)
        } else {
          indexes[Text(name)] = properties.count
          properties.append(Property(name: name, parts: [part]))
        }
      }
    }
    // A schema without additional properties forbids the properties of the schemas joined with it.
    for part in object.parts where part.value["additionalProperties"]?.bool == false {
      guard object.parts.count > 1, part.value["patternProperties"] == nil else { continue }
      let own = Set(part["properties"]?.value.members.map { Text($0.key.string ?? "") } ?? [])
      for property in properties where !own.contains(Text(property.name)) {
        remarks.add(
          "a joined schema forbids this property (\"additionalProperties\": false); it is left out",
          at: property.parts[0])
      }
      properties.removeAll { !own.contains(Text($0.name)) }
    }
    return properties
  }

  /// Creates the rows or sections of one property.
  ///
  /// - Returns: whether every answer to the form has it.
  private mutating func walk(
    _ property: Property, at place: SchemaPlace, isRequired: Bool
  ) -> Bool {
    // A forbidden property needs no row and no remark.
    if property.parts.contains(where: { $0.value.bool == false }) { return false }
    var node = node(of: property.parts)
    if node.needsAlternative { node = withAlternative(node) }
    let isDemanded = isRequired && place.isGiven
    if isRequired, !place.isGiven {
      remarks.add(
        "the property is required only if \(place.names.joined(separator: ".")) is present; the form "
          + "does not require it", at: node.place)
    }
    let kinds = node.types
    let mayBeNull =
      kinds.contains(.null) && kinds.count > 1 || nullable.contains(node.place.value.index)
    if isDemanded, mayBeNull {
      remarks.add(
        "the property is required but may be null; the form requires an answer", at: node.place)
    }
    let names = place.names + [property.name]
    let label = SchemaLabel.label(of: node, named: property.name)
    guard let kind = node.kind(kinds) else {
      let allowed = kinds == [.null] ? "only null" : "no value"
      remarks.add("the schema allows \(allowed) here; the property is left out", at: node.place)
      return false
    }
    switch kind {
    case .object:
      guard let inner = inner(node, of: place, names: names, label: label, isRequired: isDemanded)
      else { return false }
      walk(node, at: inner)
      return isDemanded
    case .array:
      let items = items(of: node)
      if let items, items.kind(items.types) == .object {
        return addRepeat(node, items, at: place, names: names, label: label, isDemanded)
      }
      return addListRow(node, items, at: place, names: names, label: label, isDemanded)
    default:
      addRow(node, as: kind, at: place, names: names, label: label, isRequired: isDemanded)
      return isDemanded
    }
  }

  /// The place inside an object; nil if it contains itself or is too deep.
  private mutating func inner(
    _ node: SchemaNode, of place: SchemaPlace, names: [String], label: String, isRequired: Bool
  ) -> SchemaPlace? {
    guard mayEnter(node, from: place) else { return nil }
    var inner = place
    inner.names = names
    inner.isTop = false
    inner.isGiven = isRequired
    inner.ancestors.formUnion(node.identity)
    inner.level += 1
    if place.isTop {
      inner.section = sketch.addSection(
        named: names.joined(separator: "."), title: label,
        summary: node.line("description")
      )
    } else {
      inner.labels.append(label)
    }
    return inner
  }

  /// Whether the walk may enter a schema. Adds a remark if it contains itself.
  private mutating func mayEnter(_ node: SchemaNode, from place: SchemaPlace) -> Bool {
    if !place.ancestors.isDisjoint(with: node.identity) {
      remarks.add("the schema contains itself; the inner level is left out", at: node.place)
      return false
    }
    if place.level >= SchemaImporter.mostLevels {
      remarks.add(
        "the property is nested more than \(SchemaImporter.mostLevels) levels deep; it is left out",
        at: node.place)
      return false
    }
    return true
  }

  // MARK: - Repeats

  private mutating func addRepeat(
    _ node: SchemaNode, _ items: SchemaNode, at place: SchemaPlace, names: [String], label: String,
    _ isRequired: Bool
  ) -> Bool {
    if place.isInItem {
      remarks.add(
        "this array of objects is inside another one; it is left out",
        at: node.place)
      return false
    }
    guard mayEnter(node, from: place), mayEnter(items, from: place) else { return false }
    let section = sketch.addSection(
      named: names.joined(separator: "."), title: label,
      summary: node.line("description"))
    var repetition = SketchObject()
    repetition.set("key", json: SketchObject.encoded(path: names))
    let fewest = node.number("minItems", tightest: >)
    let most = node.number("maxItems", tightest: <)
    let minimum = fewest.flatMap { Int($0.text) } ?? 0
    if isRequired {
      if minimum == 0 {
        remarks.add(
          "the array is required but may be empty; the form requires an item", at: node.place)
      }
      repetition.set("min", source: "\(max(minimum, 1))", from: fewest?.part ?? node.place)
    } else if minimum > 1, let fewest {
      // An array that may be left out has either no items, or at least `minItems`.
      remarks.add("\"minItems\" is not checked, as the array may be left out", at: fewest.part)
    }
    if let most { repetition.set("max", source: most.text, from: most.part) }
    let itemTitle = items.line("title").flatMap {
      $0 == label ? nil : SchemaLabel.short($0)
    }
    repetition.set(
      "label", AnsweredText.escaped(SchemaLabel.unnumbered(itemTitle ?? label)) + " {n}")
    sketch.sections[section].repetition = repetition
    var inner = place
    inner.section = section
    inner.names = []
    (inner.isTop, inner.isGiven, inner.isInItem, inner.labels) = (false, true, true, [])
    inner.ancestors.formUnion(node.identity)
    inner.ancestors.formUnion(items.identity)
    inner.level += 1
    walk(items, at: inner)
    makeUnique(node, inSection: section)
    remarks.addUnsupported(of: node, as: .array)
    return isRequired
  }

  /// Items with one property are unique if that property is; a template cannot express it for more
  /// properties.
  private mutating func makeUnique(_ node: SchemaNode, inSection section: Int) {
    guard let keyword = node["uniqueItems"], keyword.value.bool == true,
      sketch.sections[section].rows.count == 1, rowType(inSection: section) != .boolean
    else { return }
    sketch.sections[section].rows[0].set("unique", source: "true", from: keyword)
    sketch.sections[section].rows[0].sort(by: TemplateReader.rowKeys.names)
    remarks.answered.insert(keyword.value.index)
  }

  /// The type of the first row of a section.
  private func rowType(inSection section: Int) -> RowType? {
    sketch.sections[section].rows[0].text("type").flatMap(RowType.init)
  }
}
