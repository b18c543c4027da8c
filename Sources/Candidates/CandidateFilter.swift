// Filters an index: makes a new index that has only some of the candidates of an existing index.
// The sorted arrays of the existing index are copied without the other candidates, so nothing is
// sorted again.
//
// A step decides whether one candidate belongs to the new index, visits one element of a sorted
// array, or computes one range minimum (see RangeMinimum).

/// Builds a filtered index in slices: a new index with some of the candidates of an existing index.
public struct CandidateFilter: Sendable {
  private enum Stage { case deciding, wholes, words, minima, done }

  private let index: CandidateIndex
  private var stage = Stage.deciding
  /// The next candidate, or the next element of a sorted array, to visit.
  private var next = 0
  private var isMember: [Bool] = []
  private var members: [UInt32] = []
  private var wholes: (numbers: [UInt32], minima: [UInt32]) = ([], [])
  private var words: (candidates: [UInt32], minima: [UInt32]) = ([], [])
  private var wordOffsets: [UInt8] = []
  private var repeats: [UInt8] = []

  /// Prepares to filter an index; `advance` then asks for each candidate whether it belongs to the
  /// new index.
  public init(of index: CandidateIndex) {
    self.index = index
    isMember.reserveCapacity(index.arrays.count)
  }

  /// Continues building.
  ///
  /// - Parameters:
  ///   - steps: the maximum number of steps.
  ///   - cost: the number of steps that one decision takes.
  ///   - decide: returns whether a candidate belongs to the new index; called once for each
  ///     candidate.
  /// - Returns: whether work remains.
  public mutating func advance(steps: Int, cost: Int = 1, decide: (Int) -> Bool) -> Bool {
    var rest = steps
    while rest > 0, stage != .done {
      switch stage {
      case .deciding:
        let end = min(next + max(rest / max(cost, 1), 1), index.arrays.count)
        rest -= (end - next) * cost
        for candidate in next..<end {
          isMember.append(decide(candidate))
          if isMember[candidate] { members.append(UInt32(candidate)) }
        }
        proceed(to: .wholes, from: end, of: index.arrays.count)
      case .wholes: takeWholes(&rest)
      case .words: takeWords(&rest)
      case .minima:
        let remains =
          RangeMinimum.extend(&wholes.minima, of: wholes.numbers, steps: &rest)
          || RangeMinimum.extend(&words.minima, of: words.candidates, steps: &rest)
        if !remains { stage = .done }
      case .done: break
      }
    }
    return stage != .done
  }

  /// The new index. `advance` must have returned false before.
  public consuming func finished() -> CandidateIndex {
    let arrays = index.arrays
    if members.count == arrays.count { return index }
    return CandidateIndex(
      CandidateArrays(
        count: arrays.count, fieldNames: arrays.fieldNames, layout: arrays.layout,
        texts: arrays.texts, records: arrays.records,
        wholes: CandidateNumbers(numbers: .owned(wholes.numbers), minima: .owned(wholes.minima)),
        words: CandidateNumbers(numbers: .owned(words.candidates), minima: .owned(words.minima)),
        wordOffsets: .owned(wordOffsets), repeats: .owned(repeats), members: members))
  }

  private mutating func proceed(to stage: Stage, from place: Int, of count: Int) {
    next = place
    if place >= count { (self.stage, next) = (stage, 0) }
  }

  private mutating func takeWholes(_ rest: inout Int) {
    let (first, most) = (next, rest)
    var taken: [UInt32] = []
    let (end, count) = index.withWholes { wholes in
      let end = min(first + most, wholes.numbers.count)
      // If the file of the index is damaged, a number may belong to no candidate.
      for place in first..<end where isMember(wholes.numbers[place]) {
        taken.append(wholes.numbers[place])
      }
      return (end, wholes.numbers.count)
    }
    wholes.numbers += taken
    rest -= end - first
    proceed(to: .words, from: end, of: count)
  }

  private mutating func takeWords(_ rest: inout Int) {
    let (first, most) = (next, rest)
    var taken: [(candidate: UInt32, offset: UInt8, repeats: UInt8)] = []
    let (end, count) = index.withWords { words in
      let end = min(first + most, words.candidates.numbers.count)
      for place in first..<end where isMember(words.candidates.numbers[place]) {
        taken.append((words.candidates.numbers[place], words.offsets[place], words.repeats[place]))
      }
      return (end, words.candidates.numbers.count)
    }
    for one in taken {
      words.candidates.append(one.candidate)
      wordOffsets.append(one.offset)
      repeats.append(one.repeats)
    }
    rest -= end - first
    proceed(to: .minima, from: end, of: count)
  }

  private func isMember(_ candidate: UInt32) -> Bool {
    isMember.indices.contains(Int(candidate)) && isMember[Int(candidate)]
  }
}
