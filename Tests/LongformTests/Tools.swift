// Third-party programs that read longform's output. Tests that need one that is not installed are
// skipped, and report it.

import TerminalTesting

/// Programs that read exports.
enum Tool {
  /// Whether a command exits with 0.
  static func works(_ command: String, _ arguments: [String]) -> Bool {
    (try? Program.run("/usr/bin/env", [command] + arguments))?.status == .exited(0)
  }

  static let python = works("python3", ["-c", "import json, csv"])
  static let pyYAML = works("python3", ["-c", "import yaml"])
  static let jq = works("jq", ["--version"])
  static let git = works("git", ["--version"])
  /// The installed shells among the common ones.
  static let shells = ["sh", "dash", "bash", "ksh", "mksh", "zsh", "busybox"].filter {
    works($0, $0 == "busybox" ? ["sh", "-c", ":"] : ["-c", ":"])
  }

  /// The output of a Python program for some input.
  static func python(_ program: String, _ input: [UInt8], _ arguments: [String] = []) throws
    -> [UInt8]
  {
    let result = try Program.run(
      "/usr/bin/env", ["python3", "-c", program] + arguments,
      environment: ["PYTHONUTF8": "1"], input: .bytes(input))
    guard result.status == .exited(0) else { throw Failed(errors: result.errorText) }
    return result.output
  }

  /// A tool that failed.
  struct Failed: Error, CustomStringConvertible {
    var errors: String
    var description: String { "it said: \(errors.suffix(2_000))" }
  }
}
