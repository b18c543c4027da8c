// Rows of type `list`: one entry per line, exactly as typed; blank lines are ignored.

import FormText
import LosslessJSON

/// Interprets the texts of list rows.
enum ListRow {
  static let kind = RowKind(
    shape: .entries, wording: .reworded, traits: [.keepsWhiteSpace], limits: .entries,
    json: RowKind.JSONForm(noun: "an array of strings", entryNoun: "a string") { value, _ in
      value.kind == .string
    },
    value: { answer, _ in value(of: answer) },
    text: { value, _ in text(of: value) }, exported: nil)

  /// Returns the entries of a text.
  static func entries(of text: Text) -> [Text] { text.lines.filter { !$0.isBlank } }

  /// Returns the list. Every text is valid.
  static func value(of answer: Text) -> RowValue { .list(entries(of: answer).map { .string($0) }) }

  /// Returns one line for each entry; nil if an entry is not a string.
  private static func text(of value: RowValue) -> Text? {
    guard case .list(let values) = value else { return nil }
    var lines: [String] = []
    for value in values {
      guard case .string(let entry) = value else { return nil }
      lines.append(entry.string)
    }
    return Text(lines.joined(separator: "\n"))
  }
}
