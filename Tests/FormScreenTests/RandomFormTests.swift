// The effects of Enter, Tab and Right on random forms. An offer is a completion or correction of
// the typed text, which is shown after the cursor and which Right takes.

import FormFixtures
import FormModel
import FormText
import Keys
import TerminalTesting
import Testing

@testable import FormScreen

@Suite("Random forms")
struct RandomFormTests {
  private static let keys: [Key] = [
    .enter, .enter, .tab, .down, .up, .character("y"), .character("n"), .character("m"),
    .character("2"), .character(" "), .backspace, .controlX(.character("+")), .control("_"),
    .escape, .pageDown, .backTab,
  ]

  /// Returns a session with a random form, after some random keys.
  private func wandered(_ seed: Int, steps: Int) throws -> (form: RandomForm, typer: ScreenTyper) {
    var random = SeededGenerator(seed: seed, 5)
    let form = RandomForm(using: &random)
    var typer = ScreenTyper(FormSession(try .reading(form.json)))
    for _ in 0..<random.number(below: steps) {
      typer.press(Self.keys[random.number(below: Self.keys.count)])
      if typer.dialogue.question != nil { typer.press(.character("n")) }
    }
    return (form, typer)
  }

  @Test("If an answer shows or hides rows, Enter goes to the next of the rows that are then shown")
  func order() throws {
    var checked = 0
    for seed in TestScale.turns(60) {
      var (form, typer) = try wandered(seed, steps: 40)
      for step in 0..<30 {
        guard let focus = typer.dialogue.session.focus else { break }
        let items = typer.dialogue.session.answers.rowCount
        var probe = typer.dialogue
        let goesOn = probe.meaning(of: .enter, mode: .emacs) == .action(.entered)
        typer.press(.enter)
        if typer.dialogue.question != nil { break }
        let stops = form.stops(in: typer.dialogue.session)
        guard goesOn, let place = stops.firstIndex(of: focus), place + 1 < stops.count,
          typer.dialogue.session.answers.rowCount <= items
            || !focus.isAddLine(in: probe.session.template.sections)
        else { continue }
        checked += 1
        try #require(
          typer.dialogue.session.focus == stops[place + 1], "form \(seed), step \(step)")
      }
    }
    #expect(checked > 300 * TestScale.factor)
  }

  @Test("Law 19: repeated Enter reaches the save question or a problem, and changes no answer")
  func enterGoesOn() throws {
    var asked = 0
    for seed in TestScale.turns(60) {
      var (form, typer) = try wandered(seed + 1_000, steps: 30)
      typer.press(.control("r"), .escape)
      let before = answers(of: typer.dialogue.session)
      let most = 3 * (form.stops(in: typer.dialogue.session).count + 2)
      var hasEnded = false
      for _ in 0..<most where !hasEnded {
        // In a paragraph Enter inserts a line break, so Tab is pressed instead.
        typer.press(typer.dialogue.session.focusHoldsLines ? .tab : .enter)
        hasEnded =
          typer.dialogue.question != nil
          || typer.dialogue.state.message?.sentence.hasPrefix("Not saved") == true
      }
      try #require(hasEnded, "form \(seed)")
      if typer.dialogue.question != nil { asked += 1 }
      try #require(answers(of: typer.dialogue.session) == before, "form \(seed)")
    }
    #expect(asked > 20 * TestScale.factor)
  }

  @Test("Tab acts like Enter, but it also leaves rows in which Enter adds a line or ticks a choice")
  func tabIsEnter() throws {
    var (same, passed) = (0, 0)
    for seed in TestScale.turns(40) {
      var random = SeededGenerator(seed: seed, 6)
      var (form, typer) = try wandered(seed + 2_000, steps: 20)
      for step in 0..<20 {
        let place: Comment = "form \(seed), step \(step)"
        press(Self.keys[random.number(below: Self.keys.count)], in: &typer)
        guard let focus = typer.dialogue.session.focus, typer.dialogue.state.panel == nil else {
          continue
        }
        var (tab, enter) = (typer, typer)
        tab.press(.tab)
        enter.press(.enter)
        let session = tab.dialogue.session
        if !form.makesLines(focus) || session.isAddLine(focus) {
          same += 1
          try #require(session.focus == enter.dialogue.session.focus, place)
          try #require(answers(of: session) == answers(of: enter.dialogue.session), place)
          try #require(tab.dialogue.question == enter.dialogue.question, place)
          continue
        }
        try #require(session.answers.text(of: focus) == typer.dialogue.session.focusText, place)
        let stops = form.stops(in: session)
        guard tab.dialogue.question == nil, let number = stops.firstIndex(of: focus),
          number + 1 < stops.count
        else { continue }
        passed += 1
        try #require(session.focus == stops[number + 1], place)
      }
    }
    #expect(same > 200 * TestScale.factor && passed > 20 * TestScale.factor)
  }

  @Test("Right, ^F, End and ^E take the offer and stay in the row; no other key takes it")
  func offers() throws {
    let takers: [Key] = [.right, .control("f"), .end, .control("e")]
    var (taken, kept) = (0, 0)
    for seed in TestScale.turns(40) {
      var random = SeededGenerator(seed: seed, 7)
      var (form, walker) = try wandered(seed + 3_000, steps: 10)
      guard form.json.contains(#""strict": false"#) else { continue }
      for step in 0..<40 {
        let place: Comment = "form \(seed), step \(step)"
        press(step % 4 == 0 ? Self.keys[random.number(below: Self.keys.count)] : .tab, in: &walker)
        // Every second time, type a letter first, because some rows then make an offer.
        var typer = walker
        if step % 2 == 0 { press(.character("m"), in: &typer) }
        let before = typer.dialogue.session
        // Skip yes-or-no rows, in which Right toggles the answer.
        guard let focus = before.focus, typer.dialogue.state.panel == nil, !form.isYesOrNo(focus),
          typer.dialogue.line.holdsFocus, before.cursor == before.focusText.scalarCount
        else { continue }
        let text = before.focusText.string
        let offer = typer.dialogue.state.line.offer
        // If there is no offer, these keys take the highlighted candidate, like Enter.
        let chosen = form.makesLines(focus) ? nil : typer.dialogue.state.candidates?.chosenLabel
        let expected = offer.map { $0.hasPrefix(" → ") ? String($0.dropFirst(3)) : text + $0 }
        for key in offer == nil ? [takers[random.number(below: takers.count)]] : takers {
          var probe = typer
          probe.press(key)
          try #require(probe.dialogue.session.focus == focus, place)
          let now = probe.dialogue.session.focusText.string
          try #require(now.lowercased() == (expected ?? chosen ?? text).lowercased(), place)
        }
        guard let expected else {
          kept += 1
          continue
        }
        taken += 1
        for key in Set(Self.keys) {
          var probe = typer
          press(key, in: &probe)
          let now = probe.dialogue.session.answers.text(of: focus).string
          if case .character(let scalar) = key, now == text + String(scalar) { continue }
          // Undo may bring back an earlier text that happens to equal the offer.
          if key == .control("_") {
            let before = typer.dialogue.session
            var undone = before
            undone.applyToEnd(.undone)
            try #require(now == undone.answers.text(of: focus).string, "\(place), \(key)")
            continue
          }
          try #require(
            now == text || now != expected && key == .backspace, "\(place), \(key)")
        }
      }
    }
    #expect(taken > 10 * TestScale.factor && kept > 100 * TestScale.factor)
  }

  /// Presses a key. If that asks a question, answers the question with n.
  private func press(_ key: Key, in typer: inout ScreenTyper) {
    typer.press(key)
    if typer.dialogue.question != nil { typer.press(.character("n")) }
  }

  private func answers(of session: FormSession) -> [String] {
    (0..<session.answers.indexCount).compactMap { session.row(at: FormRow.Index($0)) }
      .map { "\($0.id) \(session.answers.answer(of: $0.id)?.string ?? "-")" }
  }
}
