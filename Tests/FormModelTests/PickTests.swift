// Picked candidates. A pick is part of a row's state, and is made, undone, stored and dropped
// together with its text.

import Candidates
import FormFixtures
import FormText
import Testing

@testable import FormModel

@Suite("Picking candidates")
struct PickTests {
  private static let towns = """
    {"value": "p-us", "label": "Paris", "country": "United States"}
    {"value": "p-fr", "label": "Paris", "country": "France"}
    {"value": 7, "label": "Rome", "country": "Italy"}

    """

  private static let form = """
    {"longform": 1, "id": "f", "sections": [{"id": "s", "rows": [
      {"id": "town", "label": "Town", "type": "choice", "choices": {"file": "towns.jsonl"},
       "fills": {"country": "country"}},
      {"id": "country", "label": "Country"},
      {"id": "all", "label": "All", "type": "choices", "choices": ["Hammer", "Saw", "Hand saw"]},
      {"id": "any", "label": "Any", "type": "choice", "strict": false, "choices": ["Java Script", "Java"]},
      {"id": "fixed", "type": "choice", "readOnly": true, "choices": ["a"]}]}]}
    """

  private static func session() throws -> FormSession {
    var session = FormSession(try .reading(form), height: 8)
    session.provideCandidates(
      try CandidateIndex(reading: Array(towns.utf8), format: .jsonLines), for: "towns.jsonl")
    return session
  }

  private static func pick(_ place: Int, in session: inout FormSession) throws -> [Effect] {
    let offer = try #require(session.candidateOffers(in: place..<place + 1).first)
    return session.applyToEnd(.picked(offer))
  }

  private static func isPicked(_ name: String, _ session: FormSession) throws -> Bool {
    session.answers.isPicked(try #require(session.row(named: name)))
  }

  private static func text(_ name: String, _ session: FormSession) throws -> Text {
    session.answers.text(of: try #require(session.row(named: name)))
  }

  @Test(
    "A pick distinguishes candidates with the same label until the text changes")
  func sameLabel() throws {
    var session = try PickTests.session()
    session.type("par")
    #expect(session.candidateCounts()?.fitting == 2)
    _ = try PickTests.pick(1, in: &session)
    #expect(session.focusText == "Paris")
    #expect(try PickTests.isPicked("town", session))
    #expect(session.exported(.json).contains("\"town\": \"p-fr\""))
    #expect(try PickTests.text("country", session) == "France")
    session.type("Pari")
    #expect(try !PickTests.isPicked("town", session))
    session.type("Paris")
    #expect(try !PickTests.isPicked("town", session))
    #expect(session.exported(.json).contains("\"town\": \"p-us\""))
    // The text stays the same, but picking the candidate is a change and an undo step too.
    _ = try PickTests.pick(1, in: &session)
    #expect(session.exported(.json).contains("\"town\": \"p-fr\""))
    #expect(
      session.applyToEnd(.undone).sentences == ["Undone in 1 Town: “Paris” is back   Alt-_ redoes"])
    #expect(try !PickTests.isPicked("town", session) && session.focusText == "Paris")
    session.applyToEnd(.redone)
    #expect(try PickTests.isPicked("town", session))
    session.applyToEnd(.moved(.last))
    #expect(try PickTests.isPicked("town", session))
    #expect(session.exported(.json).contains("\"town\": \"p-fr\""))
  }

  @Test("The list of candidates shows what a pick puts into another row, as that row would show it")
  func fillShown() throws {
    var session = try PickTests.session()
    session.type("par")
    #expect(session.candidateOffers(in: 0..<3).map(\.fill) == ["United States", "France"])
    var coded = FormSession(
      try .reading(
        """
        {"longform": 1, "id": "f", "sections": [{"id": "s", "rows": [
          {"id": "town", "type": "choice", "choices": {"file": "towns.tsv"}, "fills": {"in": "country"}},
          {"id": "country", "type": "choice", "choices": {"file": "countries.tsv"}}]}]}
        """))
    #expect(coded.missingFileOfFills == "countries.tsv")
    coded.provideCandidates(
      try CandidateIndex(reading: Array("value\tlabel\nFR\tFrance\n".utf8), format: .columns),
      for: "countries.tsv")
    #expect(coded.missingFileOfFills == nil)
    coded.provideCandidates(
      try CandidateIndex(
        reading: Array("value\tin\nParis\tFR\nRome\tIT\nNowhere\n".utf8), format: .columns),
      for: "towns.tsv")
    coded.type("R")
    coded.type("")
    #expect(coded.candidateOffers(in: 0..<3).map(\.fill) == ["France", "IT", nil])
  }

  @Test(
    "A choice that another row's pick filled in counts as picked: typing or pasting replaces it",
    arguments: [#"["France", "Italy"]"#, #"{"file": "later.txt"}"#])
  func filledChoice(choices: String) throws {
    var session = FormSession(
      try .reading(
        #"""
        {"longform": 1, "id": "f", "sections": [{"id": "s", "rows": [
          {"id": "town", "type": "choice", "choices": {"file": "towns.jsonl"}, "fills": {"country": "land"}},
          {"id": "land", "type": "choice", "strict": false, "choices": \#(choices)}]}]}
        """#), height: 8)
    session.provideCandidates(
      try CandidateIndex(reading: Array(PickTests.towns.utf8), format: .jsonLines),
      for: "towns.jsonl")
    session.type("Rome")
    _ = try PickTests.pick(0, in: &session)
    session.applyToEnd(.moved(.last))
    #expect(session.focusText == "Italy")
    #expect(session.isFocusUntouched)
    session.applyToEnd(.pasted("Spain"))
    #expect(session.focusText == "Spain")
  }

  @Test("A pick and the texts that it fills in are one step, and typed text is never replaced")
  func fills() throws {
    var session = try PickTests.session()
    session.type("rom")
    let steps = session.log.history.count
    _ = try PickTests.pick(0, in: &session)
    #expect(session.log.history.count == steps + 1)
    #expect(session.exported(.json).contains("\"town\": 7"))
    #expect(try PickTests.text("country", session) == "Italy")
    #expect(
      session.applyToEnd(.undone).sentences == [
        "Undone in 1 Town: “rom” is back, 1 other row with it   Alt-_ redoes"
      ])
    #expect(session.focusText == "rom" && session.focusLabel == "Town")
    #expect(try PickTests.text("country", session).isEmpty)
    session.applyToEnd(.redone)
    #expect(session.focusText == "Rome" && session.focusLabel == "Town")
    #expect(try PickTests.text("country", session) == "Italy")
    session.applyToEnd(.answered(try #require(session.row(named: "country")), "Latium"))
    session.type("paris")
    _ = try PickTests.pick(0, in: &session)
    #expect(try PickTests.text("country", session) == "Latium")
  }

  @Test(
    "In a row with several choices, a pick adds or removes an entry and replaces the typed query")
  func several() throws {
    var session = try PickTests.session()
    session.applyToEnd(.moved(.to(try #require(session.row(named: "all")))))
    _ = try PickTests.pick(1, in: &session)
    #expect(session.focusText == "Saw\n")
    session.type("Saw\nham")
    #expect(session.candidateQuery == "ham")
    _ = try PickTests.pick(0, in: &session)
    #expect(session.focusText == "Saw\nHammer\n")
    #expect(session.candidateQuery.isEmpty)
    #expect(session.candidateOffers(in: 0..<3).map(\.isTaken) == [true, true, false])
    #expect(try PickTests.isPicked("all", session))
    let before = session
    _ = try PickTests.pick(1, in: &session)
    #expect(session.focusText == "Hammer\n")
    session.applyToEnd(.undone)
    #expect(session.focusText == before.focusText)
    #expect(try PickTests.isPicked("all", session))
    session.type("Saw\nHammerhead\n")
    #expect(session.candidateOffers(in: 0..<3).map(\.isTaken) == [false, true, false])
    #expect(try !PickTests.isPicked("all", session))
    // Picking an entry that was typed in full does not remove the entry.
    session.type("")
    session.type("Hammer\nSaw")
    _ = try PickTests.pick(0, in: &session)
    #expect(session.focusText == "Hammer\nSaw\n")
    // With the cursor in a picked entry all candidates are offered, and the next pick goes after
    // that entry.
    session.type("")
    _ = try PickTests.pick(0, in: &session)
    session.applyToEnd(.edited("Hammer\n", cursor: 2, kind: .other))
    _ = try PickTests.pick(1, in: &session)
    #expect(session.focusText == "Hammer\nSaw\n")
    _ = try PickTests.pick(0, in: &session)
    _ = try PickTests.pick(1, in: &session)
    #expect(session.focusText.isEmpty)
  }

  @Test("An exact match is offered first, and a read-only row refuses a pick")
  func exact() throws {
    var session = try PickTests.session()
    session.applyToEnd(.moved(.to(try #require(session.row(named: "any")))))
    session.type("java")
    #expect(session.candidateOffers(in: 0..<5).map(\.label) == ["Java", "Java Script"])
    #expect(session.candidateOffers(in: 1..<2).map(\.label) == ["Java Script"])
    session.type("jav")
    #expect(session.candidateOffers(in: 0..<5).map(\.label) == ["Java Script", "Java"])
    let offer = try #require(session.candidateOffers(in: 0..<1).first)
    session.applyToEnd(.moved(.next))
    #expect(session.candidateState == .none && session.candidateOffers(in: 0..<1).isEmpty)
    #expect(session.applyToEnd(.picked(offer)).sentences == ["fixed is read only"])
    #expect(session.focusText.isEmpty)
  }

  @Test("The journal contains picks, and a restored form can undo and redo them")
  func kept() throws {
    var session = try PickTests.session()
    session.type("par")
    _ = try PickTests.pick(1, in: &session)
    session.applyToEnd(.moved(.to(try #require(session.row(named: "all")))))
    _ = try PickTests.pick(2, in: &session)
    let entry = session.takeJournal()
    var rows: [String: RowContent] = [:]
    for (name, row) in entry.rows { rows[name] = row }
    for (name, row) in rows {
      rows[name]?.picks = Pick.decoded(Pick.encoded(row.picks))
    }
    var restored = try PickTests.session()
    let orphans = restored.restore(
      KeptForm(
        rows: rows, structure: [:], steps: entry.history.added, position: entry.history.position,
        focus: entry.focus))
    #expect(orphans.isEmpty)
    #expect(try PickTests.isPicked("town", restored) && PickTests.isPicked("all", restored))
    #expect(restored.exported(.json) == session.exported(.json))
    #expect(restored.exported(.json).contains("\"town\": \"p-fr\""))
    restored.applyToEnd(.undone)
    restored.applyToEnd(.undone)
    #expect(try !PickTests.isPicked("town", restored))
    #expect(try PickTests.text("town", restored) == "par")
    restored.applyToEnd(.redone)
    #expect(restored.exported(.json).contains("\"town\": \"p-fr\""))
  }

  @Test("Bytes that are not a list of picks are decoded as an empty list")
  func damaged() {
    for bytes in ["", "1", "[1]", "[[1,2]]", "[[\"a\"]]", "{\"a\":1}", "[[\"a\",\"b\",\"c\"]]"] {
      #expect(Pick.decoded(Array(bytes.utf8)).isEmpty)
    }
    let picks = [Pick(text: "a\"\\é\u{301}", value: "1"), Pick(text: "b", value: "")]
    #expect(Pick.decoded(Pick.encoded(picks)) == picks)
  }
}
