// Saved answers that must still be sent to a command (a delivery). The draft keeps the answers
// until the command accepts them. One process at a time sends them.

import Glibc
import TerminalTesting
import Testing

@testable import Drafts

@Suite("Answers that must still be sent to a command")
struct DeliveryTests {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func delivery(
    _ text: String = "answers", revision: Int = 1, saved: Int64 = 1_000
  ) -> Delivery {
    Delivery(
      id: "id-\(text)", revision: revision, saved: saved, command: "cat", timeout: 60,
      form: "resume", formHash: "h1", format: "json", answers: .stored(Array(text.utf8)))
  }

  /// Opens a draft, and stores answers that must still be sent to a command.
  private func draft(
    named name: String = "main", _ delivery: Delivery, now: Int64 = 1_000
  ) throws -> Draft {
    let identity = DraftIdentity(
      templatePath: resume.templatePath, templateID: resume.templateID, name: name)
    let draft = try Draft.open(identity, in: folder.drafts, now: now)
    var batch = DraftBatch(row: "name", text: name)
    batch.origin = DraftOrigin(title: "Resume", templateHash: "h1")
    try draft.store(delivery, batch, now: now)
    return draft
  }

  private var drafts: DraftDirectory { folder.drafts }

  @Test("Answers are stored with the texts, survive closing, and are replaced by a later save")
  func stored() throws {
    let first = try draft(delivery("one"))
    #expect(try first.delivery(withBytes: true) == delivery("one"))
    #expect(try first.contents().texts == ["name": "main"])
    try first.store(delivery("two", revision: 2), DraftBatch(), now: 1_001)
    first.close()
    let second = try Draft.open(in: drafts)
    #expect(try second.delivery(withBytes: true) == delivery("two", revision: 2))
    #expect(try second.delivery()?.answers == .stored([]))
    try second.endDelivery()
    #expect(try second.delivery() == nil)
    #expect(try second.finish(now: 1_002)?.contains(".finished-") == true)
  }

  @Test("A draft stays until its answers are sent, whether it is closed, set aside or finished")
  func left() throws {
    #expect(try draft(delivery()).closeUndelivered(now: 2)?.contains(".undelivered-") == true)
    #expect(try draft(delivery()).setAside(now: 2)?.contains(".undelivered-") == true)
    #expect(try draft(delivery()).finish(now: 2)?.contains(".undelivered-") == true)
    #expect(try drafts.list(now: 3).map(\.state) == [.undelivered, .undelivered, .undelivered])
    #expect(try drafts.undeliveredCount(resume) == 3)
    #expect(try drafts.expire(now: 1 << 40).isEmpty)
  }

  @Test("Version 0.1.0 cannot read a draft whose answers must still be sent")
  func versions() throws {
    try makeDraft(in: drafts)
    let path = "\(drafts.path)/\(resume.fileName)"
    let database = try Database(path: path, isReadOnly: true, wait: 500)
    let sql = "SELECT count(*) FROM grdb_migrations"
    #expect(try DraftSchema.integer(sql, in: database) == 1)
    let other = try draft(named: "other", delivery())
    #expect(try DraftSchema.integer(sql, in: other.connection.database) == 2)
  }

  @Test("Drafts are sent in the order of their closing; unclosed drafts are placed by save time")
  func order() throws {
    for (name, now) in [("c", 3_000), ("a", 2_000), ("b", 1_000)] as [(String, Int64)] {
      _ = try draft(named: name, delivery(name, saved: now), now: now).closeUndelivered(now: now)
    }
    try draft(named: "d", delivery("d", saved: 4_000), now: 4_000).closeUndelivered(now: 4_000)
    // These drafts were not closed, as if their processes had been killed while they sent the
    // answers.
    for saved in [5_000, 3_500, 4_000] as [Int64] {
      try draft(named: "open\(saved)", delivery("open\(saved)", saved: saved)).close()
    }
    try makeDraft(in: drafts)
    let found = try drafts.undelivered().map { try drafts.delivery(of: $0)?.id }
    #expect(
      found == ["id-c", "id-a", "id-b", "id-open3500", "id-d", "id-open4000", "id-open5000"])
  }

  @Test("Many drafts are sent in the order of their saves, even if some processes were killed")
  func many() throws {
    let count = TestScale.size(1_000, short: 60)
    for number in 1...count {
      let time = Int64(1_000 + 10 * number)
      let draft = try draft(
        named: "n\(number)", delivery("\(number)", saved: time), now: time)
      // `close` has the effect of a kill: it releases the lock, but does not rename the draft.
      if number % 2 == 0 { draft.close() } else { try draft.closeUndelivered(now: time) }
    }
    let names = try drafts.undelivered()
    #expect(names.count == count)
    var numbers = DeliveryNumbers()
    for (number, name) in zip(1...count, names) {
      let pending = try #require(try drafts.pendingDelivery(in: name, now: 99_999, &numbers))
      #expect(pending.delivery.id == "id-\(number)")
      try pending.accept(now: 99_999)
    }
    #expect(try drafts.undelivered().isEmpty)
  }

  @Test(
    "Accepted answers are removed, and their draft is finished; a failed attempt is recorded")
  func accepted() throws {
    let name = try #require(try draft(delivery()).closeUndelivered(now: 2))
    var pending = try #require(try drafts.pendingDelivery(in: name, now: 3))
    #expect(pending.delivery == delivery())
    let attempt = DeliveryAttempt(time: 3, result: "exit 1", message: Array("down".utf8))
    try pending.note(attempt)
    #expect(try drafts.attempts(of: name) == [attempt])
    // While one delivery of these answers is open, no other one can begin.
    #expect(throws: DraftError.self) { try drafts.pendingDelivery(in: name, now: 4) }
    let second = try draft(named: "other", delivery("two")).closeUndelivered(now: 4)
    pending = try #require(try drafts.pendingDelivery(in: second ?? "", now: 5))
    pending = try #require(try drafts.pendingDelivery(in: name, now: 6))
    try pending.accept(now: 6)
    let rest = try drafts.undelivered()
    #expect(rest.count == 1)
    #expect(try drafts.pendingDelivery(in: rest.first ?? "", now: 7) != nil)
    let finished = try #require(try drafts.lastFinished(resume))
    #expect(try drafts.delivery(of: finished) == nil)
    #expect(try drafts.contents(of: finished).texts == ["name": "main"])
  }

  @Test("A draft that was left open is sent, but not if it lacks the answers of secret rows")
  func abandoned() throws {
    try draft(delivery()).close()
    let name = try #require(try drafts.undelivered().first)
    #expect(name.hasSuffix(".draft"))
    let pending = try #require(try drafts.pendingDelivery(in: name, now: 5))
    #expect(!drafts.exists(resume))
    try pending.accept(now: 6)
    var secret = delivery("secret")
    secret.answers = .none
    try draft(secret).close()
    #expect(try drafts.pendingDelivery(in: resume.fileName, now: 7) == nil)
    #expect(drafts.exists(resume))
    let held = try Draft.open(in: drafts)
    #expect(throws: DraftError.self) { try drafts.pendingDelivery(in: resume.fileName, now: 8) }
    held.close()
  }

  @Test(
    "A draft's file of answers is removed with the draft, or when its answers are sent or replaced"
  )
  func files() throws {
    func answers(_ name: String) throws -> Delivery {
      try drafts.prepare()
      try write(Array(name.utf8), to: drafts.path(ofAnswersIn: name))
      var delivery = delivery(name)
      delivery.answers = .file(name)
      return delivery
    }
    func exists(_ name: String) -> Bool { access(drafts.path(ofAnswersIn: name), F_OK) == 0 }
    let draft = try draft(answers("answers-1"))
    try draft.store(answers("answers-2"), DraftBatch(), now: 2)
    #expect(!exists("answers-1") && exists("answers-2"))
    let name = try #require(try draft.closeUndelivered(now: 3))
    try drafts.restore(name, now: 4)
    let closed = try #require(try Draft.open(in: drafts).closeUndelivered(now: 5))
    let pending = try #require(try drafts.pendingDelivery(in: closed, now: 6))
    try pending.accept(now: 6)
    #expect(!exists("answers-2"))
    let other = try #require(
      try self.draft(named: "other", answers("answers-3")).closeUndelivered(now: 7))
    try drafts.remove(other)
    #expect(!exists("answers-3"))
  }

  @Test("A file of answers to which no draft refers is removed when it is old; other files stay")
  func leftFiles() throws {
    try drafts.prepare()
    let left = DraftDirectory.nameOfAnswers(at: 1)
    let named = DraftDirectory.nameOfAnswers(at: 2)
    for name in [left, named, "answers"] { try write([65], to: drafts.path(ofAnswersIn: name)) }
    func present() -> [Bool] {
      [left, named, "answers"].map { access(drafts.path(ofAnswersIn: $0), F_OK) == 0 }
    }
    var delivery = delivery("one")
    delivery.answers = .file(named)
    try draft(delivery).close()
    let now = Int64(time(nil))
    try drafts.removeLeftAnswers(now: now + 60)
    #expect(present() == [true, true, true])
    // If a draft is unreadable, no file is removed, because the draft might refer to that file.
    let other = DraftIdentity(templatePath: "/f.json", templateID: "f", name: "damaged")
    try write(
      Array("no database, and longer than nothing".utf8), to: "\(drafts.path)/\(other.fileName)")
    #expect(throws: DraftError.self) { try drafts.removeLeftAnswers(now: now + 4_000) }
    #expect(present() == [true, true, true])
    _ = try Child.run("rm \"$1\"", "\(drafts.path)/\(other.fileName)")
    try drafts.removeLeftAnswers(now: now + 4_000)
    #expect(present() == [false, true, true])
  }
}
