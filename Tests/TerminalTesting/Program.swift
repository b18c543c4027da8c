// A program without a terminal: input in, output out, for tests of pipes.
//
// Invariant: the program leads a session without a terminal, so that opening /dev/tty fails, and
// input and output are moved together, so that no amount of either can block.

import Glibc

/// Runs a program and takes what it says.
public enum Program {
  /// What a program left behind.
  public struct Result: Hashable, Sendable {
    public let status: ProcessEnd
    /// The bytes of standard output, if it was captured.
    public let output: [UInt8]
    /// The bytes of standard error, if it was captured.
    public let errors: [UInt8]

    /// Standard output as text, with U+FFFD for what is not UTF-8.
    public var outputText: String { String(decoding: output, as: UTF8.self) }
    /// Standard error as text, with U+FFFD for what is not UTF-8.
    public var errorText: String { String(decoding: errors, as: UTF8.self) }
  }

  /// A program that did not end in time; it has been killed.
  public struct TookTooLong: Error, CustomStringConvertible {
    public let executable: String
    public let output: [UInt8]
    public let errors: [UInt8]

    public var description: String {
      "\(executable) did not end in time; its output ends in \"\(quoted(output.suffix(400)))\", "
        + "its errors in \"\(quoted(errors.suffix(400)))\""
    }
  }

  /// Runs a program to its end. `environment` changes the clean one; nil takes a variable away.
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
      // The status is looked at first: what was written before the end is read after it.
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
