// Folding, which removes case, accents and other differences that a search ignores. The results are
// compared with examples, and with a slow folding based on properties of the standard library.

import FormFixtures
import FormText
import TerminalTesting
import Testing

@Suite("Folding")
struct FoldingTests {
  @Test(
    "Folding removes the differences of case, accents, strokes, ligatures, apostrophes and spaces",
    arguments: [
      ("São Paulo", "sao paulo"), ("SA\u{303}O  PAULO", "sao paulo"), ("Łódź", "lodz"),
      ("Ærø", "aero"), ("Straße", "strasse"), ("STRASSE", "strasse"), ("ẞ", "ss"),
      ("Œuvre", "oeuvre"), ("İstanbul", "istanbul"), ("ısparta", "isparta"), ("Þórr", "thorr"),
      ("Ðakovo", "dakovo"), ("Đà Nẵng", "da nang"), ("Ħal", "hal"), ("Ŧ", "t"), ("Ŋ", "n"),
      ("ﬃ", "ffi"), ("Ǆ", "ǆ"), ("ΑΘΉΝΑ", "αθηνα"), ("Ὀδυσσεύς", "οδυσσευσ"), ("Йошкар", "иошкар"),
      ("Ёлка", "елка"), ("L’Aquila", "l'aquila"), ("St–Denis", "st-denis"),
      ("\u{1}a\tb\u{A0} c ", "a b c"),
      ("か", "か"), ("が", "が"), ("か\u{3099}", "が"), ("한국", "한국"),
      ("\u{1112}\u{1161}\u{11AB}", "한"), ("❤\u{FE0F}", "❤"), ("👩‍👩‍👧", "👩‍👩‍👧"), ("\u{301}", ""), ("", ""),
      ("ſ", "s"), ("K", "k"), ("Å", "a"), ("\u{212B}", "a"), ("क\u{93C}", "\u{915}\u{93C}"),
      ("\u{958}", "\u{915}\u{93C}"), ("ŉ", "'n"), ("\u{0}", ""), ("ZÜRICH\u{300}", "zurich"),
    ])
  func examples(text: String, folded: String) {
    let bytes = Array(Folding.folded(text).utf8)
    #expect(bytes == Array(folded.utf8), "\(text) becomes \(Folding.folded(text))")
    #expect(Array(Folding.folded(folded).utf8) == bytes, "folding twice changes \(folded)")
  }

  @Test("A mark that makes a different letter, such as the mark of が, is not removed")
  func apart() {
    #expect(!Folding.folded("が").utf8.elementsEqual(Folding.folded("か").utf8))
    #expect(!Folding.folded("ב\u{5BC}").utf8.elementsEqual(Folding.folded("ב").utf8))
    #expect(!Folding.foldedBytes("がっこう").starts(with: Folding.foldedBytes("か")))
  }

  @Test("Every scalar folds to the same text as its lower case in the standard library")
  func everyScalar() {
    var compared = 0
    for value in UInt32(0x80)...0x2_FFFF {
      guard let scalar = Unicode.Scalar(value), !scalar.properties.isWhitespace else { continue }
      let folded = Folding.folded(String(scalar))
      // The bytes are compared, because `==` of String accepts canonically equivalent texts too.
      let upper = Folding.folded(scalar.properties.uppercaseMapping)
      if scalar.properties.changesWhenCaseFolded || upper.utf8.elementsEqual(folded.utf8) {
        compared += 1
      }
      let lower = Folding.folded(scalar.properties.lowercaseMapping)
      // Differences are allowed in letters of Unicode 15 or later, which the table may lack, and in
      // the letters of this list.
      if let age = scalar.properties.age, age.major < 15, lower != folded {
        #expect("ᾳῃῳΐΰǰʼnẖẗẘẙẚ".contains(Character(scalar)), "U+\(String(value, radix: 16))")
      }
      #expect(Folding.folded(folded).utf8.elementsEqual(folded.utf8), "\(value)")
      #expect(folded.unicodeScalars.count <= 3)
    }
    #expect(compared > 40_000)
  }

  @Test("Folding any bytes gives valid UTF-8 that fits the buffer, and correct source positions")
  func anyBytes() {
    var generator = SeededGenerator(seed: 7)
    for round in 0..<3_000 {
      let source: [UInt8] =
        round % 2 == 0
        ? (0..<Int.random(in: 0...40, using: &generator)).map { _ in
          UInt8.random(in: 0...255, using: &generator)
        } : Array(TrickyText.random(using: &generator).string.utf8)
      let limit = Int.random(in: 1...60, using: &generator)
      let folded = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
        var fold = FoldingBuffer(buffer)
        source.withUnsafeBytes { fold.append($0) }
        count = fold.count
      }
      #expect(String(validating: folded, as: UTF8.self) != nil)
      #expect(folded.allSatisfy { $0 >= 0x20 })
      let positions = source.withUnsafeBytes { Folding.positions(in: $0, limit: limit) }
      #expect(positions.count == folded.count + 1)
      #expect(positions.last == UInt32(source.count))
      #expect(positions == positions.sorted())
      // The source up to the position of a folded byte must fold to the folded bytes before that
      // byte.
      guard let text = String(validating: source, as: UTF8.self) else { continue }
      for (offset, position) in positions.enumerated()
      where offset == 0 || positions[offset - 1] != position {
        let part = String(decoding: source[..<Int(position)], as: UTF8.self)
        let before = Folding.foldedBytes(part, keepsLastSpace: true)
        if position < text.utf8.count, folded[offset] != 0x20 {
          #expect(before == Array(folded[..<offset]), "\(text.debugDescription) at \(position)")
        }
      }
    }
  }
}
