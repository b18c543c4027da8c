// Objects and arrays that are written without answers too (`present`), in every format, in items and
// alternatives, and in documents that were loaded.

import FormFixtures
import FormText
import LosslessJSON
import TerminalTesting
import Testing

@testable import FormFormats
@testable import FormModel

@Suite("Present objects and arrays")
struct PresentContainerTests {
  /// A form with an object in an object, an array of items with an array and a map in each, and a
  /// list of rows.
  private static func form(_ present: String, inItems: String = "[]") -> String {
    """
    {"longform": 1, "id": "f", "present": \(present), "output": {"empty": "omit"}, "sections": [
      {"id": "main", "rows": [{"id": "name"}, {"id": "home.street"}, {"id": "home.town.name"},
        {"id": "tag{n}", "count": 2, "key": "tags[]"}]},
      {"id": "jobs", "repeat": {"key": "jobs", "present": \(inItems)},
       "rows": [{"id": "title"}, {"id": "at.place"}],
       "sections": [
        {"id": "tasks", "repeat": {}, "rows": [{"id": "task"}]},
        {"id": "pay", "repeat": {"as": "object", "keyRow": "year"},
         "rows": [{"id": "year"}, {"id": "sum"}]}]}]}
    """
  }

  private static func written(
    _ form: String, _ answers: [(String, String)] = [], items: Int = 0,
    as format: ExportFormat = .jsonl
  ) throws -> String {
    var session = FormSession(try Template.reading(form))
    for _ in 0..<items { session.applyToEnd(.itemAdded(section: 1, parent: 0)) }
    for (path, text) in answers { try session.answer(path, Text(text)) }
    return session.exported(format)
  }

  @Test("A new form writes the containers that it names, if the object around them is written")
  func written() throws {
    for (present, expected) in [
      ("[]", "{}"),
      (#"["jobs"]"#, #"{"jobs":[]}"#),
      (#"["tags"]"#, #"{"tags":[]}"#),
      (#"["home"]"#, #"{"home":{}}"#),
      (#"["home.town"]"#, "{}"),
      (#"[["home", "town"], "home"]"#, #"{"home":{"town":{}}}"#),
      ("true", #"{"home":{"town":{}},"tags":[],"jobs":[]}"#),
    ] {
      #expect(try Self.written(Self.form(present)) == expected + "\n")
    }
    #expect(
      try Self.written(Self.form(#"["home.town"]"#), [("home.street", "S")])
        == #"{"home":{"street":"S","town":{}}}"# + "\n")
  }

  @Test("Items with answers write the containers that their repeat names")
  func items() throws {
    let form = Self.form("[]", inItems: #"["tasks", "pay", "at"]"#)
    #expect(try Self.written(form, items: 1) == "{}\n")
    #expect(
      try Self.written(form, [("jobs[1].title", "T")], items: 2)
        == #"{"jobs":[{"title":"T","at":{},"tasks":[],"pay":{}}]}"# + "\n")
    #expect(
      try Self.written(
        Self.form("true"), [("jobs[0].title", "T")], items: 1)
        == #"{"home":{"town":{}},"tags":[],"jobs":[{"title":"T","at":{},"tasks":[],"pay":{}}]}"#
        + "\n")
  }

  @Test("Every format of documents writes empty containers; the others have no place for them")
  func formats() throws {
    let form = Self.form(#"["home", "jobs"]"#)
    for (format, expected) in [
      (ExportFormat.json, "{\n  \"name\": \"A\",\n  \"home\": {},\n  \"jobs\": []\n}\n"),
      (.jsonc, "{\n  \"name\": \"A\",\n  \"home\": {},\n  \"jobs\": []\n}\n"),
      (.jsonl, "{\"name\":\"A\",\"home\":{},\"jobs\":[]}\n"),
      (.yaml, "name: A\nhome: {}\njobs: []\n"),
    ] {
      #expect(try Self.written(form, [("name", "A")], as: format) == expected)
    }
    for format in [ExportFormat.csv, .tsv, .env, .text, .markdown, .html] {
      #expect(
        try Self.written(form, [("name", "A")], as: format)
          == Self.written(Self.form("[]"), [("name", "A")], as: format))
    }
  }

  @Test("A table that is read has the containers for which it has no columns")
  func tables() throws {
    let template = try Template.reading(
      Self.form(#"["home", "jobs"]"#, inItems: #"["tasks"]"#))
    for (table, expected) in [
      ("name,home.street,home.town.name\nA,,\n", #"{"name":"A","home":{},"jobs":[]}"#),
      ("name\nA\n", #"{"name":"A","home":{},"jobs":[]}"#),
      ("jobs[0].title\nT\n", #"{"jobs":[{"title":"T","tasks":[]}],"home":{}}"#),
    ] {
      let document = try DelimitedAnswers.editable(
        from: Array(table.utf8), as: .csv, for: template, keepsUnknownColumns: false)
      let session = try FormSession(template, answers: document)
      #expect(session.exported(.jsonl) == expected + "\n")
      #expect(session.exported(.csv) == table)
    }
  }

  @Test("A container of an alternative is written only while the alternative is chosen")
  func alternatives() throws {
    let form = """
      {"longform": 1, "id": "f", "present": ["build", "steps"], "output": {"empty": "omit"},
       "sections": [
        {"id": "main", "rows": [
          {"id": "kind", "type": "choice", "choices": ["text", "details", "list"], "export": false},
          {"id": "build", "when": "${kind} = 'text'"}]},
        {"id": "details", "when": "${kind} = 'details'", "rows": [{"id": "build.context"}]},
        {"id": "list", "when": "${kind} = 'list'", "repeat": {"key": "build"},
         "rows": [{"id": "part"}]},
        {"id": "steps", "when": "${kind} = 'details'", "repeat": {}, "rows": [{"id": "run"}]}]}
      """
    for (kind, expected) in [
      ("", "{}"), ("text", "{}"), ("details", #"{"build":{},"steps":[]}"#),
      ("list", #"{"build":[]}"#),
    ] {
      #expect(try Self.written(form, [("kind", kind)]) == expected + "\n")
    }
    var session = try FormSession(form: form, document: #"{"build": "web", "x": 1}"#)
    for (kind, expected) in [
      ("details", #"{"build": {}, "steps": [], "x": 1}"#), ("list", #"{"build": [], "x": 1}"#),
      ("text", #"{"build": "web", "x": 1}"#),
    ] {
      try session.answer("kind", Text(kind))
      #expect(session.exported(.json) == expected)
    }
  }

  @Test(
    "An empty container of a document chooses its alternative",
    arguments: [
      (#"{"build": {}}"#, "details"), (#"{"build": []}"#, "list"), (#"{"build": ""}"#, "text"),
      (#"{"steps": []}"#, "details"), (#"{"steps": null}"#, "text"), ("{}", "text"),
    ])
  func chosen(document: String, kind: String) throws {
    let form = """
      {"longform": 1, "id": "f", "output": {"empty": "string"}, "sections": [
        {"id": "main", "rows": [
          {"id": "kind", "type": "choice", "choices": ["text", "details", "list"], "export": false,
           "default": "text"},
          {"id": "build", "when": "${kind} = 'text'"}]},
        {"id": "details", "when": "${kind} = 'details'", "rows": [
          {"id": "build.context"}, {"id": "build.target", "required": true}]},
        {"id": "list", "when": "${kind} = 'list'", "repeat": {"key": "build"},
         "rows": [{"id": "part"}]},
        {"id": "steps", "when": "${kind} = 'details'", "repeat": {}, "rows": [{"id": "run"}]}]}
      """
    let session = try FormSession(form: form, document: document)
    let row = try #require(session.answers.row(atPath: "kind"))
    #expect(session.answers.text(of: row).string == kind)
    #expect(session.exported(.json) == document)
  }

  // MARK: - Documents

  @Test("A document keeps its bytes, and an empty array stays empty")
  func unchanged() throws {
    let form = Self.form("true")
    for document in [
      "{}", #"{ "jobs" : [ ] , "home":{} }"#, #"{"home": {}, "jobs": [{"title": "T"}]}"#,
      #"{"home": null}"#,
    ] {
      var session = try FormSession(form: form, document: document)
      #expect(session.exported(.json) == document)
      try session.answer("name", "A")
      try session.answer("name", "")
      #expect(session.exported(.json) == document, "an answer that was taken back changes nothing")
    }
  }

  @Test("Removing the last item leaves an empty array")
  func removed() throws {
    let form = Self.form(#"["jobs"]"#)
    var session = try FormSession(
      form: form, document: #"{"name": "A", "jobs": [ {"title": "T"} ], "x": 1}"#)
    let row = try #require(session.answers.row(atPath: "jobs[0].title"))
    session.applyToEnd(.itemRemoved(section: 1, item: row.item))
    #expect(session.exported(.json) == #"{"name": "A", "jobs": [], "x": 1}"#)
    session.applyToEnd(.undone)
    #expect(session.exported(.json) == #"{"name": "A", "jobs": [ {"title": "T"} ], "x": 1}"#)
  }

  @Test("An object that changes gets the containers that it lacks; other objects stay as they are")
  func added() throws {
    let form = Self.form(#"["home", "jobs"]"#, inItems: #"["tasks"]"#)
    let document = #"{"name": "A", "jobs": [{"title": "T"}, {"title": "U"}]}"#
    var session = try FormSession(form: form, document: document)
    try session.answer("jobs[1].title", "V")
    #expect(
      session.exported(.json)
        == #"{"name": "A", "home": {}, "jobs": [{"title": "T"}, {"title": "V", "tasks": []}]}"#)
    session = try FormSession(form: form, document: #"{"x": 1}"#)
    try session.answer("name", "A")
    #expect(session.exported(.json) == #"{"x": 1, "name": "A", "home": {}, "jobs": []}"#)
    #expect(session.exported(.yaml) == "x: 1\nname: A\nhome: {}\njobs: []\n")
  }

  @Test("A YAML document gets the containers that a changed mapping lacks")
  func yaml() throws {
    let template = try Template.reading(Self.form(#"["home", "jobs"]"#))
    let document = try YAMLReader.document(from: Array("name: A # first\nx: 1\n".utf8))
    var session = try FormSession(template, answers: document)
    #expect(session.exported(.yaml) == "name: A # first\nx: 1\n")
    try session.answer("name", "B")
    #expect(session.exported(.yaml) == "name: B # first\nhome: {}\njobs: []\nx: 1\n")
  }

  // MARK: - Templates

  @Test("A path of no container is an error of the template")
  func errors() {
    for (present, inItems, expected) in [
      (
        #"["name"]"#, "[]",
        "\"present\": “name” is no object or array in which the form has rows"
      ),
      ("[[]]", "[]", "\"present\": [] is no object or array in which the form has rows"),
      (
        "false", "[]",
        "\"present\" must be true, or an array of paths of objects and arrays, not a boolean"
      ),
      ("[1]", "[]", "\"present\" has a number where a path of an object or array is needed"),
      (
        "[]", #"["home"]"#,
        "\"repeat.present\": “home” is no object or array in which the form has rows"
      ),
    ] {
      let sentences = Template.errors(in: Self.form(present, inItems: inItems)).map(\.sentence)
      #expect(sentences.count == 1)
      #expect(sentences.first?.contains(expected) == true, "\(sentences)")
    }
  }
}
