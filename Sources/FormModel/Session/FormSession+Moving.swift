// Going from row to row. Leaving a row checks it and never holds a person back (law 10).

extension FormSession {
  mutating func move(_ move: Move) -> [Effect] {
    guard let focus, let place = viewPlace(of: focus) else { return [] }
    switch move {
    case .next:
      return place + 1 < viewCount ? go(toPlace: place + 1) : [.message(.isLastRow)]
    case .previous:
      return place > 0 ? go(toPlace: place - 1) : [.message(.isFirstRow)]
    case .pageDown: return page(by: self.place.viewport.height)
    case .pageUp: return page(by: -self.place.viewport.height)
    case .first: return jump(toPlace: 0)
    case .last: return jump(toPlace: viewCount - 1)
    case .to(let row):
      guard let target = answers.outline.index(of: row) else { return [.message(.rowIsGone)] }
      return jump(toIndex: target)
    case .back:
      guard let rowBeforeJump = self.place.rowBeforeJump,
        let target = answers.outline.index(of: rowBeforeJump)
      else {
        return [.message(.nothingToGoBackTo)]
      }
      return jump(toIndex: target)
    case .nextEmpty: return begin(.findEmpty)
    case .nextProblem: return begin(.findProblem)
    }
  }

  /// Enter: the next row; behind the last what stands against saving, or the question.
  mutating func enter() -> [Effect] {
    if let focus, focus.isEntry(in: template.sections) {
      return addEntry(ofSection: focus.section)
    }
    guard let focus, let place = viewPlace(of: focus) else { return begin(.finish) }
    if place + 1 < viewCount { return go(toPlace: place + 1) }
    return self.place.filter == nil ? begin(.finish) : [.message(.isLastMatch)]
  }

  /// Goes to a row and remembers where it came from.
  mutating func jump(toIndex index: FormRow.Index) -> [Effect] {
    guard let target = answers.outline.id(at: index) else { return [] }
    if target != focus { place.rowBeforeJump = focus }
    return go(toIndex: index)
  }

  /// The same among the rows that can be gone through.
  private mutating func jump(toPlace place: Int) -> [Effect] {
    viewID(at: place).flatMap(answers.outline.index(of:)).map { jump(toIndex: $0) } ?? []
  }

  private mutating func go(toPlace place: Int) -> [Effect] {
    viewID(at: place).flatMap(answers.outline.index(of:)).map { go(toIndex: $0) } ?? []
  }

  /// Gives a row the focus and scrolls as little as possible to show it. A find or a filter that does
  /// not keep it in view ends.
  mutating func go(toIndex index: FormRow.Index) -> [Effect] {
    guard let target = answers.outline.id(at: index) else { return [] }
    leaveFocus()
    if viewPlace(of: target) == nil { (place.filter, place.finding) = (nil, nil) }
    focus = target
    revealFocus()
    settle()
    return [.lineReplaced]
  }

  /// What happens to the row with focus as it is left: it is checked, and its undo step ends.
  mutating func leaveFocus() {
    log.history.close()
    sweep.work?.wasOvertaken = true
    if let focus { leave(focus) }
  }

  /// Checks a row that the focus leaves, or has left.
  mutating func leave(_ row: FormRow.ID) {
    answers.rowsTouched += 1
    log.journal.hasMoved = true
    check(row)
  }

  /// Looks at a row whose text is there to stay, and again at what else its item needs.
  mutating func check(_ row: FormRow.ID) {
    guard !row.isEntry(in: template.sections) else { return checkSection(row.section) }
    sweep.problems[row] = answers.problem(of: row)
    if row.item > 0 { checkItem(row.item, ofSection: row.section) }
  }

  /// Looks again at the problems of an item: with its last text its rows need nothing any more.
  mutating func checkItem(_ item: Int, ofSection section: Int) {
    guard !problems.isEmpty else { return }
    for row in answers.rows(ofItem: item, inSection: section) where problems[row] != nil {
      sweep.problems[row] = answers.problem(of: row)
    }
    checkSection(section)
  }

  /// Scrolls to the focus, and to the titles and notes right above it where there is room for
  /// them; with the last row of a section also to the line where items are added, with the last
  /// of all to the notes below it.
  mutating func revealFocus() {
    guard let line = focusLine else { return }
    var (first, last) = (line, line)
    while first > 0, line - first < place.viewport.height - 1, isBetweenRows(first - 1) {
      first -= 1
    }
    if focus.flatMap(viewPlace(of:)) == viewCount - 1 {
      last = min(lastLine, first + (place.viewport.height - 1))
    } else if isAddLine(line + 1), line + 1 - first < place.viewport.height {
      last = line + 1
    }
    if last >= place.viewport.lines.upperBound { place.viewport.scroll(toReveal: last) }
    if first < place.viewport.top { place.viewport.scroll(toReveal: first) }
    place.viewport.scroll(toReveal: line)
  }

  private func isAddLine(_ line: ViewLine) -> Bool {
    if case .addLine? = viewLine(at: line) {
      true
    } else {
      false
    }
  }

  private func isBetweenRows(_ line: ViewLine) -> Bool {
    switch viewLine(at: line) {
    case .sectionTitle, .itemHeader, .note: true
    case .row, .addLine, nil: false
    }
  }

  /// One viewport on or back: the line after the last in view becomes the first, or the line
  /// before the first the last; the focus keeps its line. At the end it goes to the last row.
  private mutating func page(by lines: Int) -> [Effect] {
    guard let line = focusLine else { return [] }
    let isForward = lines > 0
    if isForward ? place.viewport.top + lines > lastLine : place.viewport.top == 0 {
      return go(toPlace: isForward ? viewCount - 1 : 0)
    }
    let before = place.viewport.top
    place.viewport.scroll(toTop: place.viewport.top + lines)
    guard let target = rowInView(nearestTo: min(place.viewport.top + (line - before), lastLine))
    else {
      // Nothing but titles in view: the next row in that direction.
      place.viewport.scroll(toTop: before)
      return move(isForward ? .next : .previous)
    }
    leaveFocus()
    focus = target
    settle()
    return [.lineReplaced]
  }

  /// The row on a line in view; where a header stands the row below it, else the one above.
  private func rowInView(nearestTo line: ViewLine) -> FormRow.ID? {
    let lines = place.viewport.lines.clamped(to: 0..<lastLine + 1)
    for candidate in Array(line..<max(lines.upperBound, line))
      + Array((lines.lowerBound..<max(line, lines.lowerBound)).reversed())
    {
      if case .row(let id, _)? = viewLine(at: candidate) {
        return id
      }
    }
    return nil
  }
}
