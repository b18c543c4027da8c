// The one table of keys: every key that does something, where, and what. The dialogue of the screen,
// the help and the manual read it. The keys of commands stand in the table of commands, and are taken
// from there.

package import Keys

/// Where a key means something. What stands first goes first.
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

/// What a key does; what that comes to depends on what is open.
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

/// Keys with what they do.
package struct KeyEntry: Sendable {
  /// The keys as people read them, like `Down ^N`.
  package let name: String
  /// What they do, with code between backticks.
  package let sentence: String
  package let keys: [Key: KeyFunction]
}

/// The keys of one layer under a title.
package struct KeyGroup: Sendable {
  package let title: String
  package let layer: KeyLayer
  package let entries: [KeyEntry]
}

/// The keys, in groups.
package enum KeyTable {
  /// The sentence that explains how keys are written.
  package static let notation = "`^S` is Ctrl-S, and `M-x` is Alt-X, or Esc and then x."

  /// What a key does in each layer where it does something, the first layer first.
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
      title: "Everywhere", layer: .row,
      entries: [
        KeyEntry(
          name: "Enter",
          sentence: "go to the next row, or make a new line in a row of several lines",
          keys: [.enter: .enter]),
        KeyEntry(
          name: "M-Enter, ^X^J", sentence: "make a new line in a row of several lines",
          keys: [.metaEnter: .lineBreak, .controlX(.control("j")): .lineBreak]),
        KeyEntry(
          name: "Esc, ^G", sentence: "close the panel, list, prompt or filter; stop a search",
          keys: [.escape: .close, .control("g"): .close]),
        KeyEntry(
          name: "^O, M-x, :", sentence: "open the command prompt; `:` only in an empty row",
          keys: [.control("o"): .commands, .meta("x"): .commands, .character(":"): .colon]),
        KeyEntry(name: "::", sentence: "type two colons into an empty row", keys: [:]),
        KeyEntry(
          name: "^C", sentence: "leave and keep the draft", keys: [.control("c"): .signal]),
        KeyEntry(name: "^Z", sentence: "suspend the program", keys: [.control("z"): .signal]),
        KeyEntry(name: "^L", sentence: "paint the form again", keys: [.control("l"): .repaint]),
      ]),
    KeyGroup(
      title: "In the text of a row", layer: .text,
      entries: [
        KeyEntry(
          name: "Left ^B, Right ^F", sentence: "move by a character, as you see it",
          keys: edit(.left, .right, .control("b"), .control("f"))),
        KeyEntry(
          name: "M-b, M-f", sentence: "move by a word; also Ctrl or Alt with an arrow",
          keys: edit(.meta("b"), .meta("f"), .meta("B"), .meta("F"), .wordLeft, .wordRight)),
        KeyEntry(
          name: "Home ^A, End ^E", sentence: "move to the beginning or the end of the line",
          keys: edit(.home, .end, .control("a"), .control("e"))),
        KeyEntry(
          name: "Backspace, Delete ^D", sentence: "delete the character before or after",
          keys: edit(.backspace, .delete, .control("d"))),
        KeyEntry(
          name: "^W", sentence: "cut the word before, up to white space",
          keys: edit(.control("w"))),
        KeyEntry(
          name: "M-Backspace, M-d", sentence: "cut the word before or after",
          keys: edit(.metaBackspace, .meta("d"), .meta("D"))),
        KeyEntry(
          name: "^K", sentence: "cut to the end of the line; at the end, the line break",
          keys: edit(.control("k"))),
        KeyEntry(
          name: "^U", sentence: "cut the line; with vi's keys, the part before the cursor",
          keys: edit(.control("u"))),
        KeyEntry(
          name: "^T", sentence: "exchange two characters", keys: edit(.control("t"))),
        KeyEntry(
          name: "M-u, M-l, M-c", sentence: "make a word upper case, lower case, or capitalized",
          keys: edit(.meta("u"), .meta("l"), .meta("c"), .meta("U"), .meta("L"), .meta("C"))),
      ]),
    KeyGroup(
      title: "In some rows", layer: .row,
      entries: [
        KeyEntry(
          name: "^Y",
          sentence: "insert the text that was cut, or the rest of a paste that found no room",
          keys: [.control("y"): .yank]),
        KeyEntry(
          name: "Space", sentence: "in a yes-or-no row, change the answer",
          keys: [.character(" "): .space]),
      ]),
    KeyGroup(
      title: "In a row of several lines", layer: .lines,
      entries: [
        KeyEntry(
          name: "Down ^N, Up ^P",
          sentence: "move by a line; at the end of the text, to the next row",
          keys: [
            .down: .line(by: 1), .control("n"): .line(by: 1), .up: .line(by: -1),
            .control("p"): .line(by: -1),
          ]),
        KeyEntry(name: "Tab", sentence: "go to the next row", keys: [.tab: .toOtherRow]),
        KeyEntry(
          name: "j Enter, k", sentence: "move by a line, in vi's command mode",
          keys: [
            .character("j"): .viLine(by: 1), .enter: .viLine(by: 1),
            .character("k"): .viLine(by: -1),
          ]),
      ]),
    KeyGroup(
      title: "In a row with candidates", layer: .list,
      entries: [
        KeyEntry(
          name: "Space, Tab", sentence: "open the list in an empty row",
          keys: [.character(" "): .space, .tab: .tab]),
        KeyEntry(
          name: "Down ^N, Up ^P", sentence: "highlight another candidate",
          keys: [
            .down: .candidate(by: 1), .control("n"): .candidate(by: 1),
            .up: .candidate(by: -1), .control("p"): .candidate(by: -1),
          ]),
        KeyEntry(
          name: "PgDn ^V, PgUp M-v", sentence: "page through the list",
          keys: [
            .pageDown: .page(by: 1), .control("v"): .page(by: 1), .pageUp: .page(by: -1),
            .meta("v"): .page(by: -1),
          ]),
        KeyEntry(
          name: "Enter", sentence: "take the highlighted candidate and go on; else keep the text",
          keys: [.enter: .enter]),
        KeyEntry(
          name: "Tab", sentence: "take the highlighted or the best candidate, and stay",
          keys: [:]),
        KeyEntry(
          name: "Space",
          sentence: "in a row of several choices, take the highlighted one or remove it",
          keys: [:]),
        KeyEntry(
          name: "Esc, ^G", sentence: "close the list",
          keys: [.escape: .close, .control("g"): .close]),
      ]),
    KeyGroup(
      title: "In a panel", layer: .panel,
      entries: [
        KeyEntry(
          name: "PgDn, PgUp", sentence: "page through the panel",
          keys: [.pageDown: .page(by: 1), .pageUp: .page(by: -1)])
      ]),
    KeyGroup(
      title: "While the whole form is looked through", layer: .work,
      entries: [
        KeyEntry(
          name: "Esc, ^G", sentence: "stop that", keys: [.escape: .close, .control("g"): .close])
      ]),
    KeyGroup(
      title: "While finding", layer: .find,
      entries: [
        KeyEntry(
          name: "Tab, Shift-Tab", sentence: "look elsewhere: see `:scope`",
          keys: [.tab: .scope(by: 1), .backTab: .scope(by: -1)]),
        KeyEntry(
          name: "Down ^N ^R, Up ^P", sentence: "choose another row that was found",
          keys: [
            .down: .match(by: 1), .control("n"): .match(by: 1), .control("r"): .match(by: 1),
            .up: .match(by: -1), .control("p"): .match(by: -1),
          ]),
        KeyEntry(
          name: "PgDn, PgUp", sentence: "go a page of them on or back",
          keys: [.pageDown: .page(by: 1), .pageUp: .page(by: -1)]),
        KeyEntry(name: "Enter", sentence: "go to the chosen row", keys: [.enter: .enter]),
        KeyEntry(
          name: "M-Enter", sentence: "keep only the rows that were found in view",
          keys: [.metaEnter: .keepMatches]),
        KeyEntry(
          name: "Esc, ^G",
          sentence: "go back to the row where the search began; `^G` stops it first",
          keys: [.escape: .close, .control("g"): .stop]),
        KeyEntry(name: "^L", sentence: "paint the form again", keys: [.control("l"): .repaint]),
      ]),
    KeyGroup(
      title: "At the command prompt", layer: .prompt,
      entries: [
        KeyEntry(
          name: "Tab", sentence: "complete the name of the command", keys: [.tab: .complete]),
        KeyEntry(
          name: "Enter", sentence: "run the command; the beginning of a name is enough",
          keys: [.enter: .enter]),
        KeyEntry(
          name: "Esc, ^G, ^O", sentence: "close the prompt",
          keys: [.escape: .close, .control("g"): .close, .control("o"): .close]),
        KeyEntry(
          name: ":", sentence: "at an empty prompt, close it and type two colons into the row",
          keys: [.character(":"): .colon]),
        KeyEntry(name: "^L", sentence: "paint the form again", keys: [.control("l"): .repaint]),
      ]),
    KeyGroup(
      title: "At a question", layer: .question,
      entries: [
        KeyEntry(
          name: "y, n", sentence: "answer it; where it names Enter, that answers too",
          keys: [.character("y"): .yes, .character("n"): .no, .enter: .enter]),
        KeyEntry(
          name: "^S", sentence: "save, where the question was asked by `^S`",
          keys: [.control("s"): .run(.save, argument: "")]),
        KeyEntry(
          name: "Esc, ^G", sentence: "leave things as they are",
          keys: [.escape: .close, .control("g"): .close]),
      ]),
    KeyGroup(
      title: "With vi's keys", layer: .vi,
      entries: [
        KeyEntry(
          name: "Esc", sentence: "go to command mode, which lasts from row to row", keys: [:]),
        KeyEntry(
          name: "i a A o", sentence: "go to insert mode; the mark of the focus shows which",
          keys: [:]),
        KeyEntry(
          name: "n, N", sentence: "go to the next or the previous row that was found",
          keys: [
            .character("n"): .findAgain(forward: true),
            .character("N"): .findAgain(forward: false),
          ]),
        KeyEntry(
          name: ":", sentence: "open the command prompt, in any row",
          keys: [.character(":"): .commands]),
        KeyEntry(
          name: "o O dd yy cc p J", sentence: "edit the lines of a row of several lines, as in vi",
          keys: [:]),
      ]),
  ]

  private static func edit(_ keys: Key...) -> [Key: KeyFunction] {
    Dictionary(uniqueKeysWithValues: keys.map { ($0, .edit) })
  }
}
