// The protocols for commands and their options, and for values that are read from words.

internal import FormText

/// A type whose properties declare options, flags and arguments.
package protocol ParsableArguments: SendableMetatype {
  init()

  /// Throws a `ValidationError` if values contradict each other.
  func validate() throws

  /// The declarations, in the order of the properties; nil to find them by reflection. Reflection
  /// takes half a millisecond, so the commands that open a form list their declarations.
  /// `ScriptTests` checks that these lists are complete.
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

  /// Runs the command. For a group of commands, this runs if no subcommand is named.
  func run() throws
}

extension ParsableCommand {
  /// By default, a group without a named subcommand does nothing.
  package func run() throws {}
}

/// The name of a command, its help, and its subcommands.
package struct CommandConfiguration: Sendable {
  package let commandName: String
  package let abstract: String
  package let discussion: String
  package let subcommands: [any ParsableCommand.Type]
  /// The subcommand that runs if none is named.
  package let defaultSubcommand: (any ParsableCommand.Type)?

  package init(
    commandName: String, abstract: String, discussion: String = "",
    subcommands: [any ParsableCommand.Type] = [],
    defaultSubcommand: (any ParsableCommand.Type)? = nil
  ) {
    (self.commandName, self.abstract, self.discussion) = (commandName, abstract, discussion)
    (self.subcommands, self.defaultSubcommand) = (subcommands, defaultSubcommand)
  }

  /// Returns the subcommand with a name; nil if there is none.
  package func subcommand(named name: String) -> (any ParsableCommand.Type)? {
    subcommands.first { $0.configuration.commandName == name }
  }
}

/// An error in the values of a command line. The description is a sentence.
package struct ValidationError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }

  /// Returns the error for a value that is not in a list. The error contains the allowed values and
  /// the most similar one. The parser puts the name of the option before the error.
  package static func mustBe(_ names: [String], not value: String) -> ValidationError {
    ValidationError(
      "must be \(names.list(joinedBy: "or")), not \(value.quoted)"
        + NearestName.hint(for: value, among: names))
  }
}

// MARK: - Values

/// A type of value that can be read from a word of the command line.
package protocol ExpressibleByArgument {
  init?(argument: String)

  /// The names of all possible values; empty if there are too many.
  static var argumentNames: [String] { get }

  /// The name of this value; empty if the help need not show it.
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
