// Decimal numbers that are compared by their digits and never become a `Double`. So 1e400 is larger
// than 2, and 0.1 is exactly 0.1.

import FormText

/// A number in the notation of RFC 8259, parsed for comparison and arithmetic.
package struct DecimalNumber: Hashable, Sendable {
  package let isNegative: Bool
  /// The ASCII digits, without zeros at the beginning or the end; empty for zero.
  package let digits: [UInt8]
  /// The number of digits before the point; negative if zeros follow the point: 0.05 has -1, 0.5
  /// has 0, 5 has 1, 50 has 2.
  package let magnitude: Int

  /// The power of ten by which the digits are multiplied, when read as a whole number.
  package var power: Int { magnitude - digits.count }

  /// Parses a text; nil unless the whole text is a number (RFC 8259, section 6).
  ///
  /// Exponents beyond ±10¹⁷ are clamped.
  package init?(_ text: String) {
    var bytes = Array(text.utf8)[...]
    func takeDigits() -> ArraySlice<UInt8> {
      let digits = bytes.prefix(while: \.isASCIIDigit)
      bytes = bytes.dropFirst(digits.count)
      return digits
    }
    func take(_ characters: String) -> UInt8? {
      guard let first = bytes.first, characters.utf8.contains(first) else { return nil }
      return bytes.popFirst()
    }
    let hasMinus = take("-") != nil
    let whole = takeDigits()
    guard !whole.isEmpty, whole.count == 1 || whole.first != UInt8(ascii: "0") else { return nil }
    var fraction: ArraySlice<UInt8> = []
    if take(".") != nil {
      fraction = takeDigits()
      if fraction.isEmpty { return nil }
    }
    var exponent = 0
    if take("eE") != nil {
      let isSmall = take("+-") == UInt8(ascii: "-")
      let power = takeDigits()
      if power.isEmpty { return nil }
      let size = power.reduce(0) { min($0 * 10 + Int($1 - 0x30), DecimalNumber.mostExponent) }
      exponent = isSmall ? -size : size
    }
    guard bytes.isEmpty else { return nil }
    self.init(isNegative: hasMinus, whole + fraction, power: exponent - fraction.count)
  }

  /// Creates a number from ASCII digits, read as a whole number, and a power of ten.
  package init(isNegative: Bool, _ all: some Collection<UInt8>, power: Int) {
    var digits = Array(all.drop { $0 == UInt8(ascii: "0") })
    magnitude = digits.isEmpty ? 0 : digits.count + power
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    self.digits = digits
    self.isNegative = isNegative && !digits.isEmpty
  }

  private static let mostExponent = 100_000_000_000_000_000
}

extension DecimalNumber {
  /// The number without an exponent and without needless zeros; nil if this would be too long to
  /// read: with more than 40 digits, or with more than 20 digits before the point or zeros after
  /// it.
  package var plainText: String? {
    (-20...20).contains(magnitude) && digits.count <= 40 ? plainNotation : nil
  }

  /// The number without an exponent and without needless zeros, of any length.
  package var plainNotation: String {
    if digits.isEmpty { return "0" }
    let text = String(decoding: digits, as: UTF8.self)
    let zeros = String(repeating: "0", count: magnitude <= 0 ? -magnitude : max(power, 0))
    let sign = isNegative ? "-" : ""
    if magnitude <= 0 { return "\(sign)0.\(zeros)\(text)" }
    if power >= 0 { return sign + text + zeros }
    return "\(sign)\(text.prefix(magnitude)).\(text.dropFirst(magnitude))"
  }
}

extension DecimalNumber: Comparable {
  package static func < (left: DecimalNumber, right: DecimalNumber) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    return left.isNegative ? right.isNearerToZero(than: left) : left.isNearerToZero(than: right)
  }

  private func isNearerToZero(than other: DecimalNumber) -> Bool {
    if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
    if magnitude != other.magnitude { return magnitude < other.magnitude }
    return digits.lexicographicallyPrecedes(other.digits)
  }
}
