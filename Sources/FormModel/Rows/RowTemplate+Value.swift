// Converts texts to values and back, by the kind of a row.

package import FormText
import LosslessJSON

extension RowTemplate {
  /// The value of an answer.
  ///
  /// - Throws: the type's reason for refusing it.
  package func value(of answer: Text) throws(Refusal) -> RowValue {
    try type.kind.value(answer, self)
  }

  /// The text of a loaded value: as a person would type it, or its JSON text if the row cannot hold
  /// it. For every type, a string is its own text.
  func text(loading value: JSONValue) -> Text {
    // Ignore the candidates of a file: a loaded text must not change when they arrive.
    if choices.file != nil, case .found = choices.candidates {
      return withoutCandidates.text(loading: value)
    }
    if value.kind == .null { return .empty }
    if type.isJSON { return value.sourceText }
    guard rewords(value) else { return value.string.map { Text($0) } ?? value.sourceText }
    guard let loaded = RowValue(value), let text = type.kind.text(loaded, self),
      (try? self.value(of: text)) == loaded
    else { return isItemName ? Text(value.string ?? "") : value.sourceText }
    return text
  }

  /// Whether the text of a loaded value may differ from its spelling. For every type except a
  /// single choice, a string is its own text.
  private func rewords(_ value: JSONValue) -> Bool {
    type.isReworded && (value.kind != .string || type.takesPicks && !type.holdsEntries)
  }

  /// Whether the text of a loaded value is empty. Creates the text only if necessary.
  func isEmpty(loading value: JSONValue) -> Bool {
    if value.kind == .null || type.isJSON { return value.kind == .null }
    return rewords(value) ? text(loading: value).isEmpty : value.isEmptyString
  }

  /// An answer as people see it: choices by their labels, booleans as yes and no, a UUID as
  /// exported.
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
  /// The value as written in its document.
  var sourceText: Text { Text(String(decoding: document.bytes[range], as: UTF8.self)) }
}

extension RowTemplate {
  /// The text of a row on one line, in the words of its choices. A text longer than any screen is
  /// returned unchanged.
  package func lineInView(_ text: Text) -> Text {
    text.isEmpty || text.isTooLongToEdit ? text : readableLine(text)
  }
}
