// Checks strings without copying them: they must be valid UTF-8 with valid escapes and without raw
// control characters. Only the numbers in `\u` escapes are decoded, to pair surrogates.
//
// Invariant: every function advances the offset or throws, so the loop over a string terminates.

extension JSONParser {
  /// Parses the string whose opening quote is at `offset`.
  mutating func parseString() throws(Fault) {
    let start = offset
    var scalar = JSONNode.Scalar.plainString
    offset += 1
    while true {
      skipPlainASCII()
      guard offset < bytes.count else { throw Fault(reason: .unterminatedString, offset: start) }
      let byte = bytes[offset]
      switch byte {
      case UInt8(ascii: "\""):
        offset += 1
        return append(scalar, from: start)
      case UInt8(ascii: "\\"):
        scalar = .escapedString
        try skipEscape(inStringAt: start)
      case ..<0x20: throw Fault(reason: .controlCharacter(byte), offset: offset)
      default:
        guard let length = scalarLength(at: offset) else {
          throw Fault(reason: .invalidUTF8, offset: offset)
        }
        offset += length
      }
    }
  }

  /// Skips ASCII bytes, eight at a time, until a quote, backslash or control character. May stop
  /// before that byte, but never skips it.
  ///
  /// In each mask the lowest set bit marks a byte that stops the scan. A borrow in the subtraction
  /// may set higher bits too, which does no harm because only the lowest bit is used.
  private mutating func skipPlainASCII() {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs = ones &* 0x80
    let raw = UnsafeRawBufferPointer(bytes)
    while bytes.count - offset >= 8 {
      let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
      let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
      var stops = (quotes &- ones) & ~quotes
      stops |= (backslashes &- ones) & ~backslashes
      stops |= (word &- (ones &* 0x20)) & ~word
      stops = (stops | word) & highs
      if stops != 0 {
        offset += stops.trailingZeroBitCount >> 3
        return
      }
      offset += 8
    }
  }
}

// MARK: - Escapes

extension JSONParser {
  /// Skips the escape, or the pair of escapes, whose backslash is at `offset`.
  private mutating func skipEscape(inStringAt start: Int) throws(Fault) {
    let escape = offset
    guard escape + 1 < bytes.count else { throw Fault(reason: .unterminatedString, offset: start) }
    switch bytes[escape + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      offset += 2
    case UInt8(ascii: "u"):
      guard let unit = codeUnit(ofEscapeAt: escape) else {
        throw Fault(reason: .invalidEscape, offset: escape)
      }
      offset += 6
      if unit & 0xF800 == 0xD800 {
        // The first half must be a high surrogate, directly followed by a low one.
        guard unit & 0xFC00 == 0xD800, let low = codeUnit(ofEscapeAt: offset),
          low & 0xFC00 == 0xDC00
        else { throw Fault(reason: .loneSurrogate, offset: escape) }
        offset += 6
      }
    default: throw Fault(reason: .invalidEscape, offset: escape)
    }
  }

  /// The number in the escape `\u` with four hexadecimal digits; nil if there is no such escape at
  /// `escape`.
  private func codeUnit(ofEscapeAt escape: Int) -> UInt32? {
    guard bytes.count - escape >= 6, bytes[escape] == UInt8(ascii: "\\"),
      bytes[escape + 1] == UInt8(ascii: "u")
    else { return nil }
    var unit: UInt32 = 0
    for byte in bytes[escape + 2..<escape + 6] {
      guard let digit = JSONDecodedBytes.hexadecimalDigit(byte) else { return nil }
      unit = unit << 4 | digit
    }
    return unit
  }
}

// MARK: - UTF-8

extension JSONParser {
  /// The length in bytes of the scalar at `offset`, which must be before the end of the text; nil
  /// if the bytes are not well-formed (table 3-7 of the Unicode Standard).
  func scalarLength(at offset: Int) -> Int? {
    let lead = bytes[offset]
    if lead < 0x80 { return 1 }
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF:
      length = 3
      // After 0xE0, a second byte below this range would make an overlong form; after 0xED, a
      // second byte above it would make a surrogate.
      if lead == 0xE0 { second = 0xA0...0xBF }
      if lead == 0xED { second = 0x80...0x9F }
    case 0xF0...0xF4:
      length = 4
      // After 0xF0, a second byte below this range would make an overlong form; after 0xF4, a
      // second byte above it would exceed U+10FFFF.
      if lead == 0xF0 { second = 0x90...0xBF }
      if lead == 0xF4 { second = 0x80...0x8F }
    default: return nil
    }
    guard bytes.count - offset >= length, second.contains(bytes[offset + 1]) else { return nil }
    for byte in bytes[offset + 2..<offset + length] where !UTF8.isContinuation(byte) { return nil }
    return length
  }
}
