// Characters and words in a line of scalars, compared with Swift's own segmentation.

import Testing

@testable import LineEditing

@Suite("Characters and words")
struct GraphemeTests {
  private func with<R>(_ text: String, _ body: (Graphemes) -> R) -> R {
    text.unicodeScalars.map(\.value).withUnsafeBufferPointer { body(Graphemes($0)) }
  }

  static let texts = [
    "", "a", "naive", "e\u{301}e\u{301}", "na\u{308}i", "👩‍👩‍👧‍👦x👍🏽🇫🇷🇩🇪🇮", "你好，世界", "العَرَبِيَّة",
    "a\r\nb\n\nc", "\u{600}1x", "क्षि", "각ᄀ", "a\u{200d}b", "1️⃣2️⃣", "\u{301}a", "x\u{0}y",
    "αβγ дом", "🏴󠁧󠁢󠁥󠁮󠁧󠁿!", "שלום",
  ]

  @Test("Boundaries of characters are the same as in Swift, from every position", arguments: texts)
  func boundaries(text: String) {
    var edges = [0]
    for character in text { edges.append((edges.last ?? 0) + character.unicodeScalars.count) }
    with(text) { line in
      for position in 0...text.unicodeScalars.count {
        #expect(line.start(before: position) == edges.last { $0 < position } ?? 0)
        #expect(line.end(after: position) == edges.first { $0 > position } ?? edges.last)
      }
    }
  }

  @Test("A word is a run of letters and digits with their marks")
  func words() {
    with("  ne\u{301}e 42, x-y") { line in
      #expect(line.wordEnd(after: 0) == 6)
      #expect(line.wordEnd(after: 6) == 9)
      #expect(line.wordStart(before: 9) == 7)
      #expect(line.wordStart(before: 7) == 2)
      #expect(line.wordStart(before: 1) == 0)
      #expect(line.wordEnd(after: 14) == 14)
      #expect(line.bigWordStart(before: 14) == 11)
      #expect(line.bigWordStart(before: 11) == 7)
    }
  }
}
