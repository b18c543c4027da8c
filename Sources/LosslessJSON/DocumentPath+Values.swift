// Finds the path of a value from its position in the tree.

extension JSONValue {
  /// The path of this value in its document; for a key, the path of its value.
  ///
  /// - Complexity: O(*n*) in the number of values that precede this one in its containers
  package var path: DocumentPath {
    var path = DocumentPath.root
    var container = document.root
    while container.index < index, index < container.nextIndex {
      var position = 0
      var inner: JSONValue?
      if container.kind == .object {
        for (key, value) in container.members where index < value.nextIndex {
          path = path.appending(key.string ?? "")
          inner = value
          break
        }
      } else {
        for element in container.elements {
          if index < element.nextIndex {
            path = path.appending(position)
            inner = element
            break
          }
          position += 1
        }
      }
      guard let inner else { return path }
      container = inner
    }
    return path
  }
}
