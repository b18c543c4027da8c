// What a template cannot say, keyword by keyword.

extension SchemaImporter {
  /// A keyword without a counterpart.
  private struct Unsaid {
    var keyword: String
    /// The type it is about, nil for all.
    var type: SchemaType?
    var sentence: String
  }

  private static let unsaid: [Unsaid] = [
    Unsaid(keyword: "if", type: nil, sentence: "a condition (if, then, else); not checked"),
    Unsaid(keyword: "not", type: nil, sentence: "what a value must not be; not checked"),
    Unsaid(keyword: "anyOf", type: nil, sentence: "alternatives; not checked"),
    Unsaid(keyword: "oneOf", type: nil, sentence: "alternatives; not checked"),
    Unsaid(keyword: "$dynamicRef", type: nil, sentence: "a dynamic reference; not followed"),
    Unsaid(keyword: "$recursiveRef", type: nil, sentence: "a dynamic reference; not followed"),
    Unsaid(
      keyword: "patternProperties", type: .object,
      sentence: "properties that patterns name; not asked for"),
    Unsaid(
      keyword: "additionalProperties", type: .object,
      sentence: "further properties, named by whoever fills the form; not asked for"),
    Unsaid(
      keyword: "unevaluatedProperties", type: .object,
      sentence: "further properties, named by whoever fills the form; not asked for"),
    Unsaid(keyword: "propertyNames", type: .object, sentence: "rules for names; not checked"),
    Unsaid(
      keyword: "dependencies", type: .object,
      sentence: "what one property asks of others; not checked"),
    Unsaid(
      keyword: "dependentRequired", type: .object,
      sentence: "what one property asks of others; not checked"),
    Unsaid(
      keyword: "dependentSchemas", type: .object,
      sentence: "what one property asks of others; not checked"),
    Unsaid(
      keyword: "minProperties", type: .object,
      sentence: "how many properties there are; not checked"),
    Unsaid(
      keyword: "maxProperties", type: .object,
      sentence: "how many properties there are; not checked"),
    Unsaid(
      keyword: "uniqueItems", type: .array, sentence: "that no two are the same is not checked"),
    Unsaid(keyword: "contains", type: .array, sentence: "what is among the entries; not checked"),
    Unsaid(keyword: "unevaluatedItems", type: .array, sentence: "further entries; not checked"),
  ]

  /// Tells the keywords that say something about a type which a template cannot say.
  mutating func remarkUnsaid(of node: SchemaNode, as type: SchemaType, propertyCount: Int = 0) {
    for unsaid in SchemaImporter.unsaid where unsaid.type == nil || unsaid.type == type {
      for part in node.all(unsaid.keyword) {
        guard saysSomething(part, of: node, propertyCount) else { continue }
        remark(part.forbidsOthers ? SchemaPart.forbidden : unsaid.sentence, at: part)
      }
    }
  }

  /// Whether a keyword with this value says anything beyond what the form does anyway.
  private func saysSomething(_ part: SchemaPart, of node: SchemaNode, _ propertyCount: Int) -> Bool
  {
    if answered.contains(part.value.index) { return false }
    // The form makes no other properties, and keeps those of a document.
    if part.forbidsOthers { return true }
    switch part.path.lastName {
    case "additionalProperties", "unevaluatedProperties", "patternProperties", "dependencies",
      "dependentRequired", "dependentSchemas", "propertyNames", "not":
      return part.value.kind == .object && part.value.count > 0 || part.path.lastName == "not"
    case "uniqueItems": return part.value.bool == true
    case "unevaluatedItems": return part.value.kind == .object
    case "minProperties":
      let required = Set(node.all("required").flatMap { $0.value.elements.compactMap(\.string) })
      return part.value.numberText.flatMap { Int($0) }.map { $0 > required.count } ?? true
    case "maxProperties":
      return part.value.numberText.flatMap { Int($0) }.map { $0 < propertyCount } ?? true
    default: return true
    }
  }
}

extension SchemaPart {
  /// The remark on a schema that allows no other properties.
  fileprivate static let forbidden =
    "no other properties are allowed; those that a document has are kept and not checked"

  /// Whether the keyword forbids other properties.
  fileprivate var forbidsOthers: Bool {
    ["additionalProperties", "unevaluatedProperties"].contains(path.lastName)
      && value.bool == false
  }
}
