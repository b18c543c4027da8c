// The reference tables for the keys of templates. They are generated from the JSON Schema of
// templates.
//
// Invariant: this file does not contain any key. The names, values, meanings and row types of all
// keys come from the schema, so the reference is always complete.

import FormModel
import FormSchema
import FormTerminal
import FormText
import LosslessJSON

/// The reference of templates.
struct TemplateReference {
  /// A key of a template, as the reference describes it.
  struct Key {
    let name: String
    /// The values of the key, in words.
    let value: String
    let meaning: String
    /// The row types that can have the key; empty if all row types can.
    var types: [String] = []

    /// The meaning, followed by the row types.
    var sentence: String {
      types.isEmpty ? meaning : "\(meaning) Only in rows of type \(types.joined(separator: ", "))."
    }
  }

  /// The keys of one kind of object in a template.
  struct Table {
    let title: String
    let keys: [Key]
  }

  private let root: JSONValue

  init() throws(Failure) {
    do {
      root = try JSONDocument(parsing: TemplateSchema.json).root
    } catch {
      throw Failure(.fault, "internal error: the schema of templates cannot be read")
    }
  }

  /// All tables. The outermost object comes first.
  var tables: [Table] {
    let row = definition("row")
    let choices = row?["properties"]?["choices"]?["anyOf"]?.elements.map(\.self) ?? []
    let choice = definition("choice")?["anyOf"]?.elements.map(\.self) ?? []
    return [
      table("Form", root), table("output", root["properties"]?["output"]),
      table("Section", definition("section")), table("repeat", definition("repeat")),
      Table(title: "Row", keys: keys(of: row).map { typed($0, in: row) }),
      table("choices, as a list", choice.last),
      table("choices, in a file", choices.last), table("Condition", definition("condition")),
    ].filter { !$0.keys.isEmpty }
  }

  private func definition(_ name: String) -> JSONValue? { root["$defs"]?[name] }

  private func table(_ title: String, _ object: JSONValue?) -> Table {
    Table(title: title, keys: keys(of: object))
  }

  private func keys(of object: JSONValue?) -> [Key] {
    (object?["properties"]?.members.map(\.self) ?? []).compactMap { member in
      guard let name = member.key.string, name != "$schema" else { return nil }
      return Key(
        name: name, value: values(of: member.value), meaning: meaning(of: member.value))
    }
  }

  /// Returns the key with the row types that can have it. The conditions of the schema list these
  /// types.
  private func typed(_ key: Key, in row: JSONValue?) -> Key {
    let rule = row?["allOf"]?.elements.first { rule in
      rule["if"]?["required"]?.elements.first { $0.string == key.name } != nil
        && rule["then"]?["properties"]?["type"] != nil
    }
    let one = rule?["then"]?["properties"]?["type"]?["anyOf"]?.elements.first(where: { _ in true })
    let types = one?["enum"]?.elements.compactMap(\.string) ?? []
    // If all types except notes can have a key, the types are not listed.
    guard types.count < RowType.allCases.count - 1 else { return key }
    var typed = key
    typed.types = types
    return typed
  }

  // MARK: - Values

  private func meaning(of schema: JSONValue) -> String {
    if let description = schema["description"]?.string { return description }
    return referred(schema)?["description"]?.string ?? ""
  }

  private func referred(_ schema: JSONValue) -> JSONValue? {
    schema["$ref"]?.string.flatMap { definition(String($0.drop { $0 != "d" }.dropFirst(5))) }
  }

  private func values(of schema: JSONValue) -> String {
    if let reference = schema["$ref"]?.string {
      switch reference.split(separator: "/").last {
      case "id": return "an id"
      case "path": return "a path"
      case "condition": return "a condition"
      default: return "an object"
      }
    }
    if let constant = schema["const"] { return constant.numberText ?? "`true`" }
    if let names = schema["enum"]?.elements.compactMap(\.string), !names.isEmpty {
      return joined(names.map { "`\($0)`" })
    }
    if let parts = schema["anyOf"]?.elements.map(\.self) {
      // After a part that is itself a list of words, a comma comes before "or".
      let words = parts.map(values(of:))
      return words.dropLast().contains { $0.hasSuffix("`") }
        ? words.joined(separator: ", or ") : joined(words)
    }
    guard let type = schema["type"] else { return "anything" }
    let types = type.string.map { [$0] } ?? type.elements.compactMap(\.string)
    // A Boolean type alone is written as the words `true` and `false`. In a list of types, these
    // words would be too long.
    return types.count == 1
      ? word(for: types[0], schema)
      : joined(types.map { $0 == "boolean" ? "a boolean" : word(for: $0, schema) })
  }

  private func word(for type: String, _ schema: JSONValue) -> String {
    switch type {
    case "string":
      let isID = schema["description"]?.string?.hasPrefix("Letters") ?? false
      return isID ? "an id" : "text"
    case "boolean": return "`true` or `false`"
    case "array": return "a list"
    case "object": return "an object"
    case "integer":
      guard let least = schema["minimum"]?.numberText, let most = schema["maximum"]?.numberText
      else { return "a whole number" }
      return "\(least) to \(grouped(Int(most) ?? 0))"
    default: return "a \(type)"
    }
  }

  private func joined(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return "\(words.dropLast().joined(separator: ", ")) or \(last)"
  }
}

// MARK: - Types

extension RowType {
  /// The input of a row of this type, and the value in exports.
  var reference: (typed: String, exported: String) {
    switch self {
    case .text, .phone, .path: ("one line", "string")
    case .email: ("an address, by the HTML standard's rule", "string")
    case .url: ("an address with its scheme (RFC 3986)", "string")
    case .uuid:
      (
        "8-4-4-4-12 hexadecimal digits (RFC 9562), also as capitals, in braces or after `urn:uuid:`",
        "string, in lower case and without those"
      )
    case .paragraph: ("lines, exported exactly as they are", "string")
    case .integer:
      ("a number without fraction and exponent, of any size", "number, digit for digit")
    case .decimal: ("a number as JSON writes it, of any size", "number, digit for digit")
    case .date: ("YYYY, YYYY-MM or YYYY-MM-DD; only days that exist", "string")
    case .time: ("HH:MM or HH:MM:SS", "string")
    case .boolean:
      (
        "y n yes no true false in any case, or Space; shown as `[x]`, `[ ]` or, unanswered, `[?]`",
        "true or false"
      )
    case .choice: ("a label or a value", "its value")
    case .choices: ("labels or values, one on each line", "array of values")
    case .list:
      (
        #"entries, one on each line; blank lines are dropped; an empty entry is written `""`, one of several lines `"a\nb"`"#,
        "array of strings"
      )
    case .json: ("any JSON value, on one or more lines", "the value, as it is typed")
    case .secret: ("one line, shown as dots, never kept in a draft and never undone", "string")
    case .note: ("nothing: people read its `help`", "nothing")
    }
  }
}

// MARK: - As Markdown

extension TemplateReference {
  /// The tables of keys, as Markdown for Forms/README.md.
  var markdown: [String] {
    tables.flatMap { table in
      ["", "#### \(table.title)", "", "| key | value | meaning |", "|---|---|---|"]
        + table.keys.map { "| `\($0.name)` | \($0.value) | \($0.sentence) |" }
    } + [""]
  }

  /// The table of row types, as Markdown for Forms/README.md.
  static var typesMarkdown: [String] {
    ["", "| type | input | in the export |", "|---|---|---|"]
      + RowType.allCases.map {
        "| `\($0.rawValue)` | \($0.reference.typed) | \($0.reference.exported) |"
      } + [""]
  }
}
