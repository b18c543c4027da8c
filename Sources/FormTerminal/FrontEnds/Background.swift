// Work on a separate thread. The caller polls for the result of the work.

import Synchronization
import System

/// Work in the background.
final class Background<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  /// Starts the work. If the system cannot create a thread, does the work immediately.
  init(_ work: @escaping @Sendable () -> Value) {
    let run: @Sendable () -> Void = { [self] in
      let result = work()
      value.withLock { $0 = result }
    }
    if !OwnThread.start(run) { run() }
  }

  /// Returns the result, once; nil until the work is complete.
  func takeResult() -> Value? {
    value.withLock { value in
      defer { value = nil }
      return value
    }
  }
}
