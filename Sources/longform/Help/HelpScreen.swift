// `longform help`, `--help` and `-h` print the first page of help. `--all` prints the list of all
// commands. `longform` prints a short usage if it has neither arguments nor a terminal.
//
// Invariant: the first page fits a terminal of 24 lines, together with the shell's next prompt.

import FormTerminal
import FormText

/// The first page of help.
enum HelpScreen {
  /// The options that show the first page.
  static let options = ["--help", "-h"]
  /// The option that lists all commands instead.
  static let allOption = "--all"

  /// The commands on the first page, each with its argument and one line of help.
  static let commands: [(name: String, argument: String, summary: String)] = [
    ("fill", "FORM", "fill a form and write its answers to standard output"),
    ("edit", "FILE", "edit a JSON, YAML or CSV file in a form"),
    ("convert", "FILE", "write answers in another format"),
    ("drafts", "", "list the forms that you have not finished"),
    ("import", "SCHEMA", "make a form of a JSON Schema"),
  ]

  /// The command line of the example.
  static let example = "longform fill classmates --output names.json"

  private static var list: [String] {
    HelpScreen.columns(
      commands.map { ("longform \($0.name) \($0.argument)", $0.summary) }, indent: "  ")
  }

  /// The lines of the first page.
  static var lines: [String] {
    ["longform fills long forms at the terminal and keeps everything you type.", ""]
      + list + [
        "", "For example, the names of a class, as JSON in a file:", "", "    \(example)", "",
      ]
      + [
        "FORM is a path or a name; longform alone lists the forms to choose from.",
        "longform ask 'Name*' 'Cups:integer=1' fills a form that the arguments describe.",
        "longform COMMAND --help explains a command and lists its options.",
        "longform help --all lists every command.",
        "longform help TOPIC explains a topic:",
      ]
      + HelpSection.wrapped(
        HelpTopic.allCases.map(\.rawValue).joined(separator: ", "), indent: 4)
  }

  /// The usage if the command line is empty and there is no terminal for choosing a form.
  static var usage: [String] {
    ["longform fills long forms. Name one, or a command:", ""] + list
      + [
        "", "For example:  \(example)",
        "longform forms lists the forms, longform help explains more.",
      ]
  }

  /// Returns the list of all commands as lines.
  static func allLines() throws(Failure) -> [String] {
    let program = SubcommandDescription.program
    let commands = program.subcommands.flatMap { command in
      [command] + command.subcommands
    }
    return HelpScreen.columns(
      commands.map { ($0.path.joined(separator: " "), $0.abstract) }, indent: "")
  }

  /// Prints the first page, or the list of all commands.
  static func show(all: Bool) throws(Failure) -> ExitStatus {
    try StandardOutput.write(all ? allLines() : lines)
    return .saved
  }

  /// Returns names with texts in a second column, in lines of at most 80 columns.
  private static func columns(
    _ items: [(name: String, text: String)], indent: String
  ) -> [String] {
    let width = (items.map(\.name.count).max() ?? 0) + indent.count + 2
    return items.flatMap { item in
      let text = HelpSection.wrapped(item.text, indent: width)
      let name = indent + item.name
      let gap = String(repeating: " ", count: width - name.count)
      return [name + gap + (text.first ?? "").dropFirst(width)] + text.dropFirst()
    }
  }
}
