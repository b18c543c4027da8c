// Documents with values that do not fit the form: every command reports these values in the same
// words, and keeps them byte for byte until an answer replaces them.

import TerminalTesting
import Testing

@testable import FormFormats
@testable import FormModel
@testable import FormScreen
@testable import LosslessJSON

@Suite("Values that do not fit the form", .waits)
struct DocumentValueTests {
  private static let form = """
    {"longform": 1, "id": "f", "output": {"empty": "omit"}, "sections": [{"id": "a", "rows": [
      {"id": "name", "label": "Name", "required": true}, {"id": "n", "type": "integer"},
      {"id": "d", "type": "decimal"}, {"id": "b", "type": "boolean"}, {"id": "l", "type": "list"},
      {"id": "day", "type": "date"}, {"id": "mail", "type": "email"}, {"id": "u", "type": "uuid"},
      {"id": "c", "type": "choice", "choices": ["5", {"value": 1, "label": "one"}]},
      {"id": "cs", "type": "choices", "choices": ["5", {"value": 1, "label": "one"}]},
      {"id": "key", "type": "secret"}, {"id": "home", "key": "home.street"},
      {"id": "town", "key": "home.town"}, {"id": "tag{n}", "count": 3, "key": "tags[]"}]},
      {"id": "work", "title": "Work", "repeat": {"key": "work", "initial": 1},
       "rows": [{"id": "company"}, {"id": "years", "type": "integer"}]}]}
    """
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(DocumentValueTests.form, to: "Forms/f.json")
  }

  private func run(_ arguments: [String], input: String = "") throws -> Program.Result {
    try Program.run(
      Longform.executable, arguments, input: .text(input), directory: folder.path)
  }

  /// Documents with a value that does not fit its row, each with the expected report.
  private static let misfits = [
    (#"{"name":5}"#, #"1:9: /name: must be a string, not a number; did you mean "5"?"#),
    (#"{"name":true}"#, #"1:9: /name: must be a string, not a boolean; did you mean "true"?"#),
    (#"{"name":{}}"#, "1:9: /name: must be a string, not an object"),
    (#"{"name":[]}"#, "1:9: /name: must be a string, not an array"),
    (
      #"{"name":"A","n":"1"}"#,
      "1:17: /n: must be a whole number, not a string; did you mean 1?"
    ),
    (#"{"name":"A","n":true}"#, "1:17: /n: must be a whole number, not a boolean"),
    (#"{"name":"A","n":1.5}"#, "1:17: n: “1.5” is not a whole number"),
    (
      #"{"name":"A","d":"1.5"}"#,
      "1:17: /d: must be a number, not a string; did you mean 1.5?"
    ),
    (
      #"{"name":"A","b":"yes"}"#,
      "1:17: /b: must be true or false, not a string; did you mean true?"
    ),
    (#"{"name":"A","b":1}"#, "1:17: /b: must be true or false, not a number"),
    (
      #"{"name":"A","l":"one"}"#,
      #"1:17: /l: must be an array of strings, not a string; did you mean ["one"]?"#
    ),
    (
      #"{"name":"A","l":[1,2]}"#,
      #"1:17: /l: every entry must be a string, not a number; did you mean ["1", "2"]?"#
    ),
    (#"{"name":"A","l":[{}]}"#, "1:17: /l: every entry must be a string, not an object"),
    (#"{"name":"A","l":[null]}"#, "1:17: /l: every entry must be a string, not null"),
    (
      #"{"name":"A","day":2019}"#,
      #"1:19: /day: must be a string, not a number; did you mean "2019"?"#
    ),
    (#"{"name":"A","mail":5}"#, "1:20: /mail: must be a string, not a number"),
    (
      #"{"name":"A","u":"{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}"}"#,
      #"1:17: /u: “{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}” is not a bare UUID; "#
        + #"did you mean "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"?"#
    ),
    (
      #"{"name":"A","u":"urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6"}"#,
      #"1:17: /u: “urn:uuid:f81d4fae-7dec-11d0-a765-00a0c9…” is not a bare UUID; "#
        + #"did you mean "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"?"#
    ),
    (
      #"{"name":"A","c":5}"#,
      #"1:17: /c: must be one of the choices, not a number; did you mean "5"?"#
    ),
    (
      #"{"name":"A","cs":["5",5]}"#,
      "1:18: /cs: every entry must be one of the choices, not a number; "
        + #"did you mean ["5", "5"]?"#
    ),
    // The report about a secret suggests no value.
    (#"{"name":"A","key":5}"#, "1:19: /key: must be a string, not a number"),
    (
      #"{"name":"A","tags":["x",7]}"#,
      #"1:25: /tags/1: must be a string, not a number; did you mean "7"?"#
    ),
    (
      #"{"name":"A","work":[{"years":"3"}]}"#,
      "1:30: /work/0/years: must be a whole number, not a string; did you mean 3?"
    ),
    (
      #"{"name":"A","home":"x"}"#,
      "1:20: /home: the document has a string here, not an object; an answer replaces it"
    ),
    (
      #"{"name":"A","tags":{}}"#,
      "1:20: /tags: the document has an object here, not an array; an answer replaces it"
    ),
    (
      #"{"name":"A","work":{"x":1}}"#,
      "1:20: /work: the document has an object here, not an array; an answer replaces it"
    ),
    (
      #"{"name":"A","work":[{"company":"B"},5]}"#,
      "1:37: /work/1: the document has a number here, not an object; an answer replaces it"
    ),
  ]

  @Test("Every command reports a wrong type, and none changes the value", arguments: misfits)
  func reported(document: String, sentence: String) throws {
    try folder.write(document, to: "f.json")
    let line = "f.json:\(sentence)\n"
    let check = try run(["check", "f", "--answers", "f.json"])
    #expect((check.status, check.errorText) == (.exited(1), line))
    let fill = try run(["fill", "f", "--answers", "f.json", "--no-input"])
    #expect((fill.status, fill.errorText, fill.outputText) == (.exited(1), line, ""))
    let convert = try run(["convert", "f.json"])
    #expect((convert.status, convert.errorText) == (.exited(2), line))
    #expect(convert.outputText == document)
    let edit = try run(["edit", "f.json", "--no-input"])
    #expect((edit.status, edit.errorText) == (.exited(2), line))
    #expect(folder.read("f.json") == document)
    let strict = try run(["edit", "f.json", "--no-input", "--strict"])
    #expect((strict.status, folder.read("f.json")) == (.exited(1), document))
  }

  @Test("A number that is none of the choices, which are numbers, is named with the choices")
  func wrongChoice() throws {
    let form = """
      {"longform": 1, "id": "s", "sections": [{"rows": [
        {"id": "size", "type": "choice", "choices": [
          {"value": 1, "label": "Small"}, {"value": 2, "label": "Large"}, "other"]},
        {"id": "sizes", "type": "choices", "choices": [
          {"value": 1}, {"value": 2}, {"value": true}]}]}]}
      """
    try folder.write(form, to: "Forms/s.json")
    for (document, sentence) in [
      (#"{"size":7}"#, "1:9: /size: “7” is not one of Small, Large, other"),
      (#"{"size":true}"#, "1:9: /size: must be one of the choices, not a boolean"),
      (#"{"sizes":[1,7]}"#, "1:10: /sizes: “7” is not one of 1, 2, true"),
      (#"{"sizes":[1,false]}"#, "1:10: /sizes: “false” is not one of 1, 2, true"),
    ] {
      try folder.write(document, to: "s.json")
      #expect(
        try run(["check", "s", "--answers", "s.json"]).errorText == "s.json:\(sentence)\n")
    }
  }

  @Test(
    "JSON Lines and YAML are treated like JSON; a cell of a table is text and fits every type")
  func otherFormats() throws {
    try folder.write(#"{"name":"A","n":"1"}"#, to: "f.jsonl")
    try folder.write("name: A\nn: \"1\"\n", to: "f.yaml")
    try folder.write("name,n,b,l\nA,1,yes,one\n", to: "f.csv")
    let sentence = "/n: must be a whole number, not a string; did you mean 1?\n"
    #expect(
      try run(["check", "f", "--answers", "f.jsonl"]).errorText == "f.jsonl:1:17: \(sentence)")
    #expect(try run(["check", "f", "--answers", "f.yaml"]).errorText == "f.yaml:2:4: \(sentence)")
    let table = try run(["convert", "f.csv", "--format", "jsonl"])
    #expect(table.status == .exited(0))
    #expect(table.outputText == #"{"name":"A","n":1,"b":true,"l":["one"]}"# + "\n")
  }

  @Test("An answer replaces a value that does not fit, even if both have the same text")
  func mended() throws {
    for (document, set, expected) in [
      (#"{"name":5}"#, "name=5", #"{"name":"5"}"#),
      (#"{"name":"A","n":"1"}"#, "n=1", #"{"name":"A","n":1}"#),
      (#"{"name":"A","b":"yes"}"#, "b=yes", #"{"name":"A","b":true}"#),
      (#"{"name":"A","l":"one"}"#, "l=one", #"{"name":"A","l":["one"]}"#),
      (#"{"name":"A","tags":["x",7]}"#, "tag2=7", #"{"name":"A","tags":["x","7"]}"#),
    ] {
      try folder.write(document, to: "f.json")
      let result = try run(["edit", "f.json", "--no-input", "--set", set])
      #expect((result.status, result.errorText) == (.exited(0), ""))
      #expect(folder.read("f.json") == expected)
    }
    try folder.write(#"{"name":"A","home":"x","work":[1]}"#, to: "f.json")
    let result = try run(["edit", "f.json", "--no-input", "--set", "home.town=Y"])
    #expect(result.status == .exited(2))
    #expect(
      result.errorText == """
        f.json:1:32: /work/0: the document has a number here, not an object; an answer replaces it
        f.json:1:20: /home: the document has a string here, not an object; the answers replace it

        """)
    #expect(folder.read("f.json") == #"{"name":"A","home":{"town":"Y"},"work":[1]}"#)
  }

  @Test("A row whose value does not fit is marked at the start, and Right takes the suggestion")
  func marked() throws {
    try folder.write(#"{"name": 5, "n": 3}"#, to: "f.json")
    let process = try TerminalProcess.start(
      Longform.executable, ["edit", "f.json"], directory: folder.path)
    try process.wait(for: "must be a string, not a number; did you mean \"5\"?")
    #expect(process.screen.text.contains("▌! 1  Name"))
    try process.press(.right)
    try process.wait(forAbsenceOf: "must be a string")
    try process.save()
    #expect(folder.read("f.json") == #"{"name": "5", "n": 3}"#)
  }

  @Test(
    "Retyping the displayed text of a row corrects the value, and the draft keeps the correction")
  func retyped() throws {
    let drafts = try DraftHome()
    try drafts.home.write(DocumentValueTests.form, to: "Forms/f.json")
    try drafts.home.write(#"{"name": 5, "n": 3}"#, to: "f.json")
    let process = try drafts.start(["edit", "f.json"], waitingFor: "Name ▸ 5")
    try process.press(.backspace, "5\r")
    try process.wait(for: "n ▸ 3")
    try process.waitUntilKept()
    try process.kill()
    let again = try drafts.start(["edit", "f.json"], waitingFor: "n ▸ 3")
    try again.save()
    #expect(drafts.home.read("f.json") == #"{"name": "5", "n": 3}"#)
  }

  @Test("A whole number may be written 1.0, which also equals a choice whose value is 1")
  func wholeNumbers() throws {
    let document = #"{"name":"A","n":1.0,"c":1.0,"cs":[1e0],"work":[{"years":2E1}]}"#
    try folder.write(document, to: "f.json")
    for arguments in [["check", "f", "--answers", "f.json"], ["edit", "f.json", "--no-input"]] {
      let result = try run(arguments)
      #expect((result.status, result.errorText) == (.exited(0), ""))
    }
    #expect(folder.read("f.json") == document)
    _ = try run(["edit", "f.json", "--no-input", "--set", "d=2"])
    #expect(folder.read("f.json") == document.replacing("1.0,\"c\"", with: "1.0,\"d\":2,\"c\""))
    let table = try run(["convert", "f.json", "--format", "csv"])
    let back = try run(
      ["convert", "-", "--form", "f", "--answers-format", "csv", "--format", "jsonl"],
      input: table.outputText)
    #expect((back.status, back.errorText) == (.exited(0), ""))
    #expect(back.outputText.contains(#""n":1.0"#))
  }

  @Test("A problem that quotes several lines is reported on a single line")
  func oneLine() throws {
    try folder.write("{\"name\": \"A\",\n\"b\": \"x\\ny\",\n\"c\": \"a\\r\\nb\"}", to: "f.json")
    let result = try run(["check", "f", "--answers", "f.json"])
    #expect(
      result.errorText == """
        f.json:2:6: b: “x\\ny” is neither yes nor no
        f.json:3:6: c: “a\\nb” is not one of 5, one

        """)
  }

  // MARK: - Problems that the file already has

  @Test("edit writes a change even if the file already has problems, and refuses to add a problem")
  func knownProblems() throws {
    let document = #"{"name":"A","n":"x","mail":"a..b@x","work":[{"company":"B"}]}"#
    let known = """
      f.json:1:17: n: “x” is not a whole number
      f.json:1:28: mail: “a..b@x” is not an email address

      """
    try folder.write(document, to: "f.json")
    let changed = try run(["edit", "f.json", "--no-input", "--set", "name=B"])
    #expect((changed.status, changed.errorText) == (.exited(2), known))
    #expect(folder.read("f.json") == document.replacing("\"A\"", with: "\"B\""))
    let piped = try run(["edit", "f.json"], input: "C\n")
    #expect(piped.status == .exited(2))
    #expect(folder.read("f.json") == document.replacing("\"A\"", with: "\"C\""))
    for arguments in [
      ["--no-input", "--set", "d=x"], ["--no-input", "--set", "name="], ["--no-input", "--strict"],
      ["--no-input", "--set", "n=y"],
    ] {
      let refused = try run(["edit", "f.json"] + arguments)
      #expect(refused.status == .exited(1), "\(arguments)")
      #expect(folder.read("f.json") == document.replacing("\"A\"", with: "\"C\""))
      // The refused answer is not in the file, so the report names no line of the file.
      #expect(!arguments.contains("n=y") || refused.errorText.hasPrefix("n: “y” is not a whole"))
    }
    let mended = try run(
      ["edit", "f.json", "--no-input", "--set", "n=1", "--set", "mail=a@b.c"])
    #expect((mended.status, mended.errorText) == (.exited(0), ""))
    let fill = try run(["fill", "f", "--answers", "f.json", "--set", "n=x", "--no-input"])
    #expect((fill.status, fill.outputText) == (.exited(1), ""))
  }

  // MARK: - Items that --set creates

  @Test("--set can create the item after a section's last one; an item further on is a usage error")
  func nextItem() throws {
    let made = try run(
      [
        "fill", "f", "--no-input", "--set", "name=A", "--set", "work[0].company=X", "--set",
        "work[1].company=Y", "--set", "work[2].years=3",
      ])
    #expect((made.status, made.errorText) == (.exited(0), ""))
    #expect(
      made.outputText.split(separator: "\n").joined().replacing(" ", with: "")
        == #"{"name":"A","work":[{"company":"X"},{"company":"Y"},{"years":3}]}"#)
    try folder.write(#"{"name":"A","work":[{"company":"B"}]}"#, to: "f.json")
    let added = try run(["edit", "f.json", "--no-input", "--set", "work[1].company=C"])
    #expect(added.status == .exited(0))
    #expect(folder.read("f.json") == #"{"name":"A","work":[{"company":"B"},{"company":"C"}]}"#)
    let farther = try run(["edit", "f.json", "--no-input", "--set", "work[4].company=C"])
    #expect(farther.status == .exited(64))
    #expect(
      farther.errorText
        == "longform: --set work[4].company: work has 2 items; set work[2] first\n")
    let resume = try run(
      ["fill", Longform.form("resume"), "--set", "work[0].name=X", "--no-input"])
    #expect((resume.status, resume.errorText) == (.exited(0), ""))
    #expect(resume.outputText.contains("\"name\": \"X\""))
  }

  @Test("An item that --set created is still there when the draft is resumed")
  func nextItemInDraft() throws {
    let drafts = try DraftHome()
    try drafts.home.write(DocumentValueTests.form, to: "Forms/f.json")
    let process = try drafts.start(
      ["fill", "f", "--set", "work[1].company=Y", "--output", "out.json"], waitingFor: "Name ▸")
    try process.send("Ada\r")
    try process.waitUntilKept()
    try process.kill()
    let again = try drafts.start(["fill", "f", "--output", "out.json"], waitingFor: "n ▸")
    try again.save()
    #expect(drafts.home.read("out.json")?.contains("\"company\": \"Y\"") == true)
  }
}
