// The types of values that a row allows, the value of a constant row, and the ways in which a
// document may write that there is no answer.

import LosslessJSON

/// The types of one row's values, the constant of the row, and its notations of a missing answer.
struct ValueNotation: Sendable {
  /// The types that are tried, in order; empty for a row of one type.
  var types: [RowType] = []
  /// The notations of a missing answer, the exported one first; empty if the row uses the notation
  /// of the form.
  var empty: [EmptyNotation] = []
  /// The only value of the row; nil if the row may have other values.
  var constant: RowValue?
}

/// A notation of a missing answer, in exports and documents.
package enum EmptyNotation: String, CaseIterable, Sendable {
  /// The value is null.
  case null
  /// The member is left out.
  case omit
  /// The value is an empty string.
  case string
  /// The value is an empty array.
  case list

  /// Reads a value as a notation of a missing answer; nil for any other value.
  init?(_ value: JSONValue) {
    switch value.kind {
    case .null: self = .null
    case .string where value.isEmptyString: self = .string
    case .array where value.count == 0: self = .list
    default: return nil
    }
  }
}

extension Template {
  /// The notation that exports use if a row has no answer.
  package func empty(_ row: FormRow.ID) -> EmptyNotation { empty(self[row]) }

  /// The notation that exports use if a row has no answer.
  package func empty(_ row: RowTemplate) -> EmptyNotation {
    if let notation = row.notation.empty.first { return notation }
    switch emptyAnswers {
    case .null: return .null
    case .omit: return .omit
    case .string: return .string
    }
  }
}
