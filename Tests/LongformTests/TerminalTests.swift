// The effect of the program on a terminal, and the state of the terminal afterwards.

import Glibc
import TerminalTesting
import Testing

@Suite("The terminal", .waits)
struct TerminalTests {
  private let classmates = Longform.form("classmates")

  /// Waits for the end of the program, and expects the terminal's original modes.
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

  /// Starts the program. Also returns the terminal's modes before the start.
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

  @Test("^C in an untouched form exits with 130 at once and restores the terminal")
  func interrupt() throws {
    let (process, modes) = try start([classmates])
    try process.press(.interrupt)
    try expectEnd(process, .exited(130), modes: modes)
    #expect(process.capturedOutput.isEmpty)
  }

  @Test("Without a draft ^C asks first: n stays, ^C leaves, and other keys show what y and n do")
  func interruptAsks() throws {
    let (process, modes) = try start([classmates, "--no-draft"])
    try process.wait(for: "no draft")
    try process.send("Ada")
    try process.wait(for: "Classmate 1 ▸ Ada")
    try process.press(.interrupt)
    try process.wait(for: "Leave without saving?")
    try process.send("!")
    try process.wait("the keys that answer") { screen in
      screen.lines.contains { $0.hasPrefix("y leaves, n stays") }
    }
    try process.send("n")
    try process.wait(for: "Classmate 1 ▸ Ada")
    try process.send("!")
    try process.wait(for: "Classmate 1 ▸ Ada!")
    try process.press(.interrupt)
    try process.wait(for: "Leave without saving?")
    try process.press(.interrupt)
    try expectEnd(process, .exited(130), modes: modes)
    #expect(process.screen.text.contains("left without saving; 1 of 20 filled went with it"))
    #expect(process.capturedOutput.isEmpty)
  }

  @Test(
    "^C leaves the form from every state",
    arguments: [
      [], [.command], [.command, "goto 5"], [":"], [.save], [.f1], [.pageDown], [":check\r"],
      [":20\r\r"],
    ] as [[Keystroke]])
  func interruptAnywhere(keys: [Keystroke]) throws {
    let (process, modes) = try start([classmates])
    try process.press(keys)
    try process.sync()
    // The first Ctrl-C may only close a panel. Two that arrive together count as one signal.
    for _ in 0..<3 where process.exitStatus == nil {
      try process.press(.interrupt)
      try process.sync()
    }
    try expectEnd(process, .exited(130), modes: modes)
  }

  @Test("Every fatal signal restores the terminal", arguments: [SIGTERM, SIGHUP, SIGQUIT, SIGINT])
  func signals(number: Int32) throws {
    let (process, modes) = try start([classmates])
    process.signal(number)
    try expectEnd(process, .leaving(by: number), modes: modes)
    #expect(process.capturedOutput.isEmpty)
  }

  @Test("If the terminal disappears, the program ends as after a hang-up")
  func hangUp() throws {
    let (process, _) = try start([classmates])
    try process.send("Ada")
    try process.wait(for: "▸ Ada")
    process.hangUp()
    #expect(try process.waitForExit() == .signaled(SIGHUP))
    #expect(process.capturedOutput.isEmpty)
  }

  @Test("After a save, :quit or :quit!, the terminal has its original modes")
  func everyWayOut() throws {
    for (keys, answer, status) in [
      ("Ada\(Keystroke.save)", "y", ProcessEnd.exited(0)), (":quit\r", "", .exited(1)),
      ("Ada\r:quit!\r", "", .exited(1)),
    ] {
      let (process, modes) = try start([classmates])
      try process.send(keys)
      if !answer.isEmpty {
        try process.wait(for: "Save 1 answer")
        try process.send(answer)
      }
      try expectEnd(process, status, modes: modes)
    }
  }

  @Test("Without a draft :quit asks first, and then exits with 1")
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

  @Test("Lines above the form stay on the terminal, and a summary replaces the form")
  func inline() throws {
    let process = try TerminalProcess.start(
      "/bin/sh",
      ["-c", "seq 30; \"$@\" >out.json; echo after", "sh", Longform.executable, classmates])
    try process.wait(for: "Classmate 1 ▸")
    try process.save(typing: "Ada")
    let expected =
      (1...30).map(String.init) + [
        "longform: saved 1 of 20 answers to standard output; --last begins with them", "after",
      ]
    #expect(process.screen.everything == expected.joined(separator: "\n"))
    #expect(process.home.read("out.json")?.utf8.contains(0x1B) == false)
  }

  @Test("Answers printed to the terminal appear below the form, with visible control characters")
  func outputToTerminal() throws {
    let (process, modes) = try start([classmates, "--format", "text"], output: .terminal)
    try process.askToSave(typing: "a\u{202E}b")
    try process.send("y")
    try expectEnd(process, .exited(0), modes: modes)
    #expect(process.screen.text.contains("Value for row 1 (Classmate 1): a<202E>b\n"))
    // The printed command is longer than a line. White space is ignored, because the line breaks
    // depend on the path of the program.
    let text = process.screen.text.filter { !$0.isWhitespace }
    #expect(text.contains("longform:printed1of20answersastext;"))
    #expect(text.hasSuffix("--lastbeginswiththem"), "\(text)")
  }

  @Test("A crash erases the key line, so that the shell's message about the crash can be read")
  func crash() throws {
    let (process, modes) = try start([classmates], output: .terminal)
    try process.send("Ada")
    try process.wait(for: "Classmate 1 ▸ Ada")
    process.signal(SIGSEGV)
    try expectEnd(process, .signaled(SIGSEGV), modes: modes)
    #expect(process.screen.text.contains("Classmate 1 ▸ Ada"))
    #expect(!process.screen.text.contains("Enter next"))
  }

  @Test(
    "A failed save leaves the form open and names a remedy",
    arguments: [
      (ProgramOutput.file("/dev/full"), "no space left on device"), (.closedPipe, "broken pipe"),
    ])
  func saveFails(output: ProgramOutput, reason: String) throws {
    let (process, modes) = try start([classmates], output: output)
    try process.askToSave(typing: "Ada")
    try process.send("y")
    try process.wait(for: "Not saved: standard output: \(reason)")
    try process.press(.command, "export json \(process.home.path("kept.json"))\r")
    try process.wait(for: "Exported as json to")
    #expect(process.home.read("kept.json")?.contains("\"Ada\"") == true)
    try process.press(.command, "quit!\r")
    try expectEnd(process, .exited(74), modes: modes)
  }

  @Test("Leaving after a failed save reports the reason, a remedy, and that the answers are kept")
  func leavingAfterFailure() throws {
    let (process, modes) = try start([classmates], output: .file("/dev/full"))
    try process.askToSave(typing: "Ada")
    try process.send("y")
    try process.wait(for: "Not saved: standard output: no space left on device")
    try process.press(.interrupt)
    try process.wait(forAbsenceOf: "Nothing is lost")
    try process.press(.interrupt)
    try expectEnd(process, .exited(130), modes: modes)
    #expect(
      process.screen.text.split(separator: "\n").joined().contains(
        "longform: standard output: no space left on device; the answers are kept, "
          + "--output writes them elsewhere"))
  }

  @Test("If ^S is pressed more often than needed, the shell does not get the extra keys")
  func lateSaves() throws {
    let process = try TerminalProcess.start(
      "/bin/sh",
      [
        "-c", "\"$0\" \"$1\" --no-draft --output it; read -r line; echo \"got <$line>\"",
        try Longform.executable, classmates,
      ])
    try process.wait(for: "Classmate 1 ▸")
    try process.send("Ada\(Keystroke.save)")
    try process.wait(for: "Save 1 answer to it?")
    // The keys are sent in one write, so that all arrive before the program ends. A later ^S would
    // stop the output of the shell's terminal.
    try process.send(String(repeating: "\(Keystroke.save)", count: 5))
    try process.wait(for: "longform: saved 1 of 20 answers to it")
    // A line feed ends a line both in the form's modes and in the shell's modes.
    try process.send("echo\n")
    try process.wait(for: "got <echo>")
  }

  @Test("^Z returns the terminal to the shell, and fg paints the form again")
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
    try process.press(.suspend)
    try process.wait(for: "Stopped")
    try process.wait("the shell's modes") { _ in (try? process.termios()) == modes }
    try process.send("fg\r")
    try process.wait(for: "Classmate 1 ▸ Ada")
    try process.send(" Lovelace")
    try process.wait(for: "Classmate 1 ▸ Ada Lovelace")
    try process.askToSave()
    try process.send("y")
    try process.wait(for: "longform: saved 1 of 20 answers")
    try process.wait("the shell's modes again") { _ in (try? process.termios()) == modes }
    #expect(process.home.read("out.json")?.contains("Ada Lovelace") == true)
  }

  @Test("After any resize the text, the cursor and the focus are in view")
  func resize() throws {
    let (process, modes) = try start([classmates])
    try process.press("Ada Lovelace", .left, .left)
    for (rows, columns) in [(5, 20), (3, 10), (1, 4), (24, 132), (2, 40), (24, 80)] {
      try process.resize(rows: rows, columns: columns)
      try process.wait("the prompt at \(rows) × \(columns)") { screen in
        screen.lines.contains { $0.contains("▸") || $0.contains("…") || columns < 5 }
      }
      try process.sync()
    }
    try process.send("X")
    try process.wait(for: "Classmate 1 ▸ Ada LovelaXce")
    try process.askToSave()
    try process.send("y")
    try expectEnd(process, .exited(0), modes: modes)
  }

  @Test("A text that is too long for the line editor is kept and cannot be edited by accident")
  func longText() throws {
    let (process, _) = try start([classmates])
    let text = String(repeating: "0123456789", count: 1_000)
    try process.press(.paste(text))
    try process.wait(for: "(10,000 bytes)")
    try process.send("x")
    try process.wait(for: "too long to edit here, ^X^E opens your editor")
    try process.press(.down)
    try process.wait(for: "Classmate 2 ▸")
    try process.press(.up)
    try process.wait(for: "(10,000 bytes)")
    #expect(try process.save().contains("\"\(text)\""))
  }

  @Test("Typing stops at 4,000 characters with a message, and the text typed before stays")
  func tooMuchTyped() throws {
    let (process, _) = try start([classmates])
    try process.send(String(repeating: "abcde", count: 900))
    try process.wait(for: "4,000 characters are the most")
    try process.save()
    let expected = String(repeating: "abcde", count: 800)
    #expect(process.capturedText.contains("\"\(expected)\""))
  }

  @Test("The prompt completes and abbreviates commands, and keeps unknown ones; :: types a colon")
  func commandPrompt() throws {
    let (process, _) = try start([classmates])
    try process.send("::")
    try process.wait("one colon") { screen in
      screen.lines[screen.cursor.row] == "Classmate 1 ▸ :"
    }
    try process.press(.clearLine, .command, "hel\t")
    try process.wait(for: ": help")
    try process.press(.cancel, .command, "hei\t4\r")
    try process.wait(for: "4  Classmate 4")
    try process.wait(forAbsenceOf: "5  Classmate 5")
    try process.press(":nonsense\r")
    try process.wait(for: "No command :nonsense   Enter again types it into the row, Esc closes")
    try process.send("\r")
    try process.wait(for: "Classmate 1 ▸ :nonsense")
    try process.press(.command, "wher\r")
    try process.wait(for: "Classmate 1: row 1 of 20")
  }
}
