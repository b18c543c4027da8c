// The real program on a terminal, typed at and resized at random.

import Glibc
import TerminalTesting

/// What a program did that it must not do.
struct Misbehaviour: Error, CustomStringConvertible {
  let description: String
}

/// Fuzzes a program over a pty.
enum ProgramFuzzer {
  /// Types `bytes` bytes in sessions that end when the program does, as it may.
  static func run(_ command: [String], bytes: Int, seed: Int) throws {
    var input = Input(seed: seed)
    var typed = 0
    var sessions = 0
    while typed < bytes {
      sessions += 1
      typed += try session(command, atMost: bytes - typed, &input)
    }
    print("\(typed) bytes typed in \(sessions) sessions: all well")
  }

  private static func session(_ command: [String], atMost bytes: Int, _ input: inout Input) throws
    -> Int
  {
    // ^X^E starts an editor that changes something and asks nothing.
    let process = try TerminalProcess.start(
      command[0], Array(command.dropFirst()), environment: ["VISUAL": "sed -i s/a/b\\nb/"],
      output: .file("/dev/null"))
    process.timeout = .seconds(60)
    try process.wait("the first paint") { _ in process.rawOutput.count > 100 }
    var typed = 0
    while typed < bytes, process.exitStatus == nil {
      let burst = input.burst()
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
    try end(process)
    return typed
  }

  /// The program still answers, ends when told to, and leaves the terminal as it was.
  private static func end(_ process: TerminalProcess) throws {
    if process.exitStatus == nil {
      try process.resize(rows: 24, columns: 80)
      process.signal(SIGTERM)
    }
    switch try process.waitForExit() {
    case .exited(0), .exited(1), .exited(2), .exited(74): break
    case .signaled(SIGTERM), .signaled(SIGINT): break
    case let status:
      throw Misbehaviour(
        description: "it ended with \(status)\n" + quoted(process.rawOutput.suffix(2_000)))
    }
    guard process.screen.modes == [7, 25] else {
      throw Misbehaviour(description: "modes left on: \(process.screen.modes)")
    }
    guard process.screen.unknownSequences.isEmpty else {
      throw Misbehaviour(description: "it sent \(process.screen.unknownSequences.prefix(5))")
    }
  }
}
