// What differs between two states of a form's answers.
//
// A difference names rows and items by their identities on each side. Words are made of it only where it is
// shown, so a list of many differences costs no more than their identities.

public import FormText

/// A difference between the old and the new answers of a form.
public enum Difference: Hashable, Sendable {
  /// An item of a repeating section, by its serial on one side.
  public struct Item: Hashable, Sendable {
    public var section: Int
    public var serial: Int

    public init(section: Int, serial: Int) { (self.section, self.serial) = (section, serial) }

    /// The item around a row; nil outside of repeating sections.
    public init?(around row: FormRow.ID) {
      guard row.item > 0 else { return nil }
      self.init(section: row.section, serial: row.item)
    }
  }

  /// A row has another answer. Both identities are of the same row.
  case row(old: FormRow.ID, new: FormRow.ID)
  case added(Item)
  case removed(Item)
  /// An item has another place among those that both sides have.
  case moved(old: Item, new: Item)
}

/// The two sides of a comparison, as far as words need them.
public struct ComparedAnswers: Sendable {
  /// The answers to compare with.
  let old: Answers
  let new: Answers
  /// Whether the new side is its document as it was loaded, rather than what the form holds now.
  let areDocuments: Bool

  /// What a form holds now, beside the document it was opened with.
  public init(since answers: Answers) {
    (old, new, areDocuments) = (answers, answers, false)
  }

  /// Two documents of one form.
  public init(_ old: Answers, _ new: Answers) {
    (self.old, self.new, areDocuments) = (old, new, true)
  }

  /// The old answer of a row, nil without one.
  func oldAnswer(of row: FormRow.ID) -> Text? { old.documentAnswer(of: row) }

  /// The new answer of a row, nil without one.
  func newAnswer(of row: FormRow.ID) -> Text? {
    areDocuments ? new.documentAnswer(of: row) : new.exportedAnswer(of: row)
  }

  /// The place of an item among the old ones, from 0.
  func oldPosition(of item: Difference.Item) -> Int {
    old.documentPosition(of: item)
  }

  /// The place of an item among the new ones, from 0.
  func newPosition(of item: Difference.Item) -> Int {
    areDocuments
      ? new.documentPosition(of: item)
      : new.outline.position(ofItem: item.serial, inSection: item.section) ?? 0
  }
}

extension Answers {
  /// The answer that the document has of a row, nil without one.
  func documentAnswer(of row: FormRow.ID) -> Text? {
    guard let value = loaded?.value(of: row) else { return nil }
    let text = template[row].text(loading: value)
    return text.isEmpty ? nil : text
  }

  /// The number of items that the document has of a section; their serials are 1 to it.
  func documentItemCount(ofSection section: Int) -> Int { loaded?.itemCounts[section] ?? 0 }

  /// The place of an item in the document, from 0.
  func documentPosition(of item: Difference.Item) -> Int { item.serial - 1 }
}
