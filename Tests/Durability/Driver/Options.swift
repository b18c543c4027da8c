// The arguments of a subcommand: pairs of an option and its value.

/// The options of a subcommand.
struct Options {
  private let values: [String: String]

  /// Parses `--name value` pairs with the names that a subcommand knows.
  init(_ arguments: ArraySlice<String>, known: Set<String>) throws {
    var values: [String: String] = [:]
    var rest = arguments
    while let name = rest.popFirst() {
      guard known.contains(name), let value = rest.popFirst() else {
        throw Usage(text: "\(name) is not understood; there are \(known.sorted())")
      }
      values[name] = value
    }
    self.values = values
  }

  /// A text; nil if not given.
  func text(_ name: String) -> String? { values[name] }

  /// A number; nil if not given.
  func number(_ name: String) throws -> Int? {
    guard let value = values[name] else { return nil }
    guard let number = Int(value) else { throw Usage(text: "\(value) is not a number") }
    return number
  }

  /// The given seed, or a random one.
  func seed() throws -> Int { try number("--seed") ?? Int.random(in: 0..<100_000) }
}

/// An invalid command line.
struct Usage: Error {
  let text: String
}
