// Third-party schemas: imported, checked, filled, and validated with Python's jsonschema.

import Candidates
import FormFormats
import FormModel
import FormSchema
import FormScreen
import TerminalTesting
import Testing

@testable import longform

@Suite("Templates from third-party schemas", .waits)
struct SchemasOfOthersTests {
  /// A schema in Tests/Fixtures/Schemas/Others, and the results that are expected.
  struct Case: CustomTestStringConvertible {
    var name: String
    var rows: Int
    var remarks: Int

    var testDescription: String { name }
  }

  static let cases = [
    Case(name: "black", rows: 24, remarks: 0), Case(name: "codecov", rows: 193, remarks: 0),
    Case(name: "compose-spec", rows: 1_103, remarks: 0),
    Case(name: "dependabot", rows: 140, remarks: 0),
    Case(name: "github-issue-config", rows: 4, remarks: 0),
    Case(name: "github-issue-forms", rows: 49, remarks: 0),
    Case(name: "github-workflows", rows: 354, remarks: 0),
    Case(name: "nbformat", rows: 80, remarks: 0), Case(name: "poetry", rows: 316, remarks: 0),
    Case(name: "readthedocs", rows: 59, remarks: 0),
    Case(name: "setuptools_scm", rows: 16, remarks: 0),
  ]

  private static func path(_ name: String) -> String {
    SchemaValidator.fixture("Schemas/Others/\(name)")
  }

  /// Compares bytes with a file. If RECORD_SCREENS is 1, writes the file, and the test fails.
  private func expect(_ bytes: [UInt8], inFile name: String) throws {
    let path = SchemasOfOthersTests.path(name)
    if isRecording {
      try writeFile(bytes, to: path)
      Issue.record("recorded \(path); run again without RECORD_SCREENS")
    }
    let expected = String(decoding: try #require(readFile(path)), as: UTF8.self)
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }

  @Test("Imported template and remarks equal the files next to the schema", arguments: cases)
  func imports(_ schema: Case) throws {
    let folder = try temporaryFolder()
    // Run in the folder of the schema, so that remarks do not contain a path of this machine.
    let made = try Program.run(
      Longform.executable, ["import", "\(schema.name).schema.json"],
      directory: SchemasOfOthersTests.path("."))
    #expect(made.status == .exited(0))
    try expect(made.output, inFile: "\(schema.name).form.json")
    try expect(Array(made.errorText.utf8), inFile: "\(schema.name).remarks")
    let remarks = made.errorText.split(separator: "\n").filter { $0.contains(": #") }
    #expect(remarks.count == schema.remarks)
    let form = try folder.write(made.output, to: "\(schema.name).json")
    let checked = try Program.run(Longform.executable, ["check", form])
    #expect(checked.status == .exited(0), "\(checked.errorText)")
    let template = try TemplateReader.template(from: made.output)
    #expect(template.sections.reduce(0) { $0 + $1.rows.count } == schema.rows)
    #expect(template.sections.dropFirst().allSatisfy { $0.title?.isEmpty == false })
  }

  @Test("The imported form is filled and exported", arguments: cases)
  func fills(_ schema: Case) throws {
    let answers = try #require(readFile(SchemasOfOthersTests.path("\(schema.name).answers")))
    let filled = try Program.run(
      Longform.executable, [SchemasOfOthersTests.path("\(schema.name).form.json")],
      input: .bytes(answers))
    #expect(filled.status == .exited(0), "\(filled.errorText)")
    try expect(filled.output, inFile: "\(schema.name).json")
  }

  @Test(
    "The saved answers are valid by the schema",
    .enabled(if: SchemaValidator.isInstalled, SchemaValidator.requirement),
    arguments: cases)
  func validates(_ schema: Case) throws {
    let document = SchemasOfOthersTests.path("\(schema.name).json")
    let problems = try SchemaValidator.problems(
      of: [document], against: SchemasOfOthersTests.path("\(schema.name).schema.json"))
    #expect(problems == "")
  }

  private static let compose = """
    # A compose file
    services:
      web:
        image: nginx   # latest
        ports:
          - "80:80"   # http
          - target: 443
            published: "8443"
            x-note: kept
          - 9000
        volumes:
          - ./html:/usr/share/nginx/html:ro
          - type: volume
            source: data
            target: /data
        env_file:
          - path: ./a.env
            required: false
          - b.env
      db:
        image: postgres
        env_file: .env

    """

  @Test(
    "An entry of a compose file is edited in its short or long form, without another change",
    arguments: [
      ("services.web.ports[0]=81:81", #""80:80""#, #""81:81""#),
      ("services.web.ports[1].target=444", "target: 443", "target: 444"),
      ("services.web.ports[2].target=5", "- 9000", "- target: 5"),
      (
        "services.web.ports[1]=7:7",
        "- target: 443\n        published: \"8443\"\n        x-note: kept", #"- "7:7""#
      ),
      ("services.web.ports[3]=90:90", "- 9000", "- 9000\n      - \"90:90\""),
      ("services.web.volumes[0]=x:y", "./html:/usr/share/nginx/html:ro", "x:y"),
      ("services.web.volumes[1].target=/d", "target: /data", "target: /d"),
      ("services.web.env_file[0].path=c.env", "./a.env", "c.env"),
      ("services.web.env_file[1]=c.env", "b.env", "c.env"),
      ("services.db.env_file=x.env", "env_file: .env", "env_file: x.env"),
    ])
  func edits(setting: String, old: String, new: String) throws {
    let folder = try temporaryFolder()
    let file = try folder.write(Array(Self.compose.utf8), to: "compose.yaml")
    let form = SchemasOfOthersTests.path("compose-spec.form.json")
    let edited = try Program.run(
      Longform.executable, ["edit", file, "--form", form, "--no-input", "--set", setting])
    #expect(edited.status == .exited(0), "\(edited.errorText)")
    let text = String(decoding: try #require(readFile(file)), as: UTF8.self)
    #expect(text == Self.compose.replacing(old, with: new))
  }
}
