// YAML with merge keys: `<<: *default` gives a mapping the members of another mapping.
//
// Two trees are involved. The written tree contains the merge keys as they are in the text; in the
// tree of values, the merged members replace each merge key. If a merged member is edited, its new
// value is added as a member of the mapping that has the merge key. It takes precedence over the
// merged member, so the mapping to which the alias refers stays unchanged. If a mapping must lack a
// member that its merge key provides, the other merged members are written in place of the merge
// key.

import FormModel
import LosslessJSON

/// A YAML document with merge keys, as a text that can be edited.
struct YAMLMergedText: DocumentText {
  /// The node of the written tree from which a node of the tree of values comes.
  fileprivate struct Origin {
    var node: Int32
    /// The merge key that provides the node; -1 for a node that is written at its own position.
    var mergeKey: Int32 = -1

    var isMerged: Bool { mergeKey >= 0 }
  }

  private let written: YAMLText
  private let merges: YAMLMerges
  private let tree: JSONDocument
  private let origins: [Origin]
  let nodesWithoutJSON: [Int]

  /// Creates the tree of values of a text with merge keys.
  ///
  /// - Throws: an error if a merge key has a value that cannot be merged.
  static func document(of text: YAMLText) throws(AnswersError) -> JSONDocument {
    let merges = try YAMLMerges(of: text)
    do throws(JSONError) {
      let text = try YAMLMergedText(text, merges)
      return text.tree.made(of: text)
    } catch {
      throw AnswersError(position: error.position, path: .root, sentence: error.description)
    }
  }

  private init(_ written: YAMLText, _ merges: YAMLMerges) throws(JSONError) {
    (self.written, self.merges) = (written, merges)
    var maker = TreeMaker(merges: merges)
    maker.copy(written.tree.root)
    origins = maker.origins
    tree = try JSONDocument(maker.builder)
    let special = Set(written.nodesWithoutJSON)
    nodesWithoutJSON = origins.indices.filter { [origins] in special.contains(Int(origins[$0].node))
    }
  }

  var format: DocumentFormat { .yaml }
  var bytes: [UInt8] { written.bytes }

  /// The range of a value, or the range of the merge key if another mapping provides the value.
  func span(of value: JSONValue) -> Range<Int>? {
    guard origins.indices.contains(value.index) else { return nil }
    let origin = origins[value.index]
    return written.span(ofNode: Int(origin.isMerged ? origin.mergeKey : origin.node))?.range
  }

  func pieces(with changes: DocumentChanges) -> [DocumentPiece] {
    var translated = DocumentChanges()
    let changes = changes.refined(in: tree)
    translate(tree.root, changes, changes.places, into: &translated)
    return written.pieces(withRefined: translated)
  }

  // MARK: - Changes of the written tree

  private func origin(of value: JSONValue) -> JSONValue {
    JSONValue(document: written.tree, index: Int(origins[value.index].node))
  }

  private func translate(
    _ value: JSONValue, _ changes: DocumentChanges, _ places: DocumentChanges.Places,
    into result: inout DocumentChanges
  ) {
    guard places.include(anythingIn: value) else { return }
    let target = origin(of: value)
    if let new = changes.replacement(of: value) { return result.replace(target, by: new) }
    if let mergeKey = merges.key(of: target) {
      let entries = entries(of: value, target, mergeKey, changes, places)
      result.arrange(target, as: entries)
    } else if let entries = changes.arrangement(of: value) {
      result.arrange(target, as: entries)
    }
    for (key, member) in value.members where !origins[key.index].isMerged {
      if let new = changes.replacement(of: key) { result.replace(origin(of: key), by: new) }
      translate(member, changes, places, into: &result)
    }
    for element in value.elements { translate(element, changes, places, into: &result) }
  }

  /// The entries to write for a mapping with a merge key.
  private func entries(
    of value: JSONValue, _ target: JSONValue, _ mergeKey: YAMLMerges.Key,
    _ changes: DocumentChanges, _ places: DocumentChanges.Places
  ) -> [DocumentChanges.Entry] {
    let members = Array(value.members)
    let entries =
      changes.arrangement(of: value) ?? members.indices.map { DocumentChanges.Entry.kept($0) }
    func name(of entry: DocumentChanges.Entry) -> String? {
      switch entry {
      case .new(let name, _): name
      case .kept(let index): changes.name(of: members[index].key)
      }
    }
    // If a member of the merged mapping is missing here, the merge key cannot stay, because readers
    // would still find that member. Beside a member with the name <<, readers would find two.
    let names = Set(entries.compactMap { name(of: $0).map { Array($0.utf8) } })
    let keepsMergeKey =
      !names.contains(Array("<<".utf8))
      && merges.members(mergedBy: mergeKey).allSatisfy {
        names.contains(Array(($0.key.string ?? "").utf8))
      }
    let indices = Dictionary(
      uniqueKeysWithValues: target.members.enumerated().map { ($1.key.index, $0) })
    var result: [DocumentChanges.Entry] = []
    var isPlaced = !keepsMergeKey
    func placeMergeKey() {
      if !isPlaced { result.append(.kept(mergeKey.index)) }
      isPlaced = true
    }
    for entry in entries {
      guard case .kept(let index) = entry else {
        result.append(entry)
        continue
      }
      let (key, member) = members[index]
      if origins[key.index].isMerged {
        placeMergeKey()
        let isChanged = changes.replacement(of: key) != nil || places.include(anythingIn: member)
        if isChanged || !keepsMergeKey {
          result.append(.new(name: name(of: entry), copy(of: member, with: changes)))
        }
      } else if let place = indices[Int(origins[key.index].node)] {
        if place > mergeKey.index { placeMergeKey() }
        result.append(.kept(place))
      }
    }
    placeMergeKey()
    return result
  }

  /// The value that results from all changes inside a merged value.
  private func copy(of value: JSONValue, with changes: DocumentChanges)
    -> DocumentChanges.NewValue
  {
    var changes = changes
    for node in YAMLStandIns.part(of: nodesWithoutJSON, in: value) {
      let number = JSONValue(document: tree, index: node)
      guard changes.replacement(of: number) == nil else { continue }
      changes.replace(number, by: YAMLStandIns.standIn(for: Int(origins[node].node)))
    }
    let bytes = JSONText(tree).value(value, with: changes)
    return DocumentChanges.NewValue { _ in bytes }
  }

  /// Copies the written tree with the merged members in place of the merge keys.
  private struct TreeMaker {
    let merges: YAMLMerges
    private(set) var builder = DocumentBuilder(notesPositions: false)
    private(set) var origins: [Origin] = []
    // No code reads the positions in the copy.
    private static let position = TextPosition(line: 1, column: 1)

    init(merges: YAMLMerges) { self.merges = merges }

    mutating func copy(_ value: JSONValue, mergeKey: Int32 = -1) {
      origins.append(Origin(node: Int32(truncatingIfNeeded: value.index), mergeKey: mergeKey))
      switch value.kind {
      case .object:
        builder.beginObject(at: TreeMaker.position)
        for member in merges.members(of: value) {
          let mergeKey =
            mergeKey >= 0 ? mergeKey : member.mergeKey.map { Int32(truncatingIfNeeded: $0) } ?? -1
          origins.append(
            Origin(node: Int32(truncatingIfNeeded: member.key.index), mergeKey: mergeKey))
          builder.copy(name: member.key, at: TreeMaker.position)
          copy(member.value, mergeKey: mergeKey)
        }
        builder.end()
      case .array:
        builder.beginArray(at: TreeMaker.position)
        for element in value.elements { copy(element, mergeKey: mergeKey) }
        builder.end()
      default: builder.copy(scalar: value, at: TreeMaker.position)
      }
    }
  }
}

extension DocumentChanges {
  /// The name of a member after the changes.
  fileprivate func name(of key: JSONValue) -> String? {
    guard let new = replacement(of: key) else { return key.string }
    return (try? JSONDocument(parsing: new.json(.oneLine)))?.root.string
  }
}
