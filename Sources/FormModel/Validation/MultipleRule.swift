// The rule behind `multipleOf`, as JSON Schema has it (Validation 2020-12, section 6.2.1), by the
// digits as they are written: 0.3 is a multiple of 0.1, and 1e400 one of 7e399 is not.

import FormText

/// A number; the answer divided by it is whole.
struct MultipleRule: Rule {
  /// The divisor as the template writes it.
  private let source: String
  /// Its digits as a whole number that no ten divides.
  private let divisor: UInt64
  /// The power of ten that those are times.
  private let power: Int

  /// The rule of a divisor; nil when that is no number, not more than zero, or has so many digits
  /// that a remainder and one more digit do not fit a machine word, or so great an exponent that an
  /// answer's may be cut shorter.
  init?(_ source: String) {
    guard let zero = DecimalNumber("0"), let number = DecimalNumber(source), zero < number else {
      return nil
    }
    guard number.digits.count <= MultipleRule.mostDigits,
      abs(number.power) <= MultipleRule.mostPower
    else { return nil }
    self.source = source
    divisor = number.digits.reduce(0) { $0 * 10 + UInt64($1 - 0x30) }
    power = number.power
  }

  func check(_ text: Text, value: RowValue) throws(Refusal) {
    guard case .number(let number) = value, !divides(number.string) else { return }
    throw Refusal("\(text.quoted) is not a multiple of \(source)")
  }

  /// Whether a number divided by the divisor is whole. O(n) in the digits that are written, whatever
  /// the exponent.
  private func divides(_ number: String) -> Bool {
    guard let number = DecimalNumber(number) else { return false }
    if number.digits.isEmpty { return true }
    // The number's last digit is no zero; that of ten times a divisor is.
    guard number.power >= power else { return false }
    func remainder(_ rest: UInt64, _ digit: UInt8) -> UInt64 {
      (rest * 10 + UInt64(digit - 0x30)) % divisor
    }
    // A divisor below 10¹⁸ has fewer than 60 factors of two and of five: further tens change nothing.
    let tens = repeatElement(UInt8(ascii: "0"), count: min(number.power - power, 60))
    return tens.reduce(number.digits.reduce(0, remainder), remainder) == 0
  }

  private static let mostDigits = 18
  private static let mostPower = 10_000

  /// What a divisor may be, for people.
  static let allowed = "a number greater than 0, of at most 18 digits times 1e-10000 to 1e10000"
}
