// Reads standard input line by line, for scripts that answer through a pipe.

import Glibc

/// One line of input.
struct InputLine {
  /// The line's number, from 1.
  var number: Int
  var text: String
}

/// Lines of UTF-8 text, ended by LF or CRLF; the last may have no end.
struct LineReader {
  /// Why there is no line.
  enum Failure: Error {
    case notUTF8(line: Int)
    case system(SystemError)
    case timedOut
  }

  private let descriptor: Int32
  private let deadline: Int?
  private var bytes: [UInt8] = []
  private var start = 0
  private var searched = 0
  private var atEnd = false
  private(set) var lineNumber = 0

  /// - Parameter deadline: when to stop waiting, in milliseconds of the monotonic clock.
  init(descriptor: Int32, deadline: Int? = nil) {
    self.descriptor = descriptor
    self.deadline = deadline
  }

  /// The next line, nil behind the last.
  mutating func next() throws(Failure) -> InputLine? {
    while true {
      if let end = bytes[searched...].firstIndex(of: 0x0A) {
        return try line(upTo: end, nextStart: end + 1)
      }
      searched = bytes.count
      if atEnd {
        return start < bytes.count ? try line(upTo: bytes.count, nextStart: bytes.count) : nil
      }
      if start > 0 {
        bytes.removeSubrange(..<start)
        searched -= start
        start = 0
      }
      guard hasInput() else { throw .timedOut }
      do throws(SystemError) {
        atEnd = try Descriptor.read(from: descriptor, into: &bytes) == 0
      } catch {
        throw .system(error)
      }
    }
  }

  /// Waits for input until the deadline.
  private func hasInput() -> Bool {
    guard let deadline else { return true }
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let rest = deadline - Monotonic.milliseconds
      if rest <= 0 { return false }
      let count = poll(&waiting, 1, Int32(clamping: rest))
      if count != 0 && !(count < 0 && errno == EINTR) { return true }
    }
  }

  private mutating func line(upTo end: Int, nextStart: Int) throws(Failure) -> InputLine {
    lineNumber += 1
    var content = bytes[start..<end]
    if content.last == 0x0D { content.removeLast() }
    start = nextStart
    searched = nextStart
    guard let text = String(validating: content, as: UTF8.self) else {
      throw .notUTF8(line: lineNumber)
    }
    return InputLine(number: lineNumber, text: text)
  }
}
