// Work that examines every row: the search for problems, for empty rows and for a text. It runs in
// slices, so keys do not wait (law 15).

/// The work in progress over the whole form.
struct Work: Sendable {
  /// The purpose of the work.
  enum Purpose: Hashable, Sendable {
    case save(as: ExportFormat?, anyway: Bool)
    /// Enter after the last row: finds out whether any problem prevents saving.
    case finish
    /// ^S (Ctrl-S): finds the next problem after the focus; if there is none, asks whether to save.
    case propose
    case check
    case findEmpty
    case findProblem
    /// Finds the next row that matches the last search.
    case findMatch(forward: Bool)
  }

  let purpose: Purpose
  /// The index where the work began. A search wraps around and ends at this index.
  let start: FormRow.Index
  /// The known problems of lists as a whole.
  let lists: [FormRow.ID: Problem]
  /// The number of rows examined.
  var done = 0
  /// The problems found so far, by row.
  var problems: [FormRow.ID: Problem] = [:]
  /// The rows with a problem, in the order in which the problems were found.
  var order: [FormRow.ID] = []
  /// The items that exports write, in each list that requires a minimum number of items. At most
  /// the minimum is stored for a list. This is a set, because a search that began inside an item
  /// examines the item twice.
  var filledItems: [ItemList: Set<Int>] = [:]
  /// For rows with unique answers: the position of the first item with each answer. The key is the
  /// identity of the row, with its item replaced by the item around the list, so that the rows of
  /// all items of a list share one key.
  var firstItems: [FormRow.ID: [RowValue: Int]] = [:]
  /// The item examined last, and whether it is empty.
  var lastItem: (section: Int, item: Int, isEmpty: Bool) = (-1, 0, false)
  /// Whether the person edited a row or moved since the work began. If so, the work must not move
  /// the focus.
  var wasOvertaken = false
  /// The check of the document by its schema, which begins after the last row.
  var document: DocumentSweep?

  /// Whether the result is still useful if the person edited a row or moved since the work began.
  /// The result of a search, and the question whether to save, are not.
  var continuesWhenOvertaken: Bool {
    switch purpose {
    case .save, .check: true
    case .finish, .propose, .findEmpty, .findProblem, .findMatch: false
    }
  }

  /// The index of the next row to examine, among `count` rows.
  func index(among count: Int) -> FormRow.Index {
    switch purpose {
    case .findMatch(forward: false): FormRow.Index((start.value - 1 - done + 2 * count) % count)
    case .findEmpty, .findProblem, .findMatch: FormRow.Index((start.value + 1 + done) % count)
    case .save, .finish, .propose, .check: FormRow.Index(done)
    }
  }

  /// Starts again, because examined rows have changed.
  mutating func restart() {
    done = 0
    problems.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
    (filledItems, firstItems) = ([:], [:])
    lastItem = (-1, 0, false)
    document = nil
  }

  /// Examines the next rows.
  ///
  /// - Returns: the row that a search found; nil if it found none yet.
  mutating func advance(in answers: inout Answers, finding find: Find) -> FormRow.Index? {
    let count = answers.outline.indexCount
    if done == 0, findsProblems { answers.forgetDocumentFaults() }
    var query: FindQuery?
    if case .findMatch = purpose { query = FindQuery(find.text) }
    var effort = 0
    while done < count, effort < Work.slice {
      answers.rowsTouched += 1
      let index = index(among: count)
      done += 1
      guard let row = answers.outline.id(at: index) else { continue }
      if row.isAddLine(in: answers.template.sections) {
        guard purpose == .findProblem, let problem = lists[row],
          answers.indexToCorrect(row) != start
        else { continue }
        (problems[row], order) = (problem, order + [row])
        return index
      }
      effort += 1
      if case .save = purpose { answers.giveDefault(to: row) }
      if findsProblems, !answers.template[row].closures.isEmpty {
        effort += Work.slice
        answers.runChecks(of: row)
      }
      if purpose == .findEmpty {
        if answers.exportedAnswer(of: row) == nil { return index }
        continue
      }
      if let query {
        if find.matches(row, in: answers, query) { return index }
        continue
      }
      guard let problem = problem(of: row, in: answers, effort: &effort) else { continue }
      problems[row] = problem
      order.append(row)
      if purpose == .findProblem { return index }
    }
    return nil
  }

  /// Checks a row. As one function, so that the answers, which the caller may change, are copied only
  /// once for each row.
  ///
  /// - Parameter effort: increased by the effort beyond that of a row without rules.
  private mutating func problem(
    of row: FormRow.ID, in answers: Answers, effort: inout Int
  ) -> Problem? {
    if answers.canRefuse(row) { effort += Work.effortOfRules - 1 }
    let isOfEmptyItem = isOfEmptyItem(row, in: answers)
    return answers.documentProblem(of: row)
      ?? (isOfEmptyItem ? nil : answers.ownProblem(of: row, effort: &effort))
      ?? uniquenessProblem(of: row, in: answers)
  }

  /// The problem of a row whose answer must be unique, but which an earlier examined item has too.
  private mutating func uniquenessProblem(of row: FormRow.ID, in answers: Answers) -> Problem? {
    guard answers.template[row].isUnique, let value = answers.value(of: row),
      let position = answers.outline.itemPosition(of: row)
    else { return nil }
    var rows = row
    rows.item = -answers.outline.list(of: row).parent
    if let first = firstItems[rows]?[value], first < position {
      return answers.problem(of: row, sharedWithItemAt: first)
    }
    firstItems[rows, default: [:]][value] = position
    return nil
  }

  /// Whether a row belongs to an empty item. Stores the result for the last item.
  private mutating func isOfEmptyItem(_ row: FormRow.ID, in answers: Answers) -> Bool {
    guard row.item > 0 else { return false }
    if lastItem.item != row.item || lastItem.section != row.section {
      let isEmpty = answers.isEmpty(item: row.item, ofSection: row.section)
      lastItem = (row.section, row.item, isEmpty)
      let needed = answers.repetition(ofSection: row.section)?.minimum ?? 0
      let list = answers.outline.list(of: row)
      if filledItems[list]?.count ?? 0 < needed,
        !isEmpty || answers.isLoaded(item: row.item, ofSection: row.section)
      {
        filledItems[list, default: []].insert(row.item)
      }
    }
    return lastItem.isEmpty
  }

  /// Whether the work checks the whole form for problems.
  private var findsProblems: Bool {
    switch purpose {
    case .save, .finish, .propose, .check: true
    case .findProblem, .findEmpty, .findMatch: false
    }
  }

  /// Adds the problems of whole lists, such as too few filled items, and the problems of the form.
  /// O(lists of sections that may have problems).
  mutating func checkLists(in answers: inout Answers) {
    switch purpose {
    case .save, .finish, .propose, .check, .findProblem: break
    case .findEmpty, .findMatch: return
    }
    if findsProblems, let row = answers.runFormChecks(), problems[row] == nil {
      problems[row] = answers.documentProblem(of: row)
      order.append(row)
    }
    let misshapen = answers.loaded?.misfits.rowsOfContainers.joined().map(\.section) ?? []
    for (section, contents) in answers.template.sections.enumerated()
    where answers.outline.isShown(section: section) {
      guard let repetition = contents.repetition else { continue }
      guard
        contents.parent == nil || repetition.minimum > 0 || repetition.maximum != nil
          || repetition.hasEntry
          || answers.template.plan.hasSharedKeys
          || misshapen.contains(section)
      else { continue }
      for list in answers.outline.lists(ofSection: section) where answers.outline.isShown(list) {
        check(list, in: answers)
      }
    }
    if findsProblems { document = answers.template.schemas?.check.map(DocumentSweep.init) }
  }

  private mutating func check(_ list: ItemList, in answers: Answers) {
    guard let problem = answers.problem(of: list, filled: filledItems[list]?.count ?? 0) else {
      return
    }
    let row = answers.addLine(of: list)
    problems[row] = problem
    order.append(row)
  }

  /// The number of rows in a slice. A row takes at most 2 µs, so a slice takes well under 10 ms. A
  /// slower rule adds its cost to the effort and so ends the slice sooner; only the last row of a
  /// slice can be slow.
  static let slice = 2_000
  /// The number of rows of plain text that take as long as one row of another type or with rules.
  static let effortOfRules = 10
}
