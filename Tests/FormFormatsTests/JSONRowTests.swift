// Rows of type `json` contain any JSON value: in every format, and edited in place.

import FormFixtures
import FormText
import LosslessJSON
import TerminalTesting
import Testing

@testable import FormFormats
@testable import FormModel

@Suite("Rows of type json")
struct JSONRowTests {
  private static let form = """
    {"longform": 1, "id": "f", "output": {"empty": "omit"}, "sections": [{"id": "a", "rows": [
      {"id": "name"}, {"id": "data", "label": "Data", "type": "json"}]}]}
    """

  private static func session(loading document: String? = nil) throws -> FormSession {
    let template = try Template.reading(form)
    guard let document else { return FormSession(template) }
    return try FormSession(template, answers: JSONDocument(parsing: Array(document.utf8)))
  }

  private static let data = FormRow.ID(section: 0, item: 0, row: 1, number: 0)

  /// Returns a random value with random white space.
  private static func value(using generator: inout SeededGenerator, depth: Int = 0) -> String {
    func gap() -> String { ["", " ", "\n", "  \n "][generator.number(below: 4)] }
    let kind = generator.number(below: depth < 3 ? 7 : 5)
    switch kind {
    case 0: return "null"
    case 1: return ["true", "false"][generator.number(below: 2)]
    case 2: return ["0", "-1.50", "1e3", "12345678901234567890"][generator.number(below: 4)]
    case 3, 4: return [#""""#, #""a b""#, #""\né""#, #""yes""#][generator.number(below: 4)]
    default:
      var parts: [String] = []
      for place in 0..<generator.number(below: 4) {
        let name = kind == 5 ? "" : "\"k\(place)\"" + gap() + ":"
        parts.append(gap() + name + gap() + value(using: &generator, depth: depth + 1) + gap())
      }
      let all = parts.isEmpty ? gap() : parts.joined(separator: ",")
      return kind == 5 ? "[\(all)]" : "{\(all)}"
    }
  }

  @Test("Any value is exported to JSON byte for byte, and to other formats with an equal value")
  func random() throws {
    var generator = SeededGenerator(seed: 24)
    for _ in TestScale.turns(60) {
      let text = Self.value(using: &generator)
      var session = try Self.session()
      session.applyToEnd(.answered(Self.data, Text(text)))
      #expect(session.exported(.json) == "{\n  \"data\": \(text)\n}\n")
      // The same value without white space outside of strings, as the test itself computes it.
      let line = try compact(text)
      #expect(session.exported(.jsonl) == "{\"data\":\(line)}\n")
      let yaml = try YAMLReader.document(from: Array(session.exported(.yaml).utf8))
      #expect(try compact(yaml.root["data"]) == line, "\(text)")
      let table = try DelimitedAnswers.editable(
        from: Array(session.exported(.csv).utf8), as: .csv, for: session.template,
        keepsUnknownColumns: false)
      #expect(try compact(table.root["data"]) == line, "\(text)")
      // A loaded document keeps the bytes of the value when another answer changes.
      let document = "{ \"data\" : \(text) , \"x\":1}"
      var loaded = try Self.session(loading: document)
      #expect(loaded.answers.problem(of: Self.data) == nil)
      loaded.applyToEnd(
        .answered(FormRow.ID(section: 0, item: 0, row: 0, number: 0), "Ada"))
      #expect(loaded.exported(.json).contains("\"data\" : \(text) ,"))
    }
  }

  private func compact(_ value: JSONValue?) throws -> String {
    let value = try #require(value)
    return try compact(String(decoding: value.document.bytes[value.range], as: UTF8.self))
  }

  private func compact(_ text: String) throws -> String {
    let value = try JSONDocument(parsing: Array(text.utf8)).root
    func write(_ value: JSONValue) -> String {
      switch value.kind {
      case .array: "[" + value.elements.map(write).joined(separator: ",") + "]"
      case .object:
        "{" + value.members.map { write($0.key) + ":" + write($0.value) }.joined(separator: ",")
          + "}"
      case .string:
        value.string.map { string in
          var bytes: [UInt8] = []
          JSONWriter.appendString(string, to: &bytes)
          return String(decoding: bytes, as: UTF8.self)
        } ?? ""
      default: String(decoding: value.document.bytes[value.range], as: UTF8.self)
      }
    }
    return write(value)
  }

  @Test("A text that is not JSON is a problem with its position, and is exported as a string")
  func refused() throws {
    var session = try Self.session()
    session.applyToEnd(.answered(Self.data, "{\"a\":\n  1,}"))
    let problem = session.answers.problem(of: Self.data)?.sentence(naming: "Data")
    #expect(problem?.hasPrefix("Data: not JSON: line 2, column 4: this comma follows") == true)
    session.applyToEnd(.answered(Self.data, Text(String(repeating: "[", count: 500))))
    #expect(session.answers.problem(of: Self.data) != nil)
    let deep = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
    session.applyToEnd(.answered(Self.data, Text(deep)))
    #expect(
      session.answers.problem(of: Self.data)?.sentence(naming: "Data")
        == "Data: arrays and objects are nested too deeply")
  }

  @Test("Null, an empty string, an empty object and no answer are four different values")
  func absence() throws {
    for (text, json) in [
      ("null", "{\"data\":null}\n"), ("\"\"", "{\"data\":\"\"}\n"), ("{}", "{\"data\":{}}\n"),
      ("", "{}\n"),
    ] {
      var session = try Self.session()
      session.applyToEnd(.answered(Self.data, Text(text)))
      #expect(session.exported(.jsonl) == json)
    }
    var loaded = try Self.session(loading: #"{"data": "s"}"#)
    #expect(loaded.answers.text(of: Self.data) == "\"s\"")
    loaded.applyToEnd(.answered(Self.data, "[1,\n 2]"))
    // A document of one line stays on one line.
    #expect(loaded.exported(.json) == "{\"data\": [1,  2]}")
    loaded.applyToEnd(.answered(Self.data, ""))
    #expect(loaded.exported(.json) == "{}")
  }

  @Test(
    "Null in a document is an answer, unless the row or the form writes a missing answer as null",
    arguments: [
      ("omit", "", "null"), ("null", "", ""), ("omit", #", "empty": "null""#, ""),
      ("null", #", "empty": "omit""#, "null"),
    ])
  func loadedNull(output: String, row: String, text: String) throws {
    let form = Self.form.replacing("\"empty\": \"omit\"", with: "\"empty\": \"\(output)\"")
      .replacing("\"type\": \"json\"", with: "\"type\": \"json\", \"required\": true\(row)")
    let document = #"{"name": "A", "data": null}"#
    var session = try FormSession(
      Template.reading(form), answers: JSONDocument(parsing: Array(document.utf8)))
    #expect(session.answers.text(of: Self.data).string == text)
    #expect(session.answers.isChanged(Self.data) == false)
    session.applyToEnd(.checkRequested)
    #expect(session.problems.isEmpty == !text.isEmpty)
    session.applyToEnd(.answered(FormRow.ID(section: 0, item: 0, row: 0, number: 0), "B"))
    #expect(session.exported(.json) == #"{"name": "B", "data": null}"#)
  }

  @Test(
    "A value that replaces a mapping or list of YAML or JSONC changes only what differs",
    arguments: [
      // A changed member, an added one and one that is gone; the comments of the others stay.
      (
        "data:  # all\n  a: 1  # one\n  # about b\n  b: {x: 'y'}\n  c: [1, 2]  # gone\nname: N\n",
        #"{"a": 2, "b": {"x": "y"}, "d": {"e": [true]}}"#,
        "data:  # all\n  a: 2  # one\n  # about b\n  b: {x: 'y'}\n  d: {e: [true]}\nname: N\n"
      ),
      // Members and elements in another order take their comments with them.
      (
        "data:\n  - a: 1  # one\n    b: 2  # two\n  - c  # see\n", #"["c", {"a": 1, "b": 2}]"#,
        "data:\n  - c  # see\n  - a: 1  # one\n    b: 2  # two\n"
      ),
      (
        "data:\n  a: 1  # one\n  b: 2  # two\n", #"{"b": 2, "a": 3}"#,
        "data:\n  b: 2  # two\n  a: 3  # one\n"
      ),
      // Another use of the changed anchor keeps its value.
      (
        "base: &b\n  k: v  # why\ndata: &d\n  p: *b  # shared\n  q: 1\ncopy: *d\n",
        #"{"p": {"k": "v"}, "q": 2}"#,
        "base: &b\n  k: v  # why\ndata:\n  p: *b  # shared\n  q: 2\ncopy: {p: {k: v}, q: 1}\n"
      ),
      // Between brackets.
      ("data: {a: 'x', b: [1, 2, 3]}\n", #"{"a":"x","b":[1,3]}"#, "data: {a: 'x', b: [1, 3]}\n"),
      // Members of a merge key stay where they come from; a name that looks like one is quoted.
      (
        "base: &b {x: 1, y: 2}\ndata:\n  - <<: *b  # m\n    k: 3\n  - z\n",
        #"[{"x": 1, "y": 2, "k": 3}, "zz"]"#,
        "base: &b {x: 1, y: 2}\ndata:\n  - <<: *b  # m\n    k: 3\n  - zz\n"
      ),
      (
        "base: &b {x: 1}\ndata:\n  f:  # c\n    <<: *b\n", #"{"f": {"x": 1, "<<": 7}}"#,
        "base: &b {x: 1}\ndata:\n  f:  # c\n    x: 1\n    \"<<\": 7\n"
      ),
      (
        "base: &b {x: 1}\ndata:\n  f:  # c\n    <<: *b\n", #"{"f": {"<<": {"x": 1}}}"#,
        "base: &b {x: 1}\ndata:\n  f:  # c\n    \"<<\":\n      x: 1\n"
      ),
      // Another kind of value, or nothing inside.
      ("data:\n  a: 1\n", "[1]", "data:\n  - 1\n"),
      ("data:\n  a: 1  # one\n", "{}", "data: {}\n"),
    ])
  func refinedYAML(document: String, value: String, result: String) throws {
    var session = try FormSession(
      Template.reading(Self.form), answers: YAMLReader.document(from: Array(document.utf8)))
    session.applyToEnd(.answered(Self.data, Text(value)))
    #expect(session.exported(.yaml) == result)
    let data = try YAMLReader.document(from: Array(result.utf8)).root["data"]
    #expect(try sorted(compact(data)) == sorted(compact(value)))
  }

  /// The bytes of a text in order, which are the same for members in another order.
  private func sorted(_ text: String) -> [UInt8] { text.utf8.sorted() }

  @Test("JSON with comments changes only where it differs; strict JSON gets the typed text")
  func refinedJSONC() throws {
    let document =
      "{\n  \"data\": {\n    \"a\": 1, // one\n    // about b\n    \"b\": [1,2]\n  }\n}\n"
    var session = try FormSession(
      Template.reading(Self.form),
      answers: JSONDocument(parsing: Array(document.utf8), as: .jsonc))
    session.applyToEnd(.answered(Self.data, #"{"a": 3, "b": [1, 2, 4]}"#))
    #expect(
      session.exported(.jsonc)
        == "{\n  \"data\": {\n    \"a\": 3, // one\n    // about b\n    \"b\": [1,2,4]\n  }\n}\n")
    var strict = try Self.session(loading: #"{"data": {"a": 1}}"#)
    strict.applyToEnd(.answered(Self.data, #"{"a":1}"#))
    #expect(strict.exported(.json) == #"{"data": {"a":1}}"#)
  }

  @Test("A value with comments is shown without them, and is no problem; a save keeps them")
  func comments() throws {
    let document = """
      {
        "name": "A",
        "data": {
          // about a
          "a": [1, /* two */ 2,], // one
          "b": "// no \\" comment",
          /* at the end */
        }
      }
      """
    var session = try FormSession(
      Template.reading(Self.form),
      answers: JSONDocument(parsing: Array(document.utf8), as: .jsonc))
    let strict = """
      {
          "a": [1, 2],
          "b": "// no \\" comment"
        }
      """
    #expect(session.answers.text(of: Self.data).string == strict)
    session.applyToEnd(.checkRequested)
    #expect(session.problems.isEmpty && !session.answers.isChanged(Self.data))
    #expect(session.exported(.jsonc) == document)
    session.applyToEnd(.answered(FormRow.ID(section: 0, item: 0, row: 0, number: 0), "B"))
    #expect(session.exported(.jsonc) == document.replacing("\"A\"", with: "\"B\""))
    #expect(!session.exported(.csv).contains("// about"))
  }

  @Test("Random changes of YAML and JSONC give the value that was typed")
  func refinedRandom() throws {
    var generator = SeededGenerator(seed: 91)
    for _ in TestScale.turns(200) {
      let (old, new) = (
        Self.value(using: &generator), Self.value(using: &generator)
      )
      let flow = "data: \(try compact(old))\nname: A\n"
      let laidOut = try Self.session(loading: "{\"data\":\(old)}").exported(.yaml)
      for text in [flow, laidOut] {
        var session = try FormSession(
          Template.reading(Self.form), answers: YAMLReader.document(from: Array(text.utf8)))
        session.applyToEnd(.answered(Self.data, Text(new)))
        let yaml = session.exported(.yaml)
        let data = try YAMLReader.document(from: Array(yaml.utf8)).root["data"]
        #expect(try compact(data) == compact(new), "\(text)\nbecame\n\(yaml)")
      }
      let comments = "{ // one\n\"data\": \(old) // two\n}"
      var session = try FormSession(
        Template.reading(Self.form),
        answers: JSONDocument(parsing: Array(comments.utf8), as: .jsonc))
      session.applyToEnd(.answered(Self.data, Text(new)))
      let jsonc = session.exported(.jsonc)
      let data = try JSONDocument(parsing: Array(jsonc.utf8), as: .jsonc).root["data"]
      #expect(try compact(data) == compact(new), "\(comments)\nbecame\n\(jsonc)")
    }
  }
}
