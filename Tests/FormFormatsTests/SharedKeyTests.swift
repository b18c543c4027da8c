// Rows and sections that share a key. The row or section that is shown is exported. If two are
// shown at once, both have a problem. If the value of a document at the key belongs to none of
// them, the document keeps the value.

import FormFixtures
import FormFormats
import FormModel
import FormText
import LosslessJSON
import TerminalTesting
import Testing

@Suite("Keys that rows and sections share")
struct SharedKeyTests {
  private static let form = """
    {"longform": 1, "id": "pay", "sections": [
      {"id": "p", "rows": [
        {"id": "kind", "type": "choice", "choices": ["card", "bank", "list", "both"]},
        {"id": "number", "label": "Card number", "key": "to.account", "type": "integer",
         "when": {"row": "kind", "in": ["card", "both"]}},
        {"id": "iban", "label": "IBAN", "key": "to.account",
         "when": "${kind} = 'bank' or ${kind} = 'both'"},
        {"id": "after"}]},
      {"id": "many", "title": "Accounts", "when": "${kind} = 'list'",
       "repeat": {"key": "others"}, "rows": [{"id": "name"}]}]}
    """
  /// The same form, but the answers have no object around the shared key, so that the section
  /// shares this key too.
  private static let flat = form.replacing("to.account", with: "to")
    .replacing(#""key": "others""#, with: #""key": "to""#)
    .replacing(#"{"id": "after"}"#, with: #"{"id": "after", "key": "after"}"#)

  private static func session(
    _ form: String, _ answers: [(String, Text)] = [], loading document: String? = nil
  ) throws -> FormSession {
    let template = try Template.reading(form)
    var session =
      try document.map {
        try FormSession(template, answers: JSONDocument(parsing: Array($0.utf8)))
      } ?? FormSession(template)
    try set(answers, in: &session)
    return session
  }

  private static func set(_ answers: [(String, Text)], in session: inout FormSession) throws {
    for (name, text) in answers {
      if name.hasSuffix("+") {
        let section = session.template.sections.firstIndex { $0.id == String(name.dropLast()) }
        session.applyToEnd(.itemAdded(section: try #require(section)))
        continue
      }
      let row = session.answers.row(atPath: name) ?? session.row(named: name)
      session.applyToEnd(.answered(try #require(row, "\(name)"), text))
    }
  }

  @Test("Every format has the answer of the shown row, at the position of the shared key")
  func exported() throws {
    let card = try Self.session(Self.flat, [("kind", "card"), ("number", "12"), ("after", "x")])
    let bank = try Self.session(Self.flat, [("kind", "bank"), ("iban", "DE5"), ("after", "x")])
    let none = try Self.session(Self.flat, [("after", "x")])
    let list = try Self.session(
      Self.flat, [("kind", "list"), ("many+", ""), ("to[0].name", "Ada"), ("after", "x")])
    #expect(card.exported(.jsonl) == #"{"kind":"card","to":12,"after":"x"}"# + "\n")
    #expect(bank.exported(.jsonl) == #"{"kind":"bank","to":"DE5","after":"x"}"# + "\n")
    #expect(none.exported(.jsonl) == #"{"kind":null,"after":"x"}"# + "\n")
    #expect(list.exported(.jsonl) == #"{"kind":"list","to":[{"name":"Ada"}],"after":"x"}"# + "\n")
    #expect(card.exported(.csv) == "kind,to,after\r\ncard,12,x\r\n")
    #expect(bank.exported(.csv) == "kind,to,after\r\nbank,DE5,x\r\n")
    #expect(list.exported(.csv) == "kind,after,to[0].name\r\nlist,x,Ada\r\n")
    #expect(bank.exported(.env) == "KIND='bank'\nTO='DE5'\nAFTER='x'\n")
    #expect(list.exported(.env) == "KIND='list'\nAFTER='x'\nTO_0_NAME='Ada'\n")
    #expect(bank.exported(.yaml) == "kind: bank\nto: DE5\nafter: x\n")
    for session in [card, bank, list] {
      let table = session.exported(.csv)
      #expect(try FormatTests.read(table, .csv, session.template).exported(.csv) == table)
      let html = session.exported(.html)
      #expect(html.contains("Card number") == (session.exported(.jsonl) == card.exported(.jsonl)))
    }
    #expect(throws: Never.self) { try EnvironmentNames.check(card.template, prefix: "") }
  }

  @Test("If two rows with the same key are shown, both have a problem until one of them is hidden")
  func problems() throws {
    var session = try Self.session(Self.form, [("kind", "both")])
    func found() -> [String] {
      session.problemsInOrder.map { $0.problem.sentence(label: session.answers.label(of: $0.row)) }
    }
    let both = ["Card number is also answered by IBAN", "IBAN is also answered by Card number"]
    #expect(found() == both)
    session.applyToEnd(.checkRequested)
    #expect(found() == both)
    #expect(!session.applyToEnd(.saveRequested(anyway: false)).contains(.save(problems: 0)))
    try Self.set([("kind", "card")], in: &session)
    #expect(found() == [])
    session.applyToEnd(.undone)
    #expect(found() == both)

    let sections = """
      {"longform": 1, "id": "f", "sections": [{"rows": [{"id": "a", "type": "boolean"},
        {"id": "one", "key": "x", "when": {"row": "a", "is": true}}]},
        {"id": "s", "title": "Many", "when": {"row": "a", "filled": true},
         "repeat": {"key": "x"}, "rows": [{"id": "b"}]}]}
      """
    session = try Self.session(
      sections.replacing(#"{"rows""#, with: #"{"id": "f", "rows""#), [("a", "yes")])
    #expect(found().contains("one is also answered by Many"))
    session.applyToEnd(.checkRequested)
    #expect(found().contains { $0.hasSuffix("is also answered by one") })
    try Self.set([("a", "no")], in: &session)
    #expect(found() == [])
  }

  @Test(
    "Rows that may be shown together cannot share a key, and neither can rows with a count",
    arguments: [
      #"{"id": "a"}, {"id": "b", "key": "a"}"#,
      #"{"id": "a", "when": {"row": "k", "is": "x"}}, {"id": "b", "key": "a"}"#,
      #"{"id": "a{n}", "count": 2, "when": {"row": "k", "is": "x"}}, {"id": "b", "key": "a1", "when": {"row": "k", "is": "y"}}"#,
    ])
  func refused(rows: String) throws {
    #expect(throws: TemplateErrors.self) {
      try Template.reading(
        #"{"longform": 1, "id": "f", "sections": [{"rows": [{"id": "k"}, \#(rows)]}]}"#)
    }
  }

  @Test("A document keeps its bytes, until another row is shown and its answer replaces the value")
  func documents() throws {
    let document = #"{ "kind": "card", "to":   123, "after": "x", "more": [1] }"#
    func edited(_ answers: (String, Text)..., in text: String = document) throws -> String {
      try Self.session(Self.flat, answers, loading: text).exported(.json)
    }
    #expect(try edited() == document)
    #expect(try edited(("number", "5")) == document.replacing("123", with: "5"))
    #expect(
      try edited(("kind", "bank")) == #"{ "kind": "bank", "after": "x", "more": [1] }"#)
    #expect(
      try edited(("kind", "bank"), ("to", "DE5"))
        == #"{ "kind": "bank", "to":   "DE5", "after": "x", "more": [1] }"#)
    #expect(
      try edited(("kind", "list"), ("many+", ""), ("to[0].name", "Zoe"))
        == #"{ "kind": "list", "to":   [{"name": "Zoe"}], "after": "x", "more": [1] }"#)
    // The value is also a valid answer of the row that is shown now, so that row keeps it.
    let text = document.replacing("123", with: #""123""#)
    #expect(try edited(("kind", "bank"), in: text) == text.replacing("card", with: "bank"))
    let list = #"{"kind": "list", "to": [{"name": "Ada", "x": 1}, {"name": "Bob"}]}"#
    #expect(try edited(in: list) == list)
    #expect(try edited(("to[1].name", "Bo"), in: list) == list.replacing("Bob", with: "Bo"))
    #expect(try edited(("kind", "card"), in: list) == #"{"kind": "card"}"#)
    #expect(try edited(("kind", "card"), ("to", "1"), in: list) == #"{"kind": "card", "to": 1}"#)
    // If all rows of a value were hidden when it was loaded, the value does not belong to the form.
    let hidden = #"{"kind": null, "to": [1, 2]}"#
    #expect(
      try edited(("after", "x"), in: hidden) == #"{"kind": null, "to": [1, 2], "after": "x"}"#)
  }

  @Test("The export of a random form contains the answers of the shown rows and no others")
  func random() throws {
    for seed in TestScale.turns(150) {
      var numbers = SeededGenerator(seed: UInt64(seed))
      let groups = numbers.number(in: 1...4)
      var rows = [#"{"id": "k", "type": "choice", "choices": ["0", "1", "2", "3"]}"#]
      var owners: [(id: String, key: String, shown: Set<Int>)] = []
      for group in 0..<groups {
        for place in 0..<numbers.number(in: 1...3) {
          let shown = Set((0..<4).filter { _ in numbers.chance(30) })
          let id = "g\(group)r\(place)"
          let values = shown.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
          rows.append(
            #"{"id": "\#(id)", "key": "in.g\#(group)", "when": {"row": "k", "in": [\#(values.isEmpty ? "\"9\"" : values)]}}"#
          )
          owners.append((id, "g\(group)", shown))
        }
      }
      let isInItem = numbers.chance(50)
      let form = """
        {"longform": 1, "id": "f", "output": {"empty": "omit"}, "sections": [{"id": "s",
          \(isInItem ? "\"repeat\": {\"key\": \"s\", \"initial\": 1}," : "")
          "rows": [\(rows.filter { !$0.contains("\"9\"") }.joined(separator: ", "))]}]}
        """
      owners.removeAll { $0.shown.isEmpty }
      var session = try FormSession(.reading(form))
      var texts: [String: String] = [:]
      var kind = -1
      for step in 0..<12 {
        if numbers.chance(40) {
          kind = numbers.number(below: 4)
          let row = FormRow.ID(section: 0, item: isInItem ? 1 : 0, row: 0, number: 0)
          session.applyToEnd(.answered(row, Text("\(kind)")))
        } else if let owner = owners.filter({ $0.shown.contains(kind) }).randomElement(
          using: &numbers)
        {
          texts[owner.id] = "t\(step)"
          let places = session.template.sections[0].rows
          let place = try #require(places.firstIndex { $0.id.source == owner.id })
          let row = FormRow.ID(section: 0, item: isInItem ? 1 : 0, row: place, number: 0)
          session.applyToEnd(.answered(row, Text("t\(step)")))
        }
        let shown = owners.filter { $0.shown.contains(kind) }
        let isClear = Set(shown.map(\.key)).count == shown.count
        session.applyToEnd(.checkRequested)
        #expect(session.problemsInOrder.isEmpty == isClear, "seed \(seed)")
        guard isClear else { continue }
        var members = shown.compactMap { one in texts[one.id].map { (one.key, $0) } }
        let order = owners.map(\.key)
        members.sort { (order.firstIndex(of: $0.0) ?? 0) < (order.firstIndex(of: $1.0) ?? 0) }
        let inner = members.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",")
        var object = kind < 0 ? "" : "\"k\":\"\(kind)\""
        if !inner.isEmpty { object += ",\"in\":{\(inner)}" }
        let expected =
          isInItem ? (kind < 0 ? "{}" : "{\"s\":[{\(object)}]}") : "{\(object)}"
        let found = session.exported(.jsonl)
        #expect(found == expected + "\n", "seed \(seed)")
      }
    }
  }
}
