// Saved answers that a command has not accepted yet.
//
// Invariants: the answers of a delivery are on disk before a command receives them, and never
// change. Each attempt sends the same bytes with the same id. The answers are removed once the
// command has accepted them. Answers of a form with secret rows are never stored.

/// Saved answers on their way to a command.
public struct Delivery: Equatable, Sendable {
  /// The place where the bytes of the answers are stored.
  public enum Answers: Equatable, Sendable {
    case stored([UInt8])
    /// A file of the drafts directory, for answers that are too large for the draft.
    case file(String)
    /// No place, because the form has secret rows.
    case none
  }

  /// The largest size of answers that are stored in a draft, in bytes. Larger answers get a file of
  /// their own.
  public static let mostStoredBytes = 64 * 1_024 * 1_024

  /// The id of the filled form, which stays the same when the form is saved again. The command
  /// receives it with every attempt.
  public var id: String
  /// The number of the save, from 1. Saving the same bytes again does not increase it.
  public var revision: Int
  /// The time of the save, in Unix seconds.
  public var saved: Int64
  /// The command line, which a shell runs.
  public var command: String
  /// The number of seconds after which the command is stopped.
  public var timeout: Int
  /// The id of the form, a hash of the form, and the format of the answers.
  public var form: String
  public var formHash: String
  public var format: String
  public var answers: Answers

  public init(
    id: String, revision: Int, saved: Int64, command: String, timeout: Int, form: String,
    formHash: String, format: String, answers: Answers
  ) {
    (self.id, self.revision, self.saved) = (id, revision, saved)
    (self.command, self.timeout) = (command, timeout)
    (self.form, self.formHash, self.format) = (form, formHash, format)
    self.answers = answers
  }
}

/// An attempt to deliver the answers, or a save that replaced them after earlier attempts.
public struct DeliveryAttempt: Equatable, Sendable {
  /// The time when the attempt ended, in Unix seconds.
  public var time: Int64
  /// The result in words, such as `exit 2`. It is part of a sentence like `psql did not accept it
  /// (exit 2)`.
  public var result: String
  /// The beginning of the command's output to standard error.
  public var message: [UInt8]

  public init(time: Int64, result: String, message: [UInt8]) {
    (self.time, self.result, self.message) = (time, result, message)
  }
}

/// Statements that read and write deliveries. A draft gets the tables for deliveries only with its
/// first delivery, so that the previous version of longform can still open all other drafts.
enum DeliveryTables {
  /// The migration that creates the tables.
  static let migration = """
    -- At most one row. `bytes` and `file` are NULL for a form with secret rows.
    CREATE TABLE delivery (
      id TEXT NOT NULL, revision INTEGER NOT NULL, saved INTEGER NOT NULL, command TEXT NOT NULL,
      timeout INTEGER NOT NULL, form TEXT NOT NULL, form_hash TEXT NOT NULL, format TEXT NOT NULL,
      bytes BLOB, file TEXT
    ) STRICT;
    CREATE TABLE attempt (
      number INTEGER PRIMARY KEY, time INTEGER NOT NULL, result TEXT NOT NULL,
      message BLOB NOT NULL
    ) STRICT;
    """

  /// The largest number of attempts kept for a delivery.
  private static let mostAttempts: Int64 = 100

  private static func exists(in db: borrowing Database) throws(DraftError) -> Bool {
    try DraftSchema.hasTable("delivery", in: db)
  }

  /// Replaces the stored delivery. Must be called in a transaction.
  ///
  /// A new revision is listed among the attempts, so that no earlier attempt counts as its result.
  static func store(_ delivery: Delivery, in db: borrowing Database) throws(DraftError) {
    if try !exists(in: db) { try DraftSchema.addDeliveries(to: db) }
    let before = try self.delivery(in: db, withBytes: false)
    if let before, before.revision != delivery.revision {
      let result = "saved as revision \(delivery.revision)"
      try add(DeliveryAttempt(time: delivery.saved, result: result, message: []), in: db)
    }
    try db.run("DELETE FROM delivery")
    var (bytes, file): (Database.Value, Database.Value) = (.null, .null)
    switch delivery.answers {
    case .stored(let stored): bytes = .bytes(stored)
    case .file(let name): file = .text(name)
    case .none: break
    }
    try db.run(
      "INSERT INTO delivery VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      [
        .text(delivery.id), .integer(delivery.revision), .integer(delivery.saved),
        .text(delivery.command), .integer(delivery.timeout), .text(delivery.form),
        .text(delivery.formHash), .text(delivery.format), bytes, file,
      ])
  }

  /// Removes the accepted delivery and its attempts.
  static func remove(from db: borrowing Database) throws(DraftError) {
    guard try exists(in: db) else { return }
    try db.run("DELETE FROM delivery")
    try db.run("DELETE FROM attempt")
    try TextDigest.remove(from: db)
  }

  /// Reads the delivery; returns nil if there is none.
  ///
  /// - Parameter withBytes: whether to read the stored bytes; if false, the result has an empty
  ///   array.
  static func delivery(
    in db: borrowing Database, withBytes: Bool
  ) throws(DraftError) -> Delivery? {
    guard try exists(in: db) else { return nil }
    let sql = """
      SELECT id, revision, saved, command, timeout, form, form_hash, format, file,
        bytes IS NOT NULL\(withBytes ? ", bytes" : "")
      FROM delivery
      """
    return try db.first(sql) { row throws(DraftError) in
      var answers = Delivery.Answers.none
      if let file = try row.optionalText(8) { answers = .file(file) }
      if try row.integer(9) == 1 { answers = .stored(withBytes ? try row.bytes(10) : []) }
      return Delivery(
        id: try row.text(0), revision: Int(try row.bounded(1)), saved: try row.bounded(2),
        command: try row.text(3), timeout: Int(max(min(try row.integer(4), 1 << 31), 0)),
        form: try row.text(5), formHash: try row.text(6), format: try row.text(7),
        answers: answers)
    }
  }

  /// Adds an attempt, and removes the oldest attempts beyond `mostAttempts`.
  static func add(_ attempt: DeliveryAttempt, in db: borrowing Database) throws(DraftError) {
    let newest = Database.bounded(
      try DraftSchema.integer("SELECT ifnull(max(number), 0) FROM attempt", in: db) ?? 0)
    try db.run(
      "INSERT INTO attempt VALUES (?, ?, ?, ?)",
      [
        .integer(newest + 1), .integer(attempt.time), .text(attempt.result),
        .bytes(attempt.message),
      ])
    try db.run("DELETE FROM attempt WHERE number <= ?", [.integer(newest + 1 - mostAttempts)])
  }

  /// Reads the attempts, oldest first.
  static func attempts(in db: borrowing Database) throws(DraftError) -> [DeliveryAttempt] {
    guard try exists(in: db) else { return [] }
    return try db.all("SELECT time, result, message FROM attempt ORDER BY number") {
      row throws(DraftError) in
      DeliveryAttempt(
        time: try row.bounded(0), result: try row.text(1), message: try row.bytes(2))
    }
  }
}
