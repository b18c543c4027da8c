// The problems of rows and items. Some of them are differences between the form and the document
// that was opened with it: missing members, values of the wrong type, and containers of the wrong
// shape.
//
// A row is *confirmed* when a person or a script gives it the text that it already shows.
// Confirming a default that the document lacks makes it an answer; confirming a value that does not
// fit replaces that value.
//
// Invariants: a default that the document lacks is no answer until it is confirmed. A value that
// does not fit keeps its bytes until the row is answered.

package import FormText
public import LosslessJSON

extension Answers {
  // MARK: - Problems of rows

  /// Whether any answer to a row can be refused.
  func canRefuse(_ id: FormRow.ID) -> Bool { template[id].canRefuse }

  /// The type of a row.
  package func rowType(of id: FormRow.ID) -> RowType { template[id].type }

  /// The value of `{n}` in labels and help: the number of the row, or the present position of its
  /// item.
  package func number(of id: FormRow.ID) -> Int {
    id.number > 0 ? id.number : (outline.itemPosition(of: id) ?? 0) + 1
  }

  /// The present problem of a row; nil for a hidden row, or a row in an empty item.
  func problem(of id: FormRow.ID) -> Problem? {
    if let problem = documentProblem(of: id) { return problem }
    if id.isAddLine(in: template.sections) { return nil }
    guard let problem = ownProblem(of: id) ?? uniquenessProblem(of: id) else { return nil }
    if id.item > 0, isEmpty(item: id.item, ofSection: id.section) { return nil }
    return problem
  }

  /// The problem of a row, even if its item is empty.
  func ownProblem(of id: FormRow.ID) -> Problem? {
    var effort = 0
    return ownProblem(of: id, effort: &effort)
  }

  /// The problem of a row, even if its item is empty. Adds the cost of the row's rules to `effort`.
  func ownProblem(of id: FormRow.ID, effort: inout Int) -> Problem? {
    if let problem = sharingProblem(of: id) { return problem }
    // This function runs for each of a million rows, so it does not even copy a row without rules.
    guard template[id].canHaveProblem else { return nil }
    if isCalculated(id) {
      if isPending(id) { return nil }
      if let problem = calculationProblem(of: id, effort: &effort) { return problem }
    }
    return answerProblem(of: id, effort: &effort) ?? filterProblem(of: id, effort: &effort)
      ?? checkProblem(of: id, effort: &effort) ?? takenNameProblem(of: id)
  }

  /// The problem of a row that needs an answer, or whose type or rule refuses the answer.
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

  /// The reason that a list cannot have more items; nil if there is room.
  func refusalOfItem(in list: ItemList) -> FormMessage? {
    guard let maximum = repetition(ofSection: list.section)?.maximum,
      outline.itemCount(of: list) >= maximum
    else { return nil }
    return .mostItems(maximum)
  }

  /// The entry lines (add lines whose text becomes an item by Enter) with a text, in the order of
  /// the form. O(sections + rows ever changed) if entry lines are inside items.
  public var unaddedEntries: [FormRow.ID] {
    let sections = template.sections
    let withEntry = sections.indices.filter { sections[$0].hasEntry }
    guard !withEntry.isEmpty else { return [] }
    var entries = withEntry.filter { sections[$0].parent == nil }.map {
      addLine(of: ItemList(section: $0, parent: 0))
    }
    if entries.count < withEntry.count {
      entries += texts.rows.filter {
        $0.item < 0 && sections[$0.section].hasEntry && outline.isInForm($0.listOfAddLine)
      }
    }
    let filled = entries.filter { !text(of: $0).isBlank }
    guard filled.count > 1 else { return filled }
    return filled.sorted { outline.nearestIndex(to: $0) ?? 0 < outline.nearestIndex(to: $1) ?? 0 }
  }

  func repetition(ofSection section: Int) -> Repetition? {
    template.sections.indices.contains(section) ? template.sections[section].repetition : nil
  }

  /// The identity of a list's add line. A problem of the whole list belongs to this row.
  package func addLine(of list: ItemList) -> FormRow.ID {
    FormRow.ID(addLineOf: list, in: template.sections)
  }

  /// Whether no shown row of an item, or of the items inside it, has an answer besides its default.
  package func isEmpty(item: Int, ofSection section: Int) -> Bool {
    allSatisfy(item: item, ofSection: section) { row in
      if isCalculated(row) { return true }
      guard let answer = answer(of: row) else { return true }
      return answer == defaultText(of: row)
    }
  }

  /// Whether every row of an item and of the items inside it, hidden or not, has its default text.
  /// Calculated rows do not count.
  package func holdsNothing(item: Int, ofSection section: Int) -> Bool {
    allSatisfy(item: item, ofSection: section) {
      isCalculated($0) || text(of: $0) == defaultText(of: $0)
    }
  }

  /// Whether a predicate is true for all rows of an item and of the items inside it. The search
  /// ends at the first row for which it is false.
  private func allSatisfy(
    item: Int, ofSection section: Int, _ holds: (FormRow.ID) -> Bool
  ) -> Bool {
    rows(ofItem: item, inSection: section).allSatisfy(holds)
      && outline.lists(inItem: item, ofSection: section).allSatisfy { list in
        (0..<outline.itemCount(of: list)).allSatisfy { position in
          outline.item(at: position, of: list).map {
            allSatisfy(item: $0, ofSection: list.section, holds)
          } ?? true
        }
      }
  }

  /// Calls a function for the rows of an item and of the items inside it, hidden or not.
  func forEachRow(inItem item: Int, ofSection section: Int, _ body: (FormRow.ID) -> Void) {
    _ = allSatisfy(item: item, ofSection: section) {
      body($0)
      return true
    }
  }

  /// The shown rows with an answer in an item and in the items inside it.
  func answeredRows(inItem item: Int, ofSection section: Int) -> [FormRow.ID] {
    var rows: [FormRow.ID] = []
    forEachRow(inItem: item, ofSection: section) { if answer(of: $0) != nil { rows.append($0) } }
    return rows
  }

  /// The largest number of items of a section that are examined after one key.
  static let mostItems = 1_000

  /// The problem of a whole list, such as too few items.
  ///
  /// - Parameter filled: the number of filled items; the caller may stop counting once the result
  ///   cannot change.
  func problem(of list: ItemList, filled: Int) -> Problem? {
    guard let repetition = repetition(ofSection: list.section) else { return nil }
    let addLine = addLine(of: list)
    if let problem = documentProblem(of: addLine) ?? sharingProblem(of: addLine) { return problem }
    if hasEntryText(list), let maximum = repetition.maximum, refusalOfItem(in: list) != nil {
      return .noRoom(maximum: maximum)
    }
    let count = outline.itemCount(of: list)
    if let most = repetition.maximum, count > most { return .tooManyItems(maximum: most) }
    guard filled < repetition.minimum else { return nil }
    if list.parent > 0, let parent = template.sections[list.section].parent,
      isEmpty(item: list.parent, ofSection: parent)
    {
      return nil
    }
    return .tooFewItems(minimum: repetition.minimum, filled: filled)
  }

  /// Whether the entry line of a list has a text.
  func hasEntryText(_ list: ItemList) -> Bool {
    let entry = addLine(of: list)
    return template.sections[list.section].hasEntry && outline.isShown(entry)
      && !text(of: entry).isBlank
  }

  /// The row where a person can correct a problem. For a list with too few items, this is the first
  /// of these that exists: an add line with a text, the first empty item, the add line, or the row
  /// before the add line.
  package func indexToCorrect(_ row: FormRow.ID) -> FormRow.Index? {
    guard row.isAddLine(in: template.sections) else { return outline.index(of: row) }
    let list = row.listOfAddLine
    if hasEntryText(list) { return outline.index(of: row) }
    for position in 0..<min(outline.itemCount(of: list), Answers.mostItems) {
      if let item = outline.item(at: position, of: list),
        isEmpty(item: item, ofSection: list.section),
        let index = firstRow(ofItem: item, inSection: list.section).flatMap(outline.index(of:))
      {
        return index
      }
    }
    if let index = outline.index(of: row) { return index }
    let end = outline.indices(of: list).upperBound
    return outline.lastIndex.map { min(max(end - 1, 0), $0) }
  }

  /// The first row of an item that can be answered; if there is none, the first that can have the
  /// focus.
  package func firstStop(ofItem item: Int, inSection section: Int) -> FormRow.ID? {
    rows(ofItem: item, inSection: section).first { !isReadOnly($0) && outline.index(of: $0) != nil }
      ?? firstRow(ofItem: item, inSection: section)
  }

  /// The first row of an item that can have the focus.
  func firstRow(ofItem item: Int, inSection section: Int) -> FormRow.ID? {
    rows(ofItem: item, inSection: section).first { outline.index(of: $0) != nil }
  }

  /// The rows of an item, hidden or not, including rows without a line of their own.
  func rows(ofItem item: Int, inSection section: Int) -> [FormRow.ID] {
    template.sections[section].rows.indices
      .filter { template.sections[section].rows[$0].type.takesAnswer }
      .map { FormRow.ID(section: section, item: item, row: $0, number: 0) }
  }

  /// Whether exports write an item, because it is not empty or was loaded.
  package func isExported(item: Int, ofSection section: Int) -> Bool {
    isLoaded(item: item, ofSection: section) || !isEmpty(item: item, ofSection: section)
  }

  /// Whether an item was loaded from the document.
  package func isLoaded(item: Int, ofSection section: Int) -> Bool {
    item <= loaded?.itemCount(ofSection: section) ?? 0
  }

  /// Whether exports write any item of a list. O(items).
  package func exportsItems(of list: ItemList) -> Bool {
    outline.items(of: list).contains { isExported(item: $0, ofSection: list.section) }
  }

  // MARK: - Missing members

  /// Whether the document lacks the row, and the row shows its unconfirmed default. Exports leave
  /// out such a row.
  func isMissing(_ id: FormRow.ID) -> Bool {
    guard let loaded = loaded, loaded.value(of: id) == nil, hasDefault(id), template[id].isExported
    else { return false }
    guard id.item <= loaded.itemCount(ofSection: id.section) else { return false }
    return !isChanged(id)
  }

  /// Whether a row has a default, or got one from an expression.
  private func hasDefault(_ id: FormRow.ID) -> Bool {
    template[id].defaultText != nil || presets.given.texts[id] != nil
  }

  /// Whether `output.defaults` leaves the row out because its default is untouched. Required or
  /// read-only rows and elements of arrays are never left out.
  package func isOmittedDefault(_ id: FormRow.ID) -> Bool {
    guard template.defaultAnswers == .omit else { return false }
    let row = template[id]
    return row.defaultText != nil && !row.isRequired && !row.isReadOnly && !row.path.appends
      && loaded?.value(of: id) == nil && !isChanged(id)
  }

  /// The same answers, with exports that also contain unchanged defaults.
  package var withDefaults: Answers {
    var answers = self
    answers.template.defaultAnswers = .write
    return answers
  }

  /// Whether formats with optional members leave the row out because it shows a default.
  package func isLeftOut(_ id: FormRow.ID) -> Bool { isMissing(id) || isOmittedDefault(id) }

  /// Whether the person emptied a shown row that has a default. Exports write null for such a row.
  /// If they left the row out, the default would return when the document is opened.
  package func lacksDefault(_ id: FormRow.ID) -> Bool {
    // This runs for every row of a long list. Most rows have no default, and are not even copied.
    template[id].defaultText != nil && !isHidden(id) && !isMissing(id) && answer(of: id) == nil
  }

  /// The answer that exports write; nil if there is none.
  package func exportedAnswer(of id: FormRow.ID) -> Text? { isMissing(id) ? nil : answer(of: id) }

  /// Whether exports for people leave out a row, because it has no answer and the form omits empty
  /// answers.
  package func isOmitted(_ id: FormRow.ID) -> Bool {
    template.emptyAnswers == .omit && exportedAnswer(of: id) == nil
  }

  /// Whether a row is required and has no answer.
  package func isMissingRequired(_ id: FormRow.ID) -> Bool {
    template[id].isRequired && exportedAnswer(of: id) == nil
  }

  /// Whether confirming the row would change it, because it shows a default or a value that does
  /// not fit.
  func takesConfirmation(_ row: FormRow.ID) -> Bool {
    guard let value = loaded?.value(of: row) else { return hasDefault(row) }
    return template[row].misfit(of: value, empty: template.emptyAnswers) != nil
  }

  // MARK: - Misfits

  /// The problem of a row whose text was rejected or that has a conflict. Otherwise, the problem of
  /// an untouched row if its value, or a container around it, does not fit.
  func documentProblem(of id: FormRow.ID) -> Problem? {
    if !texts.rejected.isEmpty, let problem = rejection(of: id) { return problem }
    if !changes.conflicts.isEmpty, let conflict = conflict(of: id) { return .conflict(conflict) }
    guard let loaded = loaded, !loaded.misfits.isEmpty else { return nil }
    if let shape = loaded.misfits.misshape(at: id), firstShown(of: shape.rows) == id,
      !isReplaced(shape.node, item: shape.item)
    {
      return .misfit(Misfit(shape.error))
    }
    if loaded.misfits.rows.contains(id), let value = loaded.value(of: id), outline.isShown(id) {
      guard isChanged(id) else {
        return template[id].misfit(of: value, empty: template.emptyAnswers)
          ?? problemOfUnknownMembers(at: id)
      }
      if continuesJSON(of: value, in: id) { return .refused(Answers.continuedJSON) }
    }
    return problemOfUnknownMembers(at: id)
  }

  /// The text that a copy of a row gets. For a value that does not fit, this is the suggested text
  /// or nothing, because the row shows JSON.
  func textToCopy(of id: FormRow.ID) -> Text {
    guard loaded?.misfits.rows.contains(id) == true, !isChanged(id),
      case .misfit(let misfit)? = documentProblem(of: id), !misfit.isOfContainer
    else { return text(of: id) }
    return misfit.correction.map { Text($0) } ?? .empty
  }

  private static let continuedJSON = Refusal(
    "begins with the document's JSON; delete that, and type the whole answer")

  /// Whether the text of a row still begins as the array or object that the row shows as JSON because
  /// it does not fit. Such a text would be no sensible answer.
  private func continuesJSON(of value: JSONValue, in id: FormRow.ID) -> Bool {
    guard value.kind == .array || value.kind == .object, !template[id].type.isJSON,
      !changes.confirmedRows.contains(id)
    else { return false }
    return text(of: id).string.utf8.first == (value.kind == .array ? 0x5B : 0x7B)
  }

  /// The row that shows the problem of a container; nil if all its rows are hidden.
  func firstShown(of rows: [FormRow.ID]) -> FormRow.ID? {
    rows.first(where: outline.isShown(rowOrList:))
  }

  /// Whether a row inside a container has a changed answer. If so, an export replaces a container
  /// of the wrong shape. O(rows ever changed).
  package func isReplaced(_ node: Int, item: Int) -> Bool {
    changedRows.contains { row in
      isInside(row, node, item: item) && exportedAnswer(of: row) != nil
    }
  }

  /// The containers of the wrong shape that an export replaces, because it writes answers inside
  /// them.
  public var replacedContainers: [AnswersError] { replacedMisshapes.map(\.error) }

  /// Those of `replacedContainers` that are arrays or objects with contents, which an export loses.
  package var lostContainers: [AnswersError] {
    replacedMisshapes.filter(\.hasContents).map(\.error)
  }

  private var replacedMisshapes: [Misfits.Misshape] {
    (loaded?.misfits.misshapes ?? []).filter { isReplaced($0.node, item: $0.item) }
  }

  /// The path of a problem in the document, and its position if the document has the value.
  public func place(of problem: Problem, in row: FormRow.ID) -> (path: DocumentPath, TextPosition?)
  {
    if case .misfit(let misfit) = problem, let place = misfit.place {
      return (place.path, place.position)
    }
    // After a change, an index in the path of a fault may mean another item.
    if let fault = documentFaults(of: row).first, changedRows.isEmpty, changes.lists.lists.isEmpty {
      return (documentPath(of: row), documentPosition(at: fault.path))
    }
    return (documentPath(of: row), documentPosition(of: row))
  }
}
