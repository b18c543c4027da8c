// Closes a form from another thread.

import LineEditing
import Synchronization

/// Records that a form was cancelled, and wakes the form.
package final class Cancellation: Sendable {
  private let state = Mutex(false)

  package init() {}

  /// Whether the form was cancelled.
  var isCancelled: Bool { state.withLock { $0 } }

  /// Cancels the form.
  package func cancel() {
    state.withLock { $0 = true }
    LineEditor.wake()
  }
}
