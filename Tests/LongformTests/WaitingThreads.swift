// Threads on which tests wait for a program. Swift's own pool has one thread per core. A test that
// waits there would leave its core idle, because no other test could run on that thread.

import Dispatch
import Glibc
import Synchronization
import Testing

/// A trait that runs the tests of a suite on the threads of `ThreadPool`.
struct WaitingThreads: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(ThreadPool.shared) { try await function() }
  }
}

extension Trait where Self == WaitingThreads {
  /// The trait of suites whose tests start programs and wait for them.
  static var waits: WaitingThreads { WaitingThreads() }
}

/// A few threads, which begin jobs in the order of their arrival.
private final class ThreadPool: TaskExecutor {
  static let shared = ThreadPool(threads: 4)

  private let jobs = Mutex<[UnownedJob]>([])
  private let waiting = DispatchSemaphore(value: 0)

  init(threads: Int) {
    for _ in 0..<threads {
      var thread = pthread_t()
      let pool = Unmanaged.passRetained(self).toOpaque()
      pthread_create(
        &thread, nil,
        { pool in
          guard let pool else { return nil }
          Unmanaged<ThreadPool>.fromOpaque(pool).takeUnretainedValue().work()
          return nil
        }, pool)
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    waiting.signal()
  }

  private func work() {
    while true {
      waiting.wait()
      let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      job?.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
