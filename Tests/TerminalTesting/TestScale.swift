// The length of random walks: what a newcomer waits for, and what CI does.

import Glibc

/// How much longer random walks are than `swift test` alone makes them.
public enum TestScale {
  /// `LONGFORM_TEST_SCALE`, or 1.
  public static let factor = max(asked ?? 1, 1)

  private static var asked: Int? {
    getenv("LONGFORM_TEST_SCALE").flatMap { Int(String(cString: $0)) }
  }

  /// The size of a large form: all of it where `LONGFORM_TEST_SCALE` is more than 1.
  public static func size(_ full: Int, short: Int) -> Int { factor > 1 ? full : short }

  /// The turns of a test that has `count` of them where nobody asks for more.
  public static func turns(_ count: Int) -> Range<Int> { 0..<count * factor }
}
