// Forms of the library whose templates have a schema.

import FormTerminal
import FormTesting
import Testing

@Suite("Forms of the library with a schema")
struct SchemaFaultTests {
  @Test("A save is refused while the document has a fault, which its row shows")
  func save() throws {
    let form = try Form(
      json: """
        {"longform": 1, "id": "trip", "sections": [{"rows": [
          {"id": "from", "label": "From"}, {"id": "to", "label": "To"}]}],
          "schemas": {"trip.json": {"properties": {"to": {"enum": ["Rome", "Oslo"]}}}}}
        """)
    var test = try FormTester(form)
    test.type("Bonn\tBern")
    test.press(.up, .control("s"))
    #expect(test.focus == "to")
    #expect(test.problems.map(\.row) == ["to"])
    #expect(test.problems.map(\.message) == ["must be “Rome” or “Oslo”"])
    #expect(test.problems.map(\.sentence) == ["To: must be “Rome” or “Oslo”"])
    #expect(test.answers == nil)
    test.press(.control("u"))
    test.type("Oslo")
    test.press(.control("s"))
    #expect(test.problems.isEmpty)
    test.type("y")
    #expect(test.answers != nil)
  }
}
