// From text to value and back, by the kind of a row.

package import FormText
import LosslessJSON

extension RowTemplate {
  /// The value of an answer.
  ///
  /// - Throws: why the row's type refuses it.
  package func value(of answer: Text) throws(Refusal) -> RowValue {
    try type.kind.value(answer, self)
  }

  /// The text that a loaded value is: what a person would type for it, or its JSON text where the
  /// row cannot hold it. A string is text to every type.
  func text(loading value: JSONValue) -> Text {
    // The same before a file's candidates are there and after: a loaded text never changes.
    if choices.file != nil, case .found = choices.candidates {
      return withoutCandidates.text(loading: value)
    }
    if value.kind == .null { return .empty }
    guard rewords(value) else { return value.string.map { Text($0) } ?? value.sourceText }
    guard let loaded = RowValue(value), let text = type.kind.text(loaded, self),
      (try? self.value(of: text)) == loaded
    else { return value.sourceText }
    return text
  }

  /// Whether the text of a loaded value may be another than the value as it is written: a string is
  /// text to every type but that of a single choice.
  private func rewords(_ value: JSONValue) -> Bool {
    type.isReworded && (value.kind != .string || type.takesPicks && !type.holdsEntries)
  }

  /// Whether the text of a loaded value is empty; it is made only where that has to be looked at.
  func isEmpty(loading value: JSONValue) -> Bool {
    if value.kind == .null { return true }
    return rewords(value) ? text(loading: value).isEmpty : value.isEmptyString
  }

  /// An answer as it is shown to people: choices by their labels, booleans as yes and no, a UUID as it
  /// is exported.
  package func readable(_ answer: Text) -> Text {
    guard type.isReworded else { return answer }
    return (try? value(of: answer)).flatMap { type.kind.text($0, self) } ?? answer
  }

  /// An answer on one line.
  package func readableLine(_ answer: Text) -> Text {
    guard type.holdsLines else { return readable(answer) }
    let lines = readable(answer).lines.filter { !$0.isBlank }.map(\.string)
    return Text(lines.joined(separator: type.holdsEntries ? ", " : " "))
  }
}

extension JSONValue {
  /// The value as it is written in its document.
  var sourceText: Text { Text(String(decoding: document.bytes[range], as: UTF8.self)) }
}

extension RowTemplate {
  /// What a row holds, on one line and in the words of its choices; a text that is longer than any
  /// screen is not looked through for that.
  package func lineInView(_ text: Text) -> Text {
    text.isEmpty || text.isTooLongToEdit ? text : readableLine(text)
  }
}
