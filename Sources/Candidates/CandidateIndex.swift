// The candidates of a row, found by what is typed: those whose text begins with it, then those of
// which a word does, both in the order of their file.
//
// The text of the file is kept as it is, with where each candidate begins, and two sorted arrays:
// `wholes` has every candidate by its key, `words` the places in keys where further words begin.
// What begins with a query is one range of each. The best of a range come out of it by range minima,
// in the order of the file, without a look at the others. `repeats` says for each word how many
// bytes an earlier place of the same key shares with it: a candidate that was found there already
// has as many as the query, so it is neither offered nor counted twice.
//
// Invariants: what is read out of an index that somebody lent is checked where it is used: a damaged
// one finds the wrong candidates, but never reads beyond its memory.

import FormText

/// Texts one after the other, and the start of each; one more start is the end of the last.
struct CandidateTexts: Sendable {
  let bytes: CandidateArray<UInt8>
  let starts: CandidateArray<UInt32>

  var byteCount: Int { bytes.count + 4 * starts.count }

  func withKeys<Result>(_ layout: CandidateLayout, _ body: (CandidateKeys) -> Result) -> Result {
    bytes.withElements { text in
      starts.withElements { starts in
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: CandidateKeys.limit) { buffer in
          body(CandidateKeys(text: text, starts: starts, layout: layout, buffer: buffer))
        }
      }
    }
  }
}

/// Candidates by key, with range minima.
struct CandidateNumbers: Sendable {
  let numbers: CandidateArray<UInt32>
  let minima: CandidateArray<UInt32>

  var byteCount: Int { 4 * (numbers.count + minima.count) }

  func withMinima<Result>(_ body: (RangeMinimum) -> Result) -> Result {
    numbers.withElements { numbers in
      minima.withElements { body(RangeMinimum(numbers, minima: $0)) }
    }
  }
}

/// The arrays of an index. A class, because sessions are copied with their indices.
final class CandidateArrays: Sendable {
  let count: Int
  let fieldNames: [String]
  let layout: CandidateLayout
  /// The texts of the candidates, and for objects the lines they came from.
  let texts: CandidateTexts
  let records: CandidateTexts
  let wholes: CandidateNumbers
  /// The candidates of the places by the key from there on.
  let words: CandidateNumbers
  /// The places themselves, and how many bytes of each an earlier place repeats.
  let wordOffsets: CandidateArray<UInt8>
  let repeats: CandidateArray<UInt8>
  /// The candidates in the index, in the order of the file; nil if it has all of them.
  let members: [UInt32]?

  init(
    count: Int, fieldNames: [String], layout: CandidateLayout, texts: CandidateTexts,
    records: CandidateTexts, wholes: CandidateNumbers, words: CandidateNumbers,
    wordOffsets: CandidateArray<UInt8>, repeats: CandidateArray<UInt8>, members: [UInt32]? = nil
  ) {
    (self.count, self.fieldNames, self.layout) = (count, fieldNames, layout)
    (self.texts, self.records, self.wholes, self.words) = (texts, records, wholes, words)
    (self.wordOffsets, self.repeats, self.members) = (wordOffsets, repeats, members)
  }
}

/// Candidates that can be searched while a person types.
public struct CandidateIndex: Sendable {
  let arrays: CandidateArrays

  init(_ arrays: CandidateArrays) { self.arrays = arrays }

  /// An index of candidates from a list, without a file. O(n log n).
  package init(_ candidates: some Sequence<(label: String, value: String)>) {
    self = CandidateBuilder(candidates).finished()
  }

  /// An index of the bytes of a candidates file.
  public init(reading bytes: [UInt8], format: CandidateFormat) throws(CandidateError) {
    var builder = CandidateBuilder(format: format, byteCount: bytes.count)
    try bytes.withUnsafeBufferPointer { bytes throws(CandidateError) in
      try builder.append(UnsafeRawBufferPointer(bytes))
    }
    try builder.finishReading()
    self = builder.finished()
  }

  /// How many candidates there are.
  public var count: Int { arrays.members?.count ?? arrays.count }

  /// The candidates at some places in the order of the file.
  func candidates(at places: Range<Int>) -> [Int] {
    arrays.members.map { $0[places].map(Int.init) } ?? Array(places)
  }

  /// Whether two indices share all they hold.
  public func isSame(as other: CandidateIndex) -> Bool { arrays === other.arrays }
  /// The names of the fields that candidates have beside value and label.
  public var fieldNames: [String] { arrays.fieldNames }

  /// How many bytes of memory the index takes, or maps.
  public var byteCount: Int {
    arrays.texts.byteCount + arrays.records.byteCount + arrays.wholes.byteCount
      + arrays.words.byteCount + arrays.wordOffsets.count + arrays.repeats.count
  }

  // MARK: - Candidates

  /// What is offered for a candidate.
  public func label(of candidate: Int) -> String {
    withKeys { String(decoding: $0.parts(of: candidate).label, as: UTF8.self) }
  }

  /// What is typed for a candidate's value: its label where it has no other.
  public func valueText(of candidate: Int) -> String {
    withKeys { keys in
      let parts = keys.parts(of: candidate)
      return String(decoding: parts.value ?? parts.label, as: UTF8.self)
    }
  }

  /// Where in a candidate's label, in UTF-8 bytes, stands what was typed; nil where it was found by
  /// its value.
  public func matchedPart(of candidate: Int, query: String) -> Range<Int>? {
    let query = CandidateIndex.folded(query, limit: CandidateKeys.limit)
    guard !query.isEmpty else { return nil }
    return withKeys { keys in
      let label = keys.parts(of: candidate).label
      let count = keys.makeKey(of: candidate)
      var start: Int? = nil
      query.withUnsafeBufferPointer { query in
        if keys.compare(candidate, from: 0, with: query) == 0 { start = 0 }
        _ = keys.makeKey(of: candidate)
        var offsets: [Int] = []
        keys.forEachWord(count: count) { offsets.append($0) }
        start = start ?? offsets.first { keys.compare(candidate, from: $0, with: query) == 0 }
      }
      let positions = Folding.positions(
        in: label, limit: CandidateKeys.labelLimit(of: arrays.layout),
        reading: CandidateKeys.reading)
      guard let start, start < positions.count - 1 else { return nil }
      let end = min(start + query.count, positions.count - 1)
      return Int(positions[start])..<Int(positions[end])
    }
  }

  /// The folded text that is looked for.
  static func folded(_ query: String, limit: Int, keepsLastSpace: Bool = true) -> [UInt8] {
    Folding.foldedBytes(
      query, keepsLastSpace: keepsLastSpace, limit: limit, reading: CandidateKeys.reading)
  }

  // MARK: - Fields, read anew when they are asked for: only what is picked is

  /// The text of a named cell of a candidate; nil where it is empty, and in a file without cells.
  package func cell(named name: String, of candidate: Int) -> String? {
    guard case .columns = arrays.layout,
      let column = fieldNames.firstIndex(where: { $0.hasSameScalars(as: name) })
    else { return nil }
    let text = withKeys { keys in
      String(decoding: CandidateLayout.cell(column, of: keys.bytes(of: candidate)), as: UTF8.self)
    }
    return text.isEmpty ? nil : text
  }

  /// The bytes of the object that a candidate is in its file; nil where it is none.
  package func object(of candidate: Int) -> [UInt8]? {
    guard arrays.layout == .labelAndValue else { return nil }
    return arrays.records.bytes.withElements { records in
      arrays.records.starts.withElements { starts in
        guard candidate >= 0, candidate + 1 < starts.count else { return nil }
        let (start, end) = (Int(starts[candidate]), Int(starts[candidate + 1]))
        guard start <= end, end <= records.count else { return nil }
        return Array(records[start..<end])
      }
    }
  }

  // MARK: - Memory

  /// Calls `body` with the texts of the candidates.
  func withKeys<Result>(_ body: (CandidateKeys) -> Result) -> Result {
    arrays.texts.withKeys(arrays.layout, body)
  }

  /// Calls `body` with the candidates by key.
  func withWholes<Result>(_ body: (RangeMinimum) -> Result) -> Result {
    arrays.wholes.withMinima(body)
  }

  /// Calls `body` with the further words by key.
  func withWords<Result>(_ body: (CandidateWords) -> Result) -> Result {
    arrays.words.withMinima { words in
      arrays.wordOffsets.withElements { offsets in
        arrays.repeats.withElements { repeats in
          body(CandidateWords(candidates: words, offsets: offsets, repeats: repeats))
        }
      }
    }
  }
}

/// The places in keys where further words begin, sorted by the key from there on.
struct CandidateWords {
  let candidates: RangeMinimum
  let offsets: UnsafeBufferPointer<UInt8>
  let repeats: UnsafeBufferPointer<UInt8>

  /// How many places of a range are the first of their candidate to begin with a query of `length`
  /// bytes; counted on only until there are more than `most`.
  func countFirst(in range: Range<Int>, length: Int, most: Int) -> Int {
    var count = 0
    var next = range.lowerBound
    while next < range.upperBound, count <= most {
      let end = min(next + 4_096, range.upperBound)
      var inChunk = 0
      for place in next..<end where Int(repeats[place]) < length { inChunk &+= 1 }
      count += inChunk
      next = end
    }
    return count
  }
}
