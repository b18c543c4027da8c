// Rows of type `choices`: one label or value per line.

package import FormText
import LosslessJSON

/// Interprets the texts of choices rows.
package enum ChoicesRow {
  static let kind = RowKind(
    shape: .entries, wording: .reworded, traits: [.takesPicks], limits: .entries,
    json: RowKind.JSONForm(noun: "an array of choices", entryNoun: "one of the choices") {
      $1.choices.mayHold($0)
    }, value: { answer, row in value(of: answer, among: row.choices) },
    text: { value, row in text(of: value, among: row.choices) },
    exported: { text, row in
      .list(entries(of: text).map { value(exportedAs: $0, among: row.choices) })
    })

  /// Returns the entries of a text, each without surrounding white space.
  package static func entries(of text: Text) -> [Text] {
    text.lines.filter { !$0.isBlank }.map(\.trimmed)
  }

  /// Returns the values of the choices that the entries mean, in the order of the entries.
  static func value(of answer: Text, among choices: ChoiceList) -> RowValue {
    .list(entries(of: answer).map { ChoiceRow.value(of: $0, among: choices) })
  }

  /// Returns the value that exports write as an entry. Exports write a value that no line can hold as
  /// a JSON string, as in rows of type `list`.
  private static func value(exportedAs entry: Text, among choices: ChoiceList) -> RowValue {
    let value = choices.value(exportedAs: entry)
    guard choices.choice(withValue: value) == nil, let text = ListRow.unquoted(entry) else {
      return value
    }
    return choices.value(exportedAs: text)
  }

  /// Returns one line for each value; nil if a value cannot be typed.
  private static func text(of value: RowValue, among choices: ChoiceList) -> Text? {
    guard case .list(let values) = value else { return nil }
    var lines: [String] = []
    for value in values {
      guard let text = ChoiceRow.text(of: value, among: choices) else { return nil }
      lines.append(text.string)
    }
    return Text(lines.joined(separator: "\n"))
  }
}
