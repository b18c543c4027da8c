// Answers that their receiver rejected. A rejection points to a row by a JSON pointer and is a
// problem until the answer changes.

import FormFixtures
import FormText
import Testing

@testable import FormModel

@Suite("Rejections")
struct RejectionTests {
  private func session() throws -> FormSession {
    var session = FormSession(
      try .reading(
        """
        {"longform": 1, "id": "f", "sections": [
          {"id": "top", "rows": [
            {"id": "name", "label": "Name", "key": "who.full/name~x"},
            {"id": "mate{n}", "label": "Mate {n}", "count": 3, "key": "mates[]"},
            {"id": "tags", "label": "Tags", "type": "list"}]},
          {"id": "jobs", "repeat": {"key": "work.jobs", "label": "Job {n}", "initial": 3}, "rows": [
            {"id": "company", "label": "Company"}, {"id": "tasks", "type": "list"}]}]}
        """))
    for (name, text) in [
      ("who.full/name~x", "Ada"), ("tags", "a\\nb"),
      ("work.jobs[0].company", "Barclays"), ("work.jobs[2].company", "Lloyds"),
    ] {
      let row = try #require(session.answers.row(atPath: name), "\(name)")
      session.applyToEnd(.answered(row, Text(text.replacing("\\n", with: "\n"))))
    }
    return session
  }

  @Test("A pointer into the export is resolved to its row; items without an answer are not counted")
  func pointers() throws {
    let answers = try session().answers
    func name(_ pointer: String) -> String? {
      answers.row(atPointer: pointer).map { answers.name(of: $0) }
    }
    #expect(answers.row(atPointer: "/who/full~1name~0x") == answers.row(atPath: "who.full/name~x"))
    #expect(answers.row(atPointer: "/mates/2") == answers.outline.id(at: 3))
    #expect(answers.row(atPointer: "/tags/1") == answers.row(atPath: "tags"))
    // The second exported job is the third job of the form.
    #expect(
      answers.row(atPointer: "/work/jobs/1/company")
        == answers.row(atPath: "work.jobs[2].company"))
    #expect(
      answers.row(atPointer: "/work/jobs/0/tasks/4") == answers.row(atPath: "work.jobs[0].tasks"))
    for other in ["", "/", "/who", "/work/jobs/2/company", "/work/jobs/x", "who", "/mates/9"] {
      #expect(name(other) == nil, "\(other)")
    }
  }

  @Test("The focus goes to the first rejected row; a rejected text is a problem until it changes")
  func problems() throws {
    var session = try session()
    let rows = try ["tags", "who.full/name~x"].map { try #require(session.answers.row(atPath: $0)) }
    let effects = session.applyToEnd(
      .rejected(rows.map { Rejection(row: $0, message: "taken already") }))
    #expect(session.focus == rows[1])
    #expect(session.problems.count == 2)
    #expect(session.problems[rows[1]]?.reason == "taken already")
    #expect(
      effects.contains(
        .message(
          .notSaved(problem: "Name: taken already", place: 1, count: 2, anyway: .sends))))
    // The problem also prevents the next save.
    #expect(!session.applyToEnd(.saveProposed).contains(.saveOffered))
    session.applyToEnd(.answered(rows[1], "Grace"))
    session.applyToEnd(.answered(rows[0], "c"))
    #expect(session.applyToEnd(.saveProposed).contains(.saveOffered))
    session.applyToEnd(.answered(rows[1], "Ada"))
    #expect(!session.applyToEnd(.saveProposed).contains(.saveOffered))
  }
}
