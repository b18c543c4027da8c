// Law 15 in random forms: the cost of an action depends on the viewport, not on the number of items.

import FormFixtures
import FormModel
import FormText
import LosslessJSON
import TerminalTesting
import Testing

@Suite("The cost of actions in random forms")
struct NestedCostTests {
  /// A random form in which every list begins with a number of items, each with an answer. As long
  /// as an item has no answer, a change of it looks for one in all items inside it.
  private func session(_ form: RandomForm, items: Int) throws -> FormSession {
    let json = (0...2).reduce(form.json) {
      $0.replacing("\"initial\": \($1)", with: "\"initial\": \(items)")
    }
    var session = FormSession(try .reading(json), height: 8)
    for section in session.template.sections.indices {
      let rows = session.template.sections[section].rows
      guard let row = rows.indices.first(where: { rows[$0].type == .text }) else { continue }
      for item in session.answers.outline.items(ofSection: section) {
        let id = FormRow.ID(section: section, item: item, row: row, number: 0)
        _ = session.apply(.answered(id, Text("x\(item)")))
      }
    }
    // The answers are loaded, so that no undo takes them back.
    let document = try JSONDocument(parsing: Array(session.exported(.json).utf8))
    return try FormSession(session.template, height: 8, answers: document)
  }

  /// The actions at the focus that a person does with one key. Those that make, move or remove
  /// an item are missing, because their cost, and that of undoing them, is that of all items inside.
  private func actions(_ session: FormSession) -> [Action] {
    let actions: [Action] = [
      .moved(.next), .moved(.previous), .moved(.pageDown), .moved(.pageUp), .moved(.last),
      .moved(.first), .moved(.nextItem), .moved(.previousItem), .undone, .redone,
      .resized(height: 12, showsHeaders: true), .panelOpened(lines: 3),
    ]
    guard let focus = session.focus, !focus.isAddLine(in: session.template.sections) else {
      return actions
    }
    // A yes or no may show or hide rows in all items.
    let isYesOrNo = session.template[focus].type == .boolean
    let edits: [Action] = isYesOrNo ? [] : [.edited("x", cursor: 1, kind: .typed)]
    return actions + edits
  }

  @Test("Law 15: no action touches more than 64 rows, if every list has two items or eight")
  func cost() throws {
    for seed in TestScale.turns(8) {
      for items in [2, 8] {
        var session = try session(RandomForm(ofTexts: seed), items: items)
        var generator = SeededGenerator(seed: seed, 16)
        for _ in 0..<60 {
          guard let action = actions(session).randomElement(using: &generator) else { continue }
          let before = session.answers.rowsTouched
          _ = session.apply(action)
          let cost = session.answers.rowsTouched - before
          #expect(cost <= 64, "form \(seed) with \(session.answers.rowCount) rows: \(action)")
        }
      }
    }
  }
}
