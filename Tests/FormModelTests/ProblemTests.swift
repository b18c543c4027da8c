// The known problems of a form. A row has a known problem only after the person has left it, or
// after a check of the whole form.

import FormFixtures
import FormModel
import FormText
import Testing

@Suite("Problems")
struct ProblemTests {
  private static let jobs = """
    {"longform": 1, "id": "f", "sections": [
      {"id": "jobs", "title": "Jobs",
       "repeat": {"key": "jobs", "initial": 2, "min": 2, "label": "Job {n}"},
       "rows": [{"id": "company", "required": true}, {"id": "city"}, {"id": "year", "type": "date"}]},
      {"id": "end", "rows": [{"id": "end", "required": true}]}]}
    """

  private func session(_ source: String = jobs) throws -> FormSession {
    FormSession(try .reading(source), height: 20)
  }

  private func answer(_ session: inout FormSession, _ path: String, _ text: Text) throws {
    session.applyToEnd(.answered(try #require(session.answers.row(atPath: path)), text))
  }

  /// Returns the problems of the form, in the form's order.
  private func problems(_ session: FormSession) -> [String] {
    session.problemsInOrder.map {
      $0.problem.sentence(label: session.answers.problemLabel(of: $0.row))
    }
  }

  @Test("Removing the last item reports no problem of another row, and neither do undo and redo")
  func removed() throws {
    var session = try session()
    session.applyToEnd(.moved(.to(try #require(session.answers.row(atPath: "jobs[1].city")))))
    session.applyToEnd(.itemRemoved(section: 0, item: 2))
    #expect(session.focusLabel == "Job 1 company")
    for action in [Action.undone, .redone, .undone] {
      #expect(problems(session) == [])
      session.applyToEnd(action)
    }
    #expect(problems(session) == [])
    session.applyToEnd(.redone)
    #expect(session.focusLabel == "Job 1 company")
  }

  @Test("Moving an item past another one reports no problem of either, and neither does undo")
  func moved() throws {
    var session = try session()
    try answer(&session, "jobs[0].company", "Acme")
    session.applyToEnd(.moved(.to(try #require(session.answers.row(atPath: "jobs[1].year")))))
    session.type("2019")
    session.applyToEnd(.moved(.first))
    #expect(problems(session) == [])
    session.applyToEnd(.itemMoved(section: 0, item: 1, to: 1))
    #expect(session.focusLabel == "Job 2 company")
    #expect(problems(session) == [])
    session.applyToEnd(.undone)
    #expect(problems(session) == [])
  }

  @Test("Undo checks the row that loses the focus")
  func undoLeaves() throws {
    var session = try session(
      """
      {"longform": 1, "id": "f", "sections": [{"rows": [
        {"id": "city"}, {"id": "end", "type": "integer"}]}]}
      """)
    session.preset(try #require(session.answers.row(atPath: "end")), to: "x")
    try answer(&session, "city", "Rome")
    session.applyToEnd(.moved(.last))
    session.applyToEnd(.undone)
    #expect(session.focusLabel == "city")
    #expect(problems(session).count == 1)
  }

  @Test(
    "After the last text of an item is removed in any way, the item's rows have no problems")
  func emptied() throws {
    var session = try session()
    // After a refused save, an empty required row has a problem as soon as it is left.
    session.applyToEnd(.saveProposed)
    session.applyToEnd(.moved(.first))
    session.applyToEnd(.moved(.next))
    for take in [Action.undone, .answered(try #require(session.focus), "")] {
      session.type("Rome")
      session.applyToEnd(.moved(.previous))
      session.applyToEnd(.moved(.last))
      #expect(problems(session).contains("Job 1 company is required"))
      session.applyToEnd(take)
      #expect(problems(session).filter { $0.contains("company") } == [])
      session.applyToEnd(.moved(.to(try #require(session.answers.row(atPath: "jobs[0].city")))))
    }
  }

  @Test("A section that becomes hidden no longer needs a minimum of items")
  func hiddenSection() throws {
    var session = try session(
      """
      {"longform": 1, "id": "f", "sections": [
        {"id": "a", "rows": [{"id": "works", "type": "boolean", "default": "yes"}]},
        {"id": "b", "title": "B", "repeat": {"key": "b", "min": 2, "label": "B {n}"},
         "when": {"row": "works", "is": true}, "rows": [{"id": "x"}, {"id": "y"}]}]}
      """)
    session.applyToEnd(.saveRequested(anyway: false))
    #expect(problems(session) == ["B needs at least 2; none has an answer"])
    session.applyToEnd(.moved(.first))
    session.applyToEnd(.toggled)
    #expect(problems(session) == [])
  }

  @Test("If the search for problems begins and ends in the same item, the item is counted once")
  func countedOnce() throws {
    var session = try session()
    try answer(&session, "jobs[0].company", "Acme")
    try answer(&session, "end", "x")
    session.applyToEnd(.moved(.first))
    #expect(session.applyToEnd(.moved(.nextProblem)).sentences == [])
    #expect(problems(session) == ["Jobs needs at least 2; 1 has an answer"])
    #expect(session.focusLabel == "Job 2 company")
  }

  @Test("The search for problems goes through the known problems of lists and of rows in turn")
  func listsInTurn() throws {
    var session = try session()
    try answer(&session, "jobs[0].city", "Rome")
    session.applyToEnd(.checkRequested)
    let known = problems(session).count
    try #require(known == 3)
    var reached = Set<String>()
    for _ in 0..<known {
      session.applyToEnd(.moved(.nextProblem))
      reached.insert(session.focusLabel)
    }
    #expect(reached.count == known, "\(reached) \(problems(session))")
  }

  @Test("^S goes to every problem in turn, even if a list's is above those of its items")
  func proposedInTurn() throws {
    var session = try session(
      """
      {"longform": 1, "id": "f", "sections": [
        {"id": "jobs", "title": "Jobs", "rows": [{"id": "company"}, {"id": "year", "type": "date"}],
         "repeat": {"key": "jobs", "initial": 0, "max": 1, "entry": true, "insert": "first"},
         "sections": [
          {"id": "tasks", "title": "Tasks", "rows": [{"id": "task"}],
           "repeat": {"key": "tasks", "initial": 0, "max": 1, "entry": true}}]}]}
      """)
    session.type("Acme")
    session.applyToEnd(.entered)
    try answer(&session, "jobs[0].year", "x")
    let jobs = FormRow.ID(section: 0, item: 0, row: 0, number: 0)
    let tasks = FormRow.ID(section: 1, item: -1, row: 0, number: 0)
    session.applyToEnd(.moved(.to(tasks)))
    session.type("Sweep")
    session.applyToEnd(.entered)
    session.type("Wash")
    session.applyToEnd(.moved(.to(jobs)))
    session.type("Bull")
    let year = try #require(session.answers.row(atPath: "jobs[0].year"))
    var reached: [FormRow.ID?] = []
    for _ in 0..<4 {
      session.applyToEnd(.saveProposed)
      reached.append(session.focus)
    }
    #expect(reached == [jobs, year, tasks, jobs])
    #expect(session.listedProblems == [jobs, year, tasks])
  }

  @Test("Pasted items count toward the minimum of items at once")
  func pasted() throws {
    var session = try session()
    session.applyToEnd(.checkRequested)
    #expect(problems(session).count == 2)
    session.applyToEnd(.moved(.first))
    session.applyToEnd(.pasted("Acme\nBull"))
    #expect(problems(session) == ["end is required"])
  }

  @Test("Law 15: if too few of many items have answers, a key does not visit all items")
  func cost() throws {
    let many = ProblemTests.jobs.replacing("\"initial\": 2", with: "\"initial\": 20000")
    var session = try session(many)
    session.applyToEnd(.checkRequested)
    #expect(problems(session).count == 2)
    let before = session.answers.rowsTouched
    _ = session.apply(.moved(.next))
    _ = session.apply(.itemAdded(section: 0))
    #expect(session.answers.rowsTouched - before < 4_000)
    try answer(&session, "jobs[0].company", "Acme")
    try answer(&session, "jobs[1].company", "Bull")
    #expect(problems(session) == ["end is required"])
  }
}
