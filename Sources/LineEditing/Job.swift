// Runs a program, such as a person's editor, and gives it the terminal until it ends.
//
// Invariants: the program runs as its own job, so ^C and ^Z for the program do not reach this
// process. When the program stops, this process stops too, so that the shell that started longform
// gets the terminal. A signal that ends this process is passed on to the program. However the
// program ends, this process gets the terminal back, and the terminal is raw again.

import CLibEdit
import Glibc
import System

/// The way in which a program that used the terminal ended.
public enum JobEnd: Hashable, Sendable {
  case exited(Int32)
  case killed(signal: Int32)
  /// A signal that ends this process arrived; the next input reports the signal.
  case interrupted
  case notStarted(errno: Int32)
}

/// Runs programs that use the terminal for a while.
enum Job {
  /// The time in milliseconds for which this process waits for the job to exit after it has passed
  /// a signal on to the job.
  private static let patience = 1_000
  /// The signals that end this process.
  static let endings = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  /// Runs a program on a terminal and waits for its end. Afterwards this process owns the terminal
  /// again.
  ///
  /// - Parameter signals: the pending signals, which are watched meanwhile. A signal that ends this
  ///   process is still pending afterwards.
  static func run(_ arguments: [String], on terminal: Int32, signals: inout SignalPipe) -> JobEnd {
    le_signals_watch_children(true)
    defer {
      le_signals_watch_children(false)
      le_job_take_terminal(terminal)
      signals.forget([SIGTSTP, SIGCONT, SIGCHLD])
    }
    let strings = arguments.map { strdup($0) }
    defer { for string in strings { free(string) } }
    let job = le_job_start(terminal, strings + [nil])
    if job == -1 { return .notStarted(errno: errno) }
    var number: Int32 = 0
    var deadline: Int?
    while true {
      switch le_job_poll(job, &number) {
      case le_job_exited: return deadline == nil ? .exited(number) : .interrupted
      case le_job_killed: return deadline == nil ? .killed(signal: number) : .interrupted
      case le_job_stopped:
        le_job_take_terminal(terminal)
        le_stop_group()
        le_job_continue(terminal, job)
      case le_job_runs:
        signals.wait(milliseconds: deadline.map { max($0 - Monotonic.milliseconds, 0) } ?? -1)
        if deadline == nil, let ending = signals.ending {
          le_job_signal(job, ending)
          deadline = Monotonic.milliseconds + patience
        } else if let deadline, deadline <= Monotonic.milliseconds {
          return .interrupted
        }
      default: return .notStarted(errno: ECHILD)
      }
    }
  }
}
