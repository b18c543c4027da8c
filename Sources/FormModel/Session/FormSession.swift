// The core of longform: a form while it is filled in.
//
// Invariants, with the numbers of the laws that .github/CONTRIBUTING.md lists:
// - Only rows in view are live (held in `RowTexts.live`), and the focus is one of them (5).
// - A live row's text is newer than its text in the buffer. When a row leaves the view, even the
//   focused row, its text is put into the buffer before other code reads it (1, 3).
// - Texts belong to row identities, never to positions (4, 6).
// - Work over more rows than the viewport has lines runs in slices, by `workContinued` (15).
// A session is a value, without a clock, files or a terminal. Actions go in, effects come out.
//
// A session has five parts: Answers, Place, Log, Sweep and Suggestions. FormSession has several
// files because one action may change several parts. A new text changes Answers, Log and Sweep;
// removing an item also changes Place; finding the next stop reads Answers and Place.

import Candidates
import FormText
public import LosslessJSON

/// A form while a person or a script fills it in.
public struct FormSession: Sendable {
  /// The answers.
  public internal(set) var answers: Answers
  /// The focus, the viewport, and the search or filter.
  package var place: Place
  /// The undo history, and the changes that are not in the draft yet.
  @usableFromInline package internal(set) var log = Log()
  /// Work over the whole form, and the problems that it found.
  var sweep = Sweep()
  /// The candidates of the focused row.
  var suggestions = Suggestions()
  /// The generation: incremented by every change that is visible outside the focused row.
  package private(set) var revision = 0

  /// Creates a form. O(row templates + items).
  ///
  /// - Parameters:
  ///   - template: the template of the form.
  ///   - height: the number of viewport lines; nil for the number in the template, or 8.
  public init(_ template: Template, height: Int? = nil) {
    self.init(template, height: height, loaded: nil)
  }

  /// Creates a form with the answers of a document. O(row templates + values in the document).
  ///
  /// A value that does not fit the form is a problem of its row.
  ///
  /// - Throws: an error if the outermost value of the document has the wrong kind.
  public init(_ template: Template, height: Int? = nil, answers: JSONDocument) throws(AnswersErrors)
  {
    let loaded = LoadedAnswers(answers, for: template)
    if let error = loaded.error { throw AnswersErrors(errors: [error]) }
    self.init(template, height: height, loaded: loaded)
  }

  private init(_ template: Template, height: Int?, loaded: LoadedAnswers?) {
    answers = Answers(template, loaded: loaded)
    place = Place(
      viewport: Viewport(height: height ?? template.viewportHeight ?? FormSession.defaultHeight))
    answers.countBaseAnswers()
    answers.recountFilled()
    begin()
  }

  /// The template of the form.
  public var template: Template { answers.template }

  /// The row that is being edited; nil if the form has no rows.
  public internal(set) var focus: FormRow.ID? {
    get { place.focus }
    set { place.focus = newValue }
  }

  /// The number of viewport lines if neither the person nor the template sets it.
  public static let defaultHeight = 8

  /// Applies an action.
  ///
  /// - Parameters:
  ///   - action: the action.
  ///   - line: the contents of the line editor, if edited; stored before the action (law 1).
  public mutating func apply(_ action: Action, line: EditedLine? = nil) -> [Effect] {
    if let line { return edit(line.text, cursor: line.cursor, kind: line.kind) + apply(action) }
    let before = focus
    var effects = decide(action)
    settleDerived(withChoices: !action.isTyping || focus != before)
    if answers.totals.isLate, !effects.contains(.workRemains) { effects.append(.workRemains) }
    return effects
  }

  /// Applies an action and the conditions that depend on it.
  private mutating func decide(_ action: Action) -> [Effect] {
    switch action {
    case .edited:
      defer { place.touchedRow = focus }
      return perform(action)
    case .resized, .panelOpened: return perform(action)
    case .notesWrapped, .workContinued, .pasted: noteVisibleChange()
    default:
      noteVisibleChange()
      place.touchedRow = nil
    }
    guard !template.conditions.isEmpty else { return perform(action) }
    // First apply the conditions that depend on the edited row; after the action, apply those that
    // depend on the changes by the action.
    let before = focus
    if action.leavesFocus { settleConditions() }
    var effects = perform(action)
    if action.decides || focus != before { settleConditions() }
    if focus != before { effects.insert(.lineReplaced, at: 0) }
    if place.isFinding || !answers.conditions.waiting.isEmpty, !effects.contains(.workRemains) {
      effects.append(.workRemains)
    }
    return effects
  }

  /// Records a visible change. A change of only the focused text and the cursor does not count.
  mutating func noteVisibleChange() { revision += 1 }

  private mutating func perform(_ action: Action) -> [Effect] {
    switch action {
    case .edited(let text, let cursor, let kind): return edit(text, cursor: cursor, kind: kind)
    case .pasted(let text): return paste(text)
    case .pastedRest: return pasteRemainingLines()
    case .moved(let move): return self.move(move)
    case .entered: return enter()
    case .textEnded: return endText()
    case .answered(let row, let text): return answer(row, text)
    case .appended(let text): return append(text)
    case .replaced(let text): return replaceFocus(with: text)
    case .cleared: return replaceFocus(with: .empty)
    case .resetToDefault: return replaceFocus(with: focus.map(answers.defaultText(of:)) ?? .empty)
    case .picked(let offer): return pick(offer)
    case .toggled: return toggle()
    case .undone: return undo()
    case .redone: return redo()
    case .itemAdded(let section, let parent):
      return addItem(to: ItemList(section: section, parent: parent))
    case .itemUnmade: return unmakeItem()
    case .itemDuplicated(let section, let item): return duplicateItem(item, inSection: section)
    case .itemRemoved(let section, let item): return removeItem(item, fromSection: section)
    case .itemMoved(let section, let item, let position):
      return moveItem(item, inSection: section, to: position)
    case .saveRequested(let format, let anyway): return begin(.save(as: format, anyway: anyway))
    case .saveProposed: return begin(.propose)
    case .rejected(let rejections): return reject(rejections)
    case .checkRequested: return begin(.check)
    case .resized(let height, let showsHeaders):
      place.resize(height: height, showsHeaders: showsHeaders, in: answers.outline)
      settle()
      return []
    case .notesWrapped(let lines):
      answers.outline.wrapNotes(on: lines)
      settle()
      return []
    case .panelOpened(let lines):
      place.openPanel(lines: lines, in: answers.outline)
      settle()
      return []
    case .workContinued: return continueWork()
    case .findEdited(let find): return self.find(find)
    case .foundAgain(let forward): return begin(.findMatch(forward: forward))
    case .matchChosen(let step): return show(place.chooseMatch(by: step, in: answers.outline))
    case .findEnded: return endFinding(keepsFilter: false)
    case .filtered: return endFinding(keepsFilter: true)
    case .findStopped: return show(place.stopFinding())
    case .workStopped: return stopWork()
    }
  }

  // MARK: - The view

  /// Buffers rows that left the view, and makes rows live that came into view (laws 1, 2).
  mutating func settle() {
    place.settle(in: answers.outline)
    answers.settle(in: place)
    settleDerived()
  }

  /// Applies the conditions that depend on changed rows. Moves the focus if its row is now hidden.
  mutating func settleConditions() {
    if answers.settleConditions() { showChangedRows() }
    settleDerived()
  }

  /// Updates the focus, counts, problems and view after rows were hidden or shown.
  mutating func showChangedRows() {
    noteVisibleChange()
    answers.recountFilled()
    place.refreshMatches(in: answers.outline)
    sweep.hideProblems(in: answers)
    sweep.checkSharers(in: &answers)
    if let focus, answers.outline.index(of: focus) == nil {
      let next = answers.outline.nearestIndex(to: focus) ?? 0
      self.focus = answers.outline.lastIndex.flatMap { answers.outline.id(at: min(next, $0)) }
      log.history.close()
      log.journal.hasMoved = true
    }
    // No row was shown before, but now one is.
    if focus == nil { focus = answers.outline.id(at: 0) }
    if let focus, !place.shows(focus, in: answers.outline) { place.filter = nil }
    place.viewport.fill(withLines: lineCount)
    place.revealFocus(in: answers.outline)
    settle()
    sweep.work?.restart()
  }

  // MARK: - Moving between rows. Leaving a row checks it, but never prevents the move (law 10).

  /// Goes to a row and remembers the row that had the focus.
  mutating func jump(toIndex index: FormRow.Index) -> [Effect] {
    guard let target = answers.outline.id(at: index) else { return [] }
    if target != focus { place.rowBeforeJump = focus }
    return go(toIndex: index)
  }

  /// Goes to a row by its position in the present view, and remembers the row that had the focus.
  mutating func jump(toPlace place: Int) -> [Effect] {
    viewID(at: place).flatMap(answers.outline.index(of:)).map { jump(toIndex: $0) } ?? []
  }

  mutating func go(toPlace place: Int) -> [Effect] {
    viewID(at: place).flatMap(answers.outline.index(of:)).map { go(toIndex: $0) } ?? []
  }

  /// Focuses a row and scrolls as little as possible to show it. Ends a search or filter that does
  /// not include the row.
  mutating func go(toIndex index: FormRow.Index) -> [Effect] {
    guard let target = answers.outline.id(at: index) else { return [] }
    leaveFocus()
    if viewPlace(of: target) == nil { (place.filter, place.finding) = (nil, nil) }
    focus = target
    place.revealFocus(in: answers.outline)
    settle()
    return [.lineReplaced]
  }

  /// Scrolls by one viewport. The focus keeps its screen line; at an end of the form, the focus
  /// goes to the last or first row.
  mutating func page(forward isForward: Bool) -> [Effect] {
    if place.isAtEnd(goingForward: isForward, in: answers.outline) {
      return go(toPlace: isForward ? viewCount - 1 : 0)
    }
    guard let target = place.page(forward: isForward, in: answers.outline) else {
      // If only titles are in view, go to the next row in that direction.
      return move(isForward ? .next : .previous)
    }
    leaveFocus()
    focus = target
    settle()
    return [.lineReplaced]
  }

  /// Leaves the focused row: checks it and ends its undo step.
  mutating func leaveFocus() {
    log.history.close()
    sweep.work?.wasOvertaken = true
    if let focus { leave(focus) }
  }

  /// Checks a row that is losing the focus or has lost it.
  mutating func leave(_ row: FormRow.ID) {
    answers.rowsTouched += 1
    log.journal.hasMoved = true
    sweep.check(row, in: &answers)
  }

  // MARK: - Finding

  private mutating func find(_ find: Find) -> [Effect] {
    if place.finding == nil { leaveFocus() }
    place.begin(find, in: answers.outline)
    log.journal.hasMoved = true
    if find.isNarrowing { return continueFinding() }
    return show(place.finding?.origin)
  }

  private mutating func continueFinding() -> [Effect] {
    guard place.isFinding else { return [] }
    place.finding?.advance(in: &answers)
    place.finding?.findHidden(in: answers)
    var effects: [Effect] = place.isFinding ? [.workRemains] : []
    if let spot = place.newFocus(in: answers.outline) {
      effects += show(spot)
    } else {
      settle()
    }
    if let finding = place.finding, finding.isComplete, finding.becomesFilter {
      effects += endFinding(keepsFilter: true)
    }
    return effects
  }

  private mutating func endFinding(keepsFilter: Bool) -> [Effect] {
    guard let end = place.endFinding(keepsFilter: keepsFilter, in: answers) else { return [] }
    return show(end.spot) + (end.message.map { [.message($0)] } ?? [])
  }

  /// Focuses a row without checking the row that had the focus.
  private mutating func show(_ spot: Place.Spot?) -> [Effect] {
    guard let spot else { return [] }
    log.history.close()
    log.journal.hasMoved = true
    place.show(spot, in: answers.outline)
    settle()
    return [.lineReplaced]
  }

  // MARK: - Work over the whole form

  /// Starts work over the whole form and runs its first slice.
  mutating func begin(_ purpose: Work.Purpose) -> [Effect] {
    leaveFocus()
    var effects: [Effect] = []
    switch purpose {
    case .save: effects = makeItemsOfEntries()
    case .finish, .propose: if let entry = entryToAdd { return goToAdd(entry) }
    case .check, .findEmpty, .findProblem, .findMatch: break
    }
    let start = focus.flatMap(answers.outline.index(of:)) ?? 0
    let lists = sweep.problems.filter { $0.key.isAddLine(in: template.sections) }
    sweep.work = Work(purpose: purpose, start: start, lists: lists)
    if purpose != .findEmpty, !answers.missingCandidateFiles.isEmpty {
      return effects + [.candidatesNeeded, .workRemains]
    }
    return effects + continueWork()
  }

  private mutating func continueWork() -> [Effect] {
    // Conditions and problems depend on totals, such as sums.
    settleDerived()
    if answers.totals.isLate { return [.workRemains] }
    if !answers.conditions.waiting.isEmpty {
      let before = focus
      if answers.continueConditions(items: ConditionState.slice) { showChangedRows() }
      return (focus == before ? [] : [.lineReplaced])
        + (answers.conditions.waiting.isEmpty && !place.isFinding && sweep.work == nil
          ? [] : [.workRemains])
    }
    if place.isFinding { return continueFinding() + (sweep.work == nil ? [] : [.workRemains]) }
    guard var work = sweep.work else { return [] }
    if work.wasOvertaken, !work.continuesWhenOvertaken { return stopWork() }
    sweep.work = nil
    if let index = work.advance(in: &answers, finding: lastFind) {
      if work.purpose == .findProblem, let row = work.order.first {
        sweep.problems[row] = work.problems[row]
      }
      return jump(toIndex: work.order.first.flatMap(answers.indexToCorrect) ?? index)
    }
    guard work.done >= answers.outline.indexCount, work.end(in: &answers) else {
      sweep.work = work
      return [.workRemains]
    }
    return finish(work)
  }

  private mutating func stopWork() -> [Effect] {
    guard place.isFinding || sweep.work != nil else { return [] }
    if place.isFinding { place.finding?.stop() } else { sweep.work = nil }
    return [.message(.stopped)]
  }

  private mutating func finish(_ work: Work) -> [Effect] {
    switch work.purpose {
    case .findEmpty: return [.message(.nothingEmpty)]
    case .findMatch: return [.message(.nothingFound)]
    case .findProblem:
      guard let (row, found) = Sweep.inOrder(work.order, of: answers).first, let index = found
      else { return [.message(.noProblems)] }
      sweep.problems[row] = work.problems[row]
      return jump(toIndex: index)
    case .save, .finish, .propose, .check: break
    }
    let rows = sweep.record(work, of: answers)
    if case .save(let format, anyway: true) = work.purpose {
      return [.save(as: format, problems: problems.count)]
    }
    // The first time, the problem of the focused row has not been reported yet.
    let first = work.start.value + (sweep.hasRefused ? 1 : 0)
    let place = work.purpose == .propose ? rows.firstIndex { $0.index.value >= first } ?? 0 : 0
    guard rows.indices.contains(place), case (let row, let index) = rows[place],
      let problem = work.problems[row]
    else {
      switch work.purpose {
      case .save(let format, _): return [.save(as: format, problems: 0)]
      case .finish, .propose: return [.saveOffered]
      default: return [.message(.noProblems)]
      }
    }
    if work.purpose != .check { sweep.hasRefused = true }
    if work.purpose == .finish || work.purpose == .propose {
      return refuse(problem, of: row, at: index, number: place + 1, count: work.problems.count)
    }
    let message = FormMessage.problems(
      first: problem.sentence(naming: answers.problemLabel(of: row)), count: work.problems.count,
      namesSaveAnyway: true)
    return (work.wasOvertaken ? [] : jump(toIndex: index)) + [.problemsListed, .message(message)]
  }
}
