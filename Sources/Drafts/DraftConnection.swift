// A draft's connection to its database. It runs transactions and knows whether they are on disk.
//
// Invariant: a transaction that throws has stored nothing, and can be run again. Exception: the
// error `gone` is thrown after the changes were stored, because the file no longer has the draft's
// path.

import System

/// An open database of a draft.
struct DraftConnection: ~Copyable {
  var database: Database
  /// The time that the last commit waited for the disk after its last write.
  private(set) var lastSync: Duration?
  /// Whether some committed changes may not be on disk yet.
  private(set) var needsSync = false
  /// The file that was opened, to detect when its path leads to another file.
  private let file: FileSystem.Status?
  /// Whether commits go into a write-ahead log.
  private let isLogged: Bool
  /// The durability level that was set last; nil if it is unknown.
  private var level: DraftSchema.Level? = .full
  /// Whether a sync has failed. After a failed sync, the system may believe that it wrote pages of
  /// the log that are missing on the disk.
  private var distrustsLog = false

  init(_ database: consuming Database) {
    file = try? FileSystem.status(database.path)
    isLogged = (try? FileSystem.status(database.path + "-wal")) != nil
    self.database = database
  }

  /// Runs a transaction.
  mutating func write(
    _ durability: Draft.Durability, _ changes: (borrowing Database) throws(DraftError) -> Void
  ) throws(DraftError) {
    var written = Monotonic.now
    try watchingSyncs(at: durability == .process ? .normal : .full) {
      database throws(DraftError) in
      try database.transaction(.immediate) { () throws(DraftError) in
        try changes(database)
        written = Monotonic.now
      }
    }
    if durability == .disk { lastSync = Monotonic.now - written }
    needsSync = durability == .process
    if isGone || isLogGone { throw .gone(path: database.path) }
  }

  /// Rebuilds the file without its free space, and copies the log into it, so that the log is empty.
  mutating func rebuild() throws(DraftError) {
    let isBusy = try watchingSyncs(at: .full) { database throws(DraftError) in
      try database.execute("VACUUM")
      return try database.all("PRAGMA wal_checkpoint(TRUNCATE)") { row throws(DraftError) in
        try row.integer(0)
      }
    }
    if isBusy.first != 0 { throw .busy }
  }

  /// Calls a function that may sync the log, and notes if a sync may have failed. Before that, writes a distrusted log
  /// again.
  private mutating func watchingSyncs<Result>(
    at level: DraftSchema.Level, _ work: (borrowing Database) throws(DraftError) -> Result
  ) throws(DraftError) -> Result {
    if distrustsLog { try rewriteLog() }
    defer { if database.checkpoint.takeFailure() { distrustsLog = true } }
    do throws(DraftError) {
      try setLevel(level)
      return try work(database)
    } catch {
      switch error {
      case .inputOutput, .diskFull, .fileSizeLimit: distrustsLog = true
      default: break
      }
      throw error
    }
  }

  /// Sets the durability level of the following transactions. If the level is already set, SQLite
  /// is not called, because a call costs as much as storing a row.
  private mutating func setLevel(_ level: DraftSchema.Level) throws(DraftError) {
    if level == self.level { return }
    self.level = nil
    try DraftSchema.setLevel(level, in: database)
    self.level = level
  }

  /// Whether the path of the draft leads to another file or to none. If the system reports an
  /// error, this is false, so that the commit counts.
  var isGone: Bool {
    guard let file else { return false }
    do {
      return try FileSystem.status(database.path)?.isSameFile(as: file) != true
    } catch {
      // If a part of the path is no directory any more, the file is gone too.
      if case .notADirectory = error { return true }
      return false
    }
  }

  /// Whether the log was removed, which has the last commits.
  private var isLogGone: Bool {
    guard isLogged else { return false }
    do { return try FileSystem.status(database.path + "-wal") == nil } catch { return false }
  }

  /// Writes the bytes of the log to the disk again.
  ///
  /// If fsync fails, Linux forgets which pages were not written, so the next fsync succeeds without
  /// writing them. The pages are still in memory, so this function reads them there and writes them
  /// again. The alternative, copying the log into the database, would endanger the database: after
  /// a power cut during the copy, the log that repairs it might not be on disk.
  private mutating func rewriteLog() throws(DraftError) {
    try setLevel(.full)
    // The transaction prevents other connections from writing to the log.
    try database.transaction(.immediate, commits: false) { () throws(DraftError) in
      try FileSystem.rewrite(database.path + "-wal")
    }
    distrustsLog = false
  }

  /// Closes the database.
  mutating func close() {
    // Closing copies the log into the database, so the log must be on disk first.
    if distrustsLog { try? rewriteLog() }
    database.close()
  }
}
