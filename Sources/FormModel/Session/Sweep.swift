// The known problems of a form. The work that examines every row for them is in `Work`.

/// Work over the whole form, and the problems that it found.
struct Sweep: Sendable {
  var work: Work?
  /// The known problems, by row.
  var problems: [FormRow.ID: Problem] = [:]
  /// The rows with problems that the last complete check found, in the order of the form.
  var listedProblems: [FormRow.ID] = []
  /// Whether a save was refused. From then on, leaving a required row empty is a problem.
  var hasRefused = false

  /// Checks a row whose text is final, and the rows whose problems may depend on it.
  mutating func check(_ row: FormRow.ID, in answers: inout Answers) {
    guard !row.isAddLine(in: answers.template.sections) else {
      return check(row.listOfAddLine, in: &answers)
    }
    answers.settleTotals(items: Totals.slice)
    answers.runChecks(of: row)
    let problem = problem(of: row, in: answers)
    problems[row] = problem == .required && !hasRefused && problems[row] == nil ? nil : problem
    if row.item > 0 { checkItem(row.item, ofSection: row.section, in: &answers) }
    checkCarried(besides: row, in: &answers)
    checkDependents(of: row, in: &answers)
    for other in answers.rowsRefusedByChecks where other != row {
      answers.runChecks(of: other)
      problems[other] = self.problem(of: other, in: answers)
    }
  }

  /// The present problem of a row. Far down a list, there is no search for duplicate answers after
  /// a key; the result of the last complete check is kept instead.
  private func problem(of row: FormRow.ID, in answers: Answers) -> Problem? {
    answers.problem(of: row) ?? (answers.isFar(row) ? problems[row] : nil)
  }

  /// Checks again the rows whose checks read the given row.
  private mutating func checkDependents(of row: FormRow.ID, in answers: inout Answers) {
    guard !answers.template.expressions.isEmpty || answers.template[row].isUnique else { return }
    // Skip add lines: the problem of an add line is about all items, not about a row.
    let rows = answers.rowsToCheck(after: row, known: problems.keys).filter {
      $0 != row && !$0.isAddLine(in: answers.template.sections)
    }
    answers.withCalculated(rows) { answers in
      for other in rows { checkAgreement(of: other, in: &answers) }
    }
  }

  /// Checks again all rows whose checks read the items of a list, if the rows are in view or have a
  /// known problem. Call this after the totals, such as sums over all items, were updated.
  mutating func checkAggregates(in answers: inout Answers) {
    let rows = Set(answers.texts.live.map(\.id)).union(problems.keys)
    for row in rows where !row.isAddLine(in: answers.template.sections) {
      guard answers.template[row].check?.sections.isEmpty == false else { continue }
      checkAgreement(of: row, in: &answers)
    }
  }

  /// Checks again whether a row agrees with other rows. The other problems of the row are found
  /// when the focus leaves it.
  private mutating func checkAgreement(of row: FormRow.ID, in answers: inout Answers) {
    answers.rowsTouched += 1
    let problem = problem(of: row, in: answers)
    // A calculated row may never have the focus, so all of its problems are updated here.
    let isKnown = answers.isCalculated(row) && (problem != .required || hasRefused)
    if isKnown || problems[row] != nil || problem == answers.agreementProblem(of: row) {
      problems[row] = problem
    }
  }

  /// Checks the answers that an item took over from the item before it. An item that has only such
  /// answers counts as empty and has no problems.
  private mutating func checkCarried(besides row: FormRow.ID, in answers: inout Answers) {
    guard row.item > 0 else { return }
    let rows = answers.template.sections[row.section].rows
    for place in rows.indices where rows[place].isCarried && place != row.row {
      let other = FormRow.ID(section: row.section, item: row.item, row: place, number: 0)
      guard problems[other] == nil else { continue }
      answers.rowsTouched += 1
      let problem = problem(of: other, in: answers)
      if problem != .required || hasRefused { problems[other] = problem }
    }
  }

  /// Checks the problems of an item again. When the last text of the item is removed, the rows of
  /// the item no longer need answers.
  mutating func checkItem(_ item: Int, ofSection section: Int, in answers: inout Answers) {
    guard !problems.isEmpty else { return }
    for row in answers.rows(ofItem: item, inSection: section) where problems[row] != nil {
      problems[row] = problem(of: row, in: answers)
    }
    let list = answers.outline.list(ofItem: item, inSection: section)
    check(list, in: &answers)
    for inner in answers.outline.lists(inItem: item, ofSection: section) {
      check(inner, in: &answers)
    }
    // The rows of an outer item need answers only if the outer item is not empty, so check it too.
    if let parent = answers.template.sections[section].parent {
      checkItem(list.parent, ofSection: parent, in: &answers)
    }
  }

  /// Checks a list again if it had a problem as a whole, such as too few filled items. Only a
  /// limited number of items is counted after a key; in longer lists, the next complete check
  /// updates the problem.
  mutating func check(_ list: ItemList, in answers: inout Answers) {
    let row = answers.addLine(of: list)
    guard problems[row] != nil, let repetition = answers.repetition(ofSection: list.section) else {
      return
    }
    let minimum = repetition.minimum
    var filled = 0
    let count = answers.outline.itemCount(of: list)
    for position in 0..<min(count, Answers.mostItems) where filled < minimum {
      guard let item = answers.outline.item(at: position, of: list) else { continue }
      answers.rowsTouched += 1
      filled += answers.isExported(item: item, ofSection: list.section) ? 1 : 0
    }
    if filled < minimum, count > Answers.mostItems { return }
    problems[row] = answers.problem(of: list, filled: filled)
  }

  /// Checks again the lists that have a problem as a whole. O(problems).
  mutating func checkLists(in answers: inout Answers) {
    for row in Array(problems.keys) where row.isAddLine(in: answers.template.sections) {
      check(row.listOfAddLine, in: &answers)
    }
  }

  /// Records that a row or list changed: faults of the document around it are forgotten, and work in
  /// progress starts again and must not move the focus.
  mutating func noteChange(of row: FormRow.ID, in answers: inout Answers) {
    if !answers.texts.rejected.isEmpty {
      for other in answers.forgetDocumentFaults(around: row) {
        problems[other] = answers.problem(of: other)
      }
    }
    work?.restart()
    work?.wasOvertaken = true
  }

  /// Removes the problems of hidden rows.
  mutating func hideProblems(in answers: Answers) {
    for row in problems.keys {
      // The problem of a whole list is hidden together with the list.
      if !answers.outline.isShown(rowOrList: row) { problems[row] = nil }
    }
  }

  /// Checks again the rows and sections that export their answers under the same key, after rows
  /// were hidden or shown.
  mutating func checkSharers(in answers: inout Answers) {
    guard answers.template.plan.hasSharedKeys else { return }
    let inItems = answers.texts.live.map(\.id).filter {
      $0.item > 0 && !answers.template.plan.rivals(of: AnswerPlan.RowReference($0)).isEmpty
    }
    for row in answers.rowsThatShareKeys + inItems {
      answers.rowsTouched += 1
      if let problem = answers.sharingProblem(of: row) {
        problems[row] = problem
      } else if case .alsoAnswered? = problems[row] {
        problems[row] = nil
      }
    }
  }

  /// Records a problem of each row whose value in the loaded document does not fit the row.
  /// O(misfits).
  mutating func markMisfits(of answers: Answers) {
    for (row, text) in answers.changes.disagreements {
      problems[row] = answers.disagreement(of: row, with: text)
    }
    guard let misfits = answers.loaded?.misfits, !misfits.isEmpty else { return }
    for row in misfits.rows where answers.isListed(row) {
      problems[row] = answers.documentProblem(of: row)
    }
    for rows in misfits.rowsOfContainers {
      guard let row = answers.firstShown(of: rows) else { continue }
      problems[row] = answers.documentProblem(of: row)
    }
  }

  /// The known problems in the order of the form.
  func problemsInOrder(of answers: Answers) -> [(row: FormRow.ID, problem: Problem)] {
    Sweep.inOrder(problems.keys, of: answers).compactMap { row, _ in
      problems[row].map { (row, $0) }
    }
  }

  /// Sorts rows with problems by the indices where the problems can be corrected.
  static func inOrder(
    _ rows: some Sequence<FormRow.ID>, of answers: Answers
  ) -> [(row: FormRow.ID, index: FormRow.Index?)] {
    let last = FormRow.Index(.max)
    return rows.map { (row: $0, index: answers.indexToCorrect($0)) }
      .sorted { ($0.index ?? last, $0.row.item) < ($1.index ?? last, $1.row.item) }
  }

  /// Records the problems that a complete check found.
  ///
  /// - Returns: the rows with these problems, in the order of the form, and the indices where the
  ///   problems can be corrected.
  mutating func record(
    _ work: Work, of answers: Answers
  ) -> [(row: FormRow.ID, index: FormRow.Index)] {
    let rows = Sweep.inOrder(work.order, of: answers)
    (problems, listedProblems) = (work.problems, rows.map(\.row))
    return rows.compactMap { row, index in index.map { (row, $0) } }
  }
}
