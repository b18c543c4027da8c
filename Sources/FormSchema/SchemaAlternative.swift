// The alternatives of a value in a JSON Schema, and the words that name them.

import FormModel
import FormText
import LosslessJSON

/// One of several alternatives.
struct SchemaAlternative {
  /// The schema of the alternative alone.
  var own: SchemaNode
  /// The schema of the alternative, joined with everything next to the keyword that lists the
  /// alternatives.
  var node: SchemaNode
  /// The name of the alternative in the choice.
  var label = ""

  /// Any value, as JSON, for values that no other alternative of the form can hold.
  static let any = SchemaAlternative(own: .any, node: .any, label: "JSON")

  /// Null, for a required value of which no other alternative can be null.
  static let null: SchemaAlternative = {
    var node = SchemaNode.any
    node.union = [.null]
    return SchemaAlternative(own: node, node: node, label: "null")
  }()

  /// Whether the alternative is any value or null, which the importer adds to those of the schema.
  var isAdded: Bool { node.parts.isEmpty }
}

/// The alternatives of a value.
struct SchemaAlternatives {
  var keyword: SchemaPart
  var list: [SchemaAlternative]
}

extension SchemaAlternatives {
  /// A single alternative, to which others will be added.
  init(only node: SchemaNode, at keyword: SchemaPart) {
    self.init(keyword: keyword, list: [SchemaAlternative(own: node, node: node)])
  }
}

extension SchemaNode {
  /// Whether the value is a text that people can type freely.
  var isText: Bool { types == [.string] && enumerated == nil && choices == nil }

  /// A word that tells people the type of the value.
  var typeWord: String {
    if let values = enumerated, values.count == 1 {
      let value = values[0].value
      return value.string ?? value.numberText ?? value.bool.map { $0 ? "yes" : "no" } ?? "value"
    }
    switch kind(types) {
    case .string: return "Text"
    case .number, .integer: return "Number"
    case .boolean: return "Yes or no"
    case .array: return "List"
    case .object: return "Details"
    case .null, nil: return "Value"
    }
  }

  /// A readable name from a reference, such as `List of strings` for
  /// `#/definitions/list_of_strings`.
  var referencedName: String? {
    guard let reference = place.value["$ref"]?.string,
      let name = reference.split(separator: "/").last, !name.contains("#")
    else { return nil }
    return SchemaLabel.short(SchemaLabel.humanized(String(name)))
  }
}
