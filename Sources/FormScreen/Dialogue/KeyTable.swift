// The one table of keys: every key that does something, where, and what. The dialogue of the screen,
// the help and the manual read it. The keys of commands stand in the table of commands, and are taken
// from there.

package import Keys

/// The place of a key's meaning. The first layer with a meaning decides.
package enum KeyLayer: Int, CaseIterable, Sendable {
  /// A question waits for an answer.
  case question
  /// The words of a find are typed.
  case find
  /// A command is typed.
  case prompt
  /// Work over the whole form goes on.
  case work
  /// A panel of sentences or problems is open.
  case panel
  /// The row has candidates.
  case list
  /// The row has several lines.
  case lines
  /// vi's command mode is on.
  case vi
  /// A row is filled.
  case row
  /// The line editor has the key.
  case text
}

/// The function of a key. The state of the screen decides its meaning.
package enum KeyFunction: Hashable, Sendable {
  /// The line editor does it.
  case edit
  case enter, tab, close, stop, space, colon, commands, complete, repaint, yank, toOtherRow
  /// A line break is typed, where the row holds lines.
  case lineBreak
  /// The terminal makes a signal of it.
  case signal
  case run(CommandName, argument: String)
  case yes, no
  /// So many rows found, lines of a text, candidates, pages or scopes on or back.
  case match(by: Int)
  case line(by: Int)
  case candidate(by: Int)
  case page(by: Int)
  case scope(by: Int)
  /// The same in vi's command mode only.
  case viLine(by: Int)
  case keepMatches
  case findAgain(forward: Bool)
}

/// Keys and their function.
package struct KeyEntry: Sendable {
  /// The keys as people read them, like `Down ^N`.
  package let name: String
  /// Their effect, with code between backticks.
  package let sentence: String
  package let keys: [Key: KeyFunction]

  init(_ name: String, _ sentence: String, _ keys: [Key: KeyFunction] = [:]) {
    (self.name, self.sentence, self.keys) = (name, sentence, keys)
  }
}

/// The keys of one layer under a title.
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
  /// The sentence that explains how keys are written.
  package static let notation = "`^S` is Ctrl-S, and `M-x` is Alt-X, or Esc and then x."

  /// The functions of a key, by layer, the first layer first.
  static func functions(of key: Key) -> [(layer: KeyLayer, function: KeyFunction)] {
    table[key] ?? []
  }

  private static let table: [Key: [(layer: KeyLayer, function: KeyFunction)]] = {
    var table: [Key: [(layer: KeyLayer, function: KeyFunction)]] = [:]
    for group in groups {
      for (key, function) in group.entries.flatMap(\.keys) {
        table[key, default: []].append((group.layer, function))
      }
    }
    for entry in CommandTable.entries {
      for key in entry.keys.map(\.key) {
        let command = KeyFunction.run(entry.name, argument: entry.keyArguments[key] ?? "")
        table[key, default: []].append((.row, command))
      }
      for key in entry.viKeys.map(\.key) {
        table[key, default: []].append((.vi, .run(entry.name, argument: "")))
      }
    }
    return table.mapValues { $0.sorted { $0.layer.rawValue < $1.layer.rawValue } }
  }()

  /// The keys that are no command's.
  package static let groups = [
    KeyGroup(
      "Everywhere", .row,
      [
        KeyEntry(
          "Enter", "go to the next row, or make a new line in a row of several lines",
          [.enter: .enter]),
        KeyEntry(
          "M-Enter, ^X^J", "make a new line in a row of several lines",
          [.metaEnter: .lineBreak, .controlX(.control("j")): .lineBreak]),
        KeyEntry(
          "Esc, ^G", "close the panel, list, prompt or filter; stop a search",
          closing),
        KeyEntry(
          "^O, M-x, :", "open the command prompt; `:` only in an empty row",
          [.control("o"): .commands, .meta("x"): .commands, .character(":"): .colon]),
        KeyEntry("::", "type two colons into an empty row"),
        KeyEntry("^C", "leave and keep the draft", [.control("c"): .signal]),
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
          "M-b, M-f", "move by a word; also Ctrl or Alt with an arrow",
          edit(.meta("b"), .meta("f"), .meta("B"), .meta("F"), .wordLeft, .wordRight)),
        KeyEntry(
          "Home ^A, End ^E", "move to the beginning or the end of the line",
          edit(.home, .end, .control("a"), .control("e"))),
        KeyEntry(
          "Backspace, Delete ^D", "delete the character before or after",
          edit(.backspace, .delete, .control("d"))),
        KeyEntry("^W", "cut the word before, up to white space", edit(.control("w"))),
        KeyEntry(
          "M-Backspace, M-d", "cut the word before or after",
          edit(.metaBackspace, .meta("d"), .meta("D"))),
        KeyEntry(
          "^K", "cut to the end of the line; at the end, the line break", edit(.control("k"))),
        KeyEntry(
          "^U", "cut the line; with vi's keys, the part before the cursor", edit(.control("u"))),
        KeyEntry("^T", "exchange two characters", edit(.control("t"))),
        KeyEntry(
          "M-u, M-l, M-c", "make a word upper case, lower case, or capitalized",
          edit(.meta("u"), .meta("l"), .meta("c"), .meta("U"), .meta("L"), .meta("C"))),
      ]),
    KeyGroup(
      "In some rows", .row,
      [
        KeyEntry(
          "^Y", "insert the text that was cut, or the rest of a paste that found no room",
          [.control("y"): .yank]),
        KeyEntry("Space", "in a yes-or-no row, change the answer", [.character(" "): .space]),
      ]),
    KeyGroup(
      "In a row of several lines", .lines,
      [
        KeyEntry(
          "Down ^N, Up ^P", "move by a line; at the end of the text, to the next row",
          downAndUp { .line(by: $0) }), KeyEntry("Tab", "go to the next row", [.tab: .toOtherRow]),
        KeyEntry(
          "j Enter, k", "move by a line, in vi's command mode",
          [
            .character("j"): .viLine(by: 1), .enter: .viLine(by: 1),
            .character("k"): .viLine(by: -1),
          ]),
      ]),
    KeyGroup(
      "In a row with candidates", .list,
      [
        KeyEntry(
          "Space, Tab", "open the list in an empty row", [.character(" "): .space, .tab: .tab]),
        KeyEntry("Down ^N, Up ^P", "highlight another candidate", downAndUp { .candidate(by: $0) }),
        KeyEntry(
          "PgDn ^V, PgUp M-v", "page through the list",
          [
            .pageDown: .page(by: 1), .control("v"): .page(by: 1), .pageUp: .page(by: -1),
            .meta("v"): .page(by: -1),
          ]),
        KeyEntry(
          "Enter", "take the highlighted candidate and go on; else keep the text", [.enter: .enter]),
        KeyEntry("Tab", "take the highlighted or the best candidate, and stay"),
        KeyEntry("Space", "in a row of several choices, take the highlighted one or remove it"),
        KeyEntry("Esc, ^G", "close the list", closing),
      ]),
    KeyGroup(
      "In a panel", .panel,
      [
        KeyEntry(
          "PgDn, PgUp", "page through the panel", pages)
      ]),
    KeyGroup(
      "While the whole form is looked through", .work,
      [
        KeyEntry("Esc, ^G", "stop that", closing)
      ]),
    KeyGroup(
      "While finding", .find,
      [
        KeyEntry(
          "Tab, Shift-Tab", "look elsewhere: see `:scope`",
          [.tab: .scope(by: 1), .backTab: .scope(by: -1)]),
        KeyEntry(
          "Down ^N ^R, Up ^P", "choose another row that was found",
          [
            .down: .match(by: 1), .control("n"): .match(by: 1), .control("r"): .match(by: 1),
            .up: .match(by: -1), .control("p"): .match(by: -1),
          ]), KeyEntry("PgDn, PgUp", "go a page of them on or back", pages),
        KeyEntry("Enter", "go to the chosen row", [.enter: .enter]),
        KeyEntry(
          "M-Enter", "keep only the rows that were found in view", [.metaEnter: .keepMatches]),
        KeyEntry(
          "Esc, ^G", "go back to the row where the search began; `^G` stops it first",
          [.escape: .close, .control("g"): .stop]),
        KeyEntry("^L", "paint the form again", [.control("l"): .repaint]),
      ]),
    KeyGroup(
      "At the command prompt", .prompt,
      [
        KeyEntry("Tab", "complete the name of the command", [.tab: .complete]),
        KeyEntry("Enter", "run the command; the beginning of a name is enough", [.enter: .enter]),
        KeyEntry(
          "Esc, ^G, ^O", "close the prompt",
          [.escape: .close, .control("g"): .close, .control("o"): .close]),
        KeyEntry(
          ":", "at an empty prompt, close it and type two colons into the row",
          [.character(":"): .colon]),
        KeyEntry("^L", "paint the form again", [.control("l"): .repaint]),
      ]),
    KeyGroup(
      "At a question", .question,
      [
        KeyEntry(
          "y, n", "answer it; where it names Enter, that answers too",
          [.character("y"): .yes, .character("n"): .no, .enter: .enter]),
        KeyEntry(
          "^S", "save, where the question was asked by `^S`",
          [.control("s"): .run(.save, argument: "")]),
        KeyEntry("Esc, ^G", "leave things as they are", closing),
      ]),
    KeyGroup(
      "With vi's keys", .vi,
      [
        KeyEntry("Esc", "go to command mode, which lasts from row to row"),
        KeyEntry("i a A o", "go to insert mode; the mark of the focus shows which"),
        KeyEntry(
          "n, N", "go to the next or the previous row that was found",
          [.character("n"): .findAgain(forward: true), .character("N"): .findAgain(forward: false)]),
        KeyEntry(":", "open the command prompt, in any row", [.character(":"): .commands]),
        KeyEntry("o O dd yy cc p J", "edit the lines of a row of several lines, as in vi"),
      ]),
  ]

  private static let closing: [Key: KeyFunction] = [.escape: .close, .control("g"): .close]
  private static let pages: [Key: KeyFunction] = [.pageDown: .page(by: 1), .pageUp: .page(by: -1)]

  private static func downAndUp(_ function: (Int) -> KeyFunction) -> [Key: KeyFunction] {
    [
      .down: function(1), .control("n"): function(1), .up: function(-1),
      .control("p"): function(-1),
    ]
  }

  private static func edit(_ keys: Key...) -> [Key: KeyFunction] {
    Dictionary(uniqueKeysWithValues: keys.map { ($0, .edit) })
  }
}
