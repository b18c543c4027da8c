// Finds the words and paths that can complete a command line. The scripts of all three shells call
// this code, so all shells offer the same words. The scripts themselves search for files.

import Arguments
import FormText

/// The completions at the end of a command line.
struct Completion: Equatable {
  /// A possible word, with one line of help.
  struct Word: Equatable {
    let text: String
    var help = ""
  }

  /// The possible paths.
  enum Paths: Equatable {
    case none
    case directories
    /// Files with any name or with an extension, and the folders that lead to them.
    case files(ending: String? = nil)
  }

  var words: [Word] = []
  var paths = Paths.none

  /// The completions for a script: first a line about paths, then a line for each word. A tab
  /// separates the word from its help.
  var lines: [String] {
    let first =
      switch paths {
      case .none: "none"
      case .directories: "directories"
      case .files(let ending): ending.map { "files \($0)" } ?? "files"
      }
    // A word with a line break or a tab would break this format, so it is not offered.
    let offered = words.filter { !$0.text.utf8.contains { $0 < 0x20 } }
    return [first] + offered.map { "\($0.text)\t\(VisibleText.painted($0.help))" }
  }

  mutating func add(_ other: Completion) {
    words += other.words.filter { word in !words.contains { $0.text == word.text } }
    if other.paths != .none { paths = other.paths }
  }
}

/// Finds the completions at the end of a command line.
struct Completer {
  private var command: SubcommandDescription
  private var hasSubcommand = false
  /// The positional arguments before the word that is being typed.
  private(set) var positionals: [String] = []
  /// The options before the word that is being typed, each with its last value.
  private(set) var options: [String: String] = [:]
  /// The option whose value is the word that is being typed.
  private var pending: SubcommandDescription.Argument?
  private var isAfterTerminator = false
  /// The beginning of the value that is being typed.
  private(set) var typedValue = ""

  /// Reads the words after the program's name, except the word that is being typed.
  init(_ words: [String], of program: SubcommandDescription) {
    command = program
    for word in words { read(word) }
  }

  private mutating func read(_ word: String) {
    if let option = pending.take() {
      for name in option.names { options[name] = word }
    } else if !isAfterTerminator, word == "--" {
      isAfterTerminator = true
    } else if !isAfterTerminator, word.hasPrefix("-"), word != "-" {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      options[name] = parts.count > 1 ? String(parts[1]) : ""
      guard let option = offeredOptions.first(where: { $0.names.contains(name) }) else { return }
      if option.kind == .option, parts.count == 1 { pending = option }
    } else if !isAfterTerminator, positionals.isEmpty,
      let subcommand = command.subcommands.first(where: { $0.name == word })
    {
      command = subcommand
      hasSubcommand = true
    } else {
      if positionals.isEmpty, let subcommand = command.defaultSubcommand { command = subcommand }
      positionals.append(word)
    }
  }

  /// The options that are valid after the words that were read. They include the options of the
  /// default command.
  private var offeredOptions: [SubcommandDescription.Argument] {
    var options = command.options
    for option in command.defaultSubcommand?.options ?? []
    where !options.contains(where: { $0.names == option.names }) {
      options.append(option)
    }
    return options
  }

  /// Returns the completions of `word`. If the word is an option with `=` and a value, the
  /// completions are values only, without the option.
  func completion(of word: String, _ values: CompletionValues) -> Completion {
    if let pending { return values.completion(of: pending, of: command, in: typing(word)) }
    if !isAfterTerminator, word.hasPrefix("-") {
      guard let end = word.firstIndex(of: "="), word.hasPrefix("--") else { return optionNames }
      let option = offeredOptions.first { $0.names.contains(String(word[..<end])) }
      guard let option, option.kind == .option else { return Completion() }
      let value = String(word[end...].dropFirst())
      return values.completion(of: option, of: command, in: typing(value))
    }
    var completion = Completion()
    if positionals.isEmpty, !isAfterTerminator {
      completion.words = command.subcommands.map { .init(text: $0.name, help: $0.abstract) }
    }
    let target = positionals.isEmpty ? command.defaultSubcommand ?? command : command
    let places = target.positionals
    let place = places.indices.contains(positionals.count) ? places[positionals.count] : places.last
    if let place, place.isRepeating || positionals.count < places.count {
      completion.add(values.completion(of: place, of: target, in: self))
    }
    return completion
  }

  private func typing(_ value: String) -> Completer {
    var completer = self
    completer.typedValue = value
    return completer
  }

  private var optionNames: Completion {
    let open = offeredOptions.filter { option in
      option.isRepeating || !option.names.contains { options[$0] != nil }
    }
    return Completion(
      words: open.flatMap { option in
        option.names.filter { $0.hasPrefix("--") }.map { .init(text: $0, help: option.help) }
      })
  }
}
