// What identifies a row, and what a reader of the form sees of one.

public import FormText

/// One question with its answer, as it is now.
public struct FormRow: Sendable {
  /// Who the row is: section, item, row. Never a place on the screen.
  ///
  /// An item's serial is given when the item is made and never used again, so text that belongs to
  /// an identity stays with it whatever is inserted, removed, moved or hidden (law 6).
  public struct ID: Hashable, Sendable {
    // A form keeps a million of them: four bytes are enough for each part.
    @usableFromInline var parts: Parts

    @usableFromInline struct Parts: Hashable, Sendable {
      @usableFromInline var section, item, row, number: Int32

      @inlinable init(_ section: Int, _ item: Int, _ row: Int, _ number: Int) {
        (self.section, self.item) = (Int32(section), Int32(item))
        (self.row, self.number) = (Int32(row), Int32(number))
      }
    }

    @inlinable package init(section: Int, item: Int, row: Int, number: Int) {
      parts = Parts(section, item, row, number)
    }

    /// The section's place in the template, from 0.
    @inlinable public var section: Int {
      get { Int(parts.section) }
      set { parts.section = Int32(clamping: newValue) }
    }
    /// The item's serial, from 1; 0 in a section that does not repeat. An add line is of no item: it has 0,
    /// or the serial of the item around its list with a minus.
    @inlinable public var item: Int {
      get { Int(parts.item) }
      set { parts.item = Int32(clamping: newValue) }
    }
    /// The row's place among its section's row templates, from 0.
    @inlinable public var row: Int {
      get { Int(parts.row) }
      set { parts.row = Int32(clamping: newValue) }
    }
    /// The number of a row made by `count`, from 1; 0 for all others.
    @inlinable public var number: Int {
      get { Int(parts.number) }
      set { parts.number = Int32(clamping: newValue) }
    }

    // Rows are looked up a million times in a form: two words cost half of four.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(Int64(parts.section) << 32 | Int64(parts.item))
      hasher.combine(Int64(parts.row) << 32 | Int64(parts.number))
    }
  }

  /// Who the row is.
  public var id: ID
  /// Where it stands, from 0.
  public var index: Index
  /// The number that people see, from 1; nil for an add line.
  public var number: Number?
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

  /// Whether it is an add line: the next item of a section, not made yet.
  public var isAddLine: Bool { number == nil }
}
