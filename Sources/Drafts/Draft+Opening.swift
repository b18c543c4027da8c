// Opening the draft of an identity: a new one, the one that is there, or a new one beside it when
// the one that is there cannot be read.
//
// Invariants: the caller holds the identity's lock. Nothing is deleted: what cannot be opened is
// renamed, and reported. A draft of a newer version, or one whose disk cannot be read, is not touched.

internal import GRDB

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
        _ = try archive(name, in: directory, queue, as: closing)
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
