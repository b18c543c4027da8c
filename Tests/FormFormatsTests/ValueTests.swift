// Rows that allow several types of values, and the notations of a missing answer.

import FormFixtures
import FormFormats
import FormModel
import FormText
import LosslessJSON
import TerminalTesting
import Testing

@Suite("Values of several types, and notations of a missing answer")
struct ValueTests {
  private static func form(_ rows: String, empty: String = "omit") -> String {
    """
    {"longform": 1, "id": "f", "output": {"empty": "\(empty)"}, "sections": [{"rows": [\(rows)]}]}
    """
  }

  private static func session(_ form: String, loading document: String? = nil) throws -> FormSession
  {
    let template = try Template.reading(form)
    guard let document else { return FormSession(template) }
    return try FormSession(template, answers: JSONDocument(parsing: Array(document.utf8)))
  }

  private static func row(_ place: Int) -> FormRow.ID {
    FormRow.ID(section: 0, item: 0, row: place, number: 0)
  }

  private static func problems(_ session: FormSession) -> [String] {
    var session = session
    session.applyToEnd(.checkRequested)
    return session.problemsInOrder.map { $0.problem.sentence(label: "") }
  }

  @Test(
    "The entries of a list that no line can hold come back from tables", arguments: ["csv", "tsv"])
  func listInTable(name: String) throws {
    let form = Self.form(#"{"id": "l", "type": "list"}, {"id": "n"}"#)
    let session = try Self.session(
      form, loading: #"{"l": ["a\nb", "", " ", "\"\"", "x"], "n": "N"}"#)
    let format = try #require(ExportFormat(rawValue: name))
    let text = session.exported(format)
    let table = try DelimitedAnswers.editable(
      from: Array(text.utf8), as: name == "csv" ? .csv : .tsv, for: session.template,
      keepsUnknownColumns: false)
    #expect(table.root["l"]?.oneLine == #"["a\nb",""," ","\"\"","x"]"#)
    // An edit of another cell keeps the entries.
    var edited = try FormSession(session.template, answers: table)
    edited.applyToEnd(.answered(Self.row(1), "M"))
    #expect(edited.exported(format) == text.replacing("N", with: "M"))
  }

  // MARK: - Several types

  @Test(
    "An answer has the first type that accepts it",
    arguments: [
      (#"["integer", "text"]"#, "5", "5"), (#"["integer", "text"]"#, "5.5", #""5.5""#),
      (#"["integer", "text"]"#, "007", #""007""#), (#"["integer", "text"]"#, " 5 ", "5"),
      (#"["decimal", "text"]"#, "5.50", "5.50"), (#"["boolean", "text"]"#, "true", "true"),
      (#"["boolean", "text"]"#, "no", #""no""#), (#"["boolean", "text"]"#, "True", #""True""#),
      (#"["boolean", "integer"]"#, "7", "7"), (#"["integer", "boolean"]"#, "false", "false"),
      (#"["date", "text"]"#, "2024-05", #""2024-05""#), (#"["uuid", "integer"]"#, "12", "12"),
    ])
  func first(types: String, text: Text, expected: String) throws {
    var session = try Self.session(Self.form(#"{"id": "a", "type": \#(types)}"#))
    session.applyToEnd(.answered(Self.row(0), text))
    #expect(session.exported(.jsonl) == #"{"a":\#(expected)}"# + "\n")
    #expect(Self.problems(session).isEmpty)
    let table = try FormatTests.read(session.exported(.csv), .csv, session.template)
    #expect(table.exported(.jsonl) == #"{"a":\#(expected)}"# + "\n")
  }

  @Test("A text that no type accepts is a problem that names them all")
  func refused() throws {
    for (types, expected) in [
      (#"["boolean", "integer"]"#, "“no” is neither true or false nor a whole number"),
      (
        #"["boolean", "integer", "date"]"#,
        "“no” is none of these: true or false, a whole number or a string"
      ),
    ] {
      var session = try Self.session(Self.form(#"{"id": "a", "type": \#(types)}"#))
      session.applyToEnd(.answered(Self.row(0), "no"))
      #expect(Self.problems(session) == [expected])
    }
  }

  @Test(
    "A loaded value keeps its bytes; if its type is not one of the row's types, it is a problem",
    arguments: [
      (#"["integer", "text"]"#, #""5""#, true), (#"["integer", "text"]"#, "5", true),
      (#"["integer", "text"]"#, "5.0", true), (#"["integer", "text"]"#, "5.5", false),
      (#"["integer", "text"]"#, "true", false), (#"["boolean", "integer"]"#, #""5""#, false),
      (#"["boolean", "text"]"#, "false", true), (#"["boolean", "text"]"#, #""\u006eo""#, true),
      (#"["integer", "date"]"#, #""2024-05-06""#, true), (#"["integer", "date"]"#, #""x""#, false),
      (#"["integer", "text"]"#, "[5]", false), (#"["integer", "text"]"#, "null", true),
    ])
  func loaded(types: String, value: String, isValid: Bool) throws {
    let document = #"{"a": \#(value), "b": 1}"#
    let session = try Self.session(Self.form(#"{"id": "a", "type": \#(types)}"#), loading: document)
    #expect(session.exported(.json) == document)
    #expect(Self.problems(session).isEmpty == isValid, "\(Self.problems(session))")
    #expect(session.exported(.yaml).contains("b: 1"))
  }

  @Test("A rule applies only to values of the types that have its key")
  func rules() throws {
    let form = Self.form(
      #"{"id": "a", "type": ["integer", "text"], "min": 10, "multipleOf": 5, "minLength": 3}"#)
    for (text, problem) in [
      ("15", nil), ("5", "“5” is less than 10"), ("12", "“12” is not a multiple of 5"),
      ("abc", nil), ("ab", "2 characters, at least 3 needed"),
    ] as [(String, String?)] {
      var session = try Self.session(form)
      session.applyToEnd(.answered(Self.row(0), Text(text)))
      #expect(Self.problems(session) == [problem].compactMap { $0 }, "\(text)")
    }
    // A string in a document is not a number, whatever it contains.
    #expect(Self.problems(try Self.session(form, loading: #"{"a": "500"}"#)).isEmpty)
    #expect(Self.problems(try Self.session(form, loading: #"{"a": 5}"#)) == ["“5” is less than 10"])
  }

  @Test(
    "Types that make no sense together are errors of the template",
    arguments: [
      (#""type": ["text", "integer"]"#, "text accepts every answer"),
      (#""type": ["integer"]"#, "a list of fewer than two types"),
      (#""type": ["integer", "integer", "text"]"#, "integer is listed twice"),
      (#""type": ["choice", "text"]"#, "choice cannot have other types"),
      (#""type": ["integer", "txt"]"#, "a type must be text, phone"),
      (#""type": ["boolean", "text"], "min": 1"#, "\"min\" has no meaning"),
      (#""type": ["integer", "date"], "min": 1"#, "\"min\" may limit either of the types"),
      (#""type": ["boolean", "text"], "unique": true"#, "\"unique\" has no meaning"),
      (#""type": ["integer", "text"], "value": "1""#, "\"value\" has no meaning"),
      (#""const": 1, "default": "1""#, "has no meaning in a row with one value"),
      (#""const": 1, "type": "text""#, "gives a number, and the row takes a text"),
      (#""empty": "list""#, "\"empty\" must be null, omit or string"),
      (#""empty": []"#, "\"empty\" is an empty list"),
      (#""empty": ["null", "null"]"#, "lists “null” twice"),
      (#""type": "list", "empty": "string""#, "\"empty\" must be null, omit or list"),
      (#""key": "x[]", "empty": "null""#, "no meaning in a row of a list"),
    ])
  func templateErrors(keys: String, expected: String) throws {
    let error = #expect(throws: TemplateErrors.self) {
      try Template.reading(Self.form(#"{"id": "a", \#(keys)}"#))
    }
    let sentences = error?.errors.map(\.sentence) ?? []
    #expect(sentences.contains { $0.contains(expected) }, "\(sentences)")
  }

  // MARK: - No answer

  @Test(
    "A row without an answer is exported in the row's own notation, or else in the form's",
    arguments: ["null", "omit", "string"])
  func noAnswer(form: String) throws {
    let session = try Self.session(
      Self.form(
        """
        {"id": "a"}, {"id": "b", "empty": "null"}, {"id": "c", "empty": "omit"},
        {"id": "d", "empty": ["string", "null"]}, {"id": "e", "type": "list", "empty": "list"},
        {"id": "g", "type": ["integer", "text"], "empty": "null"}
        """, empty: form))
    let first = ["null": #""a":null,"#, "omit": "", "string": #""a":"","#][form] ?? ""
    let expected = "{\(first)" + #""b":null,"d":"","e":[],"g":null}"# + "\n"
    #expect(session.exported(.jsonl) == expected)
    let yaml = session.exported(.yaml)
    #expect(yaml.hasSuffix("b: null\nd: \"\"\ne: []\ng: null\n"), "\(yaml)")
    let table = try FormatTests.read(session.exported(.csv), .csv, session.template)
    #expect(table.exported(.jsonl) == expected)
    #expect(session.exported(.env).contains("D=''"))
    #expect(session.exported(.env).contains("C=''") == false)
  }

  @Test(
    "An emptied row is written in the row's notation; an untouched row keeps the document's notation",
    arguments: [
      (#""empty": "null""#, #"{"a": null, "b": 1}"#), (#""empty": "omit""#, #"{ "b": 1}"#),
      (#""empty": "string""#, #"{"a": "", "b": 1}"#),
    ])
  func emptied(key: String, expected: String) throws {
    var session = try Self.session(
      Self.form(#"{"id": "a", \#(key)}"#), loading: #"{"a": "x", "b": 1}"#)
    session.applyToEnd(.answered(Self.row(0), ""))
    #expect(session.exported(.json) == expected)
    session.applyToEnd(.undone)
    #expect(session.exported(.json) == #"{"a": "x", "b": 1}"#)
  }

  @Test("A document may use any notation that a row lists, and keeps it")
  func random() throws {
    let notations = ["null": "null", "string": #""""#, "list": "[]"]
    let types = [
      ("text", ["null", "omit", "string"], [#""x""#]),
      ("integer", ["null", "omit", "string"], ["7"]),
      ("list", ["null", "omit", "list"], [#"["x"]"#]),
      (#"["integer", "text"]"#, ["null", "omit", "string"], ["7", #""7""#]),
    ]
    for seed in TestScale.turns(100) {
      var numbers = SeededGenerator(seed: UInt64(seed))
      let (type, possible, answers) = types[numbers.number(in: 0...3)]
      let listed = possible.shuffled(using: &numbers).prefix(numbers.number(in: 1...3))
      let name = type.hasPrefix("[") ? type : "\"\(type)\""
      let key = #""empty": [\#(listed.map { "\"\($0)\"" }.joined(separator: ", "))]"#
      let form = Self.form(#"{"id": "a", "type": \#(name), \#(key)}"#)
      for (notation, json) in Array(notations) + answers.map({ ("", $0) }) {
        let document = #"{"a": \#(json), "z": 0}"#
        let session = try Self.session(form, loading: document)
        #expect(session.exported(.json) == document, "seed \(seed)")
        let isOther = notation == "list" ? type != "list" : notation == "string" && type == "list"
        let isValid = notation.isEmpty || listed.contains(notation) && !isOther
        #expect(Self.problems(session).isEmpty == isValid, "seed \(seed): \(form) \(document)")
      }
      let absent = try Self.session(form, loading: #"{"z": 0}"#)
      #expect(Self.problems(absent).isEmpty)
      let new = try Self.session(form).exported(.jsonl)
      let written = listed.first.flatMap { notations[$0] }
      #expect(new == (written.map { #"{"a":\#($0)}"# } ?? "{}") + "\n", "seed \(seed)")
    }
  }

  // MARK: - Constants

  private static let shapes = form(
    """
    {"id": "kind", "type": "choice", "export": false, "choices": ["circle", "square"],
     "default": "circle"},
    {"id": "c", "key": "type", "const": "circle", "when": "${kind} = 'circle'"},
    {"id": "s", "key": "type", "const": "square", "when": "${kind} = 'square'"},
    {"id": "size", "type": "decimal"}, {"id": "version", "const": 2}
    """)

  @Test("A constant of the shown alternative is always exported, and is read back")
  func constants() throws {
    var session = try Self.session(Self.shapes)
    #expect(session.exported(.jsonl) == #"{"type":"circle","version":2}"# + "\n")
    session.applyToEnd(.answered(Self.row(0), "square"))
    #expect(session.exported(.jsonl) == #"{"type":"square","version":2}"# + "\n")
    #expect(session.exported(.yaml) == "type: square\nversion: 2\n")
    let table = try FormatTests.read(session.exported(.csv), .csv, session.template)
    #expect(table.exported(.jsonl) == session.exported(.jsonl))
    // A constant cannot be changed.
    let effects = session.applyToEnd(.answered(Self.row(4), "3"))
    #expect(effects == [.message(.isReadOnly(row: "version"))])
    #expect(Self.problems(session).isEmpty)
  }

  @Test("A constant in a document chooses its alternative; other alternatives have other constants")
  func loadedConstants() throws {
    let document = #"{"type": "square", "size": 1}"#
    var session = try Self.session(Self.shapes, loading: document)
    #expect(session.answers.text(of: Self.row(0)) == "square")
    #expect(session.exported(.json) == document)
    #expect(Self.problems(session).isEmpty)
    session.applyToEnd(.answered(Self.row(0), "circle"))
    #expect(session.exported(.json) == #"{"type": "circle", "size": 1}"#)
    session.applyToEnd(.undone)
    #expect(session.exported(.json) == document)
  }

  @Test("A loaded value other than the constant is a problem, and stays until the row is changed")
  func otherConstants() throws {
    for value in ["3", #""2""#, "null", "[2]"] {
      let document = #"{"type": "circle", "version": \#(value)}"#
      var session = try Self.session(Self.shapes, loading: document)
      #expect(session.exported(.json) == document)
      let problems = Self.problems(session)
      #expect(problems.count == 1 && problems[0].hasPrefix("must be “2”, not "), "\(problems)")
      session.applyToEnd(.answered(Self.row(4), "2"))
      #expect(session.exported(.json) == #"{"type": "circle", "version": 2}"#)
      #expect(Self.problems(session).isEmpty)
    }
    // An equal number in another notation is the same value.
    let same = try Self.session(Self.shapes, loading: #"{"version": 2.0}"#)
    #expect(Self.problems(same).isEmpty)
    #expect(same.exported(.json) == #"{"version": 2.0}"#)
  }

  @Test(
    "A constant is a text of one line, a number or a boolean",
    arguments: [
      (#""it's""#, #""it's""#), (#""a'b\"c""#, #""a'b\"c""#), ("-1.5", "-1.5"), ("true", "true"),
      ("null", nil), (#""""#, nil), (#""a\nb""#, nil), ("[1]", nil),
    ] as [(String, String?)])
  func constantValues(value: String, expected: String?) throws {
    let form = Self.form(#"{"id": "a", "const": \#(value)}, {"id": "b"}"#)
    guard let expected else {
      #expect(throws: TemplateErrors.self) { try Template.reading(form) }
      return
    }
    #expect(try Self.session(form).exported(.jsonl) == #"{"a":\#(expected)}"# + "\n")
  }

  @Test("An item that contains only constants counts as empty")
  func constantItems() throws {
    var session = try Self.session(
      """
      {"longform": 1, "id": "f", "output": {"empty": "omit"}, "sections": [
        {"id": "s", "repeat": {"key": "s"}, "rows": [{"id": "a"}, {"id": "b", "const": true}]}]}
      """)
    session.applyToEnd(.itemAdded(section: 0))
    #expect(session.exported(.jsonl) == "{}\n")
    session.applyToEnd(.answered(FormRow.ID(section: 0, item: 1, row: 0, number: 0), "x"))
    #expect(session.exported(.jsonl) == #"{"s":[{"a":"x","b":true}]}"# + "\n")
  }
}
