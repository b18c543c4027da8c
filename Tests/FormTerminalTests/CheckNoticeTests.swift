// The sentence that a form shows while a check takes long. The test sets the clock.

import FormTerminal
import Synchronization
import Testing

@Suite("The sentence about a check that takes long")
struct CheckNoticeTests {
  /// A clock that the test sets, and a count of the paintings.
  private final class Surroundings: Sendable {
    private let state = Mutex((now: 1_000, paintings: 0))

    var now: Int { state.withLock { $0.now } }
    var paintings: Int { state.withLock { $0.paintings } }

    func pass(_ milliseconds: Int) { state.withLock { $0.now += milliseconds } }
    func paint() { state.withLock { $0.paintings += 1 } }
  }

  private let surroundings = Surroundings()
  private let notice: CheckNotice

  init() {
    notice = CheckNotice(clock: { [surroundings] in surroundings.now })
    notice.prepare { [surroundings] in surroundings.paint() }
  }

  @Test("The sentence is painted once after 50 ms, and not before")
  func delay() {
    let verdict = notice.during {
      surroundings.pass(49)
      #expect(notice.advance() == 1)
      #expect(surroundings.paintings == 0)
      surroundings.pass(1)
      _ = notice.advance()
      #expect(surroundings.paintings == 1)
      surroundings.pass(1_000)
      #expect(notice.advance() == nil)
      return "verdict"
    }
    #expect(verdict == "verdict")
    #expect(surroundings.paintings == 1)
  }

  @Test("The sentence is not painted after the check ended, and the next check starts a new delay")
  func severalChecks() {
    notice.during { surroundings.pass(49) }
    surroundings.pass(49)
    #expect(notice.advance() == nil)
    notice.during {
      surroundings.pass(49)
      #expect(notice.advance() == 1)
    }
    #expect(surroundings.paintings == 0)
  }

  @Test("The sentence is not painted if no sentence was prepared")
  func unprepared() {
    notice.prepare(nil)
    notice.during {
      surroundings.pass(50)
      #expect(notice.advance() == nil)
    }
    #expect(surroundings.paintings == 0)
  }
}
