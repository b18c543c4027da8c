// Sorts the words of candidates by their search keys (see CandidateKeys). The work is done in
// slices; between two slices the program handles keys.
//
// The algorithm is quicksort. It compares eight bytes of the keys at a time. If the eight bytes of
// some records are equal, their next eight bytes are read and these records are sorted again. The
// whole state is in the `CandidateSorter`, so sorting can pause after any number of steps. The
// pivots are pseudo-random with a fixed seed, so the same file gives the same index.

/// A word in a candidate's key, as an element to sort. Records are sorted by the part of the key
/// that begins with the word.
struct CandidateRecord: BitwiseCopyable, Sendable {
  /// Eight bytes of the key. They begin `depth` bytes after the beginning of the candidate's word;
  /// `depth` is a member of `CandidateSorter.Run`.
  var word: UInt64
  var candidate: UInt32
  /// The offset of the word in the key.
  var offset: UInt8
  /// The length of the longest beginning that the word shares with an earlier word of the same key.
  var repeats: UInt8
}

/// Sorts records step by step.
struct CandidateSorter: Sendable {
  /// Consecutive records that are still to be sorted. The first `depth` bytes of their words are
  /// equal.
  private struct Run {
    var start: Int
    var end: Int
    var depth: Int
  }

  /// A run that is being partitioned. The first pass moves the records below the pivot to the
  /// front; the second pass moves the records equal to the pivot after them. Both passes move every
  /// record without a branch, because a branch would be unpredictable.
  private struct Partition {
    let run: Run
    let pivot: UInt64
    /// The end of the records below the pivot; nil during the first pass.
    var low: Int?
    /// The index at which the next record that belongs to the front is put.
    var front: Int
    /// The index of the record to look at next.
    var next: Int

    init(_ run: Run, pivot: UInt64) {
      (self.run, self.pivot) = (run, pivot)
      (front, next) = (run.start, run.start)
    }

    var isDone: Bool { low != nil && next == run.end }

    mutating func advance(
      _ steps: inout Int, _ records: UnsafeMutableBufferPointer<CandidateRecord>
    ) {
      let end = next + min(run.end - next, steps)
      steps -= end - next
      var front = front
      if low == nil {
        for place in next..<end {
          let record = records[place]
          records[place] = records[front]
          records[front] = record
          front &+= record.word < pivot ? 1 : 0
        }
      } else {
        for place in next..<end {
          let record = records[place]
          records[place] = records[front]
          records[front] = record
          front &+= record.word == pivot ? 1 : 0
        }
      }
      (self.front, next) = (front, end)
      if low == nil, end == run.end { (low, next) = (front, front) }
    }
  }

  private enum Activity {
    case none
    case partitioning(Partition)
    case reloading(Run, next: Int)
  }

  private var waiting: [Run]
  private var activity = Activity.none
  private var random: UInt64

  /// The maximum length of a run that is sorted at once, by insertion.
  private static let shortRun = 16
  /// The number of candidates whose texts are fetched from memory together.
  private static let group = 32

  init(count: Int) {
    waiting = [Run(start: 0, end: count, depth: 0)]
    random = UInt64(count)
  }

  /// Continues sorting for a number of steps. A step handles one record. A short run is sorted at
  /// once, so a call may take up to 15 steps more.
  ///
  /// - Returns: whether work remains.
  mutating func advance(
    _ steps: inout Int, _ records: UnsafeMutableBufferPointer<CandidateRecord>,
    _ keys: CandidateKeys
  ) -> Bool {
    while steps > 0 {
      switch activity {
      case .none:
        guard let run = waiting.popLast() else { return false }
        begin(run, &steps, records, keys)
      case .partitioning(var partition):
        partition.advance(&steps, records)
        activity = .partitioning(partition)
        if partition.isDone { finish(partition) }
      case .reloading(let run, var next):
        let end = next + min(run.end - next, steps, CandidateSorter.group)
        steps -= end - next
        reload(next..<end, records, keys, depth: run.depth)
        next = end
        activity = .reloading(run, next: next)
        if next == run.end {
          activity = .none
          waiting.append(run)
        }
      }
    }
    if case .none = activity { return !waiting.isEmpty }
    return true
  }

  private mutating func begin(
    _ run: Run, _ steps: inout Int, _ records: UnsafeMutableBufferPointer<CandidateRecord>,
    _ keys: CandidateKeys
  ) {
    if run.end - run.start <= CandidateSorter.shortRun {
      steps -= max(run.end - run.start, 1)
      sortShort(run, records, keys)
      return
    }
    var words = (UInt64(0), UInt64(0), UInt64(0))
    words.0 = records[run.start + place(in: run)].word
    words.1 = records[run.start + place(in: run)].word
    words.2 = records[run.start + place(in: run)].word
    let pivot = max(min(words.0, words.1), min(max(words.0, words.1), words.2))
    activity = .partitioning(Partition(run, pivot: pivot))
  }

  private mutating func place(in run: Run) -> Int {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(random >> 33) % (run.end - run.start)
  }

  private mutating func finish(_ partition: Partition) {
    let (run, pivot) = (partition.run, partition.pivot)
    let (low, high) = (partition.low ?? run.start, partition.front)
    activity = .none
    var parts = [
      Run(start: run.start, end: low, depth: run.depth),
      Run(start: high, end: run.end, depth: run.depth),
    ].filter { $0.end - $0.start > 1 }
    // The longest part is sorted last, so that few runs are waiting at any time.
    parts.sort { $0.end - $0.start > $1.end - $1.start }
    waiting += parts
    // If a key ends within the eight bytes, the records with equal bytes have equal keys and are
    // already sorted.
    let depth = run.depth + 8
    if pivot & 0xFF != 0, high - low > 1, depth < CandidateKeys.limit {
      activity = .reloading(Run(start: low, end: high, depth: depth), next: low)
    }
  }

  /// Reads the eight bytes at `depth` for a group of records. Fetching texts in groups halves the
  /// time of sorting, because the memory fetches overlap.
  private func reload(
    _ places: Range<Int>, _ records: UnsafeMutableBufferPointer<CandidateRecord>,
    _ keys: CandidateKeys, depth: Int
  ) {
    keys.fetch(records[places])
    for place in places {
      let record = records[place]
      records[place].word = keys.word(ofKey: Int(record.candidate), at: Int(record.offset) + depth)
    }
  }

  /// Sorts a short run at once, by the current eight bytes. Records whose eight bytes are equal are
  /// then sorted by their next eight bytes.
  private func sortShort(
    _ run: Run, _ records: UnsafeMutableBufferPointer<CandidateRecord>, _ keys: CandidateKeys
  ) {
    for index in run.start..<run.end {
      var place = index
      let record = records[index]
      while place > run.start, record.word < records[place - 1].word {
        records[place] = records[place - 1]
        place -= 1
      }
      records[place] = record
    }
    let depth = run.depth + 8
    var start = run.start
    while start < run.end {
      let word = records[start].word
      var end = start + 1
      while end < run.end, records[end].word == word { end += 1 }
      if end - start > 1, word & 0xFF != 0, depth < CandidateKeys.limit {
        reload(start..<end, records, keys, depth: depth)
        sortShort(Run(start: start, end: end, depth: depth), records, keys)
      }
      start = end
    }
  }
}
