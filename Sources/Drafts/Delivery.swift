// Saved answers that no command has accepted yet.
//
// Invariants: the answers of a delivery are on the disk before a command gets them, and do not change: the
// next attempt sends the same bytes with the same id. They are removed once they were accepted. A form with
// secret rows leaves none.

/// Saved answers on their way to a command.
public struct Delivery: Equatable, Sendable {
  /// Where the bytes of the answers are.
  public enum Answers: Equatable, Sendable {
    case stored([UInt8])
    /// In a file of the directory; they are too many for the draft.
    case file(String)
    /// Nowhere: the form has secret rows.
    case none
  }

  /// The most bytes that are stored in a draft.
  public static let mostStoredBytes = 64 * 1_024 * 1_024

  /// The id of the filling, which the command gets with every attempt.
  public var id: String
  /// The number of saves of the filling that had other bytes than the one before, from 1.
  public var revision: Int
  /// When the answers were saved, in unix seconds.
  public var saved: Int64
  /// The text for the shell.
  public var command: String
  /// After how many seconds the command is ended.
  public var timeout: Int
  /// The id of the form, a hash of it, and the format of the answers.
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

/// An attempt to deliver.
public struct DeliveryAttempt: Equatable, Sendable {
  /// When it ended, in unix seconds.
  public var time: Int64
  /// How, as in `psql did not accept it (exit 2)`: `exit 2`.
  public var result: String
  /// The beginning of what the command wrote to standard error.
  public var message: [UInt8]

  public init(time: Int64, result: String, message: [UInt8]) {
    (self.time, self.result, self.message) = (time, result, message)
  }
}

/// The statements about deliveries. The tables are made with the first delivery of a draft, so that other
/// drafts stay those of the version before.
enum DeliveryTables {
  /// The migration that makes them.
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

  /// The attempts that are kept for each delivery.
  private static let mostAttempts: Int64 = 100

  private static func exists(in db: borrowing Database) throws(DraftError) -> Bool {
    try DraftSchema.hasTable("delivery", in: db)
  }

  /// Puts a delivery in the place of the one before; the caller holds a transaction.
  static func store(_ delivery: Delivery, in db: borrowing Database) throws(DraftError) {
    if try !exists(in: db) { try DraftSchema.addDeliveries(to: db) }
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

  /// Removes the delivery, which was accepted, with what is known about its attempts.
  static func remove(from db: borrowing Database) throws(DraftError) {
    guard try exists(in: db) else { return }
    try db.run("DELETE FROM delivery")
    try db.run("DELETE FROM attempt")
  }

  /// The delivery, nil without one.
  ///
  /// - Parameter withBytes: whether the bytes are read; else stored ones are an empty array.
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
        id: try row.text(0), revision: Int(try row.integer(1)), saved: try row.integer(2),
        command: try row.text(3), timeout: Int(clamping: try row.integer(4)),
        form: try row.text(5), formHash: try row.text(6), format: try row.text(7),
        answers: answers)
    }
  }

  /// Adds an attempt; the oldest ones go.
  static func add(_ attempt: DeliveryAttempt, in db: borrowing Database) throws(DraftError) {
    let newest = try DraftSchema.integer("SELECT ifnull(max(number), 0) FROM attempt", in: db) ?? 0
    try db.run(
      "INSERT INTO attempt VALUES (?, ?, ?, ?)",
      [
        .integer(newest + 1), .integer(attempt.time), .text(attempt.result),
        .bytes(attempt.message),
      ])
    try db.run("DELETE FROM attempt WHERE number <= ?", [.integer(newest + 1 - mostAttempts)])
  }

  /// The attempts, oldest first.
  static func attempts(in db: borrowing Database) throws(DraftError) -> [DeliveryAttempt] {
    guard try exists(in: db) else { return [] }
    return try db.all("SELECT time, result, message FROM attempt ORDER BY number") {
      row throws(DraftError) in
      DeliveryAttempt(
        time: try row.integer(0), result: try row.text(1), message: try row.bytes(2))
    }
  }
}
