// Each filling of a form has an id. A template can name a path in the answers with `output.id`, and
// the id is written there. If a document already has an id at this path, that id stays.

import FormFixtures
import FormFormats
import FormModel
import FormText
import LosslessJSON
import Testing

@Suite("The id of a filled form")
struct FillingIDTests {
  private static func form(path: String, sections: String = rows) throws -> Template {
    try .reading(
      #"{"longform": 1, "id": "f", "output": {"id": "\#(path)"}, "sections": [\#(sections)]}"#)
  }

  private static let rows =
    #"{"id": "s", "rows": [{"id": "name"}, {"id": "size", "key": "meta.size"}]}"#

  private func session(_ template: Template, loading document: String? = nil) throws -> FormSession
  {
    var session =
      try document.map {
        try FormSession(template, answers: JSONDocument(parsing: Array($0.utf8)))
      } ?? FormSession(template)
    session.fillingID = "0192-7"
    return session
  }

  @Test("Nested formats write the id first in its object, at the path of output.id")
  func nested() throws {
    let session = try session(Self.form(path: "meta.id"))
    #expect(
      session.exported(.jsonl) == #"{"meta":{"id":"0192-7","size":null},"name":null}"# + "\n")
    #expect(session.exported(.yaml) == "meta:\n  id: \"0192-7\"\n  size: null\nname: null\n")
    #expect(session.exported(.env) == "META_ID='0192-7'\nNAME=''\nMETA_SIZE=''\n")
  }

  @Test(
    "A table of one record has a column for the id, and is read back; a table of items has none")
  func tables() throws {
    let template = try Self.form(path: "id")
    let table = try session(template).exported(.csv)
    #expect(table == "name,meta.size,id\r\n,,0192-7\r\n")
    var read = try FormatTests.read(table, .csv, template)
    read.fillingID = "another"
    #expect(read.exported(.csv) == table)
    #expect(read.exported(.jsonl).hasPrefix(#"{"name":null,"meta":{"size":null},"id":"0192-7"}"#))
    let items = try Self.form(
      path: "id",
      sections: #"{"id": "s", "repeat": {"key": "s", "initial": 1}, "rows": [{"id": "name"}]}"#)
    var session = try session(items)
    let row = try #require(session.answers.row(atPath: "s[0].name"))
    session.applyToEnd(.answered(row, "Ada"))
    #expect(session.exported(.tsv) == "name\nAda\n")
    #expect(session.exported(.jsonl) == #"{"id":"0192-7","s":[{"name":"Ada"}]}"# + "\n")
  }

  @Test(
    "A document keeps its id, whatever its value; a document without an id gets exactly one")
  func documents() throws {
    let template = try Self.form(path: "meta.id")
    for document in [
      #"{ "meta" : {"size": 2,"id": 17} , "name": null}"#, #"{"meta": {"id": [1]}}"#,
      #"{"meta": 3, "x": 1}"#,
    ] {
      #expect(try session(template, loading: document).exported(.json) == document)
    }
    for (document, expected) in [
      (#"{"name": "Ada"}"#, #"{"name": "Ada", "meta": {"id": "0192-7"}}"#),
      (#"{"meta": {"id": null, "size": 1}}"#, #"{"meta": {"id": "0192-7", "size": 1}}"#),
      (#"{"meta": {"size": 1}}"#, #"{"meta": {"size": 1, "id": "0192-7"}}"#),
      (#"{"meta": null}"#, #"{"meta": {"id": "0192-7"}}"#),
      ("{}", #"{"meta": {"id": "0192-7"}}"#),
    ] {
      let exported = try session(template, loading: document).exported(.json)
      let plain = exported.replacing("\n", with: "").replacing("  ", with: "")
      #expect(plain == expected, "\(document)")
      #expect(try session(template, loading: exported).exported(.json) == exported)
    }
  }

  @Test("If a session has no id, the output lacks only the id")
  func none() throws {
    var session = try session(Self.form(path: "id"))
    session.fillingID = nil
    #expect(session.exported(.jsonl) == #"{"name":null,"meta":{"size":null}}"# + "\n")
    #expect(session.exported(.env) == "NAME=''\nMETA_SIZE=''\n")
  }

  @Test(
    "A path that is invalid, or that belongs to a row, is an error",
    arguments: [
      ("", "which is not a path"), ("a..b", "which is not a path"), ("a[]", "which is not a path"),
      ("name", "output.id already has the key “name”"),
      ("meta", "the key “meta.size” and an earlier key overlap"),
      ("name.id", "the key “name” and an earlier key overlap"),
    ])
  func errors(path: String, sentence: String) throws {
    #expect {
      try Self.form(path: path)
    } throws: { error in
      (error as? TemplateErrors)?.errors.contains { $0.sentence.contains(sentence) } ?? false
    }
  }

  @Test("If another row has the id's variable name, the template is refused")
  func variables() throws {
    let template = try Self.form(
      path: "a.id", sections: #"{"id": "s", "rows": [{"id": "a_id"}]}"#)
    #expect(throws: EnvironmentError.self) { try EnvironmentNames.check(template, prefix: "") }
  }
}
