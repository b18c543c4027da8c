// Describes the commands and their options, as the parser of command lines knows them. The help,
// the completions and the manual use this description, so they list exactly the existing options.

import Arguments
import FormText

/// A command, with everything that its help contains.
struct SubcommandDescription: Sendable {
  /// An option, a flag or a positional argument.
  struct Argument: Sendable {
    let kind: Parameter.Kind
    /// The names with their hyphens; empty for a positional argument.
    let names: [String]
    /// The name of the value in the help, in lower case.
    let valueName: String
    /// The possible values; empty if every value is allowed.
    let values: [String]
    let isOptional: Bool
    let isRepeating: Bool
    let help: String
    /// The value that applies if the option is not given; empty if the help need not mention it.
    let defaultText: String
  }

  /// The words that call the command. The first word is the program's name.
  let path: [String]
  let abstract: String
  let discussion: String
  let arguments: [Argument]
  let subcommands: [SubcommandDescription]
  private let defaultName: String?

  var name: String { path.last ?? "" }
  var positionals: [Argument] { arguments.filter { $0.kind == .positional } }
  var options: [Argument] { arguments.filter { $0.kind != .positional } }
  /// The command that runs if the command line names no command.
  var defaultSubcommand: SubcommandDescription? { subcommands.first { $0.name == defaultName } }

  /// The description of the whole program.
  static let program = SubcommandDescription(LongformProgram.self, in: [])

  /// Returns the command with a name of one or more words; nil if there is no such command.
  static func named(_ words: some Sequence<String>) -> SubcommandDescription? {
    words.reduce(program) { command, word in
      command?.subcommands.first { $0.name == word }
    }
  }

  private init(_ command: any ParsableCommand.Type, in parents: [String]) {
    let configuration = command.configuration
    let path = parents + [configuration.commandName]
    self.path = path
    (abstract, discussion) = (configuration.abstract, configuration.discussion)
    defaultName = configuration.defaultSubcommand?.configuration.commandName
    var common = [Argument(flag: ["-h", "--help"], help: "Show help information.")]
    if parents.isEmpty {
      common.insert(Argument(flag: ["--version"], help: "Show the version."), at: 0)
    }
    arguments = command.init().parameters.map(Argument.init) + common
    subcommands = configuration.subcommands.map { SubcommandDescription($0, in: path) }
  }
}

extension SubcommandDescription.Argument {
  fileprivate init(_ parameter: Parameter) {
    kind = parameter.kind
    names = parameter.option.map { [$0] } ?? []
    (valueName, values) = (parameter.valueName, parameter.values)
    (isOptional, isRepeating) = (parameter.isOptional, parameter.isRepeating)
    (help, defaultText) = (parameter.help, parameter.defaultText)
  }

  fileprivate init(flag names: [String], help: String) {
    kind = .flag
    (self.names, self.help) = (names, help)
    (valueName, values, defaultText) = ("", [], "")
    (isOptional, isRepeating) = (true, false)
  }

  /// The name of the argument with its value, such as `--height <lines>`.
  private var tag: String {
    switch kind {
    case .positional: "<\(valueName)>"
    case .option: "\(names.joined(separator: ", ")) <\(valueName)>"
    case .flag: names.joined(separator: ", ")
    }
  }

  /// The argument as the usage shows it.
  fileprivate var usage: String {
    let name = isRepeating && kind == .positional ? "\(tag) ..." : tag
    return isOptional ? "[\(name)]" : name
  }

  fileprivate var block: HelpBlock {
    var facts: [String] = []
    if !values.allSatisfy({ help.holds($0) }) {
      facts.append("values: \(values.joined(separator: ", "))")
    }
    if !defaultText.isEmpty { facts.append("default: \(defaultText)") }
    let text = facts.isEmpty ? help : "\(help) (\(facts.joined(separator: "; ")))"
    return .item(tag: tag, text: text)
  }
}

// MARK: - The screen of --help

extension SubcommandDescription {
  /// The maximum number of options that the usage lists. If there are more, the usage does not list
  /// them, but says that there are options.
  private static let mostListedOptions = 6

  /// The lines that `--help` prints.
  var helpLines: [String] {
    var lines = HelpSection.wrapped("OVERVIEW: \(abstract)", indent: 0)
    if !discussion.isEmpty { lines += [""] + HelpSection.wrapped(discussion, indent: 0) }
    lines += [""] + HelpSection.wrapped("USAGE: \(usage)", indent: 0)
    for (title, blocks) in [
      ("ARGUMENTS:", positionals.map(\.block)), ("OPTIONS:", options.map(\.block)),
      (
        "SUBCOMMANDS:",
        subcommands.map { command in
          let mark = command.name == defaultName ? " (default)" : ""
          return .item(tag: command.name + mark, text: command.abstract)
        }
      ),
    ] where !blocks.isEmpty {
      lines.append("")
      // The first item follows its title without an empty line.
      lines += HelpSection(title: title, blocks: blocks).lines.filter { !$0.isEmpty }
    }
    if !subcommands.isEmpty {
      lines += ["", "\(path.joined(separator: " ")) SUBCOMMAND --help explains a subcommand."]
    }
    return lines
  }

  private var usage: String {
    var words = path
    let own = options.filter { !$0.names.contains("--help") }
    if own.count > SubcommandDescription.mostListedOptions {
      words.append("[<options>]")
    } else {
      words += own.map(\.usage)
    }
    words += positionals.map(\.usage)
    if !subcommands.isEmpty { words.append(defaultName == nil ? "<subcommand>" : "[<subcommand>]") }
    return words.joined(separator: " ")
  }
}
