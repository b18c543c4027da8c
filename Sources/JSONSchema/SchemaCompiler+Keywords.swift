// Reads keywords of schemas.

import FormText
import LosslessJSON
import Patterns

extension SchemaCompiler {
  /// The requirement of a keyword that contains no schemas; nil for other keywords.
  mutating func assertion(
    _ name: String, _ value: JSONValue, of schema: JSONValue, _ draft: SchemaDraft, _ resource: Int
  ) -> SchemaKeyword? {
    func malformed(_ allowed: String) -> SchemaKeyword {
      gap(value, in: resource, "\(name.quoted) must be \(allowed); it is not checked")
    }
    switch name {
    case "type":
      guard let types = types(value, draft) else {
        return malformed("the name of a type, or an array of such names")
      }
      return .type(types)
    case "enum":
      guard value.kind == .array else { return malformed("an array") }
      return .values(AllowedValues(Array(value.elements)))
    case "const" where draft >= .draft6: return .values(AllowedValues([value]))
    case "multipleOf":
      guard let (number, text) = number(value), DecimalNumber.zero < number else {
        return malformed("a number above 0")
      }
      return .multipleOf(number, text)
    case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
      let isMaximum = name.hasSuffix("aximum")
      if draft == .draft4, value.kind == .boolean { return nil }
      guard let (number, text) = number(value) else { return malformed("a number") }
      let flag = isMaximum ? "exclusiveMaximum" : "exclusiveMinimum"
      let isExclusive = name == flag || draft == .draft4 && schema[flag]?.bool == true
      return .limit(
        NumberLimit(number: number, text: text, isMaximum: isMaximum, isExclusive: isExclusive))
    case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties":
      guard let count = count(value) else { return malformed("a whole number from 0") }
      let thing: Countable =
        name.hasSuffix("Length") ? .character : name.hasSuffix("Items") ? .item : .property
      return .count(thing, isMaximum: name.hasPrefix("max"), count)
    case "pattern":
      guard let source = value.string else { return malformed("a string") }
      return pattern(source, at: value, in: resource).map { .pattern($0, source) } ?? .gap
    case "format":
      guard let name = value.string else { return malformed("a string") }
      return checksFormats ? SchemaFormat(rawValue: name).map { .format($0) } : nil
    case "uniqueItems":
      guard let isUnique = value.bool else { return malformed("true or false") }
      return isUnique ? .uniqueItems : nil
    case "required":
      guard let names = strings(value) else { return malformed("an array of names") }
      return .required(names)
    case "dependentRequired" where draft >= .draft2019:
      guard let names = dependentNames(value) else { return malformed("an object of arrays") }
      return .dependentRequired(names)
    default: return nil
    }
  }

  /// The requirements of the keywords that contain schemas. Those that need the results of the
  /// others come last.
  mutating func applicators(
    of schema: JSONValue, _ draft: SchemaDraft, _ resource: Int
  ) -> [SchemaKeyword] {
    var keywords: [SchemaKeyword] = []
    func one(_ name: String) -> Int? { schema[name].map { number(of: $0, in: resource) } }
    func several(_ name: String) -> [Int]? {
      guard let value = schema[name] else { return nil }
      guard value.kind == .array else {
        keywords.append(gap(value, in: resource, "\(name.quoted) must be an array of schemas"))
        return nil
      }
      return value.elements.map { number(of: $0, in: resource) }
    }
    if draft == .draft2019, let value = schema["$recursiveRef"] {
      keywords.append(reference(value, in: resource, isDynamic: true))
    }
    if draft >= .draft2020, let value = schema["$dynamicRef"] {
      keywords.append(reference(value, in: resource, isDynamic: true))
    }
    if let members = members(of: schema, resource) { keywords.append(.members(members)) }
    keywords += items(of: schema, draft, resource)
    if draft >= .draft6 {
      if let names = one("propertyNames") { keywords.append(.propertyNames(names)) }
      if let item = one("contains") {
        let hasCounts = draft >= .draft2019
        keywords.append(
          .contains(
            item, least: (hasCounts ? schema["minContains"].flatMap(count) : nil) ?? 1,
            most: hasCounts ? schema["maxContains"].flatMap(count) : nil,
            marks: draft >= .draft2020))
      }
    }
    keywords += dependencies(of: schema, draft, resource)
    if let schemas = several("allOf") { keywords.append(.allOf(schemas)) }
    if let schemas = several("anyOf") { keywords.append(.anyOf(schemas)) }
    if let schemas = several("oneOf") { keywords.append(.oneOf(schemas)) }
    if let excluded = one("not") { keywords.append(.not(excluded)) }
    if draft >= .draft7, let condition = one("if") {
      keywords.append(
        .conditional(condition: condition, then: one("then"), otherwise: one("else")))
    }
    if draft >= .draft2019 {
      if let rest = one("unevaluatedItems") { keywords.append(.unevaluatedItems(rest)) }
      if let rest = one("unevaluatedProperties") { keywords.append(.unevaluatedProperties(rest)) }
      if schema["unevaluatedItems"] != nil || schema["unevaluatedProperties"] != nil {
        compiled.tracksEvaluation = true
      }
    }
    return keywords
  }

  // MARK: - Objects and arrays

  private mutating func members(of schema: JSONValue, _ resource: Int) -> MemberSchemas? {
    var members = MemberSchemas()
    for (key, value) in schema["properties"]?.members.map({ $0 }) ?? [] {
      members.named[Text(key.string ?? "")] = number(of: value, in: resource)
    }
    for (key, value) in schema["patternProperties"]?.members.map({ $0 }) ?? [] {
      let pattern = pattern(key.string ?? "", at: value, in: resource)
      members.patterns.append((pattern, number(of: value, in: resource)))
    }
    members.rest = schema["additionalProperties"].map { number(of: $0, in: resource) }
    let isEmpty = members.named.isEmpty && members.patterns.isEmpty && members.rest == nil
    return isEmpty ? nil : members
  }

  private mutating func items(
    of schema: JSONValue, _ draft: SchemaDraft, _ resource: Int
  ) -> [SchemaKeyword] {
    var prefix: [Int] = []
    var rest = schema["items"]
    if draft >= .draft2020, let values = schema["prefixItems"] {
      prefix = values.elements.map { number(of: $0, in: resource) }
    }
    if let values = rest, values.kind == .array {
      prefix += values.elements.map { number(of: $0, in: resource) }
      rest = schema["additionalItems"]
    }
    let other = rest.map { number(of: $0, in: resource) }
    return prefix.isEmpty && other == nil ? [] : [.items(prefix: prefix, rest: other)]
  }

  private mutating func dependencies(
    of schema: JSONValue, _ draft: SchemaDraft, _ resource: Int
  ) -> [SchemaKeyword] {
    var names: [(name: String, needed: [String])] = []
    var schemas: [(name: String, schema: Int)] = []
    let keyword = draft >= .draft2019 ? "dependentSchemas" : "dependencies"
    for (key, value) in schema[keyword]?.members.map({ $0 }) ?? [] {
      guard let name = key.string else { continue }
      if draft < .draft2019, let needed = strings(value) ?? value.string.map({ [$0] }) {
        names.append((name, needed))
      } else {
        schemas.append((name, number(of: value, in: resource)))
      }
    }
    return (names.isEmpty ? [] : [.dependentRequired(names)])
      + (schemas.isEmpty ? [] : [.dependentSchemas(schemas)])
  }

  // MARK: - Values

  private func number(_ value: JSONValue) -> (DecimalNumber, String)? {
    guard let text = value.numberText, let number = DecimalNumber(text) else { return nil }
    return (number, text)
  }

  private func count(_ value: JSONValue) -> Int? {
    guard let (number, _) = number(value), !number.isNegative,
      number.power >= 0 || number.digits.isEmpty
    else { return nil }
    return number.whole ?? .max
  }

  private func strings(_ value: JSONValue) -> [String]? {
    guard value.kind == .array else { return nil }
    let names = value.elements.compactMap(\.string)
    return names.count == value.count ? names : nil
  }

  private func dependentNames(_ value: JSONValue) -> [(name: String, needed: [String])]? {
    guard value.kind == .object else { return nil }
    return value.members.compactMap { key, needed in
      strings(needed).map { (key.string ?? "", $0) }
    }
  }

  private func types(_ value: JSONValue, _ draft: SchemaDraft) -> JSONTypes? {
    guard let names = value.string.map({ [$0] }) ?? strings(value) else { return nil }
    var types = JSONTypes()
    for name in names {
      guard let known = JSONTypes.names.first(where: { $0.name == name }), !name.isEmpty else {
        return nil
      }
      types.insert(draft == .draft4 && known.type == .integer ? .plainInteger : known.type)
    }
    return types
  }
}
