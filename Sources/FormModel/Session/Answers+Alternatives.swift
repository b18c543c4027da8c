// Sets the answers of choices so that certain rows are shown: the rows for which a loaded document
// has values.
//
// Some choices are not exported and only decide which rows and sections are shown. No document says
// how they were answered, so each gets the answer that shows the rows for which the document has
// values.

package import FormText
import LosslessJSON

/// An alternative: a choice, and one of the texts that answer it.
package struct Alternative: Hashable, Sendable {
  package var choice: FormRow.ID
  package var text: Text
}

extension Answers {
  /// Sets each choice that is not exported and on which conditions depend. The choice gets the
  /// answer that shows the rows for most of the document's values, empty objects and empty arrays.
  /// Among equally good answers, it gets the answer whose rows accept most of these values, then the
  /// answer that leaves the fewest required rows empty, then the default, then the first answer.
  ///
  /// The values that an inner choice shows count for the choice around it, so inner choices, which
  /// come later in the form, are set first. O(items × choices) for each choice.
  mutating func chooseAlternatives() {
    guard loaded != nil, !template.conditions.isEmpty else { return }
    totals.reset(template.expressions)
    for (section, contents) in template.sections.enumerated().reversed() {
      for (place, row) in contents.rows.enumerated().reversed() where row.choosesAlternative {
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
    guard parts.contains(where: \.isInDocument) else { return }
    let (given, before) = (presets.given.texts[row], text(of: row))
    var best: (text: Text, part: ShownPart)?
    for text in ([before] + template[row].alternatives) where !text.isEmpty {
      presets.given.assume(text, for: row)
      var found = ShownPart()
      for (entry, part) in zip(entries, parts) where holds(entry, for: row) { found.add(part) }
      if let best, best.part.rank >= found.rank { continue }
      best = (text, found)
    }
    guard let best, best.part.isInDocument else { return presets.given.assume(given, for: row) }
    presets.given.assume(best.text, for: row)
    noteText(of: row, from: before, to: best.text)
  }

  /// The rows that answers show, as counts.
  private struct ShownPart {
    /// The rows for which the document has values of the right type.
    var values = 0
    /// The rows of which the document has values that they accept.
    var accepted = 0
    /// The required rows for which the document has no values.
    var missing = 0
    /// The empty objects and arrays of the document around the rows.
    var containers = Set<LoadedAnswers.Container>()

    /// Whether the document has values or containers for the rows.
    var isInDocument: Bool { values > 0 || !containers.isEmpty }

    var rank: (Int, Int, Int) {
      (values + containers.count, accepted + containers.count, -missing)
    }

    mutating func add(_ part: ShownPart) {
      values += part.values
      accepted += part.accepted
      missing += part.missing
      containers.formUnion(part.containers)
    }
  }

  /// Counts the rows that a choice shows with its present answer.
  private func part(ofChoice row: FormRow.ID) -> ShownPart {
    let reference = AnswerPlan.RowReference(row)
    return template.conditions.dependents(of: reference.id(item: 0, number: 0)).reduce(
      into: ShownPart()
    ) { part, entry in
      if holds(entry, for: row) { part.add(self.part(ofEntry: entry, for: row)) }
    }
  }

  /// Counts the rows that a condition shows. A value that is not listed in the choices of a row
  /// counts as missing, because such a row often tells the alternatives apart.
  private func part(ofEntry entry: Int, for row: FormRow.ID) -> ShownPart {
    let owner = template.conditions.entries[entry].owner
    let section = template.sections[owner.section]
    if case .section = owner, section.repetition != nil {
      let isInside = section.chain.dropLast().contains(row.section)
      let list = ItemList(section: owner.section, parent: isInside ? row.item : 0)
      let count = loaded?.firstItem(of: list) == nil ? 0 : 1
      return ShownPart(
        values: count, accepted: count,
        containers: emptyContainers(
          at: template.plan.items(ofSection: owner.section), item: list.parent))
    }
    var rows = section.rows.indices[...]
    if case .row(_, let place) = owner {
      if section.rows[place].choosesAlternative {
        let inner = AnswerPlan.RowReference(section: owner.section, row: place)
        let item = owner.section == row.section ? row.item : 0
        return part(ofChoice: inner.id(item: item, number: 0))
      }
      rows = place..<place + 1
    }
    return rows.reduce(into: ShownPart()) { part, place in
      let reference = AnswerPlan.RowReference(section: owner.section, row: place)
      let item = owner.section == row.section ? row.item : 0
      let fitting = template.numbers(of: reference).lazy.map {
        reference.id(item: item, number: $0)
      }.first { loaded?.fits($0) == true }
      part.containers.formUnion(emptyContainers(at: template.plan.leaf(of: reference), item: item))
      let isAccepted = fitting.map(acceptsLoaded) ?? acceptsLoadedNull(reference, item: item)
      if isAccepted || fitting != nil && !section.rows[place].type.takesPicks {
        part.values += 1
        part.accepted += isAccepted ? 1 : 0
      } else if section.rows[place].isRequired {
        part.missing += 1
      }
    }
  }

  /// The empty objects and arrays of the document at a node and around it, in the same item.
  private func emptyContainers(at node: Int?, item: Int) -> Set<LoadedAnswers.Container> {
    guard let empty = loaded?.emptyContainers, !empty.isEmpty else { return [] }
    var found = Set<LoadedAnswers.Container>()
    var place = node
    while let node = place {
      let container = LoadedAnswers.Container(node: node, item: item)
      if empty.contains(container) { found.insert(container) }
      place = template.plan.parent(of: node)
      if let outer = place, case .items = template.plan.nodes[outer] { place = nil }
    }
    return found
  }

  /// Whether a row accepts its value in the document.
  private func acceptsLoaded(_ row: FormRow.ID) -> Bool {
    guard let value = loaded?.value(of: row) else { return false }
    var effort = 0
    let problem = template[row].problem(
      loading: value, empty: template.emptyAnswers, effort: &effort)
    return problem == nil
  }

  /// Whether the document has null for a row that explicitly accepts null.
  private func acceptsLoadedNull(_ row: AnswerPlan.RowReference, item: Int) -> Bool {
    (template[row].notation.empty.contains(.null) || template[row].takesNull)
      && template.numbers(of: row).contains {
        loaded?.value(of: row.id(item: item, number: $0))?.kind == .null
      }
  }

  /// Whether a condition is true in the item of a row, assuming that nothing is hidden.
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

extension Answers {
  /// Whether an alternative hides a list or an object of the document, so that a save loses its
  /// contents, and the row to set is inside of it or beside it. A row that takes the place of the
  /// whole replaces it on purpose. O(items) for each condition that depends on the choice.
  package func losesContents(_ alternative: Alternative, setting row: FormRow.ID) -> Bool {
    guard loaded != nil else { return false }
    let choice = alternative.choice
    let entries = template.conditions.dependents(
      of: AnswerPlan.RowReference(choice).id(item: 0, number: 0))
    let shown = entries.filter {
      holds($0, for: choice) && part(ofEntry: $0, for: choice).values > 0
        && !containsPlace(of: row, ofEntry: $0, for: choice)
    }
    guard !shown.isEmpty else { return false }
    var changed = self
    changed.assume(alternative, around: choice)
    return shown.contains { !changed.holds($0, for: choice) }
  }

  /// Whether the place of a row contains the one that a condition shows, or that is a single value.
  private func containsPlace(
    of row: FormRow.ID, ofEntry entry: Int, for choice: FormRow.ID
  ) -> Bool {
    let owner = template.conditions.entries[entry].owner
    let path: DocumentPath
    switch owner {
    case .section(let section) where template.sections[section].repetition != nil:
      let isInside = template.sections[section].chain.dropLast().contains(choice.section)
      path = template.itemsPath(ofSection: section, items: isInside ? parts(around: choice) : [])
    case .section(let section): path = place(of: (section, 0), beside: choice).path
    case .row(let section, let row):
      let place = place(of: (section, row), beside: choice)
      if place.count == 0 { return true }
      path = place.path
    }
    return path.parts.starts(with: documentPath(of: row).parts)
  }

  /// The path of a row in the item of another row, and the number of values in its loaded value.
  private func place(
    of row: (section: Int, row: Int), beside choice: FormRow.ID
  ) -> (path: DocumentPath, count: Int) {
    let reference = AnswerPlan.RowReference(section: row.section, row: row.row)
    let id = reference.id(
      item: row.section == choice.section ? choice.item : 0,
      number: template.numbers(of: reference).first ?? 0)
    return (documentPath(of: id), loaded?.value(of: id)?.count ?? 0)
  }
}

extension RowTemplate {
  /// Whether the row is a choice that is not exported, so it only decides which rows are shown.
  package var choosesAlternative: Bool {
    !isExported && count == nil && !type.takesManyPicks && calculation == nil
      && !alternatives.isEmpty
  }

  /// The answers that the row can have.
  var alternatives: [Text] {
    type == .boolean ? [Text("yes"), Text("no")] : choices.choices.map(\.label)
  }
}
