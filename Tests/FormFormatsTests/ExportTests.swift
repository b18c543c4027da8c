// Exports: nested objects, missing answers, and the text format, which is for people.

import FormFixtures
import FormFormats
import FormModel
import FormText
import LosslessJSON
import TerminalTesting
import Testing

@Suite("Exports")
struct ExportTests {
  @Test("The text format has a line for every row, in order, and names the item of each row")
  func text() throws {
    var session = FormSession(try .reading(Forms.everything), height: 4)
    session.type("Ada\nLovelace")
    let lines = session.exported(.text).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "Value for row 1 (Name): Ada")
    #expect(lines[1] == "    Lovelace")
    #expect(lines[2] == "Value for row 2 (Greeting):  hello ")
    #expect(lines[8] == "Value for row 8 (Job 1, Company): Empty")
    #expect(lines[12] == "Value for row 12 (Job 2, Position): clerk")
    #expect(lines.count == 24)
  }

  @Test("JSON is indented by two spaces, with a member or element per line and a final newline")
  func json() throws {
    var session = FormSession(try .reading(Forms.everything), height: 4)
    session.type("A\"d\\a\u{7}")
    session.applyToEnd(.moved(.to(try #require(session.row(named: "11")))))
    session.type("Engines")
    session.applyToEnd(.moved(.to(try #require(session.row(named: "note2")))))
    session.type("e\u{301}")
    #expect(
      session.exported(.json) == """
        {
          "name": "A\\"d\\\\a\\u0007",
          "greeting": " hello ",
          "seat1": "free 1",
          "seat2": "free 2",
          "seat3": "free 3",
          "seat4": "free 4",
          "seat5": "free 5",
          "work": [
            {
              "company": "Engines",
              "position": "clerk",
              "city": null
            }
          ],
          "notes": [
            null,
            "e\u{301}"
          ]
        }

        """)
  }

  private static let nested = """
    {"longform": 1, "id": "n", "sections": [
      {"id": "a", "rows": [
        {"id": "name", "key": "basics.name"}, {"id": "id", "key": "id"},
        {"id": "city", "key": "basics.location.city"}, {"id": "dot", "key": ["a.b", "c"]},
        {"id": "one", "key": "basics.names[]"}, {"id": "two", "key": "basics.names[]"}]},
      {"id": "p", "repeat": {"key": "basics.profiles"}, "rows": [{"id": "url"}]}], "output": OUTPUT}
    """

  @Test(
    "Rows with a common path share objects; a missing answer is null, an empty string, or omitted")
  func nesting() throws {
    var bytes = Array(ExportTests.nested.utf8)
    func exported(_ empty: String) throws -> String {
      var source = bytes
      source.replace(Array("OUTPUT".utf8), with: Array("{\"empty\": \"\(empty)\"}".utf8))
      var session = FormSession(try TemplateReader.template(from: source))
      let nothing = session.exported(.json)
      session.applyToEnd(.moved(.to(try #require(session.row(named: "city")))))
      session.type("Zürich")
      session.applyToEnd(.moved(.to(try #require(session.row(named: "two")))))
      session.type("2")
      return nothing + session.exported(.json)
    }
    bytes.replace(Array("\n".utf8), with: [])
    #expect(
      try exported("omit") == """
        {}
        {
          "basics": {
            "location": {
              "city": "Zürich"
            },
            "names": [
              null,
              "2"
            ]
          }
        }

        """)
    #expect(
      try exported("string") == """
        {
          "basics": {
            "name": "",
            "location": {
              "city": ""
            },
            "names": [],
            "profiles": []
          },
          "id": "",
          "a.b": {
            "c": ""
          }
        }
        {
          "basics": {
            "name": "",
            "location": {
              "city": "Zürich"
            },
            "names": [
              null,
              "2"
            ],
            "profiles": []
          },
          "id": "",
          "a.b": {
            "c": ""
          }
        }

        """)
  }

  @Test("Every JSON export is read back as the answers that it was made of")
  func readBack() throws {
    let template = try Template.reading(Forms.everything)
    for seed in TestScale.turns(30) {
      var oracle = try FormOracle(.unconditional(template), seed: seed)
      for _ in 0..<20 { oracle.step() }
      let root = try JSONDocument(parsing: Array(oracle.session.exported(.json).utf8)).root
      for id in oracle.state.order where id.section == 0 {
        let name = oracle.session.answers.name(of: id)
        #expect(root[name]?.string.map { Text($0) } == oracle.answer(of: id))
      }
      // An exported list ends with its last answer.
      let notes = root["notes"]?.elements.map { $0.string.map { Text($0) } }
      var answers = oracle.state.order.filter { $0.section == 2 }.map(oracle.answer(of:))
      while answers.last == .some(nil) { answers.removeLast() }
      #expect(notes == answers)
    }
  }

  @Test("An export does not depend on the size of its buffer")
  func buffers() throws {
    var session = FormSession(try .reading(Forms.counted(3_000)))
    session.type("first")
    session.applyToEnd(.moved(.last))
    session.type("last")
    for format in ExportFormat.allCases {
      var whole: [UInt8] = []
      var export = AnswerExport(format, of: session.answers)
      while export.append(to: &whole, limit: .max / 2, of: session.answers) {}
      #expect(String(decoding: whole, as: UTF8.self) == session.exported(format))
    }
  }
}
