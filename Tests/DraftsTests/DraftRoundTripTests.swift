// Committed data of any kind can be read back, however often the draft was closed and opened.

import TerminalTesting
import Testing

@testable import Drafts

@Suite("A draft keeps all commits")
struct DraftRoundTripTests {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  @Test("After random changes, a draft has the same contents as a dictionary", arguments: 1...12)
  func randomChanges(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var oracle = Oracle()
    var draft = try Draft.open(in: folder.drafts)
    #expect(draft.beginning == .new)
    for turn in TestScale.turns(15) {
      var batch = random.batch(first: turn == 0)
      oracle.apply(batch)
      if Bool.random(using: &random) {
        let newer = random.batch(first: false)
        oracle.apply(newer)
        batch.merge(newer)
      }
      let durability: Draft.Durability = Bool.random(using: &random) ? .disk : .process
      try draft.commit(batch, now: Int64(2_000 + turn), durability: durability)
      oracle.contents.updated = Int64(2_000 + turn)
      if turn == 0 { oracle.contents.created = 2_000 }
      if Int.random(in: 0..<8, using: &random) == 0 {
        draft.close()
        draft = try Draft.open(in: folder.drafts)
        #expect(draft.beginning == .resumed)
      }
      #expect(try draft.contents() == oracle.contents)
    }
    let name = draft.identity.fileName
    #expect(try folder.drafts.contents(of: name) == oracle.contents)
    draft.close()
    #expect(try folder.drafts.contents(of: name) == oracle.contents)
  }

  @Test("Empty values, zero bytes and invalid UTF-8 are kept unchanged")
  func awkwardBytes() throws {
    let draft = try Draft.open(in: folder.drafts)
    var batch = DraftBatch()
    batch.origin = DraftOrigin(title: "", templateHash: "", options: [], document: [])
    batch.rows = ["empty": .set(DraftRow(text: "")), "zero": .set(DraftRow(text: "\0\0A"))]
    batch.rows["not normalized"] = .set(DraftRow(text: "e\u{301}\u{FFFD}", cursor: 3))
    batch.structure["s"] = .set([])
    batch.values["v"] = .set([])
    batch.appendStep(DraftStep(bytes: []))
    try draft.commit(batch, now: 1)
    draft.close()
    let contents = try Draft.open(in: folder.drafts).contents()
    #expect(contents.origin == batch.origin)
    #expect(contents.rows["empty"] == DraftRow(text: ""))
    #expect(contents.rows["zero"] == DraftRow(text: "\0\0A"))
    #expect(contents.rows["not normalized"] == DraftRow(text: "e\u{301}\u{FFFD}", cursor: 3))
    #expect(contents.structure == ["s": []] && contents.values == ["v": []])
    #expect(contents.history == [DraftStep(bytes: [])])
  }

  @Test("Only the last 1,000 undo steps are kept, and steps that were undone stay undone")
  func historyWindow() throws {
    let draft = try Draft.open(in: folder.drafts)
    for start in stride(from: 0, to: 2_500, by: 250) {
      var batch = DraftBatch()
      for step in start..<start + 250 { batch.appendStep(DraftStep(bytes: Array("\(step)".utf8))) }
      batch.undone = 3
      try draft.commit(batch, now: 1)
    }
    var contents = try draft.contents()
    #expect(contents.history.count == 1_000)
    #expect(contents.history.first?.bytes == Array("1500".utf8))
    #expect(contents.history.last?.bytes == Array("2499".utf8))
    #expect(contents.position == 997)

    var batch = DraftBatch()
    batch.dropSteps(3)
    batch.appendStep(DraftStep(bytes: Array("new".utf8)))
    batch.undone = 0
    try draft.commit(batch, now: 2)
    contents = try draft.contents()
    #expect(contents.history.count == 998 && contents.position == 998)
    #expect(contents.history.suffix(2).map(\.bytes) == [Array("2496".utf8), Array("new".utf8)])
  }

  @Test("If more than 1,000 undo steps are committed at once, the last 1,000 are kept")
  func manySteps() throws {
    let draft = try Draft.open(in: folder.drafts)
    var batch = DraftBatch()
    for step in 0..<3_000 { batch.appendStep(DraftStep(bytes: Array("\(step)".utf8))) }
    try draft.commit(batch, now: 1)
    let history = try draft.contents().history.map(\.bytes)
    #expect(history.count == 1_000 && history.first == Array("2000".utf8))
  }

  @Test("Only a commit with the durability “process” does not wait for the disk")
  func synchronous() throws {
    let draft = try Draft.open(in: folder.drafts)
    func settings() throws -> (Int64?, String?) {
      (
        try draft.connection.database.first("PRAGMA synchronous") { row throws(DraftError) in
          try row.integer(0)
        },
        try draft.connection.database.first("PRAGMA journal_mode") { row throws(DraftError) in
          try row.text(0)
        }
      )
    }
    #expect(try settings() == (2, "wal"))
    #expect(draft.lastSync == nil && !draft.needsSync)
    try draft.commit(DraftBatch(row: "a", text: "1"), now: 1, durability: .process)
    #expect(draft.needsSync && draft.lastSync == nil)
    #expect(try settings() == (1, "wal"))
    try draft.sync()
    #expect(!draft.needsSync && draft.lastSync != nil)
    #expect(try settings() == (2, "wal"))
  }

  @Test("A commit of unchanged values writes to the log, to be synced; an empty one writes nothing")
  func unchangedCommit() throws {
    let draft = try Draft.open(in: folder.drafts)
    let batch = DraftBatch(row: "a", text: "1")
    try draft.commit(batch, now: 1)
    let log = draft.directory.path + "/" + draft.identity.fileName + "-wal"
    let before = try #require(try FileSystem.status(log)?.size)
    try draft.commit(batch, now: 1)
    #expect(try #require(try FileSystem.status(log)?.size) > before)
    try draft.commit(DraftBatch(), now: 2)
    #expect(try draft.contents().updated == 1)
  }

  @Test("No commit is lost if the process is killed right after the commit")
  func killed() throws {
    let draft = try Draft.open(in: folder.drafts)
    for turn in 0..<5 {
      try draft.commit(
        DraftBatch(row: "row\(turn)", text: "\(turn)"), now: 1,
        durability: turn % 2 == 0 ? .process : .disk)
      // The copies have the state in which a kill at this moment would leave the files.
      let copy = DraftDirectory(path: "\(folder.path)/copy\(turn)")
      _ = try Child.run("cp -a \"$1\" \"$2\"; rm \"$2\"/*.lock", folder.drafts.path, copy.path)
      let left = try Draft.open(in: copy)
      #expect(left.beginning == .resumed && left.setAside.isEmpty)
      #expect(try left.contents().texts.count == turn + 1)
    }
  }

  @Test("A draft with 100,000 rows is read completely")
  func manyRows() throws {
    var draft = try Draft.open(in: folder.drafts)
    var batch = DraftBatch()
    for row in 0..<100_000 {
      batch.rows["names/\(row / 10)/classmate\(row)"] = .set(
        DraftRow(text: "Classmate number \(row)", cursor: 3))
    }
    try draft.commit(batch, now: 1)
    draft.close()
    draft = try Draft.open(in: folder.drafts)
    #expect(try draft.contents().rows.count == 100_000)
  }

  @Test("A draft without any commit leaves no file")
  func untouched() throws {
    let draft = try Draft.open(in: folder.drafts)
    draft.close()
    #expect(try names(in: folder.drafts.path) == [])
    #expect(throws: DraftError.closed) {
      try draft.commit(DraftBatch(row: "a", text: "1"), now: 1)
    }
    #expect(throws: DraftError.closed) { try draft.contents() }
  }

  @Test("After closing, no file of the draft is open")
  func descriptors() throws {
    let draft = try Draft.open(in: folder.drafts)
    try draft.commit(DraftBatch(row: "a", text: "1"), now: 1)
    #expect(try openPaths(below: folder.path).count >= 3)
    draft.close()
    #expect(try openPaths(below: folder.path) == [])
    do {
      let left = try Draft.open(in: folder.drafts)
      try left.commit(DraftBatch(row: "a", text: "2"), now: 1)
    }
    #expect(try openPaths(below: folder.path) == [])
    _ = try folder.drafts.list(now: 5)
    #expect(try openPaths(below: folder.path) == [])
  }
}

// MARK: - Random batches and their expected effect

/// The expected contents of a draft, kept in dictionaries and lists without a database.
private struct Oracle {
  var contents = DraftContents()

  mutating func apply(_ batch: DraftBatch) {
    if let origin = batch.origin { contents.origin = origin }
    apply(batch.rows, to: &contents.rows)
    apply(batch.structure, to: &contents.structure)
    apply(batch.values, to: &contents.values)
    if let focus = batch.focus {
      contents.focus = if case .set(let row) = focus { row } else { nil }
    }
    contents.progress.filled = batch.filled ?? contents.filled
    contents.progress.total = batch.total ?? contents.progress.total
    contents.history.removeLast(min(batch.droppedSteps, contents.history.count))
    contents.history = (contents.history + batch.appendedSteps).suffix(1_000)
    stored = batch.undone ?? stored
    contents.undone = stored
  }

  private var stored = 0

  private func apply<Value>(
    _ changes: [String: DraftChange<Value>], to values: inout [String: Value]
  ) {
    for (key, change) in changes {
      values[key] = if case .set(let value) = change { value } else { nil }
    }
  }
}

extension SeededGenerator {
  mutating func bytes() -> [UInt8] {
    let count = number(below: 20) == 0 ? 9_000 : number(below: 30)
    return (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }

  /// Returns a text, sometimes a long one that shares parts with other texts.
  mutating func text() -> String {
    guard number(below: 15) == 0 else { return String(decoding: bytes(), as: UTF8.self) }
    var same = SeededGenerator(seed: UInt64(number(below: 3)))
    var long = String(
      decoding: (0..<150_000).map { _ in UInt8(same.next() % 94 + 33) }, as: UTF8.self)
    for _ in 0..<number(below: 3) {
      let place = long.utf8.index(long.startIndex, offsetBy: number(below: long.utf8.count))
      long.insert(
        contentsOf: String(decoding: bytes().filter { $0 < 0x80 }, as: UTF8.self), at: place)
    }
    return long
  }

  mutating func change() -> DraftChange<[UInt8]> {
    number(below: 3) == 0 ? .removed : .set(bytes())
  }

  mutating func batch(first: Bool) -> DraftBatch {
    var batch = DraftBatch()
    if first || number(below: 20) == 0 {
      batch.origin = DraftOrigin(
        title: "Title \(number(below: 9))", templateHash: "\(next())", options: bytes(),
        document: number(below: 2) == 0 ? nil : bytes())
    }
    for _ in 0..<number(below: 6) {
      let cursor = number(below: 2) == 0 ? nil : number(below: 50)
      batch.rows["row \(number(below: 12)) é🎓"] =
        number(below: 3) == 0 ? .removed : .set(DraftRow(text: text(), cursor: cursor))
    }
    for _ in 0..<number(below: 3) { batch.structure["section\(number(below: 4))"] = change() }
    for _ in 0..<number(below: 3) { batch.values["value\(number(below: 4))"] = change() }
    if number(below: 2) == 0 {
      batch.focus = number(below: 3) == 0 ? .removed : .set("row \(number(below: 12))")
    }
    if number(below: 2) == 0 { batch.filled = number(below: 100) }
    if number(below: 2) == 0 { batch.total = number(below: 100) }
    if number(below: 3) == 0 { batch.dropSteps(number(below: 4)) }
    for _ in 0..<number(below: 5) {
      let texts = number(below: 6) == 0 ? [text(), text()] : []
      batch.appendStep(DraftStep(bytes: bytes(), texts: texts))
    }
    if number(below: 2) == 0 { batch.undone = number(below: 6) }
    // An empty batch would not be committed, but the test expects a commit in each turn.
    if batch.isEmpty { batch.filled = number(below: 100) }
    return batch
  }
}
