// The problems of rows and items, and the differences between a form and the document it was opened with:
// missing members, values of another type, containers of another shape, and confirmations.
//
// A row is *confirmed* when a person or a script gives it the text that it already shows. This makes
// an answer of a default that the document lacks, and replaces a value that does not fit.
// Invariants: a default that the document lacks is no answer until it is confirmed; a value that does
// not fit keeps its bytes until the row is answered.

package import FormText
public import LosslessJSON

extension Answers {
  // MARK: - Problems of rows

  /// Whether a row can refuse an answer.
  func canRefuse(_ id: FormRow.ID) -> Bool { template[id].canRefuse }

  /// The type of a row.
  package func rowType(of id: FormRow.ID) -> RowType { template[id].type }

  /// The value of `{n}` in labels and help: the row's number, or its item's present position.
  package func number(of id: FormRow.ID) -> Int {
    id.number > 0 ? id.number : (outline.itemPosition(of: id) ?? 0) + 1
  }

  /// The problem of a row now; none of a hidden row, or of an empty item.
  func problem(of id: FormRow.ID) -> Problem? {
    if let problem = documentProblem(of: id) { return problem }
    if id.isAddLine(in: template.sections) { return nil }
    guard let problem = ownProblem(of: id) ?? uniquenessProblem(of: id) else { return nil }
    if id.item > 0, isEmpty(item: id.item, ofSection: id.section) { return nil }
    return problem
  }

  /// The problem of a row, also of one in an empty item.
  func ownProblem(of id: FormRow.ID) -> Problem? {
    var effort = 0
    return ownProblem(of: id, effort: &effort)
  }

  /// The same; adds the cost of the row's rules to `effort`.
  func ownProblem(of id: FormRow.ID, effort: inout Int) -> Problem? {
    if let problem = sharingProblem(of: id) { return problem }
    // This runs for each of a million rows: rows without rules are not even copied.
    guard template[id].canHaveProblem else { return nil }
    if isCalculated(id) {
      if isPending(id) { return nil }
      if let problem = calculationProblem(of: id) { return problem }
    }
    return answerProblem(of: id, effort: &effort) ?? filterProblem(of: id, effort: &effort)
      ?? checkProblem(of: id, effort: &effort)
  }

  /// Why a row needs an answer, or its type or a rule refuses the one it has.
  private func answerProblem(of id: FormRow.ID, effort: inout Int) -> Problem? {
    if let value = loaded?.value(of: id), !isChanged(id) {
      guard outline.isShown(id) else { return nil }
      return template[id].problem(loading: value, empty: template.emptyAnswers, effort: &effort)
    }
    if isMissing(id) {
      guard outline.isShown(id) else { return nil }
      return RequiredRule.problem(of: template[id], lacking: defaultText(of: id))
    }
    let answer = answer(of: id)
    if answer == nil ? !template[id].isRequired : !canRefuse(id) { return nil }
    if answer == nil, !outline.isShown(id) { return nil }
    return offering(template[id].problem(with: answer, effort: &effort), in: id)
  }

  // MARK: - Items

  /// Why there can be no more items in a section, nil when there can.
  func refusalOfItem(inSection section: Int) -> FormMessage? {
    guard let maximum = repetition(ofSection: section)?.maximum,
      outline.itemCount(ofSection: section) >= maximum
    else { return nil }
    return .mostItems(maximum)
  }

  /// The entry lines with a text that was not added as an item. O(sections).
  public var unaddedEntries: [FormRow.ID] {
    template.sections.indices.compactMap { section in
      guard template.sections[section].hasEntry else { return nil }
      let entry = sectionRow(section)
      return text(of: entry).isBlank ? nil : entry
    }
  }

  func repetition(ofSection section: Int) -> Repetition? {
    template.sections.indices.contains(section) ? template.sections[section].repetition : nil
  }

  /// The identity of a repeating section's add line, which also has the problems of all its items
  /// together.
  package func sectionRow(_ section: Int) -> FormRow.ID {
    FormRow.ID(section: section, item: 0, row: template.sections[section].entryRow, number: 0)
  }

  /// Whether no shown row of an item holds text other than its default (section 8 of the design).
  package func isEmpty(item: Int, ofSection section: Int) -> Bool {
    rows(ofItem: item, inSection: section).allSatisfy { row in
      if isCalculated(row) { return true }
      guard let answer = answer(of: row) else { return true }
      return answer == defaultText(of: row)
    }
  }

  /// Whether every row of an item, hidden or not, is as the template made it.
  package func holdsNothing(item: Int, ofSection section: Int) -> Bool {
    rows(ofItem: item, inSection: section).allSatisfy {
      isCalculated($0) || text(of: $0) == defaultText(of: $0)
    }
  }

  /// The most items of a section that one key looks at.
  static let mostItems = 1_000

  /// The problem of all items of a section together.
  ///
  /// - Parameter filled: how many of them hold something; not more need be counted than it needs.
  func problem(ofSection section: Int, filled: Int) -> Problem? {
    guard let repetition = repetition(ofSection: section) else { return nil }
    if let problem = documentProblem(of: sectionRow(section)) { return problem }
    if let problem = sharingProblem(of: sectionRow(section)) { return problem }
    if hasEntryText(section), let maximum = repetition.maximum,
      refusalOfItem(inSection: section) != nil
    {
      return .noRoom(maximum: maximum)
    }
    guard filled < repetition.minimum else { return nil }
    return .tooFewItems(minimum: repetition.minimum, filled: filled)
  }

  /// Whether the entry line of a section holds text.
  func hasEntryText(_ section: Int) -> Bool {
    let entry = sectionRow(section)
    return template.sections[section].hasEntry && outline.isShown(entry) && !text(of: entry).isBlank
  }

  /// Where to go to mend the problem of a row: for too few items to the first empty one, else to
  /// the line where items are made, at once if something stands there, else to the row before it.
  package func indexToMend(_ row: FormRow.ID) -> FormRow.Index? {
    guard row.isAddLine(in: template.sections) else { return outline.index(of: row) }
    let section = row.section
    if hasEntryText(section) { return outline.index(of: row) }
    for position in 0..<min(outline.itemCount(ofSection: section), Answers.mostItems) {
      if let item = outline.item(at: position, ofSection: section),
        isEmpty(item: item, ofSection: section),
        let index = firstRow(ofItem: item, inSection: section).flatMap(outline.index(of:))
      {
        return index
      }
    }
    if let index = outline.index(of: row) { return index }
    let end = outline.endIndex(ofSection: section)
    return outline.lastIndex.map { min(max(end - 1, 0), $0) }
  }

  /// The first row of an item that can be answered, else the first that the focus can be on.
  package func firstStop(ofItem item: Int, inSection section: Int) -> FormRow.ID? {
    rows(ofItem: item, inSection: section).first { !isReadOnly($0) && outline.index(of: $0) != nil }
      ?? firstRow(ofItem: item, inSection: section)
  }

  /// The first row of an item that the focus can be on.
  func firstRow(ofItem item: Int, inSection section: Int) -> FormRow.ID? {
    rows(ofItem: item, inSection: section).first { outline.index(of: $0) != nil }
  }

  /// The rows of an item, hidden or not, those without a line of their own too.
  func rows(ofItem item: Int, inSection section: Int) -> [FormRow.ID] {
    template.sections[section].rows.indices
      .filter { template.sections[section].rows[$0].type.takesAnswer }
      .map { FormRow.ID(section: section, item: item, row: $0, number: 0) }
  }

  /// Whether an item is a part of the exports: it holds something, or was loaded.
  package func isExported(item: Int, ofSection section: Int) -> Bool {
    item <= loaded?.itemCounts[section] ?? 0 || !isEmpty(item: item, ofSection: section)
  }

  /// Whether any item of a section is. O(items).
  package func exportsItems(ofSection section: Int) -> Bool {
    (0..<outline.itemCount(ofSection: section)).contains { position in
      outline.item(at: position, ofSection: section).map {
        isExported(item: $0, ofSection: section)
      } ?? false
    }
  }

  // MARK: - Missing members

  /// Whether the document lacks the row, which shows its unconfirmed default. No export has such a row.
  func isMissing(_ id: FormRow.ID) -> Bool {
    guard let loaded = loaded, loaded.value(of: id) == nil, template[id].defaultText != nil,
      template[id].isExported
    else { return false }
    guard id.item == 0 || id.item <= loaded.itemCounts[id.section] ?? 0 else { return false }
    return !isChanged(id)
  }

  /// Whether `output.defaults` leaves the row out because it holds its untouched default. Required
  /// rows, read-only rows and rows of a list are never left out.
  package func isOmittedDefault(_ id: FormRow.ID) -> Bool {
    guard template.defaultAnswers == .omit else { return false }
    let row = template[id]
    return row.defaultText != nil && !row.isRequired && !row.isReadOnly && !row.path.appends
      && loaded?.value(of: id) == nil && !isChanged(id)
  }

  /// Whether formats with optional members leave the row out because of its default.
  package func isLeftOut(_ id: FormRow.ID) -> Bool { isMissing(id) || isOmittedDefault(id) }

  /// Whether the person emptied a shown row that has a default. Such a row is written as a null:
  /// without a value the default would return.
  package func lacksDefault(_ id: FormRow.ID) -> Bool {
    // Asked for every row of a long list: most have no default, and are not even copied.
    template[id].defaultText != nil && !isHidden(id) && !isMissing(id) && answer(of: id) == nil
  }

  /// The answer that exports contain, nil if there is none.
  package func exportedAnswer(of id: FormRow.ID) -> Text? { isMissing(id) ? nil : answer(of: id) }

  /// Whether a confirmation makes a difference: the row shows a default, or a value that does not fit.
  func takesConfirmation(_ row: FormRow.ID) -> Bool {
    guard let value = loaded?.value(of: row) else { return template[row].defaultText != nil }
    return template[row].misfit(of: value, empty: template.emptyAnswers) != nil
  }

  // MARK: - Misfits

  /// The problem of a row whose text was rejected, or of an untouched row whose value, or a container
  /// around it, does not fit.
  func documentProblem(of id: FormRow.ID) -> Problem? {
    if !texts.rejected.isEmpty, let problem = rejection(of: id) { return problem }
    guard let loaded = loaded, loaded.hasMisfits else { return nil }
    if let shape = loaded.misshape(at: id), firstShownRow(of: shape) == id,
      !isReplaced(shape.node, item: shape.item)
    {
      return .misfit(Misfit(shape.error))
    }
    guard loaded.misfits.contains(id), let value = loaded.value(of: id), outline.isShown(id),
      !isChanged(id)
    else { return nil }
    return template[id].misfit(of: value, empty: template.emptyAnswers)
  }

  /// The row that shows the problem of a container of another shape; nil if all its rows are hidden.
  func firstShownRow(of shape: LoadedAnswers.Misshape) -> FormRow.ID? {
    shape.rows.first { row in
      row.isAddLine(in: template.sections)
        ? outline.isShown(section: row.section) : outline.isShown(row)
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
    (loaded?.misshapes ?? []).filter { isReplaced($0.node, item: $0.item) }.map(\.error)
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
    let hidden = template.sections.indices.filter { !outline.isShown(section: $0) }
    for (index, section) in template.sections.enumerated() {
      // Of sections that share a key the one that is shown gets the item.
      if hidden.contains(index),
        template.plan.sharers(ofSection: index).contains(where: {
          isShown($0, item: 0)
        })
      {
        continue
      }
      guard let repetition = section.repetition, let (position, rest) = section.split(path: path),
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

  /// Adds the preset items again after the outline was rebuilt.
  mutating func repeatPresetItems() {
    for (section, count) in presets.itemCounts {
      for _ in 0..<count {
        let item = outline.createItem(inSection: section)
        outline.insertItem(item, at: outline.itemCount(ofSection: section), inSection: section)
      }
    }
  }
}
