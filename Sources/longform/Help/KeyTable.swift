// The keys of a form: those of commands from the table of commands, and those of the line, the
// prompts and the list of candidates.

import FormScreen

/// The keys, in groups.
enum KeyTable {
  /// The sentence that explains how keys are written.
  static let notation = "`^S` is Ctrl-S, and `M-x` is Alt-X, or Esc and then x."

  /// The keys that are no command's, by group.
  static let groups: [(title: String, keys: [Fact])] = [
    (
      "Everywhere",
      [
        Fact(
          name: "Enter",
          sentence: "go to the next row, or make a new line in a row of several lines"),
        Fact(name: "M-Enter, ^X^J", sentence: "make a new line in a row of several lines"),
        Fact(
          name: "Esc, ^G",
          sentence: "close the panel, list, prompt or filter; stop a search"),
        Fact(name: "^O, M-x, :", sentence: "open the command prompt; `:` only in an empty row"),
        Fact(name: "::", sentence: "type two colons into an empty row"),
        Fact(name: "^C", sentence: "leave and keep the draft"),
        Fact(name: "^Z", sentence: "suspend the program"),
        Fact(name: "^L", sentence: "paint the form again"),
      ]
    ),
    (
      "In the text of a row",
      [
        Fact(name: "Left ^B, Right ^F", sentence: "move by a character, as you see it"),
        Fact(name: "M-b, M-f", sentence: "move by a word; also Ctrl or Alt with an arrow"),
        Fact(
          name: "Home ^A, End ^E", sentence: "move to the beginning or the end of the line"),
        Fact(name: "Backspace, Delete ^D", sentence: "delete the character before or after"),
        Fact(name: "^W", sentence: "cut the word before, up to white space"),
        Fact(name: "M-Backspace, M-d", sentence: "cut the word before or after"),
        Fact(name: "^K", sentence: "cut to the end of the line; at the end, the line break"),
        Fact(
          name: "^U",
          sentence: "cut the line; with vi's keys, the part before the cursor"),
        Fact(
          name: "^Y",
          sentence: "insert the text that was cut, or the rest of a paste that found no room"),
        Fact(name: "^T", sentence: "exchange two characters"),
        Fact(
          name: "M-u, M-l, M-c", sentence: "make a word upper case, lower case, or capitalized"),
        Fact(name: "Space", sentence: "in a yes-or-no row, change the answer"),
      ]
    ),
    (
      "In a row with candidates",
      [
        Fact(name: "Space, Tab", sentence: "open the list in an empty row"),
        Fact(name: "Down ^N, Up ^P", sentence: "highlight another candidate"),
        Fact(name: "PgDn ^V, PgUp M-v", sentence: "page through the list"),
        Fact(
          name: "Enter",
          sentence: "take the highlighted candidate and go on; else keep the text"),
        Fact(name: "Tab", sentence: "take the highlighted or the best candidate, and stay"),
        Fact(
          name: "Space",
          sentence: "in a row of several choices, take the highlighted one or remove it"),
      ]
    ),
    (
      "While finding",
      [
        Fact(name: "Tab, Shift-Tab", sentence: "look elsewhere: see `:scope`"),
        Fact(name: "Down ^N ^R, Up ^P", sentence: "choose another row that was found"),
        Fact(name: "Enter", sentence: "go to the chosen row"),
        Fact(name: "M-Enter", sentence: "keep only the rows that were found in view"),
        Fact(name: "Esc", sentence: "go back to the row where the search began"),
      ]
    ),
    (
      "At the command prompt",
      [
        Fact(name: "Tab", sentence: "complete the name of the command"),
        Fact(name: "Enter", sentence: "run the command; the beginning of a name is enough"),
      ]
    ),
    (
      "With vi's keys",
      [
        Fact(name: "Esc", sentence: "go to command mode, which lasts from row to row"),
        Fact(name: "i a A o", sentence: "go to insert mode; the mark of the focus shows which"),
        Fact(name: "n, N", sentence: "go to the next or the previous row that was found"),
        Fact(
          name: "o O dd yy cc p J", sentence: "edit the lines of a row of several lines, as in vi"),
      ]
    ),
  ]

  /// The keys of commands and all others, as blocks of a page.
  static var blocks: [HelpBlock] {
    let commands = CommandTable.entries.filter { !$0.keys.isEmpty }.map { entry in
      HelpBlock.item(
        tag: entry.keys.map(\.name).joined(separator: " "),
        text: "\(entry.help) (`:\(entry.name.rawValue)`)")
    }
    let others = groups.flatMap { group in
      [HelpBlock.heading(group.title)]
        + group.keys.map { .item(tag: $0.name, text: $0.sentence) }
    }
    let vi = CommandTable.entries.filter { !$0.viKeys.isEmpty }.map { entry in
      HelpBlock.item(
        tag: entry.viKeys.map(\.name).joined(separator: " "),
        text: "\(entry.help) (`:\(entry.name.rawValue)`)")
    }
    return [.heading("Keys of commands")] + commands + others + vi
  }
}
