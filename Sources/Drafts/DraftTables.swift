// The statements that read and write the tables of a draft. No other file has SQL for these tables.
//
// Invariants: `store` reads everything that it needs inside the transaction, and keeps nothing
// between calls. So a failed commit needs no cleanup here. Every call of `store` changes at least
// one page, because SQLite syncs nothing if no page has changed.

/// Reading and writing the tables.
enum DraftTables {
  // MARK: - Writing

  /// Stores a batch. Must be called in a transaction.
  static func store(
    _ batch: DraftBatch, of identity: DraftIdentity, in db: borrowing Database, now: Int64
  ) throws(DraftError) {
    try storeProgress(batch, of: identity, in: db, now: now)
    if let origin = batch.origin { try store(origin, in: db) }
    var longTexts = try LongTexts(in: db)
    for (id, change) in batch.rows {
      let isLong = try longTexts.store(change, ofRow: id, in: db)
      switch change {
      case .set(let row):
        try db.run(
          """
          INSERT INTO row (id, text, cursor) VALUES (?, ?, ?)
          ON CONFLICT DO UPDATE SET text = excluded.text, cursor = excluded.cursor
          """, [.text(id), .bytes(isLong ? [] : Array(row.text.utf8)), .integer(row.cursor)])
      case .removed: try db.run("DELETE FROM row WHERE id = ?", [.text(id)])
      }
    }
    try store(batch.structure, table: "structure", key: "section", in: db)
    try store(batch.values, table: "value", key: "key", in: db)
    try storeHistory(batch, &longTexts, in: db)
    try longTexts.removeUnused(from: db)
  }

  /// The recorded state of a draft.
  struct Closing {
    var state: DraftState
    /// The time at which the draft got the state, in Unix seconds; nil for an open draft.
    var time: Int64?
    /// The number of the save (see `DraftFileName`). Nil if the draft was not saved, or was saved
    /// by version 0.1.0.
    var save: Int?

    /// The state of an open draft.
    static let open = Closing(state: .open)
  }

  /// The key of the value with the number of the last save. Only this file uses it.
  private static let saveKey = "save"
  /// The key of the value with a template that has no file. Only this file uses it.
  private static let templateKey = "template"

  /// The assignment that makes each commit write a page. The remainder keeps the number of a damaged
  /// file from overflowing.
  static let newRevision = "revision = revision % 1000000000 + 1"

  /// Records the state of the draft.
  static func store(_ closing: Closing, in db: borrowing Database) throws(DraftError) {
    try db.run(
      "UPDATE progress SET state = ?, closed = ?, \(newRevision)",
      [.text(closing.state.rawValue), .integer(closing.time)])
    // A draft that is set aside as unreadable may lack the table of values.
    guard let save = closing.save else { return }
    try store([saveKey: .set(Array(String(save).utf8))], table: "value", key: "key", in: db)
  }

  /// Whether a draft that is open was saved before, and was not saved again since it was restored.
  static func wasRestored(in db: borrowing Database) throws(DraftError) -> Bool {
    let sql = "SELECT 1 FROM value WHERE key = ?"
    return try db.first(sql, [.text(saveKey)]) { _ in true } == true
  }

  /// Removes the number of the last save.
  static func removeSave(from db: borrowing Database) throws(DraftError) {
    try store([saveKey: .removed], table: "value", key: "key", in: db)
  }

  private static func storeProgress(
    _ batch: DraftBatch, of identity: DraftIdentity, in db: borrowing Database, now: Int64
  ) throws(DraftError) {
    try db.run(
      """
      UPDATE progress SET
        updated = ?, filled = ifnull(?, filled), total = ifnull(?, total),
        undone = ifnull(?, undone), \(newRevision)
      """,
      [.integer(now), .integer(batch.filled), .integer(batch.total), .integer(batch.undone)])
    if db.changedRows == 0 {
      try db.run(
        "INSERT INTO identity VALUES (?, ?, ?, ?, ?)",
        [
          .text(identity.templatePath), .text(identity.templateID), .text(identity.name),
          .text(identity.outputPath), .integer(now),
        ])
      try db.run(
        "INSERT INTO progress VALUES ('open', NULL, ?, NULL, ?, ?, ?, 1)",
        [
          .integer(now), .integer(batch.filled ?? 0), .integer(batch.total ?? 0),
          .integer(batch.undone ?? 0),
        ])
    }
    guard let focus = batch.focus else { return }
    let row: String? = if case .set(let row) = focus { row } else { nil }
    try db.run("UPDATE progress SET focus = ?", [.text(row)])
  }

  private static func store(_ origin: DraftOrigin, in db: borrowing Database) throws(DraftError) {
    try db.execute("DELETE FROM origin; DELETE FROM document")
    try db.run(
      "INSERT INTO origin VALUES (?, ?, ?)",
      [.text(origin.title), .text(origin.templateHash), .bytes(origin.options)])
    // The first row has the document, and the second row its source (see `DraftOrigin`). Drafts of
    // version 0.1.0 have only the first row.
    if let document = origin.document {
      for bytes in [document, origin.source].compactMap(\.self) {
        try db.run("INSERT INTO document VALUES (?)", [.bytes(bytes)])
      }
    }
    if let template = origin.template {
      try store([templateKey: .set(template)], table: "value", key: "key", in: db)
    }
  }

  private static func store(
    _ changes: [String: DraftChange<[UInt8]>], table: String, key: String,
    in db: borrowing Database
  ) throws(DraftError) {
    for (name, change) in changes {
      switch change {
      case .set(let bytes):
        try db.run(
          """
          INSERT INTO \(table) VALUES (?, ?)
          ON CONFLICT DO UPDATE SET bytes = excluded.bytes
          """, [.text(name), .bytes(bytes)])
      case .removed: try db.run("DELETE FROM \(table) WHERE \(key) = ?", [.text(name)])
      }
    }
  }

  private static func storeHistory(
    _ batch: DraftBatch, _ longTexts: inout LongTexts, in db: borrowing Database
  ) throws(DraftError) {
    if batch.droppedSteps == 0 && batch.appendedSteps.isEmpty { return }
    var newest = max(
      try DraftSchema.integer("SELECT ifnull(max(number), 0) FROM history", in: db) ?? 0, 0)
    // Numbers start at 1, so only damage can make them almost as large as the largest integer.
    if newest > .max - Int64(DraftBatch.historyLimit) { throw .corrupt(path: db.path) }
    if batch.droppedSteps > 0 {
      newest = max(newest - Int64(batch.droppedSteps), 0)
      try db.run("DELETE FROM history WHERE number > ?", [.integer(newest)])
      try longTexts.remove(stepsAfter: newest, from: db)
    }
    if batch.appendedSteps.isEmpty { return }
    for step in batch.appendedSteps.suffix(DraftBatch.historyLimit) {
      newest += 1
      try db.run("INSERT INTO history VALUES (?, ?)", [.integer(newest), .bytes(step.bytes)])
      try longTexts.store(step.texts, ofStep: newest, in: db)
    }
    let oldest = newest - Int64(DraftBatch.historyLimit)
    try db.run("DELETE FROM history WHERE number <= ?", [.integer(oldest)])
    try longTexts.remove(stepsTo: oldest, from: db)
  }

  // MARK: - Reading

  /// Whether a draft has neither typed texts nor values that the program stored.
  static func isEmpty(in db: borrowing Database) throws(DraftError) -> Bool {
    let tables = ["row", "structure", "history", "value WHERE key <> '\(templateKey)'"]
    let sql = tables.map { "SELECT 1 FROM \($0)" }.joined(separator: " UNION ALL ")
    return try DraftSchema.integer(sql + " LIMIT 1", in: db) == nil
  }

  /// Reads everything in a draft.
  static func contents(
    in db: borrowing Database, tick: () -> Void = {}
  ) throws(DraftError) -> DraftContents {
    var contents = DraftContents()
    contents.origin = try origin(in: db)
    let count = try DraftSchema.integer("SELECT count(*) FROM row", in: db) ?? 0
    contents.rows.reserveCapacity(Int(count))
    try db.forEach("SELECT id, text, cursor FROM row") { row throws(DraftError) in
      if contents.rows.count % 1_024 == 0 { tick() }
      contents.rows[try row.text(0)] = DraftRow(
        text: String(decoding: try row.bytes(1), as: UTF8.self),
        cursor: try row.optionalInteger(2).map { Int($0) })
    }
    contents.structure = try values(in: db, sql: "SELECT section, bytes FROM structure")
    contents.values = try values(in: db, sql: "SELECT key, bytes FROM value")
    for key in [saveKey, TextDigest.key] { contents.values[key] = nil }
    contents.origin?.template = contents.values.removeValue(forKey: templateKey)
    var numbers: [Int64] = []
    try db.forEach("SELECT number, step FROM history ORDER BY number") { row throws(DraftError) in
      numbers.append(try row.integer(0))
      contents.history.append(DraftStep(bytes: try row.bytes(1)))
    }
    try LongTexts.read(into: &contents, steps: numbers, from: db)
    contents.created = Database.bounded(
      try DraftSchema.integer("SELECT created FROM identity", in: db) ?? 0)
    _ = try db.first("SELECT updated, focus, filled, total, undone FROM progress") {
      row throws(DraftError) in
      contents.updated = try row.bounded(0)
      contents.focus = try row.optionalText(1)
      contents.progress = DraftProgress(
        filled: Int(try row.bounded(2)), total: Int(try row.bounded(3)))
      contents.undone = Int(max(try row.bounded(4), 0))
    }
    return contents
  }

  /// Reads the origin, except a template.
  static func origin(in db: borrowing Database) throws(DraftError) -> DraftOrigin? {
    let documents = try db.all("SELECT bytes FROM document ORDER BY rowid") {
      row throws(DraftError) in try row.bytes(0)
    }
    return try db.first("SELECT title, template_hash, options FROM origin") {
      row throws(DraftError) in
      DraftOrigin(
        title: try row.text(0), templateHash: try row.text(1), options: try row.bytes(2),
        document: documents.first, source: documents.dropFirst().first)
    }
  }

  private static func values(
    in db: borrowing Database, sql: String
  ) throws(DraftError) -> [String: [UInt8]] {
    var values: [String: [UInt8]] = [:]
    try db.forEach(sql) { row throws(DraftError) in values[try row.text(0)] = try row.bytes(1) }
    return values
  }

  /// Reads the identity of the draft.
  static func identity(in db: borrowing Database) throws(DraftError) -> DraftIdentity? {
    try db.first("SELECT template_path, template_id, name, output_path FROM identity") {
      row throws(DraftError) in
      DraftIdentity(
        templatePath: try row.text(0), templateID: try row.text(1), name: try row.text(2),
        outputPath: try row.optionalText(3))
    }
  }

  /// Reads the recorded state and its time.
  static func state(in db: borrowing Database) throws(DraftError) -> Closing {
    let found = try db.first("SELECT state, closed FROM progress") { row throws(DraftError) in
      Closing(
        state: DraftState(rawValue: try row.text(0)) ?? .open,
        time: try row.optionalInteger(1).map(Database.bounded))
    }
    // A restored draft still has the number of its last save, so ignore the number in other states.
    guard var closing = found, closing.state == .finished || closing.state == .undelivered else {
      return found ?? .open
    }
    let save = try db.first("SELECT bytes FROM value WHERE key = ?", [.text(saveKey)]) {
      row throws(DraftError) in try row.bytes(0)
    }
    closing.save = save.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
    return closing
  }

  /// The properties of a draft in a list of drafts.
  typealias Summary = (title: String, created: Int64, updated: Int64, progress: DraftProgress)

  /// Reads the properties of a draft for a list of drafts.
  static func summary(in db: borrowing Database) throws(DraftError) -> Summary {
    let sql = """
      SELECT ifnull((SELECT title FROM origin), ''), created, updated, filled, total
      FROM identity, progress
      """
    let found = try db.first(sql) { row throws(DraftError) -> Summary in
      (
        try row.text(0), try row.bounded(1), try row.bounded(2),
        DraftProgress(filled: Int(try row.bounded(3)), total: Int(try row.bounded(4)))
      )
    }
    return found ?? ("", 0, 0, DraftProgress())
  }
}
