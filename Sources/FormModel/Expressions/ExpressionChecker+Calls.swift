// Checks function calls in expressions.

import FormText
import Patterns

extension ExpressionFunction {
  /// Whether the function can iterate over the items of a section. `min` and `max` do so only if
  /// they have one argument.
  var isAggregate: Bool { [.count, .countNonEmpty, .sum, .min, .max, .join].contains(self) }

  /// The function that has another name in spreadsheets, SQL or XLSForm.
  fileprivate static func named(elsewhere name: String) -> ExpressionFunction? {
    switch name.lowercased() {
    case "now", "date", "current-date", "current_date": .today
    case "total": .sum
    case "len", "length": .stringLength
    case "concatenate": .concat
    case "ifnull", "nvl", "default": .coalesce
    case "counta": .countNonEmpty
    case "match", "matches": .regex
    case "mid", "substring": .substr
    case "datediff", "days": .dateDiff
    case "dateadd", "edate": .dateAdd
    default: nil
    }
  }
}

extension ExpressionChecker {
  /// Checks a call.
  mutating func checkCall(
    _ name: String, _ arguments: [ExpressionSyntax], _ syntax: ExpressionSyntax, _ chain: [Int],
    _ wanted: ExpressionType?
  ) -> Typed? {
    guard let function = ExpressionFunction(rawValue: name) else {
      let names = ExpressionFunction.allCases.map(\.rawValue)
      let other = ExpressionFunction.named(elsewhere: name)?.usage
      let near = (other ?? NearestName.nearest(to: name, among: names))
        .map { "; did you mean \($0)?" }
      return report(.function, syntax, "there is no function \(name.quoted)\(near ?? "")")
    }
    guard function.arguments.contains(arguments.count) else {
      return report(
        .arguments, syntax,
        "\(name) has \(counted(arguments.count, "argument")) here; it is written \(function.usage)")
    }
    if function.isAggregate, function == .join || arguments.count == 1 {
      return checkAggregate(function, arguments, syntax, chain)
    }
    return checkPlain(function, arguments, syntax, chain, wanted)
  }

  private mutating func checkPlain(
    _ function: ExpressionFunction, _ arguments: [ExpressionSyntax], _ syntax: ExpressionSyntax,
    _ chain: [Int], _ wanted: ExpressionType?
  ) -> Typed? {
    let name = function.rawValue
    switch function {
    case .isTrue, .isFalse:
      return Typed(node: .value(.boolean(function == .isTrue)), type: .boolean)
    case .today: return Typed(node: .today, type: .date)
    case .not:
      return check(arguments[0], chain, as: .boolean, for: name).map {
        Typed(node: .not($0), type: .boolean)
      }
    case .if:
      let condition = check(arguments[0], chain, as: .boolean, for: name)
      let branches = checkAlike(Array(arguments.dropFirst()), chain, wanting: wanted, for: name)
      guard let condition, let branches else { return nil }
      return Typed(
        node: .choice(condition, branches.nodes[0], branches.nodes[1]), type: branches.type)
    case .coalesce:
      return checkAlike(arguments, chain, wanting: wanted, for: name).map {
        Typed(node: .coalesce($0.nodes), type: $0.type)
      }
    case .once: return checkOnce(arguments[0], syntax, chain)
    case .position: return checkPosition(arguments[0], syntax, chain)
    case .min, .max:
      guard let values = checkAlike(arguments, chain, wanting: nil, for: name) else { return nil }
      guard values.type.isOrdered else {
        return report(
          .type, syntax, "\(name) takes numbers, dates and times, not \(values.type.noun)")
      }
      return Typed(node: .call(function, values.nodes), type: values.type)
    case .selected: return checkSelected(arguments, chain)
    case .regex: return checkPattern(arguments, chain)
    case .dateAdd: return checkDateAdd(arguments, chain)
    case .concat:
      return checkWritten(arguments, chain, for: name).map {
        Typed(node: .call(function, $0), type: .text)
      }
    case .string:
      return checkWritten(arguments, chain, for: name).map {
        Typed(node: .call(function, $0), type: .text)
      }
    case .number: return checkNumber(arguments[0], chain)
    case .stringLength: return call(function, arguments, chain, [.text], gives: .number)
    case .substr: return call(function, arguments, chain, [.text, .number, .number], gives: .text)
    case .contains, .startsWith, .endsWith:
      return call(function, arguments, chain, [.text, .text], gives: .boolean)
    case .round: return call(function, arguments, chain, [.number, .number], gives: .number)
    case .int, .abs: return call(function, arguments, chain, [.number], gives: .number)
    case .dateDiff: return call(function, arguments, chain, [.date, .date], gives: .number)
    case .count, .countNonEmpty, .sum, .join: return nil
    }
  }

  /// Returns a call after checking that the arguments have these types.
  private mutating func call(
    _ function: ExpressionFunction, _ arguments: [ExpressionSyntax], _ chain: [Int],
    _ types: [ExpressionType], gives type: ExpressionType
  ) -> Typed? {
    let nodes = zip(arguments, types).map {
      check($0, chain, as: $1, for: function.rawValue)
    }
    let known = nodes.compactMap(\.self)
    return known.count == nodes.count ? Typed(node: .call(function, known), type: type) : nil
  }

  /// Checks arguments that are converted to text.
  private mutating func checkWritten(
    _ parts: [ExpressionSyntax], _ chain: [Int], for name: String
  ) -> [Expression.Node]? {
    var nodes: [Expression.Node] = []
    for part in parts {
      guard let typed = check(part, chain) else { continue }
      if typed.type == .choices {
        _ = report(
          .type, part,
          "\(name) does not take several choices; "
            + "selected(${row}, 'choice') tests for a single choice")
      } else {
        nodes.append(typed.node)
      }
    }
    return nodes.count == parts.count ? nodes : nil
  }

  private mutating func checkNumber(_ part: ExpressionSyntax, _ chain: [Int]) -> Typed? {
    guard let typed = check(part, chain) else { return nil }
    guard [.text, .number, .boolean].contains(typed.type) else {
      return report(.type, part, "number takes a text or a yes-or-no value, not \(typed.type.noun)")
    }
    return Typed(node: .call(.number, [typed.node]), type: .number)
  }

  private mutating func checkSelected(_ arguments: [ExpressionSyntax], _ chain: [Int]) -> Typed? {
    let choices = check(arguments[0], chain)
    let value = check(arguments[1], chain, as: .text, for: "selected")
    guard let choices else { return nil }
    guard choices.type == .choices || choices.type == .text else {
      return report(
        .type, arguments[0], "selected needs a row with choices, and this is \(choices.type.noun)")
    }
    guard let value, !reportImpossible(choices.node, with: value, arguments[1]) else { return nil }
    return Typed(node: .call(.selected, [choices.node, value]), type: .boolean)
  }

  private mutating func checkPattern(_ arguments: [ExpressionSyntax], _ chain: [Int]) -> Typed? {
    hasPatterns = true
    let text = check(arguments[0], chain, as: .text, for: "regex")
    guard case .text(let source) = arguments[1].kind else {
      let pattern = check(arguments[1], chain, as: .text, for: "regex")
      guard let text, let pattern else { return nil }
      return Typed(node: .call(.regex, [text, pattern]), type: .boolean)
    }
    do throws(Pattern.Fault) {
      let pattern = try Pattern(source)
      return text.map { Typed(node: .match($0, pattern), type: .boolean) }
    } catch {
      return report(.syntax, arguments[1], "the pattern is wrong: \(error.sentence)")
    }
  }

  private mutating func checkDateAdd(_ arguments: [ExpressionSyntax], _ chain: [Int]) -> Typed? {
    let date = check(arguments[0], chain, as: .date, for: "date-add")
    let number = check(arguments[1], chain, as: .number, for: "date-add")
    guard case .text(let text) = arguments[2].kind, DatePrecision(rawValue: text) != nil else {
      return report(.type, arguments[2], "the unit of date-add is 'day', 'month' or 'year'")
    }
    guard let date, let number else { return nil }
    return Typed(node: .call(.dateAdd, [date, number, .value(.text(text))]), type: .date)
  }

  private mutating func checkOnce(
    _ part: ExpressionSyntax, _ syntax: ExpressionSyntax, _ chain: [Int]
  ) -> Typed? {
    let this = row(of: ExpressionSyntax(kind: .this, offset: syntax.offset), chain)
    let typed = check(part, chain, wanting: this?.type)
    guard let this, let typed else { return nil }
    guard this.type == typed.type else {
      return report(
        .type, part, "once gives \(typed.type.noun), and the row takes \(this.type.noun)")
    }
    return Typed(node: .coalesce([.row(this), typed.node]), type: typed.type)
  }

  private mutating func checkPosition(
    _ part: ExpressionSyntax, _ syntax: ExpressionSyntax, _ chain: [Int]
  ) -> Typed? {
    guard case .item = part.kind else {
      return report(.arguments, syntax, "it is written position(..)")
    }
    guard let section = chain.last else {
      return report(
        .row, syntax, "position(..) is the number of an item, but this is outside of items")
    }
    note(section: section)
    return Typed(node: .position(section: section, depth: chain.count), type: .number)
  }

  // MARK: - Items

  private mutating func checkAggregate(
    _ function: ExpressionFunction, _ arguments: [ExpressionSyntax], _ syntax: ExpressionSyntax,
    _ chain: [Int]
  ) -> Typed? {
    let name = function.rawValue
    if scope.takesFields {
      return report(
        .syntax, syntax,
        "\(name) goes through items, which takes too long for each candidate; let a calculated row do it"
      )
    }
    let separator = function == .join ? check(arguments[0], chain, as: .text, for: name) : nil
    guard let argument = arguments.last else { return nil }
    guard let items = deepestChain(of: argument, chain), let section = items.last else {
      // If a name is wrong, report the name rather than a missing section.
      let count = errors.count
      _ = check(argument, chain)
      if errors.count > count { return nil }
      return report(
        .row, argument,
        "\(name) goes through the items of a section; name a row of a repeating section")
    }
    guard let (typed, rows, sections) = checkArgument(argument, items) else { return nil }
    let type: ExpressionType
    switch function {
    case .count, .countNonEmpty: type = .number
    case .sum:
      guard typed.type == .number else {
        return report(.type, argument, "sum needs a number, and this is \(typed.type.noun)")
      }
      type = .number
    case .join:
      guard typed.type != .choices else {
        return report(.type, argument, "join does not take several choices")
      }
      if separator == nil { return nil }
      type = .text
    default:
      guard typed.type.isOrdered else {
        return report(
          .type, argument, "\(name) takes numbers, dates and times, not \(typed.type.noun)")
      }
      type = typed.type
    }
    note(section: section)
    let shared = zip(chain, items.dropLast()).prefix { $0 == $1 }.count
    if shared > 0 { isOfItem = true }
    let aggregate = numbered {
      Expression.Aggregate(
        function: function, argument: typed.node, chain: items, shared: shared,
        separator: separator, number: $0, rows: rows, sections: sections)
    }
    return Typed(node: .aggregate(aggregate), type: type)
  }
}
