// An expression as it is written, before anything is known of its rows and types.
//
// Invariant: chains of operators are lists, so that the tree is no deeper than parentheses and calls make it.

/// A part of an expression.
struct ExpressionSyntax {
  indirect enum Kind {
    case number(DecimalNumber)
    case text(String)
    /// `${id}`
    case row(String)
    /// `.`
    case this
    /// `..`, which only `position` takes.
    case item
    /// A field of a candidate.
    case field(String)
    /// A minus; an even number of them leaves the sign.
    case negated(Bool, ExpressionSyntax)
    /// Operators of one rank, from the left.
    case chain(ExpressionSyntax, [Link])
    case all([ExpressionSyntax])
    case any([ExpressionSyntax])
    case call(String, [ExpressionSyntax])
  }

  /// An operator with the operand after it.
  struct Link {
    let symbol: ExpressionOperator
    let offset: Int
    let operand: ExpressionSyntax
  }

  let kind: Kind
  /// The place of its beginning in the UTF-8 of the expression; for a chain, of its first operator.
  let offset: Int
}

/// An operator between two values.
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

  /// Whether it calculates; else it compares.
  var calculates: Bool { self == .times || self == .div || self == .mod || isSum }

  /// Whether it adds or subtracts.
  var isSum: Bool { self == .plus || self == .minus }

  /// Whether it asks for equality only.
  var isEquality: Bool { self == .equal || self == .unequal }
}
