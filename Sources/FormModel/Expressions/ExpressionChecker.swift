// Finds the rows that an expression names, and checks the types of its parts. This is done when a
// template is read.

import FormText

/// The rows and fields that an expression can name.
struct ExpressionScope {
  /// Finds all rows with an id, anywhere in the form.
  let rows: (String) -> [ExpressionRow]
  /// The row to which the expression belongs.
  var this: ExpressionRow?
  /// The repeating sections around the expression, outermost first.
  var chain: [Int] = []
  /// Whether names without `${}` mean fields of a candidate, as in the filter of a row's choices.
  var takesFields = false
  /// Whether the expression is inserted into a text, where functions are not allowed.
  var isText = false
  /// The number that the next aggregate gets.
  var nextAggregate = 0
  /// Whether the row with an id already has errors. If it has, an expression that names the row
  /// causes no further error.
  var isLost: (String) -> Bool = { _ in false }
  /// Returns the error message for an id that no row has.
  var fault: (String) -> String = { "no row has the id \($0.quoted)" }
  /// Returns the template of a row; nil if only its type is known.
  var template: (ExpressionRow) -> RowTemplate? = { _ in nil }
}

/// Checks one expression.
struct ExpressionChecker {
  /// A checked part and its type.
  struct Typed {
    let node: Expression.Node
    let type: ExpressionType
  }

  let scope: ExpressionScope
  var errors: [ExpressionError] = []
  private var rows: [ExpressionRow] = []
  private var sections = Set<Int>()
  private var aggregates: [Expression.Aggregate] = []
  private var fields: [(name: String, offset: Int)] = []
  var hasPatterns = false
  /// Whether an aggregate of the expression reads items inside an item around the expression.
  var isOfItem = false
  private var optionalRows = Set<ExpressionRow>()

  private init(_ scope: ExpressionScope) { self.scope = scope }

  /// Parses and checks an expression.
  ///
  /// - Parameter wanted: the type to which a quoted text may be converted.
  /// - Throws: all errors of the expression, in order.
  static func expression(
    _ source: String, in scope: ExpressionScope, wanting wanted: ExpressionType? = nil
  ) throws(ExpressionErrors) -> Expression {
    let syntax: ExpressionSyntax
    do throws(ExpressionError) {
      syntax = try ExpressionParser.parse(source, takesFields: scope.takesFields)
    } catch { throw ExpressionErrors(errors: [error]) }
    var checker = ExpressionChecker(scope)
    let typed = checker.check(syntax, scope.chain, wanting: wanted)
    guard let typed, checker.errors.isEmpty else {
      throw ExpressionErrors(errors: checker.errors.sorted { $0.offset < $1.offset })
    }
    let readsItem = checker.rows.contains {
      !$0.chain.isEmpty && scope.chain.starts(with: $0.chain)
    }
    return Expression(
      root: typed.node, type: typed.type, rows: checker.rows, sections: checker.sections,
      aggregates: checker.aggregates, fields: checker.fields,
      optionalRows: checker.optionalRows, isOfItem: checker.isOfItem || readsItem,
      hasPatterns: checker.hasPatterns)
  }

  // MARK: - Errors

  /// Records an error and returns nil: a part with an error has no type, so it causes no further
  /// errors.
  mutating func report(
    _ kind: ExpressionError.Kind, _ syntax: ExpressionSyntax, _ sentence: String
  ) -> Typed? {
    errors.append(ExpressionError(kind, at: syntax.offset, sentence))
    return nil
  }

  // MARK: - Parts

  /// Checks a part of the expression.
  ///
  /// - Parameters:
  ///   - chain: the repeating sections whose items contain the part, outermost first.
  ///   - wanted: the type to which a quoted text may be converted.
  mutating func check(
    _ syntax: ExpressionSyntax, _ chain: [Int], wanting wanted: ExpressionType? = nil
  ) -> Typed? {
    switch syntax.kind {
    case .number(let number): return Typed(node: .value(.number(number)), type: .number)
    case .text(let text): return literal(text, syntax, wanted)
    case .row, .this: return row(of: syntax, chain).map { Typed(node: .row($0), type: $0.type) }
    case .item: return report(.syntax, syntax, ".. is written only in position(..)")
    case .field(let name):
      fields.append((name, syntax.offset))
      return Typed(node: .field(name), type: .text)
    case .negated(let isNegative, let operand):
      guard let node = check(operand, chain, as: .number, for: "-") else { return nil }
      return Typed(node: isNegative ? .negated(node) : node, type: .number)
    case .chain(let first, let links):
      if links[0].symbol.calculates { return checkCalculation(first, links, chain) }
      return checkComparison(first, links, chain)
    case .all(let parts):
      return checkAll(parts, chain, as: .boolean, for: "and").map {
        Typed(node: .all($0), type: .boolean)
      }
    case .any(let parts):
      return checkAll(parts, chain, as: .boolean, for: "or").map {
        Typed(node: .any($0), type: .boolean)
      }
    case .call(let name, let arguments): return checkCall(name, arguments, syntax, chain, wanted)
    }
  }

  /// Checks a part that must have a given type.
  ///
  /// - Parameter user: the operator or function that requires the type, for the error message.
  mutating func check(
    _ syntax: ExpressionSyntax, _ chain: [Int], as type: ExpressionType, for user: String
  ) -> Expression.Node? {
    guard let typed = check(syntax, chain, wanting: type) else { return nil }
    if typed.type == type { return typed.node }
    let remedy: String =
      if user == "+" || user == "-", typed.type == .date {
        "; date-add and date-diff calculate with dates"
      } else if type == .boolean {
        "; compare it, as in \(typed.type == .number ? "${count} > 0" : "${row} != ''")"
      } else if type == .number, typed.type == .text {
        "; number(text) makes a number of a text"
      } else {
        ""
      }
    _ = report(.type, syntax, "\(user) needs \(type.noun), and this is \(typed.type.noun)\(remedy)")
    return nil
  }

  /// Checks every part, even after an error, so that all errors are found.
  mutating func checkAll(
    _ parts: [ExpressionSyntax], _ chain: [Int], as type: ExpressionType, for user: String
  ) -> [Expression.Node]? {
    let nodes = parts.map { check($0, chain, as: type, for: user) }
    let known = nodes.compactMap(\.self)
    return known.count == nodes.count ? known : nil
  }

  /// Checks parts that must all have the same type.
  mutating func checkAlike(
    _ parts: [ExpressionSyntax], _ chain: [Int], wanting wanted: ExpressionType?, for user: String
  ) -> (nodes: [Expression.Node], type: ExpressionType)? {
    // The other parts determine the type of a quoted text.
    var typed: [Typed?] = Array(repeating: nil, count: parts.count)
    let firm = parts.indices.filter { !parts[$0].isFlexible }
    for place in firm { typed[place] = check(parts[place], chain, wanting: wanted) }
    let known = firm.lazy.compactMap { typed[$0]?.type }.first
    if !firm.isEmpty, known == nil { return nil }
    for place in parts.indices where parts[place].isFlexible {
      typed[place] = check(parts[place], chain, wanting: known ?? wanted)
    }
    guard let type = known ?? typed.lazy.compactMap({ $0?.type }).first else { return nil }
    var nodes: [Expression.Node] = []
    for (part, typed) in zip(parts, typed) {
      guard let typed else { continue }
      if typed.type == type {
        nodes.append(typed.node)
      } else {
        _ = report(
          .type, part,
          "\(user) needs values of one type; this is \(typed.type.noun), another is \(type.noun)")
      }
    }
    return nodes.count == parts.count ? (nodes, type) : nil
  }

  private mutating func literal(
    _ text: String, _ syntax: ExpressionSyntax, _ wanted: ExpressionType?
  ) -> Typed? {
    switch wanted {
    case .date:
      if let date = CalendarDate(text) { return Typed(node: .value(.date(date)), type: .date) }
      return report(.type, syntax, "\(text.quoted) is not a date; write '2024-12-31'")
    case .time:
      if let time = ClockTime(text) { return Typed(node: .value(.time(time)), type: .time) }
      return report(.type, syntax, "\(text.quoted) is not a time; write '14:30'")
    default: return Typed(node: .value(.text(text)), type: .text)
    }
  }

  // MARK: - Rows

  /// Returns the row that a part names.
  mutating func row(of syntax: ExpressionSyntax, _ chain: [Int]) -> ExpressionRow? {
    var row: ExpressionRow?
    switch syntax.kind {
    case .this:
      row = scope.this
      if row == nil {
        _ = report(
          .row, syntax, ". is the row of the expression, and there is none here; name a row")
      }
    case .row(let id): row = find(id, syntax, chain)
    default: break
    }
    if let row, !rows.contains(row) { rows.append(row) }
    return row
  }

  private mutating func find(
    _ id: String, _ syntax: ExpressionSyntax, _ chain: [Int]
  ) -> ExpressionRow? {
    let found = scope.rows(id)
    let near = found.filter { chain.starts(with: $0.chain) }
    let depth = near.map(\.chain.count).max() ?? 0
    let nearest = near.filter { $0.chain.count == depth }
    if nearest.count == 1 { return nearest[0] }
    if found.isEmpty, scope.isLost(id) { return nil }
    let sentence: String =
      if nearest.count > 1 {
        "several rows have the id \(id.quoted); give one of them another id"
      } else if !found.isEmpty {
        "the row \(id.quoted) is in every item of a repeating section; "
          + (scope.isText
            ? "name one outside of it, like a calculated row that uses it in " : "use it in ")
          + "sum, count, min, max or "
          + "join"
      } else {
        scope.fault(id)
      }
    _ = report(.row, syntax, sentence)
    return nil
  }

  /// Finds the deepest repeating section whose rows a part names. Returns this section and the
  /// sections around it, outermost first; empty if the part names no row in items.
  mutating func deepestChain(of syntax: ExpressionSyntax, _ chain: [Int]) -> [Int]? {
    var deepest: [Int] = []
    for id in syntax.rowNames {
      let found = scope.rows(id)
      let near = found.filter { chain.starts(with: $0.chain) }.map(\.chain)
      let candidates = near.isEmpty ? Array(Set(found.map(\.chain))) : near
      // A wrong name has no candidates here. The error is reported when the row is looked up.
      guard let longest = candidates.max(by: { $0.count < $1.count }) else { continue }
      if longest.count > deepest.count { deepest = longest }
    }
    if let this = scope.this, syntax.namesThis, this.chain.count > deepest.count {
      deepest = this.chain
    }
    return deepest
  }

  mutating func note(section: Int) { sections.insert(section) }

  /// Checks the argument of an aggregate, and records the rows that the argument reads.
  mutating func checkArgument(
    _ syntax: ExpressionSyntax, _ items: [Int]
  ) -> (typed: Typed, rows: [ExpressionRow], sections: Set<Int>)? {
    let before = (rows, sections)
    (rows, sections) = ([], [])
    let typed = check(syntax, items)
    let read = (rows, sections)
    (rows, sections) = (before.0, before.1.union(read.1))
    for row in read.0 where !rows.contains(row) { rows.append(row) }
    return typed.map { ($0, read.0, read.1) }
  }

  /// Gives an aggregate, such as a sum over items, a number if it can be updated item by item.
  mutating func numbered(
    _ number: (Int?) -> Expression.Aggregate
  ) -> Expression.Aggregate {
    let aggregate = number(scope.nextAggregate + aggregates.count)
    let readsCountedRow = aggregate.rows.contains { $0 == scope.this && $0.chain.isEmpty }
    // An aggregate of items inside an item has one value for each outer item. Only sums are stored
    // for every outer item.
    let isSimple =
      (aggregate.shared == 0 || aggregate.isSum) && aggregate.separator?.isConstant ?? true
      && !readsCountedRow
    guard isSimple else { return number(nil) }
    aggregates.append(aggregate)
    return aggregate
  }

  // MARK: - Operators

  private mutating func checkCalculation(
    _ first: ExpressionSyntax, _ links: [ExpressionSyntax.Link], _ chain: [Int]
  ) -> Typed? {
    let start = check(first, chain, as: .number, for: links[0].symbol.rawValue)
    var operations: [(ExpressionOperator, Expression.Node)] = []
    for link in links {
      if let node = check(link.operand, chain, as: .number, for: link.symbol.rawValue) {
        operations.append((link.symbol, node))
      }
    }
    guard let start, operations.count == links.count else { return nil }
    return Typed(node: .calculation(start, operations), type: .number)
  }

  private mutating func checkComparison(
    _ first: ExpressionSyntax, _ links: [ExpressionSyntax.Link], _ chain: [Int]
  ) -> Typed? {
    var left: Typed?
    var rest = links[...]
    if let link = links.first, link.symbol.isEquality,
      let asked = first.isEmptyText ? link.operand : link.operand.isEmptyText ? first : nil,
      asked.isRow
    {
      guard let row = row(of: asked, chain) else { return nil }
      optionalRows.insert(row)
      let isEmpty = Expression.Node.isEmpty(row)
      left = Typed(node: link.symbol == .equal ? isEmpty : .not(isEmpty), type: .boolean)
      rest = rest.dropFirst()
    } else if first.isFlexible, !links[0].operand.isFlexible {
      // The left side is a quoted text. The type of the right side determines whether the text is a
      // date or a time.
      let right = check(links[0].operand, chain)
      left = check(first, chain, wanting: right?.type)
      left = compared(left, at: first, links[0], right)
      rest = rest.dropFirst()
    } else {
      left = check(first, chain)
    }
    for link in rest {
      let right = check(link.operand, chain, wanting: left?.type)
      left = compared(left, at: first, link, right)
    }
    return left
  }

  /// Checks a comparison, whose left side may itself be a comparison.
  ///
  /// - Parameter first: the first part of the comparison.
  private mutating func compared(
    _ left: Typed?, at first: ExpressionSyntax, _ link: ExpressionSyntax.Link, _ right: Typed?
  ) -> Typed? {
    guard let left, let right else { return nil }
    let symbol = link.symbol
    guard left.type == right.type else {
      return report(
        .type, link.operand,
        "\(symbol.rawValue) compares values of one type, and these are \(left.type.noun) and "
          + right.type.noun + ExpressionChecker.remedy(left, right, isOrder: !symbol.isEquality))
    }
    if left.type == .choices {
      return report(
        .type, link.operand, "several choices cannot be compared; use selected(${row}, 'choice')")
    }
    guard symbol.isEquality || left.type.isOrdered else {
      return report(
        .type, link.operand,
        "\(symbol.rawValue) compares numbers, dates and times, not \(left.type.noun)")
    }
    if symbol.isEquality,
      reportImpossible(left.node, with: right.node, link.operand)
        || reportImpossible(right.node, with: left.node, first)
    {
      return nil
    }
    if case .comparison(let first, let others) = left.node {
      return Typed(node: .comparison(first, others + [(symbol, right.node)]), type: .boolean)
    }
    return Typed(node: .comparison(left.node, [(symbol, right.node)]), type: .boolean)
  }
}

/// All errors of an expression.
struct ExpressionErrors: Error {
  let errors: [ExpressionError]
}
