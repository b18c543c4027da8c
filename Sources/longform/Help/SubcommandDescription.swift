// The commands with their options as the parser knows them: what completions and the manual are made
// of, so that neither can leave out or invent one.

import ArgumentParser
import FormModel
import FormTerminal
import LosslessJSON

/// A command, as its help describes it.
struct SubcommandDescription {
  /// An option, a flag or an argument in a place of its own.
  struct Argument {
    enum Kind: String {
      case positional, option, flag
    }

    let kind: Kind
    /// The names with their dashes; none for a positional argument.
    let names: [String]
    /// The name of the value in the help, in small letters.
    let valueName: String
    /// The values there are; none where anything goes.
    let values: [String]
    let isOptional: Bool
    let isRepeating: Bool
    let help: String
  }

  /// The words that call the command, the program's name first.
  let path: [String]
  let abstract: String
  let discussion: String
  let arguments: [Argument]
  let subcommands: [SubcommandDescription]
  private let defaultName: String?

  var name: String { path.last ?? "" }
  var positionals: [Argument] { arguments.filter { $0.kind == .positional } }
  var options: [Argument] { arguments.filter { $0.kind != .positional } }
  /// The command that is meant where none is named.
  var defaultSubcommand: SubcommandDescription? { subcommands.first { $0.name == defaultName } }

  /// The whole program.
  static func program() throws(Failure) -> SubcommandDescription {
    guard let document = try? JSONDocument(parsing: Array(LongformProgram._dumpHelp().utf8)),
      let command = document.root["command"]
    else {
      throw Failure(.fault, "internal error: the parser does not list its options")
    }
    return SubcommandDescription(command, in: [])
  }

  private init(_ command: JSONValue, in parents: [String]) {
    let path = parents + [command["commandName"]?.string ?? ""]
    self.path = path
    abstract = command["abstract"]?.string ?? ""
    discussion = command["discussion"]?.string ?? ""
    defaultName = command["defaultSubcommand"]?.string
    arguments = (command["arguments"]?.elements).map { $0.compactMap(Argument.init) } ?? []
    // The parser adds a command "help" of its own after ours.
    var names = Set<String>()
    subcommands =
      (command["subcommands"]?.elements).map { elements in
        elements.filter { element in
          element["shouldDisplay"]?.bool != false
            && names.insert(element["commandName"]?.string ?? "").inserted
        }.map { SubcommandDescription($0, in: path) }
      } ?? []
  }
}

extension SubcommandDescription.Argument {
  /// Reads the parser's description of an argument; nil if it is hidden.
  init?(_ argument: JSONValue) {
    guard argument["shouldDisplay"]?.bool != false,
      let kind = argument["kind"]?.string.flatMap(Kind.init)
    else { return nil }
    self.kind = kind
    let names = argument["names"]?.elements.compactMap { name in
      name["name"]?.string.map { (name["kind"]?.string == "long" ? "--" : "-") + $0 }
    }
    self.names = names ?? []
    valueName = argument["valueName"]?.string ?? ""
    let listed = argument["completionKind"]?["list"]?["values"] ?? argument["allValues"]
    values = listed.map { $0.elements.compactMap(\.string) } ?? []
    isOptional = argument["isOptional"]?.bool ?? true
    isRepeating = argument["isRepeating"]?.bool ?? false
    help = argument["abstract"]?.string ?? ""
  }
}
