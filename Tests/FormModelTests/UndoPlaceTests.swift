// The focus after undo and redo when rows appear and disappear, and the row where pasted cells end.

import FormFixtures
import FormModel
import FormText
import Testing

@Suite("Places of undo and paste")
struct UndoPlaceTests {
  private static let jobs = """
    {"longform": 1, "id": "f", "sections": [
      {"id": "a", "rows": [{"id": "x", "label": "X"}]},
      {"id": "jobs", "repeat": {"key": "jobs", "initial": 2, "label": "Job {n}", "tick": "done"},
       "rows": [{"id": "done", "type": "boolean"}, {"id": "company", "label": "Company"},
                {"id": "past", "label": "Past", "type": "boolean"},
                {"id": "until", "label": "Until", "when": {"row": "past", "is": true}}]}],
     "output": {"empty": "omit"}}
    """

  private func session() throws -> FormSession {
    FormSession(try .reading(UndoPlaceTests.jobs), height: 20)
  }

  private func go(_ session: inout FormSession, to path: String) throws {
    session.applyToEnd(.moved(.to(try #require(session.answers.row(atPath: path)))))
  }

  @Test("Undo and redo of a tick move the focus to its item")
  func tick() throws {
    var session = try session()
    try go(&session, to: "jobs[1].company")
    session.applyToEnd(.toggled)
    for action in [Action.undone, .redone] {
      session.applyToEnd(.moved(.first))
      session.applyToEnd(action)
      #expect(session.focusLabel == "Job 2 Company")
    }
  }

  @Test("Redo moves the focus to a row that the redo makes visible again")
  func shownAgain() throws {
    var session = try session()
    try go(&session, to: "jobs[0].past")
    session.applyToEnd(.toggled)
    session.applyToEnd(.moved(.next))
    session.type("2019")
    session.applyToEnd(.itemDuplicated(section: 1, item: 1))
    #expect(session.focusLabel == "Job 2 Until")
    session.applyToEnd(.undone)
    session.applyToEnd(.moved(.first))
    session.applyToEnd(.redone)
    #expect(session.focusLabel == "Job 2 Until" && session.focusText == "2019")
  }

  @Test(
    "Cells without a row of their own go to the last shown row, even if no other cell goes there",
    arguments: [
      ("\t\tx\ty", "", "x y"), ("Acme\t\tx", "Acme", "x"), ("Acme\tno\tx\t\ty\t", "Acme", "no x y"),
      ("Acme\tno\t\t", "Acme", "no"),
    ])
  func leftOver(line: String, company: String, past: String) throws {
    var session = try session()
    try go(&session, to: "jobs[0].company")
    session.applyToEnd(.pasted(Text(line)))
    let rows = try ["company", "past"].map {
      try #require(session.answers.row(atPath: "jobs[0].\($0)"))
    }
    #expect(rows.map { session.answers.text(of: $0).string } == [company, past])
    session.applyToEnd(.undone)
    #expect(rows.allSatisfy { session.answers.text(of: $0).isEmpty })
  }
}
