// Infinities and `.nan` in YAML that is written anew. New text is made of JSON, which has no such
// numbers, so each of them is replaced by a stand-in: a number with sixty zeros in its exponent.

import LosslessJSON

/// The numbers of a text that JSON cannot express, and their stand-ins.
struct YAMLStandIns {
  private static let prefix = Array("0e-\(String(repeating: "0", count: 60))".utf8)

  private let tree: JSONDocument
  private let nodes: [Int]

  init(for text: YAMLText) { (tree, nodes) = (text.tree, text.nodesWithoutJSON) }

  /// Changes that also put the stand-ins into a value of the tree.
  func added(to changes: DocumentChanges, in value: JSONValue) -> DocumentChanges {
    var changes = changes
    for node in nodes[place(of: value.index)..<place(of: value.nextIndex)] {
      let value = JSONValue(document: tree, index: node)
      guard changes.replacement(of: value) == nil else { continue }
      let standIn = YAMLStandIns.prefix + Array("\(node)".utf8)
      changes.replace(value, by: DocumentChanges.NewValue { _ in standIn })
    }
    return changes
  }

  /// The number for a stand-in; nil for any other number.
  func number(for word: [UInt8]) -> [UInt8]? {
    guard !nodes.isEmpty, word.starts(with: YAMLStandIns.prefix),
      let node = Int(String(decoding: word.dropFirst(YAMLStandIns.prefix.count), as: UTF8.self)),
      place(of: node) < place(of: node + 1)
    else { return nil }
    return Array((JSONValue(document: tree, index: node).string ?? "").utf8)
  }

  /// The first of the numbers at or after a node.
  private func place(of node: Int) -> Int {
    var (low, high) = (0, nodes.count)
    while low < high {
      let middle = (low + high) / 2
      if nodes[middle] < node { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
