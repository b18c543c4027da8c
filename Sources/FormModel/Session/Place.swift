// The place of the person in the form: the focus, the viewport, and a search or filter that limits
// the view.
//
// The focus moves among all shown rows or, during a search, among the matches. Code that moves the
// focus or the viewport uses this type; code that needs all shown rows uses the `Outline`.
//
// While the person types a search, the viewport shows only matches. The focus is on the match to
// which Enter would go, and that row is live like any focused row. Moving the focus past a match
// does not count as leaving a row, so nothing is checked and no condition is applied. A million
// rows are searched in slices, so keys do not wait.
//
// The top of the viewport is a line of the form. The viewport always has at least one line, so the
// focus is always visible. A panel, such as a list of candidates, covers lines at the bottom. When
// the panel closes, the viewport returns to its earlier position (law 9).
//
// The path of a row names the title and the item headers above the row, as in `Work › Job 2`. If
// the top line is a row or note, and the line below it has a path, this path is drawn over the top
// line: it *covers* the line. The focus is never on a covered line; `settle` prevents that by
// scrolling back one line.

import FormText

/// The focus, the viewport, and a search or filter that limits the view.
package struct Place: Sendable {
  /// The row that is being edited; nil if the form has no rows.
  package internal(set) var focus: FormRow.ID?
  package var viewport: Viewport
  /// The row that had the focus before the last jump.
  var rowBeforeJump: FormRow.ID?
  /// A row of the item created last, in a section where new items come first. When Enter is next
  /// pressed on the last row of that item, the focus returns to the add line, the line on which
  /// items are created.
  var itemMadeLast: FormRow.ID?
  /// The row in which the last keys edited the text or moved the cursor; nil after most other
  /// actions.
  var touchedRow: FormRow.ID?
  /// The search in progress.
  var finding: Finding?
  /// The filter of the view.
  var filter: Filter?
  /// The last search.
  package internal(set) var lastFind = Find.nothing

  init(viewport: Viewport) { self.viewport = viewport }

  /// A focused row and the top line of the viewport.
  struct Spot: Sendable {
    var row: FormRow.ID?
    var top: ViewLine
  }

  /// The present focus and top line.
  private var spot: Spot { Spot(row: focus, top: viewport.top) }

  // MARK: - The view

  /// The rows to which a search or filter limits the view; nil if the view shows all rows.
  var matches: [FormRow.ID]? {
    if let finding { return finding.find.isNarrowing ? finding.matches : nil }
    return filter?.matches
  }

  /// The number of positions where the focus can be.
  func rowCount(in outline: Outline) -> Int { matches?.count ?? outline.indexCount }

  /// The row at a position where the focus can be.
  func row(at position: Int, in outline: Outline) -> FormRow.ID? {
    guard let matches else { return outline.id(at: FormRow.Index(position)) }
    return matches.indices.contains(position) ? matches[position] : nil
  }

  /// The position of a row; nil if a search or filter excludes it.
  func position(of row: FormRow.ID, in outline: Outline) -> Int? {
    guard let index = outline.index(of: row) else { return nil }
    guard let matches else { return index.value }
    let position = outline.count(of: matches, before: index)
    return matches.indices.contains(position) && matches[position] == row ? position : nil
  }

  /// Whether a row can have the focus.
  func shows(_ row: FormRow.ID, in outline: Outline) -> Bool {
    position(of: row, in: outline) != nil
  }

  /// The contents of a line. A list of matches has no titles or headers.
  func line(at line: ViewLine, in outline: Outline) -> Outline.Line? {
    guard let matches else { return outline.line(at: line, withHeaders: viewport.showsHeaders) }
    guard matches.indices.contains(line.value), let index = outline.index(of: matches[line.value])
    else { return nil }
    return .row(matches[line.value], index: index)
  }

  /// The number of lines in the present view.
  func lineCount(in outline: Outline) -> Int {
    matches?.count ?? outline.lineCount(withHeaders: viewport.showsHeaders)
  }

  /// The last line in the present view.
  private func lastLine(in outline: Outline) -> ViewLine { ViewLine(lineCount(in: outline) - 1) }

  /// The line of a row; nil if a search or filter excludes the row.
  func line(of row: FormRow.ID, in outline: Outline) -> ViewLine? {
    position(of: row, in: outline).map {
      matches == nil
        ? outline.line(ofRowAt: FormRow.Index($0), withHeaders: viewport.showsHeaders)
        : ViewLine($0)
    }
  }

  /// The line of the focused row.
  func focusLine(in outline: Outline) -> ViewLine? { focus.flatMap { line(of: $0, in: outline) } }

  // MARK: - Scrolling

  /// Scrolls so that the focus is visible. A form that fits into the viewport is shown from its
  /// top.
  mutating func settle(in outline: Outline) {
    // Scroll to the top, because the form may have been longer than the viewport before.
    if lineCount(in: outline) <= viewport.height { viewport.scroll(toTop: 0) }
    if let line = focusLine(in: outline) {
      viewport.scroll(toReveal: line)
      // The last row of an item, with another header below it, also needs the path above it.
      guard line == viewport.top else { return }
      let row = rowBelowPath(at: line, in: outline) ?? rowBelowPath(at: line - 1, in: outline)
      if row != nil { viewport.scroll(toTop: line - 1) }
    }
  }

  /// Whether the top line is covered by a path.
  func coversTop(in outline: Outline) -> Bool { rowBelowPath(in: outline) != nil }

  /// The row or note whose path covers the top line; nil if no path covers it.
  func rowBelowPath(in outline: Outline) -> FormRow.ID? {
    rowBelowPath(at: viewport.top, in: outline)
  }

  private func rowBelowPath(at top: ViewLine, in outline: Outline) -> FormRow.ID? {
    guard matches == nil, viewport.showsHeaders, viewport.height > 1, top > 0 else { return nil }
    switch line(at: top, in: outline) {
    case .listTitle, .itemHeader, nil: return nil
    case .row, .note: break
    }
    switch line(at: top + 1, in: outline) {
    case .row(let id, _), .note(let id, _): return outline.hasPath(id) ? id : nil
    case .listTitle, .itemHeader, nil: return nil
    }
  }

  /// Sets the height. If there are free lines below the end of the form, scrolls back to fill them.
  mutating func resize(height: Int, showsHeaders: Bool, in outline: Outline) {
    let before = (viewport.height, viewport.showsHeaders)
    viewport.resize(height: height, showsHeaders: showsHeaders)
    // A higher viewport, or the loss of header lines, may leave free lines after the end of the
    // form.
    if viewport.height > before.0 || viewport.showsHeaders != before.1 {
      viewport.fill(withLines: lineCount(in: outline))
    }
  }

  /// Opens a panel over some lines at the bottom; 0 closes it.
  mutating func openPanel(lines: Int, in outline: Outline) {
    viewport.openPanel(lines: lines, focus: focusLine(in: outline), count: lineCount(in: outline))
  }

  /// Scrolls to the focused row. If there is room, also shows the titles and notes right above it.
  /// For the last row of an item, also shows the add line below; for the last row of the form, also
  /// shows the notes below.
  mutating func revealFocus(in outline: Outline) {
    guard let line = focusLine(in: outline) else { return }
    var (first, last) = (line, line)
    while first > 0, line - first < viewport.height - 1, isBetweenRows(first - 1, in: outline) {
      first -= 1
    }
    if focus.flatMap({ position(of: $0, in: outline) }) == rowCount(in: outline) - 1 {
      last = min(lastLine(in: outline), first + (viewport.height - 1))
    } else if let focus, focus.item > 0, isAddLine(line + 1, in: outline),
      line + 1 - first < viewport.height
    {
      last = line + 1
    }
    if last >= viewport.lines.upperBound { viewport.scroll(toReveal: last) }
    if first < viewport.top { viewport.scroll(toReveal: first) }
    viewport.scroll(toReveal: line)
  }

  private func isBetweenRows(_ line: ViewLine, in outline: Outline) -> Bool {
    switch self.line(at: line, in: outline) {
    case .listTitle, .itemHeader, .note: true
    case .row, nil: false
    }
  }

  private func isAddLine(_ line: ViewLine, in outline: Outline) -> Bool {
    guard case .row(_, let index)? = self.line(at: line, in: outline) else { return false }
    return outline.number(at: index) == nil
  }

  /// Whether scrolling by a page in one direction would show nothing more.
  func isAtEnd(goingForward isForward: Bool, in outline: Outline) -> Bool {
    isForward ? viewport.top + viewport.height > lastLine(in: outline) : viewport.top == 0
  }

  /// Scrolls by one viewport. Forward, the line after the last visible line becomes the first line
  /// that is not covered. Backward, the line before the first visible line becomes the last.
  ///
  /// - Returns: the row now on the screen line of the focus. If only titles would be visible,
  ///   returns nil and does not scroll.
  mutating func page(forward isForward: Bool, in outline: Outline) -> FormRow.ID? {
    guard let line = focusLine(in: outline) else { return nil }
    let before = viewport.top
    let covered = coversTop(in: outline) ? 1 : 0
    viewport.scroll(
      toTop: before + (isForward ? viewport.height : covered - viewport.height))
    if isForward, coversTop(in: outline) { viewport.scroll(toTop: viewport.top - 1) }
    let target = min(viewport.top + (line - before), lastLine(in: outline))
    if let row = rowInView(nearestTo: target, in: outline) { return row }
    viewport.scroll(toTop: before)
    return nil
  }

  /// The row on a visible line. For a header, the next row below it or, if there is none, above it.
  private func rowInView(nearestTo line: ViewLine, in outline: Outline) -> FormRow.ID? {
    let first = viewport.top + (coversTop(in: outline) ? 1 : 0)
    let lines = (first..<viewport.lines.upperBound).clamped(to: 0..<lastLine(in: outline) + 1)
    let line = max(line, first)
    for candidate in Array(line..<max(lines.upperBound, line))
      + Array((lines.lowerBound..<max(line, lines.lowerBound)).reversed())
    {
      if case .row(let id, _)? = self.line(at: candidate, in: outline) { return id }
    }
    return nil
  }

  // MARK: - Searching

  /// Whether a search still has rows to examine.
  var isFinding: Bool { finding?.isComplete == false }

  /// The position of the focus among the matches, the number of matches, and whether all rows were
  /// examined.
  func findProgress(in outline: Outline) -> (place: Int?, count: Int, isComplete: Bool)? {
    guard let matches else { return nil }
    let position = focus.flatMap { self.position(of: $0, in: outline) }
    return (position, matches.count, finding?.isComplete ?? true)
  }

  /// Begins a search, or continues it with another text or scope.
  mutating func begin(_ find: Find, in outline: Outline) {
    let before = finding
    if before == nil { filter = nil }
    var next = Finding(find, origin: before?.origin ?? spot)
    // A longer text can only match rows that were already found.
    if let before, before.isComplete, !before.wasStopped, before.find.isNarrowing,
      before.find.scope == find.scope, find.text.string.hasPrefix(before.find.text.string),
      next.query.narrows(before.query)
    {
      next.search(rowsOf: before, in: outline)
    }
    (finding, lastFind) = (next, find)
    if find.isNarrowing { viewport.scroll(toTop: 0) }
  }

  /// The row that gets the focus during a search; nil if the focus stays. This is the first match
  /// at or after the row where the search began, or else the last match before it. Matches whose
  /// labels are or have the words take precedence over matches of answers, help and titles. An add
  /// line beside items gets the focus only if its label is the words, or if no near match is a row.
  /// Once the person selects another match, that match keeps the focus.
  func newFocus(in outline: Outline) -> Spot? {
    guard let finding else { return nil }
    var nearest = finding.origin.row
    if !finding.matches.isEmpty {
      let origin = nearest.flatMap(outline.nearestIndex(to:)) ?? 0
      let position = outline.count(of: finding.matches, before: origin)
      nearest =
        finding.named.best ?? Place.best(of: finding.matches, from: position, in: outline)
      // If the query is the number of a row, this row takes precedence over rows whose text
      // contains the number.
      if let number = finding.query.number, number.value <= outline.rowCount,
        let row = outline.id(at: outline.index(ofNumber: number)), shows(row, in: outline)
      {
        nearest = row
      }
    }
    let isInView = focus.map { shows($0, in: outline) } ?? false
    guard !isInView || !finding.hasChosen && nearest != focus else { return nil }
    return Spot(row: nearest, top: viewport.top)
  }

  /// Returns the match to select: the first one from a position on that is not an add line beside
  /// items, or else the last such match before the position.
  private static func best(
    of matches: [FormRow.ID], from position: Int, in outline: Outline
  ) -> FormRow.ID {
    let position = min(position, matches.count - 1)
    let (after, before) = (matches[position...], matches[..<position])
    return after.prefix(Finding.slice).first { !outline.isAddLineBesideItems($0) }
      ?? before.suffix(Finding.slice).last { !outline.isAddLineBesideItems($0) }
      ?? matches[position]
  }

  /// Selects the match that is `step` matches after the selected one. After the last match comes
  /// the first.
  mutating func chooseMatch(by step: Int, in outline: Outline) -> Spot? {
    let count = rowCount(in: outline)
    guard finding != nil, count > 0 else { return nil }
    finding?.hasChosen = true
    let position = focus.flatMap { self.position(of: $0, in: outline) } ?? 0
    let row = self.row(at: ((position + step) % count + count) % count, in: outline)
    return Spot(row: row, top: viewport.top)
  }

  /// Ends a search at the selected match. Returns nil if there is no search, or if the matches
  /// become a filter only later, after all rows have been examined.
  mutating func endFinding(
    keepsFilter: Bool, in answers: Answers
  ) -> (spot: Spot, message: FormMessage?)? {
    guard let finding else { return nil }
    if keepsFilter, !finding.isComplete {
      self.finding?.becomesFilter = true
      return nil
    }
    self.finding = nil
    let isFound = finding.find.isNarrowing && !finding.matches.isEmpty
    if isFound || finding.hidden != nil { rowBeforeJump = finding.origin.row }
    guard isFound else { return finding.endWithoutMatch(in: answers) }
    if keepsFilter {
      let rows = answers.outline.withoutAddLines(finding.matches)
      if !rows.isEmpty { filter = Filter(find: finding.find, matches: rows) }
    }
    return (Spot(row: nearestShown(to: focus, in: answers.outline), top: 0), nil)
  }

  /// Returns the row if a filter shows it; otherwise the next shown row or, if there is none, the
  /// last shown row.
  private func nearestShown(to row: FormRow.ID?, in outline: Outline) -> FormRow.ID? {
    guard let row, let rows = filter?.matches, !shows(row, in: outline) else { return row }
    let position = outline.count(of: rows, before: outline.nearestIndex(to: row) ?? 0)
    return rows[min(position, rows.count - 1)]
  }

  /// Ends a search and returns to the spot where it began. Without a search, removes the filter.
  mutating func stopFinding() -> Spot? {
    if let finding {
      self.finding = nil
      return finding.origin
    }
    guard filter != nil else { return nil }
    filter = nil
    return spot
  }

  /// Moves the focus to a row and scrolls to it.
  mutating func show(_ spot: Spot, in outline: Outline) {
    if let row = spot.row, outline.index(of: row) != nil { focus = row }
    viewport.scroll(toTop: spot.top)
    revealFocus(in: outline)
  }

  /// Updates the matches after rows were hidden or shown: a filter and a stopped search lose their
  /// hidden rows, and any other search starts again.
  mutating func refreshMatches(in outline: Outline) {
    if let matches = filter?.matches {
      let shown = matches.filter { outline.index(of: $0) != nil }
      filter?.matches = shown
      if shown.isEmpty { filter = nil }
    }
    if finding?.wasStopped == true {
      finding?.removeHidden(in: outline)
    } else {
      // The search counts positions, which have changed, so it may have missed rows.
      finding?.restart()
    }
  }
}

extension Outline {
  /// The number of the given rows that come before an index. The rows must be in the order of the
  /// form. O(log² rows).
  func count(of rows: [FormRow.ID], before index: FormRow.Index) -> Int {
    rows.prefixCount { row in self.index(of: row).map { $0 < index } == true }
  }

  /// The given rows without the add lines, which a filter does not show. O(rows).
  fileprivate func withoutAddLines(_ rows: [FormRow.ID]) -> [FormRow.ID] {
    rows.filter { !$0.isAddLine(in: sections) }
  }
}

extension Array {
  /// The number of elements that meet a condition. They must come before all others. O(log n).
  package func prefixCount(where fulfils: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if fulfils(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
