// The table of commands: each has a name, its keys, and one line of help.
//
// The help screen, the manual and the parser of typed commands use this table. Only the keys listed
// here run commands.

package import Keys

/// The commands of the program.
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
  case nextItem = "next-item"
  case previousItem = "prev-item"
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
  case take
  case undo
  case redo
  case check
  case show
  case review
  case preview
  case repeatRow = "repeat"
  case whereAmI = "where"
  case progress
  case save
  case saveAnyway = "save!"
  case export
  case height
  case mouse
  case plain
  case write = "w"
  case kept
  case drafts
  case fresh
  case quit
  case quitAnyway = "quit!"
}

/// A command with its keys and its help.
package struct CommandEntry {
  package let name: CommandName
  /// The arguments after the command's name, as the help shows them.
  package var arguments = ""
  /// Other names of the command.
  package var aliases: [String] = []
  /// The keys that run the command at the screen.
  package var keys: [(key: Key, name: String)] = []
  /// The arguments with which these keys run the command, in their order; empty if there are none.
  var keyArguments: [String] = []
  /// The keys that run the command in vi's command mode.
  package var viKeys: [(key: Key, name: String)] = []
  /// One line of help.
  package let help: String
  /// The help for plain mode; nil if `help` mentions neither keys nor a screen.
  var plainHelp: String?
}

/// All commands, in the order of the help.
package enum CommandTable {
  package static let entries: [CommandEntry] = [
    CommandEntry(
      name: .next, keys: [(.down, "Down"), (.control("n"), "^N")],
      viKeys: [(.character("j"), "j")], help: "go to the next row"),
    CommandEntry(
      name: .previous, keys: [(.up, "Up"), (.control("p"), "^P")],
      viKeys: [(.character("k"), "k")], help: "go to the previous row"),
    CommandEntry(
      name: .pageDown, keys: [(.pageDown, "PgDn"), (.control("v"), "^V")],
      viKeys: [(.control("f"), "^F"), (.control("d"), "^D")], help: "one viewport forward"),
    CommandEntry(
      name: .pageUp, keys: [(.pageUp, "PgUp"), (.meta("v"), "Alt-v")],
      viKeys: [(.control("b"), "^B"), (.control("u"), "^U")], help: "one viewport back"),
    CommandEntry(
      name: .first, keys: [(.meta("<"), "Alt-<"), (.modified(.home, .control), "Ctrl-Home")],
      viKeys: [(.sequence("g", "g"), "gg")],
      help: "go to the first row"),
    CommandEntry(
      name: .last, keys: [(.meta(">"), "Alt->"), (.modified(.end, .control), "Ctrl-End")],
      viKeys: [(.character("G"), "G")],
      help: "go to the last row"),
    CommandEntry(
      name: .goto, arguments: "N|ID|LABEL|PATH",
      help: "go to a row, or to section 7; also :N"),
    CommandEntry(
      name: .back, keys: [(.controlX(.control("x")), "^X^X")],
      viKeys: [(.sequence("'", "'"), "''")],
      help: "go back to where the last jump began"),
    CommandEntry(name: .nextEmpty, help: "go to the next row without an answer"),
    CommandEntry(
      name: .nextError, keys: [(.meta("e"), "Alt-e")], help: "go to the next row with a problem"),
    CommandEntry(
      name: .nextItem, keys: [(.meta("n"), "Alt-n")], viKeys: [(.character("}"), "}")],
      help: "go to the next item, or the next section"),
    CommandEntry(
      name: .previousItem, keys: [(.meta("p"), "Alt-p")], viKeys: [(.character("{"), "{")],
      help: "go to the previous item, or the previous section"),
    CommandEntry(
      name: .find, arguments: "[TEXT]", keys: [(.control("r"), "^R"), (.meta("g"), "Alt-g")],
      viKeys: [(.character("/"), "/")], help: "find rows by words; Tab changes the scope",
      plainHelp: "go to the first row with these words; without words, to the next match"),
    CommandEntry(
      name: .scope, arguments: "NAME",
      help: "search in all, label, value, help, empty, filled, invalid, changed or section:NAME"),
    CommandEntry(
      name: .filter, arguments: "[TEXT]",
      help: "show only the rows with these words; Esc shows all",
      plainHelp: "go only through the rows with these words; without words, through all rows"),
    CommandEntry(
      name: .undo, keys: [(.control("_"), "^_")], viKeys: [(.character("u"), "u")],
      help: "undo the last step, wherever it was"),
    CommandEntry(
      name: .redo, keys: [(.meta("_"), "Alt-_")], viKeys: [(.control("r"), "^R")],
      help: "redo the last undone step"),
    CommandEntry(
      name: .add, arguments: "[SECTION]", keys: [(.controlX(.character("+")), "^X +")],
      help: "add an item to a section, or to this one"),
    CommandEntry(name: .duplicate, help: "add a copy of this item after it"),
    CommandEntry(
      name: .remove, aliases: ["delete"], keys: [(.controlX(.character("-")), "^X -")],
      help: "remove this item; undo brings it back"),
    CommandEntry(
      name: .move, arguments: "up|down|N",
      keys: [(.controlX(.up), "^X Up"), (.controlX(.down), "^X Down")],
      keyArguments: ["up", "down"],
      help: "move this item among the others"),
    CommandEntry(
      name: .edit, keys: [(.controlX(.control("e")), "^X^E")],
      help: "edit the row in your editor ($VISUAL, $EDITOR or vi)"),
    CommandEntry(name: .clear, help: "empty the row"),
    CommandEntry(name: .resetToDefault, help: "set the row back to its default"),
    CommandEntry(
      name: .toggle, keys: [(.meta("t"), "Alt-t")],
      help: "change yes to no, or no to yes; also Space",
      plainHelp: "change yes to no, or no to yes; also a line with one space"),
    CommandEntry(
      name: .pick, arguments: "N", help: "take the Nth candidate for the row's text",
      plainHelp: "take the Nth candidate for the row's text; without N, list the candidates"),
    CommandEntry(
      name: .take, help: "take the offer: a correction, or the best candidate"),
    CommandEntry(name: .append, arguments: "TEXT", help: "append to the row, an entry to a list"),
    CommandEntry(name: .set, arguments: "KEY TEXT", help: "fill a row by its key or id"),
    CommandEntry(
      name: .check, aliases: ["problems"], help: "check the whole form for problems",
      plainHelp: "list the problems of the whole form, each with its :goto; also :problems"),
    CommandEntry(
      name: .show, arguments: "[SECTION]", help: "list all rows with their answers, a line each"),
    CommandEntry(
      name: .review, help: "list what has changed since the form was opened; Enter goes there",
      plainHelp: "list what has changed since the form was opened, each with its :goto"),
    CommandEntry(
      name: .preview, arguments: "[FORMAT]",
      help: "show what a save would write; secrets are hidden"),
    CommandEntry(name: .repeatRow, help: "say the row again, with its answer"),
    CommandEntry(name: .whereAmI, help: "say which row this is, with all of its help"),
    CommandEntry(name: .progress, help: "report the progress of each section"),
    CommandEntry(
      name: .height, arguments: "N", help: "set the height of the viewport to N lines",
      plainHelp: "make :pagedown and :pageup move by N lines"),
    CommandEntry(
      name: .mouse, help: "turn the mouse on or off: a click goes to a row, the wheel scrolls",
      plainHelp: "for screens: turn the mouse on or off"),
    CommandEntry(
      name: .plain, help: "continue in sentences, without a screen",
      plainHelp: "for screens: continue in sentences, as here"),
    CommandEntry(
      name: .save, arguments: "[FORMAT] [FILE]", keys: [(.control("s"), "^S")],
      help: "save and finish, to a file if you name one; ^S asks first",
      plainHelp: "save and finish, to a file if you name one; asks first"),
    CommandEntry(
      name: .saveAnyway, arguments: "[FORMAT] [FILE]",
      help: "save although there are problems"),
    CommandEntry(
      name: .write, arguments: "[FORMAT] [FILE]", aliases: ["wq", "x"],
      viKeys: [(.sequence("Z", "Z"), "ZZ")],
      help:
        "for people used to vi: the same as ^S, which asks first; with a file, the same as :save",
      plainHelp: "the same as :save"),
    CommandEntry(
      name: .export, arguments: "FORMAT FILE",
      help: "write the answers to a file and stay in the form"),
    CommandEntry(name: .kept, help: "report whether everything is kept in the draft"),
    CommandEntry(name: .drafts, help: "list the drafts"),
    CommandEntry(name: .fresh, help: "set this draft aside and start anew"),
    CommandEntry(name: .quit, aliases: ["q"], help: "leave and keep the draft"),
    CommandEntry(name: .quitAnyway, aliases: ["q!"], help: "leave, and put the draft aside"),
    CommandEntry(
      name: .help, help: "the keys and commands"),
  ]

  /// The help of plain mode, with one sentence for each command.
  static var plainHelpLines: [String] {
    [
      "A line you type answers the row and goes to the next.",
      "An empty line leaves the row as it is and moves to the next.",
      "A line that begins with a colon is a command; a doubled colon begins an answer with one.",
      "A command may be abbreviated if only one command begins like that: :un is :undo.",
      "In a paragraph or a list an empty line ends the text.",
      ":lines END: take all lines up to a line END as one answer, empty ones too.",
      ":7: go to row 7.", "Control-C leaves and keeps the draft, Control-D is :quit.",
    ]
      + sentences
  }

  /// Whether a command can have an argument. `:help` ignores any words after it.
  static func takesArgument(_ name: CommandName) -> Bool {
    name == .help || entries.contains { $0.name == name && !$0.arguments.isEmpty }
  }

  /// A sentence for each command.
  package static var sentences: [String] {
    entries.map { entry in
      let arguments = entry.arguments.isEmpty ? "" : " \(entry.arguments)"
      return ":\(entry.name.rawValue)\(arguments): \(entry.plainHelp ?? entry.help)."
    }
  }
}
