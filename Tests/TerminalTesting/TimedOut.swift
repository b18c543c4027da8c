// The error of a failed wait, and the terminal's modes.
//
// Invariant: a failure can be understood without running the test again. It shows the condition,
// the screen with line numbers and the cursor, and the last bytes that were painted.

import CPty

/// The error of a wait that ran out of time, or during which the program ended.
public struct TimedOut: Error, CustomStringConvertible {
  /// A description of the condition.
  public let what: String
  /// The screen at the end of the wait.
  public let screen: VirtualTerminal
  /// The last bytes that the program painted.
  public let rawTail: [UInt8]
  /// The end of the program, if it has ended.
  public let status: ProcessEnd?
  /// The last bytes of a captured standard error.
  public let errors: [UInt8]

  public var description: String {
    let state = status.map { "the program has ended: \($0)" } ?? "the program is still running"
    var parts = ["waited in vain for \(what); \(state)", screen.numbered]
    parts.append("last bytes painted: \(quoted(rawTail))")
    if !errors.isEmpty { parts.append("standard error: \(quoted(errors))") }
    return parts.joined(separator: "\n")
  }
}

extension VirtualTerminal {
  /// The screen with line numbers, its size and the cursor, for a failure.
  public var numbered: String {
    let shown = text(cursor: cursorVisible ? "█" : "░")
    let lines = shown.split(separator: "\n", omittingEmptySubsequences: false)
    let numbered = lines.enumerated().map { number, line in
      let digits = String(number + 1)
      return String(repeating: " ", count: max(4 - digits.count, 0)) + "\(digits) |\(line)"
    }
    let place = "row \(cursor.row + 1), column \(cursor.column + 1)"
    return (["screen of \(rows) x \(columns), cursor at \(place):"] + numbered)
      .joined(separator: "\n")
  }
}

/// A terminal's modes. They are equal if all flags, special characters and speeds are equal.
public struct TerminalModes: Hashable, Sendable, CustomStringConvertible {
  private let bytes: [UInt8]

  init(of terminal: Int32) throws {
    var bytes = [UInt8](repeating: 0, count: cpty_modes_size())
    let code = cpty_modes(terminal, &bytes)
    guard code == 0 else { throw SystemError("tcgetattr", code) }
    self.bytes = bytes
  }

  public var description: String {
    bytes.map { String($0, radix: 16) }.joined(separator: " ")
  }
}
