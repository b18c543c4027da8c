// Loading and writing documents: only the bytes of changed answers are replaced.

import FormFixtures
import FormModel
import FormText
import LosslessJSON
import TerminalTesting
import Testing

@Suite("Documents")
struct DocumentTests {
  private static let form = """
    {"longform": 1, "id": "d", "sections": [
      {"id": "a", "rows": [
        {"id": "name", "key": "basics.name"}, {"id": "phone", "key": "basics.phone", "default": "none"},
        {"id": "city", "key": "basics.location.city"}, {"id": "zip", "key": "basics.location.zip"},
        {"id": "seat{n}", "count": 4}, {"id": "tag{n}", "count": 5, "key": "tags[]"}]},
      {"id": "work", "repeat": {"key": "work", "initial": 1},
       "rows": [{"id": "company"}, {"id": "job.title"}]}], "output": {"empty": "EMPTY"}}
    """

  private func session(_ document: String, empty: String = "omit") throws -> FormSession {
    try FormSession(
      .reading(DocumentTests.form.replacing("EMPTY", with: empty)), height: 5,
      answers: JSONDocument(parsing: Array(document.utf8)))
  }

  /// Returns the document after changes. A change is the id of a row and its new text.
  private func changed(_ document: String, empty: String = "omit", _ changes: [(String, String)])
    throws -> String
  {
    var session = try session(document, empty: empty)
    for (name, text) in changes {
      session.applyToEnd(.answered(try #require(session.row(named: name), "\(name)"), Text(text)))
    }
    return session.exported(.json)
  }

  @Test(
    "An unchanged document is written byte for byte",
    arguments: [
      "{}", " { } \n\n", "{\"basics\":{\"name\":\"\\u0041da\\/\",\"x\":[1,2.50e3,{}]},\"work\":[]}",
      "{\r\n\t\"basics\" : { \"name\" :\"A\" , \"unknown\": 1E5 },\r\n\t\"tags\": [ \"x\" ,null, 7 ]\r\n}\r\n",
      "{\"basics\": null, \"work\": null, \"seat1\": 5, \"seat2\": {\"deep\": [1, 2]}, \"seat3\": \"  keep  \"}",
      "{\"tags\": [1,2,3,4,5,6,7,8], \"work\": [{\"company\": \"A\", \"zzz\": 1}, {}, {\"job\": {\"title\": 3}}]}",
    ])
  func untouched(document: String) throws {
    for empty in ["omit", "null", "string"] {
      #expect(try changed(document, empty: empty, []) == document)
      // A change that is reverted must not count as a change.
      var session = try session(document, empty: empty)
      for index in 0..<session.answers.indexCount {
        let row = try #require(session.row(at: FormRow.Index(index)))
        session.applyToEnd(.answered(row.id, "other"))
      }
      while !session.applyToEnd(.undone).sentences.contains("Nothing to undo") {}
      #expect(session.exported(.json) == document)
    }
  }

  private static let pretty = """
    {
      "$schema": "x",
      "basics": {
        "name": "Ada",
        "phone": "1",
        "extra": [1, 2],
        "location": { "zip": "Z" }
      },
      "work": [
        {
          "company": "A"
        },
        {
          "company": "B",
          "kept": true
        },
        {"company": "C"}
      ],
      "tags": ["x", "y"]
    }

    """

  @Test("One changed answer changes one line")
  func oneLine() throws {
    let result = try changed(DocumentTests.pretty, [("phone", "+44 \"7\"")])
    #expect(result == DocumentTests.pretty.replacing("\"1\"", with: "\"+44 \\\"7\\\"\""))
  }

  @Test("A new member is written after its siblings, with their indentation")
  func insertions() throws {
    let result = try changed(
      DocumentTests.pretty, [("city", "London"), ("seat2", "s"), ("tag3", "z"), ("tag5", "v")])
    #expect(
      result
        == DocumentTests.pretty
        .replacing("{ \"zip\": \"Z\" }", with: "{ \"zip\": \"Z\", \"city\": \"London\" }")
        .replacing("[\"x\", \"y\"]", with: "[\"x\", \"y\", \"z\", null, \"v\"]")
        .replacing("      }\n      \"work\"", with: "")
        .replacing(
          "\"location\": { \"zip\": \"Z\", \"city\": \"London\" }\n  },",
          with: "\"location\": { \"zip\": \"Z\", \"city\": \"London\" }\n  },\n  \"seat2\": \"s\",")
    )
  }

  @Test("If a document lacks a part of the form, that part is created with the nesting of the form")
  func freshContainers() throws {
    #expect(
      try changed("{}\n", [("name", "Ada"), ("city", "X"), ("tag2", "t")]) == """
        {
          "basics": {
            "name": "Ada",
            "location": {
              "city": "X"
            }
          },
          "tags": [
            null,
            "t"
          ]
        }

        """)
    #expect(
      try changed("{\"a\":1}", [("city", "X"), ("company", "C")])
        == "{\"a\":1,\"basics\":{\"location\":{\"city\":\"X\"}},\"work\":[{\"company\":\"C\"}]}")
    #expect(
      try changed("{\n\t\"a\": 1,\n\t\"work\": []\n}", [("company", "C")])
        == "{\n\t\"a\": 1,\n\t\"work\": [\n\t\t{\n\t\t\t\"company\": \"C\"\n\t\t}\n\t]\n}")
    #expect(
      try changed("{\r\n  \"basics\": null\r\n}", [("name", "A")])
        == "{\r\n  \"basics\": {\r\n    \"name\": \"A\"\r\n  }\r\n}")
  }

  @Test("An answer that is emptied is removed, becomes null, or becomes an empty string")
  func emptied() throws {
    let changes = [("name", ""), ("phone", "  "), ("tag1", ""), ("company", "")]
    let document =
      "{\n  \"basics\": {\"name\": \"A\", \"x\": 1, \"phone\": \"2\"},\n  \"tags\": [\"a\", \"b\"]\n}"
    #expect(
      try changed(document, changes)
        == "{\n  \"basics\": { \"x\": 1},\n  \"tags\": [null, \"b\"]\n}")
    #expect(
      try changed(document, empty: "null", changes)
        == document.replacing("\"A\"", with: "null").replacing("\"2\"", with: "null")
        .replacing("\"a\"", with: "null"))
    #expect(
      try changed(document, empty: "string", changes)
        == document.replacing("\"A\"", with: "\"\"").replacing("\"2\"", with: "\"\"")
        .replacing("\"a\"", with: "null"))
  }

  @Test("Removing an item removes only its lines, and moving an item moves its lines")
  func items() throws {
    var session = try session(DocumentTests.pretty)
    session.applyToEnd(.itemRemoved(section: 1, item: 2))
    #expect(
      session.exported(.json)
        == DocumentTests.pretty.replacing(
          "    {\n      \"company\": \"B\",\n      \"kept\": true\n    },\n", with: ""))
    session.applyToEnd(.undone)
    #expect(session.exported(.json) == DocumentTests.pretty)
    session.applyToEnd(.itemMoved(section: 1, item: 2, to: 0))
    let moved = session.exported(.json)
    #expect(moved.utf8.count == DocumentTests.pretty.utf8.count)
    #expect(
      moved.contains(
        "[\n    {\n      \"company\": \"B\",\n      \"kept\": true\n    },\n    {\n      \"company\": \"A\""
      ))
    session.applyToEnd(.itemAdded(section: 1))
    session.type("New")
    #expect(
      session.exported(.json).contains(
        "{\"company\": \"C\"},\n    {\"company\": \"New\"}\n  ]"))
  }

  @Test(
    "A new item on one line is written like the last item",
    arguments: [
      (
        "[\n  { \"a\": \"1\", \"b\": \"2\" }\n]",
        "[\n  { \"a\": \"1\", \"b\": \"2\" },\n  { \"a\": \"x\", \"b\": \"y\" }\n]"
      ),
      (
        "[\n  {\"a\":\"1\",\"b\":\"2\"}\n]",
        "[\n  {\"a\":\"1\",\"b\":\"2\"},\n  {\"a\":\"x\",\"b\":\"y\"}\n]"
      ),
      ("[{\"a\":\"1\"},{\"a\":\"2\"}]", "[{\"a\":\"1\"},{\"a\":\"2\"},{\"a\":\"x\",\"b\":\"y\"}]"),
      ("[ { \"a\": \"1\" } ]", "[ { \"a\": \"1\" }, { \"a\": \"x\", \"b\": \"y\" } ]"),
      ("[{\n  \"a\": \"1\"\n}]", "[{\n  \"a\": \"1\"\n},{\"a\": \"x\",\"b\": \"y\"}]"),
    ])
  func itemOnOneLine(document: String, expected: String) throws {
    let template = try Template.reading(
      """
      {"longform": 1, "id": "f", "root": "array", "sections": [
        {"id": "s", "repeat": {}, "rows": [{"id": "a"}, {"id": "b"}]}]}
      """)
    var session = try FormSession(
      template, answers: JSONDocument(parsing: Array(document.utf8)))
    session.applyToEnd(.itemAdded(section: 0))
    session.type("x")
    session.applyToEnd(.entered)
    session.type("y")
    #expect(session.exported(.json) == expected)
  }

  @Test("A value that does not fit its row is shown as JSON and kept until it is changed")
  func otherTypes() throws {
    let document = "{\"basics\": {\"name\": 1.50, \"phone\": [1, \"x\"]}}"
    var session = try session(document)
    #expect(session.row(at: 0)?.text == "1.50")
    #expect(session.row(at: 1)?.text == "[1, \"x\"]")
    session.type("2")
    #expect(session.exported(.json) == "{\"basics\": {\"name\": \"2\", \"phone\": [1, \"x\"]}}")
  }

  @Test("Loaded answers override defaults, and a repeating section gets the items of the document")
  func loaded() throws {
    let session = try session(DocumentTests.pretty)
    #expect(session.row(at: 1)?.text == "1")
    #expect(session.answers.rowCount == 4 + 4 + 5 + 3 * 2)
    #expect(session.answers.filledCount == 3 + 2 + 3)
    let absent = try self.session("{}")
    #expect(absent.row(at: 1)?.text == "none")
    #expect(absent.exported(.json) == "{}", "a key that is not there stays away")
  }

  @Test(
    "A part with the wrong structure is reported with its position, and stays until it is answered",
    arguments: [
      ("{\"basics\": \"x\"}", "1:12 /basics the document has a string here, not an object", "city"),
      ("{\"work\": [1]}", "1:11 /work/0 the document has a number here, not an object", "company"),
      ("{\"tags\": {}}", "1:10 /tags the document has an object here, not an array", "tag1"),
    ])
  func wrongShape(document: String, expected: String, row: String) throws {
    var session = try session(document)
    let (marked, problem) = try #require(session.problemsInOrder.first)
    let (path, position) = session.answers.place(of: problem, in: marked)
    let sentence = problem.sentence(label: "x")
    #expect(
      "\(try #require(position)) \(path.pointer) \(sentence)"
        == expected + "; an answer replaces it")
    session.applyToEnd(.checkRequested)
    #expect(session.problems.count == 1)
    #expect(session.exported(.json) == document)
    session.applyToEnd(.answered(try #require(session.row(named: row)), "new"))
    session.applyToEnd(.checkRequested)
    #expect(session.problems.isEmpty)
    #expect(session.exported(.json).contains("\"new\""))
    #expect(session.answers.replacedContainers.map(\.path) == [path])
    session.applyToEnd(.undone)
    session.applyToEnd(.checkRequested)
    #expect(session.problems.count == 1)
    #expect(session.exported(.json) == document)
  }

  @Test("A document that is not an object is refused with its position")
  func noObject() throws {
    let template = try Template.reading(DocumentTests.form.replacing("EMPTY", with: "omit"))
    let parsed = try JSONDocument(parsing: Array("[]".utf8))
    do throws(AnswersErrors) {
      _ = try FormSession(template, answers: parsed)
      Issue.record("it was not refused")
    } catch {
      #expect(
        error.errors.map { "\($0.position) \($0.sentence)" }
          == ["1:1 the answers must be an object, not an array"])
    }
  }

  @Test("After random changes, random documents are read back as expected")
  func property() throws {
    for seed in TestScale.turns(220) {
      var generator = SeededGenerator(seed: seed)
      let document = RandomDocument.make(using: &generator)
      let empty = ["omit", "null", "string"].randomElement(using: &generator) ?? "omit"
      var session = try session(document, empty: empty)
      for _ in 0..<Int.random(in: 0...6, using: &generator) {
        let index = Int.random(in: 0..<session.answers.rowCount, using: &generator)
        let row = try #require(session.row(at: FormRow.Index(index)))
        session.applyToEnd(.answered(row.id, TrickyText.random(using: &generator)))
      }
      let result = session.exported(.json)
      let root = try JSONDocument(parsing: Array(result.utf8)).root
      #expect(root["keep"]?.numberText == "1.0e+2", "\(document) became \(result)")
      for index in 0..<session.answers.indexCount {
        let row = try #require(session.row(at: FormRow.Index(index)))
        let found = RandomDocument.value(
          at: session.answers.documentPath(of: row.id).pointer, in: root)
        if let answer = session.answers.answer(of: row.id),
          session.answers.documentPosition(of: row.id) != nil || row.text != "none"
        {
          #expect(found == answer.string, "\(row.label) of \(document) became \(result)")
        }
      }
    }
  }
}

/// Creates documents for a form of the tests, with random members, order and white space.
enum RandomDocument {
  static func make(using generator: inout SeededGenerator) -> String {
    func space() -> String {
      ["", " ", "\n  ", "\t"].randomElement(using: &generator) ?? ""
    }
    func object(_ members: [(String, String)]) -> String {
      let kept = members.filter { _ in Bool.random(using: &generator) }.shuffled(using: &generator)
      return "{" + space()
        + kept.map { "\(space())\"\($0)\"\(space()):\(space())\($1)\(space())" }
        .joined(separator: ",") + space() + "}"
    }
    func string() -> String {
      ["\"x\"", "\"\"", "\"\\u00e9\"", "\"y z\""].randomElement(using: &generator) ?? ""
    }
    func items() -> String {
      "["
        + (0..<Int.random(in: 0...3, using: &generator)).map { _ in
          object([("company", string()), ("q", "null"), ("job", object([("title", string())]))])
        }.joined(separator: ",\(space())") + "]"
    }
    let tags =
      "["
      + (0..<Int.random(in: 0...7, using: &generator)).map { _ in string() }.joined(separator: ", ")
      + "]"
    let members = object([
      (
        "basics",
        object([
          ("name", string()), ("phone", string()), ("z", "[{}]"),
          ("location", object([("city", string()), ("zip", string())])),
        ])
      ), ("seat2", string()), ("tags", tags), ("work", items()),
    ])
    let keep = "\"keep\": 1.0e+2"
    let rest = members.dropFirst()
    return "{" + space() + keep + (rest.contains { $0 == ":" } ? "," : "") + rest
  }

  /// Returns the string at a JSON Pointer; nil if there is none.
  static func value(at pointer: String, in root: JSONValue) -> String? {
    var value: JSONValue? = root
    for part in pointer.split(separator: "/") {
      if value?.kind == .array {
        let index = Int(part) ?? -1
        value = value?.elements.enumerated().first { $0.offset == index }?.element
      } else {
        value = value?[String(part)]
      }
    }
    return value?.string
  }
}

@Suite("Lists that several rows share")
struct SharedListTests {
  @Test("In a short document, the last row of a list keeps its position after the other rows")
  func place() throws {
    let form = """
      {"longform": 1, "id": "l", "sections": [{"rows": [
        {"id": "a{n}", "count": 5, "key": "l[]"}, {"id": "b", "key": "l[]"}]}]}
      """
    var session = try FormSession(
      .reading(form), answers: JSONDocument(parsing: Array("{\"l\":[\"x\",\"y\"]}".utf8)))
    session.applyToEnd(.answered(try #require(session.row(named: "b")), "BEE"))
    #expect(session.exported(.json) == "{\"l\":[\"x\",\"y\",null,null,null,\"BEE\"]}")
  }

  @Test("In every item, a default of white space counts as an answer until its row is changed")
  func blankDefault() throws {
    let form = """
      {"longform": 1, "id": "f", "sections": [
        {"id": "jobs", "repeat": {"key": "jobs", "label": "Job {n}"},
         "rows": [{"id": "x", "default": " "}, {"id": "y"}]}]}
      """
    let answers = "{\"jobs\": [{\"x\": \"a\"}, {\"y\": \"b\"}]}"
    let session = try FormSession(
      .reading(form), answers: JSONDocument(parsing: Array(answers.utf8)))
    #expect(session.answers.filledCount == 3)
  }
}
