// Rows and sections that are shown or hidden by other answers. The tests of the laws walk through
// such forms too; the tests here cover cases that those walks do not reach.

import FormFixtures
import FormModel
import FormText
import LosslessJSON
import TerminalTesting
import Testing

@Suite("Conditions")
struct ConditionTests {
  /// A form whose second and third sections depend on the first section.
  private static let source = """
    {"longform": 1, "id": "f", "sections": [
      {"id": "a", "rows": [
        {"id": "works", "type": "boolean"},
        {"id": "company", "label": "Company", "required": true, "when": {"row": "works", "is": true}},
        {"id": "size", "type": "choice", "choices": [
          {"value": 1, "label": "One"}, {"value": "many", "label": "Many"}]},
        {"id": "tags", "type": "list"},
        {"id": "one", "when": {"row": "size", "is": 1}},
        {"id": "blue", "when": {"row": "tags", "in": ["blue", "green"]}},
        {"id": "end"}]},
      {"id": "jobs", "title": "Jobs", "when": {"row": "works", "is": true},
       "repeat": {"key": "jobs", "initial": 1, "label": "Job {n}"},
       "rows": [{"id": "name", "label": "Name"}, {"id": "ended", "type": "boolean"},
                {"id": "until", "default": "2020", "when": {"row": "ended", "is": true}}]}],
     "output": {"empty": "null"}}
    """

  private func session(answers: String? = nil) throws -> FormSession {
    let template = try Template.reading(ConditionTests.source)
    guard let answers else { return FormSession(template) }
    return try FormSession(template, answers: JSONDocument(parsing: Array(answers.utf8)))
  }

  private func labels(_ session: FormSession) -> [String] {
    (0..<session.answers.indexCount).compactMap { session.row(at: FormRow.Index($0)) }
      .filter { !$0.isAddLine }.map(\.label)
  }

  private func set(_ session: inout FormSession, _ name: String, _ text: String) throws {
    session.applyToEnd(.answered(try #require(session.row(named: name)), Text(text)))
  }

  @Test("Conditions are not applied while a text is typed, but when its row is left")
  func whenLeft() throws {
    var session = try session()
    #expect(labels(session) == ["works", "size", "tags", "end"])
    session.type("yes")
    #expect(labels(session) == ["works", "size", "tags", "end"])
    session.applyToEnd(.entered)
    #expect(
      labels(session) == ["works", "Company", "size", "tags", "end", "Name", "ended"])
    #expect(session.focusLabel == "Company")
    session.applyToEnd(.moved(.previous))
    session.type("no")
    session.applyToEnd(.moved(.next))
    #expect(session.focusLabel == "size")
  }

  @Test("A toggle, an answer by name, undo and redo apply conditions at once")
  func atOnce() throws {
    var session = try session()
    session.applyToEnd(.toggled)
    #expect(session.answers.rowCount == 7)
    session.applyToEnd(.toggled)
    #expect(session.answers.rowCount == 4)
    session.applyToEnd(.undone)
    #expect(session.answers.rowCount == 7)
    session.applyToEnd(.redone)
    #expect(session.answers.rowCount == 4)
    try set(&session, "works", "y")
    #expect(session.answers.rowCount == 7)
  }

  @Test("A condition reads the value of the answer: the value of a choice, the entries of a list")
  func values() throws {
    var session = try session()
    try set(&session, "size", "One")
    #expect(labels(session).contains("one"))
    try set(&session, "size", "Many")
    #expect(!labels(session).contains("one"))
    try set(&session, "tags", "red\ngreen")
    #expect(labels(session).contains("blue"))
    try set(&session, "tags", "greenish")
    #expect(!labels(session).contains("blue"))
  }

  @Test("If the focused row becomes hidden, the focus moves to the next row, or to the last row")
  func focus() throws {
    var session = try session()
    try set(&session, "works", "yes")
    session.applyToEnd(.moved(.to(try #require(session.row(named: "Company")))))
    try set(&session, "works", "no")
    #expect(session.focusLabel == "size")
    try set(&session, "works", "yes")
    session.applyToEnd(.moved(.last))
    #expect(session.focusLabel == "Job 2 Name", "this is the add line")
    try set(&session, "works", "no")
    #expect(session.focusLabel == "end")
  }

  @Test("A hidden row keeps its text, but has no answer and no problem, and is not exported")
  func hidden() throws {
    var session = try session()
    try set(&session, "works", "yes")
    try set(&session, "company", "Acme")
    #expect(session.exported(.json).contains("\"company\": \"Acme\""))
    try set(&session, "works", "no")
    #expect(!session.exported(.json).contains("company"))
    #expect(!session.exported(.json).contains("jobs"))
    #expect(!session.exported(.text).contains("Company"))
    #expect(session.answers.hiddenCount == 1)
    #expect(session.answers.filledCount == 1)
    #expect(
      session.applyToEnd(.saveRequested(anyway: false)).contains(.save(problems: 0)))
    try set(&session, "works", "yes")
    #expect(session.exported(.json).contains("\"company\": \"Acme\""))
    #expect(session.answers.hiddenCount == 0)
  }

  @Test("A value that was hidden when it was loaded, and still is, stays in the document unchanged")
  func loaded() throws {
    let document = """
      {
        "works": false,
        "company": "Acme",
        "jobs": [ {"name": "a", "x": 1}, {"name": "b", "ended": true, "until": "2019"} ],
        "end": "."
      }
      """
    var session = try session(answers: document)
    #expect(session.answers.rowCount == 4)
    try set(&session, "end", "!")
    #expect(session.exported(.json) == document.replacing("\".\"", with: "\"!\""))
    try set(&session, "works", "yes")
    #expect(session.answers.rowCount == 10)
    #expect(
      session.exported(.json)
        == document.replacing("\".\"", with: "\"!\"").replacing("false", with: "true"))
    let until = try #require(session.answers.row(atPath: "jobs[1].until"))
    #expect(session.answers.text(of: until) == "2019")
    try set(&session, "works", "no")
    #expect(
      session.exported(.json)
        == document.replacing("\".\"", with: "\"!\""), "hidden again, so unchanged")
  }

  @Test("If a row becomes hidden, the document loses its value, and containers that become empty")
  func gone() throws {
    let document = """
      {"works": true, "company": "Acme", "jobs": [{"name": "a"}], "y": [1], "end": "."}
      """
    var session = try session(answers: document)
    try set(&session, "works", "no")
    #expect(session.exported(.json) == "{\"works\": false, \"y\": [1], \"end\": \".\"}")
    session.applyToEnd(.undone)
    #expect(session.exported(.json) == document)
  }

  @Test("The rows of an item depend on the item's own answers, wherever the item is moved")
  func items() throws {
    var session = try session()
    try set(&session, "works", "yes")
    session.applyToEnd(.itemAdded(section: 1))
    session.type("second")
    session.applyToEnd(.moved(.next))
    session.applyToEnd(.toggled)
    #expect(labels(session).suffix(5) == ["Name", "ended", "Name", "ended", "until"])
    session.applyToEnd(.itemMoved(section: 1, item: 2, to: 0))
    #expect(labels(session).suffix(5) == ["Name", "ended", "until", "Name", "ended"])
    session.applyToEnd(.itemDuplicated(section: 1, item: 2))
    #expect(
      labels(session).suffix(8)
        == ["Name", "ended", "until", "Name", "ended", "until", "Name", "ended"])
    session.applyToEnd(.undone)
    session.applyToEnd(.itemRemoved(section: 1, item: 2))
    #expect(labels(session).suffix(2) == ["Name", "ended"])
    session.applyToEnd(.undone)
    #expect(labels(session).suffix(5) == ["Name", "ended", "until", "Name", "ended"])
  }

  @Test("Hiding a million rows by one condition costs as much as hiding a few")
  func million() throws {
    func source(_ rows: Int) -> String {
      """
      {"longform": 1, "id": "f", "sections": [
        {"id": "a", "rows": [{"id": "on", "type": "boolean", "default": "yes"}]},
        {"id": "b", "rows": [{"id": "row{n}", "count": \(rows), "default": "x", "required": true,
          "when": {"row": "on", "is": true}}, {"id": "end"}]}]}
      """
    }
    var small = FormSession(try .reading(source(20)))
    var large = FormSession(try .reading(source(1_000_000)))
    #expect((large.answers.rowCount, large.answers.filledCount) == (1_000_002, 1_000_001))
    for action in [Action.toggled, .moved(.next), .moved(.previous), .toggled, .undone] {
      let before = (small.answers.rowsTouched, large.answers.rowsTouched)
      _ = small.apply(action)
      _ = large.apply(action)
      #expect(large.answers.rowsTouched - before.1 <= small.answers.rowsTouched - before.0 + 8)
    }
    #expect((large.answers.rowCount, large.answers.filledCount) == (2, 1))
  }

  @Test("A change that affects many items is applied in slices, and keys are handled between them")
  func slices() throws {
    let count = TestScale.size(100_000, short: 20_000)
    let source = """
      {"longform": 1, "id": "f", "sections": [
        {"id": "a", "rows": [{"id": "on", "type": "boolean"}, {"id": "end"}]},
        {"id": "b", "repeat": {"key": "b", "initial": \(count), "label": "B {n}"}, "rows": [
          {"id": "x", "default": "1"}, {"id": "y", "when": {"all": [
            {"row": "x", "filled": true}, {"row": "on", "is": true}]}}]}]}
      """
    var session = FormSession(try .reading(source))
    #expect(session.answers.rowCount == count + 2)
    var before = session.answers.rowsTouched
    var effects = session.apply(.toggled)
    #expect(session.answers.rowsTouched - before < 2_500)
    #expect(session.workProgress?.total == count)
    before = session.answers.rowsTouched
    effects = session.apply(.moved(.next))
    session.type("typed meanwhile")
    #expect(session.answers.rowsTouched - before < 2_500)
    var slices = 0
    while effects.contains(.workRemains) {
      before = session.answers.rowsTouched
      effects = session.apply(.workContinued)
      #expect(session.answers.rowsTouched - before < 2_500)
      slices += 1
    }
    #expect(slices > count / 1_000)
    #expect(session.answers.rowCount == 2 * count + 2)
    #expect(session.workProgress == nil)
    #expect(session.focusText == "typed meanwhile")
  }

  @Test("A chain of conditions of any length is allowed, and a change costs only the affected rows")
  func chain() throws {
    let count = 5_000
    let rows = (0..<count).map {
      #"{"id": "r\#($0)", "when": {"row": "r\#($0 + 1)", "filled": true}}"#
    }
    let source = """
      {"longform": 1, "id": "f", "sections": [
        {"rows": [\(rows.joined(separator: ", ")), {"id": "r\(count)"}]}]}
      """
    var session = FormSession(try .reading(source))
    #expect(labels(session) == ["r\(count)"])
    var before = session.answers.rowsTouched
    session.type("x")
    session.applyToEnd(.entered)
    #expect(labels(session) == ["r\(count - 1)", "r\(count)"])
    #expect(session.answers.rowsTouched - before < 100)
    for row in stride(from: count - 1, to: count - 10, by: -1) {
      try set(&session, "r\(row)", "x")
    }
    #expect(session.answers.rowCount == 11)
    before = session.answers.rowsTouched
    try set(&session, "r\(count)", "")
    #expect(labels(session) == ["r\(count)"])
    #expect(session.answers.rowsTouched - before < 200)
    try set(&session, "r\(count)", "x")
    #expect(session.answers.rowCount == 11)
  }

  @Test(
    "A hidden row or section hides all rows whose conditions need its answers, in any order")
  func sectionOfItsRow() throws {
    let source = """
      {"longform": 1, "id": "f", "sections": [
        {"id": "first", "rows": [{"id": "z", "when": {"row": "b", "filled": true}},
          {"id": "c", "default": "c"}, {"id": "x"}]},
        {"id": "second", "when": {"row": "x", "filled": true}, "rows": [
          {"id": "a", "default": "a", "when": {"row": "c", "filled": true}},
          {"id": "b", "default": "b", "when": {"row": "a", "filled": true}}]}]}
      """
    var session = FormSession(try .reading(source))
    #expect(labels(session) == ["c", "x"])
    try set(&session, "x", "x")
    #expect(labels(session) == ["z", "c", "x", "a", "b"])
    try set(&session, "c", "")
    #expect(labels(session) == ["c", "x"])
  }
}
