// `longform import` and `longform schema`, checked with Python's jsonschema if it is installed.

import FormFormats
import FormModel
import FormSchema
import FormScreen
import Glibc
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

  @Test("import writes the template to standard output, and nothing else without remarks")
  func streams() throws {
    let schema = """
      {"properties": {"name": {"type": "string"},
                      "size": {"enum": ["a", ""]}}}
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
                { "id": "size", "label": "Size", "type": "choice", "choices": ["a", { "value": "", "label": "\\"\\"" }] }
              ]
            }
          ],
          "output": { "empty": "omit", "defaults": "omit" },
          "schemas": {
            "schema.json": \(schema)
          }
        }

        """)
    #expect(result.errorText == "")
  }

  @Test("import --output writes a form that can be filled, and replaces a file only with --force")
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

  @Test("A schema that describes no form is refused with a message")
  func refused() throws {
    let deep = String(repeating: #"{"properties":{"a":"#, count: 100_000)
    for (schema, sentence) in [
      ("{", "stdin:1:2: not JSON"), (deep, "nested more than 512 levels deep"),
      ("[]", "stdin: the schema must be an object, not an array"),
      (
        #"{"type": "string"}"#, "stdin: the schema must have the type object or array, not string"
      ),
      (
        #"{"properties": {"a": false}}"#,
        "the schema has no property that a form can ask for"
      ),
    ] {
      let result = try run(["import", "-"], input: schema)
      #expect((result.status, result.outputText) == (.exited(65), ""))
      #expect(result.errorText.contains(sentence), "\(result.errorText)")
    }
    #expect(try run(["import", "/no/such/file"]).status == .exited(66))
  }

  @Test("Schemas that would keep an import busy forever are refused quickly")
  func hostile() throws {
    let levels = TestScale.size(20_000, short: 5_000)
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
    let values = (0..<120_000).map { "\"v\($0)\"" }.joined(separator: ",")
    for (definitions, sentence) in [
      (
        chain + ", \"d\(levels)\": {\"type\": \"string\"}",
        ""
      ),
      (
        doubled + ", \"d40\": {\"type\": \"string\"}",
        "or the schema is too large to follow; the rest is left out"
      ),
      (
        joined + ", \"d\(levels)\": {\"type\": \"string\"}",
        "too many schemas are joined; the rest is left out"
      ),
      ("\"d0\": {\"$ref\": \"#/$defs/d0\"}", ""),
      ("\"d0\": {\"$ref\": \"#/$defs/e\"}, \"e\": {\"$ref\": \"#/$defs/d0\"}", ""),
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
      #expect(
        sentence.isEmpty ? result.errorText.isEmpty : result.errorText.contains(sentence),
        "\(result.errorText.prefix(2_000))")
      let rows = result.outputText.split(separator: "\n").count
      #expect(rows < 100_000)
    }
  }

  @Test(
    "Schemas in the style of well-known schemas become forms; parts that do not fit are reported",
    arguments: [
      ("book", 13, 0), ("container", 12, 0), ("editor-settings", 8, 0), ("event", 10, 0),
      ("funding", 4, 0), ("issue-form", 10, 0), ("menu-tree", 11, 0), ("package", 16, 0),
      ("server", 12, 0), ("workflow", 9, 0),
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
    "The answers to three imported forms (book, container, server) are valid by their schemas",
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

@Suite("JSON Schemas in place of templates", .waits)
struct SchemaFormTests {
  private static let schema = """
    {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Dog", "type": "object", "required": ["name"],
     "properties": {"name": {"type": "string"}, "age": {"type": "integer", "not": {"pattern": "(a"}},
       "owner": {"$ref": "parts/person.json"}}}
    """

  private func folder() throws -> TemporaryFolder {
    let folder = try temporaryFolder()
    _ = try Program.run("/bin/mkdir", [folder.path("parts")])
    _ = try folder.write(Self.schema, to: "dog.schema.json")
    _ = try folder.write(
      #"{"type": "object", "properties": {"email": {"type": "string", "format": "email"}}}"#,
      to: "parts/person.json")
    return folder
  }

  private func run(
    _ arguments: [String], in folder: TemporaryFolder, input: String = ""
  ) throws -> Program.Result {
    try Program.run(
      Longform.executable, arguments, input: .text(input), directory: folder.path("."),
      home: folder)
  }

  @Test("fill opens a form made from a schema, and reports how many parts it omits or simplifies")
  func fill() throws {
    let folder = try folder()
    let filled = try run(
      ["fill", "dog.schema.json"], in: folder, input: "Rex\n3\nada@example.org\n")
    #expect(filled.status == .exited(0))
    #expect(filled.outputText.contains("\"email\": \"ada@example.org\""), "\(filled.outputText)")
    #expect(
      filled.errorText == """
        longform: dog.schema.json: the form leaves out or simplifies 1 place;
        longform: longform import dog.schema.json lists them

        """)
    let quiet = try run(["dog.schema.json", "--quiet"], in: folder, input: "Rex\n")
    #expect((quiet.outputText, quiet.errorText) == ("{\n  \"name\": \"Rex\"\n}\n", ""))
    let piped = try run(
      ["fill", "-", "--no-input", "--set", "name=Rex"], in: folder, input: Self.schema)
    #expect(piped.status == .exited(0))
  }

  @Test("check, show and convert accept a schema, and report its errors")
  func others() throws {
    let folder = try folder()
    _ = try folder.write(#"{"name": 5, "owner": {"email": "x"}}"#, to: "rex.json")
    let checked = try run(["check", "dog.schema.json", "--answers", "rex.json"], in: folder)
    #expect(checked.status == .exited(1))
    #expect(checked.errorText.split(separator: "\n").count { $0.hasPrefix("rex.json:1:") } == 2)
    let shown = try run(["show", "dog.schema.json"], in: folder)
    #expect(shown.outputText.hasPrefix("Dog: 3 rows\n"))
    let converted = try run(
      ["convert", "-", "--form", "dog.schema.json", "--format", "csv"], in: folder,
      input: #"{"name": "Rex"}"#)
    #expect(converted.outputText == "name,age,owner.email\r\nRex,,\r\n")
    _ = try folder.write(#"{"type": "string"}"#, to: "text.schema.json")
    let refused = try run(["check", "text.schema.json"], in: folder)
    #expect(refused.status == .exited(65))
    #expect(refused.errorText.contains("must have the type object or array, not string"))
  }

  @Test("edit finds the schema by $schema, by a comment in YAML, or by --schema")
  func edit() throws {
    let folder = try folder()
    for (name, text, expected) in [
      (
        "a.json", #"{"$schema": "dog.schema.json", "name": "Rex", "x": 1}"#,
        "\"name\": \"Tom\", \"x\": 1"
      ),
      (
        "b.yaml", "# yaml-language-server: $schema=./dog.schema.json\nname: Rex # the dog\n",
        "name: Tom # the dog"
      ),
      ("e.yaml", "$schema: './dog.schema.json' # ours\nname: Rex\n", "name: Tom\n"),
      (
        "f.yaml", "# yaml-language-server: $schema=dog.schema.json\r\nname: Rex\r\n",
        "name: Tom\r\n"
      ),
      (
        "c.jsonc", "{\"$schema\": \"dog.schema.json\", // the form\n\"name\": \"Rex\",}",
        "\"name\": \"Tom\",}"
      ),
    ] {
      let path = try folder.write(text, to: name)
      let edited = try run(
        ["edit", name, "--no-input", "--set", "name=Tom", "--quiet"], in: folder)
      #expect(edited.status == .exited(0), "\(edited.errorText)")
      let after = String(decoding: readFile(path) ?? [], as: UTF8.self)
      #expect(after.contains(expected), "\(after)")
    }
    let path = try folder.write(#"{"name": "Rex"}"#, to: "c.json")
    let named = try run(
      ["edit", "c.json", "--schema", "dog.schema.json", "--no-input", "--set", "age=3"], in: folder)
    #expect(named.status == .exited(0))
    #expect(String(decoding: readFile(path) ?? [], as: UTF8.self).contains(#""age": 3"#))
    let both = try run(["edit", "c.json", "--schema", "a", "--form", "b"], in: folder)
    #expect(both.status == .exited(64))
    // A web address is not used as a path. The program looks for a form named d instead, and there
    // is none.
    _ = try folder.write(#"{"$schema": "https://example.org/s.json", "name": "Rex"}"#, to: "d.json")
    #expect(try run(["edit", "d.json", "--no-input"], in: folder).status == .exited(66))
  }

  @Test("The line break at the end of a text in a document reaches no rule and no other type")
  func finalLineBreaks() throws {
    let folder = try folder()
    _ = try folder.write(
      """
      {"properties": {"mail": {"type": "string", "format": "email"}, "n": {"type": "integer"},
        "code": {"type": "string", "pattern": "^[a-z]+\\\\n?$", "maxLength": 6}}}
      """.replacing("\\\\", with: "\\"), to: "rules.schema.json")
    let path = try folder.write(
      "mail: |\n  a@x.org\ncode: |\n  old\nn: 1\n", to: "rules.yaml")
    let edited = try run(
      [
        "edit", "rules.yaml", "--schema", "rules.schema.json", "--no-input", "--set",
        "mail=b@x.org", "--set", "code=short", "--set", "n=13",
      ], in: folder)
    #expect(edited.status == .exited(0), "\(edited.errorText)")
    let after = String(decoding: readFile(path) ?? [], as: UTF8.self)
    #expect(after.contains("b@x.org\n") && after.contains("code: |\n  short\nn: 13\n"), "\(after)")
  }

  @Test("A document cannot choose a form, which could read any file, nor a file that blocks")
  func documentsChooseNoForm() throws {
    let folder = try folder()
    _ = try folder.write(
      #"{"longform": 1, "id": "f", "sections": [{"rows": [{"id": "a"}]}]}"#, to: "form.json")
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    for (name, words) in [
      ("form.json", "names a form as its schema; --form ./form.json uses this form"),
      ("pipe", "names ./pipe as its schema, which is not a file"),
    ] {
      _ = try folder.write(#"{"$schema": "./\#(name)", "a": "x"}"#, to: "a.json")
      let edited = try run(["edit", "a.json", "--no-input"], in: folder)
      #expect(
        edited.status != .exited(0) && edited.errorText.contains(words), "\(edited.errorText)")
    }
  }

  @Test("A folder that is named like the document is not its form")
  func foldersLikeDocuments() throws {
    let folder = try folder()
    _ = try folder.write(#"{"q": 1}"#, to: "a.json")
    _ = try folder.write("", to: "a/b")
    #expect(try run(["convert", "a.json", "--format", "yaml"], in: folder).outputText == "q: 1\n")
  }

  @Test("A path is also understood as the name of a column, which messages write")
  func bracketedNames() throws {
    let folder = try folder()
    _ = try folder.write(
      #"{"properties": {"a.b": {"type": "integer"}, "c": {"properties": {"d.e": {"type": "string"}}}}}"#,
      to: "dots.schema.json")
    let path = try folder.write(#"{"a.b": 1, "c": {"d.e": "x"}}"#, to: "dots.json")
    let edited = try run(
      [
        "edit", "dots.json", "--schema", "dots.schema.json", "--no-input", "--set", #"["a.b"]=2"#,
        "--set", #"c["d.e"]=y"#,
      ], in: folder)
    #expect(edited.status == .exited(0), "\(edited.errorText)")
    #expect(
      String(decoding: readFile(path) ?? [], as: UTF8.self) == #"{"a.b": 2, "c": {"d.e": "y"}}"#)
  }

  @Test("A text of several lines in a row of one line keeps its lines and its final line break")
  func linesInOneLine() throws {
    let folder = try folder()
    _ = try folder.write(
      #"{"properties": {"run": {"type": "string"}}}"#, to: "run.schema.json")
    let path = try folder.write("run: |\n  one # 1\n  two\n", to: "run.yaml")
    func edit(_ input: String, _ arguments: String...) throws {
      let result = try run(
        ["edit", "run.yaml", "--schema", "run.schema.json", "--quiet"] + arguments, in: folder,
        input: input)
      #expect(result.status == .exited(0), "\(result.errorText)")
    }
    try edit(":lines END\none # 2\ntwo\nEND\n")
    #expect(String(decoding: readFile(path) ?? [], as: UTF8.self) == "run: |\n  one # 2\n  two\n")
    try edit("", "--no-input", "--set", "run=three\nfour")
    #expect(String(decoding: readFile(path) ?? [], as: UTF8.self) == "run: |\n  three\n  four\n")
    try edit("", "--no-input", "--set", "run=five")
    #expect(String(decoding: readFile(path) ?? [], as: UTF8.self) == "run: |\n  five\n")
  }

  @Test("A draft of a form that was made from a schema is resumed without the schema")
  func drafts() throws {
    let folder = try folder()
    let left = try run(
      ["dog.schema.json", "--draft", "one", "--quiet"], in: folder, input: "Rex\n:quit\n")
    #expect(left.status != .exited(0))
    _ = try Program.run("/bin/rm", [folder.path("dog.schema.json")])
    let exported = try run(["drafts", "export", "dog/one"], in: folder)
    #expect(exported.outputText == "{\n  \"name\": \"Rex\"\n}\n", "\(exported.errorText)")
  }

  @Test("A reference cannot leave the folder of the schema through a symbolic link")
  func links() throws {
    let folder = try folder()
    let other = try temporaryFolder()
    let outside = try other.write(#"{"type": "integer"}"#, to: "secret.json")
    _ = try Program.run("/bin/ln", ["-s", outside, folder.path("parts/link.json")])
    _ = try folder.write(
      #"{"properties": {"a": {"$ref": "parts/link.json"}}}"#, to: "l.schema.json")
    let made = try run(["import", "l.schema.json"], in: folder)
    #expect(made.errorText.contains("“parts/link.json” leads to a file that cannot be read"))
  }
}
