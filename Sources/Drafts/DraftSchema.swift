// The tables of a draft and the settings of its connections.
//
// Invariants: a released migration never changes. A draft with unknown migrations is `newer`, and
// is not touched. Connections that write sync every commit (synchronous FULL), unless another level
// is set. The level is set after the journal mode, and is then read back.

/// The schema of a draft's database.
enum DraftSchema {
  /// "LFrm", which distinguishes a draft from the database of another program.
  static let applicationID = 0x4C46_726D

  /// The migrations, oldest first. The name of each is its number.
  private static let migrations = [
    """
    PRAGMA application_id = \(applicationID);
    -- One row: whose draft this is. Absent until the first commit.
    CREATE TABLE identity (
      template_path TEXT NOT NULL, template_id TEXT NOT NULL, name TEXT NOT NULL,
      output_path TEXT, created INTEGER NOT NULL
    ) STRICT;
    -- One row: what changes with every commit. `revision` makes sure that each writes a page,
    -- for SQLite skips pages that stay as they are, and then syncs nothing.
    CREATE TABLE progress (
      state TEXT NOT NULL, closed INTEGER, updated INTEGER NOT NULL, focus TEXT,
      filled INTEGER NOT NULL, total INTEGER NOT NULL, undone INTEGER NOT NULL,
      revision INTEGER NOT NULL
    ) STRICT;
    -- At most one row: what the form was opened with.
    CREATE TABLE origin (
      title TEXT NOT NULL, template_hash TEXT NOT NULL, options BLOB NOT NULL
    ) STRICT;
    CREATE TABLE document (bytes BLOB NOT NULL) STRICT;
    CREATE TABLE row (
      id TEXT PRIMARY KEY NOT NULL, text BLOB NOT NULL, cursor INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE structure (
      section TEXT PRIMARY KEY NOT NULL, bytes BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE value (
      key TEXT PRIMARY KEY NOT NULL, bytes BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    -- Numbers are consecutive: steps leave only at the two ends.
    CREATE TABLE history (number INTEGER PRIMARY KEY, step BLOB NOT NULL) STRICT;
    """,
    DeliveryTables.migration,
    LongTexts.migration,
  ]
  /// The tables that the first migration creates.
  private static let tables = [
    "identity", "progress", "origin", "document", "row", "structure", "value", "history",
  ]
  /// The number of migrations that every draft has. The others are applied only when they are
  /// needed.
  private static let needed = 1

  /// The file of a draft without contents, byte for byte as `prepare` would create it. Nil if only
  /// SQLite can create the file.
  static var emptyFile: [UInt8]? {
    var database = EmptyDatabase()
    database.addTable(named: "grdb_migrations", keyColumn: "identifier", value: "1")
    database.addTables(migrations[0])
    return database.bytes(applicationID: applicationID)
  }

  /// The names of the migrations that were applied to a database. The table has the name and layout
  /// that GRDB uses, because version 0.1.0 used GRDB.
  private static func appliedMigrations(
    _ db: borrowing Database
  ) throws(DraftError) -> Set<String> {
    let table = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'grdb_migrations'"
    guard try db.first(table, [], { _ in true }) == true else { return [] }
    return Set(
      try db.all("SELECT identifier FROM grdb_migrations") { row throws(DraftError) in
        try row.text(0)
      })
  }

  /// Creates the tables that every draft has.
  private static func migrate(_ db: borrowing Database) throws(DraftError) {
    if try appliedMigrations(db).count >= needed { return }
    try db.transaction(.immediate) { () throws(DraftError) in
      try db.execute(
        "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
      for number in 1...needed { try apply(number, to: db) }
    }
  }

  /// Creates the tables for deliveries. Must be called in a transaction. Afterwards, versions that
  /// do not know these tables refuse the draft.
  static func addDeliveries(to db: borrowing Database) throws(DraftError) {
    try apply(2, to: db)
  }

  /// Creates the tables for long texts. Must be called in a transaction. Afterwards, older versions
  /// refuse the draft.
  static func addLongTexts(to db: borrowing Database) throws(DraftError) {
    try apply(3, to: db)
  }

  private static func apply(_ number: Int, to db: borrowing Database) throws(DraftError) {
    let name = String(number)
    if try appliedMigrations(db).contains(name) { return }
    try db.execute(migrations[number - 1])
    try db.run("INSERT INTO grdb_migrations VALUES (?)", [.text(name)])
  }

  /// Whether the draft has a table that is created only when it is needed.
  static func hasTable(_ name: String, in db: borrowing Database) throws(DraftError) -> Bool {
    let table = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
    return try db.first(table, [.text(name)]) { _ in true } == true
  }

  /// The size, in bytes, to which the log shrinks after a checkpoint. SQLite starts a checkpoint
  /// after 4 MB.
  private static let longestLog = 4 * 1_024 * 1_024

  // MARK: - Connections

  /// Connects without changing the draft.
  ///
  /// - Parameter isImmutable: whether to read without locks, a log or shared memory. Only safe for
  ///   a file to which no process can write.
  static func connect(
    _ path: String, readOnly: Bool, isImmutable: Bool = false
  ) throws(DraftError) -> Database {
    // Only the holder of the lock writes, and readers block it only for moments, so half a second
    // is enough to wait.
    let database = try Database(
      path: path, isReadOnly: readOnly, wait: 500, isImmutable: isImmutable)
    // No part of a draft may be written to a temporary directory.
    try database.execute("PRAGMA temp_store = MEMORY")
    return database
  }

  /// Whether the database is a draft of a known version. False if the database is empty.
  ///
  /// - Throws: `corrupt` if the database belongs to another program; `newerVersion`.
  static func isDraft(_ db: borrowing Database) throws(DraftError) -> Bool {
    let id = try integer("PRAGMA application_id", in: db) ?? 0
    if id == 0 {
      let tables = "SELECT count(*) FROM sqlite_master WHERE tbl_name <> 'grdb_migrations'"
      if try integer(tables, in: db) == 0 { return false }
    }
    if id != applicationID { throw .corrupt(path: db.path) }
    // No version makes views or triggers. Reading them would run what another program wrote.
    let others = "SELECT count(*) FROM sqlite_master WHERE type NOT IN ('table', 'index')"
    if try integer(others, in: db) != 0 { throw .corrupt(path: db.path) }
    let known = Set((1...migrations.count).map(String.init))
    let applied = try appliedMigrations(db)
    if !applied.isSubset(of: known) { throw .newerVersion(path: db.path) }
    // A missing table must be found now, while the file can still be set aside.
    let names = tables.map { "'\($0)'" }.joined(separator: ", ")
    let count = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN (\(names))"
    if applied.contains("1"), try integer(count, in: db) != Int64(tables.count) {
      throw .corrupt(path: db.path)
    }
    return try integer("SELECT count(*) FROM identity", in: db) == 1
  }

  /// Prepares a connection for writing: checks the draft, applies migrations, and makes commits
  /// durable.
  static func prepare(_ db: borrowing Database) throws(DraftError) {
    // If a file cannot be written, SQLite opens it for reading only, and would report an error only
    // at the first commit.
    if db.isReadOnly { throw .readOnly }
    _ = try isDraft(db)
    try check(db)
    // Creating tables in a new draft needs no sync, because the first commit also syncs the tables.
    // Changing the journal mode does need a sync. Without that sync, a power cut could leave a log
    // without a database.
    if try setJournalMode("wal", in: db) == "wal" { try setLevel(.normal, in: db) }
    // Without a limit, the log would keep the size of the largest paste. With a limit, the next
    // commit shrinks the log.
    try db.run("PRAGMA journal_size_limit = \(longestLog)")
    try migrate(db)
    try setLevel(.full, in: db)
  }

  /// Checks the whole database.
  ///
  /// - Throws: `corrupt` if it is damaged.
  static func check(_ db: borrowing Database) throws(DraftError) {
    // The check reports an unreadable page as its result, not as an error.
    if try text("PRAGMA quick_check(1)", in: db) != "ok" { throw .corrupt(path: db.path) }
  }

  /// Changes the journal mode, and returns the mode that is then set.
  ///
  /// SQLite writes the mode only when the statement ends, not at its first row.
  @discardableResult
  static func setJournalMode(
    _ mode: String, in db: borrowing Database
  ) throws(DraftError) -> String? {
    try db.run("PRAGMA journal_mode = \(mode)")
    return try text("PRAGMA journal_mode", in: db)
  }

  /// Returns the number in the first row of a statement's result.
  static func integer(_ sql: String, in db: borrowing Database) throws(DraftError) -> Int64? {
    try db.first(sql) { row throws(DraftError) in try row.integer(0) }
  }

  private static func text(_ sql: String, in db: borrowing Database) throws(DraftError) -> String? {
    try db.first(sql) { row throws(DraftError) in try row.text(0) }
  }

  /// The durability of a commit (sqlite.org/pragma.html#pragma_synchronous).
  enum Level: Int64 {
    /// The operating system has the changes: they survive the end of the process.
    case normal = 1
    /// The disk has the changes: they survive a power cut.
    case full = 2
    /// As `full`, but for a database without a write-ahead log: the directory is also synced.
    case extra = 3
  }

  /// Sets the level of the following transactions, and checks that it was set.
  static func setLevel(_ level: Level, in db: borrowing Database) throws(DraftError) {
    var level = level
    if level == .full, try text("PRAGMA journal_mode", in: db) != "wal" { level = .extra }
    try db.execute("PRAGMA synchronous = \(level.rawValue)")
    guard try integer("PRAGMA synchronous", in: db) == level.rawValue else {
      throw .failed(message: "SQLite does not sync")
    }
  }
}
