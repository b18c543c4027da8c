// A JSON Schema as the importer reads it. A part is one schema in a file; a node joins all the
// parts that one value must satisfy.

import FormModel
import FormText
import LosslessJSON

/// The identity of a value in one of the files of a schema.
struct SchemaIdentity: Hashable {
  var file: Int
  var index: Int
}

/// A schema in a document, and its position.
struct SchemaPart {
  let value: JSONValue
  let path: DocumentPath
  /// The number of the document's file in `SchemaFiles`.
  var file = SchemaFiles.main

  var identity: SchemaIdentity { SchemaIdentity(file: file, index: value.index) }

  /// The value of a keyword of the schema; nil if the schema does not have the keyword.
  subscript(keyword: String) -> SchemaPart? {
    value[keyword].map { SchemaPart(value: $0, path: path.appending(keyword), file: file) }
  }

  /// The members of an object, or the elements of an array.
  var children: [SchemaPart] {
    if value.kind == .array {
      return value.elements.enumerated().map {
        SchemaPart(value: $1, path: path.appending($0), file: file)
      }
    }
    return value.members.map { key, member in
      SchemaPart(value: member, path: path.appending(key.string ?? ""), file: file)
    }
  }
}

/// Everything that one value must satisfy: a schema, the schemas to which it refers, and the parts
/// of its `allOf`.
struct SchemaNode {
  /// The schemas. The first is the schema at the position itself.
  var parts: [SchemaPart]
  /// The identity of the position: the identities of its schema and of the schemas to which that
  /// schema refers. Empty if several schemas describe the position.
  var identity: Set<SchemaIdentity>
  /// The keywords that list alternatives, such as `anyOf`, of which an alternative is already among
  /// the parts.
  var settled: Set<SchemaIdentity> = []

  /// The schema that allows any value.
  static let any = SchemaNode(parts: [], identity: [])

  /// Whether one of several alternatives is among the parts, so that other values are valid too.
  var isPartial = false

  /// The position of the first schema.
  var place: SchemaPart { parts[0] }

  /// The types that alternatives allow, if the alternatives were joined into this node because no
  /// two of them allow the same type. Nil for any other node.
  var union: Set<SchemaType>?

  /// The first value of a keyword.
  subscript(keyword: String) -> SchemaPart? {
    for part in parts { if let value = part[keyword] { return value } }
    return nil
  }

  /// All values of a keyword.
  func all(_ keyword: String) -> [SchemaPart] { parts.compactMap { $0[keyword] } }

  /// The first list of alternatives from which none is chosen yet.
  var alternatives: SchemaPart? {
    let found = (all("anyOf") + all("oneOf")).first { !settled.contains($0.identity) }
    return found.flatMap { $0.value.kind == .array ? $0 : nil }
  }

  /// The first value of a keyword, if it is a string.
  func string(_ keyword: String) -> String? { self[keyword]?.value.string }

  /// The first value of a keyword, if it is a string, on one line, without the marks of Markdown
  /// and not beginning with an address.
  func line(_ keyword: String) -> String? {
    SchemaLabel.line(string(keyword).map(MarkdownText.plain)).map(SchemaLabel.addressLast)
  }

  /// The most restrictive number among the values of a keyword.
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

  /// Whether any value of a keyword is true.
  func isTrue(_ keyword: String) -> Bool { parts.contains { $0.value[keyword]?.bool == true } }
}

// MARK: - Types

/// A JSON Schema type.
enum SchemaType: String, CaseIterable {
  case string, number, integer, boolean, array, object, null

  /// The names of types for a sentence, in the order of the cases.
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
  /// The types that a value may have. They are the types that all schemas allow. If no schema names
  /// a type, they are the types to which the other keywords apply. Empty if any type is allowed.
  var types: Set<SchemaType> {
    if let union { return union }
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
      (
        .object,
        [
          "properties", "additionalProperties", "patternProperties", "required", "propertyNames",
          "minProperties", "maxProperties", "unevaluatedProperties", "dependentRequired",
        ]
      ),
      (.array, ["items", "minItems", "maxItems", "prefixItems", "uniqueItems", "contains"]),
      (.string, ["pattern", "minLength", "maxLength", "format"]),
      (.number, ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]),
    ]
    let found = clues.first { $0.1.contains { self[$0] != nil } }
    return found.map { [$0.0] } ?? []
  }

  /// The type that decides between a row, a section and a repeating section; nil if there is none.
  /// If there are several types, an object or array for which a form can ask is preferred.
  func kind(_ types: Set<SchemaType>) -> SchemaType? {
    if types.isEmpty { return enumerated == nil ? .string : nil }
    if types.contains(.object), all("properties").contains(where: { $0.value.count > 0 }) {
      return .object
    }
    if types.contains(.array), self["items"]?.value.kind == .object { return .array }
    return [.string, .number, .integer, .boolean, .array, .object].first(where: types.contains)
  }

  /// The values that `enum` or `const` lists; nil if neither is present.
  var enumerated: [SchemaPart]? {
    if let list = self["enum"], list.value.kind == .array { return list.children }
    return self["const"].map { [$0] }
  }

  // MARK: - Alternatives

  /// Whether nothing but the alternatives describes the value, or its properties if it is an
  /// object.
  var needsAlternative: Bool {
    guard alternatives != nil, alternativeChoices == nil else { return false }
    let types = types
    if types == [.object] { return self["properties"] == nil && !isMap }
    if types == [.array] {
      return self["items"] == nil && self["prefixItems"] == nil
    }
    return types.isDisjoint(with: [.object, .array])
  }

  /// Whether the object is a map with arbitrary property names.
  private var isMap: Bool {
    ["patternProperties", "additionalProperties"].contains { self[$0]?.value.kind == .object }
  }

  var isScalar: Bool {
    let types = types
    return types.isDisjoint(with: [.array, .object]) && !types.isEmpty
  }

  /// Whether a form must ask for the value: more than one answer is possible, and rows can ask for
  /// it.
  var asksSomething: Bool {
    if let values = enumerated { return values.count > 1 }
    let types = types
    if types == [.object] {
      return all("properties").contains { $0.value.count > 0 }
        || all("patternProperties").contains { $0.value.count > 0 }
        || !all("additionalProperties").contains { $0.value.bool == false }
    }
    guard types == [.array] else { return !types.isEmpty }
    // A form cannot ask for an array whose entries are not described, or for a tuple.
    return self["items"]?.value.kind == .object
  }
}

extension SchemaNode {
  /// The keywords that restrict values of one scalar type only, and those that restrict nothing.
  private static let scalarKeywords: Set<String> = [
    "type", "title", "description", "markdownDescription", "default", "examples", "$comment",
    "pattern", "minLength", "maxLength", "format", "minimum", "maximum", "exclusiveMinimum",
    "exclusiveMaximum", "multipleOf", "$ref",
  ]

  /// Whether the schema consists of rules for values of scalar types, and no other value fits.
  var isPlainScalar: Bool {
    isScalar
      && parts.allSatisfy { part in
        part.value.members.allSatisfy { SchemaNode.scalarKeywords.contains($0.key.string ?? "") }
      }
  }
}
