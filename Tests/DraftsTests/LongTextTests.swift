// Long texts are kept byte for byte. They are stored in chunks, and a chunk that several texts
// share is stored once.

import System
import TerminalTesting
import Testing

@testable import Drafts

@Suite("Long texts")
struct LongTextTests {
  /// Returns a text that neither compression nor deduplication makes smaller.
  private static func noise(_ count: Int, seed: UInt64 = 1) -> String {
    var numbers = SeededGenerator(seed: seed)
    return String(decoding: (0..<count).map { _ in UInt8(numbers.next() % 94 + 33) }, as: UTF8.self)
  }

  private func query(_ sql: String, of draft: Draft) throws -> [Int64] {
    try draft.connection.database.all(sql) { row throws(DraftError) in try row.integer(0) }
  }

  private func chunkBytes(of draft: Draft) throws -> Int64 {
    try query("SELECT ifnull(sum(length(bytes)), 0) FROM chunk", of: draft)[0]
  }

  @Test(
    "A pasted text is stored once for its row and its undo step, and edits add only new parts")
  func storedOnce() throws {
    let folder = try TemporaryDirectory()
    let draft = try Draft.open(in: folder.drafts)
    let pasted = LongTextTests.noise(1_000_000)
    var batch = DraftBatch(row: "note", text: pasted)
    batch.appendStep(DraftStep(bytes: [1], texts: ["", pasted]))
    try draft.commit(batch, now: 1)
    #expect(try chunkBytes(of: draft) == 1_000_000)

    // A few letters before, inside and after the text change only the chunks around them.
    let half = pasted.utf8.index(pasted.startIndex, offsetBy: 500_000)
    let edited = "before " + pasted[..<half] + " within " + pasted[half...] + " after"
    try draft.commit(DraftBatch(row: "note", text: edited), now: 2)
    let added = try chunkBytes(of: draft) - 1_000_000
    #expect(added < 3 * 262_144 && added > 20)

    let contents = try draft.contents()
    #expect(contents.texts == ["note": edited])
    #expect(contents.history == [DraftStep(bytes: [1], texts: ["", pasted])])
    draft.close()
    #expect(try Draft.open(in: folder.drafts).contents() == contents)
  }

  @Test("Chunks that no text uses are removed")
  func removed() throws {
    let folder = try TemporaryDirectory()
    let draft = try Draft.open(in: folder.drafts)
    let (one, other) = (LongTextTests.noise(300_000), LongTextTests.noise(200_000, seed: 2))
    var batch = DraftBatch(row: "a", text: one)
    batch.appendStep(DraftStep(bytes: [1], texts: [one]))
    batch.appendStep(DraftStep(bytes: [2], texts: [other]))
    try draft.commit(batch, now: 1)
    #expect(try chunkBytes(of: draft) == 500_000)
    var undone = DraftBatch()
    undone.rows["a"] = .removed
    try draft.commit(undone, now: 2)
    #expect(try chunkBytes(of: draft) == 500_000)
    var dropped = DraftBatch()
    dropped.dropSteps(1)
    try draft.commit(dropped, now: 3)
    #expect(try chunkBytes(of: draft) == 300_000)
    // These steps reach the limit of the history, so the steps before them are dropped.
    var full = DraftBatch()
    for _ in 0..<DraftBatch.historyLimit { full.appendStep(DraftStep(bytes: [3])) }
    try draft.commit(full, now: 4)
    #expect(
      try query("SELECT (SELECT count(*) FROM chunk) + (SELECT count(*) FROM part)", of: draft) == [
        0
      ])
  }

  @Test("A version that cannot store long texts can read a draft that never had a long text")
  func onlyWhereNeeded() throws {
    let folder = try TemporaryDirectory()
    let draft = try Draft.open(in: folder.drafts)
    try draft.commit(DraftBatch(row: "a", text: String(repeating: "é", count: 32_768)), now: 1)
    #expect(try query("SELECT count(*) FROM grdb_migrations", of: draft) == [1])
    try draft.commit(DraftBatch(row: "a", text: String(repeating: "é", count: 32_769)), now: 2)
    #expect(
      try query("SELECT CAST(identifier AS INTEGER) FROM grdb_migrations ORDER BY 1", of: draft)
        == [1, 3])
    // A text that became short is stored in its row again.
    try draft.commit(DraftBatch(row: "a", text: "short"), now: 3)
    #expect(try draft.contents().texts == ["a": "short"])
    #expect(try chunkBytes(of: draft) == 0)
  }

  @Test("Two different chunks with the same hash are stored separately")
  func sameHash() throws {
    let folder = try TemporaryDirectory()
    let draft = try Draft.open(in: folder.drafts)
    try draft.commit(DraftBatch(row: "a", text: LongTextTests.noise(100_000)), now: 1)
    let other = LongTextTests.noise(100_000, seed: 2)
    let chunk = Array(Array(other.utf8)[..<Chunk.length(atStartOf: Array(other.utf8))])
    let hash = Int64(bitPattern: FNV1a(ofWordsOf: chunk).value)
    try draft.connection.database.run("UPDATE chunk SET hash = ?", [.integer(hash)])
    try draft.commit(DraftBatch(row: "b", text: other), now: 2)
    #expect(try draft.contents().texts == ["a": LongTextTests.noise(100_000), "b": other])
  }

  @Test(
    "If a part of a long text is missing, the draft is damaged, and no shorter text is returned",
    arguments: ["DELETE FROM chunk WHERE id = 2", "DELETE FROM row", "UPDATE part SET chunk = 99"])
  func missing(sql: String) throws {
    let folder = try TemporaryDirectory()
    let draft = try Draft.open(in: folder.drafts)
    try draft.commit(DraftBatch(row: "a", text: LongTextTests.noise(600_000)), now: 1)
    try draft.connection.database.execute(sql)
    #expect(throws: DraftError.self) { try draft.contents() }
  }
}
