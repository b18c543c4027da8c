// Matches the items of two documents: decides which old and new items are the same.
//
// If a section has a `unique` row, the answer of this row identifies an item: items with the same
// answer are the same, items with different answers never are. Pairs in which an item has no such
// answer are matched in three phases: first items whose answers are all equal, in their order; then
// items with at least half of their answers equal; then, by their order, items between two matched
// neighbors.

import FormText

/// Matches the items of a list in two documents, in slices. An item is identified by its serial,
/// its number among all items of its section.
struct ItemMatcher: Sendable {
  /// One answer of an item.
  private struct Cell: Hashable {
    var row: Int
    var number: Int
    var text: Text
  }

  /// A pair of items that may be the same.
  private struct Pair {
    var old: Int
    var new: Int
    var equal: Int
  }

  private enum Phase {
    case keys, equals, cells, similar, finished
  }

  /// The matches so far.
  private(set) var matches: ItemMatches
  private let section: Int
  private let rows: [FormRow.ID]
  private let unique: [Int]
  private var phase = Phase.keys
  private var next = 1
  private var byUnique: [Cell: Int] = [:]
  /// The old items without a match: in `byHash` by a hash of all their answers, in `byCell` by each
  /// of their answers.
  private var byHash: [Int: [Int]] = [:]
  private var byCell: [Cell: [Int]] = [:]
  private var pairs: [Pair] = []

  /// The largest number of items that may share an answer. A more common answer is not used for
  /// matching.
  private static let mostWithCell = 16

  /// Creates a matcher for a section's list in two documents.
  init(_ oldList: ItemList, _ newList: ItemList, of old: Answers, _ new: Answers) {
    section = oldList.section
    let items = (old.documentItems(of: oldList), new.documentItems(of: newList))
    matches = ItemMatches(old: items.0, new: items.1)
    let contents = old.template.sections[section]
    rows = contents.rows.indices.flatMap { row in
      contents.rows[row].isExported
        ? contents.rows[row].numbers.map {
          FormRow.ID(section: oldList.section, item: 0, row: row, number: $0)
        } : []
    }
    unique = contents.rows.indices.filter { contents.rows[$0].isUnique }
  }

  /// Examines the next items; returns false when all phases are finished. Subtracts the number of
  /// examined rows from `effort`.
  mutating func advance(of old: Answers, _ new: Answers, effort: inout Int) -> Bool {
    while effort > 0 {
      let count = phase == .equals || phase == .similar ? matches.counts.new : matches.counts.old
      guard next <= count else {
        guard begin(old, new) else { return false }
        continue
      }
      effort -= 1
      switch phase {
      case .keys: index(next, in: old, effort: &effort)
      case .equals: findEqual(next, in: old, new, effort: &effort)
      case .cells: indexCells(next, in: old, effort: &effort)
      case .similar: findSimilar(next, in: new, effort: &effort)
      case .finished: return false
      }
      next += 1
    }
    return true
  }

  /// Begins the next phase; returns false after the last phase.
  private mutating func begin(_ old: Answers, _ new: Answers) -> Bool {
    next = 1
    switch phase {
    case .keys: phase = .equals
    case .equals: (phase, byHash, byUnique) = (.cells, [:], [:])
    case .cells: phase = .similar
    case .similar:
      takeSimilar()
      matches.matchByOrder()
      (phase, byCell, pairs) = (.finished, [:], [])
      return false
    case .finished: return false
    }
    return true
  }

  // MARK: - Answers of an item

  private func cells(
    ofItem serial: Int, in answers: Answers, effort: inout Int
  ) -> [Cell] {
    effort -= rows.count
    return rows.compactMap { row in
      var row = row
      row.item = serial
      return answers.documentAnswer(of: row).map {
        Cell(row: row.row, number: row.number, text: $0)
      }
    }
  }

  private func uniqueCell(ofItem serial: Int, in answers: Answers) -> Cell? {
    for row in unique {
      let id = FormRow.ID(section: section, item: serial, row: row, number: 0)
      if let text = answers.documentAnswer(of: id), !text.isBlank {
        return Cell(row: row, number: 0, text: text.trimmed)
      }
    }
    return nil
  }

  // MARK: - The phases

  private mutating func index(_ item: Int, in old: Answers, effort: inout Int) {
    if let cell = uniqueCell(ofItem: matches.before.old + item, in: old) {
      matches.noteUnique(old: item)
      if byUnique[cell] == nil { byUnique[cell] = item }
    } else {
      byHash[
        cells(ofItem: matches.before.old + item, in: old, effort: &effort).hashValue, default: []
      ]
      .append(item)
    }
  }

  private mutating func findEqual(
    _ item: Int, in old: Answers, _ new: Answers, effort: inout Int
  ) {
    if let cell = uniqueCell(ofItem: matches.before.new + item, in: new) {
      matches.noteUnique(new: item)
      if let other = byUnique[cell], !matches.isMatched(old: other) { matches.pair(other, item) }
      return
    }
    let cells = cells(ofItem: matches.before.new + item, in: new, effort: &effort)
    let hash = cells.hashValue
    guard let others = byHash[hash],
      let place = others.firstIndex(where: {
        self.cells(ofItem: matches.before.old + $0, in: old, effort: &effort) == cells
      })
    else { return }
    matches.pair(others[place], item)
    byHash[hash]?.remove(at: place)
  }

  private mutating func indexCells(_ item: Int, in old: Answers, effort: inout Int) {
    guard !matches.isMatched(old: item) else { return }
    for cell in cells(ofItem: matches.before.old + item, in: old, effort: &effort)
    where byCell[cell]?.count ?? 0 <= ItemMatcher.mostWithCell {
      byCell[cell, default: []].append(item)
    }
  }

  private mutating func findSimilar(_ item: Int, in new: Answers, effort: inout Int) {
    guard !matches.isMatched(new: item) else { return }
    let cells = cells(ofItem: matches.before.new + item, in: new, effort: &effort)
    var equal: [Int: Int] = [:]
    for cell in cells {
      guard let others = byCell[cell], others.count <= ItemMatcher.mostWithCell else { continue }
      for other in others { equal[other, default: 0] += 1 }
    }
    for (other, count) in equal where 2 * count >= cells.count && matches.maySame(other, item) {
      pairs.append(Pair(old: other, new: item, equal: count))
    }
  }

  private mutating func takeSimilar() {
    pairs.sort {
      ($1.equal, abs($0.old - $0.new), $0.new, $0.old)
        < ($0.equal, abs($1.old - $1.new), $1.new, $1.old)
    }
    for found in pairs where matches.maySame(found.old, found.new) {
      matches.pair(found.old, found.new)
    }
  }
}

/// The items of a list in two documents that are the same.
struct ItemMatches: Sendable {
  /// The serial of the first item minus 1, on each side.
  let before: (old: Int, new: Int)
  /// The position of the same item on the other side, by the position of an item from 1; 0 for no
  /// match.
  private var newOfOld: [Int32]
  private var oldOfNew: [Int32]
  /// Whether an item has a unique answer, by its position from 1.
  private var hasUnique: (old: [Bool], new: [Bool])

  /// Creates the matches of two lists with the given serials, without any match.
  init(old: ClosedRange<Int>?, new: ClosedRange<Int>?) {
    before = ((old?.lowerBound ?? 1) - 1, (new?.lowerBound ?? 1) - 1)
    let counts = ((old?.count ?? 0) + 1, (new?.count ?? 0) + 1)
    newOfOld = Array(repeating: 0, count: counts.0)
    oldOfNew = Array(repeating: 0, count: counts.1)
    hasUnique = (
      Array(repeating: false, count: counts.0), Array(repeating: false, count: counts.1)
    )
  }

  /// The serials of all new items in order, each with the serial of its old item; nil for an added
  /// item.
  var newItems: [(old: Int?, new: Int)] {
    oldOfNew.indices.dropFirst().map { place in
      (oldOfNew[place] == 0 ? nil : before.old + Int(oldOfNew[place]), before.new + place)
    }
  }

  /// The serials of the old items that were removed.
  var removedItems: [Int] {
    newOfOld.indices.dropFirst().filter { newOfOld[$0] == 0 }.map { before.old + $0 }
  }

  /// The number of old items and the number of new items.
  var counts: (old: Int, new: Int) { (newOfOld.count - 1, oldOfNew.count - 1) }

  /// The matched items in their new order, as runs of items that are consecutive on both sides.
  /// Positions count from 0.
  var runs: [ItemRun] {
    var runs: [ItemRun] = []
    for new in oldOfNew.indices.dropFirst() where oldOfNew[new] != 0 {
      runs.append(old: Int(oldOfNew[new]) - 1, new: new - 1)
    }
    return runs
  }

  /// Records that an item has a unique answer.
  mutating func noteUnique(old item: Int) { hasUnique.old[item] = true }
  mutating func noteUnique(new item: Int) { hasUnique.new[item] = true }

  /// Whether an item has a match.
  func isMatched(old item: Int) -> Bool { newOfOld[item] != 0 }
  func isMatched(new item: Int) -> Bool { oldOfNew[item] != 0 }

  /// Matches two items.
  mutating func pair(_ old: Int, _ new: Int) {
    (newOfOld[old], oldOfNew[new]) = (Int32(clamping: new), Int32(clamping: old))
  }

  /// Whether two items have no match and can be the same.
  func maySame(_ old: Int, _ new: Int) -> Bool {
    newOfOld[old] == 0 && oldOfNew[new] == 0 && !(hasUnique.old[old] && hasUnique.new[new])
  }

  /// Matches the items that still have no match and are between two matched neighbors, by their
  /// order.
  mutating func matchByOrder() {
    var new = 1
    while new <= counts.new {
      guard oldOfNew[new] == 0 else {
        new += 1
        continue
      }
      var end = new
      while end <= counts.new, oldOfNew[end] == 0 { end += 1 }
      // First match the old items after the earlier neighbor, then the old items before the later
      // neighbor.
      var old = (new > 1 ? Int(oldOfNew[new - 1]) : 0) + 1
      if !isUnmatched(old), end <= counts.new {
        old = Int(oldOfNew[end])
        while isUnmatched(old - 1) { old -= 1 }
      }
      let last = end
      while new < last, isUnmatched(old) {
        if maySame(old, new) { pair(old, new) }
        (old, new) = (old + 1, new + 1)
      }
      new = last
    }
  }

  private func isUnmatched(_ old: Int) -> Bool {
    newOfOld.indices.contains(old) && old > 0 && newOfOld[old] == 0
  }
}
