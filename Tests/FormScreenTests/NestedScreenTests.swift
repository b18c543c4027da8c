// Items inside items on the screen: narrow screens shorten the paths of items. The prompt of an add
// line (the line after the items of a list, which creates the next item) names the innermost item.

import FormFixtures
import FormModel
import FormScreen
import LosslessJSON
import Testing

@Suite("Items inside items on the screen")
struct NestedScreenTests {
  private func session() throws -> FormSession {
    let template = try Template.reading(
      """
      {"longform": 1, "id": "career", "sections": [
        {"id": "work", "title": "Work", "repeat": {"label": "Job {n}"}, "rows": [{"id": "company"}],
         "sections": [
          {"id": "projects", "title": "Projects", "repeat": {"label": "Project {n}"},
           "rows": [{"id": "title", "label": "Title"}, {"id": "role"}]}]}]}
      """)
    let answers = #"{"work": [{"company": "Barclays", "projects": [{"title": "Ledger"}]}]}"#
    return try FormSession(template, answers: JSONDocument(parsing: Array(answers.utf8)))
  }

  @Test(
    "A shortened path first loses its titles, and then its outer items",
    arguments: [
      (80, " Work › Job 1: Barclays › Project 1: Ledger"),
      (40, " Job 1: Barclays › Project 1: Ledger"), (30, " … › Project 1: Ledger"),
    ])
  func paths(columns: Int, path: String) throws {
    var session = try session()
    let lines = session.frame(size: ScreenSize(rows: 16, columns: columns)).trimmedText
      .split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.contains { $0.hasPrefix(path) }, "\(lines.joined(separator: "\n"))")
  }

  @Test("The prompt of an add line names only the innermost item")
  func prompt() throws {
    var session = try session()
    let row = try #require(session.answers.row(atPath: "work[0].projects[0].role"))
    session.applyToEnd(.moved(.to(row)))
    session.applyToEnd(.entered)
    let text = session.frame(size: ScreenSize(rows: 16, columns: 40)).trimmedText
    #expect(text.contains("\nProject 2 Ti… ▸"), "\(text)")
  }

  @Test("If the last row of an item is the first in view, its header is above it")
  func headerOfLastRow() throws {
    let template = try Template.reading(
      """
      {"longform": 1, "id": "career", "viewport": 5, "sections": [
        {"id": "work", "title": "Work", "repeat": {"label": "Job {n}"},
         "rows": [{"id": "company"}, {"id": "place"}, {"id": "years"}]}]}
      """)
    let answers = #"{"work": [{"company": "A"}, {"company": "B"}, {"company": "C"}]}"#
    var session = try FormSession(template, answers: JSONDocument(parsing: Array(answers.utf8)))
    session.applyToEnd(.moved(.to(try #require(session.answers.row(atPath: "work[2].years")))))
    for position in [2, 1] {
      session.applyToEnd(.itemMoved(section: 0, item: 3, to: position - 1))
      let lines = session.frame(size: ScreenSize(rows: 16, columns: 60)).trimmedText
        .split(separator: "\n")
      let place = try #require(lines.firstIndex { $0.hasPrefix("▌") })
      let header = lines[..<place].last { $0.contains("Job") }
      #expect(header == " Work › Job \(position): C", "\(lines)")
    }
  }
}
