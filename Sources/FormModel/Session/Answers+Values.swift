// The answer that a changed text is, and its value in an export.

import FormText
import LosslessJSON

extension Answers {
  /// A changed text as the answer of a row (law 13).
  func trimmed(_ text: Text, in row: FormRow.ID) -> Text {
    let type = rowType(of: row)
    guard type.keepsWhiteSpace else {
      return keepingWhiteSpace(text.trimmed, of: text, in: row)
    }
    return type.holdsLines ? text.withoutLastBlankLines : text
  }

  /// The value of an answer in a row of several types where the document has a string that looks
  /// like a value of another type, such as "3.9"; nil for other rows. The answer remains a string.
  func quotedValue(of answer: Text, in id: FormRow.ID) -> RowValue? {
    guard template[id].hasSeveralTypes, let string = loaded?.value(of: id)?.string,
      let meaning = try? template[id].value(of: Text(string)), meaning != .string(Text(string))
    else { return nil }
    return template[id].stringOfSeveralTypes(answer)
  }

  /// Adds the white space at the ends of a changed text to its answer if the document's text has the
  /// same: it was not typed, so it is not trimmed.
  private func keepingWhiteSpace(_ answer: Text, of text: Text, in row: FormRow.ID) -> Text {
    guard rowType(of: row) == .text, loaded?.value(of: row) != nil, !answer.isEmpty else {
      return answer
    }
    let (old, new) = (baseText(of: row).whiteSpaceAtEnds, text.whiteSpaceAtEnds)
    return Text(
      (old.start == new.start ? old.start : "") + answer.string
        + (old.end == new.end ? old.end : ""))
  }

  /// The value that an export writes for a changed answer. A free text ends with the line breaks
  /// with which the document's text ends: most texts of several lines in YAML have one, and no rule
  /// of a row means it. If the person continued after these line breaks, one more is enough.
  func withFinalLineBreaks(_ value: RowValue, of row: FormRow.ID) -> RowValue {
    guard loaded?.value(of: row) != nil, case .string(let text) = value,
      [.text, .paragraph].contains(rowType(of: row))
    else { return value }
    let base = baseText(of: row)
    let breaks = base.finalLineBreaks
    guard !breaks.isEmpty, isChanged(row) else { return value }
    let continues = text.string.unicodeScalars.starts(with: base.string.unicodeScalars)
    return .string(Text(text.string + (continues ? "\n" : breaks.string)))
  }
}
