// The content of a string in a JSON text. Two contents are compared and hashed by their decoded
// forms.
//
// The bytes must already be validated. Escapes are not checked again, but even broken escapes are
// decoded without a trap. The decoded form is a sequence of UTF-8 bytes. Two valid sequences have
// the same scalars only if they have the same bytes, so this file compares bytes and never uses
// String's equality.

/// The bytes between the quotes of a valid JSON string. Must not outlive the text to which it
/// points.
struct JSONStringText {
  /// The bytes as they are written in the text.
  let raw: UnsafeBufferPointer<UInt8>
  /// Whether `raw` contains a backslash. If not, `raw` is also the decoded form.
  let isEscaped: Bool

  init(_ node: JSONNode, in bytes: UnsafeBufferPointer<UInt8>) {
    raw = UnsafeBufferPointer(rebasing: bytes[node.content])
    isEscaped = node.isEscapedString
  }

  /// The decoded content of the string, in UTF-8.
  var decoded: JSONDecodedBytes { JSONDecodedBytes(raw) }

  /// The offset in `raw` of a byte of the decoded content. O(offset).
  func rawOffset(ofDecoded offset: Int) -> Int {
    var bytes = decoded
    for _ in 0..<offset where bytes.next() == nil { break }
    return bytes.offset
  }

  /// Whether the string has exactly the scalars of `other`.
  func isEqual(to other: String) -> Bool {
    isEscaped ? decoded.elementsEqual(other.utf8) : raw.elementsEqual(other.utf8)
  }
}

// MARK: - Hashable

extension JSONStringText: Hashable {
  static func == (one: Self, other: Self) -> Bool {
    if one.isEscaped || other.isEscaped { return one.decoded.elementsEqual(other.decoded) }
    return one.raw.count == other.raw.count && one.raw.elementsEqual(other.raw)
  }

  func hash(into hasher: inout Hasher) {
    if isEscaped {
      Array(decoded).withUnsafeBytes { hasher.combine(bytes: $0) }
    } else {
      hasher.combine(bytes: UnsafeRawBufferPointer(raw))
    }
  }
}

// MARK: - Decoding

/// The decoded UTF-8 of a valid JSON string's content, byte by byte.
package struct JSONDecodedBytes: Sequence, IteratorProtocol {
  private let raw: UnsafeBufferPointer<UInt8>
  fileprivate private(set) var offset = 0
  /// The remaining UTF-8 bytes of a scalar from a `\u` escape, the next byte in the lowest bits.
  /// None of these bytes is 0.
  private var pending: UInt32 = 0

  package init(_ raw: UnsafeBufferPointer<UInt8>) { self.raw = raw }

  package mutating func next() -> UInt8? {
    if pending != 0 {
      defer { pending >>= 8 }
      return UInt8(truncatingIfNeeded: pending)
    }
    guard let byte = nextRaw() else { return nil }
    guard byte == UInt8(ascii: "\\"), let letter = nextRaw() else { return byte }
    switch letter {
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "u"): return beginScalar(nextEscapedScalar())
    default: return letter
    }
  }

  private mutating func nextRaw() -> UInt8? {
    guard offset < raw.count else { return nil }
    defer { offset += 1 }
    return raw[offset]
  }

  /// The scalar of an escape whose `\u` was already read. If it is half of a surrogate pair, also
  /// reads the other half.
  private mutating func nextEscapedScalar() -> UInt32 {
    let unit = nextFourDigits()
    guard unit & 0xFC00 == 0xD800 else { return unit }
    offset += 2
    let low = nextFourDigits()
    return 0x1_0000 + ((unit & 0x3FF) << 10 | low & 0x3FF)
  }

  private mutating func nextFourDigits() -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 { unit = unit << 4 | (nextRaw().flatMap(Self.hexadecimalDigit) ?? 0) }
    return unit
  }

  /// Returns the first byte of a scalar's UTF-8, and keeps the remaining bytes for `next`.
  private mutating func beginScalar(_ scalar: UInt32) -> UInt8 {
    func continuation(_ shift: UInt32) -> UInt32 { 0x80 | scalar >> shift & 0x3F }
    let lead: UInt32
    switch scalar {
    case ..<0x80: lead = scalar
    case ..<0x800:
      lead = 0xC0 | scalar >> 6
      pending = continuation(0)
    case ..<0x1_0000:
      lead = 0xE0 | scalar >> 12
      pending = continuation(6) | continuation(0) << 8
    default:
      lead = 0xF0 | scalar >> 18
      pending = continuation(12) | continuation(6) << 8 | continuation(0) << 16
    }
    return UInt8(truncatingIfNeeded: lead)
  }

  /// The value of a hexadecimal digit in upper or lower case; nil if the byte is not such a digit.
  static func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
