// Finds hidden rows for a search that matches no row in view. In a form with alternatives, such as
// the steps of a workflow, most rows are hidden until a choice shows them. A person who searches for
// one of these rows gets the name of that choice.

import FormText

/// A hidden row or section that a search was meant for, and the choices that show it.
struct HiddenMatch: Sendable {
  /// The label of the row, or the title of the section.
  var label: String
  /// The choices to change, outermost first.
  var choices: [Alternative]
}

extension Answers {
  /// The first hidden row whose label matches, or the first hidden section whose title matches.
  /// Nil if no choice can show one. O(row templates), and O(items) for each text of a choice that is
  /// tried.
  ///
  /// - Parameter near: the row where the search began. A row in one of its items is preferred to
  ///   rows in other items of the same section.
  func hiddenMatch(of find: Find, _ query: FindQuery, near: FormRow.ID?) -> HiddenMatch? {
    guard !template.conditions.isEmpty, !query.isEmpty else { return nil }
    var triesLeft = Answers.mostHiddenMatches
    for section in template.sections.indices {
      switch find.scope {
      case .all, .label: break
      case .section(let wanted) where template.sections[section].chain.contains(wanted): break
      case .section(section): break
      default: continue
      }
      guard let list = list(ofSection: section, near: near) else { continue }
      for row in rows(of: list, near: near) where !outline.isShown(rowOrList: row) {
        let isList = row.isAddLine(in: template.sections)
        let label = isList ? problemLabel(of: row) : fullLabel(of: row)
        guard query.matches([label]) else { continue }
        let choices = alternatives(showing: row)
        if !choices.isEmpty { return HiddenMatch(label: label, choices: choices) }
        triesLeft -= 1
        if triesLeft == 0 { return nil }
      }
    }
    return nil
  }

  /// The largest number of hidden rows for which choices are tried.
  private static let mostHiddenMatches = 20

  /// The list of a section's items in the items around a row, or in the first items of the lists
  /// around it. Nil if one of these lists has no items.
  private func list(ofSection section: Int, near: FormRow.ID?) -> ItemList? {
    guard let parent = template.sections[section].parent else {
      return ItemList(section: section, parent: 0)
    }
    guard let list = list(ofSection: parent, near: near), let item = item(of: list, near: near)
    else { return nil }
    return ItemList(section: section, parent: item)
  }

  /// The item of a list that contains a row, or else the first item.
  private func item(of list: ItemList, near: FormRow.ID?) -> Int? {
    if let near, let depth = template.sections[near.section].chain.firstIndex(of: list.section) {
      let items = outline.items(around: near)
      if items.indices.contains(depth),
        outline.list(ofItem: items[depth], inSection: list.section) == list
      {
        return items[depth]
      }
    }
    return outline.item(at: 0, of: list)
  }

  /// The add line of a list, and the rows of one of its items; outside of repeating sections, the
  /// rows of the section. Each row template is represented by one row.
  private func rows(of list: ItemList, near: FormRow.ID?) -> [FormRow.ID] {
    let contents = template.sections[list.section]
    let isRepeating = contents.repetition != nil
    let item = isRepeating ? item(of: list, near: near) : 0
    let rows = contents.rows.indices.filter { contents.rows[$0].type.takesAnswer }.compactMap {
      row in
      item.map {
        FormRow.ID(
          section: list.section, item: $0, row: row, number: contents.rows[row].numbers.lowerBound)
      }
    }
    return (isRepeating ? [addLine(of: list)] : []) + rows
  }
}

extension Finding {
  /// Looks for a hidden row, if the search is complete and has no match.
  mutating func findHidden(in answers: Answers) {
    guard isComplete, !wasStopped, matches.isEmpty else { return }
    hidden = answers.hiddenMatch(of: find, query, near: origin.row)
  }

  /// The spot where a search without matches ends, and the message about it. The spot is the choice
  /// that shows a hidden row, or else the spot where the search began.
  func endWithoutMatch(in answers: Answers) -> (spot: Place.Spot, message: FormMessage) {
    guard let hidden, let first = hidden.choices.first else { return (origin, .nothingFound) }
    let choices = hidden.choices.map {
      FormMessage.Choice(row: answers.fullLabel(of: $0.choice), text: $0.text.string)
    }
    return (Place.Spot(row: first.choice, top: 0), .appears(row: hidden.label, ifChosen: choices))
  }
}
