// Exact arithmetic with decimal numbers of at most 100 digits. It works digit by digit, as people
// calculate on paper.
//
// Invariants: operands have at most 100 digits in plain notation, and so has every result except
// that of `exactSum`; a result with more digits is nil. Only division and `rounded` round, half
// away from zero.

extension DecimalNumber {
  /// The largest number of digits in plain notation.
  package static let mostDigits = 100
  /// The number of significant digits in a quotient.
  package static let quotientDigits = 28

  package static let zero = DecimalNumber(isNegative: false, [], power: 0)

  package init(_ number: Int) {
    self.init(isNegative: number < 0, String(number.magnitude).utf8, power: 0)
  }

  /// Whether plain notation, without an exponent, has at most 100 digits in all. A zero before the
  /// point counts as a digit.
  package var isPlain: Bool {
    magnitude <= DecimalNumber.mostDigits && power >= -DecimalNumber.mostDigits
      && max(magnitude, 1) + max(-power, 0) <= DecimalNumber.mostDigits
  }

  /// The number as an `Int`; nil if it has a fraction or is outside the range of `Int`.
  package var whole: Int? { power < 0 ? nil : isPlain ? Int(plainNotation) : nil }

  private var ifPlain: DecimalNumber? { isPlain ? self : nil }

  // MARK: - Signs

  package var negated: DecimalNumber {
    DecimalNumber(isNegative: !isNegative, digits, power: power)
  }

  package var absolute: DecimalNumber { DecimalNumber(isNegative: false, digits, power: power) }

  // MARK: - Sums, products and quotients

  /// Returns the sum; nil if it has too many digits.
  package func adding(_ other: DecimalNumber) -> DecimalNumber? { exactSum(with: other).ifPlain }

  /// Returns the sum with any number of digits. A sum of many numbers is checked only at the end,
  /// so the order of the numbers does not matter.
  package func exactSum(with other: DecimalNumber) -> DecimalNumber {
    let (left, right, power) = DecimalNumber.aligned(self, other)
    if isNegative == other.isNegative {
      return DecimalNumber(
        isNegative: isNegative, PlainDigits.sum(left, right), power: power)
    }
    if PlainDigits.isLess(left, right) {
      return DecimalNumber(
        isNegative: other.isNegative, PlainDigits.difference(right, left), power: power)
    }
    return DecimalNumber(
      isNegative: isNegative, PlainDigits.difference(left, right), power: power)
  }

  /// Returns the product; nil if it has too many digits.
  package func multiplied(by other: DecimalNumber) -> DecimalNumber? {
    DecimalNumber(
      isNegative: isNegative != other.isNegative, PlainDigits.product(digits, other.digits),
      power: power + other.power
    ).ifPlain
  }

  /// Returns the quotient, rounded to 28 significant digits; nil if the divisor is zero or the
  /// quotient has too many digits.
  package func divided(by other: DecimalNumber) -> DecimalNumber? {
    if other.digits.isEmpty { return nil }
    if digits.isEmpty { return .zero }
    // With these zeros, the quotient has at least one digit more than needed. Rounding needs this
    // digit.
    let zeros = max(DecimalNumber.quotientDigits + 1 + other.digits.count - digits.count, 0)
    let dividend = digits + Array(repeating: UInt8(ascii: "0"), count: zeros)
    let quotient = DecimalNumber(
      isNegative: isNegative != other.isNegative,
      PlainDigits.division(dividend, by: other.digits).quotient,
      power: power - other.power - zeros)
    return quotient.rounded(toPower: quotient.magnitude - DecimalNumber.quotientDigits).ifPlain
  }

  /// Returns the remainder of a division whose quotient is truncated to a whole number. The
  /// remainder has the sign of this number; it is nil if the divisor is zero.
  package func remainder(dividingBy other: DecimalNumber) -> DecimalNumber? {
    if other.digits.isEmpty { return nil }
    let (left, right, power) = DecimalNumber.aligned(self, other)
    return DecimalNumber(
      isNegative: isNegative, PlainDigits.division(left, by: right).remainder, power: power
    ).ifPlain
  }

  /// Whether this number is a whole multiple of a divisor, of any size; false if the divisor is 0.
  ///
  /// - Complexity: O(*n* × *m*) in the numbers of digits
  package func isMultiple(of divisor: DecimalNumber) -> Bool {
    if divisor.digits.isEmpty { return false }
    if digits.isEmpty { return true }
    // A multiple of the divisor is also a multiple of 10 to the divisor's power. The digits of this
    // number do not end in zero, so its power must be at least that large.
    guard power >= divisor.power else { return false }
    // A divisor of n digits has fewer than 4n factors of two and of five. So more than 4n factors
    // of ten do not change the result.
    let zeros = min(power - divisor.power, 4 * divisor.digits.count)
    let dividend = digits + Array(repeating: UInt8(ascii: "0"), count: zeros)
    return PlainDigits.division(dividend, by: divisor.digits).remainder.isEmpty
  }

  // MARK: - Rounding

  /// Rounds to a number of decimal places. A negative number of places rounds to that many zeros
  /// before the point. Returns nil if the result has too many digits.
  package func rounded(places: Int) -> DecimalNumber? {
    let places = min(max(places, -2 * DecimalNumber.mostDigits), 2 * DecimalNumber.mostDigits)
    return rounded(toPower: -places).ifPlain
  }

  /// The number without its fraction.
  package var truncated: DecimalNumber {
    power >= 0
      ? self : DecimalNumber(isNegative: isNegative, digits.prefix(max(magnitude, 0)), power: 0)
  }

  /// Returns the nearest multiple of a power of ten, rounding half away from zero.
  private func rounded(toPower unit: Int) -> DecimalNumber {
    if power >= unit || digits.isEmpty { return self }
    let count = magnitude - unit
    guard count >= 0 else { return .zero }
    var kept = Array(digits.prefix(count))
    if digits[count] >= UInt8(ascii: "5") { kept = PlainDigits.sum(kept, [UInt8(ascii: "1")]) }
    return DecimalNumber(isNegative: isNegative, kept, power: unit)
  }

  /// Returns the digits of two numbers as multiples of the same power of ten.
  private static func aligned(
    _ left: DecimalNumber, _ right: DecimalNumber
  ) -> (left: [UInt8], right: [UInt8], power: Int) {
    let power = min(left.power, right.power)
    func digits(of number: DecimalNumber) -> [UInt8] {
      number.digits
        + Array(
          repeating: UInt8(ascii: "0"),
          count: number.digits.isEmpty ? 0 : number.power - power)
    }
    return (digits(of: left), digits(of: right), power)
  }
}

/// Whole numbers as ASCII digits, most significant first; leading zeros are allowed.
private enum PlainDigits {
  private static let zero = UInt8(ascii: "0")

  static func isLess(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    let (left, right) = (left.drop { $0 == zero }, right.drop { $0 == zero })
    if left.count != right.count { return left.count < right.count }
    return left.lexicographicallyPrecedes(right)
  }

  static func sum(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    var sum: [UInt8] = []
    var carry: UInt8 = 0
    for place in 0..<max(left.count, right.count) {
      let digit = self.digit(place, of: left) + self.digit(place, of: right) + carry
      sum.append(zero + digit % 10)
      carry = digit / 10
    }
    if carry > 0 { sum.append(zero + carry) }
    return sum.reversed()
  }

  /// Subtracts a number that is not larger.
  static func difference(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    var difference: [UInt8] = []
    var borrowed: UInt8 = 0
    for place in left.indices {
      let (upper, lower) = (digit(place, of: left), digit(place, of: right) + borrowed)
      borrowed = upper < lower ? 1 : 0
      difference.append(zero + upper + 10 * borrowed - lower)
    }
    return difference.reversed()
  }

  static func product(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    var sums = Array(repeating: 0, count: left.count + right.count)
    for (place, digit) in left.reversed().enumerated() {
      for (other, factor) in right.reversed().enumerated() {
        sums[place + other] += Int(digit - zero) * Int(factor - zero)
      }
    }
    var carry = 0
    for place in sums.indices {
      carry += sums[place]
      sums[place] = carry % 10
      carry /= 10
    }
    return sums.reversed().map { zero + UInt8($0) }
  }

  /// Returns the whole quotient and the remainder; the divisor must not be zero.
  static func division(
    _ dividend: [UInt8], by divisor: [UInt8]
  ) -> (quotient: [UInt8], remainder: [UInt8]) {
    var (quotient, remainder): ([UInt8], [UInt8]) = ([], [])
    for digit in dividend {
      if !remainder.isEmpty || digit != zero { remainder.append(digit) }
      var count = zero
      while !isLess(remainder, divisor) {
        remainder = Array(difference(remainder, divisor).drop { $0 == zero })
        count += 1
      }
      quotient.append(count)
    }
    return (quotient, remainder)
  }

  /// Returns the digit at a place counted from the last digit; 0 before the first digit.
  private static func digit(_ place: Int, of digits: [UInt8]) -> UInt8 {
    place < digits.count ? digits[digits.count - 1 - place] - zero : 0
  }
}
