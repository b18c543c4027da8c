// The dialogue of the screen: the meaning of each key, the requests to the front end, and the laws
// under random keys.

import FormFixtures
import FormModel
import FormScreen
import FormText
import Keys
import LosslessJSON
import TerminalTesting
import Testing

@Suite("The dialogue of the screen")
struct ScreenDialogueTests {
  private func typer(_ json: String, mode: EditingMode = .emacs) throws -> ScreenTyper {
    ScreenTyper(FormSession(try .reading(json)), mode: mode)
  }

  private static let mixed = """
    { "longform": 1, "id": "mixed", "sections": [ { "rows": [
      { "id": "name", "label": "Name" },
      { "id": "milk", "label": "Milk", "type": "boolean" },
      { "id": "note", "label": "Note", "type": "paragraph" },
      { "id": "size", "label": "Size", "type": "choice", "choices": ["Small", "Medium", "Large"] },
      { "id": "word", "label": "Word", "type": "secret" } ] } ] }
    """

  /// Returns the meaning of a key in a row, without applying it.
  private func meaning(_ key: Key, in typer: ScreenTyper) -> Meaning {
    var dialogue = typer.dialogue
    return dialogue.meaning(of: key, mode: typer.mode)
  }

  @Test("In a row of one line, each key has its expected meaning")
  func row() throws {
    let typer = try typer(Self.mixed)
    let meanings: [(Key, Meaning)] = [
      (.character("a"), .edit), (.character(" "), .edit), (.backspace, .edit), (.left, .edit),
      (.control("w"), .edit), (.control("y"), .edit), (.delete, .edit), (.insert, .edit),
      (.enter, .action(.entered)), (.tab, .action(.entered)),
      (.backTab, .action(.moved(.previousStop))),
      (.escape, .ignored("Nothing is open   ^C leaves")),
      (.control("g"), .ignored("Nothing is open   ^C leaves")),
      (.control("o"), .promptOpened(isColon: false)), (.meta("x"), .promptOpened(isColon: false)),
      (.function(1), .promptOpened(isColon: false)),
      (.character(":"), .promptOpened(isColon: true)), (.control("l"), .repainted),
      (.control("s"), .action(.saveProposed)), (.control("c"), .ignored()),
      (.metaEnter, .ignored("Name holds one line; Enter goes to the next row")),
    ]
    for (key, expected) in meanings { #expect(meaning(key, in: typer) == expected, "\(key)") }
    let commands: [(Key, CommandName)] = [
      (.down, .next), (.up, .previous), (.pageDown, .pageDown), (.control("_"), .undo),
      (.meta("_"), .redo), (.control("r"), .find), (.meta("g"), .find), (.meta("t"), .toggle),
      (.meta("e"), .nextError), (.controlX(.control("x")), .back),
    ]
    for (key, name) in commands {
      #expect(meaning(key, in: typer) == .command(TypedCommand(name: name, argument: "")))
    }
  }

  /// Keys that edit the line, unless a list or a prompt uses them.
  private static let others: Set<Key> = [
    .character(" "), .control("y"), .backspace, .right, .end, .control("f"), .control("e"),
  ]

  @Test(
    "Every key in the table has a meaning in its layer, and vi's keys only in command mode")
  func table() throws {
    var typer = try typer(Self.mixed)
    for entry in KeyTable.groups.filter({ $0.layer == .row }).flatMap(\.entries) {
      for key in entry.keys.keys where !Self.others.contains(key) {
        #expect(meaning(key, in: typer) != .edit, "\(entry.name)")
      }
    }
    for entry in KeyTable.groups.filter({ $0.layer == .text }).flatMap(\.entries) {
      for key in entry.keys.keys { #expect(meaning(key, in: typer) == .edit, "\(entry.name)") }
    }
    for key in CommandTable.entries.flatMap(\.viKeys).map(\.key) {
      typer.mode = .viInsert
      let inserting = meaning(key, in: typer)
      if case .character = key { #expect(inserting == .edit) }
      typer.mode = .viCommand
      #expect(meaning(key, in: typer) != .edit, "\(key)")
    }
  }

  @Test("Typing, Enter and ^S change the form, and send requests to the front end")
  func requests() throws {
    var typer = try typer(Self.mixed)
    typer.type("Ada")
    #expect(typer.dialogue.session.focusText == "Ada")
    typer.press(.enter, .character(" "))
    #expect(typer.dialogue.session.focusText == "yes")
    #expect(typer.takeRequests() == [])
    typer.press(.control("s"))
    #expect(typer.takeRequests() == [.ask(.save(nil))])
    #expect(
      typer.dialogue.state.prompt
        == .question(
          "Save 2 answers to a file?", shorter: ["Save to a file?", "Save?"], kind: .save))
    typer.press(.control("s"))
    #expect(typer.takeRequests() == [.save(nil, problems: 0)])
    #expect(typer.dialogue.question == nil)
  }

  @Test("A jump to a problem shows this problem, unless that of the row before is a new one")
  func problemReached() throws {
    var typer = try typer(
      """
      {"longform": 1, "id": "p", "sections": [{"rows": [
        {"id": "a", "label": "A", "type": "integer"}, {"id": "b", "label": "B"},
        {"id": "c", "label": "C", "type": "date"}]}]}
      """)
    typer.type("x")
    typer.press(.enter, .enter)
    typer.type("y")
    func message() -> String {
      var dialogue = typer.dialogue
      let lines = dialogue.frame(previous: nil, mode: .emacs).frame.lines.map(\.text)
      return lines.first { $0.contains("“x”") || $0.contains("“y”") } ?? ""
    }
    typer.press(.meta("e"))
    #expect(typer.dialogue.session.focus?.row == 0)
    #expect(typer.dialogue.state.message?.sentence.contains("3 C: “y”") == true, "it is new")
    typer.press(.meta("e"))
    #expect(typer.dialogue.session.focus?.row == 2)
    #expect(typer.dialogue.state.message == nil, "the message line has the row's own problem")
    typer.press(.meta("e"))
    #expect(typer.dialogue.session.focus?.row == 0 && typer.dialogue.state.message == nil)
    typer.press(.down)
    #expect(typer.dialogue.state.message?.sentence.contains("1 A: “x”") == true)
  }

  @Test("While the message names ^Y, it pastes the rest; in a row with text it else inserts a cut")
  func restOfPaste() throws {
    let rows = #"{ "id": "r{n}", "label": "Row {n}", "count": 6 }"#
    var typer = try typer(
      #"{ "longform": 1, "id": "f", "sections": [ { "rows": [ \#(rows) ] } ] }"#)
    typer.press(.down)
    typer.type("x")
    typer.press(.up)
    typer.paste("a\nb\nc")
    #expect(typer.dialogue.state.message?.sentence.hasSuffix("^Y pastes the other 2") == true)
    #expect(meaning(.control("y"), in: typer) == .action(.pastedRest))
    typer.type("d")
    #expect(meaning(.control("y"), in: typer) == .edit)
  }

  @Test("q closes a panel that a command opened and types nothing; another letter is typed")
  func closingLetter() throws {
    for (letter, text) in [("q", ""), ("x", "x")] {
      var typer = try typer(Self.mixed)
      typer.press(.control("o"))
      typer.type("show")
      typer.press(.enter)
      #expect(typer.dialogue.state.panel != nil)
      typer.type(letter)
      #expect(typer.dialogue.state.panel == nil && typer.text == text)
    }
  }

  @Test("The palette lists the row at a path, which goto accepts too")
  func pathInPalette() throws {
    var typer = try typer(
      """
      { "longform": 1, "id": "f", "sections": [ { "id": "jobs", "title": "Jobs",
        "repeat": { "label": "Job {n}", "initial": 2 }, "rows": [ { "id": "name" } ] } ] }
      """)
    typer.press(.control("o"))
    typer.type("goto jobs.1.name")
    #expect(typer.dialogue.state.palette?.entries.count == 1)
    typer.press(.enter)
    #expect(typer.dialogue.session.focusedRow?.id.item == 2)
  }

  @Test("Typing replaces a choice of the document; Shift-Tab goes back past a calculated row")
  func loadedChoice() throws {
    let template = try Template.reading(
      """
      {"longform": 1, "id": "p", "sections": [{"id": "s", "rows": [
        {"id": "a", "label": "A", "type": "choice", "choices": ["Card", "Cash"]},
        {"id": "n", "label": "N", "type": "integer"}, {"id": "t", "type": "integer", "value": "${n}"},
        {"id": "z", "label": "Z"}]}]}
      """)
    let answers = try JSONDocument(parsing: Array(#"{"a": "Cash", "n": 1}"#.utf8))
    var typer = ScreenTyper(try FormSession(template, answers: answers), mode: .emacs)
    typer.type("ca")
    #expect(typer.dialogue.session.focusText == "ca")
    typer.press(.enter)
    typer.type("x")
    typer.press(.enter)
    let message = typer.dialogue.state.message?.sentence ?? ""
    #expect(message.hasPrefix("2 N: “1x” is not") && message.hasSuffix("   Shift-Tab goes back"))
    typer.press(.backTab)
    #expect(typer.dialogue.session.focus?.row == 1)
  }

  @Test("After ^X the key line names only keys that work at the focus")
  func keysAfterControlX() throws {
    var typer = try typer(
      """
      {"longform": 1, "id": "p", "sections": [{"id": "main", "rows": [{"id": "a"}]},
        {"id": "work", "repeat": {"key": "work", "label": "Job {n}", "initial": 1},
         "rows": [{"id": "b"}]}]}
      """)
    func keys() -> String {
      var dialogue = typer.dialogue
      dialogue.state.keys.prefix = .controlX
      let lines = dialogue.frame(previous: nil, mode: .emacs).frame.lines.map(\.text)
      return lines.first { $0.contains("^X then") } ?? ""
    }
    #expect(keys().hasPrefix("^X then + add   u undo"))
    typer.press(.down)
    #expect(keys().hasPrefix("^X then ↑↓ move   + add   - remove"))
    typer.press(.down)
    #expect(keys().hasPrefix("^X then + add   u undo"))
  }

  @Test("During a search through the whole form, keys are dropped, and a message says so")
  func looking() throws {
    var typer = try typer(
      """
      {"longform": 1, "id": "many", "sections": [{"rows": [
        {"id": "a{n}", "label": "A {n}", "count": 20000}]}]}
      """)
    typer.type("Ada")
    var dialogue = typer.dialogue
    let check = dialogue.meaning(of: .control("s"), mode: .emacs)
    _ = dialogue.follow(check, of: .control("s"), mode: .emacs)
    try #require(dialogue.session.isLookingThrough)
    let dropped = Meaning.ignored("Keys are dropped meanwhile")
    for key in [Key.character("x"), .enter, .down, .pageDown, .backspace, .control("o")] {
      #expect(dialogue.meaning(of: key, mode: .emacs) == dropped, "\(key)")
    }
    for key in [Key.escape, .control("g")] {
      #expect(dialogue.meaning(of: key, mode: .emacs) == .action(.workStopped))
    }
    _ = dialogue.follow(dropped, of: .character("x"), mode: .emacs)
    _ = dialogue.paste("Grace", leftOut: 0)
    #expect(dialogue.session.focusText == "Ada" && dialogue.session.isLookingThrough)
    _ = dialogue.follow(dropped, of: .character("x"), mode: .emacs)
    let lines = dialogue.frame(previous: nil, mode: .emacs).frame.lines.map(\.text)
    #expect(
      lines.contains(
        "Looking through 20,000 rows: 10 %   Esc stops it   Keys are dropped meanwhile"),
      "\(lines)")
    while dialogue.workRemains { _ = dialogue.advance() }
    #expect(!dialogue.session.isLookingThrough)
  }

  @Test("At a question, other keys show the possible answers; keys typed earlier are no answer")
  func questions() throws {
    var typer = try typer(Self.mixed)
    typer.press(.control("s"), .character("x"))
    #expect(typer.dialogue.question == .save(nil))
    #expect(typer.dialogue.state.message?.sentence == "y saves, f saves to a file, n goes on")
    #expect(typer.dialogue.session.focusText == "")
    typer.press(.character("n"))
    #expect(typer.dialogue.question == nil)
    #expect(typer.takeRequests() == [.ask(.save(nil))])
    var dialogue = typer.dialogue
    _ = dialogue.ask(.quit, destination: "")
    #expect(
      dialogue.meaning(of: .character("y"), mode: .emacs)
        == .ignored("Keys typed before the question were dropped"))
    _ = dialogue.frame(previous: nil, mode: .emacs)
    #expect(dialogue.meaning(of: .character("y"), mode: .emacs) == .answered(.quit, yes: true))
    #expect(dialogue.meaning(of: .character("n"), mode: .emacs) == .answered(.quit, yes: false))
    #expect(
      dialogue.meaning(of: .enter, mode: .emacs) == .ignored("y leaves, n stays"))
    #expect(dialogue.meaning(of: .escape, mode: .emacs) == .questionClosed)
    let answered = dialogue.follow(
      .answered(.quit, yes: true), of: .character("y"), mode: .emacs)
    #expect(answered == [.answered(.quit, yes: true)])
    _ = dialogue.ask(.resume, destination: "")
    _ = dialogue.frame(previous: nil, mode: .emacs)
    #expect(dialogue.meaning(of: .enter, mode: .emacs) == .answered(.resume, yes: true))
    #expect(dialogue.meaning(of: .escape, mode: .emacs) == .interrupted)
    #expect(
      dialogue.meaning(of: .character("x"), mode: .emacs)
        == .ignored("Enter goes on with the draft, n starts anew"))
  }

  @Test(
    "In a paragraph Enter inserts a line break; Up and Down first move through its lines"
  )
  func lines() throws {
    var typer = try typer(Self.mixed)
    typer.press(.down, .down)
    typer.type("ab")
    typer.press(.enter)
    typer.type("cd")
    #expect(typer.dialogue.session.focusText == "ab\ncd")
    #expect(meaning(.up, in: typer) == .cursorMoved(2, goal: 2))
    #expect(meaning(.tab, in: typer) == .action(.entered))
    typer.press(.up)
    #expect(typer.line.cursor == 2)
    #expect(
      meaning(.up, in: typer) == .command(TypedCommand(name: .previous, argument: "")))
    typer.mode = .viCommand
    #expect(meaning(.character("j"), in: typer) == .cursorMoved(5, goal: 2))
  }

  @Test("If a list is open, keys move in it, pick from it and close it")
  func list() throws {
    var typer = try typer(Self.mixed)
    typer.press(.down, .down, .tab)
    typer.type("m")
    #expect(typer.dialogue.state.candidates != nil)
    guard case .taken(let offer, movesOn: true) = meaning(.enter, in: typer) else {
      Issue.record("Enter takes nothing")
      return
    }
    #expect(offer.label == "Medium")
    #expect(meaning(.tab, in: typer) == .taken(offer, movesOn: true))
    #expect(meaning(.escape, in: typer) == .listChanged(nil))
    typer.press(.escape)
    #expect(typer.dialogue.state.candidates == nil)
    #expect(meaning(.enter, in: typer) == .action(.entered))
    #expect(meaning(.tab, in: typer) == .action(.entered))
  }

  @Test("Moving the cursor opens no list, keeps the choice, and updates the column for Up and Down")
  func motion() throws {
    var typer = try typer(Self.mixed)
    typer.press(.down, .down, .tab)
    typer.edit("Medi", cursor: 4)
    typer.press(.escape, .left)
    #expect(typer.dialogue.state.candidates == nil)
    #expect(meaning(.enter, in: typer) == .action(.entered))
    typer.mode = .viCommand
    typer.press(.home)
    #expect(typer.dialogue.state.candidates == nil)
    typer.mode = .emacs
    typer.press(.up)
    typer.edit("abcdef\nabcdef\nabcdef", cursor: 5)
    typer.press(.down)
    #expect(typer.line.cursor == 12)
    #expect(meaning(.down, in: typer) == .cursorMoved(19, goal: 5))
    typer.press(.left)
    #expect(meaning(.down, in: typer) == .cursorMoved(18, goal: 4))
  }

  @Test("A question closes the find prompt, and the line editor gets the row's text again")
  func questionOverFind() throws {
    var typer = try typer(Self.mixed)
    typer.type("Ada")
    typer.press(.control("r"))
    typer.type("not")
    typer.ask(.leave)
    #expect(typer.text == "Ada")
    typer.type("nq")
    #expect(typer.dialogue.session.focusText == "Adaq")
    #expect(typer.dialogue.session.currentFind == nil)
  }

  @Test("In a secret row : and / open no prompt, because they may belong to the secret")
  func secrets() throws {
    var typer = try typer(Self.mixed)
    typer.press(.meta(">"))
    #expect(meaning(.character(":"), in: typer) == .edit)
    typer.mode = .viCommand
    for key in [Key.character(":"), .character("/")] {
      #expect(
        meaning(key, in: typer)
          == .ignored("This row is secret   i to type into it   ^O for the commands"))
    }
  }

  @Test("The prompts of commands and find use the line editor, and return it when they close")
  func prompts() throws {
    var typer = try typer(Self.mixed)
    typer.type("Ada")
    typer.press(.control("o"))
    typer.type("nex")
    typer.press(.tab)
    #expect(typer.text.hasPrefix("next"))
    #expect(typer.dialogue.session.focusText == "Ada")
    typer.press(.escape)
    #expect(typer.text == "Ada")
    typer.press(.control("r"))
    typer.type("not")
    typer.press(.enter)
    #expect(typer.dialogue.session.focusedRow?.label == "Note")
    #expect(typer.text == "")
    typer.press(.control("o"))
    typer.type("nonsense")
    typer.press(.enter, .enter)
    #expect(typer.dialogue.state.message?.sentence == "No command :nonsense   Esc closes")
    typer.press(.escape)
    typer.type(":nonsense")
    typer.press(.enter, .enter)
    #expect(typer.dialogue.session.focusText == ":nonsense")
  }

  @Test("After any keys, the answers equal those in a dictionary of the typed texts")
  func walks() throws {
    try FormOracle.walk(max(FormOracle.walks / 16, 1), types: true) { oracle, _ in
      try check(oracle)
    }
  }

  private func check(_ oracle: FormOracle) throws {
    let session = oracle.session
    try #require(FormOracle.order(of: session) == oracle.shownOrder)
    for row in oracle.state.order {
      try #require(session.answers.text(of: row) == oracle.text(of: row))
      try #require(session.answers.answer(of: row) == oracle.answer(of: row))
    }
    try #require(session.liveRowCount <= session.viewportHeight)
  }

  // MARK: - Enter, Tab, Right, and typing

  /// Returns a session after some random keys in a form.
  private func wandered(_ form: String, seed: Int) throws -> ScreenTyper {
    let keys: [Key] = [
      .enter, .tab, .down, .up, .pageDown, .character("m"), .character("a"), .character(" "),
      .backspace, .character("y"), .controlX(.character("+")), .meta("n"), .control("_"),
    ]
    var random = SeededGenerator(seed: seed)
    var typer = try typer(form)
    for _ in 0..<40 { typer.press(keys[Int(random.next() % UInt64(keys.count))]) }
    if typer.dialogue.question != nil { typer.press(.character("n")) }
    return typer
  }

  @Test(
    "Tab acts like Enter, except in rows of several lines, where it goes to the next row")
  func tabIsEnter() throws {
    for seed in TestScale.turns(24) {
      let typer = try wandered([Self.mixed, Forms.everything][seed % 2], seed: seed)
      let session = typer.dialogue.session
      let (enter, tab) = (meaning(.enter, in: typer), meaning(.tab, in: typer))
      if session.focusHoldsLines {
        #expect(tab == .action(.entered), "walk \(seed)")
      } else {
        #expect(tab == enter, "walk \(seed)")
      }
    }
  }

  /// An offer is a completion or correction of the typed text, which is shown after the cursor.
  @Test("Only Right, ^F, End and ^E take the offer, and only at the end of the text")
  func offers() throws {
    let takers: [Key] = [.right, .control("f"), .end, .control("e")]
    var offered = 0
    for seed in TestScale.turns(40) {
      var typer = try wandered([Self.mixed, Self.offering][seed % 2], seed: seed)
      typer.press(.down)
      typer.type("b")
      for key in takers {
        guard case .offerTaken = meaning(key, in: typer) else { continue }
        offered += 1
        #expect(typer.dialogue.session.cursor == typer.dialogue.session.focusText.scalarCount)
      }
      for key in KeyTable.groups.flatMap(\.entries).flatMap(\.keys.keys) where !takers.contains(key)
      {
        if case .offerTaken = meaning(key, in: typer) { Issue.record("\(key) takes an offer") }
      }
    }
    #expect(offered > 20 * TestScale.factor)
  }

  private static let offering = """
    { "longform": 1, "id": "offering", "sections": [ { "rows": [
      { "id": "one{n}", "label": "One {n}", "count": 9, "type": "choice", "strict": false,
        "choices": ["banana", "bread", "milk"] } ] } ] }
    """

  @Test("Down stops at every row, and Enter at rows that take an answer; Up goes back")
  func order() throws {
    let form = """
      { "longform": 1, "id": "order", "sections": [ { "id": "first", "rows": [
        { "id": "a" }, { "id": "fixed", "readOnly": true, "default": "x" }, { "id": "b" } ] },
        { "id": "s", "title": "Items", "repeat": {}, "rows": [ { "id": "c" }, { "id": "d" } ] } ] }
      """
    var typer = try typer(form)
    func path(_ key: Key, _ count: Int) -> [String] {
      (0..<count).map { _ in
        typer.press(key)
        return typer.dialogue.session.focusLabel
      }
    }
    #expect(path(.enter, 2) == ["b", "Items 1 c"])
    #expect(path(.up, 3) == ["b", "fixed", "a"])
    #expect(path(.down, 3) == ["fixed", "b", "Items 1 c"])
    #expect(path(.backTab, 2) == ["b", "a"])
  }

  @Test("Typing on an add line creates an item, and Backspace removes an empty item")
  func addLines() throws {
    var typer = try typer(Forms.everything)
    while !typer.dialogue.session.isFocusAddLine { typer.press(.enter) }
    let before = typer.dialogue.session.answers.rowCount
    typer.type("A")
    #expect(typer.dialogue.session.answers.rowCount > before)
    #expect(typer.text == "A" && typer.dialogue.session.focusText == "A")
    typer.type("cme")
    typer.press(.control("_"))
    #expect(typer.dialogue.session.answers.rowCount == before)
    #expect(typer.dialogue.session.isFocusAddLine)
    typer.press(.character(" "))
    #expect(typer.dialogue.session.answers.rowCount > before && typer.text == "")
    typer.press(.backspace)
    #expect(typer.dialogue.session.answers.rowCount == before)
    #expect(typer.dialogue.session.isFocusAddLine)
  }

  @Test("After random keys, every letter is in the row or in the prompt")
  func noise() throws {
    let keys: [Key] = [
      .enter, .tab, .backTab, .escape, .up, .down, .pageUp, .pageDown, .backspace, .metaEnter,
      .control("g"), .control("o"), .control("r"), .control("s"), .control("_"), .meta("_"),
      .meta("t"), .meta("<"), .meta(">"), .function(1), .controlX(.character("+")),
      .controlX(.character("-")), .control("l"), .control("y"), .character("y"),
      .character("n"), .character(":"), .character(" "), .character("m"), .character("ö"),
      .character("j"), .character("/"), .character("1"),
    ]
    for seed in TestScale.turns(12) {
      var random = SeededGenerator(seed: seed)
      let forms = [Self.mixed, Forms.everything]
      var typer = try typer(forms[seed % 2], mode: [.emacs, .viInsert, .viCommand][seed % 3])
      for step in 0..<150 {
        let key = keys[Int(random.next() % UInt64(keys.count))]
        // In vi's command mode letters do not edit, so switch to insert mode first.
        if typer.mode == .viCommand, case .character = key, meaning(key, in: typer) == .edit {
          typer.mode = .viInsert
        }
        typer.press(key)
        let dialogue = typer.dialogue
        switch dialogue.state.prompt {
        case .row, .question, .waiting:
          if dialogue.session.isFocusEditable {
            #expect(Text(typer.text) == dialogue.session.focusText, "walk \(seed), step \(step)")
          }
        case .command(let text, _), .find(let text, _), .file(let text, _, _):
          #expect(Text(typer.text) == text, "walk \(seed), step \(step)")
        }
        #expect((dialogue.question != nil) == dialogue.state.prompt.isQuestion)
        #expect((dialogue.state.palette != nil) == dialogue.state.prompt.isCommand)
        var afresh = dialogue
        #expect(afresh.frame(previous: nil, mode: typer.mode).frame.lines == typer.painted?.lines)
      }
    }
  }
}

extension ScreenState.Prompt {
  fileprivate var isCommand: Bool { if case .command = self { true } else { false } }
  fileprivate var isQuestion: Bool { if case .question = self { true } else { false } }
}
