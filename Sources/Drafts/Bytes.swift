// Bytes as SQLite stores and gives them.
//
// Invariant: no bytes and NULL are different. `sqlite3_bind_blob` makes NULL of a null pointer, which is
// what an empty array may have, so statements store `ifnull(?, x'')` where bytes must be.

internal import Foundation
internal import GRDB
internal import GRDBSQLite

/// Bytes in a column or an argument.
struct Bytes: DatabaseValueConvertible, StatementColumnConvertible {
  var array: [UInt8]

  init(_ array: [UInt8]) { self.array = array }

  init?(sqliteStatement: SQLiteStatement, index: CInt) {
    guard let start = sqlite3_column_blob(sqliteStatement, index) else {
      array = []
      return
    }
    let count = Int(sqlite3_column_bytes(sqliteStatement, index))
    array = Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  var databaseValue: DatabaseValue { Data(array).databaseValue }

  static func fromDatabaseValue(_ value: DatabaseValue) -> Bytes? {
    Data.fromDatabaseValue(value).map { Bytes(Array($0)) }
  }
}
