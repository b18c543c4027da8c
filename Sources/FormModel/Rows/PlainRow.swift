// Rows that accept any text, and rows without an answer.

import FormText

/// The kinds of rows whose answers are not checked.
enum PlainRow {
  /// One line: `text`, `phone` and `path`.
  static let line = RowKind(
    shape: .line, wording: .free, traits: [], limits: nil, json: .string,
    value: { answer, _ in .string(answer) }, text: { value, _ in value.text }, exported: nil)

  static let paragraph = RowKind(
    shape: .lines, wording: .free, traits: [.keepsWhiteSpace], limits: nil, json: .string,
    value: { answer, _ in .string(answer) }, text: { value, _ in value.text }, exported: nil)

  static let secret = RowKind(
    shape: .line, wording: .free, traits: [.keepsWhiteSpace, .isSecret], limits: nil, json: .string,
    value: { answer, _ in .string(answer) }, text: { value, _ in value.text }, exported: nil)

  static let note = RowKind(
    shape: .nothing, wording: .free, traits: [], limits: nil,
    json: RowKind.JSONForm(noun: "a string") { _, _ in true },
    value: { answer, _ in .string(answer) }, text: { value, _ in value.text }, exported: nil)
}
