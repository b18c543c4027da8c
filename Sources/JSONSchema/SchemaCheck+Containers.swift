// Checks the members of objects and the items of arrays.

import FormText
import LosslessJSON

extension SchemaCheck {
  // MARK: - Objects

  mutating func meets(
    _ schemas: MemberSchemas, _ value: JSONValue, _ seen: inout Set<Int>
  ) -> Bool {
    var isValid = true
    for (key, member) in value.members {
      let name = key.string ?? ""
      var applied: [Int] = []
      var isKnown = false
      if let schema = schemas.named[Text(name)] { applied.append(schema) }
      for (pattern, schema) in schemas.patterns {
        guard let pattern else {
          gapsMet += 1
          isKnown = true
          continue
        }
        if matches(pattern, name, at: key) { applied.append(schema) }
      }
      isKnown = isKnown || !applied.isEmpty
      if !isKnown, let rest = schemas.rest { applied.append(rest) }
      if program.tracksEvaluation, isKnown || schemas.rest != nil { seen.insert(member.index) }
      for schema in applied where !checkInside(schema, member) {
        isValid = false
        if !notesFaults { return false }
      }
    }
    return isValid
  }

  /// Whether a schema accepts the names of all members.
  mutating func hasNames(_ schema: Int, _ value: JSONValue) -> Bool {
    var isValid = true
    for (key, _) in value.members {
      let first = faults.count
      if checkInside(schema, key) { continue }
      isValid = false
      if !notesFaults { return false }
      for index in faults.indices.dropFirst(first) {
        faults[index].complaint = .name(key.string ?? "", faults[index].complaint)
      }
    }
    return isValid
  }

  mutating func has(_ names: [String], neededBy other: String?, _ value: JSONValue) -> Bool {
    guard value.kind == .object else { return true }
    var isValid = true
    for name in names where value[name] == nil {
      isValid = refuse(value, .missing(name, neededBy: other))
      if !notesFaults { return false }
    }
    return isValid
  }

  // MARK: - Arrays

  mutating func meetsItems(
    _ prefix: [Int], _ rest: Int?, _ value: JSONValue, _ seen: inout Set<Int>
  ) -> Bool {
    var isValid = true
    for (index, item) in value.elements.enumerated() {
      guard let schema = index < prefix.count ? prefix[index] : rest else { break }
      if program.tracksEvaluation { seen.insert(item.index) }
      if checkInside(schema, item) { continue }
      isValid = false
      if !notesFaults { return false }
    }
    return isValid
  }

  mutating func contains(
    _ schema: Int, _ allowed: ClosedRange<Int>, _ most: Int?, _ marks: Bool, _ value: JSONValue,
    _ seen: inout Set<Int>
  ) -> Bool {
    guard value.kind == .array else { return true }
    let gaps = gapsMet
    var count = 0
    for item in value.elements {
      var inner = Set<Int>()
      guard accepts(schema, item, &inner) else { continue }
      count += 1
      if marks, program.tracksEvaluation { seen.insert(item.index) }
    }
    let least = allowed.lowerBound
    if count < least { return refuse(value, .contained(isMaximum: false, least)) }
    guard let most, count > most, gapsMet == gaps else { return true }
    return refuse(value, .contained(isMaximum: true, most))
  }

  mutating func hasUniqueItems(_ value: JSONValue) -> Bool {
    guard value.kind == .array else { return true }
    var isValid = true
    var first: [[UInt8]: Int] = [:]
    for (index, item) in value.elements.enumerated() {
      guard charge(1 + item.range.count / 16) else { break }
      let bytes = item.canonicalBytes
      guard let known = first[bytes] else {
        first[bytes] = index
        continue
      }
      isValid = refuse(item, isInside: true, .repeats(known))
      if !notesFaults { return false }
    }
    return isValid
  }

  // MARK: - Members and items that no other schema has evaluated

  mutating func hasSeen(_ schema: Int, _ value: JSONValue, _ seen: inout Set<Int>) -> Bool {
    var isValid = true
    for child in value.children where seen.insert(child.index).inserted {
      if checkInside(schema, child) { continue }
      isValid = false
      if !notesFaults { return false }
    }
    return isValid
  }
}
