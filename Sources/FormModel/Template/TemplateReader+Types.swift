// Reads the types of a row, and its notations of a missing answer.

import FormText
import LosslessJSON

extension TemplateReader {
  private static let types = RowType.allCases
  private static let typeNames = TemplateKeys(types.map(\.rawValue))
  private static let severalTypes = types.filter(\.mayBeOneOfSeveral)

  /// Reads the types of a row. `type` is `text` by default, and nil if it is unknown. `several` has
  /// all types of a row of several types, and is empty for any other row.
  mutating func readTypes(of row: TemplateObject) -> (type: RowType?, several: [RowType]) {
    guard let member = row["type"] else {
      let type = row["const"].map(ConstantRow.type) ?? .text
      reportKeys(of: row, meaninglessFor: type)
      return (type, [])
    }
    if member.kind == .array { return readSeveralTypes(of: row) }
    let known = TemplateReader.typeNames.index(of: member).map { TemplateReader.types[$0] }
    if known == nil, let type = member.string.flatMap(ForeignNames.type(for:)) {
      row.report(
        "\"type\" cannot be \(member.shown); did you mean \(type.rawValue)?", at: "type",
        allowed: RowType.allCases.map(\.rawValue).joined(separator: ", "), into: &collector)
      // The row is read as the type that was meant, so that its other keys cause no errors.
      return (type, [])
    }
    guard let type = known ?? row.oneOf("type", into: &collector) else { return (nil, []) }
    reportKeys(of: row, meaninglessFor: type)
    if !type.takesAnswer, row["help"] == nil, row["label"] == nil {
      row.report(
        "\"help\" is missing; it is the text of the note", at: "help",
        allowed: "\"help\", the text of the note", into: &collector)
    }
    return (type, [])
  }

  /// Reads a list of types, such as `["integer", "text"]`.
  private mutating func readSeveralTypes(of row: TemplateObject) -> (RowType?, [RowType]) {
    let names = TemplateReader.severalTypes.map(\.rawValue)
    let allowed = "two or more of \(names.joined(separator: ", "))"
    guard let elements = row.array("type", of: "types", into: &collector) else { return (nil, []) }
    var types: [RowType] = []
    for (value, path) in elements {
      let type = value.string.flatMap(RowType.init)
      let last = types.last
      if let type, type.mayBeOneOfSeveral, !types.contains(type), last?.isPlainText != true {
        types.append(type)
        continue
      }
      let fault =
        if let type, !type.mayBeOneOfSeveral {
          "a row of type \(type.rawValue) cannot have other types; leave it out"
        } else if let type, types.contains(type) {
          "\(type.rawValue) is listed twice; leave one out"
        } else if type != nil, let last {
          "\(last.rawValue) accepts every answer, so no type after it is tried; put it last"
        } else {
          "a type must be \(names.list(joinedBy: "or")), not \(value.shown)"
        }
      collector.report(fault, at: value, path: path, allowed: allowed)
    }
    if elements.count < 2 {
      row.report(
        "\"type\" is a list of fewer than two types; write the name of one", at: "type",
        allowed: allowed, into: &collector)
    }
    guard types.count > 1, let type = types.last(where: { !$0.toggles }) else { return (nil, []) }
    reportKeys(of: row, meaninglessFor: types)
    return (type, types)
  }

  /// Reports the keys of a row that do not apply to its types. The key of a rule must apply to at
  /// least one type; any other key must apply to all types.
  private mutating func reportKeys(of row: TemplateObject, meaninglessFor types: [RowType]) {
    for key in row.keys {
      let fitting = types.filter { $0.understands(key: key) }
      let limits = Set(types.compactMap(\.kind.limits))
      let isRule = RowType.isRuleKey(key)
      let isKnown =
        isRule
        ? !fitting.isEmpty : fitting.count == types.count && !["value", "const"].contains(key)
      let isClear = !["min", "max"].contains(key) || limits.count < 2
      guard !isKnown || !isClear else { continue }
      let names = types.map(\.rawValue).list(joinedBy: "and")
      row.report(
        isClear
          ? "\"\(key)\" has no meaning in a row of the types \(names)"
          : "\"\(key)\" may limit either of the types \(names); remove it or one of them",
        at: key, allowed: "a key that the types have", into: &collector)
    }
  }

  /// Reads `const`: the only value of the row.
  mutating func readConstant(of row: TemplateObject) -> RowValue? {
    guard let member = row["const"] else { return nil }
    for key in ["value", "default", "placeholder", "remember", "fills", "carry", "unique", "count"]
    where row[key] != nil {
      row.report(
        "\(row.name(of: key)) has no meaning in a row with one value, \"const\"; remove one of them",
        at: key, allowed: "\"const\" or \(key.quoted)", into: &collector)
    }
    if let value = ConstantRow.value(of: member) { return value }
    row.report(
      "\"const\" must be \(ConstantRow.allowed), not \(member.shown)", at: "const",
      allowed: ConstantRow.allowed, into: &collector)
    return nil
  }

  /// Reads `empty`: one or several notations of a missing answer, the exported notation first.
  /// A row of type `json` always says whether null is a missing answer or an answer, so it takes
  /// over `output.empty` if that leaves out members.
  mutating func readEmpty(of row: TemplateObject, type: RowType?) -> [EmptyNotation] {
    guard let type else { return [] }
    guard let member = row["empty"] else {
      return type.isJSON && emptyAnswers == .omit ? [.omit] : []
    }
    let possible = EmptyNotation.allCases.filter { notation in
      switch notation {
      case .null, .omit: true
      case .string: !type.holdsEntries && !type.isJSON
      case .list: type.holdsEntries
      }
    }
    let names = possible.map(\.rawValue)
    let allowed = "\(names.list(joinedBy: "or")), or a list of these"
    if row["key"]?.string?.hasSuffix("[]") == true {
      row.report(
        "\"empty\" has no meaning in a row of a list, whose places are null; remove it",
        at: "empty",
        allowed: "no \"empty\" in a row of a list", into: &collector)
    }
    let values = member.kind == .array ? Array(member.elements) : [member]
    var notations: [EmptyNotation] = []
    for value in values {
      let notation = value.string.flatMap(EmptyNotation.init)
      if let notation, possible.contains(notation), !notations.contains(notation) {
        notations.append(notation)
      } else {
        row.report(
          notation.map(notations.contains) == true
            ? "\"empty\" lists \(value.shown) twice; remove one"
            : "\"empty\" must be \(allowed), not \(value.shown)", at: "empty", allowed: allowed,
          into: &collector)
      }
    }
    if values.isEmpty {
      row.report(
        "\"empty\" is an empty list; it must be \(allowed)", at: "empty", allowed: allowed,
        into: &collector)
    }
    return notations
  }
}
