// Threads for work that waits. Such work must not block the threads on which Swift's tasks run.

import Glibc

/// Starts threads.
package enum OwnThread {
  /// The work of a thread, stored until the thread takes it.
  private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread that ends when its work ends.
  ///
  /// - Returns: false if the system cannot create another thread. In that case the work does not
  ///   run.
  package static func start(_ run: @escaping @Sendable () -> Void) -> Bool {
    let work = Unmanaged.passRetained(Work(run))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { pointer in
        if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().run() }
        return nil
      }, work.toOpaque())
    guard code == 0 else {
      work.release()
      return false
    }
    pthread_detach(thread)
    return true
  }
}
