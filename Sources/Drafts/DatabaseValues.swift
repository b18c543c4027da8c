// Values of a database: the columns of a row, integers and missing values.

internal import CSQLite

extension Database {
  /// The current row of a statement, which is valid until the next step.
  package struct Row {
    let statement: OpaquePointer
    let path: String

    package func text(_ column: Int32) throws(DraftError) -> String {
      guard let text = try optionalText(column) else { throw .corrupt(path: path) }
      return text
    }

    /// The text of a column; nil for NULL.
    package func optionalText(_ column: Int32) throws(DraftError) -> String? {
      guard try isValue(column, type: SQLITE_TEXT) else { return nil }
      // SQLite converts text in another encoding to UTF-8.
      let start = sqlite3_column_text(statement, column)
      return String(decoding: try bytes(of: column, at: start), as: UTF8.self)
    }

    package func bytes(_ column: Int32) throws(DraftError) -> [UInt8] {
      guard try isValue(column, type: SQLITE_BLOB) else { throw .corrupt(path: path) }
      let start = sqlite3_column_blob(statement, column)
      // An empty blob has no address.
      if sqlite3_column_bytes(statement, column) == 0 { return [] }
      return Array(try bytes(of: column, at: start))
    }

    package func integer(_ column: Int32) throws(DraftError) -> Int64 {
      guard let number = try optionalInteger(column) else { throw .corrupt(path: path) }
      return number
    }

    /// The integer in a column; nil for NULL.
    package func optionalInteger(_ column: Int32) throws(DraftError) -> Int64? {
      guard try isValue(column, type: SQLITE_INTEGER) else { return nil }
      return sqlite3_column_int64(statement, column)
    }

    /// Whether a column has a value of this type rather than NULL. Any other type means that the
    /// file is damaged.
    private func isValue(_ column: Int32, type: Int32) throws(DraftError) -> Bool {
      let found = sqlite3_column_type(statement, column)
      guard found == type || found == SQLITE_NULL else { throw .corrupt(path: path) }
      return found == type
    }

    /// The bytes of a column, valid until the next row. Throws if SQLite had too little memory to
    /// return them (`start` is nil).
    private func bytes(
      of column: Int32, at start: UnsafeRawPointer?
    ) throws(DraftError) -> UnsafeRawBufferPointer {
      guard let start else { throw .failed(message: "out of memory") }
      return UnsafeRawBufferPointer(
        start: start, count: Int(sqlite3_column_bytes(statement, column)))
    }
  }
}

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
