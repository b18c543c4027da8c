// The merge keys of a YAML text, such as `<<: *default`, with the meaning that YAML 1.1 gives them
// (yaml.org/type/merge.html). A mapping with a merge key gets those members of the merged mappings
// that it does not have itself. If several merged mappings have a member, the first of these
// mappings provides it. YAML 1.2 has no merge keys, but its readers still accept them.

import FormModel
import LosslessJSON

/// The merge keys of a text.
struct YAMLMerges {
  /// The merge key of a mapping.
  struct Key {
    /// The index of the merge key's node in the written tree, in which merge keys are members like
    /// any other.
    var node: Int
    /// The index of the merge key among the members of the mapping.
    var index: Int
    /// The merged mapping, or a list of merged mappings.
    var value: JSONValue
  }

  /// A member of a mapping.
  struct Member {
    var key: JSONValue
    var value: JSONValue
    /// The node of the merge key that provides the member; nil if the mapping itself has the
    /// member.
    var mergeKey: Int?
  }

  private let nodes: Set<Int>

  /// - Throws: an error if a merge key has a value that cannot be merged.
  init(of text: YAMLText) throws(AnswersError) {
    nodes = Set(text.mergeKeys)
    for node in text.mergeKeys {
      let value = JSONValue(document: text.tree, index: node + 1)
      let isMergeable =
        value.kind == .object
        || value.kind == .array && value.elements.allSatisfy { $0.kind == .object }
      guard !isMergeable else { continue }
      throw AnswersError(
        position: text.tree.made(of: text).position(
          at: JSONValue(document: text.tree, index: node).range.lowerBound),
        path: .root,
        sentence:
          "the merge key << needs a mapping or a list of mappings; put the key in quotes if "
          + "it is a name")
    }
  }

  /// Whether a key is a merge key.
  static func isMergeKey(
    _ key: UnsafeBufferPointer<UInt8>, isPlain: Bool, tag: String?
  ) -> Bool {
    switch tag {
    case YAMLTag.merge: true
    case YAMLTag.string: false
    default: isPlain && key.elementsEqual("<<".utf8)
    }
  }

  /// The merge key of a mapping; nil if it has none.
  func key(of mapping: JSONValue) -> Key? {
    for (index, member) in mapping.members.enumerated() where nodes.contains(member.key.index) {
      return Key(node: member.key.index, index: index, value: member.value)
    }
    return nil
  }

  /// The members of a mapping. The merged members replace its merge key.
  func members(of mapping: JSONValue) -> [Member] {
    let mergeKey = key(of: mapping)
    var own: Set<[UInt8]> = []
    if mergeKey != nil { for (key, _) in mapping.members { own.insert(name(key)) } }
    return mapping.members.flatMap { key, value in
      guard let mergeKey, key.index == mergeKey.node else {
        return [Member(key: key, value: value)]
      }
      return members(mergedBy: mergeKey).filter { !own.contains(name($0.key)) }
    }
  }

  /// All members that a merge key provides, including those that the mapping itself has too.
  func members(mergedBy key: Key) -> [Member] {
    var names: Set<[UInt8]> = []
    var members: [Member] = []
    func add(_ value: JSONValue) {
      for mapping in value.kind == .array ? Array(value.elements) : [value] {
        let inner = self.key(of: mapping)
        for (name, value) in mapping.members
        where name.index != inner?.node && names.insert(self.name(name)).inserted {
          members.append(Member(key: name, value: value, mergeKey: key.node))
        }
        if let inner { add(inner.value) }
      }
    }
    add(key.value)
    return members
  }

  /// The bytes of a key in the tree. Keys with equal names have equal bytes.
  private func name(_ key: JSONValue) -> [UInt8] { Array(key.document.bytes[key.range]) }
}
