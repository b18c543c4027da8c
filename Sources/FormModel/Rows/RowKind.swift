// The behavior of a type of row, as data: one value for each type, in the file of the type.
//
// Invariant: nothing outside `Rows/` asks for the name of a type where a trait answers. No property
// has a default value, so that a new type cannot forget one.

package import FormText
import LosslessJSON

/// The behavior of a type of row.
///
/// A class, so that a question copies no other answers. The compiler makes its instances while it
/// builds as long as each is made by one call with constants; an instance that another function makes
/// costs a look at a lock with every question.
package final class RowKind: Sendable {
  /// The parts of a text.
  package enum Shape: Sendable {
    /// No text: the rows are no questions.
    case nothing
    case line
    /// Lines of one text.
    case lines
    /// An entry a line.
    case entries
  }

  /// The relation of a text to the answer.
  package enum Wording: Sendable {
    /// Every text is the answer, letter for letter.
    case free
    /// A text that the type accepts is the answer, letter for letter.
    case checked
    /// A text that the type accepts is the answer in a notation, whose length says nothing.
    case notation
    /// The answer is shown in other words than are typed, like the label of a choice.
    case reworded
  }

  /// Abilities of some types.
  package struct Traits: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// White space around the text is a part of the answer (law 13).
    static let keepsWhiteSpace = Traits(rawValue: 1)
    /// The answer is yes or no, and Space turns it over.
    static let toggles = Traits(rawValue: 2)
    /// The template lists choices, and candidates can be picked.
    static let takesPicks = Traits(rawValue: 4)
    /// The answer is never shown, kept in a draft or undone.
    static let isSecret = Traits(rawValue: 8)
  }

  /// The measure of `min` and `max`.
  package enum Limits: Sendable { case numbers, dates, times, entries }

  /// The JSON of an answer in a document.
  struct JSONForm: Sendable {
    /// The value, for sentences.
    let noun: String
    /// An entry of it, for sentences; only types with entries have one.
    var entryNoun: String?
    /// A string of it, for sentences, where the type accepts others that a person types.
    var bareNoun: String?
    /// Whether a document may have the value, or in a type with entries the entry.
    let holds: @Sendable (JSONValue, RowTemplate) -> Bool

    static var string: JSONForm { JSONForm(noun: "a string") { value, _ in value.kind == .string } }
  }

  package let shape: Shape
  package let wording: Wording
  package let traits: Traits
  /// The measure of `min` and `max`; nil for a type that does not understand them.
  package let limits: Limits?
  let json: JSONForm
  /// The value of an answer.
  let value: @Sendable (Text, RowTemplate) throws(Refusal) -> RowValue
  /// The text that a person would type for a value; nil if the value cannot be typed.
  let text: @Sendable (RowValue, RowTemplate) -> Text?
  /// Reads a text in the notation of exports; nil if the type accepts no other notation there.
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
