// Reads `when`. A condition names rows of its own section or of other sections, so conditions are
// read after all rows are known.

import FormText
import LosslessJSON

/// A `when` that must wait until all rows are known.
struct UnreadCondition {
  /// The row or section to which the condition belongs. Nil if the row or section has errors; the
  /// condition is then read only to find further errors.
  var owner: ConditionOwner?
  /// The section where names are looked up first; nil for a section with errors.
  var section: Int?
  var value: JSONValue
  var path: DocumentPath
}

/// The sections that may have a row with a given id.
struct SectionsByID {
  private var plain: [Text: [Int]] = [:]
  /// The sections with rows that have a `count`, by the text before the number in the id.
  private var numbered: [Text: [Int]] = [:]

  init(_ sections: [FormSection]) {
    for (index, section) in sections.enumerated() {
      for row in section.rows {
        if row.id.hasNumber {
          numbered[Text(row.id.head), default: []].append(index)
        } else {
          plain[Text(row.id.source), default: []].append(index)
        }
      }
    }
  }

  /// The sections that may have a row with this id, in the order of the form.
  func sections(for id: String) -> [Int] {
    let heads = numbered.isEmpty ? [] : NumberedText.heads(in: id)
    return Set((plain[Text(id)] ?? []) + heads.flatMap { numbered[$0] ?? [] }).sorted()
  }
}

/// Reads the conditions of a form whose rows are known.
struct ConditionsReader {
  private let unread: [UnreadCondition]
  private let sections: [FormSection]
  /// The plan of all expressions. Conditions can be expressions, too.
  private(set) var expressions: ExpressionPlan
  private let sectionsByID: SectionsByID
  /// For each section that conditions read, the rows by id.
  private var rowIDs: [Int: NameTable] = [:]
  /// All rows, for conditions that are expressions.
  private lazy var rows = TemplateRows(of: sections, names: names)
  private var names: RowNames
  private(set) var collector: ErrorCollector

  private static let allowedConditions =
    "{\"row\": id, \"is\": value}, {\"row\", \"in\": [values]}, {\"row\", \"filled\": true}, "
    + "{\"all\": [conditions]}, {\"any\": [conditions]} or {\"not\": condition}"
  /// The deepest nesting of conditions. Deeper conditions are hard to understand.
  private static let deepestCondition = 32

  init(of sections: [FormSection], _ expressions: ExpressionPlan, after reader: TemplateReader) {
    (self.sections, self.expressions) = (sections, expressions)
    (unread, names, collector) = (reader.unreadConditions, reader.names, reader.collector)
    sectionsByID = SectionsByID(unread.isEmpty ? [] : sections)
  }

  /// Reads the conditions and assigns each to its row or section.
  mutating func read() -> ([FormSection], ConditionPlan) {
    guard !unread.isEmpty else { return (sections, .none) }
    var conditions: [ConditionOwner: Condition] = [:]
    for one in unread {
      let condition =
        (one.value.kind == .string
        ? readExpression(of: one) : readCondition(one.value, path: one.path, of: one, depth: 0))
        .flatMap { whole($0, of: one) }
      if let owner = one.owner { conditions[owner] = condition }
    }
    let sections = sections.enumerated().map { index, section in
      var section = section
      for place in section.rows.indices {
        guard let condition = conditions[.row(section: index, row: place)] else { continue }
        section.rows[place].details.condition = condition
      }
      section.condition = conditions[.section(index)]
      return section
    }
    return (sections, plan(of: conditions))
  }

  // MARK: - Expressions

  /// Reads a condition that is written as an expression.
  private mutating func readExpression(of unread: UnreadCondition) -> Condition? {
    guard let source = unread.value.string else { return nil }
    let section = sectionAround(unread)
    do throws(ExpressionErrors) {
      let expression = try ExpressionChecker.expression(
        source, in: rows.scope(inSection: section, of: nil, after: expressions))
      guard expression.type == .boolean else {
        collector.report(
          "\(unread.path.templateKey) gives \(expression.type.noun), and must be true or false; compare it",
          at: unread.value, path: unread.path, allowed: ExpressionsReader.allowed)
        return nil
      }
      let chain = section.map { sections[$0].chain } ?? []
      expressions.note(aggregatesOf: expression)
      return .expression(
        expression,
        expression.rows.map { ConditionReference($0, in: chain) })
    } catch {
      for error in error.errors {
        collector.report(error, in: source, at: unread.value, path: unread.path)
      }
      return nil
    }
  }

  /// If a condition reads calculated rows, adds the rows and sections from which these are
  /// calculated. Reports an error if the condition reads all items of a repeating section that
  /// contains the condition.
  private mutating func whole(_ condition: Condition, of unread: UnreadCondition) -> Condition? {
    let chain = sectionAround(unread).map { sections[$0].chain } ?? []
    let sources = expressions.sources(of: condition.references.map(\.template))
    if !condition.sections.union(sources.sections).isDisjoint(with: chain) {
      collector.report(
        "\(unread.path.templateKey) goes through the items of its own section; a row of an item cannot "
          + "depend on all items", at: unread.value, path: unread.path,
        allowed: ExpressionsReader.allowed)
      return nil
    }
    if sources.rows.isEmpty, sources.sections.isEmpty { return condition }
    return .calculated(
      condition, from: sources.rows.map { ConditionReference($0, in: chain) },
      sections: sources.sections)
  }

  /// The section where a condition looks up names first. For the condition of a row, it is the
  /// section of the row. For the condition of a section, it is the section around that section,
  /// because the condition shows or hides the section as a whole.
  private func sectionAround(_ unread: UnreadCondition) -> Int? {
    guard let section = unread.section, unread.owner == .section(section) else {
      return unread.section
    }
    return sections[section].parent
  }

  // MARK: - One condition

  private mutating func readCondition(
    _ value: JSONValue, path: DocumentPath, of unread: UnreadCondition, depth: Int
  ) -> Condition? {
    let allowed = ConditionsReader.allowedConditions
    guard depth < ConditionsReader.deepestCondition else {
      collector.report(
        "\"when\" nests conditions more than \(ConditionsReader.deepestCondition) deep",
        at: value, path: path, allowed: "fewer")
      return nil
    }
    guard value.kind == .object else {
      collector.report(
        "\(path.templateKey) must be a condition like {\"row\": \"id\", \"is\": \"value\"}, or an expression, not "
          + value.kindName, at: value, path: path, allowed: allowed)
      return nil
    }
    guard
      let object = TemplateObject(
        value, "a condition", path: path, keys: TemplateReader.conditionKeys, into: &collector)
    else { return nil }
    let kinds = object.keys.filter { $0 != "row" }
    // An unknown key is probably a misspelled test, and has already been reported.
    if kinds.isEmpty, value.count > object.keys.count { return nil }
    guard kinds.count == 1, (object["row"] != nil) == ["is", "in", "filled"].contains(kinds[0])
    else {
      let fault = ConditionsReader.fault(of: kinds, hasRow: object["row"] != nil)
      collector.report("\(path.templateKey) \(fault)", at: value, path: path, allowed: allowed)
      return nil
    }
    switch kinds[0] {
    case "not":
      guard let inner = object["not"] else { return nil }
      return readCondition(inner, path: object.path(to: "not"), of: unread, depth: depth + 1).map(
        Condition.not)
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
        readCondition($0.value, path: $0.path, of: unread, depth: depth + 1)
      }
      return kinds[0] == "all" ? .all(conditions) : .any(conditions)
    default:
      guard let reference = readReference(of: object, in: unread) else { return nil }
      let row = sections[reference.section].rows[reference.row]
      return readTest(kinds[0], of: object, row: row).map { isNegated, test in
        isNegated ? .not(.row(reference, test)) : .row(reference, test)
      }
    }
  }

  /// The error message for a condition that does not have exactly one test.
  ///
  /// - Parameter kinds: the keys of the condition, without `row`.
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
    case "filled": return object.boolean("filled", into: &collector).map { (!$0, .isFilled) }
    case "in":
      guard let elements = object.array("in", of: "values", into: &collector) else { return nil }
      if elements.isEmpty {
        object.report(
          "\(object.name(of: "in")) is empty; it needs at least one value", at: "in",
          allowed: "at least one value", into: &collector)
      }
      return (false, .isOneOf(elements.compactMap { readValue($0.value, path: $0.path, of: row) }))
    default:
      guard let value = object["is"] else { return nil }
      return readValue(value, path: object.path(to: "is"), of: row).map { (false, .isOneOf([$0])) }
    }
  }

  /// Reads a value for a row. Reports an error if the row can never have the value.
  private mutating func readValue(_ value: JSONValue, path: DocumentPath, of row: RowTemplate)
    -> RowValue?
  {
    if let read = RowValue(value), row.canHold(read, of: value) { return read }
    let values = row.holdableValues
    let remedy =
      value.string.flatMap { row.choices.remedy(forUnknown: $0, quote: row.notation(ofChoice:)) }
      ?? "it takes \(values.list(joinedBy: "or"))"
    collector.report(
      "row \(row.id.source) never has the answer \(value.shown); \(remedy)", at: value, path: path,
      allowed: values.joined(separator: ", "))
    return nil
  }

  // MARK: - The row of a condition

  /// The largest number of sections that an error message names.
  private static let mostNamed = 5

  private mutating func readReference(
    of object: TemplateObject, in unread: UnreadCondition
  ) -> ConditionReference? {
    let allowed = "the id of a row that takes an answer"
    guard let name = object.string("row", allowed, into: &collector) else { return nil }
    var own: ConditionReference?
    var others: [ConditionReference] = []
    var isInOtherRepeat = false
    let around = sectionAround(unread) ?? unread.section
    if let around, unread.owner != .section(around) || sections[around].repetition == nil {
      let chain = sections[around].chain
      // Rows in the same item take precedence over rows in the items around it.
      for section in chain.isEmpty ? [around] : chain.reversed() where own == nil {
        own = reference(to: name, inSection: section)
      }
    }
    if own == nil {
      for index in sectionsByID.sections(for: name)
      where others.count <= ConditionsReader.mostNamed {
        guard let reference = reference(to: name, inSection: index) else { continue }
        if sections[index].repetition == nil {
          others.append(reference)
        } else {
          isInOtherRepeat = true
        }
      }
    }
    if let reference = own ?? (others.count == 1 ? others[0] : nil) {
      guard sections[reference.section].rows[reference.row].type.takesAnswer else {
        object.report(
          "\(name.quoted) is a note and takes no answer; name another row", at: "row",
          allowed: allowed, into: &collector)
        return nil
      }
      return reference
    }
    if others.count > 1 {
      let names = others.prefix(ConditionsReader.mostNamed).map { sections[$0.section].id }
      object.report(
        "several sections have a row \(name.quoted): "
          + (others.count > names.count
            ? names.joined(separator: ", ") + ", …" : names.list(joinedBy: "and"))
          + "; name a row whose id only one section has", at: "row",
        allowed: "an id that the same section has, or one section only", into: &collector)
    } else if isInOtherRepeat {
      object.report(
        "the row \(name.quoted) is in every item of a repeating section; name a row of the same "
          + "item, or of a section that does not repeat", at: "row",
        allowed: "a row of the same item, or of a section that does not repeat", into: &collector)
    } else if !names.isLost(id: name) {
      let hint = names.hint(
        for: name, among: sections.lazy.flatMap(\.rows),
        count: sections.reduce(0) { $0 + $1.rows.count })
      object.report(
        "no row has the id \(name.quoted)\(hint)", at: "row", allowed: allowed, into: &collector)
    }
    return nil
  }

  private mutating func reference(to id: String, inSection index: Int) -> ConditionReference? {
    let ids = rowIDs[index] ?? NameTable(ids: sections[index].rows)
    rowIDs[index] = ids
    guard let (row, number) = ids.find(id) else { return nil }
    return ConditionReference(
      section: index, row: row, number: number ?? (sections[index].rows[row].count == nil ? 0 : 1),
      depth: sections[index].chain.count)
  }

  // MARK: - The order

  /// Sorts the conditions so that each comes after the conditions that show or hide the rows it
  /// reads. Reports conditions that depend on themselves.
  private mutating func plan(of conditions: [ConditionOwner: Condition]) -> ConditionPlan {
    var order = ConditionOrder(conditions: conditions, of: sections)
    for unread in unread {
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

extension ConditionReference {
  /// Creates a reference to a row that an expression reads. `chain` has the repeating sections
  /// around the expression, outermost first.
  fileprivate init(_ row: ExpressionRow, in chain: [Int]) {
    self.init(
      section: row.section, row: row.row, number: row.number,
      depth: chain.starts(with: row.chain) ? row.chain.count : 0)
  }
}

extension RowTemplate {
  /// Whether a value can be the answer of the row, or one entry of its answer.
  fileprivate func canHold(_ value: RowValue, of json: JSONValue) -> Bool {
    guard type.takesPicks else {
      return type.holdsEntries
        ? type.kind.json.holds(json, self) : (try? self.value(of: text(loading: json))) == value
    }
    // The file of candidates has not been read yet, so any text can be one of its values.
    if choices.file != nil { return value.text != nil }
    return choices.choice(withValue: value) != nil || (!isStrict && json.string != nil)
  }

  /// The value of a choice as a condition writes it.
  fileprivate func notation(ofChoice value: String) -> String {
    choices.choice(withValue: .string(Text(value))) == nil ? value : value.quoted
  }

  /// A description of the values that the row can have.
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
