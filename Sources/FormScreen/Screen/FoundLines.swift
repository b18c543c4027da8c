// The results of a search, as lines: rows, in groups below the path of their section and item.
//
// Invariants: the chosen row is in view. Only the rows of the viewport are read (law 15).

import FormModel

/// A line of the results.
enum FoundLine: Hashable {
  case path(ItemPath)
  case row(ViewLine)
}

extension FormSession {
  /// The smallest number of lines at which paths are shown.
  static let leastLinesWithPaths = 8

  /// Returns the results that fit a number of lines. The list begins as far up in the viewport as
  /// possible while the chosen row stays in view.
  func foundLines(_ count: Int) -> [FoundLine] {
    let lines = Array(place.viewport.lines.prefix(count))
    guard count >= FormSession.leastLinesWithPaths else { return lines.map(FoundLine.row) }
    let rows = lines.compactMap { line -> (line: ViewLine, path: ItemPath?, isChosen: Bool)? in
      guard case .row(let id, _) = viewLine(at: line) else { return nil }
      return (line, answers.path(of: id), id == focus)
    }
    let chosen = rows.firstIndex(where: \.isChosen) ?? 0
    var (start, used) = (chosen, 2)
    while start > 0 {
      used += rows[start - 1].path == rows[start].path ? 1 : 2
      guard used <= count else { break }
      start -= 1
    }
    var found: [FoundLine] = []
    var last: ItemPath?
    for row in rows.dropFirst(start) where found.count < count {
      if let path = row.path, path != last {
        guard found.count + 1 < count else { break }
        found.append(.path(path))
      }
      last = row.path
      found.append(.row(row.line))
    }
    return found
  }
}
