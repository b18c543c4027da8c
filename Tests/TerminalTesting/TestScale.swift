// The length of random walks: short by default, and longer in CI.

import Glibc

/// The factor by which random walks are longer than in a plain `swift test`.
public enum TestScale {
  /// `LONGFORM_TEST_SCALE`, or 1.
  public static let factor = max(asked ?? 1, 1)

  private static var asked: Int? {
    getenv("LONGFORM_TEST_SCALE").flatMap { Int(String(cString: $0)) }
  }

  /// Returns the size of a large form: the full size only if `LONGFORM_TEST_SCALE` is more than 1.
  public static func size(_ full: Int, short: Int) -> Int { factor > 1 ? full : short }

  /// Returns the rounds of a test that has `count` rounds at scale 1.
  public static func turns(_ count: Int) -> Range<Int> { 0..<count * factor }
}
