// Sets the answers of choices so that certain rows are shown: the rows for which a loaded document
// has values, and the rows that a command or an option sets.
//
// Some choices are not exported and only decide which rows and sections are shown. No document says
// how they were answered, so each gets the answer that shows the rows for which the document has
// values. If a command or an option sets a hidden row, the choices that hide the row get answers
// that show it.

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
  /// O(items × choices) for each choice.
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
    if case .row(_, let row) = owner { rows = row..<row + 1 }
    return rows.reduce(into: ShownPart()) { part, place in
      let reference = AnswerPlan.RowReference(section: owner.section, row: place)
      let item = owner.section == row.section ? row.item : 0
      let fitting = template.numbers(of: reference).lazy.map {
        reference.id(item: item, number: $0)
      }.first { loaded?.fits($0) == true }
      part.containers.formUnion(emptyContainers(at: template.plan.leaf(of: reference), item: item))
      let isAccepted = fitting.map(acceptsLoaded) ?? false
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

// MARK: - Showing a row that is set

extension Answers {
  /// Finds the choices to change, each with its new text, so that a hidden row is shown. The result
  /// is empty if the row is already shown, or if no choice can show it. O(items) for each text that
  /// is tried.
  package func alternatives(showing row: FormRow.ID) -> [Alternative] {
    guard !template.conditions.isEmpty, isListed(row) else { return [] }
    var search = AlternativeSearch(self)
    return search.show(row) ? search.chosen : []
  }

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

  /// Returns the outermost owner of a condition that hides a row: its section, a list around it, or
  /// the row itself.
  fileprivate func ownerHiding(_ row: FormRow.ID) -> ConditionOwner? {
    let chain = template.sections[row.section].chain
    if chain.isEmpty, !outline.isShown(section: row.section) { return .section(row.section) }
    for (section, item) in zip(chain, outline.items(around: row))
    where outline.hides(outline.list(ofItem: item, inSection: section)) {
      return .section(section)
    }
    return outline.shows(row) ? nil : .row(section: row.section, row: row.row)
  }

  /// Gives a choice a text, and evaluates the conditions of the items around `row`, which may
  /// depend on the choice.
  fileprivate mutating func assume(_ alternative: Alternative, around row: FormRow.ID) {
    let (choice, content) = (alternative.choice, RowContent(text: alternative.text))
    let before = text(of: choice)
    if let place = texts.place(of: choice) {
      texts.live[place].content = content
    } else {
      texts.buffer.capture(content, for: choice, base: baseText(of: choice))
    }
    noteText(of: choice, from: before, to: alternative.text)
    _ = settleConditions()
    for (section, item) in zip(template.sections[row.section].chain, outline.items(around: row)) {
      evaluate(item, inSection: section)
    }
  }
}

/// Tries the texts of choices until a row is shown.
private struct AlternativeSearch {
  /// The answers with the texts chosen so far.
  private var answers: Answers
  private(set) var chosen: [Alternative] = []
  /// The number of texts that may still be tried.
  private var triesLeft = 1_000

  /// The largest number of choices to change for one condition.
  private static let mostChoices = 3

  init(_ answers: Answers) { self.answers = answers }

  /// Changes choices until a row is shown. Returns whether the row is shown at the end. The
  /// recursion ends because no condition depends on itself.
  mutating func show(_ row: FormRow.ID) -> Bool {
    var last: ConditionOwner?
    while let owner = answers.ownerHiding(row) {
      guard owner != last, change(owner, of: row) else { return false }
      last = owner
    }
    return true
  }

  /// Changes as few choices as possible until an owner's condition no longer hides the row.
  private mutating func change(_ owner: ConditionOwner, of row: FormRow.ID) -> Bool {
    let conditions = answers.template.conditions.entries
    guard let condition = conditions.first(where: { $0.owner == owner })?.condition else {
      return false
    }
    let items = answers.outline.items(around: row)
    var choices: [FormRow.ID] = []
    for reference in condition.references {
      let choice = reference.id(in: items)
      guard answers.template[choice].choosesAlternative, !answers.template[choice].isReadOnly,
        !choices.contains(choice), show(choice)
      else { continue }
      choices.append(choice)
    }
    return (0...AlternativeSearch.mostChoices).contains { most in
      change(choices[...], atMost: most, until: owner, of: row)
    }
  }

  private mutating func change(
    _ choices: ArraySlice<FormRow.ID>, atMost most: Int, until owner: ConditionOwner,
    of row: FormRow.ID
  ) -> Bool {
    if answers.ownerHiding(row) != owner { return true }
    guard most > 0, let choice = choices.first else { return false }
    let before = self
    for text in answers.template[choice].alternatives where text != answers.text(of: choice) {
      guard triesLeft > 0 else { return false }
      triesLeft -= 1
      let alternative = Alternative(choice: choice, text: text)
      answers.assume(alternative, around: row)
      chosen.append(alternative)
      if change(choices.dropFirst(), atMost: most - 1, until: owner, of: row) { return true }
      (answers, chosen) = (before.answers, before.chosen)
    }
    return change(choices.dropFirst(), atMost: most, until: owner, of: row)
  }
}

extension FormSession {
  /// Finds the row to set by its key path, id, label or number.
  ///
  /// If several rows have the path, the result is the shown row. If none of them is shown, the
  /// result is one of the rows that an alternative can show: the row that the text fits, or else
  /// the first.
  package func row(toSet key: String, text: Text) -> FormRow.ID? {
    let rows = answers.rows(atPath: key, first: !template.plan.hasSharedKeys)
    if rows.count > 1, let row = rows.first(where: { !answers.isHidden($0) }) { return row }
    guard rows.count > 1 else {
      return rows.first ?? row(named: key) ?? answers.row(named: key, near: focus, isHidden: true)
    }
    let alternatives = rows.filter { !answers.alternatives(showing: $0).isEmpty }
    let fitting = template.row(for: text, among: alternatives.map(AnswerPlan.RowReference.init))
    return alternatives.first { AnswerPlan.RowReference($0) == fitting } ?? alternatives.first
      ?? rows[0]
  }

  /// Sets the text of a hidden row and the choices that show it, as one step of undo.
  mutating func answerHidden(_ row: FormRow.ID, _ text: Text) -> [Effect] {
    let alternatives = answers.alternatives(showing: row)
    guard let last = alternatives.last else {
      return [
        .message(answers.isListed(row) ? .isHidden(row: answers.fullLabel(of: row)) : .rowIsGone)
      ]
    }
    if answers.isReadOnly(row), text != answers.text(of: row) { return refusedToChange(row) }
    log.history.close()
    var changes = alternatives.compactMap { put($0.text, in: $0.choice) }
    settleConditions()
    settleConflict(of: row)
    if let change = put(text, in: row), !answers.isSecret(row) { changes.append(change) }
    for row in alternatives.map(\.choice) + [row] {
      confirm(row)
      sweep.check(row, in: &answers)
    }
    log.record(changes)
    let message = FormMessage.alternativeChosen(
      row: answers.fullLabel(of: last.choice), text: last.text.string)
    return (alternatives.contains { $0.choice == focus } ? [.lineReplaced] : [])
      + [.message(message)]
  }
}

extension Template {
  /// The row, of several that share a key, that a text fits: the first row that accepts the text. A
  /// text that begins like an array or object fits a row of the type `json` before all others. Nil
  /// if no row accepts the text.
  package func row(
    for text: Text, among rows: [AnswerPlan.RowReference]
  ) -> AnswerPlan.RowReference? {
    guard rows.count > 1 else { return rows.first }
    func accepts(_ row: AnswerPlan.RowReference) -> Bool { self[row].problem(with: text) == nil }
    let isContainer = ["[", "{"].contains(text.trimmed.string.first)
    let json = isContainer ? rows.first { self[$0].type == .json && accepts($0) } : nil
    return json ?? rows.first(where: accepts)
  }
}

extension RowTemplate {
  /// Whether the row is a choice that is not exported, so it only decides which rows are shown.
  package var choosesAlternative: Bool {
    !isExported && count == nil && !type.takesManyPicks && calculation == nil
      && !alternatives.isEmpty
  }

  /// The answers that the row can have.
  fileprivate var alternatives: [Text] {
    type == .boolean ? [Text("yes"), Text("no")] : choices.choices.map(\.label)
  }
}
