// An expression whose rows and types are known.
//
// Invariants: types fit, so evaluation never meets a value of another type; the tree is no deeper
// than the parser allows. Rows are references into the template; the place of the expression
// determines the item.

/// A row that an expression reads.
struct ExpressionRow: Hashable, Sendable {
  let section: Int
  let row: Int
  /// The number of a row with a `count`; 0 for all others.
  let number: Int
  let type: ExpressionType
  /// The repeating sections around it, the outermost first.
  let chain: [Int]

  /// The row template.
  var template: AnswerPlan.RowReference { AnswerPlan.RowReference(section: section, row: row) }
}

/// An expression that can be evaluated.
struct Expression: Sendable {
  /// A node of its tree.
  indirect enum Node: Sendable {
    case value(ExpressionValue)
    case today
    case row(ExpressionRow)
    case field(String)
    case negated(Node)
    case calculation(Node, [(ExpressionOperator, Node)])
    case comparison(Node, [(ExpressionOperator, Node)])
    /// Whether a row has no answer.
    case isEmpty(ExpressionRow)
    case not(Node)
    case all([Node])
    case any([Node])
    case choice(Node, Node, Node)
    case coalesce([Node])
    case call(ExpressionFunction, [Node])
    case match(Node, Pattern)
    case aggregate(Aggregate)
    /// The position of an item of a section, counted from 1. `depth` is the number of items around
    /// it, including the item itself.
    case position(section: Int, depth: Int)
  }

  /// A function of an expression in all items of a section.
  struct Aggregate: Sendable {
    let function: ExpressionFunction
    let argument: Node
    /// The section of the items, and those around it.
    let chain: [Int]
    /// The number of sections at the start of `chain` whose items are those around the expression; the
    /// aggregate iterates over the items of the others.
    let shared: Int
    /// The text that `join` puts between others.
    let separator: Node?
    /// Its number among the aggregates of the form; nil if its values depend on more than the item.
    let number: Int?
    /// The rows that the argument reads, and the sections whose items it iterates over.
    let rows: [ExpressionRow]
    let sections: Set<Int>

    /// Whether the result is a sum over the items, so that a changed item only adds a difference.
    var isSum: Bool { function == .sum || function == .count || function == .countNonEmpty }
  }

  let root: Node
  let type: ExpressionType
  /// The rows that it reads, in the order of finding them.
  let rows: [ExpressionRow]
  /// The sections whose items it iterates over.
  let sections: Set<Int>
  /// The aggregates in it that have a number.
  let aggregates: [Aggregate]
  /// The candidate fields that it reads, and their offsets in its text.
  let fields: [(name: String, offset: Int)]

  /// The rows that it tests for a missing answer.
  var optionalRows = Set<ExpressionRow>()

  /// Whether the value can differ between items: it reads a row of the item, or items inside it.
  var isOfItem = false

  /// Whether evaluating it may take far longer than its length suggests.
  var hasPatterns = false
}

extension Expression.Node {
  /// Whether it is a literal value.
  var isConstant: Bool { if case .value = self { true } else { false } }
}

/// A function of expressions. The raw value is the function's name in an expression.
enum ExpressionFunction: String, CaseIterable, Sendable {
  case `if`, coalesce, selected, count, sum, min, max, join, concat, substr, contains, regex, round
  case int, number, string, abs, today, position, once, not
  case countNonEmpty = "count-non-empty"
  case stringLength = "string-length"
  case startsWith = "starts-with"
  case endsWith = "ends-with"
  case dateAdd = "date-add"
  case dateDiff = "date-diff"
  case isTrue = "true"
  case isFalse = "false"

  /// The allowed numbers of arguments.
  var arguments: ClosedRange<Int> {
    switch self {
    case .today, .isTrue, .isFalse: 0...0
    case .count, .countNonEmpty, .sum, .stringLength, .int, .number, .string, .abs, .position,
      .once,
      .not:
      1...1
    case .round: 1...2
    case .selected, .join, .contains, .startsWith, .endsWith, .regex, .dateDiff: 2...2
    case .substr: 2...3
    case .if, .dateAdd: 3...3
    case .coalesce, .concat, .min, .max: 1...Int.max
    }
  }

  /// An example of a call, for an error.
  var usage: String {
    switch self {
    case .today: "today()"
    case .isTrue: "true()"
    case .isFalse: "false()"
    case .count, .countNonEmpty, .sum: "\(rawValue)(${row})"
    case .stringLength: "string-length(text)"
    case .int, .abs: "\(rawValue)(number)"
    case .number: "number(text)"
    case .string, .once: "\(rawValue)(value)"
    case .position: "position(..)"
    case .not: "not(condition)"
    case .round: "round(number, places)"
    case .selected: "selected(${row}, 'choice')"
    case .join: "join(', ', ${row})"
    case .contains, .startsWith, .endsWith: "\(rawValue)(text, part)"
    case .regex: "regex(text, 'pattern')"
    case .dateDiff: "date-diff(from, to)"
    case .substr: "substr(text, start, end)"
    case .if: "if(condition, then, else)"
    case .dateAdd: "date-add(date, number, 'day')"
    case .coalesce, .concat: "\(rawValue)(value, value, …)"
    case .min, .max: "\(rawValue)(${row}) or \(rawValue)(value, value, …)"
    }
  }
}
