// Parts of JSON Schemas for which a form asks in a way of its own, so that nothing valid is lost:
// every valid document is opened and saved unchanged, and the save refuses every other one.

import FormFixtures
import FormModel
import FormText
import LosslessJSON
import Testing

@testable import FormSchema

@Suite("Nothing valid is lost by importing a JSON Schema")
struct SchemaLossTests {
  /// A schema with documents that it allows, and documents that it forbids.
  struct Case: CustomTestStringConvertible {
    let schema: String
    let valid: [String]
    var invalid: [String] = []

    var testDescription: String { schema }
  }

  private static func property(_ schema: String) -> String {
    #"{"type":"object","properties":{"q":{"type":"string"},"p":\#(schema)}}"#
  }

  private static let conditional = #"""
    {"type":"object","properties":{"kind":{"type":"string"}},
     "if":{"properties":{"kind":{"const":"a"}},"required":["kind"]},
     "then":{"properties":{"size":{"type":"integer"}},"required":["size"]},
     "else":{"properties":{"size":{"properties":{"x":{"type":"string"}}},"other":true}}}
    """#

  private static let dependent = #"""
    {"$schema":"http://json-schema.org/draft-07/schema#",
     "type":"object","properties":{"a":{"type":"string"}},"dependencies":{
     "a":{"properties":{"b":{"type":"array","items":{"type":"string"}}}}}}
    """#

  /// Alternatives with a condition inside one of them, and a condition around them.
  private static let nested = #"""
    {"type":"object","if":{"required":["a"]},"then":{"properties":{"n":{"type":"string"}}},
     "oneOf":[
      {"properties":{"a":{"type":"string"}},"required":["a"],
       "if":{"properties":{"a":{"const":"x"}}},"then":{"properties":{"n":{"type":"string"},"m":{"type":"integer"}}}},
      {"properties":{"b":{"type":"string"}},"required":["b"]}]}
    """#

  static let cases = [
    Case(
      schema: conditional,
      valid: [
        #"{"kind":"a","size":3}"#, #"{"kind":"b","size":{"x":"y"}}"#, #"{"kind":"b","other":[1]}"#,
        #"{"size":{"x":"y"}}"#,
      ],
      invalid: [
        #"{"kind":"a"}"#, #"{"kind":"a","size":{"x":"y"}}"#, #"{"kind":"b","size":{"x":1}}"#,
      ]),
    Case(
      schema: dependent, valid: [#"{"a":"x","b":["y","z"]}"#, #"{"b":7}"#, #"{"b":["y"]}"#],
      invalid: [#"{"a":"x","b":7}"#]),
    Case(
      schema: nested,
      valid: [#"{"n":"t","a":"x","m":1}"#, #"{"n":7,"b":"y"}"#, #"{"n":"t","a":"z","m":"u"}"#],
      invalid: [#"{"n":7,"a":"z"}"#, #"{"n":"t","a":"x","m":"u"}"#]),
    Case(
      schema: property(#"{"patternProperties":{"^a":{"type":"string"}}}"#),
      valid: [#"{"p":{"a":"x","b":[1]}}"#, #"{"p":{"b":"y"}}"#], invalid: [#"{"p":{"a":1}}"#]),
    Case(
      schema: property(#"{"patternProperties":{"^a":{"properties":{"x":{"type":"integer"}}}}}"#),
      valid: [#"{"p":{"a":{"x":1},"b":true}}"#], invalid: [#"{"p":{"a":{"x":"1"}}}"#]),
    Case(
      schema: property(#"{"type":"null"}"#), valid: [#"{"q":"x"}"#, #"{"p":null}"#],
      invalid: [#"{"p":1}"#]),
    Case(
      schema: property(#"{"type":"object","additionalProperties":false}"#),
      valid: [#"{"p":{}}"#, #"{"q":"x"}"#], invalid: [#"{"p":{"a":1}}"#]),
    Case(
      schema: property(#"{"type":"array","items":{"type":"object","additionalProperties":false}}"#),
      valid: [#"{"p":[{},{}]}"#, #"{"q":"x"}"#], invalid: [#"{"p":[{"a":1}]}"#]),
    Case(
      schema: property(#"{"enum":["3",3,"a"]}"#), valid: [#"{"p":"3"}"#, #"{"p":3}"#],
      invalid: [#"{"p":"4"}"#]),
    Case(
      schema: property(#"{"enum":["a",{"x":1}]}"#), valid: [#"{"p":"a"}"#, #"{"p":{"x":1}}"#],
      invalid: [#"{"p":{"x":2}}"#]),
    Case(
      schema: property(#"{"type":"array","items":{"enum":["a",["b"]]}}"#),
      valid: [#"{"p":["a",["b"]]}"#], invalid: [#"{"p":[["c"]]}"#]),
    Case(
      schema: property(#"{"type":"array","items":{"type":["string","null"]}}"#),
      valid: [#"{"p":["x",null]}"#, #"{"p":["x","y"]}"#], invalid: [#"{"p":[1]}"#]),
  ]

  @Test("Valid documents are opened and saved unchanged, others are refused", arguments: cases)
  func keeps(_ one: Case) throws {
    let made = try SchemaImport(of: JSONDocument(parsing: Array(one.schema.utf8)), id: "form")
    #expect(made.remarks == [])
    let template = try Template.reading(String(decoding: made.template, as: UTF8.self))
    for document in one.valid {
      let answers = try JSONDocument(parsing: Array(document.utf8), as: .file)
      var session = try FormSession(template, answers: answers)
      session.applyToEnd(.checkRequested)
      let sentences = session.problemsInOrder.map { $1.sentence(label: "the row") }
      #expect(sentences == [], "\(document)")
      #expect(session.exported(.json).filter { !" \n".contains($0) } == document)
    }
    for document in one.invalid {
      let answers = try JSONDocument(parsing: Array(document.utf8), as: .file)
      do throws(AnswersErrors) {
        var session = try FormSession(template, answers: answers)
        session.applyToEnd(.checkRequested)
        #expect(!session.problems.isEmpty, "\(document)")
      } catch { #expect(!error.errors.isEmpty) }
    }
  }

  @Test("A default that the row does not accept is left out without a remark")
  func badDefaults() throws {
    for schema in [
      #"{"type":"string","minLength":3,"default":"x"}"#, #"{"type":"number","default":"y"}"#,
      #"{"enum":["a","b"],"default":"c"}"#, #"{"type":"string","default":{"a":1}}"#,
    ] {
      let bytes = Array(Self.property(schema).utf8)
      let made = try SchemaImport(of: JSONDocument(parsing: bytes), id: "form")
      #expect(made.remarks == [])
      #expect(!String(decoding: made.template, as: UTF8.self).contains(#""default": "#))
    }
  }

  @Test("Two alternatives with other members at one place are reported, and the form is made")
  func othersTwice() throws {
    let schema = Self.property(
      #"""
      {"oneOf":[{"type":"string"},
       {"properties":{"a":{"type":"string"}},"additionalProperties":{"type":"integer"}},
       {"properties":{"b":{"type":"string"}},"additionalProperties":{"type":"integer"}}]}
      """#)
    let made = try SchemaImport(of: JSONDocument(parsing: Array(schema.utf8)), id: "form")
    #expect(made.remarks.first?.sentence == "properties with other names are left out")
  }
}
