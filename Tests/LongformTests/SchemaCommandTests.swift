// `longform import` and `longform schema`, checked with Python's jsonschema if it is installed.

import FormFormats
import FormModel
import FormSchema
import FormScreen
import LosslessJSON
import TerminalTesting
import Testing

@testable import FormTerminal
@testable import longform

@Suite("Templates from JSON Schemas on the command line", .waits)
struct ImportSubcommandTests {
  private func run(_ arguments: [String], input: String = "", home: TemporaryFolder? = nil) throws
    -> Program.Result
  {
    try Program.run(Longform.executable, arguments, input: .text(input), home: home)
  }

  @Test("The template goes to standard output, remarks to standard error")
  func streams() throws {
    let schema = """
      {"properties": {"name": {"type": "string"},
                      "size": {"type": "number", "not": {"const": 5}}}}
      """
    let result = try run(["import", "-"], input: schema)
    #expect(result.status == .exited(0))
    #expect(
      result.outputText == """
        {
          "longform": 1,
          "id": "form",
          "title": "Form",
          "sections": [
            {
              "id": "main",
              "rows": [
                { "id": "name", "label": "Name" },
                { "id": "size", "label": "Size", "type": "decimal" }
              ]
            }
          ],
          "output": { "empty": "omit" }
        }

        """)
    #expect(
      result.errorText == """
        stdin:2:51: #/properties/size/not: "not" is not checked
        longform: 1 place in stdin that the form leaves out or simplifies

        """)
  }

  @Test("--output writes a file that can be filled at once, and replaces none without --force")
  func output() throws {
    let folder = try temporaryFolder()
    let schema = try folder.write(
      #"{"properties": {"a": {"type": "boolean"}}}"#, to: "b.schema.json")
    let path = folder.path("b.json")
    let made = try run(["import", schema, "--output", path])
    #expect((made.status, made.outputText, made.errorText) == (.exited(0), "", ""))
    let filled = try run([path], input: "yes\n")
    #expect(filled.outputText == "{\n  \"a\": true\n}\n")
    #expect(try run(["import", schema, "--output", path]).status == .exited(73))
    #expect(try run(["import", schema, "--output", path, "--force"]).status == .exited(0))
  }

  @Test("A schema that describes no form is refused with a sentence")
  func refused() throws {
    let deep = String(repeating: #"{"properties":{"a":"#, count: 100_000)
    for (schema, sentence) in [
      ("{", "stdin:1:2: not JSON"), (deep, "nested more than 512 levels deep"),
      ("[]", "stdin: the schema must be an object, not an array"),
      (#"{"type": "string"}"#, "stdin: the schema must have the type object, not string"),
      (
        #"{"properties": {"a": {"type": "null"}}}"#,
        "the schema has no property that a form can ask for"
      ),
    ] {
      let result = try run(["import", "-"], input: schema)
      #expect((result.status, result.outputText) == (.exited(65), ""))
      #expect(result.errorText.contains(sentence), "\(result.errorText)")
    }
    #expect(try run(["import", "/no/such/file"]).status == .exited(66))
  }

  @Test("Schemas built to run forever end soon, with a sentence")
  func hostile() throws {
    let levels = 20_000
    let chain = (0..<levels).map {
      "\"d\($0)\": {\"properties\": {\"p\": {\"$ref\": \"#/$defs/d\($0 + 1)\"}}}"
    }.joined(separator: ",")
    let doubled = (0..<40).map {
      "\"d\($0)\": {\"properties\": {\"l\": {\"$ref\": \"#/$defs/d\($0 + 1)\"}, "
        + "\"r\": {\"$ref\": \"#/$defs/d\($0 + 1)\"}}}"
    }.joined(separator: ",")
    let joined = (0..<levels).map {
      "\"d\($0)\": {\"allOf\": [{\"$ref\": \"#/$defs/d\($0 + 1)\"}]}"
    }
    .joined(separator: ",")
    let values = (0..<300_000).map { "\"v\($0)\"" }.joined(separator: ",")
    for (definitions, sentence) in [
      (
        chain + ", \"d\(levels)\": {\"type\": \"string\"}",
        "nested more than 64 levels deep; it is left out"
      ),
      (
        doubled + ", \"d40\": {\"type\": \"string\"}",
        "or the schema is too large to follow; the rest is left out"
      ),
      (
        joined + ", \"d\(levels)\": {\"type\": \"string\"}",
        "too many schemas are joined; the rest is left out"
      ),
      ("\"d0\": {\"$ref\": \"#/$defs/d0\"}", "any value is allowed; the form takes text"),
      (
        "\"d0\": {\"$ref\": \"#/$defs/e\"}, \"e\": {\"$ref\": \"#/$defs/d0\"}",
        "any value is allowed; the form takes text"
      ),
      (
        "\"d0\": {\"enum\": [\(values)]}",
        "the schema lists more than 100,000 values in all; these are left out"
      ),
    ] {
      let schema =
        "{\"$defs\": {\(definitions)}, "
        + "\"properties\": {\"p\": {\"$ref\": \"#/$defs/d0\"}, \"q\": {\"type\": \"string\"}}}"
      let result = try run(["import", "-"], input: schema)
      #expect(result.status == .exited(0), "\(sentence)")
      #expect(result.errorText.contains(sentence), "\(result.errorText.prefix(2_000))")
      let rows = result.outputText.split(separator: "\n").count
      #expect(rows < 100_000)
    }
  }

  @Test(
    "Schemas in the style of well-known ones give forms; anything beyond them is reported",
    arguments: [
      ("book", 13, 0), ("container", 12, 0), ("editor-settings", 8, 2), ("event", 10, 3),
      ("funding", 4, 3), ("issue-form", 10, 1), ("menu-tree", 3, 2), ("package", 16, 5),
      ("server", 12, 0), ("workflow", 7, 8),
    ])
  func wellKnown(name: String, rows: Int, remarks: Int) throws {
    let folder = try temporaryFolder()
    let schema = SchemaValidator.fixture("Schemas/\(name).schema.json")
    let form = folder.path("\(name).json")
    let made = try run(["import", schema, "--output", form])
    #expect(made.status == .exited(0))
    let reported = made.errorText.split(separator: "\n")
    #expect(reported.count == (remarks == 0 ? 0 : remarks + 1), "\(made.errorText)")
    #expect(reported.dropLast().allSatisfy { $0.hasPrefix("\(schema):") && $0.contains(": #/") })
    let checked = try run(["check", form])
    #expect(checked.status == .exited(0), "\(checked.errorText)")
    let template = try TemplateReader.template(from: try #require(readFile(form)))
    #expect(FormSession(template).answers.rowCount == rows)
  }

  @Test(
    "Answers to a book, a host and a server validate against their schemas",
    .enabled(if: SchemaValidator.isInstalled, SchemaValidator.requirement))
  func answersValidate() throws {
    let folder = try temporaryFolder()
    for (name, input) in [
      (
        "book",
        "Notes\n\n:lines E\nAda\nLuigi\nE\n0123456789\n1843-09-01\n1843-09-01T10:00:00Z\n66\n1.50\n"
      ),
      ("container", "host\n:add services\nweb\ndebian:12\n"),
      ("server", "\n2\n"),
    ] {
      let schema = SchemaValidator.fixture("Schemas/\(name).schema.json")
      let form = try folder.write(try run(["import", schema]).output, to: "\(name).form.json")
      var arguments = [form]
      if name == "server" {
        arguments += ["--set", "listen.host=example.org", "--set", "listen.port=443"]
      }
      let filled = try run(arguments, input: input)
      #expect(filled.status == .exited(0), "\(name): \(filled.errorText)")
      let answers = try folder.write(filled.output, to: "\(name).json")
      #expect(try SchemaValidator.problems(of: [answers], against: schema) == "")
    }
  }
}
