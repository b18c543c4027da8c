// Properties that make other properties required. Every combination of answers must be valid for
// the form if and only if it is valid for the schema.

import FormFixtures
import FormModel
import FormText
import LosslessJSON
import Testing

@testable import FormSchema

@Suite("Dependencies in JSON Schemas")
struct SchemaDependencyTests {
  /// A schema of three properties, and a function that decides whether answers are valid for the
  /// schema.
  private struct Case: CustomTestStringConvertible {
    let schema: String
    let values: [String]
    let isValid: @Sendable (_ a: String?, _ b: String?, _ c: String?) -> Bool
    var testDescription: String { schema }
  }

  private static func conditional(_ condition: String, _ branches: String) -> String {
    #""if": {\#(condition)}, \#(branches)"#
  }

  private static let isX = #""properties": {"a": {"const": "x"}}"#

  private static let cases = [
    Case(schema: #""dependentRequired": {"a": ["b", "c"], "c": ["b"]}"#, values: ["x", "y"]) {
      ($0 == nil || $1 != nil && $2 != nil) && ($2 == nil || $1 != nil)
    },
    Case(
      schema: conditional(
        isX + #", "required": ["a"]"#, #""then": {"required": ["b"]}, "else": {"required": ["c"]}"#),
      values: ["x", "y"]
    ) { $0 == "x" ? $1 != nil : $2 != nil },
    Case(
      schema: conditional(isX, #""then": {"required": ["b"]}, "else": {"required": ["c"]}"#),
      values: ["x", "y"]
    ) { $0 == nil || $0 == "x" ? $1 != nil : $2 != nil },
    Case(
      schema: #""allOf": [{"if": {"properties": {"a": {"const": "it's"}}, "required": ["a"]}, "#
        + #""then": {"required": ["b"]}}, {"dependentRequired": {"c": ["b"]}}]"#,
      values: ["it's", "y"]
    ) { ($0 != "it's" || $1 != nil) && ($2 == nil || $1 != nil) },
  ]

  @Test("The form and the schema allow the same answers", arguments: cases)
  private func checks(_ one: Case) throws {
    let schema = """
      {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"},
        "c": {"type": "string"}}, \(one.schema)}
      """
    let made = try SchemaImport(of: JSONDocument(parsing: Array(schema.utf8)), id: "f")
    #expect(made.remarks.isEmpty)
    let template = try TemplateReader.template(from: made.template)
    let answers: [String?] = [nil] + one.values.map { $0 }
    for a in answers {
      for b in answers {
        for c in answers {
          var session = FormSession(template)
          for (name, answer) in [("a", a), ("b", b), ("c", c)] {
            guard let answer, let row = session.row(named: name) else { continue }
            session.applyToEnd(.answered(row, Text(answer)))
          }
          let effects = session.applyToEnd(.saveRequested(anyway: false))
          let isSaved = effects.contains { if case .save = $0 { true } else { false } }
          #expect(isSaved == one.isValid(a, b, c), "\(a ?? "-") \(b ?? "-") \(c ?? "-")")
        }
      }
    }
  }

  @Test("A row can be required because of a number or a boolean, and the message names the cause")
  func types() throws {
    let schema = """
      {"type": "object", "properties": {"pets": {"type": "boolean", "title": "Any pets?"},
        "count": {"type": "integer"}, "names": {"type": "string"}},
       "allOf": [
        {"if": {"properties": {"pets": {"const": true}}, "required": ["pets"]},
         "then": {"required": ["names"]}},
        {"if": {"properties": {"count": {"const": 2}}, "required": ["count"]},
         "else": {"required": ["names"]}}]}
      """
    let made = try SchemaImport(of: JSONDocument(parsing: Array(schema.utf8)), id: "f")
    #expect(made.remarks.isEmpty)
    let text = String(decoding: made.template, as: UTF8.self)
    #expect(
      text.contains(
        "\"check\": \"if(${pets} = true(), ${names} != '', true()) "
          + "and if(${count} = 2, true(), ${names} != '')\""))
    let single = try SchemaImport(
      of: JSONDocument(
        parsing: Array(
          """
          {"type": "object", "properties": {"pets": {"type": "boolean", "title": "Any pets?"},
            "names": {"type": "string"}}, "dependentRequired": {"pets": ["names"]}}
          """.utf8)), id: "f")
    #expect(
      String(decoding: single.template, as: UTF8.self).contains(
        "\"message\": \"needed because of Any pets?\""))
  }

  @Test(
    "A dependency that a check of a row cannot express is left to the schema",
    arguments: [
      #""dependentRequired": {"a": ["z"]}"#,
      #""dependentRequired": {"z": ["a"]}"#,
      #""if": {"properties": {"a": {"minLength": 3}}}, "then": {"required": ["b"]}"#,
      #""if": {"properties": {"a": {"const": "x"}}}, "then": {"minProperties": 2}"#,
      #""if": {"properties": {"a": {"const": null}}}, "then": {"required": ["b"]}"#,
      #""if": {"properties": {"a": {"const": "x"}, "b": {"const": "y"}}}, "then": {"required": ["b"]}"#,
    ])
  func leftToSchema(_ keywords: String) throws {
    let schema = """
      {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, \(keywords)}
      """
    let made = try SchemaImport(of: JSONDocument(parsing: Array(schema.utf8)), id: "f")
    #expect(made.remarks == [])
    #expect(!String(decoding: made.template, as: UTF8.self).contains("\"check\""))
  }

  @Test("uniqueItems makes items with one property unique; the schema checks other items")
  func unique() throws {
    func made(_ properties: String) throws -> SchemaImport {
      let schema = """
        {"type": "object", "properties": {"list": {"type": "array", "uniqueItems": true, "items":
          {"type": "object", "properties": {\(properties)}}}}}
        """
      return try SchemaImport(of: JSONDocument(parsing: Array(schema.utf8)), id: "f")
    }
    let one = try made(#""a": {"type": "string"}"#)
    #expect(one.remarks.isEmpty)
    #expect(String(decoding: one.template, as: UTF8.self).contains("\"unique\": true"))
    let two = try made(#""a": {"type": "string"}, "b": {"type": "string"}"#)
    #expect(two.remarks.isEmpty)
    #expect(!String(decoding: two.template, as: UTF8.self).contains("\"unique\": true"))
  }
}
