// The path of a value in a JSON document, for people and for programs.

import FormText

/// The path from the outermost value of a document to a value inside it.
public struct DocumentPath: Hashable, Sendable {
  package enum Part: Hashable, Sendable {
    case name(String)
    case index(Int)
  }

  /// All parts except an index at the end. Code that walks an array creates a path for each element
  /// but uses few of these paths, so the index is stored separately and needs no memory allocation.
  private var front: [Part] = []
  private var lastIndex: Int?

  package var parts: [Part] { lastIndex.map { front + [.index($0)] } ?? front }

  /// The path of the outermost value.
  public static let root = DocumentPath()

  /// Whether this is the path of the outermost value.
  public var isRoot: Bool { front.isEmpty && lastIndex == nil }

  /// The path of a member.
  package func appending(_ name: String) -> DocumentPath { appending(.name(name)) }

  /// The path of an element; elements are counted from 0.
  package func appending(_ index: Int) -> DocumentPath {
    var path = self
    if let lastIndex { path.front.append(.index(lastIndex)) }
    path.lastIndex = index
    return path
  }

  /// The path of the member or element that a part names.
  package func appending(_ part: Part) -> DocumentPath {
    if case .index(let index) = part { return appending(index) }
    var path = DocumentPath()
    path.front = parts + [part]
    return path
  }

  /// The name or index at the end of the path; nil for the outermost value.
  package var lastName: String? {
    switch parts.last {
    case .name(let name): name
    case .index(let index): "\(index)"
    case nil: nil
    }
  }

  /// The path as a JSON Pointer (RFC 6901): `/sections/0/rows`, with `~0` for `~` and `~1` for `/`.
  public var pointer: String {
    parts.map { part in
      switch part {
      case .name(let name): "/" + name.replacingAll("~", by: "~0").replacingAll("/", by: "~1")
      case .index(let index): "/\(index)"
      }
    }.joined()
  }

  /// The names and indices in a JSON Pointer (RFC 6901), as texts.
  package static func names(inPointer pointer: String) -> [String] {
    pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
      String($0).replacingAll("~1", by: "/").replacingAll("~0", by: "~")
    }
  }
}

extension DocumentPath: CustomStringConvertible {
  /// The path as people write it: `sections[0].rows`.
  public var description: String {
    parts.reduce(into: "") { text, part in
      switch part {
      case .name(let name): text += text.isEmpty ? name : ".\(name)"
      case .index(let index): text += "[\(index)]"
      }
    }
  }
}
