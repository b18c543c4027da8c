// Repeatable random numbers for all tests with random choices.

/// The generator splitmix64: the same seed gives the same numbers everywhere.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator.
  ///
  /// - Parameter numbers: the number of a round, run or step. Different numbers give different
  ///   sequences.
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

  /// Returns a number from 0 to `limit - 1`, or 0 if the limit is below 1.
  public mutating func number(below limit: Int) -> Int {
    Int(next() % UInt64(max(limit, 1)))
  }

  /// Returns a number in a range.
  public mutating func number(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + number(below: range.count)
  }

  /// Returns a number in a range whose lower bound is at least 1. The upper bound is first halved a
  /// random number of times, so small numbers are common too.
  public mutating func magnitude(in range: ClosedRange<Int>) -> Int {
    var top = range.upperBound
    while top > range.lowerBound, number(below: 2) == 0 { top /= 2 }
    return number(in: range.lowerBound...max(top, range.lowerBound))
  }

  /// Returns true in `percent` of a hundred calls on average.
  public mutating func chance(_ percent: Int) -> Bool { number(below: 100) < percent }

  /// Returns one of some values. The array must not be empty.
  public mutating func one<Value>(of values: [Value]) -> Value {
    values[number(below: values.count)]
  }
}
