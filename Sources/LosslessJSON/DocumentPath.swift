// The way to a value of a JSON document, for people and for machines; as the name of a column:
// `work[0].name`, `["a.b"].c`.

import FormText

/// The way from the outermost value of a document to one inside.
public struct DocumentPath: Hashable, Sendable {
  package enum Part: Hashable, Sendable {
    case name(String)
    case index(Int)
  }

  /// All parts but an index at the end. Whoever walks an array makes a path of each element, mostly
  /// for nobody: so it takes no memory of its own.
  private var front: [Part] = []
  private var lastIndex: Int?

  package var parts: [Part] { lastIndex.map { front + [.index($0)] } ?? front }

  /// The way to the outermost value.
  public static let root = DocumentPath()

  /// Whether it is the outermost value.
  public var isRoot: Bool { front.isEmpty && lastIndex == nil }

  /// The way to a member.
  package func appending(_ name: String) -> DocumentPath { appending(.name(name)) }

  /// The way to an element, counted from 0.
  package func appending(_ index: Int) -> DocumentPath {
    var path = self
    if let lastIndex { path.front.append(.index(lastIndex)) }
    path.lastIndex = index
    return path
  }

  /// The way to what a part names.
  package func appending(_ part: Part) -> DocumentPath {
    if case .index(let index) = part { return appending(index) }
    var path = DocumentPath()
    path.front = parts + [part]
    return path
  }

  /// The name or index at its end, nil for the outermost value.
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
      case .name(let name): "/" + name.replacing("~", with: "~0").replacing("/", with: "~1")
      case .index(let index): "/\(index)"
      }
    }.joined()
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

extension DocumentPath {
  /// The path as the name of a column: `work[0].name`; a name that would be read otherwise stands
  /// as a JSON string in brackets, so that no two paths have the same name.
  package var columnName: String {
    func isPunctuation(_ byte: UInt8) -> Bool { ".[]\"".utf8.contains(byte) }
    return parts.reduce(into: "") { text, part in
      switch part {
      case .index(let index): text += "[\(index)]"
      case .name(let name) where name.isEmpty || name.utf8.contains(where: isPunctuation):
        var quoted: [UInt8] = []
        JSONWriter.appendString(name, to: &quoted)
        text += "[" + String(decoding: quoted, as: UTF8.self) + "]"
      case .name(let name): text += text.isEmpty ? name : ".\(name)"
      }
    }
  }

  /// The path that a column's name means, nil when it is none.
  package init?(columnName name: String) {
    var path = DocumentPath.root
    var rest = Array(name.utf8)[...]
    while !rest.isEmpty {
      if rest.first == UInt8(ascii: "[") {
        guard let part = DocumentPath.bracketed(&rest) else { return nil }
        path = path.appending(part)
        continue
      }
      if !path.isRoot {
        guard rest.first == UInt8(ascii: ".") else { return nil }
        rest.removeFirst()
      }
      let bare = rest.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "[") }
      guard !bare.isEmpty else { return nil }
      path = path.appending(.name(String(decoding: bare, as: UTF8.self)))
      rest = rest.dropFirst(bare.count)
    }
    guard !path.isRoot else { return nil }
    self = path
  }

  /// Takes `[7]` or `["name"]` off the front.
  private static func bracketed(_ rest: inout ArraySlice<UInt8>) -> Part? {
    rest.removeFirst()
    if rest.first == UInt8(ascii: "\"") {
      // The quote that closes is the first without a backslash in front that counts.
      var end = rest.startIndex + 1
      while end < rest.endIndex, rest[end] != UInt8(ascii: "\"") {
        end += rest[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      guard end + 1 < rest.endIndex, rest[end + 1] == UInt8(ascii: "]"),
        let name = try? JSONDocument(parsing: Array(rest[...end])).root.string
      else { return nil }
      rest = rest[(end + 2)...]
      return .name(name)
    }
    let digits = rest.prefix(while: \.isASCIIDigit)
    guard !digits.isEmpty, digits.count <= 12, digits.count == 1 || digits.first != 0x30,
      rest.dropFirst(digits.count).first == UInt8(ascii: "]")
    else { return nil }
    rest = rest.dropFirst(digits.count + 1)
    return .index(digits.reduce(0) { $0 * 10 + Int($1 - 0x30) })
  }
}
