// Conditions of rows and sections. They are written with Swift operators, and stored as expressions
// of templates.
//
// Invariant: an expression depends only on rows that it names. A comparison with a row that has no
// answer is always false.

/// A condition on the answers of rows.
///
/// ```swift
/// lumps.shown(when: milk == true && cups > 2)
/// ```
///
/// A comparison with a row that has no answer is false, even with `!=`. Use ``Row/isAnswered`` to
/// test for an answer.
public struct Condition: Sendable {
  /// The condition as an expression of templates.
  public let expression: String

  /// Creates a condition from an expression in the language of templates.
  ///
  /// ```swift
  /// Condition("${until} > ${from}")
  /// ```
  public init(_ expression: String) { self.expression = expression }

  /// True if both conditions are true.
  public static func && (left: Condition, right: Condition) -> Condition {
    Condition("(\(left.expression)) and (\(right.expression))")
  }

  /// True if at least one of the conditions is true.
  public static func || (left: Condition, right: Condition) -> Condition {
    Condition("(\(left.expression)) or (\(right.expression))")
  }

  public static prefix func ! (condition: Condition) -> Condition {
    Condition("not(\(condition.expression))")
  }

  /// Returns a string literal for use in an expression. Literals have no escapes, so a string with
  /// both kinds of quotes is joined from parts.
  static func quoted(_ text: String) -> String {
    if !text.contains("'") { return "'\(text)'" }
    if !text.contains("\"") { return "\"\(text)\"" }
    let pieces = text.split(separator: "'", omittingEmptySubsequences: false).map { "'\($0)'" }
    return "concat(\(pieces.joined(separator: ", \"'\", ")))"
  }
}

extension Row {
  /// The row as it is written in expressions.
  private var reference: String { "${\(id)}" }

  /// True if the row has an answer.
  ///
  /// ```swift
  /// phone.shown(when: !email.isAnswered)
  /// ```
  public var isAnswered: Condition { Condition("\(reference) != ''") }

  private func compared(_ symbol: String, _ value: Value) -> Condition {
    Condition("\(reference) \(symbol) \(coding.write(value).literal)")
  }

  private func compared(_ symbol: String, _ other: Row) -> Condition {
    Condition("\(reference) \(symbol) \(other.reference)")
  }
}

extension Row where Value: Equatable {
  /// True if the row has this answer.
  public static func == (row: Row, value: Value) -> Condition { row.compared("=", value) }

  /// True if the row has a different answer; false if it has no answer.
  public static func != (row: Row, value: Value) -> Condition { row.compared("!=", value) }

  /// True if both rows have the same answer.
  public static func == (row: Row, other: Row) -> Condition { row.compared("=", other) }

  /// True if both rows have answers and the answers differ.
  public static func != (row: Row, other: Row) -> Condition { row.compared("!=", other) }

  /// Returns a condition that is true if the answer is one of the values.
  ///
  /// ```swift
  /// reason.shown(when: size.isOne(of: .large, .huge))
  /// ```
  public func isOne(of values: Value...) -> Condition {
    Condition(values.map { compared("=", $0).expression }.joined(separator: " or "))
  }
}

extension Row where Value: FormOrdered {
  /// True if the answer is less or earlier than the value.
  public static func < (row: Row, value: Value) -> Condition { row.compared("<", value) }
  /// True if the answer equals the value, or is less or earlier than the value.
  public static func <= (row: Row, value: Value) -> Condition { row.compared("<=", value) }
  /// True if the answer is greater or later than the value.
  public static func > (row: Row, value: Value) -> Condition { row.compared(">", value) }
  /// True if the answer equals the value, or is greater or later than the value.
  public static func >= (row: Row, value: Value) -> Condition { row.compared(">=", value) }

  /// True if the answer is less or earlier than the answer of the other row.
  public static func < (row: Row, other: Row) -> Condition { row.compared("<", other) }
  /// True if the answer equals the answer of the other row, or is less or earlier than that answer.
  public static func <= (row: Row, other: Row) -> Condition { row.compared("<=", other) }
  /// True if the answer is greater or later than the answer of the other row.
  public static func > (row: Row, other: Row) -> Condition { row.compared(">", other) }
  /// True if the answer equals the answer of the other row, or is greater or later than that
  /// answer.
  public static func >= (row: Row, other: Row) -> Condition { row.compared(">=", other) }
}

/// A type of answer that conditions can order: a number, a date or a time.
public protocol FormOrdered {}

extension Int: FormOrdered {}
extension Double: FormOrdered {}
extension FormDate: FormOrdered {}
extension FormTime: FormOrdered {}

extension TemplateValue {
  /// The value as a literal in an expression.
  var literal: String {
    switch self {
    case .text(let text): Condition.quoted(text)
    case .yes(let isTrue): isTrue ? "true()" : "false()"
    case .number(let digits): digits
    case .list(let values): values.first?.literal ?? "''"
    case .object(let members): members.first?.value.literal ?? "''"
    }
  }
}
