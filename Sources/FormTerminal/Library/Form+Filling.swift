// Having a form filled: by a person on a screen or in sentences, by lines, or by nobody.
//
// There is one way: the function that takes a job. `fill()` and the commands of `longform` both end there.
// Invariants: one form is filled at a time in a process; nothing here ends the process; terminal, signals and
// descriptors are afterwards as they were, whatever happened.

import Drafts
public import FormModel
import FormScreen
import Glibc
import LosslessJSON
import Synchronization
import System

extension Form {
  /// Has the form filled, in the calling thread.
  ///
  /// ```swift
  /// let answers = try form.fill()
  /// ```
  ///
  /// - Throws: `left` if the person leaves, and the other cases of ``FormError``.
  @available(*, noasync, message: "use await fill()")
  public func fill(_ options: FillOptions = FillOptions()) throws(FormError) -> Answers {
    try fill(options, host: Host(options))
  }

  /// Has the form filled, on a thread of its own. A task that is cancelled ends it.
  ///
  /// ```swift
  /// let answers = try await form.fill()
  /// ```
  ///
  /// - Throws: `cancelled` if the task is, `left` if the person leaves, and the other cases of ``FormError``.
  public func fill(
    _ options: FillOptions = FillOptions()
  ) async throws(FormError) -> Answers {
    try await fill(options) { Host(options, cancellation: $0) }
  }

  /// Has the form filled for a program, on a thread of its own.
  func fill(
    _ options: FillOptions, host: @escaping @Sendable (Cancellation) -> Host
  ) async throws(FormError) -> Answers {
    let cancellation = Cancellation()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isStarted = OwnThread.start {
          let result = Result { () throws(FormError) in try fill(options, host: host(cancellation))
          }
          continuation.resume(returning: result)
        }
        if !isStarted {
          continuation.resume(returning: .failure(.failed("no thread can be started")))
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
    return try result.get()
  }

  /// Has the form filled for a program.
  func fill(_ options: FillOptions, host: Host) throws(FormError) -> Answers {
    let isFree = Form.isFilling.withLock { isFilling in
      defer { isFilling = true }
      return !isFilling
    }
    guard isFree else { throw .busy }
    defer { Form.isFilling.withLock { $0 = false } }
    if host.cancellation?.isCancelled == true { throw .cancelled }
    let opened = try opened()
    host.searches = opened.searches
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
