// A draft's connection to its database: transactions, and whether they are on disk.
//
// Invariant: a transaction that throws stored nothing (except `gone`) and can be run again.

import System

/// An open database of a draft.
struct DraftConnection: ~Copyable {
  var database: Database
  /// The time that the last commit waited for the disk after its writes.
  private(set) var lastSync: Duration?
  /// Whether some committed changes have not reached the disk.
  private(set) var needsSync = false
  /// The file that was opened, to notice when its name leads to another file.
  private let file: FileSystem.Status?
  /// The durability level set last; nil if unknown.
  private var level: DraftSchema.Level? = .full
  /// Whether a sync has failed. The disk may then miss pages of the log that the system believes to
  /// be written.
  private var distrustsLog = false

  init(_ database: consuming Database) {
    file = try? FileSystem.status(database.path)
    self.database = database
  }

  /// Runs a transaction.
  mutating func write(
    _ durability: Draft.Durability, _ changes: (borrowing Database) throws(DraftError) -> Void
  ) throws(DraftError) {
    if distrustsLog { try rewriteLog() }
    var written = Monotonic.now
    do throws(DraftError) {
      try setLevel(durability == .process ? .normal : .full)
      try database.transaction(.immediate) { () throws(DraftError) in
        try changes(database)
        written = Monotonic.now
      }
    } catch {
      switch error {
      case .inputOutput, .diskFull, .fileSizeLimit: distrustsLog = true
      default: break
      }
      throw error
    }
    if durability == .disk { lastSync = Monotonic.now - written }
    needsSync = durability == .process
    if isGone { throw .gone(path: database.path) }
  }

  /// Sets the durability level of the next transactions. Skips SQLite when nothing changes, because
  /// asking costs as much as storing a row.
  private mutating func setLevel(_ level: DraftSchema.Level) throws(DraftError) {
    if level == self.level { return }
    self.level = nil
    try DraftSchema.setLevel(level, in: database)
    self.level = level
  }

  /// Whether the draft's name leads to another file, or to none. If the system cannot say, the
  /// answer is no, so the commit counts.
  var isGone: Bool {
    guard let file else { return false }
    do {
      return try FileSystem.status(database.path)?.isSameFile(as: file) != true
    } catch {
      return false
    }
  }

  /// Writes the bytes of the log to the disk again.
  ///
  /// When fsync fails, Linux forgets which pages were not written, and the next fsync succeeds
  /// without them. The pages are still in memory. Copying the log into the database instead would
  /// risk the database: if the power failed meanwhile, the log that repairs it would not be on
  /// disk.
  private mutating func rewriteLog() throws(DraftError) {
    try setLevel(.full)
    // The transaction keeps other connections from writing to the log.
    try database.transaction(.immediate, commits: false) { () throws(DraftError) in
      try FileSystem.rewrite(database.path + "-wal")
    }
    distrustsLog = false
  }

  /// Closes the database.
  mutating func close() {
    // Closing copies the log into the database.
    if distrustsLog { try? rewriteLog() }
    database.close()
  }
}
