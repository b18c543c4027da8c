// Rows of type `list`: an entry a line, exactly as typed; a line without one is no entry.

import FormText
import LosslessJSON

/// What a text means in a list row.
enum ListRow {
  static let kind = RowKind(
    shape: .entries, wording: .reworded, traits: [.keepsWhiteSpace], limits: .entries,
    json: RowKind.JSONForm(noun: "an array of strings", entryNoun: "a string") { value, _ in
      value.kind == .string
    },
    value: { answer, _ in value(of: answer) },
    text: { value, _ in text(of: value) }, exported: nil)

  /// The entries of a text.
  static func entries(of text: Text) -> [Text] { text.lines.filter { !$0.isBlank } }

  /// Any text is a list.
  static func value(of answer: Text) -> RowValue { .list(entries(of: answer).map { .string($0) }) }

  /// A line for each entry; nil when one is no string.
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
