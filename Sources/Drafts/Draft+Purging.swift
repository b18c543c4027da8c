// Removes texts from a draft so that its files contain no trace of them.
//
// Invariants: the changes are durable before the file is rewritten, together with a mark that the rewrite
// is pending: if the session ends in between, the next one does it. `secure_delete` overwrites freed
// space with zeros, VACUUM rebuilds the file, and the checkpoint truncates the log.

internal import GRDB

extension Draft {
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
    try execute("PRAGMA secure_delete = ON")
    var batch = batch
    batch.values[Draft.key] = .set([])
    try commit(batch, now: time)
    try execute("VACUUM")
    try truncateLog()
    var done = DraftBatch()
    done.values[Draft.key] = .removed
    try commit(done, now: time)
  }

  private func execute(_ sql: String) throws(DraftError) {
    try translated(queue) { db in try db.execute(sql: sql) }
  }

  /// Copies the log into the database and truncates it.
  private func truncateLog() throws(DraftError) {
    let isBusy = try translated(queue) { db in
      try Int.fetchAll(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)").first != 0
    }
    if isBusy { throw .busy }
  }
}
