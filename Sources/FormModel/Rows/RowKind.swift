// The behavior of row types, as data: one value for each type, in the type's own file.
//
// Invariant: code outside `Rows/` asks for traits, never for the name of a type, if a trait can
// answer. No property has a default value, so a new type cannot forget one.

package import FormText
import LosslessJSON

/// The behavior of a row type.
///
/// A class, so that asking for one property copies no others. The compiler creates its instances
/// statically as long as each is made by one call with constants; otherwise every access checks a
/// lock.
package final class RowKind: Sendable {
  /// The structure of a text.
  package enum Shape: Sendable {
    /// No text: the rows ask nothing.
    case nothing
    case line
    /// One text of several lines.
    case lines
    /// One entry a line.
    case entries
  }

  /// The relation between a text and its answer.
  package enum Wording: Sendable {
    /// Every text is the answer, letter for letter.
    case free
    /// Every valid text is the answer, letter for letter.
    case checked
    /// Every valid text is the answer in some notation; its length has no meaning.
    case notation
    /// The answer is displayed in other words than were typed, like the label of a choice.
    case reworded
  }

  /// Abilities of some types.
  package struct Traits: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Surrounding white space is part of the answer (law 13).
    static let keepsWhiteSpace = Traits(rawValue: 1)
    /// The answer is yes or no, and Space toggles it.
    static let toggles = Traits(rawValue: 2)
    /// The template lists choices, and candidates can be picked.
    static let takesPicks = Traits(rawValue: 4)
    /// The answer is never shown, kept in a draft or undone.
    static let isSecret = Traits(rawValue: 8)
    /// The text is JSON, so a string in a document is not its own text.
    static let isJSON = Traits(rawValue: 16)
  }

  /// The quantity that `min` and `max` limit.
  package enum Limits: Sendable { case numbers, dates, times, entries }

  /// The JSON form of an answer in a document.
  struct JSONForm: Sendable {
    /// The value as a noun, for sentences.
    let noun: String
    /// An entry as a noun, for sentences; only for types with entries.
    var entryNoun: String?
    /// A string as a noun, for sentences, if a person may also type it in other notations.
    var bareNoun: String?
    /// Whether a document may have the value, or the entry for types with entries.
    let holds: @Sendable (JSONValue, RowTemplate) -> Bool

    static var string: JSONForm { JSONForm(noun: "a string") { value, _ in value.kind == .string } }
  }

  package let shape: Shape
  package let wording: Wording
  package let traits: Traits
  /// The quantity that `min` and `max` limit; nil for a type without these keys.
  package let limits: Limits?
  let json: JSONForm
  /// The value of an answer.
  let value: @Sendable (Text, RowTemplate) throws(Refusal) -> RowValue
  /// The text that a person would type for a value; nil if the value cannot be typed.
  let text: @Sendable (RowValue, RowTemplate) -> Text?
  /// Parses a text in the notation of exports; nil if the type has no other notation there.
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
