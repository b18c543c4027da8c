// Drafts in every state: finished, set aside, restored and removed.

import Glibc
import Testing

@testable import Drafts

@Suite("Drafts are finished, set aside and restored")
struct DraftStatesTests {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private var drafts: DraftDirectory { folder.drafts }

  @Test("Finishing leaves one file with the draft's contents, and allows a new draft of the form")
  func finish() throws {
    let draft = try Draft.open(in: drafts)
    try draft.commit(DraftBatch(row: "a", text: "1"), now: 1)
    let name = try draft.finish(now: 50)
    #expect(name == "\(resume.stem).finished-50-n1" && !draft.isOpen)
    #expect(try names(in: drafts.path) == [name])
    #expect(!drafts.exists(resume))
    #expect(try drafts.lastFinished(resume) == name)
    #expect(try drafts.contents(of: try #require(name)).texts == ["a": "1"])
    // Reading the finished draft creates no other file.
    #expect(try names(in: drafts.path) == [name])
    let next = try Draft.open(in: drafts)
    #expect(next.beginning == .new)
    #expect(throws: DraftError.closed) { try draft.finish(now: 51) }
  }

  @Test("A draft without a commit is neither finished nor set aside")
  func nothingToFinish() throws {
    #expect(try Draft.open(in: drafts).finish(now: 1) == nil)
    #expect(try Draft.open(in: drafts).setAside(now: 1) == nil)
    #expect(try names(in: drafts.path) == [])
  }

  @Test("If two drafts are finished within a second, both are kept, and the second counts as last")
  func finishedTwice() throws {
    for text in ["first", "second"] {
      let draft = try Draft.open(in: drafts)
      try draft.commit(DraftBatch(row: "a", text: text), now: 1)
      try draft.finish(now: 50)
    }
    #expect(try drafts.list(now: 50).count == 2)
    let last = try #require(try drafts.lastFinished(resume))
    #expect(try drafts.contents(of: last).texts == ["a": "second"])
  }

  @Test("If a session finished a draft but did not rename it, the next session renames it")
  func unfinishedRename() throws {
    try makeDraft(in: drafts)
    let draft = try Draft.open(in: drafts)
    try draft.connection.write(.disk) { db throws(DraftError) in
      try DraftTables.store(.init(state: .finished, time: 90), in: db)
    }
    draft.close()
    #expect(try drafts.list(now: 100).map(\.state) == [.finished])
    let next = try Draft.open(in: drafts)
    #expect(next.beginning == .new && next.setAside == [])
    next.close()
    #expect(try names(in: drafts.path) == ["\(resume.stem).finished-90-n1"])
  }

  @Test("A process that reads a draft may prevent its renaming; the draft is finished nevertheless")
  func readerInTheWay() throws {
    try makeDraft(in: drafts)
    let draft = try Draft.open(in: drafts)
    try draft.commit(DraftBatch(row: "a", text: "1"), now: 1)
    let reader = try Reader("\(drafts.path)/\(draft.identity.fileName)")
    let name = try draft.finish(now: 50)
    #expect(!draft.isOpen)
    reader.close()
    let next = try Draft.open(in: drafts)
    #expect(next.beginning == .new)
    next.close()
    let kept = "\(resume.stem).finished-50-n1"
    #expect(name == nil || name == kept)
    #expect(try drafts.contents(of: kept).texts == ["a": "1", "name": "Ada"])
  }

  @Test("Restoring a draft that was set aside restores all of it")
  func restore() throws {
    let draft = try Draft.open(in: drafts)
    var batch = DraftBatch(row: "a", text: "1")
    batch.appendStep(DraftStep(bytes: [1]))
    try draft.commit(batch, now: 1)
    let name = try #require(try draft.setAside(now: 60))
    #expect(name == "\(resume.stem).aside-60")
    let restored = try drafts.restore(name, now: 70)
    #expect(restored.identity == resume && restored.setAside == nil)
    let again = try Draft.open(in: drafts)
    #expect(again.beginning == .resumed && again.setAside == [])
    #expect(try again.contents().texts == ["a": "1"])
    #expect(try again.contents().history == [DraftStep(bytes: [1])])
  }

  @Test("Restoring sets the open draft of the same form and name aside")
  func restoreOverOpen() throws {
    try makeDraft(in: drafts, text: "old")
    let name = try #require(try Draft.open(in: drafts).setAside(now: 60))
    try makeDraft(in: drafts, text: "new")
    let restored = try drafts.restore(name, now: 70)
    #expect(restored.setAside == "\(resume.stem).aside-70")
    #expect(try drafts.contents(of: restored.fileName).texts == ["name": "old"])
    #expect(try drafts.contents(of: "\(resume.stem).aside-70").texts == ["name": "new"])
    #expect(try names(in: drafts.path).filter { $0.hasSuffix(".lock") } == [])
  }

  @Test("A draft that was set aside as damaged is restored only if it can now be read")
  func restoreDamaged() throws {
    try makeDraft(in: drafts)
    let name = DraftFileName(stem: resume.stem, state: .damaged, time: 60)
    try FileSystem.rename("\(drafts.path)/\(resume.stem).draft", to: drafts.path(of: name))
    try drafts.restore(name.text, now: 70)
    #expect(try Draft.open(in: drafts).contents().texts == ["name": "Ada"])
    try write(Array("nothing".utf8), to: drafts.path(of: name))
    #expect(throws: DraftError.corrupt(path: drafts.path(of: name))) {
      try drafts.restore(name.text, now: 80)
    }
    #expect(drafts.exists(resume))
    #expect(try bytes(of: drafts.path(of: name)) == Array("nothing".utf8))
  }

  @Test("An open draft can be neither removed nor replaced by a restored draft")
  func refusedWhileOpen() throws {
    try makeDraft(in: drafts)
    let name = try #require(try Draft.open(in: drafts).finish(now: 60))
    let draft = try Draft.open(in: drafts)
    try draft.commit(DraftBatch(row: "a", text: "1"), now: 1)
    #expect(throws: DraftError.self) { try drafts.restore(name, now: 70) }
    #expect(throws: DraftError.self) { try drafts.remove(draft.identity.fileName) }
    #expect(throws: DraftError.wrongState(name: draft.identity.fileName, state: .open)) {
      try drafts.restore(draft.identity.fileName, now: 70)
    }
    #expect(try draft.contents().texts == ["a": "1"])
  }

  @Test("Removing a draft removes all of its files, and no other file")
  func remove() throws {
    try makeDraft(in: drafts)
    var other = resume
    other.outputPath = "/me/resume.json"
    try makeDraft(other, in: drafts)
    // Reading leaves a log next to an unfinished draft, which must be removed too.
    _ = try drafts.list(now: 1)
    try drafts.remove("\(resume.stem).draft")
    #expect(try drafts.list(now: 1).map(\.identity) == [other])
    #expect(try names(in: drafts.path).allSatisfy { $0.hasPrefix(other.stem) })
    for name in ["\(resume.stem).draft", "../x", "", "\(other.stem).lock", "/etc/passwd"] {
      #expect(throws: DraftError.noSuchDraft(name: name)) { try drafts.remove(name) }
    }
  }

  @Test("The list describes every draft, even an open one, and starts with the latest change")
  func list() throws {
    try makeDraft(in: drafts, now: 1_000)
    _ = try Draft.open(in: drafts).finish(now: 1_010)
    var other = resume
    other.outputPath = "/me/resume.json"
    let lock = try DraftLock.acquire(other, in: drafts, terminal: "/dev/pts/9", now: 1_100)
    let held = try Draft.open(other, in: drafts, lock: lock, now: 1_100)
    var batch = DraftBatch(row: "a", text: "1")
    batch.origin = DraftOrigin(title: "Résumé", templateHash: "h")
    (batch.filled, batch.total) = (3, 20)
    try held.commit(batch, now: 1_200)
    let list = try drafts.list(now: 1_500)
    #expect(list.map(\.identity) == [other, resume])
    #expect(list.map(\.state) == [.open, .finished])
    #expect(list.map(\.title) == ["Résumé", "Resume"])
    #expect(list.map(\.age) == [300, 500])
    #expect(
      list[0].progress.filled == 3 && list[0].progress.total == 20 && list[0].created == 1_200)
    #expect(
      list[0].occupation == .held(by: .current(terminal: "/dev/pts/9", now: 1_100)))
    #expect(list[1].occupation == .free)
    #expect(try drafts.contents(of: held.identity.fileName).texts == ["a": "1"])
    // Reading an open draft returns the state of its last commit.
    try held.commit(DraftBatch(row: "a", text: "2"), now: 1_300)
    #expect(try drafts.contents(of: held.identity.fileName).texts == ["a": "2"])
  }

  @Test("A search for drafts with another output file finds those of the same form and name")
  func otherTargets() throws {
    var target = resume
    target.outputPath = "/me/resume.json"
    try makeDraft(target, in: drafts)
    var second = resume
    second.name = "second"
    try makeDraft(second, in: drafts)
    var elsewhere = resume
    elsewhere.templatePath = "/other/resume.json"
    try makeDraft(elsewhere, in: drafts)
    try makeDraft(resume, in: drafts)
    #expect(try drafts.otherTargets(of: resume, now: 1).map(\.identity) == [target])
    #expect(try drafts.otherTargets(of: target, now: 1).map(\.identity) == [resume])
    #expect(try drafts.otherTargets(of: elsewhere, now: 1) == [])
  }
}

/// A process that reads a draft for a long time, represented by an open transaction.
private struct Reader: ~Copyable {
  private let database: Database

  init(_ path: String) throws {
    let database = try Database(path: path, isReadOnly: true, wait: 0)
    try database.run("BEGIN")
    try database.run("SELECT count(*) FROM row")
    self.database = database
  }

  /// Ends the transaction, because the connection closes when this value ends.
  consuming func close() {}
}
