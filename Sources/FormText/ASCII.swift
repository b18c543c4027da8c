// Predicates about ASCII characters, for formats that allow only ASCII.

extension UInt8 {
  /// Whether the byte is a digit from 0 to 9.
  package var isASCIIDigit: Bool { (0x30...0x39).contains(self) }

  /// Whether the byte is an ASCII letter.
  package var isASCIILetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }

  /// Whether the byte is an ASCII letter or digit.
  package var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }

  /// Whether the byte is a hexadecimal digit.
  package var isHexDigit: Bool {
    isASCIIDigit || (0x41...0x46).contains(self) || (0x61...0x66).contains(self)
  }

  /// The byte in lower case if it is an ASCII capital; otherwise the same byte.
  package var asciiLowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

extension Character {
  /// Whether the character is a digit from 0 to 9.
  package var isASCIIDigit: Bool { utf8.count == 1 && utf8.allSatisfy(\.isASCIIDigit) }
}
