// The types of JSON Schema, and which of them a schema leaves.

import FormModel
import LosslessJSON

/// What a value may be.
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

extension SchemaImporter {
  /// The types that a value may have: those that all schemas allow, or where none of them says one,
  /// those that their other keywords are about. Empty where nothing is specified at all.
  func types(of node: SchemaNode) -> Set<SchemaType> {
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
    for part in node.all("type") {
      let names = part.value.string.map { [$0] } ?? part.value.elements.compactMap(\.string)
      let types = names.compactMap(SchemaType.init)
      if !types.isEmpty { restrict(Set(types)) }
    }
    if let allowed { return allowed }
    if let values = enumerated(of: node) { return Set(values.map { SchemaType(of: $0.value) }) }
    let clues: [(SchemaType, [String])] = [
      (.object, ["properties", "additionalProperties", "patternProperties", "required"]),
      (.array, ["items", "minItems", "maxItems", "prefixItems"]),
      (.string, ["pattern", "minLength", "maxLength", "format"]),
      (.number, ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]),
    ]
    let found = clues.first { $0.1.contains { node[$0] != nil } }
    return found.map { [$0.0] } ?? []
  }

  /// Which of the types a row, a section or a repeat is made for; nil when none can be.
  func kind(of node: SchemaNode, _ types: Set<SchemaType>) -> SchemaType? {
    if types.isEmpty { return enumerated(of: node) == nil ? .string : nil }
    return [.string, .number, .integer, .boolean, .array, .object].first(where: types.contains)
  }

  /// The values that `enum` or `const` lists, nil without either.
  func enumerated(of node: SchemaNode) -> [SchemaPart]? {
    if let list = node["enum"], list.value.kind == .array { return list.children }
    return node["const"].map { [$0] }
  }

  // MARK: - Alternatives

  /// Whether only alternatives say what a value is, or what an object holds.
  func needsAlternative(_ node: SchemaNode) -> Bool {
    guard let keyword = node["anyOf"] ?? node["oneOf"], alternativeChoices(of: node) == nil else {
      return false
    }
    let types = types(of: node)
    if types == [.object], keyword.value.kind == .array {
      return node["properties"] == nil && !isMap(node)
    }
    return types.isDisjoint(with: [.object, .array])
  }

  /// Whether an object is a map, whose properties have the names that a person gives them.
  private func isMap(_ node: SchemaNode) -> Bool {
    ["patternProperties", "additionalProperties"].contains { node[$0]?.value.kind == .object }
  }

  /// The node with the alternative that a form asks for: the only one beside null, else the first
  /// that a row can be made for; the others are reported.
  mutating func withAlternative(_ node: SchemaNode) -> SchemaNode {
    guard let keyword = node["anyOf"] ?? node["oneOf"], keyword.value.kind == .array else {
      return node
    }
    resolver.charge(keyword.value.count)
    let branches = keyword.children.prefix(SchemaImporter.mostAlternatives).map {
      ($0, self.node(of: [$0]))
    }
    let others = branches.filter { types(of: $0.1) != [.null] }
    // One that leaves a single value asks nothing, as `false` beside an object of settings.
    let asking = others.filter { asksSomething($0.1) }
    guard
      let chosen = asking.first(where: { isScalar($0.1) })
        ?? asking.first ?? others.first(where: { isScalar($0.1) }) ?? others.first
    else { return node }
    if others.count > 1 || keyword.value.count > branches.count {
      let index = branches.firstIndex { $0.0.value.index == chosen.0.value.index } ?? 0
      remark(
        "the schema has \(keyword.value.count) alternatives; only "
          + "\(index == 0 ? "the first" : "number \(index + 1)") is asked for", at: keyword)
    }
    var joined = node
    joined.parts += chosen.1.parts.filter { part in
      !node.parts.contains { $0.value.index == part.value.index }
    }
    joined.identity.formUnion(others.count == 1 ? chosen.1.identity : [chosen.0.value.index])
    if branches.count > others.count { nullable.insert(node.place.value.index) }
    answered.insert(keyword.value.index)
    return joined
  }

  private func isScalar(_ node: SchemaNode) -> Bool {
    let types = types(of: node)
    return types.isDisjoint(with: [.array, .object]) && !types.isEmpty
  }

  /// Whether there is more than one answer to what an alternative asks, and a row or rows for them.
  private func asksSomething(_ node: SchemaNode) -> Bool {
    if let values = enumerated(of: node) { return values.count > 1 }
    let types = types(of: node)
    if types == [.object] { return node.all("properties").contains { $0.value.count > 0 } }
    guard types == [.array] else { return !types.isEmpty }
    // Of an array without a word on its entries, and of a tuple, nothing can be asked.
    return node["items"]?.value.kind == .object
  }
}
