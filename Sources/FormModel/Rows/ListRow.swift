// Rows of type `list`: one entry per line, exactly as typed; blank lines are ignored.
//
// A line cannot hold an entry that is blank or has several lines. Such an entry is a JSON string on
// one line, as in "" or "one\ntwo". A line that looks like such a string is read as one, so an entry
// that looks like one is written in quotation marks, too. All other entries are never quoted.

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
  static func entries(of text: Text) -> [Text] {
    text.lines.filter { !$0.isBlank }.map { unquoted($0) ?? $0 }
  }

  /// The entry that a line writes as a JSON string; nil if the line is the entry itself.
  static func unquoted(_ line: Text) -> Text? {
    let bytes = line.string.utf8
    guard bytes.count > 1, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\""),
      let document = try? JSONDocument(parsing: Array(bytes)), let string = document.root.string
    else { return nil }
    let entry = Text(string)
    return needsQuotationMarks(entry) ? entry : nil
  }

  private static func needsQuotationMarks(_ entry: Text) -> Bool {
    entry.isBlank || entry.hasSeveralLines || unquoted(entry) != nil
  }

  /// The line for an entry.
  fileprivate static func line(for entry: Text) -> String {
    guard needsQuotationMarks(entry) else { return entry.string }
    var line: [UInt8] = []
    JSONWriter.appendString(entry.string, to: &line)
    return String(decoding: line, as: UTF8.self)
  }

  /// Returns the list. Every text is valid.
  static func value(of answer: Text) -> RowValue { .list(entries(of: answer).map { .string($0) }) }

  /// Returns one line for each entry; nil if an entry is not a string.
  private static func text(of value: RowValue) -> Text? {
    guard case .list(let values) = value else { return nil }
    var lines: [String] = []
    for value in values {
      guard case .string(let entry) = value else { return nil }
      lines.append(line(for: entry))
    }
    return Text(lines.joined(separator: "\n"))
  }
}

extension RowValue {
  /// The line of an entry in the text of a list.
  package var listLine: String {
    if case .string(let entry) = self { ListRow.line(for: entry) } else { text?.string ?? "" }
  }
}
