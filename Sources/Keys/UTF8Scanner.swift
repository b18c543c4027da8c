// Decodes UTF-8 one scalar at a time, from bytes that may be incomplete.
//
// Invariant: accepts exactly the byte sequences in the table of well-formed sequences (Unicode 16,
// section 3.9). Overlong forms, surrogates and values above U+10FFFF are invalid at the first byte
// that shows the error.

/// Reads one scalar.
enum UTF8Scanner {
  /// The meaning of the first bytes.
  enum Result: Equatable {
    case scalar(Unicode.Scalar, length: Int)
    /// The first `length` bytes belong to no scalar.
    case invalid(length: Int)
    /// The bytes are the start of a scalar that is not complete.
    case incomplete
  }

  /// Reads the first scalar of some bytes, which must not be empty.
  static func scan(_ bytes: ArraySlice<UInt8>) -> Result {
    let start = bytes.startIndex
    let first = bytes[start]
    if first < 0x80 { return .scalar(Unicode.Scalar(first), length: 1) }

    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xbf
    switch first {
    case 0xc2...0xdf: length = 2
    case 0xe0: (length, second) = (3, 0xa0...0xbf)
    case 0xed: (length, second) = (3, 0x80...0x9f)
    case 0xe1...0xef: length = 3
    case 0xf0: (length, second) = (4, 0x90...0xbf)
    case 0xf1...0xf3: length = 4
    case 0xf4: (length, second) = (4, 0x80...0x8f)
    default: return .invalid(length: 1)
    }
    var value = UInt32(first) & (0x7f >> UInt32(length))
    for offset in 1..<length {
      guard start + offset < bytes.endIndex else { return .incomplete }
      let byte = bytes[start + offset]
      guard (offset == 1 ? second : 0x80...0xbf).contains(byte) else {
        return .invalid(length: offset)
      }
      value = value << 6 | UInt32(byte) & 0x3f
    }
    guard let scalar = Unicode.Scalar(value) else { return .invalid(length: length) }
    return .scalar(scalar, length: length)
  }
}
