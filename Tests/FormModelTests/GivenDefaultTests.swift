// Defaults that a row receives once: the value of an expression, or a carried answer, which is a
// copy of the answer in the item above.

import FormFixtures
import FormText
import LosslessJSON
import TerminalTesting
import Testing

@testable import FormModel

@Suite("Given defaults")
struct GivenDefaultTests {
  private static let form = """
    {"longform": 1, "id": "log", "output": {"empty": "omit"}, "viewport": 3, "sections": [
      {"id": "top", "rows": [
        {"id": "day", "type": "date", "default": {"expression": "today()"}},
        {"id": "name"},
        {"id": "greeting", "default": {"expression": "if(${name} = '', ${name}, concat('Dear ', ${name}))"}},
        {"id": "a"}, {"id": "b"},
        {"id": "sign", "default": {"expression": "coalesce(${name}, 'Anon')"}},
        {"id": "c", "when": "${sign} = 'Anon'"}]},
      {"id": "hours", "repeat": {"key": "hours", "initial": 0}, "rows": [
        {"id": "task", "carry": true},
        {"id": "place", "carry": true, "default": "Office"},
        {"id": "until", "type": "integer"},
        {"id": "from", "type": "integer", "default": {"expression": "position(..) * 10"}}]}]}
    """

  private static func session(answers: String? = nil) throws -> FormSession {
    var session =
      if let answers {
        try FormSession(.reading(form), answers: JSONDocument(parsing: Array(answers.utf8)))
      } else { FormSession(try .reading(form)) }
    session.today = "2024-02-29"
    return session
  }

  @Test("Defaults that a save leaves out are counted: of empty items, of documents, of the form")
  func unwritten() throws {
    func count(_ session: FormSession) -> [Int] {
      [.csv, .json].map { session.answers.unwrittenDefaultCount(in: $0) }
    }
    for (output, empty, filled, loaded) in [
      ("write", [1, 1], [0, 0], [2, 2]), ("omit", [1, 2], [0, 2], [2, 2]),
    ] {
      let template = try Template.reading(
        """
        {"longform": 1, "id": "f", "output": {"defaults": "\(output)"}, "sections": [
          {"id": "r", "rows": [{"id": "a", "default": "x"}, {"id": "b"}]},
          {"id": "s", "repeat": {"key": "s", "initial": 1}, "rows": [
            {"id": "u", "default": "y"}, {"id": "v"}]}]}
        """)
      var session = FormSession(template)
      #expect(session.answers.filledCount == 2 && count(session) == empty)
      let row = try #require(session.answers.row(atPath: "s[0].v"))
      session.applyToEnd(.answered(row, Text("1")))
      #expect(session.answers.filledCount == 3 && count(session) == filled)
      let opened = try FormSession(template, answers: JSONDocument(parsing: Array("{}".utf8)))
      #expect(count(opened) == loaded)
    }
  }

  private func text(_ path: String, in session: FormSession) throws -> Text {
    let row = try #require(session.answers.row(atPath: path) ?? session.row(named: path))
    return session.answers.text(of: row)
  }

  private func answer(_ path: String, _ text: Text, in session: inout FormSession) throws {
    let row = try #require(session.answers.row(atPath: path) ?? session.row(named: path))
    session.applyToEnd(.answered(row, text))
  }

  @Test("A row gets the value of its expression once: when the row is shown, read or saved")
  func expressions() throws {
    var session = try Self.session()
    #expect(try text("day", in: session) == "2024-02-29")
    // An unknown value does not count as a default yet. If another expression reads a row, the row
    // gets its default at once.
    #expect(try text("greeting", in: session).isEmpty)
    #expect(try text("sign", in: session) == "Anon")
    #expect(session.answers.outline.isShown(try #require(session.row(named: "c"))))
    try answer("name", "Ada", in: &session)
    #expect(try text("greeting", in: session) == "Dear Ada")
    try answer("name", "Bob", in: &session)
    #expect(try text("greeting", in: session) == "Dear Ada")
    #expect(try text("sign", in: session) == "Anon")
    // The default is not an undo step: undo reverts only the answers.
    for _ in 0..<2 { session.applyToEnd(.undone) }
    #expect(try text("name", in: session).isEmpty && text("greeting", in: session) == "Dear Ada")
    #expect(session.applyToEnd(.undone).sentences.contains("Nothing to undo"))
    #expect(session.answers.filledCount == 3)
  }

  @Test("A row with a default counts as untouched until typing replaces the default")
  func untouched() throws {
    var session = try Self.session()
    #expect(session.focusHoldsDefault && session.answers.changedRows.isEmpty)
    session.applyToEnd(.cleared)
    #expect(try text("day", in: session).isEmpty)
    session.applyToEnd(.moved(.next))
    #expect(try text("day", in: session).isEmpty, "a removed default is not given again")
    session.applyToEnd(.moved(.previous))
    session.applyToEnd(.resetToDefault)
    #expect(try text("day", in: session) == "2024-02-29")
  }

  @Test("An answer from a document is not replaced, and a row without an answer gets its default")
  func documents() throws {
    var session = try Self.session(
      answers: "{\"day\": \"2023-01-01\", \"hours\": [{\"task\": \"x\"}]}")
    #expect(try text("day", in: session) == "2023-01-01")
    let effects = session.applyToEnd(.saveRequested(anyway: false))
    #expect(effects.contains { if case .save = $0 { true } else { false } })
    #expect(try text("hours[0].from", in: session) == "10", "rows not in view get one at a save")
    #expect(!session.exported(.json).contains("from"), "an untouched item is unchanged")
  }

  @Test("A new item starts with carried answers of the item above, and is independent afterwards")
  func carried() throws {
    var session = try Self.session()
    session.applyToEnd(.itemAdded(section: 1))
    #expect(try text("hours[0].place", in: session) == "Office")
    try answer("hours[0].task", "Write", in: &session)
    try answer("hours[0].place", "Home", in: &session)
    session.applyToEnd(.itemAdded(section: 1))
    #expect(try text("hours[1].task", in: session) == "Write")
    #expect(try text("hours[1].place", in: session) == "Home" && session.focusHoldsDefault)
    #expect(try text("hours[1].until", in: session).isEmpty)
    // An item that contains only carried answers counts as empty: it is not exported, and Backspace
    // removes it.
    #expect(!session.exported(.json).contains("Write\",\n      \"place\": \"Home\"\n    },"))
    #expect(session.unmakesItem)
    try answer("hours[0].task", "Read", in: &session)
    #expect(try text("hours[1].task", in: session) == "Write")
    try answer("hours[1].until", "7", in: &session)
    let json = session.exported(.json)
    #expect(json.contains("\"task\": \"Write\"") && json.contains("\"task\": \"Read\""))
    // Undo removes the item, and redo restores it with its carried answers.
    session.applyToEnd(.undone)
    session.applyToEnd(.undone)
    session.applyToEnd(.undone)
    #expect(session.answers.outline.itemCount(of: ItemList(section: 1, parent: 0)) == 1)
    for _ in 0..<3 { session.applyToEnd(.redone) }
    #expect(try text("hours[1].task", in: session) == "Write")
    #expect(try session.exported(.json) == json && text("hours[1].until", in: session) == "7")
  }

  @Test("Given defaults are stored with the form")
  func kept() throws {
    var session = try Self.session()
    var noted = NotedForm()
    try answer("name", "Ada", in: &session)
    session.applyToEnd(.itemAdded(section: 1))
    try answer("hours[0].task", "Write", in: &session)
    session.applyToEnd(.itemAdded(section: 1))
    noted.write(session.takeJournal())
    var restored = FormSession(try .reading(Self.form))
    restored.today = "2025-01-01"
    #expect(restored.restore(noted.kept).isEmpty)
    for path in ["day", "greeting", "sign", "hours[1].task", "hours[1].from"] {
      #expect(try text(path, in: restored) == text(path, in: session), "\(path)")
    }
    #expect(try text("day", in: restored) == "2024-02-29")
    #expect(restored.exported(.json) == session.exported(.json))
    #expect(restored.answers.filledCount == session.answers.filledCount)
  }

  @Test("After random actions, a form restored from its journal has the same exports and counts")
  func walks() throws {
    for seed in TestScale.turns(12) {
      var generator = SeededGenerator(seed: UInt64(seed))
      var session = try Self.session()
      var noted = NotedForm()
      for _ in 0..<60 {
        let count = session.answers.outline.itemCount(of: ItemList(section: 1, parent: 0))
        let item = session.answers.outline.item(
          at: Int.random(in: 0..<max(count, 1), using: &generator),
          of: ItemList(section: 1, parent: 0))
        let action: Action =
          switch Int.random(in: 0..<9, using: &generator) {
          case 0: .itemAdded(section: 1)
          case 1: item.map { .itemRemoved(section: 1, item: $0) } ?? .undone
          case 2: item.map { .itemDuplicated(section: 1, item: $0) } ?? .moved(.next)
          case 3: .undone
          case 4: .redone
          case 5: .cleared
          case 6:
            .moved([.next, .previous, .last, .first].randomElement(using: &generator) ?? .next)
          default: .edited(Text("\(seed)"), cursor: 1, kind: .typed)
          }
        session.applyToEnd(action)
        noted.write(session.takeJournal())
      }
      // Leaving the last edited row applies conditions.
      session.applyToEnd(.moved(.first))
      noted.write(session.takeJournal())
      var restored = try Self.session()
      #expect(restored.restore(noted.kept).isEmpty)
      restored.applyToEnd(.moved(.first))
      #expect(restored.exported(.json) == session.exported(.json), "walk \(seed)")
      #expect(restored.exported(.text) == session.exported(.text), "walk \(seed)")
      #expect(restored.answers.filledCount == session.answers.filledCount, "walk \(seed)")
      for _ in 0..<5 {
        session.applyToEnd(.undone)
        restored.applyToEnd(.undone)
        #expect(restored.exported(.text) == session.exported(.text), "walk \(seed)")
      }
    }
  }

  @Test("If a row becomes secret, its default is removed from the draft")
  func secret() throws {
    var session = try Self.session()
    var noted = NotedForm()
    try answer("name", "Ada", in: &session)
    noted.write(session.takeJournal())
    #expect(noted.kept.defaults.keys.contains("top/0/greeting"))
    let form = Self.form.replacing(
      "\"id\": \"greeting\", \"default\": {\"expression\": \"if(${name} = '', ${name}, concat('Dear ', ${name}))\"}",
      with: "\"id\": \"greeting\", \"type\": \"secret\"")
    let censored = try #require(noted.kept.withoutSecrets(of: .reading(form)))
    #expect(censored.rows == ["top/0/greeting"])
    #expect(censored.form.defaults["top/0/greeting"] == nil)
    #expect(censored.form.defaults["top/0/day"] != nil)
  }

  @Test(
    "A wrong \"default\" or \"carry\" is an error with a position",
    arguments: [
      ("\"default\": {\"expression\": \"1\"}", "gives a number, and the row takes a text"),
      (
        "\"default\": {\"expression\": \"${x}\"}",
        "\"default.expression\" depends on itself: x from x"
      ),
      (
        "\"type\": \"secret\", \"default\": {\"expression\": \"'a'\"}",
        "cannot be an expression in secret or counted rows"
      ),
      ("\"default\": {}", "\"default.expression\" is missing"),
      ("\"default\": {\"value\": 1}", "is not a key of"),
      ("\"carry\": true", "\"carry\" goes from item to item of a repeating section"),
      ("\"carry\": 1", "\"carry\" must be true or false"),
      (
        "\"required\": \"${x} > 1\"",
        "must be true or false, not an expression; write the condition as a check"
      ),
      ("\"value\": \"'a'\", \"carry\": true", "is for a row that a person answers"),
    ])
  func errors(key: String, sentence: String) {
    let error = #expect(throws: TemplateErrors.self) {
      try Template.reading(
        "{\"longform\": 1, \"id\": \"f\", \"sections\": [{\"rows\": [{\"id\": \"x\", \(key)}]}]}")
    }
    let lines = error?.errors.map(\.sentence) ?? []
    #expect(lines.contains { $0.contains(sentence) }, "\(lines)")
  }

  @Test("A wrong carried answer is a problem only if its item has other contents")
  func carriedProblem() throws {
    let form = """
      {"longform": 1, "id": "f", "sections": [{"id": "days", "repeat": {"key": "days"}, "rows": [
        {"id": "day", "type": "date", "carry": true, "check": ". > '2024-01-01'"},
        {"id": "what"}]}]}
      """
    var session = FormSession(try .reading(form))
    session.applyToEnd(.itemAdded(section: 0))
    try answer("days[0].day", "2023-12-31", in: &session)
    try answer("days[0].what", "a", in: &session)
    session.applyToEnd(.itemAdded(section: 0))
    #expect(try text("days[1].day", in: session) == "2023-12-31")
    #expect(session.problems.count == 1)
    try answer("days[1].what", "b", in: &session)
    #expect(session.problems.count == 2)
  }
}
