// Parses a command that was typed or came through a pipe, such as `:goto 5`, `:5` or `:save text`.

import FormText

/// A command with its argument.
package struct TypedCommand: Hashable, Sendable {
  package var name: CommandName
  var argument: String

  package init(name: CommandName, argument: String) {
    self.name = name
    self.argument = argument
  }

  /// The reason that a text is not a command.
  package enum ReadError: Error, Equatable {
    case unknown(String, hint: String)
    case ambiguous(String, [String])
  }

  /// Parses the text after the colon.
  ///
  /// - Parameter abbreviates: whether unambiguous abbreviations are allowed, as at a terminal.
  package static func read(_ text: String, abbreviates: Bool) throws(ReadError) -> TypedCommand {
    let trimmed = Text(text).trimmed.string
    if let number = Int(trimmed), number > 0 { return TypedCommand(name: .goto, argument: trimmed) }
    let parts = trimmed.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    let word = parts.first.map(String.init) ?? ""
    let argument = parts.count > 1 ? Text(String(parts[1])).trimmed.string : ""
    if let entry = CommandTable.entries.first(where: {
      $0.name.rawValue == word || $0.aliases.contains(word)
    }) {
      return TypedCommand(name: entry.name, argument: argument)
    }
    let names = completions(of: word)
    if abbreviates, !word.isEmpty {
      if let name = names.first, names.count == 1 {
        return TypedCommand(name: name, argument: argument)
      }
      if names.count > 1 { throw .ambiguous(word, names.map(\.rawValue)) }
    }
    let near = NearestName.nearest(to: word, among: CommandName.allCases.map(\.rawValue))
    throw .unknown(word, hint: near.map { "; did you mean :\($0)?" } ?? "")
  }

  /// Returns the commands whose names begin with a word.
  package static func completions(of word: String) -> [CommandName] {
    CommandName.allCases.filter { $0.rawValue.hasPrefix(word) }
  }
}

extension TypedCommand.ReadError {
  /// The error, without a full stop.
  package var sentence: String {
    switch self {
    case .unknown(let word, let hint): "no command :\(word)\(hint)"
    case .ambiguous(let word, let names):
      ":\(word) may be " + names.map { ":\($0)" }.joined(separator: ", ")
    }
  }
}
