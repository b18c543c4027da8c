// Finding rows, and keeping those that were found in view to edit them in place.
//
// While words are typed the viewport shows the rows that match; the focus is the one that Enter
// would go to, so it is live like any other. Rows that are only passed are not left: nothing is
// checked, nothing decided. A million rows are gone through in slices, keys first.

import FormText

extension FormSession {
  /// What is being looked for, nil when nothing is.
  public var currentFind: Find? { place.finding?.find }

  /// What the viewport is narrowed to for editing, nil when it shows all rows.
  public var currentFilter: Find? { place.filter?.find }

  /// How far a find is: how many rows match, which of them has the focus, whether all were looked at.
  public var findProgress: (place: Int?, count: Int, isComplete: Bool)? {
    if let finding = place.finding, finding.find.isNarrowing {
      return (focus.flatMap(viewPlace(of:)), finding.matches.count, finding.isComplete)
    }
    return place.filter.map { (focus.flatMap(viewPlace(of:)), $0.matches.count, true) }
  }

  /// Begins to find, or goes on with another text or scope.
  mutating func find(_ find: Find) -> [Effect] {
    if place.finding == nil {
      leaveFocus()
      place.filter = nil
    }
    let before = place.finding
    var next = Finding(
      find: find, query: FindQuery(find.text), origin: before?.origin ?? focus,
      originTop: before?.originTop ?? place.viewport.top)
    // Whoever types on looks only among what was found already.
    if let before, before.isComplete, !before.wasStopped, before.find.isNarrowing,
      before.find.scope == find.scope, find.text.string.hasPrefix(before.find.text.string)
    {
      next.source = before.matches
    }
    place.finding = next
    place.lastFind = find
    log.journal.hasMoved = true
    guard find.isNarrowing else {
      place.finding?.isComplete = true
      return show(next.origin, top: next.originTop)
    }
    place.viewport.scroll(toTop: 0)
    return continueFinding()
  }

  /// Looks at the next rows.
  mutating func continueFinding() -> [Effect] {
    guard var finding = place.finding, !finding.isComplete else { return [] }
    place.finding = nil
    let count = finding.source?.count ?? answers.outline.indexCount
    let end = min(finding.done + Finding.slice, count)
    while finding.done < end {
      let row =
        finding.source.map { $0[finding.done] }
        ?? answers.outline.id(at: FormRow.Index(finding.done))
      finding.done += 1
      answers.rowsTouched += 1
      if let row, answers.matches(row, finding.find, finding.query) { finding.matches.append(row) }
    }
    finding.isComplete = finding.done >= count
    if finding.isComplete { finding.source = nil }
    place.finding = finding
    var effects: [Effect] = finding.isComplete ? [] : [.workRemains]
    // The first match from where the person was has the focus, as soon as it is found, until the
    // person chooses another.
    let isInView = focus.flatMap(viewPlace(of:)) != nil
    if !isInView || !finding.hasChosen && nearestMatch != focus {
      effects += show(nearestMatch, top: place.viewport.top)
    } else {
      settle()
    }
    if finding.isComplete, finding.becomesFilter { effects += endFinding(keepsFilter: true) }
    return effects
  }

  /// The match that the focus goes to: the first from the origin on, else the last before it.
  private var nearestMatch: FormRow.ID? {
    guard let finding = place.finding, !finding.matches.isEmpty else {
      return place.finding?.origin
    }
    let origin = finding.origin.flatMap(answers.outline.nearestIndex(to:)) ?? 0
    let place = matchesBefore(origin)
    return finding.matches[min(place, finding.matches.count - 1)]
  }

  /// Chooses another match, around the ends.
  mutating func chooseMatch(by step: Int) -> [Effect] {
    let count = viewCount
    guard place.finding != nil, count > 0 else { return [] }
    place.finding?.hasChosen = true
    let place = focus.flatMap(viewPlace(of:)) ?? 0
    return show(viewID(at: ((place + step) % count + count) % count), top: self.place.viewport.top)
  }

  /// Ends a find at the row that is chosen.
  mutating func endFinding(keepsFilter: Bool) -> [Effect] {
    guard let finding = place.finding else { return [] }
    if keepsFilter, !finding.isComplete {
      place.finding?.becomesFilter = true
      return []
    }
    let found = finding.find.isNarrowing && !finding.matches.isEmpty
    place.finding = nil
    if !found { return show(finding.origin, top: finding.originTop) + [.message(.nothingFound)] }
    if keepsFilter {
      place.filter = Filter(find: finding.find, matches: finding.matches)
    }
    place.rowBeforeJump = finding.origin
    place.viewport.scroll(toTop: 0)
    return show(focus, top: 0)
  }

  /// Gives a find up and leads back to where it began; without one shows all rows again.
  mutating func stopFinding() -> [Effect] {
    if let finding = place.finding {
      place.finding = nil
      return show(finding.origin, top: finding.originTop)
    }
    guard place.filter != nil else { return [] }
    place.filter = nil
    return show(focus, top: place.viewport.top)
  }

  /// Gives a row the focus without leaving another.
  private mutating func show(_ row: FormRow.ID?, top: ViewLine) -> [Effect] {
    log.history.close()
    log.journal.hasMoved = true
    if let row, answers.outline.index(of: row) != nil { focus = row }
    place.viewport.scroll(toTop: top)
    revealFocus()
    settle()
    return [.lineReplaced]
  }

  /// Takes rows that are not in the form any more out of what a filter keeps in view.
  mutating func refreshMatches() {
    if let matches = place.filter?.matches {
      let shown = matches.filter { answers.outline.index(of: $0) != nil }
      place.filter?.matches = shown
      if shown.isEmpty { place.filter = nil }
    }
    if place.finding?.wasStopped == true {
      place.finding?.matches.removeAll { answers.outline.index(of: $0) == nil }
    } else {
      // Rows have other places now, and some may have come that were not looked at.
      place.finding?.restart()
    }
  }

  /// Whether a find has rows left to look at.
  var isFinding: Bool { place.finding?.isComplete == false }
}
