// Rows whose choices are in a file. Picking a choice can fill in other rows.

import Candidates
import FormFixtures
import FormModel
import FormText
import LosslessJSON
import Testing

@Suite("Candidates of rows")
struct CandidateFormTests {
  private static let countries =
    "value\tlabel\tcapital\tcode\nGB\tUnited Kingdom\tLondon\t+44\nFR\tFrance\tParis\t+33\n"
    + "AQ\tAntarctica\nSX\tSint Maarten\tPhilipsburg\t\n"

  private static func countryIndex() throws -> CandidateIndex {
    try CandidateIndex(reading: Array(countries.utf8), format: .columns)
  }

  private static let form = """
    {"longform": 1, "id": "f", "sections": [{"id": "s", "rows": [
      {"id": "country", "type": "choice", "choices": {"file": "countries.tsv"},
       "fills": {"capital": "capital", "code": "code"}},
      {"id": "capital"}, {"id": "code", "default": "+1"},
      {"id": "any", "type": "choice", "strict": false, "choices": {"file": "countries.tsv"}},
      {"id": "all", "type": "choices", "choices": {"file": "countries.tsv"}},
      {"id": "inFrance", "when": {"row": "country", "is": "FR"}}]}]}
    """

  private static func session(answers: String? = nil) throws -> FormSession {
    guard let answers else { return FormSession(try .reading(form), height: 8) }
    return try FormSession(
      .reading(form), height: 8, answers: JSONDocument(parsing: Array(answers.utf8)))
  }

  private func row(_ name: String, _ session: FormSession) throws -> FormRow.ID {
    try #require(session.row(named: name))
  }

  @Test("A strict row is checked, and exports values, only after its file of choices has been read")
  func judged() throws {
    var session = try CandidateFormTests.session()
    #expect(session.answers.missingCandidateFiles == ["countries.tsv"])
    #expect(session.template.candidateFiles == ["countries.tsv"])
    session.type("Atlantis")
    session.applyToEnd(.moved(.next))
    #expect(session.problems.isEmpty)
    session.applyToEnd(.answered(try row("any", session), "antarctica"))
    session.applyToEnd(.answered(try row("all", session), "fr\nUnited kingdom"))
    // A save first requests the candidates.
    let effects = session.apply(.saveRequested(anyway: false))
    #expect(effects.contains(.candidatesNeeded))
    #expect(effects.contains(.workRemains))
    session.provideCandidates(try CandidateFormTests.countryIndex(), for: "countries.tsv")
    #expect(session.answers.missingCandidateFiles.isEmpty)
    #expect(session.problems.count == 1, "the problem of the previous row is reported")
    let rest = session.applyToEnd(.workContinued)
    #expect(!rest.contains { if case .save = $0 { true } else { false } })
    #expect(rest.sentences.contains { $0.contains("“Atlantis” is not one of the choices") })
    session.applyToEnd(.answered(try row("country", session), "ÜNITED  kingdom"))
    #expect(session.problems.isEmpty)
    let json = session.exported(.json)
    #expect(json.contains("\"country\": \"GB\"") && json.contains("\"any\": \"AQ\""))
    #expect(json.contains("\"FR\"") && json.contains("\"GB\""))
    #expect(session.exported(.text).contains("France"))
  }

  @Test(
    "The correction of a wrong answer is the best match or, in a short list, the nearest candidate"
  )
  func corrections() throws {
    var session = try CandidateFormTests.session()
    session.provideCandidates(try CandidateFormTests.countryIndex(), for: "countries.tsv")
    let country = try row("country", session)
    for (text, correction) in [
      ("unit", "United Kingdom"), ("king", "United Kingdom"), ("Frnace", "France"), ("xyzzy", nil),
      ("s", "Sint Maarten"),
    ] {
      session.applyToEnd(.answered(country, Text(text)))
      guard case .refused(let refusal)? = session.problems[country] else {
        Issue.record("\(text) is accepted")
        continue
      }
      #expect(refusal.correction == correction)
    }
  }

  @Test("An answer that cannot be checked is a problem, but :save! writes it")
  func unavailable() throws {
    var session = try CandidateFormTests.session()
    session.candidatesAreUnavailable("countries.tsv: No such file", for: "countries.tsv")
    #expect(session.problems.isEmpty && session.answers.missingCandidateFiles.isEmpty)
    session.applyToEnd(.answered(try row("country", session), "France"))
    #expect(
      session.problems.values.first?.sentence(label: "x")
        == "“France” cannot be checked: countries.tsv: No such file")
    let effects = session.applyToEnd(.saveRequested(anyway: true))
    #expect(effects.contains(.save(problems: 1)))
    #expect(session.exported(.json).contains("\"country\": \"France\""))
  }

  @Test(
    "A loaded text is kept unchanged, whether or not its candidates are known")
  func loaded() throws {
    let answers =
      "{\"country\": \"GB\", \"all\": [\"FR\", \"AQ\"], \"any\": \"France\", \"code\": \"+1\"}"
    var session = try CandidateFormTests.session(answers: answers)
    let texts = (0..<session.answers.rowCount).map { session.row(at: FormRow.Index($0))?.text }
    session.provideCandidates(try CandidateFormTests.countryIndex(), for: "countries.tsv")
    #expect(
      (0..<session.answers.rowCount).map { session.row(at: FormRow.Index($0))?.text } == texts)
    #expect(session.answers.text(of: try row("country", session)) == "GB")
    #expect(session.exported(.json) == answers)
    session.applyToEnd(.checkRequested)
    #expect(session.problems.isEmpty)
  }

  @Test("A condition reads the value for a typed label as soon as the candidates are known")
  func conditions() throws {
    var session = try CandidateFormTests.session()
    let rows = session.answers.rowCount
    session.applyToEnd(.answered(try row("country", session), "france"))
    session.provideCandidates(try CandidateFormTests.countryIndex(), for: "countries.tsv")
    #expect(session.answers.rowCount == rows + 1)
  }

  // MARK: - Picks

  @Test("A pick fills in empty rows, and replaces defaults and the texts of the previous pick")
  func fills() throws {
    var session = try CandidateFormTests.session()
    session.provideCandidates(try CandidateFormTests.countryIndex(), for: "countries.tsv")
    let (country, capital, code) = (
      try row("country", session), try row("capital", session), try row("code", session)
    )
    func pick(_ text: String, after earlier: String) -> [String] {
      let fills = session.answers.fills(ofPick: Text(text), in: country, replacing: Text(earlier))
      for fill in fills { session.applyToEnd(.answered(fill.row, fill.text)) }
      return fills.map { "\(session.answers.name(of: $0.row))=\($0.text.string)" }
    }
    #expect(pick("United Kingdom", after: "unit") == ["capital=London", "code=+44"])
    #expect(pick("France", after: "United Kingdom") == ["capital=Paris", "code=+33"])
    #expect(pick("France", after: "France") == [])
    // A candidate without the field removes the text that the previous candidate filled in, but not
    // a default.
    #expect(pick("Antarctica", after: "France") == ["capital=", "code="])
    #expect(session.answers.text(of: capital).isEmpty)
    session.applyToEnd(.answered(capital, "Lutetia"))
    session.applyToEnd(.answered(code, " "))
    #expect(pick("FR", after: "Antarctica") == ["code=+33"])
    #expect(session.answers.text(of: capital) == "Lutetia")
    session.applyToEnd(.answered(code, "+1"))
    #expect(pick("no such", after: "FR") == [])
    #expect(session.answers.fills(ofPick: "France", in: capital, replacing: .empty).isEmpty)
  }

  @Test("Choices listed in the template also fill in rows, but only rows of the same item")
  func inlineFills() throws {
    let form = """
      {"longform": 1, "id": "f", "sections": [{"id": "work", "repeat": {"initial": 2}, "rows": [
        {"id": "kind", "type": "choice", "fills": {"note": "note", "value": "n"}, "choices": [
          {"value": 1, "label": "One", "note": "a\\nb"}, {"value": 2, "label": "Two"}]},
        {"id": "note"}, {"id": "n", "type": "integer"}]}]}
      """
    let session = FormSession(try .reading(form), height: 8)
    let second = try #require(session.row(at: 3)).id
    let fills = session.answers.fills(ofPick: "one", in: second, replacing: .empty)
    #expect(fills.map(\.text) == ["a b", "1"])
    #expect(fills.allSatisfy { $0.row.item == second.item })
    #expect(session.answers.candidates(of: second)?.count == 2)
    var matches = try #require(session.answers.candidates(of: second)?.matches("t"))
    #expect(matches.candidates(in: 0..<2) == [1])
    #expect(session.answers.isStrict(second) && session.answers.candidateFile(of: second) == nil)
  }

  @Test(
    "An error in \"choices.file\" or \"fills\" has a position",
    arguments: [
      ("\"choices\": {}", "\"choices.file\" is missing; it names a file with one candidate a line"),
      ("\"choices\": {\"file\": 1}", "\"choices.file\" must be a string, not a number"),
      ("\"choices\": {\"file\": \"\"}", "\"choices.file\" cannot be “”; it names a file"),
      (
        "\"choices\": {\"file\": \"a\", \"fiel\": 1}",
        "“fiel” is not a key of \"choices\"; did you mean file?"
      ),
      (
        "\"choices\": [\"a\"], \"fills\": 1",
        "\"fills\" must be an object like {\"field\": \"id of a row\"}, not a number"
      ),
      (
        "\"choices\": {\"file\": \"a\"}, \"fills\": {\"x\": 1}",
        "\"fills.x\" must be the id of a row, not a number"
      ),
      (
        "\"choices\": {\"file\": \"a\"}, \"fills\": {\"x\": \"c\"}",
        "a row cannot fill itself; name another"
      ),
      (
        "\"choices\": {\"file\": \"a\"}, \"fills\": {\"x\": \"plian\"}",
        "no row of this section has the id “plian”; did you mean plain?"
      ),
      (
        "\"choices\": {\"file\": \"a\"}, \"fills\": {\"x\": \"note\"}",
        "“note” is a note and takes no answer"
      ),
      (
        "\"choices\": {\"file\": \"a\"}, \"fills\": {\"x\": \"secret\"}",
        "“secret” is a secret and only a person types it"
      ),
      (
        "\"choices\": {\"file\": \"a\"}, \"fills\": {\"x\": \"many{n}\"}",
        "“many{n}” is one of 3 rows of a count"
      ),
      (
        "\"choices\": {\"file\": \"a\"}, \"fills\": {\"x\": \"away\"}",
        "no row of this section has the id “away”"
      ),
      (
        "\"choices\": [{\"value\": \"a\"}], \"fills\": {\"x\": \"plain\"}",
        "no choice has the field “x”; add it to a choice"
      ),
      (
        "\"choices\": [{\"value\": \"a\", \"x\": []}], \"fills\": {\"x\": \"plain\"}",
        "\"choices[0].x\" must be a string, a number, true or false, not an array"
      ),
      (
        "\"choices\": [{\"value\": \"a\", \"y\": \"b\"}]",
        "“y” is not a key of a choice; its keys are value and label"
      ),
    ])
  func errors(keys: String, sentence: String) {
    let form = """
      {"longform": 1, "id": "f", "sections": [{"id": "s", "rows": [
        {"id": "c", "type": "choice", \(keys)},
        {"id": "plain"}, {"id": "note", "type": "note", "help": "x"},
        {"id": "secret", "type": "secret"}, {"id": "many{n}", "count": 3}]},
        {"id": "t", "rows": [{"id": "away"}]}]}
      """
    let error = #expect(throws: TemplateErrors.self) { try Template.reading(form) }
    let lines = error?.errors.map(\.description) ?? []
    #expect(lines.contains { $0.contains(sentence) }, "\(lines)")
    #expect(error?.errors.allSatisfy { $0.position.line == 2 && !$0.allowed.isEmpty } == true)
  }

  @Test("A field that the candidates file does not have is reported after the file is read")
  func missingFields() throws {
    let form = CandidateFormTests.form.replacing("\"code\": \"code\"", with: "\"kode\": \"code\"")
    let errors = try Template.reading(form)
      .errors(using: CandidateFormTests.countryIndex(), of: "countries.tsv")
    #expect(
      errors.map(\.description) == [
        "3:44: row country: countries.tsv has no field “kode”; did you mean code?"
      ])
    #expect(errors.map { "\($0.path)" } == ["sections[0].rows[0].fills.kode"])
    #expect(errors.map(\.allowed) == ["value, label, capital, code"])
  }
}
