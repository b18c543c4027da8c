// The key `repeat` of a section.

/// The repetition of a section.
public struct Repetition: Sendable {
  /// The place where new items are inserted.
  public enum Insertion: String, CaseIterable, Sendable {
    /// Before the first item.
    case first
    /// After the last item.
    case last
  }

  /// The path of the array or object with the items in an export.
  public let path: AnswerPath
  /// Whether the path leads to an object with rows of its own, whose other members are the items.
  public let takesOtherMembers: Bool
  /// The row whose answer is the name of an item, if items are members of an object; otherwise nil.
  public internal(set) var keyRow: Int?
  /// The number of items in a new form.
  public let initial: Int
  /// The smallest number of filled items with which the form can be saved.
  public let minimum: Int
  /// The largest number of items; nil if the file sets no limit.
  public let maximum: Int?
  /// The place where a new item is inserted.
  public let insertion: Insertion
  /// The label of an item; `{n}` is the present position of the item.
  public let label: NumberedText
  /// Whether the section has an entry line: an add line that keeps its text until Enter is pressed.
  public let hasEntry: Bool
  /// The boolean row that is drawn as a box before the first row of an item; nil if there is none.
  public internal(set) var tick: Int?

  /// Whether the items are the members of an object.
  package var isMap: Bool { keyRow != nil }
}
