// The identity of a row, and its properties for readers of the form.

public import FormText

/// One question with its present answer.
public struct FormRow: Sendable {
  /// The identity of a row: section, item, row. Never a position on the screen.
  ///
  /// An item's serial is assigned when the item is created and never reused, so text that belongs
  /// to an identity stays with it whatever is inserted, removed, moved or hidden (law 6).
  public struct ID: Hashable, Sendable {
    // A form keeps a million of them, so use only four bytes for each part.
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

    /// The section's index in the template.
    @inlinable public var section: Int {
      get { Int(parts.section) }
      set { parts.section = Int32(clamping: newValue) }
    }
    /// The item's serial, from 1; 0 in a section that does not repeat. An add line belongs to no
    /// item: it has 0, or the negative serial of the item around its list.
    @inlinable public var item: Int {
      get { Int(parts.item) }
      set { parts.item = Int32(clamping: newValue) }
    }
    /// The row's index among its section's row templates.
    @inlinable public var row: Int {
      get { Int(parts.row) }
      set { parts.row = Int32(clamping: newValue) }
    }
    /// The number of a row with a `count`, from 1; 0 for all others.
    @inlinable public var number: Int {
      get { Int(parts.number) }
      set { parts.number = Int32(clamping: newValue) }
    }

    // Rows are looked up a million times in a form: hashing two words costs half of hashing four.
    /// Hashes the identity as two words.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(Int64(parts.section) << 32 | Int64(parts.item))
      hasher.combine(Int64(parts.row) << 32 | Int64(parts.number))
    }
  }

  /// The identity of the row.
  public var id: ID
  /// Its position, from 0.
  public var index: Index
  /// The number that people see, from 1; nil for an add line.
  public var number: Number?
  /// Its label with `{n}` filled in.
  public var label: String
  /// Its help; empty without any.
  public var help: String
  /// The dim text of an empty row; empty without any.
  public var placeholder: String
  /// Whether saving requires an answer.
  public var isRequired: Bool
  /// The type of its answer.
  public var type: RowType
  /// Its text, including live text.
  public var text: Text
  /// Whether it has an answer.
  public var isFilled: Bool
  /// Its problem, as far as it was checked.
  public var problem: Problem?

  /// Whether it is an add line: the next item of a section, not created yet.
  public var isAddLine: Bool { number == nil }
}
