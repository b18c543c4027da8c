// An open draft: the connection to its database and the lock on its identity.
//
// Invariants: while a `Draft` is not closed it alone writes the draft. A commit that throws stored
// nothing (except `gone`), and the same batch can be committed again. What `commit` reports as done
// survives the process; with `.disk` it survives the power. Nothing is written when nothing is
// committed: a draft that was opened new and closed without a commit leaves no file.

internal import GRDB
import Glibc

/// A draft that is open for writing.
public final class Draft {
  /// Where a draft came from.
  public enum Beginning: Equatable, Sendable {
    /// It holds nothing yet.
    case new
    /// It holds what an earlier session left.
    case resumed
  }

  /// A file that stood in the way when the draft was opened, and was kept under another name.
  public struct SetAside: Equatable, Sendable {
    /// Why it was not opened.
    public enum Reason: Equatable, Sendable {
      /// It is damaged, cut off, or no draft at all.
      case damaged
      /// It is the draft of another form.
      case otherForm
    }
    public var fileName: String
    public var reason: Reason
  }

  /// Where a commit has arrived when it returns.
  public enum Durability: Sendable {
    /// With the operating system: the end of the process loses nothing, a power cut may.
    case process
    /// On the disk.
    case disk
  }

  /// Whose draft it is.
  public let identity: DraftIdentity
  /// Whether there was something to resume.
  public let beginning: Beginning
  /// What stood in the way, oldest first; to be told to the person.
  public let setAside: [SetAside]
  /// How long the last commit to the disk waited for it, from the end of its writes.
  public private(set) var lastSync: Duration?
  /// Whether something was committed that has not reached the disk.
  public private(set) var needsSync = false

  let directory: DraftDirectory
  var queue: DatabaseQueue
  private(set) var lock: DraftLock?
  /// Whether the file holds anything; without that, closing removes it.
  public private(set) var holdsSomething: Bool
  /// The file that was opened, to notice when its name leads elsewhere.
  private let file: FileSystem.Status?
  /// How much transactions wait for, as it was set last; nil while that is not known.
  private var level: DraftSchema.Level? = .full
  /// After a failed sync the log may miss pages on the disk that the system believes to be written.
  private var distrustsLog = false

  init(
    identity: DraftIdentity, in directory: DraftDirectory, queue: DatabaseQueue,
    lock: consuming DraftLock, resumed: Bool, setAside: [SetAside]
  ) {
    self.identity = identity
    self.directory = directory
    self.queue = queue
    self.lock = consume lock
    self.setAside = setAside
    beginning = resumed ? .resumed : .new
    holdsSomething = resumed
    file = try? FileSystem.status(queue.path)
  }

  /// The name of the draft's file in its directory.
  public var fileName: String { DraftFileName(open: identity.stem).text }

  /// Whether the draft can still be written.
  public var isOpen: Bool { lock != nil }

  // MARK: - Reading

  /// Everything the draft holds.
  ///
  /// - Parameter tick: called now and then, for whoever wants to say that it takes a while.
  /// - Complexity: O(size of the draft); 100,000 rows take about a tenth of a second.
  public func contents(tick: () -> Void = {}) throws(DraftError) -> DraftContents {
    guard isOpen else { throw .closed }
    return try translated(queue) { db in try DraftTables.contents(in: db, tick: tick) }
  }

  // MARK: - Writing

  /// Stores changes, all or none.
  ///
  /// - Parameters:
  ///   - now: unix seconds.
  ///   - durability: what the changes have survived when this returns.
  /// - Throws: `diskFull`, `fileSizeLimit`, `readOnly`, `inputOutput`, `busy`, `permissionDenied`:
  ///   nothing was stored, the draft stays usable. `corrupt`: close it and open it again. `gone`: the
  ///   file was removed; close, open and commit everything anew. `closed`.
  public func commit(
    _ batch: DraftBatch, now: Int64, durability: Durability = .disk
  ) throws(DraftError) {
    guard isOpen else { throw .closed }
    if batch.isEmpty { return }
    try write(durability) { db in
      try DraftTables.store(batch, of: self.identity, in: db, now: now)
    }
    holdsSomething = true
  }

  /// Makes everything durable that was committed; does nothing when everything is.
  public func sync() throws(DraftError) {
    guard isOpen else { throw .closed }
    guard needsSync else { return }
    // One page of the log: its sync takes all pages before it along.
    try write(.disk) { db in
      try db.execute(sql: "UPDATE progress SET revision = revision + 1")
    }
  }

  /// Lets closing remove the file if everything that was committed was taken back.
  public func forgetIfEmpty() throws(DraftError) {
    guard isOpen else { throw .closed }
    if try translated(queue, DraftTables.isEmpty(in:)) { holdsSomething = false }
  }

  /// Runs a transaction.
  func write(
    _ durability: Durability, _ changes: (Database) throws -> Void
  ) throws(DraftError) {
    if distrustsLog { try rewriteLog() }
    var written = ContinuousClock.now
    do {
      try translated(queue) { db in
        try self.setLevel(durability == .process ? .normal : .full, in: db)
        try db.inTransaction(.immediate) {
          try changes(db)
          written = .now
          return .commit
        }
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
    if isGone { throw .gone(path: queue.path) }
  }

  /// Changes how much the next transactions wait for; asking SQLite costs as much as a row.
  private func setLevel(_ level: DraftSchema.Level, in db: Database) throws {
    if level == self.level { return }
    self.level = nil
    try DraftSchema.setLevel(level, in: db)
    self.level = level
  }

  /// Whether the name of the draft leads to another file, or none. Where the system does not say,
  /// it is not gone: the commit stands.
  private var isGone: Bool {
    guard let file else { return false }
    do {
      return try FileSystem.status(queue.path)?.isSameFile(as: file) != true
    } catch {
      return false
    }
  }

  /// Writes the bytes of the log to the disk again.
  ///
  /// When fsync fails, Linux forgets which pages were not written; the next fsync succeeds without
  /// them. The pages are in memory still. Copying the log into the database instead would leave the
  /// database in pieces if the power fails meanwhile, for the log that mends it is not on the disk.
  private func rewriteLog() throws(DraftError) {
    try translated(queue) { db in
      try setLevel(.full, in: db)
      // Nobody else writes to the log while we might.
      try db.inTransaction(.immediate) {
        try FileSystem.rewrite(queue.path + "-wal")
        return .rollback
      }
    }
    distrustsLog = false
  }

  // MARK: - Closing

  /// Closes the database and lets others have the draft.
  ///
  /// Everything that was committed is kept; a draft nothing was committed to leaves no file.
  public func close() {
    guard isOpen else { return }
    closeDatabase()
    // Not what somebody else put there meanwhile.
    if !holdsSomething && !isGone { try? directory.delete(DraftFileName(open: identity.stem)) }
    lock = nil
  }

  /// Closes the database, keeping the lock.
  func closeDatabase() {
    // Closing copies the log into the database.
    if distrustsLog { try? rewriteLog() }
    // An error means that the last checkpoint failed: the log is kept, and read the next time.
    try? queue.close()
  }

  /// Gives the lock back.
  func unlock() { lock = nil }

  deinit { close() }
}
