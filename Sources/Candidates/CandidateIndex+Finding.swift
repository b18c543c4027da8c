// Queries: the matches of typed text, the candidate that a text means, and the label nearest to a
// misspelt text.

import FormText

extension CandidateIndex {
  /// The maximum number of candidates with which a misspelt text is compared. Longer lists are not
  /// searched, because each comparison costs some microseconds.
  package static let mostNear = 100
  /// The maximum number of candidates with the same folded text for which `isOffered` is called.
  private static let mostAlike = 10_000

  /// The matches of a typed text: first the candidates that begin with it, then the candidates with
  /// a later word that begins with it.
  ///
  /// - Complexity: O(log n) to find the matches, then O(matches) to count them. At most 10,000 are
  ///   counted.
  public func matches(_ query: String) -> CandidateMatches {
    let query = CandidateIndex.folded(query, limit: CandidateKeys.limit)
    if query.isEmpty { return CandidateMatches(all: self) }
    return withKeys { keys in
      query.withUnsafeBufferPointer { query in
        let wholes = withWholes { wholes in
          range(count: wholes.numbers.count) {
            keys.compare(Int(wholes.numbers[$0]), from: 0, with: query)
          }
        }
        return withWords { words in
          let range = range(of: query, among: words, keys)
          return CandidateMatches(
            of: self, wholes: wholes, words: range, length: query.count,
            count: wholes.count > CandidateMatches.mostCounted
              ? wholes.count
              : wholes.count
                + words.countFirst(
                  in: range, length: query.count,
                  most: CandidateMatches.mostCounted - wholes.count))
        }
      }
    }
  }

  private func range(
    of query: UnsafeBufferPointer<UInt8>, among words: CandidateWords, _ keys: CandidateKeys
  ) -> Range<Int> {
    range(count: words.candidates.numbers.count) {
      keys.compare(Int(words.candidates.numbers[$0]), from: Int(words.offsets[$0]), with: query)
    }
  }

  /// The range of positions for which `order` is 0. The array is sorted so that `order` is negative
  /// for the positions before the range, and positive for those after it.
  private func range(count: Int, order find: (Int) -> Int) -> Range<Int> {
    func first(_ range: Range<Int>, where isAfter: (Int) -> Bool) -> Int {
      var (low, high) = (range.lowerBound, range.upperBound)
      while low < high {
        let middle = low + (high - low) / 2
        if isAfter(middle) { high = middle } else { low = middle + 1 }
      }
      return low
    }
    // Each call of `order` costs three memory fetches. So the binary searches for the start and the
    // end of the range share their steps until they meet a position inside the range.
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      let order = find(middle)
      if order < 0 {
        low = middle + 1
      } else if order > 0 {
        high = middle
      } else {
        return first(low..<middle) { find($0) >= 0 }..<first(middle + 1..<high) { find($0) > 0 }
      }
    }
    return low..<low
  }

  // MARK: - Meaning of a text

  /// The candidate that a text means. The text is compared with the label exactly, then with the
  /// value exactly, then with the folded label, then with the folded value. If several candidates
  /// match, the first in the file is chosen.
  ///
  /// - Parameter isOffered: returns whether a candidate may be chosen. Called for at most 10,000
  ///   candidates with the same folded text.
  public func candidate(
    meaning text: String, where isOffered: ((Int) -> Bool)? = nil
  ) -> Int? {
    if text.isEmpty || count == 0 { return nil }
    var text = text
    return text.withUTF8 { bytes in
      let text = UnsafeRawBufferPointer(bytes)
      return withKeys { keys in
        let byLabel = found(text, keys, at: .label, comparing: .label, where: isOffered)
        if let byLabel, byLabel.isExact { return byLabel.candidate }
        let byValue =
          arrays.layout == .line
          ? nil : found(text, keys, at: .value, comparing: .value, where: isOffered)
        if let byValue, byValue.isExact { return byValue.candidate }
        return byLabel?.candidate ?? byValue?.candidate
      }
    }
  }

  /// The first candidate in the file with exactly this value.
  package func candidate(
    withValueText text: String, where isOffered: ((Int) -> Bool)? = nil
  ) -> Int? {
    var text = text
    return text.withUTF8 { bytes in
      let text = UnsafeRawBufferPointer(bytes)
      return withKeys { keys in
        // A value that equals the label is stored only once, as the label.
        let found = [
          found(text, keys, at: .value, comparing: .value, where: isOffered),
          found(text, keys, at: .label, comparing: .value, where: isOffered),
        ]
        return found.compactMap { $0 }.filter(\.isExact).map(\.candidate).min()
      }
    }
  }

  /// One of a candidate's two texts.
  private enum Part { case label, value }

  /// Finds the candidate whose label or value (chosen by `part`) is the given text. Searches the
  /// first part of the keys, which is the label, or the second part, which is the value (chosen by
  /// `place`).
  private func found(
    _ text: UnsafeRawBufferPointer, _ keys: CandidateKeys, at place: Part, comparing part: Part,
    where isOffered: ((Int) -> Bool)? = nil
  ) -> (candidate: Int, isExact: Bool)? {
    let limit =
      place == .value ? CandidateKeys.valueLimit : CandidateKeys.labelLimit(of: arrays.layout)
    var folded = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      var fold = FoldingBuffer(buffer)
      fold.append(text, reading: CandidateKeys.reading)
      count = fold.count
    }
    // A key has only the beginning of a long text. If the searched text fills its part of the key
    // completely, the candidate's text may continue after the end of that part, so both texts must
    // be compared in full.
    let isWhole = folded.count < limit - 3 && text.count <= CandidateKeys.reading
    if place == .value { folded.insert(FoldingBuffer.separator, at: 0) }
    return folded.withUnsafeBufferPointer { query in
      func search(
        _ candidates: RangeMinimum, _ offset: (Int) -> Int
      ) -> (candidate: Int, isExact: Bool)? {
        let range = range(count: candidates.numbers.count) { place in
          let candidate = Int(candidates.numbers[place])
          let order = keys.compare(candidate, from: offset(place), with: query)
          if order != 0 { return order }
          return keys.ends(candidate, at: offset(place) + query.count) ? 0 : 1
        }
        return best(
          of: range, candidates, text, keys, comparing: part, isWhole: isWhole, where: isOffered)
      }
      if place == .value {
        return withWords { words in search(words.candidates) { Int(words.offsets[$0]) } }
      }
      return withWholes { search($0) { _ in 0 } }
    }
  }

  /// Returns the first candidate, in file order, in a range of equal keys. A candidate that has
  /// exactly the searched text is preferred to candidates whose text is only equal after folding.
  private func best(
    of range: Range<Int>, _ candidates: RangeMinimum, _ text: UnsafeRawBufferPointer,
    _ keys: CandidateKeys, comparing part: Part, isWhole: Bool, where isOffered: ((Int) -> Bool)?
  ) -> (candidate: Int, isExact: Bool)? {
    func held(_ candidate: Int) -> UnsafeRawBufferPointer {
      let parts = keys.parts(of: candidate)
      return part == .value ? parts.value ?? parts.label : parts.label
    }
    guard let place = candidates.position(in: range) else { return nil }
    let first = Int(candidates.numbers[place])
    if isOffered == nil, held(first).elementsEqual(text) { return (first, true) }
    var exact: Int?
    var folded = isWhole && isOffered == nil ? first : Int.max
    for place in isOffered == nil ? range : range.prefix(CandidateIndex.mostAlike) {
      let candidate = Int(candidates.numbers[place])
      let held = held(candidate)
      let isExact = candidate < exact ?? .max && held.elementsEqual(text)
      let isFolded = candidate < folded && (isWhole || Folding.areEqual(held, text))
      guard isExact || isFolded, isOffered?(candidate) ?? true else { continue }
      if isExact { exact = candidate }
      if isFolded { folded = candidate }
    }
    if let exact { return (exact, true) }
    return folded == .max ? nil : (folded, false)
  }

  /// The label that a misspelt text probably means; nil if no label is near. It is the label of the
  /// first candidate that matches the text. If no candidate matches and the list is short, it is
  /// the label with the smallest edit distance.
  package func nearestLabel(to text: String) -> String? {
    guard text.utf8.count < 200, !Text(text).isBlank else { return nil }
    var matches = matches(text)
    if let best = matches.candidates(in: 0..<1).first { return label(of: best) }
    guard count <= CandidateIndex.mostNear else { return nil }
    return NearestName.nearest(to: text, among: candidates(at: 0..<count).lazy.map(label(of:)))
  }
}
