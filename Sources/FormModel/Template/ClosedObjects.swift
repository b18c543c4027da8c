// Closed objects: objects of a document that may only have the members that the form defines
// (`closed`).
//
// If a loaded document has other members in such an object, the form reports them as problems, but
// never removes them.

import FormText
import LosslessJSON

/// The closed objects of a form, as nodes of its `AnswerPlan`, the tree of the paths of all
/// answers.
struct ClosedObjects: Sendable {
  /// The nodes in ascending order. Few forms have closed objects.
  private var nodes: [Int] = []

  /// No closed objects.
  static let none = ClosedObjects()

  /// Whether an object is closed. O(log n) for n closed objects.
  func contains(_ node: Int) -> Bool {
    guard !nodes.isEmpty else { return false }
    let place = nodes.prefixCount { $0 < node }
    return nodes.indices.contains(place) && nodes[place] == node
  }

  fileprivate init(_ nodes: Set<Int>) { self.nodes = nodes.sorted() }

  private init() {}
}

/// A key `closed` that must wait until all rows are known.
struct UnreadClosing {
  let value: JSONValue
  let path: DocumentPath
  /// The node at which the paths in the key begin: the node of the document or of an item.
  let root: Int
}

extension TemplateReader {
  private static let allowedClosing = "true, or an array of paths of objects"

  /// Records the key `closed` of a form.
  mutating func noteClosing(of object: TemplateObject, root: Int?) {
    guard let value = object["closed"], let root else { return }
    unreadClosings.append(UnreadClosing(value: value, path: object.path(to: "closed"), root: root))
  }

  /// Records the key `closed` of a section's repeat.
  mutating func noteClosing(ofItemsIn section: TemplateObject, root: Int?) {
    guard let value = section["repeat"]?["closed"], let root else { return }
    unreadClosings.append(
      UnreadClosing(
        value: value, path: section.path(to: "repeat").appending("closed"), root: root))
  }

  /// Reads the keys `closed` after all rows.
  mutating func readClosings() -> ClosedObjects {
    var nodes = Set<Int>()
    for unread in unreadClosings {
      if unread.value.bool == true {
        planBuilder.addObjects(in: unread.root, to: &nodes)
        continue
      }
      guard unread.value.kind == .array else {
        collector.report(
          "\(unread.path.templateKey) must be \(TemplateReader.allowedClosing), not "
            + unread.value.kindName, at: unread.value, path: unread.path,
          allowed: TemplateReader.allowedClosing)
        continue
      }
      for (index, element) in unread.value.elements.enumerated() {
        guard let names = names(in: element) else {
          collector.report(
            "\(unread.path.templateKey) has \(element.kindName) where a path of an object is needed",
            at: element, path: unread.path.appending(index), allowed: "a path like \"a.b\", or []")
          continue
        }
        if let node = planBuilder.object(at: names, in: unread.root) {
          nodes.insert(node)
        } else if !isInDoubt {
          collector.report(
            "\(unread.path.templateKey): \(names.joined(separator: ".").quoted) is no object in which "
              + "the form has rows", at: element, path: unread.path.appending(index),
            allowed: "the path of an object with rows")
        }
      }
    }
    return ClosedObjects(nodes)
  }

  /// Whether objects may be missing from the plan because their rows have errors.
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
  /// The object at a path; nil if there is none.
  fileprivate func object(at path: [String], in root: Int) -> Int? {
    var object = object(among: root)
    for name in path {
      object = object.flatMap { names[details[$0]].find(name) }
        .flatMap { self.object(among: $0.value) }
    }
    return object
  }

  /// The node itself if it is an object. If the node is a shared key, the object that has this key.
  private func object(among node: Int) -> Int? {
    switch nodes[node] {
    case .object: node
    case .shared(let sharers): sharers.first { if case .object = nodes[$0] { true } else { false } }
    case .answer, .list, .items, .name, .id: nil
    }
  }

  /// Adds all objects in a node, and the node itself if it is an object.
  fileprivate func addObjects(in node: Int, to objects: inout Set<Int>) {
    switch nodes[node] {
    case .object:
      objects.insert(node)
      for member in members[details[node]] { addObjects(in: member.node, to: &objects) }
      for other in others where other.object == node {
        addObjects(in: other.items, to: &objects)
      }
    case .items(_, let root): addObjects(in: root, to: &objects)
    case .shared(let sharers): for sharer in sharers { addObjects(in: sharer, to: &objects) }
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
