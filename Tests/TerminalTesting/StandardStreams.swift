// The three standard streams of a program, and the ends of them that the test uses.
//
// Invariant: after `closeOthers`, only the test's own ends are open in this process, so that the
// test sees the end of a pipe when the program closes it.

import CPty
import Glibc

/// The program's descriptors 0, 1 and 2, and the test's ends.
final class StandardStreams {
  /// The pipe for standard input, and the bytes still to write.
  private var input: (pipe: Descriptor, rest: ArraySlice<UInt8>)?
  /// Captured standard output.
  private var output: Descriptor?
  /// Captured standard error.
  private var errors: Descriptor?
  /// The program's descriptors, in the notation of CPty.
  private(set) var numbers: [Int32] = []
  /// The bytes read from standard output.
  private(set) var capturedOutput: [UInt8] = []
  /// The bytes read from standard error.
  private(set) var capturedErrors: [UInt8] = []
  private var others: [Descriptor] = []

  init(input: ProgramInput, output: ProgramOutput, errors: ProgramOutput) throws {
    try open(input)
    self.output = try open(output)
    self.errors = try open(errors)
  }

  /// Closes the program's ends in this process, after the program has inherited them.
  func closeOthers() {
    others = []
  }

  // MARK: - Moving bytes

  /// The descriptors to poll before `transfer`.
  var polled: [pollfd] {
    var polled = [output, errors].compactMap(\.self).map {
      pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0)
    }
    if let input {
      polled.append(pollfd(fd: input.pipe.number, events: Int16(POLLOUT), revents: 0))
    }
    return polled
  }

  /// Reads and writes as much as possible without waiting.
  func transfer() {
    StandardStreams.drain(&output, into: &capturedOutput)
    StandardStreams.drain(&errors, into: &capturedErrors)
    while let pipe = input?.pipe, let rest = input?.rest {
      switch rest.isEmpty ? .ended : pipe.write(rest) {
      case .bytes(let count): input?.rest = rest.dropFirst(count)
      case .ended: input = nil
      case .notNow: return
      }
    }
  }

  private static func drain(_ stream: inout Descriptor?, into bytes: inout [UInt8]) {
    while let open = stream {
      switch open.read(into: &bytes) {
      case .bytes: continue
      case .ended: stream = nil
      case .notNow: return
      }
    }
  }

  // MARK: - Opening

  private func give(_ descriptor: Descriptor) {
    numbers.append(descriptor.number)
    others.append(descriptor)
  }

  private func open(_ input: ProgramInput) throws {
    switch input {
    case .terminal: numbers.append(Int32(CPTY_TERMINAL))
    case .closed: numbers.append(Int32(CPTY_CLOSED))
    case .file(let path): give(try Descriptor.open(path, O_RDONLY))
    case .bytes(let bytes):
      let pipe = try Descriptor.pipe()
      give(pipe.reading)
      pipe.writing.makeNonBlocking()
      self.input = (pipe.writing, bytes[...])
    }
  }

  private func open(_ output: ProgramOutput) throws -> Descriptor? {
    switch output {
    case .terminal: numbers.append(Int32(CPTY_TERMINAL))
    case .closed: numbers.append(Int32(CPTY_CLOSED))
    case .file(let path): give(try Descriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC))
    case .captured:
      let pipe = try Descriptor.pipe()
      give(pipe.writing)
      pipe.reading.makeNonBlocking()
      return pipe.reading
    case .closedPipe: give(try Descriptor.pipe().writing)
    }
    return nil
  }
}
