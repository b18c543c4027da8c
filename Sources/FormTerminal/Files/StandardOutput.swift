// Lines on standard output and standard error.

import FormText
import Glibc
import System

/// Standard output, for commands that list something.
package enum StandardOutput {
  /// Writes lines. On a terminal, visible characters replace unsafe ones (law 14).
  package static func write(_ lines: [String]) throws(Failure) {
    try write(Array(lines.map { $0 + "\n" }.joined().utf8))
  }

  /// Writes bytes. On a terminal, visible characters replace unsafe ones (law 14).
  package static func write(_ bytes: [UInt8]) throws(Failure) {
    let bytes = isatty(STDOUT_FILENO) == 1 ? VisibleText.painted(bytes) : bytes
    if let code = SystemCall.writeAll(bytes, to: STDOUT_FILENO) {
      if code == EPIPE { endByBrokenPipe() }
      throw .system(.writeFailed, "standard output", errno: code)
    }
  }
}

extension StandardOutput {
  /// Ends the program in the usual way when the reader of its output stops early, as in
  /// `longform help | head`.
  private static func endByBrokenPipe() {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
  }
}

/// Standard error, which gets everything that the program writes except answers and lists.
package enum StandardError {
  /// Writes lines, with visible characters in place of unsafe ones (law 14). Does nothing if
  /// standard error is closed.
  package static func report(_ lines: [String]) {
    _ = SystemCall.writeAll(painted(lines), to: STDERR_FILENO)
  }

  /// Returns the bytes of lines, with visible characters in place of unsafe ones.
  static func painted(_ lines: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    for line in lines {
      bytes.append(contentsOf: VisibleText.painted(line).utf8)
      bytes.append(0x0A)
    }
    return bytes
  }

  /// Reports the failure that ends the program.
  package static func report(_ failure: Failure) {
    report(failure.isAboutPlaces ? failure.lines : failure.lines.map { "longform: \($0)" })
  }
}

extension VisibleText {
  /// Replaces unsafe characters by visible ones. The bytes must end after a whole character.
  static func painted(_ bytes: [UInt8]) -> [UInt8] {
    Array(painted(String(decoding: bytes, as: UTF8.self)).utf8)
  }
}
