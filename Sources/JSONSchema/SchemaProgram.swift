// A compiled schema: schemas refer to each other by number, so it may contain itself.

import FormText
import LosslessJSON
import Patterns

/// The compiled schemas; the first one is that of the document.
struct SchemaProgram: Sendable {
  var schemas: [CompiledSchema] = []
  /// The schemas with dynamic anchors, by the numbers of their resources.
  var dynamicAnchors: [Text: [Int: Int]] = [:]
  /// Whether a schema has `unevaluatedItems` or `unevaluatedProperties`.
  var tracksEvaluation = false
}

/// A schema as a list of its requirements.
struct CompiledSchema: Sendable {
  /// The number of the resource to which the schema belongs.
  var resource: Int
  var keywords: [SchemaKeyword] = []
}

/// A requirement. Schemas are given by their numbers.
indirect enum SchemaKeyword: Sendable {
  /// The schema `false`.
  case never
  /// A part that cannot be checked.
  case gap
  case type(JSONTypes)
  case values(AllowedValues)
  case multipleOf(DecimalNumber, String)
  case limit(NumberLimit)
  case count(Countable, isMaximum: Bool, Int)
  case pattern(Pattern, String)
  case format(SchemaFormat)
  case items(prefix: [Int], rest: Int?)
  case contains(Int, least: Int, most: Int?, marks: Bool)
  case uniqueItems
  case members(MemberSchemas)
  case propertyNames(Int)
  case required([String])
  case dependentRequired([(name: String, needed: [String])])
  case dependentSchemas([(name: String, schema: Int)])
  case allOf([Int])
  case anyOf([Int])
  case oneOf([Int])
  case not(Int)
  case conditional(condition: Int, then: Int?, otherwise: Int?)
  case dynamicReference(to: Int, anchor: Text)
  case unevaluatedItems(Int)
  case unevaluatedProperties(Int)
}

/// The types of JSON Schema.
struct JSONTypes: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let null = JSONTypes(rawValue: 1)
  static let boolean = JSONTypes(rawValue: 2)
  static let integer = JSONTypes(rawValue: 4)
  static let number = JSONTypes(rawValue: 8)
  static let string = JSONTypes(rawValue: 16)
  static let array = JSONTypes(rawValue: 32)
  static let object = JSONTypes(rawValue: 64)
  /// The integers of draft 4: `1.0` is none.
  static let plainInteger = JSONTypes(rawValue: 128)

  /// Each type with its name in schemas, and with a noun phrase for people.
  static let names: [(type: JSONTypes, name: String, noun: String)] = [
    (.string, "string", "a string"), (.integer, "integer", "a whole number"),
    (.number, "number", "a number"), (.boolean, "boolean", "true or false"),
    (.array, "array", "an array"), (.object, "object", "an object"), (.null, "null", "null"),
    (.plainInteger, "", "a whole number"),
  ]
}

/// Things that have a minimum and a maximum.
enum Countable: String, Sendable {
  case character, item, property
}

/// A limit of numbers.
struct NumberLimit: Sendable {
  let number: DecimalNumber
  /// The limit as the schema writes it.
  let text: String
  let isMaximum: Bool
  let isExclusive: Bool

  func allows(_ other: DecimalNumber) -> Bool {
    if other == number { return !isExclusive }
    return isMaximum ? other < number : number < other
  }
}

/// The values of `enum` or `const`.
struct AllowedValues: Sendable {
  let values: [JSONValue]
  private let canonical: Set<[UInt8]>
  private let kinds: Set<JSONValue.Kind>

  init(_ values: [JSONValue]) {
    self.values = values
    canonical = Set(values.map(\.canonicalBytes))
    kinds = Set(values.map(\.kind))
  }

  /// Whether any of the values has the kind of a value.
  func mayContain(_ value: JSONValue) -> Bool { kinds.contains(value.kind) }

  func contains(_ value: JSONValue) -> Bool {
    mayContain(value) && canonical.contains(value.canonicalBytes)
  }
}

/// The schemas for the members of an object.
struct MemberSchemas: Sendable {
  var named: [Text: Int] = [:]
  /// The patterns of names; a pattern that cannot be checked is nil.
  var patterns: [(pattern: Pattern?, schema: Int)] = []
  /// The schema for all other members.
  var rest: Int?
}
