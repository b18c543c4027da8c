// A list of items, and the identity of its add line.

/// The identity of a list: the items of a repeating section that are inside one item of another
/// section. A section outside of items has one list with all its items.
public struct ItemList: Hashable, Sendable {
  /// The index of the section in the template.
  public var section: Int
  /// The serial (identifying number) of the item that contains the list; 0 if the list is outside
  /// of items.
  public var parent: Int

  /// Creates the identity of a list.
  ///
  /// - Parameters:
  ///   - section: the index of the section.
  ///   - parent: the serial of the item that contains the list; 0 if the list is outside of items.
  public init(section: Int, parent: Int) { (self.section, self.parent) = (section, parent) }
}

extension FormRow.ID {
  /// The identity of the add line of a list, the line on which people create its items. A problem
  /// of the whole list also belongs to this row.
  init(addLineOf list: ItemList, in sections: [FormSection]) {
    self.init(
      section: list.section, item: -list.parent, row: sections[list.section].entryRow, number: 0)
  }

  /// The list to which an add line belongs.
  package var listOfAddLine: ItemList { ItemList(section: section, parent: max(-item, 0)) }
}

/// A set of lists, in the order of insertion. A person changes so few lists that a linear search is
/// fast; a program may change many.
package struct ItemLists: Sendable {
  package private(set) var lists: [ItemList] = []
  /// The same lists as a set, created when a linear search would take longer.
  private var known: Set<ItemList>?

  private static let mostScanned = 16

  mutating func insert(_ list: ItemList) {
    if known == nil, lists.count > ItemLists.mostScanned { known = Set(lists) }
    let isNew = known?.insert(list).inserted ?? !lists.contains(list)
    if isNew { lists.append(list) }
  }
}
