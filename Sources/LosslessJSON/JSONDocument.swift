// A valid JSON text with an index of its values.
//
// The document keeps the bytes exactly as given and stores no other copy of its values: a number
// keeps its digits, and a string is decoded each time it is read. To change a value, replace its
// range in `bytes`; everything else keeps its layout.
//
// Invariants: `nodes` contains every value and every key in document order. A container comes
// before its contents, so the first child of node i is i + 1, and `next` skips a whole value. Every
// range is inside `bytes`, and every string is valid UTF-8 with valid escapes. The views in
// JSONValue.swift rely on these invariants without checking them again.

import Synchronization

/// A valid JSON text and the tree of its values.
public struct JSONDocument: Sendable {
  /// The maximum nesting of arrays and objects that is accepted.
  public static let maximumDepth = 512

  /// The maximum size of a text that is accepted: 2 GiB.
  public static let maximumByteCount = 1 << 31

  package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The text, exactly as given.
  public var bytes: [UInt8] { storage.bytes }

  var nodes: [JSONNode] { storage.nodes }

  /// The dialect in which the text was read.
  package var dialect: JSONDialect { storage.dialect }

  /// Whether the text is strict RFC 8259.
  package var isStrict: Bool {
    !dialect.contains(.comments) && !bytes.starts(with: JSONDocument.byteOrderMark)
  }

  /// A single reference to the contents, because every view of a value contains the document.
  private let storage: Storage

  private final class Storage: Sendable {
    let bytes: [UInt8]
    let nodes: [JSONNode]
    let dialect: JSONDialect
    /// The position in the source for each line of `bytes`, in a document converted from another
    /// format.
    let sourcePositions: [TextPosition]?
    /// The text in another format from which the document was converted.
    let source: (any DocumentText)?
    /// The index that finds lines and columns. It is created when the first position is needed,
    /// because most documents have no errors.
    let positions = Mutex<PositionIndex?>(nil)

    init(
      bytes: [UInt8], nodes: [JSONNode], dialect: JSONDialect, sourcePositions: [TextPosition]?,
      source: (any DocumentText)?
    ) {
      (self.bytes, self.nodes, self.dialect) = (bytes, nodes, dialect)
      (self.sourcePositions, self.source) = (sourcePositions, source)
    }
  }

  /// Parses a text that must be strictly valid JSON (RFC 8259), in UTF-8 without a byte order mark.
  ///
  /// The RFC leaves two cases open. Both are errors here: an object with a duplicate key (keys are
  /// compared byte for byte after decoding), and an escape for half of a surrogate pair.
  ///
  /// - Throws: ``JSONError`` for the first error.
  /// - Complexity: O(*n*) in the number of bytes; each value or key takes 16 bytes of memory.
  public init(parsing bytes: [UInt8]) throws(JSONError) {
    try self.init(parsing: bytes, maximumByteCount: Self.maximumByteCount)
  }

  /// Parses a text in a dialect of JSON.
  package init(parsing bytes: [UInt8], as dialect: JSONDialect) throws(JSONError) {
    try self.init(parsing: bytes, maximumByteCount: Self.maximumByteCount, as: dialect)
  }

  /// Parses a text in a dialect of JSON, with a limit on its size that tests can reach.
  package init(
    parsing bytes: [UInt8], maximumByteCount: Int, as dialect: JSONDialect = .strict,
    sourcePositions: [TextPosition]? = nil
  ) throws(JSONError) {
    guard bytes.count <= maximumByteCount else {
      let start = TextPosition(line: 1, column: 1)
      throw JSONError(reason: .tooLarge, offset: 0, position: start)
    }
    let nodes = try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
      try JSONParser.parse(buffer, as: dialect)
    }
    storage = Storage(
      bytes: bytes, nodes: nodes, dialect: dialect, sourcePositions: sourcePositions, source: nil)
  }

  private init(storage: Storage) { self.storage = storage }

  /// Creates a document of a strict text that was parsed.
  init(bytes: [UInt8], nodes: [JSONNode]) {
    self.init(
      storage: Storage(
        bytes: bytes, nodes: nodes, dialect: .strict, sourcePositions: nil, source: nil))
  }

  /// This document, connected to the text from which it was converted.
  ///
  /// - Parameter keepsPositions: whether to keep the positions recorded while the tree was built.
  ///   If false, positions come from the spans of the source text.
  package func made(of source: any DocumentText, keepsPositions: Bool = false) -> JSONDocument {
    JSONDocument(
      storage: Storage(
        bytes: storage.bytes, nodes: storage.nodes, dialect: storage.dialect,
        sourcePositions: keepsPositions ? storage.sourcePositions : nil, source: source))
  }

  /// The text in which changes are made in place.
  package var text: any DocumentText { storage.source ?? JSONText(self) }

  /// The document `null`.
  package static let null = JSONDocument(
    storage: Storage(
      bytes: Array("null".utf8), nodes: [JSONNode(.null, 0..<4, next: 1)], dialect: .strict,
      sourcePositions: nil, source: nil))

  /// The number of values and keys.
  package var nodeCount: Int { nodes.count }

  /// The outermost value.
  public var root: JSONValue { JSONValue(document: self, index: 0) }

  /// The line and column of the character (Unicode scalar) that contains the byte at an offset. An
  /// offset outside the text is moved to the nearer end.
  ///
  /// - Complexity: O(1), except for the first call, which is O(*n*)
  public func position(at offset: Int) -> TextPosition {
    var offset = min(max(offset, 0), bytes.count)
    var text = bytes
    if storage.sourcePositions == nil, let source = storage.source {
      (text, offset) = (source.bytes, self.offset(in: source, of: offset))
    }
    while offset < text.count, UTF8.isContinuation(text[offset]) { offset -= 1 }
    let position = text.withUnsafeBufferPointer { bytes in
      storage.positions.withLock { positions in
        let index = positions ?? PositionIndex(bytes)
        positions = index
        return index.position(of: offset, in: bytes)
      }
    }
    guard let sourcePositions = storage.sourcePositions,
      sourcePositions.indices.contains(position.line - 1)
    else { return position }
    return sourcePositions[position.line - 1]
  }

  /// The offset in the source text of the value or key that contains a byte of `bytes`.
  private func offset(in source: any DocumentText, of offset: Int) -> Int {
    var (low, high) = (0, nodes.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(nodes[middle].start) <= offset { low = middle + 1 } else { high = middle }
    }
    // A value that comes from an alias (in YAML) has no span. The nearest earlier node with a span
    // is the alias, so the value has the position of the alias.
    for index in (0..<max(low, 1)).reversed() {
      if let span = source.span(of: JSONValue(document: self, index: index)) {
        return min(span.lowerBound, source.bytes.count)
      }
    }
    return 0
  }
}

// MARK: - Nodes

/// One value or key of a document, with its range. A node takes 16 bytes.
struct JSONNode: Sendable {
  /// The kind of a scalar. Strings with escapes have a separate case because the others need no
  /// decoding.
  enum Scalar: UInt32 { case null, `false`, `true`, number, plainString, escapedString }

  /// The offset of the first byte.
  var start: UInt32
  /// The offset after the last byte.
  var end: UInt32
  /// The index of the node after this one and its contents.
  var next: UInt32
  /// For a container, its tag and, in the lower bits, the number of its elements or members. For a
  /// scalar, the raw value of its kind. 30 bits are enough, because 2 GiB have room for at most 2³⁰
  /// − 1 elements.
  private var bits: UInt32

  private static let arrayTag: UInt32 = 0b10 << 30
  private static let objectTag: UInt32 = 0b11 << 30
  private static let countMask: UInt32 = (1 << 30) - 1

  init(_ scalar: Scalar, _ range: Range<Int>, next: Int) {
    start = UInt32(truncatingIfNeeded: range.lowerBound)
    end = UInt32(truncatingIfNeeded: range.upperBound)
    self.next = UInt32(truncatingIfNeeded: next)
    bits = scalar.rawValue
  }

  /// Creates a container that opens at `start`. ``close(end:next:count:)`` completes it.
  init(openingObject isObject: Bool, at start: Int) {
    self.start = UInt32(truncatingIfNeeded: start)
    end = 0
    next = 0
    bits = isObject ? Self.objectTag : Self.arrayTag
  }

  /// Completes a container. Must be called only once.
  mutating func close(end: Int, next: Int, count: Int) {
    self.end = UInt32(truncatingIfNeeded: end)
    self.next = UInt32(truncatingIfNeeded: next)
    bits |= UInt32(truncatingIfNeeded: count) & Self.countMask
  }

  var range: Range<Int> { Int(start)..<Int(end) }
  /// The bytes between a string's quotes.
  var content: Range<Int> { Int(start) + 1..<Int(end) - 1 }

  var isArray: Bool { bits >> 30 == 0b10 }
  var isObject: Bool { bits >> 30 == 0b11 }

  /// The number of elements or members; 0 for a scalar.
  var count: Int { isArray || isObject ? Int(bits & Self.countMask) : 0 }

  /// The kind of a scalar; nil for a container.
  var scalar: Scalar? {
    Scalar(rawValue: bits)
  }

  var isEscapedString: Bool { bits == Scalar.escapedString.rawValue }
}
