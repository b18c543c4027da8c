// From text to value and back: the one function per type (section 8 of the design), and which of
// them a row asks.

package import FormText
import LosslessJSON

extension RowTemplate {
  /// The value of an answer.
  ///
  /// - Throws: why the row's type refuses it.
  package func value(of answer: Text) throws(Refusal) -> RowValue {
    switch type {
    case .text, .phone, .path, .paragraph, .secret, .note: .string(answer)
    case .email: try EmailRow.value(of: answer)
    case .url: try URLRow.value(of: answer)
    case .uuid: try UUIDRow.value(of: answer)
    case .integer: try IntegerRow.value(of: answer)
    case .decimal: try DecimalRow.value(of: answer)
    case .date: try DateRow.value(of: answer, isRequired: isRequired)
    case .time: try TimeRow.value(of: answer)
    case .boolean: try BooleanRow.value(of: answer)
    case .choice: ChoiceRow.value(of: answer, among: choices)
    case .choices: ChoicesRow.value(of: answer, among: choices)
    case .list: ListRow.value(of: answer)
    }
  }

  /// The text that a loaded value is: what a person would type for it, or its JSON text where the
  /// row cannot hold it. A string is text to every type.
  func text(loading value: JSONValue) -> Text {
    // The same before a file's candidates are there and after: a loaded text never changes.
    if choices.file != nil, case .found = choices.candidates {
      return withoutCandidates.text(loading: value)
    }
    switch (type, value.kind) {
    case (_, .null): return .empty
    case (.choice, _), (.choices, .array), (.list, .array), (.boolean, .boolean):
      guard let loaded = RowValue(value), let text = text(of: loaded),
        (try? self.value(of: text)) == loaded
      else { return value.sourceText }
      return text
    default: return value.string.map { Text($0) } ?? value.sourceText
    }
  }

  /// Whether the text of a loaded value is empty; it is made only where that has to be looked at.
  func isEmpty(loading value: JSONValue) -> Bool {
    switch (type, value.kind) {
    case (_, .null): true
    case (.choice, _), (.choices, .array), (.list, .array): text(loading: value).isEmpty
    case (_, .string): value.isEmptyString
    default: false
    }
  }

  /// What a person would type for a value.
  private func text(of value: RowValue) -> Text? {
    switch (type, value) {
    case (.boolean, .boolean(let answer)): BooleanRow.text(of: answer)
    case (.choice, _): ChoiceRow.text(of: value, among: choices)
    case (.choices, .list(let values)): ChoicesRow.text(of: values, among: choices)
    case (.list, .list(let values)): ListRow.text(of: values)
    default: value.text
    }
  }

  /// An answer as it is shown to people: choices by their labels, booleans as yes and no, a UUID as it
  /// is exported.
  package func readable(_ answer: Text) -> Text {
    switch type {
    case .boolean, .choice, .choices, .list, .uuid:
      (try? value(of: answer)).flatMap(text(of:)) ?? answer
    default: answer
    }
  }

  /// An answer on one line.
  package func readableLine(_ answer: Text) -> Text {
    guard type.holdsLines else { return readable(answer) }
    let lines = readable(answer).lines.filter { !$0.isBlank }.map(\.string)
    return Text(lines.joined(separator: type == .paragraph ? " " : ", "))
  }
}

extension JSONValue {
  /// The value as it is written in its document.
  var sourceText: Text { Text(String(decoding: document.bytes[range], as: UTF8.self)) }
}
