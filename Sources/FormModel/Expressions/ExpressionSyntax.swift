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

  /// Whether it is a text in quotes, or gives one of such texts.
  var isFlexible: Bool {
    switch kind {
    case .text: true
    case .call("if", let arguments): arguments.dropFirst().allSatisfy(\.isFlexible)
    case .call("coalesce", let arguments): arguments.allSatisfy(\.isFlexible)
    default: false
    }
  }

  /// Calls a function with every part, except those of calls that go through items themselves.
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

  /// The fields of a candidate that it names, without those in calls that go through items.
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
    var isThere = false
    forEachPart { if case .this = $0.kind { isThere = true } }
    return isThere
  }
}
