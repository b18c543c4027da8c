// Searches for a text inside another text. The results are compared with a search in arrays of
// bytes.

import FormText
import TerminalTesting
import Testing

@Suite("Searching texts")
struct TextSearchTests {
  @Test("The first match, the parts between matches and the replacement agree with a byte search")
  func law() {
    var generator = SeededGenerator(seed: 21)
    let letters = ["a", "b", "ab", "é", "e\u{301}", "👩‍🎓", ":", ""]
    func text(_ length: Int) -> String {
      (0..<Int.random(in: 0...length, using: &generator))
        .map { _ in letters.randomElement(using: &generator) ?? "" }.joined()
    }
    for _ in 0..<3_000 {
      let (whole, other) = (text(9), text(2))
      let wanted = text(2)
      guard !wanted.isEmpty else { continue }
      let (bytes, part) = (Array(whole.utf8), Array(wanted.utf8))
      let places = bytes.indices.filter { bytes[$0...].starts(with: part) }
      #expect(whole.holds(wanted) == !places.isEmpty)
      let place = whole.firstPlace(of: wanted)
      #expect(
        place.map { whole.utf8.distance(from: whole.startIndex, to: $0.lowerBound) } == places.first
      )
      // The separators are found from left to right, without overlaps.
      var expected: [[UInt8]] = [[]]
      var index = 0
      while index < bytes.count {
        if bytes[index...].starts(with: part) {
          expected.append([])
          index += part.count
        } else {
          expected[expected.count - 1].append(bytes[index])
          index += 1
        }
      }
      #expect(whole.parts(around: wanted).map { Array($0.utf8) } == expected)
      let replaced = expected.joined(separator: other.utf8)
      #expect(Array(whole.replacingAll(wanted, by: other).utf8) == Array(replaced))
    }
  }

  @Test("The empty text is never found, and a combining mark may follow a match")
  func edges() {
    #expect("a".firstPlace(of: "") == nil && !"".holds("a") && "".parts(around: "a") == [""])
    #expect("a/\u{301}b".replacingAll("/", by: "~1") == "a~1\u{301}b")
    #expect("::1::".parts(around: "::") == ["", "1", ""])
  }
}
