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
    exported: { text, row in .list(entries(of: text).map(row.choices.value(exportedAs:))) })

  /// Returns the entries of a text, each without surrounding white space.
  package static func entries(of text: Text) -> [Text] {
    text.lines.filter { !$0.isBlank }.map(\.trimmed)
  }

  /// Returns the values of the choices that the entries mean, in the order of the entries.
  static func value(of answer: Text, among choices: ChoiceList) -> RowValue {
    .list(entries(of: answer).map { ChoiceRow.value(of: $0, among: choices) })
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
