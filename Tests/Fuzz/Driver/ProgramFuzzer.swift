// Sends random keys and window sizes to the real program on a terminal.

import Glibc
import TerminalTesting

/// A violated requirement of a program.
struct Misbehaviour: Error, CustomStringConvertible {
  let description: String
}

/// Fuzzes a program over a pty.
enum ProgramFuzzer {
  /// Types `bytes` bytes in several sessions. If a key ends the program, the session ends too. Two
  /// of three sessions resume the draft of the previous session.
  ///
  /// - Parameter isPlain: whether the program is in plain mode and gets lines.
  static func run(_ command: [String], isPlain: Bool, bytes: Int, seed: Int) throws {
    var input = Input(seed: seed)
    var typed = 0
    var sessions = 0
    var home = try TemporaryFolder()
    while typed < bytes {
      sessions += 1
      if input.number(below: 3) == 0 { home = try TemporaryFolder() }
      let process = try start(command, home: home)
      do {
        typed += try session(process, isPlain: isPlain, atMost: bytes - typed, &input)
        try end(process, isPlain: isPlain)
      } catch let error as Misbehaviour {
        throw Misbehaviour(description: "session \(sessions): \(error)")
      }
    }
    print("\(typed) bytes typed in \(sessions) sessions: all well")
  }

  private static func start(_ command: [String], home: TemporaryFolder) throws -> TerminalProcess {
    // Ctrl-X Ctrl-E starts an editor that changes the text without asking. With echo off, the
    // terminal shows only the program's output, even if keys arrive while the program exits.
    let process = try TerminalProcess.start(
      "/bin/sh", ["-c", "stty -echo; exec \"$0\" \"$@\""] + command,
      environment: ["VISUAL": "sed -i s/a/b\\nb/"], output: .file("/dev/null"), home: home)
    return process
  }

  /// - Returns: the number of typed bytes.
  private static func session(
    _ process: TerminalProcess, isPlain: Bool, atMost bytes: Int, _ input: inout Input
  ) throws -> Int {
    try process.wait("the first paint") { _ in process.rawOutput.count > 100 }
    // Keep sessions short, so that drafts are resumed often.
    let limit = min(bytes, 200 + input.number(below: 12_000))
    var typed = 0
    while typed < limit, process.exitStatus == nil {
      let burst = isPlain ? input.lines() : input.burst()
      do {
        try process.send(burst)
      } catch {
        if process.exitStatus == nil { throw error }
      }
      typed += burst.count
      if input.number(below: 8) == 0 {
        try process.resize(
          rows: input.number(below: 40) + 1, columns: input.number(below: 120) + 1)
      }
    }
    return typed
  }

  /// Asks the program to exit, and checks that it does so and restores the terminal.
  private static func end(_ process: TerminalProcess, isPlain: Bool) throws {
    if process.exitStatus == nil {
      try process.resize(rows: 24, columns: 80)
      process.signal(SIGTERM)
    }
    switch try process.waitForExit() {
    case .exited(0), .exited(1), .exited(2), .exited(74), .signaled(SIGTERM): break
    case .exited(130) where !isPlain: break
    case .signaled(SIGINT) where isPlain: break
    case let status:
      throw Misbehaviour(
        description: "it ended with \(status)\n" + quoted(process.rawOutput.suffix(2_000)))
    }
    if isPlain, process.rawOutput.contains(0x1B) {
      throw Misbehaviour(
        description: "an escape in plain mode: " + quoted(process.rawOutput.suffix(2_000)))
    }
    guard process.screen.modes == [7, 25] else {
      throw Misbehaviour(description: "modes left on: \(process.screen.modes)")
    }
    guard process.screen.unknownSequences.isEmpty else {
      throw Misbehaviour(description: "it sent \(process.screen.unknownSequences.prefix(5))")
    }
  }
}
