// How a draft stops being the open one of its identity: finished after a save, or set aside.
//
// Invariant: the state is recorded durably in the database before the file is renamed. A session
// that ends in between loses nothing: the next opening sees the state and renames the file. The number
// of a save is recorded with it, so a file that is renamed later keeps its place among the saves.

extension Draft {
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

  private func leave(as state: DraftState, now: Int64) throws(DraftError) -> String? {
    guard isOpen else { throw .closed }
    guard holdsSomething else {
      close()
      return nil
    }
    let name = DraftFileName(open: identity.stem)
    let save = state == .finished ? try directory.nextSave(ofForm: name.formHash) : nil
    let closing = DraftTables.Closing(state: state, time: now, save: save)
    try write(.disk) { db in try DraftTables.store(closing, in: db) }
    defer { unlock() }
    // It is recorded: a rename that fails is made up for later and is no error of this call.
    return (try? directory.archive(name, queue: queue, as: closing))?.text
  }
}
