// The place of the person when rows get hidden or shown.

extension FormSession {
  /// Looks at what depends on the rows that changed. The focus moves on when it gets hidden.
  mutating func settleConditions() {
    if answers.settleConditions() { showChangedRows() }
  }

  /// Brings focus, counts, problems and view up to rows that were hidden or shown.
  mutating func showChangedRows() {
    noteVisibleChange()
    answers.recountFilled()
    refreshMatches()
    for row in problems.keys {
      // What is about all items of a section is hidden with it.
      let isShown =
        row.isEntry(in: template.sections)
        ? answers.outline.isShown(section: row.section) : answers.outline.isShown(row)
      if !isShown { sweep.problems[row] = nil }
    }
    if let focus, answers.outline.index(of: focus) == nil {
      let next = answers.outline.nearestIndex(to: focus) ?? 0
      self.focus = answers.outline.lastIndex.flatMap { answers.outline.id(at: min(next, $0)) }
      log.history.close()
      log.journal.hasMoved = true
    }
    // A form that showed nothing has a row again.
    if focus == nil { focus = answers.outline.id(at: 0) }
    if let focus, viewPlace(of: focus) == nil { place.filter = nil }
    place.viewport.fill(withLines: lineCount)
    revealFocus()
    settle()
    sweep.work?.restart()
  }
}
