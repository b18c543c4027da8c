// Blank lines at the end of texts with several lines.

import FormFixtures
import FormModel
import FormText
import Testing

@Suite("Blank lines at the end")
struct BlankLineTests {
  private func session(_ type: String = "paragraph") throws -> FormSession {
    FormSession(
      try .reading(
        """
        {"longform": 1, "id": "f", "sections": [{"rows": [
          {"id": "a", "type": "\(type)", "maxLength": 5}, {"id": "b"}]}]}
        """.replacing(type == "list" ? ", \"maxLength\": 5" : "\u{0}", with: "")))
  }

  @Test("Blank lines at the end are not part of the answer, but stay while the text is edited")
  func answer() throws {
    var session = try session()
    session.type(" 1\n\n2 \n\n  \n")
    session.applyToEnd(.moved(.next))
    session.applyToEnd(.moved(.previous))
    #expect(session.focusText == " 1\n\n2 \n\n  \n")
    #expect(session.exported(.json).contains("\"a\": \" 1\\n\\n2 \""))
    session.type("12345\n\n\n")
    session.applyToEnd(.moved(.next))
    #expect(session.problems.isEmpty, "blank lines at the end are not counted")
    session.applyToEnd(.moved(.previous))
    session.type("\n\n")
    #expect(session.progress.done == 0)
  }

  @Test("Enter in an empty paragraph or on a second blank line leaves the row, without blank lines")
  func paragraph() throws {
    var session = try session()
    #expect(session.focusEnterGoesOn)
    for (text, cursor, goesOn) in [
      ("a", 1, false), ("a\n", 2, false), ("a\n\n", 3, true), ("a\n\n", 2, false), ("\n", 1, true),
    ] {
      session.applyToEnd(.edited(Text(text), cursor: cursor, kind: .typed))
      #expect(session.focusEnterGoesOn == goesOn, "\(text.debugDescription) at \(cursor)")
    }
    session.type("a\n\n")
    session.applyToEnd(.textEnded)
    #expect(session.focusLabel == "b")
    session.applyToEnd(.moved(.previous))
    #expect(session.focusText == "a")
    session.applyToEnd(.undone)
    #expect(session.focusText == "a\n\n")
  }

  @Test("Enter on an empty last entry of a list leaves the row")
  func list() throws {
    var session = try session("list")
    #expect(session.focusEnterGoesOn)
    session.type("a")
    #expect(!session.focusEnterGoesOn)
    session.type("a\n")
    #expect(session.focusEnterGoesOn)
    session.applyToEnd(.textEnded)
    #expect(session.focusLabel == "b")
    session.applyToEnd(.moved(.previous))
    #expect(session.focusText == "a")
  }

  @Test("Tab leaves the row and keeps blank lines")
  func tab() throws {
    var session = try session()
    session.type("a\n\n")
    session.applyToEnd(.entered)
    session.applyToEnd(.moved(.previous))
    #expect(session.focusText == "a\n\n")
  }
}
