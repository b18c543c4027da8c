// Alternatives of a JSON Schema (`oneOf`, `anyOf`) that have different shapes. They become a row of
// the type `choice`, which is not exported. The form then shows the rows of the chosen alternative.
//
// This file is for alternatives that differ in their type, or in the properties of an object. If
// all alternatives are texts or numbers, they become one row elsewhere (see `withAlternative` and
// `choices`).

import FormModel
import FormText
import LosslessJSON

extension SchemaNode {
  private var requiredNames: Set<Text> {
    Set(all("required").flatMap { $0.value.elements.compactMap(\.string) }.map { Text($0) })
  }

  /// Whether the schema consists of alternatives and texts.
  fileprivate var onlyListsAlternatives: Bool {
    let keywords = ["anyOf", "oneOf", "$ref", "title", "description", "$comment"]
    return parts.allSatisfy { part in
      part.value.members.allSatisfy { keywords.contains($0.key.string ?? "") }
    }
  }

  /// Whether every object with the required properties is valid.
  fileprivate var onlyRequires: Bool {
    let keywords = ["type", "required", "title", "description", "$comment"]
    return types.isSubset(of: [.object])
      && parts.allSatisfy { part in
        part.value.members.allSatisfy { name, member in
          let name = name.string ?? ""
          return keywords.contains(name)
            || name == "properties" && member.members.allSatisfy { $0.value.bool == true }
        }
      }
  }

  /// The names of all properties that the schema mentions.
  var mentionedNames: Set<Text> {
    let lists = all("properties").flatMap { $0.value.members.compactMap(\.key.string) }
    return requiredNames.union(lists.map { Text($0) })
  }
}

extension SchemaImporter {
  /// The maximum number of alternatives in one choice.
  private static let mostChosen = 16

  /// The alternatives of a value that differ in their types; nil if one row, or one section, is
  /// enough for all of them.
  mutating func alternatives(of node: SchemaNode) -> SchemaAlternatives? {
    guard node.alternativeChoices == nil, node.types.count != 1 || node.types == [.array] else {
      return nil
    }
    guard let found = listed(of: node),
      found.list.allSatisfy({ alternative in
        let own = alternative.own
        return own.asksSomething || own.enumerated?.count == 1 || own.alternatives != nil
      })
    else { return nil }
    let isMixed =
      found.list.contains { $0.own.isScalar } && !found.list.allSatisfy { $0.own.isScalar }
    let kinds = Set(found.list.compactMap { $0.own.kind($0.own.types) })
    return isMixed || kinds == [.object, .array] || kinds == [.array] ? named(found) : nil
  }

  /// The alternatives of a value that may have several types, of which at least one is not scalar;
  /// nil if there are none.
  func typeAlternatives(of node: SchemaNode) -> SchemaAlternatives? {
    let types = node.types.subtracting([.null])
    let containers = types.intersection([.object, .array])
    guard types.count > 1, !containers.isEmpty, node.choices == nil, node.enumerated == nil,
      let keyword = node["type"]
    else { return nil }
    let scalars = types.subtracting(containers)
    let sets = [scalars] + [.object, .array].filter(containers.contains).map { [$0] }
    let list = sets.filter { !$0.isEmpty }.map { types in
      var part = node
      part.union = types
      return SchemaAlternative(own: part, node: part)
    }
    return named(SchemaAlternatives(keyword: keyword, list: list))
  }

  /// The alternatives of a value of which the form can ask only for one by rows: that one, and any
  /// value as JSON.
  func alternativeAndJSON(_ node: SchemaNode, at keyword: SchemaPart) -> SchemaAlternatives {
    var node = node
    node.isPartial = false
    var alternatives = named(SchemaAlternatives(only: node, at: keyword))
    alternatives.list.append(.any)
    return alternatives
  }

  /// The alternatives of an object that differ in their properties; nil if there are none.
  mutating func objectAlternatives(of node: SchemaNode) -> SchemaAlternatives? {
    guard let found = listed(of: node),
      found.list.allSatisfy({ $0.own.types == [.object] || $0.own.types.isEmpty }),
      found.list.contains(where: { $0.own.all("properties").contains { $0.value.count > 0 } })
    else { return nil }
    return named(found)
  }

  /// The alternatives besides null; nil if there are fewer than two, or too many.
  private mutating func listed(of node: SchemaNode) -> SchemaAlternatives? {
    guard let keyword = node.alternatives, keyword.value.count <= SchemaImporter.mostChosen,
      keyword.children.allSatisfy({ $0.value.kind == .object })
    else { return nil }
    var list: [SchemaAlternative] = []
    var keywords: Set = [keyword.identity]
    append(keyword, of: node, to: &list, within: &keywords)
    return (2...SchemaImporter.mostChosen).contains(list.count)
      ? SchemaAlternatives(keyword: keyword, list: list) : nil
  }

  /// Appends the alternatives that a keyword lists. If an alternative says nothing but lists
  /// alternatives itself, these are appended in its place.
  ///
  /// - Parameter keywords: the keywords whose alternatives are being appended.
  private mutating func append(
    _ keyword: SchemaPart, of node: SchemaNode, to list: inout [SchemaAlternative],
    within keywords: inout Set<SchemaIdentity>
  ) {
    resolver.charge(keyword.value.count)
    for child in keyword.children where list.count <= SchemaImporter.mostChosen {
      let own = self.node(of: [child])
      if own.types == [.null] {
        nullable.insert(node.place.identity)
        continue
      }
      var joined = node
      joined.parts += own.parts.filter { part in
        !node.parts.contains { $0.identity == part.identity }
      }
      joined.identity = own.identity
      joined.settled.insert(keyword.identity)
      if let inner = own.alternatives, own.onlyListsAlternatives,
        inner.children.allSatisfy({ $0.value.kind == .object }),
        keywords.insert(inner.identity).inserted
      {
        remarks.answered.insert(inner.identity)
        append(inner, of: joined, to: &list, within: &keywords)
      } else {
        list.append(SchemaAlternative(own: own, node: joined))
      }
    }
  }

  /// The alternatives, each with a different name.
  func named(_ alternatives: SchemaAlternatives) -> SchemaAlternatives {
    var result = alternatives
    let words = alternatives.list.map(\.own.typeWord)
    var taken = Set<Text>()
    for (index, alternative) in alternatives.list.enumerated() {
      let isOnly = words.count { $0 == words[index] } == 1
      let names = [
        alternative.own.line("title").flatMap(SchemaLabel.short),
        alternative.own.enumerated.flatMap { $0.count == 1 ? $0[0].value.string : nil },
        isOnly ? words[index] : nil, alternative.own.referencedName,
        ownRequirement(of: index, among: alternatives),
      ].compactMap { $0 }.filter { !$0.isEmpty }
      let name = names.first ?? words[index]
      var unique = name
      var number = 2
      while !taken.insert(Text(unique)).inserted {
        unique = "\(name) \(number)"
        number += 1
      }
      result.list[index].label = unique
    }
    return result
  }

  /// The name of a property that only one of the alternatives requires.
  private func ownRequirement(of index: Int, among alternatives: SchemaAlternatives) -> String? {
    let own = alternatives.list[index].own
    let others = alternatives.list.indices.filter { $0 != index }.map {
      requiredNames(of: alternatives.list[$0].own)
    }
    let name = own.all("required").flatMap { $0.value.elements.compactMap(\.string) }.first {
      name in
      !others.contains { $0.contains(Text(name)) }
    }
    return name.flatMap { SchemaLabel.short(SchemaLabel.humanized($0)) }
  }

  /// The names of all properties that the alternatives mention.
  func names(of alternatives: SchemaAlternatives) -> Set<Text> {
    alternatives.list.reduce(into: []) { $0.formUnion($1.own.mentionedNames) }
  }

  // MARK: - Rows

  /// Adds a choice, and the rows of all alternatives of a value.
  mutating func addAlternatives(
    _ alternatives: SchemaAlternatives, of node: SchemaNode, named name: String?,
    at place: SchemaPlace, isRequired: Bool
  ) -> Walked {
    var alternatives = alternatives
    if isRequired, node.types.contains(.null) || nullable.contains(node.place.identity),
      !alternatives.list.contains(where: { $0.own.isScalar || $0.isAdded })
    {
      alternatives.list.append(.null)
    }
    let names = place.names + (name.map { [$0] } ?? [])
    let label = name.map { SchemaLabel.label(of: node, named: $0) }
    let isDemanded = isRequired && place.isGiven
    let choice = addChoice(
      of: alternatives, named: names, label: label, at: place, isRequired: isDemanded)
    let objects = alternatives.list.filter { $0.own.kind($0.own.types) == .object }
    // Several alternatives that are objects share their place in a document, so this place may
    // refuse other members only if each alternative does.
    let mayClose =
      objects.count < 2
      || objects.allSatisfy { $0.own.closingKeywords.map { !$0.isEmpty } ?? false }
    var shown: [String] = []
    /// The row and the name of the first alternative that is a text.
    var text: (row: Int, label: String)?
    for alternative in alternatives.list {
      let before = rowCount
      let row = sketch.sections[place.section].rows.count
      let isConstant = alternative.own.enumerated?.count == 1
      var inner = chosen(alternative, of: choice, at: place)
      inner.mayClose = mayClose
      guard !alternative.isAdded else {
        _ = addJSONRow(
          alternative.node, at: inner, names: names, label: label ?? "Value",
          isRequired: isRequired)
        shown.append(alternative.label)
        continue
      }
      _ = walk(
        alternative.node, named: name, at: inner, isRequired: isRequired || isConstant,
        alternative: objects.count > 1 ? alternative.label : "")
      if rowCount > before { shown.append(alternative.label) }
      if text == nil, rowCount == before + 1, alternative.own.isText {
        text = (row, alternative.label)
      }
    }
    guard name == nil, let text else {
      finish(choice, with: shown, at: place)
      return Walked(demanded: [choice.row])
    }
    finish(choice, with: shown, default: text.label, at: place)
    // People type an item that may be a text at once, so the row of the text comes before the choice.
    let row = sketch.sections[place.section].rows.remove(at: text.row)
    sketch.sections[place.section].rows.insert(row, at: choice.row)
    return Walked(demanded: [choice.row + 1])
  }

  /// Adds a choice, and the rows of all alternatives of an object.
  ///
  /// - Parameters:
  ///   - names: the properties that the alternatives mention.
  ///   - others: the other properties of the object.
  mutating func addAlternatives(
    _ alternatives: SchemaAlternatives, of object: SchemaNode, at place: SchemaPlace,
    _ names: Set<Text>, besides others: Set<Text>
  ) -> Walked {
    // If every alternative requires some property, the object is valid only after an alternative is
    // chosen.
    let isNeeded = alternatives.list.allSatisfy { !requiredNames(of: $0.own).isEmpty }
    let choice = addChoice(
      of: alternatives, named: place.names, label: nil, at: place,
      isRequired: isNeeded && place.isGiven)
    closeAlternatives(alternatives, of: object, at: place)
    // What conditions around the alternatives describe is asked for once, for all alternatives.
    let known = conditionalProperties(of: object, besides: names.union(others))
      .reduce(into: names.union(others)) { $0.insert(Text($1.name)) }
    var shown: [String] = []
    for alternative in alternatives.list {
      let before = rowCount
      let inner = chosen(alternative, of: choice, at: place)
      walk(
        alternative.node, at: inner,
        only: names.subtracting(excludedNames(by: alternative, among: alternatives)))
      remarks.addUnsupported(of: alternative.own, as: .object)
      addConditional(of: alternative.own, besides: known, at: inner)
      if rowCount > before { shown.append(alternative.label) }
    }
    finish(choice, with: shown, at: place)
    return Walked(demanded: isNeeded ? [choice.row] : [])
  }

  /// The properties that an object with one alternative cannot have, because it would then have
  /// another alternative too, although `oneOf` allows only one.
  private func excludedNames(
    by alternative: SchemaAlternative, among alternatives: SchemaAlternatives
  ) -> Set<Text> {
    guard alternatives.keyword.path.lastName == "oneOf" else { return [] }
    let listed = Set(alternatives.keyword.children.map(\.identity))
    let own = requiredNames(of: alternative.own)
    return alternatives.list.reduce(into: []) { names, other in
      let missing = requiredNames(of: other.own).subtracting(own)
      if missing.count == 1, listed.contains(other.own.place.identity), other.own.onlyRequires {
        names.formUnion(missing)
      }
    }
  }

  /// Makes an object refuse the members that the chosen alternative forbids, if each alternative
  /// forbids all members that it does not name.
  private mutating func closeAlternatives(
    _ alternatives: SchemaAlternatives, of object: SchemaNode, at place: SchemaPlace
  ) {
    let own = alternatives.list.map(\.own.closingKeywords)
    guard place.mayClose, object.closingKeywords?.isEmpty == true,
      own.allSatisfy({ $0.map { !$0.isEmpty } ?? false })
    else { return }
    // An alternative forbids the object's other properties, unless the alternative names them too.
    let named = alternatives.list.map { Set(properties(of: $0.own).map { Text($0.name) }) }
    let beside = properties(of: object).map { Text($0.name) }
    guard named.allSatisfy({ $0.isSuperset(of: beside) }) else { return }
    for keyword in own.compactMap({ $0 }).joined() {
      remarks.answered.insert(keyword.identity)
      sketch[containersInItemsOf: place.itemSection].closed.add(place.names)
    }
  }

  /// The row that chooses between alternatives.
  private struct Choice {
    var id: String
    /// The index of the row in its section.
    var row: Int
  }

  /// The place inside an alternative that was chosen. Properties that the alternative requires are
  /// required there.
  private func chosen(
    _ alternative: SchemaAlternative, of choice: Choice, at place: SchemaPlace
  ) -> SchemaPlace {
    var inner = place
    inner.condition = SketchCondition(row: choice.id, value: alternative.label)
    inner.isGiven = true
    return inner
  }

  /// Adds the row that chooses between alternatives.
  ///
  /// - Parameters:
  ///   - names: the path of the value, from which the row's id is derived. The row is not exported,
  ///     so it has no path.
  ///   - label: the label of the value; nil if the value is the object at the place.
  private mutating func addChoice(
    of alternatives: SchemaAlternatives, named names: [String], label: String?,
    at place: SchemaPlace, isRequired: Bool
  ) -> Choice {
    remarks.answered.insert(alternatives.keyword.identity)
    let id = sketch.rowID(
      for: (names + ["alternative"]).joined(separator: "-").replacingAll(".", by: "-"),
      inSection: place.section, isUnique: true)
    var row = SketchObject()
    row.set("id", id)
    let labelled = SchemaLabel.nested(place.labels + (label.map { [$0] } ?? []) + ["Kind"])
    row.set(
      "label", AnsweredText.escaped(place.isInItem ? SchemaLabel.unnumbered(labelled) : labelled))
    row.set("type", "choice")
    row.set(
      "choices",
      json: SketchObject.array(alternatives.list.map { SketchObject.encoded($0.label) }),
      from: alternatives.keyword)
    row.set("export", source: "false")
    let index = sketch.sections[place.section].rows.count
    append(row, at: place, isRequired: isRequired)
    return Choice(id: id, row: index)
  }

  /// Removes the alternatives without rows from a choice. If one alternative remains, it is the
  /// default.
  private mutating func finish(
    _ choice: Choice, with shown: [String], default preferred: String? = nil, at place: SchemaPlace
  ) {
    guard !shown.isEmpty else { return }
    var row = sketch.sections[place.section].rows[choice.row]
    guard let member = row.remove("choices") else { return }
    row.set(
      "choices", json: SketchObject.array(shown.map { SketchObject.encoded($0) }),
      from: member.origin)
    if let label = preferred ?? (shown.count == 1 ? shown[0] : nil) { row.set("default", label) }
    row.sort(by: TemplateReader.rowKeys.names)
    sketch.sections[place.section].rows[choice.row] = row
  }
}
