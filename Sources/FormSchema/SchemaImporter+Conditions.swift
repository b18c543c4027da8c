// Properties that only conditions or alternatives of an object describe: `then`, `else`,
// `dependentSchemas`, `dependencies`, and those lists of alternatives from which the form does not
// let people choose. If the condition does not hold, such a property may have any value. So people
// choose between the descriptions and JSON, and the schema in the template checks the condition.

import FormModel
import FormText
import LosslessJSON

extension SchemaImporter {
  /// The maximum number of descriptions of a property from which people choose.
  private static let mostDescriptions = 15

  /// Adds rows for the properties that only conditions or alternatives of an object describe.
  ///
  /// - Parameter known: the names of the properties that have rows already.
  mutating func addConditional(
    of object: SchemaNode, besides known: Set<Text>, at place: SchemaPlace
  ) {
    for property in conditionalProperties(of: object, besides: known) {
      guard rowCount < SchemaImporter.mostRows, !resolver.isExhausted else {
        return remarks.addFull(at: object.place)
      }
      add(conditional: property, at: place)
    }
  }

  /// The properties that only conditions or alternatives of an object describe, in order, each with
  /// all its descriptions. Empty if the object forbids them.
  mutating func conditionalProperties(
    of object: SchemaNode, besides known: Set<Text>
  ) -> [Property] {
    guard object.closingKeywords?.isEmpty ?? true else { return [] }
    var found: [Property] = []
    var indexes: [Text: Int] = [:]
    var seen = Set<SchemaIdentity>()
    var waiting = branches(of: object)
    var next = 0
    while next < waiting.count, !resolver.isExhausted {
      let branch = waiting[next]
      next += 1
      guard seen.insert(branch.identity).inserted else { continue }
      let node = node(of: [branch])
      for property in properties(of: node) where !known.contains(Text(property.name)) {
        if property.parts.contains(where: { $0.value.bool == false }) { continue }
        if let index = indexes[Text(property.name)] {
          found[index].parts += property.parts
        } else {
          indexes[Text(property.name)] = found.count
          found.append(property)
        }
      }
      waiting += branches(of: node)
    }
    return found
  }

  /// The schemas that a schema applies only under a condition.
  private mutating func branches(of node: SchemaNode) -> [SchemaPart] {
    var branches = ["then", "else"].flatMap { node.all($0) }
    for keyword in ["dependentSchemas", "dependencies", "anyOf", "oneOf"] {
      for part in node.all(keyword) where !remarks.answered.contains(part.identity) {
        branches += part.children
      }
    }
    resolver.charge(branches.count)
    return branches.filter { $0.value.kind == .object }
  }

  /// Adds the rows of one such property.
  private mutating func add(conditional property: Property, at place: SchemaPlace) {
    var list: [SchemaAlternative] = []
    for part in property.parts where list.count < SchemaImporter.mostDescriptions {
      let own = node(of: [part])
      let isKnown = list.contains {
        $0.own.identity == own.identity
          || $0.own.parts.map { SketchObject.encoded($0.value) }
            == own.parts.map { SketchObject.encoded($0.value) }
      }
      if !isKnown, own.asksSomething || own.enumerated?.count == 1 || own.alternatives != nil {
        list.append(SchemaAlternative(own: own, node: own))
      }
    }
    guard let origin = property.parts.first else { return }
    guard let first = list.first else {
      let label = SchemaLabel.label(of: node(of: [origin]), named: property.name)
      _ = addJSONRow(
        .any, at: place, names: place.names + [property.name], label: label, isRequired: false)
      return
    }
    var alternatives = named(SchemaAlternatives(keyword: origin, list: list))
    alternatives.list.append(.any)
    // Only a single description can name the property.
    let whole = list.count == 1 ? first.node : .any
    _ = addAlternatives(
      alternatives, of: whole, named: property.name, at: place, isRequired: false)
  }
}
