// Work on a thread of its own, whose result is asked for from time to time.

import Synchronization
import System

/// Work in the background.
final class Background<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  /// Starts the work. If the system has no more threads, it is done at once.
  init(_ work: @escaping @Sendable () -> Value) {
    let run: @Sendable () -> Void = { [self] in
      let result = work()
      value.withLock { $0 = result }
    }
    if !OwnThread.start(run) { run() }
  }

  /// Returns the result, once; nil while the work goes on.
  func takeResult() -> Value? {
    value.withLock { value in
      defer { value = nil }
      return value
    }
  }
}
