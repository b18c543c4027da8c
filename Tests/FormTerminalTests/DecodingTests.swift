// Decoding answers: defaults that exports leave out, numbers that are too large, and types of
// Foundation.

import FormTerminal
import FormTesting
import Foundation
import Testing

@Suite("Decoding answers into Swift types")
struct DecodingTests {
  private func error(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch { return "\(error)" }
  }

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

  @Test("A number that is too large for a Double is refused, and never decoded as infinity")
  func infinity() throws {
    struct Parcel: Decodable { var weight: Double }
    let weight = Row.decimal("weight", "Weight")
    var test = try FormTester(Form("Parcel") { weight })
    test.type("1e400\t")
    #expect(test.problems.map(\.sentence) == ["Weight: too large"])
    test.press(.up, .backspace)
    #expect(test.problems.isEmpty)
    let answers = try Form("Parcel") { weight }.answers(json: #"{"weight": -1e400}"#)
    #expect(answers[weight] == nil)
    #expect(answers.text(of: weight) == "-1e400")
    #expect(
      error { _ = try answers.decode(Parcel.self) } == "weight: -1e400 is too large for Double")
  }

  @Test("An error about a type of Foundation names the type and what to use")
  func foundation() throws {
    struct Price: Decodable { var amount: Decimal }
    struct Page: Decodable { var links: [URL] }
    let form = Form("Offer") {
      Row.decimal("amount", "Amount")
      Row.list("links", "Links")
    }
    let answers = try form.answers(json: #"{"amount": 0.10, "links": ["https://a.example"]}"#)
    let remedy = "; use String or Double, or decode json() with JSONDecoder"
    #expect(
      error { _ = try answers.decode(Price.self) }
        == "amount: Decimal of Foundation cannot be decoded from the number 0.10\(remedy)")
    #expect(
      error { _ = try answers.decode(Page.self) }
        == "links[0]: URL of Foundation cannot be decoded from a text\(remedy)")
    let data = Data(answers.json().utf8)
    #expect(try JSONDecoder().decode(Price.self, from: data).amount == Decimal(string: "0.1"))
    #expect(try JSONDecoder().decode(Page.self, from: data).links.count == 1)
  }
}
