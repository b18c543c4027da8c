// Sections, found by names that people type.

import FormFixtures
import FormModel
import FormText
import Testing

@Suite("Sections by name")
struct SectionNameTests {
  private func template() throws -> Template {
    try .reading(
      """
      {"longform": 1, "id": "f", "sections": [
        {"id": "work", "title": "Jobs", "rows": [{"id": "a"}]},
        {"id": "worktop", "title": "Kitchen", "rows": [{"id": "b"}]},
        {"id": "education", "title": "Éducation", "repeat": {"key": "e", "initial": 0}, "rows": [{"id": "c"}]},
        {"id": "editing", "title": "Editing", "rows": [{"id": "d"}]}]}
      """)
  }

  @Test(
    "Any unambiguous beginning of an id or title is enough; a complete id or title takes precedence",
    arguments: [
      ("work", 0), ("worktop", 1), ("workt", 1), ("KIT", 1), ("edu", 2), ("educ", 2), ("édu", 2),
      ("Jobs", 0), ("edi", 3),
    ])
  func found(name: String, section: Int) throws {
    #expect(try template().section(named: name) == section)
  }

  @Test("An unknown name is refused; so is an ambiguous beginning, with a list of its sections")
  func refused() throws {
    let template = try template()
    #expect(throws: SectionNameError.ambiguous(["education", "editing"])) {
      try template.section(named: "ed")
    }
    #expect(throws: SectionNameError.unknown) { try template.section(named: "x") }
    #expect(throws: SectionNameError.unknown) { try template.section(named: "") }
    #expect(try template.section(named: "ed") { $0.repetition != nil } == 2)
  }

  @Test("Rows can be found by the title of their section")
  func find() throws {
    var session = FormSession(try template())
    session.applyToEnd(.findEdited(Find(text: "kitchen", scope: .all)))
    #expect(session.matches?.count == 1 && session.focusLabel == "b")
  }
}
