// What can be gone through: all shown rows, or those that a find found. Everything that moves the
// focus or the viewport asks here; what must see the whole form asks the outline.

extension FormSession {
  /// The rows that a find or a filter keeps in view, nil without one.
  package var matches: [FormRow.ID]? {
    if let finding = place.finding { return finding.find.isNarrowing ? finding.matches : nil }
    return place.filter?.matches
  }

  /// How many places there are where the focus can go.
  package var viewCount: Int { matches?.count ?? answers.outline.indexCount }

  /// The row at one of these places.
  package func viewID(at place: Int) -> FormRow.ID? {
    guard let matches else { return answers.outline.id(at: FormRow.Index(place)) }
    return matches.indices.contains(place) ? matches[place] : nil
  }

  /// The place of a row, nil where it is not in view.
  package func viewPlace(of row: FormRow.ID) -> Int? {
    guard let index = answers.outline.index(of: row) else { return nil }
    guard let matches else { return index.value }
    let place = matchesBefore(index)
    return matches.indices.contains(place) && matches[place] == row ? place : nil
  }

  /// How many of the rows found stand before an index of the form. O(log² rows).
  func matchesBefore(_ index: FormRow.Index) -> Int {
    guard let matches else { return index.value }
    var (low, high) = (0, matches.count)
    while low < high {
      let middle = (low + high) / 2
      if answers.outline.index(of: matches[middle]).map({ $0 < index }) == true {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  /// What stands on a line; rows that were found stand without titles and headers.
  package func viewLine(at line: ViewLine) -> Outline.Line? {
    guard let matches else {
      return answers.outline.line(at: line, withHeaders: place.viewport.showsHeaders)
    }
    guard matches.indices.contains(line.value),
      let index = answers.outline.index(of: matches[line.value])
    else {
      return nil
    }
    return .row(matches[line.value], index: index)
  }

  /// How many lines there are.
  var viewLineCount: Int {
    matches?.count ?? answers.outline.lineCount(withHeaders: place.viewport.showsHeaders)
  }

  /// The last of them.
  var lastLine: ViewLine { ViewLine(viewLineCount - 1) }

  /// The line of a row, nil where it is not in view.
  package func viewLine(of row: FormRow.ID) -> ViewLine? {
    viewPlace(of: row).map {
      matches == nil
        ? answers.outline.line(ofRowAt: FormRow.Index($0), withHeaders: place.viewport.showsHeaders)
        : ViewLine($0)
    }
  }
}
