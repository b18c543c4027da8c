// The differences between a form and the document it was opened with: missing members, values of
// another type, containers of another shape, and confirmations.
//
// A row is *confirmed* when a person or a script gives it the text that it already shows. This makes
// an answer of a default that the document lacks, and replaces a value that does not fit.
// Invariants: a default that the document lacks is no answer until it is confirmed; a value that does
// not fit keeps its bytes until the row is answered.

package import FormText
public import LosslessJSON

extension FormSession {
  // MARK: - Missing members

  /// Whether the document lacks the row, which shows its unconfirmed default. No export has such a row.
  func isMissing(_ id: FormRow.ID) -> Bool {
    guard let loaded = answers.loaded, loaded.value(of: id) == nil, template[id].defaultText != nil
    else {
      return false
    }
    guard id.item == 0 || id.item <= loaded.itemCounts[id.section] ?? 0 else {
      return false
    }
    return !isChanged(id)
  }

  /// Whether `output.defaults` leaves the row out because it holds its untouched default. Required
  /// rows, read-only rows and rows of a list are never left out.
  package func isOmittedDefault(_ id: FormRow.ID) -> Bool {
    guard template.defaultAnswers == .omit else { return false }
    let row = template[id]
    return row.defaultText != nil && !row.isRequired && !row.isReadOnly && !row.path.appends
      && answers.loaded?.value(of: id) == nil && !isChanged(id)
  }

  /// Whether formats with optional members leave the row out because of its default.
  package func isLeftOut(_ id: FormRow.ID) -> Bool { isMissing(id) || isOmittedDefault(id) }

  /// Whether the person emptied a shown row that has a default. Such a row is written as a null:
  /// without a value the default would return.
  package func lacksDefault(_ id: FormRow.ID) -> Bool {
    // Asked for every row of a long list: most have no default, and are not even copied.
    template[id].defaultText != nil && !isHidden(id)
      && !isMissing(id)
      && answer(of: id) == nil
  }

  /// The answer that exports contain, nil if there is none.
  package func exportedAnswer(of id: FormRow.ID) -> Text? { isMissing(id) ? nil : answer(of: id) }

  // MARK: - Confirmations

  /// Confirms a row: call it after a person or a script gave the row a text. Does nothing unless the
  /// row shows its first text and that makes a difference.
  mutating func confirm(_ row: FormRow.ID) {
    guard !row.isEntry(in: template.sections), !answers.changes.confirmedRows.contains(row),
      text(of: row) == baseText(of: row), takesConfirmation(row)
    else { return }
    answers.changes.confirmedRows.insert(row)
    revision += 1
    if !isSecret(row) {
      log.journal.note(row)
      log.journal.hasChanged = true
    }
    if problems[row] != nil { sweep.problems[row] = problem(of: row) }
    sweep.work?.restart()
    sweep.work?.wasOvertaken = true
  }

  /// Removes the confirmation of a row.
  mutating func withdrawConfirmation(of row: FormRow.ID) {
    guard answers.changes.confirmedRows.remove(row) != nil else { return }
    if let problem = documentProblem(of: row) { sweep.problems[row] = problem }
  }

  /// Whether a confirmation makes a difference: the row shows a default, or a value that does not fit.
  func takesConfirmation(_ row: FormRow.ID) -> Bool {
    guard let value = answers.loaded?.value(of: row) else {
      return template[row].defaultText != nil
    }
    return template[row].misfit(of: value, empty: template.emptyAnswers) != nil
  }

  // MARK: - Misfits

  /// The problem of an untouched row whose value, or a container around it, does not fit.
  func documentProblem(of id: FormRow.ID) -> Problem? {
    guard let loaded = answers.loaded, loaded.hasMisfits else { return nil }
    if let shape = loaded.misshape(at: id), firstShownRow(of: shape) == id,
      !isReplaced(shape.node, item: shape.item)
    {
      return .misfit(Misfit(shape.error))
    }
    guard loaded.misfits.contains(id), let value = loaded.value(of: id),
      answers.outline.isShown(id),
      !isChanged(id)
    else { return nil }
    return template[id].misfit(of: value, empty: template.emptyAnswers)
  }

  /// The row that shows the problem of a container of another shape; nil if all its rows are hidden.
  private func firstShownRow(of shape: LoadedAnswers.Misshape) -> FormRow.ID? {
    shape.rows.first { row in
      row.isEntry(in: template.sections)
        ? answers.outline.isShown(section: row.section) : answers.outline.isShown(row)
    }
  }

  /// Whether a container has a changed answer in it, so that an export replaces one of another shape.
  /// O(rows ever changed).
  package func isReplaced(_ node: Int, item: Int) -> Bool {
    changedRows.contains { row in
      template.plan.isInside(row, node, item: item) && exportedAnswer(of: row) != nil
    }
  }

  /// The containers of another shape that an export replaces by the answers in them.
  public var replacedContainers: [AnswersError] {
    (answers.loaded?.misshapes ?? []).filter { isReplaced($0.node, item: $0.item) }.map(\.error)
  }

  /// Marks the rows whose values do not fit. O(misfits).
  mutating func markMisfits() {
    guard let loaded = answers.loaded, loaded.hasMisfits else { return }
    for row in loaded.misfits where isListed(row) { sweep.problems[row] = documentProblem(of: row) }
    for shape in loaded.misshapes {
      guard let row = firstShownRow(of: shape) else { continue }
      sweep.problems[row] = documentProblem(of: row)
    }
  }

  /// The path of a problem in the document, and its position if the value is there.
  public func place(of problem: Problem, in row: FormRow.ID) -> (path: DocumentPath, TextPosition?)
  {
    if case .misfit(let misfit) = problem, let place = misfit.place {
      return (place.path, place.position)
    }
    return (documentPath(of: row), documentPosition(of: row))
  }

  // MARK: - Items that presets make

  /// An item that does not exist, named by a key path.
  public enum MissingItem: Hashable, Sendable {
    /// The next item of its section.
    case next(section: Int)
    /// An item after the next one.
    case farther(repeat: String, count: Int)
    /// The next item of a section that has its maximum.
    case full(repeat: String, maximum: Int)
  }

  /// Returns the item named by a key path like `work[0].name` if the section lacks it.
  public func missingItem(atPath path: String) -> MissingItem? {
    for (index, section) in template.sections.enumerated() {
      guard let repetition = section.repetition,
        let (position, rest) = section.split(path: path),
        section.rows.contains(where: { $0.number(atPath: rest) != nil })
      else { continue }
      let count = answers.outline.itemCount(ofSection: index)
      if position < count { return nil }
      let name = repetition.path.source
      if position > count { return .farther(repeat: name, count: count) }
      if let maximum = repetition.maximum, count >= maximum {
        return .full(repeat: name, maximum: maximum)
      }
      return .next(section: index)
    }
    return nil
  }

  /// Adds an item at the end of a section before the person does anything. It is no step of the
  /// history; a resumed draft presets it again.
  public mutating func presetItem(inSection section: Int) {
    guard repetition(ofSection: section) != nil else { return }
    let before = log.journal
    let item = answers.outline.createItem(inSection: section)
    insert(item, at: answers.outline.itemCount(ofSection: section), inSection: section)
    answers.presets.itemCounts[section, default: 0] += 1
    settle()
    log.journal = before
  }

  /// Adds the preset items again after the outline was rebuilt.
  mutating func repeatPresetItems() {
    for (section, count) in answers.presets.itemCounts {
      for _ in 0..<count {
        let item = answers.outline.createItem(inSection: section)
        answers.outline.insertItem(
          item, at: answers.outline.itemCount(ofSection: section), inSection: section)
      }
    }
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
