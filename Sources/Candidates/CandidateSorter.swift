// Sorting places in keys in slices, so that keys that are typed meanwhile go first.
//
// Quicksort by eight bytes of the key at a time: a run of records whose eight bytes are equal reads
// its next eight and is sorted again. Everything that is under way stands in this value, so sorting
// stops after any number of steps and goes on from there. The pivots are drawn by chance, from the
// same numbers each time: the same file makes the same index.

/// A place in a candidate's key that is being sorted.
struct CandidateRecord: BitwiseCopyable, Sendable {
  /// Eight bytes of the key, as far as it is sorted.
  var word: UInt64
  var candidate: UInt32
  /// Where in the key the place is.
  var offset: UInt8
  /// How many bytes an earlier place of the same key has in common with this one.
  var repeats: UInt8
}

/// Sorts records step by step.
struct CandidateSorter: Sendable {
  /// A run of records whose keys agree up to `depth`.
  private struct Run {
    var start: Int
    var end: Int
    var depth: Int
  }

  /// A run that is being divided: what is less than the pivot goes to the front, and then, of the
  /// rest, what is equal to it. Both passes move every record and decide nothing by a branch, which
  /// nobody could predict.
  private struct Partition {
    let run: Run
    let pivot: UInt64
    /// Where what is less ends, once the first pass is done.
    var low: Int?
    /// Where the next record goes that belongs to the front, and which record is looked at next.
    var front: Int
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

  /// Runs up to this length are sorted at once.
  private static let shortRun = 16
  /// How many texts are asked for together.
  private static let group = 32

  init(count: Int) {
    waiting = [Run(start: 0, end: count, depth: 0)]
    random = UInt64(count)
  }

  /// Goes on for a number of steps, each a record that is looked at, or a short run.
  ///
  /// - Returns: whether there is more to do.
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
    // The longer part waits, so that few runs do.
    parts.sort { $0.end - $0.start > $1.end - $1.start }
    waiting += parts
    // A key that ends within the eight bytes is equal to the others to its end.
    let depth = run.depth + 8
    if pivot & 0xFF != 0, high - low > 1, depth < CandidateKeys.limit {
      activity = .reloading(Run(start: low, end: high, depth: depth), next: low)
    }
  }

  /// Reads the eight bytes at `depth`. Half of the time of sorting was waiting for memory, text by
  /// text; asked for together they come together.
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

  /// Sorts a short run at once: by the eight bytes there are, then what is equal by its next eight.
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
