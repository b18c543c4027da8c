// Defaults in documents and exports: values that a document lacks, and defaults that the person
// left unchanged. Also the positions of answers in lists. All formats have the same answers.

import TerminalTesting
import Testing

@testable import FormFormats
@testable import FormModel
@testable import FormSchema
@testable import FormScreen
@testable import LosslessJSON

@Suite("Defaults and list positions in exports", .waits)
struct DefaultAnswersTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      {"longform": 1, "id": "t", "output": {"empty": "omit"}, "sections": [{"rows": [
        {"id": "v", "label": "V", "required": true, "default": "2"}, {"id": "name"},
        {"id": "w", "default": "3"}]}]}
      """, to: "Forms/t.json")
    try folder.write(
      """
      {"longform": 1, "id": "o", "output": {"empty": "omit", "defaults": "omit"}, "sections": [
        {"id": "a", "rows": [{"id": "must", "required": true, "default": "1"},
          {"id": "fixed", "readOnly": true, "default": "2"}, {"id": "may", "default": "3"},
          {"id": "in", "key": "box.in", "default": "4"}, {"id": "name"}]},
        {"id": "work", "repeat": {"initial": 1}, "rows": [{"id": "company"},
          {"id": "kind", "default": "job"}]}]}
      """, to: "Forms/o.json")
  }

  private func run(_ arguments: [String], input: String = "") throws -> Program.Result {
    try Program.run(
      Longform.executable, arguments, input: .text(input), directory: folder.path)
  }

  private func fill(_ form: String, _ answers: String, _ sets: [String], format: String = "jsonl")
    throws -> Program.Result
  {
    try run(
      ["fill", form, "--no-input", "--answers", "-", "--format", format]
        + sets.flatMap { ["--set", $0] }, input: answers)
  }

  // MARK: - Values that a document lacks

  @Test("A required row is a problem if the document lacks its value, even if it has a default")
  func missing() throws {
    let result = try fill("t", "{}", ["name=x"])
    #expect(result.status == .exited(1))
    #expect(result.errorText == "stdin: v: V is required; did you mean “2”?\n")
    #expect(try fill("t", "{}", ["v=2", "name=x"]).outputText == #"{"v":"2","name":"x"}"# + "\n")
    let check = try run(["check", "t", "--answers", "-"], input: #"{"name": "x"}"#)
    #expect(check.status == .exited(1))
    // If there is no document, the default is the answer.
    let fresh = try run(["fill", "t", "--no-input", "--format", "jsonl"])
    #expect(fresh.outputText == #"{"v":"2","w":"3"}"# + "\n")
  }

  @Test("Answers that are exported and read back are the same in every format that can be read")
  func formatsAgree() throws {
    for (document, sets) in [
      ("{}", []), (#"{"name":"x"}"#, []), ("{}", ["v=2", "w=3"]), (#"{"v":"2"}"#, ["w=4"]),
      (#"{"v":null,"w":null}"#, []), (#"{"v":"2","w":"3","name":"y"}"#, ["name="]),
    ] {
      try folder.write(document, to: "d.json")
      _ = try run(
        ["edit", "d.json", "--form", "t", "--no-input", "--set", "name=x"]
          + sets.flatMap { ["--set", $0] })
      // Values that a document lacks are not compared, because a table cannot lack a value.
      let expected = try values(in: try run(["convert", "d.json", "--form", "t"]))
      for format in ["jsonl", "yaml", "csv", "tsv"] {
        _ = try run(
          ["convert", "d.json", "--form", "t", "--output", "e.\(format)", "--force"])
        let back = try values(in: try run(["convert", "e.\(format)", "--form", "t"]))
        #expect(back == expected, "\(document) \(sets) as \(format)")
      }
      let assignments = try run(["convert", "d.json", "--form", "t", "--format", "env"])
      let text = try run(["convert", "d.json", "--form", "t", "--format", "text"])
      for (number, key) in ["v", "name", "w"].enumerated() {
        let value = expected[key] ?? ""
        #expect(
          assignments.outputText.contains("\(key.uppercased())='\(value)'\n") != value.isEmpty)
        let line = "Value for row \(number + 1) (\(key == "v" ? "V" : key)): "
        #expect(text.outputText.contains("\(line)\(value.isEmpty ? "Empty" : value)\n"))
      }
    }
  }

  /// Returns the answers in a document that are texts, by key.
  private func values(in result: Program.Result) throws -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: try JSONDocument(parsing: result.output).root.members.compactMap {
        key, value in value.string.map { (key.string ?? "", $0) }
      })
  }

  @Test("The Right key adds the default that the document lacks")
  func taken() throws {
    try folder.write("{\"name\": \"x\"}", to: "d.json")
    let process = try TerminalProcess.start(
      Longform.executable, ["edit", "d.json", "--form", "t"], directory: folder.path)
    try process.wait(for: "V ▸ 2")
    try process.press(.save)
    try process.wait(for: "V is required; did you mean “2”?")
    try process.press(.cancel)
    try process.wait(for: "→ makes it 2   Enter next")
    try process.press(.right)
    try process.wait(forAbsenceOf: "V is required")
    try process.save()
    #expect(folder.read("d.json") == #"{"name": "x", "v": "2"}"#)
  }

  @Test("The Right key adds the text of a required read-only row to a document")
  func takenReadOnly() throws {
    try folder.write(
      """
      {"longform": 1, "id": "r", "sections": [{"rows": [{"id": "name"},
        {"id": "fixed", "label": "Fixed", "readOnly": true, "required": true, "default": "2"}]}]}
      """, to: "Forms/r.json")
    try folder.write("{\"name\": \"x\"}", to: "d.json")
    let process = try TerminalProcess.start(
      Longform.executable, ["edit", "d.json", "--form", "r"], directory: folder.path)
    try process.wait(for: "name ▸ x")
    try process.press(.save)
    try process.wait(for: "Fixed is required; did you mean “2”?")
    try process.press(.cancel)
    try process.wait(for: "→ makes it 2   Enter save")
    try process.press(.right)
    try process.wait(forAbsenceOf: "Fixed is required")
    try process.save()
    #expect(folder.read("d.json") == #"{"name": "x", "fixed": "2"}"#)
  }

  @Test("A required constant of a schema is reported if a document lacks it")
  func constant() throws {
    try folder.write(
      #"{"type":"object","required":["kind"],"properties":{"kind":{"enum":["x"]},"a":{"type":"string"}}}"#,
      to: "s.json")
    try folder.write(try run(["import", "s.json"]).output, to: "Forms/s.json")
    let check = try run(["check", "s", "--answers", "-"], input: "{}")
    #expect(check.status == .exited(1))
    #expect(check.errorText.contains("kind: Kind is required; did you mean “x”?"))
    let given = try run(
      ["fill", "s", "--answers", "-", "--no-input", "--set", "kind=x", "--format", "jsonl"],
      input: "{}")
    #expect((given.status, given.outputText) == (.exited(0), "{\"kind\":\"x\"}\n"))
  }

  // MARK: - The template's key output.defaults

  @Test("If output.defaults is omit, unchanged defaults of optional rows are left out")
  func omitted() throws {
    let untouched = try run(["fill", "o", "--no-input", "--format", "jsonl"])
    #expect(untouched.outputText == #"{"must":"1","fixed":"2"}"# + "\n")
    let given = try run(
      [
        "fill", "o", "--no-input", "--format", "jsonl", "--set", "may=3", "--set", "in=5", "--set",
        "work[0].company=X",
      ])
    #expect(
      given.outputText
        == #"{"must":"1","fixed":"2","may":"3","box":{"in":"5"},"work":[{"company":"X"}]}"# + "\n")
    let assignments = try run(["fill", "o", "--no-input", "--format", "env"])
    #expect(assignments.outputText == "MUST='1'\nFIXED='2'\n")
    // A table and the text format have the defaults nevertheless: a table has a column for each
    // row, and the text format has the displayed texts.
    let table = try run(["fill", "o", "--no-input", "--format", "csv"])
    #expect(table.outputText.hasPrefix("must,fixed,may,box.in,name"))
    #expect(table.outputText.split(separator: "\r\n").last?.hasPrefix("1,2,3,4,") == true)
    let text = try run(["fill", "o", "--no-input", "--format", "text"])
    #expect(text.outputText.contains("(may): 3\n"))
    // A default that was typed is not left out.
    let typed = try run(["fill", "o", "--format", "jsonl"], input: "\n\n3\n")
    #expect(typed.outputText == #"{"must":"1","fixed":"2","may":"3"}"# + "\n")
  }

  // MARK: - Positions in lists

  @Test("The answers of a counted row keep their positions, for every value of --empty")
  func places() throws {
    let zoe = "[\"Ada\"" + String(repeating: ",null", count: 15) + ",\"Zoe\"]"
    for empty in ["omit", "null", "string"] {
      let json = try run(
        ["fill", Longform.form("classmates"), "--format", "jsonl", "--empty", empty],
        input: "Ada\n:goto 17\nZoe\n")
      #expect(json.outputText == "{\"classmates\":\(zoe)}\n")
      try folder.write(json.output, to: "c.json")
      let options = ["--form", Longform.form("classmates"), "--empty", empty]
      for format in ["yaml", "csv", "tsv"] {
        let there = try run(
          ["convert", "c.json", "--output", "c.\(format)", "--force"] + options)
        #expect((there.status, there.errorText) == (.exited(0), ""))
        let back = try run(["convert", "c.\(format)", "--format", "jsonl"] + options)
        #expect(back.output == json.output, "\(format) \(empty)")
      }
    }
    let assignments = try run(
      [
        "convert", "c.json", "--form", Longform.form("classmates"), "--format", "env", "--empty",
        "omit",
      ])
    #expect(assignments.outputText == "CLASSMATES_0='Ada'\nCLASSMATES_16='Zoe'\n")
  }

  @Test("The answers of a list keep their positions if one is removed, or added after the end")
  func placesInDocuments() throws {
    let form = Longform.form("classmates")
    for (document, set, expected) in [
      (#"{"classmates": ["a", "b"]}"#, "classmate1=", #"{"classmates": [null, "b"]}"#),
      (#"{"classmates": ["a", "b"]}"#, "classmate2=", #"{"classmates": ["a"]}"#),
      (#"{"classmates": ["a", "b", null]}"#, "classmate2=", #"{"classmates": ["a", null, null]}"#),
      (
        #"{"classmates": ["a", "b"]}"#, "classmate5=e",
        #"{"classmates": ["a", "b", null, null, "e"]}"#
      ),
      (#"{"classmates": ["a"]}"#, "classmate1=", #"{"classmates": []}"#),
    ] {
      for empty in ["omit", "null", "string"] {
        try folder.write(document, to: "c.json")
        let result = try run(
          ["edit", "c.json", "--form", form, "--no-input", "--set", set, "--empty", empty])
        #expect(result.status == .exited(0))
        #expect(folder.read("c.json") == expected, "\(document) \(set) \(empty)")
      }
    }
  }

  // MARK: - The template's key mustBe

  @Test("If a row accepts only yes, the answer no is a problem")
  func mustBe() throws {
    try folder.write(
      """
      {"longform": 1, "id": "m", "sections": [{"rows": [
        {"id": "read", "type": "boolean", "required": true, "mustBe": true}]}]}
      """, to: "Forms/m.json")
    for (answer, status, reported) in [
      ("yes", 0, ""), ("no", 1, "stdin:1: read: “no” is not accepted; the answer must be yes\n"),
      ("", 1, "stdin:1: read: read is required\n"),
    ] {
      let result = try run(["fill", "m", "--format", "jsonl"], input: answer + "\n")
      #expect((result.status, result.errorText) == (.exited(Int32(status)), reported))
    }
    for (row, sentence) in [
      (
        #""mustBe": false, "type": "boolean""#,
        "row a: \"mustBe\" must be true, not false; leave it out to allow both answers"
      ),
      (
        #""mustBe": 1, "type": "boolean""#,
        "row a: \"mustBe\" must be true or false, not 1; write true"
      ),
      (
        #""mustBe": true"#,
        "row a: \"mustBe\" has no meaning in a row of type text; it is for rows of type boolean"
      ),
      (
        #""mustBe": true, "type": "boolean", "default": "no""#,
        "row a: the row does not accept its \"default\""
      ),
    ] {
      try folder.write(
        #"{"longform": 1, "id": "m", "sections": [{"rows": [{"id": "a", \#(row)}]}]}"#, to: "m.json"
      )
      let check = try run(["check", "./m.json"])
      #expect(check.status == .exited(65))
      #expect(check.errorText.contains(sentence), "\(check.errorText)")
    }
  }
}
