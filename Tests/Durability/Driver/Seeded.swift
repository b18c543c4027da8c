// Random numbers that a seed brings again.

/// A generator made from numbers; the same numbers always give the same sequence (splitmix64).
struct Seeded: RandomNumberGenerator {
  private var state: UInt64 = 0

  init(_ numbers: Int...) {
    for number in numbers { state = (state ^ UInt64(bitPattern: Int64(number))) &+ next() }
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// A number from 0 to `limit - 1`.
  mutating func number(below limit: Int) -> Int { Int.random(in: 0..<max(limit, 1), using: &self) }

  /// Whether something happens that happens `percent` times in a hundred.
  mutating func happens(_ percent: Int) -> Bool { number(below: 100) < percent }
}
