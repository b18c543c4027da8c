// What the program does to a terminal, and how it leaves it.

import Glibc
import TerminalTesting
import Testing

@Suite("The terminal")
struct TerminalTests {
  private let classmates = Longform.form("classmates")

  /// Waits for the end and expects the terminal as it was before.
  private func expectEnd(
    _ process: TerminalProcess, _ status: ProcessEnd, modes: TerminalModes,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try process.waitForExit() == status, sourceLocation: sourceLocation)
    #expect(try process.termios() == modes, sourceLocation: sourceLocation)
    #expect(process.screen.modes == [7, 25], sourceLocation: sourceLocation)
    #expect(process.screen.unknownSequences.isEmpty, sourceLocation: sourceLocation)
    #expect(!process.screen.isAlternateScreen, sourceLocation: sourceLocation)
  }

  /// A program that has not touched its terminal yet, and the terminal's modes.
  private func start(_ arguments: [String], output: ProgramOutput = .captured) throws
    -> (TerminalProcess, TerminalModes)
  {
    let process = try TerminalProcess.start(
      "/bin/sh", ["-c", "read line; exec \"$@\"", "sh", Longform.executable] + arguments,
      output: output)
    let modes = try process.termios()
    try process.send("go\n")
    try process.wait(for: " ▸")
    return (process, modes)
  }

  @Test("^C with nothing typed leaves at once, 130 to a shell, the terminal as it was")
  func interrupt() throws {
    let (process, modes) = try start([classmates])
    try process.send("\u{3}")
    try expectEnd(process, .signaled(SIGINT), modes: modes)
    #expect(process.capturedOutput.isEmpty)
  }

  @Test("^C asks once where nothing is kept; any other key stays and does what it does")
  func interruptAsks() throws {
    let (process, modes) = try start([classmates, "--no-draft"])
    try process.wait(for: "no draft")
    try process.send("Ada")
    try process.wait(for: "Classmate 1 ▸ Ada")
    try process.send("\u{3}")
    try process.wait(for: "Leave without saving?")
    try process.send("!")
    try process.wait(for: "Classmate 1 ▸ Ada!")
    try process.send("\u{3}")
    try process.wait(for: "Leave without saving?")
    try process.send("\u{3}")
    try expectEnd(process, .signaled(SIGINT), modes: modes)
    #expect(process.screen.text.contains("left without saving; 1 filled row went with it"))
    #expect(process.capturedOutput.isEmpty)
  }

  @Test(
    "^C leaves from everywhere",
    arguments: [
      "", "\u{F}", "\u{F}goto 5", ":", "\u{13}", "\u{1B}OP", "\u{1B}[6~", ":check\r", ":20\r\r",
    ])
  func interruptAnywhere(keys: String) throws {
    let (process, modes) = try start([classmates])
    try process.send(keys)
    try process.sync()
    try process.send("\u{3}")
    try process.sync()
    if process.exitStatus == nil { try process.send("\u{3}") }
    try expectEnd(process, .signaled(SIGINT), modes: modes)
  }

  @Test("Signals end it as a shell expects", arguments: [SIGTERM, SIGHUP, SIGQUIT, SIGINT])
  func signals(number: Int32) throws {
    let (process, modes) = try start([classmates])
    process.signal(number)
    try expectEnd(process, .signaled(number), modes: modes)
    #expect(process.capturedOutput.isEmpty)
  }

  @Test("A terminal that goes away ends it as a hang-up")
  func hangUp() throws {
    let (process, _) = try start([classmates])
    try process.send("Ada")
    try process.wait(for: "▸ Ada")
    process.hangUp()
    #expect(try process.waitForExit() == .signaled(SIGHUP))
    #expect(process.capturedOutput.isEmpty)
  }

  @Test("Saving, leaving and failing leave the terminal as it was")
  func everyWayOut() throws {
    for (keys, status) in [
      ("Ada\u{13}\u{13}", ProcessEnd.exited(0)), (":quit\r", .exited(1)),
      ("Ada\r:quit!\r", .exited(1)),
    ] {
      let (process, modes) = try start([classmates])
      try process.send(keys)
      try expectEnd(process, status, modes: modes)
    }
  }

  @Test(":quit asks where nothing is kept, and leaves with 1")
  func quitAsks() throws {
    let (process, modes) = try start([classmates, "--no-draft"])
    try process.send("Ada\r:quit\r")
    try process.wait(for: "Leave without saving? (y/n)")
    try process.send("n")
    try process.wait(for: "Classmate 2 ▸")
    try process.send(":q\r")
    try process.wait(for: "Leave without saving? (y/n)")
    try process.send("y")
    try expectEnd(process, .exited(1), modes: modes)
    #expect(process.capturedOutput.isEmpty)
  }

  @Test("The scrollback above the region stays, the region is replaced by the summary")
  func inline() throws {
    let process = try TerminalProcess.start(
      "/bin/sh",
      ["-c", "seq 30; \"$@\" >out.json; echo after", "sh", Longform.executable, classmates])
    try process.wait(for: "Classmate 1 ▸")
    try process.save(typing: "Ada")
    let expected =
      (1...30).map(String.init) + [
        "Saved 1 of 20 rows, 19 empty, as json to standard output", "after",
      ]
    #expect(process.screen.everything == expected.joined(separator: "\n"))
    #expect(process.home.read("out.json")?.utf8.contains(0x1B) == false)
  }

  @Test("Answers to the same terminal come below, with control characters made visible")
  func outputToTerminal() throws {
    let (process, modes) = try start([classmates, "--format", "text"], output: .terminal)
    try process.send("a\u{202E}b\u{13}\u{13}")
    try expectEnd(process, .exited(0), modes: modes)
    #expect(process.screen.text.contains("Value for row 1 (Classmate 1): a<202E>b\n"))
    #expect(
      process.screen.text.hasSuffix("Saved 1 of 20 rows, 19 empty, as text to standard output"))
  }

  @Test(
    "A save that fails leaves the form open and names the way out",
    arguments: [
      (ProgramOutput.file("/dev/full"), "no space left on device"), (.closedPipe, "broken pipe"),
    ])
  func saveFails(output: ProgramOutput, reason: String) throws {
    let (process, modes) = try start([classmates], output: output)
    try process.send("Ada\u{13}\u{13}")
    try process.wait(for: "Not saved: standard output: \(reason)")
    try process.send("\u{F}export json \(process.home.path("kept.json"))\r")
    try process.wait(for: "Exported as json to")
    #expect(process.home.read("kept.json")?.contains("\"Ada\"") == true)
    try process.send("\u{F}quit!\r")
    try expectEnd(process, .exited(74), modes: modes)
  }

  @Test("^Z gives the terminal to the shell, fg paints the form anew")
  func suspend() throws {
    let process = try TerminalProcess.start(
      "/bin/bash", ["--norc", "-i"],
      environment: ["PS1": "shell> ", "F": Longform.executable, "CLASSMATES": classmates])
    try process.wait(for: "shell>")
    let modes = try process.termios()
    try process.send("\"$F\" \"$CLASSMATES\" >out.json\r")
    try process.wait(for: "Classmate 1 ▸")
    try process.send("Ada")
    try process.wait(for: "Classmate 1 ▸ Ada")
    try process.send("\u{1A}")
    try process.wait(for: "Stopped")
    try process.wait("the shell's modes") { _ in (try? process.termios()) == modes }
    try process.send("fg\r")
    try process.wait(for: "Classmate 1 ▸ Ada")
    try process.send(" Lovelace")
    try process.wait(for: "Classmate 1 ▸ Ada Lovelace")
    try process.send("\u{13}\u{13}")
    try process.wait(for: "Saved 1 of 20 rows")
    try process.wait("the shell's modes again") { _ in (try? process.termios()) == modes }
    #expect(process.home.read("out.json")?.contains("Ada Lovelace") == true)
  }

  @Test("A resize at any moment keeps the text, the cursor and the focus in view")
  func resize() throws {
    let (process, modes) = try start([classmates])
    try process.send("Ada Lovelace\u{1B}[D\u{1B}[D")
    for (rows, columns) in [(5, 20), (3, 10), (1, 4), (24, 132), (2, 40), (24, 80)] {
      try process.resize(rows: rows, columns: columns)
      try process.wait("the prompt at \(rows) × \(columns)") { screen in
        screen.lines.contains { $0.contains("▸") || $0.contains("…") || columns < 5 }
      }
      try process.sync()
    }
    try process.send("X")
    try process.wait(for: "Classmate 1 ▸ Ada LovelaXce")
    try process.send("\u{13}\u{13}")
    try expectEnd(process, .exited(0), modes: modes)
  }

  @Test("A text longer than the line editor holds is kept whole and not edited by accident")
  func longText() throws {
    let (process, _) = try start([classmates])
    let text = String(repeating: "0123456789", count: 1_000)
    try process.send("\u{1B}[200~\(text)\u{1B}[201~")
    try process.wait(for: "(10,000 bytes)")
    try process.send("x")
    try process.wait(for: "too long to edit here, ^X^E opens your editor")
    try process.send("\u{1B}[B")
    try process.wait(for: "Classmate 2 ▸")
    try process.send("\u{1B}[A")
    try process.wait(for: "(10,000 bytes)")
    #expect(try process.save().contains("\"\(text)\""))
  }

  @Test("Typing stops at 4,000 characters and says so; nothing typed before is lost")
  func tooMuchTyped() throws {
    let (process, _) = try start([classmates])
    try process.send(String(repeating: "abcde", count: 900))
    try process.wait(for: "4,000 characters are the most")
    try process.save()
    let expected = String(repeating: "abcde", count: 800)
    #expect(process.capturedText.contains("\"\(expected)\""))
  }

  @Test("Commands are completed, abbreviated, and kept when unknown; :: types two colons")
  func commandPrompt() throws {
    let (process, _) = try start([classmates])
    try process.send("::")
    try process.wait(for: "Classmate 1 ▸ ::")
    try process.send("\u{15}\u{F}hel\t")
    try process.wait(for: ": help")
    try process.send("\u{7}\u{F}hei\t4\r")
    try process.wait(for: "rows 1–4 of 20")
    try process.send("\u{F}nonsense\r")
    try process.wait(for: "No command :nonsense; Enter again types it into the row")
    try process.send("\r")
    try process.wait(for: "Classmate 1 ▸ :nonsense")
    try process.send("\u{F}wher\r")
    try process.wait(for: "Classmate 1: row 1 of 20")
  }
}
