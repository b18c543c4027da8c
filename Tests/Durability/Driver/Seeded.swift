// Random numbers that a seed brings again.

import TerminalTesting

/// A generator made from numbers; the same numbers always give the same sequence.
struct Seeded: RandomNumberGenerator {
  private var generator: SplitMix64

  init(_ numbers: Int...) {
    var seed: UInt64 = 0
    for number in numbers {
      var step = SplitMix64(seed: seed)
      seed = (seed ^ UInt64(bitPattern: Int64(number))) &+ step.next()
    }
    generator = SplitMix64(seed: seed)
  }

  mutating func next() -> UInt64 { generator.next() }

  /// A number from 0 to `limit - 1`.
  mutating func number(below limit: Int) -> Int { Int.random(in: 0..<max(limit, 1), using: &self) }

  /// Whether something happens that happens `percent` times in a hundred.
  mutating func happens(_ percent: Int) -> Bool { number(below: 100) < percent }
}
