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

extension SchemaNode {
  /// The types that a value may have: those that all schemas allow, or where none of them says one,
  /// those that their other keywords are about. Empty where nothing is specified at all.
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

  /// Which of the types a row, a section or a repeat is made for; nil when none can be.
  func kind(_ types: Set<SchemaType>) -> SchemaType? {
    if types.isEmpty { return enumerated == nil ? .string : nil }
    return [.string, .number, .integer, .boolean, .array, .object].first(where: types.contains)
  }

  /// The values that `enum` or `const` lists, nil without either.
  var enumerated: [SchemaPart]? {
    if let list = self["enum"], list.value.kind == .array { return list.children }
    return self["const"].map { [$0] }
  }

  // MARK: - Alternatives

  /// Whether only alternatives say what a value is, or what an object holds.
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

  /// Whether an object is a map, whose properties have the names that a person gives them.
  private var isMap: Bool {
    ["patternProperties", "additionalProperties"].contains { self[$0]?.value.kind == .object }
  }

  var isScalar: Bool {
    let types = types
    return types.isDisjoint(with: [.array, .object]) && !types.isEmpty
  }

  /// Whether there is more than one answer to what an alternative asks, and a row or rows for them.
  var asksSomething: Bool {
    if let values = enumerated { return values.count > 1 }
    let types = types
    if types == [.object] { return all("properties").contains { $0.value.count > 0 } }
    guard types == [.array] else { return !types.isEmpty }
    // Of an array without a word on its entries, and of a tuple, nothing can be asked.
    return self["items"]?.value.kind == .object
  }
}
