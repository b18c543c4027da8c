// Items that are members of an object, items that are a single value in place of an object, and
// documents that consist of one repeating section: every format, editing in place, and the errors
// in templates.

import FormFixtures
import FormText
import LosslessJSON
import TerminalTesting
import Testing

@testable import FormFormats
@testable import FormModel

@Suite("Items as members of an object")
struct MapTests {
  private static let compose = """
    {"longform": 1, "id": "compose", "output": {"empty": "omit"}, "sections": [
      {"id": "services", "repeat": {"as": "object", "keyRow": "name", "label": "Service {n}"},
       "rows": [{"id": "name", "label": "Name"}, {"id": "image"}, {"id": "port", "type": "integer"}],
       "sections": [
         {"id": "environment", "repeat": {"as": "object", "keyRow": "variable"},
          "rows": [{"id": "variable"}, {"id": "value", "key": []}]},
         {"id": "tags", "repeat": {}, "rows": [{"id": "tag", "key": []}]}]}]}
    """
  private static let document = """
    { "services" : { "web":{"image": "nginx", "x-y": [1, 2 ],
      "environment": {"A":"1",  "B" : "2"}},   "db" : {"image":"pg", "tags": ["a","b"]} }, "z": 1 }
    """

  private static func session(_ form: String, loading document: String? = nil) throws -> FormSession
  {
    let template = try Template.reading(form)
    guard let document else { return FormSession(template) }
    return try FormSession(template, answers: JSONDocument(parsing: Array(document.utf8)))
  }

  private static func loading(
    _ text: String, as format: DocumentFormat, _ form: String
  ) throws -> FormSession {
    let template = try Template.reading(form)
    let bytes = Array(text.utf8)
    switch format {
    case .yaml: return try FormSession(template, answers: YAMLReader.document(from: bytes))
    default:
      return try FormSession(
        template,
        answers: DelimitedAnswers.editable(
          from: bytes, as: .csv, for: template, keepsUnknownColumns: true))
    }
  }

  private static func set(_ answers: [(String, Text)], in session: inout FormSession) throws {
    for (path, text) in answers {
      while case .next(let list, let name)? = session.answers.missingItem(atPath: path),
        session.answers.row(atPath: path) == nil
      {
        session.applyToEnd(.itemAdded(section: list.section, parent: list.parent))
        guard let name, let key = session.template.sections[list.section].repetition?.keyRow else {
          continue
        }
        let items = session.answers.outline.items(of: list)
        let item = try #require(items.map { $0 }.max())
        session.applyToEnd(
          .answered(FormRow.ID(section: list.section, item: item, row: key, number: 0), Text(name)))
      }
      session.applyToEnd(
        .answered(try #require(session.answers.row(atPath: path), "\(path)"), text))
    }
  }

  private static func name(of path: String, _ session: FormSession) throws -> FormRow.ID {
    let row = try #require(session.answers.row(atPath: path))
    let key = try #require(session.template.sections[row.section].repetition?.keyRow)
    return FormRow.ID(section: row.section, item: row.item, row: key, number: 0)
  }

  @Test("In every format the items are in order, and their names are the answers of the key row")
  func exported() throws {
    var session = try Self.session(Self.compose)
    try Self.set(
      [
        ("services.web.image", "nginx"), ("services.web.environment.HOME", "/root"),
        ("services.web.tags[0]", "a"), ("services.db.port", "5432"),
      ], in: &session)
    #expect(
      session.exported(.jsonl)
        == #"{"services":{"web":{"image":"nginx","environment":{"HOME":"/root"},"#
        + #""tags":["a"]},"db":{"port":5432}}}"# + "\n")
    #expect(
      session.exported(.yaml) == """
        services:
          web:
            image: nginx
            environment:
              HOME: "/root"
            tags:
              - a
          db:
            port: 5432

        """)
    #expect(
      session.exported(.csv)
        == "services.web.image,services.web.port,services.web.environment.HOME,"
        + "services.web.tags[0],services.db.image,services.db.port\r\nnginx,,/root,a,,5432\r\n")
    #expect(
      session.exported(.env) == """
        SERVICES_0_NAME='web'
        SERVICES_0_IMAGE='nginx'
        SERVICES_0_ENVIRONMENT_0_VARIABLE='HOME'
        SERVICES_0_ENVIRONMENT_0='/root'
        SERVICES_0_TAGS_0='a'
        SERVICES_1_NAME='db'
        SERVICES_1_PORT='5432'

        """)
    #expect(throws: Never.self) { try EnvironmentNames.check(session.template, prefix: "") }
    let table = try Self.loading(session.exported(.csv), as: .csv, Self.compose)
    #expect(
      try JSONDocument(parsing: Array(table.exported(.jsonl).utf8)).root["services"]?["web"]?[
        "tags"]?
        .count == 1)
    #expect(table.answers.row(atPath: "services.db.port").map(table.answers.text(of:)) == "5432")
  }

  @Test("Members keep their bytes when other members are changed, renamed or added")
  func editedJSON() throws {
    var session = try Self.session(Self.compose, loading: Self.document)
    #expect(session.exported(.json) == Self.document)
    try Self.set([("services.web.image", "httpd")], in: &session)
    session.applyToEnd(.answered(try Self.name(of: "services.web.environment.B", session), "C"))
    try Self.set([("services.db.tags[1]", "c")], in: &session)
    #expect(
      session.exported(.json)
        == Self.document.replacing("nginx", with: "httpd").replacing("\"B\"", with: "\"C\"")
        .replacing("\"b\"]", with: "\"c\"]"))
    session.applyToEnd(.answered(try Self.name(of: "services.db.image", session), "data"))
    #expect(session.exported(.json).contains(#"  "data" : {"image":"pg", "tags": ["a","c"]}"#))
    let web = try #require(session.answers.row(atPath: "services.web.image"))
    session.applyToEnd(.itemRemoved(section: 0, item: web.item))
    #expect(
      try JSONDocument(parsing: Array(session.exported(.json).utf8)).root["services"]?.count == 1)
  }

  @Test("Changing a name in YAML replaces only the name, and keeps its comments")
  func editedYAML() throws {
    let text = """
      # top
      services:
        web: # the web
          image: "nginx"
          environment: {A: '1', B: two}
        # the data
        "db":
          image: pg

      """
    var session = try Self.loading(text, as: .yaml, Self.compose)
    session.applyToEnd(.answered(try Self.name(of: "services.web.image", session), "yes"))
    session.applyToEnd(.answered(try Self.name(of: "services.db.image", session), "data"))
    session.applyToEnd(.answered(try Self.name(of: "services.yes.environment.A", session), "a: b"))
    #expect(
      session.exported(.yaml)
        == text.replacing("web:", with: "\"yes\":").replacing("\"db\"", with: "data")
        .replacing("{A:", with: "{\"a: b\":"))
  }

  @Test("Two equal names are a problem of their rows, and so is a missing name")
  func problems() throws {
    var session = try Self.session(Self.compose, loading: Self.document)
    let name = try Self.name(of: "services.db.image", session)
    session.applyToEnd(.answered(name, "web"))
    #expect(
      session.answers.problem(of: name)?.sentence(naming: "Name")
        == #"Name: Service 1 has “web” too"#)
    session.applyToEnd(.answered(name, ""))
    #expect(session.answers.problem(of: name)?.sentence(naming: "Name") == "Name is required")
  }

  @Test("If the key row has another type than text, the type checks names and keeps their spelling")
  func typedNames() throws {
    let form = """
      {"longform": 1, "id": "f", "sections": [
        {"id": "m", "repeat": {"as": "object", "keyRow": "k"},
         "rows": [{"id": "k", "type": "integer"}, {"id": "v", "key": []}]}]}
      """
    var session = try Self.session(form, loading: #"{"m": {"80": "a", "x": "b"}}"#)
    #expect(session.exported(.json) == #"{"m": {"80": "a", "x": "b"}}"#)
    #expect(session.answers.problem(of: try Self.name(of: "m.80", session)) == nil)
    #expect(session.answers.problem(of: try Self.name(of: "m.x", session)) != nil)
    session.applyToEnd(.answered(try Self.name(of: "m.x", session), "443"))
    #expect(session.exported(.json) == #"{"m": {"80": "a", "443": "b"}}"#)
  }

  @Test("An item whose name has dots is found by the name as it is, or in brackets")
  func dottedNames() throws {
    let session = try Self.session(
      Self.compose,
      loading: #"{"services": {"a": {"image": "1"}, "a.b": {"image": "2"}, "7": {"image": "3"}}}"#)
    for (path, image) in [
      ("services.a.image", "1"), ("services.a.b.image", "2"), (#"services["a.b"].image"#, "2"),
      ("services.7.image", "3"),
    ] {
      let row = try #require(session.answers.row(atPath: path), "\(path)")
      #expect(session.answers.text(of: row).string == image)
      #expect(session.answers.row(atPath: session.answers.documentPath(of: row).columnName) == row)
    }
    #expect(
      session.answers.row(atPointer: "/services/7/image")
        == session.answers.row(atPath: "services.7.image"))
    #expect(session.answers.row(atPointer: "/services/a.b") != nil)
  }

  @Test("A number in brackets names no new member, and an equal number elsewhere is no matter")
  func numberedMembers() throws {
    var session = try Self.session(
      """
      {"longform": 1, "id": "f", "sections": [
        {"id": "list", "repeat": {}, "rows": [{"id": "a"}], "sections": [
          {"id": "map", "repeat": {"as": "object", "keyRow": "k"},
           "rows": [{"id": "k"}, {"id": "x"}]}]}]}
      """)
    try Self.set([("list[0].a", "1"), ("list[1].a", "2")], in: &session)
    guard case .next(let list, let name)? = session.answers.missingItem(atPath: "list[1].map.1.x")
    else {
      Issue.record("no member 1 to add")
      return
    }
    #expect(name == "1" && list.parent != 0)
    #expect(session.answers.missingItem(atPath: "list[1].map[1].x") == nil)
  }

  @Test(
    "A whole document can be an array or object of items",
    arguments: [
      (#""root": "array""#, "", #"[{"k":"a","v":1},{"k":"b","v":null}]"#),
      (#""root": "map""#, #""keyRow": "k""#, #"{"a":{"v":1},"b":{"v":null}}"#),
    ])
  func roots(_ root: String, _ keyRow: String, _ json: String) throws {
    let form = """
      {"longform": 1, "id": "f", \(root), "sections": [
        {"id": "m", "repeat": {\(keyRow)}, "rows": [{"id": "k"}, {"id": "v", "type": "integer"}]}]}
      """
    var session = try Self.session(form, loading: json)
    #expect(session.exported(.json) == json)
    let isMap = !keyRow.isEmpty
    try Self.set([(isMap ? "a.v" : "[0].v", "12"), (isMap ? "c.v" : "[2].v", "3")], in: &session)
    let edited = try JSONDocument(parsing: Array(session.exported(.json).utf8))
    #expect(edited.root.kind == (isMap ? .object : .array))
    #expect(edited.root.children.compactMap { $0["v"]?.numberText } == ["12", "3"])
    let table = session.exported(.csv)
    #expect(table.replacing("\r\n", with: ";") == (isMap ? "k,v;a,12;b,;c,3;" : "k,v;a,12;b,;,3;"))
    var read = try Self.loading(table, as: .csv, form)
    if isMap { read.applyToEnd(.answered(try Self.name(of: "b.v", read), "bb")) }
    try Self.set([(isMap ? "bb.v" : "[1].v", "2")], in: &read)
    #expect(read.exported(.csv) == table.replacing("b,", with: isMap ? "bb,2" : "b,2"))
    #expect(try Self.session(form).exported(.jsonl) == (isMap ? "{}\n" : "[]\n"))
    let wrong = try JSONDocument(parsing: Array((isMap ? "[]" : "{}").utf8))
    #expect(throws: AnswersErrors.self) {
      try FormSession(try Template.reading(form), answers: wrong)
    }
  }

  @Test("Errors in a template name the key to correct")
  func errors() throws {
    func form(_ keys: String, _ repetition: String, _ rows: String) -> String {
      """
      {"longform": 1, "id": "f"\(keys), "sections": [
        {"id": "m", "repeat": {\(repetition)}, "rows": [\(rows)]}]}
      """
    }
    let rows = #"{"id": "k"}, {"id": "v"}"#
    for (keys, repetition, rows, sentence) in [
      ("", #""as": "object""#, rows, "\"repeat.keyRow\" is missing"),
      ("", #""keyRow": "k""#, rows, "add \"as\": \"object\""),
      ("", #""as": "object", "keyRow": "x""#, rows, "no row of the section has the id “x”"),
      (
        "", #""as": "object", "keyRow": "k""#, #"{"id": "k", "type": "list"}, {"id": "v"}"#,
        "cannot be of type list"
      ),
      (
        "", #""as": "object", "keyRow": "k""#, #"{"id": "k", "export": false}, {"id": "v"}"#,
        "cannot have \"export\""
      ),
      ("", "", #"{"id": "k", "key": []}, {"id": "v"}"#, "one begins with the other"),
      ("", #""key": []"#, rows, "write \"root\""),
      (#", "root": "map""#, "", rows, "\"repeat.keyRow\" is missing"),
      (#", "root": "array""#, #""as": "object", "keyRow": "k""#, rows, "contradict each other"),
      (#", "root": "array""#, #""key": "x""#, rows, "remove \"repeat.key\""),
      (#", "root": "array", "output": {"id": "i"}"#, "", rows, "no place for \"output.id\""),
    ] {
      let errors = Template.errorLines(in: form(keys, repetition, rows))
      #expect(errors.contains { $0.contains(sentence) }, "\(errors)")
    }
    #expect(
      Template.errorLines(
        in:
          #"{"longform": 1, "id": "f", "root": "map", "sections": [{"rows": [{"id": "a", "key": []}]}]}"#
      ).count == 2)
  }
}
