// Law 18 in random forms: items inside items, members of objects, alternatives.

import FormFixtures
import FormModel
import FormText
import Keys
import TerminalTesting
import Testing

@testable import FormScreen

@Suite("Key lines and messages in random forms")
struct KeyLineLawTests {
  private static let keys: [Key] = [
    .enter, .enter, .tab, .down, .up, .left, .right, .character("y"), .character("m"),
    .character("2"), .character(" "), .backspace, .controlX(.character("+")),
    .controlX(.character("-")), .control("_"), .control("r"), .control("o"), .control("s"),
    .escape, .pageDown, .backTab, .meta("n"),
  ]

  /// Calls a function in many states of the dialogue.
  private func walk(
    _ salt: Int, _ check: (ScreenTyper, KeyLine, Comment) throws -> Void
  ) throws {
    for seed in TestScale.turns(24) {
      var generator = SeededGenerator(seed: seed, salt)
      let form = RandomForm(using: &generator)
      var typer = ScreenTyper(FormSession(try .reading(form.json)))
      for step in 0..<40 {
        typer.press(generator.one(of: Self.keys))
        let (session, state) = (typer.dialogue.session, typer.dialogue.state)
        let (width, lines) = (
          typer.dialogue.view.size.usableColumns, typer.dialogue.view.share.panel
        )
        let panel = Panel(of: session, state: state, width: width)
        let keys = KeyLine(of: session, state: state, panel: panel, lines: lines, width: width)
        try check(typer, keys, "form \(seed), step \(step): \(keys)")
      }
    }
  }

  /// Whether a person sees a difference, or another text is edited.
  private func differ(_ before: ScreenTyper, _ after: ScreenTyper) -> Bool {
    before.painted?.lines != after.painted?.lines || before.text != after.text
      || before.line.cursor != after.line.cursor
      || before.dialogue.session.focus != after.dialogue.session.focus
  }

  /// Whether the key line stays the same while a prompt is typed or an answer is the same as
  /// before, so a key in it may have no effect at the moment.
  private func staysTheSame(_ keys: KeyLine) -> Bool {
    switch keys {
    case .find, .palette, .boolean, .refused, .calculated: true
    default: false
    }
  }

  @Test("Law 18: in every state, the key line names keys, and each of them does something")
  func keysDoSomething() throws {
    var pressed = 0
    try walk(18) { typer, keys, place in
      let hints = keys.hints(
        in: typer.dialogue.state, at: KeyPlace(ofFocusOf: typer.dialogue.session))
      let first = try #require(hints.first, place)
      let line = try #require(typer.painted?.lines.last?.text, place)
      try #require(line.hasPrefix("\(first.key) \(first.use)"), place)
      for hint in hints where !KeyLine.words.contains(hint.key) && hint.key != "^C" {
        let does = keys.keys(named: hint.key).contains { key in
          var probe = typer
          probe.press(key)
          pressed += 1
          return probe.requests.count > typer.requests.count || differ(typer, probe)
        }
        try #require(does || staysTheSame(keys), "\(place): \(hint.key) \(hint.use)")
      }
    }
    #expect(pressed > 2_000)
  }

  @Test("Law 18: every message is shown in full, or a panel shows it")
  func messagesAreWhole() throws {
    var shown = 0
    try walk(19) { typer, _, place in
      guard let message = typer.dialogue.state.message, typer.dialogue.state.panel == nil else {
        return
      }
      shown += 1
      let letters = { (text: String) in text.filter { !$0.isWhitespace } }
      let screen = letters((typer.painted?.lines.map(\.text) ?? []).joined())
      let sentence = letters(typer.dialogue.state.symbols.sentence(message.sentence))
      try #require(screen.contains(sentence), "\(place): \(message.sentence)")
    }
    #expect(shown > 50)
  }
}
