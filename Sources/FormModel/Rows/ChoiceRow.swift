// Rows of type `choice`, which are answered with a label or value of the template's choices.
// `StrictRule` decides whether other texts are allowed.

import FormText
import LosslessJSON

/// Interprets the texts of choice rows.
enum ChoiceRow {
  static let kind = RowKind(
    shape: .line, wording: .reworded, traits: [.takesPicks], limits: nil,
    json: RowKind.JSONForm(noun: "one of the choices") { $1.choices.mayHold($0) },
    value: { answer, row in value(of: answer, among: row.choices) },
    text: { value, row in text(of: value, among: row.choices) },
    exported: { text, row in row.choices.value(exportedAs: text) })

  /// Returns the value of the choice that a text means; the value of any other text is the text
  /// itself.
  static func value(
    of answer: Text, among choices: ChoiceList, where isOffered: ((Int) -> Bool)? = nil
  ) -> RowValue {
    choices.choice(for: answer.trimmed, where: isOffered)?.value ?? .string(answer)
  }

  /// Returns the label of the choice with a value. Any other value is returned as a person would
  /// type it.
  static func text(of value: RowValue, among choices: ChoiceList) -> Text? {
    choices.choice(withValue: value)?.label ?? value.text
  }
}
