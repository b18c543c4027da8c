// Makes forms whose checks and conditions are random expressions. Most expressions are almost
// valid; some are random bytes.

import LosslessJSON

/// Makes forms with random expressions.
enum ExpressionMaker {
  private static let texts = [
    "${text}", "${size}", "'a'", "''", "\"b\"", "'é👍'", "'(a+)+$'", "string(1)",
    "join(',', ${name})",
  ]
  private static let numbers = [
    "${number}", "${count}", "sum(${price} * 2)", "1", "0", "0.5", ".5", "12345678901234567890",
    "count(${name})", "string-length(${text})", "round(${count}, 2)", "number(${text})",
  ]
  private static let dates = [
    "${date}", "'2024-02-29'", "'2024'", "today()", "date-add(${date}, 1, 'month')",
  ]
  private static let others = [
    "${yes}", "${name}", "${price}", ".", "${time}", "${tags}", "${gone}", "${n2}", "..", "'day'",
    "position(..)", "true()",
    "(", ",",
  ]

  private static let functions = [
    "if", "coalesce", "selected", "count", "count-non-empty", "sum", "min", "max", "join", "concat",
    "string-length", "substr", "contains", "starts-with", "ends-with", "regex", "round", "int",
    "number", "string", "abs", "date-add", "date-diff", "once", "not", "pow",
  ]

  private static let operators = [
    " = ", " != ", " < ", "<=", " > ", ">= ", " + ", " - ", "*", " div ", " mod ", " and ", " or ",
    " == ", " AND ", "/",
  ]

  /// Returns a form with rows of many types. Its checks and conditions are random expressions.
  static func document(_ input: inout Input) -> [UInt8] {
    var bytes: [UInt8] = []
    func append(_ text: String) { bytes += Array(text.utf8) }
    let random = input.number(below: 4)
    func appendExpression(_ place: Int) {
      let text = random == place || random == 3 ? expression(&input) : "${count} > 0 or ${yes}"
      JSONWriter.appendString(text, to: &bytes)
    }
    append(#"{"longform": 1, "id": "f", "sections": [{"id": "s", "rows": ["#)
    append(
      #"{"id": "text"}, {"id": "number", "type": "decimal"}, {"id": "count", "type": "integer"},"#)
    append(
      #"{"id": "yes", "type": "boolean"}, {"id": "date", "type": "date"}, {"id": "n{n}", "count": 3},"#
    )
    append(#"{"id": "time", "type": "time"}, {"id": "tags", "type": "list"},"#)
    append(#"{"id": "size", "type": "choice", "choices": ["S", "L"]}, {"id": "a", "check": "#)
    appendExpression(0)
    append(#"}, {"id": "b", "type": "decimal", "when": "#)
    appendExpression(1)
    append(
      #"}]}, {"id": "t", "repeat": {"key": "t", "initial": 2}, "rows": [{"id": "name", "unique": true},"#
    )
    append(#"{"id": "price", "type": "decimal", "check": "#)
    appendExpression(2)
    append(#"}]}]}"#)
    return bytes
  }

  private static func expression(_ input: inout Input) -> String {
    var text: String
    switch input.number(below: 20) {
    case 0:
      let depth = 60 + input.number(below: 10)
      text =
        String(repeating: "(", count: depth) + "1" + String(repeating: ")", count: depth) + " = 1"
    case 1:
      text = (0...input.number(below: 4_000)).map { _ in "1" }.joined(separator: " + ") + " > 0"
    case 2:
      let bytes = (0..<input.number(below: 60)).map { _ in UInt8(input.number(below: 256)) }
      text = String(decoding: bytes, as: UTF8.self)
    default: text = comparison(depth: 4, &input)
    }
    while input.number(below: 8) == 0 {
      let place = text.unicodeScalars.index(
        text.startIndex, offsetBy: input.number(below: text.unicodeScalars.count + 1))
      text.unicodeScalars.insert(contentsOf: piece(&input).unicodeScalars, at: place)
    }
    return text
  }

  private static func comparison(depth: Int, _ input: inout Input) -> String {
    let atoms = [texts, numbers, dates][input.number(below: 3)]
    let sign = operators[input.number(below: atoms == texts ? 2 : 6)]
    let left = part(depth: depth, atoms, &input)
    return left + sign + part(depth: depth, atoms, &input)
  }

  private static func part(depth: Int, _ atoms: [String], _ input: inout Input) -> String {
    guard depth > 0, input.number(below: 3) > 0 else {
      return input.number(below: 60) == 0 ? piece(&input) : atoms[input.number(below: atoms.count)]
    }
    func inner() -> String { part(depth: depth - 1, atoms, &input) }
    switch input.number(below: 12) {
    case 0:
      let arguments = (0..<input.number(below: 4)).map { _ in inner() }
      let name = functions[input.number(below: functions.count)]
      return "\(name)(\(arguments.joined(separator: ", ")))"
    case 1: return inner() + operators[input.number(below: operators.count)] + inner()
    case 2...4: return "if(\(comparison(depth: depth - 1, &input)), \(inner()), \(inner()))"
    case 5...7: return "coalesce(\(inner()), \(inner()))"
    case 8 where atoms == numbers: return "-" + inner()
    case 9 where atoms == numbers:
      return "\(inner()) \(["*", "+", "-", "div", "mod"][input.number(below: 5)]) \(inner())"
    case 10 where atoms == texts: return "concat(\(inner()), \(inner()))"
    default: return "(\(inner()))"
    }
  }

  private static func piece(_ input: inout Input) -> String {
    let atoms = [texts, numbers, dates, others][input.number(below: 4)]
    return atoms[input.number(below: atoms.count)]
  }
}
