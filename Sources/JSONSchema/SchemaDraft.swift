// The drafts of JSON Schema, in the order in which they appeared.

import FormText
import LosslessJSON

/// A version of JSON Schema.
enum SchemaDraft: Int, Comparable, Sendable {
  case draft4, draft6, draft7, draft2019, draft2020

  /// The draft that a schema names in `$schema`; nil if it names none, or an unknown one.
  init?(namedIn schema: JSONValue) {
    guard let name = schema["$schema"]?.string else { return nil }
    let names: [(String, SchemaDraft)] = [
      ("draft-03", .draft4), ("draft-04", .draft4), ("draft-06", .draft6), ("draft-07", .draft7),
      ("2019-09", .draft2019), ("2020-12", .draft2020),
    ]
    guard let found = names.first(where: { name.holds($0.0) }) else { return nil }
    self = found.1
  }

  /// The keyword that gives a schema its address.
  var idKeyword: String { self == .draft4 ? "id" : "$id" }

  /// Whether the other keywords beside `$ref` are ignored.
  var ignoresSiblings: Bool { self < .draft2019 }

  static func < (left: SchemaDraft, right: SchemaDraft) -> Bool { left.rawValue < right.rawValue }
}
