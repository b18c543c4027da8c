// The syntax tree of an expression, before its rows and types are resolved.
//
// Invariant: a chain of operators is a list, so only parentheses and calls make the tree deeper.

import LosslessJSON

/// A part of an expression.
struct ExpressionSyntax {
  indirect enum Kind {
    case number(DecimalNumber)
    case text(String)
    /// `${id}`
    case row(String)
    /// `.`
    case this
    /// `..`, which only `position` accepts.
    case item
    /// A field of a candidate.
    case field(String)
    /// One or more minus signs; the flag says whether the sign changes.
    case negated(Bool, ExpressionSyntax)
    /// Operators of one level, from left to right.
    case chain(ExpressionSyntax, [Link])
    case all([ExpressionSyntax])
    case any([ExpressionSyntax])
    case call(String, [ExpressionSyntax])
  }

  /// An operator and its right operand.
  struct Link {
    let symbol: ExpressionOperator
    let offset: Int
    let operand: ExpressionSyntax
  }

  let kind: Kind
  /// The offset of the part's first byte in the UTF-8 of the expression; for a chain, the offset of
  /// its first operator.
  let offset: Int
}

/// An operator with two operands.
enum ExpressionOperator: String {
  case equal = "="
  case unequal = "!="
  case less = "<"
  case atMost = "<="
  case greater = ">"
  case atLeast = ">="
  case plus = "+"
  case minus = "-"
  case times = "*"
  case div
  case mod

  /// Whether the operator calculates a number rather than compares values.
  var calculates: Bool { self == .times || self == .div || self == .mod || isSum }

  /// Whether the operator adds or subtracts.
  var isSum: Bool { self == .plus || self == .minus }

  /// Whether the operator tests only for equality or inequality.
  var isEquality: Bool { self == .equal || self == .unequal }
}

extension ExpressionSyntax {
  /// Whether the part is `''`.
  var isEmptyText: Bool { if case .text("") = kind { true } else { false } }

  /// Whether the part is `${id}` or `.`.
  var isRow: Bool {
    switch kind {
    case .row, .this: true
    default: false
    }
  }

  /// Whether the part is a quoted text, or a call whose result is always a quoted text. Such a text
  /// can become a date or time, if it is compared with one.
  var isFlexible: Bool {
    switch kind {
    case .text: true
    case .call("if", let arguments): arguments.dropFirst().allSatisfy(\.isFlexible)
    case .call("coalesce", let arguments): arguments.allSatisfy(\.isFlexible)
    default: false
    }
  }

  /// Calls a function with every part, except inside calls that iterate over items.
  private func forEachPart(_ body: (ExpressionSyntax) -> Void) {
    body(self)
    switch kind {
    case .number, .text, .row, .this, .item, .field: break
    case .negated(_, let operand): operand.forEachPart(body)
    case .chain(let first, let links):
      first.forEachPart(body)
      for link in links { link.operand.forEachPart(body) }
    case .all(let parts), .any(let parts): for part in parts { part.forEachPart(body) }
    case .call(let name, let arguments):
      let isMany = ["min", "max"].contains(name) && arguments.count > 1
      if !isMany, ExpressionFunction(rawValue: name)?.isAggregate == true { return }
      for argument in arguments { argument.forEachPart(body) }
    }
  }

  /// The candidate fields that the part names, except inside calls that iterate over items.
  var fieldNames: [String] {
    var names: [String] = []
    forEachPart { if case .field(let name) = $0.kind { names.append(name) } }
    return names
  }

  /// The ids of the rows that the part names, except inside calls that iterate over items.
  var rowNames: [String] {
    var names: [String] = []
    forEachPart { if case .row(let name) = $0.kind { names.append(name) } }
    return names
  }

  /// Whether the part names the row to which the expression belongs, except inside calls that
  /// iterate over items.
  var namesThis: Bool {
    var isFound = false
    forEachPart { if case .this = $0.kind { isFound = true } }
    return isFound
  }
}
