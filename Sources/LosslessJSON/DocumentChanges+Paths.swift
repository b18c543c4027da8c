// Finds values that are still in a document after changes.

extension DocumentChanges {
  /// The first of some values that is still in the document after the changes, with its new path.
  ///
  /// - Parameter nodes: the tree positions of the values, in ascending order.
  package func firstKept(
    of nodes: [Int], in document: JSONDocument
  ) -> (path: DocumentPath, value: JSONValue)? {
    var rest = nodes[...]
    return firstKept(of: &rest, in: document.root, path: .root)
  }

  private func firstKept(
    of nodes: inout ArraySlice<Int>, in value: JSONValue, path: DocumentPath
  ) -> (path: DocumentPath, value: JSONValue)? {
    nodes = nodes.drop { $0 < value.index }
    guard let first = nodes.first, first < value.nextIndex, replacement(of: value) == nil else {
      return nil
    }
    if first == value.index { return (path, value) }
    let kept = arrangement(of: value).map { entries in
      Set(entries.compactMap { if case .kept(let index) = $0 { index } else { nil } })
    }
    var names = value.members.makeIterator()
    for (index, child) in value.children.enumerated() {
      let name = value.kind == .object ? names.next()?.key.string : nil
      guard kept?.contains(index) ?? true else { continue }
      let path = name.map { path.appending($0) } ?? path.appending(index)
      if let found = firstKept(of: &nodes, in: child, path: path) { return found }
    }
    return nil
  }
}
