// The time and memory that this process has used so far.

import Glibc

enum Clock {
  /// The CPU time of this process.
  static var nanoseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  static var microseconds: Int { nanoseconds / 1_000 }

  /// The peak memory, in bytes.
  static var peakMemory: Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss * 1_024
  }
}
