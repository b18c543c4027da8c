// Ends a form from another thread.

import LineEditing
import Synchronization

/// Whether a form was cancelled, and the way to wake it.
package final class Cancellation: Sendable {
  private let state = Mutex(false)

  package init() {}

  /// Whether the form was cancelled.
  var isCancelled: Bool { state.withLock { $0 } }

  /// Ends the form.
  package func cancel() {
    state.withLock { $0 = true }
    LineEditor.wake()
  }
}
