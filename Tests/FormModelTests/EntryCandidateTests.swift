// Candidates on entry lines, where a person types the first row of a new item.

import Candidates
import FormFixtures
import FormModel
import FormText
import Testing

@Suite("Candidates on entry lines")
struct EntryCandidateTests {
  private static let form = """
    {"longform": 1, "id": "f", "sections": [{"id": "stops",
     "repeat": {"key": "stops", "label": "Stop {n}", "initial": 0, "entry": true},
     "rows": [{"id": "country", "type": "choice", "choices": {"file": "countries.tsv"},
               "fills": {"capital": "capital"}},
              {"id": "capital"}, {"id": "note"}]}]}
    """

  private func session() throws -> FormSession {
    var session = FormSession(try .reading(EntryCandidateTests.form))
    let countries =
      "value\tlabel\tcapital\nGB\tUnited Kingdom\tLondon\nFR\tFrance\tParis\nUK\tFrance\tKyiv\n"
    session.provideCandidates(
      try CandidateIndex(reading: Array(countries.utf8), format: .columns), for: "countries.tsv")
    return session
  }

  private func values(_ session: FormSession) -> [String] {
    session.exported(.json).split(separator: "\"").map(String.init)
      .filter { ["GB", "FR", "UK", "London", "Paris", "Kyiv", "Atlantis"].contains($0) }
  }

  @Test("A candidate can be picked on an entry line, and fills in rows of the new item")
  func picked() throws {
    var session = try session()
    session.type("uni")
    let offer = try #require(session.candidateOffers(in: 0..<1).first)
    session.applyToEnd(.picked(offer))
    #expect(session.isFocusEntry && session.focusText == "United Kingdom")
    session.applyToEnd(.entered)
    #expect(session.isFocusEntry && session.focusText.isEmpty)
    #expect(values(session) == ["GB", "London"])
    session.applyToEnd(.undone)
    #expect(session.focusText == "United Kingdom" && values(session).isEmpty)
    session.applyToEnd(.redone)
    #expect(values(session) == ["GB", "London"])
  }

  @Test("If two candidates have the same label, the new item gets the value that was picked")
  func sameLabel() throws {
    var session = try session()
    session.type("fra")
    let offers = session.candidateOffers(in: 0..<2)
    session.applyToEnd(.picked(try #require(offers.last)))
    session.applyToEnd(.entered)
    #expect(values(session) == ["UK", "Kyiv"])
  }

  @Test("Typing a candidate's label is the same as picking it; other text does not fill in rows")
  func typed() throws {
    var session = try session()
    for text in ["france", "Atlantis"] {
      session.type(text)
      session.applyToEnd(.entered)
    }
    #expect(values(session) == ["FR", "Paris", "Atlantis"])
  }
}
