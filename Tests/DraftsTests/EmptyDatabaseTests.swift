// longform writes the database file of an empty draft without SQLite. SQLite must see no difference
// from a file that it created itself.

import Testing

@testable import Drafts

@Suite("The file of an empty draft")
struct EmptyDatabaseTests {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func texts(_ sql: String, in database: borrowing Database) throws -> [String?] {
    try database.all(sql) { row throws(DraftError) in try row.optionalText(0) }
  }

  /// Returns everything that SQLite reports about the schema, and the rows of all tables.
  private func account(of database: borrowing Database) throws -> [String?] {
    var account = try texts(
      "SELECT format('%s %s %s %d %s', type, name, tbl_name, rootpage, sql) FROM sqlite_master "
        + "ORDER BY rowid", in: database)
    for name in [
      "application_id", "user_version", "page_size", "page_count", "freelist_count", "auto_vacuum",
    ] {
      let value = try DraftSchema.integer("PRAGMA \(name)", in: database)
      account.append("\(name) \(value ?? -1)")
    }
    account += try texts("PRAGMA encoding", in: database)
    account += try texts("PRAGMA journal_mode", in: database)
    account += try texts("SELECT identifier FROM grdb_migrations", in: database)
    return account
  }

  @Test("The file has the tables, pages and settings of a file that SQLite created")
  func sameAsMadeBySQLite() throws {
    let (ours, theirs) = ("\(folder.path)/ours", "\(folder.path)/theirs")
    try write(try #require(DraftSchema.emptyFile), to: ours)
    try write([], to: theirs)
    let made = try DraftSchema.connect(theirs, readOnly: false)
    try DraftSchema.prepare(made)
    let written = try DraftSchema.connect(ours, readOnly: false)
    let account = try account(of: written)
    #expect(try account == self.account(of: made))
    #expect(account.count > 15 && account.contains("wal"))
    #expect(try texts("PRAGMA integrity_check", in: written) == ["ok"])
    #expect(try DraftSchema.isDraft(written) == false, "it holds nothing yet")
  }

  @Test("A schema that does not fit into the first page of the file is left for SQLite to write")
  func tooLarge() throws {
    var database = EmptyDatabase()
    for number in 0..<20 {
      database.addTables("CREATE TABLE t\(number) (\(String(repeating: "a", count: 60))) STRICT;")
    }
    #expect(database.bytes(applicationID: 1) != nil)
    database.addTables("CREATE TABLE last (\(String(repeating: "a", count: 3_000))) STRICT;")
    #expect(database.bytes(applicationID: 1) == nil)
  }

  @Test("A file that an ended process left while it created a draft is removed")
  func leftovers() throws {
    let directory = folder.drafts
    try directory.prepare()
    let left = "\(directory.path)/.longform-1-1"
    try write([1, 2, 3], to: left)
    let draft = try Draft.open(in: directory)
    try draft.commit(DraftBatch(row: "a", text: "x"), now: 1)
    #expect(try draft.contents().texts == ["a": "x"])
    draft.close()
    let files = try names(in: directory.path).filter { !$0.hasSuffix(".lock") }
    #expect(files == ["\(resume.stem).draft"], "\(files)")
  }
}
