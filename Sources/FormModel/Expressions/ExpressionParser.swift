// Parses expressions. Operators are written as in XPath 1.0, rows and functions as in XLSForm.
//
// Invariants: parsing takes time linear in the length; parentheses and calls nest at most 64 deep;
// an expression has at most 16,384 bytes.

import FormText
import LosslessJSON

/// Parses one expression.
struct ExpressionParser {
  static let mostBytes = 16_384
  static let mostDepth = 64

  private let bytes: [UInt8]
  /// Whether names without `${}` mean fields of a candidate.
  private let takesFields: Bool
  private var place = 0
  private var depth = 0

  private init(_ source: String, takesFields: Bool) {
    bytes = Array(source.utf8)
    self.takesFields = takesFields
  }

  /// Returns the syntax tree of an expression.
  static func parse(
    _ source: String, takesFields: Bool = false
  ) throws(ExpressionError) -> ExpressionSyntax {
    guard source.utf8.count <= mostBytes else {
      throw ExpressionError(
        .syntax, at: mostBytes,
        "the expression has more than \(grouped(mostBytes)) bytes; let calculated rows do parts of it"
      )
    }
    var parser = ExpressionParser(source, takesFields: takesFields)
    let tree = try parser.parseAny()
    parser.skipBlanks()
    if parser.place < parser.bytes.count { throw parser.unexpected() }
    return tree
  }

  // MARK: - Operators, from the weakest binding to the strongest

  private mutating func parseAny() throws(ExpressionError) -> ExpressionSyntax {
    let first = try parseAll()
    var others: [ExpressionSyntax] = []
    while takeWord("or") { others.append(try parseAll()) }
    return others.isEmpty
      ? first : ExpressionSyntax(kind: .any([first] + others), offset: first.offset)
  }

  private mutating func parseAll() throws(ExpressionError) -> ExpressionSyntax {
    let first = try parseChain(rank: 0)
    var others: [ExpressionSyntax] = []
    while takeWord("and") { others.append(try parseChain(rank: 0)) }
    return others.isEmpty
      ? first : ExpressionSyntax(kind: .all([first] + others), offset: first.offset)
  }

  /// The levels of operators, from the weakest binding to the strongest. Within a level, an
  /// operator whose text begins with another operator's text is listed before that operator: `<=`
  /// before `<`.
  private static let ranks: [[ExpressionOperator]] = [
    [.equal, .unequal], [.atMost, .atLeast, .less, .greater], [.plus, .minus],
    [.times, .div, .mod],
  ]

  private mutating func parseChain(rank: Int) throws(ExpressionError) -> ExpressionSyntax {
    guard rank < ExpressionParser.ranks.count else { return try parseSigned() }
    let first = try parseChain(rank: rank + 1)
    var links: [ExpressionSyntax.Link] = []
    while let (symbol, offset) = takeOperator(ofRank: rank) {
      let operand = try parseChain(rank: rank + 1)
      links.append(ExpressionSyntax.Link(symbol: symbol, offset: offset, operand: operand))
    }
    guard let link = links.first else { return first }
    return ExpressionSyntax(kind: .chain(first, links), offset: link.offset)
  }

  private mutating func takeOperator(ofRank rank: Int) -> (ExpressionOperator, Int)? {
    skipBlanks()
    let offset = place
    for symbol in ExpressionParser.ranks[rank] {
      let isTaken =
        symbol == .div || symbol == .mod ? takeWord(symbol.rawValue) : take(symbol.rawValue)
      if isTaken { return (symbol, offset) }
    }
    return nil
  }

  private mutating func parseSigned() throws(ExpressionError) -> ExpressionSyntax {
    skipBlanks()
    let offset = place
    var count = 0
    while take("-") {
      count += 1
      skipBlanks()
    }
    let operand = try parseOperand()
    if count == 0 { return operand }
    return ExpressionSyntax(kind: .negated(count % 2 == 1, operand), offset: offset)
  }

  // MARK: - Operands

  private mutating func parseOperand() throws(ExpressionError) -> ExpressionSyntax {
    skipBlanks()
    let offset = place
    func syntax(_ kind: ExpressionSyntax.Kind) -> ExpressionSyntax {
      ExpressionSyntax(kind: kind, offset: offset)
    }
    guard let byte = peek() else {
      throw error("the expression ends where a value is missing; add a row, a number or a text")
    }
    switch byte {
    case UInt8(ascii: "("):
      place += 1
      return try parseInner { (parser) throws(ExpressionError) in
        let inner = try parser.parseAny()
        guard parser.take(")", afterBlanks: true) else {
          throw parser.missing("a ) is missing for the ( before it", at: offset)
        }
        return inner
      }
    case UInt8(ascii: "'"), UInt8(ascii: "\""): return syntax(.text(try parseText()))
    case UInt8(ascii: "$"): return syntax(.row(try parseRow()))
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return syntax(.number(try parseNumber()))
    case UInt8(ascii: "."):
      if let next = peek(1), next.isASCIIDigit { return syntax(.number(try parseNumber())) }
      place += 1
      return syntax(take(".") ? .item : .this)
    default:
      guard let name = takeName() else { throw unexpected() }
      skipBlanks()
      if take("(") { return syntax(.call(name, try parseArguments(of: name, from: offset))) }
      if takesFields { return syntax(.field(name)) }
      throw error("\(name.quoted) has no meaning here; \(remedy(forName: name))", at: offset)
    }
  }

  private func remedy(forName name: String) -> String {
    switch name.lowercased() {
    case "true", "yes": "yes is true(), and a row of yes or no is enough alone: ${row}"
    case "false", "no": "no is false(), and not(${row}) asks whether a row has no"
    case "null", "nil", "none": "no answer is ''"
    default: "a row is ${\(name)}, a text is '\(name)', a function has parentheses"
    }
  }

  private mutating func parseArguments(
    of name: String, from offset: Int
  ) throws(ExpressionError) -> [ExpressionSyntax] {
    try parseInner { (parser) throws(ExpressionError) in
      var arguments: [ExpressionSyntax] = []
      if parser.take(")", afterBlanks: true) { return arguments }
      repeat { arguments.append(try parser.parseAny()) } while parser.take(",", afterBlanks: true)
      guard parser.take(")", afterBlanks: true) else {
        throw parser.missing("a ) is missing after the arguments of \(name)")
      }
      return arguments
    }
  }

  /// Parses the content of parentheses.
  private mutating func parseInner<Result>(
    _ body: (inout ExpressionParser) throws(ExpressionError) -> Result
  ) throws(ExpressionError) -> Result {
    depth += 1
    defer { depth -= 1 }
    guard depth <= ExpressionParser.mostDepth else {
      throw error(
        "parentheses and calls nest more than \(ExpressionParser.mostDepth) deep; let a calculated "
          + "row do a part of it", at: place - 1)
    }
    return try body(&self)
  }

  private mutating func parseText() throws(ExpressionError) -> String {
    let (start, quote) = (place, bytes[place])
    guard let end = bytes[(start + 1)...].firstIndex(of: quote) else {
      throw error("the text has no end; add a \(String(Unicode.Scalar(quote)))", at: start)
    }
    place = end + 1
    return String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
  }

  private mutating func parseRow() throws(ExpressionError) -> String {
    let start = place
    guard peek(1) == UInt8(ascii: "{") else {
      throw error("a row is written ${id}", at: start)
    }
    guard let end = bytes[(start + 2)...].firstIndex(of: UInt8(ascii: "}")) else {
      throw error("the row has no end; add a }", at: start)
    }
    let name = bytes[(start + 2)..<end]
    // No id contains these signs, so the } belongs to another row.
    guard !name.contains(where: "${()".utf8.contains) else {
      throw error("the row has no end; add a }", at: start)
    }
    place = end + 1
    return String(decoding: name, as: UTF8.self)
  }

  private mutating func parseNumber() throws(ExpressionError) -> DecimalNumber {
    let start = place
    let whole = takeDigits()
    var fraction: ArraySlice<UInt8> = []
    if peek() == UInt8(ascii: "."), let next = peek(1), next.isASCIIDigit {
      place += 1
      fraction = takeDigits()
    }
    let number = DecimalNumber(isNegative: false, whole + fraction, power: -fraction.count)
    guard number.isPlain else {
      throw error("the number has more than \(DecimalNumber.mostDigits) digits", at: start)
    }
    return number
  }

  // MARK: - Bytes

  private func peek(_ distance: Int = 0) -> UInt8? {
    place + distance < bytes.count ? bytes[place + distance] : nil
  }

  private mutating func skipBlanks() {
    while let byte = peek(), [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
  }

  private mutating func take(_ text: String, afterBlanks: Bool = false) -> Bool {
    if afterBlanks { skipBlanks() }
    guard bytes[place...].starts(with: text.utf8) else { return false }
    place += text.utf8.count
    return true
  }

  private mutating func takeDigits() -> ArraySlice<UInt8> {
    let digits = bytes[place...].prefix(while: \.isASCIIDigit)
    place = digits.endIndex
    return digits
  }

  /// Reads a name: a letter, then letters, digits, `_` and `-`.
  private mutating func takeName() -> String? {
    guard let first = peek(), ExpressionParser.isLetter(first) else { return nil }
    let name = bytes[place...].prefix {
      ExpressionParser.isLetter($0) || $0.isASCIIDigit || $0 == UInt8(ascii: "-")
    }
    place = name.endIndex
    return String(decoding: name, as: UTF8.self)
  }

  /// Reads an operator that is a word.
  private mutating func takeWord(_ word: String) -> Bool {
    skipBlanks()
    let start = place
    if takeName() == word { return true }
    place = start
    return false
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  // MARK: - Errors

  private func error(_ sentence: String, at offset: Int? = nil) -> ExpressionError {
    ExpressionError(.syntax, at: offset ?? place, sentence)
  }

  /// Returns the error for a missing sign at the end, or for a word or sign in its place.
  private func missing(_ sentence: String, at offset: Int? = nil) -> ExpressionError {
    place < bytes.endIndex ? unexpected() : error(sentence, at: offset)
  }

  /// Returns the error for an unexpected word or sign.
  private func unexpected() -> ExpressionError {
    let rest = String(decoding: bytes[place...], as: UTF8.self)
    let word = rest.prefix { !" \t\r\n(),'\"".contains($0) }
    let shown = word.isEmpty ? rest.prefix(1) : word.prefix(20)
    let remedy =
      switch String(shown) {
      case let word where word.hasPrefix("=") && isAfterEqual: "; equal is a single ="
      case let word where word.hasPrefix("=") && place == bytes.startIndex:
        "; leave out the = at the beginning"
      case "<" where isAfterEqual: "; it is written <="
      case ">" where isAfterEqual: "; it is written >="
      case "&", "&&": "; it is written and"
      case "|", "||": "; it is written or"
      case "/": "; a division is written div"
      case "%": "; the rest of a division is written mod"
      case "AND", "OR", "DIV", "MOD": "; it is written \(shown.lowercased())"
      case let word where isExponent(word): "; a number has no exponent"
      default: ""
      }
    return error("\(String(shown).quoted) is not expected here\(remedy)")
  }

  /// Whether the sign before the place is `=`.
  private var isAfterEqual: Bool { bytes[..<place].last == UInt8(ascii: "=") }

  /// Whether a word after a number looks like an exponent: `e3`, `E-3`.
  private func isExponent(_ word: String) -> Bool {
    let rest = word.utf8.dropFirst().drop { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
    return word.lowercased().hasPrefix("e") && !rest.isEmpty && rest.allSatisfy(\.isASCIIDigit)
  }
}
