// The width of a text. The fast path for plain scalars (each one column wide, and never combined)
// is compared with the general path.

import FormText
import TerminalTesting
import Testing

@Suite("Cells")
struct CellReaderTests {
  /// Returns the width of a text in columns, measured character by character.
  private func columnsOfCharacters(_ text: String) -> Int {
    var sum = 0
    CellReader.forEachCharacter(of: text) { _, columns in
      sum += columns
      return true
    }
    return sum
  }

  @Test("Only the scalars of six ranges are plain, and each of them is one column wide")
  func plainScalars() {
    let plain: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0xA0...0xA0, 0x2010...0x2027, 0x2030...0x203F, 0x2190...0x21FF,
      0x2500...0x25BF,
    ]
    var different: [Unicode.Scalar] = []
    for scalar in (0...0x2_FFFF).compactMap(Unicode.Scalar.init) {
      let isPlain = plain.contains { $0.contains(scalar.value) }
      let text = String(Character(scalar))
      let isRight =
        isPlain
        ? CellReader.plainColumns(of: text) == 1 && columnsOfCharacters(text) == 1
        : CellReader.plainColumns(of: text) == nil
      if !isRight { different.append(scalar) }
    }
    #expect(different.isEmpty, "\(different)")
  }

  @Test("The width of a text is the sum of the widths of its characters, however scalars combine")
  func mixedTexts() {
    var random = SeededGenerator(seed: 2021)
    let scalars = Array(
      "a—“‹↑─▸ é\u{301}\u{200D}\u{FE0F}\u{FE0E}👩漢\u{600}\u{1F1E9}\r\n\u{A0}\u{2028}".unicodeScalars)
    for _ in 0..<2000 {
      let count = Int.random(in: 0...6, using: &random)
      let text = String(
        String.UnicodeScalarView(
          (0..<count).map { _ in scalars[Int.random(in: 0..<scalars.count, using: &random)] }))
      #expect(CellReader.columns(of: text) == columnsOfCharacters(text), "\(text.unicodeScalars)")
      #expect(
        CellReader.columns(of: text[...]) == columnsOfCharacters(text), "\(text.unicodeScalars)")
    }
  }
}
