// An option, a flag or an argument, whatever its type.

internal import FormText

/// A declared option, flag or argument.
package struct Parameter {
  package enum Kind {
    case positional, option, flag
  }

  package let kind: Kind
  /// The name without hyphens in front.
  package let name: String
  /// The names of the values there are; none where anything goes.
  package let values: [String]
  /// The name of the value that is meant where none is given; empty where none is worth mentioning.
  package let defaultText: String
  package let isOptional: Bool
  package let isRepeating: Bool
  /// Whether the next word is the value even if it looks like an option.
  let takesAnyWord: Bool
  private let description: ArgumentHelp
  /// Stores the value that a word names; false if it names none.
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

  /// What the command line calls it: `--height`; nil for an argument in a place of its own.
  package var option: String? { kind == .positional ? nil : "--\(name)" }
  /// The name of the value in the help, in small letters.
  package var valueName: String { description.valueName ?? name }
  package var help: String { description.text }

  /// The name in messages: `--height` or `<form>`.
  var shownName: String { option ?? "<\(valueName)>" }

  /// Stores the value that a word names.
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

/// The declarations of a command or a group, with the names of their properties.
struct Declarations {
  fileprivate let all: DeclarationList

  /// The parameters in the order of the properties, with those of groups in their place.
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

  /// The declarations as reflection finds them.
  package var reflectedDeclarations: DeclarationList {
    Mirror(reflecting: self).children.compactMap { label, value in
      (value as? Declaration).map { (String((label ?? "").drop { $0 == "_" }), $0) }
    }
  }

  /// What the words of a command line may be, in the order of the properties.
  package var parameters: [Parameter] { declarations.parameters }
}
