// Filling a form through a pipe: each line of input is an answer or a command, and standard output
// gets the answers.

import Glibc
import TerminalTesting
import Testing

@Suite("Filling through a pipe", .waits)
struct PipeTests {
  private let classmates = Longform.form("classmates")

  @Test("A problem that the document had before is reported at its place in the document")
  func documentProblem() throws {
    let folder = try temporaryFolder()
    let form = try folder.write(
      """
      {"longform": 1, "id": "f", "sections": [{"rows": [
        {"id": "version"}, {"id": "restart", "type": "choice", "choices": ["always", "never"]}]}]}
      """, to: "f.json")
    let answers = try folder.write("version: 2\nrestart: sometimes\n", to: "a.yaml")
    let result = try Longform.pipe(
      ":set version 3\n", ["edit", answers, "--form", form])
    #expect(
      result.errorText.hasPrefix("\(answers):2:10: restart: “sometimes” is not one of"),
      "\(result.errorText)")
    let typed = try Longform.pipe(
      ":set restart often\n", ["edit", answers, "--form", form])
    #expect(typed.errorText.hasPrefix("stdin:1: restart: “often” is not one of"))
  }

  @Test("Each line answers a row, an empty line skips one, :goto jumps, and :save ends the form")
  func lines() throws {
    let result = try Longform.pipe(
      "Ada\n\nGrace\n:goto 20\nZoe\n:save\nnot read", ["fill", classmates, "--format", "text"])
    #expect(result.status == .exited(0))
    #expect(result.errorText == "")
    var expected = ""
    for row in 1...20 {
      let answer = [1: "Ada", 3: "Grace", 20: "Zoe"][row] ?? "Empty"
      expected += "Value for row \(row) (Classmate \(row)): \(answer)\n"
    }
    #expect(result.outputText == expected)
  }

  @Test("The end of the input saves; a line may end in CRLF, and the last line needs no line end")
  func endOfInput() throws {
    let result = try Longform.pipe("Ada\r\nGrace", [classmates])
    #expect(result.status == .exited(0))
    #expect(result.outputText == "{\n  \"classmates\": [\n    \"Ada\",\n    \"Grace\"\n  ]\n}\n")
  }

  @Test("A backslash before a colon or a backslash is removed; any other backslash stays")
  func escapes() throws {
    let result = try Longform.pipe("\\:save\n\\\\x\n\\n\n", [classmates])
    #expect(result.outputText.contains("    \":save\",\n    \"\\\\x\",\n    \"\\\\n\"\n"))
  }

  @Test(":lines gives an answer of several lines, :set answers by key, :append and :clear edit")
  func commands() throws {
    let result = try Longform.pipe(
      """
      :lines END
      one
      :save
      END
      :set classmate7 seven
      :set classmate8
      :goto classmate9
      nine
      :prev
      :append  more
      :goto 7
      :clear
      :undo
      :save
      """, [classmates])
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(
      result.outputText
        == "{\n  \"classmates\": [\n    \"one :save\",\n"
        + String(repeating: "    null,\n", count: 5)
        + "    \"seven\",\n    null,\n    \"ninemore\"\n  ]\n}\n")
    #expect(result.errorText == "Undone in 7 Classmate 7: “seven” is back\n")
  }

  @Test("If the form has one row, the error about a second line names the only row")
  func onlyRow() throws {
    let result = try Program.run(
      Longform.executable, ["ask", "Name"], input: .text("x\ny\n"))
    #expect(result.errorText == "stdin:2: no row left for “y”; the only row has a line\n")
  }

  @Test(
    "All errors are reported with their line numbers, and nothing is written",
    arguments: [
      (":foo\n", "stdin:1: no command :foo"),
      (":g 3\n", "stdin:1: no command :g"),
      ("Ada\n:goto 21\n", "stdin:2: no row “21”; the form has 20 rows"),
      ("x\n:goto nobody\n:bar\n", "stdin:2: no row “nobody”"),
      ("x\n:goto nobody\n:bar\n", "stdin:3: no command :bar"),
      (
        String(repeating: "x\n", count: 21),
        "stdin:21: no row left for “x”; all 20 rows have a line"
      ),
      (":lines END\nx\n", "stdin:1: :lines needs a line “END” at its end"),
      (":lines\n", "stdin:1: :lines needs the line that ends"),
      (
        ":save xml\n",
        "stdin:1: no format “xml”; formats: json, jsonc, jsonl, csv, tsv, yaml, env, text, markdown, html"
      ),
      (":next 3\n", "stdin:1: :next takes no argument; nothing was done with “3”"),
      (":set nobody x\n", "stdin:1: no row has the key or id “nobody”"),
      (":quit\n", "stdin:1: left without saving"),
      ("", "longform: standard input is empty"),
    ])
  func errors(input: String, expected: String) throws {
    let result = try Longform.pipe(input, [classmates])
    #expect(result.status == .exited(1))
    #expect(result.errorText.contains(expected), "\(result.errorText)")
    #expect(result.output.isEmpty)
  }

  @Test("After the last row, :add and :duplicate go to the item that they create")
  func addedAfterLastRow() throws {
    let folder = try temporaryFolder()
    let form = try folder.write(
      """
      {"longform": 1, "id": "f", "output": {"empty": "omit"}, "sections": [{"id": "work",
        "repeat": {"key": "work", "initial": 1, "max": 3}, "rows": [{"id": "a"}, {"id": "b"}]}]}
      """, to: "f.json")
    let result = try Longform.pipe(
      "1\n2\n:add\n3\n4\n:duplicate\n5\n", [form, "--format", "jsonl"])
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(
      result.outputText
        == #"{"work":[{"a":"1","b":"2"},{"a":"3","b":"4"},{"a":"3","b":"5"}]}"# + "\n")
    let full = try Longform.pipe("1\n2\n:add\n3\n4\n:add\n5\n6\n:add\n7\n", [form])
    #expect(full.status == .exited(1) && full.output.isEmpty)
    #expect(
      full.errorText.contains(
        "stdin:10: no row left for “7”; all 6 rows have a line; :add work adds an item"))
  }

  @Test("Input that is not UTF-8 is refused with its line number")
  func invalidUTF8() throws {
    let result = try Program.run(
      Longform.executable, [classmates], input: .bytes(Array("Ada\n\u{FF}".utf8) + [0xFF, 0x0A]))
    #expect(result.status == .exited(65))
    #expect(result.errorText.contains("stdin:2: the line is not UTF-8"))
    #expect(result.output.isEmpty)
  }

  @Test("Problems are reported with a line number; :save! exports anyway and exits with 2")
  func problems() throws {
    let folder = try temporaryFolder()
    let form = try Longform.formRequiringName(in: folder)
    let refused = try Longform.pipe("   \nHeadline\n", [form])
    #expect(refused.status == .exited(1))
    #expect(refused.errorText == "stdin:1: name: Name is required\n")
    #expect(refused.output.isEmpty)
    let unseen = try Longform.pipe(":goto 4\nx\n:save\n", [form])
    #expect(unseen.errorText == "stdin:3: name: Name is required\n")
    let saved = try Longform.pipe(":goto 4\nx\n:save!\n", [form])
    #expect(saved.status == .exited(2))
    #expect(saved.errorText == "stdin:3: name: Name is required\n")
    #expect(saved.outputText == "{\n  \"basics\": {\n    \"phone\": \"x\"\n  }\n}\n")
  }

  @Test("A form of very many rows is filled and saved")
  func millionRows() throws {
    let count = TestScale.size(1_000_000, short: 200_000)
    let folder = try temporaryFolder()
    let form = try folder.write(
      """
      {"longform": 1, "id": "many", "output": {"empty": "omit"}, "sections": [
        {"rows": [{"id": "row{n}", "count": \(count), "label": "Row {n}", "key": "rows[]"}]}]}
      """, to: "many.json")
    let result = try Longform.pipe("first\n:goto \(count)\nlast\n", [form])
    let between = String(repeating: "    null,\n", count: count - 2)
    #expect(
      result.outputText
        == "{\n  \"rows\": [\n    \"first\",\n\(between)    \"last\"\n  ]\n}\n")
  }

  @Test(
    "A full disk or a closed pipe ends the program with exit code 74 and a message",
    arguments: [
      (ProgramOutput.file("/dev/full"), "no space left on device"), (.closedPipe, "broken pipe"),
    ])
  func writeFails(output: ProgramOutput, reason: String) throws {
    let result = try Longform.pipe("Ada\n", [classmates], output: output)
    #expect(result.status == .exited(74))
    #expect(result.errorText == "longform: standard output: \(reason)\n")
  }

  @Test(
    "If the reader of a list stops early, the program ends without a message",
    arguments: [["help", "--all"], ["manual"], ["schema"]])
  func listIsNotRead(arguments: [String]) throws {
    let result = try Longform.pipe("", arguments, output: .closedPipe)
    #expect(result.status == .signaled(SIGPIPE))
    #expect(result.errorText.isEmpty)
  }

  @Test("If standard output is closed, the program exits with an error before it reads anything")
  func closedOutput() throws {
    let result = try Longform.pipe("Ada\n", [classmates], output: .closed)
    #expect(result.status == .exited(73))
    #expect(result.errorText.contains("standard output is closed"))
  }
}

@Suite("Files for input and output", .waits)
struct FileTests {
  private let classmates = Longform.form("classmates")

  @Test("--output creates a file; it replaces a file that is not empty only with --force")
  func output() throws {
    let folder = try temporaryFolder()
    let path = folder.path("out.json")
    let first = try Longform.pipe("Ada\n", [classmates, "--output", path])
    #expect((first.status, first.output) == (.exited(0), []))
    #expect(folder.read("out.json") == "{\n  \"classmates\": [\n    \"Ada\"\n  ]\n}\n")
    let refused = try Longform.pipe("Grace\n", [classmates, "--output", path])
    #expect(refused.status == .exited(73))
    #expect(
      refused.errorText.hasSuffix(
        "exists and is not empty; longform edit --form \(classmates) \(path) edits it, "
          + "--force replaces it\n"))
    let forced = try Longform.pipe(
      "Grace\n", [classmates, "--output", path, "--force", "--format", "text"])
    #expect(forced.status == .exited(0))
    #expect(folder.read("out.json")?.hasPrefix("Value for row 1 (Classmate 1): Grace\n") == true)
    #expect(folder.entries() == ["out.json"], "nothing is left beside it")
  }

  @Test("A symbolic link is followed; a directory and a missing folder are refused")
  func links() throws {
    let folder = try temporaryFolder()
    _ = try folder.write("", to: "real.json")
    let linked = try Program.run("/bin/ln", ["-s", "real.json", folder.path("link.json")])
    #expect(linked.status == .exited(0))
    #expect(
      try Longform.pipe("Ada\n", [classmates, "--output", folder.path("link.json")]).status
        == .exited(0))
    #expect(folder.read("real.json")?.contains("Ada") == true)
    for path in [folder.path, folder.path("no/such.json"), ""] {
      let result = try Longform.pipe("Ada\n", [classmates, "--output", path])
      #expect(result.status == .exited(path.isEmpty ? 64 : 73), "\(path): \(result.errorText)")
      #expect(result.output.isEmpty)
    }
  }

  @Test("An unreadable form exits with 66, and a form with errors lists them and exits with 65")
  func badForms() throws {
    let folder = try temporaryFolder()
    let five = try folder.write(
      """
      {
        "longform": 1, "id": "five", "viewport": "x",
        "sections": [
          { "rows": [
            { "id": "a", "lable": "A" },
            { "id": "a" },
            { "id": "b c", "required": 1 }
          ] }
        ]
      }
      """, to: "five.json")
    let cases: [(String, Int32, [String])] = [
      (folder.path("none.json"), 66, ["none.json: no such file"]),
      (folder.path + "/", 66, ["is a directory"]),
      (try folder.write("", to: "empty.json"), 65, ["empty.json:1:1: not JSON"]),
      (try folder.write("{\"a\": 1,}", to: "bad.json"), 65, ["bad.json:1:8: not JSON"]),
      (
        try folder.write("{\"a\": 1}", to: "other.json"), 65,
        ["other.json:1:1: this is not a form; a form has \"longform\": 1, \"id\" and"]
      ),
      (
        five, 65,
        [
          "five.json:2:44:", "five.json:5:20:", "five.json:6:15:", "five.json:7:15:",
          "five.json:7:34:",
        ]
      ),
      ("resum", 66, ["no form “resum”", "did you mean resume?"]),
    ]
    for (form, status, sentences) in cases {
      let result = try Program.run(
        Longform.executable, ["fill", form], environment: ["LONGFORM_PATH": Longform.forms],
        input: .text("Ada\n"))
      #expect(result.status == .exited(status), "\(form)")
      for sentence in sentences {
        #expect(result.errorText.contains(sentence), "\(result.errorText)")
      }
      #expect(result.output.isEmpty)
    }
  }

  @Test("A save without input gives the same defaults as a save at the end of the lines")
  func defaultsWithoutInput() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      {"longform": 1, "id": "f", "sections": [{"id": "s", "rows": [
        {"id": "a", "type": "integer"},
        {"id": "b", "type": "integer", "default": {"expression": "${c} * 2"}},
        {"id": "c", "type": "integer", "required": true, "default": {"expression": "${a} + 1"}},
        {"id": "d", "type": "integer", "value": "${b} + ${c}"}]}]}
      """, to: "f.json")
    for (arguments, input) in [(["--no-input", "--set", "a=1"], ""), ([], "1\n")] {
      let result = try Program.run(
        Longform.executable, ["fill", "./f.json", "--format", "jsonl"] + arguments,
        input: .text(input), directory: folder.path)
      #expect(result.outputText == #"{"a":1,"b":4,"c":2,"d":6}"# + "\n", "\(arguments)")
    }
  }

  @Test("--output - is standard output")
  func outputDash() throws {
    let result = try Longform.pipe("Ada\n", [Longform.form("classmates"), "--output", "-"])
    #expect(result.status == .exited(0))
    #expect(result.outputText.contains("Ada"))
  }

  @Test("A name of no form that is the name of a file in the current folder names the file")
  func nameOfFile() throws {
    let folder = try TemporaryFolder()
    try folder.write("{}", to: "trip.json")
    for arguments in [["trip"], ["fill", "trip"]] {
      let result = try Program.run(Longform.executable, arguments, directory: folder.path)
      #expect(result.status == .exited(66))
      #expect(result.errorText.contains("no form “trip”; did you mean the file trip.json?"))
    }
  }

  @Test(
    "Usage errors exit with 64",
    arguments: [
      [], ["fill"], ["fill", "x", "--format", "xml"], ["fill", "x", "--height", "0"],
      ["x", "--nope"],
    ])
  func wrongUse(arguments: [String]) throws {
    let result = try Longform.pipe("", arguments)
    #expect(result.status == .exited(64))
    #expect(result.output.isEmpty)
    #expect(!result.errors.isEmpty)
  }
}
