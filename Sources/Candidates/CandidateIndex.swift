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

/// What an index is made of.
struct CandidateArrays: Sendable {
  let count: Int
  let fieldNames: [String]
  let layout: CandidateLayout
  /// What the candidates' texts are in; and for objects the lines they came from.
  let text: CandidateArray<UInt8>
  let starts: CandidateArray<UInt32>
  let records: CandidateArray<UInt8>
  let recordStarts: CandidateArray<UInt32>

  /// Candidates by key, with range minima.
  let wholes: CandidateArray<UInt32>
  let wholeMinima: CandidateArray<UInt32>
  /// The candidates of the places by the key from there on, with range minima.
  let words: CandidateArray<UInt32>
  let wordMinima: CandidateArray<UInt32>
  /// The places themselves, and how many bytes of each an earlier place repeats.
  let wordOffsets: CandidateArray<UInt8>
  let repeats: CandidateArray<UInt8>
}

/// Candidates that can be searched while a person types.
public struct CandidateIndex: Sendable {
  /// How many candidates there are.
  public var count: Int { storage.arrays.count }
  /// The names of the fields that candidates have beside value and label.
  public var fieldNames: [String] { storage.arrays.fieldNames }

  /// One reference, however much there is: sessions are copied with the indices they look in.
  private let storage: Storage

  var layout: CandidateLayout { storage.arrays.layout }
  var text: CandidateArray<UInt8> { storage.arrays.text }
  var starts: CandidateArray<UInt32> { storage.arrays.starts }
  var records: CandidateArray<UInt8> { storage.arrays.records }
  var recordStarts: CandidateArray<UInt32> { storage.arrays.recordStarts }
  var wholes: CandidateArray<UInt32> { storage.arrays.wholes }
  var wholeMinima: CandidateArray<UInt32> { storage.arrays.wholeMinima }
  var words: CandidateArray<UInt32> { storage.arrays.words }
  var wordMinima: CandidateArray<UInt32> { storage.arrays.wordMinima }
  var wordOffsets: CandidateArray<UInt8> { storage.arrays.wordOffsets }
  var repeats: CandidateArray<UInt8> { storage.arrays.repeats }

  init(_ arrays: CandidateArrays) {
    storage = Storage(arrays)
  }

  private final class Storage: Sendable {
    let arrays: CandidateArrays

    init(_ arrays: CandidateArrays) {
      self.arrays = arrays
    }
  }

  /// How many bytes of memory the index takes, or maps.
  public var byteCount: Int {
    text.count + records.count + wordOffsets.count + repeats.count
      + 4
      * (starts.count + recordStarts.count + wholes.count + wholeMinima.count + words.count
        + wordMinima.count)
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
        in: label, limit: CandidateKeys.labelLimit(of: layout), reading: CandidateKeys.reading)
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

  // MARK: - Memory

  /// Calls `body` with the texts of the candidates.
  func withKeys<Result>(_ body: (CandidateKeys) -> Result) -> Result {
    text.withElements { text in
      starts.withElements { starts in
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: CandidateKeys.limit) { buffer in
          body(CandidateKeys(text: text, starts: starts, layout: layout, buffer: buffer))
        }
      }
    }
  }

  /// Calls `body` with the candidates by key.
  func withWholes<Result>(_ body: (RangeMinimum) -> Result) -> Result {
    wholes.withElements { wholes in
      wholeMinima.withElements { body(RangeMinimum(wholes, minima: $0)) }
    }
  }

  /// Calls `body` with the further words by key.
  func withWords<Result>(_ body: (CandidateWords) -> Result) -> Result {
    words.withElements { words in
      wordMinima.withElements { minima in
        wordOffsets.withElements { offsets in
          repeats.withElements { repeats in
            body(
              CandidateWords(
                candidates: RangeMinimum(words, minima: minima), offsets: offsets, repeats: repeats)
            )
          }
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
