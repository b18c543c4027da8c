// A document that changed is merged with the changes of a form: which changes are taken, which are
// conflicts, and that all other bytes stay.

import FormFixtures
import FormText
import LosslessJSON
import TerminalTesting
import Testing

@testable import FormFormats
@testable import FormModel

@Suite("Merging with a changed file")
struct MergeTests {
  /// The list of jobs.
  private static let work = ItemList(section: 1, parent: 0)
  private static let form = """
    {"longform": 1, "id": "resume", "output": {"empty": "omit"}, "sections": [
      {"id": "basics", "title": "Basics", "rows": [
        {"id": "phone", "label": "Phone"}, {"id": "url", "label": "Website"},
        {"id": "more", "label": "More", "type": "boolean"},
        {"id": "pin", "label": "PIN", "type": "secret"}]},
      {"id": "work", "title": "Work", "repeat": {"key": "work", "label": "Job {n}"}, "rows": [
        {"id": "name", "label": "Company"}, {"id": "position", "label": "Position"},
        {"id": "from", "label": "From"}]},
      {"id": "things", "title": "Things", "repeat": {"key": "things", "label": "Thing {n}"}, "rows": [
        {"id": "serial", "label": "Serial", "unique": true}, {"id": "note", "label": "Note"}]}]}
    """
  private static let base = """
    { "phone": "1",  "url": "u",
      "kept": [ 1,2 ],
      "work": [ {"name": "A", "position": "a", "from": "1"},
                {"name": "B", "position": "b", "from": "2"},
                {"name": "C", "position": "c", "from": "3"} ] }

    """

  private func session(_ document: String) throws -> FormSession {
    try FormSession(form: Self.form, document: document)
  }

  private func merged(_ mine: FormSession, into other: String) throws -> Merge {
    var merge = Merge(mine, into: try session(other))
    while !merge.isComplete { merge.advance() }
    return merge
  }

  private func export(_ session: FormSession) -> String {
    var export = AnswerExport(.json, of: session.answers)
    var bytes: [UInt8] = []
    while export.append(to: &bytes, of: session.answers) {}
    return String(decoding: bytes, as: UTF8.self)
  }

  private func problems(_ merge: Merge) -> [String] {
    merge.conflicts.map { row in
      let label = merge.session.answers.problemLabel(of: row)
      return merge.session.problems[row]?.sentence(naming: label) ?? "none"
    }
  }

  @Test("Changes of only one side are taken, and all other bytes of the file stay")
  func rows() throws {
    var mine = try session(Self.base)
    try mine.answer("phone", "2")
    try mine.answer("work[1].position", "bb")
    let other = Self.base.replacing(#""url": "u""#, with: #""url":   "v""#)
      .replacing(#""from": "2""#, with: #""from": "22""#).replacing("[ 1,2 ]", with: "[3]")
    let merge = try merged(mine, into: other)
    #expect(merge.conflicts.isEmpty)
    #expect(
      export(merge.session)
        == other.replacing(#""phone": "1""#, with: #""phone": "2""#)
        .replacing(#""position": "b""#, with: #""position": "bb""#))
    #expect(merge.otherCount == 2)
  }

  @Test("A merge is one undo step; after undo, the form equals the file")
  func undo() throws {
    var mine = try session(Self.base)
    try mine.answer("phone", "2")
    mine.applyToEnd(.itemRemoved(section: 1, item: 1))
    var session = try merged(mine, into: Self.base).session
    session.applyToEnd(.undone)
    #expect(export(session) == Self.base)
    session.applyToEnd(.redone)
    #expect(export(session) == export(mine))
  }

  @Test("Equal changes of both sides are taken once; different changes conflict, and both are kept")
  func conflict() throws {
    var mine = try session(Self.base)
    try mine.answer("phone", "2")
    try mine.answer("url", "w")
    let other = Self.base.replacing(#""url": "u""#, with: #""url": "v""#)
      .replacing(#""phone": "1""#, with: #""phone": "2""#)
    let merge = try merged(mine, into: other)
    #expect(problems(merge) == ["Website: “w” here, “v” in the file"])
    var session = merge.session
    #expect(
      session.applyToEnd(.saveRequested(as: nil, anyway: false)).contains { $0.isSave } == false)
    let row = try #require(merge.conflicts.first)
    session.applyToEnd(.moved(.to(row)))
    #expect(session.candidateOffers(in: 0..<5).map(\.label) == ["w", "v"])
    var file = session
    let offers = session.candidateOffers(in: 0..<2)
    session.applyToEnd(.picked(offers[0]))
    #expect(session.answers.conflict(of: row) == nil)
    #expect(export(session) == other.replacing(#""url": "v""#, with: #""url": "w""#))
    file.applyToEnd(.picked(offers[1]))
    #expect(export(file) == other)
    #expect(file.applyToEnd(.saveRequested(as: nil, anyway: false)).contains { $0.isSave })
    file.applyToEnd(.undone)
    #expect(file.answers.text(of: row) == "w")
  }

  @Test("A conflict ends when an answer is typed, even if the answer is the same as before")
  func decisions() throws {
    var mine = try session(Self.base)
    try mine.answer("url", "w")
    let other = Self.base.replacing(#""url": "u""#, with: #""url": "v""#)
    let merge = try merged(mine, into: other)
    let row = try #require(merge.conflicts.first)
    var typed = merge.session
    typed.applyToEnd(.answered(row, "x"))
    #expect(typed.problems[row] == nil)
    var confirmed = merge.session
    confirmed.applyToEnd(.answered(row, "w"))
    #expect(confirmed.problems[row] == nil)
    #expect(confirmed.answers.text(of: row) == "w")
  }

  @Test("Secrets that both sides changed are a conflict, which shows neither of the two")
  func secrets() throws {
    var mine = try session(#"{"pin": "old"}"#)
    try mine.answer("pin", "mine")
    let merge = try merged(mine, into: #"{"pin": "theirs"}"#)
    #expect(problems(merge) == ["PIN: changed here and in the file"])
    var session = merge.session
    session.applyToEnd(.moved(.to(try #require(merge.conflicts.first))))
    let offers = session.candidateOffers(in: 0..<2)
    #expect(offers.map(\.label) == ["as typed here", "as in the file"])
    session.applyToEnd(.picked(offers[1]))
    #expect(export(session) == #"{"pin": "theirs"}"#)
  }

  @Test("Items that one side added, removed or moved are merged")
  func items() throws {
    var mine = try session(Self.base)
    mine.applyToEnd(.itemMoved(section: 1, item: 3, to: 0))
    mine.applyToEnd(.itemAdded(section: 1))
    let count = mine.answers.outline.itemCount(of: Self.work)
    let added = try #require(
      (0..<count).compactMap { mine.answers.outline.item(at: $0, of: Self.work) }.max())
    mine.applyToEnd(.itemMoved(section: 1, item: added, to: 3))
    mine.applyToEnd(.answered(FormRow.ID(section: 1, item: added, row: 0, number: 0), "M"))
    let other = """
      {"work": [{"name": "N"}, {"name": "A", "position": "a", "from": "1"},
        {"name": "C", "position": "c", "from": "33"}]}
      """
    let merge = try merged(mine, into: other)
    #expect(merge.conflicts.isEmpty)
    let session = merge.session
    let names = (0..<session.answers.outline.itemCount(of: Self.work)).compactMap {
      session.answers.outline.item(at: $0, of: Self.work)
    }.map { session.answers.text(of: FormRow.ID(section: 1, item: $0, row: 0, number: 0)).string }
    #expect(names == ["C", "N", "A", "M"])
    #expect(export(session).contains(#""from": "33""#))
  }

  @Test("If one side removed an item that the other side changed, the item stays, with a conflict")
  func removedAndChanged() throws {
    var mine = try session(Self.base)
    mine.applyToEnd(.itemRemoved(section: 1, item: 1))
    try mine.answer("work[1].position", "cc")
    let other = """
      {"work": [{"name": "A", "position": "a", "from": "11"},
        {"name": "B", "position": "b", "from": "2"}]}
      """
    let merge = try merged(mine, into: other)
    #expect(
      problems(merge) == [
        "Job 1 Company: the item was removed here and changed in the file",
        "Job 3 Company: the item was changed here and removed in the file",
      ])
    var session = merge.session
    session.applyToEnd(.moved(.to(merge.conflicts[1])))
    #expect(
      session.candidateOffers(in: 0..<2).map(\.label) == ["keep the item", "remove the item"])
    session.applyToEnd(.picked(try #require(session.candidateOffers(in: 1..<2).first)))
    session.applyToEnd(.moved(.to(merge.conflicts[0])))
    #expect(
      session.applyToEnd(.saveRequested(as: nil, anyway: false)).contains { $0.isSave } == false)
    let offers = session.candidateOffers(in: 0..<2)
    #expect(offers.map(\.label) == ["remove the item", "keep the item"])
    session.applyToEnd(.picked(try #require(offers.last)))
    #expect(export(session).contains(#""from": "11""#))
    #expect(export(session).contains("\"cc\"") == false)
    #expect(session.applyToEnd(.saveRequested(as: nil, anyway: false)).contains { $0.isSave })
  }

  @Test("If both sides moved an item to different positions, that is a conflict")
  func bothMoved() throws {
    var mine = try session(Self.base)
    mine.applyToEnd(.itemMoved(section: 1, item: 3, to: 0))
    let same = """
      {"work": [{"name": "C", "position": "c", "from": "3"},
        {"name": "A", "position": "a", "from": "1"}, {"name": "B", "position": "b", "from": "2"}]}
      """
    #expect(try merged(mine, into: same).conflicts.isEmpty)
    let other = """
      {"work": [{"name": "A", "position": "a", "from": "1"},
        {"name": "C", "position": "c", "from": "3"}, {"name": "B", "position": "b", "from": "2"}]}
      """
    let merge = try merged(mine, into: other)
    #expect(problems(merge) == ["Job 1 Company: the item was moved here and in the file"])
    var session = merge.session
    session.applyToEnd(.moved(.to(merge.conflicts[0])))
    session.applyToEnd(.picked(try #require(session.candidateOffers(in: 1..<2).first)))
    #expect(export(session) == other)
  }

  @Test("Items added by both sides become one if their unique answers, or all answers, are equal")
  func bothAdded() throws {
    var mine = try session(#"{"things": [{"serial": "A"}]}"#)
    mine.applyToEnd(.itemAdded(section: 2))
    try mine.answer("things[1].serial", "B")
    try mine.answer("things[1].note", "mine")
    let merge = try merged(
      mine, into: #"{"things": [{"serial": "A"}, {"serial": "B", "note": "file"}]}"#)
    #expect(problems(merge) == ["Thing 2 Note: “mine” here, “file” in the file"])
    let other = #"{"things": [{"serial": "A"}, {"serial": "B", "note": "mine"}]}"#
    #expect(try export(merged(mine, into: other).session) == other)
  }

  @Test("Items inside items are merged by the same rules")
  func nested() throws {
    let template = try Template.reading(
      """
      {"longform": 1, "id": "career", "output": {"empty": "omit"}, "sections": [
        {"id": "work", "repeat": {"key": "work", "label": "Job {n}"}, "rows": [{"id": "name"}],
          "sections": [{"id": "projects", "repeat": {"key": "projects", "label": "Project {n}"},
            "rows": [{"id": "title"}, {"id": "role"}]}]}]}
      """)
    func session(_ document: String) throws -> FormSession {
      try FormSession(template, answers: JSONDocument(parsing: Array(document.utf8)))
    }
    let base = """
      {"work": [{"name": "A", "projects": [{"title": "a1", "role": "x"}]},
        {"name": "B", "projects": [{"title": "b1", "role": "x"}, {"title": "b2", "role": "y"}]},
        {"name": "C", "projects": [{"title": "c1", "role": "x"}]}]}
      """
    var mine = try session(base)
    try mine.answer("work[1].projects[1].role", "mine")
    try mine.answer("work[2].projects[0].role", "mine too")
    // Another program inserts a job at the front. It also changes the project before the project
    // that is changed here in job B, and removes job C, in which a project is changed here.
    let other = """
      {"work": [{"name": "N"}, {"name": "A", "projects": [{"title": "a1", "role": "x"}]},
        {"name": "B", "projects": [{"title": "b1", "role": "file"}, {"title": "b2", "role": "y"}]}]}
      """
    var merge = Merge(mine, into: try session(other))
    while !merge.isComplete { merge.advance() }
    #expect(
      problems(merge).map { $0.split(separator: ":").last.map(String.init) } == [
        " the item was changed here and removed in the file"
      ])
    let text = export(merge.session)
    #expect(text.contains(#"{"title": "b1", "role": "file"}, {"title": "b2", "role": "mine"}"#))
    #expect(text.contains("mine too"))
    var without = merge.session
    without.applyToEnd(.moved(.to(try #require(merge.conflicts.first))))
    without.applyToEnd(.picked(try #require(without.candidateOffers(in: 1..<2).first)))
    #expect(export(without) == other.replacing(#""role": "y""#, with: #""role": "mine""#))
  }

  @Test("The merge of a form with a million rows works in slices")
  func millionRows() throws {
    let template = try Template.reading(
      """
      {"longform": 1, "id": "big", "sections": [{"rows": [
        {"id": "row{n}", "count": 1000000, "label": "Row {n}", "key": "rows[]"}]}]}
      """)
    var mine = try FormSession(
      template, answers: JSONDocument(parsing: Array(#"{"rows": ["a", "b"]}"#.utf8)))
    for number in [1, 500_000, 1_000_000] {
      mine.applyToEnd(
        .answered(FormRow.ID(section: 0, item: 0, row: 0, number: number), "new"))
    }
    let other = try FormSession(
      template, answers: JSONDocument(parsing: Array(#"{"rows": ["c", "b", "d"]}"#.utf8)))
    var merge = Merge(mine, into: other)
    var slices = 0
    while !merge.isComplete {
      merge.advance()
      slices += 1
    }
    #expect(slices > 400)
    #expect(merge.conflicts.count == 1)
    #expect(merge.otherCount == 2)
  }
}

extension Effect {
  fileprivate var isSave: Bool { if case .save = self { true } else { false } }
}
