// What a form makes of the document it was opened with: values that no row can hold, members that are
// missing, and answers that a person or a script gives although the row shows the same text already.
//
// Invariants: what a document lacks is no answer, although the row shows its default; a value that is
// not the form's stays byte for byte until somebody answers there.

extension FormSession {
  // MARK: - What the document lacks

  /// Whether the document lacks a row that shows its default, and nobody took that: no export has it.
  func isMissing(_ id: Row.ID) -> Bool {
    guard let loaded, loaded.value(of: id) == nil, rowTemplate(of: id).defaultText != nil else {
      return false
    }
    guard id.item == 0 || Int(id.item) <= loaded.itemCounts[Int(id.section)] ?? 0 else {
      return false
    }
    return !isChanged(id)
  }

  /// Whether a row holds its default, nobody touched it, and the form wants such rows left out. What
  /// must be there, what nobody can touch, and what has its place in a list is written all the same.
  func isOmittedDefault(_ id: Row.ID) -> Bool {
    guard template.defaultAnswers == .omit else { return false }
    let row = rowTemplate(of: id)
    return row.defaultText != nil && !row.isRequired && !row.isReadOnly && !row.path.appends
      && loaded?.value(of: id) == nil && !isChanged(id)
  }

  /// Whether formats in which a member can be left out leave a row out for its default.
  func isLeftOut(_ id: Row.ID) -> Bool { isMissing(id) || isOmittedDefault(id) }

  /// Whether a shown row holds no answer in the place of its default, which would come back where
  /// nothing is written.
  func lacksDefault(_ id: Row.ID) -> Bool {
    rowTemplate(of: id).defaultText != nil && !isHidden(id) && !isMissing(id)
      && answer(of: id) == nil
  }

  /// The answer of a row that formats have, nil when it has none.
  func exportedAnswer(of id: Row.ID) -> Text? { isMissing(id) ? nil : answer(of: id) }

  // MARK: - What is given once more

  /// Takes note that somebody gave a row the text that it shows: from now on it is an answer, where
  /// the document lacks it, or has a value there that the row cannot hold.
  mutating func confirm(_ row: Row.ID) {
    guard !row.isEntry(in: template.sections), !confirmedRows.contains(row),
      text(of: row) == baseText(of: row), takesConfirmation(row)
    else { return }
    confirmedRows.insert(row)
    revision += 1
    if !isSecret(row) {
      journal.note(row)
      journal.hasChanged = true
    }
    if problems[row] != nil { problems[row] = problem(of: row) }
    work?.restart()
    work?.wasOvertaken = true
  }

  /// Takes back that somebody gave a row the text that it shows.
  mutating func withdrawConfirmation(of row: Row.ID) {
    guard confirmedRows.remove(row) != nil else { return }
    if let problem = documentProblem(of: row) { problems[row] = problem }
  }

  /// Whether a row that shows what it did at first is another when that is given once more.
  func takesConfirmation(_ row: Row.ID) -> Bool {
    guard let value = loaded?.value(of: row) else {
      return rowTemplate(of: row).defaultText != nil
    }
    return rowTemplate(of: row).misfit(of: value, empty: template.emptyAnswers) != nil
  }

  // MARK: - What does not fit

  /// What is wrong with the document's value of a row that nobody touched, or around it.
  func documentProblem(of id: Row.ID) -> Problem? {
    guard let loaded, loaded.hasMisfits else { return nil }
    if let shape = loaded.misshape(at: id), firstShownRow(of: shape) == id,
      !isReplaced(shape.node, item: shape.item)
    {
      return .misfit(Misfit(shape.mistake))
    }
    guard loaded.misfits.contains(id), let value = loaded.value(of: id), outline.isShown(id),
      !isChanged(id)
    else { return nil }
    return rowTemplate(of: id).misfit(of: value, empty: template.emptyAnswers)
  }

  /// The row that has the problem of a container of another shape; nil where none is shown.
  private func firstShownRow(of shape: LoadedAnswers.Misshape) -> Row.ID? {
    shape.rows.first { row in
      row.isEntry(in: template.sections)
        ? outline.isShown(section: Int(row.section)) : outline.isShown(row)
    }
  }

  /// Whether an answer was given inside of a container, so that one of another shape gives way.
  /// O(rows ever changed).
  func isReplaced(_ node: Int, item: Int) -> Bool {
    changedRows.contains { row in
      template.plan.isInside(row, node, item: item) && exportedAnswer(of: row) != nil
    }
  }

  /// The containers of another shape that an export replaces by the answers in them.
  public var replacedContainers: [AnswersMistake] {
    (loaded?.misshapes ?? []).filter { isReplaced($0.node, item: $0.item) }.map(\.mistake)
  }

  /// Marks the rows for which the document has something else. O(values that do not fit).
  mutating func markMisfits() {
    guard let loaded, loaded.hasMisfits else { return }
    for row in loaded.misfits where isListed(row) { problems[row] = documentProblem(of: row) }
    for shape in loaded.misshapes {
      guard let row = firstShownRow(of: shape) else { continue }
      problems[row] = documentProblem(of: row)
    }
  }

  /// Where in a document the problem of a row is: the way to it, and the place if it is there.
  public func place(of problem: Problem, in row: Row.ID) -> (path: DocumentPath, TextPosition?) {
    if case .misfit(let misfit) = problem, let place = misfit.place {
      return (place.path, place.position)
    }
    return (documentPath(of: row), documentPosition(of: row))
  }

  // MARK: - Items that presets make

  /// An item that a key path names and that does not exist.
  public enum MissingItem: Hashable, Sendable {
    /// It would be the next of its section.
    case next(section: Int)
    /// It is farther behind the items there are.
    case farther(repeat: String, count: Int)
    /// It would be the next, and there are as many as there may be.
    case full(repeat: String, maximum: Int)
  }

  /// The item that a key path like `work[0].name` names, if it does not exist and could.
  public func missingItem(atPath path: String) -> MissingItem? {
    for (index, section) in template.sections.enumerated() {
      guard let repetition = section.repetition,
        let (position, rest) = section.split(path: path),
        section.rows.contains(where: { $0.number(atPath: rest) != nil })
      else { continue }
      let count = outline.itemCount(ofSection: index)
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

  /// Adds an item at the end of a section before the person does anything; it is no step of the
  /// history, and whoever goes on with the form later presets it again.
  public mutating func presetItem(inSection section: Int) {
    guard repetition(ofSection: section) != nil else { return }
    let before = journal
    let item = outline.createItem(inSection: section)
    insert(item, at: outline.itemCount(ofSection: section), inSection: section)
    presetItemCounts[section, default: 0] += 1
    settle()
    journal = before
  }

  /// Adds the items that presets made to a form whose items were made anew.
  mutating func repeatPresetItems() {
    for (section, count) in presetItemCounts {
      for _ in 0..<count {
        let item = outline.createItem(inSection: section)
        outline.insertItem(
          item, at: outline.itemCount(ofSection: section), inSection: section)
      }
    }
  }
}

extension Section {
  /// The position of the item that a key path names, and the path in it; nil where it names none.
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
  /// Whether the answer of a row is inside of a node of an item.
  func isInside(_ row: Row.ID, _ node: Int, item: Int) -> Bool {
    let reference = RowReference(section: Int(row.section), row: Int(row.row))
    guard var place = leaf(of: reference) else { return false }
    var itemOfPlace = Int(row.item)
    while place != node || itemOfPlace != item {
      guard let parent = parent(of: place) else { return false }
      if case .items = nodes[parent] { itemOfPlace = 0 }
      place = parent
    }
    return true
  }

  /// The rows of a node, one of each template; all items of a section are its own row.
  func rows(in node: Int, item: Int, of template: Template) -> [Row.ID] {
    func id(_ reference: RowReference) -> Row.ID {
      let numbers = template.sections[reference.section].rows[reference.row].numbers
      return Row.ID(
        section: reference.section, item: item, row: reference.row, number: numbers.lowerBound)
    }
    switch nodes[node] {
    case .answer(let reference): return [id(reference)]
    case .list(let rows): return rows.map(id)
    case .object(let members):
      return members.flatMap { rows(in: $0.node, item: item, of: template) }
    case .items(let section, _):
      let row = template.sections[section].entryRow
      return [Row.ID(section: section, item: 0, row: row, number: 0)]
    }
  }
}
