// The effect of every key in every state of the screen.
//
// Golden/keys-and-states.txt has a block for each state, with a line for each key and its effects.

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

  /// A state of the screen: its number, its name, and the keys that lead to it.
  private struct State: Sendable {
    let number: String
    let name: String
    let enter: @Sendable (inout ScreenTyper) -> Void

    init(_ number: String, _ name: String, _ enter: @escaping @Sendable (inout ScreenTyper) -> Void)
    {
      (self.number, self.name, self.enter) = (number, name, enter)
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
    State("20", "sending") { $0.send() },
    State("21", "vi command mode") {
      $0.go(to: "before", typing: "Bo")
      $0.mode = .viCommand
    },
  ]

  private static let keys: [(name: String, key: Key)] = [
    ("Enter", .enter), ("Tab", .tab), ("Shift-Tab", .backTab), ("Up", .up), ("Down", .down),
    ("PgUp", .pageUp), ("PgDn", .pageDown), ("Left", .left), ("Right", .right),
    ("Space", .character(" ")), ("Backspace", .backspace), ("a", .character("a")),
    ("y", .character("y")), (":", .character(":")), ("Esc", .escape), ("^G", .control("g")),
    ("^C", .control("c")), ("^S", .control("s")), ("^O", .control("o")), ("M-x", .meta("x")),
    ("^R", .control("r")), ("M-g", .meta("g")), ("^_", .control("_")),
    ("^X u", .controlX(.character("u"))), ("^X ^S", .controlX(.control("s"))),
    ("M-Enter", .metaEnter),
  ]

  /// Returns the line of the golden file for a key and its effect.
  private static func line(_ key: String, _ effect: String) -> String {
    "  \(key)\(String(repeating: " ", count: max(10 - key.count, 1)))\(effect)"
  }

  @Test("In every state, every key has the effect in the golden file")
  func cells() throws {
    var lines: [String] = []
    let template = try Template.reading(Self.form)
    for state in Self.states {
      lines.append("\(state.number) \(state.name)")
      var typer = ScreenTyper(FormSession(template))
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
}

extension ScreenTyper {
  /// Goes to a row, or to the first row of a section, and types a text there.
  fileprivate mutating func go(to name: String, typing text: String = "") {
    press(.control("o"))
    type("goto \(name)")
    press(.enter)
    type(text)
  }

  /// Describes everything that a key changed, by comparison with the state after it.
  fileprivate func difference(to after: ScreenTyper) -> String {
    let (old, new) = (dialogue, after.dialogue)
    var words = after.requests.map { Self.words(for: $0) }
    if Self.kind(of: old) != Self.kind(of: new) { words.append(Self.kind(of: new)) }
    if old.session.focus != new.session.focus {
      words.append("to \(new.session.focus.map(new.session.answers.fullLabel) ?? "nothing")")
    }
    words += Self.texts(old, new)
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
    case .stopSending: "stops sending"
    case .askForFile: "asks for a file"
    default: "\(request)"
    }
  }

  /// The name of what the prompt is used for.
  private static func kind(of dialogue: ScreenDialogue) -> String {
    switch dialogue.state.prompt {
    case .row: "row"
    case .command: "palette"
    case .file: "file"
    case .find: "find"
    case .question(_, _, let kind): "question \(kind)"
    case .sending: "sending"
    }
  }

  private static func text(atPrompt dialogue: ScreenDialogue) -> String? {
    switch dialogue.state.prompt {
    case .command(let text, _), .find(let text, _), .file(let text, _, _): text.string
    case .row, .question, .sending: nil
    }
  }

  /// Describes the answers that changed, and the cursor if no answer changed.
  private static func texts(_ old: ScreenDialogue, _ new: ScreenDialogue) -> [String] {
    let (before, after) = (old.session.answers, new.session.answers)
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
    if words.isEmpty, old.session.focus == new.session.focus,
      old.session.cursor != new.session.cursor
    {
      words.append("cursor \(new.session.cursor)")
    }
    return words
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
