// The sentence about checks that take long, by a clock that the test sets.

import FormTerminal
import Synchronization
import Testing

@Suite("The sentence about a check that takes long")
struct CheckNoticeTests {
  /// A clock and a painter for the test.
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

  @Test("It is painted once after 50 ms, and not before")
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

  @Test("It is not painted after the check, and the next check begins anew")
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

  @Test("It is not painted while nothing is prepared")
  func unprepared() {
    notice.prepare(nil)
    notice.during {
      surroundings.pass(50)
      #expect(notice.advance() == nil)
    }
    #expect(surroundings.paintings == 0)
  }
}
