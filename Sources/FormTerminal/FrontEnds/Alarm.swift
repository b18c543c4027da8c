// The alarm of `--timeout`, which ends blocking calls.
//
// The handlers do as little as possible. One ends the program: it is for the time before there is
// anything to keep or to restore. The other only makes a blocking call fail with EINTR. The alarm
// repeats, because one that comes just before such a call would be lost.

import Glibc
import System

enum Alarm {
  /// The milliseconds between two signals after the deadline.
  private static let interval = 100

  private static let sentence: StaticString =
    "longform: timed out; nothing was saved\n"

  /// Ends the program at the deadline.
  static func endProgram(at deadline: Int) {
    handle { _ in
      _ = write(STDERR_FILENO, Alarm.sentence.utf8Start, Alarm.sentence.utf8CodeUnitCount)
      _exit(124)
    }
    start(at: deadline)
  }

  /// Interrupts calls after the deadline; does nothing without one.
  static func interruptCalls(at deadline: Int?) {
    guard let deadline else { return }
    handle { _ in }
    start(at: deadline)
  }

  /// Stops the alarm.
  static func stop() {
    var never = itimerval()
    setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &never, nil)
  }

  /// Whether the deadline has passed.
  static func isOver(_ deadline: Int?) -> Bool {
    deadline.map { Monotonic.milliseconds >= $0 } ?? false
  }

  private static func start(at deadline: Int) {
    let rest = max(deadline - Monotonic.milliseconds, 1)
    var timer = itimerval(
      it_interval: timeval(tv_sec: 0, tv_usec: interval * 1_000),
      it_value: timeval(tv_sec: rest / 1_000, tv_usec: rest % 1_000 * 1_000))
    setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
  }

  private static func handle(_ handler: @convention(c) (Int32) -> Void) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = handler
    // Without SA_RESTART, so that calls are interrupted.
    sigaction(SIGALRM, &action, nil)
  }
}

extension FillSettings {
  /// The end of a form by `--timeout`.
  var timeoutFailure: Failure {
    Failure(.timedOut, "timed out after \(timeout ?? 0) s; nothing was saved")
  }
}
