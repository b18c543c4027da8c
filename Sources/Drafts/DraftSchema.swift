// The tables of a draft and the settings of a connection to one.
//
// Invariants: a migration that was released never changes; what a migration does not know makes a
// draft `newer` and stays untouched. Connections that write sync every commit (synchronous FULL)
// unless set otherwise, and that is set after the journal mode and read back: GRDB's own
// `journalMode = .wal` would set NORMAL behind our back, so it is not used.

internal import GRDB
internal import GRDBSQLite
import Glibc

/// The schema of a draft's database.
enum DraftSchema {
  /// "LFrm", so that a database of another program is not taken for a draft.
  static let applicationID = 0x4C46_726D

  /// The migrations, oldest first.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator().disablingDeferredForeignKeyChecks()
    migrator.registerMigration("1") { db in
      try db.execute(
        sql: """
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
          """)
    }
    return migrator
  }

  // MARK: - Connections

  /// Connects without changing anything.
  ///
  /// - Parameter isImmutable: reads without locks, a log or shared memory, which only a file that
  ///   nobody can write allows (sqlite.org/uri.html; SQLite is built with URIs on Debian).
  static func connect(
    _ path: String, readOnly: Bool, isImmutable: Bool = false
  ) throws(DraftError) -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = readOnly
    configuration.foreignKeysEnabled = false
    // Nobody writes but the holder of the lock; readers are in the way for moments only.
    configuration.busyMode = .timeout(0.5)
    configuration.label = "drafts"
    configuration.prepareDatabase { db in
      // Nothing of a draft goes to a temporary directory.
      try db.execute(sql: "PRAGMA temp_store = MEMORY")
    }
    do {
      return try DatabaseQueue(
        path: isImmutable ? "file:\(uriPath(path))?immutable=1" : path,
        configuration: configuration)
    } catch {
      throw DraftError(error, path: path)
    }
  }

  /// A path as it stands in a URI.
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

  /// Whether the database is a draft we can read; false where nothing is in it yet.
  ///
  /// - Throws: `corrupt` for another program's database, `newerVersion`.
  static func isDraft(_ db: Database, path: String) throws -> Bool {
    let id = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    if id == 0 {
      // GRDB makes its own table before the first migration, in a transaction of its own.
      let tables = "SELECT count(*) FROM sqlite_master WHERE tbl_name <> 'grdb_migrations'"
      if try Int.fetchOne(db, sql: tables) == 0 { return false }
    }
    if id != applicationID { throw DraftError.corrupt(path: path) }
    if try migrator.hasBeenSuperseded(db) { throw DraftError.newerVersion(path: path) }
    return try Int.fetchOne(db, sql: "SELECT count(*) FROM identity") == 1
  }

  /// Makes a connection ready for writing: checked, migrated, durable.
  static func prepare(_ queue: DatabaseQueue) throws(DraftError) {
    let path = queue.path
    try translated(queue) { db in
      // SQLite makes do with reading where it may not write, and would say so at the first commit.
      if sqlite3_db_readonly(db.sqliteConnection, "main") == 1 { throw DraftError.readOnly }
      _ = try isDraft(db, path: path)
      // A page that cannot be read is a finding of the check too, and no error.
      if try String.fetchOne(db, sql: "PRAGMA quick_check(1)") != "ok" {
        throw DraftError.corrupt(path: path)
      }
      // Making tables in a new draft needs no sync of its own: the first commit syncs them too.
      // The journal mode needs its own, or a power cut could leave a log without a database.
      if try setJournalMode("wal", in: db) == "wal" { try setLevel(.normal, in: db) }
    }
    try translatingErrors(of: queue) { try migrator.migrate(queue) }
    try translated(queue) { db in try setLevel(.full, in: db) }
  }

  /// Changes the journal mode, and says which it is then.
  ///
  /// The mode is written when the statement ends. `fetchOne` would leave after the first row, and
  /// never hear that it failed.
  static func setJournalMode(_ mode: String, in db: Database) throws -> String? {
    _ = try String.fetchAll(db, sql: "PRAGMA journal_mode = \(mode)")
    return try String.fetchOne(db, sql: "PRAGMA journal_mode")
  }

  /// How much a commit waits for (sqlite.org/pragma.html#pragma_synchronous).
  enum Level: Int {
    /// For the operating system: survives the end of the process.
    case normal = 1
    /// For the disk: survives a power cut.
    case full = 2
    /// The same where there is no write-ahead log and the directory must be synced as well.
    case extra = 3
  }

  /// Sets the level of the next transactions, and makes sure that it is set.
  static func setLevel(_ level: Level, in db: Database) throws {
    var level = level
    if level == .full, try String.fetchOne(db, sql: "PRAGMA journal_mode") != "wal" {
      level = .extra
    }
    try db.execute(sql: "PRAGMA synchronous = \(level.rawValue)")
    guard try Int.fetchOne(db, sql: "PRAGMA synchronous") == level.rawValue else {
      throw DraftError.failed(message: "SQLite does not sync")
    }
  }
}
