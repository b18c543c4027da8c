// The keys of a template that name objects and arrays by their paths.
//
// `closed` names objects of a document that may only have the members that the form defines. If a
// loaded document has other members in such an object, the form reports them as problems, but never
// removes them.
//
// `present` names objects and arrays that are written without answers too, as {} or [], if the
// object around them is written.

import FormText
import LosslessJSON

/// Some nodes of an `AnswerPlan`, the tree of the paths of all answers.
package struct PlanNodes: Sendable {
  /// The nodes in ascending order. Few forms have any.
  private var nodes: [Int] = []

  /// Whether the set contains a node. O(log n) for n nodes in the set.
  package func contains(_ node: Int) -> Bool {
    guard !nodes.isEmpty else { return false }
    let place = nodes.prefixCount { $0 < node }
    return nodes.indices.contains(place) && nodes[place] == node
  }

  fileprivate init(_ nodes: Set<Int>) { self.nodes = nodes.sorted() }
}

/// The objects and arrays that the keys of a template name.
struct NamedContainers: Sendable {
  /// A key that names containers.
  enum Key: String, CaseIterable {
    case closed, present

    /// The containers that the key can name.
    fileprivate var noun: String { self == .closed ? "object" : "object or array" }
  }

  /// The objects that may only have the members that the form defines.
  let closed: PlanNodes
  /// The objects and arrays that are written without answers too.
  let present: PlanNodes
}

/// A key that names containers and must wait until all rows are known.
struct UnreadContainers {
  let key: NamedContainers.Key
  let value: JSONValue
  let path: DocumentPath
  /// The node at which the paths in the key begin: the node of the document or of an item.
  let root: Int
}

extension TemplateReader {
  /// Records the keys of a form that name containers.
  mutating func noteContainers(of object: TemplateObject, root: Int?) {
    noteContainers(root: root, path: object.path(to:)) { object[$0] }
  }

  /// Records the keys of a section's repeat that name containers.
  mutating func noteContainers(ofItemsIn section: TemplateObject, root: Int?) {
    let path = section.path(to: "repeat")
    noteContainers(root: root, path: path.appending) { section["repeat"]?[$0] }
  }

  private mutating func noteContainers(
    root: Int?, path: (String) -> DocumentPath, value: (String) -> JSONValue?
  ) {
    guard let root else { return }
    for key in NamedContainers.Key.allCases {
      guard let value = value(key.rawValue) else { continue }
      unreadContainers.append(
        UnreadContainers(key: key, value: value, path: path(key.rawValue), root: root))
    }
  }

  /// Reads the keys that name containers, after all rows.
  mutating func readContainers() -> NamedContainers {
    var nodes: [NamedContainers.Key: Set<Int>] = [:]
    for unread in unreadContainers { read(unread, into: &nodes[unread.key, default: []]) }
    return NamedContainers(
      closed: PlanNodes(nodes[.closed] ?? []), present: PlanNodes(nodes[.present] ?? []))
  }

  private mutating func read(_ unread: UnreadContainers, into nodes: inout Set<Int>) {
    if unread.value.bool == true {
      return planBuilder.addContainers(in: unread.root, for: unread.key, to: &nodes)
    }
    let noun = unread.key.noun
    guard unread.value.kind == .array else {
      let allowed =
        "true, or an array of paths of \(unread.key == .closed ? "objects" : "objects and arrays")"
      return collector.report(
        "\(unread.path.templateKey) must be \(allowed), not \(unread.value.kindName)",
        at: unread.value, path: unread.path, allowed: allowed)
    }
    for (index, element) in unread.value.elements.enumerated() {
      guard let names = names(in: element) else {
        collector.report(
          "\(unread.path.templateKey) has \(element.kindName) where a path of an \(noun) is needed",
          at: element, path: unread.path.appending(index),
          allowed: unread.key == .closed ? "a path like \"a.b\", or []" : "a path like \"a.b\"")
        continue
      }
      let found = planBuilder.containers(at: names, in: unread.root, for: unread.key)
      nodes.formUnion(found)
      if found.isEmpty, !isInDoubt {
        let path = names.isEmpty ? "[]" : names.joined(separator: ".").quoted
        collector.report(
          "\(unread.path.templateKey): \(path) is no \(noun) in which the form has rows",
          at: element,
          path: unread.path.appending(index), allowed: "the path of an \(noun) with rows")
      }
    }
  }

  /// Whether containers may be missing from the plan because their rows have errors.
  private var isInDoubt: Bool { !collector.errors.isEmpty }

  /// The names in a path; nil if the value is not a path.
  private func names(in path: JSONValue) -> [String]? {
    if let source = path.string {
      let names = source.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      return names.contains("") ? nil : names
    }
    let names = path.elements.compactMap(\.string)
    return path.kind == .array && names.count == path.count ? names : nil
  }
}

extension AnswerPlanBuilder {
  /// The containers at a path that a key can name; several if the path is a shared key. The document
  /// or item itself cannot be `present`, because it is always written.
  fileprivate func containers(
    at path: [String], in root: Int, for key: NamedContainers.Key
  ) -> [Int] {
    guard key == .closed || !path.isEmpty else { return [] }
    var found = sharers(of: root)
    for name in path {
      let object = found.first { if case .object = nodes[$0] { true } else { false } }
      found =
        object.flatMap { names[details[$0]].find(name) }.map { sharers(of: $0.value) } ?? []
    }
    return found.filter { isContainer($0, for: key) }
  }

  /// The nodes that share a key, or the node itself.
  private func sharers(of node: Int) -> [Int] {
    if case .shared(let sharers) = nodes[node] { sharers } else { [node] }
  }

  private func isContainer(_ node: Int, for key: NamedContainers.Key) -> Bool {
    switch nodes[node] {
    case .object: true
    case .list, .items: key == .present
    case .answer, .shared, .name, .id: false
    }
  }

  /// Adds all containers in a node, and the node itself, that a key can name.
  fileprivate func addContainers(
    in node: Int, for key: NamedContainers.Key, to containers: inout Set<Int>
  ) {
    if isContainer(node, for: key) { containers.insert(node) }
    switch nodes[node] {
    case .object:
      for member in members[details[node]] {
        addContainers(in: member.node, for: key, to: &containers)
      }
      for other in others where other.object == node {
        addContainers(in: other.items, for: key, to: &containers)
      }
    case .items(_, let root): addContainers(in: root, for: key, to: &containers)
    case .shared(let sharers):
      for sharer in sharers { addContainers(in: sharer, for: key, to: &containers) }
    case .answer, .list, .name, .id: break
    }
  }
}

extension AnswerPlan {
  /// The names of an object's members.
  func memberNames(of object: Int) -> [String] {
    guard case .object(let members) = nodes[object] else { return [] }
    return members.map(\.name.source)
  }
}
