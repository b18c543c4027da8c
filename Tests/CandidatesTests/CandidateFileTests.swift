// An index of candidates that was written as bytes. It is opened in memory that belongs to the
// caller (lent memory), and finds the same as the original index. Its bytes are never trusted.

import Candidates
import Synchronization
import TerminalTesting
import Testing

@testable import FormModel

@Suite("Indexes of candidates in lent memory")
struct CandidateFileTests {
  private static let origin: [UInt64] = [1, 2, 3, 4, 5, 6, 7, 8]

  static func bytes(of index: CandidateIndex) -> [UInt8] {
    var bytes: [UInt8] = []
    index.forEachPiece(origin: origin) { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// Returns memory with a copy of the bytes.
  static func memory(
    _ bytes: [UInt8], released: @escaping @Sendable () -> Void = {}
  ) -> CandidateMemory {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
    copy.copyBytes(from: bytes)
    return CandidateMemory(UnsafeRawBufferPointer(copy)) {
      UnsafeMutableRawBufferPointer(mutating: $0).deallocate()
      released()
    }
  }

  private static func indexes() throws -> [CandidateIndex] {
    var generator = SeededGenerator(seed: 11)
    let names = (0..<500).map { _ in CandidateNames.name(using: &generator) }
    let table = "value\tlabel\tx\n" + names.enumerated().map { "\($0)\t\($1)\tx\($0)\n" }.joined()
    let objects = names.indices.map {
      "{\"value\": \($0), \"label\": \"n \($0)\", \"y\\nz\": \"\($0)\"}\n"
    }
    return [
      try CandidateIndexTests.index(names), try CandidateIndexTests.index([]),
      try CandidateIndex(reading: Array(table.utf8), format: .columns),
      try CandidateIndex(reading: Array(objects.joined().utf8), format: .jsonLines),
    ]
  }

  @Test("An index written as bytes and opened in lent memory finds the same as the original")
  func roundTrip() throws {
    var generator = SeededGenerator(seed: 12)
    let releases = Mutex(0)
    for index in try CandidateFileTests.indexes() {
      let lent = try #require(
        CandidateIndex(
          using: CandidateFileTests.memory(CandidateFileTests.bytes(of: index)),
          origin: CandidateFileTests.origin))
      #expect(lent.count == index.count && lent.fieldNames == index.fieldNames)
      for _ in 0..<200 {
        let query = CandidateNames.name(using: &generator)
        let short = String(query.prefix(Int.random(in: 0...2, using: &generator)))
        var (one, other) = (index.matches(short), lent.matches(short))
        #expect(one.count == other.count)
        #expect(one.candidates(in: 0..<20) == other.candidates(in: 0..<20))
        #expect(index.candidate(meaning: query) == lent.candidate(meaning: query))
      }
      for candidate in 0..<min(index.count, 20) {
        #expect(index.label(of: candidate) == lent.label(of: candidate))
        #expect(index.value(of: candidate) == lent.value(of: candidate))
        #expect(index.field("x", of: candidate) == lent.field("x", of: candidate))
        #expect(index.field("y", of: candidate) == lent.field("y", of: candidate))
      }
    }
    do {
      let bytes = CandidateFileTests.bytes(of: try CandidateIndexTests.index(["a", "b"]))
      let memory = CandidateFileTests.memory(bytes) { releases.withLock { $0 += 1 } }
      var index = CandidateIndex(using: memory, origin: CandidateFileTests.origin)
      var matches = index?.matches("a")
      index = nil
      #expect(matches?.candidates(in: 0..<2) == [0])
    }
    #expect(releases.withLock { $0 } == 1)
  }

  @Test("Bytes are refused as an index if their length, version or file of origin is different")
  func refused() throws {
    let bytes = CandidateFileTests.bytes(of: try CandidateIndexTests.index(["a", "b c"]))
    func opens(_ bytes: [UInt8], _ origin: [UInt64] = CandidateFileTests.origin) -> Bool {
      CandidateIndex(using: CandidateFileTests.memory(bytes), origin: origin) != nil
    }
    #expect(opens(bytes))
    #expect(!opens(bytes, [1, 2, 3, 4, 5, 6, 7, 9]) && !opens(bytes, []))
    for length in 0..<bytes.count { #expect(!opens(Array(bytes.prefix(length)))) }
    #expect(!opens(bytes + [0]))
    for place in 0..<16 {
      var changed = bytes
      changed[place] ^= 0x40
      #expect(!opens(changed))
    }
  }

  @Test("A search of any damaged index ends, and reads nothing outside the index")
  func damaged() throws {
    var generator = SeededGenerator(seed: 13)
    for index in try CandidateFileTests.indexes() {
      let bytes = CandidateFileTests.bytes(of: index)
      for round in 0..<60 {
        var changed = bytes
        // Other tests cover the counts at the beginning. Here any byte after the counts may change.
        for _ in 0..<(round % 2 == 0 ? 5 : 2_000) {
          let place = Int.random(in: 80..<changed.count, using: &generator)
          changed[place] = UInt8.random(in: 0...255, using: &generator)
        }
        guard
          let lent = CandidateIndex(
            using: CandidateFileTests.memory(changed), origin: CandidateFileTests.origin)
        else { continue }
        for query in ["", "a", "san", "が", "1", "new b"] {
          var matches = lent.matches(query)
          let found = matches.candidates(in: 0..<30)
          #expect(found.allSatisfy { $0 < lent.count })
          for candidate in found {
            _ = lent.label(of: candidate)
            _ = lent.value(of: candidate)
            _ = lent.field("x", of: candidate)
            _ = lent.matchedPart(of: candidate, query: query)
          }
          _ = lent.candidate(meaning: query)
        }
      }
    }
  }
}
