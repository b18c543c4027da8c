// Tests of the guarantees of `TerminalProcess` and `Program`.

import Glibc
import TerminalTesting
import Testing

@Suite struct TerminalProcessTests {
  @Test("Typed text is shown, and exit status and terminal modes can be compared")
  func shell() throws {
    let script = "read -e -p 'Name: ' name; echo \"<$name>\"; exit 3"
    let bash = try TerminalProcess.start("/bin/bash", ["--norc", "-c", script], columns: 30)
    try bash.wait(for: "Name:")
    try bash.send("héllo\u{1}X")
    try bash.expectScreen(matches: "Name: X█héllo", cursor: "█")
    try bash.send("\r")
    #expect(try bash.waitForExit() == .exited(3))
    #expect(bash.screen.lines[1] == "<Xhéllo>")
  }

  @Test("A failed wait shows the screen and the condition")
  func timedOut() throws {
    let cat = try TerminalProcess.start("/bin/cat")
    try cat.send("seen\n")
    try cat.wait(for: "seen")
    let error = #expect(throws: TimedOut.self) {
      try cat.wait(for: "never", timeout: .milliseconds(20))
    }
    #expect(error?.description.contains("   1 |seen") == true)
    #expect(error?.description.contains("\"never\"") == true)
  }

  @Test("Releasing the object of a program ends the program, even if it ignores SIGTERM and SIGHUP")
  func gone() throws {
    let identifier: Int32
    do {
      let script = "trap '' TERM HUP; echo up; cat"
      let shell = try TerminalProcess.start("/bin/sh", ["-c", script])
      try shell.wait(for: "up")
      identifier = shell.processIdentifier
    }
    #expect(kill(identifier, 0) == -1)
  }

  @Test("/dev/tty can be opened even if all three standard streams are pipes")
  func pipesAndTerminal() throws {
    let script = "cat >/dev/tty; echo out; echo err >&2; read x </dev/tty; echo $x"
    let shell = try TerminalProcess.start(
      "/bin/sh", ["-c", script], input: .text("in\n"), output: .captured, errors: .captured)
    try shell.wait(for: "in")
    try shell.send("typed\n")
    #expect(try shell.waitForExit() == .exited(0))
    #expect(shell.capturedOutput == Array("out\ntyped\n".utf8))
    #expect(shell.capturedErrors == Array("err\n".utf8))
  }

  @Test("Closing the terminal hangs up the program")
  func hangUp() throws {
    let cat = try TerminalProcess.start("/bin/cat")
    cat.hangUp()
    #expect(try cat.waitForExit() == .signaled(SIGHUP))
  }

  @Test("A program without a terminal has three descriptors, and reads any number of bytes")
  func pipes() throws {
    #expect(try Program.run("/bin/ls", ["/proc/self/fd"]).outputText == "0\n1\n2\n3\n")
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    #expect(try Program.run("/bin/cat", input: .bytes(bytes)).output == bytes)
    #expect(try Program.run("/bin/true", input: .bytes(bytes)).status == .exited(0))
    let status = try Program.run("/usr/bin/yes", output: .closedPipe).status
    #expect(status == .signaled(SIGPIPE))
    #expect(throws: SystemError.self) { try Program.run("/nonexistent") }
  }
}
