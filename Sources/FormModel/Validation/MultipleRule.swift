// The rule of `multipleOf`, as in JSON Schema (Validation 2020-12, section 6.2.1). It calculates
// with the digits as they are written, never with rounded numbers: 0.3 is a multiple of 0.1, and
// 1e400 is not a multiple of 7e399.

import FormText
import LosslessJSON

/// A number of which every valid answer is a multiple.
struct MultipleRule: Rule {
  var key: String { "multipleOf" }
  /// The divisor as the template writes it.
  private let source: String
  /// The digits of the divisor as a whole number without trailing zeros.
  private let divisor: UInt64
  /// The power of ten by which these digits are multiplied.
  private let power: Int

  /// Parses a divisor. Nil if the text is not a number greater than zero, or if the number has too
  /// many digits or too large an exponent. A remainder and one more digit must fit into a machine
  /// word, and the exponent must be so small that the exponents of answers are not clamped.
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

  /// Whether a number is divisible by the divisor. O(number of digits), for any exponent.
  private func divides(_ number: String) -> Bool {
    guard let number = DecimalNumber(number) else { return false }
    if number.digits.isEmpty { return true }
    // A multiple of the divisor is also a multiple of 10 to the divisor's power. The digits of the
    // number do not end in zero, so the power of the number must be at least that large.
    guard number.power >= power else { return false }
    func remainder(_ rest: UInt64, _ digit: UInt8) -> UInt64 {
      (rest * 10 + UInt64(digit - 0x30)) % divisor
    }
    // A divisor below 10¹⁸ has fewer than 60 factors of two and of five. So more than 60 factors of
    // ten do not change the result.
    let tens = repeatElement(UInt8(ascii: "0"), count: min(number.power - power, 60))
    return tens.reduce(number.digits.reduce(0, remainder), remainder) == 0
  }

  private static let mostDigits = 18
  private static let mostPower = 10_000

  /// The allowed divisors, for messages.
  static let allowed = "a number greater than 0, of at most 18 digits times 1e-10000 to 1e10000"
}
