// A connection to a SQLite database with its statements, rows and transactions
// (sqlite.org/cintro.html).
//
// Invariants: only one thread at a time uses a connection. Each statement is prepared only once per
// connection. A function that runs a statement also resets it before it returns, so no statement
// keeps a lock.

internal import CSQLite

/// A connection to a database.
package struct Database: ~Copyable {
  /// A value for a parameter of a statement.
  package enum Value {
    case text(String)
    case bytes([UInt8])
    case integer(Int64)
    case null

    static func text(_ text: String?) -> Value { text.map { .text($0) } ?? .null }
  }

  /// The lock that a transaction acquires when it begins.
  package enum TransactionKind: String {
    /// No lock. The transaction always reads the state at the time of its first statement.
    case deferred = "BEGIN DEFERRED"
    /// The write lock.
    case immediate = "BEGIN IMMEDIATE"
  }

  /// The path of the file.
  package let path: String
  private var handle: OpaquePointer?
  private let statements = Statements()
  /// The checkpoints after commits.
  let checkpoint = Checkpoint()

  /// Opens a file for reading, or for reading and writing. Opening for writing creates a missing
  /// file.
  ///
  /// - Parameters:
  ///   - wait: the number of milliseconds that a statement waits for another process.
  ///   - isImmutable: whether to read without locks, a log or shared memory. Only safe for a file
  ///     to which no process can write (sqlite.org/uri.html).
  /// - Throws: `corrupt` for a log without its database, because SQLite would remove the log, even
  ///   if it only reads.
  package init(
    path: String, isReadOnly: Bool, wait: Int32, isImmutable: Bool = false
  ) throws(DraftError) {
    _ = Database.configuration
    self.path = path
    if try !FileSystem.holdsBytes(path), try FileSystem.holdsBytes(path + "-wal") {
      throw .corrupt(path: path)
    }
    let flags =
      (isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
      | SQLITE_OPEN_NOMUTEX | (isImmutable ? SQLITE_OPEN_URI : 0)
    let name = isImmutable ? "file:\(Database.uriPath(path))?immutable=1" : path
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(name, &handle, flags, nil)
    self.handle = handle
    guard code == SQLITE_OK else { throw failure(code) }
    sqlite3_busy_timeout(handle, wait)
    csqlite_checkpoint_after_commits(handle, checkpoint.hasFailed)
    // SQLite opens the file when it is first read, so read it here to report errors now. If this
    // fails, closing the connection must leave the log alone. SQLite would open the shared memory
    // again; if it can then only read it, SQLite copies nothing, but removes the log as if it had.
    csqlite_empty_log_at_close(handle, 0)
    try run("SELECT 1 FROM sqlite_master LIMIT 1")
    csqlite_empty_log_at_close(handle, 1)
  }

  private static let configuration = csqlite_keep_no_statistics()
  deinit { Database.close(handle) }

  /// Closes the connection. Using it later throws `closed`. Pages that cannot be copied from the
  /// log into the database stay in the log.
  package mutating func close() {
    Database.close(handle)
    handle = nil
  }

  private static func close(_ handle: OpaquePointer?) {
    guard let handle else { return }
    while let statement = sqlite3_next_stmt(handle, nil) { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  /// Encodes a path as part of a URI.
  private static func uriPath(_ path: String) -> String {
    path.unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "%": text += "%25"
      case "?": text += "%3f"
      case "#": text += "%23"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  // MARK: - State

  /// Whether SQLite opened the file for reading only, even though writing was requested.
  var isReadOnly: Bool { handle.map { sqlite3_db_readonly($0, "main") == 1 } ?? true }

  /// The number of rows that the last statement changed.
  var changedRows: Int { handle.map { Int(sqlite3_changes($0)) } ?? 0 }

  // MARK: - Statements

  /// Runs statements without parameters and discards their rows.
  package func execute(_ sql: String) throws(DraftError) {
    guard let handle else { throw .closed }
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    if code != SQLITE_OK { throw failure(code) }
  }

  /// Runs a statement and discards its rows.
  package func run(_ sql: String, _ values: [Value] = []) throws(DraftError) {
    try forEach(sql, values) { _ in }
  }

  /// Reads the first row; returns nil if there is none.
  package func first<Result>(
    _ sql: String, _ values: [Value] = [], _ read: (Row) throws(DraftError) -> Result
  ) throws(DraftError) -> Result? {
    let statement = try bound(sql, values)
    defer { Database.reset(statement) }
    return try step(statement) ? try read(Row(statement: statement, path: path)) : nil
  }

  /// Reads all rows.
  package func all<Result>(
    _ sql: String, _ values: [Value] = [], _ read: (Row) throws(DraftError) -> Result
  ) throws(DraftError) -> [Result] {
    var results: [Result] = []
    try forEach(sql, values) { row throws(DraftError) in results.append(try read(row)) }
    return results
  }

  /// Calls a closure with each row.
  package func forEach(
    _ sql: String, _ values: [Value] = [], _ body: (Row) throws(DraftError) -> Void
  ) throws(DraftError) {
    let statement = try bound(sql, values)
    defer { Database.reset(statement) }
    while try step(statement) { try body(Row(statement: statement, path: path)) }
  }

  /// Advances the statement; returns false after the last row.
  private func step(_ statement: OpaquePointer) throws(DraftError) -> Bool {
    switch sqlite3_step(statement) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw failure(code)
    }
  }

  private func bound(_ sql: String, _ values: [Value]) throws(DraftError) -> OpaquePointer {
    let statement = try prepared(sql)
    for (number, value) in values.enumerated() {
      let place = Int32(number + 1)
      let code =
        switch value {
        case .text(let text):
          csqlite_bind_text(statement, place, text, UInt64(text.utf8.count))
        // An empty blob must not become NULL, and an empty array may have no address.
        case .bytes(let bytes) where bytes.isEmpty: sqlite3_bind_zeroblob(statement, place, 0)
        case .bytes(let bytes):
          bytes.withUnsafeBytes {
            csqlite_bind_blob(statement, place, $0.baseAddress, UInt64($0.count))
          }
        case .integer(let number): sqlite3_bind_int64(statement, place, number)
        case .null: sqlite3_bind_null(statement, place)
        }
      if code != SQLITE_OK { throw failure(code) }
    }
    return statement
  }

  /// Resets a statement and frees the copies of the values that were bound to it.
  private static func reset(_ statement: OpaquePointer) {
    sqlite3_reset(statement)
    sqlite3_clear_bindings(statement)
  }

  private func prepared(_ sql: String) throws(DraftError) -> OpaquePointer {
    guard let handle else { throw .closed }
    if let statement = statements.prepared[sql] { return statement }
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else { throw failure(code) }
    statements.prepared[sql] = statement
    return statement
  }

  // MARK: - Transactions

  /// Runs work in a transaction, and rolls the transaction back if the work throws.
  ///
  /// - Parameter commits: whether to commit at the end; false for a transaction that only reads.
  func transaction<Result>(
    _ kind: TransactionKind, commits: Bool = true, _ work: () throws(DraftError) -> Result
  ) throws(DraftError) -> Result {
    try run(kind.rawValue)
    do throws(DraftError) {
      let result = try work()
      try run(commits ? "COMMIT" : "ROLLBACK")
      return result
    } catch {
      // After some errors, SQLite has already rolled back.
      if sqlite3_get_autocommit(handle) == 0 { try? run("ROLLBACK") }
      throw error
    }
  }

  // MARK: - Errors

  private func failure(_ code: Int32) -> DraftError {
    // Read the system's error number first, because any other call may change it.
    let number = lastErrorNumber
    return DraftError(
      sqlite: code & 0xFF, message: String(cString: sqlite3_errmsg(handle)), path: path,
      system: number)
  }

  /// The error number of the last system call that failed on this connection, or 0.
  ///
  /// `sqlite3_system_errno` is not enough, because a failing COMMIT does not set it. SQLite's file
  /// objects keep their last errors. The log or journal is written before the database, so ask the
  /// file object of the log or journal first. Shared memory keeps no error, but COMMIT does not
  /// depend on it.
  private var lastErrorNumber: Int32 {
    guard let handle else { return 0 }
    for file in [SQLITE_FCNTL_JOURNAL_POINTER, SQLITE_FCNTL_FILE_POINTER] {
      var pointer: UnsafeMutablePointer<sqlite3_file>?
      let code = withUnsafeMutablePointer(to: &pointer) {
        sqlite3_file_control(handle, "main", file, $0)
      }
      var number: Int32 = 0
      // A log that has not been opened has no methods.
      guard code == SQLITE_OK, let pointer, let methods = pointer.pointee.pMethods,
        methods.pointee.xFileControl?(pointer, SQLITE_FCNTL_LAST_ERRNO, &number) == SQLITE_OK
      else { continue }
      if number != 0 { return number }
    }
    return sqlite3_system_errno(handle)
  }
}

extension Database {
  /// The prepared statements of a connection, by their SQL text.
  private final class Statements {
    var prepared: [String: OpaquePointer] = [:]
  }
}
