// Restores a form that was stored in a draft. Rows are found by their stored names (`KeptNames`),
// so a change to the template never moves a text to another row. A text without a row is returned
// to the caller and never dropped.
//
// Invariants: if the name of a row differs from its name in the stored form, the next journal
// entry, from which the draft is updated, stores the text of the row under the new name. The same
// entry stores the items and steps that depend on the row. The undo history ends before a step that
// does not fit the texts, so undo never produces a text that never existed.

import FormText

/// A text whose row is no longer in the template.
struct Orphan: Sendable {
  var row: RowContent
  /// Whether the person removed the row's item. If so, the text is not reported as missing.
  var isRemoved = false
}

/// Applies a stored form to the answers and the log of a new form.
struct Restoration {
  private let kept: KeptForm
  private var names: KeptNames
  /// If several stored names mean the same row, the name that determines the text of the row.
  private var claims: [FormRow.ID: String]

  /// Prepares to restore a stored form, which may be from another version of the template.
  init(of kept: KeptForm, over answers: Answers, tick: () -> Void) {
    self.kept = kept
    names = KeptNames(
      of: kept, in: answers.template,
      initialCounts: answers.template.sections.indices.map {
        answers.outline.itemCount(of: ItemList(section: $0, parent: 0))
      })
    claims = names.claims(on: kept.rows, tick: tick)
  }

  /// Restores the texts, items and history. O(stored rows + steps).
  mutating func restore(_ answers: inout Answers, _ log: inout Log, tick: () -> Void) {
    log.journal = Journal()
    restoreItems(&answers, &log)
    for (name, bytes) in kept.defaults {
      guard case .row(let row) = names.match(name), answers.isKnown(row) else { continue }
      answers.presets.given.set(Text(String(decoding: bytes, as: UTF8.self)), for: row)
    }
    for (count, (name, held)) in kept.rows.enumerated() {
      if count % 1_024 == 0 { tick() }
      restore(held, named: name, &answers, &log)
    }
    restoreConflicts(&answers, &log)
    answers.countBaseAnswers()
    answers.countCapturedAnswers()
    answers.recountFilled()
    answers.settleAllConditions()
    restoreHistory(answers, &log)
    if let rest = kept.pasteRest {
      log.pasteRest = Text(String(decoding: rest, as: UTF8.self)).lines
      log.journal.hasPasteRest = false
    }
    noteWhatMoved(&log)
  }

  /// The row that had the focus, if it is shown.
  mutating func focus(in answers: Answers) -> FormRow.ID? {
    guard let name = kept.focus, case .row(let row) = names.match(name),
      answers.outline.index(of: row) != nil
    else { return nil }
    return row
  }

  // MARK: - Texts and items

  private mutating func restore(
    _ held: RowContent, named name: String, _ answers: inout Answers, _ log: inout Log
  ) {
    switch names.match(name) {
    case .row(let row) where answers.isKnown(row) && claims[row, default: name] == name:
      let content = RowContent(
        text: held.text,
        cursor: held.cursor.flatMap { (0..<held.text.scalarCount).contains($0) ? $0 : nil },
        picks: answers.remaining(held.picks, in: held.text, of: row))
      let base = answers.baseText(of: row)
      answers.texts.buffer.capture(content, for: row, base: base)
      // A draft may contain a row that has the loaded text or the default. If no cursor is stored
      // for the row, the row is confirmed: a person or script gave it this text. If a cursor is
      // stored, the row is untouched.
      if held.text == base, held.cursor == nil, answers.takesConfirmation(row) {
        answers.changes.confirmedRows.insert(row)
      }
      if !names.isSameShape, answers.template.name(of: row) != name {
        log.journal.note(row)
        log.journal.removed.names.insert(name)
      }
    case .secret: log.journal.removed.names.insert(name)
    case .row, .nothing: keepOrphan(held, named: name, isRemoved: false, &answers, &log)
    case .removed: keepOrphan(held, named: name, isRemoved: true, &answers, &log)
    }
  }

  /// Stores a text without a row, under a name that no row of the form has.
  private mutating func keepOrphan(
    _ held: RowContent, named name: String, isRemoved: Bool,
    _ answers: inout Answers, _ log: inout Log
  ) {
    var free = name
    while answers.template.row(named: free).map(answers.isKnown) == true
      || (free != name && kept.rows[free] != nil)
    {
      guard let end = free.lastIndex(of: "/") else { break }
      free.insert("~", at: end)
    }
    if free != name || held.text.isEmpty {
      log.journal.removed.names.insert(name)
      log.journal.hasOrphans = true
    }
    if !held.text.isEmpty {
      answers.leftovers.texts[free] = Orphan(row: held, isRemoved: isRemoved)
    }
  }

  private mutating func restoreConflicts(_ answers: inout Answers, _ log: inout Log) {
    for (name, bytes) in kept.conflicts {
      guard case .row(let row) = names.match(name), answers.isKnown(row),
        let conflict = Conflict(decoding: bytes)
      else { continue }
      answers.changes.conflicts[row] = conflict
      guard answers.template.name(of: row) != name else { continue }
      log.journal.noteConflicts([row])
      log.journal.removed.conflicts.insert(name)
    }
  }

  private mutating func restoreItems(_ answers: inout Answers, _ log: inout Log) {
    let structure = kept.structure
    for (place, section) in answers.template.sections.enumerated() {
      guard section.repetition != nil else {
        guard let items = names.formerItems(ofSection: place) else { continue }
        answers.leftovers.items[section.id] = items.encoded
        if structure[section.id] != items.encoded { log.journal.hasOrphans = true }
        continue
      }
      guard let items = items(ofSection: place, in: answers.outline) else {
        // There may now be other items around the section, so create its initial items there.
        if section.parent != nil { answers.outline.refillLists(ofSection: place) }
        continue
      }
      let before = answers.outline.keptItems(ofSection: place)
      answers.outline.replaceItems(ofSection: place, with: items)
      for list in items.lists
      where list.runs != before.lists.first(where: { $0.parent == list.parent })?.runs ?? [] {
        answers.changes.lists.insert(ItemList(section: place, parent: list.parent))
      }
      log.sectionsWithKeptItems.insert(place)
      if structure[section.id] != items.encoded { log.journal.sections.insert(place) }
    }
    answers.outline.countItems()
    for (id, bytes) in structure where answers.template.sectionIndex(id: id) == nil {
      if names.section(named: id) == nil {
        answers.leftovers.items[id] = bytes
      } else {
        log.journal.removed.sections.insert(id)
      }
    }
    for (id, bytes) in structure where answers.leftovers.items[id] == nil {
      guard let place = answers.template.sectionIndex(id: id),
        answers.template.sections[place].repetition == nil
      else { continue }
      answers.leftovers.items[id] = bytes
    }
  }

  /// The items of a repeating section; nil to use the items of a new form. Items that were not
  /// inside items of the section now around them go to the first item of that section.
  private mutating func items(ofSection place: Int, in outline: Outline) -> KeptItems? {
    guard let items = names.items(ofSection: place) else { return nil }
    guard let parent = outline.sections[place].parent else { return items.moved { _ in 0 } }
    let first = outline.items(ofSection: parent).first
    let isInSame = names.hadParent(ofSection: place)
    return items.moved { item in
      isInSame && item >= 1 && item <= outline.lastItem(ofSection: parent) ? item : first
    }
  }

  /// Records renamed rows and items in the journal, so that one batch writes them all.
  private func noteWhatMoved(_ log: inout Log) {
    let hasMoved =
      !log.journal.removed.names.isEmpty || !log.journal.sections.isEmpty || log.journal.hasOrphans
      || !log.journal.removed.sections.isEmpty
    log.journal.hasShape = !names.isSameShape
    // The stored history differs from the history of this session, so store all steps again.
    if log.history.count != kept.steps.count || hasMoved { log.journal.firstStep = 0 }
    if hasMoved { log.journal.hasChanged = true }
  }

  // MARK: - History

  /// Restores the history. A step that cannot be read, or that concerns an item that never existed,
  /// is left out: undo goes back only to the step after it, and redo ends before it.
  private mutating func restoreHistory(_ answers: Answers, _ log: inout Log) {
    // More steps were undone than are stored, so no stored step fits the texts.
    if kept.position < 0 {
      log.history = History()
      return
    }
    var position = min(kept.position, kept.steps.count)
    var steps: [History.Step?] = []
    for (index, step) in kept.steps.enumerated() {
      let step = History.Step(decoding: step) { name in
        let match = names.match(name)
        guard case .row(let row) = match else { return match }
        // The row already has the text of another stored name, so this name matches no row.
        guard claims[row, default: name] == name else { return .nothing }
        claims[row] = name
        return match
      } section: {
        names.section(named: $0)
      }
      if let step, step.changes.isEmpty {
        // The step changed only secret rows, so it was left out.
        if index < kept.position { position -= 1 }
      } else {
        steps.append(step.flatMap { $0.changes.allSatisfy(answers.isKnown) ? $0 : nil })
      }
    }
    var done = steps[..<position].reversed().prefix { $0 != nil }.reversed().compactMap { $0 }
    var undone =
      answers.leftovers.texts.isEmpty
      ? steps[position...].prefix { $0 != nil }.compactMap { $0 } : []
    if !names.isSameShape {
      done = done.suffix(fittingCount(of: done.reversed(), answers, undoing: true))
      undone = Array(undone.prefix(fittingCount(of: undone, answers, undoing: false)))
    }
    log.history = History(done: Array(done), undone: undone)
  }

  /// Returns the number of steps at the beginning that fit the texts when they are applied one
  /// after another.
  private func fittingCount(
    of steps: some Sequence<History.Step>, _ answers: Answers, undoing: Bool
  ) -> Int {
    var texts: [FormRow.ID: Text] = [:]
    var count = 0
    for step in steps {
      for change in undoing ? step.changes.reversed().map(\.reversed) : step.changes {
        guard case .text(let change) = change else { continue }
        let isHeld =
          answers.texts.buffer.restored(change.row) != nil
          || answers.baseText(of: change.row).isEmpty
        let text = texts[change.row] ?? answers.text(of: change.row)
        // A new version of the template may have changed the text of an untouched row.
        guard change.fits(text), isHeld || kept.shape == nil || texts[change.row] != nil else {
          return count
        }
        texts[change.row] = change.redone(in: text)
      }
      count += 1
    }
    return count
  }
}

extension KeptNames {
  /// Decides which stored name determines the text of each row, if several names match the row. The
  /// row's own name wins. If no text has this name, the first other name in alphabetical order
  /// wins.
  fileprivate mutating func claims(
    on rows: [String: RowContent], tick: () -> Void
  ) -> [FormRow.ID: String] {
    if isSameShape { return [:] }
    var claims: [FormRow.ID: String] = [:]
    var others: [(name: String, row: FormRow.ID)] = []
    for (count, name) in rows.keys.enumerated() {
      if count % 1_024 == 0 { tick() }
      guard case .row(let row) = match(name) else { continue }
      if self.name(of: row) == name { claims[row] = name } else { others.append((name, row)) }
    }
    for (name, row) in others.sorted(by: { $0.name < $1.name }) where claims[row] == nil {
      claims[row] = name
    }
    return claims
  }
}
