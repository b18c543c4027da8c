// A JSON Schema as the import reads it: with references resolved and `allOf` merged.
//
// Invariants: everything that is visited is charged to one budget, so the time is bounded even for
// recursive schemas. References are followed without recursion.

import FormModel
import FormText
import LosslessJSON

/// A schema in a document, and its position.
struct SchemaPart {
  let value: JSONValue
  let path: DocumentPath

  /// The value of a keyword.
  subscript(keyword: String) -> SchemaPart? {
    value[keyword].map { SchemaPart(value: $0, path: path.appending(keyword)) }
  }

  /// The members of an object, or the elements of an array.
  var children: [SchemaPart] {
    if value.kind == .array {
      return value.elements.enumerated().map {
        SchemaPart(value: $1, path: path.appending($0))
      }
    }
    return value.members.map { key, member in
      SchemaPart(value: member, path: path.appending(key.string ?? ""))
    }
  }
}

/// Everything that one value must satisfy: a schema, its references, and the parts of its `allOf`.
struct SchemaNode {
  /// The schemas; the first is at the place itself.
  var parts: [SchemaPart]
  /// The identity of the place: the schema itself and those it wholly refers to.
  var identity: Set<Int>

  /// The position of the node.
  var place: SchemaPart { parts[0] }

  /// The first value of a keyword.
  subscript(keyword: String) -> SchemaPart? {
    for part in parts { if let value = part[keyword] { return value } }
    return nil
  }

  /// All values of a keyword.
  func all(_ keyword: String) -> [SchemaPart] { parts.compactMap { $0[keyword] } }

  /// The first string of a keyword.
  func string(_ keyword: String) -> String? { self[keyword]?.value.string }

  /// The first string of a keyword, on one line.
  func line(_ keyword: String) -> String? { SchemaLabel.line(string(keyword)) }

  /// The tightest number of a keyword.
  func number(
    _ keyword: String, tightest isTighter: (DecimalNumber, DecimalNumber) -> Bool
  ) -> (text: String, part: SchemaPart)? {
    var best: (text: String, number: DecimalNumber, part: SchemaPart)?
    for part in all(keyword) {
      guard let text = part.value.numberText, let number = DecimalNumber(text) else { continue }
      if best.map({ isTighter(number, $0.number) }) ?? true { best = (text, number, part) }
    }
    return best.map { ($0.text, $0.part) }
  }

  /// Whether a keyword is true.
  func isTrue(_ keyword: String) -> Bool { parts.contains { $0.value[keyword]?.bool == true } }
}

/// Resolves the references of a document of schemas.
struct SchemaResolver {
  private let root: SchemaPart
  /// The document's own address; references to itself may begin with it.
  private let address: String
  private var targets: [Text: SchemaPart?] = [:]
  private var anchors: [Text: SchemaPart]?
  /// The members of large objects by name.
  private var members: [Int: [Text: JSONValue]] = [:]
  /// The number of members that may still be visited.
  private(set) var budget: Int

  /// Objects with more members get an index for searches.
  private static let mostSearched = 16
  /// The cost of a schema, even a small one.
  private static let costOfPart = 20

  /// The most schemas that are joined into one.
  private static let mostParts = 1_000

  init(_ document: JSONDocument, budget: Int) {
    root = SchemaPart(value: document.root, path: .root)
    let address = (document.root["$id"] ?? document.root["id"])?.string ?? ""
    self.address = address.hasSuffix("#") ? String(address.dropLast()) : address
    self.budget = budget
  }

  /// Whether the budget is used up, so that the rest is left out.
  var isExhausted: Bool { budget <= 0 }

  mutating func charge(_ steps: Int) { budget -= min(steps, budget) }

  /// Resolves schemas with everything that they refer to and join.
  ///
  /// - Parameter unresolved: called with each reference that leads nowhere.
  mutating func node(
    of parts: [SchemaPart], unresolved: (SchemaPart, String) -> Void
  ) -> SchemaNode {
    var node = SchemaNode(parts: [], identity: [])
    var seen = Set<Int>()
    var waiting = parts.reversed().map { (part: $0, isWhole: parts.count == 1) }
    while let (part, isWhole) = waiting.popLast() {
      guard seen.insert(part.value.index).inserted else { continue }
      charge(SchemaResolver.costOfPart + part.value.count)
      // Charge for what each reference to this schema will visit.
      for keyword in ["properties", "required", "enum", "oneOf", "anyOf"] {
        charge(part.value[keyword]?.count ?? 0)
      }
      if isExhausted { break }
      if node.parts.count == SchemaResolver.mostParts {
        unresolved(part, "too many schemas are joined; the rest is left out")
        break
      }
      node.parts.append(part)
      if isWhole { node.identity.insert(part.value.index) }
      if let joined = part["allOf"], joined.value.kind == .array {
        charge(joined.value.count)
        waiting += joined.children.prefix(SchemaResolver.mostParts).reversed().map { ($0, false) }
      }
      if let reference = part["$ref"], let target = reference.value.string {
        if let resolved = resolve(target) {
          waiting.append((resolved, isWhole))
        } else {
          let fault = target.hasPrefix("#") ? "leads nowhere" : "leads to another document"
          unresolved(reference, "the reference \(target.quoted) \(fault); it is not followed")
        }
      }
    }
    if node.parts.isEmpty { node.parts = [parts[0]] }
    return node
  }

  // MARK: - References

  private mutating func resolve(_ reference: String) -> SchemaPart? {
    let key = Text(reference)
    if let known = targets[key] { return known }
    let target = find(reference)
    targets[key] = target
    return target
  }

  private mutating func find(_ reference: String) -> SchemaPart? {
    var fragment = reference[...]
    if !fragment.hasPrefix("#"), !address.isEmpty, fragment.hasPrefix(address) {
      fragment = fragment.dropFirst(address.count)
      if fragment.isEmpty { return root }
    }
    guard fragment.first == "#" else { return nil }
    guard let pointer = SchemaResolver.percentDecoded(fragment.dropFirst()) else { return nil }
    if pointer.isEmpty { return root }
    guard pointer.hasPrefix("/") else { return anchor(pointer) }
    var part = root
    for token in pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      let name = String(token).replacingAll("~1", by: "/").replacingAll("~0", by: "~")
      if part.value.kind == .array {
        charge(part.value.count)
        guard let index = Int(name), index >= 0, index < part.value.count,
          let element = part.children.dropFirst(index).first
        else { return nil }
        part = element
      } else {
        guard let member = member(name, of: part) else { return nil }
        part = member
      }
    }
    return part.value.kind == .object || part.value.kind == .boolean ? part : nil
  }

  /// A member of an object, indexed because many references may pass through it.
  private mutating func member(_ name: String, of part: SchemaPart) -> SchemaPart? {
    guard part.value.count > SchemaResolver.mostSearched else { return part[name] }
    if members[part.value.index] == nil {
      charge(part.value.count)
      members[part.value.index] = Dictionary(
        part.value.members.map { (Text($0.key.string ?? ""), $0.value) },
        uniquingKeysWith: { first, _ in first })
    }
    return members[part.value.index]?[Text(name)].map {
      SchemaPart(value: $0, path: part.path.appending(name))
    }
  }

  /// The schema that declares an anchor, anywhere in the document.
  private mutating func anchor(_ name: String) -> SchemaPart? {
    if let anchors { return anchors[Text(name)] }
    var found: [Text: SchemaPart] = [:]
    var waiting = [root]
    while let part = waiting.popLast(), !isExhausted {
      charge(1 + part.value.count)
      for keyword in ["$anchor", "$dynamicAnchor", "$id", "id"] {
        guard let name = part.value[keyword]?.string else { continue }
        let text = Text(name.hasPrefix("#") ? String(name.dropFirst()) : name)
        if found[text] == nil { found[text] = part }
      }
      waiting += part.children.filter { $0.value.kind == .object || $0.value.kind == .array }
    }
    anchors = found
    return found[Text(name)]
  }

  private static func percentDecoded(_ text: Substring) -> String? {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
        return nil
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

// MARK: - Types

/// A JSON Schema type.
enum SchemaType: String, CaseIterable {
  case string, number, integer, boolean, array, object, null

  /// Names of types for a sentence, in the order of the cases.
  static func names(_ types: Set<SchemaType>) -> String {
    let names = allCases.filter(types.contains).map(\.rawValue)
    return names.joined(separator: " or ")
  }

  /// The type of a value.
  init(of value: JSONValue) {
    self =
      switch value.kind {
      case .null: .null
      case .boolean: .boolean
      case .number: IntegerRow.isInteger(value.numberText ?? "") ? .integer : .number
      case .string: .string
      case .array: .array
      case .object: .object
      }
  }
}

extension SchemaNode {
  /// The types that a value may have: those that all schemas allow; or if none names a type, those
  /// that their other keywords are about. Empty if there is no restriction.
  var types: Set<SchemaType> {
    var allowed: Set<SchemaType>?
    func restrict(_ types: Set<SchemaType>) {
      guard let before = allowed else {
        allowed = types
        return
      }
      var both = before.intersection(types)
      if before.contains(.number) != types.contains(.number),
        before.contains(.integer) || types.contains(.integer)
      {
        both.insert(.integer)
      }
      allowed = both
    }
    for part in all("type") {
      let names = part.value.string.map { [$0] } ?? part.value.elements.compactMap(\.string)
      let types = names.compactMap(SchemaType.init)
      if !types.isEmpty { restrict(Set(types)) }
    }
    if let allowed { return allowed }
    if let values = enumerated { return Set(values.map { SchemaType(of: $0.value) }) }
    let clues: [(SchemaType, [String])] = [
      (.object, ["properties", "additionalProperties", "patternProperties", "required"]),
      (.array, ["items", "minItems", "maxItems", "prefixItems"]),
      (.string, ["pattern", "minLength", "maxLength", "format"]),
      (.number, ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]),
    ]
    let found = clues.first { $0.1.contains { self[$0] != nil } }
    return found.map { [$0.0] } ?? []
  }

  /// The type that decides between a row, a section and a repeat; nil if there is none.
  func kind(_ types: Set<SchemaType>) -> SchemaType? {
    if types.isEmpty { return enumerated == nil ? .string : nil }
    return [.string, .number, .integer, .boolean, .array, .object].first(where: types.contains)
  }

  /// The values listed by `enum` or `const`; nil without either.
  var enumerated: [SchemaPart]? {
    if let list = self["enum"], list.value.kind == .array { return list.children }
    return self["const"].map { [$0] }
  }

  // MARK: - Alternatives

  /// Whether only the alternatives describe the value, or the object's properties.
  var needsAlternative: Bool {
    guard let keyword = self["anyOf"] ?? self["oneOf"], alternativeChoices == nil else {
      return false
    }
    let types = types
    if types == [.object], keyword.value.kind == .array {
      return self["properties"] == nil && !isMap
    }
    return types.isDisjoint(with: [.object, .array])
  }

  /// Whether an object is a map with arbitrary property names.
  private var isMap: Bool {
    ["patternProperties", "additionalProperties"].contains { self[$0]?.value.kind == .object }
  }

  var isScalar: Bool {
    let types = types
    return types.isDisjoint(with: [.array, .object]) && !types.isEmpty
  }

  /// Whether an alternative has more than one possible answer, and rows to ask for it.
  var asksSomething: Bool {
    if let values = enumerated { return values.count > 1 }
    let types = types
    if types == [.object] { return all("properties").contains { $0.value.count > 0 } }
    guard types == [.array] else { return !types.isEmpty }
    // A form cannot ask for an array of unspecified entries, or for a tuple.
    return self["items"]?.value.kind == .object
  }
}
