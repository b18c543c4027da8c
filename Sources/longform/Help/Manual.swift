// The manual page: the help of the commands, the table of keys, exit codes, variables and files, each
// from where the program itself has it.

import FormCore

enum Manual {
  /// The page as roff.
  static func page() throws(Failure) -> String {
    let program = try CommandDescription.program()
    var page = Roff(
      name: program.name, section: 1, date: LongformCommand.released,
      source: "\(program.name) \(LongformCommand.version)", manual: "User Commands")
    page.section("NAME")
    page.paragraph("\(program.name) - \(phrase(program.abstract))")
    page.section("SYNOPSIS")
    page.example(synopsis(of: program))
    page.section("DESCRIPTION")
    for text in description { page.paragraph(text) }
    page.section("COMMANDS")
    page.paragraph("`--help` behind any of them shows its options, `--version` the version.")
    let fill = program.defaultSubcommand
    for command in program.subcommands where command.name != "help" {
      append(command, to: &page, known: command.name == fill?.name ? nil : fill)
    }
    page.section("KEYS AND COMMANDS OF A FORM")
    for line in CommandTable.introduction { page.paragraph(line) }
    for entry in CommandTable.entries { append(entry, to: &page) }
    append(Facts.exitCodes, titled: "EXIT STATUS", to: &page)
    append(Facts.variables, titled: "ENVIRONMENT", to: &page)
    append(Facts.files, titled: "FILES", to: &page)
    page.section("EXAMPLES")
    for (sentence, command) in examples {
      page.paragraph(sentence)
      page.example([command])
    }
    return page.text
  }

  private static let description = [
    "longform fills forms of twenty rows or a million, "
      + "seen through a few lines. A form is a JSON file; what was filled goes to standard output, or "
      + "to the file of `--output`, and nothing else does.",
    "At a terminal the form is drawn on the terminal itself, whatever standard output is. Otherwise "
      + "standard input is read line by line: a line answers a row, an empty line leaves one as it "
      + "is, and commands that begin with a colon stand between them. `\\:` begins an answer with a "
      + "colon, `\\\\` one with a backslash; `:lines END` takes the lines up to a line END as one "
      + "answer. The end of input saves.",
    "What is typed is kept in a draft. The same command goes on with it, also after a lost "
      + "connection or a crash.",
    "A form is named by its path, or by its name as `longform forms` lists it.",
  ]

  private static let examples = [
    ("Fill a form, and keep the answers in a file:", "longform fill classmates > names.json"),
    (
      "Edit a document in a form; what is not changed stays byte for byte:",
      "longform edit resume.json"
    ),
    (
      "Let a script fill it:",
      "printf 'Ada\\nGrace\\n:save\\n' | longform fill classmates --format text"
    ),
    (
      "Check answers without asking anybody:",
      "longform check resume --answers resume.json --json"
    ),
    (
      "Completions for this shell, where nothing was installed:",
      "source <(longform completions bash)"
    ),
  ]

  /// `Fill a form.` as a part of a sentence.
  private static func phrase(_ sentence: String) -> String {
    let body = sentence.hasSuffix(".") ? sentence.dropLast() : sentence[...]
    return body.prefix(1).lowercased() + body.dropFirst()
  }

  // MARK: - Commands

  /// The lines of a command that is called, one for each that does something.
  private static func synopsis(of program: CommandDescription) -> [String] {
    let called = leaves(of: program).filter { $0.name != "help" }
    return (program.defaultSubcommand.map { [usage(of: $0, named: program.path)] } ?? [])
      + called.map { usage(of: $0, named: $0.path) }
  }

  private static func leaves(of command: CommandDescription) -> [CommandDescription] {
    command.subcommands.flatMap { $0.subcommands.isEmpty ? [$0] : leaves(of: $0) }
  }

  private static func usage(of command: CommandDescription, named path: [String]) -> String {
    var words = path
    if command.options.contains(where: { !isCommon($0) }) { words.append("[OPTION...]") }
    words += command.positionals.map { argument in
      let name = argument.valueName.uppercased() + (argument.isRepeating ? "..." : "")
      return argument.isOptional ? "[\(name)]" : name
    }
    return words.joined(separator: " ")
  }

  private static func isCommon(_ option: CommandDescription.Argument) -> Bool {
    option.names.contains("--help") || option.names.contains("--version")
  }

  private static func append(
    _ command: CommandDescription, to page: inout Roff, known: CommandDescription?
  ) {
    guard command.subcommands.isEmpty else {
      for subcommand in command.subcommands { append(subcommand, to: &page, known: known) }
      return
    }
    page.subsection(usage(of: command, named: command.path))
    page.paragraph(command.abstract)
    if !command.discussion.isEmpty { page.paragraph(command.discussion) }
    for argument in command.positionals {
      page.item(argument.valueName.uppercased(), argument.help)
    }
    let options = command.options.filter { !isCommon($0) }
    let same = options.filter { option in
      known?.options.contains { $0.names == option.names && $0.help == option.help } ?? false
    }
    for option in options where !same.contains(where: { $0.names == option.names }) {
      page.item(tag(of: option), sentence(about: option))
    }
    if let known, !same.isEmpty {
      let names = same.map { "`\($0.names.joined(separator: "`, `"))`" }.joined(separator: ", ")
      page.paragraph("As with \(known.name): \(names).")
    }
  }

  private static func tag(of option: CommandDescription.Argument) -> String {
    let names = option.names.joined(separator: ", ")
    return option.kind == .option ? "\(names) \(option.valueName.uppercased())" : names
  }

  private static func sentence(about option: CommandDescription.Argument) -> String {
    var sentence = option.help
    let isListed = option.values.allSatisfy { option.help.contains($0) }
    if !option.values.isEmpty, !isListed {
      sentence += " One of \(option.values.joined(separator: ", "))."
    }
    if option.isRepeating { sentence += " May be given more than once." }
    return sentence
  }

  private static func append(_ entry: CommandEntry, to page: inout Roff) {
    var tag = ([entry.name.rawValue] + entry.aliases).map { ":\($0)" }.joined(separator: ", ")
    if !entry.arguments.isEmpty { tag += " \(entry.arguments)" }
    var keys = entry.keys.map(\.name).joined(separator: " ")
    if !entry.viKeys.isEmpty {
      keys += (keys.isEmpty ? "" : "; ") + "vi: " + entry.viKeys.map(\.name).joined(separator: " ")
    }
    page.item(keys.isEmpty ? tag : "\(tag)   (\(keys))", entry.help)
  }

  private static func append(_ facts: [Fact], titled title: String, to page: inout Roff) {
    page.section(title)
    for fact in facts { page.item(fact.name, fact.sentence) }
  }
}

extension CommandTable {
  /// What is to be known before the table.
  static let introduction = [
    "Enter takes the row's text and goes to the next row. A command is typed behind ^O or M-x, or "
      + "behind a colon in an empty row; there Tab completes, and abbreviations count. Piped input "
      + "takes full names. Esc or ^G closes what is open, ^C leaves and keeps the draft, ^L paints "
      + "anew, ^Z suspends."
  ]
}
