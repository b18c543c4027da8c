// The sentence about a row, and the sentences before and after it.

import FormFixtures
import FormModel
import FormScreen
import Testing

@Suite("Rows in sentences")
struct RowSentenceTests {
  private func session(_ rows: String, focusing name: String? = nil) throws -> FormSession {
    var session = FormSession(
      try .reading(
        """
        {"longform": 1, "id": "f", "sections": [{"id": "s", "title": "Part", "rows": [\(rows)]}]}
        """))
    _ = session.apply(.resized(height: 8, showsHeaders: true))
    if let name, let row = session.row(named: name) { _ = session.apply(.moved(.to(row))) }
    return session
  }

  private func reported(_ row: String, typing text: String? = nil) throws -> String {
    var session = try session(row + #", {"id": "other"}"#)
    if let text { session.type(text) }
    let first = try #require(session.row(at: 0))
    return RowSentence.text(of: first.id, in: session)
  }

  @Test("The sentence about a row has its label, text, state and position")
  func row() throws {
    let required = #"{"id": "a", "label": "Name", "required": true}"#
    #expect(try reported(required) == "Name, empty. Required. 1 of 2.")
    #expect(try reported(required, typing: "Ada") == "Name: Ada. Required. 1 of 2.")
    #expect(try reported(required, typing: "Dr. A.") == "Name: Dr. A. Required. 1 of 2.")
    #expect(try reported(#"{"id": "a", "label": "Well?"}"#, typing: "yes") == "Well? yes. 1 of 2.")
    #expect(try reported(#"{"id": "a", "label": "Well?"}"#) == "Well? Empty. 1 of 2.")
    #expect(
      try reported(#"{"id": "a", "readOnly": true, "default": "x"}"#) == "a: x. Read only. 1 of 2.")
  }

  @Test("The text of a row is reported in the words of its type; the text of a secret never is")
  func types() throws {
    #expect(try reported(#"{"id": "a", "type": "boolean"}"#, typing: "Y") == "a: yes. 1 of 2.")
    #expect(
      try reported(#"{"id": "a", "type": "secret"}"#, typing: "pä👍🏽")
        == "a: 3 characters, not shown. 1 of 2.")
    #expect(
      try reported(#"{"id": "a", "type": "list"}"#, typing: "x\ny") == "a: x, y. 1 of 2.")
    #expect(
      try reported(#"{"id": "a", "type": "paragraph"}"#, typing: "x\ny")
        == "a: x y (2 lines, :repeat says them). 1 of 2.")
    let long = String(repeating: "x", count: 301)
    #expect(
      try reported(#"{"id": "a"}"#, typing: long)
        == "a: \(long.dropLast())... (301 characters in all, :repeat says them). 1 of 2.")
    var session = try session(#"{"id": "a", "type": "paragraph"}"#)
    session.type("x\n\ny")
    let focus = try #require(session.focus)
    #expect(RowSentence.whole(of: focus, in: session) == ["a: 3 lines. 1 of 1.", "x", "", "y"])
  }

  @Test("Titles and notes are reported once, on arrival; help and choices come with their row")
  func arrival() throws {
    var session = try session(
      """
      {"id": "n", "type": "note", "help": "Read this"}, {"id": "a", "help": "Any"},
      {"id": "b", "type": "choice", "choices": ["Hat", "Rope"]},
      {"id": "m", "type": "note", "help": "The end"}
      """)
    var speech = FormSpeech()
    #expect(
      speech.arrival(in: &session) == ["Part.", "Read this.", "a, empty. 1 of 2.", "Any."])
    _ = session.apply(.moved(.next))
    #expect(
      speech.arrival(in: &session) == ["b, empty. 2 of 2.", "Choices: 1 Hat, 2 Rope.", "The end."])
    #expect(speech.again(in: &session) == ["b, empty. 2 of 2."])
    session.type("o")
    #expect(
      CandidateSentences.list(from: 0, in: &session) == ["None of the candidates fits for “o”."])
    session.type("r")
    #expect(
      CandidateSentences.list(from: 0, in: &session)
        == ["1: Rope", "1 fits for “r”. Type :pick and a number to take one."])
  }
}
