// Waiting for a command without a terminal: a signal that ends the program ends the command first.

import Drafts
import Glibc
import System

/// The wait of a script for a command.
struct ScriptedWaiting {
  /// When the time of `--timeout` is over, in milliseconds of the monotonic clock.
  let deadline: Int?

  /// The outcome; nil where the time was over before.
  ///
  /// - Parameter keeper: keeps the attempt if a signal ends the program.
  func outcome(of dispatch: Dispatch, keeper: DraftKeeper?) -> DeliveryOutcome? {
    outcome {
      dispatch.wait(milliseconds: $0)
    } abandon: {
      if let attempt = dispatch.abandon(because: "stopped") {
        dispatch.note(attempt, in: keeper)
      }
    }
  }

  /// The same for a command that is started again.
  ///
  /// - Parameters:
  ///   - wait: waits so many milliseconds for the outcome.
  ///   - abandon: ends the command and keeps the attempt.
  func outcome(
    waiting wait: (Int) -> DeliveryOutcome?, abandon: () -> Void
  ) -> DeliveryOutcome? {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
    var before = sigset_t()
    sigprocmask(SIG_BLOCK, &signals, &before)
    defer { sigprocmask(SIG_SETMASK, &before, nil) }
    var none = timespec()
    while true {
      if let outcome = wait(20) { return outcome }
      let number = sigtimedwait(&signals, nil, &none)
      if number > 0 {
        abandon()
        signal(number, SIG_DFL)
        sigprocmask(SIG_SETMASK, &before, nil)
        raise(number)
      }
      if let deadline, Monotonic.milliseconds >= deadline {
        abandon()
        return nil
      }
    }
  }
}
