// Confirming rows, the problems of loaded values, and items that presets make.

import FormText

extension FormSession {
  // MARK: - Confirmations

  /// Confirms a row: call it after a person or a script gave the row a text. Does nothing unless the
  /// row shows its first text and that makes a difference.
  mutating func confirm(_ row: FormRow.ID) {
    guard !row.isEntry(in: template.sections), !answers.changes.confirmedRows.contains(row),
      answers.text(of: row) == answers.baseText(of: row), answers.takesConfirmation(row)
    else { return }
    answers.changes.confirmedRows.insert(row)
    noteVisibleChange()
    if !answers.isSecret(row) {
      log.journal.note(row)
      log.journal.hasChanged = true
    }
    if problems[row] != nil { sweep.problems[row] = answers.problem(of: row) }
    sweep.work?.restart()
    sweep.work?.wasOvertaken = true
  }

  /// Removes the confirmation of a row.
  mutating func withdrawConfirmation(of row: FormRow.ID) {
    guard answers.changes.confirmedRows.remove(row) != nil else { return }
    if let problem = answers.documentProblem(of: row) { sweep.problems[row] = problem }
  }

  /// Marks the rows whose values do not fit. O(misfits).
  mutating func markMisfits() {
    guard let loaded = answers.loaded, loaded.hasMisfits else { return }
    for row in loaded.misfits where answers.isListed(row) {
      sweep.problems[row] = answers.documentProblem(of: row)
    }
    for shape in loaded.misshapes {
      guard let row = answers.firstShownRow(of: shape) else { continue }
      sweep.problems[row] = answers.documentProblem(of: row)
    }
  }

  /// Adds an item at the end of a section before the person does anything. It is no step of the
  /// history; a resumed draft presets it again.
  public mutating func presetItem(inSection section: Int) {
    guard answers.repetition(ofSection: section) != nil else { return }
    let before = log.journal
    let item = answers.outline.createItem(inSection: section)
    insert(item, at: answers.outline.itemCount(ofSection: section), inSection: section)
    answers.presets.itemCounts[section, default: 0] += 1
    settle()
    log.journal = before
  }
}

extension FormSection {
  /// Splits a key path like `work[0].name` into the item's position and the path inside the item.
  func split(path: String) -> (position: Int, rest: String)? {
    guard let repetition else { return nil }
    let prefix = repetition.path.source + "["
    guard path.hasPrefix(prefix) else { return nil }
    let digits = path.dropFirst(prefix.count).prefix { $0.isASCII && $0.isNumber }
    let rest = path.dropFirst(prefix.count + digits.count)
    guard rest.hasPrefix("]."), let position = Int(digits) else { return nil }
    return (position, String(rest.dropFirst(2)))
  }
}

extension AnswerPlan {
  /// Whether the answer of a row is inside the node of an item.
  func isInside(_ row: FormRow.ID, _ node: Int, item: Int) -> Bool {
    let reference = RowReference(row)
    guard var place = leaf(of: reference) else { return false }
    var itemOfPlace = row.item
    while place != node || itemOfPlace != item {
      guard let parent = parent(of: place) else { return false }
      if case .items = nodes[parent] { itemOfPlace = 0 }
      place = parent
    }
    return true
  }

  /// The first row of each row template in a node; for items, the row of their section.
  func rows(in node: Int, item: Int, of template: Template) -> [FormRow.ID] {
    func id(_ reference: RowReference) -> FormRow.ID {
      let numbers = template[reference].numbers
      return reference.id(item: item, number: numbers.lowerBound)
    }
    switch nodes[node] {
    case .answer(let reference): return [id(reference)]
    case .list(let rows): return rows.map(id)
    case .object(let members):
      return members.flatMap { rows(in: $0.node, item: item, of: template) }
    case .items(let section, _):
      let row = template.sections[section].entryRow
      return [FormRow.ID(section: section, item: 0, row: row, number: 0)]
    }
  }
}
