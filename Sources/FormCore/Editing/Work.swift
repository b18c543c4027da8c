// Work that must see every row, done in slices so that keys go first (law 15).

/// Work over the whole form that is under way.
struct Work: Sendable {
  /// What the work is for.
  enum Purpose: Hashable, Sendable {
    case save(anyway: Bool)
    /// Enter behind the last row: is there anything against saving?
    case finish
    case check
    case findEmpty
    case findProblem
  }

  let purpose: Purpose
  /// Where the work began; searches go around from there.
  let start: Row.Index
  /// How many rows were seen.
  var done = 0
  /// The problems found, by row.
  var problems: [Row.ID: Problem] = [:]
  /// The rows that have one, in order.
  var order: [Row.ID] = []
  /// Whether the person went on editing or moving meanwhile: then the focus is not taken away.
  var wasOvertaken = false

  /// Whether it checks every row, rather than looking for one.
  var checksAll: Bool {
    switch purpose {
    case .save, .finish, .check: true
    case .findEmpty, .findProblem: false
    }
  }

  /// Whether it has a use when the person went on meanwhile: a search and a question have not.
  var goesOnWhenOvertaken: Bool {
    switch purpose {
    case .save, .check: true
    case .finish, .findEmpty, .findProblem: false
    }
  }

  /// Begins again, because what was seen has changed.
  mutating func restart() {
    done = 0
    problems.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
  }

  /// How many rows a slice sees: well under 10 ms, at most 2 µs a row.
  static let slice = 2_000
  /// How many rows of plain text are checked while one is that has a type or rules.
  static let effortOfRules = 10
}

extension FormSession {
  /// How far the work over the whole form is, nil when there is none.
  public var workProgress: (done: Int, total: Int)? { work.map { ($0.done, rowCount) } }

  /// Takes note of something that happened and does all the work it starts, for who has no keys to
  /// look after meanwhile. O(rows) where there is work.
  @discardableResult
  public mutating func applyToEnd(_ action: Action) -> [Effect] {
    var effects = apply(action)
    while effects.contains(where: { if case .workRemains = $0 { true } else { false } }) {
      effects = apply(.workContinued)
    }
    return effects
  }

  /// Starts work over the whole form and does its first slice.
  mutating func begin(_ purpose: Work.Purpose) -> [Effect] {
    leaveFocus()
    let start = focus.flatMap(outline.index(of:)) ?? 0
    work = Work(purpose: purpose, start: start)
    return continueWork()
  }

  mutating func continueWork() -> [Effect] {
    guard var work else { return [] }
    if work.wasOvertaken, !work.goesOnWhenOvertaken { return stopWork() }
    self.work = nil
    var effort = 0
    while work.done < rowCount, effort < Work.slice {
      rowsTouched += 1
      let index = work.checksAll ? work.done : (work.start + 1 + work.done) % rowCount
      work.done += 1
      guard let row = outline.id(at: index) else { continue }
      effort += canRefuse(row) ? Work.effortOfRules : 1
      switch work.purpose {
      case .findEmpty where answer(of: row) == nil: return jump(toIndex: index)
      case .findProblem:
        guard let problem = problem(of: row) else { continue }
        problems[row] = problem
        return jump(toIndex: index)
      default:
        guard let problem = problem(of: row) else { continue }
        work.problems[row] = problem
        work.order.append(row)
      }
    }
    guard work.done >= rowCount else {
      self.work = work
      return [.workRemains]
    }
    return finish(work)
  }

  mutating func stopWork() -> [Effect] {
    guard work != nil else { return [] }
    work = nil
    return [.said(.stopped)]
  }

  private mutating func finish(_ work: Work) -> [Effect] {
    if work.purpose == .findEmpty { return [.said(.nothingEmpty)] }
    if work.purpose == .findProblem { return [.said(.noProblems)] }
    problems = work.problems
    listedProblems = work.order
    if work.purpose == .save(anyway: true) { return [.export(problems: problems.count)] }
    guard let row = work.order.first, let problem = work.problems[row],
      let index = outline.index(of: row)
    else {
      switch work.purpose {
      case .save: return [.export(problems: 0)]
      case .finish: return [.saveOffered]
      default: return [.said(.noProblems)]
      }
    }
    let notice = Notice.problems(
      first: problem.sentence(label: fullLabel(of: row)), count: work.problems.count,
      namesSaveAnyway: work.purpose != .finish)
    let effects = work.wasOvertaken ? [] : jump(toIndex: index)
    return effects + (work.purpose == .finish ? [] : [.problemsListed]) + [.said(notice)]
  }
}
