// Finding: the range of a query, what a text means, what was likely meant.

import FormText

extension CandidateIndex {
  /// The most candidates among which the nearest to a misspelt one is looked for: it costs some
  /// microseconds each.
  package static let mostNear = 100
  /// The most candidates written alike of which the one that is offered is looked for.
  private static let mostAlike = 10_000

  /// The candidates that what was typed offers. O(log n) and a look at no more than 10,000 places
  /// for each word that a candidate repeats.
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

  /// The places for which `order` is 0, in an array where it rises.
  private func range(count: Int, order find: (Int) -> Int) -> Range<Int> {
    func first(_ range: Range<Int>, where isBehind: (Int) -> Bool) -> Int {
      var (low, high) = (range.lowerBound, range.upperBound)
      while low < high {
        let middle = low + (high - low) / 2
        if isBehind(middle) { high = middle } else { low = middle + 1 }
      }
      return low
    }
    // Both ends have the same way up to the first place that is looked at and belongs to the range:
    // looking at a place costs three fetches from memory.
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

  // MARK: - What a text means

  /// The candidate that a text means: by its label exactly, by its value exactly, by its label
  /// folded, by its value folded; of several the first in the file.
  ///
  /// - Parameter isOffered: whether a candidate is one of those to choose from. At most 10,000 that are
  ///   written alike are asked about.
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

  /// The first candidate with exactly this value.
  package func candidate(
    withValueText text: String, where isOffered: ((Int) -> Bool)? = nil
  ) -> Int? {
    var text = text
    return text.withUTF8 { bytes in
      let text = UnsafeRawBufferPointer(bytes)
      return withKeys { keys in
        // Where value and label are one, there is no value apart from the label.
        let found = [
          found(text, keys, at: .value, comparing: .value, where: isOffered),
          found(text, keys, at: .label, comparing: .value, where: isOffered),
        ]
        return found.compactMap { $0 }.filter(\.isExact).map(\.candidate).min()
      }
    }
  }

  /// One of the two texts of a candidate, and where it stands in its key.
  private enum Part { case label, value }

  /// The candidate whose key has a text in one place and that holds it as a label or a value.
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
    // A text that fills its part of the key may go on differently.
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
          return keys.ends(candidate, behind: offset(place) + query.count) ? 0 : 1
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

  /// The first candidate of a range of equal keys, or the first with just this text.
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

  /// The label that was likely meant by a text that means none: the best that begins with it, in a
  /// short list the one it differs least from.
  package func nearestLabel(to text: String) -> String? {
    guard text.utf8.count < 200, !Text(text).isBlank else { return nil }
    var matches = matches(text)
    if let best = matches.candidates(in: 0..<1).first { return label(of: best) }
    guard count <= CandidateIndex.mostNear else { return nil }
    return NearestName.nearest(to: text, among: candidates(at: 0..<count).lazy.map(label(of:)))
  }
}
