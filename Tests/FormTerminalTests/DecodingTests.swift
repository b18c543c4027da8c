// Decoding answers: defaults that exports leave out.

import FormTerminal
import FormTesting
import Testing

@Suite("Decoding answers into Swift types")
struct DecodingTests {
  @Test("Defaults that the exports of a form leave out are decoded")
  func omittedDefaults() throws {
    struct Order: Decodable, Equatable { var cups: Int, guest: String? }
    let form = try Form(
      json: """
        {"longform": 1, "id": "tea", "output": {"empty": "omit", "defaults": "omit"},
         "sections": [{"rows": [
           {"id": "cups", "type": "integer", "default": 2}, {"id": "guest"}]}]}
        """)
    var test = try FormTester(form)
    test.press(.control("s"))
    test.type("y")
    let answers = try #require(test.answers)
    #expect(answers.json() == "{}\n")
    #expect(try answers.decode(Order.self) == Order(cups: 2, guest: nil))
  }
}
