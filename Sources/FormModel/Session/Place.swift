// The place of the person in the form: the focus, the viewport, and what narrows the view.
//
// The focus moves among all shown rows, or among those that a find found. Everything that moves the
// focus or the viewport asks this type; code that needs the whole form asks the outline.
//
// While words are typed the viewport shows the rows that match. The focus is on the row where Enter
// would stop, and that row is live like any other focused row. Passing a row does not leave it:
// nothing is checked or decided. A million rows are searched in slices, so that keys do not wait.
//
// The top of the viewport is a line of the form. Its height is at least 1, so the focus always has
// a line. A panel takes lines from the bottom; when it closes, the viewport returns
// to its earlier position (law 9).
//
// If the line at the top is a row and the line below it has a path, the path *covers* the line at
// the top. The focus is never on a covered line: in that case `settle` scrolls back by one.

import FormText

/// The focus, the viewport, and what narrows the view.
package struct Place: Sendable {
  /// The row that is being edited; nil when the form has no rows.
  package internal(set) var focus: FormRow.ID?
  package var viewport: Viewport
  /// The row before the last jump.
  var rowBeforeJump: FormRow.ID?
  /// A row of the last item created in a section where new items come first. Enter on the last row
  /// of that item returns to the add line, once.
  var itemMadeLast: FormRow.ID?
  /// The row whose text was edited, or in whose text the cursor moved, in the present run of such
  /// keys.
  var touchedRow: FormRow.ID?
  /// The find in progress.
  var finding: Finding?
  /// The filter of the viewport.
  var filter: Filter?
  /// The last find.
  package internal(set) var lastFind = Find.nothing

  init(viewport: Viewport) { self.viewport = viewport }

  /// A row, and the first line in view around it.
  struct Spot: Sendable {
    var row: FormRow.ID?
    var top: ViewLine
  }

  /// The focus, and the first line in view.
  private var spot: Spot { Spot(row: focus, top: viewport.top) }

  // MARK: - The view

  /// The rows that a find or a filter keeps in view; nil without either.
  var matches: [FormRow.ID]? {
    if let finding { return finding.find.isNarrowing ? finding.matches : nil }
    return filter?.matches
  }

  /// The number of positions that the focus can have.
  func rowCount(in outline: Outline) -> Int { matches?.count ?? outline.indexCount }

  /// The row at one of these positions.
  func row(at position: Int, in outline: Outline) -> FormRow.ID? {
    guard let matches else { return outline.id(at: FormRow.Index(position)) }
    return matches.indices.contains(position) ? matches[position] : nil
  }

  /// The position of a row; nil if it is not in view.
  func position(of row: FormRow.ID, in outline: Outline) -> Int? {
    guard let index = outline.index(of: row) else { return nil }
    guard let matches else { return index.value }
    let position = outline.count(of: matches, before: index)
    return matches.indices.contains(position) && matches[position] == row ? position : nil
  }

  /// Whether the focus can go to a row.
  func shows(_ row: FormRow.ID, in outline: Outline) -> Bool {
    position(of: row, in: outline) != nil
  }

  /// The content of a line. Found rows are shown without titles and headers.
  func line(at line: ViewLine, in outline: Outline) -> Outline.Line? {
    guard let matches else { return outline.line(at: line, withHeaders: viewport.showsHeaders) }
    guard matches.indices.contains(line.value), let index = outline.index(of: matches[line.value])
    else { return nil }
    return .row(matches[line.value], index: index)
  }

  /// The number of lines.
  func lineCount(in outline: Outline) -> Int {
    matches?.count ?? outline.lineCount(withHeaders: viewport.showsHeaders)
  }

  /// The last of them.
  private func lastLine(in outline: Outline) -> ViewLine { ViewLine(lineCount(in: outline) - 1) }

  /// The line of a row; nil if it is not in view.
  func line(of row: FormRow.ID, in outline: Outline) -> ViewLine? {
    position(of: row, in: outline).map {
      matches == nil
        ? outline.line(ofRowAt: FormRow.Index($0), withHeaders: viewport.showsHeaders)
        : ViewLine($0)
    }
  }

  /// The line of the focus.
  func focusLine(in outline: Outline) -> ViewLine? { focus.flatMap { line(of: $0, in: outline) } }

  // MARK: - Scrolling

  /// Keeps the focus in view, and shows a form that fits from its top.
  mutating func settle(in outline: Outline) {
    // A form that was longer than the viewport, and fits now, is shown from its top.
    if lineCount(in: outline) <= viewport.height { viewport.scroll(toTop: 0) }
    if let line = focusLine(in: outline) {
      viewport.scroll(toReveal: line)
      if line == viewport.top, coversTop(in: outline) { viewport.scroll(toTop: line - 1) }
    }
  }

  /// Whether the path covers the line at the top.
  func coversTop(in outline: Outline) -> Bool { rowBelowPath(in: outline) != nil }

  /// The row or note whose path covers the line at the top; nil if the line shows itself.
  func rowBelowPath(in outline: Outline) -> FormRow.ID? {
    guard matches == nil, viewport.showsHeaders, viewport.height > 1, viewport.top > 0 else {
      return nil
    }
    switch line(at: viewport.top, in: outline) {
    case .listTitle, .itemHeader, nil: return nil
    case .row, .note: break
    }
    switch line(at: viewport.top + 1, in: outline) {
    case .row(let id, _), .note(let id, _): return outline.hasPath(id) ? id : nil
    case .listTitle, .itemHeader, nil: return nil
    }
  }

  /// Sets another height. If lines become free at the end of the form, earlier lines fill them.
  mutating func resize(height: Int, showsHeaders: Bool, in outline: Outline) {
    let before = (viewport.height, viewport.showsHeaders)
    viewport.resize(height: height, showsHeaders: showsHeaders)
    // Lines that became free, or that headers do not need any more, show earlier rows.
    if viewport.height > before.0 || viewport.showsHeaders != before.1 {
      viewport.fill(withLines: lineCount(in: outline))
    }
  }

  /// Lends lines to a panel; with 0, takes them back.
  mutating func openPanel(lines: Int, in outline: Outline) {
    if lines > 0 {
      viewport.openPanel(lines: lines)
    } else {
      viewport.closePanel(focus: focusLine(in: outline))
    }
  }

  /// Scrolls to the focus, and to the titles and notes right above it if there is room for them.
  /// With the last row of an item, it also shows the add line below; with the last row of the form,
  /// the notes below.
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

  /// Whether a page forward or back has nothing more to show.
  func isAtEnd(goingForward isForward: Bool, in outline: Outline) -> Bool {
    isForward ? viewport.top + viewport.height > lastLine(in: outline) : viewport.top == 0
  }

  /// Scrolls by one viewport. Forward, the line after the last in view becomes the first that is
  /// not covered; backward, the line before the first becomes the last.
  ///
  /// - Returns: the row on the focus's line; nil, without scrolling, if only titles would be in
  ///   view.
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

  /// The row on a line in view; for a header the row below it, or else the one above.
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

  // MARK: - Finding

  /// Whether a find has rows left to examine.
  var isFinding: Bool { finding?.isComplete == false }

  /// The number of found rows, the position of the focus among them, and whether all rows were
  /// examined.
  func findProgress(in outline: Outline) -> (place: Int?, count: Int, isComplete: Bool)? {
    guard let matches else { return nil }
    let position = focus.flatMap { self.position(of: $0, in: outline) }
    return (position, matches.count, finding?.isComplete ?? true)
  }

  /// Begins a find, or continues it with another text or scope.
  mutating func begin(_ find: Find) {
    let before = finding
    if before == nil { filter = nil }
    var next = Finding(find: find, query: FindQuery(find.text), origin: before?.origin ?? spot)
    // A longer text can only match rows that were already found.
    if let before, before.isComplete, !before.wasStopped, before.find.isNarrowing,
      before.find.scope == find.scope, find.text.string.hasPrefix(before.find.text.string),
      next.query.narrows(before.query)
    {
      next.source = before.matches
    }
    next.isComplete = !find.isNarrowing
    (finding, lastFind) = (next, find)
    if find.isNarrowing { viewport.scroll(toTop: 0) }
  }

  /// The row to focus while rows are found; nil if the focus stays. The first match from the
  /// earlier focus gets it as soon as it is found, until the person chooses another.
  func newFocus(in outline: Outline) -> Spot? {
    guard let finding else { return nil }
    var nearest = finding.origin.row
    if !finding.matches.isEmpty {
      let origin = nearest.flatMap(outline.nearestIndex(to:)) ?? 0
      let position = outline.count(of: finding.matches, before: origin)
      nearest = finding.matches[min(position, finding.matches.count - 1)]
      // The row with a number comes before rows that contain the number.
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

  /// Chooses another match; after the last comes the first.
  mutating func chooseMatch(by step: Int, in outline: Outline) -> Spot? {
    let count = rowCount(in: outline)
    guard finding != nil, count > 0 else { return nil }
    finding?.hasChosen = true
    let position = focus.flatMap { self.position(of: $0, in: outline) } ?? 0
    let row = self.row(at: ((position + step) % count + count) % count, in: outline)
    return Spot(row: row, top: viewport.top)
  }

  /// Ends a find at the chosen row; nil if it ends only after all rows were examined.
  mutating func endFinding(
    keepsFilter: Bool, in outline: Outline
  ) -> (spot: Spot, isFound: Bool)? {
    guard let finding else { return nil }
    if keepsFilter, !finding.isComplete {
      self.finding?.becomesFilter = true
      return nil
    }
    self.finding = nil
    guard finding.find.isNarrowing, !finding.matches.isEmpty else { return (finding.origin, false) }
    if keepsFilter {
      let rows = outline.withoutAddLines(finding.matches)
      if !rows.isEmpty { filter = Filter(find: finding.find, matches: rows) }
    }
    rowBeforeJump = finding.origin.row
    return (Spot(row: nearestShown(to: focus, in: outline), top: 0), true)
  }

  /// The row; if a filter does not show it, the next shown row, or else the last.
  private func nearestShown(to row: FormRow.ID?, in outline: Outline) -> FormRow.ID? {
    guard let row, let rows = filter?.matches, !shows(row, in: outline) else { return row }
    let position = outline.count(of: rows, before: outline.nearestIndex(to: row) ?? 0)
    return rows[min(position, rows.count - 1)]
  }

  /// Ends a find and returns to where it began; without a find, shows all rows again.
  mutating func stopFinding() -> Spot? {
    if let finding {
      self.finding = nil
      return finding.origin
    }
    guard filter != nil else { return nil }
    filter = nil
    return spot
  }

  /// Moves the focus to a row.
  mutating func show(_ spot: Spot, in outline: Outline) {
    if let row = spot.row, outline.index(of: row) != nil { focus = row }
    viewport.scroll(toTop: spot.top)
    revealFocus(in: outline)
  }

  /// Removes rows that are no longer in the form from those that a filter keeps in view.
  mutating func refreshMatches(in outline: Outline) {
    if let matches = filter?.matches {
      let shown = matches.filter { outline.index(of: $0) != nil }
      filter?.matches = shown
      if shown.isEmpty { filter = nil }
    }
    if finding?.wasStopped == true {
      finding?.matches.removeAll { outline.index(of: $0) == nil }
    } else {
      // Rows have other positions now, and rows may have come that were not examined.
      finding?.restart()
    }
  }
}

extension Outline {
  /// The number of the given rows, in the order of the form, that are before an index. O(log²
  /// rows).
  fileprivate func count(of rows: [FormRow.ID], before index: FormRow.Index) -> Int {
    rows.prefixCount { row in self.index(of: row).map { $0 < index } == true }
  }

  /// The rows without add lines, which a filter does not show. O(rows).
  fileprivate func withoutAddLines(_ rows: [FormRow.ID]) -> [FormRow.ID] {
    rows.filter { !$0.isAddLine(in: sections) }
  }
}

extension Array {
  /// The number of elements that meet a condition, if all of them are before the others. O(log n).
  func prefixCount(where fulfils: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if fulfils(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
