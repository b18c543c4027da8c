// The types of a row's values and the notations of no answer, as far as the row lists them.

import LosslessJSON

/// The types of values, and the notations of no answer, of one row.
struct ValueNotation: Sendable {
  /// The types that are tried, in order; empty for a row of one type.
  var types: [RowType] = []
  /// The notations of no answer, the exported one first; empty for that of the form.
  var empty: [EmptyNotation] = []
}

/// A notation of no answer in a row, in exports and documents.
package enum EmptyNotation: String, CaseIterable, Sendable {
  /// A null.
  case null
  /// No member.
  case omit
  /// An empty string.
  case string
  /// An empty array.
  case list

  /// The notation of no answer that a value of a document is; nil for any other value.
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
  /// The notation of no answer in exports of a row.
  package func empty(_ row: FormRow.ID) -> EmptyNotation { empty(self[row]) }

  /// The notation of no answer in exports of a row.
  package func empty(_ row: RowTemplate) -> EmptyNotation {
    if let notation = row.notation.empty.first { return notation }
    switch emptyAnswers {
    case .null: return .null
    case .omit: return .omit
    case .string: return .string
    }
  }
}
