// The laws of section 3 of the design. The first seven are property tests: 2,000 random walks each
// through a form and an oracle, a dictionary that cannot get it wrong.

import FormFixtures
import FormModel
import Testing

@Suite("The laws, as random walks beside a dictionary")
struct LawTests {
  @Test("Law 1: a row that leaves view keeps what was typed and not entered")
  func capture() throws {
    try FormOracle.walk { oracle, before in
      guard let before else { return }
      try #require(oracle.session.answers.text(of: before) == oracle.text(of: before))
      for row in oracle.seen {
        try #require(oracle.session.answers.text(of: row) == oracle.text(of: row))
      }
    }
  }

  @Test("Law 2: a row that returns shows what it had, with its cursor; a first visit is at the end")
  func restore() throws {
    try FormOracle.walk { oracle, _ in
      guard let focus = oracle.session.focus else { return }
      try #require(oracle.session.focusText == oracle.text(of: focus))
      if !oracle.uncertainCursors.contains(focus) {
        try #require(oracle.session.cursor == oracle.cursor(of: focus))
      }
    }
  }

  @Test("Law 3: answers are live rows over the buffer over the defaults")
  func liveWins() throws {
    try FormOracle.walk { oracle, _ in
      var filled = 0
      for row in oracle.state.order {
        let answer = oracle.answer(of: row)
        filled += answer == nil ? 0 : 1
        try #require(oracle.session.answers.answer(of: row) == answer)
      }
      try #require(oracle.session.answers.filledCount == filled)
    }
  }

  @Test("Each section counts its own rows, and those of them that hold an answer")
  func sectionsCount() throws {
    try FormOracle.walk { oracle, _ in
      let shown = oracle.shownOrder
      // While a row is edited it is not decided yet what is shown.
      guard FormOracle.order(of: oracle.session) == shown else { return }
      for section in oracle.session.template.sections.indices {
        let rows = shown.filter { $0.section == Int32(section) }
        let progress = oracle.session.answers.progress(ofSection: section)
        try #require(progress.total == rows.count)
        try #require(progress.done == rows.count { oracle.answer(of: $0) != nil })
      }
    }
  }

  @Test("Law 4: a row never shows another row's text")
  func noRecycledCell() throws {
    try FormOracle.walk { oracle, _ in
      for index in oracle.session.rowsInView.map(Array.init) ?? [] {
        let row = try #require(oracle.session.row(at: index))
        try #require(row.text == oracle.text(of: row.id))
      }
    }
  }

  @Test("Law 5: live rows never outnumber the viewport's lines")
  func onlyInViewIsLive() throws {
    try FormOracle.walk { oracle, _ in
      try #require(oracle.session.liveRowCount <= oracle.session.viewportHeight)
      if let focus = oracle.session.focus {
        let index = try #require(oracle.session.row(focus)?.index)
        try #require(oracle.session.rowsInView?.contains(index) == true)
      }
    }
  }

  @Test("Law 6: inserting, removing and moving shifts no text")
  func identity() throws {
    try FormOracle.walk { oracle, _ in
      try #require(FormOracle.order(of: oracle.session) == oracle.shownOrder)
      for row in oracle.removedRows {
        try #require(oracle.session.answers.text(of: row) == oracle.text(of: row))
      }
    }
  }

  @Test("Law 7: rows never seen are in the answers, and are checked")
  func rowsNeverSeen() throws {
    try FormOracle.walk { oracle, _ in
      for row in oracle.state.order where !oracle.seen.contains(row) {
        try #require(oracle.session.answers.answer(of: row) == oracle.answer(of: row))
      }
    }
    var session = FormSession(try .reading(Forms.everything), height: 2)
    session.applyToEnd(.moved(.last))
    let effects = session.applyToEnd(.saveRequested(anyway: false))
    #expect(effects.sentences == ["Name is required; :save! saves all the same"])
    #expect(session.focusLabel == "Name")
    #expect(session.exported(.text).contains("Value for row 7 (Seat 5): free 5\n"))
  }
}
