// Sessions whose draft cannot be written or read, or does not fit the form. Each problem is
// reported, no draft is deleted, and the form opens or stays open.

import Drafts
import Glibc
import TerminalTesting
import Testing

@Suite("Drafts in trouble", .waits)
struct DraftTroubleSessionTests {
  private let classmates = Longform.form("classmates")

  /// Returns a home folder with a draft in which the answer to the first row is Ada.
  private func homeWithDraft(_ arguments: [String]? = nil) throws -> DraftHome {
    let drafts = try DraftHome()
    let process = try drafts.start(arguments ?? [classmates])
    try process.send("Ada\r")
    try process.waitUntilKept()
    try process.press(.interrupt)
    _ = try process.waitForExit()
    return drafts
  }

  private func draft(in drafts: DraftHome) throws -> String {
    "\(DraftHome.folder)/\(try #require(drafts.files(".draft").first))"
  }

  @Test("A damaged, truncated or foreign draft is set aside and reported, and the form opens")
  func damaged() throws {
    let damages: [(String, ([UInt8]) -> [UInt8])] = [
      ("overwritten", { $0.enumerated().map { $0.offset % 7 == 3 ? 0xA5 : $0.element } }),
      ("cut", { Array($0.prefix($0.count / 2 + 77)) }), ("foreign", { _ in Array("no".utf8) }),
    ]
    for (name, damage) in damages {
      let drafts = try homeWithDraft()
      let path = try draft(in: drafts)
      let bytes = try #require(readBytes(drafts.home.path(path)))
      try drafts.home.write(damage(bytes), to: path)
      let process = try drafts.start([classmates], waitingFor: "The draft was damaged")
      try process.wait(for: "  0 of 20")
      try process.send("Grace\r")
      try process.waitUntilKept()
      #expect(drafts.files(".damaged-").count == 1, "\(name)")
    }
  }

  @Test(
    "Extreme numbers in a draft make no command and no form trap",
    arguments: [
      "UPDATE progress SET updated = -9223372036854775808",
      "UPDATE progress SET updated = 9223372036854775807, undone = 9223372036854775807",
      "UPDATE progress SET filled = -9223372036854775808, total = 9223372036854775807",
      "UPDATE progress SET revision = 9223372036854775807",
      "UPDATE identity SET created = -9223372036854775808",
      """
      DELETE FROM history; INSERT INTO history VALUES (1, CAST('{"kind":"other","changes":[{"remove":1,\
      "from":9223372036854775807,"section":"people"}]}' AS BLOB))
      """,
      """
      DELETE FROM history; INSERT INTO history VALUES (1, CAST('{"kind":"other","changes":[{"move":1,\
      "from":9007199254740991,"to":9007199254740991,"section":"people"}]}' AS BLOB))
      """,
      "INSERT INTO value VALUES ('filling', CAST('abc 9223372036854775807 x' AS BLOB))",
      """
      DROP TABLE row; CREATE VIEW row AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL
      SELECT x + 1 FROM c) SELECT 'a' id, x'61' text, 1 cursor FROM c
      """,
    ])
  func extremes(sql: String) throws {
    let drafts = try DraftHome()
    try drafts.home.write(
      """
      {"longform": 1, "id": "team", "sections": [
        {"id": "main", "rows": [{"id": "name", "label": "Name"}]},
        {"id": "people", "repeat": {"key": "people", "initial": 2}, "rows": [{"id": "who"}]}]}
      """, to: "team.json")
    #expect(
      try drafts.run(["team.json", "--draft", "main"], input: "Ada\nBo\n:quit\n").status
        == .exited(1))
    try drafts.alter(sql)
    for arguments in [
      ["drafts"], ["drafts", "--json"], ["drafts", "show", "team"], ["drafts", "export", "team"],
    ] {
      let result = try drafts.run(arguments)
      if case .signaled(let number) = result.status {
        Issue.record("\(arguments): signal \(number), \(result.errorText)")
      }
    }
    let process = try drafts.start(["team.json"])
    try process.press(.enter, .undo, .undo, .redo)
    try process.send("new")
    try process.wait(for: "new")
    try process.press(.interrupt)
    try process.sync()
    if process.exitStatus == nil { try process.press(.interrupt) }
    let end = try process.waitForExit()
    #expect(end == .exited(130) || end == .exited(0), "\(end)")
    let saved = try drafts.run([
      "team.json", "--no-input", "--fresh", "--draft", "main", "--deliver", "cat",
    ])
    #expect(saved.status == .exited(0), "\(saved.errorText)")
  }

  @Test("After a damaged draft was set aside, leaving at once produces no report of a kept draft")
  func leftDamaged() throws {
    let drafts = try homeWithDraft()
    try drafts.home.write("no", to: draft(in: drafts))
    let process = try drafts.start(
      [classmates], errors: .captured, waitingFor: "The draft was damaged")
    try process.press(.interrupt)
    _ = try process.waitForExit()
    #expect(!process.capturedErrorText.contains("draft kept"))
    #expect(drafts.files(".draft").isEmpty)
  }

  private func readBytes(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return bytes
  }

  @Test("A draft of a newer longform is not changed; the form opens and shows NOT KEPT")
  func newer() throws {
    let drafts = try homeWithDraft()
    try drafts.alter("INSERT INTO grdb_migrations VALUES ('99 from the future')")
    let files = drafts.files("")
    let process = try drafts.start([classmates], waitingFor: "NOT KEPT")
    try process.save(typing: "Grace\r")
    #expect(drafts.files("") == files)
    let script = try drafts.run([classmates, "--draft", "main"], input: "Grace\n")
    #expect(script.status == .exited(65))
    #expect(script.output.isEmpty && script.errorText.contains("a newer longform"))
  }

  @Test("A draft whose database opens but lacks a table is set aside and not overwritten")
  func unreadable() throws {
    let drafts = try homeWithDraft()
    try drafts.alter("DROP TABLE value")
    let process = try drafts.start(
      [classmates], waitingFor: "The draft was damaged; it is kept, and longform drafts lists it")
    try process.send("Grace\r")
    try process.waitUntilKept()
    let aside = try #require(drafts.files(".damaged-").first)
    let database = try Database(
      path: drafts.home.path("\(DraftHome.folder)/\(aside)"), isReadOnly: true, wait: 0)
    let texts = try database.all("SELECT text FROM row") { row throws(DraftError) in
      try row.bytes(0)
    }
    #expect(texts == [Array("Ada".utf8)])
  }

  @Test(
    "If no draft can be created, the form reports that, asks before leaving, and can still save",
    arguments: ["/dev/null", "/proc/1/nowhere", "no state folder and no home"])
  func nowhere(state: String) throws {
    let environment: [String: String?] =
      state.hasPrefix("/")
      ? ["XDG_STATE_HOME": state] : ["XDG_STATE_HOME": nil, "HOME": nil]
    let drafts = try DraftHome()
    let process = try drafts.start(
      [classmates], environment: environment, waitingFor: "NOT KEPT since ")
    try process.press("Ada\r", .interrupt)
    try process.wait(for: "Leave without saving?")
    try process.send("n")
    try process.wait(forAbsenceOf: "Leave without saving?")
    let answers = try process.save(typing: "x")
    #expect(answers.contains("\"Ada\"") && answers.contains("\"x\""))
  }

  @Test("A file size limit does not end the program: the form shows NOT KEPT and can still save")
  func fileSizeLimit() throws {
    let drafts = try DraftHome()
    let process = try TerminalProcess.start(
      "/bin/sh",
      ["-c", "ulimit -f 64; exec \"$0\" \"$@\"", Longform.executable, classmates],
      output: .captured, home: drafts.home)
    try process.wait(for: " ▸")
    try process.send(String(repeating: "a", count: 300) + "\r")
    try process.wait(for: "NOT KEPT since ")
    try process.wait(for: ": file size limit (ulimit -f)   tried again every 10 s")
    let answers = try process.save(typing: "Grace\r")
    #expect(answers.contains(String(repeating: "a", count: 300)) && answers.contains("Grace"))
  }

  @Test(
    "A draft that cannot be opened is reported, and kept beside a new draft when the disk works")
  func unopened() throws {
    let drafts = try homeWithDraft()
    func start() throws -> TerminalProcess {
      let process = try TerminalProcess.start(
        "/bin/sh", ["-c", "ulimit -S -f 0; exec \"$0\" \"$@\"", Longform.executable, classmates],
        output: .captured, home: drafts.home)
      try process.wait(for: "The draft with your answers cannot be opened now: ")
      try process.wait(forAbsenceOf: "^C leave, draft kept")
      return process
    }
    let left = try start()
    try left.press(.interrupt)
    _ = try left.waitForExit()
    #expect(left.screen.text.contains("left, the draft could not be opened ("))

    let process = try start()
    let raised = try Program.run(
      "/usr/bin/prlimit", ["--pid", "\(process.processIdentifier)", "--fsize=unlimited"])
    #expect(raised.status == .exited(0))
    try process.send("Grace\r")
    try process.wait(for: "Grace")
    try process.press(.interrupt)
    _ = try process.waitForExit()
    let note = "Another draft of this form was set aside; longform drafts lists it"
    #expect(process.screen.text.contains("left, draft kept"))
    #expect(process.screen.text.contains(note))
    #expect(drafts.files(".aside-").count == 1)
    #expect(try drafts.run(["drafts", "show", "classmates"]).outputText.contains("Grace"))
  }

  @Test("A form whose draft was set aside says so when it opens")
  func setAsideNote() throws {
    let drafts = try homeWithDraft()
    let fresh = try drafts.start([classmates, "--fresh"], waitingFor: "The old draft is kept")
    try fresh.press(.interrupt)
    _ = try fresh.waitForExit()
    _ = try drafts.start([classmates], waitingFor: "A draft of this form was set aside ")
  }

  @Test("If answers exceed the file size limit, the save fails and the file stays unchanged")
  func outputOverSizeLimit() throws {
    let drafts = try DraftHome()
    try drafts.home.write("old", to: "out.json")
    let script = "ulimit -f 1; exec \"$0\" \"$@\""
    let result = try Program.run(
      "/bin/sh",
      ["-c", script, Longform.executable, classmates, "--output", drafts.home.path("out.json")]
        + ["--force", "--no-input", "--set", "classmate1=" + String(repeating: "a", count: 2_000)],
      home: drafts.home)
    #expect(result.status == .exited(74))
    #expect(result.errorText.contains("out.json: file too large; the file is unchanged"))
    #expect(drafts.home.read("out.json") == "old")
    #expect(drafts.home.entries().filter { $0.hasPrefix(".longform-") } == [])
  }

  @Test("On a screen of seven lines, which has no title line, the message line shows NOT KEPT")
  func smallScreen() throws {
    let process = try DraftHome().start(
      [classmates], rows: 7, environment: ["XDG_STATE_HOME": "/dev/null"], waitingFor: "NOT KEPT")
    try process.wait(for: "not a directory")
  }

  @Test("A symbolic link in place of the folder of drafts is refused")
  func symbolicLink() throws {
    let drafts = try DraftHome()
    try drafts.home.write("", to: "elsewhere/file")
    try drafts.home.write("", to: ".local/state/longform/file")
    symlink(drafts.home.path("elsewhere"), drafts.home.path(DraftHome.folder))
    let process = try drafts.start([classmates], waitingFor: "NOT KEPT")
    try process.send("Ada\r")
    try process.wait(for: "1 of 20  ")
    #expect(drafts.home.entries(of: "elsewhere") == ["file"])
  }

  @Test("If a draft's file vanishes while the form is open, a new file with all texts is written")
  func vanishes() throws {
    let drafts = try DraftHome()
    let process = try drafts.start([classmates])
    try process.send("Ada\r")
    try process.waitUntilKept()
    for file in drafts.home.entries(of: DraftHome.folder) {
      unlink(drafts.home.path("\(DraftHome.folder)/\(file)"))
    }
    try process.send("Grace\r")
    try process.wait(for: "Classmate 3 ▸")
    try process.waitUntilKept()
    try process.kill()
    let result = try drafts.run(["drafts", "export", "classmates", "--format", "text"])
    #expect(result.outputText.contains(": Ada\n") && result.outputText.contains(": Grace\n"))
  }

  @Test("^C asks before leaving if the last typed text cannot be kept")
  func interruptedOnTrouble() throws {
    let drafts = try DraftHome()
    let process = try drafts.start([classmates])
    try process.send("Ada\r")
    try process.waitUntilKept()
    let folder = drafts.home.path(DraftHome.folder)
    rename(folder, folder + "-moved")
    symlink(folder + "-nowhere", folder)
    try process.send("Grace")
    try process.wait(for: "▸ Grace")
    try process.press(.interrupt)
    try process.wait(for: "Leave without saving?")
    try process.send("n")
    try process.wait(forAbsenceOf: "Leave without saving?")
    try process.send("!")
    try process.wait(for: "Classmate 2 ▸ Grace!")
    unlink(folder)
    rename(folder + "-moved", folder)
    try process.press(.interrupt)
    #expect(try process.waitForExit() == .exited(130))
    _ = try drafts.start([classmates], waitingFor: "Classmate 2 ▸ Grace")
  }

  @Test("The lock file of a killed process does not block a draft")
  func staleLock() throws {
    let drafts = try DraftHome()
    let process = try drafts.start([classmates])
    try process.send("Ada\r")
    try process.waitUntilKept()
    try process.kill()
    #expect(drafts.files(".lock").count == 1)
    #expect(try !drafts.run(["drafts"]).outputText.contains("open in"))
    _ = try drafts.start([classmates], waitingFor: "Back at")
  }

  @Test("If a form changed, texts follow their rows by id; texts without a row are shown and kept")
  func changedForm() throws {
    let drafts = try DraftHome()
    let form = { (rows: String) in
      _ = try drafts.home.write(
        "{\"longform\": 1, \"id\": \"f\", \"sections\": [{\"id\": \"s\", \"rows\": [\(rows)]}]}",
        to: "f.json")
    }
    try form(#"{"id": "a"}, {"id": "b"}, {"id": "c"}"#)
    let first = try drafts.start(["./f.json"])
    try first.send("one\rtwo\rthree")
    try first.waitUntilKept()
    try first.press(.interrupt)
    _ = try first.waitForExit()

    try form(#"{"id": "new"}, {"id": "c"}, {"id": "a"}"#)
    let second = try drafts.start(["./f.json"], waitingFor: "1 text without a row")
    try second.wait(for: "s › b: two")
    try second.wait(for: "2 of 3  ")
    try second.press(.cancel, .enter, .undo)
    try second.sync()
    try second.press(.interrupt)
    _ = try second.waitForExit()
    #expect(try drafts.run(["drafts", "show", "f-main"]).outputText.contains("s › b: two"))

    try form(#"{"id": "a"}, {"id": "b"}, {"id": "c"}"#)
    let third = try drafts.start(["./f.json"], waitingFor: "Back at")
    try third.wait(for: "2  b  two")
  }

  @Test("If the file changed after the draft began, the program asks before a save replaces it")
  func otherAnswers() throws {
    let drafts = try DraftHome()
    try drafts.home.write(#"{"classmates": ["Ada", "Bob"]}"#, to: "c.json")
    let edit = ["edit", "c.json", "--form", classmates]
    let first = try drafts.start(edit)
    try first.send(" Lovelace\r")
    try first.waitUntilKept()
    try first.press(.interrupt)
    _ = try first.waitForExit()
    try drafts.home.write(#"{"classmates": ["Ada", "Barbara"]}"#, to: "c.json")
    let second = try drafts.start(edit, waitingFor: "that began with other answers")
    try second.send("\r")
    try second.wait(for: "Classmate 1   Ada Lovelace")
    try second.wait(for: "Classmate 2   Bob")
    try second.press(.save)
    try second.wait(for: "was changed by another program")
    try second.wait(for: "Compare the two? (y/n) ▸")
    try second.send("n")
    #expect(drafts.home.read("c.json") == #"{"classmates": ["Ada", "Barbara"]}"#)
    try second.press(.command, "export json mine.json\r")
    try second.wait(for: "Exported as json")
    #expect(drafts.home.read("mine.json") == #"{"classmates": ["Ada Lovelace", "Bob"]}"#)
  }

  @Test("After a failed save, the draft still has the answers")
  func failedSave() throws {
    let drafts = try DraftHome()
    let process = try drafts.start([classmates], output: .file("/dev/full"))
    try process.askToSave(typing: "Ada\r")
    try process.send("y")
    try process.wait(for: "Not saved")
    try process.press(.command, "quit\r")
    #expect(try process.waitForExit() == .exited(74))
    #expect(drafts.files(".finished-").isEmpty)
    let again = try drafts.start([classmates], waitingFor: "Back at")
    #expect(try again.save().contains("\"Ada\""))
  }

  @Test("After an internal error (exit 70), the draft is complete and the terminal is restored")
  func fault() throws {
    let drafts = try DraftHome()
    let process = try drafts.start(
      [classmates], errors: .captured,
      environment: [
        "LD_PRELOAD": try builtProduct(named: "libCFaults.so"), "LONGFORM_TERMINAL_FAILS_AT": "4",
      ])
    for (key, text) in [("A", "▸ A"), ("d", "▸ Ad"), ("a", "▸ Ada")] {
      try process.send(key)
      try process.wait(for: text)
    }
    try process.send("!")
    #expect(try process.waitForExit() == .exited(70))
    let errors = String(decoding: process.capturedErrors, as: UTF8.self)
    #expect(errors.contains("longform: the terminal: "))
    #expect(errors.contains("longform: left, draft kept (1 of 20 filled); "))
    #expect(process.screen.modes == [7, 25])
    _ = try drafts.start([classmates], waitingFor: "Classmate 1 ▸ Ada")
  }

  @Test("Answers that came from standard input are restored with the draft")
  func standardInput() throws {
    let drafts = try DraftHome()
    let first = try TerminalProcess.start(
      Longform.executable, [classmates, "--answers", "-"],
      input: .text(#"{"classmates": ["Ada", "Bob"], "x": 1}"#), output: .captured,
      errors: .captured, home: drafts.home)
    try first.wait(for: " ▸")
    try first.send("!\r")
    try first.waitUntilKept()
    try first.press(.interrupt)
    _ = try first.waitForExit()
    #expect(!String(decoding: first.capturedErrors, as: UTF8.self).contains("--answers"))
    let again = try drafts.start([classmates], waitingFor: "Back at")
    let answers = try again.save()
    #expect(answers == #"{"classmates": ["Ada!", "Bob"], "x": 1}"#)
  }
}

@Suite("longform drafts", .waits)
struct DraftSubcommandTests {
  private let classmates = Longform.form("classmates")

  @Test("list, show and --json describe all drafts; remove asks first, unless --yes is given")
  func commands() throws {
    let drafts = try DraftHome()
    #expect(try drafts.run(["drafts"]).output.isEmpty)
    #expect(try drafts.run(["drafts", "--json"]).outputText == "[]\n")
    let process = try drafts.start([classmates, "--draft", "friends"])
    try process.send("Ada\r")
    try process.waitUntilKept()
    try process.press(.interrupt)
    _ = try process.waitForExit()
    let name = try #require(drafts.files(".draft").first)
    let list = try drafts.run(["drafts", "list"]).outputText
    #expect(list.hasPrefix("Classmates, friends: 1 of 20 filled, "))
    #expect(list.hasSuffix(" (\(name))\n"))
    let json = try drafts.run(["drafts", "list", "--json"]).outputText
    #expect(json.contains(#""name": "friends", "output": null, "created": "#))
    #expect(json.contains(#""filled": 1, "total": 20, "heldBy": null, "trouble": null}"#))
    let show = try drafts.run(["drafts", "show", "classmates"]).outputText
    #expect(show.contains("Value for row 1 (Classmate 1): Ada\n"))
    #expect(show.contains("--draft friends\n"))
    let export = try drafts.run(["drafts", "export", name, "--output", "a.json"])
    #expect(export.status == .exited(0))
    #expect(drafts.home.read("a.json")?.contains("\"Ada\"") == true)

    let refused = try drafts.run(["drafts", "remove", name])
    #expect(refused.status == .exited(64))
    _ = try drafts.run([classmates, "--draft", "other"], input: "Ada\n:quit\n")
    let asks = try TerminalProcess.start(
      Longform.executable, ["drafts", "remove", "classmates-f", "classmates-o"], home: drafts.home)
    try asks.wait(for: "Remove for good: Classmates, friends")
    try asks.send("n\n")
    try asks.wait(for: "was not removed")
    try asks.wait(for: "Remove for good: Classmates, other")
    try asks.send("y\n")
    #expect(try asks.waitForExit() == .exited(1))
    #expect(drafts.files("").contains(name) && drafts.files("-other-").isEmpty)
    #expect(try drafts.run(["drafts", "remove", name, "--yes"]).status == .exited(0))
    #expect(drafts.files("").isEmpty)
    #expect(try drafts.run(["drafts", "show", name]).status == .exited(66))
  }

  @Test("Saved drafts are listed, exported and restored")
  func finished() throws {
    let drafts = try DraftHome()
    let process = try drafts.start([classmates])
    try process.save(typing: "Ada\r")
    #expect(try drafts.run(["drafts"]).output.isEmpty)
    let list = try drafts.run(["drafts", "list", "--finished"]).outputText
    #expect(list.contains("1 of 20 filled") && list.contains("finished"))
    let export = try drafts.run(["drafts", "export", "classmates", "--format", "text"])
    #expect(export.outputText.hasPrefix("Value for row 1 (Classmate 1): Ada\n"))
    let restored = try drafts.run(["drafts", "restore", "classmates"]).outputText
    #expect(restored.hasPrefix("Restored as classmates\n"))
    _ = try drafts.start([classmates], waitingFor: "Back at")
  }

  @Test("A draft that is open elsewhere can be read, but not removed")
  func held() throws {
    let drafts = try DraftHome()
    let process = try drafts.start([classmates])
    try process.send("Ada\r")
    try process.waitUntilKept()
    #expect(try drafts.run(["drafts", "remove", "classmates", "--yes"]).status == .exited(75))
    #expect(try drafts.run(["drafts", "show", "classmates"]).outputText.contains(": Ada\n"))
    let holder = "\"heldBy\": {\"process\": \(process.processIdentifier), \"terminal\": \"/dev/pts/"
    #expect(try drafts.run(["drafts", "--json"]).outputText.contains(holder))
  }

  @Test("drafts show prints typed text even if the form is gone")
  func formIsGone() throws {
    let drafts = try DraftHome()
    let form = #"{"longform": 1, "id": "f", "sections": [{"rows": [{"id": "a"}, {"id": "b"}]}]}"#
    try drafts.home.write(form, to: "f.json")
    let process = try drafts.start(["./f.json"])
    try process.send("one\r")
    try process.waitUntilKept()
    try process.press(.interrupt)
    _ = try process.waitForExit()
    unlink(drafts.home.path("f.json"))
    let show = try drafts.run(["drafts", "show", "f-main"]).outputText
    #expect(show.contains("f.json: no such file") && show.contains("/0/a: one"))
  }

  @Test("On a terminal a list contains no control characters, not even as JSON")
  func listOnTerminal() throws {
    let drafts = try DraftHome()
    let title = "F\u{9B}31m\u{202E}"
    try drafts.home.write(
      #"{"longform": 1, "id": "f", "title": "\#(title)", "sections": [{"rows": [{"id": "a"}]}]}"#,
      to: "f.json")
    _ = try drafts.run(["./f.json", "--draft", "x"], input: "one\n:quit\n")
    for arguments in [["drafts"], ["drafts", "--json"], ["drafts", "show", "f-x"]] {
      let process = try TerminalProcess.start(
        Longform.executable, arguments, output: .terminal, home: drafts.home)
      #expect(try process.waitForExit() == .exited(0))
      let shown = String(decoding: process.rawOutput, as: UTF8.self).unicodeScalars
      #expect(!shown.contains("\u{9B}") && !shown.contains("\u{202E}"))
      #expect(try drafts.run(arguments).outputText.contains(title))
    }
  }
}
