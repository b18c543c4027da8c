// Rows whose answers must be different in all items, and rows that are never exported.

import FormFixtures
import FormText
import LosslessJSON
import TerminalTesting
import Testing

@testable import FormModel

@Suite("Unique answers, and answers that are not exported")
struct UniqueTests {
  private static var form: String {
    """
    {"longform": 1, "id": "stock", "output": {"empty": "omit"}, "sections": [
      {"id": "items", "repeat": {"key": "items", "label": "Item {n}"}, "rows": [
        {"id": "serial", "label": "Serial", "unique": true},
        {"id": "note", "label": "Note", "export": false, "default": "none"}]}]}
    """
  }

  private func session(items: Int, answers: String? = nil) throws -> FormSession {
    let template = try Template.reading(Self.form)
    var session =
      try answers.map {
        try FormSession(template, answers: JSONDocument(parsing: Array($0.utf8)))
      } ?? FormSession(template)
    for _ in 0..<items { session.applyToEnd(.itemAdded(section: 0)) }
    return session
  }

  private func answer(_ path: String, _ text: Text, in session: inout FormSession) throws {
    session.applyToEnd(.answered(try #require(session.answers.row(atPath: path)), text))
  }

  private func known(_ session: FormSession) -> [String] {
    session.problemsInOrder.map {
      "\(session.answers.name(of: $0.row)): \($0.problem.sentence(label: ""))"
    }
  }

  private func all(_ session: FormSession) -> [String] {
    var session = session
    session.applyToEnd(.checkRequested)
    return known(session)
  }

  @Test(
    "The later of two equal answers has a problem that names the other item, until either changes")
  func pair() throws {
    var session = try session(items: 3)
    try answer("items[0].serial", "A1", in: &session)
    try answer("items[2].serial", " A1 ", in: &session)
    #expect(known(session) == ["items[2].serial: Item 1 has “A1” too"])
    #expect(all(session) == known(session))
    try answer("items[1].serial", "A1", in: &session)
    #expect(all(session).count == 2)
    try answer("items[0].serial", "A2", in: &session)
    #expect(all(session) == ["items[2].serial: Item 2 has “A1” too"])
    try answer("items[2].serial", "A3", in: &session)
    #expect(known(session) == [] && all(session) == [])
    // A change of the earlier answer can make the two equal too.
    try answer("items[0].serial", "A3", in: &session)
    #expect(known(session) == ["items[2].serial: Item 1 has “A3” too"])
    try answer("items[2].serial", "", in: &session)
    #expect(all(session) == [])
  }

  @Test("In a long section, equal answers are found by a complete check, not while typing")
  func long() throws {
    let count = Answers.mostItems + 50
    let items = (0..<count).map { "{\"serial\": \"S\($0)\"}" }.joined(separator: ",")
    var session = try session(items: 0, answers: "{\"items\": [\(items)]}")
    #expect(all(session) == [])
    try answer("items[\(count - 1)].serial", "S3", in: &session)
    try answer("items[20].serial", "S7", in: &session)
    #expect(
      Set(all(session)) == [
        "items[\(count - 1)].serial: Item 4 has “S3” too", "items[20].serial: Item 8 has “S7” too",
      ])
  }

  @Test("For random answers, the problems are the same as those that a dictionary finds")
  func random() throws {
    for seed in TestScale.turns(20) {
      var generator = SeededGenerator(seed: seed)
      var session = try session(items: 5)
      for _ in 0..<15 {
        let item = generator.number(below: 5)
        try answer("items[\(item)].serial", Text("S\(generator.number(below: 4))"), in: &session)
      }
      var first: [String: Int] = [:]
      var expected: [String] = []
      for item in 0..<5 {
        let row = try #require(session.answers.row(atPath: "items[\(item)].serial"))
        guard let text = session.answers.answer(of: row)?.string else { continue }
        if let other = first[text] {
          expected.append("items[\(item)].serial: Item \(other + 1) has “\(text)” too")
        } else {
          first[text] = item
        }
      }
      #expect(all(session) == expected)
      #expect(Set(known(session)).isSubset(of: expected))
    }
  }

  @Test(
    "No format contains a row that is not exported, and its default causes no problem")
  func notExported() throws {
    var session = try session(items: 1)
    try answer("items[0].serial", "A1", in: &session)
    try answer("items[0].note", "private", in: &session)
    for format in ExportFormat.allCases {
      #expect(!session.exported(format).contains("private"), "\(format)")
      #expect(!session.exported(format).contains("ote"), "\(format)")
    }
    #expect(session.exported(.jsonl) == #"{"items":[{"serial":"A1"}]}"# + "\n")
    #expect(session.exported(.csv) == "serial\r\nA1\r\n")
    let document = #"{"items": [{"serial": "A1", "note": 7}]}"#
    var loaded = try self.session(items: 0, answers: document)
    #expect(all(loaded) == [])
    try answer("items[0].note", "private", in: &loaded)
    #expect(loaded.exported(.json) == document)
  }

  @Test("\"unique\" is only for rows of items, and \"export\" only for rows with answers")
  func errors() {
    #expect(
      Template.errors(
        in: """
          {"longform": 1, "id": "e", "sections": [{"id": "s", "rows": [
            {"id": "a", "unique": true}, {"id": "b", "unique": false, "export": "no"},
            {"id": "c", "type": "note", "help": "h", "export": false}]}]}
          """
      ).map(\.sentence) == [
        "\"unique\" compares the items of a repeating section, and the row is in none; remove it",
        "\"export\" must be true or false, not “no”; write false",
        "\"export\" has no meaning in a note; remove it",
      ])
  }
}
