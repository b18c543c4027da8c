// Formats of JSON Schema. The form of an imported schema must accept exactly the texts that a
// format allows.

import FormFixtures
import FormModel
import FormSchema
import FormText
import LosslessJSON
import Testing

@Suite("Formats of JSON Schema")
struct SchemaFormatTests {
  /// Whether the form of a schema whose property has the given format accepts a text.
  private func takes(_ text: String, _ format: String) throws -> Bool {
    let schema =
      #"{"type": "object", "properties": {"a": {"type": "string", "format": "\#(format)"}}}"#
    let imported = try SchemaImport(of: JSONDocument(parsing: Array(schema.utf8)), id: "s")
    #expect(imported.remarks.isEmpty)
    let template = try TemplateReader.template(from: imported.template)
    var session = FormSession(template)
    session.applyToEnd(.answered(try #require(session.row(named: "a")), Text(text)))
    session.applyToEnd(.checkRequested)
    return session.problems.isEmpty
  }

  // The cases come from JSON-Schema-Test-Suite, draft 2020-12: date-time.json and time.json in
  // optional/format.
  @Test(
    "A date-time follows RFC 3339, including leap seconds and lower-case letters",
    arguments: [
      ("1963-06-19T08:30:06.283185Z", true), ("1963-06-19T08:30:06Z", true),
      ("1937-01-01T12:00:27.87+00:20", true), ("1990-12-31T15:59:50.123-08:00", true),
      ("1998-12-31T23:59:60Z", true), ("1998-12-31T15:59:60.123-08:00", true),
      ("1963-06-19t08:30:06.283185z", true), ("2024-02-29T00:00:00Z", true),
      ("2000-02-29T00:00:00Z", true), ("1998-12-31T23:59:61Z", false),
      ("1998-12-31T23:58:60Z", false), ("1998-12-31T22:59:60Z", false),
      ("1990-02-31T15:59:59.123-08:00", false), ("1990-12-31T15:59:59-24:00", false),
      ("2023-02-29T00:00:00Z", false), ("1900-02-29T00:00:00Z", false),
      ("2023-04-31T00:00:00Z", false), ("1963-06-19T08:30:06.28123+01:00Z", false),
      ("06/19/1963 08:30:06 PST", false), ("2013-350T01:01:01", false),
    ])
  func moments(text: String, isOne: Bool) throws {
    #expect(try takes(text, "date-time") == isOne)
  }

  @Test(
    "In any zone, a leap second is accepted only as the last second of a day in UTC",
    arguments: [
      ("23:59:60Z", true), ("23:59:60+00:00", true), ("01:29:60+01:30", true),
      ("23:29:60+23:30", true), ("15:59:60-08:00", true), ("00:29:60-23:30", true),
      ("08:30:06z", true), ("05:44:60.5+05:45", true), ("22:59:60Z", false), ("23:58:60Z", false),
      ("22:59:60+00:00", false), ("23:58:60+00:00", false), ("23:59:60+01:00", false),
      ("23:59:60+00:30", false), ("23:59:60-01:00", false), ("23:59:60-00:30", false),
      ("24:00:00Z", false), ("00:60:00Z", false), ("01:02:03+24:00", false),
    ])
  func leapSeconds(text: String, isOne: Bool) throws {
    #expect(try takes(text, "time") == isOne)
  }

  @Test(
    "An email address needs text before its @; dots there must separate other characters",
    arguments: [
      ("joe.bloggs@example.com", true), ("te~st@example.com", true), ("a..b@x", false),
      (".test@example.com", false), ("test.@example.com", false), ("te..st@example.com", false),
      ("@x", false),
    ])
  func emails(text: String, isOne: Bool) throws {
    #expect(try takes(text, "email") == isOne)
  }

  @Test("In choices and conditions, numbers are equal if their values are equal")
  func numbers() throws {
    let template = try Template.reading(
      """
      {"longform": 1, "id": "f", "sections": [{"rows": [
        {"id": "c", "type": "choice", "choices": [{"value": 1.0, "label": "one"}, {"value": 20}]},
        {"id": "x", "when": {"row": "c", "is": 1}}]}]}
      """)
    for (document, rows) in [(#"{"c": 1}"#, 2), (#"{"c": 10e-1}"#, 2), (#"{"c": 2E1}"#, 1)] {
      var session = try FormSession(template, answers: JSONDocument(parsing: Array(document.utf8)))
      session.applyToEnd(.checkRequested)
      #expect(session.problems.isEmpty && session.answers.rowCount == rows, "\(document)")
      #expect(session.exported(.json) == document)
    }
    let errors = Template.errorLines(
      in: """
        {"longform": 1, "id": "f", "sections": [{"rows": [{"id": "c", "type": "choice",
          "choices": [{"value": 1, "label": "a"}, {"value": 1.0, "label": "b"}]}]}]}
        """)
    #expect(
      errors.count == 1
        && errors[0].contains("an earlier choice already has the value of “b”; choose another"))
  }
}
