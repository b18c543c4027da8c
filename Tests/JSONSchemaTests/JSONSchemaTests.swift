// Documents checked by schemas. `Tests/Schemas/run` compares the verdicts with those of
// JSON-Schema-Test-Suite and of Python's jsonschema; these tests are about places and sentences.

import LosslessJSON
import Testing

@testable import JSONSchema

private func document(_ text: String) throws -> JSONDocument {
  try JSONDocument(parsing: Array(text.utf8))
}

/// Compiles a schema of draft 2020-12.
private func compiled(_ schema: String, _ others: (String, String)...) throws -> JSONSchema {
  try JSONSchema(
    [("main.json", document(schema))] + others.map { ($0.0, try document($0.1)) })
}

/// The problems of a document, each as its path and its sentence.
private func problems(_ schema: String, _ text: String, atMost limit: Int = 100) throws -> [String]
{
  try compiled(schema).problems(in: document(text), atMost: limit)
    .map { "\($0.path): \($0.sentence)" }
}

@Suite("Documents checked by JSON Schemas")
struct JSONSchemaTests {
  @Test(
    "Each keyword has its sentence",
    arguments: [
      (#"{"type": "string"}"#, "1", "must be a string"),
      (#"{"type": ["integer", "null"]}"#, "1.5", "must be a whole number or null"),
      (#"{"enum": ["a", 2, null]}"#, #""b""#, "must be “a”, 2 or null"),
      (#"{"enum": [1,2,3,4,5,6,7,8,9]}"#, "0", "must be one of 9 values, such as 1, 2 or 3"),
      (#"{"const": {"a": 1}}"#, "{}", #"must be {"a": 1}"#),
      (#"{"multipleOf": 0.1}"#, "0.25", "must be a multiple of 0.1"),
      (#"{"minimum": 3}"#, "2", "must be at least 3"),
      (#"{"maximum": 1e400}"#, "2e400", "must be at most 1e400"),
      (#"{"exclusiveMinimum": 3}"#, "3", "must be more than 3"),
      (#"{"exclusiveMaximum": 3}"#, "3.0", "must be less than 3"),
      (#"{"minLength": 2}"#, #""é""#, "must have at least 2 characters"),
      (#"{"maxLength": 1}"#, #""ab""#, "must have at most 1 character"),
      (#"{"pattern": "^a+$"}"#, #""b""#, "must match the pattern “^a+$”"),
      (#"{"format": "date"}"#, #""2023-02-29""#, "must be a date like 2024-05-17"),
      (#"{"minItems": 1}"#, "[]", "must have at least 1 item"),
      (#"{"maxProperties": 1}"#, #"{"a": 1, "b": 2}"#, "must have at most 1 property"),
      (#"{"minProperties": 2}"#, "{}", "must have at least 2 properties"),
      (
        #"{"contains": {"const": 1}}"#, "[2]",
        "must have at least 1 item that “contains” of the schema accepts"
      ),
      (
        #"{"contains": {"const": 1}, "maxContains": 1}"#, "[1, 1.0]",
        "must have at most 1 item that “contains” of the schema accepts"
      ),
      (#"{"required": ["name"]}"#, "{}", "lacks the property “name”"),
      (
        #"{"dependentRequired": {"a": ["b"]}}"#, #"{"a": 1}"#,
        "lacks the property “b”, which “a” needs"
      ),
      (#"{"not": {"const": "a"}}"#, #""a""#, "must not be “a”"),
      (
        #"{"not": {"required": ["a", "b"]}}"#, #"{"a": 1, "b": 1}"#,
        "must not have the properties “a” and “b” together"
      ),
      (
        #"{"not": {"type": "string"}}"#, #""a""#,
        "must not be what “not” of the schema describes"
      ),
      (
        #"{"oneOf": [{"minimum": 1}, {"minimum": 2}]}"#, "3",
        "fits more than one alternative of the schema, but must fit exactly one"
      ),
      ("false", "1", "is not allowed here"),
    ])
  func sentences(schema: String, text: String, sentence: String) throws {
    #expect(try problems(schema, text) == [": \(sentence)"])
  }

  @Test("Problems are at their values, in the order of the document")
  func places() throws {
    let schema = """
      {"required": ["id"], "additionalProperties": false, "properties": {
        "ports": {"items": {"type": "integer"}, "uniqueItems": true},
        "names": {"propertyNames": {"maxLength": 1}},
        "last": {"type": "boolean"}}}
      """
    let text = #"{"last": 1, "ports": [1, "x", 1.0], "names": {"ab": 1, "c": 2}, "new": []}"#
    #expect(
      try problems(schema, text) == [
        ": lacks the property “id”", "last: must be true or false",
        "ports[1]: must be a whole number",
        "ports[2]: is the same as item 1; all items must be different",
        "names.ab: has the name “ab”, which must have at most 1 character",
        "new: is not allowed here",
      ])
    #expect(try problems(schema, text, atMost: 2).count == 2)
    #expect(try problems(schema, text, atMost: 0).isEmpty)
  }

  @Test("A problem names the missing member")
  func missing() throws {
    let schema = try compiled(#"{"required": ["é"]}"#)
    let problem = try #require(try schema.problems(in: document("{}"), atMost: 9).first)
    #expect(problem.path == .root)
    #expect(problem.missing == "é")
  }

  // MARK: - Alternatives

  @Test(
    "The nearest alternative is reported",
    arguments: [
      // The alternative for the type of the value.
      (
        #"{"anyOf": [{"type": "string"}, {"properties": {"a": {"required": ["x"]}}}]}"#,
        #"{"a": {}}"#, "a: lacks the property “x”"
      ),
      // The alternative with the right constant.
      (
        """
        {"oneOf": [{"properties": {"kind": {"const": "file"}, "path": {"type": "string"}}},
          {"properties": {"kind": {"const": "web"}, "port": {"type": "integer"}}}]}
        """,
        #"{"kind": "web", "port": "x", "path": 1}"#, "port: must be a whole number"
      ),
      // The alternative whose first fault is deepest.
      (
        """
        {"anyOf": [{"required": ["z"]},
          {"properties": {"a": {"properties": {"b": {"type": "null"}}}}}]}
        """,
        #"{"a": {"b": 1}}"#, "a.b: must be null"
      ),
      // All types together, and all values together.
      (
        #"{"anyOf": [{"type": "string"}, {"oneOf": [{"type": "integer"}, {"type": "array"}]}]}"#,
        "true", ": must be a string, a whole number or an array"
      ),
      (#"{"anyOf": [{"const": "a"}, {"enum": ["b", 1]}]}"#, #""c""#, ": must be “a”, “b” or 1"),
      // No alternative is nearer.
      (
        #"{"anyOf": [{"minimum": 3}, {"multipleOf": 2}]}"#, "1",
        ": must be at least 3, or fit another alternative of the schema"
      ),
    ])
  func nearest(schema: String, text: String, problem: String) throws {
    #expect(try problems(schema, text) == [problem])
  }

  // MARK: - Drafts and files

  @Test("The draft in “$schema” decides what a keyword means")
  func drafts() throws {
    func accepts(_ draft: String, _ keywords: String, _ text: String) throws -> Bool {
      try problems("{\"$schema\": \"http://json-schema.org/\(draft)\", \(keywords)}", text).isEmpty
    }
    let reference = ##""$ref": "#/definitions/a", "maximum": 1, "definitions": {"a": true}"##
    #expect(try accepts("draft-07/schema#", reference, "2"))
    #expect(try !accepts("draft/2020-12/schema", reference, "2"))
    #expect(try !accepts("draft-04/schema#", #""maximum": 1, "exclusiveMaximum": true"#, "1"))
    #expect(try !accepts("draft-04/schema#", #""type": "integer""#, "1.0"))
    #expect(try accepts("draft-07/schema#", #""type": "integer""#, "1.0"))
    #expect(try !accepts("draft-07/schema#", #""dependencies": {"a": ["b"]}"#, #"{"a": 1}"#))
  }

  @Test("References lead to other files by their paths, and by their addresses")
  func files() throws {
    let schema = try compiled(
      """
      {"$id": "https://example.org/main.json", "properties": {
        "a": {"$ref": "parts/a%20b.json#/$defs/x"}, "b": {"$ref": "https://example.org/b#y"}}}
      """,
      ("parts/a b.json", #"{"$defs": {"x": {"$ref": "../c.json"}}}"#),
      ("c.json", #"{"type": "string"}"#),
      (
        "d.json",
        #"{"$id": "https://example.org/b", "$defs": {"z": {"$anchor": "y", "type": "null"}}}"#
      ))
    #expect(schema.gaps.isEmpty)
    let found = schema.problems(in: try document(#"{"a": 1, "b": 2}"#), atMost: 9)
    #expect(found.map(\.sentence) == ["must be a string", "must be null"])
  }

  @Test("References lead into long arrays; a schema with a very long $id has no address")
  func longArraysAndAddresses() throws {
    let many = String(repeating: "0, ", count: 999)
    let into = """
      {"allOf": [{"$ref": "#/z/999"}, {"$ref": "#/z/1000"}],
        "z": [\(many)1, {"type": "string"}, {"type": "null"}]}
      """
    let schema = try compiled(into)
    #expect(schema.gaps.map(\.sentence) == ["the reference “#/z/999” leads nowhere"])
    #expect(
      schema.problems(in: try document("1"), atMost: 9).map(\.sentence) == ["must be a string"])
    for (length, count) in [(2_000, 0), (3_000, 1)] {
      let id = "http://a/\(String(repeating: "a", count: length))"
      let named = try compiled(
        #"{"$id": "\#(id)", "allOf": [{"$ref": "\#(id)#/$defs/x"}], "$defs": {"x": {"type": "null"}}}"#
      )
      #expect(named.gaps.count == count)
    }
  }

  @Test("Members with different scalars are different, even if they look the same")
  func scalars() throws {
    let schema = #"{"properties": {"é": false}, "required": ["é"]}"#
    #expect(try problems(schema, "{\"e\u{301}\": 1}") == [": lacks the property “é”"])
  }

  // MARK: - Gaps

  @Test(
    "A part that cannot be checked is listed, and nothing is refused because of it",
    arguments: [
      (##"{"$ref": "#/$defs/no"}"##, "the reference “#/$defs/no” leads nowhere"),
      (
        #"{"not": {"$ref": "https://example.org/"}}"#,
        "the reference “https://example.org/” leads nowhere"
      ),
      (
        #"{"pattern": "(?i)a"}"#,
        "the pattern “(?i)a” cannot be checked: it contains a group of the kind (?i"
      ),
      (
        #"{"oneOf": [{"pattern": "(?i)a"}, {}]}"#,
        "the pattern “(?i)a” cannot be checked: it contains a group of the kind (?i"
      ),
      (#"{"minimum": "3"}"#, "“minimum” must be a number; it is not checked"),
      (#"{"maxLength": -1}"#, "“maxLength” must be a whole number from 0; it is not checked"),
      (
        #"{"type": "text"}"#,
        "“type” must be the name of a type, or an array of such names; it is not checked"
      ),
      (#"{"items": 1}"#, "a schema must be an object, true or false"),
      (
        #"{"patternProperties": {"(?i)a": true}, "additionalProperties": false}"#,
        "the pattern “(?i)a” cannot be checked: it contains a group of the kind (?i"
      ),
      (
        ##"{"unevaluatedProperties": false, "$ref": "#/$defs/no"}"##,
        "the reference “#/$defs/no” leads nowhere"
      ),
    ])
  func gaps(schema: String, sentence: String) throws {
    let schema = try compiled(schema)
    #expect(schema.gaps.map(\.sentence) == [sentence])
    for text in [#""a""#, "1", "[1]", #"{"a": 1}"#] {
      #expect(schema.problems(in: try document(text), atMost: 9).isEmpty, "\(text)")
    }
  }

  @Test("A gap has its file and its place")
  func gapPlace() throws {
    let schema = try compiled(#"{"$ref": "b.json"}"#, ("b.json", #"{"items": {"minItems": null}}"#))
    let gap = try #require(schema.gaps.first)
    #expect(gap.file == "b.json")
    #expect(gap.path.pointer == "/items/minItems")
  }

  @Test("Only an object, true and false are schemas", arguments: ["[]", "1", "null"])
  func refused(text: String) throws {
    #expect(throws: JSONSchemaError.self) { try compiled(text) }
    #expect(throws: JSONSchemaError.self) { try JSONSchema([]) }
  }

  // MARK: - Limits

  @Test(
    "A check that cannot end reports it",
    arguments: [
      ##"{"$ref": "#"}"##, ##"{"allOf": [{"$ref": "#"}, {"$ref": "#"}]}"##,
      ##"{"not": {"not": {"$ref": "#"}}}"##,
    ])
  func endless(schema: String) throws {
    let found = try problems(schema, "1")
    #expect(found.count == 1)
    #expect(found.first?.hasSuffix("it is not checked completely") == true, "\(found)")
  }

  @Test("A document of the greatest depth is checked")
  func deep() throws {
    let depth = JSONDocument.maximumDepth
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let schema = ##"{"type": "array", "items": {"anyOf": [{"$ref": "#"}]}, "maxItems": 1}"##
    #expect(try problems(schema, text).isEmpty)
    let inner = text.replacing("[]", with: "[1]")
    #expect(try problems(schema, inner).count == 1)
  }

  @Test("Exponentially many alternatives reach the limit of work")
  func exponential() throws {
    var definitions = #""d0": {"const": 1}"#
    for number in 1...40 {
      let reference = "{\"$ref\": \"#/$defs/d\(number - 1)\"}"
      definitions += ", \"d\(number)\": {\"allOf\": [\(reference), \(reference)]}"
    }
    let schema = try compiled("{\"$ref\": \"#/$defs/d40\", \"$defs\": {\(definitions)}}")
    var check = SchemaCheck(schema.program, of: try document("1"), steps: 10_000)
    var steps = Int.max / 2
    _ = check.advance(steps: &steps)
    #expect(
      check.sortedFaults.map(\.complaint.sentence)
        == ["takes too long to check by its schema; it is not checked completely"])
  }

  @Test("Slow patterns for many names reach the limit of work together")
  func slowNames() throws {
    let patterns = (0..<400).map { "\"^(a+)+$\($0)\": {}" }.joined(separator: ", ")
    let name = String(repeating: "a", count: 300)
    let members = (0..<400).map { "\"\(name)\($0)\": 1" }.joined(separator: ", ")
    let schema = try compiled("{\"patternProperties\": {\(patterns)}}")
    var check = SchemaCheck(schema.program, of: try document("{\(members)}"), steps: 100_000)
    var steps = Int.max / 2
    _ = check.advance(steps: &steps)
    let sentences = check.sortedFaults.map(\.complaint.sentence)
    #expect(
      sentences.contains("takes too long to check by its schema; it is not checked completely"))
    #expect(sentences.count < 400, "not every pattern was tried with every name")
  }

  @Test(
    "Checks whose work grows with the value or the keyword reach the limit of work",
    arguments: [
      (#"{"enum": [[]]}"#, "[\(String(repeating: "0,", count: 500))0]"),
      (#"{"format": "uri"}"#, "\"http://a/\(String(repeating: "a", count: 1_000))\""),
      (#"{"minLength": 1}"#, "\"\(String(repeating: "é", count: 1_000))\""),
      (#"{"type": "integer"}"#, String(repeating: "1", count: 1_000)),
      (#"{"maximum": 1}"#, String(repeating: "1", count: 1_000)),
      ("{\"required\": [\"a\(String(repeating: "\",\"a", count: 100))\"]}", "{}"),
    ])
  func work(keyword: String, text: String) throws {
    let fits = "{\"anyOf\": [\(keyword), {}]}"
    let parts = Array(repeating: "\(fits), {\"not\": {\"not\": \(fits)}}", count: 100)
    let schema = try compiled("{\"allOf\": [\(parts.joined(separator: ", "))]}")
    for (steps, isComplete) in [(4_000, false), (1_000_000, true)] {
      var check = SchemaCheck(schema.program, of: try document(text), steps: steps)
      var left = Int.max / 2
      _ = check.advance(steps: &left)
      let isWhole = check.sortedFaults.allSatisfy { !$0.complaint.sentence.contains("too long to") }
      #expect(isWhole == isComplete)
      // A part that was not checked makes no value invalid, even inside of “not”.
      if !isComplete { #expect(check.sortedFaults.count == 1) }
    }
  }

  @Test("A pattern that takes too long is a problem, even inside “not”")
  func slowPattern() throws {
    let text = "\"\(String(repeating: "a", count: 5_000))!\""
    for schema in [#"{"pattern": "^(a+)+$"}"#, #"{"not": {"pattern": "^(a+)+$"}}"#] {
      let found = try problems(schema, text)
      #expect(found.contains { $0.contains("takes too long for this text") }, "\(found)")
    }
  }

  @Test("At most 1,000 faults are kept")
  func manyFaults() throws {
    let text = "[" + (0..<5_000).map(String.init).joined(separator: ",") + "]"
    #expect(try problems(#"{"items": false}"#, text, atMost: 9_999).count == 1_000)
  }
}
