// The laws in plain mode: the random walks of the other law tests, typed as lines.

import FormFixtures
import FormModel
import Testing

@Suite("The laws in plain mode, checked by random walks")
struct PlainLawTests {
  @Test("After any lines, the answers equal those in a dictionary of the typed texts")
  func walks() throws {
    try FormOracle.walk(FormOracle.walks / 2, speaks: true) { oracle, _ in try check(oracle) }
  }

  private func check(_ oracle: FormOracle) throws {
    let session = oracle.session
    try #require(FormOracle.order(of: session) == oracle.shownOrder)
    var filled = 0
    for row in oracle.state.order {
      try #require(session.answers.text(of: row) == oracle.text(of: row))
      let answer = oracle.answer(of: row)
      filled += answer == nil ? 0 : 1
      try #require(session.answers.answer(of: row) == answer)
    }
    try #require(session.answers.filledCount == filled)
    try #require(session.liveRowCount <= session.viewportHeight)
    if let focus = session.focus, !oracle.uncertainCursors.contains(focus) {
      try #require(session.cursor == oracle.cursor(of: focus))
    }
  }
}
