// What was found for a query, taken out in the order of the file as far as somebody looks.

/// The candidates that a query offers, best first.
public struct CandidateMatches: Sendable {
  /// How many there are, exactly up to 10,000; if there are more, `isCountExact` is false.
  public let count: Int
  /// Whether `count` is how many there are, rather than the most that are counted.
  public let isCountExact: Bool

  private let index: CandidateIndex
  private let wholes: Range<Int>
  private let words: Range<Int>
  /// How many bytes the folded query has; 0 offers all candidates.
  private let length: Int
  /// What was taken out so far, and what waits: parts of a range, each with its least candidate.
  private var found: [UInt32] = []
  private var parts: [Part] = []
  private var stage = Stage.new

  private enum Stage { case new, wholes, words, end }

  private struct Part {
    var range: Range<Int>
    /// The least candidate of the range, and where it stands.
    var candidate: UInt32
    var place: Int
  }

  /// Up to how many matches are counted.
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

  /// The candidates from one place to another among the matches; fewer at the end.
  ///
  /// - Complexity: O(log n) for each that was not yet taken out, up to the range's end.
  public mutating func candidates(in range: Range<Int>) -> [Int] {
    guard length > 0 else {
      let end = min(max(range.upperBound, 0), index.count)
      return index.candidates(at: min(max(range.lowerBound, 0), end)..<end)
    }
    while found.count < range.upperBound, stage != .end { takeNext() }
    let end = min(range.upperBound, found.count)
    return found[min(range.lowerBound, end)..<end].map(Int.init)
  }

  // MARK: - Taking out

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
    // Of a damaged index anything may come.
    if Int(candidate) < index.arrays.count { found.append(candidate) }
  }

  /// Adds a part of a range to the heap of those that wait.
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
