// File descriptors and bytes, as the tests need them.
//
// Invariants: a `Descriptor` owns its number and closes it exactly once. All descriptors are
// close-on-exec, and non-blocking if they are polled. A call that returns EINTR is repeated, and no
// call sleeps.

import CPty
import Glibc

/// A system call that failed.
public struct SystemError: Error, CustomStringConvertible {
  /// The name of the call, and its object.
  public let call: String
  /// The error number (errno).
  public let code: Int32

  init(_ call: String, _ code: Int32 = errno) {
    self.call = call
    self.code = code
  }

  public var description: String {
    strerror(code).map { "\(call): \(String(cString: $0))" } ?? "\(call): errno \(code)"
  }
}

/// An open file descriptor.
final class Descriptor {
  private(set) var number: Int32

  /// Takes ownership of an open descriptor.
  init(owning number: Int32) {
    self.number = number
  }

  deinit {
    close()
  }

  /// Closes the descriptor at once. Later reads and writes report the end.
  func close() {
    if number >= 0 { Glibc.close(number) }
    number = -1
  }

  /// Opens a file.
  static func open(_ path: String, _ flags: Int32) throws -> Descriptor {
    let number = Glibc.open(path, flags | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw SystemError("open \(path)") }
    return Descriptor(owning: number)
  }

  /// Creates a pipe.
  static func pipe() throws -> (reading: Descriptor, writing: Descriptor) {
    var numbers: [Int32] = [-1, -1]
    let code = cpty_pipe(&numbers)
    guard code == 0 else { throw SystemError("pipe", code) }
    return (Descriptor(owning: numbers[0]), Descriptor(owning: numbers[1]))
  }

  func makeNonBlocking() {
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
  }

  /// The result of a read or a write.
  enum Transfer {
    case bytes(Int)
    case notNow
    case ended
  }

  /// Appends the available bytes to an array.
  func read(into bytes: inout [UInt8]) -> Transfer {
    var size = 0
    let chunk = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
      size = Glibc.read(number, buffer.baseAddress, buffer.count)
      count = max(size, 0)
    }
    bytes += chunk
    return transfer(size)
  }

  /// Writes as many bytes as fit without waiting.
  func write(_ bytes: ArraySlice<UInt8>) -> Transfer {
    let size = bytes.withUnsafeBytes { send(number, $0) }
    if size == 0 { return .notNow }
    return transfer(size)
  }

  private func transfer(_ size: Int) -> Transfer {
    if size > 0 { return .bytes(size) }
    if size < 0, errno == EAGAIN || errno == EINTR { return .notNow }
    return .ended
  }

  /// Writes without causing SIGPIPE, which would end the whole test process.
  private func send(_ number: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    withoutBrokenPipeSignal { Glibc.write(number, buffer.baseAddress, buffer.count) }
  }
}

/// Runs code while SIGPIPE is blocked in this thread, and discards a SIGPIPE that the code caused.
private func withoutBrokenPipeSignal(_ body: () -> Int) -> Int {
  var signals = sigset_t()
  var before = sigset_t()
  sigemptyset(&signals)
  sigaddset(&signals, SIGPIPE)
  pthread_sigmask(SIG_BLOCK, &signals, &before)
  let result = body()
  let error = errno
  if result < 0, error == EPIPE, sigismember(&before, SIGPIPE) == 0 {
    var none = timespec()
    sigtimedwait(&signals, nil, &none)
  }
  pthread_sigmask(SIG_SETMASK, &before, nil)
  errno = error
  return result
}

/// Waits until a descriptor is ready. Returns false if the time runs out first.
@discardableResult
func poll(_ descriptors: inout [pollfd], for duration: Duration) -> Bool {
  let (seconds, attoseconds) = duration.components
  let milliseconds = seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
  let count = poll(&descriptors, nfds_t(descriptors.count), Int32(clamping: max(milliseconds, 0)))
  return count > 0
}

/// Formats bytes for the failure of a test: text in UTF-8 is unchanged, and other bytes are
/// escaped.
public func quoted(_ bytes: some Sequence<UInt8>) -> String {
  String(decoding: Array(bytes), as: UTF8.self).unicodeScalars.reduce(into: "") { text, scalar in
    switch scalar {
    case "\u{1B}": text += "\\e"
    case "\n": text += "\\n"
    case "\r": text += "\\r"
    case "\t": text += "\\t"
    case "\\": text += "\\\\"
    case ..<" ", "\u{7F}"..."\u{9F}": text += "\\x" + String(scalar.value, radix: 16)
    default: text.unicodeScalars.append(scalar)
    }
  }
}
