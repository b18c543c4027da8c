// The signals that this process catches while it owns a terminal: a handler in C makes a byte of each,
// and here they are read, in the order in which they came.
//
// Invariant: one at a time in a process, because signal handlers are the process's.

import CLibEdit
import Glibc

/// The signals that have come.
struct SignalPipe {
  /// What to poll; closed by `close`, as nothing else may be.
  let descriptor: Int32
  /// Those that were not reported yet.
  var pending: [Int32] = []
  /// Those that the terminal made of keys, until somebody empties it.
  var ofKeys: Set<Int32> = []

  /// Begins to catch signals.
  init() throws(LineEditingError) {
    descriptor = le_signals_install()
    if descriptor == -1 { throw errno == EBUSY ? .alreadyOpen : .system(errno: errno) }
  }

  /// Gives the signal handlers back; nothing may be read afterwards.
  func close() { le_signals_uninstall() }

  /// Takes in what has come, without waiting.
  mutating func read() {
    var numbers: [UInt8] = []
    repeat {
      numbers = [UInt8](unsafeUninitializedCapacity: 64) { [descriptor] buffer, count in
        count = max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
      }
      for number in numbers {
        let signal = Int32(number & ~LE_OF_KERNEL)
        pending.append(signal)
        if number & LE_OF_KERNEL != 0 { ofKeys.insert(signal) }
      }
    } while numbers.count == 64
  }

  /// Waits until one has come, at most so many milliseconds, forever if negative.
  mutating func wait(milliseconds: Int) {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&request, 1, Int32(clamping: milliseconds))
    read()
  }

  /// Takes in what has come and forgets those that were answered already.
  mutating func forget(_ signals: Set<Int32>) {
    read()
    pending.removeAll(where: signals.contains)
  }

  /// One that came and ends this process.
  var ending: Int32? { pending.first(where: Job.endings.contains) }
}
