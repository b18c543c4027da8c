// `longform completions` and `longform manual`, and what the completions ask.

import ArgumentParser
import FormCore

/// Prints the completions of a shell.
struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Print completions for bash, zsh or fish.",
    discussion: """
      longform install puts them where these shells look. Without that, source <(longform \
      completions bash) in ~/.bashrc, source <(longform completions zsh) behind compinit in ~/.zshrc, \
      longform completions fish | source in ~/.config/fish/config.fish.
      """)

  @Argument(help: "The shell: bash, zsh or fish.")
  var shell: Shell

  func run() throws {
    try LongformCommand.end { () throws(Failure) in
      try StandardOutput.write(Array(shell.script.utf8))
      return .saved
    }
  }

  /// What the completion scripts call, and nobody else.
  static let question = "__complete"

  /// Answers a completion script: the words behind the program's name, the last being typed.
  static func answer(_ words: [String]) throws(Failure) -> ExitStatus {
    let program = try CommandDescription.program()
    let completer = Completer(words.dropLast(), of: program)
    let completion = completer.completion(
      of: words.last ?? "", CompletionValues(program: program))
    try StandardOutput.say(completion.lines)
    return .saved
  }
}

/// Prints the manual page.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual",
    abstract: "Print the manual page, for man -l -.",
    discussion: "longform install puts it where man looks.")

  func run() throws {
    try LongformCommand.end { () throws(Failure) in
      try StandardOutput.write(Array(Manual.page().utf8))
      return .saved
    }
  }
}
