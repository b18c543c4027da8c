// Parses command lines: `--name VALUE`, `--name=VALUE`, `--flag`, and positional arguments. All
// words after `--` are positional arguments. The only short option is -h.

internal import FormText

/// An error in a command line.
package struct UsageError: Error {
  package enum Fact: Error {
    case unknownOption(String, known: [String])
    case missingValue(String)
    case missingArgument(String)
    case takesNoValue(String)
    case unexpected([String])
    /// A value that was refused. The string is the sentence of the error.
    case invalid(String)
  }

  package let fact: Fact
  /// The words that call the command to which the error belongs, such as `longform drafts show`.
  package let command: [String]

  /// The error as a sentence without a full stop.
  package var sentence: String {
    switch fact {
    case .unknownOption(let name, let known):
      // The hyphens are removed, because they would make all names look similar.
      let bare = known.map { String($0.drop { $0 == "-" }) }
      let near = NearestName.nearest(to: String(name.drop { $0 == "-" }), among: bare)
      return "unknown option \(name)" + (near.map { "; did you mean --\($0)?" } ?? "")
    case .missingValue(let option):
      return "\(option.prefix { $0 != " " }) needs a value: \(option)"
    case .missingArgument(let name): return "\(name) is missing"
    case .takesNoValue(let name): return "\(name) takes no value"
    case .unexpected(let words):
      let noun = words.count == 1 ? "argument" : "arguments"
      return "unexpected \(noun) \(words.map(\.quoted).joined(separator: ", "))"
    case .invalid(let sentence): return sentence
    }
  }
}

/// The result of parsing a command line.
package enum CommandRequest {
  /// Runs a command, whose properties contain the values.
  case run(any ParsableCommand)
  /// Shows the help of the command that these words name.
  case help([String])
  case version
}

extension ParsableCommand {
  /// Parses the words after the program's name.
  package static func request(_ words: [String]) throws(UsageError) -> CommandRequest {
    var type: any ParsableCommand.Type = self
    var path = [configuration.commandName]
    var rest = words[...]
    while let word = rest.first, let next = type.configuration.subcommand(named: word) {
      type = next
      path.append(word)
      rest.removeFirst()
    }
    let options = rest.prefix { $0 != "--" }
    if options.contains(where: { $0 == "--help" || $0 == "-h" }) { return .help(path) }
    if options.contains("--version") { return .version }
    while let subcommand = type.configuration.defaultSubcommand {
      type = subcommand
      path.append(subcommand.configuration.commandName)
    }
    let command = type.init()
    let declarations = command.declarations
    do throws(UsageError.Fact) {
      var reader = CommandLineReader(declarations.parameters)
      try reader.read(rest)
      do {
        try declarations.validate()
        try command.validate()
      } catch { throw .invalid("\(error)") }
    } catch {
      throw UsageError(fact: error, command: path)
    }
    return .run(command)
  }
}

/// Assigns the words of a command line to the declarations of a command.
private struct CommandLineReader {
  private let options: [String: Parameter]
  /// The positional parameters that may still get words.
  private var places: ArraySlice<Parameter>
  private var unexpected: [String] = []
  /// Whether the first parameter in `places` accepts several words and already has one.
  private var hasFirst = false

  init(_ parameters: [Parameter]) {
    options = parameters.reduce(into: [:]) { options, parameter in
      if let option = parameter.option { options[option] = parameter }
    }
    places = parameters.filter { $0.kind == .positional }[...]
  }

  mutating func read(_ words: ArraySlice<String>) throws(UsageError.Fact) {
    var words = words
    while let word = words.popFirst() {
      if word == "--" {
        for word in words { try place(word) }
        break
      }
      if CommandLineReader.isOption(word) {
        try readOption(word, &words)
      } else {
        try place(word)
      }
    }
    if !unexpected.isEmpty { throw .unexpected(unexpected) }
    if let next = places.first, !next.isOptional, !hasFirst {
      throw .missingArgument(next.shownName)
    }
  }

  /// Returns whether a word is an option. A single hyphen is not; it means standard input.
  private static func isOption(_ word: String) -> Bool { word.hasPrefix("-") && word != "-" }

  private func readOption(
    _ word: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError.Fact) {
    let end = word.utf8.firstIndex(of: UInt8(ascii: "="))
    let name = String(word[..<(end ?? word.endIndex)])
    guard let option = options[name] else {
      throw .unknownOption(name, known: options.keys.sorted())
    }
    let joined = end.map { String(word[word.utf8.index(after: $0)...]) }
    if option.kind == .flag {
      if joined != nil { throw .takesNoValue(name) }
      return try option.take("")
    }
    if let joined { return try option.take(joined) }
    guard let next = rest.first, option.takesAnyWord || !CommandLineReader.isOption(next) else {
      throw .missingValue("\(name) <\(option.valueName)>")
    }
    rest.removeFirst()
    try option.take(next)
  }

  private mutating func place(_ word: String) throws(UsageError.Fact) {
    guard let next = places.first else {
      unexpected.append(word)
      return
    }
    if next.isRepeating { hasFirst = true } else { places.removeFirst() }
    try next.take(word)
  }
}
