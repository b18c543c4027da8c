// Chooses alternatives so that a loaded document's values are shown.
//
// Some choices are not exported and only decide which rows and sections are shown. No document says
// how they were answered, so each gets the answer that shows the rows for which the document has
// values.

import FormText

extension Answers {
  /// Answers each choice that is not exported and on which conditions depend. It gets the answer
  /// that shows the rows for most of the document's values. Among equally good answers, it gets the
  /// one that leaves the fewest required rows empty, then the default, then the first. O(items ×
  /// choices) for each choice.
  mutating func chooseAlternatives() {
    guard loaded != nil, !template.conditions.isEmpty else { return }
    totals.reset(template.expressions)
    for (section, contents) in template.sections.enumerated() {
      for (place, row) in contents.rows.enumerated() where row.choosesAlternative {
        let reference = AnswerPlan.RowReference(section: section, row: place)
        let entries = template.conditions.dependents(of: reference.id(item: 0, number: 0))
        guard !entries.isEmpty else { continue }
        let items = contents.repetition == nil ? [0] : outline.items(ofSection: section)
        for item in items { choose(for: reference.id(item: item, number: 0), among: entries) }
      }
    }
  }

  private mutating func choose(for row: FormRow.ID, among entries: [Int]) {
    rowsTouched += entries.count
    let parts = entries.map { part(ofEntry: $0, for: row) }
    guard parts.contains(where: { $0.values > 0 }) else { return }
    let (given, before) = (presets.given.texts[row], text(of: row))
    var best: (text: Text, values: Int, missing: Int)?
    for text in ([before] + template[row].alternatives) where !text.isEmpty {
      presets.given.assume(text, for: row)
      var found = (text: text, values: 0, missing: 0)
      for (entry, part) in zip(entries, parts) where holds(entry, for: row) {
        found.values += part.values
        found.missing += part.missing
      }
      if let best, (best.values, -best.missing) >= (found.values, -found.missing) { continue }
      best = found
    }
    guard let best, best.values > 0 else { return presets.given.assume(given, for: row) }
    presets.given.assume(best.text, for: row)
    noteText(of: row, from: before, to: best.text)
  }

  /// Returns the number of rows shown by a condition for which the document has values, and the
  /// number of shown required rows for which it has none.
  private func part(ofEntry entry: Int, for row: FormRow.ID) -> (values: Int, missing: Int) {
    let owner = template.conditions.entries[entry].owner
    let section = template.sections[owner.section]
    if case .section = owner, section.repetition != nil {
      let isInside = section.chain.dropLast().contains(row.section)
      let list = ItemList(section: owner.section, parent: isInside ? row.item : 0)
      return (loaded?.firstItem(of: list) == nil ? 0 : 1, 0)
    }
    var rows = section.rows.indices[...]
    if case .row(_, let row) = owner { rows = row..<row + 1 }
    return rows.reduce(into: (0, 0)) { part, place in
      let reference = AnswerPlan.RowReference(section: owner.section, row: place)
      let item = owner.section == row.section ? row.item : 0
      let hasValue = template.numbers(of: reference).contains {
        loaded?.fits(reference.id(item: item, number: $0)) == true
      }
      if hasValue {
        part.0 += 1
      } else if section.rows[place].isRequired {
        part.1 += 1
      }
    }
  }

  /// Whether a condition is true in the item of a row, if nothing is hidden.
  private func holds(_ entry: Int, for row: FormRow.ID) -> Bool {
    let section = template.sections[row.section]
    let isInItem = section.repetition != nil
    let reader = ConditionReader(
      answers: self, items: outline.items(around: row), section: isInItem ? row.section : -1,
      hidden: isInItem
        ? Array(repeating: false, count: section.rows.count + section.children.count) : [])
    return template.conditions.entries[entry].condition.holds(reader.value(of:)) {
      reader.isTrue($0)
    }
  }
}

extension RowTemplate {
  /// Whether the row is a choice that is not exported, so it only decides what is shown.
  fileprivate var choosesAlternative: Bool {
    !isExported && count == nil && !type.takesManyPicks && calculation == nil
      && !alternatives.isEmpty
  }

  /// The answers that the row can have.
  fileprivate var alternatives: [Text] {
    type == .boolean ? [Text("yes"), Text("no")] : choices.choices.map(\.label)
  }
}
