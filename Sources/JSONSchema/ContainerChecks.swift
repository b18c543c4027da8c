// Checks the members of objects and the items of arrays.

import FormText
import LosslessJSON
import Patterns

// MARK: - Objects

/// The check of an object's members by `properties` and its relatives.
struct MembersCheck: ConjunctionCheck {
  private let schemas: MemberSchemas
  private var members: JSONValue.Members
  private var member: JSONValue?
  /// Whether the name of the present member may match a pattern that cannot be checked.
  private var skipsRest = false
  /// The schemas still to apply to the present member; the next one is last.
  private var waiting: [Int] = []
  var isValid = true

  init(_ schemas: MemberSchemas, of value: JSONValue) {
    (self.schemas, members) = (schemas, value.members)
  }

  mutating func next(_ check: inout SchemaCheck) -> KeywordStep? {
    if let schema = waiting.popLast(), let member { return .apply(schema, member, .inside) }
    guard let (key, value) = members.next() else { return nil }
    let name = key.string ?? ""
    let named = schemas.named[Text(name)]
    if !schemas.patterns.isEmpty {
      waiting = matching(name, at: key, &check).reversed()
      member = value
    }
    let first = named ?? waiting.popLast() ?? (skipsRest ? nil : schemas.rest)
    if check.program.tracksEvaluation, first != nil || skipsRest || schemas.rest != nil {
      _ = check.markEvaluated(value)
    }
    return first.map { .apply($0, value, .inside) } ?? .pause
  }

  /// The schemas of the patterns that match a name.
  private mutating func matching(
    _ name: String, at key: JSONValue, _ check: inout SchemaCheck
  ) -> [Int] {
    skipsRest = false
    var matching: [Int] = []
    for (pattern, schema) in schemas.patterns {
      guard check.charge(), let pattern else {
        check.meetGap()
        skipsRest = true
        continue
      }
      if check.matches(pattern, name, at: key) { matching.append(schema) }
    }
    return matching
  }
}

/// The check of the names of an object's members.
struct NamesCheck: KeywordCheck {
  private let schema: Int
  private var members: JSONValue.Members
  private var key: JSONValue?
  /// The number of faults before the present name.
  private var first = 0
  private var isValid = true

  init(_ schema: Int, of value: JSONValue) { (self.schema, members) = (schema, value.members) }

  mutating func advance(_ check: inout SchemaCheck) -> KeywordStep {
    if let verdict = check.takeVerdict(), !verdict.isValid {
      isValid = false
      if !check.faults.areNoted { return .met(false) }
      for index in check.faults.found.indices.dropFirst(first) {
        check.faults.found[index].complaint = .name(
          key?.string ?? "", check.faults.found[index].complaint)
      }
    }
    guard let next = members.next()?.key else { return .met(isValid) }
    (key, first) = (next, check.faults.found.count)
    return .apply(schema, next, .inside)
  }
}

// MARK: - Arrays

/// The check of an array's items by `items` and its relatives.
struct ItemsCheck: ConjunctionCheck {
  private let prefix: [Int]
  private let rest: Int?
  private var items: JSONValue.Elements
  private var place = 0
  var isValid = true

  init(_ prefix: [Int], _ rest: Int?, of value: JSONValue) {
    (self.prefix, self.rest, items) = (prefix, rest, value.elements)
  }

  mutating func next(_ check: inout SchemaCheck) -> KeywordStep? {
    guard let schema = place < prefix.count ? prefix[place] : rest, let item = items.next() else {
      return nil
    }
    place += 1
    if check.program.tracksEvaluation { _ = check.markEvaluated(item) }
    return .apply(schema, item, .inside)
  }
}

/// The check of `contains`.
struct ContainsCheck: KeywordCheck {
  private let schema: Int
  private let least: Int
  private let most: Int?
  /// Whether the items that the schema accepts count as evaluated.
  private let marks: Bool
  private let gaps: Int
  private var items: JSONValue.Elements
  private var item: JSONValue?
  private var count = 0

  init(
    _ schema: Int, least: Int, most: Int?, marks: Bool, gaps: Int, of value: JSONValue
  ) {
    (self.schema, self.least, self.most, self.marks) = (schema, least, most, marks)
    (self.gaps, items) = (gaps, value.elements)
  }

  mutating func advance(_ check: inout SchemaCheck) -> KeywordStep {
    if check.takeVerdict()?.isValid == true, let item {
      count += 1
      if marks, check.program.tracksEvaluation { _ = check.markEvaluated(item) }
    }
    item = items.next()
    if let item { return .apply(schema, item, .silently) }
    if count < least {
      return .met(check.refuse(check.value, .contained(isMaximum: false, least)))
    }
    guard let most, count > most, check.gapsMet == gaps else { return .met(true) }
    return .met(check.refuse(check.value, .contained(isMaximum: true, most)))
  }
}

/// The check of `uniqueItems`.
struct UniqueItemsCheck: KeywordCheck {
  private var items: JSONValue.Elements
  private var place = 0
  /// The first place of each value.
  private var first: [[UInt8]: Int] = [:]
  private var isValid = true

  init(_ value: JSONValue) { items = value.elements }

  mutating func advance(_ check: inout SchemaCheck) -> KeywordStep {
    guard let item = items.next(), check.charge(1 + item.range.count / 16) else {
      return .met(isValid)
    }
    defer { place += 1 }
    let bytes = item.canonicalBytes
    guard let known = first[bytes] else {
      first[bytes] = place
      return .pause
    }
    isValid = check.refuse(item, isInside: true, .repeats(known))
    return check.faults.areNoted ? .pause : .met(false)
  }
}

// MARK: - Members and items that no other schema has evaluated

/// The check of `unevaluatedProperties` and `unevaluatedItems`.
struct UnevaluatedCheck: ConjunctionCheck {
  private let schema: Int
  private var children: JSONValue.Elements
  var isValid = true

  init(_ schema: Int, of value: JSONValue) { (self.schema, children) = (schema, value.children) }

  mutating func next(_ check: inout SchemaCheck) -> KeywordStep? {
    guard let child = children.next() else { return nil }
    return check.markEvaluated(child) ? .apply(schema, child, .inside) : .pause
  }
}
