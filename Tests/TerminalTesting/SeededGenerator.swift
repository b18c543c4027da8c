// Repeatable randomness, for every test with random choices.

/// The generator splitmix64: the same seed gives the same numbers everywhere.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator.
  ///
  /// - Parameter numbers: the number of a round, run or step, so that each gets different numbers.
  public init(seed: some BinaryInteger, _ numbers: Int...) {
    state = UInt64(truncatingIfNeeded: seed)
    for number in numbers { state = next() &+ UInt64(bitPattern: Int64(number)) }
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// A number from 0 to `limit - 1`; 0 if the limit is below 1.
  public mutating func number(below limit: Int) -> Int {
    Int(next() % UInt64(max(limit, 1)))
  }

  /// A number in a range.
  public mutating func number(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + number(below: range.count)
  }

  /// A number in a range with a lower bound of at least 1; every order of magnitude is equally
  /// likely.
  public mutating func magnitude(in range: ClosedRange<Int>) -> Int {
    var top = range.upperBound
    while top > range.lowerBound, number(below: 2) == 0 { top /= 2 }
    return number(in: range.lowerBound...max(top, range.lowerBound))
  }

  /// True in `percent` of a hundred calls.
  public mutating func chance(_ percent: Int) -> Bool { number(below: 100) < percent }

  /// One of some values, which must not be empty.
  public mutating func one<Value>(of values: [Value]) -> Value {
    values[number(below: values.count)]
  }
}
