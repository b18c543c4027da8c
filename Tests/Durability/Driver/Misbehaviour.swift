// What was found, and how a command says it.

import TerminalTesting

/// Something a program or the store did that it must not do.
struct Misbehaviour: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// Unless a child ended as it should.
  init?(_ result: Program.Result, allowing ends: Set<ProcessEnd> = [.exited(0)]) {
    if ends.contains(result.status) { return nil }
    self.init(
      "a session ended with \(result.status): \((result.outputText + result.errorText).suffix(2_000))"
    )
  }
}
