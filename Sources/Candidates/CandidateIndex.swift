// Finds the candidates of a row by typed text. Candidates that begin with the typed text come
// first, then candidates in which a later word begins with it. Each of the two groups is in file
// order.
//
// The key of a candidate is its label and value, folded for the comparison with typed text. The
// index consists of the unchanged text of the file, the start of each candidate, and two sorted
// arrays. `wholes` contains every candidate, sorted by its key. `words` contains the position in
// the key of each word after the first. The matches of a query are one range of each array. Range
// minima (see RangeMinimum) find the first match in file order without visiting all other matches.
//
// For each word, `repeats` says how many of its first bytes also begin an earlier word of the same
// key. If that number is at least the length of the query, the earlier word has already matched. So
// no candidate is offered or counted twice.
//
// Invariants: data in an index that is mapped from a file is checked where it is used. A damaged
// index finds the wrong candidates, but never reads beyond its memory.

import FormText

/// Consecutive texts, with the start of each text and the end of the last.
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

/// Candidates sorted by key, with range minima.
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

/// The arrays of an index. They are in a class so that the copies of a session share them.
final class CandidateArrays: Sendable {
  let count: Int
  let fieldNames: [String]
  let layout: CandidateLayout
  /// The texts of the candidates. If the file has objects, `records` contains the original lines.
  let texts: CandidateTexts
  let records: CandidateTexts
  let wholes: CandidateNumbers
  /// The candidate of each further word (any word of a key except the first). The words are sorted
  /// by the part of the key that begins with the word.
  let words: CandidateNumbers
  /// The offsets of further words in their keys. `repeats` contains, for each word, the number of
  /// bytes that an earlier word of the same key shares with it.
  let wordOffsets: CandidateArray<UInt8>
  let repeats: CandidateArray<UInt8>
  /// The candidates of the file that belong to this index, in file order; nil if all of them do.
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

/// Candidates that can be searched on every key press. Candidates are numbered from 0 in file
/// order.
///
/// ```swift
/// let index = try CandidateIndex(reading: Array("Paris\nNew York\nYork\n".utf8), format: .lines)
/// var matches = index.matches("yor")
/// matches.candidates(in: 0..<10).map(index.label(of:))  // ["York", "New York"]
/// ```
public struct CandidateIndex: Sendable {
  let arrays: CandidateArrays

  init(_ arrays: CandidateArrays) { self.arrays = arrays }

  /// Creates an index of a list of candidates. O(n log n).
  package init(_ candidates: some Sequence<(label: String, value: String)>) {
    self = CandidateBuilder(candidates).finished()
  }

  /// Creates an index from the bytes of a candidates file. O(n log n); `CandidateBuilder` builds an
  /// index in slices.
  ///
  /// - Throws: the error in the first line that cannot be used.
  public init(reading bytes: [UInt8], format: CandidateFormat) throws(CandidateError) {
    var builder = CandidateBuilder(format: format, byteCount: bytes.count)
    try bytes.withUnsafeBufferPointer { bytes throws(CandidateError) in
      try builder.append(UnsafeRawBufferPointer(bytes))
    }
    try builder.finishReading()
    self = builder.finished()
  }

  /// The number of candidates.
  public var count: Int { arrays.members?.count ?? arrays.count }

  /// The candidates at a range of positions in file order.
  func candidates(at places: Range<Int>) -> [Int] {
    arrays.members.map { $0[places].map(Int.init) } ?? Array(places)
  }

  /// Whether two indexes share their contents.
  public func isSame(as other: CandidateIndex) -> Bool { arrays === other.arrays }
  /// The names of the candidates' fields, apart from value and label.
  public var fieldNames: [String] { arrays.fieldNames }

  /// The memory in bytes that the index allocates or maps.
  public var byteCount: Int {
    arrays.texts.byteCount + arrays.records.byteCount + arrays.wholes.byteCount
      + arrays.words.byteCount + arrays.wordOffsets.count + arrays.repeats.count
  }

  // MARK: - Candidates

  /// The text to show for a candidate.
  public func label(of candidate: Int) -> String {
    withKeys { String(decoding: $0.parts(of: candidate).label, as: UTF8.self) }
  }

  /// The text of a candidate's value; its label if it has no separate value.
  public func valueText(of candidate: Int) -> String {
    withKeys { keys in
      let parts = keys.parts(of: candidate)
      return String(decoding: parts.value ?? parts.label, as: UTF8.self)
    }
  }

  /// The part of a candidate's label that matches a query, as a range of UTF-8 offsets; nil if only
  /// the value matches.
  ///
  /// - Parameters:
  ///   - candidate: the number of the candidate.
  ///   - query: the typed text.
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

  /// Returns the folded form of a query.
  static func folded(_ query: String, limit: Int, keepsLastSpace: Bool = true) -> [UInt8] {
    Folding.foldedBytes(
      query, keepsLastSpace: keepsLastSpace, limit: limit, reading: CandidateKeys.reading)
  }

  // MARK: - Fields, parsed on demand because few candidates are picked

  /// The text of a candidate's cell in the column `name`; nil if the cell is empty or the file has
  /// no columns.
  package func cell(named name: String, of candidate: Int) -> String? {
    guard case .columns = arrays.layout,
      let column = fieldNames.firstIndex(where: { $0.hasSameScalars(as: name) })
    else { return nil }
    let text = withKeys { keys in
      String(decoding: CandidateLayout.cell(column, of: keys.bytes(of: candidate)), as: UTF8.self)
    }
    return text.isEmpty ? nil : text
  }

  /// The bytes of a candidate's JSON object in the file; nil if the file has no objects.
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

  /// Calls `body` with the candidates, sorted by key.
  func withWholes<Result>(_ body: (RangeMinimum) -> Result) -> Result {
    arrays.wholes.withMinima(body)
  }

  /// Calls `body` with the further words, sorted by key.
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

/// The positions in keys at which further words begin, sorted by the part of the key that begins at
/// the position.
struct CandidateWords {
  let candidates: RangeMinimum
  let offsets: UnsafeBufferPointer<UInt8>
  let repeats: UnsafeBufferPointer<UInt8>

  /// The number of words in a range whose candidates have no earlier word that matches a query of
  /// `length` bytes. Counting ends soon after the number exceeds `most`.
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
