// Opening the draft of an identity: a new one, the one that is there, or a new one beside it when
// the one that is there cannot be read.
//
// Invariants: the caller holds the identity's lock. Nothing is deleted: what cannot be opened is
// renamed, and reported. A draft of a newer version, or one whose disk cannot be read, is not touched.

internal import GRDB
import Glibc

extension Draft {
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
      let queue: DatabaseQueue
      do {
        try directory.makeRoom(for: name)
        queue = try connect(directory.path(of: name))
      } catch {
        guard case .corrupt = error else { throw error }
        // A disk that fails for a moment looks like damage. Damage is there the second time too.
        suspicions += 1
        if !suspicions.isMultiple(of: 2) { continue }
        let moved = try directory.move(name, to: .damaged, time: now)
        setAside.append(SetAside(fileName: moved.text, reason: .damaged))
        continue
      }
      let found = try translated(queue) { db in
        try (identity: DraftTables.identity(in: db), closing: DraftTables.state(in: db))
      }
      if let other = found.identity, other != identity {
        try? queue.close()
        let moved = try directory.move(name, to: .aside, time: now)
        setAside.append(SetAside(fileName: moved.text, reason: .otherForm))
        continue
      }
      if found.closing.state != .open {
        // The last session ended between recording that it was done and renaming the file.
        var closing = found.closing
        closing.time = closing.time ?? now
        if closing.state == .finished, closing.save == nil {
          closing.save = try directory.nextSave(ofForm: name.formHash)
        }
        _ = try directory.archive(name, queue: queue, as: closing)
        continue
      }
      if found.identity == nil {
        // SQLite has just removed the journal it made the database with. It must not come back after
        // a power cut, for it would empty the draft; SQLite itself does not look whether this fails.
        do {
          try FileSystem.syncDirectory(directory.path)
        } catch {
          try? queue.close()
          throw error
        }
      }
      return Draft(
        identity: identity, in: directory, queue: queue, lock: lock,
        resumed: found.identity != nil, setAside: setAside)
    }
    throw .busy
  }

  /// Connects and checks; closes again what does not pass.
  private static func connect(_ path: String) throws(DraftError) -> DatabaseQueue {
    let queue = try DraftSchema.connect(path, readOnly: false)
    do {
      try DraftSchema.prepare(queue)
    } catch {
      try? queue.close()
      throw error
    }
    return queue
  }
}

extension FileSystem {
  /// Whether a database is as long as its header says pages are (sqlite.org/fileformat.html).
  fileprivate static func holdsWholePages(_ path: String, size: Int) -> Bool {
    // A disk that cannot be read says nothing about what is on it.
    guard let header = beginning(of: path, limit: 100) else { return true }
    guard header.count == 100, header.starts(with: Array("SQLite format 3\0".utf8)) else {
      return false
    }
    let pageSize = Int(header[16]) << 8 | Int(header[17])
    return size % (pageSize == 1 ? 65_536 : max(pageSize, 512)) == 0
  }
}

extension DraftDirectory {
  /// Makes sure that a file of ours stands at the name, an empty one where there is none.
  ///
  /// SQLite gives what it puts beside a database the mode the database has; made by SQLite itself
  /// it would have what the umask leaves.
  ///
  /// - Throws: `corrupt` for a log without its database, which SQLite would empty, and for a
  ///   database that ends within a page: SQLite reads zeros behind the end. (While there is a log
  ///   that is what a power cut may leave, and the log mends it.)
  fileprivate func makeRoom(for name: DraftFileName) throws(DraftError) {
    let path = path(of: name)
    let status = try checkedStatus(of: path)
    for sidecar in Self.sidecars { _ = try checkedStatus(of: path + sidecar) }
    let hasLog = try holdsBytes(path + "-wal")
    guard let status, status.size > 0 else {
      // A journal is no such log: it is what a draft that was being made leaves, and holds nothing.
      if hasLog { throw .corrupt(path: path) }
      if status == nil { try FileSystem.makeFile(path) }
      return
    }
    let hasJournal = try holdsBytes(path + "-journal")
    if !hasLog && !hasJournal && !FileSystem.holdsWholePages(path, size: status.size) {
      throw .corrupt(path: path)
    }
    if hasLog {
      // The last session did not end by itself. It may not have synced what it committed, or have
      // failed to, and then a sync of ours would not take it along.
      try FileSystem.rewrite(path + "-wal")
      try FileSystem.syncDirectory(self.path)
    }
  }

  private func holdsBytes(_ path: String) throws(DraftError) -> Bool {
    (try FileSystem.status(path)?.size ?? 0) > 0
  }

  /// Renames a draft whose state was recorded, closing its database first.
  ///
  /// - Returns: the new name; nil while a reader or a failing disk keeps the database from being one
  ///   file. The next opening then does it.
  func archive(
    _ name: DraftFileName, queue: DatabaseQueue, as closing: DraftTables.Closing
  ) throws(DraftError) -> DraftFileName? {
    // Without a log the database is a single file, and renaming it is one step.
    _ = try? queue.writeWithoutTransaction { db in
      try DraftSchema.setJournalMode("delete", in: db)
    }
    try? queue.close()
    // A journal that is left must be played back first, which who only reads cannot do.
    for sidecar in ["-wal", "-journal"] where try holdsBytes(path(of: name) + sidecar) {
      return nil
    }
    return try move(name, to: closing.state, time: closing.time ?? 0, save: closing.save)
  }
}
