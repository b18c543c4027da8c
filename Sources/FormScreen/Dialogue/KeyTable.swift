// The keys of a form: those of commands from the table of commands, and those of the line, the
// prompts and the list of candidates.

/// Keys with what they do.
package struct KeyEntry: Sendable {
  /// The keys as people read them, like `Down ^N`.
  package let name: String
  /// What they do, with code between backticks.
  package let sentence: String
}

/// The keys, in groups.
package enum KeyTable {
  /// The sentence that explains how keys are written.
  package static let notation = "`^S` is Ctrl-S, and `M-x` is Alt-X, or Esc and then x."

  /// The keys that are no command's, by group.
  package static let groups: [(title: String, keys: [KeyEntry])] = [
    (
      "Everywhere",
      [
        KeyEntry(
          name: "Enter",
          sentence: "go to the next row, or make a new line in a row of several lines"),
        KeyEntry(name: "M-Enter, ^X^J", sentence: "make a new line in a row of several lines"),
        KeyEntry(
          name: "Esc, ^G",
          sentence: "close the panel, list, prompt or filter; stop a search"),
        KeyEntry(name: "^O, M-x, :", sentence: "open the command prompt; `:` only in an empty row"),
        KeyEntry(name: "::", sentence: "type two colons into an empty row"),
        KeyEntry(name: "^C", sentence: "leave and keep the draft"),
        KeyEntry(name: "^Z", sentence: "suspend the program"),
        KeyEntry(name: "^L", sentence: "paint the form again"),
      ]
    ),
    (
      "In the text of a row",
      [
        KeyEntry(name: "Left ^B, Right ^F", sentence: "move by a character, as you see it"),
        KeyEntry(name: "M-b, M-f", sentence: "move by a word; also Ctrl or Alt with an arrow"),
        KeyEntry(
          name: "Home ^A, End ^E", sentence: "move to the beginning or the end of the line"),
        KeyEntry(name: "Backspace, Delete ^D", sentence: "delete the character before or after"),
        KeyEntry(name: "^W", sentence: "cut the word before, up to white space"),
        KeyEntry(name: "M-Backspace, M-d", sentence: "cut the word before or after"),
        KeyEntry(name: "^K", sentence: "cut to the end of the line; at the end, the line break"),
        KeyEntry(
          name: "^U",
          sentence: "cut the line; with vi's keys, the part before the cursor"),
        KeyEntry(
          name: "^Y",
          sentence: "insert the text that was cut, or the rest of a paste that found no room"),
        KeyEntry(name: "^T", sentence: "exchange two characters"),
        KeyEntry(
          name: "M-u, M-l, M-c", sentence: "make a word upper case, lower case, or capitalized"),
        KeyEntry(name: "Space", sentence: "in a yes-or-no row, change the answer"),
      ]
    ),
    (
      "In a row with candidates",
      [
        KeyEntry(name: "Space, Tab", sentence: "open the list in an empty row"),
        KeyEntry(name: "Down ^N, Up ^P", sentence: "highlight another candidate"),
        KeyEntry(name: "PgDn ^V, PgUp M-v", sentence: "page through the list"),
        KeyEntry(
          name: "Enter",
          sentence: "take the highlighted candidate and go on; else keep the text"),
        KeyEntry(name: "Tab", sentence: "take the highlighted or the best candidate, and stay"),
        KeyEntry(
          name: "Space",
          sentence: "in a row of several choices, take the highlighted one or remove it"),
      ]
    ),
    (
      "While finding",
      [
        KeyEntry(name: "Tab, Shift-Tab", sentence: "look elsewhere: see `:scope`"),
        KeyEntry(name: "Down ^N ^R, Up ^P", sentence: "choose another row that was found"),
        KeyEntry(name: "Enter", sentence: "go to the chosen row"),
        KeyEntry(name: "M-Enter", sentence: "keep only the rows that were found in view"),
        KeyEntry(name: "Esc", sentence: "go back to the row where the search began"),
      ]
    ),
    (
      "At the command prompt",
      [
        KeyEntry(name: "Tab", sentence: "complete the name of the command"),
        KeyEntry(name: "Enter", sentence: "run the command; the beginning of a name is enough"),
      ]
    ),
    (
      "With vi's keys",
      [
        KeyEntry(name: "Esc", sentence: "go to command mode, which lasts from row to row"),
        KeyEntry(name: "i a A o", sentence: "go to insert mode; the mark of the focus shows which"),
        KeyEntry(name: "n, N", sentence: "go to the next or the previous row that was found"),
        KeyEntry(
          name: "o O dd yy cc p J", sentence: "edit the lines of a row of several lines, as in vi"),
      ]
    ),
  ]
}
