// Words about rows in messages.

import FormFixtures
import FormModel
import FormText
import Testing

@testable import FormScreen

@Suite("Words about rows")
struct RowWordsTests {
  private static let form = """
    { "longform": 1, "id": "f", "sections": [
      { "id": "a", "title": "About", "rows": [ { "id": "name", "label": "Name" } ] },
      { "id": "tasks", "title": "Tasks", "repeat": { "label": "Task {n}", "tick": "done",
          "entry": true },
        "rows": [ { "id": "done", "type": "boolean" }, { "id": "what", "label": "Task {n}" } ] },
      { "id": "b", "title": "Volunteering", "rows": [ { "id": "b" } ] },
      { "id": "c", "title": "Certificates", "rows": [ { "id": "c" } ] },
      { "id": "d", "title": "Publications", "rows": [ { "id": "d" } ] },
      { "id": "e", "title": "Awards", "rows": [ { "id": "e" } ] } ] }
    """

  @Test("Before a save, as many empty sections are named as fit, and sections with answers are not")
  func empty() throws {
    var session = FormSession(try .reading(Self.form))
    #expect(
      session.emptySentence(columns: 79)
        == "Empty: About, Tasks, Volunteering, Certificates and 2 more")
    #expect(session.emptySentence(columns: 38) == "Empty: About, Tasks and 4 more")
    #expect(session.emptySentence(columns: 10) == "Empty: About and 5 more")
    #expect(
      session.emptySentence(columns: 60, isChecked: true)
        == "Empty, none required: About, Tasks, Volunteering and 3 more")
    #expect(session.emptySentence(columns: 10, isChecked: true) == "Empty: About and 5 more")
    session.type("Ada")
    session.applyToEnd(.entered)
    session.type("Buy milk")
    session.applyToEnd(.entered)
    // A task that is not ticked is still an answer.
    #expect(
      session.emptySentence(columns: 79)
        == "Empty: Volunteering, Certificates, Publications, Awards")
  }

  @Test("Before a save, pasted lines that are in no row are named before empty sections")
  func pastedLines() throws {
    var session = FormSession(try .reading(Forms.classmates))
    session.applyToEnd(.moved(.last))
    session.applyToEnd(.pasted("a\nb\nc"))
    #expect(session.sentenceBeforeSave(columns: 79) == "2 pasted lines in no row, not saved")
    session.applyToEnd(.moved(.first))
    session.applyToEnd(.pastedRest)
    #expect(session.sentenceBeforeSave(columns: 79)?.hasPrefix("Empty, none required: ") == true)
  }

  @Test("Of a section that shows calculated values the empty rows are named, not the section")
  func emptyBesideValues() throws {
    let session = FormSession(
      try .reading(
        """
        {"longform": 1, "id": "f", "sections": [
          {"id": "a", "title": "Numbers", "rows": [{"id": "x", "type": "integer", "default": 2}]},
          {"id": "b", "title": "Sums", "rows": [
            {"id": "y", "type": "integer", "value": "${x} + 2"}, {"id": "advance", "label": "Advance"}]},
          {"id": "c", "title": "Notes", "rows": [{"id": "z"}]}]}
        """))
    #expect(session.emptySentence(columns: 60) == "Empty: Advance, Notes")
  }
}
