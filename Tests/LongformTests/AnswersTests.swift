// Documents of answers on the command line: `--answers`, `edit`, `--set`, `--no-input`, `check`.

import TerminalTesting
import Testing

@Suite("Documents of answers", .waits)
struct AnswersTests {
  private let resume = Longform.form("resume")

  private static let document = """
    {
      "$schema": "https://example.org/resume",
      "basics": {
        "name": "Ada",
        "phone": "+44 1",
        "x": [1.0, 2e3]
      },
      "work": [
        {"name": "Engines", "highlights": ["a"]},
        {"name": "Looms"}
      ]
    }

    """

  private func run(_ arguments: [String], input: String = "", directory: String? = nil) throws
    -> Program.Result
  {
    try Program.run(
      Longform.executable, arguments, environment: ["LONGFORM_PATH": Longform.forms],
      input: .text(input), directory: directory)
  }

  @Test("A document that is loaded and not changed is written back byte for byte")
  func untouched() throws {
    let folder = try temporaryFolder()
    let path = try folder.write(AnswersTests.document, to: "resume.json")
    let result = try run(["fill", resume, "--answers", path, "--no-input"])
    #expect(result.outputText == AnswersTests.document)
    #expect((result.status, result.errorText) == (.exited(0), ""))
    let piped = try run(
      ["fill", resume, "--answers", "-", "--no-input"], input: AnswersTests.document)
    #expect(piped.outputText == AnswersTests.document)
  }

  @Test("--set overrides the document, which overrides defaults; piped lines override all three")
  func precedence() throws {
    let folder = try temporaryFolder()
    let path = try folder.write(AnswersTests.document, to: "resume.json")
    let result = try run(
      ["fill", resume, "--answers", path, "--set", "basics.phone=7", "--set", "city=L=X"],
      input: "Grace\n:save\n")
    #expect(
      result.outputText
        == AnswersTests.document.replacing("\"Ada\"", with: "\"Grace\"")
        .replacing("\"+44 1\"", with: "\"7\"")
        .replacing(
          "\"7\",\n", with: "\"7\",\n    \"location\": {\n      \"city\": \"L=X\"\n    },\n"))
    for (preset, sentence) in [("nobody=1", "no row has this key"), ("x", "needs KEY=VALUE")] {
      let wrong = try run(["fill", resume, "--no-input", "--set", preset])
      #expect(wrong.status == .exited(64))
      #expect(wrong.errorText.contains(sentence))
    }
  }

  @Test("The save counts no default that the document lacks, unless a person types it again")
  func missingDefaults() throws {
    let folder = try temporaryFolder()
    try folder.write(
      """
      {"longform": 1, "id": "f", "sections": [{"rows": [
        {"id": "name"}, {"id": "color", "default": "red"}, {"id": "size", "default": "M"}]}]}
      """, to: "f.json")
    for (typed, answer, question, sentence) in [
      ("", "", "Save 1 answer to o.json?", "saved 1 of 3 answers to o.json, 2 defaults left out"),
      (
        "red", ", \"color\": \"red\"", "Save 2 answers to o.json?",
        "saved 2 of 3 answers to o.json, 1 default left out"
      ),
    ] {
      try folder.write(#"{"name": "Ada"}"#, to: "a.json")
      let process = try TerminalProcess.start(
        Longform.executable,
        ["fill", "f.json", "--answers", "a.json", "--output", "o.json", "--force"],
        directory: folder.path)
      try process.wait(for: "name ▸ Ada")
      try process.press(.enter)
      try process.wait(for: "color ▸ red")
      try process.send(typed)
      try process.press(.enter)
      try process.wait(for: "size ▸ M")
      try process.press(.save)
      try process.wait(for: question)
      try process.press("y")
      #expect(try process.waitForExit() == .exited(0))
      #expect(process.screen.text.contains("longform: \(sentence)"), "\(process.screen.text)")
      #expect(folder.read("o.json") == "{\"name\": \"Ada\"\(answer)}")
    }
  }

  @Test("edit changes one line of a file, keeps its mode, and creates a missing file")
  func edit() throws {
    let folder = try temporaryFolder()
    let path = try folder.write(AnswersTests.document, to: "resume.json")
    #expect(try Program.run("/bin/chmod", ["640", path]).status == .exited(0))
    let process = try TerminalProcess.start(
      Longform.executable, ["edit", "resume.json"], environment: ["LONGFORM_PATH": Longform.forms],
      directory: folder.path)
    try process.wait(for: "Name ▸ Ada")
    try process.send(":goto Phone\r")
    #expect(folder.read("resume.json") == AnswersTests.document)
    try process.press(.firstRow, .command, "goto phone\r")
    try process.wait(for: "Phone ▸ +44 1")
    try process.press("23", .save)
    try process.wait(for: "answers to resume.json? ▸")
    try process.press(.save)
    #expect(try process.waitForExit() == .exited(0))
    #expect(process.screen.text.contains("longform: saved 5 of 38 answers to resume.json"))
    #expect(
      folder.read("resume.json")
        == AnswersTests.document.replacing("\"+44 1\"", with: "\"+44 123\"")
        .replacing("\"Ada\"", with: "\"Ada:goto Phone\""))
    let mode = try Program.run("/usr/bin/stat", ["-c", "%a", path])
    #expect(mode.outputText == "640\n")
    try folder.write("", to: "empty.json")
    for name in ["new.json", "empty.json"] {
      let new = try run(
        ["edit", name, "--form", "resume", "--no-input", "--set", "name=A"],
        directory: folder.path)
      #expect(new.status == .exited(0))
      #expect(folder.read(name) == "{\n  \"basics\": {\n    \"name\": \"A\"\n  }\n}\n")
    }
    let nameless = try run(["edit", "other.json"], directory: folder.path)
    #expect(nameless.status == .exited(66))
    #expect(nameless.errorText.contains("--form FORM names the form"))
  }

  @Test("A save to standard output is refused if standard output is the file of the document")
  func samefile() throws {
    let folder = try temporaryFolder()
    let path = try folder.write(AnswersTests.document, to: "resume.json")
    let result = try Program.run(
      "/bin/sh",
      [
        "-c", "\"$0\" fill \"$1\" --answers \"$2\" --no-input >> \"$2\"",
        Longform.executable, resume, path,
      ])
    #expect(result.status == .exited(64))
    #expect(result.errorText.contains("longform edit FILE"))
    #expect(folder.read("resume.json") == AnswersTests.document)
    let output = try run(["fill", resume, "--answers", path, "--output", path, "--no-input"])
    #expect(output.status == .exited(0), "the loaded file may be the output: \(output.errorText)")
  }

  @Test("--no-input writes the answers; if they have problems, all problems are reported instead")
  func noInput() throws {
    let folder = try temporaryFolder()
    let path = try folder.write("{\"basics\": {\n  \"name\": \"  \"}}", to: "a.json")
    let form = try Longform.formRequiringName(in: folder)
    let good = try run(["fill", form, "--no-input", "--set", "name=Ada"], input: "ignored\n")
    #expect(good.outputText == "{\n  \"basics\": {\n    \"name\": \"Ada\"\n  }\n}\n")
    let bad = try run(["fill", form, "--no-input"])
    #expect((bad.status, bad.errorText) == (.exited(1), "basics.name: Name is required\n"))
    #expect(bad.output.isEmpty)
    let cleared = try run(["fill", form, "--answers", path, "--no-input", "--set", "name="])
    // The answer with the problem was given with `--set`, so the report names no file.
    #expect(cleared.errorText == "basics.name: Name is required\n")
  }

  @Test("A malformed document, or one of the wrong shape, is refused with the error's position")
  func malformed() throws {
    let folder = try temporaryFolder()
    for (document, sentence, status) in [
      ("{\"a\": 1, \"a\": 2}", "1:10: not JSON", 65),
      ("{\"basics\": []}", "1:12: /basics: the document has an array here, not an object", 1),
      ("", "1:1: not JSON", 65),
      ("{\"work\": [{}, 5]}", "1:15: /work/1: the document has a number here, not an object", 1),
      ("[]", "1:1: the answers must be an object, not an array", 65),
    ] {
      let path = try folder.write(document, to: "a.json")
      let result = try run(["fill", resume, "--answers", path, "--no-input"])
      #expect(result.status == .exited(Int32(status)))
      #expect(result.errorText.contains(sentence), "\(result.errorText)")
      #expect(result.output.isEmpty)
    }
    let missing = try run(["fill", resume, "--answers", folder.path("no.json"), "--no-input"])
    #expect(missing.status == .exited(66))
  }

  @Test("check reports errors as lines of text, or with --json as JSON with pointers")
  func check() throws {
    let folder = try temporaryFolder()
    let bad = try folder.write(
      "{\"longform\": 1, \"id\": \"b\", \"sections\": [\n {\"rows\": [{\"id\": \"a\", \"~/\": 1}]}]}",
      to: "bad.json")
    let good = try run(["check", resume, Longform.form("classmates")])
    #expect((good.status, good.outputText, good.errorText) == (.exited(0), "", ""))
    let lines = try run(["check", resume, bad])
    #expect(lines.status == .exited(65))
    #expect(
      lines.errorText.hasPrefix("\(bad):2:24: row a: “~/” is not a key of a row; its keys are id,"))
    let json = try run(["check", bad, "--json"])
    #expect(json.status == .exited(65))
    #expect(
      json.outputText.contains("\"path\": \"/sections/0/rows/0/~0~1\", \"line\": 2, \"column\": 24")
    )
    #expect(try run(["check", resume, "--json"]).outputText == "[]\n")
    let missing = try run(["check", resume, "--answers", "nobody", "--json"])
    #expect(missing.status == .exited(66) && missing.errors.isEmpty)
    #expect(missing.outputText.contains(#""file": "nobody", "path": "", "line": null, "#))
    let answers = try folder.write("{\"basics\": {\"name\": \"\"}}", to: "answers.json")
    let form = try Longform.formRequiringName(in: folder)
    let problems = try run(["check", form, "--answers", answers, "--json"])
    #expect(problems.status == .exited(1))
    #expect(
      problems.outputText
        == "[\n  {\"file\": \"\(answers)\", \"path\": \"/basics/name\", \"line\": 1, \"column\": 21, \"message\": \"Name is required\"}\n]\n"
    )
    #expect(try run(["check", resume, bad, "--answers", answers]).status == .exited(64))
  }

  @Test("The command forms lists the forms and their paths; the command show lists a form's rows")
  func lists() throws {
    let folder = try temporaryFolder()
    _ = try folder.write("{", to: "Forms/broken.json")
    let forms = try run(["forms"], directory: folder.path)
    // Every form that ships has a line; names are padded to the length of the longest name.
    let lines = forms.outputText.split(separator: "\n").map(String.init)
    let places = lines.map { line in
      (line.firstRange(of: "  ./") ?? line.firstRange(of: "  /"))
        .map { line.distance(from: line.startIndex, to: $0.lowerBound) }
    }
    #expect(Set(places).count == 1 && places.first != .some(nil))
    let entries = lines.map { $0.split(separator: " ").joined(separator: " ") }
    #expect(
      entries.first
        == "broken ./Forms/broken.json (has errors: longform check ./Forms/broken.json)")
    for (name, title) in [("classmates", "Classmates"), ("city", "City"), ("resume", "Resume")] {
      #expect(entries.contains("\(name) \(Longform.forms)/\(name).json \(title)"))
    }
    let show = try run(["show", "classmates"])
    #expect(
      show.outputText == """
        Classmates: 20 rows
        The names of twenty classmates.
        names
          Classmate {n} × 20 (classmates[])

        """)
  }

  @Test("A kill between any two system calls leaves the complete old or new file")
  func killed() throws {
    let shim = try builtProduct(named: "libCFaults.so")
    var calls = 0
    while calls < 200 {
      // Test only every third call unless LONGFORM_TEST_SCALE is raised: the full test takes long.
      calls += TestScale.factor > 1 ? 1 : 3
      let folder = try temporaryFolder()
      let path = try folder.write(AnswersTests.document, to: "resume.json")
      let result = try Program.run(
        Longform.executable, ["edit", path, "--form", resume, "--no-input", "--set", "phone=1"],
        // Without a cache of candidates, the save is the only work that a kill can interrupt.
        environment: [
          "LD_PRELOAD": shim, "LONGFORM_KILL_AT": "\(calls)", "XDG_CACHE_HOME": "/proc/none",
        ])
      let text = try #require(folder.read("resume.json"))
      let new = AnswersTests.document.replacing("+44 1", with: "1")
      #expect(text == AnswersTests.document || text == new, "killed at call \(calls)")
      if result.status == .exited(0) {
        #expect(text == new)
        break
      }
      #expect(result.status == .signaled(9))
    }
    #expect(calls > 5 && calls < 200, "the program was killed at \(calls) places")
  }
}

@Suite("Files that other programs change meanwhile", .waits)
struct ChangedFileTests {
  private let resume = Longform.form("resume")

  @Test("A file that was created or changed after the form opened is not replaced")
  func changed() throws {
    for before in [nil, "{\"basics\": {\"name\": \"A\"}}"] {
      let folder = try temporaryFolder()
      if let before { _ = try folder.write(before, to: "resume.json") }
      let process = try TerminalProcess.start(
        Longform.executable, ["edit", "resume.json", "--form", resume], directory: folder.path)
      try process.wait(for: "Name ▸")
      try process.send("x")
      try process.wait(for: "x")
      _ = try folder.write("{\"basics\": {\"name\": \"precious\"}}", to: "resume.json")
      try process.press(.save)
      try process.wait(for: "was changed by another program")
      try process.wait(for: "Compare the two? (y/n) ▸")
      try process.send("n")
      #expect(folder.read("resume.json") == "{\"basics\": {\"name\": \"precious\"}}")
      try process.press(.command, "export json other.json\r")
      try process.wait(for: "Exported as json to other.json")
      #expect(folder.read("other.json")?.contains("x\"") == true)
    }
  }

  @Test("--output /dev/stdout writes to standard output, although it is not a regular file")
  func standardOutputByName() throws {
    let result = try Program.run(
      "/bin/sh",
      [
        "-c", "\"$0\" fill \"$1\" --no-input --set name=A --output /dev/stdout | cat",
        Longform.executable, resume,
      ])
    #expect(result.outputText == "{\n  \"basics\": {\n    \"name\": \"A\"\n  }\n}\n")
  }

  @Test("^C ends a save that blocks, and the form stays open")
  func blockedSave() throws {
    let folder = try temporaryFolder()
    #expect(try Program.run("/usr/bin/mkfifo", [folder.path("pipe")]).status == .exited(0))
    let process = try TerminalProcess.start(
      Longform.executable, [Longform.form("classmates"), "--output", "pipe"],
      directory: folder.path)
    try process.wait(for: "Classmate 1 ▸")
    try process.askToSave(typing: "Ada")
    try process.send("y")
    try process.wait("the program to block") { _ in
      let state = try? Program.run("/bin/cat", ["/proc/\(process.processIdentifier)/wchan"])
      return state?.outputText.contains("fifo") == true
        || state?.outputText.contains("wait_for_partner") == true
    }
    try process.press(.interrupt)
    try process.wait(for: "Not saved")
    try process.send("n")
    try process.wait(for: "Classmate 1 ▸ Adan")
  }

  @Test("A paste does not answer the save question; :save! lists the problems below the summary")
  func questions() throws {
    let process = try TerminalProcess.start(
      Longform.executable, [resume], output: .file("/dev/null"))
    try process.wait(for: "Name ▸")
    try process.press(.enter, .save)
    try process.wait(for: "answers to standard output? ▸")
    try process.press(.paste("Head"))
    try process.wait(for: "The paste was dropped")
    try process.press("n", .paste("Head"))
    try process.wait(for: "Headline ▸ Head")
    try process.send("y")
    try process.wait(for: "Headline ▸ Heady")
    try process.press("\rx", .command, "save! text\r")
    #expect(try process.waitForExit() == .exited(2))
    try expectScreen(
      process.screen,
      matches: """
        longform: saved 2 of 20 answers as text to standard output, with 1 problem
        longform: row 3: “x” is not an email address
        """)
  }
}
