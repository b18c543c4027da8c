// Rules 1 and 5 of the interface over forms made by chance.

import FormFixtures
import FormModel
import FormText
import Keys
import TerminalTesting
import Testing

@testable import FormScreen

@Suite("Forms made by chance")
struct RandomFormTests {
  private static let keys: [Key] = [
    .enter, .enter, .tab, .down, .up, .character("y"), .character("n"), .character("m"),
    .character("2"), .character(" "), .backspace, .controlX(.character("+")), .control("_"),
    .escape, .pageDown, .backTab,
  ]

  /// A form, and a person who went through some of it.
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

  @Test("Rule 5: Enter goes to the row after the focus, among those that are shown then")
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

  @Test("Rule 1: Enter again and again reaches the save question or a problem, and changes nothing")
  func enterGoesOn() throws {
    var asked = 0
    for seed in TestScale.turns(60) {
      var (form, typer) = try wandered(seed + 1_000, steps: 30)
      typer.press(.control("r"), .escape)
      let before = answers(of: typer.dialogue.session)
      let most = 3 * (form.stops(in: typer.dialogue.session).count + 2)
      var hasEnded = false
      for _ in 0..<most where !hasEnded {
        // In lines of text Enter is a line break, wherever the cursor is.
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

  private func answers(of session: FormSession) -> [String] {
    (0..<session.answers.indexCount).compactMap { session.row(at: FormRow.Index($0)) }
      .map { "\($0.id) \(session.answers.answer(of: $0.id)?.string ?? "-")" }
  }
}
