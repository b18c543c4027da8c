// Random forms with calculated rows, and the values of these rows computed a second way: from all
// answers each time, without the program's expressions.

package import FormModel
import FormText
package import TerminalTesting

/// A random form whose sections also have calculated rows.
package struct CalculatedForm {
  /// A row of a section.
  private struct Place {
    let section: Int
    let row: Int
    let id: String
  }

  private enum Formula {
    /// The text of a row of the same item, of an item around it, or of the form.
    case text(Place)
    /// The number of exported items of the list that contains a row.
    case count(Place)
    /// The answers to a row in all exported items.
    case join(Place)
  }

  private struct Calculation {
    let place: Place
    let formula: Formula
    /// Whether the row adds a mark to the value of a second calculated row, which has the formula.
    let isSecond: Bool
  }

  package private(set) var form: RandomForm
  private var calculations: [Calculation] = []

  package init(using generator: inout SeededGenerator) {
    form = RandomForm(of: .texts, using: &generator)
    let texts = form.sections.indices.map { section in
      form.sections[section].rows.enumerated()
        .filter { $1.takesAnswer && !$1.json.contains("boolean") }
        .map { Place(section: section, row: $0, id: $1.id) }
    }
    for section in form.sections.indices {
      let chain = form.chain(of: section)
      for _ in 0..<generator.number(in: 1...3) {
        let near = texts.indices.filter { chain.contains($0) || !form.sections[$0].repeats }
        let lists = texts.indices.filter { form.sections[$0].repeats }
        let isAggregate = generator.chance(60)
        let place = (isAggregate ? lists : near).flatMap { texts[$0] }
          .randomElement(using: &generator)
        guard let place else { continue }
        let formula: Formula =
          !isAggregate ? .text(place) : generator.chance(50) ? .count(place) : .join(place)
        add(formula, to: section, using: &generator)
      }
    }
  }

  /// Adds a calculated row, and in some cases another one that reads it.
  private mutating func add(
    _ formula: Formula, to section: Int, using generator: inout SeededGenerator
  ) {
    let value =
      switch formula {
      case .text(let place): "concat(coalesce(${\(place.id)}, '-'), '!')"
      case .count(let place): "concat('#', count(${\(place.id)}))"
      case .join(let place): "concat(join('|', ${\(place.id)}), '!')"
      }
    let first = append(value, to: section, isExported: generator.chance(50))
    calculations.append(Calculation(place: first, formula: formula, isSecond: false))
    guard generator.chance(40) else { return }
    let second = append("concat(${\(first.id)}, '?')", to: section, isExported: true)
    calculations.append(Calculation(place: second, formula: formula, isSecond: true))
  }

  private mutating func append(_ value: String, to section: Int, isExported: Bool) -> Place {
    let contents = form.sections[section]
    let id = "s\(section)c\(contents.rows.count)"
    // A row beside one that is the whole item has no key of its own.
    let isWhole = contents.rows.contains { $0.json.contains(#""key": []"#) }
    let export = isExported && !isWhole ? "" : #", "export": false"#
    form.append(
      RandomForm.Row(id: id, takesAnswer: false, json: #", "value": "\#(value)"\#(export)"#),
      to: section)
    return Place(section: section, row: contents.rows.count, id: id)
  }

  // MARK: - Values

  /// Calls a function for each shown calculated row, with the value that it must have.
  package func forEachValue(
    in session: FormSession, _ body: (FormRow.ID, String) throws -> Void
  ) rethrows {
    for calculation in calculations {
      let chain = form.chain(of: calculation.place.section)
      for items in everyItem(of: chain, below: [], in: session, exportedOnly: false) {
        let row = id(calculation.place, items, chain)
        guard !session.answers.isHidden(row) else { continue }
        let value = value(of: calculation.formula, in: items, chain, session)
        try body(row, calculation.isSecond ? value + "?" : value)
      }
    }
  }

  private func value(
    of formula: Formula, in items: [Int], _ chain: [Int], _ session: FormSession
  ) -> String {
    switch formula {
    case .text(let place):
      return (answer(to: place, items, chain, session) ?? "-") + "!"
    case .count(let place):
      return "#\(targets(of: place, items, chain, session).count)"
    case .join(let place):
      let inner = form.chain(of: place.section)
      return targets(of: place, items, chain, session)
        .map { answer(to: place, $0, inner, session) ?? "" }.joined(separator: "|") + "!"
    }
  }

  /// The exported items of the list that contains a row. Lists around both rows contribute only the
  /// item around the calculated row.
  private func targets(
    of place: Place, _ items: [Int], _ chain: [Int], _ session: FormSession
  ) -> [[Int]] {
    let inner = form.chain(of: place.section)
    let shared = zip(chain, inner.dropLast()).prefix { $0 == $1 }.count
    return everyItem(
      of: inner, below: Array(items.prefix(shared)), in: session, exportedOnly: true)
  }

  /// The items of the innermost section of a chain, each with the items around it.
  private func everyItem(
    of chain: [Int], below items: [Int], in session: FormSession, exportedOnly: Bool
  ) -> [[Int]] {
    guard items.count < chain.count else { return [items] }
    let list = ItemList(section: chain[items.count], parent: items.last ?? 0)
    guard session.answers.outline.isShown(list) else { return [] }
    return session.answers.outline.items(of: list)
      .filter { !exportedOnly || session.answers.isExported(item: $0, ofSection: list.section) }
      .flatMap {
        everyItem(of: chain, below: items + [$0], in: session, exportedOnly: exportedOnly)
      }
  }

  private func answer(
    to place: Place, _ items: [Int], _ chain: [Int], _ session: FormSession
  ) -> String? {
    // An expression reads the answers of an export.
    session.answers.exportedAnswer(of: id(place, items, chain))?.string
  }

  /// A row in one of the items around a place.
  private func id(_ place: Place, _ items: [Int], _ chain: [Int]) -> FormRow.ID {
    let depth = chain.firstIndex(of: place.section)
    return FormRow.ID(
      section: place.section, item: depth.map { items[$0] } ?? 0, row: place.row, number: 0)
  }
}
