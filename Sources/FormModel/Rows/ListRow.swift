// Rows of type `list`: an entry a line, exactly as typed; a line without one is no entry.

import FormText

/// What a text means in a list row.
enum ListRow {
  /// The entries of a text.
  static func entries(of text: Text) -> [Text] { text.lines.filter { !$0.isBlank } }

  /// Any text is a list.
  static func value(of answer: Text) -> RowValue { .list(entries(of: answer).map { .string($0) }) }

  /// A line for each entry; nil when one is no string.
  static func text(of values: [RowValue]) -> Text? {
    var lines: [String] = []
    for value in values {
      guard case .string(let entry) = value else { return nil }
      lines.append(entry.string)
    }
    return Text(lines.joined(separator: "\n"))
  }
}
