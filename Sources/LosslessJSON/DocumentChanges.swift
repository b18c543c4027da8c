// Changes to a document, independent of its text: replaced values, and containers whose members or
// elements are inserted, deleted or moved.
//
// A value is identified by its position in the tree, so the same changes can be written into any
// text that has this tree.

/// Changes to the values of a document.
package struct DocumentChanges {
  /// A value that is not yet in the document.
  package struct NewValue {
    /// Writes the value as JSON in a given layout.
    package let json: (JSONLayout) -> [UInt8]

    package init(json: @escaping (JSONLayout) -> [UInt8]) { self.json = json }

    /// The value `null`.
    package static var null: NewValue { NewValue { _ in Array("null".utf8) } }
  }

  /// A member or element of a changed container.
  package enum Entry {
    /// A member or element of the document, by its index in the container.
    case kept(Int)
    /// A new member or element; an element has no name.
    case new(name: String?, NewValue)
  }

  var replacements: [Int: NewValue] = [:]
  var arrangements: [Int: [Entry]] = [:]

  package init() {}

  package var isEmpty: Bool { replacements.isEmpty && arrangements.isEmpty }

  /// Replaces a value, or replaces the key of a member by another string.
  package mutating func replace(_ value: JSONValue, by new: NewValue) {
    replacements[value.index] = new
  }

  /// Sets the members or elements of a container; those that are missing in `entries` are deleted.
  package mutating func arrange(_ container: JSONValue, as entries: [Entry]) {
    let isAsBefore =
      entries.count == container.count
      && entries.enumerated().allSatisfy { place, entry in
        if case .kept(let index) = entry { index == place } else { false }
      }
    if !isAsBefore { arrangements[container.index] = entries }
  }

  /// The replacement of a value; nil if it is unchanged.
  package func replacement(of value: JSONValue) -> NewValue? { replacements[value.index] }

  /// The members or elements of a container; nil if they are unchanged.
  package func arrangement(of container: JSONValue) -> [Entry]? { arrangements[container.index] }

  /// The tree positions of all changes; everything between them can be copied.
  package var places: Places {
    Places(nodes: (Array(replacements.keys) + Array(arrangements.keys)).sorted())
  }

  /// Positions in a tree.
  package struct Places {
    /// The positions in ascending order.
    let nodes: [Int]

    /// Whether one of the positions is that of the given value, or of a value or key inside it.
    ///
    /// - Complexity: O(log *n*) in the number of positions
    package func include(anythingIn value: JSONValue) -> Bool {
      var (low, high) = (0, nodes.count)
      while low < high {
        let middle = (low + high) / 2
        if nodes[middle] < value.index { low = middle + 1 } else { high = middle }
      }
      return low < nodes.count && nodes[low] < value.nextIndex
    }
  }
}
