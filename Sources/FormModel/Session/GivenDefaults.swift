// Defaults that are computed rather than written in the template: the answer of the preceding item,
// or the value of an expression. Each is given only once, is stored in the draft, and is not an
// undo step.
//
// An expression gives a default when its row first comes into view, when another expression reads
// the row, or when the form is saved. While the value of the expression is unknown, the row gets no
// default, and the expression is evaluated again later.

import FormText

/// The defaults given to rows.
struct GivenDefaults: Sendable {
  fileprivate(set) var texts: [FormRow.ID: Text] = [:]
  /// The rows whose given defaults are not yet in the draft.
  private(set) var changed: [FormRow.ID] = []

  /// Gives a row a default. The caller must call `Answers.noteText` for the rows that depend on it.
  mutating func set(_ text: Text, for row: FormRow.ID) {
    texts[row] = text
    changed.append(row)
  }

  /// Gives a row a default that need not be in the draft, because the document determines it.
  mutating func assume(_ text: Text?, for row: FormRow.ID) { texts[row] = text }

  /// Returns the rows that were given a default since the last call.
  mutating func takeChanged() -> [FormRow.ID] {
    defer { changed = [] }
    return changed
  }
}

extension Answers {
  /// Whether a row has no text yet and gets a default as soon as the value of the default is known.
  private func isWaiting(_ row: FormRow.ID) -> Bool {
    template[row].initial != nil && presets.given.texts[row] == nil
      && loaded?.value(of: row) == nil && text(of: row).isEmpty
      && !row.isAddLine(in: template.sections)
  }

  /// Gives a row the value of its default, if the row needs one and the value is known.
  ///
  /// - Returns: whether the text of the row changed.
  @discardableResult mutating func giveDefault(to row: FormRow.ID) -> Bool {
    guard !template.expressions.initials.isEmpty, isWaiting(row),
      let initial = template[row].initial
    else { return false }
    rowsTouched += 1
    var evaluation = ExpressionEvaluation(AnswersReader(answers: self, this: row))
    guard let value = evaluation.value(of: initial, in: outline.items(around: row)) else {
      return false
    }
    let text = template[row].type.text(ofDefault: value)
    guard !text.isBlank, text.isEditable(holdingLines: template[row].type.holdsLines) else {
      return false
    }
    presets.given.set(text, for: row)
    noteText(of: row, from: .empty, to: text)
    if let place = texts.place(of: row) { texts.live[place].content = RowContent(text: text) }
    return true
  }

  /// Copies answers of the preceding item to a new item as defaults. The new item is not in the
  /// form yet.
  mutating func carryAnswers(into item: Int, at position: Int, inSection section: Int) {
    let list = outline.list(ofItem: item, inSection: section)
    guard position > 0, template.sections[section].rows.contains(where: \.isCarried),
      let above = outline.item(at: position - 1, of: list)
    else { return }
    for (place, row) in template.sections[section].rows.enumerated() where row.isCarried {
      let source = FormRow.ID(section: section, item: above, row: place, number: 0)
      guard let answer = answer(of: source) else { continue }
      presets.given.set(
        answer, for: FormRow.ID(section: section, item: item, row: place, number: 0))
    }
  }

  /// Gives defaults to the rows that expressions or conditions read, when the form is opened.
  /// O(items).
  mutating func giveDefaultsThatAreRead() {
    for row in template.expressions.initials
    where template.expressions.isRead(row)
      || !template.conditions.dependents(of: row.id(item: 0, number: 0)).isEmpty
    {
      giveDefaults(to: row)
    }
  }

  /// Gives the rows of a template their defaults; returns whether any text changed. O(items).
  @discardableResult
  fileprivate mutating func giveDefaults(
    to row: AnswerPlan.RowReference, onlyIfShown: Bool = false
  ) -> Bool {
    let isInItems = template.sections[row.section].repetition != nil
    var hasChanged = false
    for item in isInItems ? outline.items(ofSection: row.section) : [0] {
      let id = row.id(item: item, number: 0)
      if !onlyIfShown || outline.isShown(id), giveDefault(to: id) { hasChanged = true }
    }
    return hasChanged
  }

  /// Gives the rows in view their defaults; returns whether any text changed. O(rows in view).
  mutating func giveDefaultsInView() -> Bool {
    guard !template.expressions.initials.isEmpty else { return false }
    var hasChanged = false
    for row in texts.live.map(\.id) where giveDefault(to: row) { hasChanged = true }
    return hasChanged
  }

  /// Records the new text of a row, for the counts and for dependent rows.
  mutating func noteText(of row: FormRow.ID, from before: Text, to after: Text) {
    count(row, from: before, to: after)
    noteDependents(of: row)
  }

  /// Records that a row changed, for the conditions and totals (such as sums) that depend on the
  /// row.
  mutating func noteDependents(of row: FormRow.ID) {
    if !template.conditions.isEmpty, !template.conditions.dependents(of: row).isEmpty {
      conditions.changedRows.insert(row)
    }
    if !template.conditions.isEmpty {
      for section in template.sections[row.section].chain { noteGatherers(ofSection: section) }
    }
    noteTotals(row)
  }
}

extension FormSession {
  /// Gives all shown rows the defaults that they would get in a form with a person. A default may
  /// depend on another one, so all are tried again while new ones are given, forward and backward in
  /// turn. O(items × `mostDefaultRounds`).
  package mutating func giveAllDefaults() {
    var rows = template.expressions.initials
    for _ in 0..<FormSession.mostDefaultRounds where !rows.isEmpty {
      var hasChanged = false
      for row in rows where answers.giveDefaults(to: row, onlyIfShown: true) { hasChanged = true }
      guard hasChanged else { break }
      answers.settleAllConditions()
      settle()
      settleDerived(withChoices: true)
      rows.reverse()
    }
    noteGivenDefaults()
  }

  /// The largest number of times that all defaults are tried. A chain of defaults in the order of
  /// the form, or against it, needs two.
  private static let mostDefaultRounds = 50

  /// Records the given defaults in the journal, from which the draft is updated.
  mutating func noteGivenDefaults() {
    let rows = answers.presets.given.takeChanged()
    guard !rows.isEmpty else { return }
    log.journal.noteDefaults(rows.filter { !answers.isSecret($0) })
    noteVisibleChange()
  }

  /// Creates an item, with the answers that the template carries over from the preceding item.
  mutating func newItem(in list: ItemList, at position: Int) -> Int {
    let item = answers.outline.createItem(in: list)
    answers.carryAnswers(into: item, at: position, inSection: list.section)
    insert(item, at: position, inSection: list.section)
    return item
  }
}

extension RowType {
  /// The text that a person would type for the value of a default.
  fileprivate func text(ofDefault value: ExpressionValue) -> Text {
    if case .boolean(let answer) = value { return answer ? "yes" : "no" }
    return Text(value.written)
  }
}
