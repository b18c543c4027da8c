// Finds the answers of choices that show a hidden row, which a command or an option sets.

package import FormText

extension Answers {
  /// Finds the choices to change, each with its new text, so that a hidden row is shown, or the list
  /// of an add line (the line on which people create items). The result is empty if the row is
  /// already shown, or if no choice can show it. O(items) for each text that is tried.
  package func alternatives(showing row: FormRow.ID) -> [Alternative] {
    let isInForm =
      row.isAddLine(in: template.sections)
      ? outline.isInForm(row.listOfAddLine) : isListed(row)
    guard !template.conditions.isEmpty, isInForm else { return [] }
    var search = AlternativeSearch(self)
    return search.show(row) ? search.chosen : []
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
    guard !row.isAddLine(in: template.sections) else {
      return outline.hides(row.listOfAddLine) ? .section(row.section) : nil
    }
    return outline.shows(row) ? nil : .row(section: row.section, row: row.row)
  }

  /// Gives a choice a text, and evaluates the conditions of the items around `row`, which may
  /// depend on the choice.
  mutating func assume(_ alternative: Alternative, around row: FormRow.ID) {
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
  ///
  /// - Parameter nearFocus: whether an id means the row near the focus, or else the first one.
  package func row(toSet key: String, text: Text, nearFocus: Bool = true) -> FormRow.ID? {
    let focus = nearFocus ? focus : nil
    let rows = answers.rows(atPath: key, first: !template.plan.hasSharedKeys)
    if rows.count > 1, let row = rows.first(where: { !answers.isHidden($0) }) { return row }
    guard rows.count > 1 else {
      return rows.first ?? answers.row(named: key, near: focus)
        ?? answers.row(named: key, near: focus, isHidden: true)
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
