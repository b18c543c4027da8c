// The questions about drafts at the start, and input that must not answer them.

import Glibc
import TerminalTesting
import Testing

@Suite("Questions about drafts", .waits)
struct DraftQuestionTests {
  private let classmates = Longform.form("classmates")

  @Test("A paste does not answer a question about a draft, and is not typed into the form")
  func paste() throws {
    let drafts = try DraftHome()
    let first = try drafts.start([classmates])
    try first.send("Ada\rGrace\r:q\r")
    _ = try first.waitForExit()
    try drafts.alter("UPDATE progress SET updated = 1")
    let second = try drafts.start([classmates], waitingFor: "Go on with this draft?")
    try second.press(.paste("pasted"))
    try second.sync()
    #expect(second.screen.text.contains("Go on with this draft?"))
    try second.send("\r")
    try second.wait(for: "Classmate 1   Ada")
    let third = try drafts.start([classmates], waitingFor: "Take it over?")
    try third.press(.paste("pasted"), "n")
    #expect(try third.waitForExit() == .exited(75))
  }

  @Test("At the question whether to resume, Esc leaves like ^C and does not change the draft")
  func escape() throws {
    let drafts = try DraftHome()
    let first = try drafts.start([classmates])
    try first.send("Ada\rGrace\r:q\r")
    _ = try first.waitForExit()
    try drafts.alter("UPDATE progress SET updated = 1")
    for key in [Keystroke.escape, .cancel, .interrupt] {
      let second = try drafts.start([classmates], waitingFor: "Go on with this draft?")
      try second.press(key)
      #expect(try second.waitForExit() == .exited(130))
    }
    let third = try drafts.start([classmates], waitingFor: "Go on with this draft?")
    try third.send("y")
    try third.wait(for: "Classmate 1   Ada")
  }

  @Test(
    "A signal that ends the program at a question about a draft leaves the draft unchanged",
    arguments: [[], ["--plain"]], [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGKILL])
  func signals(mode: [String], signal: Int32) throws {
    let drafts = try DraftHome()
    let first = try drafts.start([classmates])
    try first.send("Ada\rGrace\r:q\r")
    _ = try first.waitForExit()
    let files = drafts.files("")
    let exported = { try drafts.run(["drafts", "export", "classmates"]).outputText }
    let answers = try exported()
    // Test three questions: about a draft of another target, about an old draft, and, below, about
    // a draft that is open in another process.
    for place in [["--output", "other.json"], []] {
      if place.isEmpty { try drafts.alter("UPDATE progress SET updated = 1") }
      let asked = try drafts.start(
        [classmates] + place + mode, waitingFor: "Go on with this draft?")
      asked.signal(signal)
      #expect(try asked.waitForExit() == .leaving(by: signal, isPlain: !mode.isEmpty))
      #expect(drafts.files("").filter { !$0.hasSuffix(".lock") && !$0.hasSuffix("-wal") } == files)
      #expect(try exported() == answers)
    }
    try drafts.alter("UPDATE progress SET updated = strftime('%s', 'now')")
    let holder = try drafts.start([classmates], waitingFor: "Back at")
    let asked = try drafts.start([classmates] + mode, waitingFor: "Take it over?")
    asked.signal(signal)
    #expect(try asked.waitForExit() == .leaving(by: signal, isPlain: !mode.isEmpty))
    try holder.send("!\r")
    try holder.waitUntilKept()
    #expect(!holder.screen.text.contains("NOT KEPT"))
  }

  @Test(
    "^C ends the wait for a process that does not release a draft", arguments: [true, false])
  func interruptedWait(asks: Bool) throws {
    let drafts = try DraftHome()
    let holder = try TerminalProcess.start(
      "/bin/sh", ["-c", "trap '' HUP; exec \"$0\" \"$1\"", Longform.executable, classmates],
      output: .captured, home: drafts.home)
    try holder.wait(for: " ▸")
    try holder.sync()
    let process = try TerminalProcess.start(
      Longform.executable, [classmates] + (asks ? [] : ["--take"]), output: .captured,
      home: drafts.home)
    if asks {
      try process.wait(for: "Take it over?")
      try process.send("y")
      try process.wait(for: "Waiting for the other process to leave")
    } else {
      // The first output shows that the program has set the terminal's modes.
      try process.wait("a first sequence") { _ in !process.rawOutput.isEmpty }
    }
    process.timeout = .seconds(3)
    process.signal(SIGINT)
    #expect(try process.waitForExit() == .exited(130))
  }
}
