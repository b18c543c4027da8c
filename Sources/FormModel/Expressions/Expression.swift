// An expression after its rows and types have been resolved.
//
// Invariants: the types have been checked, so evaluation never meets a value of an unexpected type.
// The tree is no deeper than the parser allows. A row in the tree is a reference to a row template,
// a row as the template file describes it. In a repeating section, the item in which the expression
// is evaluated determines which item's row is read.

import Patterns

/// A row that an expression reads.
struct ExpressionRow: Hashable, Sendable {
  let section: Int
  let row: Int
  /// The number of the row, from 1, if its row template has a `count` and thus makes several
  /// numbered rows; 0 for all other rows.
  let number: Int
  let type: ExpressionType
  /// The repeating sections around the row, outermost first.
  let chain: [Int]

  /// The row template.
  var template: AnswerPlan.RowReference { AnswerPlan.RowReference(section: section, row: row) }
}

/// An expression that can be evaluated.
struct Expression: Sendable {
  /// A node of the expression's tree.
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
    /// The position of an item in its list, counted from 1. `depth` is the number of nested items
    /// around the expression, up to and including this item.
    case position(section: Int, depth: Int)
  }

  /// A function that combines the values of one expression in all items of a section.
  struct Aggregate: Sendable {
    let function: ExpressionFunction
    let argument: Node
    /// The section whose items are combined, and the sections around it, outermost first.
    let chain: [Int]
    /// The number of sections at the start of `chain` that also contain the expression itself.
    /// Their items are fixed; the aggregate iterates over the items of the remaining sections.
    let shared: Int
    /// The text that `join` puts between two values.
    let separator: Node?
    /// The index of this aggregate among the form's aggregates that are updated item by item; nil
    /// if the aggregate is computed from all items each time.
    let number: Int?
    /// The rows that the argument reads, and the sections whose items the argument iterates over.
    let rows: [ExpressionRow]
    let sections: Set<Int>

    /// Whether the result can be updated by adding or subtracting the value of one changed item.
    var isSum: Bool { function == .sum || function == .count || function == .countNonEmpty }
  }

  let root: Node
  let type: ExpressionType
  /// The rows that the expression reads, in the order of their first occurrence.
  let rows: [ExpressionRow]
  /// The sections whose items the expression iterates over.
  let sections: Set<Int>
  /// The aggregates of the expression that have a number.
  let aggregates: [Aggregate]
  /// The candidate fields that the expression reads, each with its offset in the source text.
  let fields: [(name: String, offset: Int)]

  /// The rows that the expression tests for a missing answer, as in `${row} = ''`.
  var optionalRows = Set<ExpressionRow>()

  /// Whether the value can differ between items, because the expression reads a row of its item or
  /// items inside that item.
  var isOfItem = false

  /// Whether the expression matches patterns. Evaluation may then take much longer than the length
  /// of the expression suggests.
  var hasPatterns = false
}

extension Expression {
  /// The sentence about a row whose check this is, if the check is false and the form has no message.
  func sentenceIfFalse(in row: FormRow.ID) -> String {
    let readsOnlyRow =
      sections.isEmpty && rows.allSatisfy { $0.template == AnswerPlan.RowReference(row) }
    return readsOnlyRow ? "breaks a rule of this form" : "does not agree with the other answers"
  }
}

extension Expression.Node {
  /// Whether the node is a literal value.
  var isConstant: Bool { if case .value = self { true } else { false } }
}

/// The functions of expressions. The raw value is the name used in an expression.
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

  /// An example call for error messages.
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
