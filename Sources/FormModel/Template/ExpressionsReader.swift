// Reads the expressions of a template. Expressions can name any row, so they are read after all
// rows are known.

import FormText
import LosslessJSON

/// An expression that must wait until all rows are known.
struct UnreadExpression {
  /// The purpose of an expression.
  enum Purpose: Hashable {
    case check, calculation, initial, filter
    /// An expression that always gives the constant of the row (`const`).
    case constant
    /// A text that shows answers. If `isNumbered` is true, `{n}` in it means a number.
    case text(Text, isNumbered: Bool)
  }

  /// The kinds of text that may show answers.
  enum Text { case label, help, title, itemLabel }

  let purpose: Purpose
  /// The row to which the expression belongs. Nil if that row has errors; the expression is then
  /// read only to find further errors.
  var owner: AnswerPlan.RowReference?
  /// The section that contains the expression; nil if the section has errors.
  var section: Int?
  let value: JSONValue
  let path: DocumentPath
}

/// Reads the expressions of a form, after its rows.
struct ExpressionsReader {
  private let unread: [UnreadExpression]
  private var sections: [FormSection]
  private let rows: TemplateRows
  private(set) var collector: ErrorCollector

  static let allowed = "an expression like \"${end} >= ${start}\""

  init(of sections: [FormSection], after reader: TemplateReader) {
    (self.sections, collector, unread) = (sections, reader.collector, reader.unreadExpressions)
    rows = TemplateRows(of: unread.isEmpty ? [] : sections, names: reader.names)
  }

  /// Reads the expressions and stores each in its row.
  mutating func read() -> ([FormSection], ExpressionPlan) {
    guard !unread.isEmpty else { return (sections, .none) }
    var plan = ExpressionPlan()
    for one in unread {
      guard let source = string(of: one) else { continue }
      if case .text(let text, let isNumbered) = one.purpose {
        let parts = parts(of: source, one, isNumbered: isNumbered)
        if let place = place(of: text, one) {
          plan.texts.note(AnsweredText(parts: parts), at: place)
        }
        continue
      }
      do throws(ExpressionErrors) {
        let expression = try ExpressionChecker.expression(
          source, in: scope(of: one, after: plan), wanting: type(for: one))
        guard hasRightType(expression, one), let owner = one.owner,
          one.purpose != .filter || isFilter(expression, of: owner, one, source)
        else { continue }
        switch one.purpose {
        case .check:
          sections[owner.section].rows[owner.row].details.expressions.check = expression
          plan.note(expression, of: owner)
        case .calculation, .constant:
          sections[owner.section].rows[owner.row].details.expressions.calculation = expression
          plan.note(calculation: expression, of: owner)
        case .initial:
          sections[owner.section].rows[owner.row].details.expressions.initial = expression
          plan.note(initial: expression, of: owner)
        case .filter:
          sections[owner.section].rows[owner.row].details.expressions.filter = ChoiceFilter(
            expression: expression,
            fields: expression.fields.filter { !["value", "label"].contains($0.name) }
              .map { ($0.name, one.value.position(inString: $0.offset)) },
            path: one.path)
          plan.note(filter: expression, of: owner)
        case .text: break
        }
      } catch {
        for error in error.errors {
          collector.report(error, in: source, at: one.value, path: one.path)
        }
      }
    }
    return (sections, reportCircles(in: plan) ? .none : plan)
  }

  /// The parts of a text that shows answers.
  private mutating func parts(
    of source: String, _ one: UnreadExpression, isNumbered: Bool
  ) -> [AnsweredText.Part] {
    var scope = rows.scope(inSection: one.section)
    scope.isText = true
    return AnsweredText.pieces(of: source).compactMap { piece in
      switch piece {
      case .text(let text):
        return .text(isNumbered ? NumberedText(text) : NumberedText(verbatim: text))
      case .expression(let expression, let offset):
        do throws(ExpressionErrors) {
          return try ExpressionChecker.expression(expression, in: scope).rows.first.map {
            .answer($0)
          }
        } catch {
          for error in error.errors {
            let moved = ExpressionError(error.kind, at: error.offset + offset, error.sentence)
            collector.report(
              moved, in: source, at: one.value, path: one.path,
              allowed: "the id of a row in ${ }; $${ is written for ${")
          }
          return nil
        }
      }
    }
  }

  /// The location of a text that shows answers; nil if its row or section has errors.
  private func place(of text: UnreadExpression.Text, _ one: UnreadExpression) -> AnsweredText.Place?
  {
    switch text {
    case .label: one.owner.map { .label($0) }
    case .help: one.owner.map { .help($0) }
    case .title: one.section.map { .title(section: $0) }
    case .itemLabel: one.section.map { .itemLabel(section: $0) }
    }
  }

  /// The rows and fields that an expression can name.
  private func scope(of one: UnreadExpression, after plan: ExpressionPlan) -> ExpressionScope {
    let isFilter = one.purpose == .filter
    var scope = rows.scope(inSection: one.section, of: isFilter ? nil : one.owner, after: plan)
    scope.takesFields = isFilter
    return scope
  }

  /// Whether a filter reads only fields that the choices have. Reports all other fields.
  private mutating func isFilter(
    _ expression: Expression, of owner: AnswerPlan.RowReference, _ one: UnreadExpression,
    _ source: String
  ) -> Bool {
    let choices = sections[owner.section].rows[owner.row].choices.choices
    let unknown = expression.fields.filter { field in
      !choices.isEmpty && !choices.contains { $0.field(field.name) != nil }
    }
    for field in unknown {
      let error = ExpressionError(
        .row, at: field.offset,
        "no choice has the field \(field.name.quoted); add it to a choice or take it out")
      collector.report(error, in: source, at: one.value, path: one.path)
    }
    return unknown.isEmpty
  }

  /// Reports calculated rows that depend on themselves, and filters that read their own rows.
  private mutating func reportCircles(in plan: ExpressionPlan) -> Bool {
    var depths: [AnswerPlan.RowReference: Int] = [:]
    for one in unread where one.purpose != .check {
      guard let owner = one.owner else { continue }
      let circle = depths[owner] == nil ? plan.circle(from: owner, depths: &depths) : nil
      guard let circle else {
        if one.purpose == .filter, depths[owner] == ExpressionPlan.mostFilters + 1 {
          collector.report(
            "\(one.path.templateKey) depends on more than \(ExpressionPlan.mostFilters) filters, one after the "
              + "other; read rows without a filter", at: one.value, path: one.path,
            allowed: "at most \(ExpressionPlan.mostFilters) filters that depend on each other")
        }
        continue
      }
      let names = circle.map { sections[$0.section].rows[$0.row].id.source }
      let cycle =
        names.count > 6
        ? (names.prefix(4) + ["…"] + names.suffix(1)).joined(separator: " from ")
        : names.joined(separator: " from ")
      let verb =
        one.purpose == .calculation ? "is calculated from itself" : "depends on itself"
      collector.report(
        "\(one.path.templateKey) \(verb): \(cycle); take one of them out",
        at: one.value, path: one.path, allowed: "an expression of other rows")
      return true
    }
    return false
  }

  /// The required type of an expression. For a calculation or default, it is the type of the row.
  private func type(for one: UnreadExpression) -> ExpressionType? {
    switch one.purpose {
    case .check, .filter: .boolean
    case .text: nil
    case .calculation, .constant, .initial:
      one.owner.flatMap { ExpressionType(sections[$0.section].rows[$0.row].type) }
    }
  }

  /// The text of an expression. Reports an error for any other value.
  private mutating func string(of one: UnreadExpression) -> String? {
    if one.purpose == .constant { return ConstantRow.expression(for: one.value) }
    if let string = one.value.string { return string }
    collector.report(
      "\(one.path.templateKey) must be a string with an expression, not \(one.value.kindName)",
      at: one.value, path: one.path, allowed: ExpressionsReader.allowed)
    return nil
  }

  /// Whether the result of an expression has the required type.
  private mutating func hasRightType(_ expression: Expression, _ one: UnreadExpression) -> Bool {
    let wanted = type(for: one)
    if expression.type == wanted { return true }
    let fault: String
    let isOfRow = [.calculation, .constant, .initial].contains(one.purpose)
    if let wanted, isOfRow {
      let remedy =
        switch (wanted, expression.type) {
        case (.text, .number), (.text, .date), (.text, .time): "; string(…) makes a text of it"
        case (.number, .text): "; number(…) makes a number of a text"
        default: ""
        }
      fault = "gives \(expression.type.noun), and the row takes \(wanted.noun)\(remedy)"
    } else if isOfRow {
      // An expression cannot give the type of this row, which was already reported as an error.
      return false
    } else {
      fault = "gives \(expression.type.noun), and must be true or false; compare it"
    }
    collector.report(
      "\(one.path.templateKey) \(fault)", at: one.value, path: one.path,
      allowed: ExpressionsReader.allowed)
    return false
  }
}

extension TemplateReader {
  /// Records a text that shows answers.
  mutating func note(
    _ text: UnreadExpression.Text, of object: TemplateObject, inSection section: Int,
    owner: AnswerPlan.RowReference? = nil, isNumbered: Bool = false
  ) {
    let key =
      switch text {
      case .label, .itemLabel: "label"
      case .help: "help"
      case .title: "title"
      }
    guard let value = object[key], let string = value.string, AnsweredText.isIn(string) else {
      return
    }
    unreadExpressions.append(
      UnreadExpression(
        purpose: .text(text, isNumbered: isNumbered), owner: owner,
        section: section, value: value, path: object.path(to: key)))
  }

  /// Reports keys of a calculated row that only make sense in a row that a person answers.
  mutating func reportKeysBesideValue(of object: TemplateObject) {
    guard object["value"] != nil else { return }
    for key in ["default", "placeholder", "remember", "fills", "carry"] where object[key] != nil {
      object.report(
        "\(object.name(of: key)) is for a row that a person answers, and \"value\" calculates this one; "
          + "remove one of them", at: key, allowed: "\"value\" or \(key.quoted)", into: &collector)
    }
  }
}

extension ErrorCollector {
  /// Reports an error of an expression at its position in the file. The message includes the
  /// position inside the expression.
  mutating func report(
    _ error: ExpressionError, in source: String, at value: JSONValue, path: DocumentPath,
    allowed: String = ExpressionsReader.allowed
  ) {
    let (line, column) = error.position(in: source)
    let place = line == 1 ? "character \(column)" : "line \(line), character \(column)"
    report(
      "\(path.templateKey), \(place): \(error.sentence)",
      position: value.position(inString: error.offset), path: path, allowed: allowed)
  }
}
