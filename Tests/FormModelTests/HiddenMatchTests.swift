// A search that matches no row in view names the choice that shows a matching hidden row.

import FormFixtures
import FormModel
import FormText
import TerminalTesting
import Testing

@Suite("Searches for hidden rows")
struct HiddenMatchTests {
  private static let form = """
    {"longform": 1, "id": "jobs", "sections": [
      {"id": "top", "rows": [
        {"id": "shape", "label": "Shape", "type": "choice", "choices": ["Box", "Tube"], "export": false},
        {"id": "radius", "label": "Radius", "when": {"row": "shape", "is": "Tube"}},
        {"id": "lid", "label": "Lid", "type": "choice", "choices": ["None", "Screw"], "export": false,
         "when": {"row": "shape", "is": "Tube"}},
        {"id": "thread", "label": "Thread", "when": {"row": "lid", "is": "Screw"}},
        {"id": "color", "label": "Color"},
        {"id": "shade", "label": "Shade", "when": {"row": "color", "is": "blue"}}]},
      {"id": "jobs", "title": "Jobs", "repeat": {"key": "jobs", "initial": 2, "label": "Job {n}"},
       "rows": [
        {"id": "kind", "label": "Kind", "type": "choice", "choices": ["Call", "Normal"], "export": false},
        {"id": "target", "label": "Target", "when": {"row": "kind", "is": "Call"}}],
       "sections": [{"id": "steps", "title": "Steps", "when": {"row": "kind", "is": "Normal"},
        "repeat": {"key": "steps", "initial": 0, "label": "Step {n}"},
        "rows": [{"id": "run", "label": "Run"}]}]}]}
    """

  struct Search: CustomTestStringConvertible {
    /// The words to search for.
    let text: String
    /// The number of rows between the first row and the row where the search begins.
    let start: Int
    /// The row where the search ends.
    let row: String
    let message: String

    var testDescription: String { text }
  }

  private static let searches = [
    Search(text: "radius", start: 1, row: "Shape", message: "Radius appears if Shape is “Tube”"),
    Search(
      text: "thread", start: 0, row: "Shape",
      message: "Thread appears if Shape is “Tube” and Lid is “Screw”"),
    // No choice shows a row that depends on a free text.
    Search(text: "shade", start: 1, row: "Color", message: "No row matches"),
    Search(text: "nothing", start: 1, row: "Color", message: "No row matches"),
    Search(
      text: "target", start: 0, row: "Job 1 Kind",
      message: "Job 1 Target appears if Job 1 Kind is “Call”"),
    Search(
      text: "target", start: 3, row: "Job 2 Kind",
      message: "Job 2 Target appears if Job 2 Kind is “Call”"),
    Search(
      text: "steps", start: 3, row: "Job 2 Kind",
      message: "Job 2 Steps appears if Job 2 Kind is “Normal”"),
  ]

  @Test(
    "The search ends at the choice that shows the hidden row, near the row where it began",
    arguments: searches)
  func choice(_ search: Search) throws {
    var session = FormSession(try TemplateReader.template(from: Array(HiddenMatchTests.form.utf8)))
    for _ in 0..<search.start { session.applyToEnd(.moved(.next)) }
    let origin = session.focusLabel
    session.applyToEnd(.findEdited(Find(text: Text(search.text), scope: .all)))
    #expect(session.findProgress?.count == 0)
    let isHidden = search.message != "No row matches"
    #expect(session.hiddenMatch?.fact == (isHidden ? search.message : nil))
    #expect(session.applyToEnd(.findEnded).sentences == [search.message])
    #expect(session.focusLabel == search.row)
    session.applyToEnd(.moved(.back))
    #expect(session.focusLabel == origin)
  }

  @Test("After the choice, the search finds the row, and names no choice")
  func chosen() throws {
    var session = FormSession(try TemplateReader.template(from: Array(HiddenMatchTests.form.utf8)))
    session.applyToEnd(.findEdited(Find(text: Text("radius"), scope: .all)))
    session.applyToEnd(.findEnded)
    session.applyToEnd(.answered(try #require(session.focus), "Tube"))
    session.applyToEnd(.findEdited(Find(text: Text("radius"), scope: .all)))
    #expect(session.findProgress?.count == 1 && session.hiddenMatch == nil)
    session.applyToEnd(.findEnded)
    #expect(session.focusLabel == "Radius")
  }

  @Test("A search of answers names no hidden row")
  func answers() throws {
    var session = FormSession(try TemplateReader.template(from: Array(HiddenMatchTests.form.utf8)))
    session.applyToEnd(.findEdited(Find(text: Text("radius"), scope: .value)))
    #expect(session.findProgress?.count == 0 && session.hiddenMatch == nil)
    #expect(session.applyToEnd(.findEnded).sentences == ["No row matches"])
  }
}
