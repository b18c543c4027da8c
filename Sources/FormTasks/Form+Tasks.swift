// Fills a form in a task. The form runs on a separate thread, because waiting for a person would
// block a thread of Swift's tasks. Cancelling the task closes the form.
//
// FormTasks is a separate target, so that a program without tasks does not link Swift's concurrency
// library.

public import FormModel
public import FormTerminal
import System

extension Form {
  /// Fills the form on a separate thread. Cancelling the task closes the form.
  ///
  /// ```swift
  /// let answers = try await form.fill()
  /// ```
  ///
  /// - Throws: ``FormError``: `cancelled` if the task is cancelled, or `left` if the person leaves.
  public func fill(
    _ options: FillOptions = FillOptions()
  ) async throws(FormError) -> Answers {
    try await fill(options) { Host(options, cancellation: $0) }
  }

  /// Fills the form on a separate thread, for the host program that `host` describes.
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
}
