// Fills a form in a task: on a thread of its own, because a person takes long, and ends it with the task.
//
// This is a target of its own, so that a program without tasks links nothing of Swift's concurrency.

public import FormModel
public import FormTerminal
import System

extension Form {
  /// Fills the form on a thread of its own. Cancelling the task ends it.
  ///
  /// ```swift
  /// let answers = try await form.fill()
  /// ```
  ///
  /// - Throws: `cancelled` if the task is cancelled, `left` if the person leaves, and the other
  ///   cases of ``FormError``.
  public func fill(
    _ options: FillOptions = FillOptions()
  ) async throws(FormError) -> Answers {
    try await fill(options) { Host(options, cancellation: $0) }
  }

  /// Fills the form for a host program, on a thread of its own.
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
