// Checks the keywords that contain no schemas.

import FormText
import LosslessJSON

extension SchemaCheck {
  /// Whether a value meets a requirement. One that contains schemas does not apply to the value.
  mutating func meets(_ keyword: SchemaKeyword, _ value: JSONValue) -> Bool {
    guard charge(cost(of: keyword, value)) else { return true }
    switch keyword {
    case .never: return refuse(value, .never)
    case .gap:
      meetGap()
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
    case .required(let names): return has(names, neededBy: nil, value)
    case .dependentRequired(let dependencies):
      var isValid = true
      for (name, needed) in dependencies where value[name] != nil {
        if has(needed, neededBy: name, value) { continue }
        isValid = false
        if !faults.areNoted { break }
      }
      return isValid
    case .items, .contains, .uniqueItems, .members, .propertyNames, .dependentSchemas, .allOf,
      .anyOf, .oneOf, .not, .conditional, .dynamicReference, .unevaluatedItems,
      .unevaluatedProperties:
      return true
    }
  }

  /// The work of a check that grows with the value or with the keyword, in steps.
  private func cost(of keyword: SchemaKeyword, _ value: JSONValue) -> Int {
    let size = value.range.count
    switch keyword {
    case .type, .limit, .multipleOf: return value.kind == .number ? size / 16 : 0
    case .count(.character, _, _): return value.kind == .string ? size / 16 : 0
    // The value is written again to compare it.
    case .values(let allowed): return allowed.mayContain(value) ? size / 2 : 0
    // A format may search the text several times, and a regular expression is compiled.
    case .format: return value.kind == .string ? size / 4 : 0
    case .required(let names): return names.count * SchemaCheck.costOfLookup(in: value)
    case .dependentRequired(let dependencies):
      let names = dependencies.reduce(dependencies.count) { $0 + $1.1.count }
      return names * SchemaCheck.costOfLookup(in: value)
    default: return 0
    }
  }

  /// The work of finding a member of an object.
  private static func costOfLookup(in value: JSONValue) -> Int {
    value.kind == .object ? 1 + value.count / 64 : 0
  }

  private mutating func has(_ names: [String], neededBy other: String?, _ value: JSONValue) -> Bool
  {
    guard value.kind == .object else { return true }
    var isValid = true
    for name in names where value[name] == nil {
      isValid = refuse(value, .missing(name, neededBy: other))
      if !faults.areNoted { return false }
    }
    return isValid
  }

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
}
