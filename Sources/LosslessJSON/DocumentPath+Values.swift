// Finds the paths of values from their positions in the tree.

extension JSONValue {
  /// The path of this value in its document; for a key, the path of its value.
  ///
  /// - Complexity: O(*n*) in the number of values that precede this one in its containers
  package var path: DocumentPath {
    var finder = PathFinder(document)
    return finder.path(at: index)
  }
}

/// Finds the paths of many values in the order of the document.
package struct PathFinder {
  /// A container around the value that was found last.
  private struct Level {
    let path: DocumentPath
    let container: JSONNode
    /// The position of the present element, or of the key of the present member.
    var child: Int
    /// The number of children before it.
    var place = 0
  }

  private let document: JSONDocument
  private var levels: [Level] = []

  package init(_ document: JSONDocument) {
    self.document = document
    enter(0, .root)
  }

  private mutating func enter(_ index: Int, _ path: DocumentPath) {
    levels.append(Level(path: path, container: document.nodes[index], child: index + 1))
  }

  /// The path of the value or key at a position in the tree, which must not be smaller than the one
  /// before.
  ///
  /// - Complexity: O(*n*) for all paths together in the number of values that precede the last one
  package mutating func path(at index: Int) -> DocumentPath {
    while index > 0, let last = levels.indices.last {
      guard index < Int(levels[last].container.next) else {
        levels.removeLast()
        continue
      }
      let skipsKeys = levels[last].container.isObject ? 1 : 0
      var value = levels[last].child + skipsKeys
      while index >= Int(document.nodes[value].next) {
        levels[last].child = Int(document.nodes[value].next)
        levels[last].place += 1
        value = levels[last].child + skipsKeys
      }
      let path =
        skipsKeys == 1
        ? levels[last].path.appending(
          JSONValue(document: document, index: levels[last].child).string ?? "")
        : levels[last].path.appending(levels[last].place)
      if index <= value { return path }
      enter(value, path)
    }
    return .root
  }
}
