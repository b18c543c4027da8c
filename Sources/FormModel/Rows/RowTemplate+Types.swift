// Rows of several types. An answer is exported as a value of the first type that accepts it.
//
// The row's `type` decides how the row is edited. It is the last type in the list that is not
// boolean. In a row of several types, only `true` and `false` are boolean answers, because `no` may
// be meant as a text.

import FormText
import LosslessJSON

extension RowType {
  /// Whether a row may have other types in addition to this type.
  package var mayBeOneOfSeveral: Bool {
    kind.shape == .line && !takesPicks && !isSecret
  }

  /// Whether a key sets a rule. In a row of several types, a rule is checked only for answers of
  /// the types that understand its key.
  static func isRuleKey(_ key: String) -> Bool {
    ["pattern", "min", "max", "minLength", "maxLength", "multipleOf", "precision"].contains(key)
  }
}

extension RowTemplate {
  /// The types of the row, in the order in which they are tried.
  package var types: [RowType] { hasSeveralTypes ? notation.types : [type] }

  /// Whether the row has several types.
  var hasSeveralTypes: Bool { !notation.types.isEmpty }

  /// Whether every text is a valid answer, letter for letter.
  var isPlainText: Bool { type.isPlainText && !hasSeveralTypes }

  /// Returns the value of an answer, read by the first type that accepts the answer.
  func valueOfSeveralTypes(_ answer: Text) throws(Refusal) -> RowValue {
    for type in types {
      if let value = value(of: answer, as: type) { return value }
    }
    let nouns = types.map(\.kind.json.noun)
    throw Refusal(
      "\(answer.quoted) is \(nouns.count == 2 ? "neither" : "none of these:") "
        + nouns.list(joinedBy: nouns.count == 2 ? "nor" : "or"))
  }

  /// Returns the value of an answer as a string; nil if no type reads the answer as one.
  func stringOfSeveralTypes(_ answer: Text) -> RowValue? {
    types.lazy.compactMap { value(of: answer, as: $0) }.first {
      if case .string = $0 { true } else { false }
    }
  }

  private func value(of answer: Text, as type: RowType) -> RowValue? {
    guard type.toggles else { return try? type.kind.value(answer, self) }
    return ["true": .boolean(true), "false": .boolean(false)][answer.string]
  }

  /// Converts a value of a document by the first type that accepts its kind of JSON value; nil if
  /// no type does.
  func value(ofSeveralTypes value: JSONValue) -> RowValue? {
    types.lazy.compactMap { type -> RowValue? in
      guard type.kind.json.holds(value, self) else { return nil }
      switch value.kind {
      case .number:
        let text = Text(value.numberText ?? "")
        return type.kind.exported?(text, self) ?? self.value(of: text, as: type)
      case .string: return self.value(of: Text(value.string ?? ""), as: type)
      default: return RowValue(value)
      }
    }.first
  }

  /// Whether a rule applies to a value, because the type of the value understands the rule's key.
  func applies(_ rule: any Rule, to value: RowValue, of text: Text) -> Bool {
    guard hasSeveralTypes else { return true }
    let type = types.first { type in
      self.value(of: text, as: type) == value || type.kind.exported?(text, self) == value
    }
    return type?.understands(key: rule.key) ?? false
  }
}
