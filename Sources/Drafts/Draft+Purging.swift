// Taking texts out of a draft so that its files hold nothing of them.
//
// Invariants: the changes are durable before the file is written anew, and say that it has to be: a
// session that ends in between leaves that to the next. `secure_delete` fills with zeros what SQLite
// frees, VACUUM makes the file of what is left, and the log is cut to nothing.

internal import GRDB

extension Draft {
  /// The value that says that the file is still to be written anew.
  private static let key = "rewrite"

  /// Whether a session before was to write the file anew, and did not get that far.
  public static func awaitsRewriting(_ contents: DraftContents) -> Bool {
    contents.values[key] != nil
  }

  /// Stores changes that take texts out, and writes the file anew.
  ///
  /// - Parameter time: the time of the last change, in unix seconds: this is none of the person.
  /// - Throws: what `commit` throws. The changes may be stored all the same; the next opening then
  ///   writes the file anew.
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

  /// Copies the log into the database and cuts it to nothing.
  private func truncateLog() throws(DraftError) {
    let isBusy = try translated(queue) { db in
      try Int.fetchAll(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)").first != 0
    }
    if isBusy { throw .busy }
  }
}
