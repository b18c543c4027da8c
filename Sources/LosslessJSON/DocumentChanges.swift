// Changes to a document, kept apart from the text: values are replaced, and the members or elements of
// a container are inserted, deleted and moved.
//
// Values are named by their places in the tree, so the same changes can be written into any text that
// the tree stands for.

/// Changes to the values of a document.
package struct DocumentChanges {
  /// A value that the document does not have yet.
  package struct NewValue {
    /// Writes it as JSON in some layout.
    package let json: (JSONLayout) -> [UInt8]

    package init(json: @escaping (JSONLayout) -> [UInt8]) { self.json = json }

    /// The value `null`.
    package static var null: NewValue { NewValue { _ in Array("null".utf8) } }
  }

  /// A member or element of a container that has changed.
  package enum Entry {
    /// One that the document has, by its place in the container.
    case kept(Int)
    /// A new one; an element has no name.
    case new(name: String?, NewValue)
  }

  private var replacements: [Int: NewValue] = [:]
  private var arrangements: [Int: [Entry]] = [:]

  package init() {}

  package var isEmpty: Bool { replacements.isEmpty && arrangements.isEmpty }

  /// Replaces a value.
  package mutating func replace(_ value: JSONValue, by new: NewValue) {
    replacements[value.index] = new
  }

  /// Gives a container these members or elements: those that are not named are deleted.
  package mutating func arrange(_ container: JSONValue, as entries: [Entry]) {
    let isAsBefore =
      entries.count == container.count
      && entries.enumerated().allSatisfy { place, entry in
        if case .kept(let index) = entry { index == place } else { false }
      }
    if !isAsBefore { arrangements[container.index] = entries }
  }

  /// The value that replaces a value.
  package func replacement(of value: JSONValue) -> NewValue? { replacements[value.index] }

  /// The members or elements of a container; nil where they are those of the document.
  package func arrangement(of container: JSONValue) -> [Entry]? { arrangements[container.index] }

  /// The places that have changed, to find out what is to be copied.
  package var places: Places {
    Places(nodes: (Array(replacements.keys) + Array(arrangements.keys)).sorted())
  }

  /// Places of a tree.
  package struct Places {
    /// In ascending order.
    fileprivate let nodes: [Int]

    /// Whether a value, or a value in it, is one of them.
    ///
    /// - Complexity: O(log *n*) in the number of places
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
