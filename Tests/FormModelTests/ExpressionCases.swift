// Test cases for expressions: a form's answers in JSON, an expression, and the expected value.

import FormText
import LosslessJSON
import TerminalTesting

@testable import FormModel

/// A test case: one line of a table. `types` contains the types of the rows. `this` names the row
/// with the expression, after the numbers of the items that contain the row. It is empty if the
/// expression has no row.
struct ExpressionCase: Sendable {
  let id: String
  let answers: String
  let types: String
  let expression: String
  let this: String
  let value: String

  /// The cases for the rules of the expression language.
  static let fixture = cases(
    inFile: #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
      .joined(separator: "/") + "/Fixtures/Expressions/expressions.tsv")

  static func cases(inFile path: String) -> [ExpressionCase] {
    cases(in: readFile(path).map { String(decoding: $0, as: UTF8.self) } ?? "")
  }

  /// Returns the cases of a table. A line has six cells without quotes.
  static func cases(in table: String) -> [ExpressionCase] {
    table.split(separator: "\n").dropFirst().filter { !$0.hasPrefix("#") }.compactMap { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 6 else { return nil }
      return ExpressionCase(
        id: cells[0], answers: cells[1], types: cells[2], expression: cells[3], this: cells[4],
        value: cells[5])
    }
  }

  /// Returns the value of the expression, or the kind of its error.
  func result(today: String = "2024-02-29") throws -> String {
    let form = try CaseForm(answers: answers, types: types)
    var items: [Int] = []
    var scope = ExpressionScope(rows: { form.rows[$0].map { [$0] } ?? [] })
    if !this.isEmpty {
      let parts = this.split(separator: "/").map(String.init)
      items = parts.compactMap(Int.init)
      scope.this = form.rows[parts.last ?? ""]
      scope.chain = scope.this?.chain ?? []
    }
    do throws(ExpressionErrors) {
      let parsed = try ExpressionChecker.expression(expression, in: scope)
      var evaluation = ExpressionEvaluation(
        CaseReader(form: form, today: CalendarDate(today)))
      return evaluation.value(of: parsed, in: items)?.written ?? "unknown"
    } catch {
      return "error:\(error.errors[0].kind.rawValue)"
    }
  }
}

/// The rows of a case. Sections may contain other sections.
private struct CaseForm {
  var rows: [String: ExpressionRow] = [:]
  let answers: JSONDocument
  /// The name of each section, by number.
  var sections: [String] = []

  init(answers: String, types: String) throws {
    self.answers = try JSONDocument(parsing: Array(answers.utf8))
    var named: [String: ExpressionType] = [:]
    for (key, type) in try JSONDocument(parsing: Array(types.utf8)).root.members {
      named[key.string ?? ""] = CaseForm.type(type.string ?? "")
    }
    read(self.answers.root, chain: [], types: named)
    // If a section has no items, the answers do not name its rows, but the types do.
    if let section = sections.firstIndex(of: "lines") {
      for (id, type) in named where rows[id] == nil { add(id, type, chain: [section]) }
    }
  }

  private static func type(_ name: String) -> ExpressionType {
    switch name {
    case "integer", "decimal": .number
    case "boolean": .boolean
    case "date": .date
    case "time": .time
    case "choices": .choices
    default: .text
    }
  }

  private mutating func read(
    _ object: JSONValue, chain: [Int], types: [String: ExpressionType]
  ) {
    for (key, value) in object.members {
      let name = key.string ?? ""
      guard value.kind == .array else {
        add(name, types[name] ?? .text, chain: chain)
        continue
      }
      let section = sections.firstIndex(of: name) ?? sections.count
      if section == sections.count { sections.append(name) }
      for item in value.elements { read(item, chain: chain + [section], types: types) }
    }
  }

  private mutating func add(_ id: String, _ type: ExpressionType, chain: [Int]) {
    if rows[id] != nil { return }
    rows[id] = ExpressionRow(
      section: chain.last ?? -1, row: rows.count, number: 0, type: type, chain: chain)
  }

  /// Returns the object of an item. Items are counted from 1.
  func object(of chain: [Int], _ items: some Collection<Int>) -> JSONValue? {
    zip(chain, items).reduce(answers.root) { object, step in
      object?[sections[step.0]]?.elements.dropFirst(step.1 - 1).first { _ in true }
    }
  }
}

/// Reads the answers of a case.
private struct CaseReader: ExpressionReader {
  let form: CaseForm
  let today: CalendarDate?

  private func text(of row: ExpressionRow, _ items: ArraySlice<Int>) -> String? {
    let id = form.rows.first { $0.value == row }?.key ?? ""
    guard let value = form.object(of: row.chain, items)?[id] else { return nil }
    let text = value.string ?? (value.kind == .null ? "" : value.shown)
    let answer = Text(text).trimmed.string
    return answer.isEmpty ? nil : answer
  }

  func value(of row: ExpressionRow, in items: ArraySlice<Int>) -> ExpressionValue? {
    text(of: row, items).flatMap { ExpressionValue(answer: $0, as: row.type) }
  }

  func isEmpty(_ row: ExpressionRow, in items: ArraySlice<Int>) -> Bool {
    text(of: row, items) == nil
  }

  func field(_ name: String) -> String? { nil }

  func forEachItem(of chain: [Int], below items: ArraySlice<Int>, _ body: ([Int]) -> Void) {
    guard items.count < chain.count else { return body(Array(items)) }
    let outer = form.object(of: chain, items)
    let count = outer?[form.sections[chain[items.count]]]?.count ?? 0
    for item in 0..<count { forEachItem(of: chain, below: items + [item + 1], body) }
  }

  func position(of item: Int, inSection section: Int) -> Int { item }
}
