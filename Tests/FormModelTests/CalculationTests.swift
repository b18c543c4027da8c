// Calculated rows. Invariant: after any action, their values equal those of a complete new
// evaluation (law 17).

import FormFixtures
import FormText
import LosslessJSON
import TerminalTesting
import Testing

@testable import FormModel

@Suite("Calculated rows")
struct CalculationTests {
  private static let order = """
    {"longform": 1, "id": "order", "sections": [
      {"id": "order", "rows": [
        {"id": "rate", "type": "decimal", "default": 0.5},
        {"id": "net", "label": "Net", "type": "decimal", "value": "sum(${amount})"},
        {"id": "gross", "label": "Gross", "type": "decimal", "value": "${net} + ${net} * ${rate}",
         "check": ". < 1000", "message": "too much"},
        {"id": "half", "type": "decimal", "value": "10 div ${rate}"},
        {"id": "note", "when": "${gross} > 100"},
        {"id": "names", "value": "join(', ', ${what})"},
        {"id": "most", "type": "decimal", "value": "max(${price})"},
        {"id": "size", "type": "integer", "value": "count(${what})"}]},
      {"id": "lines", "repeat": {"key": "lines"}, "rows": [
        {"id": "what", "label": "What"},
        {"id": "price", "label": "Price", "type": "decimal"},
        {"id": "count", "label": "Count", "type": "integer", "default": 1},
        {"id": "gift", "type": "boolean"},
        {"id": "amount", "label": "Amount", "type": "decimal", "value": "${price} * ${count}",
         "when": "not(${gift}) or ${gift} = ''"},
        {"id": "share", "type": "decimal", "value": "round(${amount} div ${net}, 2)"}]}]}
    """

  private func session(_ answers: String? = nil) throws -> FormSession {
    let template = try Template.reading(Self.order)
    var session =
      if let answers {
        try FormSession(template, answers: try JSONDocument(parsing: Array(answers.utf8)))
      } else {
        FormSession(template)
      }
    session.today = "2024-02-29"
    return session
  }

  private func row(_ path: String, in session: FormSession) throws -> FormRow.ID {
    try #require(session.answers.row(atPath: path) ?? session.row(named: path))
  }

  private func answer(_ path: String, _ text: Text, in session: inout FormSession) throws {
    session.applyToEnd(.answered(try row(path, in: session), text))
  }

  private func text(_ path: String, in session: FormSession) throws -> String {
    session.answers.text(of: try row(path, in: session)).string
  }

  private func addLine(_ texts: [Text], to session: inout FormSession) throws {
    session.applyToEnd(.itemAdded(section: 1))
    let item = session.answers.outline.itemCount(of: ItemList(section: 1, parent: 0)) - 1
    for (name, text) in zip(["what", "price", "count"], texts) {
      try answer("lines[\(item)].\(name)", text, in: &session)
    }
  }

  @Test("A value changes with every row that it depends on, even through other calculated rows")
  func follow() throws {
    var session = try session()
    #expect(try text("gross", in: session) == "0")
    try addLine(["bolt", "2.50", "3"], to: &session)
    try addLine(["nut", "0.1"], to: &session)
    #expect(try text("lines[0].amount", in: session) == "7.5")
    #expect(try text("net", in: session) == "7.6")
    #expect(try text("gross", in: session) == "11.4")
    #expect(try text("names", in: session) == "bolt, nut")
    #expect(try text("most", in: session) == "2.5")
    #expect(try text("lines[1].share", in: session) == "0.01")
    // Values change even while an answer is typed.
    session.applyToEnd(.moved(.to(try row("lines[1].price", in: session))))
    session.applyToEnd(.edited("0.25", cursor: 4, kind: .other))
    #expect(try text("gross", in: session) == "11.625")
    session.applyToEnd(.undone)
    #expect(try text("gross", in: session) == "11.4")
    // A hidden row has no known answer.
    try answer("lines[0].gift", "yes", in: &session)
    #expect(try text("net", in: session) == "0.1")
    #expect(try text("lines[0].share", in: session) == "")
  }

  @Test("Conditions, checks and counts change with a calculated value")
  func conditions() throws {
    var session = try session()
    let note = try row("note", in: session)
    #expect(session.progress.done == 1 && session.progress.total == 1)
    try addLine(["crate", "100"], to: &session)
    #expect(session.answers.outline.isShown(note))
    #expect(session.progress.done == 4 && session.progress.total == 6)
    try answer("lines[0].count", "10", in: &session)
    #expect(session.problems[try row("gross", in: session)]?.sentence(label: "") == "too much")
    try answer("lines[0].count", "", in: &session)
    #expect(!session.answers.outline.isShown(note))
    #expect(session.problems.isEmpty)
  }

  @Test("Typing, pastes, clearing and presets do not change a calculated row, and Enter skips it")
  func readOnly() throws {
    var session = try session()
    let gross = try row("gross", in: session)
    session.applyToEnd(.moved(.to(gross)))
    #expect(
      session.applyToEnd(.edited("5", cursor: 1, kind: .other)).contains(
        .message(.isCalculated(row: "Gross", sources: ["Net", "rate"]))))
    #expect(session.isFocusCalculated && session.isFocusReadOnly)
    session.applyToEnd(.pasted("7"))
    session.applyToEnd(.cleared)
    session.preset(gross, to: "9")
    #expect(session.focusText == "0")
    // Enter skips the calculated row.
    session.applyToEnd(.moved(.to(try row("rate", in: session))))
    session.applyToEnd(.entered)
    #expect(session.isFocusAddLine)
  }

  @Test("A division by zero or too many digits leave the row without a value, but with a problem")
  func faults() throws {
    var session = try session()
    try answer("rate", "0", in: &session)
    let half = try row("half", in: session)
    #expect(try text("half", in: session) == "")
    #expect(
      session.problems[half]?.sentence(label: "Half")
        == "cannot be calculated: a division by zero")
    try answer("rate", "", in: &session)
    #expect(session.problems[half] == nil)
    try addLine(["all", Text(String(repeating: "9", count: 100)), "1"], to: &session)
    try answer("rate", "1", in: &session)
    #expect(try text("gross", in: session) == "")
    session.applyToEnd(.checkRequested)
    #expect(
      session.problems[try row("gross", in: session)]?.sentence(label: "")
        == "cannot be calculated: a number has more than 100 digits")
  }

  @Test("A text that doubles from row to row is a problem before it fills the memory")
  func longTexts() throws {
    let rows = (1...40).map {
      #"{"id": "r\#($0)", "value": "concat(${r\#($0 - 1)}, ${r\#($0 - 1)})"}"#
    }
    let template = try Template.reading(
      #"{"longform": 1, "id": "f", "sections": [{"id": "s", "rows": [{"id": "r0"}, "#
        + rows.joined(separator: ", ")
        + #", {"id": "all", "value": "join(', ', ${text})"}]}, {"id": "t", "repeat": {"key": "t"}, "#
        + #""rows": [{"id": "text", "type": "paragraph"}]}]}"#)
    var session = FormSession(template)
    try answer("r0", "a", in: &session)
    #expect(try text("r20", in: session).utf8.count == 1 << 20)
    let longer = try row("r21", in: session)
    #expect(try text("r21", in: session) == "" && text("r40", in: session) == "")
    #expect(
      session.problems[longer]?.sentence(label: "")
        == "cannot be calculated: a text has more than 1,048,576 bytes")
    for _ in 1...3 {
      session.applyToEnd(.itemAdded(section: 1))
      session.applyToEnd(.replaced(Text(String(repeating: "b", count: 500_000))))
    }
    #expect(try text("all", in: session) == "")
  }

  @Test("The limit of texts counts for each row alone, and changes no number")
  func manyTexts() throws {
    let rows = (1...70).map { #"{"id": "t\#($0)", "value": "concat(${big}, 'i')"}"# }
    let template = try Template.reading(
      #"{"longform": 1, "id": "f", "sections": [{"id": "s", "rows": [{"id": "big"}, "#
        + rows.joined(separator: ", ")
        + #", {"id": "n", "type": "integer", "value": "string-length(${big})"}]}]}"#)
    var session = FormSession(template, height: 100)
    try answer("big", Text(String(repeating: "a", count: 1_000_000)), in: &session)
    session.applyToEnd(.moved(.next))
    #expect(session.problems.isEmpty)
    let shown = session.answers.texts.live.map(\.content.text)
    #expect(shown.count == 72 && !shown.contains(""))
    #expect(try text("n", in: session) == "1000000")
  }

  @Test("Leaving a total checks the rows that read it, after an item was removed")
  func leavingTotals() throws {
    var session = FormSession(
      try .reading(
        """
        {"longform": 1, "id": "f", "sections": [
          {"id": "i", "repeat": {"key": "i", "initial": 1}, "rows": [
            {"id": "amount", "type": "integer"}]},
          {"id": "s", "rows": [{"id": "t", "type": "integer", "value": "sum(${amount})"},
            {"id": "c", "type": "integer", "check": ". >= ${t}"}]}]}
        """))
    try answer("i[0].amount", "5", in: &session)
    try answer("c", "3", in: &session)
    let check = try row("c", in: session)
    #expect(session.problems[check] != nil)
    session.applyToEnd(.itemRemoved(section: 0, item: 1))
    session.applyToEnd(.moved(.to(try row("t", in: session))))
    session.applyToEnd(.moved(.next))
    #expect(session.problems[check] == nil)
  }

  @Test("In a chain, leaving a row calculates each row once, and the effort counts all rows read")
  func effort() throws {
    let rows = (1...100).map {
      #"{"id": "r\#($0)", "type": "integer", "value": "${r\#($0 - 1)} + 1"}"#
    }
    let template = try Template.reading(
      #"{"longform": 1, "id": "f", "sections": [{"id": "s", "rows": [{"id": "r0", "type": "integer"}, "#
        + rows.joined(separator: ", ") + "]}]}")
    var session = FormSession(template)
    try answer("r0", "3", in: &session)
    var effort = 0
    _ = session.answers.ownProblem(of: try row("r100", in: session), effort: &effort)
    #expect(effort >= 100)
    let all = try (1...100).map { try row("r\($0)", in: session) }
    var answers = session.answers
    answers.withCalculated(all) { answers in
      #expect(answers.calculations.count == 100)
      var effort = 0
      _ = answers.ownProblem(of: all[99], effort: &effort)
      #expect(effort < 10)
    }
    #expect(answers.calculations.isEmpty)
  }

  @Test("A document's wrong calculated value is a problem until a row that it depends on changes")
  func documents() throws {
    let document = """
      {"rate": 0, "net": 6.50, "gross": 7, "names": "bolt", "most": 2.5, "lines":
       [{"what": "bolt", "price": 2.5, "count": 2, "amount": 6.5}]}
      """
    var session = try session(document)
    let amount = try row("lines[0].amount", in: session)
    #expect(
      session.problems[amount]?.sentence(label: "")
        == "the document has “6.5”, but calculating gives “5”")
    #expect(session.problems[try row("net", in: session)] != nil)
    #expect(session.problems[try row("names", in: session)] == nil)
    let message = session.applyToEnd(.saveProposed).sentences.last ?? ""
    #expect(message.hasSuffix("   ^O save! writes the calculated value"), "\(message)")
    try answer("lines[0].count", "3", in: &session)
    #expect(session.problems[amount] == nil)
    #expect(try text("lines[0].amount", in: session) == "7.5")
    let changed = Set(session.answers.changedRows.map(session.answers.name(of:)))
    #expect(changed.isSuperset(of: ["net", "gross", "lines[0].amount", "lines[0].count"]))
    #expect(!changed.contains("names") && !changed.contains("most"))
  }

  @Test("A value in the document that equals the calculated value keeps its bytes")
  func sameValue() throws {
    let session = try session(
      #"{"rate": 1, "net": 5.00, "lines": [{"what": "a", "price": 5, "count": 1, "amount": 5.0}]}"#)
    #expect(session.problems.isEmpty)
    #expect(try text("net", in: session) == "5.00")
    #expect(!session.answers.isChanged(try row("net", in: session)))
  }

  @Test("A condition on a calculated value follows the value that is shown and written")
  func conditionsBesideDocument() throws {
    let template = try Template.reading(
      """
      {"longform": 1, "id": "f", "sections": [{"rows": [
        {"id": "x", "type": "integer"}, {"id": "rate", "type": "integer", "default": 10},
        {"id": "sum", "type": "integer", "value": "${x} * ${rate}"},
        {"id": "big", "when": "${sum} > 50"}, {"id": "some", "when": "${rate} = 10"}]}]}
      """)
    var session = try FormSession(
      template, answers: JSONDocument(parsing: Array(#"{"x": 7}"#.utf8)))
    // The document lacks the default, which is no answer before it is confirmed.
    #expect(session.row(named: "big") == nil && session.row(named: "some") != nil)
    #expect(try text("sum", in: session) == "")
    try answer("rate", "10", in: &session)
    #expect(session.row(named: "big") != nil)
    #expect(try text("sum", in: session) == "70")
  }

  @Test("All wrong value expressions of a template are reported at once, with their positions")
  func errors() {
    #expect(
      Template.errorLines(
        in: """
          {"longform": 1, "id": "e", "sections": [
            {"id": "s", "rows": [
              {"id": "a", "type": "decimal", "value": "${b} + 1"},
              {"id": "b", "type": "decimal", "value": "sum(${c})"},
              {"id": "d", "value": "1 + 1"}, {"id": "g", "type": "integer", "value": "'x'"},
              {"id": "h", "value": "'x'", "default": "y"}, {"id": "i", "type": "note", "help": "x", "value": "1"},
              {"id": "j", "type": "date", "value": "if(${g} > 1, '2024-01-01', '2024')"},
              {"id": "k", "value": "concat(., 'x')"}]},
            {"id": "t", "repeat": {"key": "t"}, "rows": [
              {"id": "c", "type": "decimal", "value": "${a} * 2"}]}]}
          """
      ).map {
        $0.split(separator: " (allowed")[0].split(separator: ": ", maxSplits: 1).dropFirst()
          .joined()
      } == [
        "sections[0].rows[0].value: \"value\" is calculated from itself: a from b from c from a; take one of them out",
        "sections[0].rows[2].value: \"value\" gives a number, and the row takes a text; string(…) makes a text of it",
        "sections[0].rows[3].value: \"value\" gives a text, and the row takes a number; number(…) makes a number of a text",
        "sections[0].rows[4].default: \"default\" is for a row that a person answers, and \"value\" calculates this one; remove one of them",
        "sections[0].rows[5].value: \"value\" has no meaning in a note; remove it",
      ])
    #expect(
      Template.errors(
        in: """
          {"longform": 1, "id": "e", "sections": [{"id": "s", "rows": [
            {"id": "a", "when": "${b} = 'x'"}, {"id": "b", "value": "concat(${a}, 'x')"}]},
            {"id": "t", "repeat": {"key": "t"}, "rows": [
              {"id": "c", "type": "decimal", "when": "${d} > 1"}]},
            {"id": "u", "rows": [{"id": "d", "type": "decimal", "value": "sum(${c})"}]}]}
          """
      ).map(\.sentence) == [
        "\"when\" depends on its own result; ask about rows that do not depend on it",
        "\"when\" goes through the items of its own section; a row of an item cannot depend on all items",
      ])
  }

  @Test("A long chain of rows needs no recursion, and no row is calculated twice")
  func longWay() throws {
    let rows = (1...20_000).map {
      #"{"id": "r\#($0)", "type": "decimal", "value": "${r\#($0 - 1)} + ${r\#($0 - 1)} * 0"}"#
    }
    let template = try Template.reading(
      #"{"longform": 1, "id": "f", "sections": [{"id": "s", "rows": [{"id": "r0", "type": "decimal"}, "#
        + rows.joined(separator: ", ") + "]}]}")
    var session = FormSession(template)
    try answer("r0", "3", in: &session)
    #expect(try text("r20000", in: session) == "3")
  }

  @Test("In a long section, totals are calculated in slices and first show …; edits read few rows")
  func slices() throws {
    let lines = (1...5_000).map { #"{"what": "w\#($0)", "price": \#($0), "count": 1}"# }
    let template = try Template.reading(Self.order)
    let document = #"{"rate": 1, "lines": [\#(lines.joined(separator: ", "))]}"#
    var session = try FormSession(
      template, answers: try JSONDocument(parsing: Array(document.utf8)))
    let net = try row("net", in: session)
    #expect(session.answers.text(of: net) == "…")
    // An export needs the total at once, so it reads all items.
    #expect(session.answers.exportedAnswer(of: net) == "12502500")
    // An export of all rows calculates the total first, because each row may need it.
    #expect(session.answers.totals.isLate && !session.withWorkDone.answers.totals.isLate)
    #expect(session.withWorkDone.answers.text(of: net) == "12502500")
    var turns = 0
    var effects = session.apply(.resized(height: 10, showsHeaders: true))
    while effects.contains(.workRemains), turns < 1_000 {
      effects = session.apply(.workContinued)
      turns += 1
    }
    #expect(turns > 5 && turns < 200)
    #expect(session.answers.text(of: net) == "12502500")
    session.applyToEnd(.moved(.to(try row("lines[2500].price", in: session))))
    let before = session.answers.rowsTouched
    _ = session.apply(.edited("0", cursor: 1, kind: .other))
    #expect(session.answers.exportedAnswer(of: net) == "12499999")
    // The edit reads as many items as one slice of work allows, for the row `most`. It also reads
    // the rows in view and the edited item.
    #expect(session.answers.rowsTouched - before < 2 * Totals.slice + 50)
  }

  @Test("After every action of a random walk, every value equals a complete new evaluation")
  func walk() throws {
    let texts: [Text] = ["", "bolt", "yes", "no", "0", "2", "-3", "0.25", "1e3", "x", "99"]
    for seed in TestScale.turns(5) {
      var generator = SeededGenerator(seed: seed)
      var session = try session(
        seed % 2 == 0 ? nil : #"{"rate": 2, "net": 1, "lines": [{"price": 3}, {"what": "nut"}]}"#)
      for step in 0..<40 {
        let items = session.answers.outline.itemCount(of: ItemList(section: 1, parent: 0))
        let item = session.answers.outline.item(
          at: generator.number(below: items + 1), of: ItemList(section: 1, parent: 0))
        switch generator.number(below: 12) {
        case 0: session.applyToEnd(.itemAdded(section: 1))
        case 1: session.applyToEnd(.undone)
        case 2: session.applyToEnd(.redone)
        case 3: if let item { session.applyToEnd(.itemRemoved(section: 1, item: item)) }
        case 4: if let item { session.applyToEnd(.itemDuplicated(section: 1, item: item)) }
        case 5:
          if let item { session.applyToEnd(.itemMoved(section: 1, item: item, to: 0)) }
        case 6:
          let height = 2 + generator.number(below: 9)
          session.applyToEnd(.resized(height: height, showsHeaders: true))
        default:
          let rows = session.answers.outline.indexCount
          let index = FormRow.Index(generator.number(below: rows))
          guard let row = session.answers.outline.id(at: index) else { continue }
          let text = texts[generator.number(below: texts.count)]
          if generator.number(below: 2) == 0 {
            session.applyToEnd(.answered(row, text))
          } else {
            session.applyToEnd(.moved(.to(row)))
            session.applyToEnd(.edited(text, cursor: text.scalarCount, kind: .other))
            // Typed text has an effect on conditions only after the row is left.
            session.applyToEnd(.moved(.next))
          }
        }
        var anew = session.answers
        anew.totals = Totals()
        anew.conditions = ConditionState(asLoaded: anew.conditions.asLoaded)
        anew.texts.live = anew.texts.live.filter { !anew.isCalculated($0.id) }
        anew.settleAllConditions()
        // Without the totals, the evaluation reads all items.
        anew.totals = Totals()
        var different: [String] = []
        session.answers.forEachCalculatedRow { row in
          let expected = anew.exportedAnswer(of: row) ?? ""
          if session.answers.outline.isShown(row) != anew.outline.isShown(row)
            || session.answers.exportedAnswer(of: row) ?? "" != expected
            || anew.outline.isShown(row) && session.answers.text(of: row) != expected
          {
            different.append(session.answers.name(of: row))
          }
        }
        #expect(different == [], "seed \(seed), step \(step)")
        #expect(session.answers.filledCount == anew.filledCount, "seed \(seed), step \(step)")
        if !different.isEmpty { return }
      }
    }
  }
}
