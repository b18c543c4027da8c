// A hash of everything that is typed in a draft, to find out whether a draft was changed after its
// answers were saved for a command.
//
// Invariant: the hash is stored in the transaction that stores the saved answers. A later change
// needs no mark of its own, so no writer can forget one, and a change that was undone is none.

import System

/// The digest of the texts in a draft, with their picks and the order of the items.
enum TextDigest {
  /// The key of the value with the digest of the saved texts.
  static let key = "saved"

  /// Records that the present texts are saved. Must be called in a transaction.
  static func store(in db: borrowing Database) throws(DraftError) {
    try db.run(
      "INSERT INTO value VALUES (?, ?) ON CONFLICT DO UPDATE SET bytes = excluded.bytes",
      [.text(key), .bytes(present(in: db))])
  }

  /// Removes the record. Must be called in a transaction.
  static func remove(from db: borrowing Database) throws(DraftError) {
    try db.run("DELETE FROM value WHERE key = ?", [.text(key)])
  }

  /// Whether the texts differ from the saved texts. Drafts of older versions have no digest; they
  /// count as unchanged. O(size of the draft).
  static func hasChanged(in db: borrowing Database) throws(DraftError) -> Bool {
    let saved = try db.first("SELECT bytes FROM value WHERE key = ?", [.text(key)]) {
      row throws(DraftError) in try row.bytes(0)
    }
    guard let saved else { return false }
    return try saved != present(in: db)
  }

  private static func present(in db: borrowing Database) throws(DraftError) -> [UInt8] {
    var hash = FNV1a()
    for sql in [
      "SELECT id, text FROM row ORDER BY id",
      "SELECT section, bytes FROM structure ORDER BY section",
      "SELECT key, bytes FROM value WHERE substr(key, 1, \(DraftContents.picksPrefix.utf8.count))"
        + " = '\(DraftContents.picksPrefix)' ORDER BY key",
    ] {
      try db.forEach(sql) { row throws(DraftError) in
        let (name, bytes) = (Array(try row.text(0).utf8), try row.bytes(1))
        hash.append(name + [0] + Array("\(bytes.count) ".utf8))
        hash.append(bytes)
      }
    }
    if try DraftSchema.hasTable("long_text", in: db) {
      let sql = """
        SELECT long_text.row, chunk.hash FROM long_text
        JOIN part ON part.text = long_text.id JOIN chunk ON chunk.id = part.chunk
        WHERE long_text.row IS NOT NULL ORDER BY long_text.row, part.place
        """
      try db.forEach(sql) { row throws(DraftError) in
        hash.append(Array("\(try row.text(0)) \(try row.integer(1)) ".utf8))
      }
    }
    return Array(String(hash.value, radix: 16).utf8)
  }
}

extension Draft {
  /// Whether the draft was changed after its answers were saved for a command.
  public func hasChangedSinceSave() throws(DraftError) -> Bool {
    guard isOpen else { throw .closed }
    return try TextDigest.hasChanged(in: connection.database)
  }

  /// Whether the draft was restored after its answers were saved, and was not saved since.
  public func wasRestored() throws(DraftError) -> Bool {
    guard isOpen else { throw .closed }
    return try DraftTables.wasRestored(in: connection.database)
  }

  /// The last attempt to deliver the answers; nil if there was none.
  public func lastAttempt() throws(DraftError) -> DeliveryAttempt? {
    guard isOpen else { throw .closed }
    return try DeliveryTables.attempts(in: connection.database).last
  }
}

extension DraftDirectory {
  /// Whether a draft was changed after its answers were saved for a command.
  public func hasChangedSinceSave(_ fileName: String) throws(DraftError) -> Bool {
    try read(try existing(fileName)) { db throws(DraftError) in
      try TextDigest.hasChanged(in: db)
    }
  }

  /// Whether a draft is open because it was restored, and was not saved since.
  public func wasRestored(_ fileName: String) throws(DraftError) -> Bool {
    let name = try existing(fileName)
    guard name.state == .open else { return false }
    return try read(name) { db throws(DraftError) in
      // A draft that was closed and could not be renamed has the number of its save too.
      guard try DraftTables.state(in: db).state == .open else { return false }
      return try DraftTables.wasRestored(in: db)
    }
  }
}
