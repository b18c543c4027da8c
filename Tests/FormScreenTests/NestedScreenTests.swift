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
}
