// Checks the values of a document by compiled schemas.
//
// Invariants: the work is limited by a budget, and the recursion by a depth, so a schema that
// contains itself cannot stop the program. If a limit is reached, the check accepts everything
// else and reports the limit. A part that cannot be checked never makes a value invalid.

import FormText
import LosslessJSON
import Patterns

/// A violation at a value of the document.
struct SchemaFault {
  /// The position of the value, or of its key, in the tree of the document.
  let value: Int
  /// The number of arrays and objects around the value.
  let level: Int
  var complaint: Complaint
}

/// The check of one document.
struct SchemaCheck {
  let program: SchemaProgram
  private let document: JSONDocument
  /// The faults found so far, at most `mostFaults`.
  var faults: [SchemaFault] = []
  var mostFaults = SchemaCheck.limits.faults
  /// The limits that were reached.
  private var reached: [SchemaFault] = []
  /// Whether faults are noted; otherwise a check ends at the first one.
  var notesFaults = true
  /// The number of arrays and objects around the present value.
  var level = 0
  /// The number of schemas that are being applied, each inside the one before.
  private var depth = 0
  private var budget: Int
  /// The resources that were entered, from the outermost.
  private var scope: [Int] = []
  /// The number of times that the verdict on a part was unknown: a gap, or a limit that was reached.
  var gapsMet = 0

  /// The limits of a check. `steps` is a minimum, to which a multiple of the document's size is
  /// added.
  fileprivate static let limits = (faults: 1_000, depth: 1_600, steps: 4_000_000, stepsPerValue: 64)

  /// Begins a check.
  ///
  /// - Parameter steps: the work that is allowed for a small document.
  init(
    _ program: SchemaProgram, of document: JSONDocument, steps: Int = SchemaCheck.limits.steps
  ) {
    (self.program, self.document) = (program, document)
    budget = steps + SchemaCheck.limits.stepsPerValue * document.nodeCount
  }

  /// The faults of the document in the order of their values.
  mutating func allFaults() -> [SchemaFault] {
    var seen = Set<Int>()
    _ = check(0, document.root, &seen)
    let all = faults + reached
    return all.indices.sorted { (all[$0].value, $0) < (all[$1].value, $1) }.map { all[$0] }
  }

  // MARK: - Limits

  /// Charges work to the budget; false if it is used up.
  mutating func charge(_ steps: Int = 1) -> Bool {
    guard budget > 0 else { return false }
    budget -= steps
    if budget <= 0 {
      note(
        "takes too long to check by its schema; it is not checked completely", at: document.root)
    }
    return budget > 0
  }

  private mutating func note(_ reason: String, at value: JSONValue) {
    reached.append(SchemaFault(value: value.index, level: level, complaint: .unchecked(reason)))
  }

  // MARK: - Schemas

  /// Notes a fault at a value, and returns false.
  ///
  /// - Parameter isInside: whether the value is a member or an item of the present value.
  mutating func refuse(
    _ value: JSONValue, isInside: Bool = false, _ complaint: @autoclosure () -> Complaint
  ) -> Bool {
    if notesFaults, faults.count < mostFaults {
      faults.append(
        SchemaFault(
          value: value.index, level: level + (isInside ? 1 : 0), complaint: complaint()))
    }
    return false
  }

  /// Whether a schema accepts a value; its faults are not noted.
  mutating func accepts(_ schema: Int, _ value: JSONValue, _ seen: inout Set<Int>) -> Bool {
    let noted = notesFaults
    notesFaults = false
    defer { notesFaults = noted }
    return check(schema, value, &seen)
  }

  /// Checks a member or an item of the present value.
  mutating func checkInside(_ schema: Int, _ value: JSONValue) -> Bool {
    var seen = Set<Int>()
    level += 1
    defer { level -= 1 }
    return check(schema, value, &seen)
  }

  /// Checks a value by a schema, and notes its faults.
  ///
  /// - Parameter seen: the positions of the members and items that a schema has evaluated, for
  ///   `unevaluatedProperties` and `unevaluatedItems`.
  mutating func check(_ number: Int, _ value: JSONValue, _ seen: inout Set<Int>) -> Bool {
    guard charge() else {
      gapsMet += 1
      return true
    }
    guard depth < SchemaCheck.limits.depth else {
      note("is nested too deeply for its schema; it is not checked completely", at: value)
      budget = 0
      gapsMet += 1
      return true
    }
    depth += 1
    defer { depth -= 1 }
    let schema = program.schemas[number]
    let isEntered = scope.last != schema.resource
    if isEntered { scope.append(schema.resource) }
    defer { if isEntered { scope.removeLast() } }
    let gaps = gapsMet
    var isValid = true
    // A schema sees the members that it and its subschemas evaluate, not those that the schema
    // around it evaluates.
    var evaluated = Set<Int>()
    defer { if program.tracksEvaluation { seen.formUnion(evaluated) } }
    for keyword in schema.keywords {
      switch keyword {
      case .unevaluatedItems, .unevaluatedProperties:
        // After a fault or a gap, it is unknown which members and items were evaluated.
        if !isValid || gapsMet != gaps { continue }
      default: break
      }
      guard !meets(keyword, value, &evaluated) else { continue }
      isValid = false
      // A value of the wrong type has no further faults.
      if case .type = keyword { return false }
      if !notesFaults { return false }
    }
    return isValid
  }

  /// Whether a value meets a requirement.
  private mutating func meets(
    _ keyword: SchemaKeyword, _ value: JSONValue, _ seen: inout Set<Int>
  ) -> Bool {
    switch keyword {
    case .never: return refuse(value, .never)
    case .gap:
      gapsMet += 1
      return true
    case .type(let types): return has(value, types) || refuse(value, .type(types))
    case .values(let allowed):
      return allowed.contains(value) || refuse(value, .values(allowed.values))
    case .multipleOf, .limit: return meetsNumeric(keyword, value)
    case .count(let thing, let isMaximum, let limit):
      guard let count = count(thing, of: value) else { return true }
      return (isMaximum ? count <= limit : count >= limit)
        || refuse(value, .count(thing, isMaximum: isMaximum, limit))
    case .pattern(let pattern, let source):
      guard let text = value.string else { return true }
      return matches(pattern, text, at: value) || refuse(value, .pattern(source))
    case .format(let format):
      guard let text = value.string else { return true }
      return format.accepts(text) || refuse(value, .format(format))
    case .items(let prefix, let rest): return meetsItems(prefix, rest, value, &seen)
    case .contains(let schema, let least, let most, let marks):
      return contains(schema, least...max(most ?? .max, least), most, marks, value, &seen)
    case .uniqueItems: return hasUniqueItems(value)
    case .members(let schemas): return meets(schemas, value, &seen)
    case .propertyNames(let schema): return hasNames(schema, value)
    case .required(let names): return has(names, neededBy: nil, value)
    case .dependentRequired(let dependencies):
      return all(dependencies) { check, dependency in
        value[dependency.name] == nil
          || check.has(dependency.needed, neededBy: dependency.name, value)
      }
    case .dependentSchemas(let dependencies):
      return all(dependencies) { check, dependency in
        value[dependency.name] == nil || check.check(dependency.schema, value, &seen)
      }
    case .allOf(let schemas):
      return all(schemas) { check, schema in check.check(schema, value, &seen) }
    case .anyOf(let schemas): return meetsAny(schemas, isExclusive: false, value, &seen)
    case .oneOf(let schemas): return meetsAny(schemas, isExclusive: true, value, &seen)
    case .not(let schema): return isExcluded(schema, value)
    case .conditional(let condition, let then, let otherwise):
      let gaps = gapsMet
      var inner = Set<Int>()
      let holds = accepts(condition, value, &inner)
      if holds { seen.formUnion(inner) }
      // The condition is unknown.
      if holds, gapsMet != gaps { return true }
      return (holds ? then : otherwise).map { check($0, value, &seen) } ?? true
    case .dynamicReference(let schema, let anchor):
      let resources = program.dynamicAnchors[anchor] ?? [:]
      let outermost = scope.first { resources[$0] != nil }
      return check(outermost.flatMap { resources[$0] } ?? schema, value, &seen)
    case .unevaluatedItems(let schema):
      guard value.kind == .array else { return true }
      return hasSeen(schema, value, &seen)
    case .unevaluatedProperties(let schema):
      guard value.kind == .object else { return true }
      return hasSeen(schema, value, &seen)
    }
  }

  /// Whether all parts of a requirement are met. Without noting faults, it ends at the first fault.
  private mutating func all<Part>(
    _ parts: [Part], _ isMet: (inout SchemaCheck, Part) -> Bool
  ) -> Bool {
    var isValid = true
    for part in parts where !isMet(&self, part) {
      isValid = false
      if !notesFaults { return false }
    }
    return isValid
  }

  // MARK: - Scalars

  private func has(_ value: JSONValue, _ types: JSONTypes) -> Bool {
    switch value.kind {
    case .null: types.contains(.null)
    case .boolean: types.contains(.boolean)
    case .string: types.contains(.string)
    case .array: types.contains(.array)
    case .object: types.contains(.object)
    case .number: types.contains(.number) || isInteger(value, types)
    }
  }

  private func isInteger(_ value: JSONValue, _ types: JSONTypes) -> Bool {
    guard let text = value.numberText, let number = DecimalNumber(text) else { return false }
    if types.contains(.integer), number.digits.isEmpty || number.power >= 0 { return true }
    return types.contains(.plainInteger) && text.utf8.allSatisfy { !".eE".utf8.contains($0) }
  }

  private mutating func meetsNumeric(_ keyword: SchemaKeyword, _ value: JSONValue) -> Bool {
    guard let number = value.numberText.flatMap({ DecimalNumber($0) }) else { return true }
    switch keyword {
    case .multipleOf(let divisor, let text):
      guard charge(number.digits.count * divisor.digits.count / 16) else { return true }
      return number.isMultiple(of: divisor) || refuse(value, .multipleOf(text))
    case .limit(let limit): return limit.allows(number) || refuse(value, .limit(limit))
    default: return true
    }
  }

  /// The number of things of a kind in a value; nil if the limit does not apply to its type.
  private func count(_ thing: Countable, of value: JSONValue) -> Int? {
    switch thing {
    case .character: value.string.map { Text($0).scalarCount }
    case .item: value.kind == .array ? value.count : nil
    case .property: value.kind == .object ? value.count : nil
    }
  }

  /// Whether a pattern has a match in a text. A match that takes too long is noted as a limit.
  mutating func matches(_ pattern: Pattern, _ text: String, at value: JSONValue) -> Bool {
    var allowance = Pattern.Allowance()
    let verdict = pattern.verdict(on: text, within: &allowance)
    _ = charge(allowance.spent / 16)
    switch verdict {
    case .matches: return true
    case .differs: return false
    case .unchecked(let reason):
      note(reason, at: value)
      gapsMet += 1
      return true
    }
  }
}
