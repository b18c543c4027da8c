// The alarm of `--timeout`, which ends blocking calls.
//
// There are two signal handlers, both as small as possible. The first handler ends the program. It
// is used before there is anything to keep or to restore. The second handler only makes a blocking
// call fail with EINTR. The alarm repeats, because a signal that arrives just before a blocking
// call would not interrupt the call.

import Glibc
import System

enum Alarm {
  /// The interval between two signals after the deadline, in milliseconds.
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

  /// Interrupts blocking calls after the deadline; does nothing if there is no deadline.
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
    // SA_RESTART is not set, so that blocking calls are interrupted.
    sigaction(SIGALRM, &action, nil)
  }
}

extension FillSettings {
  /// The failure of a form that `--timeout` ended.
  var timeoutFailure: Failure {
    Failure(.timedOut, "timed out after \(timeout ?? 0) s; nothing was saved")
  }
}
