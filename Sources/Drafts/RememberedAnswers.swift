// The answers of rows that have the key `remember` in their template. One small database next to
// the drafts contains them for all forms.
//
// Invariants: the directory is known to be private to this user before the file is opened, and the
// file has mode 0600. Reading creates nothing. A damaged file is renamed, never deleted. Texts are
// compared byte for byte.

import Glibc

/// The answers that are remembered for all forms.
public struct RememberedAnswers: Sendable {
  private let directory: DraftDirectory
  private var path: String { "\(directory.path)/remembered.sqlite" }

  public init(in directory: DraftDirectory) { self.directory = directory }

  // MARK: - Reading

  /// The texts that were used in a row of a form, most recent first.
  public func texts(ofRow row: String, form: String) throws(DraftError) -> [[UInt8]] {
    guard try exists() else { return [] }
    return try withDatabase { db throws(DraftError) in
      try db.all(
        "SELECT text FROM used WHERE form = ? AND row = ? ORDER BY number DESC",
        [.text(form), .text(row)]
      ) { row throws(DraftError) in try row.bytes(0) }
    }
  }

  private func exists() throws(DraftError) -> Bool {
    guard try directory.exists() else { return false }
    return try directory.checkedStatus(of: path) != nil
  }

  // MARK: - Writing

  /// Remembers texts that were used in the rows of a form. For each row, only the `most` latest
  /// texts are kept.
  public func remember(
    _ answers: [(row: String, texts: [[UInt8]])], form: String, most: Int
  ) throws(DraftError) {
    guard !answers.isEmpty else { return }
    try directory.prepare()
    do {
      try store(answers, form: form, most: most)
    } catch {
      guard case .corrupt = error else { throw error }
      try setAside()
      try store(answers, form: form, most: most)
    }
  }

  private func store(
    _ answers: [(row: String, texts: [[UInt8]])], form: String, most: Int
  ) throws(DraftError) {
    if try directory.checkedStatus(of: path) == nil { try FileSystem.makeFile(path) }
    try withDatabase { db throws(DraftError) in
      try db.transaction(.immediate) { () throws(DraftError) in
        try db.execute(
          """
          CREATE TABLE IF NOT EXISTS used (
            number INTEGER PRIMARY KEY, form TEXT NOT NULL, row TEXT NOT NULL,
            text BLOB NOT NULL, UNIQUE (form, row, text)
          ) STRICT
          """)
        for (row, texts) in answers {
          for text in texts.prefix(most).reversed() {
            try db.run(
              """
              INSERT OR REPLACE INTO used (number, form, row, text)
              VALUES ((SELECT ifnull(max(number), 0) + 1 FROM used), ?, ?, ?)
              """, [.text(form), .text(row), .bytes(text)])
          }
          try db.run(
            """
            DELETE FROM used WHERE form = ?1 AND row = ?2 AND number NOT IN (
              SELECT number FROM used WHERE form = ?1 AND row = ?2 ORDER BY number DESC LIMIT ?3)
            """, [.text(form), .text(row), .integer(most)])
        }
      }
    }
  }

  /// Forgets texts: all texts, the texts of a form, or the texts of one row of a form.
  ///
  /// - Parameter row: the name of the row, with or without its section.
  /// - Returns: the number of forgotten texts.
  public func forget(form: String?, row: String?) throws(DraftError) -> Int {
    guard try exists() else { return 0 }
    return try withDatabase { db throws(DraftError) in
      try db.execute("PRAGMA secure_delete = ON")
      try db.run(
        """
        DELETE FROM used WHERE (?1 IS NULL OR form = ?1)
          AND (?2 IS NULL OR row = ?2 OR substr(row, instr(row, '/') + 1) = ?2)
        """, [.text(form), .text(row)])
      return db.changedRows
    }
  }

  private func setAside() throws(DraftError) {
    var target = "\(path).damaged"
    while try FileSystem.status(target) != nil { target += "~" }
    try FileSystem.rename(path, to: target)
  }

  private func withDatabase<Result>(
    _ work: (borrowing Database) throws(DraftError) -> Result
  ) throws(DraftError) -> Result {
    let database = try DraftSchema.connect(path, readOnly: false)
    // Some kinds of damage are reported here, before a text is read or stored.
    try database.run("PRAGMA quick_check(1)")
    return try work(database)
  }
}
