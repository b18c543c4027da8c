// vi's commands change a line as expected, in a real libedit on a pseudo-terminal.

import LineEditing
import Testing

/// Types in vi's command mode. A bar marks the cursor, and precedes the character at the cursor.
private func expect(
  _ before: String, vi keys: String, gives after: String,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  try expect(before, typing: keys, gives: after, keyMap: .vi, sourceLocation: sourceLocation)
}

extension LineEditorTests {
  @Suite("vi's commands")
  struct ViEditing {
    @Test("h, l and other motions move by characters")
    func characters() throws {
      try expect("a|bc", vi: "h", gives: "|abc")
      try expect("a|bc", vi: "l", gives: "ab|c")
      try expect("ab|c", vi: "l", gives: "ab|c")
      try expect("|abc", vi: "h", gives: "|abc")
      try expect("|abcd", vi: "2 ", gives: "ab|cd")
      try expect("abc|d", vi: "99h", gives: "|abcd")
      try expect("|e\u{301}👩‍👩‍👧‍👦🇫🇷x", vi: "ll", gives: "e\u{301}👩‍👩‍👧‍👦|🇫🇷x")
      try expect("e\u{301}👩‍👩‍👧‍👦|x", vi: "\u{8}", gives: "e\u{301}|👩‍👩‍👧‍👦x")
    }

    @Test("Motions go to the ends of the line and to a column")
    func ends() throws {
      try expect("  a|b", vi: "0", gives: "|  ab")
      try expect("  a|b", vi: "^", gives: "  |ab")
      try expect("|  ab", vi: "$", gives: "  a|b")
      try expect("|abcd", vi: "3|", gives: "ab|cd")
      try expect("|abcd", vi: "9|", gives: "abc|d")
      try expect("|   ", vi: "^", gives: "|   ")
      try expect("|", vi: "$0^hlwbe|%;,xX~DdwJ", gives: "|")
      try expect("|xe\u{301}", vi: "$", gives: "x|e\u{301}")
    }

    @Test("Motions by words treat a character with its marks as a whole")
    func words() throws {
      try expect("|one, two", vi: "w", gives: "one|, two")
      try expect("|one, two", vi: "2w", gives: "one, |two")
      try expect("|one, two", vi: "W", gives: "one, |two")
      try expect("one, |two", vi: "b", gives: "one|, two")
      try expect("one, |two", vi: "B", gives: "|one, two")
      try expect("|one, two", vi: "e", gives: "on|e, two")
      try expect("|one, two", vi: "E", gives: "one|, two")
      try expect("|one, two", vi: "9w", gives: "one, tw|o")
      try expect("|one, two", vi: "9e", gives: "one, tw|o")
      try expect("|e\u{301}a🇫🇷b_c x", vi: "w", gives: "e\u{301}a|🇫🇷b_c x")
      try expect("|e\u{301}a🇫🇷b_c x", vi: "ww", gives: "e\u{301}a🇫🇷|b_c x")
      try expect("|ne\u{301}", vi: "e", gives: "n|e\u{301}")
    }

    @Test("f F t T ; and , find characters, and % finds brackets")
    func finding() throws {
      try expect("|a.b.c.d", vi: "f.", gives: "a|.b.c.d")
      try expect("|a.b.c.d", vi: "2f.", gives: "a.b|.c.d")
      try expect("|a.b.c.d", vi: "t.;", gives: "a.|b.c.d")
      try expect("|a.b.c.d", vi: "f.;;,", gives: "a.b|.c.d")
      try expect("a.b.c.|d", vi: "F.", gives: "a.b.c|.d")
      try expect("a.b.c.|d", vi: "2T.", gives: "a.b.|c.d")
      try expect("|a.b", vi: "fz", gives: "|a.b")
      try expect("|a.b", vi: ";,", gives: "|a.b")
      try expect("|xe\u{301}y", vi: "fé", gives: "x|e\u{301}y")
      try expect("|xéy", vi: "fe\u{301}", gives: "x|éy")
      try expect("|x👩‍👩‍👧‍👦y", vi: "f👩‍👩‍👧‍👦", gives: "x|👩‍👩‍👧‍👦y")
      try expect("|x👩‍👩‍👧‍👦y", vi: "f👩", gives: "|x👩‍👩‍👧‍👦y")
      try expect("|a(b[c]d)e", vi: "%", gives: "a(b[c]d|)e")
      try expect("a(b[c|]d)e", vi: "%", gives: "a(b|[c]d)e")
      try expect("|a(b", vi: "%", gives: "|a(b")
    }

    @Test("x X s delete characters")
    func deleting() throws {
      try expect("a|bc", vi: "x", gives: "a|c")
      try expect("ab|c", vi: "x", gives: "a|b")
      try expect("a|bcd", vi: "2x", gives: "a|d")
      try expect("a|bcd", vi: "99x", gives: "|a")
      try expect("ab|c", vi: "X", gives: "a|c")
      try expect("|ab", vi: "X", gives: "|ab")
      try expect("a|bc", vi: "sxy\u{1b}", gives: "ax|yc")
      try expect("a|bc", vi: "9sx", gives: "ax|")
      for character in ["e\u{301}", "👩‍👩‍👧‍👦", "🇫🇷", "👍🏽", "क्षि", "1️⃣"] {
        try expect("ab|\(character)c", vi: "x", gives: "ab|c")
        try expect("ab\(character)|c", vi: "X", gives: "ab|c")
        try expect("ab|\(character)c", vi: "rx", gives: "ab|xc")
        try expect("ab|\(character)c", vi: "dl", gives: "ab|c")
        try expect("ab|\(character)c", vi: "xP", gives: "ab|\(character)c")
      }
    }

    @Test("d c and y with a motion act on whole characters")
    func operators() throws {
      try expect("|one two", vi: "dw", gives: "|two")
      try expect("|one two three", vi: "d2w", gives: "|three")
      try expect("one |two", vi: "dw", gives: "one| ")
      try expect("one |two", vi: "db", gives: "|two")
      try expect("|one two", vi: "de", gives: "| two")
      try expect("a|b(c)d", vi: "d%", gives: "a|d")
      try expect("on|e two", vi: "d0", gives: "|e two")
      try expect("on|e two", vi: "d$", gives: "o|n")
      try expect("on|e two", vi: "D", gives: "o|n")
      try expect("on|e two", vi: "dd", gives: "|")
      try expect("|a.b.c", vi: "df.", gives: "|b.c")
      try expect("|a.b.c", vi: "2dt.", gives: "|.c")
      try expect("a.b.|c", vi: "dF.", gives: "a.b|c")
      try expect("|one two", vi: "cwx\u{1b}", gives: "|x two")
      try expect("|one two three", vi: "c2wx", gives: "x| three")
      try expect("on|e two", vi: "cwx", gives: "onx| two")
      try expect("one| two", vi: "cwx", gives: "onex|two")
      try expect("on|e two", vi: "ccx", gives: "x|")
      try expect("on|e two", vi: "Sx", gives: "x|")
      try expect("on|e two", vi: "Cx", gives: "onx|")
      try expect("|", vi: "cwx", gives: "x|")
      try expect("o|ne two", vi: "diw", gives: "| two")
      try expect("o|ne two", vi: "daw", gives: "|two")
      try expect("one t|wo", vi: "daw", gives: "on|e")
      try expect("one t|wo, x", vi: "ciWx", gives: "one x| x")
      try expect("x|ne\u{301}e\u{301} y", vi: "de", gives: "x| y")
      try expect("|e\u{301}👍🏽x", vi: "d2l", gives: "|x")
    }

    @Test("y copies text, and p and P insert it")
    func putting() throws {
      try expect("|one two", vi: "yw$p", gives: "one twoone| ")
      try expect("|ab", vi: "yyp", gives: "aa|bb")
      try expect("a|b", vi: "YP", gives: "aa|bb")
      try expect("|abc", vi: "x2p", gives: "ba|ac")
      try expect("ab|c", vi: "yb$p", gives: "abca|b")
      try expect("|e\u{301}x", vi: "xp", gives: "x|e\u{301}")
      try expect("|e\u{301}x", vi: "x3p", gives: "xe\u{301}e\u{301}|e\u{301}")
      try expect("|abc", vi: "pP", gives: "|abc")
      try expect("|one two", vi: "\"adw\"ap", gives: "tone| wo")
    }

    @Test("r and ~ change characters")
    func changing() throws {
      try expect("|abc", vi: "rx", gives: "|xbc")
      try expect("|abc", vi: "2rx", gives: "x|xc")
      try expect("a|bc", vi: "3rx", gives: "a|bc")
      try expect("|abc", vi: "re\u{301}l", gives: "e\u{301}|bc")
      try expect("|abc", vi: "r👩‍👩‍👧‍👦", gives: "|👩‍👩‍👧‍👦bc")
      try expect("|abc", vi: "r:r/rjrZ", gives: "|Zbc")
      try expect("|aBé", vi: "3~", gives: "Ab|É")
      try expect("|e\u{301}ß1x", vi: "~~~~", gives: "E\u{301}ß1|X")
    }

    @Test("i a I and A enter insert mode")
    func inserting() throws {
      try expect("a|b", vi: "ix", gives: "ax|b")
      try expect("a|b", vi: "ax", gives: "abx|")
      try expect("|e\u{301}b", vi: "ax", gives: "e\u{301}x|b")
      try expect("  a|b", vi: "Ix", gives: "  x|ab")
      try expect("|ab", vi: "Ax", gives: "abx|")
      try expect("|", vi: "ax", gives: "x|")
      try expect("|ab", vi: "5000ix", gives: "x|ab")
      try expect("|ab", vi: "ié你\u{1b}", gives: "é|你ab")
      try expect("ab|c", vi: "i\u{15}x", gives: "x|c")
    }

    @Test(". repeats the last change")
    func repeating() throws {
      try expect("|abcdef", vi: "x..", gives: "|def")
      try expect("|abcdef", vi: "2x.", gives: "|ef")
      try expect("|abcdef", vi: "x3.", gives: "|ef")
      try expect("|one two three", vi: "cwé\u{1b}w.", gives: "é |é three")
      try expect("|one two", vi: "A!\u{1b}.", gives: "one two!|!")
      try expect("|one two", vi: "rxw.", gives: "xne |xwo")
      try expect("|one", vi: ".", gives: "|one")
      try expect("|one", vi: "x$.", gives: "|n")
      try expect("|abc", vi: "re\u{301}l.", gives: "e\u{301}|e\u{301}c")
    }

    @Test("In command mode no key types text")
    func nothingTyped() throws {
      for keys in ["é你👍🏽", ":/?nNjkG+-RuU@#_v=*&oO", "\u{16}\u{11}\u{12}\u{e}\u{10}\u{14}\u{19}"] {
        try expect("a|bc", vi: keys, gives: "a|bc")
      }
      for key in ["d\u{1b}", "2d\u{1b}", "f\u{1b}", "g\u{1b}", "\"\u{1b}", "5\u{1b}"] {
        try expect("ab|c", vi: key + "h", gives: "a|bc")
      }
      try expect("ab|c", vi: "d\u{1b}[Dh", gives: "|abc")
    }

    @Test("A count never makes the line longer than the limit")
    func limit() throws {
      try withEditor(.vi) { editor, terminal in
        editor.load("abc", cursor: 0)
        editor.setCommandMode()
        let outcome = editor.outcome(typing: Array("yy9999p2p".utf8), on: terminal)
        #expect(
          outcome.events == [.edited(.other), .refused(.tooLong), .edited(.yanked)])
        #expect(outcome.line == "aabcab|cbc")
        editor.load(String(repeating: "x", count: 4000), cursor: 0)
        #expect(
          editor.outcome(typing: Array("p9999reré4000re\u{301}".utf8), on: terminal).events
            .contains(.refused(.tooLong)))
        #expect(editor.scalarCount == 4000)
      }
    }
  }
}
