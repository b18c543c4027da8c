// Stand-ins for infinities, `.nan` and merge keys in a part of a YAML text that is written again.
// Such a part is created from JSON, which cannot express any of them. So the JSON contains a
// stand-in for each: a number whose exponent begins with sixty zeros, or a name of sixty `<`.
// YAMLEmitter writes the original in place of each stand-in.

import FormModel
import LosslessJSON

/// The merge keys of a text and its numbers that JSON cannot express, with the stand-ins for both.
struct YAMLStandIns {
  private static let prefix = Array("0e-\(String(repeating: "0", count: 60))".utf8)
  private static let mergeKey = String(repeating: "<", count: 60)

  private let tree: JSONDocument
  private let nodes: [Int]
  private let mergeKeys: [Int]

  init(for text: YAMLText) {
    (tree, nodes, mergeKeys) = (text.tree, text.nodesWithoutJSON, text.mergeKeys)
  }

  /// Returns `changes` with additions: inside a value, stand-ins replace the merge keys and the
  /// numbers that JSON cannot express.
  func added(to changes: DocumentChanges, in value: JSONValue) -> DocumentChanges {
    var changes = changes
    for node in YAMLStandIns.part(of: nodes, in: value) {
      let value = JSONValue(document: tree, index: node)
      guard changes.replacement(of: value) == nil else { continue }
      changes.replace(value, by: YAMLStandIns.standIn(for: node))
    }
    for node in YAMLStandIns.part(of: mergeKeys, in: value) {
      changes.replace(
        JSONValue(document: tree, index: node),
        by: DocumentChanges.NewValue { _ in Array("\"\(YAMLStandIns.mergeKey)\"".utf8) })
    }
    return changes
  }

  /// The stand-in for a number.
  static func standIn(for node: Int) -> DocumentChanges.NewValue {
    let standIn = prefix + Array("\(node)".utf8)
    return DocumentChanges.NewValue { _ in standIn }
  }

  /// The original number of a stand-in; nil if `word` is not a stand-in.
  func number(for word: [UInt8]) -> [UInt8]? {
    guard !nodes.isEmpty, word.starts(with: YAMLStandIns.prefix),
      let node = Int(String(decoding: word.dropFirst(YAMLStandIns.prefix.count), as: UTF8.self)),
      YAMLStandIns.place(of: node, in: nodes) < YAMLStandIns.place(of: node + 1, in: nodes)
    else { return nil }
    return Array((JSONValue(document: tree, index: node).string ?? "").utf8)
  }

  /// Whether a name is the stand-in for a merge key.
  func isMergeKey(_ name: String) -> Bool {
    !mergeKeys.isEmpty && name == YAMLStandIns.mergeKey
  }

  /// Those nodes of an ascending list that are inside a value.
  static func part(of nodes: [Int], in value: JSONValue) -> ArraySlice<Int> {
    nodes[place(of: value.index, in: nodes)..<place(of: value.nextIndex, in: nodes)]
  }

  /// The index of the first node in an ascending list that is at or after a node.
  private static func place(of node: Int, in nodes: [Int]) -> Int {
    nodes.prefixCount { $0 < node }
  }
}
