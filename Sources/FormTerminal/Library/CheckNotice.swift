// Shows `checking…` if a closure of the host program (the program that uses the library) takes
// long.
//
// Closures run on the thread that fills the form, and this thread cannot paint meanwhile. Therefore
// another thread waits for 50 ms and then paints a frame that was prepared before the closure
// began. Keys that are typed meanwhile wait in the terminal, and none is lost.
//
// Invariant: nothing is painted before a closure begins or after it ends. The lock ensures this,
// because it is held while painting.

import Glibc
import Synchronization
import System

/// The notice about a closure that takes long.
package final class CheckNotice: Sendable {
  private struct State {
    /// The time when the notice must be painted; nil if no closure runs or the notice was painted.
    var deadline: Int?
    var paint: (@Sendable () -> Void)?
    /// Whether a thread is waiting for the deadline.
    var isWatched = false
  }

  /// The milliseconds after which the notice is painted.
  package static let delay = 50

  private let state = Mutex(State())
  private let clock: @Sendable () -> Int

  /// - Parameter clock: returns milliseconds since any fixed time.
  package init(clock: @escaping @Sendable () -> Int = { Monotonic.milliseconds }) {
    self.clock = clock
  }

  /// Sets the function that paints the notice; nil while the notice cannot be painted.
  package func prepare(_ paint: (@Sendable () -> Void)?) { state.withLock { $0.paint = paint } }

  /// Runs a closure of the host program.
  package func during<Verdict>(_ check: () -> Verdict) -> Verdict {
    let needsThread = state.withLock { state in
      guard state.paint != nil else { return false }
      state.deadline = clock() + CheckNotice.delay
      defer { state.isWatched = true }
      return !state.isWatched
    }
    // If no thread can be started, the closure still runs, but the notice is not painted.
    if needsThread, !startWatching() { state.withLock { $0.isWatched = false } }
    defer { state.withLock { $0.deadline = nil } }
    return check()
  }

  /// Paints the notice if its time has come.
  ///
  /// - Returns: the milliseconds until the notice must be painted; nil if no closure runs or the
  ///   notice was painted.
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

  /// Starts the thread that waits. The thread blocks all signals, so that the handlers of a signal
  /// run on the thread that fills the form, and are done before that thread reads another key.
  private func startWatching() -> Bool {
    var (all, mask) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &mask)
    defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
    return OwnThread.start { self.watch() }
  }

  /// Waits until the notice must be painted. One thread serves all closures that begin meanwhile.
  private func watch() {
    while let rest = advance() { Monotonic.sleep(milliseconds: rest) }
  }
}
