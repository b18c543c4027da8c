// Converts texts to values and values to texts, by the kind of a row.

package import FormText
import LosslessJSON

extension RowTemplate {
  /// Returns the value of an answer.
  ///
  /// - Throws: the reason that the type refuses the answer.
  package func value(of answer: Text) throws(Refusal) -> RowValue {
    hasSeveralTypes ? try valueOfSeveralTypes(answer) : try type.kind.value(answer, self)
  }

  /// Returns the text for a loaded value: the text that a person would type, or the JSON text if
  /// the value does not fit the row. A string in the document is its own text, except in two types
  /// of rows: a choice row has the label of the choice as its text, and a row for JSON has the
  /// string with its quotation marks.
  func text(loading value: JSONValue) -> Text {
    // Do not use the candidates of a file: a loaded text must not change when the file is provided.
    if choices.file != nil, case .found = choices.candidates {
      return withoutCandidates.text(loading: value)
    }
    if value.kind == .null, !takesNull { return .empty }
    if type.isJSON { return Text(String(decoding: value.strictBytes, as: UTF8.self)) }
    guard rewords(value) else { return value.string.map { Text($0) } ?? value.sourceText }
    guard let loaded = RowValue(value), let text = type.kind.text(loaded, self),
      (try? self.value(of: text)) == loaded
    else { return isItemName ? Text(value.string ?? "") : value.sourceText }
    return text
  }

  /// Whether null is an answer of the row. Otherwise, it is a notation of a missing answer.
  var takesNull: Bool {
    type.isJSON && !notation.empty.isEmpty && !notation.empty.contains(.null)
  }

  /// Whether the text for a loaded value may differ from the value's spelling. A string keeps its
  /// spelling in every type except a single choice.
  private func rewords(_ value: JSONValue) -> Bool {
    type.isReworded && (value.kind != .string || type.takesPicks && !type.holdsEntries)
  }

  /// Whether the text for a loaded value is empty. Creates the text only if necessary.
  func isEmpty(loading value: JSONValue) -> Bool {
    if value.kind == .null { return !takesNull }
    if type.isJSON { return false }
    return rewords(value) ? text(loading: value).isEmpty : value.isEmptyString
  }

  /// Returns an answer as people see it: choices by their labels, booleans as yes or no, a UUID as
  /// exported.
  package func readable(_ answer: Text) -> Text {
    guard type.isReworded else { return answer }
    return (try? value(of: answer)).flatMap { type.kind.text($0, self) } ?? answer
  }

  /// Returns an answer on one line.
  package func readableLine(_ answer: Text) -> Text {
    guard type.holdsLines else { return readable(answer) }
    let lines = readable(answer).lines.filter { !$0.isBlank }.map(\.string)
    return Text(lines.joined(separator: type.holdsEntries ? ", " : " "))
  }
}

extension JSONValue {
  /// The value exactly as its document writes it.
  var sourceText: Text { Text(String(decoding: document.bytes[range], as: UTF8.self)) }
}

extension RowTemplate {
  /// Returns a text of the row on one line, with choices by their labels. A text that is longer
  /// than any screen is returned unchanged.
  package func lineInView(_ text: Text) -> Text {
    text.isEmpty || text.isTooLongToEdit ? text : readableLine(text)
  }
}
