// Rows of every type in a form: loading, exporting, toggling, read-only rows, and notes.

import FormFixtures
import FormModel
import FormScreen
import FormText
import LosslessJSON
import TerminalTesting
import Testing

@Suite("Forms of every type")
struct TypedFormTests {
  @Test("An export that is loaded again has the same answers, and is exported with the same bytes")
  func readBack() throws {
    let template = try Template.reading(Forms.everyType)
    for seed in TestScale.turns(60) {
      var oracle = try FormOracle(.unconditional(template), seed: seed)
      for _ in 0..<25 { oracle.step() }
      let json = oracle.session.exported(.json)
      let document = try JSONDocument(parsing: Array(json.utf8))
      let again = try FormSession(template, answers: document)
      #expect(again.exported(.json) == json)
      // Items without answers are not exported, so the texts are compared only if no item is
      // missing.
      guard again.answers.rowCount == oracle.session.answers.rowCount else { continue }
      for (line, other) in zip(
        again.exported(.text).split(separator: "\n"),
        oracle.session.exported(.text).split(separator: "\n"))
      where !other.hasSuffix("Empty") {
        #expect(line == other, "walk \(seed)")
      }
    }
  }

  private static let loading = """
    {"longform": 1, "id": "f", "sections": [{"rows": [
      {"id": "yes", "type": "boolean"}, {"id": "age", "type": "integer"},
      {"id": "size", "type": "choice", "choices": [{"value": "s", "label": "Small"}, {"value": 2, "label": "Two"}]},
      {"id": "sizes", "type": "choices", "choices": [{"value": "s", "label": "Small"}, {"value": 2, "label": "Two"}]},
      {"id": "tags", "type": "list"}]}]}
    """

  @Test(
    "A loaded value is shown as a person would type it, or as JSON if it does not fit the row",
    arguments: [
      ("{\"yes\": true}", 0, "yes"), ("{\"yes\": 1}", 0, "1"), ("{\"yes\": \"maybe\"}", 0, "maybe"),
      ("{\"age\": 1.50e0}", 1, "1.50e0"), ("{\"age\": [1, 2]}", 1, "[1, 2]"),
      ("{\"age\": null}", 1, ""), ("{\"size\": \"s\"}", 2, "Small"), ("{\"size\": 2}", 2, "Two"),
      ("{\"size\": \"2\"}", 2, "\"2\""), ("{\"size\": {\"x\": 1}}", 2, "{\"x\": 1}"),
      ("{\"sizes\": [2, \"s\"]}", 3, "Two\nSmall"), ("{\"sizes\": [2, null]}", 3, "[2, null]"),
      ("{\"tags\": [\"a\", \" b \"]}", 4, "a\n b "), ("{\"tags\": [\"a\\nb\"]}", 4, "\"a\\nb\""),
      ("{\"tags\": [\"a\", \"\"]}", 4, "a\n\"\""), ("{\"tags\": [1]}", 4, "[1]"),
      ("{\"tags\": []}", 4, ""),
    ])
  func loaded(document: String, row: Int, text: String) throws {
    var session = try FormSession(
      .reading(TypedFormTests.loading), answers: JSONDocument(parsing: Array(document.utf8)))
    let id = try #require(session.row(at: FormRow.Index(row))).id
    #expect(session.answers.text(of: id).string == text)
    #expect(session.exported(.json) == document)
    session.applyToEnd(.answered(id, "no"))
    #expect(session.exported(.json) != document)
    session.applyToEnd(.undone)
    #expect(session.exported(.json) == document)
  }

  @Test("A changed value has the layout of its document, and all other values stay unchanged")
  func changedInDocument() throws {
    let document = """
      {
        "yes": true, "age": 1.0,
        "tags": [
          "a"
        ],
        "sizes": ["s", 2]
      }
      """
    var session = try FormSession(
      .reading(TypedFormTests.loading), answers: JSONDocument(parsing: Array(document.utf8)))
    for (name, text) in [("yes", "n"), ("tags", "a\nb"), ("sizes", "two\nsmall"), ("size", "two")] {
      session.applyToEnd(.answered(try #require(session.row(named: name)), Text(text)))
    }
    #expect(
      session.exported(.json)
        == document.replacing("true", with: "false")
        .replacing("    \"a\"\n", with: "    \"a\",\n    \"b\"\n")
        .replacing("[\"s\", 2]", with: "[2, \"s\"]")
        .replacing("1.0,", with: "1.0,\n  \"size\": 2,"))
  }

  @Test("Space toggles a boolean row, and each toggle is one undo step")
  func toggle() throws {
    var session = try RowTypeTests.session("\"type\": \"boolean\"")
    var seen = [session.focusText.string]
    for _ in 0..<3 {
      session.applyToEnd(.toggled)
      seen.append(session.focusText.string)
    }
    #expect(seen == ["", "yes", "no", "yes"])
    session.applyToEnd(.undone)
    #expect(session.focusText == "no")
    session.applyToEnd(.undone)
    session.applyToEnd(.undone)
    #expect(session.focusText == "")
    var text = try RowTypeTests.session("\"label\": \"A\"")
    #expect(text.applyToEnd(.toggled).sentences == ["A is not a yes-or-no row"])
  }

  @Test("No action changes a read-only row, and the row is exported")
  func readOnly() throws {
    var session = try RowTypeTests.session(
      "\"label\": \"A\", \"readOnly\": true, \"default\": \"d\"")
    let row = try #require(session.focus)
    for action: Action in [
      .edited("x", cursor: 1, kind: .typed), .pasted("x"), .appended("x"), .cleared,
      .answered(row, "x"), .pasted("x\ny"),
    ] {
      #expect(session.applyToEnd(action).sentences == ["A is read only"])
      #expect(session.focusText == "d")
    }
    #expect(session.applyToEnd(.edited("d", cursor: 0, kind: .other)).isEmpty)
    #expect(session.hasChanges == false)
    #expect(session.exported(.json) == "{\n  \"a\": \"d\"\n}\n")
  }

  @Test("The screen shows the lines of notes, the boxes of boolean rows, and the labels of choices")
  func screen() throws {
    var session = FormSession(try .reading(Forms.everyType), height: 24)
    #expect(session.focusLabel == "Name")
    #expect(session.answers.rowCount == 14 + 3 * 6 + 6)
    let job = 14
    session.applyToEnd(.moved(.to(try #require(session.row(at: FormRow.Index(job))).id)))
    for text in ["2001-05", "", "", "s", "Saw\nhammer", "a\nb"] {
      if !text.isEmpty { session.type(text) }
      session.applyToEnd(.moved(.next))
    }
    session.applyToEnd(.moved(.to(try #require(session.row(at: FormRow.Index(job + 2))).id)))
    session.applyToEnd(.toggled)
    let state = ScreenState(height: .viewport(24), hasUTF8: true)
    let text = session.frame(size: ScreenSize(rows: 40, columns: 60), state: state).trimmedText
    for line in [
      "Work › Job 1: 2001-05", "      Times of a day", "▌ 17  remote   [x]", "  18  size     Small",
      "  19  tools    Saw, Hammer", "  20  tags     a ⏎b",
    ] {
      #expect(text.contains(line), "\(line) in\n\(text)")
    }
    let size = ScreenSize(rows: 14, columns: 60)
    session.applyToEnd(.moved(.first))
    #expect(session.frame(size: size).trimmedText.contains("  Read this first"))
    session.applyToEnd(.moved(.last))
    let end = session.frame(size: size).trimmedText
    #expect(end.contains("note6") && end.contains("That is all"), "\(end)")
  }

  @Test("Moving up and down visits every row once, even across notes")
  func walk() throws {
    for height in 1...9 {
      for showsHeaders in [true, false] {
        var session = FormSession(try .reading(Forms.everyType), height: height)
        session.applyToEnd(.resized(height: height, showsHeaders: showsHeaders))
        var passed = [session.focus]
        while !session.applyToEnd(.moved(.next)).sentences.contains("This is the last row") {
          passed.append(session.focus)
        }
        #expect(
          passed == (0..<session.answers.indexCount).map { session.row(at: FormRow.Index($0))?.id })
        var pages = 0
        while session.focus != passed.first ?? nil, pages < 200 {
          session.applyToEnd(.moved(.pageUp))
          pages += 1
        }
        while session.focus != passed.last ?? nil, pages < 400 {
          session.applyToEnd(.moved(.pageDown))
          pages += 1
        }
        #expect(pages < 200, "height \(height)")
      }
    }
  }

  @Test("A form with only notes has nothing to fill")
  func onlyNotes() throws {
    var session = try RowTypeTests.session("\"type\": \"note\", \"help\": \"Hello\"")
    #expect(session.answers.rowCount == 0 && session.focus == nil)
    #expect(session.frame(size: ScreenSize(rows: 8, columns: 40)).trimmedText.contains("Hello"))
    let effects = session.applyToEnd(.entered)
    #expect(effects.contains(.saveOffered))
    #expect(session.exported(.json) == "{}\n")
  }

  @Test(
    "Law 15: the cost of a key, a page and a jump is limited for all types and rules",
    arguments: [
      "\"type\": \"integer\", \"min\": 5, \"pattern\": \"[0-9]+\"", "\"type\": \"boolean\"",
      "\"type\": \"choice\", \"choices\": [\"a\", \"abc\"]", "\"type\": \"date\"",
    ])
  func cost(keys: String) throws {
    var small = FormSession(try .reading(Forms.counted(20, keys: keys)), height: 8)
    var large = FormSession(try .reading(Forms.counted(1_000_000, keys: keys)), height: 8)
    for action: Action in [
      .edited("abc", cursor: 3, kind: .typed), .moved(.next), .toggled, .moved(.pageDown),
      .moved(.last), .moved(.first), .undone, .redone,
    ] {
      let before = (small.answers.rowsTouched, large.answers.rowsTouched)
      _ = small.apply(action)
      _ = large.apply(action)
      let cost = (small.answers.rowsTouched - before.0, large.answers.rowsTouched - before.1)
      #expect(cost.1 <= min(cost.0 + 8, 24), "\(action) touches \(cost)")
    }
    let before = large.answers.rowsTouched
    let effects = large.apply(.checkRequested)
    #expect(effects.contains(.workRemains))
    #expect(large.answers.rowsTouched - before <= 2_000)
  }
}
