// Evaluates expressions. Evaluation always ends and has no side effects; its cost is bounded by the
// expression and the rows that it reads.
//
// Invariant: nil means unknown. An operation with an unknown operand is unknown, except in
// functions that accept missing answers, such as `concat` and `coalesce`. `and`, `or` and `not`
// follow Kleene's three-valued logic.

import FormText
import LosslessJSON
import Patterns

/// Provides the answers that an expression reads.
protocol ExpressionReader {
  /// The day on which the form was opened.
  var today: CalendarDate? { get }
  /// The value of a row; nil if it is unknown.
  ///
  /// - Parameter items: the items around the row, one for each section in the row's chain.
  func value(of row: ExpressionRow, in items: ArraySlice<Int>) -> ExpressionValue?
  /// Whether a row has no answer.
  func isEmpty(_ row: ExpressionRow, in items: ArraySlice<Int>) -> Bool
  /// A field of the candidate; nil if there is no candidate, or if it has no such field.
  func field(_ name: String) -> String?
  /// Iterates over the items of the last section in a chain, inside the given items.
  func forEachItem(of chain: [Int], below items: ArraySlice<Int>, _ body: ([Int]) -> Void)
  /// The position of an item in its list, from 1.
  func position(of item: Int, inSection section: Int) -> Int
  /// The value of an aggregate, such as a sum over items; nil if the items must be read to compute
  /// the value.
  ///
  /// - Parameter items: the items around the expression that are also around the aggregate's items.
  func total(of aggregate: Expression.Aggregate, in items: ArraySlice<Int>) -> Total?
  /// Receives the value of an aggregate whose items were read. `total` may return it while no answer
  /// changes.
  func remember(
    _ total: ExpressionValue?, of aggregate: Expression.Aggregate, in items: ArraySlice<Int>)
}

extension ExpressionReader {
  func total(of aggregate: Expression.Aggregate, in items: ArraySlice<Int>) -> Total? { nil }

  func remember(
    _ total: ExpressionValue?, of aggregate: Expression.Aggregate, in items: ArraySlice<Int>
  ) {}
}

/// The value of an aggregate. A number may have too many digits; the caller checks the limit.
enum Total: Hashable, Sendable {
  case value(ExpressionValue?)
}

/// The reason that a value is unknown although no answer is missing.
enum ExpressionFault: Hashable, Sendable {
  case tooLarge
  case tooLong
  case tooManyTexts
  case divisionByZero
  /// A pattern exceeded a limit. The value is the reason, without a full stop.
  case unchecked(String)
}

/// The evaluation of one expression.
struct ExpressionEvaluation<Reader: ExpressionReader> {
  private let reader: Reader
  /// The first fault that occurred.
  private(set) var fault: ExpressionFault?
  /// The work that patterns may still do.
  private var allowance = Pattern.Allowance()

  init(_ reader: Reader) { self.reader = reader }

  /// Evaluates an expression; returns nil if the value is unknown.
  ///
  /// - Parameter items: the items around the expression, outermost first.
  mutating func value(of expression: Expression, in items: [Int]) -> ExpressionValue? {
    value(of: expression.root, items)
  }

  private mutating func value(of node: Expression.Node, _ items: [Int]) -> ExpressionValue? {
    switch node {
    case .value(let value): return value
    case .today: return reader.today.map { .date($0) }
    case .row(let row): return reader.value(of: row, in: items.prefix(row.chain.count))
    case .field(let name): return reader.field(name).map { .text($0) }
    case .negated(let node): return value(of: node, items)?.number.map { .number($0.negated) }
    case .calculation(let first, let operations): return calculated(first, operations, items)
    case .comparison(let first, let operations): return compared(first, operations, items)
    case .isEmpty(let row):
      return .boolean(reader.isEmpty(row, in: items.prefix(row.chain.count)))
    case .not(let node): return value(of: node, items)?.boolean.map { .boolean(!$0) }
    case .all(let nodes): return joined(nodes, items, deciding: false)
    case .any(let nodes): return joined(nodes, items, deciding: true)
    case .choice(let condition, let first, let second):
      return value(of: value(of: condition, items) == .boolean(true) ? first : second, items)
    case .coalesce(let nodes):
      for node in nodes { if let value = value(of: node, items) { return value } }
      return nil
    case .call(let function, let arguments): return called(function, arguments, items)
    case .match(let node, let pattern):
      return value(of: node, items)?.text.flatMap { matched($0, pattern) }
    case .aggregate(let aggregate): return gathered(aggregate, items)
    case .position(let section, let depth):
      let item = items.dropFirst(depth - 1).first ?? 0
      return .number(DecimalNumber(reader.position(of: item, inSection: section)))
    }
  }

  private mutating func note(_ fault: ExpressionFault) {
    if self.fault == nil { self.fault = fault }
  }

  /// Returns a number as a value; nil if it has too many digits.
  private mutating func checked(_ number: DecimalNumber?) -> ExpressionValue? {
    if number == nil { note(.tooLarge) }
    return number.map { .number($0) }
  }

  // MARK: - Operators

  private mutating func calculated(
    _ first: Expression.Node, _ operations: [(ExpressionOperator, Expression.Node)], _ items: [Int]
  ) -> ExpressionValue? {
    var result = value(of: first, items)?.number
    for (symbol, node) in operations {
      guard let left = result, let right = value(of: node, items)?.number else { return nil }
      if symbol == .div || symbol == .mod, right == .zero {
        note(.divisionByZero)
        return nil
      }
      result =
        switch symbol {
        case .plus: left.adding(right)
        case .minus: left.adding(right.negated)
        case .times: left.multiplied(by: right)
        case .div: left.divided(by: right)
        default: left.remainder(dividingBy: right)
        }
      if result == nil { note(.tooLarge) }
    }
    return result.map { .number($0) }
  }

  private mutating func compared(
    _ first: Expression.Node, _ operations: [(ExpressionOperator, Expression.Node)], _ items: [Int]
  ) -> ExpressionValue? {
    var result = value(of: first, items)
    for (symbol, node) in operations {
      let other = value(of: node, items)
      guard let left = result, let right = other else {
        result = nil
        continue
      }
      let answer =
        switch symbol {
        case .equal: left.equals(right)
        case .unequal: left.equals(right).map { !$0 }
        case .less: left.isBefore(right)
        case .atLeast: left.isBefore(right).map { !$0 }
        case .greater: right.isBefore(left)
        default: right.isBefore(left).map { !$0 }
        }
      result = answer.map { .boolean($0) }
    }
    return result
  }

  /// Evaluates `and` or `or`. `deciding` is false for `and` and true for `or`: one operand with
  /// this value decides the result, even if other operands are unknown.
  private mutating func joined(
    _ nodes: [Expression.Node], _ items: [Int], deciding: Bool
  ) -> ExpressionValue? {
    var isKnown = true
    for node in nodes {
      let answer = value(of: node, items)?.boolean
      if answer == deciding { return .boolean(deciding) }
      if answer == nil { isKnown = false }
    }
    return isKnown ? .boolean(!deciding) : nil
  }

  // MARK: - Functions

  private mutating func called(
    _ function: ExpressionFunction, _ arguments: [Expression.Node], _ items: [Int]
  ) -> ExpressionValue? {
    let values = arguments.map { value(of: $0, items) }
    switch function {
    case .concat: return checked(.text(ExpressionValue.joined(values, separator: "")))
    case .stringLength: return .number(DecimalNumber(values[0]?.text?.count ?? 0))
    case .selected:
      guard let choices = values[0] else { return .boolean(false) }
      guard let wanted = values[1]?.text else { return nil }
      if case .choices(let entries) = choices {
        return .boolean(entries.contains { $0.hasSameScalars(as: wanted) })
      }
      return .boolean(choices.text?.hasSameScalars(as: wanted) ?? false)
    case .min, .max: return values.compactMap(\.self).extreme(isLeast: function == .min)
    default: break
    }
    let known = values.compactMap(\.self)
    return known.count == values.count ? called(function, known) : nil
  }

  /// Returns the result of a function whose arguments are all known.
  private mutating func called(
    _ function: ExpressionFunction, _ values: [ExpressionValue]
  ) -> ExpressionValue? {
    switch function {
    case .string: return .text(values[0].written)
    case .number: return number(of: values[0])
    case .int: return values[0].number.map { .number($0.truncated) }
    case .abs: return values[0].number.map { .number($0.absolute) }
    case .round: return rounded(values)
    case .substr: return part(of: values)
    case .contains: return texts(values) { $0.holds($1) }
    case .startsWith: return texts(values) { $0.starts(with: $1) }
    case .endsWith: return texts(values) { $0.reversed().starts(with: $1.reversed()) }
    case .regex:
      guard let text = values[0].text, let pattern = values[1].text.flatMap({ try? Pattern($0) })
      else { return nil }
      return matched(text, pattern)
    case .dateAdd:
      guard let date = values[0].date, let count = values[1].number?.whole,
        let unit = values[2].text.flatMap(DatePrecision.init(rawValue:))
      else { return nil }
      return date.adding(count, unit).map { .date($0) }
    case .dateDiff:
      guard let from = values[0].date?.dayNumber, let to = values[1].date?.dayNumber else {
        return nil
      }
      return .number(DecimalNumber(to - from))
    default: return nil
    }
  }

  private mutating func number(of value: ExpressionValue) -> ExpressionValue? {
    switch value {
    case .boolean(let answer): return .number(DecimalNumber(answer ? 1 : 0))
    case .text(let text): return DecimalNumber(text).flatMap { checked($0.isPlain ? $0 : nil) }
    default: return value
    }
  }

  private mutating func rounded(_ values: [ExpressionValue]) -> ExpressionValue? {
    guard let number = values[0].number else { return nil }
    if values.count == 1 { return checked(number.rounded(places: 0)) }
    guard let places = values[1].number, places.power >= 0 else { return nil }
    // Numbers have at most 100 digits on each side of the point. So a number of places outside the
    // range of `Int` has the same effect as ±1,000.
    return checked(number.rounded(places: places.whole ?? (places.isNegative ? -1_000 : 1_000)))
  }

  private func part(of values: [ExpressionValue]) -> ExpressionValue? {
    guard let text = values[0].text else { return nil }
    let count = text.count
    var ends: [Int] = []
    for value in values.dropFirst() {
      guard let number = value.number, number.power >= 0 else { return nil }
      let place = number.whole ?? (number.isNegative ? -count : count)
      ends.append(min(max(place < 0 ? place + count : place, 0), count))
    }
    let (start, end) = (ends[0], ends.count > 1 ? ends[1] : count)
    return .text(start < end ? String(text.dropFirst(start).prefix(end - start)) : "")
  }

  private func texts(
    _ values: [ExpressionValue],
    _ body: ([UInt8], [UInt8]) -> Bool
  ) -> ExpressionValue? {
    guard let left = values[0].text, let right = values[1].text else { return nil }
    return .boolean(body(Array(left.utf8), Array(right.utf8)))
  }

  private mutating func matched(_ text: String, _ pattern: Pattern) -> ExpressionValue? {
    switch pattern.verdict(on: text, within: &allowance) {
    case .matches: return .boolean(true)
    case .differs: return .boolean(false)
    case .unchecked(let reason):
      note(.unchecked(reason))
      return nil
    }
  }

  // MARK: - Items

  private mutating func gathered(
    _ aggregate: Expression.Aggregate, _ items: [Int]
  ) -> ExpressionValue? {
    let shared = items.prefix(aggregate.shared)
    if case .value(let total)? = reader.total(of: aggregate, in: shared) { return checked(total) }
    var count = 0
    var values: [ExpressionValue?] = []
    var paths: [[Int]] = []
    reader.forEachItem(of: aggregate.chain, below: shared) {
      count += 1
      paths.append($0)
    }
    if aggregate.function == .count { return .number(DecimalNumber(count)) }
    for path in paths { values.append(value(of: aggregate.argument, path)) }
    let separator = aggregate.separator.flatMap { value(of: $0, items)?.text } ?? ""
    let result = checked(aggregate.result(of: values, separator: separator))
    // A fault belongs to each row that reads the total, so such a total is computed again for each.
    if fault == nil { reader.remember(result, of: aggregate, in: shared) }
    return result
  }

  /// Returns the value; nil if it is a number with too many digits, or too long a text.
  private mutating func checked(_ result: ExpressionValue?) -> ExpressionValue? {
    switch result {
    case .number(let number) where !number.isPlain: note(.tooLarge)
    case .text(let text) where text.utf8.count > ExpressionValue.mostBytes: note(.tooLong)
    default: return result
    }
    return nil
  }

  /// Evaluates the argument of an aggregate in one item.
  ///
  /// - Parameter items: the items around that item, outermost first, followed by the item itself.
  mutating func value(of aggregate: Expression.Aggregate, in items: [Int]) -> ExpressionValue? {
    value(of: aggregate.argument, items)
  }

  /// The separator that an aggregate puts between texts. A separator that depends on an item counts
  /// as empty.
  mutating func separator(of aggregate: Expression.Aggregate) -> String {
    aggregate.separator.flatMap { value(of: $0, [])?.text } ?? ""
  }
}

extension ExpressionValue {
  /// The largest size of a text that `concat` or `join` makes. Without a limit, a chain of rows
  /// that each double a text would use all memory.
  static let mostBytes = 1 << 20

  /// Joins texts; an unknown value is empty. Ends early if the text becomes too long.
  fileprivate static func joined(_ values: [ExpressionValue?], separator: String) -> String {
    var text = ""
    for (index, value) in values.enumerated() {
      if index > 0 { text += separator }
      text += value?.written ?? ""
      if text.utf8.count > mostBytes { break }
    }
    return text
  }
}

extension Expression.Aggregate {
  /// Combines the values of all items. A sum may have too many digits, and a text may be too long.
  func result(of values: [ExpressionValue?], separator: String) -> ExpressionValue? {
    let known = values.compactMap(\.self)
    switch function {
    case .count: return .number(DecimalNumber(values.count))
    case .countNonEmpty: return .number(DecimalNumber(known.count))
    case .join: return .text(ExpressionValue.joined(values, separator: separator))
    case .min, .max: return known.extreme(isLeast: function == .min)
    default:
      return .number(known.reduce(.zero) { $0.exactSum(with: $1.number ?? .zero) })
    }
  }
}

extension [ExpressionValue] {
  /// The first of the smallest or largest values; nil if there are no values.
  fileprivate func extreme(isLeast: Bool) -> ExpressionValue? {
    var extreme = first
    for value in dropFirst() {
      guard let present = extreme else { break }
      if (isLeast ? value.isBefore(present) : present.isBefore(value)) == true { extreme = value }
    }
    return extreme
  }
}

extension [UInt8] {
  /// Whether these bytes contain the given bytes, in linear time (Knuth, Morris and Pratt).
  fileprivate func holds(_ part: [UInt8]) -> Bool {
    if part.isEmpty { return true }
    // For each prefix of the part: the length of the longest shorter text with which the prefix
    // both begins and ends.
    var borders = [0]
    for place in part.indices.dropFirst() {
      var length = borders[place - 1]
      while length > 0, part[length] != part[place] { length = borders[length - 1] }
      borders.append(part[length] == part[place] ? length + 1 : 0)
    }
    var matched = 0
    for byte in self {
      while matched > 0, part[matched] != byte { matched = borders[matched - 1] }
      if part[matched] == byte { matched += 1 }
      if matched == part.count { return true }
    }
    return false
  }
}
