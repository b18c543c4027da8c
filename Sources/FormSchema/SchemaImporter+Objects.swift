// Turns the objects that a JSON Schema describes into sections, and objects inside objects into key
// paths.

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
  /// Whether the object around this one must contain it.
  var isNeeded = false
  var isInItem: Bool
  /// The section whose items contain the position; nil outside of items.
  var itemSection: Int? { isInItem ? section : nil }
  /// Whether the object may refuse members that the form does not have. False if another object at
  /// the same place in the document allows such members.
  var mayClose = true
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
    var all = properties(of: object)
    let alternatives = asked == nil ? objectAlternatives(of: object) : nil
    let inAlternatives = alternatives.map { names(of: $0) } ?? []
    all += undescribed(of: object, among: all)
    let properties = all.filter {
      (asked?.contains(Text($0.name)) ?? true) && !inAlternatives.contains(Text($0.name))
    }
    let rowsBefore = rowCount
    let sectionsBefore = sketch.sections.count
    var rows = PropertyRows(section: place.section)
    var presence = Presence(first: sketch.sections[place.section].rows.count)
    // People make the choice first, because most other rows depend on it.
    let first = properties.firstIndex { !required.contains(Text($0.name)) } ?? properties.count
    add(properties[..<first], of: object, requiring: required, at: place, to: &rows, &presence)
    if let alternatives {
      let others = Set(all.map { Text($0.name) })
      let walked = addAlternatives(
        alternatives, of: object, at: place, inAlternatives, besides: others)
      if !walked.demanded.isEmpty {
        presence.demands.append(
          Presence.Demand(rows: walked.demanded, part: alternatives.keyword))
      }
    }
    add(properties[first...], of: object, requiring: required, at: place, to: &rows, &presence)
    let known = inAlternatives.union(all.map { Text($0.name) })
    if asked == nil { addConditional(of: object, besides: known, at: place) }
    if !place.isGiven {
      require(presence, at: place, hasSections: sketch.sections.count > sectionsBefore)
    }
    if asked == nil {
      if place.isTop || rowCount > rowsBefore {
        close(object, at: place)
      } else if all.isEmpty {
        for keyword in object.closingKeywords ?? [] { remarks.answered.insert(keyword.identity) }
      }
      if !all.isEmpty, let others = describedOthers(of: object) {
        let label = SchemaLabel.nested(place.labels + ["Other properties"])
        _ = addItems(
          .others(others), of: object, at: place, names: place.names, label: label, false)
      }
      addDependencies(of: object, among: rows)
      remarks.addUnsupported(of: object, as: .object)
    }
    if place.isNeeded, asked == nil, rowCount > rowsBefore {
      sketch[containersInItemsOf: place.itemSection].present.add(place.names, from: object.place)
    }
    return presence.demands.flatMap(\.rows)
  }

  /// Creates rows and sections for some of the properties of an object.
  ///
  /// - Parameters:
  ///   - required: the names of the object's required properties.
  ///   - rows: the properties with one row.
  ///   - presence: the rows that the object needs.
  private mutating func add(
    _ properties: ArraySlice<Property>, of object: SchemaNode, requiring required: Set<Text>,
    at place: SchemaPlace, to rows: inout PropertyRows, _ presence: inout Presence
  ) {
    for property in properties {
      guard rowCount < SchemaImporter.mostRows, !resolver.isExhausted else {
        return remarks.addFull(at: object.place)
      }
      let isRequired = required.contains(Text(property.name))
      let (sections, count) = (sketch.sections.count, sketch.sections[place.section].rows.count)
      let walked = walk(property, at: place, isRequired: isRequired)
      if isRequired {
        presence.demands.append(Presence.Demand(rows: walked.demanded, part: property.parts[0]))
      }
      // If the property became a single row, it exists if that row has an answer, so conditions on
      // the property can refer to the row.
      if sketch.sections.count == sections, sketch.sections[place.section].rows.count == count + 1 {
        rows.places[Text(property.name)] = count
      }
    }
  }

  func requiredNames(of object: SchemaNode) -> Set<Text> {
    var names = Set<Text>()
    for list in object.all("required") {
      for element in list.value.elements { element.string.map { _ = names.insert(Text($0)) } }
    }
    return names
  }

  /// The properties that the object must have, but that no schema describes. They may have any value.
  private func undescribed(of object: SchemaNode, among properties: [Property]) -> [Property] {
    var known = Set(properties.map { Text($0.name) })
    return object.all("required").flatMap(\.children).compactMap { part in
      guard let name = part.value.string, known.insert(Text(name)).inserted else { return nil }
      return Property(name: name, parts: [part])
    }
  }

  /// Makes an object refuse the members that its schemas forbid.
  private mutating func close(_ object: SchemaNode, at place: SchemaPlace) {
    guard place.mayClose, let keywords = object.closingKeywords else { return }
    for keyword in keywords {
      remarks.answered.insert(keyword.identity)
      sketch[containersInItemsOf: place.itemSection].closed.add(place.names)
    }
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
      properties.removeAll { !own.contains(Text($0.name)) }
    }
    return properties
  }

  /// The result of creating the rows of a value.
  struct Walked {
    /// The rows of the section that need an answer if the object around them must have the value.
    var demanded: [Int] = []
  }

  /// Creates the rows or sections of one property.
  private mutating func walk(
    _ property: Property, at place: SchemaPlace, isRequired: Bool
  ) -> Walked {
    if property.parts.contains(where: { $0.value.bool == false }) { return Walked() }
    let node = node(of: property.parts)
    return walk(node, named: property.name, at: place, isRequired: isRequired)
  }

  /// Adds a remark if a value may have other types than the one for which the form asks.
  mutating func reportOtherTypes(
    of node: SchemaNode, _ kinds: Set<SchemaType>, than kind: SchemaType
  ) {
    let others = kinds.subtracting(kind == .number ? [.null, .number, .integer] : [.null, kind])
    guard !others.isEmpty else { return }
    remarks.add(
      "the value may be \(SchemaType.names(kinds)); the form takes only \(kind.rawValue)",
      at: node["type"] ?? node.place)
  }

  /// Creates the rows or sections of a value.
  ///
  /// - Parameters:
  ///   - name: the name of the value; nil for a value that is a whole item.
  ///   - alternative: the name of the value if it is one of several alternatives; otherwise nil.
  mutating func walk(
    _ whole: SchemaNode, named name: String?, at place: SchemaPlace, isRequired: Bool,
    alternative: String? = nil
  ) -> Walked {
    if let alternatives = alternatives(of: whole) ?? typeAlternatives(of: whole) {
      return addAlternatives(
        alternatives, of: whole, named: name, at: place, isRequired: isRequired)
    }
    let isChoice = objectAlternatives(of: whole) != nil
    let node =
      (whole.needsAlternative || name == nil) && !isChoice ? withAlternative(whole) : whole
    if node.isPartial, let keyword = whole.alternatives {
      return addAlternatives(
        alternativeAndJSON(node, at: keyword), of: whole, named: name, at: place,
        isRequired: isRequired)
    }
    let isDemanded = isRequired && place.isGiven
    let kinds = isChoice ? [.object] : node.types
    let mayBeNull =
      kinds.contains(.null) && kinds.count > 1 || nullable.contains(node.place.identity)
    // A single row can be exported as null, and for an item that may be null, an empty object is
    // exported. Otherwise null is an alternative.
    if isRequired, mayBeNull, name != nil, !node.isScalar, alternative == nil {
      var other = node
      if !isChoice { other.union = kinds.subtracting([.null]) }
      let keyword = node["type"] ?? whole.alternatives ?? node.place
      return addAlternatives(
        named(SchemaAlternatives(only: other, at: keyword)), of: whole, named: name, at: place,
        isRequired: isRequired)
    }
    let names = place.names + (name.map { [$0] } ?? [])
    let label = SchemaLabel.label(of: node, named: name ?? "value")
    guard let kind = node.kind(kinds) else {
      if kinds == [.null] {
        return addJSONRow(node, at: place, names: names, label: label, isRequired: isDemanded)
      }
      remarks.add("the schema allows no value here; the property is left out", at: node.place)
      return Walked()
    }
    let row = sketch.sections[place.section].rows.count
    if kind == .object || kind == .array { reportOtherTypes(of: node, kinds, than: kind) }
    switch kind {
    case .object where name == nil && (isChoice || map(of: node) == nil):
      return Walked(demanded: walk(node, at: place))
    case .object:
      if !isChoice, let map = map(of: node) {
        return addItems(
          .map(map), of: node, at: place, names: names, label: label, isDemanded,
          isNeeded: isRequired)
      }
      // If the alternative is chosen, its object exists, so the properties that the object requires
      // are required.
      guard
        let inner = inner(
          node, of: place, names: names,
          label: alternative.map { $0.isEmpty || $0 == label ? label : "\(label): \($0)" } ?? label,
          isGiven: isDemanded || alternative != nil, isNeeded: isRequired)
      else {
        return addJSONRow(node, at: place, names: names, label: label, isRequired: isDemanded)
      }
      let rowsBefore = rowCount
      let demanded = walk(node, at: inner)
      // An object that must be empty has no row.
      guard rowCount > rowsBefore else {
        return addJSONRow(node, at: place, names: names, label: label, isRequired: isDemanded)
      }
      return Walked(demanded: inner.section == place.section ? demanded : [])
    case .array:
      let items = items(of: node)
      guard let items, isList(items) else {
        return addItems(
          .array(items), of: node, at: place, names: names, label: label, isDemanded,
          isNeeded: isRequired)
      }
      addListRow(node, items, at: place, names: names, label: label, isDemanded)
      let hasRow = sketch.sections[place.section].rows.count > row
      return Walked(demanded: hasRow ? [row] : [])
    case .string, .number, .integer, .boolean, .null:
      if let list = node.choices, !list.fitsRow(of: kinds) {
        return addJSONRow(node, at: place, names: names, label: label, isRequired: isDemanded)
      }
      addRow(
        node, as: kind, at: place, names: names, label: label, isRequired: isDemanded,
        mayBeNull: mayBeNull)
      let hasRow = sketch.sections[place.section].rows.count > row
      return Walked(demanded: hasRow ? [row] : [])
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

  /// Whether a schema may be entered: it does not contain itself too often, and is not nested too
  /// deeply.
  mutating func mayEnter(_ node: SchemaNode, from place: SchemaPlace) -> Bool {
    let times = node.identity.map { place.ancestors[$0] ?? 0 }.max() ?? 0
    if times > 0 { isRecursive = true }
    return times < mostTimes && place.level < SchemaImporter.mostLevels
  }
}

extension SchemaNode {
  /// The keywords that forbid all properties that the object's schemas do not name. Nil if other
  /// keywords allow or describe such properties. `unevaluatedProperties` is left to the schema,
  /// because the properties that it forbids depend on the document.
  var closingKeywords: [SchemaPart]? {
    let hasOthers = ["patternProperties", "additionalProperties", "unevaluatedProperties"]
      .contains { keyword in
        all(keyword).contains { $0.value.kind == .object && $0.value.count > 0 }
      }
    guard !hasOthers else { return nil }
    return all("additionalProperties").filter { $0.value.bool == false }
  }
}
