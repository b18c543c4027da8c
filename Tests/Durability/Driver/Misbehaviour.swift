// The findings of the driver.

import TerminalTesting

/// A violated requirement of a program or the store.
struct Misbehaviour: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// Creates a finding from the result of a child process; nil if the child ended as expected.
  init?(_ result: Program.Result, allowing ends: Set<ProcessEnd> = [.exited(0)]) {
    if ends.contains(result.status) { return nil }
    self.init(
      "a session ended with \(result.status): \((result.outputText + result.errorText).suffix(2_000))"
    )
  }
}
