// An open draft: the connection to its database and the lock on its identity.
//
// Invariants: until a `Draft` is closed, only it writes the draft. A commit that throws stored
// nothing (except `gone`), and the same batch can be committed again. Changes that `commit`
// reported as stored survive the end of the process; with `.disk` they survive a power cut. A draft
// that was opened new and closed without a commit leaves no file.
//
// Opening deletes nothing. A file that cannot be opened as this draft is renamed and reported. A
// draft of a newer version, or on a disk that cannot be read, is not touched.
//
// Finishing and setting aside record the state durably in the database before they rename the file.
// If the session ends in between, nothing is lost: the next opening sees the state and renames the
// file. The number of a save is recorded with the state, so a file that is renamed later keeps its
// place among the saves.
//
// Purging makes the changes durable before the file is rewritten, together with a mark that the
// rewrite is pending. If the session ends in between, the next one rewrites the file.
// `secure_delete` overwrites freed space with zeros, VACUUM rebuilds the file, and the checkpoint
// truncates the log.

/// A draft that is open for writing.
public final class Draft {
  /// The origin of a draft's contents.
  public enum Beginning: Equatable, Sendable {
    /// The draft is empty.
    case new
    /// An earlier session left the contents.
    case resumed
  }

  /// A file that had the draft's name but could not be opened, and was renamed.
  public struct SetAside: Equatable, Sendable {
    /// The reason the file could not be opened.
    public enum Reason: Equatable, Sendable {
      /// It is damaged, truncated, or not a draft.
      case damaged
      /// It is the draft of another form.
      case otherForm
    }
    public var fileName: String
    public var reason: Reason
  }

  /// The durability of a commit when it returns.
  public enum Durability: Sendable {
    /// The operating system has the changes: they survive the end of the process, but perhaps not a
    /// power cut.
    case process
    /// The changes are on disk.
    case disk
  }

  /// The identity that the draft belongs to.
  public let identity: DraftIdentity
  /// Whether there were contents to resume.
  public let beginning: Beginning
  /// The files that were renamed to make way, oldest first; the person must be informed of them.
  public let setAside: [SetAside]

  let directory: DraftDirectory
  var connection: DraftConnection
  private var lock: DraftLock?
  /// Whether the file holds anything; if not, closing removes it.
  public private(set) var holdsSomething: Bool

  init(
    identity: DraftIdentity, in directory: DraftDirectory,
    database: consuming Database, lock: consuming DraftLock, resumed: Bool, setAside: [SetAside]
  ) {
    (self.identity, self.directory) = (identity, directory)
    connection = DraftConnection(database)
    self.lock = consume lock
    self.setAside = setAside
    beginning = resumed ? .resumed : .new
    holdsSomething = resumed
  }

  /// Whether the draft can still be written.
  public var isOpen: Bool { lock != nil }
  /// The time that the last commit waited for the disk after its writes.
  public var lastSync: Duration? { connection.lastSync }
  /// Whether some committed changes have not reached the disk.
  public var needsSync: Bool { connection.needsSync }

  // MARK: - Opening

  /// Opens the draft of an identity, or a new one.
  ///
  /// - Parameters:
  ///   - lock: the lock on this identity. The draft owns it; if this throws, the lock is released.
  ///   - now: the time in Unix seconds, for the names of files that are set aside.
  /// - Throws: `newerVersion`, `symbolicLink`, `notAFile`, `foreignOwner`, `permissionDenied`,
  ///   `diskFull`, `readOnly`, `inputOutput`, `busy`.
  public static func open(
    _ identity: DraftIdentity, in directory: DraftDirectory, lock: consuming DraftLock, now: Int64
  ) throws(DraftError) -> Draft {
    guard lock.stem == identity.stem else { throw .held(by: nil) }
    let name = DraftFileName(open: identity.stem)
    var setAside: [SetAside] = []
    var suspicions = 0
    // Each round that fails usually frees the name. More than a few rounds mean that another
    // process interferes.
    for _ in 0..<6 {
      var database: Database
      do throws(DraftError) {
        try directory.makeRoom(for: name)
        database = try connect(directory.path(of: name))
      } catch {
        guard case .corrupt = error else { throw error }
        // A disk that fails for a moment looks like damage. Real damage is still there at the
        // second try.
        suspicions += 1
        if !suspicions.isMultiple(of: 2) { continue }
        let moved = try directory.move(name, to: .damaged, time: now)
        setAside.append(SetAside(fileName: moved.text, reason: .damaged))
        continue
      }
      let found = (
        identity: try DraftTables.identity(in: database),
        closing: try DraftTables.state(in: database)
      )
      if let other = found.identity, other != identity {
        database.close()
        let moved = try directory.move(name, to: .aside, time: now)
        setAside.append(SetAside(fileName: moved.text, reason: .otherForm))
        continue
      }
      if found.closing.state != .open {
        // The last session ended between recording the state and renaming the file.
        var closing = found.closing
        closing.time = closing.time ?? now
        if closing.save == nil {
          closing.save = try save(of: name, as: closing.state, in: directory)
        }
        _ = try archive(name, in: directory, &database, as: closing)
        continue
      }
      if found.identity == nil {
        // SQLite has just removed the journal of the new database. After a power cut a leftover
        // journal would empty the draft, so make its removal durable; SQLite does not check whether
        // its own attempt failed.
        try FileSystem.syncDirectory(directory.path)
      }
      return Draft(
        identity: identity, in: directory, database: database, lock: lock,
        resumed: found.identity != nil, setAside: setAside)
    }
    throw .busy
  }

  /// Connects to the database and checks it.
  private static func connect(_ path: String) throws(DraftError) -> Database {
    let database = try DraftSchema.connect(path, readOnly: false)
    try DraftSchema.prepare(database)
    return database
  }

  // MARK: - Reading

  /// Everything the draft holds.
  ///
  /// - Parameter tick: called from time to time, so that the caller can report progress.
  /// - Complexity: O(size of the draft). Reading 100,000 rows takes about a tenth of a second.
  public func contents(tick: () -> Void = {}) throws(DraftError) -> DraftContents {
    guard isOpen else { throw .closed }
    return try DraftTables.contents(in: connection.database, tick: tick)
  }

  // MARK: - Writing

  /// Stores all changes of a batch, or none.
  ///
  /// - Parameters:
  ///   - now: the time in Unix seconds.
  ///   - durability: the durability that this waits for.
  /// - Throws: After `diskFull`, `fileSizeLimit`, `readOnly`, `inputOutput`, `busy` and
  ///   `permissionDenied` nothing was stored and the draft can still be used. After `corrupt`,
  ///   close the draft and open it again. After `gone`, the file was removed: close, open, and
  ///   commit everything again. `closed` if the draft is closed.
  public func commit(
    _ batch: DraftBatch, now: Int64, durability: Durability = .disk
  ) throws(DraftError) {
    guard isOpen else { throw .closed }
    if batch.isEmpty { return }
    try connection.write(durability) { db throws(DraftError) in
      try DraftTables.store(batch, of: self.identity, in: db, now: now)
    }
    holdsSomething = true
  }

  /// Waits until all commits are on disk; does nothing if they are.
  public func sync() throws(DraftError) {
    guard isOpen else { throw .closed }
    guard needsSync else { return }
    // Commit one page to the log: syncing it also syncs all pages before it.
    try connection.write(.disk) { db throws(DraftError) in
      try db.run("UPDATE progress SET revision = revision + 1")
    }
  }

  /// Lets `close` remove the file if no committed changes are left in it.
  public func forgetIfEmpty() throws(DraftError) {
    guard isOpen else { throw .closed }
    if try DraftTables.isEmpty(in: connection.database) { holdsSomething = false }
  }

  // MARK: - Closing

  /// Closes the database and releases the draft.
  ///
  /// All commits are kept. A draft without any leaves no file.
  public func close() {
    guard isOpen else { return }
    connection.close()
    // Another process may have put a new file there; it is not this draft's to delete.
    if !holdsSomething && !connection.isGone {
      try? directory.delete(DraftFileName(open: identity.stem))
    }
    lock = nil
  }

  deinit { close() }

  // MARK: - Finishing

  /// Marks the draft finished and closes it. Call it after the answers were written and synced.
  ///
  /// - Returns: the new file name; nil if nothing had been committed, or if the next opening will
  ///   rename the file.
  /// - Throws: the errors of `commit`; the draft is then still open and unfinished.
  @discardableResult
  public func finish(now: Int64) throws(DraftError) -> String? {
    try leave(as: .finished, now: now)
  }

  /// Sets the draft aside and closes it. It is kept until a person removes it.
  ///
  /// - Returns: as `finish`.
  /// - Throws: the errors of `commit`; the draft is then still open.
  @discardableResult
  public func setAside(now: Int64) throws(DraftError) -> String? {
    try leave(as: .aside, now: now)
  }

  /// The number for a save or delivery that is about to be closed; nil for other states.
  private static func save(
    of name: DraftFileName, as state: DraftState, in directory: DraftDirectory
  ) throws(DraftError) -> Int? {
    switch state {
    case .finished: try directory.nextSave(ofForm: name.formHash)
    case .undelivered: try directory.nextDelivery()
    case .open, .aside, .damaged, .newer: nil
    }
  }

  private func leave(
    as state: DraftState, now: Int64, number: Int? = nil
  ) throws(DraftError) -> String? {
    guard isOpen else { throw .closed }
    guard holdsSomething else {
      close()
      return nil
    }
    // Drafts with waiting answers are found by this state, so it takes precedence.
    let state = try delivery() == nil ? state : .undelivered
    let name = DraftFileName(open: identity.stem)
    var save = number
    if save == nil { save = try Draft.save(of: name, as: state, in: directory) }
    let closing = DraftTables.Closing(state: state, time: now, save: save)
    try connection.write(.disk) { db throws(DraftError) in
      try DraftTables.store(closing, in: db)
    }
    defer { lock = nil }
    // The state is recorded. If the rename fails, the next opening does it, so this is no error.
    return (try? Draft.archive(name, in: directory, &connection.database, as: closing))?.text
  }

  /// Renames a draft whose state is recorded, after closing its database.
  ///
  /// - Returns: the new name; nil if a reader or a failing disk keeps the database from becoming a
  ///   single file. The next opening then renames it.
  static func archive(
    _ name: DraftFileName, in directory: DraftDirectory, _ database: inout Database,
    as closing: DraftTables.Closing
  ) throws(DraftError) -> DraftFileName? {
    // Without a log the database is a single file, and renaming it is one step.
    _ = try? DraftSchema.setJournalMode("delete", in: database)
    database.close()
    // A leftover journal must be played back first, which a read-only connection cannot do.
    for sidecar in ["-wal", "-journal"]
    where try directory.holdsBytes(directory.path(of: name) + sidecar) {
      return nil
    }
    return try directory.move(name, to: closing.state, time: closing.time ?? 0, save: closing.save)
  }

  // MARK: - Delivering

  /// The saved answers that no command has accepted; nil without any.
  ///
  /// - Parameter withBytes: whether to read the stored bytes. Otherwise the result holds an empty
  ///   array.
  public func delivery(withBytes: Bool = false) throws(DraftError) -> Delivery? {
    guard isOpen else { throw .closed }
    return try DeliveryTables.delivery(in: connection.database, withBytes: withBytes)
  }

  /// Stores saved answers together with changes of the draft, on disk. They replace earlier saved
  /// answers.
  ///
  /// - Throws: the errors of `commit`; nothing was stored then.
  public func store(
    _ delivery: Delivery, _ batch: DraftBatch, now: Int64
  ) throws(DraftError) {
    guard isOpen else { throw .closed }
    let old = try self.delivery()
    try connection.write(.disk) { db throws(DraftError) in
      try DraftTables.store(batch, of: self.identity, in: db, now: now)
      try DeliveryTables.store(delivery, in: db)
    }
    holdsSomething = true
    if case .file(let name)? = old?.answers, delivery.answers != .file(name) {
      directory.removeAnswers(inFile: name)
    }
  }

  /// Records an attempt to deliver.
  public func note(_ attempt: DeliveryAttempt) throws(DraftError) {
    guard isOpen else { throw .closed }
    try connection.write(.disk) { db throws(DraftError) in
      try DeliveryTables.add(attempt, in: db)
    }
  }

  /// Removes the accepted answers.
  public func endDelivery() throws(DraftError) {
    guard isOpen else { throw .closed }
    guard let delivery = try delivery() else { return }
    try connection.write(.disk) { db throws(DraftError) in try DeliveryTables.remove(from: db) }
    if case .file(let name) = delivery.answers { directory.removeAnswers(inFile: name) }
  }

  /// Closes the draft with the state that its answers wait for a command.
  ///
  /// - Returns: as `finish`.
  /// - Throws: the errors of `commit`; the draft is then still open.
  @discardableResult
  public func closeUndelivered(
    now: Int64, as number: Int? = nil
  ) throws(DraftError) -> String? {
    try leave(as: .undelivered, now: now, number: number)
  }

  // MARK: - Purging

  /// The key of the value that marks a pending rewrite.
  private static let key = "rewrite"

  /// Whether an earlier session ended before it rewrote the file.
  public static func awaitsRewriting(_ contents: DraftContents) -> Bool {
    contents.values[key] != nil
  }

  /// Stores changes that remove texts, and rewrites the file so that nothing of the texts remains.
  ///
  /// - Parameter time: the time to record as the last change, in Unix seconds, because a purge is
  ///   no edit.
  /// - Throws: the errors of `commit`. The changes may be stored nevertheless; the next opening
  ///   then rewrites the file.
  public func purge(_ batch: DraftBatch, time: Int64) throws(DraftError) {
    guard isOpen else { throw .closed }
    try connection.database.execute("PRAGMA secure_delete = ON")
    var batch = batch
    batch.values[Draft.key] = .set([])
    try commit(batch, now: time)
    try connection.database.execute("VACUUM")
    // The checkpoint copies the log into the database and truncates the log.
    let isBusy = try connection.database.all("PRAGMA wal_checkpoint(TRUNCATE)") {
      row throws(DraftError) in try row.integer(0)
    }
    if isBusy.first != 0 { throw .busy }
    var done = DraftBatch()
    done.values[Draft.key] = .removed
    try commit(done, now: time)
  }
}
