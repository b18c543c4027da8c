// The signals that this process catches while it uses a terminal. A signal handler in C writes a
// byte for each signal to a pipe; this type reads the bytes in order.
//
// Invariant: a process has only one signal pipe at a time, because signal handlers are
// process-wide.

import CLibEdit
import Glibc

/// The signals that have arrived.
struct SignalPipe {
  /// The descriptor to poll. Only `close` closes it.
  let descriptor: Int32
  /// The signals that were not yet reported.
  var pending: [Int32] = []

  /// Opens the pipe. Catches signals, or only prepares for `wake` if `catchesSignals` is false.
  init(catchesSignals: Bool = true) throws(LineEditingError) {
    descriptor = le_signals_install(catchesSignals)
    if descriptor == -1 { throw errno == EBUSY ? .alreadyOpen : .system(errno: errno) }
  }

  /// Restores the previous signal handlers. The pipe must not be read afterwards.
  func close() { le_signals_uninstall() }

  /// Reads the signals that have arrived, without waiting.
  mutating func read() {
    var numbers: [UInt8] = []
    repeat {
      numbers = [UInt8](unsafeUninitializedCapacity: 64) { [descriptor] buffer, count in
        count = max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
      }
      pending += numbers.map(Int32.init)
    } while numbers.count == 64
  }

  /// Waits for a signal.
  ///
  /// - Parameter milliseconds: the longest wait; a negative number waits without a limit.
  mutating func wait(milliseconds: Int) {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&request, 1, Int32(clamping: milliseconds))
    read()
  }

  /// Reads the signals that have arrived, and drops the given signals because they were already
  /// handled.
  mutating func forget(_ signals: [Int32]) {
    read()
    pending.removeAll(where: signals.contains)
  }

  /// A pending signal that ends this process.
  var ending: Int32? { pending.first(where: Job.endings.contains) }
}
