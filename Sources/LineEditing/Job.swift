// A program that has the terminal for a while: a person's editor.
//
// Invariants: it runs as a job of its own, so its ^C and ^Z are not ours; when it stops we stop with
// it, so that the shell we were started from gets the terminal; a signal that ends us is passed on to
// it; whatever way it ends, the terminal is ours and raw again.

import CLibEdit
import Glibc
import System

/// How a program ended that had the terminal.
public enum JobEnd: Hashable, Sendable {
  case exited(Int32)
  case killed(signal: Int32)
  /// A signal came that ends this process; the next input tells which.
  case interrupted
  case notStarted(errno: Int32)
}

/// A program that has the terminal.
enum Job {
  /// How long a job that was told to end may take for that, in milliseconds.
  private static let patience = 1_000
  /// The signals that end us.
  static let endings = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  /// Runs a program on a terminal and waits for its end; the terminal is ours again then.
  ///
  /// - Parameter signals: what wakes us; one that ends us is still in it afterwards.
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
