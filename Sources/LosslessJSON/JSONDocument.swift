// A JSON text that has been checked, with an index of where each value is in it.
//
// The document keeps the bytes exactly as they came and never a second form of them: a number stays
// the digits that were written, a string is decoded when it is asked for. Whoever changes a value
// replaces its range in `bytes` and leaves all the rest as its author laid it out.
//
// Invariants: `nodes` has every value and every key in document order, a container in front of what
// it holds, so that the first child of node i is i + 1 and `next` jumps over a whole value. Every
// range lies in `bytes`, and every string in it is valid UTF-8 with valid escapes; the views in
// JSONValue.swift rely on both without checking again.

import Synchronization

/// A valid JSON text and the tree of its values.
public struct JSONDocument: Sendable {
  /// The deepest nesting of arrays and objects that is accepted.
  public static let maximumDepth = 512

  /// The largest text that is accepted: 2 GiB.
  public static let maximumByteCount = 1 << 31

  /// The text, exactly as given.
  public var bytes: [UInt8] { storage.bytes }

  var nodes: [JSONNode] { storage.nodes }

  /// One reference, because every view of a value holds the document.
  private let storage: Storage

  private final class Storage: Sendable {
    let bytes: [UInt8]
    let nodes: [JSONNode]
    /// For each line where that came from, in a document that was made of another format.
    let sourcePositions: [TextPosition]?
    /// Made when the first place is asked for: most documents have nothing wrong in them.
    let positions = Mutex<PositionIndex?>(nil)

    init(bytes: [UInt8], nodes: [JSONNode], sourcePositions: [TextPosition]?) {
      (self.bytes, self.nodes, self.sourcePositions) = (bytes, nodes, sourcePositions)
    }
  }

  /// Reads a text that must be JSON to the letter of RFC 8259, in UTF-8 without a byte order mark.
  ///
  /// What the RFC leaves open is refused: an object that has a key twice (compared byte for byte
  /// after decoding), and escapes for half of a surrogate pair.
  ///
  /// - Throws: ``JSONError`` for the first thing that is wrong.
  /// - Complexity: O(*n*) in the number of bytes; 16 bytes of memory for each value and key.
  public init(parsing bytes: [UInt8]) throws(JSONError) {
    try self.init(parsing: bytes, maximumByteCount: Self.maximumByteCount)
  }

  /// The same with a limit that tests can reach.
  package init(
    parsing bytes: [UInt8], maximumByteCount: Int, sourcePositions: [TextPosition]? = nil
  ) throws(JSONError) {
    guard bytes.count <= maximumByteCount else {
      let start = TextPosition(line: 1, column: 1)
      throw JSONError(reason: .tooLarge, offset: 0, position: start)
    }
    let nodes = try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
      try JSONParser.parse(buffer)
    }
    storage = Storage(bytes: bytes, nodes: nodes, sourcePositions: sourcePositions)
  }

  /// The document's one value.
  public var root: JSONValue { JSONValue(document: self, index: 0) }

  /// The line and column of the scalar that a byte belongs to; an offset outside the text is moved
  /// to the nearer end.
  ///
  /// - Complexity: O(1), but O(*n*) for the first time
  public func position(at offset: Int) -> TextPosition {
    var offset = min(max(offset, 0), bytes.count)
    while offset < bytes.count, UTF8.isContinuation(bytes[offset]) { offset -= 1 }
    let position = bytes.withUnsafeBufferPointer { bytes in
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
}

// MARK: - Nodes

/// One value or key of a document: what it is and where, in 16 bytes.
struct JSONNode: Sendable {
  /// What a scalar is; strings with escapes are apart because the others need no decoding.
  enum Scalar: UInt32 { case null, `false`, `true`, number, plainString, escapedString }

  /// The offset of the first byte.
  var start: UInt32
  /// The offset behind the last byte.
  var end: UInt32
  /// The index of the node behind this one and all that it holds.
  var next: UInt32
  /// For a container its tag and, below it, the number of its elements or members; else the
  /// scalar's raw value. 30 bits are enough: 2 GiB have room for 2³⁰ − 1 elements.
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

  /// A container that opens at `start` and that ``close(end:next:count:)`` completes.
  init(openingObject isObject: Bool, at start: Int) {
    self.start = UInt32(truncatingIfNeeded: start)
    end = 0
    next = 0
    bits = isObject ? Self.objectTag : Self.arrayTag
  }

  /// Completes a container; called once.
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

  /// What a scalar is; nil for a container.
  var scalar: Scalar? {
    Scalar(rawValue: bits)
  }

  var isEscapedString: Bool { bits == Scalar.escapedString.rawValue }
}
