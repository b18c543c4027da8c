// Options, flags and arguments of a command, declared as its properties:
//
//     struct Greet: ParsableCommand {
//       static let configuration = CommandConfiguration(commandName: "greet", abstract: "Greet a person.")
//       @Argument(help: "The name.") var name: String
//       @Option(help: "The number of greetings.") var times = 1
//       @Flag(help: "In capitals.") var loud = false
//       func run() throws { … }
//     }
//
// The name of an option is derived from the name of its property: `noInput` becomes `--no-input`.
//
// Invariants: declarations are objects, so that the parser can store values through a mirror of the
// command. A command object is used for only one command line. All declarations have a common
// superclass, not a common protocol: the first paint waits until every property has been cast, and
// a cast to a class takes a tenth of the time of a cast to a protocol.

/// The help of an option, a flag or an argument.
package struct ArgumentHelp: ExpressibleByStringInterpolation, Sendable {
  let text: String
  let valueName: String?

  /// - Parameter valueName: the name of the value in the help; nil to use the name of the property.
  package init(_ text: String, valueName: String? = nil) {
    (self.text, self.valueName) = (text, valueName)
  }

  package init(stringLiteral text: String) { self.init(text) }
}

/// The name of an option.
package enum OptionName {
  /// The name of the property, in lower case with hyphens between its words.
  case long
  case customLong(String)

  /// Returns the name of the option for a property: `no-input` for `noInput`.
  fileprivate func text(of property: String) -> String {
    if case .customLong(let name) = self { return name }
    var text = ""
    for byte in property.utf8 {
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      if isCapital { text += "-" }
      text.unicodeScalars.append(Unicode.Scalar(isCapital ? byte | 0x20 : byte))
    }
    return text
  }
}

/// The words that an option accepts as its value.
package enum ValueParsing {
  /// The next word, unless it begins with a hyphen.
  case next
  /// The next word, even if it begins with a hyphen.
  case unconditional
}

/// The possible values of an option whose word a function converts.
package struct CompletionKind {
  let values: [String]

  package static func list(_ values: [String]) -> CompletionKind { CompletionKind(values: values) }
}

/// A property that declares an option, a flag or an argument, or a group of them.
package class Declaration {
  /// Returns the parameters that the property declares. A single parameter has the name of the
  /// property, unless the declaration gives it another name.
  func parameters(of property: String) -> [Parameter] { [] }

  /// Validates the values of a group. Other declarations need no validation.
  func validate() throws {}
}

/// A declaration with a single value.
package class ValueDeclaration<Value>: Declaration {
  private let kind: Parameter.Kind
  private let name: OptionName
  private let help: ArgumentHelp
  private let defaultText: String
  private let isOptional: Bool
  private let reading: ValueReading<Value>

  fileprivate private(set) final var value: Value

  fileprivate init(
    _ value: Value, _ kind: Parameter.Kind, _ name: OptionName, _ help: ArgumentHelp,
    defaultText: String = "", isOptional: Bool = true, _ reading: ValueReading<Value>
  ) {
    self.value = value
    (self.kind, self.name, self.help, self.reading) = (kind, name, help, reading)
    (self.defaultText, self.isOptional) = (defaultText, isOptional)
  }

  override final func parameters(of property: String) -> [Parameter] {
    [
      Parameter(
        kind: kind, name: name.text(of: property), help: help, values: reading.names,
        defaultText: defaultText, isOptional: isOptional, isRepeating: reading.isRepeating,
        takesAnyWord: reading.parsing == .unconditional
      ) { [self] word in
        guard let value = try reading.read(word, value) else { return false }
        self.value = value
        return true
      }
    ]
  }
}

/// The way in which words are converted to a value.
private struct ValueReading<Value> {
  var parsing = ValueParsing.next
  var names: [String] = []
  var isRepeating = false
  /// Returns the new value, made from the next word and the value so far. Returns nil to refuse the
  /// word.
  let read: (String, Value) throws -> Value?
}

// MARK: - Options

/// An option with a value: `--height 20` or `--height=20`.
@propertyWrapper
package final class Option<Value>: ValueDeclaration<Value> {
  package var wrappedValue: Value { value }

  /// Creates an option that is nil if it is not given.
  package init<Wrapped: ExpressibleByArgument>(
    name: OptionName = .long, parsing: ValueParsing = .next, help: ArgumentHelp
  ) where Value == Wrapped? {
    super.init(
      nil, .option, name, help,
      ValueReading(parsing: parsing, names: Wrapped.argumentNames) { word, _ in
        Wrapped(argument: word).map { .some($0) }
      })
  }

  /// Creates an option with a default value.
  package init(
    wrappedValue: Value, name: OptionName = .long, parsing: ValueParsing = .next,
    help: ArgumentHelp
  ) where Value: ExpressibleByArgument {
    super.init(
      wrappedValue, .option, name, help, defaultText: wrappedValue.argumentName,
      ValueReading(parsing: parsing, names: Value.argumentNames) { word, _ in
        Value(argument: word)
      })
  }

  /// Creates an option that can be given several times.
  package init<Element: ExpressibleByArgument>(
    wrappedValue: [Element], name: OptionName = .long, parsing: ValueParsing = .next,
    help: ArgumentHelp
  ) where Value == [Element] {
    super.init(
      wrappedValue, .option, name, help,
      ValueReading(parsing: parsing, names: Element.argumentNames, isRepeating: true) {
        word, before in
        Element(argument: word).map { before + [$0] }
      })
  }

  /// Creates an option whose value is converted by a function. The function throws a
  /// `ValidationError` that describes valid values.
  package init<Wrapped>(
    name: OptionName = .long, help: ArgumentHelp, completion: CompletionKind,
    transform: @escaping (String) throws -> Wrapped
  ) where Value == Wrapped? {
    super.init(
      nil, .option, name, help,
      ValueReading(names: completion.values) { word, _ in .some(try transform(word)) })
  }
}

/// A flag, which is an option without a value: `--force`.
@propertyWrapper
package final class Flag: ValueDeclaration<Bool> {
  package var wrappedValue: Bool { value }

  package init(wrappedValue: Bool, name: OptionName = .long, help: ArgumentHelp) {
    super.init(wrappedValue, .flag, name, help, ValueReading { _, _ in true })
  }
}

// MARK: - Arguments

/// A positional argument.
@propertyWrapper
package final class Argument<Value>: ValueDeclaration<Value> {
  package var wrappedValue: Value { value }

  /// Creates a required argument with one string.
  package init(help: ArgumentHelp) where Value == String {
    super.init("", .positional, .long, help, isOptional: false, ValueReading { word, _ in word })
  }

  /// Creates an argument with one or more strings.
  package init(help: ArgumentHelp) where Value == [String] {
    super.init([], .positional, .long, help, isOptional: false, Argument.texts)
  }

  /// Creates an argument with any number of strings.
  package init(wrappedValue: [String], help: ArgumentHelp) where Value == [String] {
    super.init(wrappedValue, .positional, .long, help, Argument.texts)
  }

  private static var texts: ValueReading<[String]> {
    ValueReading(isRepeating: true) { word, before in before + [word] }
  }

  /// Creates an optional argument with one string.
  package init(help: ArgumentHelp) where Value == String? {
    super.init(nil, .positional, .long, help, ValueReading { word, _ in word })
  }

  /// Creates an argument with one of several values.
  ///
  /// - Parameter isRequired: whether the argument must be given. If so, the default value of the
  ///   property has no effect.
  package init(
    wrappedValue: Value, isRequired: Bool = false, help: ArgumentHelp
  ) where Value: ExpressibleByArgument {
    super.init(
      wrappedValue, .positional, .long, help,
      defaultText: isRequired ? "" : wrappedValue.argumentName,
      isOptional: !isRequired,
      ValueReading(names: Value.argumentNames) { word, _ in Value(argument: word) })
  }
}

/// A group of declarations that several commands share.
@propertyWrapper
package final class OptionGroup<Value: ParsableArguments>: Declaration {
  package let wrappedValue = Value()
  private lazy var declarations = wrappedValue.declarations

  override package init() {}

  override func parameters(of property: String) -> [Parameter] { declarations.parameters }

  override func validate() throws {
    try declarations.validate()
    try wrappedValue.validate()
  }
}
