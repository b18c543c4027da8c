// Reads `when`: conditions look at rows of the same section first, then at those of the form, so
// they are read once all rows are known.

import FormText
import LosslessJSON

/// A `when` that waits for all rows to be known.
struct UnreadCondition {
  /// The row or section that the condition decides about; nil if that has errors of its own. The
  /// condition is then read for its errors only.
  var owner: ConditionOwner?
  /// The section whose rows the condition names first; nil for a section with errors.
  var section: Int?
  var value: JSONValue
  var path: DocumentPath
}

extension TemplateReader {
  package static let conditionKeys: TemplateKeys = [
    "row", "is", "in", "filled", "all", "any", "not",
  ]
  private static let allowedConditions =
    "{\"row\": id, \"is\": value}, {\"row\", \"in\": [values]}, {\"row\", \"filled\": true}, "
    + "{\"all\": [conditions]}, {\"any\": [conditions]} or {\"not\": condition}"
  /// Conditions within conditions: more than a person can read.
  private static let deepestCondition = 32

  /// Takes note of the condition of a row or section.
  mutating func noteCondition(of object: TemplateObject, owner: ConditionOwner) {
    guard let value = object["when"] else { return }
    unreadConditions.append(
      UnreadCondition(
        owner: owner, section: owner.section, value: value, path: object.path(to: "when")))
  }

  /// Takes the owner from the conditions noted since there were `count`, for it has errors.
  ///
  /// - Parameter section: the section of the owner if that is a row; nil for a section.
  mutating func loseOwners(ofConditionsFrom count: Int, inSection section: Int?) {
    for index in unreadConditions.indices.dropFirst(count) {
      unreadConditions[index].owner = nil
      unreadConditions[index].section = section
    }
  }

  /// Reads the conditions noted and gives them to their rows and sections.
  mutating func readConditions(for sections: [FormSection]) -> ([FormSection], ConditionPlan) {
    guard !unreadConditions.isEmpty else { return (sections, .none) }
    var conditions: [ConditionOwner: Condition] = [:]
    sectionsByID = SectionsByID(sections)
    for unread in unreadConditions {
      let condition = readCondition(
        unread.value, path: unread.path, of: unread, sections: sections, depth: 0)
      if let owner = unread.owner { conditions[owner] = condition }
    }
    let sections = sections.enumerated().map { index, section in
      let rows = section.rows.enumerated().map { place, row in
        var row = row
        if let condition = conditions[.row(section: index, row: place)] {
          row.details.condition = condition
        }
        return row
      }
      return FormSection(
        id: section.id, title: section.title, summary: section.summary, rows: rows,
        repetition: section.repetition, condition: conditions[.section(index)])
    }
    return (sections, plan(of: conditions))
  }

  // MARK: - One condition

  private mutating func readCondition(
    _ value: JSONValue, path: DocumentPath, of unread: UnreadCondition, sections: [FormSection],
    depth: Int
  ) -> Condition? {
    let allowed = TemplateReader.allowedConditions
    guard depth < TemplateReader.deepestCondition else {
      collector.report(
        "\"when\" nests conditions more than \(TemplateReader.deepestCondition) deep",
        at: value, path: path, allowed: "fewer")
      return nil
    }
    guard value.kind == .object else {
      collector.report(
        "\(path.templateKey) must be a condition like {\"row\": \"id\", \"is\": \"value\"}, not "
          + value.kindName, at: value, path: path, allowed: allowed)
      return nil
    }
    guard
      let object = TemplateObject(
        value, "a condition", path: path, keys: TemplateReader.conditionKeys, into: &collector)
    else { return nil }
    let kinds = object.keys.filter { $0 != "row" }
    // An unknown key has its error already; it was meant as the question.
    if kinds.isEmpty, value.count > object.keys.count { return nil }
    guard kinds.count == 1, (object["row"] != nil) == ["is", "in", "filled"].contains(kinds[0])
    else {
      let fault = TemplateReader.fault(of: kinds, hasRow: object["row"] != nil)
      collector.report(
        "\(path.templateKey) \(fault)", at: value, path: path, allowed: allowed)
      return nil
    }
    switch kinds[0] {
    case "not":
      guard let inner = object["not"] else { return nil }
      return readCondition(
        inner, path: object.path(to: "not"), of: unread, sections: sections, depth: depth + 1
      ).map(Condition.not)
    case "all", "any":
      guard let elements = object.array(kinds[0], of: "conditions", into: &collector) else {
        return nil
      }
      if elements.isEmpty {
        object.report(
          "\(object.name(of: kinds[0])) is empty; it needs at least one condition", at: kinds[0],
          allowed: "at least one condition", into: &collector)
      }
      let conditions = elements.compactMap {
        readCondition(
          $0.value, path: $0.path, of: unread, sections: sections, depth: depth + 1)
      }
      return kinds[0] == "all" ? .all(conditions) : .any(conditions)
    default:
      guard let reference = readReference(of: object, in: unread, sections: sections) else {
        return nil
      }
      let row = sections[reference.section].rows[reference.row]
      return readTest(kinds[0], of: object, row: row).map { isNegated, test in
        isNegated ? .not(.row(reference, test)) : .row(reference, test)
      }
    }
  }

  /// The fault of a condition that does not ask exactly one thing.
  ///
  /// - Parameter kinds: its keys without `row`.
  private static func fault(of kinds: [String], hasRow: Bool) -> String {
    let quoted = kinds.map { "\"\($0)\"" }
    if kinds.isEmpty {
      return hasRow
        ? "asks nothing about its row; add \"is\", \"in\" or \"filled\""
        : "asks nothing; add \"row\" and \"is\", or \"all\", \"any\" or \"not\""
    }
    if kinds.count > 1 {
      return
        "asks several things, \(quoted.list(joinedBy: "and")); join conditions with \"all\" or "
        + "\"any\""
    }
    return hasRow
      ? "cannot have \"row\" beside \(quoted[0]); put \"row\" into its conditions"
      : "has \(quoted[0]) without \"row\"; add the id of a row"
  }

  private mutating func readTest(_ kind: String, of object: TemplateObject, row: RowTemplate)
    -> (isNegated: Bool, test: Condition.Test)?
  {
    switch kind {
    case "filled":
      return object.boolean("filled", into: &collector).map { (!$0, .isFilled) }
    case "in":
      guard let elements = object.array("in", of: "values", into: &collector) else { return nil }
      if elements.isEmpty {
        object.report(
          "\(object.name(of: "in")) is empty; it needs at least one value", at: "in",
          allowed: "at least one value", into: &collector)
      }
      return (
        false,
        .isOneOf(elements.compactMap { readValue($0.value, path: $0.path, of: row) })
      )
    default:
      guard let value = object["is"] else { return nil }
      return readValue(value, path: object.path(to: "is"), of: row).map { (false, .isOneOf([$0])) }
    }
  }

  /// Reads a value that a row can have, and reports one that it never has.
  private mutating func readValue(_ value: JSONValue, path: DocumentPath, of row: RowTemplate)
    -> RowValue?
  {
    if let read = RowValue(value), row.canHold(read, of: value) { return read }
    let values = row.holdableValues
    collector.report(
      "row \(row.id.source) never has the answer \(value.shown); it takes "
        + values.list(joinedBy: "or"), at: value, path: path,
      allowed: values.joined(separator: ", "))
    return nil
  }

  // MARK: - The order

  /// Puts conditions after those that decide about the rows they look at, and reports a circle.
  private mutating func plan(of conditions: [ConditionOwner: Condition]) -> ConditionPlan {
    var order = ConditionOrder(conditions: conditions)
    for unread in unreadConditions {
      guard let owner = unread.owner, conditions[owner] != nil else { continue }
      guard order.visit(owner) else {
        collector.report(
          "\(unread.path.templateKey) depends on its own result; ask about rows that do not "
            + "depend on it", at: unread.value, path: unread.path,
          allowed: "a condition on rows that do not depend on it")
        return .none
      }
    }
    return ConditionPlan(entries: order.entries)
  }
}

extension RowTemplate {
  /// Whether the row's answer, or an entry of it, can be a value.
  fileprivate func canHold(_ value: RowValue, of json: JSONValue) -> Bool {
    guard type.takesPicks else {
      return type.holdsEntries
        ? type.kind.json.holds(json, self) : (try? self.value(of: text(loading: json))) == value
    }
    // The file of candidates is not read yet.
    if choices.file != nil { return value.text != nil }
    return choices.choice(withValue: value) != nil || (!isStrict && json.string != nil)
  }

  /// The values it can have, for people.
  fileprivate var holdableValues: [String] {
    if (1...20).contains(choices.choices.count) {
      return choices.choices.map { $0.value.text?.quoted ?? "" }
    }
    if type.toggles { return ["true", "false"] }
    return [
      type.kind.limits == .numbers ? type.kind.json.noun : "a string of type \(type.rawValue)"
    ]
  }
}
