// The rows of a random form that are shown, decided without the program's conditions, and the places
// at which Enter stops.

package import FormModel
import FormText

extension RandomForm {
  /// The form as the subject of walks.
  package var subject: FormOracle.Subject {
    get throws {
      // A condition that always holds, because rows share a key only if they have conditions.
      let decider = #"{"row": "s0r0", "filled": true}"#
      let always = #"{"any": [\#(decider), {"not": \#(decider)}]}"#
      let template = try Template.reading(json)
      return FormOracle.Subject(
        template: template, bare: try .reading(json { _ in always }), documents: template,
        hides: hides, hidesList: hides)
    }
  }

  /// Whether conditions hide a row, or a list that contains it.
  private func hides(_ row: FormRow.ID, _ reader: FormOracle.Reader) -> Bool {
    let section = sections[row.section]
    let list = section.repeats ? reader.list(row) : ItemList(section: row.section, parent: 0)
    return !section.rows[row.row].conditions.allSatisfy {
      holds($0, item: row.item, of: list, reader)
    } || hides(list, reader)
  }

  /// Whether conditions hide a list, or a list around it.
  private func hides(_ list: ItemList, _ reader: FormOracle.Reader) -> Bool {
    let section = sections[list.section]
    guard section.conditions.allSatisfy({ holds($0, item: 0, of: list, reader) }) else {
      return true
    }
    guard let parent = section.parent else { return false }
    let around = FormRow.ID(section: parent, item: list.parent, row: 0, number: 0)
    return hides(reader.list(around), reader)
  }

  /// Whether a condition of a row, or of a list, holds. The deciding row is in the first section, in
  /// the row's item, or in the item around the list.
  private func holds(
    _ condition: Condition, item: Int, of list: ItemList, _ reader: FormOracle.Reader
  ) -> Bool {
    var row = FormRow.ID(section: condition.section, item: 0, row: condition.place, number: 0)
    if condition.section != 0 { row.item = condition.section == list.section ? item : list.parent }
    let answer = hides(row, reader) ? nil : reader.answer(row)
    return ["y", "yes", "true"].contains(answer?.trimmed.string.lowercased()) != condition.isNegated
  }

  /// Returns the places at which Enter stops, in order. They are rows, and the lines that create
  /// items. The answers of a session decide which rows are shown.
  package func stops(in session: FormSession) -> [FormRow.ID] {
    let outline = session.answers.outline
    let reader = FormOracle.Reader(
      answer: { session.answers.answer(of: $0) }, list: { outline.list(of: $0) })
    /// The stops of a list, or of a section that does not repeat.
    func stops(of list: ItemList) -> [FormRow.ID] {
      let (number, section) = (list.section, sections[list.section])
      guard !hides(list, reader) else { return [] }
      let items = section.repeats ? outline.items(of: list).map { $0 } : [0]
      let rows = items.flatMap { item in
        section.rows.indices.filter { section.rows[$0].takesAnswer }
          .map { FormRow.ID(section: number, item: item, row: $0, number: 0) }
          .filter { !hides($0, reader) }
          + section.inner.flatMap { stops(of: ItemList(section: $0, parent: item)) }
      }
      let entry = section.rows.firstIndex(where: \.takesAnswer) ?? 0
      let addLine = FormRow.ID(section: number, item: -list.parent, row: entry, number: 0)
      return rows + (section.repeats ? [addLine] : [])
    }
    return outermost.flatMap { stops(of: ItemList(section: $0, parent: 0)) }
  }
}
