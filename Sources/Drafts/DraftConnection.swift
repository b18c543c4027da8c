// The connection of a draft to its database: transactions, and whether they are on the disk.
//
// Invariant: a transaction that throws stored nothing, except with `gone`; the same one may be run again.

/// An open database of a draft.
struct DraftConnection: ~Copyable {
  var database: Database
  /// The time that the last commit to the disk waited for it, from the end of its writes.
  private(set) var lastSync: Duration?
  /// Whether something was committed that has not reached the disk.
  private(set) var needsSync = false
  /// The file that was opened, to notice when its name leads elsewhere.
  private let file: FileSystem.Status?
  /// The level of durability that was set last; nil if that is not known.
  private var level: DraftSchema.Level? = .full
  /// After a failed sync the log may miss pages on the disk that the system believes to be written.
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
    var written = ContinuousClock.now
    do throws(DraftError) {
      try setLevel(durability == .process ? .normal : .full)
      try database.transaction(.immediate) { () throws(DraftError) in
        try changes(database)
        written = .now
      }
    } catch {
      switch error {
      case .inputOutput, .diskFull, .fileSizeLimit: distrustsLog = true
      default: break
      }
      throw error
    }
    if durability == .disk { lastSync = ContinuousClock.now - written }
    needsSync = durability == .process
    if isGone { throw .gone(path: database.path) }
  }

  /// Changes how much the next transactions wait for; asking SQLite costs as much as a row.
  private mutating func setLevel(_ level: DraftSchema.Level) throws(DraftError) {
    if level == self.level { return }
    self.level = nil
    try DraftSchema.setLevel(level, in: database)
    self.level = level
  }

  /// Whether the name of the draft leads to another file, or none. Where the system does not say,
  /// it is not gone: the commit counts.
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
  /// When fsync fails, Linux forgets which pages were not written; the next fsync succeeds without
  /// them. The pages are in memory still. Copying the log into the database instead would leave the
  /// database in pieces if the power fails meanwhile, for the log that mends it is not on the disk.
  private mutating func rewriteLog() throws(DraftError) {
    try setLevel(.full)
    // No other connection may write to the log meanwhile.
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
