// The formats on the command line: `convert`, `--answers` and `edit` in every format, and their
// errors.

import TerminalTesting
import Testing

@testable import FormFormats
@testable import FormModel
@testable import FormScreen
@testable import LosslessJSON

@Suite("Formats on the command line", .waits)
struct ConvertTests {
  private static let form = """
    {"longform": 1, "id": "f", "output": {"empty": "omit"}, "sections": [
      {"id": "a", "rows": [{"id": "name", "label": "Name", "required": true},
        {"id": "age", "type": "integer"}, {"id": "text", "type": "paragraph"}]},
      {"id": "work", "repeat": {"key": "work", "initial": 1}, "rows": [{"id": "company"}]}]}
    """
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(ConvertTests.form, to: "Forms/f.json")
  }

  private func run(_ arguments: [String], input: String = "", output: ProgramOutput = .captured)
    throws -> Program.Result
  {
    try Program.run(
      Longform.executable, arguments, input: .text(input), output: output, directory: folder.path)
  }

  @Test("If the file's name chose a form that does not fit, convert says which form it is")
  func chosenForm() throws {
    try folder.write("nme\nA\n", to: "f.csv")
    let result = try run(["convert", "f.csv", "--output", "f.json"])
    #expect(result.status == .exited(65))
    #expect(
      result.errorText.hasPrefix("longform: read with the form f; --form FORM names another\n"))
    #expect(!(try run(["convert", "f.csv", "--form", "f"])).errorText.contains("read with"))
  }

  // MARK: - Output

  @Test(
    "The name of the output or edited file determines the format, unless --format names another")
  func formatByName() throws {
    for (name, format, beginning) in [
      ("a.yaml", "yaml", "name: Ada\n"), ("a.yml", "yaml", "name: Ada\n"),
      ("a.jsonl", "jsonl", "{\"name\":\"Ada\"}\n"), ("a.csv", "csv", "name,age,text\r\nAda,,\r\n"),
      ("a.tsv", "tsv", "name\tage\ttext\nAda\t\t\n"), ("a.env", "env", "NAME='Ada'\n"),
      ("a.md", "markdown", "# f\n"), ("a.html", "html", "<!DOCTYPE html>\n"),
      ("a.HTM", "html", "<!DOCTYPE html>\n"), ("a.txt", "json", "{\n  \"name\": \"Ada\"\n}\n"),
      (".json", "json", "{\n"),
    ] {
      let result = try run(["fill", "f", "--output", name], input: "Ada\n")
      #expect(result.status == .exited(0), "\(name): \(result.errorText)")
      #expect(folder.read(name)?.hasPrefix(beginning) == true, "\(name) as \(format)")
    }
    _ = try run(["fill", "f", "--output", "b.yaml", "--format", "jsonl"], input: "Ada\n")
    #expect(folder.read("b.yaml") == "{\"name\":\"Ada\"}\n")
    for name in ["new.yaml", "new.csv"] {
      let made = try run(["edit", name, "--form", "f", "--no-input", "--set", "name=Ada"])
      #expect(made.status == .exited(0), "\(made.errorText)")
    }
    #expect(folder.read("new.yaml") == "name: Ada\n")
    #expect(folder.read("new.csv") == "name,age,text\r\nAda,,\r\n")
    for name in ["x.md", "x.html"] {
      let forPeople = try run(["edit", name, "--form", "f"])
      #expect((forPeople.status, forPeople.output) == (.exited(64), []))
      #expect(
        forPeople.errorText.contains("cannot be edited, only json, jsonc, jsonl, csv, tsv, yaml"))
    }
  }

  @Test(
    "If there is a problem or an error, standard output is empty in every format",
    arguments: ExportFormat.allCases)
  func nothingBeforeTheSave(format: ExportFormat) throws {
    for input in ["\n", "Ada\n12\n:goto nowhere\n", "Ada\n:quit\n"] {
      let result = try run(["fill", "f", "--format", format.rawValue], input: input)
      #expect((result.status, result.output) == (.exited(1), []))
    }
  }

  @Test(
    "In every format, a full disk or closed pipe exits with 74", arguments: ExportFormat.allCases)
  func writeFails(format: ExportFormat) throws {
    for (output, reason) in [
      (ProgramOutput.file("/dev/full"), "no space left on device"), (.closedPipe, "broken pipe"),
    ] {
      let result = try run(
        ["fill", "f", "--format", format.rawValue], input: "Ada\n", output: output)
      #expect(result.status == .exited(74))
      #expect(result.errorText == "longform: standard output: \(reason)\n")
    }
    let file = try run(
      ["fill", "f", "--format", format.rawValue, "--output", "/dev/full"], input: "Ada\n")
    #expect(file.status == .exited(74))
  }

  @Test(
    "On a terminal, control characters are visible in every format",
    arguments: ExportFormat.allCases)
  func terminal(format: ExportFormat) throws {
    try folder.write(#"{"name": "a\u001b[31mb\#u{202E}c\u009b\u0007"}"#, to: "a.json")
    let process = try TerminalProcess.start(
      Longform.executable, ["convert", "a.json", "--form", "f", "--format", format.rawValue],
      output: .terminal, directory: folder.path)
    #expect(try process.waitForExit() == .exited(0))
    let shown = String(decoding: process.rawOutput, as: UTF8.self).unicodeScalars
    #expect(!shown.contains { "\u{1B}\u{202E}\u{9B}\u{7}".unicodeScalars.contains($0) })
    #expect(process.screen.text.contains("202E"))
  }

  @Test("A long text that is easily misread is read back unchanged in every readable format")
  func longText() throws {
    let piece = MisreadText.whole.joined(separator: "\n")
    let length = TestScale.size(1 << 20, short: 1 << 17)
    let text = String(repeating: piece, count: length / piece.utf8.count + 1)
    var json: [UInt8] = Array("{\n  \"name\": \"A\",\n  \"text\": ".utf8)
    JSONWriter.appendString(text, to: &json)
    json += Array("\n}\n".utf8)
    try folder.write(json, to: "a.json")
    for format in ["jsonl", "csv", "tsv", "yaml", "json"] {
      let there = try run(["convert", "a.json", "--form", "f", "--output", "b.\(format)"])
      #expect(there.status == .exited(0), "\(there.errorText)")
      let back = try run(["convert", "b.\(format)", "--form", "f"])
      #expect(back.output == json, "\(format) \(back.errorText)")
    }
    #expect(
      try run(["convert", "a.json", "--form", "f", "--output", "a.env"]).status == .exited(0))
    let shell = try Program.run(
      "/bin/sh", ["-euc", ". ./a.env; printf %s \"$TEXT\""], directory: folder.path)
    #expect(shell.output == Array(text.utf8))
  }

  // MARK: - Input

  private static let yaml = """
    # people
    name: Ada
    age: 036
    kept: {b: [1.50, 1E3, no, ~], "a": 0x1F}
    work:
      - company: &e Engines
      - company: *e
        more: |
          one
           two

    """

  @Test("edit changes one answer in a YAML file, and no other byte")
  func editYAML() throws {
    try folder.write(ConvertTests.yaml, to: "f.yaml")
    let result = try run(["edit", "f.yaml", "--no-input", "--set", "age=37"])
    #expect((result.status, result.errorText) == (.exited(0), ""))
    #expect(folder.read("f.yaml") == ConvertTests.yaml.replacing("036", with: "37"))
  }

  @Test("edit keeps unknown columns, quotes and line ends of CSV; JSON Lines stays one line")
  func editTable() throws {
    try folder.write("\"name\",note,age\n\"Ada\", x ,36\n", to: "f.csv")
    let table = try run(["edit", "f.csv", "--no-input", "--set", "name=Bob"])
    #expect((table.status, table.errorText) == (.exited(0), ""))
    #expect(folder.read("f.csv") == "\"name\",note,age\n\"Bob\", x ,36\n")
    try folder.write("{\"name\":\"Ada\",  \"x\":[1.50]}\n", to: "f.jsonl")
    let line = try run(["edit", "f.jsonl", "--no-input", "--set", "name=Bob"])
    #expect((line.status, line.errorText) == (.exited(0), ""))
    #expect(folder.read("f.jsonl") == "{\"name\":\"Bob\",  \"x\":[1.50]}\n")
    // An unknown column is an error unless the same table is written back.
    #expect(try run(["convert", "f.csv", "--format", "json"]).status == .exited(65))
  }

  @Test(
    "edit keeps comments and trailing commas of jsonc; as json, such a file is refused with advice"
  )
  func editCommentedJSON() throws {
    let text = "{\n  // me\n  \"name\": \"Ada\", // Countess\n  \"age\": 36,\n}\n"
    try folder.write(text, to: "f.jsonc")
    let result = try run(["edit", "f.jsonc", "--no-input", "--set", "age=37"])
    #expect((result.status, result.errorText) == (.exited(0), ""))
    #expect(folder.read("f.jsonc") == text.replacing("36", with: "37"))
    #expect(
      try run(["convert", "f.jsonc", "--format", "json"]).output
        == Array("{\n  \"name\": \"Ada\",\n  \"age\": 37\n}\n".utf8))
    try folder.write(text, to: "f.json")
    let refused = try run(["edit", "f.json", "--no-input", "--set", "age=37"])
    #expect(refused.status == .exited(65))
    #expect(
      refused.errorText.contains(
        "f.json:2:3: not JSON: this is a comment; remove it, or read the file as jsonc"))
  }

  @Test("An edit of a value with an anchor leaves the values of its aliases unchanged")
  func editAlias() throws {
    try folder.write(ConvertTests.yaml, to: "f.yaml")
    let first = try run(["edit", "f.yaml", "--no-input", "--set", "work[0].company=Looms"])
    #expect((first.status, first.errorText) == (.exited(0), ""))
    #expect(
      folder.read("f.yaml")
        == ConvertTests.yaml.replacing("&e Engines", with: "Looms")
        .replacing("*e", with: "Engines"))
  }

  @Test("A save as YAML keeps infinities, even those without a row; a save as JSON is refused")
  func infinities() throws {
    let text = "name: .inf # me\nage: 36\nlimits: {low: -.inf, high: [1, .nan]}\n"
    try folder.write(text, to: "f.yaml")
    let edited = try run(["edit", "f.yaml", "--no-input", "--set", "age=37"])
    #expect((edited.status, edited.errorText) == (.exited(0), ""))
    #expect(folder.read("f.yaml") == text.replacing("36", with: "37"))
    for format in ["json", "jsonl", "jsonc"] {
      let refused = try run(["convert", "f.yaml", "--format", format])
      #expect(refused.status == .exited(65))
      #expect(refused.output.isEmpty)
      #expect(
        refused.errorText.hasSuffix(
          "name is .inf, which JSON cannot represent; choose yaml instead\n"))
    }
    #expect(try run(["convert", "f.yaml", "--format", "csv"]).outputText.contains(".inf,37"))
    // When the row has another answer, the error names the next infinity.
    _ = try run(["edit", "f.yaml", "--no-input", "--set", "name=Ada"])
    let other = try run(["convert", "f.yaml", "--format", "json"])
    #expect(
      other.errorText.hasSuffix(
        "limits.low is -.inf, which JSON cannot represent; choose yaml instead\n"))
  }

  @Test("A YAML file with comments is edited at the terminal and keeps them")
  func editYAMLOnScreen() throws {
    try folder.write("name: Ada # me\n", to: "f.yaml")
    let process = try TerminalProcess.start(
      Longform.executable, ["edit", "f.yaml"], directory: folder.path)
    try process.wait(for: "Name ▸ Ada")
    try process.save(typing: " L")
    #expect(process.screen.text.contains("as yaml to f.yaml"))
    #expect(folder.read("f.yaml") == "name: Ada L # me\n")
  }

  @Test("Errors in answers are reported with line and column in their own file")
  func places() throws {
    for (name, text, errors) in [
      (
        "a.yaml", "name: A\nage: [1]\nwork: 3\n",
        [
          "a.yaml:2:6: /age: must be a whole number, not an array",
          "a.yaml:3:7: /work: the document has a number here, not an array; an answer replaces it",
        ]
      ),
      ("a.yaml", "name: A\n\nage: x\n", ["a.yaml:3:6: age: “x” is not a whole number"]),
      (
        "a.yaml", "a: [1\n",
        ["a.yaml:2:1: not YAML: while parsing a flow sequence, did not find expected ',' or ']'"]
      ),
      ("a.csv", "name,age\nA,x\n", ["a.csv:2:3: age: “x” is not a whole number"]),
      ("a.csv", "name,age\nA\n", ["a.csv:2:1: the record has 1 cell, but the header has 2"]),
      ("a.tsv", "nme\nA\n", ["a.tsv:1:1: “nme” is not a column of the form; did you mean name?"]),
      (
        "a.jsonl", "{\"name\": \"A\"}\n{}\n",
        ["a.jsonl:2:1: the file has a second record; the answers to a form are one record"]
      ),
      (
        "a.jsonl", "{\"name\":\"A\",  \"age\":\"x\"}",
        ["a.jsonl:1:21: age: “x” is not a whole number"]
      ),
    ] {
      try folder.write(text, to: name)
      let fill = try run(["fill", "f", "--answers", name, "--no-input"])
      #expect(fill.errorText == errors.map { $0 + "\n" }.joined())
      #expect(fill.output.isEmpty)
      let check = try run(["check", "f", "--answers", name])
      #expect(check.errorText == fill.errorText)
      #expect(check.status == fill.status)
    }
  }

  @Test("check --json reports JSON Pointers and positions for answers in every format")
  func checkJSON() throws {
    let result = try run(
      ["check", "f", "--answers", "-", "--answers-format", "yaml", "--json"],
      input: "work: [{company: A}]\nage: x\n")
    #expect(result.status == .exited(1))
    let findings = try JSONDocument(parsing: result.output).root.elements.map {
      "\($0["path"]?.string ?? "") \($0["line"]?.numberText ?? "")"
    }
    #expect(findings == ["/name ", "/age 2"])
  }

  @Test("If answers have problems, convert writes them and exits with 2; unreadable input gives 65")
  func convert() throws {
    try folder.write("age: x\nmore: 1\n", to: "f.yaml")
    let problems = try run(["convert", "f.yaml"])
    #expect(problems.status == .exited(2))
    #expect(problems.outputText == "{\n  \"age\": \"x\",\n  \"more\": 1\n}\n")
    #expect(
      problems.errorText
        == "f.yaml: name: Name is required\nf.yaml:1:6: age: “x” is not a whole number\n")
    let piped = try run(
      ["convert", "-", "--form", "f", "--answers-format", "csv", "--format", "yaml"],
      input: "work[1].company,name\nB,A\n")
    #expect(piped.outputText == "work:\n  - {}\n  - company: B\nname: A\n")
    #expect(try run(["convert", "-"]).status == .exited(65))
    #expect(try run(["convert", "no.yaml", "--form", "f"]).status == .exited(66))
    #expect(try run(["convert", "-", "--form", "f"], input: "a: b").status == .exited(65))
    let over = try run(["convert", "f.yaml", "--output", "f.yaml"])
    #expect((over.status, folder.read("f.yaml")) == (.exited(73), "age: x\nmore: 1\n"))
  }

  @Test("Answers over the size limit are refused before they fill the memory, even from a pipe")
  func tooLarge() throws {
    let path = folder.path("big.yaml")
    #expect(try Program.run("/usr/bin/truncate", ["-s", "3G", path]).status == .exited(0))
    for (arguments, sentence) in [
      (["big.yaml"], "big.yaml is too large: answers as yaml have up to 64 MiB"),
      (["big.yaml", "--answers-format", "json"], "answers as json have up to 512 MiB"),
    ] {
      let result = try run(["convert"] + arguments + ["--form", "f"])
      #expect(result.status == .exited(65))
      #expect(result.errorText.contains(sentence))
    }
    let piped = try Program.run(
      "/bin/sh",
      [
        "-c", "yes | (ulimit -v 4000000; exec \"$0\" convert - --form f --answers-format yaml)",
        Longform.executable,
      ], directory: folder.path)
    #expect(piped.status == .exited(65))
    #expect(piped.errorText == "longform: stdin is too large: answers as yaml have up to 64 MiB\n")
  }

  // MARK: - Assignments for the shell (format env)

  @Test("With --format env, a form with keys that the shell reserves is refused at the start")
  func reservedNames() throws {
    try folder.write(
      ConvertTests.form.replacing("\"age\"", with: "\"path\""), to: "Forms/p.json")
    let sentence =
      "longform: path would set the variable PATH, which shells use themselves; "
      + "--env-prefix TEXT puts a text before all names\n"
    let piped = try run(["fill", "p", "--format", "env"], input: "Ada\n")
    #expect((piped.status, piped.errorText) == (.exited(65), sentence))
    let process = try TerminalProcess.start(
      Longform.executable, ["fill", "p", "--format", "env"], directory: folder.path)
    #expect(try process.waitForExit() == .exited(65))
    #expect(!process.screen.text.contains("▸"))
    let prefixed = try run(
      ["fill", "p", "--format", "env", "--env-prefix", "MY_"], input: "Ada\n7\n")
    #expect(prefixed.outputText == "MY_NAME='Ada'\nMY_PATH='7'\n")
    #expect(try run(["fill", "p", "--env-prefix", "9"], input: "A\n").status == .exited(64))
    // If the format is chosen only at the save, the form stays open.
    let late = try run(["fill", "p"], input: "Ada\n:save env\n")
    #expect((late.status, late.output) == (.exited(65), []))
  }

  @Test("At the terminal, a save as env that is refused leaves the form open")
  func refusedLate() throws {
    try folder.write(
      ConvertTests.form.replacing("\"age\"", with: "\"path\""), to: "Forms/p.json")
    let process = try TerminalProcess.start(
      Longform.executable, ["fill", "p"], output: .captured, directory: folder.path)
    try process.wait(for: "Name ▸")
    try process.press("Ada", .command, "save env\r")
    try process.wait(for: "Not saved: path would set the variable PATH")
    try process.press(.cancel)
    try process.wait(forAbsenceOf: "Nothing is lost")
    try process.press(.command, "export yaml out.yaml\r")
    try process.wait(for: "Exported as yaml to out.yaml")
    #expect(folder.read("out.yaml") == "name: Ada\n")
    try process.press(.command, "save csv\r")
    #expect(try process.waitForExit() == .exited(0))
    #expect(process.capturedOutput == Array("name,path,text\r\nAda,,\r\n".utf8))
  }
}
