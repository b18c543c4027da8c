// The one table of commands: each has a name, its keys, and one line of help.
//
// The help screen, the manual and the reading of typed commands all come from here; a key means a
// command only if it is listed here.

package import Keys

/// What a person can tell the program to do.
package enum CommandName: String, CaseIterable, Sendable {
  case help
  case next
  case previous = "prev"
  case pageDown = "pagedown"
  case pageUp = "pageup"
  case first
  case last
  case goto
  case back
  case nextEmpty = "next-empty"
  case nextError = "next-error"
  case find
  case scope
  case filter
  case set
  case append
  case clear
  case edit
  case resetToDefault = "default"
  case add
  case duplicate
  case remove
  case move
  case toggle
  case pick
  case undo
  case redo
  case check
  case show
  case repeatRow = "repeat"
  case whereAmI = "where"
  case progress
  case save
  case saveAnyway = "save!"
  case export
  case height
  case plain
  case keep = "w"
  case drafts
  case fresh
  case quit
  case quitAnyway = "quit!"
}

/// A command with its help.
package struct CommandEntry {
  package let name: CommandName
  /// What follows the name, as the help writes it.
  package var arguments = ""
  /// Other names.
  package var aliases: [String] = []
  /// The keys that mean it at the screen.
  package var keys: [(key: Key, name: String)] = []
  /// What follows the name when such a key is pressed.
  var keyArguments: [Key: String] = [:]
  /// The keys that mean it in vi's command mode.
  package var viKeys: [(key: Key, name: String)] = []
  /// One line of help.
  package let help: String
  /// The same for plain mode, where that names keys or a screen.
  var plainHelp: String?
}

/// All commands in the order of the help.
package enum CommandTable {
  package static let entries: [CommandEntry] = [
    CommandEntry(
      name: .next, keys: [(.down, "Down"), (.control("n"), "^N"), (.tab, "Tab")],
      viKeys: [(.character("j"), "j")], help: "go to the next row"),
    CommandEntry(
      name: .previous, keys: [(.up, "Up"), (.control("p"), "^P"), (.backTab, "Shift-Tab")],
      viKeys: [(.character("k"), "k")], help: "go to the previous row"),
    CommandEntry(
      name: .pageDown, keys: [(.pageDown, "PgDn"), (.control("v"), "^V")],
      viKeys: [(.control("f"), "^F"), (.control("d"), "^D")], help: "one viewport forward"),
    CommandEntry(
      name: .pageUp, keys: [(.pageUp, "PgUp"), (.meta("v"), "M-v")],
      viKeys: [(.control("b"), "^B"), (.control("u"), "^U")], help: "one viewport back"),
    CommandEntry(
      name: .first, keys: [(.meta("<"), "M-<")], viKeys: [(.sequence("g", "g"), "gg")],
      help: "go to the first row"),
    CommandEntry(
      name: .last, keys: [(.meta(">"), "M->")], viKeys: [(.character("G"), "G")],
      help: "go to the last row"),
    CommandEntry(
      name: .goto, arguments: "N|ID|LABEL", help: "go to a row by number, id or label; also :N"),
    CommandEntry(
      name: .back, viKeys: [(.sequence("'", "'"), "''")],
      help: "go back to where the last jump began"),
    CommandEntry(name: .nextEmpty, help: "go to the next row without an answer"),
    CommandEntry(name: .nextError, help: "go to the next row with a problem"),
    CommandEntry(
      name: .find, arguments: "[TEXT]", keys: [(.control("r"), "^R")],
      viKeys: [(.character("/"), "/")], help: "find rows by words; Tab looks elsewhere",
      plainHelp: "go to the first row with these words, without words to the next"),
    CommandEntry(
      name: .scope, arguments: "NAME",
      help: "look in all, label, value, help, empty, filled, invalid, changed or section:NAME"),
    CommandEntry(
      name: .filter, arguments: "[TEXT]",
      help: "show only the rows with these words; Esc shows all",
      plainHelp: "go only through the rows with these words, without words through all"),
    CommandEntry(
      name: .undo, keys: [(.control("_"), "^_")], viKeys: [(.character("u"), "u")],
      help: "undo the last step, wherever it was"),
    CommandEntry(
      name: .redo, keys: [(.meta("_"), "M-_")], viKeys: [(.control("r"), "^R")],
      help: "redo the last undone step"),
    CommandEntry(
      name: .add, arguments: "[SECTION]", keys: [(.controlX(.character("+")), "^X+")],
      help: "add an item to a repeating section, this one if none is named"),
    CommandEntry(name: .duplicate, help: "add a copy of this item after it"),
    CommandEntry(
      name: .remove, keys: [(.controlX(.character("-")), "^X-")],
      help: "remove this item; undo brings it back"),
    CommandEntry(
      name: .move, arguments: "up|down|N",
      keys: [(.controlX(.up), "^XUp"), (.controlX(.down), "^XDown")],
      keyArguments: [.controlX(.up): "up", .controlX(.down): "down"],
      help: "move this item among the others"),
    CommandEntry(
      name: .edit, keys: [(.controlX(.control("e")), "^X^E")],
      help: "the row in your editor ($VISUAL, $EDITOR or vi)"),
    CommandEntry(name: .clear, help: "empty the row"),
    CommandEntry(name: .resetToDefault, help: "set the row back to its default"),
    CommandEntry(
      name: .toggle, keys: [(.meta("t"), "M-t")], help: "yes or no the other way; also Space",
      plainHelp: "yes or no the other way"),
    CommandEntry(
      name: .pick, arguments: "N", help: "take the Nth of the candidates for the row's text",
      plainHelp: "take the Nth of the candidates for the row's text, without N list them"),
    CommandEntry(name: .append, arguments: "TEXT", help: "append to the row, an entry to a list"),
    CommandEntry(name: .set, arguments: "KEY TEXT", help: "fill a row by its key or id"),
    CommandEntry(name: .check, help: "look through the whole form for problems"),
    CommandEntry(
      name: .show, arguments: "[SECTION]", help: "list all rows with their answers, a line each"),
    CommandEntry(name: .repeatRow, help: "say the row again, with its answer"),
    CommandEntry(name: .whereAmI, help: "say which row this is"),
    CommandEntry(name: .progress, help: "say how far each section is"),
    CommandEntry(
      name: .height, arguments: "N", help: "give the viewport N lines",
      plainHelp: "let :pagedown and :pageup go by N lines"),
    CommandEntry(
      name: .plain, help: "continue in sentences, without a screen",
      plainHelp: "for screens: continue in sentences, as here"),
    CommandEntry(
      name: .save, arguments: "[FORMAT]", aliases: ["wq", "x"], keys: [(.control("s"), "^S")],
      viKeys: [(.sequence("Z", "Z"), "ZZ")], help: "save and finish; ^S asks first",
      plainHelp: "save and finish; asks first"),
    CommandEntry(
      name: .saveAnyway, arguments: "[FORMAT]", help: "save although there are problems"),
    CommandEntry(
      name: .export, arguments: "FORMAT FILE",
      help: "write the answers to a file and stay in the form"),
    CommandEntry(name: .keep, help: "say whether everything is kept"),
    CommandEntry(name: .drafts, help: "list the drafts"),
    CommandEntry(name: .fresh, help: "set this draft aside and start anew"),
    CommandEntry(name: .quit, aliases: ["q"], help: "leave and keep the draft"),
    CommandEntry(name: .quitAnyway, aliases: ["q!"], help: "leave and set the draft aside"),
    CommandEntry(
      name: .help, keys: [(.function(1), "F1"), (.meta("?"), "M-?")], help: "this list"),
  ]

  /// The command a key means at the screen.
  package static func name(for key: Key) -> CommandName? {
    // Every key that is typed comes by here.
    if case .character = key { return nil }
    return names[key]
  }

  /// The command that a key gives.
  package static func command(_ name: CommandName, by key: Key) -> TypedCommand {
    let entry = entries.first { $0.name == name }
    return TypedCommand(name: name, argument: entry?.keyArguments[key] ?? "")
  }

  /// The command a key means in vi's command mode.
  package static func name(forVi key: Key) -> CommandName? { viNames[key] ?? name(for: key) }

  private static let viNames = Dictionary(
    entries.flatMap { entry in entry.viKeys.map { ($0.key, entry.name) } },
    uniquingKeysWith: { first, _ in first })

  private static let names = Dictionary(
    entries.flatMap { entry in entry.keys.map { ($0.key, entry.name) } },
    uniquingKeysWith: { first, _ in first })

  /// The help screen: first what a person looks for, then every command.
  package static var helpLines: [String] {
    [
      "Keys   ^S is Ctrl-S, M-x is Alt-X",
      "Go     Enter or Down next, Up back, PgDn PgUp a page, M-< M-> the ends, :7 row 7",
      "Fix    type in the row; Backspace, ^W a word, ^U the row, ^Y brings back",
      "Lines  Enter or M-Enter in a paragraph or list, Tab leaves; ^X^E your editor",
      "Find   ^R finds words, Tab elsewhere, M-Enter keeps what is found; :next-empty",
      "Undo   ^_ undoes wherever it was, M-_ redoes",
      "Save   ^S twice, or :save; :save! in spite of problems",
      "Leave  ^C or :quit; all that was typed is kept as a draft",
      "More   ^O or : in an empty row types a command; Esc closes; PgDn here for all",
    ]
      + entries.map { entry in
        let name = ":\(entry.name.rawValue) \(entry.arguments)"
        let keys = entry.keys.map(\.name).joined(separator: " ")
        return padded(name, to: 24) + padded(keys, to: 20) + entry.help
      }
  }

  /// The help of plain mode: sentences, a command a line.
  static var plainHelpLines: [String] {
    [
      "A line you type answers the row and goes to the next.",
      "An empty line leaves the row as it is and moves to the next.",
      "A line that begins with a colon is a command; a doubled colon begins an answer with one.",
      "A command may be shortened as long as it stays clear: :un is :undo.",
      "In a paragraph or a list an empty line ends the text.",
      ":lines END: take all lines up to a line END as one answer, empty ones too.",
      ":7: go to row 7.", "Control-C leaves and keeps the draft, Control-D is :quit.",
    ]
      + entries.map { entry in
        let arguments = entry.arguments.isEmpty ? "" : " \(entry.arguments)"
        return ":\(entry.name.rawValue)\(arguments): \(entry.plainHelp ?? entry.help)."
      }
  }

  private static func padded(_ text: String, to count: Int) -> String {
    text + String(repeating: " ", count: max(count - text.count, 1))
  }
}
