// Builds an index of candidates in slices, so that other work can run between them. First it reads
// the lines of the file, in pieces of any length. Then it sorts the candidates and their words by
// search key (see CandidateKeys) and computes range minima (see RangeMinimum). Each call of
// `continueBuilding` is a slice and does a limited number of steps.
//
// A step computes one key (from at most 1,024 bytes of each text), moves one record of the sort, or
// computes one minimum. A slice takes at most sixteen steps more than its limit. Reading a piece
// takes time proportional to its length and to the length of the line that it completes.

/// Builds an index from the lines of a candidates file, or from the choices of a row.
///
/// ```swift
/// var builder = CandidateBuilder(format: .lines)
/// try bytes.withUnsafeBytes { try builder.append($0) }
/// try builder.finishReading()
/// while builder.continueBuilding(steps: 10_000) { /* let other work run */ }
/// let index = builder.finished()
/// ```
public struct CandidateBuilder: Sendable {
  private enum Stage {
    case reading
    /// Counts the candidates by the first byte of their key, if there are too many to sort them all
    /// at once.
    case countingWholes(next: Int)
    /// Creates records of the candidates whose key begins with a byte in the first range of
    /// `parts`, and counts their further words, which are all words of a candidate except the
    /// first.
    case makingWholes(next: Int)
    case sortingWholes(CandidateSorter)
    case takingWholes(next: Int)
    /// Creates records of the further words that begin with a byte in the first range of `parts`.
    case makingWords(next: Int)
    case sortingWords(CandidateSorter)
    case takingWords(next: Int)
    case minima
    case done
  }

  /// The number of steps so far, to measure the cost of slices.
  public private(set) var stepsTaken = 0

  var reader: CandidateReader
  private var stage = Stage.reading
  private var sorted: [CandidateRecord] = []
  /// The number of candidates by the first byte of their key. `wordCounts` has the number of
  /// further words by their first byte.
  private var wholeCounts = [Int](repeating: 0, count: 256)
  private var wordCounts = [Int](repeating: 0, count: 256)
  /// The ranges of first bytes that remain to be sorted. Records take more memory than the finished
  /// index, so they are created and sorted for one range at a time.
  private var parts: [ClosedRange<UInt8>] = []
  private var wholes = Numbers()
  private var words = Words()

  /// The numbers of candidates in a sorted order, with their range minima (see RangeMinimum).
  private struct Numbers {
    var numbers: [UInt32] = []
    var minima: [UInt32] = []

    var owned: CandidateNumbers {
      CandidateNumbers(numbers: .owned(numbers), minima: .owned(minima))
    }
  }

  /// The further words: all words of the candidates except the first word of each, sorted by the
  /// part of the key that begins with the word. Stored for each word: its candidate, its offset in
  /// the key, and the number of its first bytes that also begin an earlier word of the same
  /// candidate (`repeats`).
  private struct Words {
    var candidates = Numbers()
    var offsets: [UInt8] = []
    var repeats: [UInt8] = []
  }

  /// Creates a builder.
  ///
  /// - Parameters:
  ///   - format: the format of a line.
  ///   - byteCount: the expected number of bytes, to reserve memory; 0 if unknown.
  public init(format: CandidateFormat, byteCount: Int = 0) {
    reader = CandidateReader(format: format, byteCount: byteCount)
  }

  init(_ candidates: some Sequence<(label: String, value: String)>) {
    reader = CandidateReader()
    for (label, value) in candidates { reader.add(label: label, value: value) }
    beginSorting()
  }

  /// Reads a piece of the file. A piece may end anywhere, even within a line.
  ///
  /// - Throws: the error in the first line that cannot be used. The builder must not be used
  ///   afterwards.
  public mutating func append(_ bytes: UnsafeRawBufferPointer) throws(CandidateError) {
    try reader.append(bytes)
  }

  /// Ends the reading.
  ///
  /// - Throws: the error in the last line.
  public mutating func finishReading() throws(CandidateError) {
    try reader.finish()
    beginSorting()
  }

  /// Continues building.
  ///
  /// - Parameter steps: the maximum number of steps; the call may take up to sixteen more.
  /// - Returns: whether work remains.
  public mutating func continueBuilding(steps: Int) -> Bool {
    var rest = steps
    while rest > 0 {
      switch stage {
      case .reading, .done:
        stepsTaken += steps - rest
        return false
      case .countingWholes(let next): countWholes(from: next, &rest)
      case .makingWholes(let next): makeWholes(from: next, &rest)
      case .sortingWholes(let sorter):
        sort(sorter, &rest, then: .takingWholes(next: 0)) { .sortingWholes($0) }
      case .takingWholes(let next): takeWholes(from: next, &rest)
      case .makingWords(let next): makeWords(from: next, &rest)
      case .sortingWords(let sorter):
        sort(sorter, &rest, then: .takingWords(next: 0)) { .sortingWords($0) }
      case .takingWords(let next): takeWords(from: next, &rest)
      case .minima:
        let remains =
          RangeMinimum.extend(&wholes.minima, of: wholes.numbers, steps: &rest)
          || RangeMinimum.extend(
            &words.candidates.minima, of: words.candidates.numbers, steps: &rest)
        if !remains { stage = .done }
      }
    }
    stepsTaken += steps - rest
    if case .done = stage { return false }
    return true
  }

  /// The index. Completes all remaining work first.
  public consuming func finished() -> CandidateIndex {
    while continueBuilding(steps: .max) {}
    return CandidateIndex(
      CandidateArrays(
        count: reader.texts.count, fieldNames: reader.fieldNames, layout: reader.layout,
        texts: reader.texts.owned, records: reader.records.owned, wholes: wholes.owned,
        words: words.candidates.owned, wordOffsets: .owned(words.offsets),
        repeats: .owned(words.repeats)))
  }

  // MARK: - Stages

  /// Calls `body` with the texts of the candidates, so that `body` can make keys of them. The texts
  /// no longer change after reading.
  private static func withKeys(_ reader: CandidateReader, _ body: (CandidateKeys) -> Void) {
    reader.texts.owned.withKeys(reader.layout, body)
  }

  /// The maximum number of records that exist at a time. They take at most three quarters of the
  /// memory of the texts, but 65,536 records are always allowed.
  private var mostRecords: Int {
    max(reader.texts.bytes.count * 3 / 4 / MemoryLayout<CandidateRecord>.stride, 1 << 16)
  }

  private mutating func beginSorting() {
    let count = reader.texts.count
    wholes.numbers.reserveCapacity(count)
    guard count > mostRecords else {
      wholeCounts[0] = count
      parts = [0...255]
      stage = .makingWholes(next: 0)
      return
    }
    stage = .countingWholes(next: 0)
  }

  private mutating func countWholes(from first: Int, _ rest: inout Int) {
    let count = reader.texts.count
    let end = first + min(rest, count - first)
    rest -= end - first
    CandidateBuilder.withKeys(reader) { keys in
      for candidate in first..<end {
        let length = keys.makeKey(of: candidate, needed: 1)
        wholeCounts[Int(keys.firstByte(count: length))] += 1
      }
    }
    stage = .countingWholes(next: end)
    guard end == count else { return }
    parts = divided(wholeCounts)
    stage = .makingWholes(next: 0)
  }

  private mutating func makeWholes(from first: Int, _ rest: inout Int) {
    let count = reader.texts.count
    let part = parts[0]
    if first == 0 { sorted.reserveCapacity(part.reduce(0) { $0 + wholeCounts[Int($1)] }) }
    let end = first + min(rest, count - first)
    rest -= end - first
    CandidateBuilder.withKeys(reader) { keys in
      for candidate in first..<end {
        let length = keys.makeKey(of: candidate)
        guard part.contains(keys.firstByte(count: length)) else { continue }
        keys.forEachWord(count: length) { wordCounts[Int(keys.buffer[$0])] += 1 }
        sorted.append(
          CandidateRecord(
            word: keys.word(at: 0, count: length), candidate: UInt32(candidate), offset: 0,
            repeats: 0))
      }
    }
    stage =
      end < count ? .makingWholes(next: end) : .sortingWholes(CandidateSorter(count: sorted.count))
  }

  /// Divides the 256 possible first bytes into ranges, each with at most `mostRecords` records if
  /// possible.
  private func divided(_ counts: [Int]) -> [ClosedRange<UInt8>] {
    var parts: [ClosedRange<UInt8>] = []
    var first: UInt8 = 0
    var count = 0
    for byte in UInt8(0)...255 {
      let more = counts[Int(byte)]
      if count > 0, count + more > mostRecords {
        parts.append(first...byte - 1)
        (first, count) = (byte, 0)
      }
      count += more
    }
    return parts + [first...255]
  }

  private mutating func beginWords() {
    let count = wordCounts.reduce(0, +)
    words.candidates.numbers.reserveCapacity(count)
    words.offsets.reserveCapacity(count)
    words.repeats.reserveCapacity(count)
    parts = divided(wordCounts)
    stage = .makingWords(next: 0)
  }

  private mutating func makeWords(from first: Int, _ rest: inout Int) {
    let count = reader.texts.count
    guard let part = parts.first else {
      stage = .minima
      return
    }
    if first == 0 { sorted.reserveCapacity(part.reduce(0) { $0 + wordCounts[Int($1)] }) }
    let end = first + min(rest, count - first)
    rest -= end - first
    CandidateBuilder.withKeys(reader) { keys in
      var offsets: [Int] = []
      for candidate in first..<end {
        let length = keys.makeKey(of: candidate)
        offsets.removeAll(keepingCapacity: true)
        offsets.append(0)
        keys.forEachWord(count: length) { offset in
          defer { offsets.append(offset) }
          guard part.contains(keys.buffer[offset]) else { return }
          var common = 0
          for earlier in offsets {
            common = max(common, keys.commonLength(earlier, offset, count: length))
          }
          sorted.append(
            CandidateRecord(
              word: keys.word(at: offset, count: length), candidate: UInt32(candidate),
              offset: UInt8(truncatingIfNeeded: offset), repeats: UInt8(clamping: common)))
        }
      }
    }
    stage =
      end < count ? .makingWords(next: end) : .sortingWords(CandidateSorter(count: sorted.count))
  }

  private mutating func sort(
    _ sorter: CandidateSorter, _ rest: inout Int, then next: Stage,
    else same: (CandidateSorter) -> Stage
  ) {
    var sorter = sorter
    var remains = true
    CandidateBuilder.withKeys(reader) { keys in
      sorted.withUnsafeMutableBufferPointer { remains = sorter.advance(&rest, $0, keys) }
    }
    stage = remains ? same(sorter) : next
  }

  private mutating func takeWholes(from first: Int, _ rest: inout Int) {
    let end = first + min(rest, sorted.count - first)
    rest -= end - first
    for record in sorted[first..<end] { wholes.numbers.append(record.candidate) }
    stage = .takingWholes(next: end)
    guard end == sorted.count else { return }
    sorted = []
    parts.removeFirst()
    if parts.isEmpty {
      beginWords()
    } else {
      stage = .makingWholes(next: 0)
    }
  }

  private mutating func takeWords(from first: Int, _ rest: inout Int) {
    let end = first + min(rest, sorted.count - first)
    rest -= end - first
    for record in sorted[first..<end] {
      words.candidates.numbers.append(record.candidate)
      words.offsets.append(record.offset)
      words.repeats.append(record.repeats)
    }
    stage = .takingWords(next: end)
    guard end == sorted.count else { return }
    sorted = []
    parts.removeFirst()
    if !parts.isEmpty {
      stage = .makingWords(next: 0)
      return
    }
    wholes.minima.reserveCapacity(RangeMinimum.minimumCount(of: wholes.numbers.count))
    words.candidates.minima.reserveCapacity(RangeMinimum.minimumCount(of: words.offsets.count))
    stage = .minima
  }
}
