// Views of the values in a document. A view consists of a reference to the document and the index
// of a node.
//
// A view decodes its value each time it is read. Strings are compared scalar by scalar, as JSON
// requires. Swift's == is not used: it considers "é" as one scalar equal to "é" as two scalars.

/// A value, or a key, in a document.
public struct JSONValue: Sendable {
  /// The six kinds of values.
  public enum Kind: Sendable { case null, boolean, number, string, array, object }

  package let document: JSONDocument
  package let index: Int

  package init(document: JSONDocument, index: Int) {
    (self.document, self.index) = (document, index)
  }

  private var node: JSONNode { document.nodes[index] }

  /// The kind of this value.
  public var kind: Kind {
    switch node.scalar {
    case .null: .null
    case .false, .true: .boolean
    case .number: .number
    case .plainString, .escapedString: .string
    case nil: node.isObject ? .object : .array
    }
  }

  /// The range of the value in the document's bytes, including quotes and brackets.
  public var range: Range<Int> { node.range }

  /// The line and column of the value's first character.
  ///
  /// - Complexity: the same as that of ``JSONDocument/position(at:)``
  public var position: TextPosition { document.position(at: Int(node.start)) }

  /// The number of elements or members; 0 if the value is neither an array nor an object.
  public var count: Int { node.count }

  /// The index of the node after this one and its contents.
  package var nextIndex: Int { Int(node.next) }
}

// MARK: - Scalars

extension JSONValue {
  /// The value of `true` or `false`; nil for other kinds.
  public var bool: Bool? {
    switch node.scalar {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// The digits of a number exactly as written; nil for other kinds.
  public var numberText: String? {
    guard node.scalar == .number else { return nil }
    return String(decoding: document.bytes[node.range], as: UTF8.self)
  }

  /// The decoded content of a string; nil for other kinds.
  ///
  /// - Complexity: O(*n*) in the length of the string
  public var string: String? {
    switch node.scalar {
    case .plainString: String(decoding: document.bytes[node.content], as: UTF8.self)
    case .escapedString: withText { String(decoding: Array($0.decoded), as: UTF8.self) }
    default: nil
    }
  }

  /// The line and column of a byte of ``string`` (an offset in its UTF-8), or of its end.
  /// O(offset).
  ///
  /// The value must be a string.
  package func position(inString offset: Int) -> TextPosition {
    document.position(at: node.content.lowerBound + withText { $0.rawOffset(ofDecoded: offset) })
  }

  /// Calls `body` with the content of a string that has no escapes; returns nil for all other
  /// values.
  package func withPlainBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
    guard node.scalar == .plainString else { return nil }
    return withText { body($0.raw) }
  }

  /// Whether the value is a string without content.
  package var isEmptyString: Bool { node.scalar == .plainString && node.content.isEmpty }

  /// Calls `body` with the content of a string. The content must not be used after the call.
  private func withText<Result>(_ body: (JSONStringText) -> Result) -> Result {
    document.bytes.withUnsafeBufferPointer { body(JSONStringText(node, in: $0)) }
  }
}

// MARK: - Containers

extension JSONValue {
  /// The elements of an array in document order; empty for other kinds.
  public var elements: Elements {
    Elements(
      document: document, index: index + 1, count: node.isArray ? node.count : 0, haveKeys: false)
  }

  /// The members of an object in document order; empty for other kinds.
  public var members: Members {
    Members(document: document, index: index + 1, count: node.isObject ? node.count : 0)
  }

  /// The elements of an array, or the values of the members of an object.
  package var children: Elements {
    Elements(document: document, index: index + 1, count: count, haveKeys: node.isObject)
  }

  /// The value of the member whose decoded key has exactly the scalars of `key`; nil if there is no
  /// such member or the value is not an object.
  ///
  /// - Complexity: O(*n*) in the number of members
  public subscript(key: String) -> JSONValue? {
    members.first { $0.key.withText { $0.isEqual(to: key) } }?.value
  }

  /// The elements of an array, or the values of an object's members.
  public struct Elements: Sequence, IteratorProtocol, Sendable {
    let document: JSONDocument
    var index: Int
    var count: Int
    /// Whether a key precedes each element.
    let haveKeys: Bool

    /// The number of elements.
    public var underestimatedCount: Int { count }

    /// The next element; nil after the last.
    public mutating func next() -> JSONValue? {
      guard count > 0 else { return nil }
      count -= 1
      if haveKeys { index += 1 }
      defer { index = Int(document.nodes[index].next) }
      return JSONValue(document: document, index: index)
    }
  }

  /// The members of an object. Each key is a value of the kind string.
  public struct Members: Sequence, IteratorProtocol, Sendable {
    let document: JSONDocument
    var index: Int
    var count: Int

    /// The number of members.
    public var underestimatedCount: Int { count }

    /// The next member; nil after the last.
    public mutating func next() -> (key: JSONValue, value: JSONValue)? {
      guard count > 0 else { return nil }
      count -= 1
      defer { index = Int(document.nodes[index + 1].next) }
      return (
        JSONValue(document: document, index: index), JSONValue(document: document, index: index + 1)
      )
    }
  }
}
