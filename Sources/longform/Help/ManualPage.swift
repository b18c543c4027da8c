// The pages of the manual. Each page has a text of its own, into which the program inserts tables.

import Arguments
import FormModel
import FormScreen
import FormTerminal
import FormText

/// A page of the manual.
struct ManualPage {
  /// The name of a page.
  enum Name: String, CaseIterable {
    case program = "longform"
    case forms = "longform-forms"
    case formats = "longform-formats"
    case drafts = "longform-drafts"
    case delivery = "longform-delivery"

    /// The number of the manual section that contains the page.
    var section: Int {
      switch self {
      case .program: 1
      case .forms: 5
      case .formats, .drafts, .delivery: 7
      }
    }

    /// The path of the page below an installation's prefix.
    var installedPath: String { "share/man/man\(section)/\(rawValue).\(section)" }
  }

  let name: Name
  /// A phrase that describes the page.
  let summary: String
  let sections: [HelpSection]

  /// Returns all pages.
  static func all() throws(Failure) -> [ManualPage] {
    var pages: [ManualPage] = []
    for name in Name.allCases { pages.append(try page(name)) }
    return pages
  }

  /// Returns a page.
  static func page(_ name: Name) throws(Failure) -> ManualPage {
    switch name {
    case .program:
      let program = SubcommandDescription.program
      let text = ProgramPage.text.replacingAll("{topics}", by: HelpTopic.names)
      return ManualPage(
        name: name, summary: phrase(program.abstract),
        sections: HelpSection.sections(
          of: text,
          with: [
            "synopsis": [.example(synopsis(of: program))], "commands": commands(of: program),
            "keys": [.paragraph(KeyTable.notation)] + KeyTable.blocks,
            "formcommands": CommandTable.entries.map(block(for:)),
            "exits": Facts.exitCodes.map(\.block),
            "environment": Facts.variables.map(\.block), "files": Facts.files.map(\.block),
          ]))
    case .forms:
      let tables = try TemplateReference().tables
      return ManualPage(
        name: name, summary: "the template of a form",
        sections: HelpSection.sections(
          of: FormsPage.text,
          with: [
            "templates": tables.flatMap { table in
              [HelpBlock.heading(table.title)]
                + table.keys.map {
                  .item(tag: $0.name, text: "\($0.sentence) Value: \($0.value).")
                }
            },
            "expressions": ExpressionReference.blocks,
            "types": RowType.allCases.map { type in
              .item(
                tag: type.rawValue,
                text: "\(type.reference.typed); exported as: \(type.reference.exported)")
            },
          ]))
    case .formats:
      let text = FormatsPage.text.replacingAll("{read}", by: AnswersFormat.names)
      return ManualPage(
        name: name, summary: "the formats of answers",
        sections: HelpSection.sections(
          of: text,
          with: [
            "formats": ExportFormat.allCases.map {
              .item(tag: $0.rawValue, text: FormatsPage.meaning(of: $0))
            }
          ]))
    case .drafts:
      return ManualPage(
        name: name, summary: "how longform keeps unfinished forms",
        sections: HelpSection.sections(of: DraftsPage.text, with: [:]))
    case .delivery:
      return ManualPage(
        name: name, summary: "how longform hands answers to a command",
        sections: HelpSection.sections(of: DeliveryPage.text, with: [:]))
    }
  }

  /// The page as roff, for `man`.
  var roff: String {
    var page = Roff(
      name: name.rawValue, section: name.section, date: LongformProgram.released,
      source: "longform \(LongformProgram.version)",
      manual: name.section == 1 ? "User Commands" : "longform")
    page.section("NAME")
    page.paragraph("\(name.rawValue) - \(summary)")
    for section in sections { page.append(section) }
    return page.text
  }

  /// Returns a sentence such as `Fill a form.` as a part of another sentence.
  private static func phrase(_ sentence: String) -> String {
    let body = sentence.hasSuffix(".") ? sentence.dropLast() : sentence[...]
    return body.prefix(1).lowercased() + body.dropFirst()
  }

  // MARK: - Commands of the program

  /// Returns the lines that show how each command is called.
  private static func synopsis(of program: SubcommandDescription) -> [String] {
    (program.defaultSubcommand.map { [usage(of: $0, named: program.path)] } ?? [])
      + leaves(of: program).map { usage(of: $0, named: $0.path) }
  }

  private static func leaves(of command: SubcommandDescription) -> [SubcommandDescription] {
    command.subcommands.flatMap { $0.subcommands.isEmpty ? [$0] : leaves(of: $0) }
  }

  private static func usage(of command: SubcommandDescription, named path: [String]) -> String {
    var words = path
    if command.options.contains(where: { !isCommon($0) }) { words.append("[OPTION...]") }
    words += command.positionals.map { argument in
      let name = argument.valueName.uppercased() + (argument.isRepeating ? "..." : "")
      return argument.isOptional ? "[\(name)]" : name
    }
    return words.joined(separator: " ")
  }

  private static func isCommon(_ option: SubcommandDescription.Argument) -> Bool {
    option.names.contains("--help") || option.names.contains("--version")
  }

  private static func commands(of program: SubcommandDescription) -> [HelpBlock] {
    let fill = program.defaultSubcommand
    return leaves(of: program).flatMap { command in
      blocks(of: command, known: command.name == fill?.name ? nil : fill)
    }
  }

  /// Returns the blocks of a command. Options that the command `known` also has are only named.
  private static func blocks(
    of command: SubcommandDescription, known: SubcommandDescription?
  ) -> [HelpBlock] {
    var blocks: [HelpBlock] = [
      .heading(usage(of: command, named: command.path)), .paragraph(command.abstract),
    ]
    if !command.discussion.isEmpty { blocks.append(.paragraph(command.discussion)) }
    blocks += command.positionals.map { .item(tag: $0.valueName.uppercased(), text: $0.help) }
    let options = command.options.filter { !isCommon($0) }
    let same = options.filter { option in
      known?.options.contains { $0.names == option.names && $0.help == option.help } ?? false
    }
    blocks += options.filter { option in !same.contains { $0.names == option.names } }
      .map { .item(tag: tag(of: $0), text: sentence(about: $0)) }
    if let known, !same.isEmpty {
      let names = same.map { "`\($0.names.joined(separator: "`, `"))`" }.joined(separator: ", ")
      blocks.append(.paragraph("As with \(known.name): \(names)."))
    }
    return blocks
  }

  private static func tag(of option: SubcommandDescription.Argument) -> String {
    let names = option.names.joined(separator: ", ")
    return option.kind == .option ? "\(names) \(option.valueName.uppercased())" : names
  }

  private static func sentence(about option: SubcommandDescription.Argument) -> String {
    var sentence = option.help
    let isListed = option.values.allSatisfy { option.help.holds($0) }
    if !option.values.isEmpty, !isListed {
      sentence += " One of \(option.values.joined(separator: ", "))."
    }
    if option.isRepeating { sentence += " May be given more than once." }
    return sentence
  }

  // MARK: - Commands of a form

  /// Returns the block about a command of a form, with its names and keys.
  static func block(for entry: CommandEntry) -> HelpBlock {
    var tag = ([entry.name.rawValue] + entry.aliases).map { ":\($0)" }.joined(separator: ", ")
    if !entry.arguments.isEmpty { tag += " \(entry.arguments)" }
    var keys = entry.keys.map(\.name).joined(separator: ", ")
    if !entry.viKeys.isEmpty {
      keys += (keys.isEmpty ? "" : "; ") + "vi: " + entry.viKeys.map(\.name).joined(separator: ", ")
    }
    return .item(tag: tag, text: keys.isEmpty ? entry.help : "\(entry.help) (\(keys))")
  }
}
