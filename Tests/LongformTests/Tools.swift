// Third-party programs that read longform's output. If a program is not installed, its tests are
// skipped and say so.

import TerminalTesting

/// Programs that read exports.
enum Tool {
  /// Whether a command can be run and exits with 0.
  static func works(_ command: String, _ arguments: [String]) -> Bool {
    (try? Program.run("/usr/bin/env", [command] + arguments))?.status == .exited(0)
  }

  static let python = works("python3", ["-c", "import json, csv"])
  static let pyYAML = works("python3", ["-c", "import yaml"])
  static let jq = works("jq", ["--version"])
  static let git = works("git", ["--version"])
  /// The common shells that are installed.
  static let shells = ["sh", "dash", "bash", "ksh", "mksh", "zsh", "busybox"].filter {
    works($0, $0 == "busybox" ? ["sh", "-c", ":"] : ["-c", ":"])
  }

  /// Runs a Python program with some input, and returns its output.
  static func python(_ program: String, _ input: [UInt8], _ arguments: [String] = []) throws
    -> [UInt8]
  {
    let result = try Program.run(
      "/usr/bin/env", ["python3", "-c", program] + arguments,
      environment: ["PYTHONUTF8": "1"], input: .bytes(input))
    guard result.status == .exited(0) else { throw Failed(errors: result.errorText) }
    return result.output
  }

  /// The error of a tool that failed.
  struct Failed: Error, CustomStringConvertible {
    var errors: String
    var description: String { "it said: \(errors.suffix(2_000))" }
  }
}
