// Says `checking…` while a closure of the host program takes long.
//
// Closures run on the thread that fills the form, which paints nothing meanwhile. A thread of its own waits for 50 ms
// and then paints what was prepared before the closure began. Typed keys wait in the terminal, and none is lost.
//
// Invariant: nothing is painted before a closure begins or after it ended: the lock is held while painting.

import Synchronization
import System

/// The sentence about a closure that takes long.
package final class CheckNotice: Sendable {
  private struct State {
    /// The time when the sentence is due; nil while no closure runs, and after it was painted.
    var deadline: Int?
    var paint: (@Sendable () -> Void)?
    /// Whether a thread looks at the deadline.
    var isWatched = false
  }

  /// The milliseconds after which a closure takes long.
  package static let delay = 50

  private let state = Mutex(State())
  private let clock: @Sendable () -> Int

  /// - Parameter clock: the milliseconds since any fixed time.
  package init(clock: @escaping @Sendable () -> Int = { Monotonic.milliseconds }) {
    self.clock = clock
  }

  /// Sets the function that paints the sentence; nil while it cannot be painted.
  package func prepare(_ paint: (@Sendable () -> Void)?) { state.withLock { $0.paint = paint } }

  /// Runs a closure of the host program.
  package func during<Verdict>(_ check: () -> Verdict) -> Verdict {
    let needsThread = state.withLock { state in
      guard state.paint != nil else { return false }
      state.deadline = clock() + CheckNotice.delay
      defer { state.isWatched = true }
      return !state.isWatched
    }
    // Without a thread the closure runs as well, only without the sentence.
    if needsThread, !OwnThread.start({ self.watch() }) { state.withLock { $0.isWatched = false } }
    defer { state.withLock { $0.deadline = nil } }
    return check()
  }

  /// Paints the sentence if it is due.
  ///
  /// - Returns: the milliseconds until it is due; nil if no closure runs, or it was painted.
  package func advance() -> Int? {
    state.withLock { state in
      guard let deadline = state.deadline else {
        state.isWatched = false
        return nil
      }
      let rest = deadline - clock()
      if rest > 0 { return rest }
      state.deadline = nil
      state.isWatched = false
      state.paint?()
      return nil
    }
  }

  /// Waits for the time when the sentence is due. One thread serves all closures that begin meanwhile.
  private func watch() {
    while let rest = advance() { Monotonic.sleep(milliseconds: rest) }
  }
}
