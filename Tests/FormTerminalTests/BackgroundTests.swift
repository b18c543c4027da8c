// Work in the background. The caller continues meanwhile, and gets the result once.

import Glibc
import Synchronization
import Testing

@testable import FormTerminal

@Suite("Work in the background")
struct BackgroundTests {
  /// A gate at which the work waits until the test opens it.
  private final class Gate: Sendable {
    private let state = Mutex(false)
    var isOpen: Bool { state.withLock { $0 } }
    func open() { state.withLock { $0 = true } }
  }

  @Test("The caller continues while the work is done, and gets the result once")
  func result() {
    let gate = Gate()
    let work = Background {
      while !gate.isOpen { sched_yield() }
      return 7
    }
    for _ in 0..<1_000 { #expect(work.takeResult() == nil) }
    gate.open()
    var result: Int?
    while result == nil {
      sched_yield()
      result = work.takeResult()
    }
    #expect(result == 7)
    #expect(work.takeResult() == nil)
  }
}
