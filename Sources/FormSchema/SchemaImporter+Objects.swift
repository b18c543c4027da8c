// Turns objects into sections, arrays of objects into repeating sections, and objects inside
// objects into paths.

import FormModel
import FormText
import LosslessJSON

/// The current position of the importer in a schema.
struct SchemaPlace {
  /// The index of the section that receives the rows.
  var section: Int
  /// The path of the object, from the form or from the item that contains it.
  var names: [String]
  /// Whether the object is the whole form. If so, the objects in it get their own sections.
  var isTop: Bool
  /// Whether the object always exists. If so, its required properties are required in the form.
  var isGiven: Bool
  /// Whether the output must contain the object.
  var isNeeded = false
  var isInItem: Bool
  /// The labels of the objects around a row, with which the row's label begins.
  var labels: [String]
  /// The schemas that contain this position, each with the number of times that it was entered.
  var ancestors: [SchemaIdentity: Int]
  /// The number of objects and arrays that contain this position.
  var level = 0
  /// The number of repeating sections that contain this position.
  var depth = 0
  /// The condition of all rows at this position.
  var condition: SketchCondition?

  /// Records that a schema was entered.
  mutating func enter(_ node: SchemaNode) {
    for identity in node.identity { ancestors[identity, default: 0] += 1 }
  }
}

extension SchemaImporter {
  /// A property with all schemas that describe it.
  struct Property {
    var name: String
    var parts: [SchemaPart]
  }

  /// Creates rows and sections for the properties of an object.
  ///
  /// - Parameter asked: the properties for which to ask; nil for all properties.
  /// - Returns: the rows that need an answer if the object has any answer.
  @discardableResult
  mutating func walk(
    _ object: SchemaNode, at place: SchemaPlace, only asked: Set<Text>? = nil
  ) -> [Int] {
    let required = requiredNames(of: object)
    let all = properties(of: object)
    let alternatives = asked == nil ? objectAlternatives(of: object) : nil
    let inAlternatives = alternatives.map { names(of: $0) } ?? []
    let properties = all.filter {
      (asked?.contains(Text($0.name)) ?? true) && !inAlternatives.contains(Text($0.name))
    }
    let rowsBefore = rowCount
    let remarksBefore = remarks.count
    let sectionsBefore = sketch.sections.count
    var isCertain = false
    var rows = PropertyRows(section: place.section)
    var presence = Presence(first: sketch.sections[place.section].rows.count)
    for property in properties {
      guard rowCount < SchemaImporter.mostRows, !resolver.isExhausted else {
        remarks.addFull(at: object.place)
        break
      }
      let isRequired = required.contains(Text(property.name))
      let (sections, count) = (sketch.sections.count, sketch.sections[place.section].rows.count)
      let walked = walk(property, at: place, isRequired: isRequired)
      if walked.isCertain { isCertain = true }
      if isRequired {
        presence.demands.append(Presence.Demand(rows: walked.demanded, part: property.parts[0]))
      }
      // An object with a single property exists if the property's row has an answer.
      if sketch.sections.count == sections, sketch.sections[place.section].rows.count == count + 1 {
        rows.places[Text(property.name)] = count
      }
    }
    if let alternatives {
      let walked = addAlternatives(alternatives, of: object, at: place, inAlternatives)
      if walked.isCertain { isCertain = true }
      if !walked.demanded.isEmpty {
        presence.demands.append(
          Presence.Demand(rows: walked.demanded, part: alternatives.keyword))
      }
    }
    if !place.isGiven {
      require(presence, at: place, hasSections: sketch.sections.count > sectionsBefore)
    }
    if asked == nil {
      addDependencies(of: object, among: rows)
      remarks.addUnsupported(of: object, as: .object, propertyCount: all.count)
      for name in missing(required, among: all) {
        remarks.add(
          "\(name.quoted) is required but not described; it is not asked for", at: object.place)
      }
    }
    if rowCount == rowsBefore, remarks.count == remarksBefore, !place.isTop, asked == nil {
      remarks.add("the object has no properties; it is left out", at: object.place)
    }
    if place.isNeeded, !isCertain, asked == nil {
      remarks.add(
        "the object is required, but nothing in it is; without an answer in it the output lacks it",
        at: object.place)
    }
    return presence.demands.flatMap(\.rows)
  }

  func requiredNames(of object: SchemaNode) -> Set<Text> {
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

  /// The properties in all schemas that the object must satisfy, in order.
  mutating func properties(of object: SchemaNode) -> [Property] {
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
    // If a schema allows no additional properties, it forbids the properties of the schemas with
    // which it is joined.
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

  /// The result of creating the rows of a value.
  struct Walked {
    /// Whether the value is in every saved form.
    var isCertain = false
    /// The rows of the section that need an answer if the object around them must have the value.
    var demanded: [Int] = []
  }

  /// Creates the rows or sections of one property.
  private mutating func walk(
    _ property: Property, at place: SchemaPlace, isRequired: Bool
  ) -> Walked {
    // A forbidden property needs no row and no remark.
    if property.parts.contains(where: { $0.value.bool == false }) { return Walked() }
    let node = node(of: property.parts)
    return walk(node, named: property.name, at: place, isRequired: isRequired)
  }

  /// Creates the rows or sections of a value.
  ///
  /// - Parameter alternative: the name of the value if it is one of several alternatives; otherwise
  ///   nil.
  mutating func walk(
    _ whole: SchemaNode, named name: String, at place: SchemaPlace, isRequired: Bool,
    alternative: String? = nil
  ) -> Walked {
    if let alternatives = alternatives(of: whole) {
      return addAlternatives(
        alternatives, of: whole, named: name, at: place, isRequired: isRequired)
    }
    let isChoice = objectAlternatives(of: whole) != nil
    let node = whole.needsAlternative && !isChoice ? withAlternative(whole) : whole
    let isDemanded = isRequired && place.isGiven
    let kinds = isChoice ? [.object] : node.types
    let mayBeNull =
      kinds.contains(.null) && kinds.count > 1 || nullable.contains(node.place.identity)
    if isRequired, mayBeNull {
      remarks.add(
        "the property is required but may be null; the form requires an answer", at: node.place)
    }
    let names = place.names + [name]
    let label = SchemaLabel.label(of: node, named: name)
    guard let kind = node.kind(kinds) else {
      let allowed = kinds == [.null] ? "only null" : "no value"
      remarks.add("the schema allows \(allowed) here; the property is left out", at: node.place)
      return Walked()
    }
    let row = sketch.sections[place.section].rows.count
    switch kind {
    case .object:
      // An alternative that was chosen is an object that exists.
      guard
        let inner = inner(
          node, of: place, names: names,
          label: alternative.map { $0.isEmpty ? label : "\(label): \($0)" } ?? label,
          isGiven: isDemanded || alternative != nil, isNeeded: isDemanded)
      else { return Walked() }
      let demanded = walk(node, at: inner)
      return Walked(
        isCertain: isDemanded, demanded: inner.section == place.section ? demanded : [])
    case .array:
      let items = items(of: node)
      if let items, items.kind(items.types) == .object {
        let isCertain = addRepeat(
          node, items, at: place, names: names, label: label, isDemanded)
        return Walked(isCertain: isCertain)
      }
      let isCertain = addListRow(node, items, at: place, names: names, label: label, isDemanded)
      let hasRow = sketch.sections[place.section].rows.count > row
      return Walked(isCertain: isCertain, demanded: hasRow ? [row] : [])
    default:
      addRow(node, as: kind, at: place, names: names, label: label, isRequired: isDemanded)
      let hasRow = sketch.sections[place.section].rows.count > row
      return Walked(isCertain: isDemanded, demanded: hasRow ? [row] : [])
    }
  }

  /// The position inside an object; nil if the object contains itself or is nested too deeply.
  private mutating func inner(
    _ node: SchemaNode, of place: SchemaPlace, names: [String], label: String, isGiven: Bool,
    isNeeded: Bool
  ) -> SchemaPlace? {
    guard mayEnter(node, from: place) else { return nil }
    var inner = place
    inner.names = names
    inner.isTop = false
    (inner.isGiven, inner.isNeeded) = (isGiven, isNeeded)
    inner.enter(node)
    inner.level += 1
    if place.isTop {
      inner.section = sketch.addSection(
        named: names.joined(separator: "."), title: label, summary: node.line("description"))
      sketch.sections[inner.section].setCondition(place.condition)
    } else {
      inner.labels.append(label)
    }
    return inner
  }

  /// Whether a schema may be entered. Adds a remark if the schema contains itself too often.
  private mutating func mayEnter(_ node: SchemaNode, from place: SchemaPlace) -> Bool {
    let times = node.identity.map { place.ancestors[$0] ?? 0 }.max() ?? 0
    if times > 0 { isRecursive = true }
    if times >= mostTimes {
      remarks.add(
        "the schema contains itself; what is more than \(counted(mostTimes, "level")) deep is left "
          + "out", at: node.place)
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
    guard place.depth < TemplateReader.deepestSection else {
      remarks.add(
        "the array is inside \(place.depth) others, the most that a form can have; it is left out",
        at: node.place)
      return false
    }
    guard mayEnter(node, from: place), mayEnter(items, from: place) else { return false }
    let section = sketch.addSection(
      named: names.joined(separator: "."), title: label, summary: node.line("description"),
      inside: place.isInItem ? place.section : nil)
    sketch.sections[section].setCondition(place.condition)
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
      // An array that may be left out has either no items or at least `minItems`.
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
    (inner.condition, inner.isNeeded) = (nil, false)
    inner.enter(node)
    inner.enter(items)
    inner.level += 1
    inner.depth += 1
    walk(items, at: inner)
    if sketch.sections[section].rows.isEmpty {
      let hasInner = sketch.sections.count > section + 1
      sketch.removeSections(from: section)
      if hasInner {
        remarks.add(
          "the items have nothing of their own, only arrays of objects; the array is left out",
          at: items.place)
      }
      return false
    }
    makeUnique(node, inSection: section)
    remarks.addUnsupported(of: node, as: .array)
    return isRequired
  }

  /// Marks the row of items with a single property as unique, if the schema requires different
  /// items. A template cannot express this for items with more properties.
  private mutating func makeUnique(_ node: SchemaNode, inSection section: Int) {
    guard let keyword = node["uniqueItems"], keyword.value.bool == true,
      sketch.sections[section].rows.count == 1, rowType(inSection: section) != .boolean
    else { return }
    sketch.sections[section].rows[0].set("unique", source: "true", from: keyword)
    sketch.sections[section].rows[0].sort(by: TemplateReader.rowKeys.names)
    remarks.answered.insert(keyword.identity)
  }

  /// The type of the first row of a section.
  private func rowType(inSection section: Int) -> RowType? {
    sketch.sections[section].rows[0].text("type").flatMap(RowType.init)
  }
}
