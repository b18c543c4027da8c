// Commands, and values from their words.

internal import FormText

/// Declarations of options, flags and arguments.
package protocol ParsableArguments: SendableMetatype {
  init()

  /// Throws a `ValidationError` if values contradict each other.
  func validate() throws

  /// The declarations in the order of the properties; nil to find them by reflection, which takes
  /// half a millisecond. So the commands that open a form list them; `ScriptTests` compares both.
  var listedDeclarations: DeclarationList? { get }
}

/// Declarations with the names of their properties.
package typealias DeclarationList = [(property: String, declaration: Declaration)]

extension ParsableArguments {
  package func validate() throws {}
  package var listedDeclarations: DeclarationList? { nil }
}

/// A command.
package protocol ParsableCommand: ParsableArguments {
  static var configuration: CommandConfiguration { get }

  /// Runs a command without subcommands, or a group without a named subcommand.
  func run() throws
}

extension ParsableCommand {
  /// A group does nothing by itself.
  package func run() throws {}
}

/// The name of a command, its help and its subcommands.
package struct CommandConfiguration: Sendable {
  package let commandName: String
  package let abstract: String
  package let discussion: String
  package let subcommands: [any ParsableCommand.Type]
  /// The command that runs if none is named.
  package let defaultSubcommand: (any ParsableCommand.Type)?

  package init(
    commandName: String, abstract: String, discussion: String = "",
    subcommands: [any ParsableCommand.Type] = [],
    defaultSubcommand: (any ParsableCommand.Type)? = nil
  ) {
    (self.commandName, self.abstract, self.discussion) = (commandName, abstract, discussion)
    (self.subcommands, self.defaultSubcommand) = (subcommands, defaultSubcommand)
  }

  /// The subcommand with a name.
  package func subcommand(named name: String) -> (any ParsableCommand.Type)? {
    subcommands.first { $0.configuration.commandName == name }
  }
}

/// An error in the values of a command line, as a sentence.
package struct ValidationError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }

  /// The error of a value that is not in a list: the allowed values, and the one most likely meant.
  /// The option's name is put in front.
  package static func mustBe(_ names: [String], not value: String) -> ValidationError {
    ValidationError(
      "must be \(names.list(joinedBy: "or")), not \(value.quoted)"
        + NearestName.hint(for: value, among: names))
  }
}

// MARK: - Values

/// A value that a word of a command line can denote.
package protocol ExpressibleByArgument {
  init?(argument: String)

  /// The names of all values; empty if there are too many.
  static var argumentNames: [String] { get }

  /// The name of the value; empty if it need not be shown.
  var argumentName: String { get }
}

extension ExpressibleByArgument {
  package static var argumentNames: [String] { [] }
  package var argumentName: String { "" }
}

extension ExpressibleByArgument where Self: RawRepresentable<String> & CaseIterable {
  package init?(argument: String) { self.init(rawValue: argument) }
  package static var argumentNames: [String] { allCases.map(\.rawValue) }
  package var argumentName: String { rawValue }
}

extension String: ExpressibleByArgument {
  package init?(argument: String) { self = argument }
}

extension Int: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}
