// The schemas of all files by their addresses, and their anchors.
//
// Invariant: only values at places where a draft has schemas can have an address or an anchor. The
// files are looked through once and without recursion.

import FormText
import LosslessJSON

/// A schema with an address of its own, and the schemas in it that belong to it.
struct SchemaResource {
  /// The address against which its references are resolved.
  let address: String
  /// The number of its file.
  let file: Int
  let root: JSONValue
  let draft: SchemaDraft
  fileprivate(set) var anchors: [Text: JSONValue] = [:]
  fileprivate(set) var dynamicAnchors: [Text: JSONValue] = [:]
}

/// The place of a value in the files.
struct SchemaPlace: Hashable {
  let file: Int
  let index: Int
}

/// All resources of a schema and of the files to which it refers.
struct SchemaResources {
  private(set) var all: [SchemaResource] = []
  private var numbers: [Text: Int] = [:]
  private var roots: [SchemaPlace: Int] = [:]
  /// The addresses of the files by their paths, with which relative references start if `$id` leads
  /// nowhere.
  private var paths: [String] = []

  /// The members of large objects, by name, because many references may lead through them.
  private var members: [SchemaPlace: [Text: JSONValue]] = [:]
  /// The elements of large arrays.
  private var elements: [SchemaPlace: [JSONValue]] = [:]
  /// The number of members or elements that are searched without an index.
  private static let mostSearched = 16
  /// The largest number of bytes of an address. A schema with a longer `$id` has no address of its
  /// own, because every address inside it would be as long.
  private static let longestAddress = 2_048

  /// The dynamic anchor that stands for `$recursiveAnchor`, whose schema has no name.
  static let recursiveAnchor = Text("")
  /// The address of the folder of the schema; nothing is ever fetched from it.
  private static let folder = "schema:/"

  init(_ documents: [(path: String, document: JSONDocument)]) {
    let draft = documents.first.flatMap { SchemaDraft(namedIn: $0.document.root) } ?? .draft2020
    for (file, (path, document)) in documents.enumerated() {
      let address = SchemaAddress.isAbsolute(path) ? path : SchemaResources.folder + path
      paths.append(address)
      let root = document.root
      let own = SchemaDraft(namedIn: root) ?? draft
      let id = SchemaResources.address(of: root, own, in: address)
      let number = add(
        SchemaResource(address: id ?? address, file: file, root: root, draft: own))
      if numbers[Text(address)] == nil { numbers[Text(address)] = number }
      lookThrough(number)
    }
  }

  private mutating func add(_ resource: SchemaResource) -> Int {
    all.append(resource)
    let number = all.count - 1
    if numbers[Text(resource.address)] == nil { numbers[Text(resource.address)] = number }
    roots[SchemaPlace(file: resource.file, index: resource.root.index)] = number
    return number
  }

  /// The address that a schema's `$id` gives it, without the fragment; nil if it gives none.
  private static func address(
    of schema: JSONValue, _ draft: SchemaDraft, in base: String
  ) -> String? {
    guard let id = schema[draft.idKeyword]?.string,
      !draft.ignoresSiblings || schema["$ref"] == nil
    else { return nil }
    let own = SchemaAddress.split(id).address
    guard !own.isEmpty, own.utf8.count <= longestAddress else { return nil }
    let address = SchemaAddress.resolve(own, from: base)
    return address.utf8.count <= longestAddress ? address : nil
  }

  /// Finds the addresses and anchors in a resource, and those of the resources in it.
  private mutating func lookThrough(_ first: Int) {
    var waiting = [(value: all[first].root, resource: first)]
    while let (value, outer) = waiting.popLast() {
      var resource = outer
      var draft = all[resource].draft
      if value.index != all[resource].root.index {
        let inner = SchemaDraft(namedIn: value) ?? draft
        let base = all[resource].address
        if let address = SchemaResources.address(of: value, inner, in: base) {
          draft = inner
          resource = add(
            SchemaResource(address: address, file: all[resource].file, root: value, draft: draft))
        }
      }
      addAnchors(of: value, to: resource, draft)
      for schema in SchemaLayout.subschemas(of: value) { waiting.append((schema, resource)) }
    }
  }

  private mutating func addAnchors(
    of value: JSONValue, to resource: Int, _ draft: SchemaDraft
  ) {
    if draft.ignoresSiblings {
      guard value["$ref"] == nil, let id = value[draft.idKeyword]?.string else { return }
      let fragment = SchemaAddress.split(id).fragment
      if !fragment.isEmpty { all[resource].anchors[Text(String(fragment))] = value }
      return
    }
    if let name = value["$anchor"]?.string { all[resource].anchors[Text(name)] = value }
    if let name = value["$dynamicAnchor"]?.string {
      all[resource].anchors[Text(name)] = value
      all[resource].dynamicAnchors[Text(name)] = value
    }
    if draft == .draft2019, value["$recursiveAnchor"]?.bool == true {
      all[resource].dynamicAnchors[SchemaResources.recursiveAnchor] = value
    }
  }

  // MARK: - References

  /// The resource to which a value belongs.
  func resource(of value: JSONValue, in outer: Int) -> Int {
    roots[SchemaPlace(file: all[outer].file, index: value.index)] ?? outer
  }

  /// The schema to which a reference leads; nil if it leads nowhere.
  mutating func target(_ reference: String, from resource: Int) -> (
    value: JSONValue, resource: Int
  )? {
    let (address, fragment) = SchemaAddress.split(reference)
    guard let number = number(of: address, from: resource),
      let fragment = fragment.percentDecoded
    else { return nil }
    let root = all[number].root
    if fragment.isEmpty { return (root, number) }
    if !fragment.hasPrefix("/") {
      return all[number].anchors[Text(fragment)].map { ($0, self.resource(of: $0, in: number)) }
    }
    return value(at: fragment, in: root, number)
  }

  private func number(of address: Substring, from resource: Int) -> Int? {
    if address.isEmpty { return resource }
    let paths = [all[resource].address, paths[all[resource].file]]
    for base in paths {
      let whole = SchemaAddress.resolve(address, from: base)
      if let number = numbers[Text(whole)] { return number }
      if let decoded = whole[...].percentDecoded, let number = numbers[Text(decoded)] {
        return number
      }
    }
    return nil
  }

  /// A member of an object; nil if the object does not have it.
  private mutating func member(_ name: String, of value: JSONValue, _ resource: Int) -> JSONValue? {
    guard value.count > SchemaResources.mostSearched else { return value[name] }
    let place = SchemaPlace(file: all[resource].file, index: value.index)
    if members[place] == nil {
      members[place] = Dictionary(
        value.members.map { (Text($0.key.string ?? ""), $0.value) },
        uniquingKeysWith: { first, _ in first })
    }
    return members[place]?[Text(name)]
  }

  /// An element of an array.
  private mutating func element(
    _ index: Int, of value: JSONValue, _ resource: Int
  ) -> JSONValue? {
    guard value.count > SchemaResources.mostSearched else {
      return value.elements.dropFirst(index).first { _ in true }
    }
    let place = SchemaPlace(file: all[resource].file, index: value.index)
    if elements[place] == nil { elements[place] = Array(value.elements) }
    return elements[place]?[index]
  }

  private mutating func value(
    at pointer: String, in root: JSONValue, _ number: Int
  ) -> (value: JSONValue, resource: Int)? {
    var (value, resource) = (root, number)
    for name in DocumentPath.names(inPointer: pointer) {
      var next = member(name, of: value, resource)
      if value.kind == .array, let index = Int(name), index >= 0, index < value.count {
        next = element(index, of: value, resource)
      }
      guard let next else { return nil }
      value = next
      resource = self.resource(of: value, in: resource)
    }
    return value.kind == .object || value.kind == .boolean ? (value, resource) : nil
  }
}

/// The keywords whose values are or contain schemas.
enum SchemaLayout {
  private static let schemas: Set = [
    "additionalItems", "additionalProperties", "allOf", "anyOf", "contains", "else", "if", "items",
    "not", "oneOf", "prefixItems", "propertyNames", "then", "unevaluatedItems",
    "unevaluatedProperties", "contentSchema",
  ]
  private static let maps: Set = [
    "$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties",
  ]

  /// The schemas directly in a schema.
  static func subschemas(of schema: JSONValue) -> [JSONValue] {
    var found: [JSONValue] = []
    for (key, value) in schema.members {
      guard let keyword = key.string else { continue }
      if schemas.contains(keyword) {
        if value.kind == .array { found += value.elements } else { found.append(value) }
      } else if maps.contains(keyword) {
        found += value.children
      }
    }
    return found.filter { $0.kind == .object }
  }
}
