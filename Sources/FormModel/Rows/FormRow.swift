// The identity of a row, and its properties for code that shows the form.

public import FormText

/// One question and its present answer.
public struct FormRow: Sendable {
  /// The identity of a row: section, item, row and number. It is not a position on the screen.
  ///
  /// An item's serial is assigned when the item is created, and never reused. So a text stays with
  /// its row when other rows are inserted, removed, moved or hidden (law 6).
  public struct ID: Hashable, Sendable {
    // A form stores a million identities, so each part has only four bytes.
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
    /// item, so its value is 0 or, if an item contains its list, the negative serial of that item.
    @inlinable public var item: Int {
      get { Int(parts.item) }
      set { parts.item = Int32(clamping: newValue) }
    }
    /// The index of the row's template in its section.
    @inlinable public var row: Int {
      get { Int(parts.row) }
      set { parts.row = Int32(clamping: newValue) }
    }
    /// The number within a row template with a `count`, from 1; 0 for all other rows.
    @inlinable public var number: Int {
      get { Int(parts.number) }
      set { parts.number = Int32(clamping: newValue) }
    }

    /// Hashes the identity as two words. This takes half as long as hashing four, and a large form
    /// looks up a million rows.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(Int64(parts.section) << 32 | Int64(parts.item))
      hasher.combine(Int64(parts.row) << 32 | Int64(parts.number))
    }
  }

  /// The identity of the row.
  public var id: ID
  /// The position of the row, from 0.
  public var index: Index
  /// The number that people see, from 1; nil for an add line.
  public var number: Number?
  /// The label of the row, with `{n}` replaced.
  public var label: String
  /// The help of the row; empty if there is none.
  public var help: String
  /// The dim text shown in an empty row; empty if there is none.
  public var placeholder: String
  /// Whether saving requires an answer.
  public var isRequired: Bool
  /// The type of the answer.
  public var type: RowType
  /// The text of the row. In the focused row, it includes the latest typing.
  public var text: Text
  /// Whether the row has an answer.
  public var isFilled: Bool
  /// The problem of the row, if the row has been checked.
  public var problem: Problem?

  /// Whether the row is an add line, which creates the next item of a section.
  public var isAddLine: Bool { number == nil }
}
