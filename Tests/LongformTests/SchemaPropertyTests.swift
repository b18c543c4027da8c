// Random schemas: if a schema is imported without a remark, the schema accepts all answers to its
// form.

import Candidates
import FormFormats
import FormModel
import FormSchema
import FormScreen
import LosslessJSON
import TerminalTesting
import Testing

@testable import FormTerminal
@testable import FormText
@testable import longform

/// Creates schemas that templates can express, and answers to their forms.
private struct SchemaMaker {
  private var numbers: SeededGenerator
  private var names = 0
  /// The members of `$defs` created so far.
  private var definitions: [String] = []

  init(seed: Int) { numbers = SeededGenerator(seed: seed) }

  private mutating func number(below limit: Int) -> Int { numbers.number(below: limit) }
  private mutating func chance(_ percent: Int) -> Bool { numbers.chance(percent) }
  private mutating func one(_ texts: [String]) -> String { numbers.one(of: texts) }

  /// Returns the schema of an object.
  mutating func schema() -> String {
    let object = object(depth: 0, isGiven: true, isInItem: false)
    let draft = one([
      "https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft-07/schema#",
    ])
    return """
      {"$schema": "\(draft)", \(object), "$defs": {\(definitions.joined(separator: ", "))}}
      """
  }

  /// Returns the members of an object's schema. The schema of an optional object requires none of
  /// its members; that of a required object requires at least one. A form cannot express other
  /// combinations.
  private mutating func object(depth: Int, isGiven: Bool, isInItem: Bool) -> String {
    var properties: [String] = []
    var required: [String] = []
    for index in 0...number(below: 5) {
      names += 1
      let name = one(["p\(names)", "some_name\(names)", "a.b\(names)", "ü \(names)", "x/~\(names)"])
      let isRequired = isGiven && (index == 0 || chance(30))
      if isRequired { required.append("\"\(name)\"") }
      properties.append(
        "\"\(name)\": \(value(depth: depth, isRequired: isRequired, isInItem: isInItem))")
    }
    return """
      "type": "object", "properties": {\(properties.joined(separator: ", "))}, \
      "required": [\(required.joined(separator: ", "))]
      """
  }

  private mutating func value(depth: Int, isRequired: Bool, isInItem: Bool) -> String {
    let text: String
    switch number(below: 12) {
    case 0 where depth < 3:
      text = "{\(object(depth: depth + 1, isGiven: isRequired, isInItem: isInItem))}"
    case 1 where depth < 3 && !isInItem:
      text = """
        {"type": "array", \(isRequired ? "\"minItems\": 1, " : "")"maxItems": 3, \
        "items": {\(object(depth: depth + 1, isGiven: true, isInItem: true))}}
        """
    case 2, 3:
      let items = one([
        #"{"type": "string"}"#, #"{"type": "string", "pattern": "^[a-z]"}"#,
        #"{"enum": ["red", "green", 3]}"#,
      ])
      text = """
        {"type": "array", \(isRequired ? "\"minItems\": 1, " : "")"maxItems": 4, "items": \(items)}
        """
    default: text = scalar()
    }
    guard chance(25) else { return text }
    definitions.append("\"d\(definitions.count)\": \(text)")
    let reference = "{\"$ref\": \"#/$defs/d\(definitions.count - 1)\"}"
    return chance(50) ? reference : "{\"title\": \"Title {n}\", \"allOf\": [\(reference)]}"
  }

  private mutating func scalar() -> String {
    one([
      #"{"type": "string"}"#, #"{"type": "string", "minLength": 3}"#,
      #"{"type": "string", "pattern": "^[A-Z]{2}\\d*$"}"#,
      #"{"type": "string", "pattern": "[aeiou]$"}"#,
      #"{"type": "string", "pattern": "^a|\\s"}"#, #"{"type": "string", "format": "email"}"#,
      #"{"type": "string", "format": "uri"}"#, #"{"type": "string", "format": "date"}"#,
      #"{"type": "string", "format": "time"}"#, #"{"type": "string", "format": "date-time"}"#,
      #"{"type": "string", "format": "uuid"}"#, #"{"type": "string", "format": "ipv4"}"#,
      #"{"type": "string", "contentMediaType": "text/plain"}"#,
      #"{"type": "string", "default": "given"}"#,
      #"{"type": "integer"}"#, #"{"type": "integer", "minimum": -3, "exclusiveMaximum": 50}"#,
      #"{"type": "number", "minimum": 0.5, "maximum": 1e2}"#,
      #"{"type": "number", "default": 1.50}"#,
      // Without a maximum, a random number can be 1e400. Python's jsonschema reads this as
      // infinity, and fails to compute its remainder.
      #"{"type": "number", "multipleOf": 0.5, "maximum": 1e9}"#,
      #"{"type": "integer", "multipleOf": 7}"#,
      #"{"type": "boolean"}"#, #"{"enum": ["red", 7, true, " padded"]}"#,
      #"{"oneOf": [{"const": 1, "title": "One"}, {"const": 2, "title": "Two"}]}"#,
      #"{"anyOf": [{"enum": ["red", "blue"]}, {"type": "string"}]}"#,
      #"{"allOf": [{"type": "integer", "minimum": 2}, {"maximum": 9}]}"#, #"{"const": "fixed"}"#,
    ])
  }

  /// Returns a text that at least one kind of row accepts.
  mutating func text() -> Text {
    Text(
      one([
        "", "a", "red", "Red\ngreen", "apple\n\nbee", "GB12", "ada@example.org", "ada@",
        "2024-02-29",
        "2024", "https://example.org/a?b#c", "urn:x", "no address", "09:30:00Z", "09:30",
        "2024-02-29T23:59:59.5+01:00", "123e4567-e89b-12d3-a456-426614174000",
        "{123E4567-E89B-12D3-A456-426614174000}", "192.0.2.255",
        "256.1.1.1", "0", "-3", "7", "49", "50", "99.9", "1e1", "0.5", "1e400", "yes", "true", "no",
        "One", "2", "padded", "fixed", " x ", "e\u{301}👩‍🔬é", "AB", "given", "2\n3", "GB\n",
      ]))
  }
}

@Suite("Random schemas", .waits)
struct SchemaPropertyTests {
  /// Returns a session with random texts in rows that accept them.
  private func filled(_ template: Template, with maker: inout SchemaMaker) -> FormSession {
    var session = FormSession(template)
    for (index, section) in template.sections.enumerated() where section.repetition != nil {
      session.applyToEnd(.itemAdded(section: index))
    }
    var rows = (0..<session.answers.indexCount).compactMap { session.row(at: FormRow.Index($0)) }
      .filter { !$0.isAddLine }.map(\.id)
    for _ in 0..<60 where !rows.isEmpty {
      for row in rows { session.applyToEnd(.answered(row, maker.text())) }
      session = HeadlessFrontEnd.checked(session)
      let refused = Set(session.problemsInOrder.map(\.row))
      rows.removeAll { !refused.contains($0) }
    }
    return session
  }

  @Test(
    "If the import of a schema makes no remark, the schema accepts all answers to the form",
    .enabled(if: SchemaValidator.isInstalled, SchemaValidator.requirement))
  func answersValidate() throws {
    let folder = try temporaryFolder()
    var count = 0
    for seed in TestScale.turns(60) {
      var maker = SchemaMaker(seed: seed)
      let schema = maker.schema()
      let document = try JSONDocument(parsing: Array(schema.utf8))
      let made = try SchemaImport(of: document, id: "random")
      #expect(made.remarks.isEmpty, "seed \(seed): \(made.remarks.map(\.sentence)) in \(schema)")
      let session = filled(try TemplateReader.template(from: made.template), with: &maker)
      // If no text fits a required row, the row stays invalid, and the form is skipped.
      guard session.problemsInOrder.isEmpty else { continue }
      count += 1
      _ = try folder.write(schema, to: "\(seed).schema.json")
      var export = AnswerExport(.json, of: session.answers)
      var bytes: [UInt8] = []
      while export.append(to: &bytes, of: session.answers) {}
      _ = try folder.write(bytes, to: "\(seed).json")
    }
    #expect(count > 45 * TestScale.factor)
    #expect(try SchemaValidator.problems(inEachOf: folder.path) == "")
  }
}

@Suite("The schema of templates", .waits)
struct TemplateSchemaTests {
  /// Returns a template with a row, which may be the JSON of several rows with commas between them.
  private static func form(_ row: String) -> String {
    #"{"longform": 1, "id": "f", "sections": [{"rows": [\#(row)]}]}"#
  }

  private static let right = [
    form(#"{"id": "a"}"#), form(#"{"id": "é-1.b", "key": "x.y[]", "x-mine": 1, "$schema": "s"}"#),
    form(#"{"id": "a{n}", "count": 3, "key": "a[]"}"#), form(#"{"id": "a", "key": ["x.y", "z"]}"#),
    form(#"{"id": "a", "type": "integer", "min": 1, "max": 2.5, "default": 2}"#),
    form(#"{"id": "a", "type": "date", "min": "2019", "precision": "month"}"#),
    form(
      #"{"id": "a", "type": "uuid", "default": "123E4567-E89B-12D3-A456-426614174000"}"#),
    form(#"{"id": "a", "type": "integer", "multipleOf": 5}"#),
    form(#"{"id": "a", "type": "decimal", "multipleOf": 1.5e-2}"#),
    form(
      #"{"id": "a", "type": "choices", "max": 2, "choices": ["a", {"value": 1, "label": "b"}]}"#),
    form(#"{"id": "a", "type": "choice", "choices": {"file": "c.txt"}, "strict": false}"#),
    form(
      #"{"id": "b"}, {"id": "a", "type": "choice", "choices": [{"value": "x", "y": 1}], "fills": {"y": "b"}}"#
    ),
    form(#"{"id": "a", "type": "note", "help": "Read"}"#),
    form(
      #"{"id": "b"}, {"id": "a", "when": {"any": [{"row": "b", "is": "x"}, {"not": {"row": "b", "filled": true}}]}}"#
    ),
    #"""
    {"longform": 1, "id": "f", "title": "T", "description": "D", "viewport": 9, "sections": [
      {"id": "s", "title": "S", "rows": [{"id": "a"}]},
      {"id": "w", "repeat": {"key": "w.x", "initial": 2, "min": 1, "max": 3, "insert": "first",
        "label": "Job {n}", "entry": true, "tick": "done"},
       "rows": [{"id": "a"}, {"id": "done", "type": "boolean"}]}],
     "output": {"empty": "string"}}
    """#,
  ]

  private static let wrong = [
    "[]", "{}", #"{"longform": 2, "id": "f", "sections": [{"rows": [{"id": "a"}]}]}"#,
    #"{"longform": 1, "sections": [{"rows": [{"id": "a"}]}]}"#,
    #"{"longform": 1, "id": "f", "sections": []}"#,
    #"{"longform": 1, "id": "f", "viewport": 0, "sections": [{"rows": [{"id": "a"}]}]}"#,
    #"{"longform": 1, "id": "f", "sectoins": [], "sections": [{"rows": [{"id": "a"}]}]}"#,
    #"{"longform": 1, "id": "f", "sections": [{"rows": [{"id": "a"}]}], "output": {"empty": "no"}}"#,
    #"{"longform": 1, "id": "f", "sections": [{"rows": [{"id": "a"}]}, {"rows": [{"id": "b"}]}]}"#,
    #"{"longform": 1, "id": "f", "sections": [{"repeat": {}, "rows": [{"id": "a"}]}]}"#,
    #"{"longform": 1, "id": "f", "sections": [{"id": "s", "repeat": {"key": "a[]"}, "rows": [{"id": "a"}]}]}"#,
    #"{"longform": 1, "id": "f", "sections": [{"id": "s", "repeat": {"max": 0}, "rows": [{"id": "a"}]}]}"#,
    #"{"longform": 1, "id": "f", "sections": [{"id": "s", "repeat": {"insert": "middle"}, "rows": [{"id": "a"}]}]}"#,
    #"{"longform": 1, "id": "f", "sections": [{"id": "s", "repeat": {}, "rows": [{"id": "a{n}", "count": 2}]}]}"#,
    form(""), form("1"), form(#"{"label": "A"}"#), form(#"{"id": "a b"}"#), form(#"{"id": ""}"#),
    form(#"{"id": "a{n}"}"#), form(#"{"id": "a", "count": 2}"#),
    form(#"{"id": "a{n}", "count": 0}"#),
    form(#"{"id": "a{n}", "count": 2, "key": "b"}"#), form(#"{"id": "a", "key": "a..b"}"#),
    form(#"{"id": "a", "type": "txt"}"#),
    form(#"{"id": "a", "label": 1}"#), form(#"{"id": "a", "required": "yes"}"#),
    form(#"{"id": "a", "min": 1}"#), form(#"{"id": "a", "type": "integer", "min": "1"}"#),
    form(#"{"id": "a", "type": "date", "min": 2019}"#),
    form(#"{"id": "a", "type": "list", "min": -1}"#),
    form(#"{"id": "a", "type": "integer", "maxLength": 2}"#), form(#"{"id": "a", "minLength": 0}"#),
    form(#"{"id": "a", "type": "uuid", "maxLength": 36}"#),
    form(#"{"id": "a", "type": "uuid", "pattern": ".*"}"#),
    form(#"{"id": "a", "type": "decimal", "multipleOf": 0}"#),
    form(#"{"id": "a", "type": "decimal", "multipleOf": -0.5}"#),
    form(#"{"id": "a", "type": "integer", "multipleOf": "5"}"#),
    form(#"{"id": "a", "type": "text", "multipleOf": 5}"#), form(#"{"id": "a", "multipleOf": 5}"#),
    form(#"{"id": "a", "precision": "day"}"#),
    form(#"{"id": "a", "type": "date", "precision": "hour"}"#),
    form(#"{"id": "a", "type": "choice"}"#), form(#"{"id": "a", "type": "choice", "choices": []}"#),
    form(#"{"id": "a", "type": "choice", "choices": [" a"]}"#),
    form(#"{"id": "a", "type": "choice", "choices": [{"label": "a"}]}"#),
    form(#"{"id": "a", "type": "choice", "choices": [{"value": null}]}"#),
    form(#"{"id": "a", "type": "choice", "choices": {"fil": "x"}}"#),
    form(#"{"id": "a", "type": "choice", "choices": {"file": ""}}"#),
    form(#"{"id": "a", "type": "choice", "choices": [{"value": "x", "y": 1}]}"#),
    form(#"{"id": "b"}, {"id": "a", "fills": {"y": "b"}}"#),
    form(#"{"id": "b"}, {"id": "a", "type": "choice", "choices": ["x"], "fills": {"y": 1}}"#),
    form(#"{"id": "a", "choices": ["a"]}"#), form(#"{"id": "a", "type": "note"}"#),
    form(#"{"id": "a", "type": "note", "help": "h", "required": true}"#),
    form(#"{"id": "a", "default": {}}"#), form(#"{"id": "b"}, {"id": "a", "when": {}}"#),
    form(#"{"id": "b"}, {"id": "a", "when": {"row": "b"}}"#),
    form(#"{"id": "b"}, {"id": "a", "when": {"row": "b", "is": "x", "filled": true}}"#),
    form(#"{"id": "b"}, {"id": "a", "when": {"any": []}}"#),
    form(#"{"id": "b"}, {"id": "a", "when": {"is": "x"}}"#),
  ]

  @Test("The reader accepts all templates in `right`, and refuses all templates in `wrong`")
  func table() {
    for source in TemplateSchemaTests.right {
      #expect(throws: Never.self) { try TemplateReader.template(from: Array(source.utf8)) }
    }
    for source in TemplateSchemaTests.wrong {
      #expect(throws: TemplateErrors.self, "\(source)") {
        try TemplateReader.template(from: Array(source.utf8))
      }
    }
  }

  @Test("The output of longform schema is JSON, and describes every key of every object")
  func everyKey() throws {
    let printed = try Program.run(Longform.executable, ["schema"])
    #expect(printed.status == .exited(0))
    let schema = try JSONDocument(parsing: printed.output).root
    let objects = ["section", "repeat", "row", "condition"].compactMap { schema["$defs"]?[$0] }
    #expect(objects.count == 4)
    for object in [schema] + objects {
      for (key, value) in try #require(object["properties"]).members {
        // A schema of `true` allows any value, and therefore does not count as a description.
        #expect(value.kind == .object, "\(key.string ?? "")")
      }
    }
  }

  @Test(
    "The schema accepts every template that ships, and refuses templates that the reader refuses",
    .enabled(if: SchemaValidator.isInstalled, SchemaValidator.requirement))
  func agrees() throws {
    let folder = try temporaryFolder()
    let schema = try folder.write(
      try Program.run(Longform.executable, ["schema"]).output, to: "template.schema.json")
    let forms = FormFinderFolder.forms
    #expect(forms.count >= 3)
    let right = try TemplateSchemaTests.right.enumerated().map {
      try folder.write($1, to: "right\($0).json")
    }
    #expect(try SchemaValidator.problems(of: forms + right, against: schema) == "")
    let wrong = try TemplateSchemaTests.wrong.enumerated().map {
      try folder.write($1, to: "wrong\($0).json")
    }
    let problems = try SchemaValidator.problems(of: wrong, against: schema)
    for (path, source) in zip(wrong, TemplateSchemaTests.wrong) {
      #expect(problems.contains("\(path): "), "\(source)")
    }
  }
}

/// The forms that ship.
private enum FormFinderFolder {
  static var forms: [String] {
    let names = (try? Program.run("/bin/ls", [Longform.forms]))?.outputText.split(separator: "\n")
    return (names ?? []).filter { $0.hasSuffix(".json") }.map { "\(Longform.forms)/\($0)" }
  }
}
