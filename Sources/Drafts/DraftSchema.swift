// The tables of a draft and the settings of a connection to one.
//
// Invariants: a migration that was released never changes; what a migration does not know makes a
// draft `newer` and stays untouched. Connections that write sync every commit (synchronous FULL)
// unless set otherwise, and that is set after the journal mode and read back.

/// The schema of a draft's database.
enum DraftSchema {
  /// "LFrm", so that a database of another program is not taken for a draft.
  static let applicationID = 0x4C46_726D

  /// The migrations, oldest first; the number of each is its name.
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
  /// How many of them every draft has; later ones come when there is a need.
  private static let needed = 1

  /// The names of the migrations that a database had. The table is GRDB's: drafts have it since 0.1.0.
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

  /// Makes the tables that every draft has.
  private static func migrate(_ db: borrowing Database) throws(DraftError) {
    if try appliedMigrations(db).count >= needed { return }
    try db.transaction(.immediate) { () throws(DraftError) in
      try db.execute(
        "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
      for number in 1...needed { try apply(number, to: db) }
    }
  }

  /// Makes the tables of deliveries too; the caller holds a transaction. A version that does not know
  /// them refuses the draft from then on.
  static func addDeliveries(to db: borrowing Database) throws(DraftError) {
    try apply(2, to: db)
  }

  /// Makes the tables of long texts too; the caller holds a transaction. As `addDeliveries`.
  static func addLongTexts(to db: borrowing Database) throws(DraftError) {
    try apply(3, to: db)
  }

  private static func apply(_ number: Int, to db: borrowing Database) throws(DraftError) {
    let name = String(number)
    if try appliedMigrations(db).contains(name) { return }
    try db.execute(migrations[number - 1])
    try db.run("INSERT INTO grdb_migrations VALUES (?)", [.text(name)])
  }

  /// Whether the draft has a table, of those that come when there is a need.
  static func hasTable(_ name: String, in db: borrowing Database) throws(DraftError) -> Bool {
    let table = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
    return try db.first(table, [.text(name)]) { _ in true } == true
  }

  /// The most bytes that a log has whose contents are in the database; SQLite copies it after 4 MB.
  private static let longestLog = 4 * 1_024 * 1_024

  // MARK: - Connections

  /// Connects without changing anything.
  ///
  /// - Parameter isImmutable: reads without locks, a log or shared memory, which only a file that
  ///   nobody can write allows.
  static func connect(
    _ path: String, readOnly: Bool, isImmutable: Bool = false
  ) throws(DraftError) -> Database {
    // Nobody writes but the holder of the lock; readers are in the way for moments only.
    let database = try Database(
      path: path, isReadOnly: readOnly, wait: 500, isImmutable: isImmutable)
    // Nothing of a draft goes to a temporary directory.
    try database.execute("PRAGMA temp_store = MEMORY")
    return database
  }

  /// Whether the database is a draft we can read; false where nothing is in it yet.
  ///
  /// - Throws: `corrupt` for another program's database, `newerVersion`.
  static func isDraft(_ db: borrowing Database) throws(DraftError) -> Bool {
    let id = try integer("PRAGMA application_id", in: db) ?? 0
    if id == 0 {
      let tables = "SELECT count(*) FROM sqlite_master WHERE tbl_name <> 'grdb_migrations'"
      if try integer(tables, in: db) == 0 { return false }
    }
    if id != applicationID { throw .corrupt(path: db.path) }
    let known = Set((1...migrations.count).map(String.init))
    if try !appliedMigrations(db).isSubset(of: known) { throw .newerVersion(path: db.path) }
    return try integer("SELECT count(*) FROM identity", in: db) == 1
  }

  /// Makes a connection ready for writing: checked, migrated, durable.
  static func prepare(_ db: borrowing Database) throws(DraftError) {
    // SQLite makes do with reading where it may not write, and would say so at the first commit.
    if db.isReadOnly { throw .readOnly }
    _ = try isDraft(db)
    // A page that cannot be read is a finding of the check too, and no error.
    if try text("PRAGMA quick_check(1)", in: db) != "ok" { throw .corrupt(path: db.path) }
    // Making tables in a new draft needs no sync of its own: the first commit syncs them too.
    // The journal mode needs its own, or a power cut could leave a log without a database.
    if try setJournalMode("wal", in: db) == "wal" { try setLevel(.normal, in: db) }
    // After a large paste the log would stay as large as it: it shrinks with the next commit.
    try db.run("PRAGMA journal_size_limit = \(longestLog)")
    try migrate(db)
    try setLevel(.full, in: db)
  }

  /// Changes the journal mode, and says which it is then.
  ///
  /// The mode is written when the statement ends, not at its first row.
  @discardableResult
  static func setJournalMode(
    _ mode: String, in db: borrowing Database
  ) throws(DraftError) -> String? {
    try db.run("PRAGMA journal_mode = \(mode)")
    return try text("PRAGMA journal_mode", in: db)
  }

  /// The first number that a statement gives.
  static func integer(_ sql: String, in db: borrowing Database) throws(DraftError) -> Int64? {
    try db.first(sql) { row throws(DraftError) in try row.integer(0) }
  }

  private static func text(_ sql: String, in db: borrowing Database) throws(DraftError) -> String? {
    try db.first(sql) { row throws(DraftError) in try row.text(0) }
  }

  /// How much a commit waits for (sqlite.org/pragma.html#pragma_synchronous).
  enum Level: Int64 {
    /// For the operating system: survives the end of the process.
    case normal = 1
    /// For the disk: survives a power cut.
    case full = 2
    /// The same where there is no write-ahead log and the directory must be synced as well.
    case extra = 3
  }

  /// Sets the level of the next transactions, and makes sure that it is set.
  static func setLevel(_ level: Level, in db: borrowing Database) throws(DraftError) {
    var level = level
    if level == .full, try text("PRAGMA journal_mode", in: db) != "wal" { level = .extra }
    try db.execute("PRAGMA synchronous = \(level.rawValue)")
    guard try integer("PRAGMA synchronous", in: db) == level.rawValue else {
      throw .failed(message: "SQLite does not sync")
    }
  }
}
