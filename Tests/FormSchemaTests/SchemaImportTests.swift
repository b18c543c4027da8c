// Templates from JSON Schemas. The tests check how each keyword is imported, and that the
// import makes a remark about everything that it drops.

import FormFixtures
import FormModel
import FormText
import LosslessJSON
import Testing

@testable import FormSchema

/// The template of a schema and the remarks on it, as a person sees them.
private struct Imported {
  let text: String
  let template: Template
  /// The remarks as `#/pointer: sentence`, in the order of the schema.
  let remarks: [String]

  init(_ schema: String) throws {
    let document = try JSONDocument(parsing: Array(schema.utf8))
    let made = try SchemaImport(of: document, id: "form")
    text = String(decoding: made.template, as: UTF8.self)
    template = try .reading(text)
    remarks = made.remarks.map { "#\($0.path.pointer): \($0.sentence)" }
  }

  /// Imports a schema with one property `p`.
  static func property(_ schema: String, required: Bool = false) throws -> Imported {
    try Imported(
      #"{"type": "object", "properties": {"p": \#(schema)}\#(required ? #", "required": ["p"]"# : "")}"#
    )
  }

  /// Returns the choices that a row lists.
  func choices(ofRow id: String) -> [String] {
    let document = try? JSONDocument(parsing: Array(text.utf8))
    for section in document?.root["sections"]?.elements.map({ $0 }) ?? [] {
      for row in section["rows"]?.elements.map({ $0 }) ?? [] where row["id"]?.string == id {
        return row["choices"]?.elements.compactMap(\.string) ?? []
      }
    }
    return []
  }

  /// The lines of the template that contain rows.
  var rows: [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("        {") }
      .map { $0.trimmingSpacesAndComma }
  }
}

extension Substring {
  fileprivate var trimmingSpacesAndComma: String {
    let text = drop { $0 == " " }
    return String(text.hasSuffix(",") ? text.dropLast() : text)
  }
}

/// Returns the lines of a table, each divided at the arrow.
private func table(_ text: String) -> [(left: String, right: String)] {
  text.split(separator: "\n").map { line in
    let arrow = line.firstRange(of: "  =>")
    let right = arrow.map { line[$0.upperBound...].drop { $0 == " " } } ?? ""
    return (String(line[..<(arrow?.lowerBound ?? line.endIndex)]), String(right))
  }
}

@Suite("Templates from JSON Schemas")
struct SchemaImportTests {
  @Test("Objects become sections, arrays of objects become repeats, and inner objects become paths")
  func structure() throws {
    let schema = """
      {"$schema": "http://json-schema.org/draft-07/schema#", "title": "Person",
       "description": "Who\\n it is", "type": "object", "required": ["firstName", "home"],
       "properties": {
        "firstName": {"type": "string", "description": "As on the passport"},
        "home": {"type": "object", "title": "Home", "required": ["city"], "properties": {
          "city": {"type": "string"},
          "geo": {"title": "Position", "properties": {"lat": {"type": "number"}}}}},
        "pets": {"type": "array", "maxItems": 9, "items": {"$ref": "#/definitions/pet"}},
        "nick names": {"type": "array", "items": {"type": "string"}, "minItems": 1}},
       "definitions": {"pet": {"title": "Pet", "type": "object", "required": ["name"],
        "properties": {"name": {"type": "string"}, "a.b": {"type": "boolean"}}}}}
      """
    let imported = try Imported(schema)
    #expect(
      imported.text == """
        {
          "longform": 1,
          "id": "form",
          "title": "Person",
          "description": "Who it is",
          "present": ["home"],
          "sections": [
            {
              "id": "main",
              "rows": [
                { "id": "firstName", "label": "First name", "help": "As on the passport", "required": true },
                { "id": "nick_names", "label": "Nick names", "type": "list", "key": "nick names", "min": 1 }
              ]
            },
            {
              "id": "home",
              "title": "Home",
              "rows": [
                { "id": "home.city", "label": "City", "required": true },
                { "id": "home.geo.lat", "label": "Position: Lat", "type": "decimal" }
              ]
            },
            {
              "id": "pets",
              "title": "Pets",
              "repeat": { "key": "pets", "max": 9, "label": "Pet {n}" },
              "rows": [
                { "id": "name", "label": "Name", "required": true },
                { "id": "a.b", "label": "A.b", "type": "boolean", "key": ["a.b"] }
              ]
            }
          ],
          "output": { "empty": "omit", "defaults": "omit" },
          "schemas": {
            "schema.json": \(schema)
          }
        }

        """)
    #expect(imported.remarks == [])
  }

  private static let reported = #"""
    {"type": "string", "minLength": 2, "maxLength": 5}  =>  "minLength": 2, "maxLength": 5
    {"type": "string", "minLength": 0}  =>
    {"type": "string", "pattern": "^a+$"}  =>  "pattern": "a+"
    {"type": "string", "pattern": "\\d"}  =>  "pattern": "(?s:.*)[0-9](?s:.*)"
    {"type": "string", "format": "email"}  =>  "type": "email"
    {"type": "string", "format": "uri"}  =>  "type": "url"
    {"type": "string", "format": "date"}  =>  "type": "date", "precision": "day"
    {"type": "string", "format": "uuid"}  =>  "type": "uuid"
    {"type": "string", "format": "uuid", "minLength": 36, "maxLength": 36}  =>  "type": "uuid"
    {"type": "array", "items": {"type": "string", "format": "uuid"}}  =>  "type": "list", "message": "a UUID is like 123e4567-e89b-12d3-a456-426614174000", "pattern": "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"
    {"type": "string", "format": "password"}  =>  "type": "secret"
    {"type": "string", "contentMediaType": "text/markdown"}  =>  "type": "paragraph"
    {"type": "string", "examples": ["one", "two"]}  =>  "placeholder": "one"
    {"type": "string", "default": "x\u00e9"}  =>  "default": "x\u00e9"
    {"type": "string", "readOnly": true, "default": "x"}  =>  "default": "x", "readOnly": true
    {"type": ["string", "null"]}  =>
    {"type": ["string", "integer"], "minimum": 2}  =>  "type": ["integer", "text"], "min": 2
    {"type": ["boolean", "number", "string", "null"], "pattern": "^a"}  =>  "type": ["boolean", "decimal", "text"], "pattern": "a(?s:.*)"
    {"anyOf": [{"type": "string", "maxLength": 9}, {"type": "number"}, {"type": "boolean"}]}  =>  "type": ["boolean", "decimal", "text"], "maxLength": 9
    {"type": "integer", "minimum": 1, "exclusiveMaximum": 9}  =>  "type": "integer", "min": 1, "max": 8
    {"type": "number", "minimum": -1.50, "maximum": 1e3}  =>  "type": "decimal", "min": -1.50, "max": 1e3
    {"type": "number", "multipleOf": 1.0, "default": 3}  =>  "type": "integer", "default": 3
    {"type": "number", "multipleOf": 0.01}  =>  "type": "decimal", "multipleOf": 0.01
    {"type": "integer", "multipleOf": 1e2, "default": 300}  =>  "type": "integer", "default": 300, "multipleOf": 1e2
    {"multipleOf": 5}  =>  "type": "decimal", "multipleOf": 5
    {"allOf": [{"type": "number", "multipleOf": 1}, {"multipleOf": 5}, {"multipleOf": 5.0}]}  =>  "type": "integer", "multipleOf": 5
    {"type": "boolean", "default": true}  =>  "type": "boolean", "default": true
    {"enum": [true, false]}  =>  "type": "boolean"
    {"enum": ["a", 1, null, "1"], "default": 1}  =>  "type": "choice", "default": "1", "choices": ["a", { "value": 1 }, { "value": "1", "label": "\"1\"" }]
    {"type": "string", "enum": ["a", 1]}  =>  "type": "choice", "choices": ["a"]
    {"oneOf": [{"const": "s", "title": "Small"}, {"const": 2, "title": "Two"}]}  =>  "type": "choice", "choices": [{ "value": "s", "label": "Small" }, { "value": 2, "label": "Two" }]
    {"anyOf": [{"enum": ["a", "b"]}, {"type": "string"}]}  =>  "type": "choice", "choices": ["a", "b"], "strict": false
    {"anyOf": [{"type": "integer"}, {"type": "null"}]}  =>  "type": "integer"
    {"allOf": [{"type": "integer", "minimum": 1}, {"minimum": 3, "maximum": 9}]}  =>  "type": "integer", "min": 3, "max": 9
    {"type": "array", "items": {"type": "string", "pattern": "^x"}, "maxItems": 3}  =>  "type": "list", "pattern": "x(?s:.*)", "max": 3
    {"type": "array", "items": {"enum": ["a", "b"]}, "default": ["b"]}  =>  "type": "choices", "default": ["b"], "choices": ["a", "b"]
    {}  =>  "type": "json"
    true  =>  "type": "json"
    {"default": {"a": [1.50]}}  =>  "type": "json", "default": "{\"a\": [1.50]}"
    {"title": "P", "const": 7}  =>  "type": "choice", "choices": [{ "value": 7 }]
    """#

  @Test(
    "The constraints of a value become the type and the rules of a row",
    arguments: table(reported))
  func rows(schema: String, keys: String) throws {
    let imported = try Imported.property(schema)
    let expected = keys.isEmpty ? "" : ", \(keys)"
    #expect(imported.remarks == [])
    #expect(imported.rows == [#"{ "id": "p", "label": "P"\#(expected) }"#])
  }

  private static let branches = #"""
    {"oneOf": [{"type": "string"}, {"type": "integer"}]}  =>  { "id": "p", "label": "P", "type": ["integer", "text"] }
    {"oneOf": [{"type": "string"}, {"type": "string", "pattern": "^a"}]}  =>  { "id": "p", "label": "P" }
    {"type": ["string", "object"], "properties": {"a": {"type": "string"}}}  =>  { "id": "p.a", "label": "A" }
    """#

  @Test(
    "Of the alternatives, the form asks for the first object or array that has something to ask",
    arguments: table(branches))
  func firstAlternative(schema: String, row: String) throws {
    #expect(try Imported.property(schema).rows.last == row)
  }

  private static let kinds = #"""
    {"oneOf": [{"const": false}, {"type": "array", "items": {"type": "string"}}]}  =>  no: p choice, List: p list
    {"anyOf": [{"enum": ["all"]}, {"type": "array", "items": {"enum": ["a", "b"]}}]}  =>  all: p choice, List: p choices
    {"oneOf": [{"const": "no"}, {"properties": {"a": {"type": "string"}}}]}  =>  no: p choice, Details: p.a text
    {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "string"}]}  =>  List: p list, Text: p text
    {"type": ["string", "array"], "items": {"type": "string"}}  =>  Text: p text, List: p list
    {"anyOf": [{"type": "null"}, {"type": "array", "items": {"type": "string"}}, {"type": "boolean"}]}  =>  List: p list, Yes or no: p boolean
    {"type": "object", "oneOf": [{"title": "One", "required": ["b"], "additionalProperties": false, "properties": {"b": {"type": "string"}}}, {"required": ["c"], "properties": {"c": {"type": "string"}}}]}  =>  One: p.b text, C: p.c text
    {"properties": {"k": {"type": "string"}}, "oneOf": [{"required": ["k"], "properties": {"k": {"const": "x"}}}, {"required": ["k"], "properties": {"k": {"const": "y"}, "n": {"type": "integer"}}}]}  =>  Details: p.k choice, Details 2: p.k choice, Details 2: p.n integer
    """#

  private static let items = #"""
    {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "object", "properties": {"a": {"type": "integer"}}}]}}  =>  "x", {"a": 1}
    {"type": "array", "items": {"type": ["string", "number"]}}  =>  "x", 1.5
    {"type": "array", "items": {"oneOf": [{"type": "string"}, {"type": "integer"}]}}  =>  "x", 2
    {"type": "array", "items": {"type": ["string", "object", "array"], "properties": {"a": {"type": "string"}}, "items": {"type": "string"}}}  =>  "x", {"a": "y"}, ["b", "c"]
    {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "integer"}}]}}  =>  "x", [1, 2]
    {"type": "array", "items": {"oneOf": [{"type": "string"}, {"type": "object", "additionalProperties": false}]}}  =>  "x", {}
    {"type": "array", "items": {"anyOf": [{"required": ["a"], "properties": {"a": {"type": "string"}}}, {"required": ["b"], "properties": {"b": {"type": "boolean"}}}]}}  =>  {"a": "x"}, {"b": true}
    """#

  @Test(
    "A form asks for items of all kinds, and a document with them is edited",
    arguments: table(items))
  func itemsOfSeveralKinds(schema: String, items: String) throws {
    let imported = try Imported.property(schema)
    #expect(imported.remarks.allSatisfy { $0.contains("JSON that is not checked") })
    let document = #"{"p": [\#(items)]}"#
    var session = try FormSession(
      imported.template, answers: JSONDocument(parsing: Array(document.utf8)))
    session.applyToEnd(.checkRequested)
    #expect(session.problems.isEmpty)
    #expect(session.exported(.json) == document)
    for old in ["x", "y"] where items.contains("\"\(old)\"") {
      let rows = imported.template.sections.indices.flatMap { section in
        session.answers.outline.items(ofSection: section).flatMap { item in
          imported.template.sections[section].rows.indices.map {
            FormRow.ID(section: section, item: item, row: $0, number: 0)
          }
        }
      }
      let row = try #require(
        rows.first {
          session.answers.text(of: $0).string == old && !session.answers.isHidden($0)
        })
      session.applyToEnd(.answered(row, "new"))
      #expect(session.exported(.json) == document.replacing("\"\(old)\"", with: "\"new\""))
      session.applyToEnd(.undone)
    }
  }

  @Test("After an alternative for which rows ask, any JSON is the alternative for all others")
  func manyAlternatives() throws {
    let list = (0..<17).map {
      #"{"required": ["a\#($0)"], "properties": {"a\#($0)": {"type": "string"}}}"#
    }.joined(separator: ", ")
    for schema in [
      #"{"anyOf": [\#(list)]}"#, #"{"type": "array", "items": {"anyOf": [\#(list)]}}"#,
    ] {
      let imported = try Imported.property(schema)
      let isArray = schema.contains("array")
      #expect(imported.remarks == [])
      #expect(
        imported.choices(ofRow: isArray ? "alternative" : "p-alternative") == ["Details", "JSON"])
      for member in ["a0", "a9"] {
        let value = #"{"\#(member)": "x"}"#
        let document = #"{"p": \#(isArray ? "[\(value)]" : value)}"#
        var session = try FormSession(
          imported.template, answers: JSONDocument(parsing: Array(document.utf8)))
        session.applyToEnd(.checkRequested)
        #expect(session.exported(.json) == document)
        #expect(session.problems.isEmpty, "\(document)")
      }
    }
  }

  @Test("An alternative that only lists alternatives is replaced by them")
  func nestedAlternatives() throws {
    func requiring(_ name: String) -> String {
      #"{"required": ["\#(name)"], "properties": {"\#(name)": {"type": "string"}}}"#
    }
    let names = ["a", "b", "c", "d"]
    let parts = names.map(requiring)
    let imported = try Imported(
      #"""
      {"oneOf": [{"$ref": "#/$defs/one"}, \#(parts[0])], "$defs": {
        "one": {"anyOf": [{"$ref": "#/$defs/two"}, \#(parts[1])]},
        "two": {"oneOf": [\#(parts[2]), \#(parts[3])]}}}
      """#)
    #expect(imported.remarks == [])
    for name in names {
      var session = try FormSession(
        imported.template,
        answers: JSONDocument(parsing: Array(#"{"\#(name)": "x"}"#.utf8)))
      session.applyToEnd(.checkRequested)
      #expect(session.problems.isEmpty, "\(name)")
    }
    let recursive = try Imported(
      #"""
      {"$ref": "#/$defs/a", "$defs": {"a": {"oneOf": [{"$ref": "#/$defs/a"}, \#(parts[0]), \#(parts[1])]}}}
      """#)
    #expect(recursive.choices(ofRow: "alternative").count >= 2)
  }

  @Test("A choice selects the alternative whose rows are shown", arguments: table(kinds))
  func alternatives(schema: String, rows: String) throws {
    let imported = try Imported.property(schema)
    #expect(
      imported.remarks.allSatisfy { $0.contains("additionalProperties") }, "\(imported.remarks)")
    var alternatives: [String] = []
    var shown: [String] = []
    for section in imported.template.sections {
      for row in section.rows {
        if !row.isExported {
          alternatives = imported.choices(ofRow: row.id.source)
        } else {
          shown.append("\(row.path.source) \(row.type.rawValue)")
        }
      }
    }
    let expected = rows.split(separator: ",").map { part in
      part.drop { $0 == " " }.split(separator: ":").map { String($0.drop { $0 == " " }) }
    }
    #expect(shown == expected.map { $0[1] })
    #expect(Set(alternatives) == Set(expected.map { $0[0] }))
  }

  private static let orders = #"""
    {"required": ["a"], "properties": {"a": {}, "b": {}, "c": {}, "d": {}}, "oneOf": [{"required": ["c"], "properties": {"c": true}}, {"required": ["d"]}]}  =>  a, kind, c 1, d 2, b
    {"properties": {"c": {}, "b": {}, "d": {}}, "oneOf": [{"required": ["c"], "properties": {"c": true}}, {"required": ["d"]}]}  =>  kind, c 1, d 2, b
    {"properties": {"c": {}, "d": {}}, "anyOf": [{"required": ["c"], "properties": {"c": true}}, {"required": ["d"]}]}  =>  kind, c 1, d 1, c 2, d 2
    {"properties": {"c": {}, "d": {}}, "oneOf": [{"required": ["c"], "properties": {"c": true}}, {"required": ["d"], "properties": {"d": {"type": "string"}}}]}  =>  kind, c 1, d 1, d 2
    {"properties": {"c": {}, "d": {}, "e": {}}, "oneOf": [{"required": ["c"], "properties": {"c": true}}, {"required": ["d", "e"]}]}  =>  kind, c 1, d 1, e 1, d 2, e 2
    """#

  @Test(
    "A choice precedes optional properties, and shows no property of which `oneOf` allows only one",
    arguments: table(orders))
  func order(schema: String, rows: String) throws {
    let imported = try Imported(schema)
    #expect(imported.remarks == [])
    let section = try #require(imported.template.sections.first)
    let kind = try #require(section.rows.first { !$0.isExported })
    let choices = imported.choices(ofRow: kind.id.source)
    let shown = section.rows.map { row in
      guard row.isExported else { return "kind" }
      let place = choices.firstIndex { label in
        imported.rows.contains {
          $0.contains("\"id\": \"\(row.id.source)\"") && $0.contains("\"is\": \"\(label)\"")
        }
      }
      return row.path.source + (place.map { " \($0 + 1)" } ?? "")
    }
    #expect(shown.joined(separator: ", ") == rows)
  }

  private static let others = #"""
    {"patternProperties": {"^x-": {"type": "string"}}, "additionalProperties": false}  =>  text
    {"patternProperties": {"^x": {"type": "integer"}, "y$": {}}, "additionalProperties": false}  =>  json
    {"patternProperties": {"^x-": {"type": "string"}}}  =>  json
    {"additionalProperties": {"type": "integer"}}  =>  integer
    {"patternProperties": {"^x-": {}}, "additionalProperties": {"type": "integer"}}  =>  json
    """#

  @Test(
    "Members that only a pattern describes are items beside the named properties",
    arguments: table(others))
  func otherMembers(keywords: String, value: String) throws {
    let imported = try Imported(
      #"{"type": "object", "properties": {"a": {"type": "string"}}, \#(keywords.dropFirst())"#)
    #expect(imported.remarks == [])
    let section = try #require(imported.template.sections.first { $0.repetition != nil })
    #expect(section.repetition?.takesOtherMembers == true)
    #expect(section.rows.map(\.isItemName) == [true, false])
    #expect(section.rows[1].type.rawValue == value)
    #expect(imported.text.contains(#""pattern""#) == keywords.contains("false"))
    let document = #"{"a": "1", "x-b": \#(keywords.contains("integer") ? "2" : "\"2\"")}"#
    var session = try FormSession(
      imported.template, answers: JSONDocument(parsing: Array(document.utf8)))
    session.applyToEnd(.checkRequested)
    #expect(session.problems.isEmpty)
    #expect(session.answers.row(atPath: "x-b") != nil)
    #expect(session.exported(.json) == document)
  }

  @Test("A document is loaded and exported correctly, whichever alternative it uses")
  func alternativesInDocuments() throws {
    let imported = try Imported(
      #"""
      {"properties": {"build": {"oneOf": [{"type": "string"}, {"type": "object",
        "required": ["context"], "properties": {"context": {"type": "string"},
          "tags": {"type": "array", "items": {"type": "string"}},
          "args": {"type": "array", "items": {"required": ["n"], "properties": {"n": {"type": "string"}}}}}}]}}}
      """#)
    #expect(imported.remarks == [])
    for document in [
      #"{"build": "."}"#, #"{"build": {"context": ".", "tags": ["a"]}}"#, "{}",
      #"{"build": {"context": ".", "args": [{"n": "x"}, {"n": "y"}]}}"#,
    ] {
      var session = try FormSession(
        imported.template, answers: JSONDocument(parsing: Array(document.utf8)))
      session.applyToEnd(.checkRequested)
      #expect(session.exported(.json) == document)
      #expect(session.problemsInOrder.isEmpty, "\(document)")
    }
    for document in [#"{"build": {"tags": ["a"]}}"#, #"{"build": {"args": [{"n": "x"}]}}"#] {
      var session = try FormSession(
        imported.template, answers: JSONDocument(parsing: Array(document.utf8)))
      session.applyToEnd(.checkRequested)
      #expect(session.problemsInOrder.count == 1, "\(document)")
    }
  }

  @Test("An answer that fits several alternatives of oneOf is a problem")
  func overlap() throws {
    let imported = try Imported.property(
      #"""
      {"oneOf": [{"required": ["a"], "properties": {"a": {"const": 1}}},
        {"properties": {"b": {"type": "string"}}}]}
      """#)
    #expect(imported.remarks == [])
    for (document, count) in [(#"{"p": {"b": "x"}}"#, 0), (#"{"p": {"a": 1, "b": "x"}}"#, 1)] {
      var session = try FormSession(
        imported.template, answers: JSONDocument(parsing: Array(document.utf8)))
      session.applyToEnd(.checkRequested)
      #expect(session.problems.count == count, "\(document)")
    }
  }

  @Test("Arrays of objects inside items become repeats inside items")
  func nestedRepeats() throws {
    let imported = try Imported(
      #"""
      {"properties": {"jobs": {"type": "array", "items": {"properties": {"name": {"type": "string"},
        "work": {"type": "array", "maxItems": 2, "items": {"required": ["run"], "properties": {"run": {"type": "string"},
          "env": {"properties": {"vars": {"type": "array", "items": {"properties": {"key": {"type": "string"}}}}}}}}}}}}}}
      """#)
    #expect(imported.remarks == [])
    #expect(imported.template.sections.map(\.id) == ["jobs", "work", "env.vars"])
    #expect(imported.template.sections.map(\.chain.count) == [1, 2, 3])
    let document =
      #"{"jobs": [{"name": "a", "work": [{"run": "x", "env": {"vars": [{"key": "K"}]}}]}]}"#
    let session = try FormSession(
      imported.template, answers: JSONDocument(parsing: Array(document.utf8)))
    #expect(session.exported(.json) == document)
    #expect(session.answers.row(atPath: "jobs[0].work[0].env.vars[0].key") != nil)
  }

  private static let mapping = #"""
    {"type": "object"}  =>  name text, value json
    {"additionalProperties": true}  =>  name text, value json
    {"additionalProperties": {"type": "integer", "minimum": 1}}  =>  name text, value integer
    {"additionalProperties": {"enum": ["a", "b"]}, "maxProperties": 3}  =>  name text, value choice
    {"additionalProperties": {"type": "array", "items": {"type": "string"}, "minItems": 1}}  =>  name text, value list
    {"additionalProperties": {"properties": {"name": {"type": "string"}, "b": {"type": "boolean"}}}}  =>  name text, name-2 text, b boolean
    {"additionalProperties": {"additionalProperties": {"type": "string"}}}  =>  name text / name text, value text
    {"additionalProperties": {"type": "array", "items": {"type": "number"}}}  =>  name text / value decimal
    {"patternProperties": {"^[a-z]+$": {"type": "string"}}, "additionalProperties": false}  =>  name text, value text
    {"patternProperties": {".*": {"type": "string"}}}  =>  name text, value text
    {"propertyNames": {"enum": ["x", "y"]}}  =>  name choice, value json
    {"propertyNames": {"minLength": 2, "pattern": "^x"}}  =>  name text, value json
    """#

  @Test("Members of any name become items with a row for the name", arguments: table(mapping))
  func maps(schema: String, rows: String) throws {
    let imported = try Imported.property(schema)
    #expect(imported.remarks == [])
    let sections = imported.template.sections.map { section in
      section.rows.map { "\($0.id.source) \($0.type.rawValue)" }.joined(separator: ", ")
    }
    #expect(sections.joined(separator: " / ") == rows)
    #expect(imported.template.sections[0].repetition?.isMap == true)
  }

  @Test("The names of members obey the patterns, lists and lengths of the schema")
  func namesOfMembers() throws {
    for (schema, good, bad) in [
      (#"{"patternProperties": {"^[a-z]+$": {}}, "additionalProperties": false}"#, "ab", "a1"),
      (#"{"propertyNames": {"enum": ["ab", "c"]}}"#, "ab", "d"),
      (#"{"propertyNames": {"minLength": 2}}"#, "ab", "a"),
      (#"{"propertyNames": {"pattern": "^a"}}"#, "ab", "b"),
    ] {
      let imported = try Imported.property(schema)
      for (name, problems) in [(good, 0), (bad, 1)] {
        let document = Array(#"{"p": {"\#(name)": 1}}"#.utf8)
        var session = try FormSession(
          imported.template, answers: JSONDocument(parsing: document))
        session.applyToEnd(.checkRequested)
        #expect(session.problems.count == problems, "\(schema) \(name)")
      }
    }
  }

  @Test(
    "Arrays and maps can be the whole document",
    arguments: [
      (#"{"type": "array", "items": {"type": "string"}}"#, #"["a", "b"]"#),
      (#"{"items": {"properties": {"a": {"type": "string"}}}, "minItems": 1}"#, #"[{"a": "x"}]"#),
      (#"{"additionalProperties": {"type": "integer"}}"#, #"{"a": 1}"#),
      (#"{"type": "object", "additionalProperties": {"type": "object"}}"#, #"{"a": {"b": [1]}}"#),
    ])
  func roots(schema: String, document: String) throws {
    let imported = try Imported(schema)
    #expect(imported.remarks == [])
    var session = try FormSession(
      imported.template, answers: JSONDocument(parsing: Array(document.utf8)))
    session.applyToEnd(.checkRequested)
    #expect(session.problems.isEmpty)
    #expect(session.answers.rowCount > 0)
    #expect(session.exported(.json) == document)
  }

  private static let closing = #"""
    {"properties": {"a": {"type": "string"}}, "additionalProperties": false}  =>  p
    {"allOf": [{"properties": {"a": {"type": "string"}}}], "unevaluatedProperties": false}  =>  
    {"allOf": [{"properties": {"a": {"type": "string"}}, "unevaluatedProperties": false}]}  =>  
    {"allOf": [{"properties": {"a": {"type": "string"}}, "additionalProperties": true}], "unevaluatedProperties": false}  =>  
    {"oneOf": [{"required": ["a"], "properties": {"a": {"type": "string"}}, "additionalProperties": false}, {"required": ["b"], "properties": {"b": {"type": "string"}}, "additionalProperties": false}]}  =>  p
    {"oneOf": [{"required": ["a"], "properties": {"a": {"type": "string"}}, "additionalProperties": false}, {"required": ["b"], "properties": {"b": {"type": "string"}}}]}  =>  
    """#

  @Test(
    "An object that forbids other properties is closed if its form can express that",
    arguments: table(closing))
  func closings(schema: String, expected: String) throws {
    let imported = try Imported.property(schema)
    let isClosed = expected == "p"
    #expect(imported.text.contains(#""closed": ["p"]"#) == isClosed)
    let places = imported.remarks.map { $0.prefix { $0 != ":" } }.joined(separator: " ")
    #expect(places == (isClosed ? "" : expected))
    for name in ["a", "b"] where schema.contains(#""\#(name)": "#) {
      let document = #"{"p": {"\#(name)": "1", "z": 1}}"#
      let session = try FormSession(
        imported.template, answers: JSONDocument(parsing: Array(document.utf8)))
      #expect(session.answers.unknownMembers.map(\.path.pointer) == (isClosed ? ["/p/z"] : []))
    }
  }

  @Test("Items that contain only arrays of objects become a row of type json")
  func itemsWithoutRows() throws {
    let imported = try Imported(
      #"""
      {"properties": {"a": {"type": "string"}, "list": {"type": "array", "items": {"properties": {
        "inner": {"type": "array", "items": {"properties": {"x": {"type": "string"}}}}}}}}}
      """#)
    #expect(imported.template.sections.count == 1)
    #expect(imported.template.sections[0].rows.map(\.type) == [.text, .json])
    #expect(imported.remarks == [])
  }

  @Test("A schema that contains itself gives three levels, or fewer if the form would be too large")
  func recursion() throws {
    let list = try Imported(
      #"""
      {"type": "object", "properties": {"name": {"type": "string"},
        "children": {"type": "array", "items": {"$ref": "#"}}}}
      """#)
    #expect(list.template.sections.map(\.chain.count) == [0, 1, 2])
    #expect(list.remarks == [])
    let names = (0..<50).map { ##""p\##($0)": {"$ref": "#/$defs/n"}"## }.joined(separator: ",")
    let wide = try Imported(
      #"""
      {"properties": {"n": {"$ref": "#/$defs/n"}},
       "$defs": {"n": {"type": "object", "properties": {"x": {"type": "string"}, \#(names)}}}}
      """#)
    #expect(wide.template.sections.flatMap(\.rows).count { $0.type == .text } == 51)
    #expect(wide.template.sections.flatMap(\.rows).count { $0.type == .json } == 50 * 50)
    #expect(wide.remarks == [])
  }

  @Test("A required property of an optional object is needed as soon as the object exists")
  func presence() throws {
    let imported = try Imported(
      #"""
      {"properties": {"proxy": {"required": ["host", "auth"], "properties": {
        "host": {"type": "string"}, "port": {"type": "integer"},
        "auth": {"required": ["user"], "properties": {"user": {"type": "string"}, "realm": {"type": "string"}}}}}}}
      """#)
    #expect(imported.remarks == [])
    for (document, problems) in [
      ("{}", []), (#"{"proxy": {"port": 1}}"#, ["proxy.host", "proxy.auth.user"]),
      (#"{"proxy": {"host": "h"}}"#, ["proxy.auth.user"]),
      (#"{"proxy": {"host": "h", "auth": {"realm": "r"}}}"#, ["proxy.auth.user"]),
      (#"{"proxy": {"host": "h", "auth": {"user": "u"}}}"#, []),
    ] {
      var session = try FormSession(
        imported.template, answers: JSONDocument(parsing: Array(document.utf8)))
      session.applyToEnd(.checkRequested)
      #expect(session.problemsInOrder.map { session.template[$0.row].path.source } == problems)
    }
  }

  @Test("References are followed only to files in the schema's folder")
  func files() throws {
    let files = [
      "parts/person.json": #"""
      {"$id": "https://example.org/parts/person.json", "type": "object", "required": ["name"], "properties": {
        "name": {"$ref": "../names.json#/$defs/name"}, "home": {"$ref": "https://example.org/parts/person.json#/$defs/home"},
        "boss": {"$ref": "../main.json#/$defs/boss"}},
       "$defs": {"home": {"type": "string", "not": {"const": "x"}}}}
      """#,
      "names.json": #"{"$defs": {"name": {"type": "string", "maxLength": 9}}}"#,
      "bad.json": "{",
    ]
    var asked: [String] = []
    let folder = SchemaFolder(name: "main.json") { path, _ in
      asked.append(path)
      return files[path].map { Array($0.utf8) }
    }
    let document = try JSONDocument(
      parsing: Array(
        #"""
        {"properties": {"person": {"$ref": "parts/person.json"}, "other": {"$ref": "./parts/person.json"},
          "a": {"$ref": "bad.json"}, "b": {"$ref": "none.json"}, "c": {"$ref": "../up.json"},
          "d": {"$ref": "https://example.org/x.json"}, "e": {"$ref": "/etc/passwd"}, "f": {"$ref": "names.json#/no"},
          "g": {"$ref": "names.json%00"}},
         "$defs": {"boss": {"type": "boolean"}}}
        """#.utf8))
    let made = try SchemaImport(of: document, id: "form", in: folder)
    #expect(asked == ["parts/person.json", "names.json", "bad.json", "none.json"])
    let template = try TemplateReader.template(from: made.template)
    let person = try #require(template.sections.first { $0.id == "person" })
    #expect(person.rows.map(\.type) == [.text, .text, .boolean])
    let sentences = made.remarks.map { "\($0.file ?? "")#\($0.path.pointer): \($0.sentence)" }
    for expected in [
      "#/properties/a/$ref: the reference “bad.json” leads to a file that is not JSON",
      "#/properties/b/$ref: the reference “none.json” leads to a file that cannot be read",
      "#/properties/c/$ref: the reference “../up.json” leads out of the schema's folder",
      "#/properties/d/$ref: the reference “https://example.org/x.json” leads to another document",
      "#/properties/e/$ref: the reference “/etc/passwd” leads to another document",
      "#/properties/f/$ref: the reference “names.json#/no” leads nowhere",
      "#/properties/g/$ref: the reference “names.json%00” leads to another document",
    ] {
      #expect(sentences.contains { $0.hasPrefix(expected) }, "\(expected) in \(sentences)")
    }
  }

  @Test("At most 64 files are read, including the schema itself")
  func manyFiles() throws {
    let document = try JSONDocument(
      parsing: Array(
        "{\"properties\": {\((0..<70).map { "\"p\($0)\": {\"$ref\": \"f\($0).json\"}" }.joined(separator: ","))}}"
          .utf8))
    var count = 0
    let folder = SchemaFolder(name: "main.json") { _, _ in
      count += 1
      return Array(#"{"type": "integer"}"#.utf8)
    }
    let made = try SchemaImport(of: document, id: "form", in: folder)
    #expect(count == 63)
    #expect(made.remarks.count { $0.sentence.contains("leads to one file too many") } == 7)
  }

  private static let marks = #"""
    The `name` of *the* **thing**  =>  The name of the thing
    See [the docs](https://example.org/a_b) or [it][1]  =>  See the docs or it
    snake_case and 2 * 3 * 4 and a*b  =>  snake_case and 2 * 3 * 4 and a*b
    __Deprecated__: use _other_  =>  Deprecated: use other
    `a * b * c` and ``x ` y``  =>  a * b * c and x ` y
    <owner>/<repo><br>next <b>bold</b>  =>  <owner>/<repo> next bold
    \*literal\* C:\dir [1] ~~gone~~ ~home  =>  *literal* C:\dir [1] gone ~home
    ## Heading # 1  =>  Heading # 1
    """#

  @Test("A help text that begins with an address begins with the words after it")
  func addresses() throws {
    for (source, help) in [
      ("https://a.example/b\\nThe name", "The name https://a.example/b"),
      ("https://a.example/b", "https://a.example/b"),
      ("The name https://a.example", "The name https://a.example"),
    ] {
      let imported = try Imported.property(#"{"type": "string", "description": "\#(source)"}"#)
      #expect(imported.template.sections[0].rows[0].help?.source == help)
    }
  }

  @Test("Labels and help contain the words of Markdown without its marks", arguments: table(marks))
  func markdown(source: String, words: String) throws {
    #expect(MarkdownText.plain(source) == words)
    let quoted = String(decoding: SketchObject.encoded(source), as: UTF8.self)
    let imported = try Imported.property(#"{"type": "string", "description": \#(quoted)}"#)
    #expect(imported.template.sections[0].rows[0].help?.source == words)
  }

  @Test(
    "A default in an optional object becomes a placeholder, and unchanged defaults are left out")
  func defaultsInObjects() throws {
    let schema = #"""
      {"properties": {"size": {"type": "integer", "default": 1}, "proxy": {"required": ["host"], "properties": {
        "host": {"type": "string"}, "port": {"type": "integer", "default": 80},
        "safe": {"type": "boolean", "default": true},
        "names": {"type": "array", "items": {"type": "string"}, "default": ["a", "b"]}}}}}
      """#
    let imported = try Imported(schema)
    #expect(imported.rows[2...].map { $0.contains("placeholder") } == [true, true, true])
    for shown in [#""placeholder": "80""#, #""placeholder": "yes""#, #""placeholder": "a, b""#] {
      #expect(imported.text.contains(shown))
    }
    #expect(FormSession(imported.template).exported(.json) == "{}\n")
  }

  @Test("A label does not repeat the label of the object around it")
  func nestedLabels() throws {
    let imported = try Imported.property(
      #"""
      {"properties": {"component": {"properties": {
        "a": {"title": "Component name", "type": "string"}, "b": {"title": "Components", "type": "string"}}}}}
      """#)
    #expect(imported.rows.map { $0.contains("\"label\": \"Component name\"") } == [true, false])
    #expect(imported.rows[1].contains(#""label": "Component: Components""#))
  }

  @Test("The form fills in a required constant")
  func constant() throws {
    let imported = try Imported.property(#"{"const": "v1"}"#, required: true)
    #expect(imported.remarks == [])
    let session = FormSession(imported.template)
    #expect(session.exported(.json) == "{\n  \"p\": \"v1\"\n}\n")
    #expect(imported.rows[0].contains("\"readOnly\": true"))
  }

  private static let beyond = #"""
    {"type": "string", "pattern": "a++"}  =>  #/properties/p/pattern: the pattern “a++” cannot be checked: it contains a quantifier of a quantifier
    {"type": "string", "pattern": "(a"}  =>  #/properties/p/pattern: the pattern “(a” cannot be checked: missing closing parenthesis
    {"$ref": "https://example.org/other.json"}  =>  #/properties/p/$ref: the reference “https://example.org/other.json” leads to another document
    {"$ref": "#/$defs/none"}  =>  #/properties/p/$ref: the reference “#/$defs/none” leads nowhere
    """#

  private static let checked = #"""
    {"type": "string", "not": {"const": "x"}}  =>  "x"
    {"type": "string", "if": {"const": "x"}, "then": {"minLength": 2}}  =>  "x"
    {"type": "string", "format": "uuid", "maxLength": 35}  =>  "123e4567-e89b-12d3-a456-426614174000"
    {"type": "string", "maxLength": 0}  =>  "x"
    {"type": "number", "multipleOf": 1234567890123456789}  =>  3
    {"allOf": [{"type": "number", "multipleOf": 2}, {"multipleOf": 3}]}  =>  8
    {"type": "number", "exclusiveMinimum": 0}  =>  0
    {"type": "integer", "minimum": 9, "maximum": 1}  =>  5
    {"properties": {"a": {"type": "string"}, "b": false}}  =>  {"a": "x", "b": 1}
    {"propertyNames": false}  =>  {"a": 1}
    {"type": "object", "required": ["a"], "properties": {"b": {}}}  =>  {"b": 1}
    {"type": "object", "const": {"a": 1}}  =>  {"a": 2}
    {"additionalProperties": {"type": "string"}, "minProperties": 2}  =>  {"a": "x"}
    {"properties": {"a": {"type": "string"}}, "dependentRequired": {"a": ["b"]}}  =>  {"a": "x"}
    {"properties": {"a": {"type": "string"}, "l": {"type": "array", "items": {"properties": {"b": {"type": "string"}}}}}, "required": ["a"]}  =>  {"l": [{"b": "x"}]}
    {"type": "array", "prefixItems": [{"type": "string"}]}  =>  [1]
    {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}  =>  [["x"]]
    {"type": "array", "items": {"type": "string"}, "uniqueItems": true}  =>  ["x", "x"]
    {"type": "array", "items": {"type": "string"}, "contains": {"const": "x"}}  =>  ["y"]
    {"type": "array", "items": {"type": "string", "maxLength": 9}}  =>  ["more than nine"]
    {"type": "array", "minItems": 2, "items": {"properties": {"a": {"type": "string"}}}}  =>  [{"a": "x"}]
    """#

  @Test(
    "A rule that a row does not have is checked by the schema, and causes no remark",
    arguments: table(checked))
  func checkedBySchema(schema: String, value: String) throws {
    let imported = try Imported(
      #"{"properties": {"p": \#(schema), "q": {"type": "string"}}}"#)
    #expect(imported.remarks == [])
    for (document, isValid) in [(#"{"p": \#(value)}"#, false), (#"{"q": "x"}"#, true)] {
      var session = try FormSession(
        imported.template, answers: JSONDocument(parsing: Array(document.utf8)))
      session.applyToEnd(.checkRequested)
      #expect(session.problems.isEmpty == isValid, "\(document)")
    }
  }

  @Test(
    "A part of a schema for which the form does not ask is reported at its position",
    arguments: table(beyond))
  func unsupported(schema: String, remark: String) throws {
    // Add a second property, because a form needs at least one row.
    let imported = try Imported(
      #"{"properties": {"p": \#(schema), "q": {"type": "string"}}}"#)
    #expect(imported.remarks.contains { $0.hasPrefix(remark) }, "\(imported.remarks)")
  }

  private static let needless = #"""
    {"type": "string", "readOnly": true}  =>  "readOnly" is ignored: the property is required and has no default
    """#

  @Test(
    "A requirement that a form cannot state is reported",
    arguments: table(needless))
  func requiredWithoutNeed(schema: String, remark: String) throws {
    let imported = try Imported.property(schema, required: true)
    #expect(imported.remarks.count == 1)
    #expect(imported.remarks.first?.contains(remark) == true, "\(imported.remarks)")
  }

  @Test("An item that may be a text is typed and pasted at once; a choice after it has the others")
  func textItems() throws {
    let imported = try Imported.property(
      #"{"type": "array", "items": {"anyOf": [{"properties": {"a": {"type": "string"}}, "#
        + #""required": ["a"]}, {"type": "integer"}, {"type": "string"}]}}"#)
    #expect(imported.remarks == [])
    let rows = try #require(imported.template.sections.last?.rows.map(\.label.source))
    #expect(rows == ["Value", "Kind", "A", "Value"])
    var session = FormSession(imported.template)
    session.type("one")
    session.applyToEnd(.entered)
    session.applyToEnd(.moved(.last))
    session.applyToEnd(.pasted("two\nthree\n"))
    session.applyToEnd(.checkRequested)
    #expect(session.problems.isEmpty)
    #expect(session.exported(.jsonl) == "{\"p\":[\"one\",\"two\",\"three\"]}\n")
    let document = #"{"p": [{"a": "x"}, 5, "t"]}"#
    var loaded = try FormSession(
      imported.template, answers: JSONDocument(parsing: Array(document.utf8)))
    loaded.applyToEnd(.checkRequested)
    #expect(loaded.problems.isEmpty)
    #expect(loaded.exported(.json) == document)
  }

  @Test(
    "A required object or array that may be null is an alternative beside null",
    arguments: [
      #"{"type": ["object", "null"], "properties": {"a": {"type": "string"}}, "required": ["a"]}"#,
      #"{"anyOf": [{"properties": {"a": {"type": "string"}}, "required": ["a"]}, {"type": "null"}]}"#,
    ])
  func requiredOrNull(schema: String) throws {
    let imported = try Imported.property(schema, required: true)
    #expect(imported.remarks == [])
    let cases: [(document: String, choice: String, isValid: Bool)] = [
      (#"{"p": null}"#, "null", true), (#"{"p": {"a": "x"}}"#, "Details", true),
      (#"{"p": {}}"#, "Details", false), ("{}", "", false),
    ]
    for (document, choice, isValid) in cases {
      var session = try FormSession(
        imported.template, answers: JSONDocument(parsing: Array(document.utf8)))
      let row = try #require(session.row(at: 0))
      #expect(row.text.string == choice, "\(document)")
      session.applyToEnd(.checkRequested)
      #expect(session.problems.isEmpty == isValid, "\(document)")
    }
    var session = FormSession(imported.template)
    try session.answer("p-alternative", "null")
    session.applyToEnd(.checkRequested)
    #expect(session.problems.isEmpty)
    #expect(session.exported(.jsonl) == "{\"p\":null}\n")
  }

  @Test(
    "A required value that may be null or empty is exported even without an answer",
    arguments: [
      (#"{"type": "array", "items": {"properties": {"a": {"type": "string"}}}}"#, "[]"),
      (#"{"type": "object"}"#, "{}"),
      (#"{"properties": {"a": {"type": "string"}}}"#, "{}"),
      (
        #"{"properties": {"a": {"properties": {"b": {"type": "string"}}}}, "required": ["a"]}"#,
        #"{"a":{}}"#
      ),
      (#"{"type": ["string", "null"]}"#, "null"),
      (#"{"anyOf": [{"type": "integer"}, {"type": "null"}]}"#, "null"),
      (#"{"enum": ["a", "b", null]}"#, "null"),
      (#"{"type": "array", "items": {"type": "string"}}"#, "[]"),
      (#"{"type": "array", "items": {"enum": ["a", "b"]}}"#, "[]"),
    ])
  func requiredButEmpty(schema: String, written: String) throws {
    let imported = try Imported.property(schema, required: true)
    #expect(imported.remarks == [])
    var session = FormSession(imported.template)
    session.applyToEnd(.checkRequested)
    #expect(session.problems.isEmpty)
    let text = session.exported(.json).filter { !$0.isWhitespace }
    #expect(text == #"{"p":\#(written)}"#)
  }

  @Test("An object that may be missing has its required arrays and objects once it has an answer")
  func requiredInside() throws {
    let imported = try Imported(
      """
      {"properties": {"job": {"required": ["steps", "with", "at"], "properties": {
        "name": {"type": "string"}, "with": {"additionalProperties": {"type": "string"}},
        "steps": {"type": "array", "items": {"required": ["env"], "properties": {
          "run": {"type": "string"}, "env": {"type": "object"}}}},
        "at": {"properties": {"place": {"type": "string"}}}}}}}
      """)
    #expect(imported.remarks == [])
    let cases: [(path: String?, written: String)] = [
      (nil, "{}"), ("job.name", #"{"job":{"name":"x","at":{},"with":{},"steps":[]}}"#),
      ("job.steps[0].run", #"{"job":{"at":{},"with":{},"steps":[{"run":"x","env":{}}]}}"#),
    ]
    for (path, written) in cases {
      var session = FormSession(imported.template)
      if path == "job.steps[0].run" {
        let steps = try #require(session.template.sections.firstIndex { $0.id == "job.steps" })
        session.applyToEnd(.itemAdded(section: steps, parent: 0))
      }
      if let path { try session.answer(path, "x") }
      session.applyToEnd(.checkRequested)
      #expect(session.problems.isEmpty)
      #expect(session.exported(.json).filter { !$0.isWhitespace } == written)
    }
  }

  @Test("A schema is refused if it is not an object, or has nothing for which a form can ask")
  func refused() throws {
    for (schema, sentence) in [
      ("[]", "the schema must be an object, not an array"),
      ("true", "the schema must be an object, not a boolean"),
      (#"{"type": "string"}"#, "the schema must have the type object or array, not string"),
      ("{}", "the schema must have the type object or array; it has no type"),
      (
        #"{"type": "object", "additionalProperties": false}"#,
        "the schema has no property that a form can ask for"
      ),
      (#"{"properties": {"a": false}}"#, "the schema has no property that a form can ask for"),
    ] {
      let document = try JSONDocument(parsing: Array(schema.utf8))
      #expect {
        try SchemaImport(of: document, id: "form")
      } throws: {
        ($0 as? SchemaError)?.sentence.contains(sentence) == true
      }
    }
  }

  @Test("References are followed anywhere in the document, including anchors and escapes")
  func references() throws {
    let imported = try Imported(
      """
      {"$id": "https://example.org/s.json", "$ref": "#/$defs/the%20whole",
       "$defs": {"the whole": {"properties": {
        "a": {"$ref": "https://example.org/s.json#/$defs/x~1y"}, "b": {"$ref": "#named"},
        "c": {"$ref": "#/$defs/list/1"}}},
        "x/y": {"type": "integer"}, "z": {"$anchor": "named", "type": "boolean"},
        "list": [{}, {"type": "string", "format": "date"}]}}
      """)
    #expect(imported.remarks == [])
    let types = imported.template.sections[0].rows.map(\.type)
    #expect(types == [.integer, .boolean, .date])
  }

  @Test("A property that a schema in allOf forbids is left out of the form")
  func forbidden() throws {
    let imported = try Imported(
      """
      {"allOf": [{"properties": {"a": {"type": "string"}}, "additionalProperties": false}],
       "properties": {"a": {"title": "The a"}, "b": {"type": "string"}}}
      """)
    #expect(imported.rows == [#"{ "id": "a", "label": "The a" }"#])
    #expect(imported.remarks == [])
    let session = try FormSession(
      imported.template, answers: JSONDocument(parsing: Array(#"{"a": "1", "b": "2"}"#.utf8)))
    #expect(session.answers.unknownMembers.map(\.path.pointer) == ["/b"])
  }

  @Test("The $id of a schema may end in a #, as in draft-07")
  func addressWithFragment() throws {
    let imported = try Imported(
      """
      {"$id": "https://example.org/s#",
       "properties": {"a": {"$ref": "https://example.org/s#/definitions/x"}},
       "definitions": {"x": {"type": "integer"}}}
      """)
    #expect(imported.remarks == [])
    #expect(imported.template.sections[0].rows.map(\.type) == [.integer])
  }

  @Test(
    "Ids that would be equal get numbers, in linear time even if there are many",
    .timeLimit(.minutes(1)))
  func ids() {
    var ids = SketchIDs()
    #expect(
      ["a b", "a_b", "a?b-2", "", "a/b"].map { ids.id(for: $0) } == [
        "a_b", "a_b-2", "a_b-2-2", "_", "a_b-3",
      ])
    var last = ""
    for _ in 0..<100_000 { last = ids.id(for: "€") }
    #expect(last == "_-100001")
  }
}
