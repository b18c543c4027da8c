// The visible results of a find: rows, each group below the path of its section and item.
//
// Invariant: the chosen row is in view; only the rows of the viewport are read (law 15).

import FormModel

/// A line of the results.
enum FoundLine: Hashable {
  case path(ItemPath)
  case row(ViewLine)
}

extension FormSession {
  /// The smallest number of lines that has room for paths.
  static let leastLinesWithPaths = 8

  /// The results on a number of lines, starting as far up in the viewport as the chosen row stays
  /// in view.
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
