// The dependencies between the row templates of a form, which are the rows as the template file
// describes them. They determine which rows must be evaluated again after a change.
//
// Invariant: no calculation reads its own row, directly or through other rows.

/// For each row: the rows to evaluate again after it changed, and the rows from which it is
/// calculated.
struct ExpressionPlan: Sendable {
  static let none = ExpressionPlan()

  /// For each row template, the rows whose expressions read it, in the order of the form.
  private var readers: [AnswerPlan.RowReference: [AnswerPlan.RowReference]] = [:]
  /// For each section, the rows whose expressions read all items of the section.
  private var gatherers: [Int: [AnswerPlan.RowReference]] = [:]
  /// The calculated rows, each with the expression that calculates it.
  private var calculations: [AnswerPlan.RowReference: Expression] = [:]
  /// The rows whose defaults are expressions, in the order of the form.
  private(set) var initials: [AnswerPlan.RowReference] = []
  private var initialExpressions: [AnswerPlan.RowReference: Expression] = [:]
  /// The rows that the expressions of defaults read.
  private var initialSources = Set<AnswerPlan.RowReference>()
  /// The rows whose choices are filtered, each with its filter.
  private var filters: [AnswerPlan.RowReference: Expression] = [:]
  /// The aggregates, such as a sum over all items. They are updated item by item. The index of an
  /// aggregate here is its number.
  private(set) var totals: [TotalPlan] = []
  /// The texts that show answers.
  var texts = AnsweredTexts()

  var isEmpty: Bool {
    initials.isEmpty && readers.isEmpty && gatherers.isEmpty && calculations.isEmpty
      && filters.isEmpty
      && totals.isEmpty
  }

  /// Whether any row is calculated.
  var hasCalculations: Bool { !calculations.isEmpty }

  /// The largest number of rows that one change evaluates. Other rows are evaluated when they are
  /// read.
  private static let mostDependents = 100

  /// The rows whose expressions read a row, or read all items of its section. They may do so
  /// directly, or through calculated rows.
  func dependents(of row: FormRow.ID) -> Set<AnswerPlan.RowReference> {
    var found = Set<AnswerPlan.RowReference>()
    var waiting = [AnswerPlan.RowReference(row)]
    while let next = waiting.popLast() {
      for reader in [readers[next] ?? [], gatherers[next.section] ?? []].joined() {
        guard found.count < ExpressionPlan.mostDependents else { return found }
        if found.insert(reader).inserted, calculations[reader] != nil { waiting.append(reader) }
      }
    }
    return found
  }

  /// The plan in which each aggregate also has its other dependencies: the rows and sections
  /// outside of the items that it combines.
  var withSources: ExpressionPlan {
    // Most forms have neither aggregates nor texts that show answers. For these forms,
    // instantiating the set types would delay the first screen.
    if totals.isEmpty, texts.isEmpty { return self }
    var plan = self
    for index in totals.indices {
      let aggregate = totals[index].aggregate
      let sources = sources(of: aggregate.rows.map(\.template))
      let rows = aggregate.rows + sources.rows
      let around = aggregate.chain.dropLast()
      plan.totals[index].sections = aggregate.sections.union(sources.sections)
      plan.totals[index].rows = Set(rows.filter(\.chain.isEmpty).map(\.template))
      plan.totals[index].outerRows = Set(
        rows.filter { around.contains($0.section) }.map(\.template))
    }
    plan.texts = texts.withSources(in: self)
    return plan
  }

  mutating func note(aggregatesOf expression: Expression) {
    totals += expression.aggregates.map { TotalPlan(aggregate: $0) }
  }

  mutating func note(_ expression: Expression, of owner: AnswerPlan.RowReference) {
    for row in Set(expression.rows.map(\.template)) where row != owner {
      readers[row, default: []].append(owner)
    }
    for section in expression.sections { gatherers[section, default: []].append(owner) }
    note(aggregatesOf: expression)
  }

  mutating func note(calculation: Expression, of owner: AnswerPlan.RowReference) {
    calculations[owner] = calculation
    note(calculation, of: owner)
  }

  mutating func note(initial: Expression, of owner: AnswerPlan.RowReference) {
    initials.append(owner)
    initialExpressions[owner] = initial
    initialSources.formUnion(initial.rows.map(\.template))
    note(aggregatesOf: initial)
  }

  /// Whether a row is read by a check, a calculation, a filter or a default.
  func isRead(_ row: AnswerPlan.RowReference) -> Bool {
    readers[row] != nil || gatherers[row.section] != nil || initialSources.contains(row)
  }

  mutating func note(filter: Expression, of owner: AnswerPlan.RowReference) {
    filters[owner] = filter
    note(filter, of: owner)
  }

  // MARK: - Sources of calculated rows

  /// All rows from which the given rows are calculated, directly or through other calculated rows.
  /// For rows that an aggregate reads, their sections are returned instead.
  func sources(
    of rows: some Sequence<AnswerPlan.RowReference>
  ) -> (rows: [ExpressionRow], sections: Set<Int>) {
    var (found, sections): ([ExpressionRow], Set<Int>) = ([], [])
    var seen = Set<ExpressionRow>()
    var waiting = rows.compactMap { calculations[$0] }
    while let next = waiting.popLast() {
      sections.formUnion(next.sections)
      for row in next.rows where seen.insert(row).inserted {
        found.append(row)
        if let calculation = calculations[row.template] { waiting.append(calculation) }
      }
    }
    return (found, sections)
  }

  /// The longest allowed chain of filters, in which each filter affects the choices of the next.
  static let mostFilters = 8

  /// Searches for a circle of rows that depend on each other by calculations, filters and defaults.
  /// Returns the rows of the circle, which begins and ends with the same row; nil if there is no
  /// circle.
  ///
  /// - Parameter depths: for each row that was already searched, the largest number of filters on a
  ///   path of dependencies from that row.
  func circle(
    from start: AnswerPlan.RowReference, depths: inout [AnswerPlan.RowReference: Int]
  ) -> [AnswerPlan.RowReference]? {
    // The search is depth first. It uses a stack instead of recursion, because calculations can
    // depend on each other to any depth.
    var path: [(row: AnswerPlan.RowReference, next: [AnswerPlan.RowReference])] = []
    var isOnPath = Set<AnswerPlan.RowReference>()
    func read(by row: AnswerPlan.RowReference) -> [AnswerPlan.RowReference] {
      [calculations[row], filters[row], initialExpressions[row]].compactMap { $0?.rows }.joined()
        .map(\.template)
        .filter { calculations[$0] != nil || filters[$0] != nil || initialExpressions[$0] != nil }
    }
    path.append((start, read(by: start)))
    isOnPath.insert(start)
    while let last = path.indices.last {
      guard let next = path[last].next.popLast() else {
        let row = path.removeLast().row
        isOnPath.remove(row)
        let below = read(by: row).reduce(0) { max($0, depths[$1] ?? 0) }
        depths[row] = below + (filters[row] == nil ? 0 : 1)
        continue
      }
      if isOnPath.contains(next) {
        return path.map(\.row).drop { $0 != next } + [next]
      }
      if depths[next] != nil { continue }
      path.append((next, read(by: next)))
      isOnPath.insert(next)
    }
    return nil
  }
}

/// An aggregate that is updated item by item, and the other rows and sections that its values
/// depend on.
struct TotalPlan: Sendable {
  let aggregate: Expression.Aggregate
  /// The rows outside of items that the values depend on.
  var rows = Set<AnswerPlan.RowReference>()
  /// The sections whose items the values depend on.
  var sections = Set<Int>()
  /// The rows, in the items around the combined items, that the values depend on.
  var outerRows = Set<AnswerPlan.RowReference>()

  init(aggregate: Expression.Aggregate) { self.aggregate = aggregate }

  /// The section whose items the aggregate combines.
  var section: Int { aggregate.chain[aggregate.chain.count - 1] }
}

/// The expressions of a row.
struct RowExpressions: Sendable {
  /// The check. If it is false, the answer is a problem.
  var check: Expression?
  /// The expression that calculates the answer, so that it is not typed.
  var calculation: Expression?
  /// The default, which is evaluated only once.
  var initial: Expression?
  /// The filter of the choices. It is true for each choice that can be chosen.
  var filter: ChoiceFilter?
}
