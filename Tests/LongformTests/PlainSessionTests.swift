// Plain mode, which writes sentences in place of a screen, together with signals, kills, drafts,
// secrets and terminals.

import Glibc
import TerminalTesting
import Testing

@Suite("Plain mode and its surroundings", .waits)
struct PlainSessionTests {
  private let classmates = Longform.form("classmates")
  private static let login = """
    {"longform": 1, "id": "login", "title": "Login", "sections": [{"rows": [
      {"id": "user", "label": "User"},
      {"id": "password", "label": "Password", "type": "secret"},
      {"id": "note", "label": "Note"}]}]}
    """
  private let marker = "xyzzy-4711"

  // MARK: - Secrets

  @Test("A secret is not echoed, appears in no sentence, and is exported")
  func secret() throws {
    let drafts = try DraftHome()
    let form = try drafts.home.write(PlainSessionTests.login, to: "f.json")
    let reader = try PlainReader([form], in: drafts)
    let modes = try reader.process.termios()
    let heard = try reader.type("Ada", hear: "Password, empty. 2 of 3.")
    #expect(heard.hasSuffix("What you type is not shown.\n"))
    #expect(try reader.process.termios() != modes)
    try reader.type(":" + marker, hear: "Unknown command.")
    try reader.type(marker, hear: "Note, empty. 3 of 3.")
    #expect(try reader.process.termios() == modes)
    try reader.type(":prev", hear: "Password: 10 characters, not shown. 2 of 3.")
    try reader.type(":show", hear: "Password: 10 characters, not shown. 2 of 3.\nNote")
    try reader.type(":last", hear: "Note, empty. 3 of 3.")
    try reader.type("", hear: "y or n.")
    try reader.process.send("y\n")
    #expect(try reader.end(.exited(0)).contains("\"password\": \"\(marker)\""))
    #expect(!reader.reported.contains(marker))
    #expect(try reader.process.termios() == modes)
  }

  @Test(
    "If the program ends in a row without echo, the terminal gets its echo back",
    arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT])
  func echo(number: Int32) throws {
    let folder = try temporaryFolder()
    let form = try folder.write(PlainSessionTests.login, to: "f.json")
    let reader = try PlainReader([form])
    let modes = try reader.process.termios()
    try reader.type("Ada", hear: "What you type is not shown.")
    #expect(try reader.process.termios() != modes)
    reader.process.signal(number)
    try reader.end(.signaled(number))
    #expect(try reader.process.termios() == modes)
  }

  // MARK: - Leaving

  @Test("^C, ^D, a signal and a hang-up keep the draft, and print the command that resumes it")
  func leaving() throws {
    let ways: [(name: String, end: ProcessEnd, leave: (TerminalProcess) throws -> Void)] = [
      ("^C", .signaled(SIGINT), { try $0.press(.interrupt) }),
      ("^D", .exited(1), { try $0.press(.endOfInput) }),
      (":quit", .exited(1), { try $0.send(":q\n") }),
      ("TERM", .signaled(SIGTERM), { $0.signal(SIGTERM) }),
      ("HUP", .signaled(SIGHUP), { $0.signal(SIGHUP) }),
      ("hang-up", .signaled(SIGHUP), { $0.hangUp() }),
    ]
    for way in ways {
      let drafts = try DraftHome()
      let reader = try PlainReader([classmates], in: drafts)
      try reader.type("Ada", hear: "Classmate 2, empty.")
      try way.leave(reader.process)
      try reader.end(way.end)
      if way.name != "hang-up" {
        #expect(
          reader.reported.contains("longform: left, draft kept (1 of 20 filled); "),
          "\(way.name)")
      }
      let again = try PlainReader([classmates], in: drafts, waitingFor: " 2 of 20.")
      #expect(again.reported.contains("Back at Classmate 2, 1 of 20 filled, "), "\(way.name)")
      #expect(again.reported.contains("; :fresh starts anew.\n"), "\(way.name)")
      try again.type(":prev", hear: "Classmate 1: Ada. 1 of 20.")
    }
  }

  @Test("kill -9 loses only the line that is being typed, even inside :lines")
  func kill() throws {
    let drafts = try DraftHome()
    let form = try drafts.home.write(
      """
      {"longform": 1, "id": "f", "title": "F", "sections": [{"rows": [
        {"id": "a{n}", "label": "A {n}", "count": 3}, {"id": "p", "label": "P", "type": "paragraph"}
      ]}]}
      """, to: "f.json")
    for round in 1...3 {
      let reader = try PlainReader([form], in: drafts, waitingFor: "A \(round), empty.")
      try reader.type("name \(round)", hear: round == 3 ? "P, empty." : "A \(round + 1), empty.")
      try reader.process.send("not entered")
      try reader.process.kill()
    }
    let reader = try PlainReader([form], in: drafts, waitingFor: "P, empty.")
    try reader.process.send(":lines .\nfirst\nsecond\n:prev\n")
    // Inside `:lines` plain mode does not confirm a line. The line is in the draft as soon as the
    // program has read it.
    var text = ""
    try reader.process.wait("the lines in the draft") { _ in
      text = try drafts.run(["drafts", "export", "f", "--format", "text"]).outputText
      return text.contains(":prev")
    }
    try reader.process.kill()
    text = try drafts.run(["drafts", "export", "f", "--format", "text"]).outputText
    #expect(text.contains("(A 1): name 1\n") && text.contains("(A 3): name 3\n"))
    #expect(text.contains("(P): first\n    second\n    :prev\n"))
    #expect(!text.contains("not entered"))
  }

  @Test("Without a draft ^C asks first: a typed line continues the form, and a second ^C leaves")
  func nothingKept() throws {
    let reader = try PlainReader([classmates, "--no-draft"])
    try reader.type("Ada", hear: "Classmate 2, empty.")
    var mark = reader.process.mark()
    try reader.process.press(.interrupt)
    _ = try reader.hear("Leave without saving? Control-C or y leaves, n stays.", after: mark)
    try reader.type("n", hear: "Classmate 2, empty. 2 of 20.")
    try reader.process.press(.endOfInput)
    _ = try reader.hear("Leave without saving? y or n.", after: mark)
    mark = reader.process.mark()
    try reader.process.press(.interrupt)
    _ = try reader.hear("Control-C or y leaves", after: mark)
    try reader.process.press(.interrupt)
    try reader.end(.signaled(SIGINT))
    #expect(reader.reported.contains("1 of 20 filled went with it (--no-draft)"))
  }

  @Test("A line that is ended by pressing ^D twice is in the draft")
  func endOfInput() throws {
    let drafts = try DraftHome()
    let reader = try PlainReader([classmates], in: drafts)
    try reader.process.press("half a line", .endOfInput, .endOfInput)
    try reader.end(.exited(1))
    let again = try PlainReader([classmates], in: drafts)
    #expect(again.reported.hasSuffix("Classmate 1: half a line. 1 of 20.\n"))
  }

  @Test("^Z stops plain mode like any job; fg repeats the sentence about the row")
  func suspended() throws {
    let folder = try temporaryFolder()
    let form = try folder.write(PlainSessionTests.login, to: "f.json")
    let shell = try TerminalProcess.start(
      "/bin/bash", ["--norc", "--noediting", "-i"],
      environment: ["PS1": "shell> ", "F": Longform.executable, "FORM": form])
    try shell.wait(for: "shell>")
    let modes = try shell.termios()
    try shell.send("\"$F\" \"$FORM\" --plain >out.json\n")
    try shell.wait(for: "User, empty. 1 of 3.")
    try shell.send("Ada\n")
    try shell.wait(for: "What you type is not shown.")
    for _ in 1...2 {
      let mark = shell.mark()
      try shell.press(.suspend)
      try shell.wait("the shell's modes") { _ in (try? shell.termios()) == modes }
      try shell.wait("the shell") { _ in
        String(decoding: shell.bytes(since: mark), as: UTF8.self).contains("shell> ")
      }
      let back = shell.mark()
      try shell.send("fg\n")
      try shell.wait("the row again") { _ in
        String(decoding: shell.bytes(since: back), as: UTF8.self)
          .contains("Password, empty. 2 of 3.")
      }
      try shell.wait("no echo") { _ in (try? shell.termios()) != modes }
    }
    try shell.send("\(marker)\n")
    try shell.wait(for: "Note, empty. 3 of 3.")
    try shell.send(":save!\n")
    try shell.wait("the answers") { _ in shell.home.read("out.json")?.contains(marker) == true }
    #expect(!String(decoding: shell.rawOutput, as: UTF8.self).contains(marker))
  }

  @Test("--timeout ends plain mode and keeps the draft")
  func timeout() throws {
    let reader = try PlainReader([classmates, "--timeout", "1"])
    try reader.type("Ada", hear: "Classmate 2, empty.")
    try reader.end(.exited(124))
    #expect(
      reader.reported.contains("Timed out after 1 s.\nlongform: left, draft kept (1 of 20 filled)"))
  }

  @Test("^C during a long list stops only the list")
  func stopped() throws {
    let drafts = try DraftHome()
    let form = try drafts.home.write(
      """
      {"longform": 1, "id": "many", "sections": [{"rows": [
        {"id": "row{n}", "label": "Row {n}", "count": 1000000, "key": "rows[]"}]}]}
      """, to: "many.json")
    let reader = try PlainReader([form], in: drafts)
    try reader.process.send(":show\n")
    try reader.process.wait("the list") { _ in reader.process.rawOutput.count > 4_000 }
    let mark = reader.process.mark()
    try reader.process.press(.interrupt)
    _ = try reader.hear("Stopped.\nRow 1, empty. 1 of 1,000,000.", after: mark)
    try reader.type("Ada", hear: "Row 2, empty. 2 of 1,000,000.")
    try reader.process.press(.endOfInput)
    try reader.end(.exited(1))
  }

  // MARK: - Drafts

  @Test("The program asks about an old draft: an empty line resumes it, n starts a new one")
  func oldDraft() throws {
    let drafts = try DraftHome()
    let first = try PlainReader([classmates], in: drafts)
    try first.type("Ada", hear: "Classmate 2, empty.")
    try first.process.press(.endOfInput)
    try first.end(.exited(1))
    try drafts.alter("UPDATE progress SET updated = updated - 2 * 86400 - 5")
    let second = try PlainReader([classmates], in: drafts, waitingFor: "n starts anew.")
    #expect(second.reported.contains("A draft of 2 days ago, 1 of 20 filled.\n"))
    try second.type("Grace", hear: "Answer y or n.\nGo on with this draft?")
    try second.type("", hear: "Classmate 2, empty. 2 of 20.")
    try second.type(":fresh", hear: "Classmate 1, empty. 1 of 20.")
  }

  @Test("A draft that is open elsewhere can be taken over, even from a screen")
  func takenOver() throws {
    let drafts = try DraftHome()
    let screen = try drafts.start([classmates])
    try screen.send("Ada\r")
    try screen.waitUntilKept()
    let reader = try PlainReader([classmates], in: drafts, waitingFor: "Take it over? y or n.")
    #expect(reader.reported.contains("The draft is open in process \(screen.processIdentifier)"))
    try reader.type("y", hear: "Classmate 2, empty. 2 of 20.")
    #expect(try screen.waitForExit() == .signaled(SIGHUP))
    let other = try PlainReader([classmates], in: drafts, waitingFor: "Take it over? y or n.")
    try other.process.send("n\n")
    try other.end(.exited(75))
  }

  @Test(":drafts lists drafts, :quit! sets the current draft aside, and :fresh starts a new one")
  func draftCommands() throws {
    let drafts = try DraftHome()
    let reader = try PlainReader([classmates], in: drafts)
    try reader.type("Ada", hear: "Classmate 2, empty.")
    try reader.type(":drafts", hear: "Classmates: 1 of 20 filled")
    try reader.type(":fresh", hear: "Classmate 1, empty. 1 of 20.")
    #expect(drafts.files(".aside-").count == 1)
    try reader.type("Grace", hear: "Classmate 2, empty.")
    try reader.process.send(":quit!\n")
    try reader.end(.exited(1))
    #expect(drafts.files(".aside-").count == 2)
  }

  // MARK: - Saving

  @Test("After a failed save the form stays open")
  func fullDisk() throws {
    let drafts = try DraftHome()
    let process = try TerminalProcess.start(
      Longform.executable, [classmates, "--plain"], output: .file("/dev/full"), home: drafts.home)
    try process.wait(for: "1 of 20.")
    try process.send("Ada\n:save\n")
    try process.wait(for: "standard output? y or n.")
    try process.send("y\n")
    try process.wait(for: "Not saved: standard output: no space left on device.")
    try process.wait("the row again") { _ in
      String(decoding: process.rawOutput, as: UTF8.self).hasSuffix(
        "Nothing is lost: :export FORMAT FILE writes the answers elsewhere\r\n"
          + "Classmate 2, empty. 2 of 20.\r\n")
    }
    try process.send(":export json answers.json\n")
    try process.wait(for: "Exported as json to answers.json.")
    try process.press(.endOfInput)
    #expect(try process.waitForExit() == .exited(74))
    #expect(drafts.home.read("answers.json")?.contains("\"Ada\"") == true)
  }
}
