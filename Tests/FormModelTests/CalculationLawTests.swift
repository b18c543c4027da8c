// Law 17 in random forms: items inside items, members of objects, alternatives.

import FormFixtures
import FormModel
import FormText
import LosslessJSON
import TerminalTesting
import Testing

@Suite("Calculated values in random forms")
struct CalculationLawTests {
  @Test("Law 17: after every step, calculated values equal those computed from all answers")
  func values() throws {
    var compared = 0
    for seed in TestScale.turns(30) {
      var generator = SeededGenerator(seed: seed, 17)
      let form = CalculatedForm(using: &generator)
      let template = try Template.reading(form.form.json)
      var session = FormSession(template, height: 6)
      for step in 0..<40 {
        if step == 20, generator.chance(50),
          let document = try? JSONDocument(parsing: Array(session.exported(.json).utf8)),
          let loaded = try? FormSession(template, height: 6, answers: document)
        {
          session = loaded
        }
        change(&session, using: &generator)
        try form.forEachValue(in: session) { row, expected in
          compared += 1
          let value = session.answers.answer(of: row)?.string
          try #require(value == expected, "form \(seed), step \(step), \(row)")
        }
      }
    }
    #expect(compared > 3_000 * TestScale.factor)
  }

  /// Makes a random change, or moves the focus.
  private func change(_ session: inout FormSession, using generator: inout SeededGenerator) {
    let outline = session.answers.outline
    let lists = session.template.sections.indices
      .filter { session.template.sections[$0].repetition != nil }
      .flatMap { outline.lists(ofSection: $0) }
    switch generator.number(below: 12) {
    case 0...3:
      let index = generator.number(below: session.answers.indexCount)
      guard let row = session.row(at: FormRow.Index(index)), !row.isAddLine else { return }
      let text = generator.chance(25) ? "yes" : generator.chance(20) ? "no" : "t\(index)"
      session.applyToEnd(.answered(row.id, Text(text)))
    case 4...5:
      let text = Text(generator.chance(30) ? "" : "typed")
      session.applyToEnd(.edited(text, cursor: text.scalarCount, kind: .typed))
    case 6: session.applyToEnd(.moved(generator.one(of: [.next, .previous, .pageDown, .first])))
    case 7: session.applyToEnd(generator.chance(60) ? .undone : .redone)
    case 8: session.applyToEnd(.pasted("uno\ndos\n"))
    default:
      guard let list = lists.randomElement(using: &generator) else { return }
      let items = outline.items(of: list)
      guard let item = items.randomElement(using: &generator), generator.chance(60) else {
        session.applyToEnd(.itemAdded(section: list.section, parent: list.parent))
        return
      }
      session.applyToEnd(
        generator.chance(50)
          ? .itemRemoved(section: list.section, item: item)
          : .itemMoved(
            section: list.section, item: item, to: generator.number(below: items.count)))
    }
  }
}
