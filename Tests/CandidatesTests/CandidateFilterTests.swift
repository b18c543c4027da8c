// An index that is filtered to a subset of its candidates. It is compared with a new index that is
// built from these candidates alone.

import FormText
import TerminalTesting
import Testing

@testable import Candidates

@Suite("A subset of candidates")
struct CandidateFilterTests {
  /// Returns an index filtered by a predicate on candidates, in slices of a few steps.
  private static func filtered(
    _ index: CandidateIndex, steps: Int, by isMember: (Int) -> Bool
  ) -> CandidateIndex {
    var filter = CandidateFilter(of: index)
    while filter.advance(steps: steps, decide: isMember) {}
    return filter.finished()
  }

  @Test("Any query finds the same in a filtered index as in a new index of the same candidates")
  func queries() throws {
    var generator = SeededGenerator(seed: 5)
    for round in 0..<12 {
      var names = (0..<300).map { _ in CandidateNames.name(using: &generator) }
      names += names.prefix(30)
      let isMember = names.map { _ in Int.random(in: 0..<10, using: &generator) < round }
      let kept = zip(names, isMember).filter(\.1).map(\.0)
      let index = try CandidateIndexTests.index(names)
      let some = Self.filtered(index, steps: 1 + round * 40) { isMember[$0] }
      let alone = CandidateIndex(kept.map { (label: $0, value: $0) })
      #expect(some.count == kept.count && some.isSame(as: index) == (kept.count == names.count))
      func labels(_ index: CandidateIndex, _ query: String) -> [String] {
        var matches = index.matches(query)
        return matches.candidates(in: 0..<500).map(index.label(of:))
      }
      for query in [""]
        + (0..<200).map({ _ in CandidateNames.query(among: names, using: &generator) })
      {
        #expect(labels(some, query) == labels(alone, query), "\(query.debugDescription)")
        #expect(some.matches(query).count == alone.matches(query).count)
        #expect(
          some.candidate(meaning: query).map(some.label(of:))
            == alone.candidate(meaning: query).map(alone.label(of:)))
        #expect(some.nearestLabel(to: query) == alone.nearestLabel(to: query))
      }
    }
  }

  @Test("A slice tests at most the candidates that its steps allow, but at least one")
  func slices() throws {
    let index = try CandidateIndexTests.index((0..<1_000).map { "n\($0)" })
    var filter = CandidateFilter(of: index)
    var asked: [Int] = []
    _ = filter.advance(steps: 100, cost: 10) {
      asked.append($0)
      return true
    }
    #expect(asked == Array(0..<10))
    _ = filter.advance(steps: 5, cost: 10) {
      asked.append($0)
      return true
    }
    #expect(asked.count == 11, "at least one, so that it ends")
  }

  @Test("If candidates have the same label, a typed label means the first of them in the subset")
  func alike() throws {
    let text = "value\tcountry\nSan Jose\tCR\nSan Jose\tUS\nsan jose\tPH\nParis\tFR\n"
    let index = try CandidateIndex(reading: Array(text.utf8), format: .columns)
    func meant(_ text: String, in country: String) -> Int? {
      index.candidate(meaning: text) { index.cell(named: "country", of: $0) == country }
    }
    #expect(index.candidate(meaning: "San Jose") == 0)
    #expect(meant("San Jose", in: "US") == 1 && meant("San Jose", in: "PH") == 2)
    #expect(meant("SAN JOSE", in: "US") == 1 && meant("SAN JOSE", in: "CR") == 0)
    #expect(meant("San Jose", in: "FR") == nil && meant("paris", in: "FR") == 3)
  }
}
