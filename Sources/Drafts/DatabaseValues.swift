// Integers and missing values of a database.

extension Database.Value {
  static func integer(_ number: Int?) -> Self { number.map { .integer(Int64($0)) } ?? .null }
  static func integer(_ number: Int64?) -> Self { number.map { .integer($0) } ?? .null }
}

extension Database {
  /// Moves an integer of a file, such as a time or a count, into the range of ±2^53. Sums and
  /// differences of such integers cannot overflow, even if the file is damaged.
  static func bounded(_ number: Int64) -> Int64 { max(min(number, 1 << 53), -1 << 53) }
}

extension Database.Row {
  /// The integer in a column, bounded.
  func bounded(_ column: Int32) throws(DraftError) -> Int64 {
    Database.bounded(try integer(column))
  }
}

/// Notes whether a checkpoint failed, which copies the log into the database after a commit.
final class Checkpoint {
  /// Not 0 if a checkpoint failed. SQLite's callback needs an address that stays.
  let hasFailed = UnsafeMutablePointer<Int32>.allocate(capacity: 1)

  init() { hasFailed.initialize(to: 0) }
  deinit { hasFailed.deallocate() }

  /// Whether a checkpoint failed since the last call.
  func takeFailure() -> Bool {
    defer { hasFailed.pointee = 0 }
    return hasFailed.pointee != 0
  }
}
