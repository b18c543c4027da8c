// The journal of a form: entries with the changes since the last entry, which the draft stores. The
// journal is complete: a form that is restored from it at any moment continues as if it had never
// stopped, including its undo.

import FormFixtures
import FormModel
import FormText
import LosslessJSON
import TerminalTesting
import Testing

/// The simplest storage of a form: the state that its journal entries describe, in memory.
struct NotedForm {
  private(set) var kept = KeptForm(rows: [:], structure: [:], steps: [], position: 0, focus: nil)

  mutating func write(_ entry: JournalEntry) {
    for (name, row) in entry.rows { kept.rows[name] = row }
    for section in entry.removedStructure { kept.structure[section] = nil }
    kept.structure.merge(entry.structure) { $1 }
    if let shape = entry.shape { kept.shape = shape }
    if entry.history.kept != .max {
      kept.steps = kept.steps.prefix(entry.history.kept) + entry.history.added
    }
    kept.position = entry.history.position
    kept.focus = entry.focus
    kept.defaults.merge(entry.defaults) { $1 }
    if let rest = entry.pasteRest { kept.pasteRest = rest.isEmpty ? nil : rest }
  }

  /// Damages the stored steps by removing their long texts.
  mutating func forgetLongTexts() {
    for index in kept.steps.indices { kept.steps[index].texts = [] }
  }
}

@Suite("The journal")
struct JournalTests {
  private func expectSame(_ left: FormSession, _ right: FormSession, _ comment: Comment) throws {
    #expect(left.exported(.text) == right.exported(.text), comment)
    #expect(left.exported(.json) == right.exported(.json), comment)
    #expect(left.answers.filledCount == right.answers.filledCount, comment)
    #expect(left.focus == right.focus, comment)
    #expect(left.focusText == right.focusText, comment)
    #expect(left.cursor == right.cursor, comment)
    #expect(left.pasteRest == right.pasteRest, comment)
    #expect(FormOracle.order(of: left) == FormOracle.order(of: right), comment)
  }

  @Test(
    "A large paste is stored outside its undo step, and is restored, undone and redone as usual"
  )
  func largePaste() throws {
    let template = try Template.reading(
      #"{"longform": 1, "id": "f", "sections": [{"rows": [{"id": "a", "type": "paragraph"}]}]}"#)
    var session = FormSession(template)
    let pasted = String(repeating: "\"quoted\"\n", count: 8_000)
    session.applyToEnd(.edited("ab", cursor: 1, kind: .typed))
    session.applyToEnd(.pasted(Text(pasted)))
    let before = session.exported(.json)
    let cursor = session.cursor
    #expect(cursor == 1 + pasted.utf8.count)
    var noted = NotedForm()
    noted.write(session.takeJournal())
    #expect(noted.kept.steps.last?.texts == [pasted])
    #expect(noted.kept.steps.allSatisfy { $0.bytes.count < 200 })
    var restored = FormSession(template)
    _ = restored.restore(noted.kept)
    #expect(restored.exported(.json) == before && restored.cursor == cursor)
    restored.applyToEnd(.undone)
    #expect(restored.focusText == "ab")
    restored.applyToEnd(.redone)
    #expect(restored.exported(.json) == before)
    // A step that lacks one of its texts is dropped.
    noted.forgetLongTexts()
    restored = FormSession(template)
    _ = restored.restore(noted.kept)
    restored.applyToEnd(.undone)
    #expect(restored.exported(.json) == before)
  }

  @Test("A form restored from its journal equals the original, including undo and redo")
  func restored() throws {
    let subjects = try Forms.forWalks()
    // With seed 547, Enter moves the cursor of a list to its end.
    for seed in Array(TestScale.turns(40)) + [547] {
      try expectRestored(subjects[seed % subjects.count], seed: seed, "walk \(seed)")
    }
    for seed in TestScale.turns(25) {
      try expectRestored(
        RandomForm(ofTexts: seed).subject, seed: seed, loads: seed % 2 == 1, "random form \(seed)")
    }
  }

  private func expectRestored(
    _ subject: FormOracle.Subject, seed: Int, loads: Bool = false, _ comment: Comment
  ) throws {
    var oracle = try FormOracle(subject, seed: seed, loads: loads)
    let document = oracle.session.answers.loaded?.document
    var noted = NotedForm()
    var waiting: [JournalEntry] = []
    for step in 0..<40 {
      oracle.step()
      guard step % 3 == 0 else { continue }
      waiting.append(oracle.takeJournal())
      // Every third time the disk is full, and the entry waits for the next write.
      if step % 9 != 0 {
        for entry in waiting { noted.write(entry) }
        waiting = []
      }
    }
    for entry in waiting + [oracle.takeJournal()] { noted.write(entry) }
    var original = oracle.session
    var restored =
      try document.map { try FormSession(subject.template, height: 5, answers: $0) }
      ?? FormSession(subject.template, height: 5)
    #expect(restored.restore(noted.kept).isEmpty)
    // Restoring a form leaves the last edited row, which applies conditions. So the original form
    // must leave its row too.
    if let focus = original.focus {
      original.applyToEnd(.moved(.to(focus)))
      restored.applyToEnd(.moved(.to(restored.focus ?? focus)))
    }
    try expectSame(original, restored, comment)
    for action in [Action.undone, .undone, .redone, .undone, .undone, .undone, .redone] {
      original.applyToEnd(action)
      restored.applyToEnd(action)
      #expect(original.exported(.text) == restored.exported(.text), comment)
    }
    while !original.applyToEnd(.undone).sentences.contains("Nothing to undo") {}
    while !restored.applyToEnd(.undone).sentences.contains("Nothing to undo") {}
    #expect(original.exported(.text) == restored.exported(.text), comment)
  }

  @Test("The remaining lines of a paste into a section with a secret row are never stored")
  func secretRest() throws {
    let template = """
      {"longform": 1, "id": "codes", "sections": [
        {"id": "codes", "rows": [{"id": "code{n}", "count": 2}, {"id": "pin", "type": "secret"}]},
        {"id": "names", "rows": [{"id": "name{n}", "count": 2}]}]}
      """
    var session = FormSession(try .reading(template))
    var noted = NotedForm()
    session.applyToEnd(.pasted("a\nb\nc\nd\ne\nf"))
    noted.write(session.takeJournal())
    #expect(session.pasteRest == ["c", "d", "e", "f"])
    #expect(noted.kept.pasteRest == nil)
    session.applyToEnd(.moved(.to(try #require(session.row(named: "name1")))))
    session.applyToEnd(.pastedRest)
    noted.write(session.takeJournal())
    #expect(session.pasteRest == ["e", "f"])
    #expect(session.isPasteRestSecret)
    #expect(noted.kept.pasteRest == nil)
    #expect(noted.kept.rows["names/0/name2"] != nil)
    // The lines of another paste are not affected.
    session.applyToEnd(.answered(try #require(session.row(named: "name2")), ""))
    session.applyToEnd(.moved(.to(try #require(session.row(named: "name2")))))
    session.applyToEnd(.pasted("g\nh"))
    noted.write(session.takeJournal())
    #expect(noted.kept.pasteRest == Array("h".utf8))
  }

  @Test("A paste without remaining lines keeps the remaining lines of an earlier paste")
  func laterPaste() throws {
    var session = FormSession(try .reading(Forms.counted(4)))
    session.applyToEnd(.pasted("a\nb\nc\nd\ne\nf"))
    for row: FormRow.Index in [0, 1] {
      session.applyToEnd(.answered(try #require(session.row(at: row)).id, ""))
    }
    session.applyToEnd(.moved(.first))
    session.applyToEnd(.pasted("x\ny"))
    #expect(session.pasteRest == ["e", "f"])
  }

  @Test("Without changes nothing is written; typing writes one row and one step")
  func size() throws {
    var session = FormSession(try .reading(Forms.counted(1_000_000)))
    #expect(!session.hasJournal)
    session.applyToEnd(.edited("a", cursor: 1, kind: .typed))
    var entry = session.takeJournal()
    #expect((entry.rows.count, entry.history.added.count, entry.history.kept) == (1, 1, 0))
    session.applyToEnd(.edited("ab", cursor: 2, kind: .typed))
    entry = session.takeJournal()
    #expect((entry.rows.count, entry.history.added.count, entry.history.kept) == (1, 1, 0))
    #expect(!session.hasJournal)
    session.applyToEnd(.moved(.last))
    entry = session.takeJournal()
    #expect(entry.rows.isEmpty && entry.structure.isEmpty && entry.history.kept == .max)
    #expect(entry.focus == "/0/row1000000")
    session.applyToEnd(.moved(.first))
    session.applyToEnd(.undone)
    entry = session.takeJournal()
    #expect(entry.rows.keys.sorted() == ["/0/row1"])
    #expect(entry.rows["/0/row1"] == .some(nil))
    #expect(entry.history.position == 0)
  }

  @Test("After a change of the template, rows are matched by id; texts without a row are returned")
  func changedTemplate() throws {
    var session = FormSession(try .reading(Forms.everything))
    for (name, text) in [("name", "Ada"), ("greeting", "hi"), ("seat3", "taken"), ("note2", "n")] {
      session.applyToEnd(.answered(try #require(session.row(named: name)), Text(text)))
    }
    session.applyToEnd(.itemAdded(section: 1))
    session.type("Job Four")
    var noted = NotedForm()
    noted.write(session.takeJournal())
    let changed = """
      {"longform": 1, "id": "everything", "sections": [
        {"id": "notes", "rows": [{"id": "note{n}", "count": 3}]},
        {"id": "work", "repeat": {"key": "work", "initial": 1}, "rows": [
          {"id": "city"}, {"id": "company"}]},
        {"id": "basics", "rows": [{"id": "seat{n}", "count": 2}, {"id": "name"}]}]}
      """
    var other = FormSession(try .reading(changed))
    let orphans = other.restore(noted.kept)
    #expect(
      orphans.map { "\($0.name)=\($0.text)" } == ["basics › greeting=hi", "basics › seat3=taken"])
    #expect(other.answers.row(atPath: "name").map(other.answers.text(of:)) == "Ada")
    #expect(other.answers.row(atPath: "note2").map(other.answers.text(of:)) == "n")
    #expect(other.answers.row(atPath: "work[3].company").map(other.answers.text(of:)) == "Job Four")
    #expect(other.focusLabel == "work 4 company")
    #expect(other.answers.filledCount == 3)
    other.journalEverything()
    var again = NotedForm()
    again.write(other.takeJournal())
    var original = FormSession(try .reading(Forms.everything))
    #expect(original.restore(again.kept).isEmpty)
    #expect(original.row(named: "greeting").map(original.answers.text(of:)) == "hi")
  }

  @Test("A preset row that the person emptied stays empty when it is preset again")
  func preset() throws {
    let template = try Template.reading(Forms.everything)
    var session = FormSession(template)
    let row = try #require(session.row(named: "name"))
    session.preset(row, to: "preset")
    #expect(!session.hasJournal)
    session.applyToEnd(.answered(row, ""))
    var noted = NotedForm()
    noted.write(session.takeJournal())
    for _ in 0..<2 {
      var other = FormSession(template)
      other.preset(row, to: "preset")
      _ = other.restore(noted.kept)
      #expect(other.answers.text(of: row).isEmpty)
      #expect(other.answers.filledCount == session.answers.filledCount)
      other.journalEverything()
      noted.write(other.takeJournal())
    }
  }

  @Test("Only a constant that the person took in place of a document's value is stored")
  func constants() throws {
    let template = try Template.reading(
      """
      {"longform": 1, "id": "f", "sections": [{"rows": [
        {"id": "a"}, {"id": "b", "const": 2}, {"id": "c", "const": "x"}, {"id": "d", "const": 1}]}]}
      """)
    let document = try JSONDocument(parsing: Array(#"{"a": "", "b": 3, "c": "y"}"#.utf8))
    for height in [1, 8] {
      var session = try FormSession(template, height: height, answers: document)
      session.applyToEnd(.answered(FormRow.ID(section: 0, item: 0, row: 1, number: 0), "2"))
      #expect(session.exported(.json) == #"{"a": "", "b": 2, "c": "y"}"#)
      for storesAll in [false, true] {
        if storesAll { session.journalEverything() }
        var noted = NotedForm()
        noted.write(session.takeJournal())
        var restored = try FormSession(template, height: height, answers: document)
        _ = restored.restore(noted.kept)
        #expect(restored.exported(.json) == session.exported(.json))
        restored.applyToEnd(.checkRequested)
        #expect(restored.problemsInOrder.map(\.row.row) == [2])
        session = restored
        session.journalEverything()
      }
    }
  }

  @Test("No bytes on the disk make the reader of a journal trap")
  func noise() throws {
    let template = try Template.reading(Forms.everything)
    var generator = SeededGenerator(seed: 3)
    var oracle = try FormOracle(.unconditional(template), seed: 3)
    for _ in 0..<60 { oracle.step() }
    var noted = NotedForm()
    noted.write(oracle.takeJournal())
    for _ in TestScale.turns(600) {
      var kept = noted.kept
      for index in kept.steps.indices where Bool.random(using: &generator) {
        let place = Int.random(in: 0..<kept.steps[index].bytes.count, using: &generator)
        kept.steps[index].bytes[place] = UInt8.random(in: 0x20...0x7E, using: &generator)
      }
      for (id, bytes) in kept.structure {
        var bytes = bytes
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(
          in: 0x20...0x7E, using: &generator)
        kept.structure[id] = bytes
      }
      kept.position = Int.random(in: -5...100, using: &generator)
      var session = FormSession(template)
      _ = session.restore(kept)
      for action in [Action.undone, .undone, .redone, .moved(.last), .undone] {
        session.applyToEnd(action)
      }
      _ = session.exported(.json)
    }
  }

  @Test("Stored steps about items that never existed are dropped", arguments: [0, 4, 1 << 32 + 1])
  func foreignItems(item: Int) throws {
    let template = try Template.reading(Forms.everything)
    for change in [
      "\"insert\":\(item),\"to\":0", "\"remove\":\(item),\"from\":0",
      "\"move\":\(item),\"from\":0,\"to\":1",
    ] {
      var session = FormSession(template)
      let filled = session.answers.filledCount
      let step = "{\"kind\":\"other\",\"changes\":[{\(change),\"section\":\"work\"}]}"
      let kept = KeptForm(
        rows: [:], structure: [:], steps: [KeptStep(bytes: Array(step.utf8))], position: 1,
        focus: nil)
      #expect(session.restore(kept).isEmpty)
      #expect(session.applyToEnd(.undone).sentences == ["Nothing to undo"])
      #expect(session.answers.filledCount == filled)
    }
  }

  @Test("A stored cursor outside its text is moved to the end", arguments: [-1, 3, 4, .max, .min])
  func foreignCursor(cursor: Int) throws {
    var session = FormSession(try .reading(Forms.everything))
    let row = RowContent(text: "abc", cursor: cursor)
    let kept = KeptForm(
      rows: ["basics/0/name": row], structure: [:], steps: [], position: 0, focus: "basics/0/name")
    #expect(session.restore(kept).isEmpty)
    #expect(session.cursor == 3)
    session.applyToEnd(.pasted("d"))
    #expect(session.focusText == "abcd")
  }
}
