// Conditions that are expressions. Invariant: the shown rows always equal those of a complete new
// evaluation.

import FormFixtures
import FormText
import LosslessJSON
import TerminalTesting
import Testing

@testable import FormModel

@Suite("Conditions that are expressions")
struct ConditionExpressionTests {
  private static let trip = """
    {"longform": 1, "id": "trip", "output": {"empty": "omit"}, "sections": [
      {"id": "trip", "rows": [
        {"id": "from", "type": "date"}, {"id": "until", "type": "date"},
        {"id": "visa", "when": "date-diff(${from}, ${until}) > 90"},
        {"id": "number", "when": "${visa} != '' and string-length(${visa}) < 5"},
        {"id": "van", "type": "boolean", "when": "count(${name}) > 1"},
        {"id": "driver", "when": "${van}"},
        {"id": "party", "when": "count-non-empty(${nick}) >= 1"}]},
      {"id": "kids", "when": "${from} > '2024-01-01' or ${driver} = 'Ada'", "rows": [{"id": "seats"}]},
      {"id": "people", "repeat": {"key": "people"}, "rows": [
        {"id": "name"}, {"id": "age", "type": "integer"},
        {"id": "nick", "when": "${age} < 18 and ${from} != ''"},
        {"id": "guardian", "when": "${nick} = 'Al' and sum(${cost}) > 10"}]},
      {"id": "costs", "repeat": {"key": "costs"}, "rows": [{"id": "cost", "type": "decimal"}]}]}
    """

  private func session() throws -> FormSession { FormSession(try .reading(Self.trip)) }

  private func answer(_ path: String, _ text: Text, in session: inout FormSession) throws {
    let row = try #require(session.answers.row(atPath: path) ?? session.row(named: path))
    session.applyToEnd(.answered(row, text))
  }

  private func isShown(_ path: String, in session: FormSession) -> Bool {
    (session.answers.row(atPath: path) ?? session.row(named: path)).map {
      session.answers.outline.isShown($0)
    } ?? false
  }

  @Test("A row is shown while its expression is true, not while it is false or unknown")
  func rows() throws {
    var session = try session()
    #expect(!isShown("visa", in: session))
    try answer("from", "2024-01-01", in: &session)
    #expect(!isShown("visa", in: session))
    try answer("until", "2024-08-01", in: &session)
    #expect(isShown("visa", in: session) && !isShown("number", in: session))
    try answer("visa", "A12", in: &session)
    #expect(isShown("number", in: session))
    // A hidden row has no known answer, so rows whose conditions read it are hidden too.
    try answer("until", "2024-01-08", in: &session)
    #expect(!isShown("visa", in: session) && !isShown("number", in: session))
  }

  @Test(
    "Functions iterate over items: adding, filling, hiding and removing items changes their result")
  func items() throws {
    var session = try session()
    for _ in 0..<2 { session.applyToEnd(.itemAdded(section: 2)) }
    #expect(!isShown("van", in: session))
    try answer("people[0].name", "Ada", in: &session)
    // The second item counts because it is not empty.
    try answer("people[1].age", "7", in: &session)
    #expect(isShown("van", in: session))
    try answer("from", "2023", in: &session)
    #expect(isShown("people[1].nick", in: session) && !isShown("party", in: session))
    try answer("people[1].nick", "Al", in: &session)
    #expect(isShown("party", in: session) && !isShown("people[1].guardian", in: session))
    session.applyToEnd(.itemAdded(section: 3))
    try answer("costs[0].cost", "11", in: &session)
    #expect(isShown("people[1].guardian", in: session))
    try answer("from", "", in: &session)
    #expect(!isShown("party", in: session) && !isShown("people[1].guardian", in: session))
    try answer("people[1].age", "", in: &session)
    #expect(!isShown("van", in: session))
  }

  @Test("An invalid condition is an error with a position")
  func errors() {
    #expect(
      Template.errorLines(
        in: """
          {"longform": 1, "id": "e", "sections": [
            {"id": "s", "rows": [{"id": "a", "when": "1"}, {"id": "b", "when": "${c} = 'x'"},
              {"id": "c", "when": "${a} = 'x'"}, {"id": "d", "when": ". = 'x'"},
              {"id": "f", "when": "${g} +"}, {"id": "h", "when": 3}]},
            {"id": "i", "repeat": {"key": "i"}, "rows": [{"id": "g", "when": "count(${k}) > 1"},
              {"id": "k", "when": "position(..) > 1"}]}]}
          """
      ).map {
        $0.split(separator: " (allowed")[0].split(separator: ": ", maxSplits: 2).dropFirst().joined(
          separator: "|")
      } == [
        "sections[0].rows[0].when|\"when\" gives a number, and must be true or false; compare it",
        "sections[0].rows[3].when|\"when\", character 1: . is the row of the expression, and there is none here; name a row",
        "sections[0].rows[4].when|\"when\", character 7: the expression ends where a value is missing; add a row, a number or a text",
        "sections[0].rows[5].when|\"when\" must be a condition like {\"row\": \"id\", \"is\": \"value\"}, or an expression, not a number",
        "sections[1].rows[0].when|\"when\" goes through the items of its own section; a row of an item cannot depend on all items",
        "sections[1].rows[1].when|\"when\" goes through the items of its own section; a row of an item cannot depend on all items",
      ])
    #expect(
      Template.errors(
        in: """
          {"longform": 1, "id": "e", "sections": [{"id": "s", "rows": [
            {"id": "b", "when": "${c} = 'x'"}, {"id": "c", "when": "not(${b} = 'x')"}]}]}
          """
      ).map(\.sentence) == [
        "\"when\" depends on its own result; ask about rows that do not depend on it"
      ])
  }

  @Test("After every action of a random walk, the shown rows equal a complete new evaluation")
  func walk() throws {
    let texts: [Text] = [
      "", "Ada", "Al", "yes", "no", "2023-12-31", "2024-02-01", "2024-09-01", "3", "17", "30",
      "12.5",
    ]
    for seed in TestScale.turns(40) {
      var generator = SeededGenerator(seed: seed)
      var session = try session()
      for step in 0..<40 {
        let rows = session.answers.outline.indexCount
        switch generator.number(below: 10) {
        case 0: session.applyToEnd(.itemAdded(section: 2 + generator.number(below: 2)))
        case 1: session.applyToEnd(.undone)
        case 2: session.applyToEnd(.redone)
        case 3:
          let section = 2 + generator.number(below: 2)
          guard
            let item = session.answers.outline.item(
              at: 0, of: ItemList(section: section, parent: 0))
          else { continue }
          session.applyToEnd(.itemRemoved(section: section, item: item))
        default:
          let index = FormRow.Index(generator.number(below: rows))
          guard let row = session.answers.outline.id(at: index) else { continue }
          session.applyToEnd(.answered(row, texts[generator.number(below: texts.count)]))
        }
        var anew = session.answers
        anew.conditions = ConditionState(asLoaded: anew.conditions.asLoaded)
        anew.settleAllConditions()
        let shown = (0..<session.answers.outline.indexCount).map {
          session.answers.outline.id(at: FormRow.Index($0))
        }
        let expected = (0..<anew.outline.indexCount).map { anew.outline.id(at: FormRow.Index($0)) }
        #expect(shown == expected, "seed \(seed), step \(step)")
        #expect(session.answers.filledCount == anew.filledCount, "seed \(seed), step \(step)")
        if shown != expected { return }
      }
    }
  }
}
