// Editing a text of several lines, in a real libedit on a pseudo-terminal.

import LineEditing
import Testing

extension LineEditorTests {
  /// Types into a text of several lines and compares the result. A bar marks the cursor. With vi
  /// keys, typing starts in command mode.
  private static func expectLines(
    _ before: String, typing keys: String, gives after: String,
    keyMap: LineEditor.Configuration.KeyMap = .emacs,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try withEditor(keyMap) { editor, terminal in
      editor.load(marked: before, holdsLines: true)
      editor.setCommandMode()
      let outcome = editor.outcome(typing: Array(keys.utf8), on: terminal)
      #expect(
        outcome.line.unicodeScalars.elementsEqual(after.unicodeScalars),
        """
        \(keys.debugDescription) on \(before.debugDescription) gave \
        \(outcome.line.debugDescription)
        """,
        sourceLocation: sourceLocation)
    }
  }

  @Suite("Several lines")
  struct Lines {
    private func expect(
      _ before: String, _ keys: String, _ after: String,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      try expectLines(before, typing: keys, gives: after, sourceLocation: sourceLocation)
    }

    @Test("Enter, M-Enter and ^X^J type a line break")
    func typing() throws {
      try expect("a|b", "\r", "a\n|b")
      try expect("|", "one\rtwo\u{1b}\rthree\u{18}\n", "one\ntwo\nthree\n|")
      try expect("é|", "\r\r你", "é\n\n你|")
    }

    @Test("In a text of one line Enter, M-Enter and ^X^J do nothing")
    func oneLine() throws {
      try withEditor { editor, terminal in
        editor.load(marked: "a|b")
        #expect(
          editor.outcome(typing: Array("\r\u{1b}\r\u{18}\nx".utf8), on: terminal).line == "ax|b")
      }
    }

    @Test("Left, right and words cross line breaks; Home and End stay in the line")
    func moving() throws {
      try expect("a\n|b", "\u{2}", "a|\nb")
      try expect("a|\nb", "\u{6}", "a\n|b")
      try expect("one\nt|wo\nthree", "\u{1}", "one\n|two\nthree")
      try expect("one\nt|wo\nthree", "\u{5}", "one\ntwo|\nthree")
      try expect("one\n|\nthree", "\u{1}\u{5}\u{1b}OH\u{1b}OF", "one\n|\nthree")
      try expect("one\n|two", "\u{1b}b", "|one\ntwo")
      try expect("one|\n\n two", "\u{1b}f", "one\n\n two|")
      try expect("e\u{301}\n👩‍👩‍👧‍👦|\u{301}", "\u{2}\u{2}", "e\u{301}|\n👩‍👩‍👧‍👦\u{301}")
    }

    @Test("Backspace and Delete join lines")
    func joining() throws {
      try expect("one\n|two", "\u{7f}", "one|two")
      try expect("one|\ntwo", "\u{4}", "one|two")
      try expect("\n|\u{301}x", "\u{7f}", "|\u{301}x")
    }

    @Test("^K kills to the end of the line, or the line break at the end; ^Y yanks both")
    func killing() throws {
      try expect("o|ne\ntwo", "\u{b}", "o|\ntwo")
      try expect("o|ne\ntwo", "\u{b}\u{b}", "o|two")
      try expect("o|ne\ntwo", "\u{b}\u{19}", "one|\ntwo")
      try expect("one|\ntwo", "\u{b}\u{5}\u{19}", "onetwo\n|")
      try expect("one\ntwo|", "\u{b}", "one\ntwo|")
      try expect("one\n|\ntwo", "\u{b}", "one\n|two")
    }

    @Test("^U kills a line, or the line break before an empty line; ^W and M-d cross line breaks")
    func killingLines() throws {
      try expect("one\nt|wo\nthree", "\u{15}", "one\n|\nthree")
      try expect("one\nt|wo\nthree", "\u{15}\u{15}", "one|\nthree")
      try expect("|\ntwo", "\u{15}", "|\ntwo")
      try expect("one\n|two", "\u{17}", "|two")
      try expect("one|\n two", "\u{1b}d", "one|")
      try expect("one\n|two", "\u{17}\u{19}", "one\n|two")
    }

    @Test("^T acts within the line, even at its end; case changes continue after a line break")
    func exchanging() throws {
      try expect("ab|\ncd", "\u{14}", "ba|\ncd")
      try expect("ab\n|cd", "\u{14}", "ab\n|cd")
      try expect("ab\nc|d", "\u{14}", "ab\ndc|")
      try expect("ab|\ncd", "\u{1b}u", "ab\nCD|")
    }

    @Test("In a text of one line, a killed line break is yanked as a space")
    func yankingIntoOneLine() throws {
      try withEditor { editor, terminal in
        editor.load(marked: "|one\ntwo", holdsLines: true)
        _ = editor.outcome(typing: Array("\u{5}\u{17}\u{4}\u{1b}d".utf8), on: terminal)
        editor.load(marked: "one\n|two", holdsLines: true)
        _ = editor.outcome(typing: Array("\u{17}".utf8), on: terminal)
        editor.load(marked: "x|y")
        #expect(editor.outcome(typing: [0x19], on: terminal).line == "xone |y")
      }
    }

    @Test("Line breaks count toward the limit of scalars")
    func limit() throws {
      try withEditor { editor, terminal in
        let lines = String(repeating: "\n", count: LineEditor.scalarLimit - 1)
        editor.load(lines, cursor: 7, holdsLines: true)
        let outcome = editor.outcome(typing: Array("\r\r".utf8), on: terminal)
        #expect(editor.scalarCount == LineEditor.scalarLimit)
        #expect(outcome.events == [.edited(.typed), .refused(.tooLong)])
        _ = editor.outcome(typing: Array("\u{5}\u{1}\u{b}\u{b}\u{15}\u{6}x".utf8), on: terminal)
        #expect(editor.scalarCount == LineEditor.scalarLimit - 2)
      }
    }

    @Test("The cursor can be set to any position, but in vi's command mode only onto a character")
    func movingFromOutside() throws {
      try withEditor { editor, _ in
        editor.load("one\ntwo", cursor: 0, holdsLines: true)
        editor.moveCursor(to: 5)
        #expect(editor.marked == "one\nt|wo")
        editor.moveCursor(to: 99)
        #expect(editor.marked == "one\ntwo|")
      }
      try withEditor(.vi) { editor, _ in
        editor.load("one\ntwo", cursor: 0, holdsLines: true)
        editor.setCommandMode()
        editor.moveCursor(to: 3)
        #expect(editor.marked == "on|e\ntwo")
      }
    }
  }

  @Suite("Several lines with vi's keys")
  struct ViLines {
    private func expect(
      _ before: String, _ keys: String, _ after: String,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      try expectLines(
        before, typing: keys, gives: after, keyMap: .vi, sourceLocation: sourceLocation)
    }

    @Test("h l 0 ^ $ | f and t stay in the line; w b and e cross line breaks")
    func motions() throws {
      try expect("one\n|two", "h", "one\n|two")
      try expect("on|e\ntwo", "l", "on|e\ntwo")
      try expect("one\n  t|wo\nx", "0", "one\n|  two\nx")
      try expect("one\n  tw|o\nx", "^", "one\n  |two\nx")
      try expect("one\n|two\nx", "$", "one\ntw|o\nx")
      try expect("one\n|\nx", "0$^", "one\n|\nx")
      try expect("one\n|two\nx", "3|", "one\ntw|o\nx")
      try expect("|one\ntoo", "fo;", "|one\ntoo")
      try expect("|one\ntwo", "w", "one\n|two")
      try expect("one\n|two", "b", "|one\ntwo")
      try expect("on|e\ntwo", "e", "one\ntw|o")
    }

    @Test("Esc leaves the cursor in its line")
    func escape() throws {
      try expect("one\n|two", "i\u{1b}", "one\n|two")
      try expect("one\n|two", "a\u{1b}", "one\n|two")
      try expect("one|\ntwo", "", "on|e\ntwo")
    }

    @Test("x X s D C r and ~ stay in the line")
    func changing() throws {
      try expect("on|e\ntwo", "3x", "o|n\ntwo")
      try expect("one\nt|wo", "5X", "one\n|wo")
      try expect("|one\ntwo", "9sx\u{1b}", "|x\ntwo")
      try expect("o|ne\ntwo", "D", "|o\ntwo")
      try expect("o|ne\ntwo", "Cx\u{1b}", "o|x\ntwo")
      try expect("o|ne\ntwo", "5rx", "o|ne\ntwo")
      try expect("o|ne\ntwo", "9~", "oN|E\ntwo")
      try expect("one\nt|wo", "Ix\u{1b}", "one\n|xtwo")
      try expect("o|ne\ntwo", "Ax\u{1b}", "one|x\ntwo")
      try expect("o|ne\ntwo", "d$", "|o\ntwo")
      try expect("one |two\nthree", "dw", "one| \nthree")
      try expect("|one\ntwo three", "2dw", "|three")
      try expect("one |two\nthree", "daw", "on|e\nthree")
    }

    @Test("dd, cc, yy and S act on whole lines; p and P put lines between lines")
    func lines() throws {
      try expect("one\nt|wo\nthree", "dd", "one\n|three")
      try expect("one\nt|wo", "dd", "|one")
      try expect("|one", "dd", "|")
      try expect("one\n|\nthree", "dd", "one\n|three")
      try expect("|one\ntwo\nthree", "2dd", "|three")
      try expect("|one\ntwo\nthree", "9dd", "|")
      try expect("|one\ntwo", "ddp", "two\n|one")
      try expect("one\nt|wo", "ddP", "|two\none")
      try expect("o|ne\ntwo", "yyp", "one\n|one\ntwo")
      try expect("o|ne\ntwo", "yy2P", "|one\none\none\ntwo")
      try expect("o|ne\ntwo", "yy2p", "one\n|one\none\ntwo")
      try expect("one\nt|wo\nx", "ccnew\u{1b}", "one\nne|w\nx")
      try expect("one\nt|wo\nx", "Snew\u{1b}", "one\nne|w\nx")
      try expect("|one\ntwo", "xp", "n|oe\ntwo")
    }

    @Test("o and O open a line, J joins lines, and . repeats")
    func opening() throws {
      try expect("o|ne\ntwo", "ox\u{1b}", "one\n|x\ntwo")
      try expect("one\nt|wo", "Ox\u{1b}", "one\n|x\ntwo")
      try expect("o|ne", "ox\u{1b}.", "one\nx\n|x")
      try expect("o|ne\n  two\nthree", "J", "one| two\nthree")
      try expect("o|ne\n  two\nthree", "3J", "one two| three")
      try expect("o|ne\n\nthree", "J", "one| \nthree")
      try expect("|one", "J", "|one")
    }

    @Test("In a text of one line, o and O do nothing, and killed lines are inserted as text")
    func oneLine() throws {
      try withEditor(.vi) { editor, terminal in
        editor.load(marked: "|one\ntwo", holdsLines: true)
        editor.setCommandMode()
        _ = editor.outcome(typing: Array("2yy".utf8), on: terminal)
        editor.load(marked: "|xy")
        #expect(editor.outcome(typing: Array("oOp".utf8), on: terminal).line == "xone tw|oy")
      }
    }
  }
}
