// The schemas that are being applied to values, each with its unfinished keyword.

import LosslessJSON

/// A schema that is being applied to a value.
struct SchemaFrame: Sendable {
  let schema: Int
  let value: JSONValue
  let manner: SchemaManner
  /// The number of gaps that were met before.
  let gaps: Int
  /// Whether the schema belongs to another resource than the schema around it.
  let isEntered: Bool
  /// Whether the schema around this one notes faults.
  let notesFaults: Bool
  /// The index of the next keyword.
  var next = 0
  /// The keyword that is being checked; nil between keywords.
  var unfinished: (any KeywordCheck)?
  var isValid = true
  /// The positions of the members and items that the schema has evaluated, for
  /// `unevaluatedProperties` and `unevaluatedItems`. A schema sees those that it and its subschemas
  /// evaluate, not those that the schema around it evaluates.
  var evaluated = Set<Int>()

  init(
    schema: Int, value: JSONValue, manner: SchemaManner, gaps: Int, isEntered: Bool,
    notesFaults: Bool
  ) {
    (self.schema, self.value, self.manner, self.gaps) = (schema, value, manner, gaps)
    (self.isEntered, self.notesFaults) = (isEntered, notesFaults)
  }
}

/// The manner in which a keyword applies a schema.
enum SchemaManner: Sendable {
  /// To the present value, as a part of the present schema.
  case here
  /// To a member or an item of the present value.
  case inside
  /// To the present value or an item, without noting faults.
  case silently
  /// To the present value; the evaluated members and items do not count.
  case aside
}

/// The verdict of a schema on a value.
struct SchemaVerdict: Sendable {
  let isValid: Bool
  /// The positions of the members and items that the schema has evaluated.
  let evaluated: Set<Int>
}

/// The check of a keyword that contains schemas or compares many items, in progress.
protocol KeywordCheck: Sendable {
  /// Continues the check. The check takes the verdict of the schema that it applied last.
  mutating func advance(_ check: inout SchemaCheck) -> KeywordStep
}

/// The next step of a keyword's check.
enum KeywordStep {
  /// The verdict of the keyword.
  case met(Bool)
  /// A schema, given by its number, is applied to a value; then the check continues.
  case apply(Int, JSONValue, SchemaManner)
  /// Another check continues in place of this one.
  case become(any KeywordCheck)
  case pause
}

/// The check of a keyword that applies schemas one after the other, all of which must accept.
protocol ConjunctionCheck: KeywordCheck {
  var isValid: Bool { get set }

  /// The next schema to apply, or a pause; nil after the last one.
  mutating func next(_ check: inout SchemaCheck) -> KeywordStep?
}

extension ConjunctionCheck {
  mutating func advance(_ check: inout SchemaCheck) -> KeywordStep {
    if let verdict = check.takeVerdict(), !verdict.isValid {
      isValid = false
      if !check.faults.areNoted { return .met(false) }
    }
    return next(&check) ?? .met(isValid)
  }
}

/// The check of a value by several schemas, all of which must accept it.
struct AllOfCheck: ConjunctionCheck {
  let schemas: [Int]
  private var place = 0
  var isValid = true

  init(_ schemas: [Int]) { self.schemas = schemas }

  mutating func next(_ check: inout SchemaCheck) -> KeywordStep? {
    guard place < schemas.count else { return nil }
    defer { place += 1 }
    return .apply(schemas[place], check.value, .here)
  }
}

extension SchemaKeyword {
  /// Whether the keyword needs the results of all others. After a fault or a gap, it is unknown
  /// which members and items were evaluated.
  var needsAllOthers: Bool {
    switch self {
    case .unevaluatedItems, .unevaluatedProperties: true
    default: false
    }
  }

  /// The check of the keyword in steps; nil for a keyword without schemas that is checked at once.
  func check(of value: JSONValue, _ check: SchemaCheck) -> (any KeywordCheck)? {
    switch self {
    case .items(let prefix, let rest):
      value.kind == .array ? ItemsCheck(prefix, rest, of: value) : nil
    case .contains(let schema, let least, let most, let marks):
      value.kind == .array
        ? ContainsCheck(
          schema, least: least, most: most, marks: marks, gaps: check.gapsMet, of: value) : nil
    case .uniqueItems: value.kind == .array ? UniqueItemsCheck(value) : nil
    case .members(let schemas): value.kind == .object ? MembersCheck(schemas, of: value) : nil
    case .propertyNames(let schema): value.kind == .object ? NamesCheck(schema, of: value) : nil
    case .dependentSchemas(let all):
      AllOfCheck(all.filter { value[$0.name] != nil }.map(\.schema))
    case .allOf(let schemas): AllOfCheck(schemas)
    case .anyOf(let schemas): AlternativesCheck(schemas, isExclusive: false, gaps: check.gapsMet)
    case .oneOf(let schemas): AlternativesCheck(schemas, isExclusive: true, gaps: check.gapsMet)
    case .not(let schema): ExclusionCheck(schema: schema, gaps: check.gapsMet)
    case .conditional(let condition, let then, let otherwise):
      ConditionCheck(
        condition: condition, then: then, otherwise: otherwise, gaps: check.gapsMet)
    case .dynamicReference(let schema, let anchor):
      AllOfCheck([check.target(ofDynamicReference: schema, anchor: anchor)])
    case .unevaluatedItems(let schema):
      value.kind == .array ? UnevaluatedCheck(schema, of: value) : nil
    case .unevaluatedProperties(let schema):
      value.kind == .object ? UnevaluatedCheck(schema, of: value) : nil
    case .never, .gap, .type, .values, .multipleOf, .limit, .count, .pattern, .format, .required,
      .dependentRequired:
      nil
    }
  }
}
