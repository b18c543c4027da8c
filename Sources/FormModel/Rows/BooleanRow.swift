// Rows of type `boolean`: yes, no, or unanswered.

package import FormText
import LosslessJSON

/// Interprets the texts of boolean rows.
package enum BooleanRow {
  static let kind = RowKind(
    shape: .line, wording: .reworded, traits: [.toggles], limits: nil,
    json: RowKind.JSONForm(noun: "true or false") { value, _ in value.kind == .boolean },
    value: { (answer, _) throws(Refusal) in try value(of: answer) },
    text: { value, _ in
      if case .boolean(let answer) = value { answer ? "yes" : "no" } else { nil }
    }, exported: nil)

  private static let yes = ["yes", "y", "true"]
  private static let no = ["no", "n", "false"]

  /// Returns the value of yes or no, written in upper or lower case.
  static func value(of answer: Text) throws(Refusal) -> RowValue {
    let word = Folding.folded(answer.string)
    if yes.contains(word) { return .boolean(true) }
    if no.contains(word) { return .boolean(false) }
    throw Refusal(
      "\(answer.quoted) is neither yes nor no",
      correction: NearestName.nearest(to: word, among: ["yes", "no", "true", "false"]))
  }

  /// Returns the text after a toggle: yes becomes no, and any other text becomes yes.
  static func toggled(_ text: Text) -> Text { isYes(text) ? "no" : "yes" }

  /// Whether a text means yes.
  package static func isYes(_ text: Text) -> Bool {
    (try? value(of: text.trimmed)) == .boolean(true)
  }

  /// Returns the box shown for a text: ticked for yes, empty for no, or the box of an unanswered
  /// row.
  package static func box(for text: Text) -> String {
    switch try? value(of: text.trimmed) {
    case .boolean(true): "[x]"
    case .boolean(false): "[ ]"
    default: "[?]"
    }
  }
}
