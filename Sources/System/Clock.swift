// The monotonic clock and the wall clock.

import Glibc

/// The clock that never goes back.
package enum Monotonic {
  /// The time since a fixed moment.
  package static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// The time since the fixed moment of `now`, in milliseconds.
  package static var milliseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }

  /// Stops the thread for at least a number of milliseconds; a signal does not shorten the wait.
  package static func sleep(milliseconds: Int) {
    var time = timespec(
      tv_sec: milliseconds / 1_000, tv_nsec: milliseconds % 1_000 * 1_000_000)
    var rest = timespec()
    while nanosleep(&time, &rest) == -1, errno == EINTR { time = rest }
  }
}

/// The wall clock.
package enum Wall {
  /// The time in Unix seconds.
  package static var seconds: Int64 { Int64(time(nil)) }

  /// The current date in the person's time zone, such as `2024-02-29`.
  package static var day: String {
    var now = time(nil)
    var local = tm()
    localtime_r(&now, &local)
    var text = [CChar](repeating: 0, count: 16)
    strftime(&text, text.count, "%Y-%m-%d", &local)
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The time since 1970 in nanoseconds.
  package static var nanoseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
