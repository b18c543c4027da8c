// Finds the rows that the expressions of a template name.

import FormText

/// The rows of a template by their ids.
struct TemplateRows {
  /// The names, which limit the number of hints. A class, so that the errors of all expressions
  /// share the limit.
  private final class Names {
    var names: RowNames

    init(_ names: RowNames) { self.names = names }
  }

  private let sections: [FormSection]
  private let sectionsByID: SectionsByID
  private let ids: [NameTable]
  private let shared: Names

  init(of sections: [FormSection], names: RowNames) {
    (self.sections, shared) = (sections, Names(names))
    sectionsByID = SectionsByID(sections)
    ids = sections.map { NameTable(ids: $0.rows) }
  }

  /// Returns the scope of an expression: all names that it can use.
  ///
  /// - Parameters:
  ///   - section: the section of the expression; nil outside of sections.
  ///   - owner: the row that `.` means; nil if there is none.
  ///   - plan: the plan with the aggregates of earlier expressions.
  func scope(
    inSection section: Int?, of owner: AnswerPlan.RowReference? = nil,
    after plan: ExpressionPlan = .none
  ) -> ExpressionScope {
    var scope = ExpressionScope(rows: rows(withID:))
    scope.isLost = { shared.names.isLost(id: $0) }
    scope.fault = fault(of:)
    scope.template = { sections[$0.section].rows[$0.row] }
    scope.nextAggregate = plan.totals.count
    if let section { scope.chain = sections[section].chain }
    if let owner {
      scope.this = ExpressionRow(
        section: owner.section, row: owner.row, number: 0,
        type: ExpressionType(sections[owner.section].rows[owner.row].type) ?? .text,
        chain: scope.chain)
    }
    return scope
  }

  /// The rows with an id, other than notes and secrets, which expressions of other rows cannot
  /// read.
  private func rows(withID id: String) -> [ExpressionRow] {
    sectionsByID.sections(for: id).compactMap { section in
      guard let (place, number) = ids[section].find(id),
        let type = ExpressionType(sections[section].rows[place].type)
      else { return nil }
      let isCounted = sections[section].rows[place].count != nil
      return ExpressionRow(
        section: section, row: place, number: number ?? (isCounted ? 1 : 0), type: type,
        chain: sections[section].chain)
    }
  }

  /// The error message for an id that no row has, or only rows that an expression cannot read.
  private func fault(of id: String) -> String {
    let type = sectionsByID.sections(for: id).lazy.compactMap { section in
      ids[section].find(id).map { sections[section].rows[$0.value].type }
    }.first
    switch type {
    case .secret?: return "\(id.quoted) is a secret; only its own check reads it, as ."
    case .some: return "\(id.quoted) is a note and takes no answer; name another row"
    case nil:
      let hint = shared.names.hint(
        for: id, among: sections.lazy.flatMap(\.rows),
        count: sections.reduce(0) { $0 + $1.rows.count })
      return "no row has the id \(id.quoted)\(hint)"
    }
  }
}

extension ExpressionType {
  /// The type of a row's answers; nil for notes and secrets, which expressions of other rows cannot
  /// read.
  init?(_ type: RowType) {
    switch type {
    case .integer, .decimal: self = .number
    case .boolean: self = .boolean
    case .date: self = .date
    case .time: self = .time
    case .choices, .list: self = .choices
    case .note, .secret: return nil
    case .text, .phone, .path, .email, .url, .uuid, .paragraph, .choice, .json: self = .text
    }
  }
}
