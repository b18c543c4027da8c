// Text wrapped at words: examples, and properties for any text and width.

import FormText
import TerminalTesting
import Testing

@testable import FormScreen

@Suite("Wrapped text")
struct WrappedTextTests {
  /// Returns the pieces of a wrapped text, with `|` after a line of the text, `/` after a wrapped
  /// piece, and a dot for each column of indent.
  private func shown(_ text: String, width: Int, indent: Int = 0) -> String {
    let wrapped = WrappedText(Text(text), width: width, indent: indent)
    return wrapped.pieces.indices.map { index in
      let piece = wrapped.pieces[index]
      return String(repeating: ".", count: piece.indent) + wrapped.string(of: index)
        + (piece.endsLine ? "|" : index < wrapped.pieces.count - 1 ? "/" : "")
    }.joined()
  }

  @Test("A line is wrapped after the space before the word that does not fit")
  func words() {
    #expect(shown("", width: 10) == "")
    #expect(shown("one two three", width: 14) == "one two three")
    #expect(shown("one two three", width: 13) == "one two /three")
    #expect(shown("one two three", width: 8) == "one two /three")
    #expect(shown("one two three", width: 7) == "one /two /three")
    #expect(shown("one   two", width: 5) == "one  / two")
    #expect(shown("你好 世界", width: 6) == "你好 /世界")
    #expect(shown("a\u{A0}b c", width: 4) == "a\u{A0}b /c", "a space that keeps words together")
  }

  @Test("A word that is wider than a line is split, but never inside a character")
  func longWords() {
    #expect(shown("abcdefgh", width: 4) == "abc/def/gh")
    #expect(shown("x abcdefgh", width: 4) == "x /abc/def/gh")
    #expect(shown("👩‍👩‍👧‍👦👩‍👩‍👧‍👦🇫🇷", width: 5) == "👩‍👩‍👧‍👦👩‍👩‍👧‍👦/🇫🇷")
    #expect(shown("e\u{301}e\u{301}e\u{301}", width: 3) == "e\u{301}e\u{301}/e\u{301}")
  }

  @Test("A line break ends a piece, and an empty piece follows the last line break")
  func lineBreaks() {
    #expect(shown("a\nb", width: 9) == "a|b")
    #expect(shown("a\n\n", width: 9) == "a||")
    #expect(WrappedText("a\n\n", width: 9).pieces.count == 3)
    #expect(WrappedText("", width: 9).pieces.count == 1)
    #expect(shown("abcd \n", width: 5) == "abcd /|", "the cursor before the line break has a place")
  }

  @Test("Line breaks of Windows end lines too")
  func carriageReturns() {
    #expect(shown("one\r\ntwo\r\n", width: 10) == "one\r|two\r|")
    let wrapped = WrappedText(Text("ä\r\nb"), width: 10)
    #expect(wrapped.place(of: 3) == WrappedText.Place(piece: 1, column: 0))
    #expect(wrapped.cursor(movedBy: -1, from: 4, goal: nil)?.cursor == 1)
  }

  @Test("Continuation lines are indented, and are wrapped again if they no longer fit")
  func indented() {
    #expect(shown("one two\nthree", width: 6, indent: 2) == "one /..two|three")
    #expect(shown("a bcdefgh", width: 6, indent: 2) == "a /..bcd/..efg/..h")
  }

  @Test("The pieces form the whole text, no piece is too wide, and every cursor has one position")
  func always() {
    var generator = SeededGenerator(seed: 4)
    let parts = [
      "a", "bb", "word", " ", "  ", "\n", "\t", "é", "e\u{301}", "你", "👩‍👩‍👧‍👦", "🇫🇷", "\u{301}",
      "\u{200B}", "\u{3000}", "عمر", "longerthanmostpanels",
    ]
    for round in 0..<3_000 {
      let ascii = Bool.random(using: &generator)
      let pool = ascii ? Array(parts.prefix(6)) : parts
      let count = Int.random(in: 0..<40, using: &generator)
      let string = (0..<count).compactMap { _ in pool.randomElement(using: &generator) }.joined()
      let width = Int.random(in: 3...24, using: &generator)
      let indent = Int.random(in: 0...3, using: &generator)
      let wrapped = WrappedText(Text(string), width: width, indent: indent)
      let text = Text(string)
      #expect(wrapped.pieces.first?.scalars.lowerBound == 0)
      #expect(wrapped.pieces.last?.scalars.upperBound == text.scalarCount)
      var joined = ""
      for (index, piece) in wrapped.pieces.enumerated() {
        joined.unicodeScalars += wrapped.string(of: index).unicodeScalars
        if piece.endsLine { joined.unicodeScalars.append("\n") }
        #expect(piece.indent + piece.columns <= width, "\(round)")
        if index > 0 {
          #expect(piece.scalars.lowerBound == wrapped.pieces[index - 1].scalars.upperBound)
        }
      }
      #expect(Text(joined) == text, "\(round)")
      checkCursors(of: wrapped, round)
    }
  }

  private func checkCursors(of wrapped: WrappedText, _ round: Int) {
    var seen = Set<WrappedText.Place>()
    var offset = 0
    for character in wrapped.text.string + "." {
      let place = wrapped.place(of: offset)
      #expect(place.column < wrapped.width, "\(round)")
      #expect(seen.insert(place).inserted, "\(round): no two cursors in one place")
      #expect(wrapped.cursor(at: place) == offset, "\(round): there and back")
      offset += character.unicodeScalars.count
    }
  }

  @Test("Moving up and down keeps the column in which the cursor started")
  func vertical() throws {
    let wrapped = WrappedText("a long line\nx\nanother one", width: 40)
    let first = try #require(wrapped.cursor(movedBy: 1, from: 9, goal: nil))
    #expect(first == (13, 9))
    let second = try #require(wrapped.cursor(movedBy: 1, from: first.cursor, goal: first.goal))
    #expect(second == (23, 9))
    #expect(wrapped.cursor(movedBy: 1, from: second.cursor, goal: 9) == nil)
    #expect(wrapped.cursor(movedBy: -1, from: 3, goal: nil) == nil)
    // The position after a wrapped piece is the start of the next piece, so the cursor stops before
    // the last character of the piece.
    let narrow = WrappedText("one two three", width: 8)
    #expect(try #require(narrow.cursor(movedBy: -1, from: 13, goal: 30)).cursor == 7)
  }
}
