// Waits for a command in a session without a terminal. If a signal ends the program, the command is
// ended first.

import Drafts
import Glibc
import System

/// A wait for the command that receives the answers, in a session without a terminal.
struct ScriptedWaiting {
  /// The deadline of `--timeout`, in milliseconds of the monotonic clock.
  let deadline: Int?

  /// Waits for the outcome of a dispatch; returns nil if the deadline passes first.
  ///
  /// - Parameter keeper: stores the attempt if a signal ends the program.
  func outcome(of dispatch: Dispatch, keeper: DraftKeeper?) -> DeliveryOutcome? {
    outcome {
      dispatch.wait(milliseconds: $0)
    } abandon: {
      if let attempt = dispatch.abandon(because: "stopped") {
        dispatch.note(attempt, in: keeper)
      }
    }
  }

  /// Waits for the outcome of any command, such as one that `longform deliver` runs.
  ///
  /// - Parameters:
  ///   - wait: waits for the outcome, at most the given number of milliseconds.
  ///   - abandon: ends the command and stores the attempt.
  func outcome(
    waiting wait: (Int) -> DeliveryOutcome?, abandon: () -> Void
  ) -> DeliveryOutcome? {
    var signals = ScriptedWaiting.signalsThatEnd()
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

  /// The signals that end the program, without those that its parent ignores, as nohup does. A
  /// blocked signal would arrive even if it is ignored.
  private static func signalsThatEnd() -> sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
      var action = sigaction()
      sigaction(number, nil, &action)
      let ignored = unsafeBitCast(SIG_IGN, to: Int.self)
      let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      if handler != ignored { sigaddset(&signals, number) }
    }
    return signals
  }
}
