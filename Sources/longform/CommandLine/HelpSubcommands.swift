// `longform help`, `manual` and `completions`, and the hidden command for the completion scripts.

import Arguments
import FormScreen
import FormTerminal
import FormText

/// Prints the completion script of a shell.
struct CompletionsSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Print completions for bash, zsh or fish.",
    discussion: """
      longform install puts them where these shells look. Without that, source <(longform \
      completions bash) in ~/.bashrc, source <(longform completions zsh) after compinit in ~/.zshrc, \
      longform completions fish | source in ~/.config/fish/config.fish.
      """)

  @Argument(isRequired: true, help: "The shell: bash, zsh or fish.")
  var shell: Shell = .bash

  func run() throws {
    try LongformProgram.end { () throws(Failure) in
      try StandardOutput.write(Array(shell.script.utf8))
      return .saved
    }
  }

  /// The name of the hidden command that the completion scripts call.
  static let question = "__complete"

  /// Answers a call of a completion script.
  ///
  /// - Parameter words: the words after the program's name. The last word is the word that is being
  ///   typed.
  static func answer(_ words: [String]) throws(Failure) -> ExitStatus {
    let program = SubcommandDescription.program
    let completer = Completer(words.dropLast(), of: program)
    let completion = completer.completion(
      of: words.last ?? "", CompletionValues(program: program))
    try StandardOutput.write(completion.lines)
    return .saved
  }
}

/// Prints a page of the manual.
struct ManualSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual",
    abstract: "Print a page of the manual, for man -l -.",
    discussion: "longform install puts all pages where man finds them.")

  @Argument(help: "The page; by default longform.")
  var page: ManualPage.Name = .program

  func run() throws {
    try LongformProgram.end { () throws(Failure) in
      try StandardOutput.write(Array(ManualPage.page(page).roff.utf8))
      return .saved
    }
  }
}

extension ManualPage.Name: ExpressibleByArgument {}

/// Prints a topic of the manual, or the help of a command.
struct HelpSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "help",
    abstract: "Show how to begin, or the help of a topic or of a command.",
    discussion: topics)

  /// The sentence that lists the topics.
  static let topics =
    "The topics are \(HelpTopic.allCases.map(\.rawValue).joined(separator: ", "))."

  @Argument(help: "A topic, or the name of a command and of its subcommand.")
  var topic: [String] = []

  @Flag(help: "List every command.")
  var all = false

  func validate() throws {
    if all, !topic.isEmpty { throw ValidationError("--all takes no topic") }
  }

  func run() throws {
    try LongformProgram.end { () throws(Failure) in
      if topic.isEmpty { return try HelpScreen.show(all: all) }
      try StandardOutput.write(HelpSubcommand.lines(about: topic))
      return .saved
    }
  }

  private static func lines(about words: [String]) throws(Failure) -> [String] {
    if let word = words.first, words.count == 1 {
      if let topic = HelpTopic(rawValue: word) { return try topic.lines() }
      let name = word.hasPrefix(":") ? String(word.dropFirst()) : word
      let entry = CommandTable.entries.first { entry in
        entry.name.rawValue == name || entry.aliases.contains(name)
      }
      if let entry, SubcommandDescription.named(words) == nil {
        return HelpSection(title: "", blocks: [ManualPage.block(for: entry)]).lines
          .filter { !$0.isEmpty }
      }
    }
    if let command = SubcommandDescription.named(words) { return command.helpLines }
    let name = words.joined(separator: " ")
    let names =
      HelpTopic.allCases.map(\.rawValue) + SubcommandDescription.program.subcommands.map(\.name)
    let hint = NearestName.nearest(to: name, among: names).map { "did you mean \($0)? " } ?? ""
    throw Failure(
      .wrongUse, "no topic or command \(name.quoted); \(hint)longform help lists them")
  }
}
