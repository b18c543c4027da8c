// Work that must see every row, done in slices so that keys go first (law 15).

/// Work over the whole form, and the problems it found.
struct Sweep: Sendable {
  var work: Work?
  /// The rows known to have a problem.
  var problems: [FormRow.ID: Problem] = [:]
  /// The rows with problems as the last look through the form found them, in order.
  var listedProblems: [FormRow.ID] = []
}

/// Work over the whole form that is under way.
struct Work: Sendable {
  /// What the work is for.
  enum Purpose: Hashable, Sendable {
    case save(as: ExportFormat?, anyway: Bool)
    /// Enter behind the last row: is there anything against saving?
    case finish
    case check
    case findEmpty
    case findProblem
    /// The next row with what was looked for last.
    case findMatch(forward: Bool)
  }

  let purpose: Purpose
  /// Where the work began; searches go around from there.
  let start: FormRow.Index
  /// How many rows were seen.
  var done = 0
  /// The problems found, by row.
  var problems: [FormRow.ID: Problem] = [:]
  /// The rows that have one, in order.
  var order: [FormRow.ID] = []
  /// The items that are not empty, of each section that needs some, as many as it needs: a search
  /// that began inside of an item sees it twice.
  var filledItems: [Int: Set<Int>] = [:]
  /// The item that was seen last, and whether it is empty.
  var lastItem: (section: Int, item: Int, isEmpty: Bool) = (-1, 0, false)
  /// Whether the person went on editing or moving meanwhile: then the focus is not taken away.
  var wasOvertaken = false

  /// Whether it checks every row, rather than looking for one.
  var checksAll: Bool {
    switch purpose {
    case .save, .finish, .check: true
    case .findEmpty, .findProblem, .findMatch: false
    }
  }

  /// Whether it has a use when the person went on meanwhile: a search and a question have not.
  var goesOnWhenOvertaken: Bool {
    switch purpose {
    case .save, .check: true
    case .finish, .findEmpty, .findProblem, .findMatch: false
    }
  }

  /// The row that is looked at next, of so many.
  func index(among count: Int) -> FormRow.Index {
    switch purpose {
    case .findMatch(forward: false): FormRow.Index((start.value - 1 - done + 2 * count) % count)
    case .findEmpty, .findProblem, .findMatch: FormRow.Index((start.value + 1 + done) % count)
    case .save, .finish, .check: FormRow.Index(done)
    }
  }

  /// Begins again, because what was seen has changed.
  mutating func restart() {
    done = 0
    problems.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
    filledItems = [:]
    lastItem = (-1, 0, false)
  }

  /// The rows of a slice: well under 10 ms, at most 2 µs a row. A rule that costs more adds its cost,
  /// so that only the last row of a slice can be slow.
  static let slice = 2_000
  /// How many rows of plain text are checked while one is that has a type or rules.
  static let effortOfRules = 10
}

extension FormSession {
  /// How far the work over the whole form is, nil when there is none.
  public var workProgress: (done: Int, total: Int)? {
    if let (section, next) = answers.conditions.waiting.first {
      return (next, answers.outline.itemCount(ofSection: section))
    }
    if let finding = place.finding, !finding.isComplete {
      return (finding.done, finding.source?.count ?? answers.outline.indexCount)
    }
    return sweep.work.map { ($0.done, answers.outline.indexCount) }
  }

  /// Takes note of something that happened and does all the work it starts, for who has no keys to
  /// look after meanwhile. O(rows) where there is work.
  @discardableResult
  public mutating func applyToEnd(_ action: Action, line: EditedLine? = nil) -> [Effect] {
    var effects = apply(action, line: line)
    while effects.contains(.workRemains) {
      effects = apply(.workContinued)
    }
    return effects
  }

  /// Starts work over the whole form and does its first slice.
  mutating func begin(_ purpose: Work.Purpose) -> [Effect] {
    leaveFocus()
    var effects: [Effect] = []
    switch purpose {
    case .save, .finish: effects = makeItemsOfEntries()
    case .check, .findEmpty, .findProblem, .findMatch: break
    }
    let start = focus.flatMap(answers.outline.index(of:)) ?? 0
    sweep.work = Work(purpose: purpose, start: start)
    if purpose != .findEmpty, !answers.missingCandidateFiles.isEmpty {
      return effects + [.candidatesNeeded, .workRemains]
    }
    return effects + continueWork()
  }

  mutating func continueWork() -> [Effect] {
    if !answers.conditions.waiting.isEmpty {
      let before = focus
      if answers.continueConditions(items: ConditionState.slice) { showChangedRows() }
      return (focus == before ? [] : [.lineReplaced])
        + (answers.conditions.waiting.isEmpty && !isFinding && sweep.work == nil
          ? [] : [.workRemains])
    }
    if isFinding {
      return continueFinding() + (sweep.work == nil ? [] : [.workRemains])
    }
    guard var work = sweep.work else { return [] }
    if work.wasOvertaken, !work.goesOnWhenOvertaken { return stopWork() }
    self.sweep.work = nil
    let count = answers.outline.indexCount
    var query: FindQuery?
    if case .findMatch = work.purpose { query = FindQuery(lastFind.text) }
    var effort = 0
    while work.done < count, effort < Work.slice {
      answers.rowsTouched += 1
      let index = work.index(among: count)
      work.done += 1
      guard let row = answers.outline.id(at: index), !row.isEntry(in: template.sections) else {
        continue
      }
      effort += answers.canRefuse(row) ? Work.effortOfRules : 1
      if work.purpose == .findEmpty {
        if answers.exportedAnswer(of: row) == nil { return jump(toIndex: index) }
        continue
      }
      if let query {
        if answers.matches(row, lastFind, query) { return jump(toIndex: index) }
        continue
      }
      let isOfEmptyItem = isOfEmptyItem(row, in: &work)
      guard
        let problem = answers.documentProblem(of: row)
          ?? (isOfEmptyItem ? nil : answers.ownProblem(of: row, effort: &effort))
      else { continue }
      if work.purpose == .findProblem {
        sweep.problems[row] = problem
        return jump(toIndex: index)
      }
      work.problems[row] = problem
      work.order.append(row)
    }
    guard work.done >= count else {
      self.sweep.work = work
      return [.workRemains]
    }
    checkSections(in: &work)
    return finish(work)
  }

  /// Whether a row is of an item that holds nothing; that of the row before is remembered.
  private func isOfEmptyItem(_ row: FormRow.ID, in work: inout Work) -> Bool {
    guard row.item > 0 else { return false }
    if work.lastItem.item != row.item || work.lastItem.section != row.section {
      let isEmpty = answers.isEmpty(item: row.item, ofSection: row.section)
      work.lastItem = (row.section, row.item, isEmpty)
      let section = row.section
      let needed = answers.repetition(ofSection: section)?.minimum ?? 0
      if !isEmpty, work.filledItems[section]?.count ?? 0 < needed {
        work.filledItems[section, default: []].insert(row.item)
      }
    }
    return work.lastItem.isEmpty
  }

  /// Adds the problems of sections that have too few items with something in them, or no room for
  /// another.
  private func checkSections(in work: inout Work) {
    guard work.checksAll || work.purpose == .findProblem else { return }
    for section in template.sections.indices where answers.outline.isShown(section: section) {
      let filled = work.filledItems[section]?.count ?? 0
      guard let problem = answers.problem(ofSection: section, filled: filled) else { continue }
      let row = answers.sectionRow(section)
      work.problems[row] = problem
      let place = work.order.firstIndex { $0.section > row.section } ?? work.order.count
      work.order.insert(row, at: place)
    }
  }

  mutating func stopWork() -> [Effect] {
    if isFinding {
      place.finding?.isComplete = true
      place.finding?.wasStopped = true
      return [.message(.stopped)]
    }
    guard sweep.work != nil else { return [] }
    sweep.work = nil
    return [.message(.stopped)]
  }

  private mutating func finish(_ work: Work) -> [Effect] {
    if work.purpose == .findEmpty { return [.message(.nothingEmpty)] }
    if case .findMatch = work.purpose { return [.message(.nothingFound)] }
    if work.purpose == .findProblem {
      guard let row = work.order.first, let index = answers.indexToMend(row) else {
        return [.message(.noProblems)]
      }
      sweep.problems[row] = work.problems[row]
      return jump(toIndex: index)
    }
    sweep.problems = work.problems
    sweep.listedProblems = work.order
    if case .save(let format, anyway: true) = work.purpose {
      return [.save(as: format, problems: problems.count)]
    }
    guard let row = work.order.first, let problem = work.problems[row],
      let index = answers.indexToMend(row)
    else {
      switch work.purpose {
      case .save(let format, _): return [.save(as: format, problems: 0)]
      case .finish: return [.saveOffered]
      default: return [.message(.noProblems)]
      }
    }
    let message = FormMessage.problems(
      first: problem.sentence(label: answers.problemLabel(of: row)), count: work.problems.count,
      namesSaveAnyway: work.purpose != .finish)
    let effects = work.wasOvertaken ? [] : jump(toIndex: index)
    return effects + (work.purpose == .finish ? [] : [.problemsListed]) + [.message(message)]
  }
}
