// What identifies a row, and what a reader of the form sees of one.

public import FormText

/// One question with its answer, as it is now.
public struct FormRow: Sendable {
  /// Who the row is: section, item, row. Never a place on the screen.
  ///
  /// An item's serial is given when the item is made and never used again, so text that belongs to
  /// an identity stays with it whatever is inserted, removed, moved or hidden (law 6).
  public struct ID: Hashable, Sendable {
    /// The section's place in the template, from 0.
    public var section: Int32
    /// The item's serial, from 1; 0 in a section that does not repeat.
    public var item: Int32
    /// The row's place among its section's row templates, from 0.
    public var row: Int32
    /// The number of a row made by `count`, from 1; 0 for all others.
    public var number: Int32

    @inlinable package init(section: Int, item: Int, row: Int, number: Int) {
      self.section = Int32(section)
      self.item = Int32(item)
      self.row = Int32(row)
      self.number = Int32(number)
    }

    // Rows are looked up a million times in a form: two words cost half of four.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(Int64(section) << 32 | Int64(item))
      hasher.combine(Int64(row) << 32 | Int64(number))
    }
  }

  /// A row's place among all that can have the focus, from 0: rows that are shown, and the lines
  /// where items are made.
  public typealias Index = Int

  /// Who the row is.
  public var id: ID
  /// Where it stands, from 0.
  public var index: Index
  /// The number that people see, from 1; nil for a line where items are made.
  public var number: Int?
  /// Its label with `{n}` filled in.
  public var label: String
  /// Its help, empty when it has none.
  public var help: String
  /// What is painted dim while it is empty, empty when it has none.
  public var placeholder: String
  /// Whether saving needs an answer.
  public var isRequired: Bool
  /// What kind of answer it takes.
  public var type: RowType
  /// What it holds, live text included.
  public var text: Text
  /// Whether it holds an answer.
  public var isFilled: Bool
  /// What is wrong with it, as far as it was checked.
  public var problem: Problem?
}
