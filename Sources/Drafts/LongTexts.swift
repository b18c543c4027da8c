// The long texts of a draft, divided into chunks. A chunk that occurs in several texts is stored
// only once.
//
// Without chunks, a paste of 50 MB would be stored twice, in its row and in the undo step, and once
// more after each change of the row. The bytes themselves determine where a chunk ends
// (content-defined boundaries, as in FastCDC, Xia et al. 2016). So equal parts of two texts have
// equal chunks, even at different offsets, and a commit writes only the changed chunks. The tables
// are created when the first long text is stored.

import System

/// Stores the long texts of a batch.
struct LongTexts {
  /// The migration that creates the tables.
  static let migration = """
    CREATE TABLE chunk (id INTEGER PRIMARY KEY, hash INTEGER NOT NULL, bytes BLOB NOT NULL) STRICT;
    CREATE INDEX chunk_hash ON chunk (hash);
    -- A long text of a row, whose text in the table row is then empty, or a long text of a step.
    -- An id is never reused, because the parts of a removed text stay until the end of the commit.
    CREATE TABLE long_text (
      id INTEGER PRIMARY KEY AUTOINCREMENT, row TEXT, step INTEGER, place INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX long_text_row ON long_text (row);
    CREATE INDEX long_text_step ON long_text (step);
    CREATE TABLE part (
      text INTEGER NOT NULL, place INTEGER NOT NULL, chunk INTEGER NOT NULL,
      PRIMARY KEY (text, place)
    ) STRICT, WITHOUT ROWID;
    """

  /// The largest size of a text that is stored in its row, in bytes.
  static let limit = 65_536

  /// Whether the draft has the tables for long texts.
  private var exists: Bool
  /// Whether a text was removed, so that some chunks may be unused.
  private var hasRemoved = false

  /// Prepares to store long texts.
  ///
  /// - Parameter db: the draft, in a transaction that lasts as long as this value is used.
  init(in db: borrowing Database) throws(DraftError) {
    exists = try DraftSchema.hasTable("long_text", in: db)
  }

  // MARK: - Writing

  /// Stores the text of a row if it is long. If the text is short, or the row is removed, deletes
  /// the row's stored long text.
  ///
  /// - Returns: whether the text is long, and therefore stored here.
  mutating func store(
    _ change: DraftChange<DraftRow>, ofRow id: String, in db: borrowing Database
  ) throws(DraftError) -> Bool {
    if exists { try remove("row = ?", .text(id), from: db) }
    guard case .set(let row) = change, row.text.utf8.count > LongTexts.limit else { return false }
    try store(row.text, "row", [.text(id)], in: db)
    return true
  }

  /// Stores the texts of a step.
  mutating func store(
    _ texts: [String], ofStep step: Int64, in db: borrowing Database
  ) throws(DraftError) {
    for (place, text) in texts.enumerated() {
      try store(text, "step, place", [.integer(step), .integer(place)], in: db)
    }
  }

  /// Removes the texts of all steps with a number larger than `step`.
  mutating func remove(stepsAfter step: Int64, from db: borrowing Database) throws(DraftError) {
    if exists { try remove("step > ?", .integer(step), from: db) }
  }

  /// Removes the texts of all steps with numbers up to `step`.
  mutating func remove(stepsTo step: Int64, from db: borrowing Database) throws(DraftError) {
    if exists { try remove("step <= ?", .integer(step), from: db) }
  }

  private mutating func remove(
    _ condition: String, _ value: Database.Value, from db: borrowing Database
  ) throws(DraftError) {
    try db.run("DELETE FROM long_text WHERE \(condition)", [value])
    if db.changedRows > 0 { hasRemoved = true }
  }

  /// Removes the chunks that no text uses any longer. Call this after all texts are stored, so that
  /// new texts can reuse the chunks of removed texts.
  func removeUnused(from db: borrowing Database) throws(DraftError) {
    guard hasRemoved else { return }
    try db.run("DELETE FROM part WHERE text NOT IN (SELECT id FROM long_text)")
    try db.run("DELETE FROM chunk WHERE id NOT IN (SELECT chunk FROM part)")
  }

  /// Stores a text. The given columns identify the row or step to which the text belongs.
  private mutating func store(
    _ text: String, _ columns: String, _ values: [Database.Value], in db: borrowing Database
  ) throws(DraftError) {
    if !exists {
      try DraftSchema.addLongTexts(to: db)
      exists = true
    }
    let id = try LongTexts.insert("long_text (\(columns))", values, in: db)
    var bytes = text.utf8[...]
    var place = 0
    while !bytes.isEmpty {
      // Never copy more bytes at once than the largest chunk has.
      let most = Array(bytes.prefix(Chunk.most))
      let chunk = Array(most[..<Chunk.length(atStartOf: most)])
      try db.run(
        "INSERT INTO part VALUES (?, ?, ?)",
        [.integer(id), .integer(place), .integer(try LongTexts.store(chunk, in: db))])
      bytes = bytes.dropFirst(chunk.count)
      place += 1
    }
  }

  /// Returns the id of a chunk. Stores the chunk if it is new.
  private static func store(
    _ bytes: [UInt8], in db: borrowing Database
  ) throws(DraftError) -> Int64 {
    let hash = Database.Value.integer(Int64(bitPattern: FNV1a(ofWordsOf: bytes).value))
    // Two different chunks may have the same hash, so compare the bytes too.
    let found = try db.first(
      "SELECT id FROM chunk WHERE hash = ? AND bytes = ?", [hash, .bytes(bytes)]
    ) { row throws(DraftError) in try row.integer(0) }
    if let found { return found }
    return try insert("chunk (hash, bytes)", [hash, .bytes(bytes)], in: db)
  }

  private static func insert(
    _ place: String, _ values: [Database.Value], in db: borrowing Database
  ) throws(DraftError) -> Int64 {
    let marks = values.map { _ in "?" }.joined(separator: ", ")
    let id = try db.first("INSERT INTO \(place) VALUES (\(marks)) RETURNING id", values) {
      row throws(DraftError) in try row.integer(0)
    }
    guard let id else { throw .corrupt(path: db.path) }
    return id
  }

  // MARK: - Reading

  /// Adds the long texts of a draft to its rows and steps.
  ///
  /// - Parameter steps: the number of each step in `contents`.
  /// - Throws: `corrupt` if a chunk is missing, or if the row or step of a text is missing.
  static func read(
    into contents: inout DraftContents, steps: [Int64], from db: borrowing Database
  ) throws(DraftError) {
    guard try DraftSchema.hasTable("long_text", in: db) else { return }
    let places = Dictionary(
      steps.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let texts = try db.all("SELECT id, row, step FROM long_text ORDER BY step, place") {
      row throws(DraftError) in
      (id: try row.integer(0), row: try row.optionalText(1), step: try row.optionalInteger(2))
    }
    // A row and a step often have the same text, so share it in memory.
    var known: [[Int64]: String] = [:]
    for owner in texts {
      let parts = try db.all(
        "SELECT chunk FROM part WHERE text = ? ORDER BY place", [.integer(owner.id)]
      ) {
        row throws(DraftError) in try row.integer(0)
      }
      let text: String
      if let same = known[parts] { text = same } else { text = try self.text(of: parts, from: db) }
      known[parts] = text
      if let row = owner.row, contents.rows[row] != nil {
        contents.rows[row]?.text = text
      } else if let place = owner.step.flatMap({ places[$0] }) {
        contents.history[place].texts.append(text)
      } else {
        throw .corrupt(path: db.path)
      }
    }
  }

  private static func text(
    of chunks: [Int64], from db: borrowing Database
  ) throws(DraftError) -> String {
    // Compute the length first, so that the array is allocated only once.
    var bytes: [UInt8] = []
    var count: Int64 = 0
    for chunk in chunks {
      count += try first("length(bytes)", ofChunk: chunk, from: db) { row throws(DraftError) in
        try row.integer(0)
      }
    }
    // A few chunks in a damaged file could stand for more than the memory holds.
    guard count <= 1 << 30 else { throw .corrupt(path: db.path) }
    bytes.reserveCapacity(Int(count))
    for chunk in chunks {
      bytes += try first("bytes", ofChunk: chunk, from: db) { row throws(DraftError) in
        try row.bytes(0)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func first<Value>(
    _ column: String, ofChunk id: Int64, from db: borrowing Database,
    _ read: (Database.Row) throws(DraftError) -> Value
  ) throws(DraftError) -> Value {
    guard let value = try db.first("SELECT \(column) FROM chunk WHERE id = ?", [.integer(id)], read)
    else { throw .corrupt(path: db.path) }
    return value
  }
}

/// Determines where chunks end.
enum Chunk {
  /// The smallest and largest size of a chunk, in bytes. Only the last chunk of a text may be
  /// smaller.
  private static let least = 16_384
  static let most = 262_144
  /// A chunk ends where these bits of the hash are 0. On average, a chunk is 32 KiB longer than the
  /// smallest size.
  private static let mask: UInt64 = 0xFFFE_0000_0000_0000

  /// A number for each byte value, which is added to the hash. The hash shifts by one bit for each
  /// byte, so it depends only on the last 64 bytes.
  private static let gear: [UInt64] = (0..<256).map { byte in
    FNV1a(of: [UInt8(byte), 0x6C, 0x66]).value
  }

  /// The length of the first chunk. If no chunk ends within the bytes, the number of all bytes.
  static func length(atStartOf bytes: [UInt8]) -> Int {
    guard bytes.count > least else { return bytes.count }
    var hash: UInt64 = 0
    return gear.withUnsafeBufferPointer { gear in
      for index in least..<min(bytes.count, most) {
        hash = (hash << 1) &+ gear[Int(bytes[index])]
        if hash & mask == 0 { return index + 1 }
      }
      return bytes.count
    }
  }
}
