// A connection to a database: its settings, its transactions, and values of unexpected types.

import Testing

@testable import Drafts

@Suite("A connection to a database")
struct DatabaseTests {
  let folder: TemporaryDirectory
  var path: String { folder.path + "/database" }

  init() throws { folder = try TemporaryDirectory() }

  private func connect() throws -> Database {
    try Database(path: path, isReadOnly: false, wait: 0)
  }

  private func number(_ sql: String, in database: borrowing Database) throws -> Int64? {
    try database.first(sql) { row throws(DraftError) in try row.integer(0) }
  }

  @Test(
    "The connection of a draft has these settings",
    arguments: [
      ("busy_timeout", 500), ("foreign_keys", 0), ("temp_store", 2), ("page_size", 4_096),
      ("wal_autocheckpoint", 0), ("auto_vacuum", 0), ("application_id", 0x4C46_726D),
      ("user_version", 0), ("synchronous", 2),
    ] as [(String, Int64)])
  func settings(name: String, value: Int64) throws {
    let draft = try Draft.open(in: folder.drafts)
    #expect(try number("PRAGMA \(name)", in: draft.connection.database) == value)
  }

  @Test("A cached statement reports the current value of a setting")
  func settingAgain() throws {
    let database = try connect()
    for level: Int64 in [1, 2, 3, 2, 1] {
      try database.execute("PRAGMA synchronous = \(level)")
      #expect(try number("PRAGMA synchronous", in: database) == level)
    }
  }

  @Test("Closing the last connection removes the write-ahead log")
  func log() throws {
    var database = try connect()
    try database.execute("PRAGMA journal_mode = wal; CREATE TABLE t (a)")
    #expect(try names(in: folder.path).contains("database-wal"))
    database.close()
    #expect(try names(in: folder.path) == ["database"])
  }

  @Test(
    "A commit copies a log of 1000 pages into the database, and a shorter one not",
    arguments: [(3_900_000, false), (4_200_000, true)])
  func checkpoint(size: Int, isCopied: Bool) throws {
    let database = try connect()
    try database.execute(
      "PRAGMA journal_mode = wal; CREATE TABLE t (a); INSERT INTO t VALUES (zeroblob(\(size)))")
    #expect((try bytes(of: path).count > 100_000) == isCopied)
    #expect(!database.checkpoint.takeFailure())
  }

  @Test("A connection that fails to open leaves the write-ahead log alone")
  func logAfterFailure() throws {
    var database = try connect()
    try database.execute(
      """
      PRAGMA journal_mode = wal; CREATE TABLE t (a);
      PRAGMA writable_schema = ON;
      INSERT INTO sqlite_schema VALUES ('table', 'u', 'u', 0, 'no statement')
      """)
    // The connection is still open, so the copy is like the files of a killed process.
    let copy = folder.path + "/copy"
    for suffix in ["", "-wal"] { try write(bytes(of: path + suffix), to: copy + suffix) }
    let log = try bytes(of: copy + "-wal")
    #expect(throws: DraftError.corrupt(path: copy)) {
      _ = try Database(path: copy, isReadOnly: false, wait: 0)
    }
    #expect(try bytes(of: copy + "-wal") == log && !log.isEmpty)
    database.close()
  }

  @Test("A connection that fails to open, or that goes out of scope, leaves no file open")
  func descriptors() throws {
    for _ in 0..<3 {
      let database = try connect()
      try database.execute("CREATE TABLE IF NOT EXISTS t (a)")
    }
    #expect(try openPaths(below: folder.path) == [])
    try write(Array(repeating: 65, count: 8_192), to: path)
    for isReadOnly in [true, false] {
      #expect(throws: DraftError.corrupt(path: path)) {
        _ = try Database(path: path, isReadOnly: isReadOnly, wait: 0)
      }
    }
    #expect(try openPaths(below: folder.path) == [])
  }

  @Test("A closed connection refuses every operation")
  func closed() throws {
    var database = try connect()
    database.close()
    database.close()
    let (changed, isReadOnly) = (database.changedRows, database.isReadOnly)
    #expect(changed == 0 && isReadOnly)
    expectClosed { () throws(DraftError) in try database.execute("SELECT 1") }
    expectClosed { () throws(DraftError) in try database.run("SELECT 1") }
    expectClosed { () throws(DraftError) in
      try database.transaction(.immediate) { () throws(DraftError) in }
    }
  }

  private func expectClosed(_ work: () throws(DraftError) -> Void) {
    #expect(throws: DraftError.closed) { try work() }
  }

  @Test("A read-only connection changes nothing")
  func reading() throws {
    try connect().execute("CREATE TABLE t (a)")
    let before = try bytes(of: path)
    let database = try Database(path: path, isReadOnly: true, wait: 0)
    let isReadOnly = database.isReadOnly
    #expect(isReadOnly)
    do throws(DraftError) {
      try database.run("INSERT INTO t VALUES (1)")
      Issue.record("It was written")
    } catch {
      #expect(error == .readOnly)
    }
    #expect(try bytes(of: path) == before)
  }

  @Test("An error rolls a transaction back, and the next transaction works")
  func rollback() throws {
    let database = try connect()
    try database.execute("CREATE TABLE t (a INTEGER NOT NULL)")
    do throws(DraftError) {
      try database.transaction(.immediate) { () throws(DraftError) in
        try database.run("INSERT INTO t VALUES (1)")
        try database.run("INSERT INTO t VALUES (?)", [.null])
      }
      Issue.record("NULL was stored")
    } catch {
      #expect(error == .corrupt(path: path))
    }
    #expect(try number("SELECT count(*) FROM t", in: database) == 0)
    try database.transaction(.immediate) { () throws(DraftError) in
      try database.run("INSERT INTO t VALUES (2)")
    }
    try database.transaction(.deferred, commits: false) { () throws(DraftError) in
      try database.run("INSERT INTO t VALUES (3)")
    }
    #expect(try number("SELECT sum(a) FROM t", in: database) == 2)
  }

  @Test("With a waiting time of 0, a second writer reports at once that the file is busy")
  func busy() throws {
    let first = try connect()
    try first.execute("CREATE TABLE t (a); BEGIN IMMEDIATE")
    let second = try connect()
    do throws(DraftError) {
      try second.transaction(.immediate) { () throws(DraftError) in }
      Issue.record("Two transactions wrote at once")
    } catch {
      #expect(error == .busy)
    }
    // A transaction that only reads does not need the lock for writing.
    try second.transaction(.deferred) { () throws(DraftError) in }
    try first.execute("COMMIT")
  }

  @Test("Texts and numbers are read as they were stored", arguments: ["UTF-8", "UTF-16"])
  func values(encoding: String) throws {
    let texts = ["", "Ada", "a\u{0}b", "Zoë 👩‍🚀", "\u{FEFF}x"]
    let database = try connect()
    try database.execute("PRAGMA encoding = '\(encoding)'; CREATE TABLE t (a TEXT, b INTEGER)")
    for (number, text) in texts.enumerated() {
      try database.run("INSERT INTO t VALUES (?, ?)", [.text(text), .integer(number)])
    }
    try database.run("INSERT INTO t VALUES (?, ?)", [.text(nil), .integer(.max as Int64?)])
    let read = try database.all("SELECT a, b FROM t ORDER BY b") { row throws(DraftError) in
      (try row.optionalText(0), try row.integer(1))
    }
    #expect(read.map(\.0) == texts + [nil])
    #expect(read.map(\.1) == [0, 1, 2, 3, 4, .max])
  }

  @Test("Text that is not UTF-8 is read with replacement characters")
  func noUTF8() throws {
    let database = try connect()
    let text = try database.first("SELECT CAST(x'41FF42' AS TEXT)") { row throws(DraftError) in
      try row.text(0)
    }
    #expect(text == "A\u{FFFD}B")
  }

  @Test(
    "If a column has a value of an unexpected type, the file is reported as damaged",
    arguments: ["1", "1.5", "'x'", "x'00'", "NULL"])
  func types(value: String) throws {
    let database = try connect()
    var read: [String] = []
    do throws(DraftError) {
      _ = try database.first("SELECT \(value)") { row throws(DraftError) in try row.text(0) }
      read.append("'x'")
    } catch {
      #expect(error == .corrupt(path: path))
    }
    do throws(DraftError) {
      _ = try database.first("SELECT \(value)") { row throws(DraftError) in try row.bytes(0) }
      read.append("x'00'")
    } catch {
      #expect(error == .corrupt(path: path))
    }
    do throws(DraftError) {
      _ = try database.first("SELECT \(value)") { row throws(DraftError) in try row.integer(0) }
      read.append("1")
    } catch {
      #expect(error == .corrupt(path: path))
    }
    #expect(read == (["1.5", "NULL"].contains(value) ? [] : [value]))
  }
}
