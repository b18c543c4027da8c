// An unreadable draft does not prevent a form from opening, and is never deleted.

import Glibc
import TerminalTesting
import Testing

@testable import Drafts

@Suite("A damaged draft is set aside")
struct DraftDamageTests {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private var path: String { folder.drafts.path + "/" + DraftFileName(open: resume.stem).text }

  /// Returns the bytes of a closed draft with many rows.
  private func manyRows() throws -> [UInt8] {
    let draft = try Draft.open(in: folder.drafts)
    var batch = DraftBatch()
    for row in 0..<400 {
      batch.rows["row\(row)"] = .set(DraftRow(text: "Text of row \(row)"))
    }
    // A long text fills the pages of the database to their ends. If a draft is truncated between
    // two of these pages, the damage must be noticed too.
    batch.rows["long"] = .set(DraftRow(text: String(repeating: "a", count: 20_000)))
    for step in 0..<200 { batch.appendStep(DraftStep(bytes: Array("Step \(step)".utf8))) }
    try draft.commit(batch, now: 1)
    draft.close()
    return try bytes(of: path)
  }

  /// Runs SQL statements on the file of the draft through another connection.
  private func change(_ sql: String) throws {
    let database = try Database(path: path, isReadOnly: false, wait: 0)
    try database.execute(sql)
  }

  /// Opens the draft. Expects that the old file is set aside unchanged, and that a new draft works.
  private func expectSetAside(_ content: [UInt8], _ what: String) throws {
    let draft = try Draft.open(in: folder.drafts, now: 77)
    #expect(draft.beginning == .new, "\(what)")
    let kept = "\(resume.stem).damaged-77"
    #expect(draft.setAside == [.init(fileName: kept, reason: .damaged)], "\(what)")
    #expect(try bytes(of: "\(folder.drafts.path)/\(kept)") == content, "\(what)")
    try draft.commit(DraftBatch(row: "a", text: "1"), now: 2)
    #expect(try draft.contents().texts == ["a": "1"])
    draft.close()
    try folder.drafts.remove(kept)
  }

  @Test("A draft that is truncated at any byte is set aside with all remaining bytes")
  func truncated() throws {
    let whole = try manyRows()
    #expect(whole.count > 40_000)
    for count in stride(from: 512, to: whole.count, by: 512) {
      let left = Array(whole.prefix(count))
      try write(left, to: path)
      try expectSetAside(left, "\(count) bytes")
    }
    for count in [1, 99, 100, 4_095, whole.count - 1] {
      let left = Array(whole.prefix(count))
      try write(left, to: path)
      try expectSetAside(left, "\(count) bytes")
    }
    try write([], to: path)
    let empty = try Draft.open(in: folder.drafts)
    #expect(empty.beginning == .new && empty.setAside == [])
    empty.close()
    try write(whole, to: path)
    #expect(try Draft.open(in: folder.drafts).contents().rows.count == 401)
  }

  @Test("A draft whose creation was interrupted by a power cut opens as new, and not as damaged")
  func unfinishedMaking() throws {
    try folder.drafts.prepare()
    // The first bytes of a journal. SQLite syncs the journal before it writes the first page of the
    // database.
    let journal = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7] as [UInt8]
    try write([], to: path)
    try write(journal + [UInt8](repeating: 0, count: 504), to: path + "-journal")
    let draft = try Draft.open(in: folder.drafts)
    #expect(draft.beginning == .new && draft.setAside == [])
    try draft.commit(DraftBatch(row: "a", text: "1"), now: 1)
    draft.close()
    #expect(try Draft.open(in: folder.drafts).contents().texts == ["a": "1"])
  }

  @Test("If a process was killed before its first commit, its draft is not listed")
  func unfinishedMakingListed() throws {
    try folder.drafts.prepare()
    try write([], to: path)
    try change("PRAGMA journal_mode = wal")
    #expect(try bytes(of: path).count > 0)
    #expect(try folder.drafts.list(now: 1) == [])
  }

  @Test("If a kill interrupted the finishing of a draft, the draft is listed and can be read")
  func unfinishedFinishing() throws {
    try makeDraft(in: folder.drafts)
    let copy = DraftDirectory(path: folder.path + "/copy")
    var database = try Database(path: path, isReadOnly: false, wait: 0)
    // The changes do not fit SQLite's cache, so SQLite writes some of them to the database file
    // while the journal still exists.
    try database.execute(
      """
      PRAGMA journal_mode = delete; PRAGMA cache_size = 1; BEGIN;
      UPDATE row SET text = randomblob(500000); CREATE TABLE more (bytes BLOB);
      INSERT INTO more VALUES (randomblob(500000));
      """)
    _ = try Child.run("cp -r \"$1\" \"$2\"", folder.drafts.path, copy.path)
    try database.execute("ROLLBACK")
    database.close()
    let name = DraftFileName(open: resume.stem).text
    #expect(try bytes(of: "\(copy.path)/\(name)-journal").count > 0)
    #expect(try copy.list(now: 1_060).map(\.state) == [.open])
    #expect(try copy.contents(of: name).texts == ["name": "Ada"])
  }

  @Test("A file that is not a database is set aside")
  func noDatabase() throws {
    try folder.drafts.prepare()
    for text in ["{}", "SQLite format 3\0", String(repeating: "x", count: 8_192)] {
      try write(Array(text.utf8), to: path)
      try expectSetAside(Array(text.utf8), text.prefix(20).description)
    }
  }

  @Test("A database of another program is set aside")
  func otherDatabase() throws {
    try folder.drafts.prepare()
    try change("CREATE TABLE bookmark (url TEXT)")
    try expectSetAside(try bytes(of: path), "another database")
  }

  @Test(
    "A draft that lacks one of its tables is set aside",
    arguments: [
      "identity", "progress", "origin", "document", "row", "structure", "value", "history",
    ])
  func missingTable(name: String) throws {
    try makeDraft(in: folder.drafts)
    try change("DROP TABLE \(name); PRAGMA journal_mode = DELETE")
    try expectSetAside(try bytes(of: path), "no table \(name)")
  }

  @Test("A write-ahead log without a database is set aside, because SQLite would empty the log")
  func logAlone() throws {
    try folder.drafts.prepare()
    try write(Array("a log".utf8), to: path + "-wal")
    let draft = try Draft.open(in: folder.drafts, now: 77)
    #expect(draft.setAside == [.init(fileName: "\(resume.stem).damaged-77", reason: .damaged)])
    #expect(
      try bytes(of: "\(folder.drafts.path)/\(resume.stem).damaged-77-wal") == Array("a log".utf8))
  }

  @Test(
    "Neither listing, reading nor restoring removes a log whose database is empty or missing",
    arguments: [[UInt8]?.none, []])
  func logAloneElsewhere(database: [UInt8]?) throws {
    try makeDraft(in: folder.drafts)
    let name = try #require(try Draft.open(in: folder.drafts).finish(now: 60))
    try write(Array("a log".utf8), to: path + "-wal")
    if let database { try write(database, to: path) }
    let listed = try folder.drafts.list(now: 70)
    let isListed = listed.contains { $0.state == .damaged }
    #expect(isListed == (database != nil))
    if database != nil {
      #expect(throws: DraftError.corrupt(path: path)) {
        try folder.drafts.contents(of: "\(resume.stem).draft")
      }
    }
    let restored = try folder.drafts.restore(name, now: 77)
    #expect(restored.setAside == "\(resume.stem).damaged-77")
    #expect(
      try bytes(of: "\(folder.drafts.path)/\(resume.stem).damaged-77-wal") == Array("a log".utf8))
    #expect(try Draft.open(in: folder.drafts).contents().texts == ["name": "Ada"])
  }

  @Test("Restoring a draft that is damaged inside changes nothing")
  func restoreDamagedInside() throws {
    let whole = try manyRows()
    let kept = "\(resume.stem).damaged-60"
    try FileSystem.rename(path, to: "\(folder.drafts.path)/\(kept)")
    try write(Array(whole.prefix(20_480)), to: "\(folder.drafts.path)/\(kept)")
    try makeDraft(in: folder.drafts, text: "now")
    #expect(throws: DraftError.corrupt(path: "\(folder.drafts.path)/\(kept)")) {
      try folder.drafts.restore(kept, now: 70)
    }
    #expect(try names(in: folder.drafts.path).filter { $0.contains("aside") } == [])
    #expect(try Draft.open(in: folder.drafts).contents().texts == ["name": "now"])
  }

  @Test("Damaged drafts that are set aside in the same second are all kept")
  func twoDamaged() throws {
    try folder.drafts.prepare()
    for turn in ["first", "second", "third"] {
      try write(Array(turn.utf8), to: path)
      try Draft.open(in: folder.drafts, now: 77).close()
    }
    #expect(
      try names(in: folder.drafts.path)
        == ["", "-2", "-3"].map { "\(resume.stem).damaged-77\($0)" })
  }

  @Test("A draft in which any bytes were changed does not make the program trap", arguments: 1...4)
  func randomDamage(seed: UInt64) throws {
    let whole = try manyRows()
    var random = SeededGenerator(seed: seed)
    for turn in 0..<40 {
      var damaged = whole
      for _ in 0...random.number(below: 6) {
        damaged[random.number(below: whole.count)] = UInt8(truncatingIfNeeded: random.next())
      }
      try write(damaged, to: path)
      _ = try folder.drafts.list(now: 3)
      do {
        let draft = try Draft.open(in: folder.drafts, now: Int64(turn))
        _ = try? draft.contents()
        try? draft.commit(DraftBatch(row: "a", text: "1"), now: 2)
        draft.close()
      } catch .newerVersion {
        // If the damage is in the draft's list of migrations, the draft may seem to be of a newer
        // version. It is then refused, and its file stays unchanged.
      }
      try folder.drafts.delete(DraftFileName(open: resume.stem))
    }
  }

  @Test(
    "An undo step with an extreme number in the file does not make the program trap",
    arguments: [Int64.max, .max - 1, .min, -1])
  func impossibleStep(number: Int64) throws {
    try makeDraft(in: folder.drafts)
    try change("INSERT INTO history VALUES (\(number), x'00')")
    let draft = try Draft.open(in: folder.drafts)
    for dropped in [1, 0] {
      var batch = DraftBatch(row: "name", text: "Grace")
      batch.dropSteps(dropped)
      for step: UInt8 in 1...3 { batch.appendStep(DraftStep(bytes: [step])) }
      if number < 0 {
        try draft.commit(batch, now: 2)
      } else {
        #expect(throws: DraftError.corrupt(path: path)) { try draft.commit(batch, now: 2) }
      }
    }
    #expect(try draft.contents().texts == ["name": number < 0 ? "Grace" : "Ada"])
  }

  @Test("A draft of a newer version is refused and not changed")
  func newerVersion() throws {
    try makeDraft(in: folder.drafts)
    try change("INSERT INTO grdb_migrations VALUES ('99'); PRAGMA journal_mode = DELETE")
    let before = try bytes(of: path)
    let error = DraftError.newerVersion(path: path)
    #expect(throws: error) { try Draft.open(in: folder.drafts) }
    #expect(throws: error) { try folder.drafts.contents(of: "\(resume.stem).draft") }
    #expect(try bytes(of: path) == before)
    #expect(try folder.drafts.list(now: 5).map(\.state) == [.newer])
  }

  @Test("A draft of another form is set aside if its file has the name of this form's draft")
  func otherForm() throws {
    var other = resume
    other.templateID = "roster"
    try makeDraft(other, in: folder.drafts)
    try FileSystem.rename(
      "\(folder.drafts.path)/\(DraftFileName(open: other.stem).text)", to: path)
    let draft = try Draft.open(in: folder.drafts, now: 77)
    #expect(draft.beginning == .new)
    #expect(draft.setAside == [.init(fileName: "\(resume.stem).aside-77", reason: .otherForm)])
    // When the draft is restored, it gets the file name of its own form again.
    draft.close()
    let restored = try folder.drafts.restore("\(resume.stem).aside-77", now: 78)
    #expect(restored.identity == other && folder.drafts.exists(other))
  }

  @Test("Listing reports a damaged draft and changes nothing")
  func listed() throws {
    try makeDraft(in: folder.drafts)
    var damaged = resume
    damaged.name = "damaged"
    try write(
      Array("nothing".utf8),
      to: "\(folder.drafts.path)/\(DraftFileName(open: damaged.stem).text)")
    let list = try folder.drafts.list(now: 1_060)
    #expect(Set(list.map(\.state)) == [.open, .damaged])
    #expect(list.first { $0.state == .open }?.age == 60)
    #expect(throws: DraftError.self) {
      try folder.drafts.contents(of: DraftFileName(open: damaged.stem).text)
    }
    #expect(folder.drafts.exists(damaged))
  }
}
