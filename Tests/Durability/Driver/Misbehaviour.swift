// Findings, and how a command reports them.

import TerminalTesting

/// A violated requirement of a program or the store.
struct Misbehaviour: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// Nil if a child ended as expected.
  init?(_ result: Program.Result, allowing ends: Set<ProcessEnd> = [.exited(0)]) {
    if ends.contains(result.status) { return nil }
    self.init(
      "a session ended with \(result.status): \((result.outputText + result.errorText).suffix(2_000))"
    )
  }
}
