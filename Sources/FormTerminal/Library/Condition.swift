// Conditions of rows and sections, written with operators of Swift and stored as expressions of
// templates.
//
// Invariant: an expression reads only rows that are named in it, and a comparison with a row
// without an answer never holds.

/// A condition on the answers of rows.
///
/// ```swift
/// lumps.shown(when: milk == true && cups > 2)
/// ```
///
/// A comparison with a row without an answer does not hold, not even `!=`; use ``Row/isAnswered``
/// to test for an answer.
public struct Condition: Sendable {
  /// The condition as an expression of templates.
  public let expression: String

  /// A condition in the language of templates.
  ///
  /// ```swift
  /// Condition("${until} > ${from}")
  /// ```
  public init(_ expression: String) { self.expression = expression }

  /// Holds if both conditions hold.
  public static func && (left: Condition, right: Condition) -> Condition {
    Condition("(\(left.expression)) and (\(right.expression))")
  }

  /// Holds if at least one of the conditions holds.
  public static func || (left: Condition, right: Condition) -> Condition {
    Condition("(\(left.expression)) or (\(right.expression))")
  }

  public static prefix func ! (condition: Condition) -> Condition {
    Condition("not(\(condition.expression))")
  }

  /// A text in quotes. Expressions have no escapes, so a text with both kinds of quotes is joined
  /// from parts.
  static func quoted(_ text: String) -> String {
    if !text.contains("'") { return "'\(text)'" }
    if !text.contains("\"") { return "\"\(text)\"" }
    let pieces = text.split(separator: "'", omittingEmptySubsequences: false).map { "'\($0)'" }
    return "concat(\(pieces.joined(separator: ", \"'\", ")))"
  }
}

extension Row {
  /// The row's notation in expressions.
  private var reference: String { "${\(id)}" }

  /// Holds if the row has an answer.
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
  /// Holds if the row has this answer.
  public static func == (row: Row, value: Value) -> Condition { row.compared("=", value) }

  /// Holds if the row has a different answer.
  public static func != (row: Row, value: Value) -> Condition { row.compared("!=", value) }

  /// Holds if both rows have the same answer.
  public static func == (row: Row, other: Row) -> Condition { row.compared("=", other) }

  /// Holds if both rows have answers, and different ones.
  public static func != (row: Row, other: Row) -> Condition { row.compared("!=", other) }

  /// Holds if the answer is one of some values.
  ///
  /// ```swift
  /// reason.shown(when: size.isOne(of: .large, .huge))
  /// ```
  public func isOne(of values: Value...) -> Condition {
    Condition(values.map { compared("=", $0).expression }.joined(separator: " or "))
  }
}

extension Row where Value: FormOrdered {
  /// Holds if the answer is less than the value, or earlier.
  public static func < (row: Row, value: Value) -> Condition { row.compared("<", value) }
  /// Holds if the answer is at most the value, or not later.
  public static func <= (row: Row, value: Value) -> Condition { row.compared("<=", value) }
  /// Holds if the answer is greater than the value, or later.
  public static func > (row: Row, value: Value) -> Condition { row.compared(">", value) }
  /// Holds if the answer is at least the value, or not earlier.
  public static func >= (row: Row, value: Value) -> Condition { row.compared(">=", value) }

  /// Holds if the answer is less than that of the other row, or earlier.
  public static func < (row: Row, other: Row) -> Condition { row.compared("<", other) }
  /// Holds if the answer is at most that of the other row, or not later.
  public static func <= (row: Row, other: Row) -> Condition { row.compared("<=", other) }
  /// Holds if the answer is greater than that of the other row, or later.
  public static func > (row: Row, other: Row) -> Condition { row.compared(">", other) }
  /// Holds if the answer is at least that of the other row, or not earlier.
  public static func >= (row: Row, other: Row) -> Condition { row.compared(">=", other) }
}

/// A value that conditions can order: a number, a date or a time.
public protocol FormOrdered {}

extension Int: FormOrdered {}
extension Double: FormOrdered {}
extension FormDate: FormOrdered {}
extension FormTime: FormOrdered {}

extension TemplateValue {
  /// The value as a literal of an expression.
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
