// Keys change a line as expected, in a real libedit on a pseudo-terminal.

import LineEditing
import Testing

/// Contains all suites that open an editor. They run one at a time, because signals and libedit are
/// process-wide.
@Suite("A line editor", .serialized)
struct LineEditorTests {}

/// Opens an editor on a new pseudo-terminal.
func withEditor(
  _ keyMap: LineEditor.Configuration.KeyMap = .emacs,
  _ body: (borrowing LineEditor, borrowing PseudoTerminal) throws -> Void
) throws {
  let terminal = try PseudoTerminal()
  let editor = try LineEditor(
    LineEditor.Configuration(
      terminal: .descriptor(terminal.slave), readsEditrc: false, keyMap: keyMap))
  try body(editor, terminal)
}

/// Types into a line and compares the result. A bar marks the cursor. With vi keys, typing starts
/// in command mode.
func expect(
  _ before: String, typing keys: String, gives after: String,
  keyMap: LineEditor.Configuration.KeyMap = .emacs,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  try withEditor(keyMap) { editor, terminal in
    editor.load(marked: before)
    editor.setCommandMode()
    let outcome = editor.outcome(typing: Array(keys.utf8), on: terminal)
    #expect(
      outcome.line.unicodeScalars.elementsEqual(after.unicodeScalars),
      "\(keys.debugDescription) on \(before.debugDescription) gave \(outcome.line.debugDescription)",
      sourceLocation: sourceLocation)
  }
}

extension LineEditorTests {
  @Suite("Editing")
  struct Editing {
    @Test("Text is typed at the cursor")
    func typing() throws {
      try expect("|", typing: "Ada", gives: "Ada|")
      try expect("A|a", typing: "d", gives: "Ad|a")
      try expect("|", typing: "é你👩‍👩‍👧‍👦e\u{301}ÿ", gives: "é你👩‍👩‍👧‍👦e\u{301}ÿ|")
      try expect("x|y", typing: "né你", gives: "xné你|y")
      try expect("|", typing: "0123 ~!\\^|\"'", gives: "0123 ~!\\^|\"'|")
      try expect("|", typing: "\u{2028}\u{202e}\u{feff}x", gives: "\u{2028}\u{202e}\u{feff}x|")
    }

    @Test("Left and right move by characters")
    func moving() throws {
      try expect("ab|c", typing: "\u{2}", gives: "a|bc")
      try expect("ab|c", typing: "\u{1b}[D\u{1b}OD", gives: "|abc")
      try expect("ab|c", typing: "\u{6}\u{1b}[C", gives: "abc|")
      try expect("ae\u{301}|", typing: "\u{2}", gives: "a|e\u{301}")
      try expect("👩‍👩‍👧‍👦🇫🇷👍🏽|", typing: "\u{2}\u{2}", gives: "👩‍👩‍👧‍👦|🇫🇷👍🏽")
      try expect("|🇩🇪🇫🇷", typing: "\u{6}", gives: "🇩🇪|🇫🇷")
      try expect("|", typing: "\u{2}\u{6}\u{1b}b\u{1b}f", gives: "|")
    }

    @Test("Home, End, ^A and ^E go to the ends of the line")
    func ends() throws {
      try expect("ab|c", typing: "\u{1}", gives: "|abc")
      try expect("a|bc", typing: "\u{5}", gives: "abc|")
      try expect("ab|c", typing: "\u{1b}[H", gives: "|abc")
      try expect("a|bc", typing: "\u{1b}OF", gives: "abc|")
      try expect("  x|", typing: "\u{1}", gives: "|  x")
    }

    @Test(
      "One Backspace removes one character",
      arguments: [
        "e\u{301}", "👩‍👩‍👧‍👦", "🇫🇷", "👍🏽", "你", "ع\u{64e}", "x", "1️⃣", "क्षि", "\t", "\u{0}", "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
      ])
    func backspace(character: String) throws {
      for key in ["\u{7f}", "\u{8}"] {
        try expect("ab\(character)|c", typing: key, gives: "ab|c")
        try expect("\(character)|", typing: key, gives: "|")
      }
      try expect("b|\(character)c", typing: "\u{4}", gives: "b|c")
      try expect("|\(character)", typing: "\u{1b}[3~", gives: "|")
    }

    @Test("Deleting at an end of the line does nothing")
    func deletingNothing() throws {
      try expect("|ab", typing: "\u{7f}", gives: "|ab")
      try expect("ab|", typing: "\u{4}\u{1b}[3~", gives: "ab|")
      try expect("|", typing: "\u{7f}\u{b}\u{15}\u{17}\u{1b}d\u{19}\u{14}", gives: "|")
    }

    @Test("Words are runs of letters and digits")
    func words() throws {
      try expect("nai|ve", typing: "\u{1b}f", gives: "naive|")
      try expect("nai\u{308}ve, 42|", typing: "\u{1b}b\u{1b}b", gives: "|nai\u{308}ve, 42")
      try expect("|ne\u{301}e x", typing: "\u{1b}f", gives: "ne\u{301}e| x")
      try expect("a b|", typing: "\u{1b}[1;5D", gives: "a |b")
      try expect("|a b", typing: "\u{1b}[1;3C", gives: "a| b")
    }

    @Test("Killed words can be yanked")
    func killingWords() throws {
      try expect("one two|", typing: "\u{1b}\u{7f}", gives: "one |")
      try expect("|one two", typing: "\u{1b}d", gives: "| two")
      try expect("a x-y/z|!", typing: "\u{17}", gives: "a |!")
      try expect("a x-y  |!", typing: "\u{17}\u{19}\u{19}", gives: "a x-y  x-y  |!")
      try expect("e\u{301}a👍🏽|", typing: "\u{17}\u{19}", gives: "e\u{301}a👍🏽|")
      try expect("one two|", typing: "\u{1b}\u{7f}\u{1}\u{19}", gives: "two|one ")
      try expect("|one two", typing: "\u{1b}d\u{5}\u{19}", gives: " twoone|")
    }

    @Test("Killed lines can be yanked")
    func killingLines() throws {
      try expect("one |two", typing: "\u{b}\u{1}\u{19}", gives: "two|one ")
      try expect("one |two", typing: "\u{15}", gives: "|")
      try expect("one |two", typing: "\u{15}\u{19}", gives: "one two|")
    }

    @Test("A plain deletion and an empty kill do not change the killed text")
    func killBufferStays() throws {
      try expect("one two|", typing: "\u{17}\u{7f}\u{7f}\u{19}", gives: "ontwo|")
      try expect("one two|", typing: "\u{17}\u{b}\u{1b}d\u{19}", gives: "one two|")
    }

    @Test("^T swaps characters, not scalars")
    func transposing() throws {
      try expect("ab|", typing: "\u{14}", gives: "ba|")
      try expect("a|bc", typing: "\u{14}", gives: "ba|c")
      try expect("e\u{301}|👍🏽x", typing: "\u{14}", gives: "👍🏽e\u{301}|x")
      try expect("a|", typing: "\u{14}", gives: "a|")
      try expect("|ab", typing: "\u{14}", gives: "|ab")
    }

    @Test("Case changes apply up to the end of the word")
    func changingCase() throws {
      try expect("|ada x", typing: "\u{1b}u", gives: "ADA| x")
      try expect("|ÉCOLE x", typing: "\u{1b}l", gives: "école| x")
      try expect("a| bABBAGE", typing: "\u{1b}c", gives: "a Babbage|")
      try expect("|ne\u{301}e x", typing: "\u{1b}u", gives: "NE\u{301}E| x")
      try expect("|straße", typing: "\u{1b}u", gives: "STRAßE|")
    }

    @Test("Keys without a binding do nothing and never become text")
    func unbound() throws {
      let keys = (0x01...0x1f).filter { ![0x03, 0x1a, 0x1b, 0x1c].contains($0) }
        .filter {
          ![0x01, 0x02, 0x05, 0x06, 0x08, 0x0b, 0x14, 0x15, 0x17, 0x18, 0x19].contains($0)
        }
        .filter { $0 != 0x04 }
      for key in keys {
        try expect("a|b", typing: String(Unicode.Scalar(UInt8(key))), gives: "a|b")
      }
      for letter in "aeghijkmnopqrstvwxyzAEGHIJKMNQRSTVWXYZ0123456789-?./ " {
        try expect("a|b", typing: "\u{1b}\(letter)", gives: "a|b")
      }
      for key in ["\u{18}\u{18}", "\u{18}r", "\u{1b}[A", "\u{1b}[5~", "\u{1b}[Z", "\u{1b}[99~"] {
        try expect("a|b", typing: key, gives: "a|b")
      }
    }

    @Test("A loaded line has exactly the given text, even with newlines and NUL")
    func loading() throws {
      try expect("a\nb\r\nc\t\0d|", typing: "x", gives: "a\nb\r\nc\t\0dx|")
      try expect("a\r\n|b", typing: "\u{7f}", gives: "a|b")
    }
  }
}
