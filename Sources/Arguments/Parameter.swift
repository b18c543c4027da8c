// Describes an option, a flag or an argument, regardless of the type of its value.

internal import FormText

/// A declared option, flag or argument.
package struct Parameter {
  package enum Kind {
    case positional, option, flag
  }

  package let kind: Kind
  /// The name without leading hyphens.
  package let name: String
  /// The names of the possible values; empty if every value is allowed.
  package let values: [String]
  /// The name of the default value; empty if the help need not show it.
  package let defaultText: String
  package let isOptional: Bool
  package let isRepeating: Bool
  /// Whether the next word is the value even if it begins with a hyphen.
  let takesAnyWord: Bool
  private let description: ArgumentHelp
  /// Stores the value of a word. Returns false if the word has no valid value.
  private let store: (String) throws -> Bool

  init(
    kind: Kind, name: String, help: ArgumentHelp, values: [String], defaultText: String,
    isOptional: Bool, isRepeating: Bool, takesAnyWord: Bool,
    store: @escaping (String) throws -> Bool
  ) {
    (self.kind, self.name) = (kind, name)
    (self.values, self.defaultText) = (values, defaultText)
    (self.isOptional, self.isRepeating) = (isOptional, isRepeating)
    (self.takesAnyWord, description, self.store) = (takesAnyWord, help, store)
  }

  /// The name on the command line, such as `--height`; nil for a positional argument.
  package var option: String? { kind == .positional ? nil : "--\(name)" }
  /// The name of the value in the help, in lower case.
  package var valueName: String { description.valueName ?? name }
  package var help: String { description.text }

  /// The name in messages, such as `--height` or `<form>`.
  var shownName: String { option ?? "<\(valueName)>" }

  /// Converts a word and stores its value.
  func take(_ word: String) throws(UsageError.Fact) {
    do {
      if try store(word) { return }
    } catch {
      throw .invalid("\(shownName) \(error)")
    }
    let error =
      values.isEmpty
      ? ValidationError("must be a whole number, not \(word.quoted)") : .mustBe(values, not: word)
    throw .invalid("\(shownName) \(error)")
  }
}

/// The declarations of a command or a group, each with the name of its property.
struct Declarations {
  fileprivate let all: DeclarationList

  /// The parameters, in the order of the properties. A group is replaced by its parameters.
  var parameters: [Parameter] {
    all.flatMap { property, declaration in declaration.parameters(of: property) }
  }

  /// Validates the groups.
  func validate() throws {
    for (_, declaration) in all { try declaration.validate() }
  }
}

extension ParsableArguments {
  var declarations: Declarations { Declarations(all: listedDeclarations ?? reflectedDeclarations) }

  /// The declarations, which are found by reflection.
  package var reflectedDeclarations: DeclarationList {
    Mirror(reflecting: self).children.compactMap { label, value in
      (value as? Declaration).map { (String((label ?? "").drop { $0 == "_" }), $0) }
    }
  }

  /// The parameters of the command, in the order of the properties.
  package var parameters: [Parameter] { declarations.parameters }
}
