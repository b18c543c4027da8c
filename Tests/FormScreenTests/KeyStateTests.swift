// The effect of every key in every state of the screen.
//
// Golden/keys-and-states.txt has a block for each state, with a line for each key and its effects.
// Two states are tested in another way. In state 16 a key waits for another one, and the decoder of
// the terminal reads the bytes of both. State 22 is plain mode, in which lines are typed.

import FormFixtures
import FormModel
import FormText
import Keys
import TerminalTesting
import Testing

@testable import FormScreen

@Suite("Keys and states")
struct KeyStateTests {
  private static let form = """
    { "longform": 1, "id": "states", "sections": [
      { "id": "main", "title": "Main", "rows": [
        { "id": "name", "label": "Name" }, { "id": "before", "label": "Before" },
        { "id": "given", "label": "Given", "default": "Ada" },
        { "id": "milk", "label": "Milk", "type": "boolean" },
        { "id": "size", "label": "Size", "type": "choice", "choices": ["Large", "Medium", "Small"] },
        { "id": "town", "label": "Town", "type": "choice", "strict": false,
          "choices": ["Bath", "Bristol", "Bristow"] },
        { "id": "kinds", "label": "Kinds", "type": "choices", "choices": ["Blue", "Green", "Red"] },
        { "id": "tags", "label": "Tags", "type": "list" },
        { "id": "note", "label": "Note", "type": "paragraph" },
        { "id": "pin", "label": "Pin", "type": "secret" },
        { "id": "sum", "label": "Sum", "type": "integer", "value": "1 + 1" },
        { "id": "site", "label": "Site", "type": "url" } ] },
      { "id": "work", "title": "Work", "repeat": { "initial": 0, "label": "Job {n}" }, "rows": [
        { "id": "company", "label": "Company" }, { "id": "role", "label": "Role" } ] },
      { "id": "todo", "title": "Todo", "repeat": { "initial": 0, "label": "Task {n}", "entry": true },
        "rows": [ { "id": "task", "label": "Task" } ] },
      { "id": "end", "title": "End", "rows": [ { "id": "end", "label": "End" } ] } ] }
    """

  /// A form with many rows, which the program checks in several slices of work, between keys.
  private static let long = """
    { "longform": 1, "id": "long", "sections": [
      { "rows": [ { "id": "a{n}", "label": "A {n}", "count": 2500 } ] } ] }
    """

  /// A state of the screen: its number, its name, and the keys that lead to it.
  private struct State: Sendable {
    let number: String
    let name: String
    var form = KeyStateTests.form
    let enter: @Sendable (inout ScreenTyper) -> Void

    init(_ number: String, _ name: String, _ enter: @escaping @Sendable (inout ScreenTyper) -> Void)
    {
      (self.number, self.name, self.enter) = (number, name, enter)
    }

    /// The same state in another form.
    func of(_ form: String) -> State {
      var state = self
      state.form = form
      return state
    }
  }

  private static let states = [
    State("1", "row of one line") { $0.go(to: "name", typing: "Bo") },
    State("1", "the same, empty") { $0.go(to: "before") },
    State("1", "the same, a correction is offered") {
      $0.go(to: "site", typing: "example.org")
      $0.press(.up, .down)
    },
    State("2", "default, untouched") { $0.go(to: "given") },
    State("3", "boolean") { $0.go(to: "milk") },
    State("4", "choice, list closed") { $0.go(to: "size") },
    State("5", "list open, nothing chosen") { $0.go(to: "town", typing: "br") },
    State("6", "list open, one chosen: strict") { $0.go(to: "size", typing: "m") },
    State("6", "list open, one chosen: free") {
      $0.go(to: "town", typing: "br")
      $0.press(.down)
    },
    State("7", "several choices, one ticked") {
      $0.go(to: "kinds", typing: "re")
      $0.press(.enter)
    },
    State("7", "the same, with text and its list") { $0.go(to: "kinds", typing: "bl") },
    State("8", "list of entries, on the last") { $0.go(to: "tags", typing: "one") },
    State("8", "the same, on a new entry") {
      $0.go(to: "tags", typing: "one")
      $0.press(.enter)
    },
    State("9", "paragraph") { $0.go(to: "note", typing: "First") },
    State("9", "the same, empty") { $0.go(to: "note") },
    State("10", "secret") { $0.go(to: "pin", typing: "12") },
    State("11", "calculated") {
      $0.go(to: "site")
      $0.press(.up)
    },
    State("12", "add line") { $0.go(to: "work") },
    State("12b", "first row of an item with nothing in it") {
      $0.go(to: "work")
      $0.press(.character(" "))
    },
    State("12", "entry line, empty") { $0.go(to: "todo") },
    State("12c", "entry line with text") {
      $0.go(to: "todo")
      $0.type("Buy milk")
    },
    State("13", "filter kept") {
      $0.press(.control("r"))
      $0.type("t")
      $0.press(.metaEnter)
    },
    State("14", "find, with words") {
      $0.press(.control("r"))
      $0.type("t")
    },
    State("14", "find, empty, after an earlier one") {
      $0.press(.control("r"))
      $0.type("town")
      $0.press(.enter, .control("r"))
    },
    State("15", "palette, empty") { $0.press(.control("o")) },
    State("15", "palette, with a command") {
      $0.press(.control("o"))
      $0.type("add")
    },
    State("15", "palette, with an argument missing") {
      $0.press(.control("o"))
      $0.type("scope ")
    },
    State("17", "save question") {
      $0.go(to: "name", typing: "Bo")
      $0.press(.control("s"))
    },
    State("18", "other question") { $0.ask(.leave) },
    State("19", "panel of text") {
      $0.press(.control("o"))
      $0.type("show")
      $0.press(.enter)
    },
    State("20", "checking") {
      $0.finishesWork = false
      $0.press(.control("s"))
    }.of(long),
    State("20", "sending") { $0.wait(for: .sending) },
    State("20", "comparing") { $0.wait(for: .comparing) },
    State("21", "vi command mode") {
      $0.go(to: "before", typing: "Bo")
      $0.mode = .viCommand
    },
  ]

  /// The keys that wait for another one, with the bytes that a terminal sends for them.
  private static let prefixes = [("after ^X", "\u{18}"), ("after Esc", "\u{1B}")]

  /// The bytes that a terminal sends for keys.
  private static let bytes: [(name: String, bytes: String)] = [
    ("Enter", "\r"), ("Tab", "\t"), ("Shift-Tab", "\u{1B}[Z"), ("Up", "\u{1B}[A"),
    ("Down", "\u{1B}[B"), ("PgUp", "\u{1B}[5~"), ("PgDn", "\u{1B}[6~"), ("Left", "\u{1B}[D"),
    ("Right", "\u{1B}[C"), ("Space", " "), ("Backspace", "\u{7F}"), ("a", "a"), ("y", "y"),
    (":", ":"), ("+", "+"), ("-", "-"), ("u", "u"), ("n", "n"), ("p", "p"), ("e", "e"), ("t", "t"),
    ("g", "g"), ("s", "s"), ("x", "x"), ("<", "<"), (">", ">"), ("?", "?"), ("_", "_"), ("r", "r"),
    ("Esc", "\u{1B}"), ("^G", "\u{07}"), ("^S", "\u{13}"), ("^O", "\u{0F}"), ("^R", "\u{12}"),
    ("^_", "\u{1F}"), ("^X", "\u{18}"), ("^E", "\u{05}"), ("^J", "\n"),
    ("paste", "\u{1B}[200~x\u{1B}[201~"),
  ]

  /// The rows of plain mode, and the lines typed there; a paste is the same as its lines.
  private static let plainRows = ["before", "given", "milk", "size", "tags", "work", "todo"]
  private static let plainLines = [
    [""], ["Bo"], ["y"], [" "], ["::x"], [":"], [":undo"], [":toggle"], [":find t"], [":goto end"],
    [":save"], ["x", "y"],
  ]

  private static let keys: [(name: String, key: Key)] = [
    ("Enter", .enter), ("Tab", .tab), ("Shift-Tab", .backTab), ("Up", .up), ("Down", .down),
    ("PgUp", .pageUp), ("PgDn", .pageDown), ("Left", .left), ("Right", .right),
    ("Space", .character(" ")), ("Backspace", .backspace), ("a", .character("a")),
    ("y", .character("y")), (":", .character(":")), ("Esc", .escape), ("^G", .control("g")),
    ("^C", .control("c")), ("^S", .control("s")), ("^O", .control("o")), ("Alt-x", .meta("x")),
    ("^R", .control("r")), ("Alt-g", .meta("g")), ("^_", .control("_")),
    ("^X u", .controlX(.character("u"))), ("^X ^S", .controlX(.control("s"))),
    ("Alt-Enter", .metaEnter),
  ]

  /// Returns the line of the golden file for a key and its effect.
  private static func line(_ key: String, _ effect: String) -> String {
    "  \(key)\(String(repeating: " ", count: max(10 - key.count, 1)))\(effect)"
  }

  @Test("In every state, every key has the effect in the golden file")
  func cells() throws {
    var lines: [String] = []
    for state in Self.states {
      lines.append("\(state.number) \(state.name)")
      var typer = ScreenTyper(FormSession(try .reading(state.form)))
      state.enter(&typer)
      _ = typer.takeRequests()
      for (name, key) in Self.keys {
        var after = typer
        if key == .control("c") { after.interrupt() } else { after.press(key) }
        lines.append(Self.line(name, typer.difference(to: after)))
      }
      var after = typer
      after.paste("x\ny")
      lines.append(Self.line("paste", typer.difference(to: after)))
    }
    try expectText(lines.joined(separator: "\n"), golden: "keys-and-states")
  }

  @Test("After a key that waits for another, every key has the effect in the golden file")
  func prefixed() throws {
    var lines: [String] = []
    for row in ["name", "work"] {
      for (prefix, first) in Self.prefixes {
        lines.append("16 \(prefix), \(row == "name" ? "in a row with text" : "in the second item")")
        var typer = ScreenTyper(FormSession(try .reading(Self.form)))
        typer.go(to: row, typing: "Bo")
        if row == "work" {
          typer.press(.enter, .enter)
          typer.type("Cy")
        }
        _ = typer.takeRequests()
        for (name, bytes) in Self.bytes {
          var after = typer
          let isKey = after.press(bytes, after: first)
          let effect = typer.difference(to: after)
          lines.append(Self.line(name, isKey ? effect : effect == "–" ? "cancels" : effect))
        }
        lines.append(Self.line("^C", InputDecoder.cancels(first) ? "cancels" : "leaves"))
      }
    }
    try expectText(lines.joined(separator: "\n"), golden: "keys-after-prefixes")
  }

  @Test("In plain mode every line has the effect in the golden file")
  func plain() throws {
    var lines: [String] = []
    for row in Self.plainRows {
      lines.append("22 plain, at \(row)")
      var dialogue = PlainDialogue(FormSession(try .reading(Self.form)))
      _ = dialogue.take(":goto \(row)")
      _ = dialogue.takeSentences()
      for typed in Self.plainLines {
        var after = dialogue
        let requests = typed.compactMap { after.take($0) }
        let name = typed.map { $0.isEmpty ? "(empty)" : $0 }.joined(separator: "⏎")
        lines.append(Self.line(name, dialogue.difference(to: &after, asking: requests)))
      }
    }
    try expectText(lines.joined(separator: "\n"), golden: "lines-in-plain-mode")
  }
}

extension KeyStateTests {
  /// Describes the answers that changed, and the cursor if no answer changed.
  fileprivate static func texts(_ old: FormSession, _ new: FormSession) -> [String] {
    let (before, after) = (old.answers, new.answers)
    var words: [String] = []
    let rows = after.rowCount - before.rowCount
    if rows != 0 { words.append(rows > 0 ? "\(rows) more rows" : "\(-rows) rows less") }
    for index in 0... {
      guard let row = after.outline.id(at: FormRow.Index(index)) else { break }
      let isNew = before.outline.index(of: row) == nil
      let text = after.text(of: row).string
      guard isNew ? !text.isEmpty : before.text(of: row).string != text else { continue }
      words.append("\(after.fullLabel(of: row)) “\(text.replacing("\n", with: "⏎"))”")
    }
    if words.isEmpty, old.focus == new.focus, old.cursor != new.cursor {
      words.append("cursor \(new.cursor)")
    }
    return words
  }
}

extension ScreenTyper {
  /// Goes to a row, or to the first row of a section, and types a text there.
  fileprivate mutating func go(to name: String, typing text: String = "") {
    press(.control("o"))
    type("goto \(name)")
    press(.enter)
    type(text)
  }

  /// Presses a key after one that waits for another, as bytes of a terminal.
  ///
  /// - Returns: whether the bytes were read as a key.
  fileprivate mutating func press(_ bytes: String, after prefix: String) -> Bool {
    var decoder = InputDecoder(escapeDelay: 50)
    var isKey = false
    for (time, typed) in [(0, prefix), (600, bytes)] {
      decoder.append(Array(typed.utf8), at: time)
      // Take all tokens until the next byte arrives, or until no deadline is left.
      var now = time
      while true {
        while let token = decoder.next(now: now, escapeMatters: dialogue.escapeMatters) {
          switch token {
          case .key(let key):
            press(key)
            isKey = true
          case .paste(let text): paste(text.text)
          case .pending, .report: break
          }
        }
        guard let deadline = decoder.deadline, time > 0 || deadline < 600 else { break }
        now = deadline
      }
    }
    return isKey
  }

  /// Describes everything that a key changed, by comparison with the state after it.
  fileprivate func difference(to after: ScreenTyper) -> String {
    let (old, new) = (dialogue, after.dialogue)
    var words = after.requests.map { Self.words(for: $0) }
    if Self.kind(of: old) != Self.kind(of: new) { words.append(Self.kind(of: new)) }
    if old.session.focus != new.session.focus {
      words.append("to \(new.session.focus.map(new.session.answers.fullLabel) ?? "nothing")")
    }
    words += KeyStateTests.texts(old.session, new.session)
    if let before = Self.text(atPrompt: old), let text = Self.text(atPrompt: new), before != text {
      words.append("types “\(text)”")
    }
    words += Self.parts(old, new)
    if after.mode != mode { words.append("\(after.mode)") }
    if let message = new.state.message?.sentence, message != old.state.message?.sentence {
      words.append("says “\(message)”")
    }
    return words.isEmpty ? "–" : words.joined(separator: ", ")
  }

  private static func words(for request: ScreenDialogue.Request) -> String {
    switch request {
    case .ask: "asks"
    case .save: "saves"
    case .interrupt: "leaves"
    case .answered(_, let isYes): isYes ? "yes" : "no"
    case .repaint: "paints again"
    case .stopWork: "stops it"
    case .askForFile: "asks for a file"
    default: "\(request)"
    }
  }

  /// The name of the use for which the prompt is open.
  private static func kind(of dialogue: ScreenDialogue) -> String {
    switch dialogue.state.prompt {
    case .row: "row"
    case .command: "palette"
    case .file: "file"
    case .find: "find"
    case .question(_, _, let kind): "question \(kind)"
    case .waiting(_, let work): "\(work)"
    }
  }

  private static func text(atPrompt dialogue: ScreenDialogue) -> String? {
    switch dialogue.state.prompt {
    case .command(let text, _), .find(let text, _), .file(let text, _, _): text.string
    case .row, .question, .waiting: nil
    }
  }

  /// Describes the changes of the list, the panel, the palette and the filter.
  private static func parts(_ old: ScreenDialogue, _ new: ScreenDialogue) -> [String] {
    var words: [String] = []
    switch (old.state.candidates, new.state.candidates) {
    case (nil, let list?): words.append("opens the list, \(chosen(list))")
    case (_?, nil): words.append("closes the list")
    case (let before?, let list?) where before.chosenLabel != list.chosenLabel:
      words.append(chosen(list))
    default: break
    }
    let panels = (old.state.panel != nil, new.state.panel != nil)
    if panels.0 != panels.1 { words.append(panels.1 ? "opens a panel" : "closes the panel") }
    if old.state.scrolling.panel != new.state.scrolling.panel { words.append("scrolls") }
    if old.session.currentFind?.scope != new.session.currentFind?.scope,
      let scope = new.session.currentFind?.scope
    {
      words.append("in \(scope.name(in: new.session.template))")
    }
    let filters = (old.session.currentFilter != nil, new.session.currentFilter != nil)
    if filters.0 != filters.1 { words.append(filters.1 ? "filters" : "shows all rows") }
    if let palette = new.state.palette, let before = old.state.palette,
      before.chosenText != palette.chosenText
    {
      words.append("chooses \(palette.chosenText ?? "nothing")")
    }
    return words
  }

  private static func chosen(_ list: CandidatePanel) -> String {
    list.chosenLabel.map { "\($0) chosen" } ?? "none chosen"
  }
}

extension InputDecoder {
  /// Whether Ctrl-C only makes a key stop waiting for its second key.
  fileprivate static func cancels(_ prefix: String) -> Bool {
    var decoder = InputDecoder(escapeDelay: 50)
    decoder.append(Array(prefix.utf8), at: 0)
    while decoder.next(now: 450, escapeMatters: false) != nil {}
    return decoder.cancelPrefix()
  }
}

extension PlainDialogue {
  /// A description of everything that the lines changed, and the reported sentences.
  fileprivate func difference(to after: inout PlainDialogue, asking requests: [Request]) -> String {
    var words = requests.map { request in
      switch request {
      case .askToFinish, .askToSave: "asks"
      case .save: "saves"
      default: "\(request)"
      }
    }
    if session.focus != after.session.focus {
      words.append("to \(after.session.focus.map(after.session.answers.fullLabel) ?? "nothing")")
    }
    words += KeyStateTests.texts(session, after.session)
    let sentences = after.takeSentences()
    if !sentences.isEmpty {
      words.append("says “\(sentences.joined(separator: " "))”")
    }
    return words.isEmpty ? "–" : words.joined(separator: ", ")
  }
}
