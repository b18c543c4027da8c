// The behavior of row types, as data: each type has one `RowKind`, which is in the file of the
// type.
//
// Invariant: code outside `Rows/` tests a trait, not the name of a type, wherever a trait exists.
// No property has a default value, so every new type must set all of them.

package import FormText
import LosslessJSON

/// The behavior of a row type.
///
/// It is a class, so that reading one property does not copy the others. Each instance is made by a
/// single call with constants, so that the compiler creates it statically; otherwise every access
/// would check a lock.
package final class RowKind: Sendable {
  /// The structure of a text.
  package enum Shape: Sendable {
    /// No text, because the row asks nothing.
    case nothing
    case line
    /// One text that may have several lines.
    case lines
    /// One entry per line.
    case entries
  }

  /// The relation between the text of a row and the answer that it means.
  package enum Wording: Sendable {
    /// Every text is an answer, letter for letter.
    case free
    /// Every valid text is an answer, letter for letter.
    case checked
    /// Every valid text is an answer in some notation, so the length of the text has no meaning.
    case notation
    /// The answer may be shown in other words than were typed; a choice, for example, is shown by
    /// its label.
    case reworded
  }

  /// Abilities that only some types have.
  package struct Traits: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Surrounding white space is part of the answer (law 13).
    static let keepsWhiteSpace = Traits(rawValue: 1)
    /// The answer is yes or no, and Space toggles it.
    static let toggles = Traits(rawValue: 2)
    /// The template lists choices, and a person can pick candidates.
    static let takesPicks = Traits(rawValue: 4)
    /// The answer is never shown, never written to a draft, and has no undo.
    static let isSecret = Traits(rawValue: 8)
    /// The text is JSON, so a string in a document is shown with its quotation marks.
    static let isJSON = Traits(rawValue: 16)
  }

  /// The quantity that `min` and `max` limit.
  package enum Limits: Sendable { case numbers, dates, times, entries }

  /// The JSON form of answers in a document.
  struct JSONForm: Sendable {
    /// A noun for the value, used in messages.
    let noun: String
    /// A noun for an entry, used in messages; only for types with entries.
    var entryNoun: String?
    /// A noun for the string in a document, used in messages; only if a person may type other
    /// notations.
    var bareNoun: String?
    /// Whether a document may have the value. For types with entries, the value is one entry.
    let holds: @Sendable (JSONValue, RowTemplate) -> Bool

    static var string: JSONForm { JSONForm(noun: "a string") { value, _ in value.kind == .string } }
  }

  package let shape: Shape
  package let wording: Wording
  package let traits: Traits
  /// The quantity that `min` and `max` limit; nil for a type without these keys.
  package let limits: Limits?
  let json: JSONForm
  /// Returns the value of an answer.
  let value: @Sendable (Text, RowTemplate) throws(Refusal) -> RowValue
  /// Returns the text that a person would type for a value; nil if the value cannot be typed.
  let text: @Sendable (RowValue, RowTemplate) -> Text?
  /// Parses a text in the notation of exports; nil if exports use the notation that people type.
  package let exported: (@Sendable (Text, RowTemplate) -> RowValue?)?

  init(
    shape: Shape, wording: Wording, traits: Traits, limits: Limits?, json: JSONForm,
    value: @escaping @Sendable (Text, RowTemplate) throws(Refusal) -> RowValue,
    text: @escaping @Sendable (RowValue, RowTemplate) -> Text?,
    exported: (@Sendable (Text, RowTemplate) -> RowValue?)?
  ) {
    (self.shape, self.wording, self.traits, self.limits) = (shape, wording, traits, limits)
    (self.json, self.value, self.text, self.exported) = (json, value, text, exported)
  }
}
