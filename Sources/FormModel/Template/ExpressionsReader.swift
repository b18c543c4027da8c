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

/// The rows to look at again when another one changes.
struct ExpressionPlan: Sendable {
  static let none = ExpressionPlan()

  /// The rows whose checks read a row template, in the order of the form.
  private var checks: [AnswerPlan.RowReference: [AnswerPlan.RowReference]] = [:]
  /// The rows whose checks go through the items of a section.
  private var gatherers: [Int: [AnswerPlan.RowReference]] = [:]

  var isEmpty: Bool { checks.isEmpty && gatherers.isEmpty }

  /// The rows whose checks read a row, or go through the items that it is in.
  func dependents(of row: FormRow.ID) -> Set<AnswerPlan.RowReference> {
    Set((checks[AnswerPlan.RowReference(row)] ?? []) + (gatherers[row.section] ?? []))
  }

  fileprivate mutating func note(_ check: Expression, of owner: AnswerPlan.RowReference) {
    for row in Set(check.rows.map(\.template)) where row != owner {
      checks[row, default: []].append(owner)
    }
    for section in check.sections { gatherers[section, default: []].append(owner) }
  }
}

/// Reads the expressions of a form whose rows are known.
struct ExpressionsReader {
  private let unread: [UnreadExpression]
  private var sections: [FormSection]
  private let rows: TemplateRows
  private(set) var collector: ErrorCollector

  static let allowed = "an expression like \"${end} >= ${start}\""

  init(of sections: [FormSection], after reader: TemplateReader, _ collector: ErrorCollector) {
    (self.sections, self.collector, unread) = (sections, collector, reader.unreadExpressions)
    rows = TemplateRows(of: unread.isEmpty ? [] : sections, names: reader.names)
  }

  /// Reads the expressions and gives them to their rows.
  mutating func read() -> ([FormSection], ExpressionPlan) {
    guard !unread.isEmpty else { return (sections, .none) }
    var plan = ExpressionPlan()
    for one in unread {
      guard let source = string(of: one) else { continue }
      do throws(ExpressionErrors) {
        let expression = try ExpressionChecker.expression(
          source, in: rows.scope(inSection: one.section, of: one.owner))
        guard isCondition(expression, one), let owner = one.owner else { continue }
        sections[owner.section].rows[owner.row].details.check = expression
        plan.note(expression, of: owner)
      } catch {
        for error in error.errors {
          collector.report(error, in: source, at: one.value, path: one.path)
        }
      }
    }
    return (sections, plan)
  }

  /// The text of an expression; another value is reported.
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
}

extension ErrorCollector {
  /// Reports an error of an expression at its place in the file, and says where in the expression it is.
  mutating func report(
    _ error: ExpressionError, in source: String, at value: JSONValue, path: DocumentPath
  ) {
    let (line, column) = error.position(in: source)
    let place = line == 1 ? "character \(column)" : "line \(line), character \(column)"
    report(
      "\(path.templateKey), \(place): \(error.sentence)",
      position: value.position(inString: error.offset), path: path,
      allowed: ExpressionsReader.allowed)
  }
}
