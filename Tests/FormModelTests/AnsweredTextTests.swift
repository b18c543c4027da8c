// Labels, titles and help texts that contain answers.

import FormFixtures
import FormText
import LosslessJSON
import TerminalTesting
import Testing

@testable import FormModel
@testable import FormScreen

@Suite("Answers in labels, titles and help")
struct AnsweredTextTests {
  private static let form = """
    {"longform": 1, "id": "trip", "sections": [
      {"id": "trip", "rows": [
        {"id": "city", "type": "choice", "choices": [{"value": "pr", "label": "Prague"}, "Bern"]},
        {"id": "nights", "type": "integer", "label": "Nights in ${city}"},
        {"id": "cost", "type": "decimal", "value": "${nights} * 80 + sum(${amount})"},
        {"id": "sure", "type": "boolean", "label": "Is ${cost} right, ${name}?",
         "help": "For ${nights} nights in ${city}; $${city} is no answer, $ and {n} neither"},
        {"id": "name"},
        {"id": "gone", "when": "${nights} > 3"},
        {"id": "note", "type": "note", "help": "${name} stays: ${gone}"}]},
      {"id": "bills", "title": "Bills from ${city}",
       "repeat": {"key": "bills", "label": "Bill {n} of ${shop}", "initial": 1}, "rows": [
        {"id": "shop", "label": "Shop {n} in ${city}"},
        {"id": "amount", "type": "decimal", "label": "Paid to ${shop}", "help": "${shop}, {n}"}]}]}
    """

  private func answer(_ path: String, _ text: Text, in session: inout FormSession) throws {
    let row = try #require(session.row(named: path))
    session.applyToEnd(.answered(row, text))
  }

  @Test("Labels, titles and help show an answer as its row does, and … for a missing answer")
  func texts() throws {
    var session = FormSession(try .reading(Self.form))
    func label(_ name: String) throws -> String {
      session.answers.label(of: try #require(session.row(named: name)))
    }
    func help(_ name: String) throws -> String? {
      session.answers.help(of: try #require(session.row(named: name)))
    }
    #expect(
      try label("nights") == "Nights in …" && session.answers.title(ofSection: 1) == "Bills from …")
    try answer("city", "Prague", in: &session)
    try answer("nights", "3", in: &session)
    try answer("name", "Ada", in: &session)
    #expect(try label("nights") == "Nights in Prague")
    #expect(try label("sure") == "Is 240 right, Ada?")
    #expect(try help("sure") == "For 3 nights in Prague; ${city} is no answer, $ and {n} neither")
    #expect(session.answers.title(ofSection: 1) == "Bills from Prague")
    // A hidden row has no answer.
    try answer("nights", "4", in: &session)
    try answer("gone", "till May", in: &session)
    let note = FormRow.ID(section: 0, item: 0, row: 6, number: 0)
    #expect(session.answers.help(of: note) == "Ada stays: till May")
    try answer("nights", "2", in: &session)
    #expect(session.answers.help(of: note) == "Ada stays: …")
    // The texts of a row in an item show the answers of the same item. A calculated row changes
    // with the items that it reads.
    let shop = try #require(session.answers.row(atPath: "bills[0].shop"))
    let amount = try #require(session.answers.row(atPath: "bills[0].amount"))
    session.applyToEnd(.answered(shop, "Kiosk"))
    session.applyToEnd(.answered(amount, "10"))
    #expect(session.answers.label(of: shop) == "Shop 1 in Prague")
    #expect(session.answers.label(of: amount) == "Paid to Kiosk")
    #expect(session.answers.help(of: amount) == "Kiosk, 1")
    #expect(session.answers.itemLabel(of: amount) == "Bill 1 of Kiosk")
    #expect(try label("sure") == "Is 170 right, Ada?")
    #expect(session.answers.nextItemLabel(of: ItemList(section: 1, parent: 0)) == "Bill 2 of …")
    #expect(session.exported(.markdown).contains("## Bills from Prague"))
    #expect(session.exported(.markdown).contains("| Shop 1 in Prague | Paid to … |"))
  }

  @Test("Find searches labels and help texts as they are shown, with answers")
  func find() throws {
    var session = FormSession(try .reading(Self.form))
    try answer("city", "Prague", in: &session)
    session.applyToEnd(.findEdited(Find(text: "nights in prague", scope: .all)))
    #expect(session.focus.map { session.answers.name(of: $0) } == "nights")
  }

  @Test("After any typing, a screen derived from the last screen equals a newly computed screen")
  func screens() throws {
    var generator = SeededGenerator(seed: 2301)
    var session = FormSession(try .reading(Self.form))
    let size = ScreenSize(rows: 24, columns: 70)
    var previous = session.frame(size: size)
    for turn in TestScale.turns(200) {
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: session.applyToEnd(.moved(.next))
      case 1: session.applyToEnd(.moved(.previous))
      case 2: session.applyToEnd(.undone)
      default:
        session.type(["Prague", "3", "Bern", "x", ""].randomElement(using: &generator) ?? "")
      }
      let frame = session.frame(size: size, previous: previous)
      #expect(frame.text == session.frame(size: size).text, "turn \(turn)")
      previous = frame
    }
  }

  @Test("Only ${…} is replaced by an answer, and an escaped text is shown as it was")
  func escaping() throws {
    for text in ["${a}", "$${a}", "$$${a}", "$ {a}", "a${", "${${b}}", "$${", "é${é}", "$"] {
      let pieces = AnsweredText.pieces(of: AnsweredText.escaped(text))
      #expect(pieces == [.text(text)], "\(text)")
    }
    #expect(
      AnsweredText.pieces(of: "a ${b} ${c") == [
        .text("a "), .expression("${b}", offset: 2), .text(" "), .expression("${c", offset: 7),
      ])
  }

  @Test(
    "A missing row, an unclosed bracket and a row of a repeating section are errors with positions")
  func errors() {
    let lines = Template.errorLines(
      in: """
        {"longform": 1, "id": "f", "sections": [{"id": "a", "title": "T ${nmae}", "rows": [
        {"id": "name", "label": "A ${item}"},
        {"id": "b", "help": "${name"}, {"id": "pin", "type": "secret", "label": "${pin}"}]},
        {"id": "s", "repeat": {"key": "s", "label": "${b} ${c}"}, "rows": [{"id": "item"}]}]}
        """)
    let expected = [
      "1:65: sections[0].title: \"title\", character 3: no row has the id “nmae”; did you mean name?",
      "2:28: sections[0].rows[0].label: \"label\", character 3: the row “item” is in every item of a "
        + "repeating section; name one outside of it, like a calculated row that uses it in sum",
      "3:22: sections[0].rows[1].help: \"help\", character 1: the row has no end; add a }",
      "3:74: sections[0].rows[2].label: \"label\", character 1: “pin” is a secret",
      "4:51: sections[1].repeat.label: \"repeat.label\", character 6: no row has the id “c”",
    ]
    #expect(lines.count == expected.count)
    for (line, expected) in zip(lines, expected) { #expect(line.hasPrefix(expected)) }
  }
}
