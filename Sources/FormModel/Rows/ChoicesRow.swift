// Rows of type `choices`: a label or value a line.

package import FormText

/// What a text means in a choices row.
package enum ChoicesRow {
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
