// The laws, which .github/CONTRIBUTING.md lists, are checked after every step of random walks. A
// plain dictionary serves as the oracle, and every step changes both the form and the oracle.

import FormFixtures
import FormModel
import FormText
import TerminalTesting
import Testing

@Suite("The laws, in random walks compared with a dictionary")
struct LawTests {
  /// A law, and the function that checks it after a step. `before` is the row that had the focus
  /// before the step.
  private typealias Law = (
    name: String, holds: (_ oracle: FormOracle, _ before: FormRow.ID?) throws -> Void
  )

  @Test("Laws 1 to 7 and 9 hold after every step, and each section counts its own rows")
  func walks() throws {
    let laws: [Law] = [
      ("1: a row that leaves view keeps text that was typed and not entered", capture),
      ("2: a row that returns shows its text and its cursor", restore),
      ("3: answers are live rows over the buffer over the defaults", liveWins),
      ("4: a row never shows another row's text", noRecycledCell),
      ("5: live rows never outnumber the viewport's lines", onlyInViewIsLive),
      ("6: inserting, removing and moving shifts no text", identity),
      ("7: rows never seen are in the answers", neverSeen),
      ("9: the focus is in view, and neither a panel nor a path covers it", focusIsSeen),
      ("each section counts its own rows, and those that hold an answer", sectionsCount),
    ]
    try FormOracle.walk { oracle, before in
      for law in laws {
        do {
          try law.holds(oracle, before)
        } catch {
          Issue.record("Law \(law.name)")
          throw error
        }
      }
    }
  }

  private func capture(_ oracle: FormOracle, _ before: FormRow.ID?) throws {
    guard let before else { return }
    try #require(oracle.session.answers.text(of: before) == oracle.text(of: before))
    for row in oracle.seen {
      try #require(oracle.session.answers.text(of: row) == oracle.text(of: row))
    }
  }

  private func restore(_ oracle: FormOracle, _ before: FormRow.ID?) throws {
    guard let focus = oracle.session.focus else { return }
    try #require(oracle.session.focusText == oracle.text(of: focus))
    if !oracle.uncertainCursors.contains(focus) {
      try #require(oracle.session.cursor == oracle.cursor(of: focus))
    }
  }

  private func liveWins(_ oracle: FormOracle, _ before: FormRow.ID?) throws {
    var filled = 0
    for row in oracle.state.order {
      let answer = oracle.answer(of: row)
      filled += answer == nil ? 0 : 1
      try #require(oracle.session.answers.answer(of: row) == answer)
    }
    try #require(oracle.session.answers.filledCount == filled)
  }

  private func sectionsCount(_ oracle: FormOracle, _ before: FormRow.ID?) throws {
    let shown = oracle.shownOrder
    // While a row is edited, its conditions are not yet applied.
    guard FormOracle.order(of: oracle.session) == shown else { return }
    let sections = oracle.session.template.sections
    // A section also counts the rows of the items inside its own items.
    for section in sections.indices where sections[section].parent == nil {
      let rows = shown.filter { (sections[$0.section].chain.first ?? $0.section) == section }
      let progress = oracle.session.answers.progress(ofSection: section)
      try #require(progress.total == rows.count)
      try #require(progress.done == rows.count { oracle.answer(of: $0) != nil })
    }
  }

  private func noRecycledCell(_ oracle: FormOracle, _ before: FormRow.ID?) throws {
    for index in oracle.session.rowsInView.map(Array.init) ?? [] {
      let row = try #require(oracle.session.row(at: index))
      try #require(row.text == oracle.text(of: row.id))
    }
  }

  private func onlyInViewIsLive(_ oracle: FormOracle, _ before: FormRow.ID?) throws {
    try #require(oracle.session.liveRowCount <= oracle.session.viewportHeight)
    if let focus = oracle.session.focus {
      let index = try #require(oracle.session.row(focus)?.index)
      try #require(oracle.session.rowsInView?.contains(index) == true)
    }
  }

  private func focusIsSeen(_ oracle: FormOracle, _ before: FormRow.ID?) throws {
    let session = oracle.session
    guard let focus = session.focus else { return }
    let line = try #require(session.viewLine(of: focus))
    let lines = session.place.viewport.lines
    try #require(lines.contains(line))
    try #require(session.stickyPath == nil || line != lines.lowerBound)
  }

  @Test("Law 19: repeated Enter reaches the question to save, or a problem, and changes no answer")
  func repeatedEnter() throws {
    for (seed, subject) in try Forms.forEnter().enumerated() {
      for walk in 0..<max(FormOracle.walks / 20, 1) {
        var oracle = try FormOracle(subject, seed: seed + 100 * walk)
        for _ in 0..<FormOracle.steps { oracle.step() }
        try pressEnter(through: oracle.session)
      }
    }
  }

  private func pressEnter(through start: FormSession) throws {
    var session = start
    session.applyToEnd(.findStopped)
    session.applyToEnd(.checkRequested)
    // On an entry line, where people type the next item, Enter makes an item of the text. This is
    // the only change that Enter makes, so the entry lines are emptied first.
    for entry in session.answers.unaddedEntries { session.applyToEnd(.answered(entry, "")) }
    if let focus = start.focus { session.applyToEnd(.moved(.to(focus))) }
    let texts = texts(of: session)
    let stops = session.answers.indexCount
    // If new items come first, Enter at the end of the last created item returns once to the line
    // that creates items. More keys are needed for that.
    let longest = session.template.sections.map(\.rows.count).max() ?? 0
    let most = stops + session.problems.count + 2 + longest
    var hasEnded = false
    for _ in 0..<most where !hasEnded {
      let effects = session.applyToEnd(.entered)
      hasEnded =
        effects.contains(.saveOffered)
        || effects.contains { if case .message(.notSaved) = $0 { true } else { false } }
    }
    try #require(hasEnded)
    try #require(self.texts(of: session) == texts)
  }

  /// Returns the rows in order, with their texts. Enter must change neither.
  private func texts(of session: FormSession) -> [String] {
    (0..<session.answers.indexCount).compactMap { session.row(at: FormRow.Index($0)) }
      .map { "\($0.id) \($0.text.string)" }
  }

  private func identity(_ oracle: FormOracle, _ before: FormRow.ID?) throws {
    try #require(FormOracle.order(of: oracle.session) == oracle.shownOrder)
    for row in oracle.removedRows {
      try #require(oracle.session.answers.text(of: row) == oracle.text(of: row))
    }
  }

  private func neverSeen(_ oracle: FormOracle, _ before: FormRow.ID?) throws {
    for row in oracle.state.order where !oracle.seen.contains(row) {
      try #require(oracle.session.answers.answer(of: row) == oracle.answer(of: row))
    }
  }

  @Test("Law 7: rows that were never in view are checked")
  func rowsNeverSeen() throws {
    var session = FormSession(try .reading(Forms.everything), height: 2)
    session.applyToEnd(.moved(.last))
    let effects = session.applyToEnd(.saveRequested(anyway: false))
    #expect(effects.sentences == ["Name is required   :save! saves all the same"])
    #expect(session.focusLabel == "Name")
    #expect(session.exported(.text).contains("Value for row 7 (Seat 5): free 5\n"))
  }
}
