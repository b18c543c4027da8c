// Differences between two states of a form's answers.
//
// A difference refers to rows and items by their identities on each side. It gets words only when it
// is shown, so a long list of differences costs no more than its identities.

import FormText
import LosslessJSON

/// A difference between the old and the new answers of a form.
public enum Difference: Hashable, Sendable {
  /// An item of a repeating section, by its serial on one side.
  public struct Item: Hashable, Sendable {
    /// The index of the section in the template.
    public var section: Int
    /// The serial of the item on its side, from 1.
    public var serial: Int

    /// Creates the identity of an item.
    public init(section: Int, serial: Int) { (self.section, self.serial) = (section, serial) }

    /// The item around a row; nil outside of repeating sections.
    public init?(around row: FormRow.ID) {
      guard row.item > 0 else { return nil }
      self.init(section: row.section, serial: row.item)
    }
  }

  /// A row has another answer; its identity on each side.
  case row(old: FormRow.ID, new: FormRow.ID)
  case added(Item)
  case removed(Item)
  /// An item moved among the items that both sides have; `up` is toward the beginning.
  case moved(old: Item, new: Item, up: Bool)
}

/// The two sides of a comparison, to look up answers and positions for words.
public struct ComparedAnswers: Sendable {
  /// The answers to compare with.
  let old: Answers
  let new: Answers
  /// Whether the new side is its document as it was loaded, rather than the present answers.
  let areDocuments: Bool

  /// Compares the present answers of a form with the document it was opened with.
  public init(since answers: Answers) {
    (old, new, areDocuments) = (answers, answers, false)
  }

  /// Two documents of one form.
  public init(_ old: Answers, _ new: Answers) {
    (self.old, self.new, areDocuments) = (old, new, true)
  }

  /// The old answer of a row; nil without one.
  func oldAnswer(of row: FormRow.ID) -> Text? { old.documentAnswer(of: row) }

  /// The new answer of a row; nil without one.
  func newAnswer(of row: FormRow.ID) -> Text? {
    areDocuments ? new.documentAnswer(of: row) : new.exportedAnswer(of: row)
  }

  /// An item of the old answers and the items around it, the outermost first.
  func oldChain(of item: Difference.Item) -> [Difference.Item] { old.documentChain(of: item) }

  /// An item of the new answers and the items around it, the outermost first.
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
  /// The row that names an item; nil if it is an element of an array.
  fileprivate func nameRow(of item: Difference.Item) -> FormRow.ID? {
    sections[item.section].repetition?.keyRow.map {
      FormRow.ID(section: item.section, item: item.serial, row: $0, number: 0)
    }
  }
}

// MARK: - The document of a form

extension Answers {
  /// The answer of a row in the document; nil without one.
  func documentAnswer(of row: FormRow.ID) -> Text? {
    guard let value = loaded?.value(of: row) else { return nil }
    let text = template[row].text(loading: value)
    return text.isEmpty ? nil : text
  }

  /// The number of a section's items in all lists of the document. Their serials are 1 to this
  /// number.
  func documentItemCount(ofSection section: Int) -> Int {
    loaded?.itemCount(ofSection: section) ?? 0
  }

  /// Whether the document has an item.
  func documentHas(_ item: Difference.Item) -> Bool {
    item.serial <= documentItemCount(ofSection: item.section)
  }

  /// The serials of a list's items in the document; nil for none.
  func documentItems(of list: ItemList) -> ClosedRange<Int>? {
    guard let lists = loaded?.lists[list.section] else { return nil }
    let place = lists.prefixCount { $0.parent < list.parent }
    guard lists.indices.contains(place), lists[place].parent == list.parent else { return nil }
    return lists[place].runs.first
  }

  /// The position of a document's item in its list, from 0.
  func documentPosition(of item: Difference.Item) -> Int {
    documentItems(of: documentList(of: item)).map { item.serial - $0.lowerBound } ?? 0
  }

  /// The list that contains an item of the document.
  func documentList(of item: Difference.Item) -> ItemList {
    let lists = loaded?.lists[item.section] ?? []
    // Serials continue from list to list.
    let place = lists.prefixCount { ($0.runs.last?.upperBound ?? 0) < item.serial }
    let parent = lists.indices.contains(place) ? lists[place].parent : 0
    return ItemList(section: item.section, parent: parent)
  }

  /// An item of the document and the items around it, the outermost first.
  func documentChain(of item: Difference.Item) -> [Difference.Item] {
    guard let parent = template.sections[item.section].parent else { return [item] }
    let around = Difference.Item(section: parent, serial: documentList(of: item).parent)
    return documentChain(of: around) + [item]
  }

  /// An item of the form and the items around it, the outermost first.
  func chain(of item: Difference.Item) -> [Difference.Item] {
    zip(
      template.sections[item.section].chain,
      outline.items(around: item.serial, inSection: item.section)
    ).map { Difference.Item(section: $0, serial: $1) }
  }
}
