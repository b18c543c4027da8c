// Choices that depend on other rows, by the filter `choices.where`.

import Candidates
import FormFixtures
import FormText
import LosslessJSON
import TerminalTesting
import Testing

@testable import FormModel

@Suite("Choices that depend on other rows")
struct ChoiceFilterTests {
  private static let cities =
    "value\tcountry\tpeople\nLyon\tFR\t500\nSan Jose\tCR\t300\nParis\tFR\t2000\nSan Jose\tUS\t900\n"
    + "Boston\tUS\t600\nBordeaux\tFR\t200\n"

  private static let form = """
    {"longform": 1, "id": "trip", "output": {"empty": "omit"}, "sections": [
      {"id": "trip", "rows": [
        {"id": "country", "type": "choice", "choices": ["FR", "US", "CR"]},
        {"id": "people", "type": "integer"},
        {"id": "city", "type": "choice", "choices": {"file": "cities.tsv",
          "where": "country = ${country} and (${people} = '' or number(people) >= ${people})"}},
        {"id": "suburb", "type": "choice", "strict": false, "choices": {
          "values": [{"value": "b", "label": "Bron", "of": "Lyon"},
                     {"value": "p", "label": "Pantin", "of": "Paris"},
                     {"value": "v", "label": "Villeurbanne", "of": "Lyon"}],
          "where": "of = ${city}"}}]},
      {"id": "stops", "repeat": {"key": "stops", "initial": 2}, "rows": [
        {"id": "land", "type": "choice", "choices": ["FR", "US"]},
        {"id": "at", "type": "choices", "choices": {"file": "cities.tsv", "where": "country = ${land}"}}]}]}
    """

  private static func session(answers: String? = nil) throws -> FormSession {
    var session =
      if let answers {
        try FormSession(.reading(form), answers: JSONDocument(parsing: Array(answers.utf8)))
      } else { FormSession(try .reading(form)) }
    session.provideCandidates(
      try CandidateIndex(reading: Array(cities.utf8), format: .columns), for: "cities.tsv")
    return session
  }

  private func answer(_ path: String, _ text: Text, in session: inout FormSession) throws {
    let row = try #require(session.answers.row(atPath: path) ?? session.row(named: path))
    session.applyToEnd(.answered(row, text))
  }

  private func problem(_ path: String, in session: FormSession) throws -> String? {
    let row = try #require(session.answers.row(atPath: path) ?? session.row(named: path))
    guard case .refused(let refusal)? = session.answers.problem(of: row) else { return nil }
    return refusal.sentence
  }

  /// Returns the labels that are offered for a typed text, after all slices of filtering.
  private func offered(
    _ path: String, _ text: String, in session: inout FormSession
  ) throws -> [String] {
    let row = try #require(session.answers.row(atPath: path) ?? session.row(named: path))
    session.applyToEnd(.moved(.to(row)))
    if !text.isEmpty { session.type(text) }
    while session.filterChoices() {}
    #expect(session.candidateState == .found)
    let labels = session.candidateOffers(in: 0..<20).map(\.label.string)
    #expect(session.candidateCounts()?.fitting == labels.count)
    if !text.isEmpty { session.applyToEnd(.undone) }
    return labels
  }

  @Test("Only the choices that pass the filter are offered, in the order of the file")
  func offers() throws {
    var session = try Self.session()
    #expect(try offered("city", "", in: &session) == [])
    #expect(session.reasonForNoChoices == "country needs an answer first")
    try answer("country", "FR", in: &session)
    #expect(try offered("city", "", in: &session) == ["Lyon", "Paris", "Bordeaux"])
    #expect(try offered("city", "bo", in: &session) == ["Bordeaux"])
    try answer("people", "400", in: &session)
    #expect(try offered("city", "", in: &session) == ["Lyon", "Paris"])
    try answer("people", "", in: &session)
    try answer("country", "US", in: &session)
    #expect(try offered("city", "", in: &session) == ["San Jose", "Boston"])
    try answer("people", "5000", in: &session)
    #expect(try offered("city", "", in: &session) == [])
    #expect(session.reasonForNoChoices == "There are no choices for these answers")
    // The choices of `suburb` are in the template. Their filter reads a row that has a filter too.
    try answer("people", "", in: &session)
    try answer("country", "FR", in: &session)
    try answer("city", "lyon", in: &session)
    #expect(try offered("suburb", "", in: &session) == ["Bron", "Villeurbanne"])
  }

  @Test("An answer that the filter excludes is a problem until the filter allows it")
  func problems() throws {
    var session = try Self.session()
    try answer("city", "Paris", in: &session)
    #expect(
      try problem("city", in: session)
        == "country needs an answer before “Paris” can be one of the choices")
    try answer("country", "US", in: &session)
    #expect(
      try problem("city", in: session)
        == "“Paris” is not one of the choices for this country; type the beginning of one")
    #expect(session.problems.keys.contains(try #require(session.row(named: "city"))))
    try answer("country", "FR", in: &session)
    #expect(try problem("city", in: session) == nil && session.problems.isEmpty)
    // A row that is not strict accepts any text. The filter only limits the choices that it offers.
    try answer("suburb", "Pantin", in: &session)
    try answer("city", "Lyon", in: &session)
    #expect(try problem("suburb", in: session) == nil)
    // A suggested correction is one of the offered choices.
    try answer("city", "Bosto", in: &session)
    let city = try #require(session.row(named: "city"))
    #expect(session.answers.problem(of: city)?.correction == nil)
    try answer("country", "US", in: &session)
    #expect(session.answers.problem(of: city)?.correction == "Boston")
  }

  @Test("If several choices have the typed label, the one that passes the filter is exported")
  func alike() throws {
    var session = try Self.session()
    try answer("country", "US", in: &session)
    try answer("city", "san jose", in: &session)
    #expect(try problem("city", in: session) == nil)
    try answer("stops[0].land", "US", in: &session)
    try answer("stops[0].at", "boston\nsan jose\nLyon", in: &session)
    #expect(
      try problem("stops[0].at", in: session)
        == "“Lyon” is not one of the choices for this land; type the beginning of one")
    #expect(session.exported(.json).contains("\"San Jose\""))
  }

  @Test("A filter in an item reads the rows of that item, and loaded values are checked too")
  func items() throws {
    var session = try Self.session(
      answers: """
        {"country": "FR", "city": "Boston",
         "stops": [{"land": "FR", "at": ["Paris"]}, {"land": "US", "at": ["Paris"]}]}
        """)
    #expect(
      try problem("city", in: session)
        == "“Boston” is not one of the choices for this country; type the beginning of one")
    #expect(try problem("stops[0].at", in: session) == nil)
    #expect(try problem("stops[1].at", in: session) != nil)
    // Here the loaded text is the query, so only choices that match the text are offered.
    #expect(try offered("stops[0].at", "", in: &session) == ["Paris"])
    #expect(try offered("stops[1].at", "", in: &session) == [])
    try answer("stops[1].at", "", in: &session)
    #expect(try offered("stops[1].at", "", in: &session) == ["San Jose", "Boston"])
  }

  @Test("Filtering works in slices; until it ends no choice is offered, and typing continues")
  func slices() throws {
    let template = try Template.reading(
      """
      {"longform": 1, "id": "f", "sections": [{"rows": [
        {"id": "a"}, {"id": "b", "type": "choice", "choices": {"file": "x.tsv", "where": "of = ${a}"}}]}]}
      """)
    let lines = (0..<20_000).map { "n\($0)\t\($0 % 10)\n" }.joined()
    var session = FormSession(template)
    session.provideCandidates(
      try CandidateIndex(reading: Array("value\tof\n\(lines)".utf8), format: .columns), for: "x.tsv"
    )
    session.type("7")
    session.applyToEnd(.moved(.next))
    #expect(session.candidateState == .filtering)
    let before = session.candidateCounts()
    #expect(before == nil)
    let remains = session.filterChoices()
    #expect(remains, "one slice does not finish the filter")
    session.type("n1")
    #expect(session.candidateState == .filtering)
    while session.filterChoices() {}
    #expect(session.candidateOffers(in: 0..<3).map(\.label.string) == ["n17", "n107", "n117"])
    #expect(session.candidateCounts()?.all == 2_000)
    // Another answer starts the filter again; the same answer does not.
    session.applyToEnd(.moved(.previous))
    session.applyToEnd(.moved(.next))
    #expect(session.candidateState == .found)
    session.applyToEnd(.answered(try #require(session.row(named: "a")), "3"))
    #expect(session.candidateState == .filtering)
  }

  @Test(
    "A wrong filter is an error with a position",
    arguments: [
      (
        "{\"values\": [\"a\"], \"where\": \"size = ${a}\"}",
        "\"choices.where\", character 1: no choice has the field “size”; add it to a choice or take it out"
      ),
      (
        "{\"file\": \"x.tsv\", \"where\": \"value\"}",
        "\"choices.where\" gives a text, and must be true or false; compare it"
      ),
      (
        "{\"file\": \"x.tsv\", \"where\": \"of = . \"}",
        "\"choices.where\", character 6: . is the row of the expression, and there is none here; name a row"
      ),
      (
        "{\"file\": \"x.tsv\", \"where\": \"of = ${b}\"}",
        "\"choices.where\" depends on itself: b from b; take one of them out"
      ),
      (
        "{\"file\": \"x.tsv\", \"where\": \"number(of) = sum(${n})\"}",
        "\"choices.where\", character 14: sum goes through items, which takes too long for each candidate; "
          + "let a calculated row do it"
      ),
      (
        "{\"file\": \"x.tsv\", \"values\": [\"a\"]}",
        "“choices” has both “file” and “values”; remove one of them"
      ),
      (
        "{\"where\": \"true()\"}",
        "“choices.file” is missing; it names a file with one candidate a line"
      ),
    ])
  func errors(choices: String, sentence: String) {
    let form = """
      {"longform": 1, "id": "f", "sections": [{"id": "s", "rows": [
        {"id": "a"}, {"id": "b", "type": "choice", "choices": \(choices)}]},
        {"id": "t", "repeat": {"key": "t"}, "rows": [{"id": "n", "type": "integer"}]}]}
      """
    let error = #expect(throws: TemplateErrors.self) { try Template.reading(form) }
    let lines = error?.errors.map(\.sentence) ?? []
    let plain = { (text: String) in text.replacing("“", with: "\"").replacing("”", with: "\"") }
    #expect(lines.contains { plain($0).contains(plain(sentence)) }, "\(lines)")
    #expect(error?.errors.count == 1, "\(lines)")
  }

  @Test("Filters that depend on their own row are an error")
  func circle() {
    let form = """
      {"longform": 1, "id": "f", "sections": [{"id": "s", "rows": [
        {"id": "a", "type": "choice", "choices": {"file": "x.tsv", "where": "of = ${c}"}},
        {"id": "b", "type": "choice", "choices": {"file": "x.tsv", "where": "of = ${a}"}},
        {"id": "c", "value": "${b}"}]}]}
      """
    let error = #expect(throws: TemplateErrors.self) { try Template.reading(form) }
    #expect(
      error?.errors.map(\.sentence) == [
        "\"choices.where\" depends on itself: a from c from b from a; take one of them out"
      ])
  }

  @Test("A chain of eight filters is allowed; a ninth filter is an error")
  func depth() throws {
    func form(_ count: Int) -> String {
      let rows = (0..<count).map { number in
        let before = number == 0 ? "'x'" : "${r\(number - 1)}"
        return """
          {"id": "r\(number)", "type": "choice", "choices": {"file": "x.tsv", "where": "of = \(before)"}}
          """
      }
      return
        "{\"longform\": 1, \"id\": \"f\", \"sections\": [{\"rows\": [\(rows.joined(separator: ", "))]}]}"
    }
    _ = try Template.reading(form(8))
    let error = #expect(throws: TemplateErrors.self) { try Template.reading(form(100)) }
    #expect(
      error?.errors.map(\.sentence) == [
        "\"choices.where\" depends on more than 8 filters, one after the other; read rows without a filter"
      ])
  }

  @Test("A field missing in the candidates file is reported at its position in the template")
  func fields() throws {
    let form = Self.form.replacing("country = ${land}", with: "land = ${land}")
    let errors = try Template.reading(form).errors(
      using: CandidateIndex(reading: Array(Self.cities.utf8), format: .columns), of: "cities.tsv")
    #expect(
      errors.map(\.sentence) == [
        "cities.tsv has no field “land”; it has value, country and people"
      ])
    #expect(errors.map { "\($0.path)" } == ["sections[1].rows[1].choices.where"])
  }

  @Test("Only the choices that pass the filter are listed, and none are if there are too many")
  func named() throws {
    let form = """
      {"longform": 1, "id": "f", "sections": [{"rows": [
        {"id": "country"},
        {"id": "city", "type": "choice", "choices": {"where": "in = ${country}", "values": [
          {"value": "Lyon", "in": "France"}, {"value": "Rome", "in": "Italy"},
          {"value": "Bari", "in": "Italy"}]}}]}]}
      """
    var session = FormSession(try .reading(form))
    let city = try #require(session.row(named: "city"))
    #expect(session.answers.choiceLabels(of: city, most: 2) == [])
    session.applyToEnd(.answered(try #require(session.row(named: "country")), "Italy"))
    #expect(session.answers.choiceLabels(of: city, most: 2) == ["Rome", "Bari"])
    #expect(session.answers.choiceLabels(of: city, most: 1) == nil)
    session.applyToEnd(.answered(city, "xyz"))
    let problem = try #require(session.problems[city])
    #expect(
      problem.sentence(label: "City")
        == "“xyz” is not one of the choices; type the beginning of one")
  }
}
