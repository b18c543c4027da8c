// The two clocks.

import Glibc

/// The clock that never goes back.
package enum Monotonic {
  /// Milliseconds since some moment.
  package static var milliseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }
}

/// The clock on the wall.
package enum Wall {
  /// Unix seconds.
  package static var seconds: Int64 { Int64(time(nil)) }

  /// Nanoseconds since 1970.
  package static var nanoseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
