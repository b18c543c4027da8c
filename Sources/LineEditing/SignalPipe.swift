// The signals that this process catches while it owns a terminal. A handler in C writes a byte for
// each signal to a pipe; this type reads the bytes in order.
//
// Invariant: a process has one at a time, because signal handlers are process-wide.

import CLibEdit
import Glibc

/// The signals that have arrived.
struct SignalPipe {
  /// The descriptor to poll. Only `close` closes it.
  let descriptor: Int32
  /// The signals that were not reported yet.
  var pending: [Int32] = []
  /// The signals that the terminal generated from keys, until a reader clears them.
  var ofKeys: [Int32] = []

  /// Starts to catch signals, or only prepares for `wake`.
  init(catchesSignals: Bool = true) throws(LineEditingError) {
    descriptor = le_signals_install(catchesSignals)
    if descriptor == -1 { throw errno == EBUSY ? .alreadyOpen : .system(errno: errno) }
  }

  /// Restores the previous signal handlers; read nothing afterwards.
  func close() { le_signals_uninstall() }

  /// Reads the signals that have arrived, without waiting.
  mutating func read() {
    var numbers: [UInt8] = []
    repeat {
      numbers = [UInt8](unsafeUninitializedCapacity: 64) { [descriptor] buffer, count in
        count = max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
      }
      for number in numbers {
        let signal = Int32(number & ~LE_OF_KERNEL)
        pending.append(signal)
        if number & LE_OF_KERNEL != 0 { ofKeys.append(signal) }
      }
    } while numbers.count == 64
  }

  /// Waits for a signal.
  ///
  /// - Parameter milliseconds: the longest wait; negative waits forever.
  mutating func wait(milliseconds: Int) {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&request, 1, Int32(clamping: milliseconds))
    read()
  }

  /// Reads the signals that have arrived and drops those that were already handled.
  mutating func forget(_ signals: [Int32]) {
    read()
    pending.removeAll(where: signals.contains)
  }

  /// A pending signal that ends this process.
  var ending: Int32? { pending.first(where: Job.endings.contains) }
}
