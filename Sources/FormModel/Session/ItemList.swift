// A list of items, and the identity of its add line.

/// The items of a repeating section inside one item of the section around it; or all of its items,
/// if it is outside of items.
public struct ItemList: Hashable, Sendable {
  /// The index of the section in the template.
  public var section: Int
  /// The serial of the item around them; 0 for none.
  public var parent: Int

  /// Creates the identity of a list.
  ///
  /// - Parameters:
  ///   - section: the index of the section.
  ///   - parent: the serial of the item around it; 0 outside of items.
  public init(section: Int, parent: Int) { (self.section, self.parent) = (section, parent) }
}

extension FormRow.ID {
  /// The identity of the add line of a list, which also has the problems of all its items together.
  init(addLineOf list: ItemList, in sections: [FormSection]) {
    self.init(
      section: list.section, item: -list.parent, row: sections[list.section].entryRow, number: 0)
  }

  /// The list of an add line.
  package var listOfAddLine: ItemList { ItemList(section: section, parent: max(-item, 0)) }
}

/// A set of lists. A person changes few lists; a program may change many.
package struct ItemLists: Sendable {
  package private(set) var lists: [ItemList] = []
  /// The same lists, once a linear search costs more.
  private var known: Set<ItemList>?

  private static let mostScanned = 16

  mutating func insert(_ list: ItemList) {
    if known == nil, lists.count > ItemLists.mostScanned { known = Set(lists) }
    let isNew = known?.insert(list).inserted ?? !lists.contains(list)
    if isNew { lists.append(list) }
  }
}
