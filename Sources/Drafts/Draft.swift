// An open draft: the connection to its database and the lock on its identity.
//
// Invariants: while a `Draft` is not closed it alone writes the draft. A commit that throws stored
// nothing (except `gone`), and the same batch can be committed again. What `commit` reports as done
// survives the process; with `.disk` it survives the power. Nothing is written when nothing is
// committed: a draft that was opened new and closed without a commit leaves no file.
//
// Opened: nothing is deleted. What cannot be opened is renamed, and reported. A draft of a newer version, or
// one whose disk cannot be read, is not touched.
//
// Finished or set aside: the state is recorded durably in the database before the file is renamed. A
// session that ends in between loses nothing: the next opening sees the state and renames the file. The
// number of a save is recorded with it, so a file that is renamed later keeps its place among the saves.
//
// Purged: the changes are durable before the file is rewritten, together with a mark that the rewrite is
// pending: if the session ends in between, the next one does it. `secure_delete` overwrites freed space
// with zeros, VACUUM rebuilds the file, and the checkpoint truncates the log.

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

  let directory: DraftDirectory
  var connection: DraftConnection
  private var lock: DraftLock?
  /// Whether the file holds anything; without that, closing removes it.
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
  /// The time that the last commit to the disk waited for it, from the end of its writes.
  public var lastSync: Duration? { connection.lastSync }
  /// Whether something was committed that has not reached the disk.
  public var needsSync: Bool { connection.needsSync }

  // MARK: - Opening

  /// Opens the draft of an identity, or a new one.
  ///
  /// - Parameters:
  ///   - lock: the lock on this identity; it ends with the draft, or with the error.
  ///   - now: unix seconds, for the names of what is set aside.
  /// - Throws: `newerVersion`, `symbolicLink`, `notAFile`, `foreignOwner`, `permissionDenied`,
  ///   `diskFull`, `readOnly`, `inputOutput`, `busy`.
  public static func open(
    _ identity: DraftIdentity, in directory: DraftDirectory, lock: consuming DraftLock, now: Int64
  ) throws(DraftError) -> Draft {
    guard lock.stem == identity.stem else { throw .held(by: nil) }
    let name = DraftFileName(open: identity.stem)
    var setAside: [SetAside] = []
    var suspicions = 0
    // Most turns free the name; more than a few are needed only if somebody works against us.
    for _ in 0..<6 {
      var database: Database
      do throws(DraftError) {
        try directory.makeRoom(for: name)
        database = try connect(directory.path(of: name))
      } catch {
        guard case .corrupt = error else { throw error }
        // A disk that fails for a moment looks like damage. Damage is there the second time too.
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
        // The last session ended between recording that it was done and renaming the file.
        var closing = found.closing
        closing.time = closing.time ?? now
        if closing.save == nil {
          closing.save = try save(of: name, as: closing.state, in: directory)
        }
        _ = try archive(name, in: directory, &database, as: closing)
        continue
      }
      if found.identity == nil {
        // SQLite has just removed the journal it made the database with. It must not come back after
        // a power cut, for it would empty the draft; SQLite itself does not look whether this fails.
        try FileSystem.syncDirectory(directory.path)
      }
      return Draft(
        identity: identity, in: directory, database: database, lock: lock,
        resumed: found.identity != nil, setAside: setAside)
    }
    throw .busy
  }

  /// Connects and checks.
  private static func connect(_ path: String) throws(DraftError) -> Database {
    let database = try DraftSchema.connect(path, readOnly: false)
    try DraftSchema.prepare(database)
    return database
  }

  // MARK: - Reading

  /// Everything the draft holds.
  ///
  /// - Parameter tick: called now and then, for whoever wants to say that it takes a while.
  /// - Complexity: O(size of the draft); 100,000 rows take about a tenth of a second.
  public func contents(tick: () -> Void = {}) throws(DraftError) -> DraftContents {
    guard isOpen else { throw .closed }
    return try DraftTables.contents(in: connection.database, tick: tick)
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
    try connection.write(durability) { db throws(DraftError) in
      try DraftTables.store(batch, of: self.identity, in: db, now: now)
    }
    holdsSomething = true
  }

  /// Makes everything durable that was committed; does nothing when everything is.
  public func sync() throws(DraftError) {
    guard isOpen else { throw .closed }
    guard needsSync else { return }
    // One page of the log: its sync takes all pages before it along.
    try connection.write(.disk) { db throws(DraftError) in
      try db.run("UPDATE progress SET revision = revision + 1")
    }
  }

  /// Lets closing remove the file if everything that was committed was taken back.
  public func forgetIfEmpty() throws(DraftError) {
    guard isOpen else { throw .closed }
    if try DraftTables.isEmpty(in: connection.database) { holdsSomething = false }
  }

  // MARK: - Closing

  /// Closes the database and lets others have the draft.
  ///
  /// Everything that was committed is kept; a draft nothing was committed to leaves no file.
  public func close() {
    guard isOpen else { return }
    connection.close()
    // A file that another process put there meanwhile is not ours.
    if !holdsSomething && !connection.isGone {
      try? directory.delete(DraftFileName(open: identity.stem))
    }
    lock = nil
  }

  deinit { close() }

  // MARK: - Finishing

  /// Marks the draft finished and closes it. To be called once the answers were written and synced.
  ///
  /// - Returns: the file name it is kept under; nil when nothing had been committed, or when the
  ///   file will be renamed by the next opening.
  /// - Throws: what `commit` throws; the draft is open then and unfinished.
  @discardableResult
  public func finish(now: Int64) throws(DraftError) -> String? {
    try leave(as: .finished, now: now)
  }

  /// Sets the draft aside, where it is kept until it is removed, and closes it.
  ///
  /// - Returns: as `finish`.
  /// - Throws: what `commit` throws; the draft is open then.
  @discardableResult
  public func setAside(now: Int64) throws(DraftError) -> String? {
    try leave(as: .aside, now: now)
  }

  /// The number of a save or delivery that is about to be closed; nil for another state.
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
    // Whatever the draft is left as, answers that wait for a command are found by that.
    let state = try delivery() == nil ? state : .undelivered
    let name = DraftFileName(open: identity.stem)
    var save = number
    if save == nil { save = try Draft.save(of: name, as: state, in: directory) }
    let closing = DraftTables.Closing(state: state, time: now, save: save)
    try connection.write(.disk) { db throws(DraftError) in
      try DraftTables.store(closing, in: db)
    }
    defer { lock = nil }
    // It is recorded: a rename that fails is made up for later and is no error of this call.
    return (try? Draft.archive(name, in: directory, &connection.database, as: closing))?.text
  }

  /// Renames a draft whose state was recorded, closing its database first.
  ///
  /// - Returns: the new name; nil while a reader or a failing disk keeps the database from being one
  ///   file. The next opening then does it.
  static func archive(
    _ name: DraftFileName, in directory: DraftDirectory, _ database: inout Database,
    as closing: DraftTables.Closing
  ) throws(DraftError) -> DraftFileName? {
    // Without a log the database is a single file, and renaming it is one step.
    _ = try? DraftSchema.setJournalMode("delete", in: database)
    database.close()
    // A journal that is left must be played back first, which who only reads cannot do.
    for sidecar in ["-wal", "-journal"]
    where try directory.holdsBytes(directory.path(of: name) + sidecar) {
      return nil
    }
    return try directory.move(name, to: closing.state, time: closing.time ?? 0, save: closing.save)
  }

  // MARK: - Delivering

  /// The saved answers that no command has accepted; nil without any.
  ///
  /// - Parameter withBytes: whether stored bytes are read; else they are an empty array.
  public func delivery(withBytes: Bool = false) throws(DraftError) -> Delivery? {
    guard isOpen else { throw .closed }
    return try DeliveryTables.delivery(in: connection.database, withBytes: withBytes)
  }

  /// Stores saved answers with changes of the draft, on the disk. They take the place of those before.
  ///
  /// - Throws: what `commit` throws; nothing was stored then.
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

  /// Records an attempt.
  public func note(_ attempt: DeliveryAttempt) throws(DraftError) {
    guard isOpen else { throw .closed }
    try connection.write(.disk) { db throws(DraftError) in
      try DeliveryTables.add(attempt, in: db)
    }
  }

  /// Removes the answers, which were accepted.
  public func endDelivery() throws(DraftError) {
    guard isOpen else { throw .closed }
    guard let delivery = try delivery() else { return }
    try connection.write(.disk) { db throws(DraftError) in try DeliveryTables.remove(from: db) }
    if case .file(let name) = delivery.answers { directory.removeAnswers(inFile: name) }
  }

  /// Closes the draft as one whose answers wait for a command.
  ///
  /// - Returns: as `finish`.
  /// - Throws: what `commit` throws; the draft is open then.
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

  /// Stores changes that remove texts, and rewrites the file.
  ///
  /// - Parameter time: the time of the last change, in unix seconds: this is not an edit.
  /// - Throws: the errors of `commit`. The changes may be stored nevertheless; the next opening then
  ///   rewrites the file.
  public func purge(_ batch: DraftBatch, time: Int64) throws(DraftError) {
    guard isOpen else { throw .closed }
    try connection.database.execute("PRAGMA secure_delete = ON")
    var batch = batch
    batch.values[Draft.key] = .set([])
    try commit(batch, now: time)
    try connection.database.execute("VACUUM")
    // Copies the log into the database and truncates it.
    let isBusy = try connection.database.all("PRAGMA wal_checkpoint(TRUNCATE)") {
      row throws(DraftError) in try row.integer(0)
    }
    if isBusy.first != 0 { throw .busy }
    var done = DraftBatch()
    done.values[Draft.key] = .removed
    try commit(done, now: time)
  }
}
