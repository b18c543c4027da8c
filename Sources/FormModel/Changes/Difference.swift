// Differences between two states of a form's answers.
//
// A difference stores only the identities of rows and items on each side. Its words are computed
// when it is shown, so a long list of differences needs little memory.

import FormText
import LosslessJSON

/// A difference between the old and the new answers of a form.
public enum Difference: Hashable, Sendable {
  /// An item of a repeating section, identified on one side by its serial, a number that never
  /// changes.
  public struct Item: Hashable, Sendable {
    /// The index of the section in the template.
    public var section: Int
    /// The serial of the item on this side, from 1.
    public var serial: Int

    /// Creates the identity of an item.
    public init(section: Int, serial: Int) { (self.section, self.serial) = (section, serial) }

    /// The item that contains a row; nil outside of repeating sections.
    public init?(around row: FormRow.ID) {
      guard row.item > 0 else { return nil }
      self.init(section: row.section, serial: row.item)
    }
  }

  /// A row has another answer. The values are the identities of the row on both sides. They differ
  /// if the item of the row has different serials on the two sides.
  case row(old: FormRow.ID, new: FormRow.ID)
  case added(Item)
  case removed(Item)
  /// An item of both sides moved relative to the other items; `up` means toward the beginning.
  case moved(old: Item, new: Item, up: Bool)
}

/// The two sides of a comparison, which provide answers and positions for the words of a
/// difference. A class, because both sides are large and never change.
public final class ComparedAnswers: Sendable {
  /// The old answers.
  let old: Answers
  let new: Answers
  /// Whether the new side is a document as it was loaded, rather than the form's present answers.
  let areDocuments: Bool

  /// Compares the present answers of a form with the document it was opened with.
  public init(since answers: Answers) {
    (old, new, areDocuments) = (answers, answers, false)
  }

  /// Compares two documents of one form.
  public init(_ old: Answers, _ new: Answers) {
    (self.old, self.new, areDocuments) = (old, new, true)
  }

  /// The old answer of a row; nil if the row had none.
  func oldAnswer(of row: FormRow.ID) -> Text? { old.documentAnswer(of: row) }

  /// The new answer of a row; nil if the row has none.
  func newAnswer(of row: FormRow.ID) -> Text? {
    areDocuments ? new.documentAnswer(of: row) : new.exportedAnswer(of: row)
  }

  /// The items around an item of the old answers, outermost first, followed by the item itself.
  func oldChain(of item: Difference.Item) -> [Difference.Item] { old.documentChain(of: item) }

  /// The items around an item of the new answers, outermost first, followed by the item itself.
  func newChain(of item: Difference.Item) -> [Difference.Item] { new.chain(of: item) }

  /// The position of an item in its old list, from 0.
  func oldPosition(of item: Difference.Item) -> Int { old.documentPosition(of: item) }

  /// The name or position of an item in its old list.
  func oldPart(of item: Difference.Item) -> DocumentPath.Part {
    guard let row = old.template.nameRow(of: item) else { return .index(oldPosition(of: item)) }
    return .name(old.documentAnswer(of: row)?.string ?? "")
  }

  /// The name or position of an item in its new list.
  func newPart(of item: Difference.Item) -> DocumentPath.Part {
    guard new.template.nameRow(of: item) != nil else { return .index(newPosition(of: item)) }
    return .name(new.itemName(item.serial, ofSection: item.section))
  }

  /// The position of an item in its new list, from 0.
  func newPosition(of item: Difference.Item) -> Int {
    new.outline.position(ofItem: item.serial, inSection: item.section) ?? 0
  }
}

extension Template {
  /// The row whose answer names an item; nil if the item is an element of an array.
  fileprivate func nameRow(of item: Difference.Item) -> FormRow.ID? {
    sections[item.section].repetition?.keyRow.map {
      FormRow.ID(section: item.section, item: item.serial, row: $0, number: 0)
    }
  }
}

// MARK: - The document of a form

extension Answers {
  /// The answer of a row in the document; nil if the document has none.
  func documentAnswer(of row: FormRow.ID) -> Text? {
    guard let value = loaded?.value(of: row) else { return nil }
    let text = template[row].text(loading: value)
    return text.isEmpty ? nil : text
  }

  /// The number of a section's items in the document. A section inside items has one list in each
  /// outer item; the items of all these lists are counted. Their serials are 1 to this number.
  func documentItemCount(ofSection section: Int) -> Int {
    loaded?.itemCount(ofSection: section) ?? 0
  }

  /// Whether the document has an item.
  func documentHas(_ item: Difference.Item) -> Bool {
    item.serial <= documentItemCount(ofSection: item.section)
  }

  /// The serials of a list's items in the document; nil for an empty list.
  func documentItems(of list: ItemList) -> ClosedRange<Int>? {
    guard let lists = loaded?.lists[list.section] else { return nil }
    let place = lists.prefixCount { $0.parent < list.parent }
    guard lists.indices.contains(place), lists[place].parent == list.parent else { return nil }
    return lists[place].runs.first
  }

  /// The position of an item of the document in its list, from 0.
  func documentPosition(of item: Difference.Item) -> Int {
    documentItems(of: documentList(of: item)).map { item.serial - $0.lowerBound } ?? 0
  }

  /// The list that contains an item of the document.
  func documentList(of item: Difference.Item) -> ItemList {
    let lists = loaded?.lists[item.section] ?? []
    // Serials continue from one list to the next.
    let place = lists.prefixCount { ($0.runs.last?.upperBound ?? 0) < item.serial }
    let parent = lists.indices.contains(place) ? lists[place].parent : 0
    return ItemList(section: item.section, parent: parent)
  }

  /// The items around an item of the document, outermost first, followed by the item itself.
  func documentChain(of item: Difference.Item) -> [Difference.Item] {
    guard let parent = template.sections[item.section].parent else { return [item] }
    let around = Difference.Item(section: parent, serial: documentList(of: item).parent)
    return documentChain(of: around) + [item]
  }

  /// The items around an item of the form, outermost first, followed by the item itself.
  func chain(of item: Difference.Item) -> [Difference.Item] {
    zip(
      template.sections[item.section].chain,
      outline.items(around: item.serial, inSection: item.section)
    ).map { Difference.Item(section: $0, serial: $1) }
  }
}
