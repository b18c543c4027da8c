// Rows of type `choices`: a label or value a line.

package import FormText
import LosslessJSON

/// What a text means in a choices row.
package enum ChoicesRow {
  static let kind = RowKind(
    shape: .entries, wording: .reworded, traits: [.takesPicks], limits: .entries,
    json: RowKind.JSONForm(
      noun: "an array of choices", entryNoun: "one of the choices", bareNoun: nil
    ) { $1.choices.mayHold($0) },
    value: { answer, row in value(of: answer, among: row.choices) },
    text: { value, row in
      if case .list(let values) = value { text(of: values, among: row.choices) } else { value.text }
    },
    exported: { text, row in .list(entries(of: text).map(row.choices.value(exportedAs:))) })

  /// The choices of a text, each without the white space around it.
  package static func entries(of text: Text) -> [Text] {
    text.lines.filter { !$0.isBlank }.map(\.trimmed)
  }

  /// The values that are meant, in the order they were given.
  static func value(of answer: Text, among choices: ChoiceList) -> RowValue {
    .list(entries(of: answer).map { ChoiceRow.value(of: $0, among: choices) })
  }

  /// A line for each value; nil when one cannot be typed.
  static func text(of values: [RowValue], among choices: ChoiceList) -> Text? {
    var lines: [String] = []
    for value in values {
      guard let text = ChoiceRow.text(of: value, among: choices) else { return nil }
      lines.append(text.string)
    }
    return Text(lines.joined(separator: "\n"))
  }
}
