// Splits bytes into lines, for scripts that write to a pipe and for people in plain mode.

import Glibc
import Synchronization
import System

/// One line of input.
struct InputLine {
  /// The line's number, from 1.
  var number: Int
  var text: String
}

/// A buffer of input bytes that are split into lines. A line ends with LF or CRLF.
struct LineBuffer {
  private var bytes: [UInt8] = []
  private var start = 0
  private var searched = 0
  private(set) var lineNumber = 0

  mutating func append(_ new: [UInt8]) {
    if start > 0 {
      bytes.removeSubrange(..<start)
      searched -= start
      start = 0
    }
    bytes += new
  }

  /// Returns the next line without its line break; nil if no complete line has arrived.
  mutating func next() -> ArraySlice<UInt8>? {
    guard let end = bytes[searched...].firstIndex(of: 0x0A) else {
      searched = bytes.count
      return nil
    }
    return line(upTo: end, nextStart: end + 1)
  }

  /// Returns the bytes after the last line break; nil if there are none.
  mutating func rest() -> ArraySlice<UInt8>? {
    start < bytes.count ? line(upTo: bytes.count, nextStart: bytes.count) : nil
  }

  /// The number of complete lines.
  var lineCount: Int { bytes[start...].count { $0 == 0x0A } }

  private mutating func line(upTo end: Int, nextStart: Int) -> ArraySlice<UInt8> {
    lineNumber += 1
    var content = bytes[start..<end]
    if content.last == 0x0D { content.removeLast() }
    (start, searched) = (nextStart, nextStart)
    return content
  }
}

/// Reads lines of UTF-8 text. The last line may lack a line break.
struct LineReader {
  /// The reason that a line cannot be read.
  enum Failure: Error {
    case notUTF8(line: Int)
    case system(SystemError)
    case timedOut
  }

  private let descriptor: Int32
  private let deadline: Int?
  /// The host program (the program that uses the library). It continues to read the same input
  /// after the form is closed.
  private let host: Host?
  private var buffer = LineBuffer()
  private var atEnd = false
  /// Whether several forms and questions of a host program read the input, which is standard input.
  private let isShared: Bool
  /// The lines of the same input that earlier forms and questions of the host program have read.
  private let linesBefore: Int
  /// The lines of standard input that the forms and questions of a host program have read.
  private static let linesOfHost = Mutex(0)

  /// The number of the last line in its input.
  var lineNumber: Int { linesBefore + buffer.lineNumber }
  /// The number of lines that this reader has read.
  var lineCount: Int { buffer.lineNumber }

  /// - Parameter deadline: the time at which waiting ends, in milliseconds of the monotonic clock.
  init(descriptor: Int32, deadline: Int? = nil, host: Host? = nil) {
    (self.descriptor, self.deadline, self.host) = (descriptor, deadline, host)
    isShared = host != nil && descriptor == STDIN_FILENO
    linesBefore = isShared ? LineReader.linesOfHost.withLock { $0 } : 0
  }

  /// Returns the next line; nil after the last line.
  mutating func next() throws(Failure) -> InputLine? {
    while true {
      if let line = buffer.next() { return try checked(line) }
      if atEnd { return if let rest = buffer.rest() { try checked(rest) } else { nil } }
      guard hasInput() else { throw .timedOut }
      var bytes: [UInt8] = []
      do throws(SystemError) {
        // Read single bytes for a host program, because the bytes after the line belong to that
        // program.
        let most = host == nil ? Descriptor.chunkSize : 1
        atEnd = try Descriptor.read(from: descriptor, into: &bytes, atMost: most) == 0
      } catch { throw .system(error) }
      buffer.append(bytes)
    }
  }

  /// Waits for input until the deadline, or until the host program cancels.
  private func hasInput() -> Bool {
    guard deadline != nil || host?.cancellation != nil else { return true }
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let rest = deadline.map { $0 - Monotonic.milliseconds } ?? .max
      if rest <= 0 || host?.cancellation?.isCancelled == true { return false }
      let count = poll(
        &waiting, 1, Int32(clamping: host?.cancellation == nil ? rest : min(rest, 50)))
      if count != 0 && !(count < 0 && errno == EINTR) { return true }
    }
  }

  private func checked(_ line: ArraySlice<UInt8>) throws(Failure) -> InputLine {
    if isShared { LineReader.linesOfHost.withLock { $0 = lineNumber } }
    guard let text = String(validating: line, as: UTF8.self) else {
      throw .notUTF8(line: lineNumber)
    }
    return InputLine(number: lineNumber, text: text)
  }
}
