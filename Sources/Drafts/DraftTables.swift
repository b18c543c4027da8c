// The statements that read and write the tables of a draft. Nothing else holds SQL about rows.
//
// Invariants: `store` reads what it needs inside the transaction and keeps nothing between two
// calls, so a commit that failed leaves nothing to be undone here. Every `store` changes a page.

internal import Foundation
internal import GRDB
internal import GRDBSQLite

/// Reading and writing the tables.
enum DraftTables {
  // MARK: - Writing

  /// Stores a batch; the caller holds a transaction.
  static func store(
    _ batch: DraftBatch, of identity: DraftIdentity, in db: Database, now: Int64
  ) throws {
    try storeProgress(batch, of: identity, in: db, now: now)
    if let origin = batch.origin { try store(origin, in: db) }
    if !batch.rows.isEmpty {
      let upsert = try db.cachedStatement(
        sql: """
          INSERT INTO row (id, text, cursor) VALUES (?, ifnull(?, x''), ?)
          ON CONFLICT DO UPDATE SET text = excluded.text, cursor = excluded.cursor
          """)
      let delete = try db.cachedStatement(sql: "DELETE FROM row WHERE id = ?")
      for (id, change) in batch.rows {
        switch change {
        case .set(let row): try upsert.execute(arguments: [id, Bytes(row.text), row.cursor])
        case .removed: try delete.execute(arguments: [id])
        }
      }
    }
    try store(batch.structure, table: "structure", key: "section", in: db)
    try store(batch.values, table: "value", key: "key", in: db)
    try storeHistory(batch, in: db)
  }

  /// The end of a draft as the open one.
  struct Closing {
    var state: DraftState
    /// When, in unix seconds; nil for an open draft.
    var time: Int64?
    /// The number of the save among those of the form; nil without a save, and for one by 0.1.0.
    var save: Int?

    /// The draft is, or is again, the open one.
    static let open = Closing(state: .open)
  }

  /// The key of the number of the last save; the shell never sees it.
  private static let saveKey = "save"
  /// The key of a template that is in no file; the shell never sees it.
  private static let templateKey = "template"

  /// Records that the draft is no longer, or again, the open one.
  static func store(_ closing: Closing, in db: Database) throws {
    try db.execute(
      sql: "UPDATE progress SET state = ?, closed = ?, revision = revision + 1",
      arguments: [closing.state.rawValue, closing.time])
    // A draft that is set aside because it cannot be read may lack the table.
    guard let save = closing.save else { return }
    try store([saveKey: .set(Array(String(save).utf8))], table: "value", key: "key", in: db)
  }

  private static func storeProgress(
    _ batch: DraftBatch, of identity: DraftIdentity, in db: Database, now: Int64
  ) throws {
    let update = try db.cachedStatement(
      sql: """
        UPDATE progress SET
          updated = ?, filled = ifnull(?, filled), total = ifnull(?, total),
          undone = ifnull(?, undone), revision = revision + 1
        """)
    try update.execute(arguments: [now, batch.filled, batch.total, batch.undone])
    if db.changesCount == 0 {
      try db.execute(
        sql: "INSERT INTO identity VALUES (?, ?, ?, ?, ?)",
        arguments: [
          identity.templatePath, identity.templateID, identity.name, identity.outputPath, now,
        ])
      try db.execute(
        sql: "INSERT INTO progress VALUES ('open', NULL, ?, NULL, ?, ?, ?, 1)",
        arguments: [now, batch.filled ?? 0, batch.total ?? 0, batch.undone ?? 0])
    }
    guard let focus = batch.focus else { return }
    let row: String? = if case .set(let row) = focus { row } else { nil }
    try db.cachedStatement(sql: "UPDATE progress SET focus = ?").execute(arguments: [row])
  }

  private static func store(_ origin: DraftOrigin, in db: Database) throws {
    try db.execute(sql: "DELETE FROM origin; DELETE FROM document")
    try db.execute(
      sql: "INSERT INTO origin VALUES (?, ?, ifnull(?, x''))",
      arguments: [origin.title, origin.templateHash, Bytes(origin.options)])
    if let document = origin.document {
      try db.execute(
        sql: "INSERT INTO document VALUES (ifnull(?, x''))", arguments: [Bytes(document)])
    }
    if let template = origin.template {
      try store([templateKey: .set(template)], table: "value", key: "key", in: db)
    }
  }

  private static func store(
    _ changes: [String: DraftChange<[UInt8]>], table: String, key: String, in db: Database
  ) throws {
    for (name, change) in changes {
      switch change {
      case .set(let bytes):
        try db.cachedStatement(
          sql: """
            INSERT INTO \(table) VALUES (?, ifnull(?, x''))
            ON CONFLICT DO UPDATE SET bytes = excluded.bytes
            """
        ).execute(arguments: [name, Bytes(bytes)])
      case .removed:
        try db.cachedStatement(sql: "DELETE FROM \(table) WHERE \(key) = ?")
          .execute(arguments: [name])
      }
    }
  }

  private static func storeHistory(_ batch: DraftBatch, in db: Database) throws {
    if batch.droppedSteps == 0 && batch.appendedSteps.isEmpty { return }
    var newest =
      try Int64.fetchOne(
        db.cachedStatement(sql: "SELECT ifnull(max(number), 0) FROM history")) ?? 0
    if batch.droppedSteps > 0 {
      newest = max(newest - Int64(batch.droppedSteps), 0)
      try db.cachedStatement(sql: "DELETE FROM history WHERE number > ?")
        .execute(arguments: [newest])
    }
    if batch.appendedSteps.isEmpty { return }
    let insert = try db.cachedStatement(sql: "INSERT INTO history VALUES (?, ifnull(?, x''))")
    for step in batch.appendedSteps.suffix(DraftBatch.historyLimit) {
      newest += 1
      try insert.execute(arguments: [newest, Bytes(step)])
    }
    try db.cachedStatement(sql: "DELETE FROM history WHERE number <= ?")
      .execute(arguments: [newest - Int64(DraftBatch.historyLimit)])
  }

  // MARK: - Reading

  /// Whether a draft holds nothing a person typed and nothing the shell keeps.
  static func isEmpty(in db: Database) throws -> Bool {
    let tables = ["row", "structure", "history", "value WHERE key <> '\(templateKey)'"]
    let sql = tables.map { "SELECT 1 FROM \($0)" }.joined(separator: " UNION ALL ")
    return try Int.fetchOne(db, sql: sql + " LIMIT 1") == nil
  }

  /// Everything in a draft.
  static func contents(in db: Database, tick: () -> Void = {}) throws -> DraftContents {
    var contents = DraftContents()
    contents.origin = try origin(in: db)
    let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM row") ?? 0
    contents.rows.reserveCapacity(count)
    let rows = try Row.fetchCursor(db, sql: "SELECT id, text, cursor FROM row")
    while let row = try rows.next() {
      if contents.rows.count % 1_024 == 0 { tick() }
      let text: Bytes = try row.decode(atIndex: 1)
      contents.rows[try row.decode(atIndex: 0)] = try DraftRow(
        text: text.array, cursor: row.decode(atIndex: 2))
    }
    contents.structure = try values(in: db, sql: "SELECT section, bytes FROM structure")
    contents.values = try values(in: db, sql: "SELECT key, bytes FROM value")
    contents.values[saveKey] = nil
    contents.origin?.template = contents.values.removeValue(forKey: templateKey)
    contents.history = try Bytes.fetchAll(db, sql: "SELECT step FROM history ORDER BY number")
      .map(\.array)
    contents.created = try Int64.fetchOne(db, sql: "SELECT created FROM identity") ?? 0
    guard
      let progress = try Row.fetchOne(
        db, sql: "SELECT updated, focus, filled, total, undone FROM progress")
    else { return contents }
    contents.updated = try progress.decode(atIndex: 0)
    contents.focus = try progress.decode(atIndex: 1)
    contents.progress.filled = try progress.decode(atIndex: 2)
    contents.progress.total = try progress.decode(atIndex: 3)
    contents.undone = try max(progress.decode(atIndex: 4), 0)
    return contents
  }

  private static func origin(in db: Database) throws -> DraftOrigin? {
    let sql = "SELECT title, template_hash, options FROM origin"
    guard let row = try Row.fetchOne(db, sql: sql) else { return nil }
    let options: Bytes = try row.decode(atIndex: 2)
    return try DraftOrigin(
      title: row.decode(atIndex: 0), templateHash: row.decode(atIndex: 1), options: options.array,
      document: Bytes.fetchOne(db, sql: "SELECT bytes FROM document")?.array)
  }

  private static func values(in db: Database, sql: String) throws -> [String: [UInt8]] {
    var values: [String: [UInt8]] = [:]
    let rows = try Row.fetchCursor(db, sql: sql)
    while let row = try rows.next() {
      let bytes: Bytes = try row.decode(atIndex: 1)
      values[try row.decode(atIndex: 0)] = bytes.array
    }
    return values
  }

  /// Whose draft it is.
  static func identity(in db: Database) throws -> DraftIdentity? {
    let sql = "SELECT template_path, template_id, name, output_path FROM identity"
    guard let row = try Row.fetchOne(db, sql: sql) else { return nil }
    return try DraftIdentity(
      templatePath: row.decode(atIndex: 0), templateID: row.decode(atIndex: 1),
      name: row.decode(atIndex: 2), outputPath: row.decode(atIndex: 3))
  }

  /// The state that was recorded, and when it was left the open one.
  static func state(in db: Database) throws -> Closing {
    guard let row = try Row.fetchOne(db, sql: "SELECT state, closed FROM progress") else {
      return .open
    }
    let word: String = try row.decode(atIndex: 0)
    var closing = Closing(
      state: DraftState(rawValue: word) ?? .open, time: try row.decode(atIndex: 1))
    // A draft that was restored still has the number of its last save.
    guard closing.state == .finished else { return closing }
    let sql = "SELECT bytes FROM value WHERE key = ?"
    let save = try Bytes.fetchOne(db, sql: sql, arguments: [saveKey])
    closing.save = save.flatMap { Int(String(decoding: $0.array, as: UTF8.self)) }
    return closing
  }

  /// What stands in a list.
  typealias Summary = (title: String, created: Int64, updated: Int64, progress: DraftProgress)

  /// The columns a list shows.
  static func summary(in db: Database) throws -> Summary {
    let sql = """
      SELECT ifnull((SELECT title FROM origin), ''), created, updated, filled, total
      FROM identity, progress
      """
    guard let row = try Row.fetchOne(db, sql: sql) else {
      return ("", 0, 0, DraftProgress())
    }
    return try (
      row.decode(atIndex: 0), row.decode(atIndex: 1), row.decode(atIndex: 2),
      DraftProgress(filled: row.decode(atIndex: 3), total: row.decode(atIndex: 4))
    )
  }
}

/// Bytes in a column or an argument.
///
/// No bytes and NULL are different. `sqlite3_bind_blob` makes NULL of a null pointer, and an empty array may
/// have one, so statements store `ifnull(?, x'')` where bytes must be.
struct Bytes: DatabaseValueConvertible, StatementColumnConvertible {
  var array: [UInt8]

  init(_ array: [UInt8]) { self.array = array }

  init?(sqliteStatement: SQLiteStatement, index: CInt) {
    guard let start = sqlite3_column_blob(sqliteStatement, index) else {
      array = []
      return
    }
    let count = Int(sqlite3_column_bytes(sqliteStatement, index))
    array = Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  var databaseValue: DatabaseValue { Data(array).databaseValue }

  static func fromDatabaseValue(_ value: DatabaseValue) -> Bytes? {
    Data.fromDatabaseValue(value).map { Bytes(Array($0)) }
  }
}
