// Forms that a test fills, with their answers as Swift values.

import FormTerminal
import FormTesting
import Synchronization
import Testing

private struct Order: Decodable, Equatable {
  var guest: String
  var cups: Int
  var milk: Bool?
}

private let cups = Row.integer("cups", "Cups", in: 1...12).default(1)
private let milk = Row.yesNo("milk", "With milk")
private let lumps = Row.integer("lumps", "Lumps").shown(when: milk == true && cups > 2)
  .check("no more lumps than cups") { $0 <= ($1[cups] ?? 0) }
private let guest = Row.text("guest", "Your name").required()
private let kind = Row.text("kind", "Kind")
private let count = Row.integer("count", "Count").check("an odd number of %") { $0 % 2 == 0 }
private let biscuits = Repeat("biscuits", "Biscuits", item: "Biscuit") {
  kind
  count
}
private let tea = Form("Tea") {
  guest
  cups
  milk
  lumps
  biscuits
}

@Suite("A form that a test fills")
struct FormTesterTests {
  @Test("The limit of a row is checked, and the answers are decoded as a Swift value")
  func limit() throws {
    var test = try FormTester(tea)
    test.type("Ada\t13")
    test.press(.control("s"))
    #expect(test.focus == "cups")
    #expect(test.problems.map(\.row) == ["cups"])
    #expect(test.problems.map(\.message) == ["more than 12"])
    test.press(.control("u"))
    test.type("12")
    test.press(.control("s"))
    #expect(test.screen.contains("Save 2 answers?"))
    test.type("y")
    let answers = try #require(test.answers)
    #expect(answers[cups] == 12)
    #expect(answers[milk] == nil)
    #expect(try answers.decode(Order.self) == Order(guest: "Ada", cups: 12, milk: nil))
  }

  @Test("A row is shown as soon as its condition is true, and its check reads the other answers")
  func conditions() throws {
    var test = try FormTester(tea, lines: 30)
    #expect(!test.screen.contains("Lumps"))
    test.type("Ada\t3\ty\t")
    #expect(test.focus == "lumps")
    test.type("4\t")
    #expect(test.problems.map(\.row) == ["lumps"])
    #expect(test.problems.map(\.sentence) == ["Lumps: no more lumps than cups"])
    test.press(.up, .backspace)
    test.type("3\t")
    #expect(test.problems.isEmpty)
  }

  @Test("A check's closure runs when its row is left and at a save, but never during typing")
  func closures() throws {
    let calls = CallCount()
    let word = Row.text("word", "Word").check("is no palindrome") { word in
      calls.add()
      return word == String(word.reversed())
    }
    var test = try FormTester(
      Form("Words") {
        word
        Row.text("other", "Other")
      })
    test.type("annas")
    #expect(calls.count == 0)
    test.press(.tab)
    #expect(calls.count == 1)
    #expect(test.problems.map(\.message) == ["is no palindrome"])
    test.press(.up)
    let before = calls.count
    test.type("x")
    test.press(.backspace, .backspace)
    #expect(calls.count == before)
    test.press(.control("s"))
    #expect(calls.count > before)
    #expect(test.problems.isEmpty)
  }

  @Test("Closures read the rows of their own item, and do not run for empty items")
  func items() throws {
    var test = try FormTester(tea, lines: 30)
    test.type("Ada\t\t\t")
    #expect(test.focus == "biscuits")
    test.type("rich tea\t3\t")
    #expect(test.problems.map(\.row) == ["biscuits[0].count"])
    test.press(.up)
    test.press(.backspace)
    test.type("4\tshortbread\t\t")
    test.press(.control("s"))
    test.type("y")
    let answers = try #require(test.answers)
    #expect(answers[biscuits].map { $0[kind] } == ["rich tea", "shortbread"])
    #expect(answers[biscuits].map { $0[count] } == [4, nil])
  }

  @Test("A check of the whole form reports its problem at the last row")
  func formCheck() throws {
    let first = Row.yesNo("first", "First")
    let second = Row.yesNo("second", "Second")
    let form = Form("Either") {
      first
      second
    }
    .check("one of them, not both") { $0[first] != true || $0[second] != true }
    var test = try FormTester(form)
    test.type("y\ty")
    test.press(.control("s"))
    #expect(test.problems.map(\.sentence) == ["Second: one of them, not both"])
    test.type("n")
    test.press(.control("s"))
    #expect(test.screen.contains("Save 2 answers?"))
  }

  @Test("^C leaves the form, and asks first if something was typed")
  func leaving() throws {
    var test = try FormTester(tea)
    test.press(.control("c"))
    #expect(test.hasLeft)
    test = try FormTester(tea)
    test.type("Ada")
    test.press(.control("c"))
    #expect(!test.hasLeft)
    test.press(.control("c"))
    #expect(test.hasLeft)
    #expect(test.answers == nil)
  }

  @Test("A paste is inserted as text; without a save question, Enter on the last row saves")
  func wizard() throws {
    let form = Form("Three") {
      Row.text("a")
      Row.text("b")
      Row.text("c")
    }
    var test = try FormTester(form, confirmsSave: false)
    test.paste("1\n2")
    test.press(.alt(">"), .enter)
    #expect(
      test.answers?.json() == "{\n  \"a\": \"1 2\",\n  \"b\": null,\n  \"c\": null\n}\n")
  }

  @Test("A form can begin with given answers, for example the answers of an earlier run")
  func beginning() throws {
    let answers = try tea.answers(
      json: #"{"guest": "Ada", "cups": 4, "biscuits": [{"kind": "plain"}]}"#)
    #expect(answers[guest] == "Ada")
    let test = try FormTester(tea, answers: answers, lines: 30)
    #expect(test.screen.contains("Ada") && test.screen.contains("plain"))
  }
}

/// A counter that closures increment.
private final class CallCount: Sendable {
  private let number = Mutex(0)

  func add() { number.withLock { $0 += 1 } }

  var count: Int { number.withLock { $0 } }
}
