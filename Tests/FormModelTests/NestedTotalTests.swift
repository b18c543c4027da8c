// Sums over the items inside an item. They are compared with plain loops over the answers.

import FormFixtures
import FormText
import LosslessJSON
import TerminalTesting
import Testing

@testable import FormModel

@Suite("Sums inside items")
struct NestedTotalTests {
  private static let form = """
    {"longform": 1, "id": "career", "sections": [
      {"id": "work", "repeat": {"label": "Job {n}"},
       "rows": [{"id": "company"},
                {"id": "rate", "type": "integer"},
                {"id": "cost", "type": "decimal", "value": "sum(${price} * ${rate})"},
                {"id": "count", "type": "integer", "value": "count(${title})"},
                {"id": "priced", "type": "integer", "value": "count-non-empty(${price})"},
                {"id": "hours", "type": "decimal", "value": "sum(${hour})"},
                {"id": "dear", "when": "${cost} > 100"}],
       "sections": [
        {"id": "projects", "repeat": {"label": "Project {n}", "initial": 1},
         "rows": [{"id": "title"},
                  {"id": "price", "type": "integer", "when": "${company} = '' or ${company} != 'none'"},
                  {"id": "spent", "type": "decimal", "value": "sum(${hour})"}],
         "sections": [
          {"id": "tasks", "when": "${title} = '' or ${title} != 'none'",
           "repeat": {"label": "Task {n}"},
           "rows": [{"id": "hour", "type": "integer"}]}]}]},
      {"id": "end", "rows": [{"id": "all", "type": "decimal", "value": "sum(${cost})"}]}]}
    """

  private func row(_ section: Int, _ item: Int, _ row: Int) -> FormRow.ID {
    FormRow.ID(section: section, item: item, row: row, number: 0)
  }

  /// Returns the number in a row, as an export would contain it; nil if the export would contain
  /// none.
  private func number(_ row: FormRow.ID, _ answers: Answers) -> Int? {
    answers.outline.isShown(row) ? answers.answer(of: row).flatMap { Int($0.string) } : nil
  }

  /// Returns the sum of the hours in an item of `projects`.
  private func hours(_ project: Int, _ answers: Answers) -> Int {
    answers.outline.items(of: ItemList(section: 2, parent: project)).reduce(0) {
      $0 + (number(row(2, $1, 0), answers) ?? 0)
    }
  }

  private func check(_ session: FormSession, _ comment: Comment) {
    let answers = session.answers
    var all = 0
    for job in answers.outline.items(ofSection: 0) {
      let projects = answers.outline.items(of: ItemList(section: 1, parent: job))
      let prices = projects.compactMap { number(row(1, $0, 1), answers) }
      let cost = number(row(0, job, 1), answers).map { prices.reduce(0, +) * $0 } ?? 0
      all += cost
      let expected = [
        cost, projects.count { answers.isExported(item: $0, ofSection: 1) }, prices.count,
        projects.reduce(0) { $0 + hours($1, answers) },
      ]
      let found = (2...5).map { answers.text(of: row(0, job, $0)).string }
      #expect(found == expected.map(String.init), comment)
      #expect(answers.outline.isShown(row(0, job, 6)) == (cost > 100), comment)
      for project in projects {
        let spent = answers.text(of: row(1, project, 2)).string
        #expect(spent == String(hours(project, answers)), comment)
      }
    }
    #expect(answers.text(of: row(3, 0, 0)).string == String(all), comment)
  }

  @Test("After every random action, each sum in an item equals a loop over the items inside it")
  func walk() throws {
    let template = try Template.reading(Self.form)
    for seed in TestScale.turns(12) {
      var generator = SeededGenerator(seed: seed)
      var session = FormSession(template)
      for step in 0..<60 {
        let outline = session.answers.outline
        let section = generator.number(below: 3)
        let items = outline.items(ofSection: section)
        let item = items.isEmpty ? 0 : generator.one(of: items)
        switch generator.number(below: 10) {
        case 0, 1:
          let lists = outline.lists(ofSection: section)
          if lists.isEmpty { continue }
          let list = generator.one(of: lists)
          session.applyToEnd(.itemAdded(section: section, parent: list.parent))
        case 2: session.applyToEnd(.itemRemoved(section: section, item: item))
        case 3:
          session.applyToEnd(
            .itemMoved(section: section, item: item, to: generator.number(below: 4)))
        case 4: session.applyToEnd(.itemDuplicated(section: section, item: item))
        case 5: session.applyToEnd(.undone)
        case 6: session.applyToEnd(.redone)
        default:
          if items.isEmpty { continue }
          let place = generator.number(below: section == 2 ? 1 : 2)
          let text: Text = generator.one(of: ["1", "20", "300", "none", ""])
          session.applyToEnd(.answered(row(section, item, place), text))
        }
        session.applyToEnd(.itemRemoved(section: 0, item: 0))
        check(session, "seed \(seed), step \(step)")
      }
    }
  }

  @Test("Law 15: an edit visits equally many items, whether an item contains 20 items or 5,000")
  func cost() throws {
    func touched(_ count: Int) throws -> Int {
      let prices = (1...count).map { #"{"price": \#($0)}"# }.joined(separator: ", ")
      let document = #"{"work": [{"rate": 1, "projects": [\#(prices)]}, {"company": "Mill"}]}"#
      var session = try FormSession(
        try Template.reading(Self.form),
        answers: try JSONDocument(parsing: Array(document.utf8)))
      session.applyToEnd(.resized(height: 10, showsHeaders: true))
      session.applyToEnd(.moved(.to(row(1, 1, 1))))
      let sum = count * (count + 1) / 2
      #expect(session.answers.text(of: row(0, 1, 2)).string == String(sum))
      let before = session.answers.rowsTouched
      _ = session.apply(.edited("5", cursor: 1, kind: .other))
      #expect(session.answers.text(of: row(0, 1, 2)).string == String(sum + 4))
      #expect(session.answers.text(of: row(0, 1, 4)).string == String(count))
      return session.answers.rowsTouched - before
    }
    #expect(try touched(5_000) == touched(20))
  }
}
