// Harmful files in place of every file that the program reads: files that are too large, endless,
// or nested too deeply. They must be refused with a message, quickly, and within a memory limit.

import TerminalTesting
import Testing

@testable import FormFormats
@testable import FormSchema
@testable import FormScreen
@testable import FormTerminal
@testable import longform

@Suite("Harmful files", .waits)
struct HostileFilesTests {
  /// Runs a script that prepares files, and then the program with a limited address space.
  private func run(
    _ arguments: [String], after preparation: String = ":", in folder: TemporaryFolder,
    input: String = "", kibibytes: Int = 2_000_000
  ) throws -> Program.Result {
    let script = "\(preparation); ulimit -v \(kibibytes); exec \"$0\" \"$@\""
    return try Program.run(
      "/bin/sh", ["-c", script, Longform.executable] + arguments, input: .text(input),
      directory: folder.path)
  }

  private func folder() throws -> TemporaryFolder {
    let folder = try temporaryFolder()
    _ = try folder.write(
      #"{"longform": 1, "id": "f", "sections": [{"rows": [{"id": "a"}]}]}"#, to: "f.json")
    _ = try folder.write(
      """
      {"longform": 1, "id": "c", "sections": [{"rows": [
        {"id": "a", "type": "choice", "choices": {"file": "it"}}]}]}
      """, to: "c.json")
    return folder
  }

  /// Commands that create the file `it`: a sparse file of 2 GiB, a file just small enough to be
  /// read, an endless file of zeros, and an endless pipe of text.
  private static let files = [
    "truncate -s 2G it", "truncate -s 250M it", "ln -s /dev/zero it",
    "mkfifo it; { yes '[[\"a\",' >it & } 2>/dev/null",
  ]

  @Test("A harmful template is refused", arguments: files)
  func template(file: String) throws {
    let result = try run(["check", "./it"], after: file, in: try folder())
    #expect(result.status == .exited(65), "\(result.errorText)")
    #expect(
      result.errorText.contains("it is too large: a template has up to 256 MiB")
        || result.errorText.contains("it:1:1: not JSON"), "\(result.errorText)")
  }

  @Test("A harmful schema is refused", arguments: files)
  func schema(file: String) throws {
    let result = try run(["import", "it"], after: file, in: try folder())
    #expect((result.status, result.outputText) == (.exited(65), ""), "\(result.errorText)")
    #expect(
      result.errorText.contains("it is too large: a schema has up to 256 MiB")
        || result.errorText.contains("it:1:1: not JSON"), "\(result.errorText)")
  }

  @Test("Harmful answers are refused in every format", arguments: files, AnswersFormat.allCases)
  func answers(file: String, format: AnswersFormat) throws {
    // In a table, a file of zeros is one long column name, so the test uses fewer zeros.
    let isTable = format == .csv || format == .tsv
    let file = isTable ? file.replacing("250M", with: "5M") : file
    let result = try run(
      ["fill", "./f.json", "--no-input", "--answers", "it", "--answers-format", format.rawValue],
      after: file, in: try folder())
    #expect((result.status, result.outputText) == (.exited(65), ""), "\(result.errorText)")
    #expect(
      result.errorText.contains("it is too large: answers as \(format.rawValue) have up to")
        || result.errorText.contains("it:1:1: "), "\(result.errorText.prefix(500))")
    #expect(result.errorText.utf8.count < 1_000)
  }

  @Test("Harmful candidates are refused", arguments: files)
  func candidates(file: String) throws {
    let result = try run(["check", "./c.json"], after: file, in: try folder())
    #expect(result.status != .exited(0), "\(result.errorText)")
    #expect(
      [
        "is too large, candidates have up to 512 MiB", "the line is longer than 16 MiB",
        "is not a regular file",
      ]
      .contains { result.errorText.contains($0) }, "\(result.errorText)")
    // The form opens, and reports that its candidates cannot be read.
    let filled = try run(["./c.json"], in: try folder(), input: "x\n")
    #expect(filled.status != .exited(0))
    #expect(filled.errorText.contains("it: "), "\(filled.errorText)")
  }

  /// A hundred thousand levels of nesting, in each notation that a document can use.
  private static let levels = 100_000
  private static let nested: [(name: String, document: String)] = [
    ("json", String(repeating: "[", count: levels)),
    ("json", String(repeating: #"{"a":"#, count: levels)),
    ("jsonl", String(repeating: #"{"a":["#, count: levels)),
    ("yaml", String(repeating: "[", count: levels)),
    ("yaml", String(repeating: "{a: ", count: levels)),
    ("yaml", String(repeating: "- ", count: levels) + "a"),
    ("yaml", String(repeating: "? ", count: levels) + "a"),
    ("yaml", String(repeating: "&a [", count: levels)),
  ]

  @Test("Answers with a hundred thousand levels of nesting are refused", arguments: nested)
  func nestedAnswers(name: String, document: String) throws {
    let result = try run(
      ["fill", "./f.json", "--no-input", "--answers", "-", "--answers-format", name],
      in: try folder(), input: document, kibibytes: 500_000)
    #expect((result.status, result.outputText) == (.exited(65), ""))
    let sentence =
      document.hasPrefix("?") ? "a key must be a scalar" : "nested more than 512 levels deep"
    #expect(result.errorText.contains(sentence), "\(result.errorText.prefix(500))")
  }

  @Test(
    "Templates and schemas with a hundred thousand levels of nesting are refused",
    arguments: [
      (
        ["check", "-"], #"{"longform": 1, "id": "f", "sections": [{"rows": [{"id": "a", "when": "#,
        #"{"not": "#
      ),
      (["check", "-"], #"{"sections": "#, "["), (["import", "-"], "", #"{"allOf": ["#),
      (["import", "-"], "", #"{"properties": {"a": "#),
      (["import", "-"], #"{"properties": {"a": "#, #"{"items": "#),
    ])
  func nestedForms(arguments: [String], start: String, level: String) throws {
    let document = start + String(repeating: level, count: HostileFilesTests.levels)
    let result = try run(arguments, in: try folder(), input: document, kibibytes: 500_000)
    #expect((result.status, result.outputText) == (.exited(65), ""))
    #expect(
      result.errorText.contains("nested more than 512 levels deep"),
      "\(result.errorText.prefix(500))")
  }

  @Test(
    "Circular references in schemas come to an end; aliases that expand to too much are refused")
  func circles() throws {
    let folder = try folder()
    for schema in [
      ##"{"$ref": "#"}"##, ##"{"allOf": [{"$ref": "#"}], "properties": {"a": {"$ref": "#"}}}"##,
      ##"{"properties": {"a": {"type": "array", "items": {"$ref": "#"}}, "b": {"allOf": [{"$ref": "#/properties/b"}]}}}"##,
      ##"{"$defs": {"a": {"anyOf": [{"$ref": "#/$defs/b"}]}, "b": {"anyOf": [{"$ref": "#/$defs/a"}]}}, "properties": {"x": {"$ref": "#/$defs/a"}}}"##,
    ] {
      let result = try run(["import", "-"], in: folder, input: schema, kibibytes: 500_000)
      #expect([.exited(0), .exited(65)].contains(result.status), "\(schema)")
      #expect(result.status == .exited(0) || !result.errorText.isEmpty, "\(schema)")
    }
    let first = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    let bomb = (1...20).reduce(first) { text, level in
      text + "a\(level): &a\(level) [" + String(repeating: "*a\(level - 1), ", count: 10) + "]\n"
    }
    let result = try run(
      ["fill", "./f.json", "--no-input", "--answers", "-", "--answers-format", "yaml"], in: folder,
      input: bomb, kibibytes: 500_000)
    #expect((result.status, result.outputText) == (.exited(65), ""))
    #expect(
      result.errorText.contains("unfold to more than 100,000 values or 16 MiB"),
      "\(result.errorText)")
  }

  @Test("A pipe in the folder of forms is listed but not read")
  func pipeAmongForms() throws {
    let script = """
      mkdir Forms && mkfifo Forms/x.json && "$0" forms && "$0" __complete fill ''
      """
    let result = try Program.run("/bin/sh", ["-c", script, Longform.executable])
    #expect(result.status == .exited(0))
    #expect(result.outputText.contains("x  ./Forms/x.json  (cannot be read)\n"))
    #expect(result.outputText.contains("x\t(cannot be read)\n"))
  }
}
