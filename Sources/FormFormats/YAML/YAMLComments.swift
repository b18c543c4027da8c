// Finding out whether a YAML text has comments: a `#` behind white space that is in no scalar.

/// Where a scalar stands, in characters from the start of the text.
struct YAMLScalarExtent {
  var range: Range<Int>
  /// Whether it is a block, whose first line may end in a comment.
  var isBlock: Bool
}

/// Looks for comments between scalars, which must come in order.
struct YAMLComments {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset = 0
  /// The character at the offset.
  private var index = 0
  private var before: UInt8 = 0x0A
  private var found = false

  /// - Parameter bytes: the whole text; it must outlive this.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// Looks up to a scalar and goes behind it.
  mutating func skip(_ scalar: YAMLScalarExtent) {
    advance(to: scalar.range.lowerBound, looks: true)
    skipProperties(to: scalar.range.upperBound)
    if scalar.isBlock {
      while offset < bytes.count, index < scalar.range.upperBound, bytes[offset] != 0x0A {
        step(looks: true)
      }
    }
    advance(to: scalar.range.upperBound, looks: false)
  }

  /// Goes over the anchor and the tag that an extent begins with, and comments behind them.
  private mutating func skipProperties(to end: Int) {
    while offset < bytes.count, index < end, "&!".utf8.contains(bytes[offset]) {
      while offset < bytes.count, index < end, bytes[offset] > 0x20 { step(looks: false) }
      while offset < bytes.count, index < end,
        bytes[offset] <= 0x20 || "#".utf8.contains(bytes[offset])
      {
        let isComment = bytes[offset] > 0x20
        repeat {
          step(looks: true)
        } while isComment && offset < bytes.count && bytes[offset] != 0x0A
      }
    }
  }

  /// Looks at the rest and says whether there was a comment.
  mutating func finish() -> Bool {
    advance(to: .max, looks: true)
    return found
  }

  private mutating func advance(to end: Int, looks: Bool) {
    while offset < bytes.count, index < end { step(looks: looks) }
    // The bytes behind the first of the last character.
    while offset < bytes.count, UTF8.isContinuation(bytes[offset]) { offset += 1 }
  }

  private mutating func step(looks: Bool) {
    let byte = bytes[offset]
    if looks, byte == UInt8(ascii: "#") {
      switch before {
      case 0x20, 0x09, 0x0A, 0x0D: found = true
      default: break
      }
    }
    // A byte order mark stands before the first line, not on it.
    before = offset == 0 && byte == 0xEF ? before : byte
    offset += 1
    while offset < bytes.count, UTF8.isContinuation(bytes[offset]) { offset += 1 }
    index += 1
  }
}
