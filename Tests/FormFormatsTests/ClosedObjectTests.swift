// Objects that refuse members that the form does not have. A document with such members has
// problems, but keeps the members. Errors in a template's closed objects are reported.

import FormFixtures
import FormText
import LosslessJSON
import TerminalTesting
import Testing

@testable import FormFormats
@testable import FormModel

@Suite("Closed objects")
struct ClosedObjectTests {
  private static func form(_ closed: String, items: String = "") -> String {
    """
    {"longform": 1, "id": "f", "closed": \(closed), "sections": [
      {"id": "main", "rows": [{"id": "name"}, {"id": "home.street"}, {"id": "home.town.name"}]},
      {"id": "jobs", "repeat": {"key": "jobs"\(items)}, "rows": [{"id": "title"}, {"id": "at.place"}],
       "sections": [{"id": "pay", "repeat": {"as": "object", "keyRow": "year"},
         "rows": [{"id": "year"}, {"id": "sum"}]}]}]}
    """
  }

  private static let document = """
    { "name": "A",  "nmae": 1, "home": {"x": 1, "town": {"y": {}, "name": "B"}},
      "jobs": [{"title": "T", "z": 0, "at": {"w": 0}, "pay": {"2020": {"sum": "1", "v": null}}}] }
    """

  private static func session(_ form: String, loading document: String) throws -> FormSession {
    try FormSession(
      Template.reading(form), answers: JSONDocument(parsing: Array(document.utf8)))
  }

  /// The paths of the unknown members. An object with unknown members must have exactly one
  /// problem.
  private static func unknown(_ form: String, _ document: String) throws -> [String] {
    var session = try session(form, loading: document)
    session.applyToEnd(.checkRequested)
    let members = session.answers.unknownMembers
    let objects = Set(members.map { $0.path.pointer.split(separator: "/").dropLast() })
    let problems = session.problemsInOrder.filter { $1.isOfUnknownMembers }
    #expect(problems.count == objects.count)
    #expect(session.problems.count == problems.count)
    for (row, problem) in problems {
      #expect(members.contains { $0.path == session.answers.place(of: problem, in: row).path })
    }
    return members.map { $0.path.pointer }.sorted()
  }

  @Test("Only closed objects report members that the form does not have")
  func objects() throws {
    for (closed, items, expected) in [
      ("[]", "", []),
      ("[[]]", "", ["/nmae"]),
      (#"["home"]"#, "", ["/home/x"]),
      (#"["home.town", []]"#, "", ["/home/town/y", "/nmae"]),
      (#"[["home", "town"]]"#, "", ["/home/town/y"]),
      ("[]", #", "closed": [[]]"#, ["/jobs/0/z"]),
      ("[]", #", "closed": ["at"]"#, ["/jobs/0/at/w"]),
      ("[]", #", "closed": true"#, ["/jobs/0/at/w", "/jobs/0/pay/2020/v", "/jobs/0/z"]),
      (
        "true", "",
        ["/home/town/y", "/home/x", "/jobs/0/at/w", "/jobs/0/pay/2020/v", "/jobs/0/z", "/nmae"]
      ),
    ] {
      #expect(try Self.unknown(Self.form(closed, items: items), Self.document) == expected)
    }
  }

  @Test("The problem names a member and the nearest known name, and counts other unknown members")
  func sentences() throws {
    var session = try Self.session(
      Self.form("[[]]"), loading: #"{"nmae": 1, "b": 2, "c": 3, "name": "A"}"#)
    let row = try #require(session.answers.row(atPath: "name"))
    let problem = try #require(session.problems[row])
    #expect(
      problem.sentence(label: "Name")
        == "the form allows no member “nmae” here; did you mean name?; 2 others like it")
    session.applyToEnd(.answered(row, "B"))
    #expect(session.problems[row] == problem, "an answer does not remove the members")
  }

  @Test("Unknown members prevent a save; a save in spite of them keeps their bytes")
  func kept() throws {
    var session = try Self.session(Self.form("true"), loading: Self.document)
    let row = try #require(session.answers.row(atPath: "jobs[0].title"))
    session.applyToEnd(.answered(row, "U"))
    func saves(anyway: Bool) -> Bool {
      session.applyToEnd(.saveRequested(as: nil, anyway: anyway)).contains {
        if case .save = $0 { true } else { false }
      }
    }
    #expect(!saves(anyway: false))
    #expect(saves(anyway: true))
    #expect(
      session.exported(.json)
        == Self.document.replacing(#""title": "T""#, with: #""title": "U""#))
  }

  @Test("A member of an alternative is unknown until that alternative is chosen")
  func alternatives() throws {
    let form = """
      {"longform": 1, "id": "f", "closed": true, "output": {"empty": "omit"}, "sections": [{"rows": [
        {"id": "kind", "type": "choice", "choices": ["a", "b"], "export": false},
        {"id": "name"},
        {"id": "one", "when": "${kind} = 'a'"}, {"id": "two", "when": "${kind} = 'a'"},
        {"id": "three", "when": "${kind} = 'b'"}]}]}
      """
    #expect(try Self.unknown(form, #"{"name": "A", "one": "1", "two": "2"}"#) == [])
    #expect(try Self.unknown(form, #"{"three": "3"}"#) == [])
    #expect(try Self.unknown(form, #"{"three": "3", "one": null}"#) == [], "null is no answer")
    #expect(try Self.unknown(form, #"{"three": "3", "four": null}"#) == ["/four"])
    #expect(try Self.unknown(form, #"{"one": "1", "two": "2", "three": "3"}"#) == ["/three"])
    var session = try Self.session(form, loading: #"{"one": "1", "two": "2", "three": "3"}"#)
    let kind = try #require(session.answers.row(atPath: "kind"))
    session.applyToEnd(.answered(kind, "b"))
    session.applyToEnd(.checkRequested)
    #expect(session.problems.isEmpty)
    #expect(session.exported(.json) == #"{ "three": "3"}"#)
  }

  @Test(
    "A path that leads to no object of the form is an error, and so is a value that is not a path",
    arguments: [
      ("[\"nothing\"]", "“nothing” is no object in which the form has rows"),
      ("[\"name\"]", "“name” is no object in which the form has rows"),
      ("[\"jobs\"]", "“jobs” is no object in which the form has rows"),
      ("[1]", "has a number where a path of an object is needed"),
      ("[\"home.\"]", "has a string where a path of an object is needed"),
      ("false", "must be true, or an array of paths of objects, not a boolean"),
      ("\"yes\"", "must be true, or an array of paths of objects, not a string"),
    ])
  func errors(closed: String, sentence: String) throws {
    let error = try #require(throws: TemplateErrors.self) {
      _ = try Template.reading(Self.form(closed))
    }
    #expect(error.errors.map(\.sentence).contains { $0.contains(sentence) }, "\(error.errors)")
  }

  @Test("In random documents, the reported members are those that an independent walk finds")
  func random() throws {
    var generator = SeededGenerator(seed: 241)
    for _ in TestScale.turns(200) {
      let shape = Shape.random(depth: 3, &generator)
      var rows: [String] = []
      var closed: [String] = []
      shape.describe(at: [], &rows, &closed)
      let form = """
        {"longform": 1, "id": "f", "closed": [\(closed.joined(separator: ", "))],
         "sections": [{"rows": [\(rows.joined(separator: ", "))]}]}
        """
      var expected: [String] = []
      let document = shape.document(at: "", &expected, &generator)
      #expect(try Self.unknown(form, document) == expected.sorted(), "\(form)\n\(document)")
    }
  }
}

/// An object of a form: its rows, the objects in it, and whether it allows other members.
private struct Shape {
  var rows: [String]
  var objects: [(name: String, shape: Shape)]
  var isClosed: Bool

  static func random(depth: Int, _ generator: inout SeededGenerator) -> Shape {
    let names = ["o", "p", "q"].filter { _ in depth > 1 && Bool.random(using: &generator) }
    return Shape(
      rows: ["a", "b"].filter { _ in Bool.random(using: &generator) } + ["c"],
      objects: names.map { ($0, random(depth: depth - 1, &generator)) },
      isClosed: Bool.random(using: &generator))
  }

  /// Adds the rows and the paths of closed objects to a template.
  func describe(at path: [String], _ rows: inout [String], _ closed: inout [String]) {
    func json(_ names: [String]) -> String {
      "[\(names.map { "\"\($0)\"" }.joined(separator: ", "))]"
    }
    if isClosed { closed.append(json(path)) }
    for row in self.rows {
      rows.append(#"{"id": "r\#(rows.count)", "key": \#(json(path + [row]))}"#)
    }
    for (name, shape) in objects { shape.describe(at: path + [name], &rows, &closed) }
  }

  /// Returns a document with some known and some unknown members. Adds the pointers of the members
  /// that the object refuses to `refused`.
  func document(
    at pointer: String, _ refused: inout [String], _ generator: inout SeededGenerator
  ) -> String {
    var members: [String] = []
    for row in rows where Bool.random(using: &generator) { members.append(#""\#(row)": "1""#) }
    for name in ["x", "y"] where Int.random(in: 0..<4, using: &generator) == 0 {
      members.append(#""\#(name)": {"a": []}"#)
      if isClosed { refused.append("\(pointer)/\(name)") }
    }
    for (name, shape) in objects where Int.random(in: 0..<4, using: &generator) > 0 {
      members.append(
        #""\#(name)": "# + shape.document(at: "\(pointer)/\(name)", &refused, &generator))
    }
    members.shuffle(using: &generator)
    return "{\(members.joined(separator: ", "))}"
  }
}
