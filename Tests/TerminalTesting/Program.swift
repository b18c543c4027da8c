// A program without a terminal, with piped input and output.
//
// Invariant: the program leads a session without a terminal, so that opening /dev/tty fails. Input
// and output are moved at the same time, so that neither can block.

import Glibc

/// Runs a program and captures its output.
public enum Program {
  /// The result of a program.
  public struct Result: Hashable, Sendable {
    public let status: ProcessEnd
    /// The bytes of standard output, if it was captured.
    public let output: [UInt8]
    /// The bytes of standard error, if it was captured.
    public let errors: [UInt8]

    /// Standard output as text, with U+FFFD for invalid UTF-8.
    public var outputText: String { String(decoding: output, as: UTF8.self) }
    /// Standard error as text, with U+FFFD for invalid UTF-8.
    public var errorText: String { String(decoding: errors, as: UTF8.self) }
  }

  /// The error that a program did not end in time and was killed.
  public struct TookTooLong: Error, CustomStringConvertible {
    public let executable: String
    public let output: [UInt8]
    public let errors: [UInt8]

    public var description: String {
      "\(executable) did not end in time; its output ends in \"\(quoted(output.suffix(400)))\", "
        + "its errors in \"\(quoted(errors.suffix(400)))\""
    }
  }

  /// Runs a program to its end. `environment` changes the clean environment, and nil removes a
  /// variable.
  public static func run(
    _ executable: String, _ arguments: [String] = [], environment: [String: String?] = [:],
    input: ProgramInput = .bytes([]), output: ProgramOutput = .captured,
    errors: ProgramOutput = .captured, directory: String? = nil, home: TemporaryFolder? = nil,
    timeout: Duration = .seconds(180)
  ) throws -> Result {
    let home = try home ?? TemporaryFolder()
    let streams = try StandardStreams(
      input: input.withoutTerminal, output: output.withoutTerminal, errors: errors.withoutTerminal)
    let process = try ChildProcess.start(
      ChildProcess.Launch(
        executable: executable, arguments: arguments,
        environment: CleanEnvironment.make(home: home, changes: environment),
        directory: directory ?? home.path, descriptors: streams.numbers))
    streams.closeOthers()
    let deadline = ContinuousClock.now + timeout
    while true {
      let status = process.poll()
      // Get the status first, so that all output from before the end is read afterwards.
      streams.transfer()
      if let status {
        return Result(
          status: status, output: streams.capturedOutput, errors: streams.capturedErrors)
      }
      guard ContinuousClock.now < deadline else {
        throw TookTooLong(
          executable: executable, output: streams.capturedOutput, errors: streams.capturedErrors)
      }
      var polled = streams.polled
      poll(&polled, for: min(.milliseconds(polled.isEmpty ? 1 : 5), deadline - .now))
    }
  }
}

extension ProgramInput {
  fileprivate var withoutTerminal: ProgramInput {
    if case .terminal = self { .bytes([]) } else { self }
  }
}

extension ProgramOutput {
  fileprivate var withoutTerminal: ProgramOutput {
    if case .terminal = self { .captured } else { self }
  }
}
