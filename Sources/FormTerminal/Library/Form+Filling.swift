// Fills a form: asks a person, reads lines of input, or asks nothing.
//
// Both `fill()` and the commands of `longform` use `FillJob.fill`.
//
// Invariants: a process fills only one form at a time. Filling a form never ends the process. When
// a form closes, the terminal, signals and descriptors always have their earlier state.

import Drafts
public import FormModel
import FormScreen
import Glibc
import LosslessJSON
import Synchronization
import System

extension Form {
  /// Fills the form on the calling thread.
  ///
  /// ```swift
  /// let answers = try form.fill()
  /// ```
  ///
  /// - Throws: ``FormError``: `left` if the person leaves.
  @available(*, noasync, message: "import FormTasks and use await fill()")
  public func fill(_ options: FillOptions = FillOptions()) throws(FormError) -> Answers {
    try fill(options, host: Host(options))
  }

  /// Fills the form for a host program: a program that uses the library.
  package func fill(_ options: FillOptions, host: Host) throws(FormError) -> Answers {
    let isFree = Form.isFilling.withLock { isFilling in
      defer { isFilling = true }
      return !isFilling
    }
    guard isFree else { throw .busy }
    defer { Form.isFilling.withLock { $0 = false } }
    if host.cancellation?.isCancelled == true { throw .cancelled }
    var opened = try opened()
    host.searches = opened.searches
    host.watchClosures(of: &opened.template)
    let settings = try options.settings(of: host)
    do throws(Failure) {
      let source = try FormSource(opened, answers: options.answers, settings: settings)
      let job = FillJob(of: host, options: settings)
      let status = try job.fill(source, by: options.respondent)
      guard status == .saved, let answers = host.answers else { throw Failure(status, []) }
      return answers
    } catch {
      if host.cancellation?.isCancelled == true { throw .cancelled }
      throw FormError(error, host: host)
    }
  }

  /// Whether a form is being filled in this process.
  private static let isFilling = Mutex(false)
}
