// The state of a program after it filled a form: tasks, signals, terminal, descriptors and memory.

import Glibc
import TerminalTesting
import Testing

@Suite("The state of a program before and after a form")
struct LibrarySurroundingsTests {
  private func start(_ arguments: String..., waitingFor text: String = " ▸") throws
    -> TerminalProcess
  {
    let process = try TerminalProcess.start(
      try builtProduct(named: "library-driver"), arguments, rows: 16, columns: 80,
      output: .captured)
    try process.wait(for: text)
    return process
  }

  @Test("A form that a task awaits is filled on a thread of its own")
  func task() throws {
    let process = try start("await")
    try process.press("Ada", .save)
    try process.wait(for: "Save 2 answers?")
    try process.press("y")
    #expect(try process.waitForExit() == .exited(0))
    #expect(process.capturedText.hasPrefix("guest Ada, cups 1"))
  }

  @Test("Cancelling a task ends its form and restores the program's previous state")
  func cancellation() throws {
    let process = try start("cancel")
    try process.press("x", .enter)
    #expect(try process.waitForExit() == .exited(0))
    #expect(process.capturedText == "everything is as before\nerror: cancelled\n")
    let early = try TerminalProcess.start(
      try builtProduct(named: "library-driver"), ["cancelled"], output: .captured)
    #expect(try early.waitForExit() == .exited(0))
    #expect(early.capturedText == "error: cancelled\n")
  }

  @Test("A second form at the same time is refused, and so is a form inside a check")
  func busy() throws {
    let process = try start("busy", waitingFor: "")
    #expect(try process.waitForExit() == .exited(0))
    #expect(
      process.capturedText == "another form is being filled in this process, then cancelled\n")
    let nested = try start("nested")
    try nested.press("x", .enter)
    try nested.wait(for: "a form in a form")
    try nested.press(.interrupt)
    #expect(try nested.waitForExit() == .exited(0))
  }

  @Test("A form ends at its time limit")
  func timeout() throws {
    let process = try start("timeout", waitingFor: "")
    #expect(try process.waitForExit() == .exited(0))
    #expect(process.capturedText == "error: timed out\n")
  }

  @Test("If the form installs no signal handlers, no signal is caught, and ^C is a key")
  func withoutHandlers() throws {
    let process = try start("unguarded")
    try process.press("x", .enter)
    #expect(try process.waitForExit() == .exited(0))
    #expect(process.capturedText == "x\n")
    let left = try start("unguarded")
    try left.press("x", .interrupt)
    #expect(try left.waitForExit() == .exited(0))
    #expect(left.capturedText == "error: left\n")
  }

  @Test("A signal from another process takes effect after the terminal is restored")
  func terminated() throws {
    let handled = try start("term")
    handled.signal(SIGTERM)
    #expect(try handled.waitForExit() == .exited(0))
    #expect(handled.capturedText == "handled\nerror: left\n")
    let process = try start("tea")
    let modes = try process.termios()
    process.signal(SIGTERM)
    #expect(try process.waitForExit() == .signaled(SIGTERM))
    #expect(try process.termios() != modes)
  }

  @Test(
    "After a crash the terminal is restored, and the program's own handler sees the crash",
    arguments: [("abort", "SIGABRT"), ("fault", "SIGSEGV")])
  func crash(word: String, signal: String) throws {
    let process = try start("crash", "inside")
    let modes = try process.termios()
    try process.press(Keystroke(stringLiteral: word), .enter)
    #expect(try process.waitForExit() == .exited(7))
    #expect(process.capturedText == "the host saw \(signal)\n")
    #expect(try process.termios() != modes)
  }

  @Test("After the form has ended, only the program's own handler sees a crash")
  func crashAfterwards() throws {
    let process = try start("crash", "after")
    try process.press("x", .enter)
    #expect(try process.waitForExit() == .exited(7))
    #expect(process.capturedText == "everything is as before\nthe host saw SIGABRT\n")
  }

  @Test("If the form installs no signal handlers, only handlers of the host program see a crash")
  func crashWithoutHandlers() throws {
    let process = try start("crash", "unguarded")
    let modes = try process.termios()
    try process.press("abort", .enter)
    #expect(try process.waitForExit() == .exited(7))
    #expect(process.capturedText == "the host saw SIGABRT\n")
    #expect(try process.termios() == modes)
  }

  @Test("The form adapts to a new window size, and the program's own handler sees the signal")
  func resize() throws {
    let process = try start("crash", "inside")
    try process.resize(rows: 16, columns: 40)
    try process.wait("the host to see the signal") { _ in
      process.capturedText == "the host saw SIGWINCH\n"
    }
    try process.press("x")
    try process.wait(for: "Word ▸ x")
    try process.press(.enter)
    #expect(try process.waitForExit() == .exited(0))
    #expect(process.capturedText == "the host saw SIGWINCH\neverything is as before\n")
  }

  @Test("Even without signal handlers, the form adapts to a new window size before the next key")
  func resizeWithoutHandlers() throws {
    let process = try start("resize", waitingFor: "^C leave")
    try process.press("Ada")
    try process.wait(for: "Your name ▸ Ada")
    try process.resize(rows: 16, columns: 30)
    try process.wait(for: "Tea  2 of 3")
    try process.press(.enter, "2")
    try process.wait(for: "Cups ▸ 2")
    try process.press(.interrupt, .interrupt)
    #expect(try process.waitForExit() == .exited(0))
    #expect(process.capturedText == "error: left\n")
  }

  @Test("While a check takes long, the screen says so, and typed keys are kept")
  func slowCheck() throws {
    let folder = try TemporaryFolder()
    let gate = "\(folder.path)/gate"
    #expect(mkfifo(gate, 0o600) == 0)
    let process = try start("slow", gate, waitingFor: "First ▸")
    try process.press("one", .enter)
    try process.wait(for: "checking…")
    try process.press("two")
    let opened = open(gate, O_RDWR)
    defer { close(opened) }
    try process.wait(for: "Second ▸ two")
    #expect(!process.screen.text.contains("checking"))
    try process.press(.save)
    try process.wait(for: "Save 2 answers?")
    try process.press("y")
    #expect(try process.waitForExit() == .exited(0))
    #expect(process.capturedText == "one, two\n")
  }

  @Test("Plain mode also says that a check takes long")
  func slowCheckInSentences() throws {
    let folder = try TemporaryFolder()
    let gate = "\(folder.path)/gate"
    #expect(mkfifo(gate, 0o600) == 0)
    let process = try start("slow", gate, "plain", waitingFor: "First")
    try process.press("one", .enter)
    try process.wait(for: "Checking...")
    let opened = open(gate, O_RDWR)
    defer { close(opened) }
    try process.wait(for: "Second")
    try process.press(.interrupt)
    try process.wait(for: "Leave without saving?")
    try process.press("y", .enter)
    #expect(try process.waitForExit() == .exited(0))
  }

  @Test("If the program is killed, the draft keeps the typed text; a save finishes the draft")
  func draft() throws {
    let folder = try TemporaryFolder()
    let process = try start("draft", folder.path)
    try process.press("Ada", .enter)
    try process.waitUntilKept()
    process.signal(SIGKILL)
    try process.waitForExit()
    let second = try start("draft", folder.path)
    try second.wait(for: "Back at Cups")
    try second.press(.interrupt)
    #expect(try second.waitForExit() == .exited(0))
    let left = "error: left; the draft is kept: test in \(folder.path); start again to go on\n"
    #expect(second.capturedText == left)
    // Another person answers by lines, so this draft stays as it is.
    let piped = try Program.run(
      try builtProduct(named: "library-driver"), ["draft", folder.path], input: .text("Bob\n2\n"))
    #expect(piped.outputText.hasPrefix("guest Bob, cups 2"))
    let third = try start("draft", folder.path)
    try third.press("4", .save)
    try third.wait(for: "Save 2 answers?")
    try third.press("y")
    #expect(try third.waitForExit() == .exited(0))
    #expect(third.capturedText.hasPrefix("guest Ada, cups 4"))
  }

  @Test("Messages about drafts name no options or commands that the program does not have")
  func draftMessages() throws {
    let folder = try TemporaryFolder()
    let process = try start("draft", folder.path)
    try process.press("Ada", .enter)
    try process.waitUntilKept()
    let second = try start("draft", folder.path, waitingFor: "Take it over?")
    try second.press("n")
    #expect(try second.waitForExit() == .exited(0))
    #expect(second.capturedText.hasPrefix("error: the draft is open in process "))
    #expect(second.capturedText.hasSuffix("; close the form there first\n"))
    try process.press(.command, "fresh", .enter)
    try process.wait(for: "Started anew; the old draft is kept in \(folder.path)")
    process.signal(SIGKILL)
    try process.waitForExit()
    let third = try start("draft", folder.path)
    try third.wait(for: "A draft of this form was set aside just now; it is kept in")
    try third.wait(for: folder.path)
    #expect(!third.screen.text.contains("longform drafts"))
    let without = try start("tea")
    try without.press(.command, "kept", .enter)
    try without.wait(for: "Nothing is kept: there is no draft")
    #expect(!without.screen.text.contains("--no-draft"))
  }

  @Test("Many forms in one process leak no descriptor, task or memory")
  func many() throws {
    let result = try Program.run(
      try builtProduct(named: "library-driver"), ["fills", "\(60 * TestScale.factor)"],
      output: .captured)
    let words = result.outputText.split(separator: " ")
    #expect(result.outputText.contains("fills, 0 with a leak"), "\(result.outputText)")
    let growth = words.dropLast().last.flatMap { Int($0) }
    #expect(try #require(growth, "\(result.outputText)") < 2_000)
  }
}
