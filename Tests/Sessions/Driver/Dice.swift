// Chance that can be repeated: the same seed always throws the same.

import TerminalTesting

/// A source of random numbers made from a seed.
struct Dice {
  private var state: UInt64

  init(seed: Int, _ numbers: Int...) {
    state = UInt64(bitPattern: Int64(seed))
    for number in numbers { state = Dice.mixed(state &+ UInt64(bitPattern: Int64(number))) }
  }

  /// Also seeds that are close to each other throw differently.
  private static func mixed(_ value: UInt64) -> UInt64 {
    var numbers = SplitMix64(seed: value)
    return numbers.next()
  }

  /// A number from 0 to `limit - 1`.
  mutating func number(below limit: Int) -> Int {
    state = state &+ 0x9E37_79B9_7F4A_7C15
    return Int(Dice.mixed(state) >> 33) % max(limit, 1)
  }

  /// A number of a range.
  mutating func number(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + number(below: range.count)
  }

  /// A number of a range whose lower bound is at least 1, every order of magnitude as likely as
  /// the others.
  mutating func magnitude(in range: ClosedRange<Int>) -> Int {
    var top = range.upperBound
    while top > range.lowerBound, number(below: 2) == 0 { top /= 2 }
    return number(in: range.lowerBound...max(top, range.lowerBound))
  }

  /// True in `percent` of a hundred throws.
  mutating func chance(_ percent: Int) -> Bool { number(below: 100) < percent }

  /// One of some values.
  mutating func one<Value>(of values: [Value]) -> Value { values[number(below: values.count)] }
}
