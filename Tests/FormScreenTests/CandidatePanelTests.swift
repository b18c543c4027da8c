// The panel of candidates neither loses a key nor covers the focus (laws 8 and 9). The texts
// after random keys are compared with a dictionary, in which panels have no effect.

import Candidates
import FormFixtures
import FormScreen
import FormText
import TerminalTesting
import Testing

@testable import FormModel

@Suite("The panel of candidates")
struct CandidatePanelTests {
  private static let names = [
    "Ant", "Bear", "Bee", "Beetle", "Camel", "Cat", "Chick", "Cow", "Crab", "Crocodile", "Deer",
    "Dodo", "Dog", "Dove", "Dragon", "Duck", "Eagle", "Élan", "Elephant", "Fly", "Fox", "Frog",
  ]

  private static let form = """
    {"longform": 1, "id": "f", "viewport": 9, "sections": [{"id": "s", "rows": [
      {"id": "strict{n}", "count": 4, "type": "choice", "choices": {"file": "names.txt"}},
      {"id": "free{n}", "count": 3, "type": "choice", "strict": false, "choices": ["Cat", "Caterpillar"]},
      {"id": "text"},
      {"id": "several{n}", "count": 2, "type": "choices", "choices": {"file": "names.txt"}},
      {"id": "lines", "type": "paragraph"},
      {"id": "end{n}", "count": 4}]}]}
    """

  private static func index() throws -> CandidateIndex {
    try CandidateIndex(reading: Array(names.joined(separator: "\n").utf8), format: .lines)
  }

  /// A session with its screen, and the texts that its rows must have.
  private struct Walk {
    var session: FormSession
    var state = ScreenState(height: .viewport(9), hasUTF8: true)
    var size = ScreenSize(rows: 24, columns: 60)
    var texts: [FormRow.ID: Text] = [:]
    var cursor = 0
    var random: SeededGenerator
    /// The viewport and the focus at the time when the panel opened.
    var before: (top: ViewLine, height: Int, focus: FormRow.ID?)?
    var panelLines = 0
    var taken = 0

    mutating func arrange() {
      let layout = ScreenLayout(
        size: size, height: .viewport(9), lineCount: session.answers.lineCountWithHeaders)
      let height = max(layout.viewportLines, 1)
      if session.viewportFullHeight != height {
        _ = session.apply(.resized(height: height, showsHeaders: layout.showsHeaders))
        before = nil
      }
      let share = Screen.arrangePanel(
        of: &session, state: &state, size: size, layout: layout)
      let lines = share.lines
      guard lines != panelLines else { return }
      if panelLines == 0 {
        before = (session.place.viewport.top, session.place.viewport.height, session.focus)
      }
      panelLines = lines
      _ = session.apply(.panelOpened(lines: lines))
    }

    mutating func close() {
      state.candidates = nil
    }

    mutating func step() throws {
      switch Int.random(in: 0..<16, using: &random) {
      case 0...4: type()
      case 5: delete()
      case 6: state.candidates = CandidatePanel(of: session, isAskedFor: .random(using: &random))
      case 7: close()
      case 8, 9:
        let step = Bool.random(using: &random) ? 1 : -1
        _ = state.candidates?.move(by: step, in: &session)
      case 10:
        let direction = Bool.random(using: &random) ? 1 : -1
        _ = state.candidates?.page(by: direction, lines: 3, in: &session)
      case 11: try take()
      case 12:
        size = ScreenSize(
          rows: .random(in: 1...24, using: &random), columns: .random(in: 4...90, using: &random))
      case 13:
        let index = try CandidatePanelTests.index()
        if .random(using: &random) { session.provideCandidates(index, for: "names.txt") }
      default: move()
      }
      if .random(using: &random) { arrange() }
    }

    private mutating func type() {
      let letter =
        ["c", "c", "d", "d", "b", "b", "a", "o", "é", " ", "👍🏽"].randomElement(using: &random) ?? "c"
      change { $0 + letter }
      if state.candidates == nil { state.candidates = CandidatePanel(of: session) }
      state.candidates?.edited()
    }

    private mutating func delete() {
      change { String($0.dropLast()) }
      state.candidates?.edited()
      if session.focusText.isEmpty { close() }
    }

    private mutating func change(_ edit: (String) -> String) {
      guard let focus = session.focus else { return }
      let text = Text(edit(texts[focus, default: .empty].string))
      texts[focus] = text
      cursor = text.scalarCount
      _ = session.apply(.edited(text, cursor: cursor, kind: .typed))
    }

    private mutating func take() throws {
      if .random(using: &random) {
        change { _ in "c" }
        state.candidates?.edited()
      }
      if state.candidates == nil {
        state.candidates = CandidatePanel(of: session, isAskedFor: true)
      }
      guard let focus = session.focus, state.candidates?.row == focus,
        let offer = state.candidates?.offer(best: .random(using: &random), in: &session)
      else { return }
      let held = texts[focus, default: .empty]
      _ = session.apply(.picked(offer))
      taken += 1
      if session.isFocusChoices {
        let before = Set(ChoicesRow.entries(of: held))
        let after = Set(ChoicesRow.entries(of: session.focusText))
        try #require(after.contains(offer.label) != offer.isTaken)
        // A pick may remove at most one other entry of the list: the query that was typed to find
        // the picked choice.
        try #require(before.subtracting(after).subtracting([offer.label]).count <= 1)
        try #require(after.subtracting(before).subtracting([offer.label]).isEmpty)
        texts[focus] = session.focusText
        try #require(session.answers.isPicked(focus) || !after.isEmpty || session.focusText.isEmpty)
      } else {
        texts[focus] = offer.label
        try #require(session.answers.isPicked(focus))
        close()
      }
      cursor = session.focusText.scalarCount
    }

    private mutating func move() {
      if panelLines > 0 {
        panelLines = 0
        _ = session.apply(.panelOpened(lines: 0))
      }
      close()
      let moves: [Move] = [.next, .previous, .pageDown, .pageUp, .first, .last]
      session.applyToEnd(.moved(moves.randomElement(using: &random) ?? .next))
      cursor = session.cursor
      before = nil
    }
  }

  @Test("Laws 8 and 9: with or without the panel, every row has the text that was typed or picked")
  func walks() throws {
    var opened = 0
    var returned = 0
    var taken = 0
    for seed in TestScale.turns(90) {
      var walk = Walk(
        session: FormSession(try .reading(CandidatePanelTests.form)),
        random: SeededGenerator(seed: seed))
      // In half of the walks the candidates are there at the start; in the others they arrive
      // during typing.
      if seed.isMultiple(of: 2) {
        walk.session.provideCandidates(try CandidatePanelTests.index(), for: "names.txt")
      }
      for _ in 0..<40 {
        try walk.step()
        for index in 0..<walk.session.answers.indexCount {
          let row = try #require(walk.session.row(at: FormRow.Index(index)))
          try #require(row.text == walk.texts[row.id, default: .empty], "walk \(seed)")
        }
        try #require(walk.session.cursor == walk.cursor, "walk \(seed)")
        let focus = try #require(walk.session.place.focusLine(in: walk.session.answers.outline))
        try #require(walk.session.place.viewport.lines.contains(focus), "walk \(seed)")
        try #require(
          walk.session.place.viewport.height + walk.session.panelHeight
            <= walk.session.viewportFullHeight)
        guard let panel = walk.state.candidates, walk.panelLines > 0 else { continue }
        opened += 1
        try #require(panel.row == walk.session.focus)
        try #require(walk.panelLines < max(walk.session.viewportFullHeight, 2))
        // Closing the panel restores the viewport.
        var closed = walk
        closed.close()
        closed.arrange()
        if closed.panelLines == 0, let before = closed.before, before.focus == walk.session.focus {
          returned += 1
          try #require(closed.session.place.viewport.top == before.top, "walk \(seed)")
          try #require(closed.session.place.viewport.height == before.height)
        }
      }
      taken += walk.taken
    }
    let scale = TestScale.factor
    #expect(opened > 100 * scale && returned > 20 * scale)
    #expect(taken > 40 * scale)
  }

  @Test("With the panel open, every screen can be painted and shows the focused text")
  func painted() throws {
    for rows in 1...14 {
      for columns in [1, 3, 8, 20, 40, 80] {
        var session = FormSession(try .reading(CandidatePanelTests.form))
        session.provideCandidates(try CandidatePanelTests.index(), for: "names.txt")
        var state = ScreenState(height: .viewport(9), hasUTF8: true)
        session.type("d")
        state.candidates = CandidatePanel(of: session)
        let size = ScreenSize(rows: rows, columns: columns)
        let layout = ScreenLayout(
          size: size, height: .viewport(9), lineCount: session.answers.lineCountWithHeaders)
        _ = session.apply(
          .resized(height: max(layout.viewportLines, 1), showsHeaders: layout.showsHeaders))
        let share = Screen.arrangePanel(
          of: &session, state: &state, size: size, layout: layout)
        _ = session.apply(.panelOpened(lines: share.lines))
        let frame = Screen.frame(of: session, state: state, size: size, layout: layout)
        #expect(frame.lines.count == layout.lineCount)
        #expect(frame.lines.allSatisfy { $0.columns < max(columns, 2) })
        if columns >= 20 { #expect(frame.lines.last?.text.contains("d") == true) }
        if columns >= 20, layout.viewportLines >= 4 { #expect(frame.trimmedText.contains("Deer")) }
      }
    }
  }

  @Test(
    "A match inside a character does not split the character", arguments: ["👍", "🏽", "👍🏽 y", "ye"])
  func matchedPart(typed: String) throws {
    var session = FormSession(
      try .reading(
        """
        {"longform": 1, "id": "f", "sections": [{"rows": [
          {"id": "mood", "type": "choice", "strict": false, "choices": ["👍🏽 yes", "no"]}]}]}
        """))
    session.type(typed)
    var state = ScreenState(height: .viewport(9), hasUTF8: true)
    state.candidates = CandidatePanel(of: session)
    let size = ScreenSize(rows: 24, columns: 40)
    var layout = ScreenLayout(size: size, height: .viewport(9), lineCount: 1)
    layout =
      Screen.newLayout(of: session, state: &state, size: size, replacing: layout) ?? layout
    _ = session.apply(.resized(height: layout.viewportLines, showsHeaders: layout.showsHeaders))
    let share = Screen.arrangePanel(
      of: &session, state: &state, size: size, layout: layout)
    _ = session.apply(.panelOpened(lines: share.lines))
    let frame = Screen.frame(of: session, state: state, size: size, layout: layout)
    let offers = frame.lines.filter { $0.text.contains("yes") }
    if typed != "🏽" { #expect(!offers.isEmpty) }
    for line in offers {
      #expect(line.cells.count == line.text.count, "a cell for each character")
    }
  }
}
