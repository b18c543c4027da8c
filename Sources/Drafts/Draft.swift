// An open draft, with the connection to its database and the lock on its identity (the form, the
// name, and the file to which the answers go).
//
// Invariants: while a `Draft` is open, nothing else writes to the draft. A commit that throws has
// stored nothing, and the same batch can be committed again. Exception: after the error `gone` the
// changes may be in a file that no longer has the draft's name. Stored changes survive the end of
// the process; with the durability `.disk`, they also survive a power cut. A new draft that is
// closed without a commit leaves no file.
//
// Opening deletes nothing. A file that cannot be opened as this draft is renamed and reported. A
// draft of a newer version, or on an unreadable disk, is not touched.
//
// Finishing a draft or setting it aside first records the new state durably in the database, and
// then renames the file. If the session ends in between, nothing is lost: the next opening sees the
// state and renames the file. The number of the save is recorded with the state, so a file that is
// renamed later still gets its right place in the order of the saves.
//
// Purging first stores the changes durably, together with a mark that the file must be rewritten.
// Then it rewrites the file. If the session ends in between, the next session rewrites the file.
// `secure_delete` overwrites freed space with zeros, VACUUM rebuilds the file, and the checkpoint
// truncates the log.

/// A draft that is open for writing.
public final class Draft {
  /// The origin of a draft's contents.
  public enum Beginning: Equatable, Sendable {
    /// The draft is empty.
    case new
    /// The contents are from an earlier session.
    case resumed
  }

  /// A file that had the draft's name but could not be opened, and was renamed.
  public struct SetAside: Equatable, Sendable {
    /// The reason that the file could not be opened.
    public enum Reason: Equatable, Sendable {
      /// The file is damaged, truncated, or not a draft.
      case damaged
      /// The file is the draft of another form.
      case otherForm
    }
    public var fileName: String
    public var reason: Reason
  }

  /// The durability of a commit when it returns.
  public enum Durability: Sendable {
    /// The operating system has the changes. They survive the end of the process, but perhaps not a
    /// power cut.
    case process
    /// The changes are on disk, and survive a power cut.
    case disk
  }

  /// The identity of the draft.
  public let identity: DraftIdentity
  /// Whether the draft is new or has contents of an earlier session.
  public let beginning: Beginning
  /// The files that were renamed so that the draft could be opened, oldest first. The program must
  /// report these files to the person.
  public let setAside: [SetAside]

  let directory: DraftDirectory
  var connection: DraftConnection
  private var lock: DraftLock?
  /// Whether the file has contents to keep. If not, closing the draft removes the file.
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

  /// Whether the draft can still be used.
  public var isOpen: Bool { lock != nil }
  /// The time that the last commit waited for the disk after its last write.
  public var lastSync: Duration? { connection.lastSync }
  /// Whether some committed changes may not be on disk yet.
  public var needsSync: Bool { connection.needsSync }

  // MARK: - Opening

  /// Opens the draft of an identity, or creates it.
  ///
  /// - Parameters:
  ///   - lock: the lock on this identity. The draft owns the lock from now on; if this function
  ///     throws, the lock is released.
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
    // After an attempt that renamed a file, the name is usually free. More than a few failures mean
    // that another process interferes.
    for _ in 0..<6 {
      var database: Database
      do throws(DraftError) {
        try directory.makeRoom(for: name)
        database = try connect(directory.path(of: name))
      } catch {
        guard case .corrupt = error else { throw error }
        // A disk error that goes away looks like damage at first. Real damage is still there at the
        // second attempt.
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
        // The last session ended after it recorded the state and before it renamed the file.
        var closing = found.closing
        closing.time = closing.time ?? now
        if closing.save == nil {
          closing.save = try save(of: name, as: closing.state, in: directory)
        }
        _ = try archive(name, in: directory, &database, as: closing)
        continue
      }
      if found.identity == nil {
        // SQLite has just removed the journal of the new database. If a power cut brought the
        // journal back, it would empty the draft, so make its removal durable. SQLite syncs the
        // directory too, but ignores errors.
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

  /// Reads everything in the draft.
  ///
  /// - Parameter tick: called from time to time, so that the caller can report progress.
  /// - Complexity: O(size of the draft). Reading 100,000 rows takes about 0.1 seconds.
  public func contents(tick: () -> Void = {}) throws(DraftError) -> DraftContents {
    guard isOpen else { throw .closed }
    return try DraftTables.contents(in: connection.database, tick: tick)
  }

  // MARK: - Writing

  /// Stores all changes of a batch, or none of them.
  ///
  /// - Parameters:
  ///   - now: the time in Unix seconds.
  ///   - durability: the required durability of the changes when this function returns.
  /// - Throws: `diskFull`, `fileSizeLimit`, `readOnly`, `inputOutput`, `busy` or `permissionDenied`
  ///   if nothing was stored; the draft can still be used. `corrupt` if the draft is damaged; close
  ///   it and open it again. `gone` if the file was removed; close the draft, open it again, and
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

  /// Waits until all commits are on disk.
  public func sync() throws(DraftError) {
    guard isOpen else { throw .closed }
    guard needsSync else { return }
    // Commit one page to the log, because syncing that page also syncs all earlier pages.
    try connection.write(.disk) { db throws(DraftError) in
      try db.run("UPDATE progress SET \(DraftTables.newRevision)")
    }
  }

  /// Lets `close` remove the file if the draft no longer has any contents.
  public func forgetIfEmpty() throws(DraftError) {
    guard isOpen else { throw .closed }
    if try DraftTables.isEmpty(in: connection.database) { holdsSomething = false }
  }

  // MARK: - Closing

  /// Closes the database and releases the draft.
  ///
  /// All commits are kept. A draft without commits leaves no file.
  public func close() {
    guard isOpen else { return }
    connection.close()
    // If another process has put a new file at the draft's path, this draft must not delete that
    // file.
    if !holdsSomething && !connection.isGone {
      try? directory.delete(DraftFileName(open: identity.stem))
    }
    lock = nil
  }

  deinit { close() }

  // MARK: - Finishing

  /// Marks the draft as finished and closes it. Call this after the answers were written and
  /// synced.
  ///
  /// - Returns: the new file name; nil if nothing was ever committed, or if only the next opening
  ///   will rename the file.
  /// - Throws: the errors of `commit`; the draft then remains open and unfinished.
  @discardableResult
  public func finish(now: Int64) throws(DraftError) -> String? {
    try leave(as: .finished, now: now)
  }

  /// Sets the draft aside and closes it. The file is kept until a person removes it.
  ///
  /// - Returns: the new file name, as for `finish`.
  /// - Throws: the errors of `commit`; the draft then remains open.
  @discardableResult
  public func setAside(now: Int64) throws(DraftError) -> String? {
    try leave(as: .aside, now: now)
  }

  /// The number that a draft gets when it is closed as saved or as waiting for a command; nil for
  /// other states.
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
    // The state `undelivered` is needed to find answers that wait for a command, so it takes
    // precedence over the requested state.
    let state = try delivery() == nil ? state : .undelivered
    let name = DraftFileName(open: identity.stem)
    var save = number
    if save == nil { save = try Draft.save(of: name, as: state, in: directory) }
    let closing = DraftTables.Closing(state: state, time: now, save: save)
    try connection.write(.disk) { db throws(DraftError) in
      try DraftTables.store(closing, in: db)
    }
    defer { lock = nil }
    // The state is recorded, so a failing rename is no error: the next opening renames the file.
    return (try? Draft.archive(name, in: directory, &connection.database, as: closing))?.text
  }

  /// Closes the database and renames a draft whose state has been recorded.
  ///
  /// - Returns: the new name; nil if a reader or a disk error keeps the database from becoming a
  ///   single file. The next opening then renames it.
  static func archive(
    _ name: DraftFileName, in directory: DraftDirectory, _ database: inout Database,
    as closing: DraftTables.Closing
  ) throws(DraftError) -> DraftFileName? {
    // Without a log, the database is a single file, so one rename is enough.
    _ = try? DraftSchema.setJournalMode("delete", in: database)
    database.close()
    // A leftover journal must be played back first, which a read-only connection cannot do.
    for sidecar in ["-wal", "-journal"]
    where try FileSystem.holdsBytes(directory.path(of: name) + sidecar) {
      return nil
    }
    return try directory.move(name, to: closing.state, time: closing.time ?? 0, save: closing.save)
  }

  // MARK: - Delivering

  /// The saved answers that a command has not accepted; nil if there are none.
  ///
  /// - Parameter withBytes: whether to read the stored bytes; if false, the result has an empty
  ///   array.
  public func delivery(withBytes: Bool = false) throws(DraftError) -> Delivery? {
    guard isOpen else { throw .closed }
    return try DeliveryTables.delivery(in: connection.database, withBytes: withBytes)
  }

  /// Stores saved answers and changes of the draft together, durably. The answers replace earlier
  /// saved answers.
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
      try DraftTables.removeSave(from: db)
      try TextDigest.store(in: db)
    }
    holdsSomething = true
    if case .file(let name)? = old?.answers, delivery.answers != .file(name) {
      directory.removeAnswers(inFile: name)
    }
  }

  /// Records an attempt to deliver the answers.
  public func note(_ attempt: DeliveryAttempt) throws(DraftError) {
    guard isOpen else { throw .closed }
    try connection.write(.disk) { db throws(DraftError) in
      try DeliveryTables.add(attempt, in: db)
    }
  }

  /// Removes the answers after a command has accepted them.
  public func endDelivery() throws(DraftError) {
    guard isOpen else { throw .closed }
    guard let delivery = try delivery() else { return }
    try connection.write(.disk) { db throws(DraftError) in try DeliveryTables.remove(from: db) }
    if case .file(let name) = delivery.answers { directory.removeAnswers(inFile: name) }
  }

  /// Closes the draft and records that its answers wait for a command.
  ///
  /// - Returns: the new file name, as for `finish`.
  /// - Throws: the errors of `commit`; the draft then remains open.
  @discardableResult
  public func closeUndelivered(
    now: Int64, as number: Int? = nil
  ) throws(DraftError) -> String? {
    try leave(as: .undelivered, now: now, number: number)
  }

  // MARK: - Purging

  /// The key of the value that marks a pending rewrite.
  private static let key = "rewrite"

  /// Whether an earlier session ended before it had rewritten the file.
  public static func awaitsRewriting(_ contents: DraftContents) -> Bool {
    contents.values[key] != nil
  }

  /// Stores changes that remove texts, and rewrites the file, so that no trace of the texts
  /// remains.
  ///
  /// - Parameter time: the time to record as the last change, in Unix seconds. Pass the time of the
  ///   last edit, because a purge is not an edit.
  /// - Throws: the errors of `commit`. The changes may be stored even if this function throws; then
  ///   the next opening rewrites the file.
  public func purge(_ batch: DraftBatch, time: Int64) throws(DraftError) {
    guard isOpen else { throw .closed }
    try connection.database.execute("PRAGMA secure_delete = ON")
    var batch = batch
    batch.values[Draft.key] = .set([])
    try commit(batch, now: time)
    try connection.rebuild()
    var done = DraftBatch()
    done.values[Draft.key] = .removed
    try commit(done, now: time)
  }
}
