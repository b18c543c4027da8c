// Reads the expressions of a template: they name rows anywhere in it, so they are read once all are known.

import FormText
import LosslessJSON

/// An expression that waits for all rows to be known.
struct UnreadExpression {
  /// The row whose expression it is, by its place; nil if it has errors of its own. The expression is then
  /// read for its errors only.
  var owner: AnswerPlan.RowReference?
  /// The section around it; nil for one with errors.
  var section: Int?
  let value: JSONValue
  let path: DocumentPath
}

/// Which rows have to be looked at again when another one changes.
struct ExpressionPlan: Sendable {
  static let none = ExpressionPlan()

  /// The rows whose checks read a row template, in the order of the form.
  private(set) var checks: [AnswerPlan.RowReference: [AnswerPlan.RowReference]] = [:]

  var isEmpty: Bool { checks.isEmpty }

  fileprivate mutating func note(_ check: Expression, of owner: AnswerPlan.RowReference) {
    for row in Set(check.rows.map(\.template)) where row != owner {
      checks[row, default: []].append(owner)
    }
  }
}

/// Reads the expressions of a form whose rows are known.
struct ExpressionsReader {
  private let unread: [UnreadExpression]
  private var sections: [FormSection]
  private let sectionsByID: SectionsByID
  private var names: RowNames
  private(set) var collector: ErrorCollector

  static let allowed = "an expression like \"${end} >= ${start}\""

  init(of sections: [FormSection], after reader: TemplateReader, _ collector: ErrorCollector) {
    self.sections = sections
    (unread, names, self.collector) = (reader.unreadExpressions, reader.names, collector)
    sectionsByID = SectionsByID(unread.isEmpty ? [] : sections)
  }

  /// Reads the expressions and gives them to their rows.
  mutating func read() -> ([FormSection], ExpressionPlan) {
    guard !unread.isEmpty else { return (sections, .none) }
    var plan = ExpressionPlan()
    let ids = sections.map { NameTable(ids: $0.rows) }
    for one in unread {
      guard let source = string(of: one) else { continue }
      do throws(ExpressionErrors) {
        let expression = try ExpressionChecker.expression(source, in: scope(of: one, ids))
        guard isCondition(expression, one), let owner = one.owner else { continue }
        sections[owner.section].rows[owner.row].details.check = expression
        plan.note(expression, of: owner)
      } catch {
        for error in error.errors { report(error, in: source, one) }
      }
    }
    return (sections, plan)
  }

  /// The text of an expression; what is no string is reported.
  private mutating func string(of one: UnreadExpression) -> String? {
    if let string = one.value.string { return string }
    collector.report(
      "\(one.path.templateKey) must be a string with an expression, not \(one.value.kindName)",
      at: one.value, path: one.path, allowed: ExpressionsReader.allowed)
    return nil
  }

  /// Whether an expression says yes or no, as a check must.
  private mutating func isCondition(_ expression: Expression, _ one: UnreadExpression) -> Bool {
    if expression.type == .boolean { return true }
    collector.report(
      "\(one.path.templateKey) gives \(expression.type.noun), and must be true or false; compare it",
      at: one.value, path: one.path, allowed: ExpressionsReader.allowed)
    return false
  }

  /// Reports an error at its place in the file, and says where in the expression it is.
  private mutating func report(
    _ error: ExpressionError, in source: String, _ one: UnreadExpression
  ) {
    let (line, column) = error.position(in: source)
    let place = line == 1 ? "character \(column)" : "line \(line), character \(column)"
    collector.report(
      "\(one.path.templateKey), \(place): \(error.sentence)",
      position: one.value.position(inString: error.offset), path: one.path,
      allowed: ExpressionsReader.allowed)
  }

  // MARK: - Rows

  private func scope(of one: UnreadExpression, _ ids: [NameTable]) -> ExpressionScope {
    let (sections, sectionsByID, names) = (sections, sectionsByID, names)
    func row(_ section: Int, _ row: Int, _ number: Int) -> ExpressionRow? {
      guard let type = ExpressionType(sections[section].rows[row].type) else { return nil }
      let chain = sections[section].repetition == nil ? [] : [section]
      return ExpressionRow(section: section, row: row, number: number, type: type, chain: chain)
    }
    var scope = ExpressionScope { id in
      sectionsByID.sections(for: id).compactMap { section in
        guard let (place, number) = ids[section].find(id) else { return nil }
        return row(section, place, number ?? (sections[section].rows[place].count == nil ? 0 : 1))
      }
    }
    scope.isLost = { names.isLost(id: $0) }
    scope.fault = { id in
      let found = sectionsByID.sections(for: id).lazy.compactMap { section in
        ids[section].find(id).map { sections[section].rows[$0.value].type }
      }.first
      switch found {
      case .secret?: return "\(id.quoted) is a secret; only its own check reads it, as ."
      case .some: return "\(id.quoted) is a note and takes no answer; name another row"
      case nil:
        var names = names
        let hint = names.hint(
          for: id, among: sections.lazy.flatMap(\.rows),
          count: sections.reduce(0) { $0 + $1.rows.count })
        return "no row has the id \(id.quoted)\(hint)"
      }
    }
    if let section = one.section, sections[section].repetition != nil { scope.chain = [section] }
    if let owner = one.owner {
      let type = sections[owner.section].rows[owner.row].type
      scope.this = ExpressionRow(
        section: owner.section, row: owner.row, number: 0,
        type: ExpressionType(type) ?? .text, chain: scope.chain)
    }
    return scope
  }
}

extension ExpressionType {
  /// The type of a row's answers; nil for rows that no other row's expression may read.
  fileprivate init?(_ type: RowType) {
    switch type {
    case .integer, .decimal: self = .number
    case .boolean: self = .boolean
    case .date: self = .date
    case .time: self = .time
    case .choices, .list: self = .choices
    case .note, .secret: return nil
    case .text, .phone, .path, .email, .url, .uuid, .paragraph, .choice: self = .text
    }
  }
}
