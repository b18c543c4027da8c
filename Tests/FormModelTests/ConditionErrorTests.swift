// Errors of a template in conditions and repeating sections. Each error has its line and column,
// its sentence, and the allowed values.

import FormFixtures
import FormModel
import Testing

@Suite("Errors in conditions and repeats")
struct ConditionErrorTests {
  /// Returns a form with rows that conditions can read. Its third line is a row with the given
  /// condition.
  private static func row(when condition: String) -> String {
    """
    {"longform": 1, "id": "f", "sections": [{"id": "s", "rows": [{"id": "yes", "type": "boolean"},
    {"id": "n", "type": "integer"}, {"id": "c", "type": "choice", "choices": ["a", {"value": 2, "label": "b"}]}, {"id": "l", "type": "list"}, {"id": "d", "type": "date"}, {"id": "t"}, {"id": "hint", "type": "note", "help": "?"}, {"id": "q{n}", "count": 3},
    {"id": "x", "when": \(condition)}]},
    {"id": "r", "repeat": {"key": "r"}, "rows": [{"id": "inner"}, {"id": "other"}]},
    {"id": "s2", "rows": [{"id": "twice", "key": "a"}]}, {"id": "s3", "rows": [{"id": "twice", "key": "b"}]}]}
    """
  }

  @Test("Conditions are checked together with other errors, even if their own row has errors")
  func allAtOnce() throws {
    let template = """
      {"longform": 1, "sections": [
      {"id": "a", "rows": [{"id": "x", "tpye": "text"}, {"when": {"row": "nope1", "is": "1"}},
      {"id": "z", "type": "choice", "choices": {"file": "gone.txt"}, "when": {"row": "nope2", "is": "1"}}]},
      {"rows": [{"id": "q", "when": {"row": "nope3", "is": "1"}}, {"id": "ok", "when": {"row": "x", "is": "1"}}]}]}
      """
    let errors = try #require(throws: TemplateErrors.self) {
      try TemplateReader.template(from: Array(template.utf8))
    }
    let found = errors.errors.map(\.sentence)
    for expected in [
      "\"id\" is missing; it can have letters", "“tpye” is not a key of a row; did you mean type?",
      "“nope1”", "“nope2”", "“nope3”",
    ] {
      #expect(found.contains { $0.contains(expected) }, "\(expected) in \(found)")
    }
    #expect(!found.contains { $0.contains("\"x\"") })
    #expect(errors.candidateFiles == ["gone.txt"])
  }

  /// Returns a form with a repeating section, whose key `repeat` is in the second line.
  private static func repetition(_ keys: String, rows: String) -> String {
    """
    {"longform": 1, "id": "f", "sections": [{"id": "s",
    "repeat": {"key": "r", \(keys)}, "rows": [\(rows)]}]}
    """
  }

  private static let conditions: [(source: String, error: String)] = [
    (
      "true",
      "3:21: sections[0].rows[8].when: \"when\" must be a condition like {\"row\": \"id\", \"is\": \"value\"}, or an expression, not a boolean (allowed: {\"row\": id, \"is\": value}, {\"row\", \"in\": [values]}"
    ),
    (
      "{}",
      "3:21: sections[0].rows[8].when: \"when\" asks nothing; add \"row\" and \"is\", or \"all\", \"any\" or \"not\" ("
    ),
    (
      "{\"row\": \"yes\"}",
      "3:21: sections[0].rows[8].when: \"when\" asks nothing about its row; add \"is\", \"in\" or \"filled\" ("
    ),
    (
      "{\"is\": true}",
      "3:21: sections[0].rows[8].when: \"when\" has \"is\" without \"row\"; add the id of a row ("
    ),
    (
      "{\"row\": \"yes\", \"is\": true, \"filled\": true}",
      "3:21: sections[0].rows[8].when: \"when\" asks several things, \"is\" and \"filled\"; join conditions with \"all\" or \"any\" ("
    ),
    (
      "{\"row\": \"yes\", \"is\": true, \"all\": []}",
      "3:21: sections[0].rows[8].when: \"when\" asks several things, \"is\" and \"all\"; join"
    ),
    (
      "{\"row\": \"yes\", \"iss\": true}",
      "3:36: sections[0].rows[8].when.iss: “iss” is not a key of a condition; did you mean is? ("
    ),
    (
      "{\"row\": 3, \"is\": true}",
      "3:29: sections[0].rows[8].when.row: \"when.row\" must be a string, not a number ("
    ),
    (
      "{\"row\": \"yess\", \"is\": true}",
      "3:29: sections[0].rows[8].when.row: no row has the id “yess”; did you mean yes? (allowed: the id of a row that takes an answer)"
    ),
    (
      "{\"row\": \"hint\", \"filled\": true}",
      "3:29: sections[0].rows[8].when.row: “hint” is a note and takes no answer; name another row ("
    ),
    (
      "{\"row\": \"q4\", \"filled\": true}",
      "3:29: sections[0].rows[8].when.row: no row has the id “q4”"
    ),
    (
      "{\"row\": \"inner\", \"filled\": true}",
      "3:29: sections[0].rows[8].when.row: the row “inner” is in every item of a repeating section; name a row of the same item, or of a section that does not repeat (allowed: a row of the same item, or of a section that does not repeat)"
    ),
    (
      "{\"row\": \"twice\", \"filled\": true}",
      "3:29: sections[0].rows[8].when.row: several sections have a row “twice”: s2 and s3; name a row whose id only one section has ("
    ),
    (
      "{\"row\": \"yes\", \"is\": \"yes\"}",
      "3:42: sections[0].rows[8].when.is: row yes never has the answer “yes”; it takes true or false (allowed: true, false)"
    ),
    (
      "{\"row\": \"yes\", \"is\": null}",
      "3:42: sections[0].rows[8].when.is: row yes never has the answer null; it takes true or false ("
    ),
    (
      "{\"row\": \"n\", \"is\": \"3\"}",
      "3:40: sections[0].rows[8].when.is: row n never has the answer “3”; it takes a whole number (allowed: a whole number)"
    ),
    (
      "{\"row\": \"n\", \"in\": [1, 2.5, [3]]}",
      "3:44: sections[0].rows[8].when.in[1]: row n never has the answer 2.5; it takes a whole number ("
    ),
    (
      "{\"row\": \"n\", \"in\": []}",
      "3:40: sections[0].rows[8].when.in: \"when.in\" is empty; it needs at least one value (allowed: at least one value)"
    ),
    (
      "{\"row\": \"n\", \"in\": 1}",
      "3:40: sections[0].rows[8].when.in: \"when.in\" must be an array of values, not a number ("
    ),
    (
      "{\"row\": \"c\", \"is\": \"b\"}",
      "3:40: sections[0].rows[8].when.is: row c never has the answer “b”; write 2, the value of this choice (allowed: “a”, “2”)"
    ),
    (
      "{\"row\": \"l\", \"is\": 1}",
      "3:40: sections[0].rows[8].when.is: row l never has the answer 1;"
    ),
    (
      "{\"row\": \"d\", \"is\": \"2019-3\"}",
      "3:40: sections[0].rows[8].when.is: row d never has the answer “2019-3”; it takes a string of type date (allowed: a string of type date)"
    ),
    (
      "{\"row\": \"t\", \"is\": true}",
      "3:40: sections[0].rows[8].when.is: row t never has the answer true;"
    ),
    (
      "{\"row\": \"t\", \"filled\": 1}",
      "3:44: sections[0].rows[8].when.filled: \"when.filled\" must be true or false, not 1; write true ("
    ),
    (
      "{\"all\": []}",
      "3:29: sections[0].rows[8].when.all: \"when.all\" is empty; it needs at least one condition (allowed: at least one condition)"
    ),
    (
      "{\"any\": {\"row\": \"t\"}}",
      "3:29: sections[0].rows[8].when.any: \"when.any\" must be an array of conditions, not an object ("
    ),
    (
      "{\"not\": {\"all\": [{\"row\": \"yes\", \"is\": 1}]}}",
      "3:59: sections[0].rows[8].when.not.all[0].is: row yes never has the answer 1;"
    ),
    (
      "{\"row\": \"x\", \"filled\": true}",
      "3:21: sections[0].rows[8].when: \"when\" depends on its own result; ask about rows that do not depend on it (allowed: a condition on rows that do not depend on it)"
    ),
  ]

  @Test(
    "A condition that cannot be evaluated is reported with its position and the allowed values",
    arguments: conditions)
  func condition(_ condition: String, _ expected: String) throws {
    let found = Template.errorLines(in: ConditionErrorTests.row(when: condition))
    let first = try #require(found.first, "the condition \(condition) is read without an error")
    #expect(first.hasPrefix(expected), "\(found)")
  }

  @Test("Circular conditions are an error, even if they include a section")
  func circles() {
    let rows = """
      {"longform": 1, "id": "f", "sections": [
      {"id": "s", "rows": [{"id": "a", "when": {"row": "b", "filled": true}},
      {"id": "b", "when": {"row": "a", "filled": true}}]}]}
      """
    #expect(Template.errorLines(in: rows).map { $0.prefix(5) } == ["2:42:"])
    let sections = """
      {"longform": 1, "id": "f", "sections": [
      {"id": "s", "rows": [{"id": "a", "when": {"row": "b", "filled": true}}]},
      {"id": "t", "when": {"row": "a", "filled": true}, "rows": [{"id": "b"}]}]}
      """
    #expect(Template.errorLines(in: sections).map { $0.prefix(5) } == ["2:42:"])
    let itself = """
      {"longform": 1, "id": "f", "sections": [
      {"id": "s", "when": {"row": "a", "filled": true}, "rows": [{"id": "a"}]}]}
      """
    #expect(Template.errorLines(in: itself).map { $0.prefix(5) } == ["2:21:"])
  }

  @Test("Conditions can be nested 32 levels deep")
  func deep() {
    func nested(_ depth: Int) -> String {
      String(repeating: "{\"not\": ", count: depth) + "{\"row\": \"t\", \"filled\": true}"
        + String(repeating: "}", count: depth)
    }
    #expect(Template.errorLines(in: ConditionErrorTests.row(when: nested(31))).isEmpty)
    #expect(
      Template.errorLines(in: ConditionErrorTests.row(when: nested(32))).first?.contains(
        "32 deep") == true)
  }

  @Test("An error in a row causes no further errors in conditions that read the row")
  func onlyTheCause() {
    let source = """
      {"longform": 1, "id": "f", "sections": [{"rows": [
      {"id": "a", "key": "x..y"},
      {"id": "b", "when": {"row": "a", "filled": true}}]}]}
      """
    #expect(Template.errorLines(in: source).count == 1)
  }

  private static let repeats: [(keys: String, rows: String, error: String)] = [
    (
      "\"tick\": 1", "{\"id\": \"a\"}",
      "2:32: sections[0].repeat.tick: \"repeat.tick\" must be the id of a boolean row, not a number (allowed: the id of a boolean row of the section)"
    ),
    (
      "\"tick\": \"don\"", "{\"id\": \"done\", \"type\": \"boolean\"}, {\"id\": \"a\"}",
      "2:32: sections[0].repeat.tick: \"repeat.tick\": no row of the section has the id “don”; did you mean done?"
    ),
    (
      "\"tick\": \"a\"", "{\"id\": \"a\"}",
      "2:32: sections[0].repeat.tick: \"repeat.tick\" must be the id of a boolean row; “a” is of type text ("
    ),
    (
      "\"tick\": \"a\"", "{\"id\": \"a\", \"type\": \"boolean\"}",
      "2:32: sections[0].repeat.tick: an item has no row beside its tick; add a row that takes an answer (allowed: another row that takes an answer)"
    ),
    (
      "\"tick\": \"a\"",
      "{\"id\": \"a\", \"type\": \"boolean\", \"required\": true}, {\"id\": \"b\"}",
      "2:32: sections[0].repeat.tick: the tick “a” cannot be required; remove \"required\" from its row ("
    ),
    (
      "\"tick\": \"a\"",
      "{\"id\": \"a\", \"type\": \"boolean\", \"readOnly\": true}, {\"id\": \"b\"}",
      "2:32: sections[0].repeat.tick: the tick “a” cannot be readOnly; remove \"readOnly\" from its row ("
    ),
    (
      "\"entry\": \"yes\"", "{\"id\": \"a\"}",
      "2:33: sections[0].repeat.entry: \"repeat.entry\" must be true or false, not “yes”; write true ("
    ),
    (
      "\"entry\": true", "{\"id\": \"a\", \"type\": \"paragraph\"}",
      "2:33: sections[0].repeat.entry: \"repeat.entry\" needs a first row of one line that a person types; “a” is of type paragraph (allowed: a first row of one line that a person types)"
    ),
    (
      "\"entry\": true", "{\"id\": \"a\", \"readOnly\": true}",
      "2:33: sections[0].repeat.entry: \"repeat.entry\" needs a first row of one line that a person types; “a” is readOnly ("
    ),
    (
      "\"entry\": true, \"tick\": \"t\"",
      "{\"id\": \"t\", \"type\": \"boolean\"}, {\"id\": \"a\", \"type\": \"secret\"}",
      "2:33: sections[0].repeat.entry: \"repeat.entry\" needs a first row of one line that a person types; “a” is of type secret ("
    ),
    (
      "\"enter\": true", "{\"id\": \"a\"}",
      "2:24: sections[0].repeat.enter: “enter” is not a key of \"repeat\""
    ),
    (
      "\"min\": 3, \"max\": 2", "{\"id\": \"a\"}",
      "2:41: sections[0].repeat.max: \"repeat.max\" (2) is less than \"repeat.min\" (3) (allowed: at least 3)"
    ),
  ]

  @Test(
    "An error in a repeating section is reported with its position and the allowed values",
    arguments: repeats)
  func items(_ keys: String, _ rows: String, _ expected: String) throws {
    let found = Template.errorLines(in: ConditionErrorTests.repetition(keys, rows: rows))
    let first = try #require(found.first)
    #expect(first.hasPrefix(expected), "\(found)")
  }

  @Test("Conditions can read a counted row by its number, and the tick of an item")
  func allowed() throws {
    #expect(
      Template.errorLines(in: ConditionErrorTests.row(when: "{\"row\": \"q2\", \"is\": \"x\"}"))
        .isEmpty)
    #expect(
      Template.errorLines(
        in: ConditionErrorTests.repetition(
          "\"tick\": \"t\"",
          rows:
            "{\"id\": \"t\", \"type\": \"boolean\"}, {\"id\": \"a\"}, {\"id\": \"why\", \"when\": {\"row\": \"t\", \"is\": true}}"
        )
      ).isEmpty)
  }
}
