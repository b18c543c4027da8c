// The matches of a query: first the candidates that begin with it, then the candidates with a later
// word that begins with it, each group in file order. Matches are found only as far as the caller
// reads them.

/// The candidates that match a query, the best first.
public struct CandidateMatches: Sendable {
  /// The number of matches, at most 10,000. If there are more matches, `isCountExact` is false.
  public let count: Int
  /// Whether `count` is exact. If not, counting stopped at 10,000.
  public let isCountExact: Bool

  private let index: CandidateIndex
  private let wholes: Range<Int>
  private let words: Range<Int>
  /// The length of the folded query in bytes; if it is 0, all candidates match.
  private let length: Int
  /// The matches extracted so far. `parts` is a heap of the ranges with the matches that remain. At
  /// its top is the range with the smallest candidate number, which is the next match in file
  /// order.
  private var found: [UInt32] = []
  private var parts: [Part] = []
  private var stage = Stage.new

  private enum Stage { case new, wholes, words, end }

  private struct Part {
    var range: Range<Int>
    /// The smallest candidate of the range. `place` is its position.
    var candidate: UInt32
    var place: Int
  }

  /// The number of matches at which counting stops.
  public static let mostCounted = 10_000

  init(all index: CandidateIndex) {
    self.index = index
    (wholes, words, length) = (0..<0, 0..<0, 0)
    isCountExact = index.count <= CandidateMatches.mostCounted
    count = min(index.count, CandidateMatches.mostCounted)
  }

  init(of index: CandidateIndex, wholes: Range<Int>, words: Range<Int>, length: Int, count: Int) {
    self.index = index
    (self.wholes, self.words, self.length) = (wholes, words, length)
    isCountExact = count <= CandidateMatches.mostCounted
    self.count = min(count, CandidateMatches.mostCounted)
  }

  /// The matches at a range of positions among all matches; fewer if there are not enough matches.
  ///
  /// - Complexity: O(log n) for each match that was not yet extracted, up to the end of the range.
  public mutating func candidates(in range: Range<Int>) -> [Int] {
    guard length > 0 else {
      let end = min(max(range.upperBound, 0), index.count)
      return index.candidates(at: min(max(range.lowerBound, 0), end)..<end)
    }
    while found.count < range.upperBound, stage != .end { takeNext() }
    let end = min(range.upperBound, found.count)
    return found[min(range.lowerBound, end)..<end].map(Int.init)
  }

  // MARK: - Extracting

  private mutating func takeNext() {
    if stage == .new {
      stage = .wholes
      index.withWholes { add(wholes, $0) }
    }
    if parts.isEmpty {
      stage = stage == .wholes ? .words : .end
      if stage == .words { index.withWords { add(words, $0.candidates) } }
      return
    }
    let part = removeLeast()
    if stage == .words {
      index.withWords { words in
        add(part.range.lowerBound..<part.place, words.candidates)
        add(part.place + 1..<part.range.upperBound, words.candidates)
        if Int(words.repeats[part.place]) < length { take(part.candidate) }
      }
    } else {
      index.withWholes { wholes in
        add(part.range.lowerBound..<part.place, wholes)
        add(part.place + 1..<part.range.upperBound, wholes)
        take(part.candidate)
      }
    }
  }

  private mutating func take(_ candidate: UInt32) {
    // If the file of the index is damaged, a number may belong to no candidate.
    if Int(candidate) < index.arrays.count { found.append(candidate) }
  }

  /// Adds a subrange to the heap.
  private mutating func add(_ range: Range<Int>, _ numbers: RangeMinimum) {
    guard let place = numbers.position(in: range) else { return }
    parts.append(Part(range: range, candidate: numbers.numbers[place], place: place))
    var child = parts.count - 1
    while child > 0, parts[child].candidate < parts[(child - 1) / 2].candidate {
      parts.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func removeLeast() -> Part {
    parts.swapAt(0, parts.count - 1)
    let least = parts.removeLast()
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < parts.count else { return least }
      if child + 1 < parts.count, parts[child + 1].candidate < parts[child].candidate { child += 1 }
      guard parts[child].candidate < parts[parent].candidate else { return least }
      parts.swapAt(child, parent)
      parent = child
    }
  }
}
