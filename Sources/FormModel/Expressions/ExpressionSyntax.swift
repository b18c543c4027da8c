// The syntax tree of an expression, before its rows and types are known.
//
// Invariant: chains of operators are lists, so the tree is no deeper than its parentheses and
// calls.

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
    /// A minus, or several; an even number keeps the sign.
    case negated(Bool, ExpressionSyntax)
    /// Operators of one level, from the left.
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
  /// The offset of its beginning in the UTF-8 of the expression; for a chain, that of its first
  /// operator.
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

  /// Whether it calculates rather than compares.
  var calculates: Bool { self == .times || self == .div || self == .mod || isSum }

  /// Whether it adds or subtracts.
  var isSum: Bool { self == .plus || self == .minus }

  /// Whether it only tests equality.
  var isEquality: Bool { self == .equal || self == .unequal }
}

extension ExpressionSyntax {
  /// Whether it is `''`.
  var isEmptyText: Bool { if case .text("") = kind { true } else { false } }

  /// Whether it is `${id}` or `.`.
  var isRow: Bool {
    switch kind {
    case .row, .this: true
    default: false
    }
  }

  /// Whether it is a text in quotes, or results in one of such texts.
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

  /// The candidate fields that it names, except inside calls that iterate over items.
  var fieldNames: [String] {
    var names: [String] = []
    forEachPart { if case .field(let name) = $0.kind { names.append(name) } }
    return names
  }

  /// The ids of the rows that it names.
  var rowNames: [String] {
    var names: [String] = []
    forEachPart { if case .row(let name) = $0.kind { names.append(name) } }
    return names
  }

  /// Whether it names the row of the expression.
  var namesThis: Bool {
    var isFound = false
    forEachPart { if case .this = $0.kind { isFound = true } }
    return isFound
  }
}
