// The check of the whole document by the schema in its template (`schemas`).

import FormFixtures
import FormFormats
import FormText
import LosslessJSON
import TerminalTesting
import Testing

@testable import FormModel

@Suite("Documents checked by the schema in the template")
struct DocumentCheckTests {
  /// A form whose rows know fewer rules than the schema.
  private static func form(_ schema: String, others: String = "") -> String {
    """
    {"longform": 1, "id": "trip", "output": {"empty": "omit"}, "sections": [
      {"id": "main", "rows": [
        {"id": "from", "label": "From"}, {"id": "to", "label": "To"},
        {"id": "guide", "label": "Guide", "key": "staff.guide"},
        {"id": "cook", "label": "Cook", "key": "staff.cook"},
        {"id": "extra", "label": "Extra", "type": "json"}]},
      {"id": "stops", "title": "Stops", "repeat": {"key": "stops", "label": "Stop {n}"}, "rows": [
        {"id": "place", "label": "Place"}, {"id": "nights", "label": "Nights", "type": "integer"}]}],
      "schemas": {"trip.json": \(schema)\(others)}}
    """
  }

  private static func session(_ schema: String, document: String? = nil) throws -> FormSession {
    guard let document else { return FormSession(try .reading(form(schema))) }
    return try FormSession(form: form(schema), document: document)
  }

  /// The problems of a form after a complete check, each after the name of its row.
  private func problems(_ session: inout FormSession) -> [String] {
    session.applyToEnd(.checkRequested)
    return shown(session)
  }

  private func shown(_ session: FormSession) -> [String] {
    session.problemsInOrder.map { row, problem in
      let name =
        row.isAddLine(in: session.template.sections)
        ? session.template.sections[row.section].id : session.answers.name(of: row)
      return "\(name): \(problem.sentence(label: "The row"))"
    }
  }

  private func addStop(_ place: Text, in session: inout FormSession) throws {
    session.applyToEnd(.itemAdded(section: 1, parent: 0))
    let count = session.answers.outline.items(ofSection: 1).count
    try session.answer("stops[\(count - 1)].place", place)
  }

  @Test("A wrong value is a problem of its row until the row changes, and again at the next check")
  func ownRow() throws {
    var session = try Self.session(#"{"properties": {"to": {"enum": ["Rome", "Oslo"]}}}"#)
    try session.answer("to", "Paris")
    #expect(shown(session) == [], "no check while rows are answered")
    let found = problems(&session)
    #expect(found.count == 1 && found[0].hasPrefix("to: must be "), "\(found)")
    try session.answer("from", "Bonn")
    #expect(shown(session) == found, "another row")
    try session.answer("to", "Bern")
    #expect(shown(session) == [])
    #expect(problems(&session).count == 1)
    try session.answer("to", "Oslo")
    #expect(problems(&session) == [])
  }

  @Test("A save goes to the row with the first fault and writes nothing")
  func save() throws {
    var session = try Self.session(#"{"required": ["to"]}"#)
    let effects = session.applyToEnd(.saveRequested(as: nil, anyway: false))
    #expect(!effects.contains(.save(as: nil, problems: 0)))
    #expect(session.focus == session.row(named: "to"))
    try session.answer("to", "Oslo")
    #expect(
      session.applyToEnd(.saveRequested(as: nil, anyway: false)).contains(
        .save(as: nil, problems: 0)))
  }

  @Test("A missing member is a problem of the row that asks for it, with the path of its object")
  func missing() throws {
    var session = try Self.session(
      #"{"properties": {"staff": {"required": ["cook"]}}}"#)
    #expect(problems(&session) == [], "without an answer there is no object")
    try session.answer("staff.guide", "Ada")
    let found = problems(&session)
    #expect(found.count == 1 && found[0].hasPrefix("cook: staff "), "\(found)")
    try session.answer("from", "Bonn")
    #expect(shown(session) == found, "a row outside the object")
    try session.answer("staff.guide", "")
    #expect(shown(session) == [], "a row in the object")
    #expect(problems(&session) == [])
  }

  @Test("A fault of an item is a problem of its first row until the item is removed")
  func list() throws {
    var session = try Self.session(#"{"properties": {"stops": {"uniqueItems": true}}}"#)
    for place: Text in ["Rome", "Rome"] { try addStop(place, in: &session) }
    let found = problems(&session)
    #expect(found.count == 1 && found[0].hasPrefix("stops[1].place: stops[1] "), "\(found)")
    session.applyToEnd(.itemRemoved(section: 1, item: 2))
    #expect(shown(session) == [])
    #expect(problems(&session) == [])
  }

  @Test("A fault of a whole list is a problem of its add line until an item is added")
  func wholeList() throws {
    var session = try Self.session(#"{"properties": {"stops": {"minItems": 2}}}"#)
    try addStop("Rome", in: &session)
    let found = problems(&session)
    #expect(found.count == 1 && found[0].hasPrefix("stops: stops "), "\(found)")
    try addStop("Oslo", in: &session)
    #expect(shown(session) == [])
    #expect(problems(&session) == [])
  }

  @Test("The items of a list are counted as the document counts them, without empty items")
  func items() throws {
    var session = try Self.session(
      #"{"properties": {"stops": {"items": {"properties": {"place": {"maxLength": 3}}}}}}"#)
    session.applyToEnd(.itemAdded(section: 1, parent: 0))
    session.applyToEnd(.itemAdded(section: 1, parent: 0))
    try session.answer("stops[1].place", "Lima")
    session.applyToEnd(.checkRequested)
    #expect(session.problemsInOrder.map(\.row.item) == [2])
  }

  @Test("A rule between rows is checked again when the other row was corrected")
  func conditions() throws {
    var session = try Self.session(
      """
      {"if": {"properties": {"from": {"const": "Bonn"}}, "required": ["from"]},
       "then": {"properties": {"to": {"const": "Rome"}}}}
      """)
    try session.answer("from", "Bonn")
    try session.answer("to", "Oslo")
    #expect(problems(&session).count == 1)
    try session.answer("from", "Kiel")
    #expect(problems(&session) == [])
  }

  @Test("A member that only the file has is a problem of the nearest row, with its path")
  func keptMember() throws {
    var session = try Self.session(
      #"{"properties": {"staff": {"additionalProperties": {"type": "string"}}}}"#,
      document: #"{"staff": {"guide": "Ada", "pilot": 7}}"#)
    let found = problems(&session)
    #expect(found.count == 1 && found[0].hasPrefix("guide: staff.pilot must be "), "\(found)")
    let row = try #require(session.problemsInOrder.first?.row)
    #expect(session.answers.documentFaults(of: row).map(\.path.pointer) == ["/staff/pilot"])
  }

  @Test("A place inside the JSON of a row is named, and the row is the one to correct")
  func insideJSON() throws {
    var session = try Self.session(
      #"{"properties": {"extra": {"properties": {"a": {"items": {"type": "string"}}}}}}"#)
    try session.answer("extra", #"{"a": ["b", 1]}"#)
    let found = problems(&session)
    #expect(found.count == 1 && found[0].hasPrefix("extra: extra.a[1] must be "), "\(found)")
  }

  @Test("A row with another problem shows no fault, and neither do the objects around it")
  func otherProblems() throws {
    let form = Self.form(#"{"minProperties": 3, "properties": {"to": {"const": "Rome"}}}"#)
      .replacing(#""label": "To""#, with: #""label": "To", "minLength": 5"#)
    var session = FormSession(try .reading(form))
    try session.answer("to", "Oslo")
    let found = problems(&session)
    #expect(found.count == 1 && !found[0].contains("Rome"), "\(found)")
  }

  /// A session with a document of many stops, of which the last has a fault.
  private static func longSession() throws -> FormSession {
    let stops = (1...6_000).map { #"{"place": "Rome", "nights": \#($0)}"# }.joined(separator: ",")
    return try session(
      #"{"properties": {"stops": {"items": {"properties": {"nights": {"maximum": 5999}}}}}}"#,
      document: #"{"from": "Bonn", "stops": [\#(stops)]}"#)
  }

  @Test("A long document is checked in slices; a row that changes in between is checked as it is")
  func slices() throws {
    var session = try Self.longSession()
    let wrong = try #require(session.answers.row(atPath: "stops[5999].nights"))
    var effects = session.apply(.checkRequested)
    var slices = 1
    while effects.contains(.workRemains) {
      if slices % 8 == 0 {
        var edited = session
        _ = edited.apply(.answered(wrong, "1"))
        edited.applyToEnd(.workContinued)
        #expect(shown(edited) == [], "corrected in slice \(slices)")
        var stopped = session
        let effects = stopped.apply(.workStopped)
        #expect(effects.contains(.message(.stopped)))
        #expect(shown(stopped) == [])
      }
      effects = session.apply(.workContinued)
      slices += 1
    }
    #expect(slices > 20)
    #expect(shown(session) == ["stops[5999].nights: must be at most 5999"])
  }

  @Test("The faults of items far down a list are shown at their rows")
  func farPlaces() throws {
    let right = Array(repeating: #"{"place": "Rome", "nights": 1}"#, count: 4_000)
    let wrong = Array(repeating: #"{"place": "Oslo"}"#, count: 20)
    let stops = (right + wrong).joined(separator: ",")
    var session = try Self.session(
      #"{"properties": {"stops": {"items": {"required": ["nights"]}}}}"#,
      document: #"{"stops": [\#(stops)]}"#)
    session.applyToEnd(.checkRequested)
    let rows = session.problemsInOrder.map(\.row)
    #expect(rows.map(\.item) == Array(4_001...4_020))
    #expect(Set(rows.map(\.row)) == [1])
  }

  @Test("References lead to the other files of the template")
  func files() throws {
    let form = Self.form(
      #"{"properties": {"to": {"$ref": "parts/place.json#/$defs/place"}}}"#,
      others: #", "parts/place.json": {"$defs": {"place": {"const": "Rome"}}}"#)
    var session = FormSession(try .reading(form))
    try session.answer("to", "Oslo")
    #expect(problems(&session).count == 1)
    try session.answer("to", "Rome")
    #expect(problems(&session) == [])
  }

  @Test("Wrong schemas are errors of the template")
  func errors() {
    for (schemas, error) in [
      ("[]", "\"schemas\" must be an object"), ("{}", "\"schemas\" must be an object"),
      (#"{"a.json": 1}"#, "“a.json” must be a JSON Schema, not a number"),
    ] {
      let form = #"{"longform": 1, "id": "a", "sections": [{"rows": [{"id": "b"}]}], "schemas": "#
      let found = Template.errors(in: form + schemas + "}").map(\.sentence)
      #expect(found.count == 1 && found[0].hasPrefix(error), "\(found)")
    }
  }

  @Test("A save in any format checks the JSON form of the answers")
  func formats() throws {
    let form = Self.form(#"{"properties": {"extra": {"type": "integer"}}}"#)
    let document = try YAMLReader.document(from: Array("extra: 1.5 # half\n".utf8))
    var session = try FormSession(.reading(form), answers: document)
    #expect(problems(&session).count == 1)
    try session.answer("extra", "2")
    #expect(problems(&session) == [])
  }
}
