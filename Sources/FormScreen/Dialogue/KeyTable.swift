// The table of keys: their functions in each layer (state of the screen). The dialogue of the
// screen, help and manual use this table. The keys of commands come from the table of commands.

package import Keys

/// A state of the screen. The first active layer in which a key has a meaning decides.
package enum KeyLayer: Int, CaseIterable, Sendable {
  /// A question waits for an answer.
  case question
  /// The words of a search are being typed.
  case find
  /// A command is being typed.
  case prompt
  /// Work on the whole form is in progress.
  case work
  /// A panel with sentences or problems is open.
  case panel
  /// The row has candidates.
  case list
  /// The row is a yes-or-no row.
  case toggle
  /// The row holds several lines.
  case lines
  /// vi's command mode is on.
  case vi
  /// A row is being filled.
  case row
  /// The line editor handles the key.
  case text
}

/// The function of a key. Its effect also depends on the state of the screen (`Meaning`).
package enum KeyFunction: Hashable, Sendable {
  /// The line editor handles the key.
  case edit
  case enter, tab, backTab, close, space, colon, commands, complete, repaint, yank, backspace
  /// Types a line break if the row can contain one.
  case lineBreak
  /// Accepts the offer (the dim text after the cursor), if there is one.
  case offer
  /// Replaces the typed words of a search by an earlier search.
  case olderSearch
  /// The terminal turns the key into a signal.
  case signal
  case run(CommandName, argument: String)
  case yes, no, file, preview
  /// Answers a yes-or-no row. Typing `rest`, the rest of the word, then has no effect.
  case answer(yes: Bool, rest: String)
  case change
  /// The next six move by found rows, lines, candidates or pages, to a panel's edge, or by scopes.
  case match(by: Int)
  case line(by: Int)
  case candidate(by: Int)
  case page(by: Int)
  case edge(last: Bool)
  case scope(by: Int)
  /// Moves by lines, but only in vi's command mode.
  case viLine(by: Int)
  case keepMatches
  case findAgain(forward: Bool)
  /// Switches to vi's insert mode. On an add line (a line that adds an item), adds one. With
  /// `below`, moves from a row of an item to the add line.
  case insert(below: Bool)
}

/// An entry of the table: keys that share one sentence of help.
package struct KeyEntry: Sendable {
  /// The names of the keys for people, such as `Down ^N`.
  package let name: String
  /// The effect of the keys. Code is between backticks.
  package let sentence: String
  package let keys: KeyFunctions

  init(_ name: String, _ sentence: String, _ keys: KeyFunctions = [:]) {
    (self.name, self.sentence, self.keys) = (name, sentence, keys)
  }
}

/// Keys with their functions. This is no dictionary, because hashing the keys would delay the first
/// key press.
package struct KeyFunctions: ExpressibleByDictionaryLiteral, Sendable {
  // Without labels, the elements of a literal need no conversion.
  package let pairs: [(Key, KeyFunction)]

  package init(dictionaryLiteral pairs: (Key, KeyFunction)...) { self.pairs = pairs }

  /// Creates keys that edit the text.
  fileprivate init(editing keys: [Key]) { pairs = keys.map { ($0, .edit) } }

  /// The keys.
  package var keys: [Key] { pairs.map { $0.0 } }
}

/// Entries of the same layer, under a title.
package struct KeyGroup: Sendable {
  package let title: String
  package let layer: KeyLayer
  package let entries: [KeyEntry]

  init(_ title: String, _ layer: KeyLayer, _ entries: [KeyEntry]) {
    (self.title, self.layer, self.entries) = (title, layer, entries)
  }
}

/// The keys, in groups.
package enum KeyTable {
  /// The sentence that explains the notation of keys.
  package static let notation =
    "`^S` is Ctrl-S. Instead of `Alt-x` you can press Esc and then x within a second."

  /// The keys that do not belong to commands.
  package static let groups = [
    KeyGroup(
      "Everywhere", .row,
      [
        KeyEntry(
          "Enter, Tab", "go to the next row; Enter makes a line in a row of several lines",
          [.enter: .enter, .tab: .tab]),
        KeyEntry("Shift-Tab", "go back to the row before", [.backTab: .backTab]),
        KeyEntry(
          "Right ^F, End ^E", "at the end of the text, take the dim text after the cursor",
          [.right: .offer, .control("f"): .offer, .end: .offer, .control("e"): .offer]),
        KeyEntry(
          "Alt-Enter, ^X^J", "make a new line in a row of several lines",
          [.metaEnter: .lineBreak, .controlX(.control("j")): .lineBreak]),
        KeyEntry("Esc, ^G", "close the open list, panel, prompt or filter", closing),
        KeyEntry(
          "^O, Alt-x, F1, Alt-?, :", "list the keys and commands; `:` only in an empty row",
          [
            .control("o"): .commands, .meta("x"): .commands, .function(1): .commands,
            .meta("?"): .commands, .character(":"): .colon,
          ]),
        KeyEntry("::", "type one colon into an empty row"),
        KeyEntry("‹ ›", "an example of an answer: it is not an answer, and typing replaces it"),
        KeyEntry(
          "^C", "close a prompt or panel; else leave and keep the draft", [.control("c"): .signal]),
        KeyEntry(
          "^X u, ^X r, ^X s",
          "undo, redo, save; `^X` and a key is Alt and the key, unless that edits the text"),
        KeyEntry("^Z", "suspend the program", [.control("z"): .signal]),
        KeyEntry("^L", "paint the form again", [.control("l"): .repaint]),
      ]),
    KeyGroup(
      "In the text of a row", .text,
      [
        KeyEntry(
          "Left ^B, Right ^F", "move by a character, as you see it",
          edit(.left, .right, .control("b"), .control("f"))),
        KeyEntry(
          "Alt-b, Alt-f", "move by a word; also Ctrl or Alt with an arrow",
          edit(.meta("b"), .meta("f"), .meta("B"), .meta("F"), .wordLeft, .wordRight)),
        KeyEntry(
          "Home ^A, End ^E", "move to the beginning or the end of the line",
          edit(.home, .end, .control("a"), .control("e"))),
        KeyEntry(
          "Backspace, Delete ^D", "delete the character before or after",
          edit(.backspace, .delete, .control("d"))),
        KeyEntry("^W", "cut the word before, up to white space", edit(.control("w"))),
        KeyEntry(
          "Alt-Backspace, Alt-d", "cut the word before or after",
          edit(.metaBackspace, .meta("d"), .meta("D"))),
        KeyEntry(
          "^K", "cut to the end of the line; at the end, the line break", edit(.control("k"))),
        KeyEntry(
          "^U", "cut the line; with vi's keys, the part before the cursor", edit(.control("u"))),
        KeyEntry("^T", "exchange two characters", edit(.control("t"))),
        KeyEntry(
          "Alt-u, Alt-l, Alt-c", "make a word upper case, lower case, or capitalized",
          edit(.meta("u"), .meta("l"), .meta("c"), .meta("U"), .meta("L"), .meta("C"))),
      ]),
    KeyGroup(
      "In some rows", .row,
      [
        KeyEntry(
          "^Y", "insert the text that was cut, or the rest of a paste that had no room",
          [.control("y"): .yank]),
        KeyEntry(
          "Space", "on the last line of a repeating section, add an empty item",
          [.character(" "): .space]),
        KeyEntry(
          "Backspace", "empty an untouched answer; at the start of an empty item, remove the item",
          [.backspace: .backspace]),
      ]),
    KeyGroup(
      "In a yes-or-no row", .toggle,
      [
        KeyEntry(
          "y t, n f", "answer yes or no",
          [
            .character("y"): .answer(yes: true, rest: "es"),
            .character("Y"): .answer(yes: true, rest: "es"),
            .character("t"): .answer(yes: true, rest: "rue"),
            .character("T"): .answer(yes: true, rest: "rue"),
            .character("n"): .answer(yes: false, rest: "o"),
            .character("N"): .answer(yes: false, rest: "o"),
            .character("f"): .answer(yes: false, rest: "alse"),
            .character("F"): .answer(yes: false, rest: "alse"),
          ]),
        KeyEntry(
          "Space, Left, Right", "change the answer",
          [.character(" "): .change, .left: .change, .right: .change]),
        KeyEntry("Backspace", "remove the answer", [.backspace: .backspace]),
      ]),
    KeyGroup(
      "In a row of several lines", .lines,
      [
        KeyEntry("Enter", "make a line; an empty last entry or a second blank line leaves the row"),
        KeyEntry(
          "Down ^N, Up ^P", "move by a line; at the end of the text, to the next row",
          downAndUp { .line(by: $0) }),
        KeyEntry("Tab", "go to the next row", [.tab: .tab]),
        KeyEntry(
          "j Enter, k", "move by a line, in vi's command mode",
          [.character("j"): .viLine(by: 1), .character("k"): .viLine(by: -1)]),
      ]),
    KeyGroup(
      "In a row with candidates", .list,
      [
        KeyEntry("Space", "list the candidates of an empty row", [.character(" "): .space]),
        KeyEntry("Down ^N, Up ^P", "choose another candidate", downAndUp { .candidate(by: $0) }),
        KeyEntry(
          "PgDn ^V, PgUp Alt-v", "page through the list", pages),
        KeyEntry(
          "Enter, Tab", "take the chosen candidate, else keep the text; go to the next row",
          [.enter: .enter, .tab: .tab]),
        KeyEntry("Right", "take the best candidate if none is chosen, and stay"),
        KeyEntry(
          "Space, Enter", "in a row of several choices, tick the chosen one",
          [:]),
        KeyEntry(
          "Backspace", "in a row of several choices with nothing typed, remove the last entry",
          [.backspace: .backspace]),
        KeyEntry("Esc, ^G", "close the list", closing),
      ]),
    KeyGroup(
      "In a panel", .panel,
      [
        KeyEntry(
          "Down ^N, Up ^P", "scroll by a line; at the end of a note, leave it",
          downAndUp { .line(by: $0) }),
        KeyEntry(
          "PgDn ^V Space, PgUp Alt-v", "scroll by a page",
          [
            .pageDown: .page(by: 1), .control("v"): .page(by: 1), .character(" "): .page(by: 1),
            .pageUp: .page(by: -1), .meta("v"): .page(by: -1),
          ]),
        KeyEntry(
          "Home, End", "scroll to its beginning or end",
          [.home: .edge(last: false), .end: .edge(last: true)]),
        KeyEntry(
          "Enter, Esc, ^G, ^C", "close the panel",
          [.enter: .close, .escape: .close, .control("g"): .close]),
        KeyEntry("q", "close a panel that a command opened", [.character("q"): .close]),
      ]),
    KeyGroup(
      "While the whole form is looked through", .work,
      [KeyEntry("Esc, ^G, ^C", "stop the work", closing)]),
    KeyGroup(
      "While finding", .find,
      [
        KeyEntry(
          "Tab, Shift-Tab", "search in another scope: see `:scope`",
          [.tab: .scope(by: 1), .backTab: .scope(by: -1)]),
        KeyEntry(
          "Down ^N, Up ^P", "choose another row that was found", downAndUp { .match(by: $0) }),
        KeyEntry(
          "PgDn, PgUp", "move by a page of found rows",
          [.pageDown: .page(by: 1), .pageUp: .page(by: -1)]),
        KeyEntry("Enter", "go to the chosen row", [.enter: .enter]),
        KeyEntry(
          "^R, Alt-g", "take the last search; again: an earlier one",
          [.control("r"): .olderSearch, .meta("g"): .olderSearch]),
        KeyEntry(
          "Right", "take the last search",
          [.right: .offer, .control("f"): .offer, .end: .offer, .control("e"): .offer]),
        undo,
        KeyEntry(
          "Alt-Enter", "show only the rows that were found",
          [.metaEnter: .keepMatches, .controlX(.enter): .keepMatches]),
        KeyEntry("Esc, ^G, ^C", "go back to the row where the search began", closing),
        KeyEntry(
          "^O, Alt-x", "list the keys and commands",
          [.control("o"): .commands, .meta("x"): .commands]),
        KeyEntry(
          "^S", "close the search, then do what `^S` does",
          [.control("s"): .run(.save, argument: "")]),
        KeyEntry("^L", "paint the form again", [.control("l"): .repaint]),
      ]),
    KeyGroup(
      "At the command prompt", .prompt,
      [
        KeyEntry(
          "Tab, Right", "complete the command or its argument",
          [
            .tab: .complete, .right: .offer, .control("f"): .offer, .end: .offer,
            .control("e"): .offer,
          ]),
        KeyEntry("Down ^N, Up ^P", "choose another entry", downAndUp { .candidate(by: $0) }),
        KeyEntry(
          "PgDn ^V, PgUp Alt-v", "page through the list", pages),
        KeyEntry("Enter", "run it; the beginning of a name is enough", [.enter: .enter]),
        KeyEntry(
          "Esc, ^G, ^C, ^O", "close the prompt",
          [
            .escape: .close, .control("g"): .close, .control("o"): .close, .meta("x"): .close,
            .function(1): .close, .meta("?"): .close,
          ]),
        KeyEntry("Backspace", "at an empty prompt, close it", [.backspace: .backspace]),
        undo,
        KeyEntry(
          ":", "at an empty prompt that `:` opened, close it and type a colon into the row",
          [.character(":"): .colon]),
        KeyEntry(
          "^R, ^S", "close the prompt, then do what the key does",
          [
            .control("r"): .run(.find, argument: ""), .meta("g"): .run(.find, argument: ""),
            .control("s"): .run(.save, argument: ""),
          ]),
        KeyEntry("^L", "paint the form again", [.control("l"): .repaint]),
      ]),
    KeyGroup(
      "At a question", .question,
      [
        KeyEntry(
          "y, n", "answer the question; if it names Enter, Enter answers it too",
          [
            .character("y"): .yes, .character("Y"): .yes, .character("n"): .no,
            .character("N"): .no, .enter: .enter,
          ]),
        KeyEntry(
          "^S", "save, at the question before a save; type a file's name if it would print",
          [.control("s"): .run(.save, argument: "")]),
        KeyEntry(
          "f", "save to a file, at the question before a save; a name is proposed",
          [.character("f"): .file]),
        KeyEntry(
          "v", "show what a save would write, at the question before it; Esc goes back to it",
          [.character("v"): .preview]),
        KeyEntry(
          "Down ^N, Up ^P", "choose a change, at the question before a save; Enter goes to its row",
          downAndUp { .line(by: $0) }),
        KeyEntry("PgDn ^V, PgUp Alt-v", "page through the changes or the preview", pages),
        KeyEntry("Esc, ^G", "give the answer that changes nothing", closing),
      ]),
    KeyGroup(
      "With vi's keys", .vi,
      [
        KeyEntry("Esc", "go to command mode, which lasts from row to row"),
        KeyEntry(
          "i a A o", "go to insert mode; the mark of the prompt shows which",
          [
            .character("i"): .insert(below: false), .character("a"): .insert(below: false),
            .character("A"): .insert(below: false), .character("o"): .insert(below: true),
          ]),
        KeyEntry(
          "n, N", "go to the next or the previous row that was found",
          [.character("n"): .findAgain(forward: true), .character("N"): .findAgain(forward: false)]),
        KeyEntry(":", "open the command prompt, in any row", [.character(":"): .commands]),
        KeyEntry("+", "go to the next row, as Enter does", [.character("+"): .enter]),
        KeyEntry("o", "in a row of an item, go to the line that adds the next item"),
        KeyEntry("o O dd yy cc p J", "edit the lines of a row of several lines, as in vi"),
      ]),
  ]

  private static let undo = KeyEntry(
    "^_", "undo the last step at this prompt",
    [
      .control("_"): .run(.undo, argument: ""),
      .controlX(.character("u")): .run(.undo, argument: ""),
    ])
  private static let pages: KeyFunctions = [
    .pageDown: .page(by: 1), .control("v"): .page(by: 1), .pageUp: .page(by: -1),
    .meta("v"): .page(by: -1),
  ]
  private static let closing: KeyFunctions = [.escape: .close, .control("g"): .close]

  private static func downAndUp(_ function: (Int) -> KeyFunction) -> KeyFunctions {
    [
      .down: function(1), .control("n"): function(1), .up: function(-1),
      .control("p"): function(-1),
    ]
  }

  private static func edit(_ keys: Key...) -> KeyFunctions { KeyFunctions(editing: keys) }
}
