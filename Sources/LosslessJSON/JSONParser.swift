// Parses a JSON text into nodes, in one pass, without recursion and without copying. It can pause
// between two values.
//
// Open arrays and objects are on the stack `frames`, which is bounded; the parser never recurses.
// Every byte is read by `current`, or after comparing the offset with the count, so even an invalid
// text is never read past its end. At the end `current` is 0. No rule of the grammar accepts a byte
// 0, so every rule stops there, and `unexpected` distinguishes the end of the text from a byte 0 in
// the text.
//
// The first error in document order is reported. Therefore duplicate keys are checked when the
// second key is read, not when the object ends.

/// Reserves memory for the approximate number of nodes in a document of short texts. Reserved memory
/// that stays unused is never touched.
private func reserve(_ nodes: inout [JSONNode], byteCount: Int) {
  nodes.reserveCapacity(min(byteCount / 12, 1 << 22))
}

extension JSONError {
  /// Creates an error of the parser.
  init(_ fault: JSONParser.Fault, in bytes: UnsafeBufferPointer<UInt8>) {
    self.init(
      reason: fault.reason, offset: fault.offset,
      position: TextPosition(of: fault.offset, in: bytes))
  }
}

/// The state of the parser while it reads one text.
struct JSONParser {
  /// An error whose offset is not yet converted to line and column.
  struct Fault: Error {
    var reason: JSONError.Reason
    var offset: Int
  }

  /// An array or object that has been opened and not yet closed.
  fileprivate struct Frame {
    let index: Int
    let isObject: Bool
    var count = 0
    /// Whether the last element of `keySets` contains the object's keys.
    var hasKeySet = false
  }

  /// The maximum number of keys for which comparing with each key is faster than hashing.
  private static let maximumScannedKeys = 16

  let bytes: UnsafeBufferPointer<UInt8>
  private let dialect: JSONDialect
  var offset = 0
  var nodes: [JSONNode] = []
  private var frames: [Frame] = []
  /// The keys of those open objects that have many keys, outermost first. The hash has a different
  /// seed in each process, so an attacker cannot prepare keys that collide.
  private var keySets: [Set<JSONStringText>] = []

  /// The state of a parser of a strict text that paused between two values.
  struct Pause: Sendable {
    fileprivate var offset = 0
    fileprivate(set) var nodes: [JSONNode] = []
    fileprivate var frames: [Frame] = []

    /// Creates the state before the beginning of a text.
    init(beforeTextOf byteCount: Int) { reserve(&nodes, byteCount: byteCount) }
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>, _ dialect: JSONDialect) {
    (self.bytes, self.dialect) = (bytes, dialect)
    reserve(&nodes, byteCount: bytes.count)
  }

  /// Creates a parser that continues after a pause.
  init(_ bytes: UnsafeBufferPointer<UInt8>, after pause: inout Pause) {
    (self.bytes, dialect) = (bytes, .strict)
    (offset, frames) = (pause.offset, pause.frames)
    swap(&nodes, &pause.nodes)
  }

  /// Moves the state of this parser to `pause`. The sets of keys point into the bytes, so they are
  /// dropped; the next key of an object collects them again.
  mutating func pause(_ pause: inout Pause) {
    for index in frames.indices { frames[index].hasKeySet = false }
    (pause.offset, pause.frames) = (offset, frames)
    swap(&nodes, &pause.nodes)
  }

  /// Parses a text of at most ``JSONDocument/maximumByteCount`` bytes.
  static func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, as dialect: JSONDialect
  ) throws(JSONError) -> [JSONNode] {
    var parser = JSONParser(bytes, dialect)
    do throws(Fault) {
      while try !parser.parseValues(atMost: .max) {}
    } catch {
      throw JSONError(error, in: bytes)
    }
    return parser.nodes
  }

  /// The byte at `offset`; 0 at the end of the text.
  var current: UInt8 { offset < bytes.count ? bytes[offset] : 0 }
}

// MARK: - Structure

extension JSONParser {
  /// Parses the next values, at most `count` scalars and empty containers.
  ///
  /// - Returns: whether the text is complete.
  mutating func parseValues(atMost count: Int) throws(Fault) -> Bool {
    if nodes.isEmpty { try beginText() }
    var left = count
    repeat {
      if left == 0 { return false }
      left -= 1
      try beginValue()
    } while try advanceToNextValue()
    guard offset == bytes.count else { throw unexpected(.trailingText) }
    return true
  }

  /// Skips the byte order mark and the white space at the beginning.
  private mutating func beginText() throws(Fault) {
    if bytes.starts(with: JSONDocument.byteOrderMark) {
      guard dialect.contains(.byteOrderMark) else { throw Fault(reason: .byteOrderMark, offset: 0) }
      offset = JSONDocument.byteOrderMark.count
    }
    skipWhiteSpace()
    guard offset < bytes.count else { throw Fault(reason: .empty, offset: offset) }
  }

  /// Parses a scalar, an empty container, or the beginning of a container up to its first value.
  private mutating func beginValue() throws(Fault) {
    while true {
      switch current {
      case UInt8(ascii: "{"):
        try open(isObject: true)
        if current == UInt8(ascii: "}") { return }
        try parseKey(otherwise: .expectedKey)
      case UInt8(ascii: "["):
        try open(isObject: false)
        if current == UInt8(ascii: "]") { return }
        frames[frames.count - 1].count = 1
      default: return try parseScalar()
      }
    }
  }

  /// Parses the text after a value up to the next value, and closes containers that end there.
  /// Returns false if the outermost value is complete.
  private mutating func advanceToNextValue() throws(Fault) -> Bool {
    while true {
      skipWhiteSpace()
      guard let frame = frames.last else { return false }
      let closer = frame.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
      switch current {
      case closer: close(frame)
      case UInt8(ascii: ","):
        let comma = offset
        offset += 1
        skipWhiteSpace()
        if current == closer {
          guard dialect.contains(.comments) else {
            throw Fault(reason: .trailingComma, offset: comma)
          }
          close(frame)
          continue
        }
        if frame.isObject {
          try parseKey(otherwise: .expectedKey)
        } else {
          frames[frames.count - 1].count += 1
        }
        return true
      default: throw unexpected(frame.isObject ? .expectedCommaOrBrace : .expectedCommaOrBracket)
      }
    }
  }

  private mutating func open(isObject: Bool) throws(Fault) {
    guard frames.count < JSONDocument.maximumDepth else {
      throw Fault(reason: .tooDeep, offset: offset)
    }
    frames.append(Frame(index: nodes.count, isObject: isObject))
    nodes.append(JSONNode(openingObject: isObject, at: offset))
    offset += 1
    skipWhiteSpace()
  }

  /// Closes the innermost container at its closing bracket.
  private mutating func close(_ frame: Frame) {
    offset += 1
    nodes[frame.index].close(end: offset, next: nodes.count, count: frame.count)
    if frame.hasKeySet { keySets.removeLast() }
    frames.removeLast()
  }

  private mutating func skipWhiteSpace() {
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        offset += 1
      case UInt8(ascii: "/") where dialect.contains(.comments):
        guard let end = JSONDialect.endOfComment(at: offset, in: bytes), end > offset else {
          return
        }
        // Comments may contain any text.
        while offset < end {
          guard let length = scalarLength(at: offset) else { return }
          offset += length
        }
      default: return
      }
    }
  }

  /// The error at a byte that no rule of the grammar accepts: `reason`, unless a more specific
  /// reason is known.
  private func unexpected(_ reason: JSONError.Reason) -> Fault {
    guard offset < bytes.count else { return Fault(reason: .unexpectedEnd, offset: offset) }
    switch bytes[offset] {
    case UInt8(ascii: "#"): return Fault(reason: .comment, offset: offset)
    case UInt8(ascii: "/") where offset + 1 < bytes.count:
      let second = bytes[offset + 1]
      let isComment = second == UInt8(ascii: "/") || second == UInt8(ascii: "*")
      guard isComment else { return Fault(reason: reason, offset: offset) }
      // If comments are allowed, only a comment without an end is an error.
      let allowsComments = dialect.contains(.comments)
      return Fault(reason: allowsComments ? .unterminatedComment : .comment, offset: offset)
    case 0x80... where scalarLength(at: offset) == nil:
      return Fault(reason: .invalidUTF8, offset: offset)
    default: return Fault(reason: reason, offset: offset)
    }
  }
}

// MARK: - Keys

extension JSONParser {
  /// Parses a key, its colon and the white space around the colon, and counts the member.
  private mutating func parseKey(otherwise reason: JSONError.Reason) throws(Fault) {
    guard current == UInt8(ascii: "\"") else { throw unexpected(reason) }
    let index = nodes.count
    try parseString()
    guard admitKey(nodes[index]) else {
      throw Fault(reason: .duplicateKey, offset: Int(nodes[index].start))
    }
    skipWhiteSpace()
    guard current == UInt8(ascii: ":") else { throw unexpected(.expectedColon) }
    offset += 1
    skipWhiteSpace()
  }

  /// Records a key of the innermost object. Returns false if the object already has the key.
  private mutating func admitKey(_ node: JSONNode) -> Bool {
    let last = frames.count - 1
    let key = JSONStringText(node, in: bytes)
    defer { frames[last].count += 1 }
    if frames[last].hasKeySet { return keySets[keySets.count - 1].insert(key).inserted }
    let count = frames[last].count
    var index = frames[last].index + 1
    if count < Self.maximumScannedKeys {
      for _ in 0..<count {
        if JSONStringText(nodes[index], in: bytes) == key { return false }
        index = Int(nodes[index + 1].next)
      }
      return true
    }
    var keys = Set<JSONStringText>(minimumCapacity: 4 * Self.maximumScannedKeys)
    for _ in 0..<count {
      keys.insert(JSONStringText(nodes[index], in: bytes))
      index = Int(nodes[index + 1].next)
    }
    let isNew = keys.insert(key).inserted
    keySets.append(keys)
    frames[last].hasKeySet = true
    return isNew
  }
}

// MARK: - Scalars

extension JSONParser {
  private mutating func parseScalar() throws(Fault) {
    switch current {
    case UInt8(ascii: "\""): try parseString()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try parseNumber()
    case UInt8(ascii: "n"): try parseWord("null", .null)
    case UInt8(ascii: "t"): try parseWord("true", .true)
    case UInt8(ascii: "f"): try parseWord("false", .false)
    case UInt8(ascii: "+"), UInt8(ascii: "."): throw Fault(reason: .invalidNumber, offset: offset)
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
      throw Fault(reason: .unknownWord, offset: offset)
    default: throw unexpected(.expectedValue)
    }
  }

  private mutating func parseWord(_ word: StaticString, _ scalar: JSONNode.Scalar) throws(Fault) {
    let start = offset
    let letters = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    for letter in letters {
      guard current == letter else { throw Fault(reason: .unknownWord, offset: start) }
      offset += 1
    }
    guard !isWordByte(current) else { throw Fault(reason: .unknownWord, offset: start) }
    append(scalar, from: start)
  }

  private mutating func parseNumber() throws(Fault) {
    let start = offset
    if current == UInt8(ascii: "-") { offset += 1 }
    if current == UInt8(ascii: "0") {
      offset += 1
      if isDigit(current) { throw Fault(reason: .leadingZero, offset: offset - 1) }
    } else {
      try skipDigits()
    }
    if current == UInt8(ascii: ".") {
      offset += 1
      try skipDigits()
    }
    if current | 0x20 == UInt8(ascii: "e") {
      offset += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { offset += 1 }
      try skipDigits()
    }
    guard !isWordByte(current) else { throw Fault(reason: .invalidNumber, offset: offset) }
    append(.number, from: start)
  }

  /// Skips one or more digits.
  private mutating func skipDigits() throws(Fault) {
    guard isDigit(current) else { throw Fault(reason: .missingDigits, offset: offset) }
    repeat { offset += 1 } while isDigit(current)
  }

  /// Adds a scalar that ends at `offset`.
  mutating func append(_ scalar: JSONNode.Scalar, from start: Int) {
    nodes.append(JSONNode(scalar, start..<offset, next: nodes.count + 1))
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// Whether a byte after a number or word was probably meant as part of it, as in `0x1F` and
  /// `nullable`.
  private func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."),
      UInt8(ascii: "+"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
