// vi's modes: which keys change a mode and which keep it, and which keys the application gets.

import Keys
import LineEditing
import TerminalTesting
import Testing

extension LineEditorTests {
  @Suite("vi's modes")
  struct ViModes {
    private func type(
      _ keys: String, into editor: borrowing LineEditor, _ terminal: borrowing PseudoTerminal,
      application: Set<Key> = []
    ) -> [Event] {
      editor.outcome(typing: Array(keys.utf8), on: terminal, application: application).events
    }

    @Test("With Emacs keys, Esc does not enter a command mode")
    func emacs() throws {
      try withEditor { editor, terminal in
        #expect(editor.usesViKeys == false)
        editor.setCommandMode()
        #expect(editor.isInCommandMode == false)
        #expect(type("x\u{1b}b", into: editor, terminal) == [.edited(.typed), .edited(.moved)])
      }
    }

    @Test("Esc switches to command mode and reports it; a second Esc does nothing")
    func escape() throws {
      try withEditor(.vi) { editor, terminal in
        #expect(editor.usesViKeys == true)
        #expect(editor.isInCommandMode == false)
        #expect(
          type("ab\u{1b}", into: editor, terminal)
            == [.edited(.typed), .edited(.typed), .edited(.moved)])
        #expect(editor.marked == "a|b")
        #expect(editor.isInCommandMode == true)
        #expect(type("\u{1b}", into: editor, terminal) == [])
        #expect(type("\u{1b}\u{1b}\u{1b}", into: editor, terminal) == [])
        #expect(type("i", into: editor, terminal) == [.edited(.moved)])
        #expect(editor.isInCommandMode == false)
        editor.load("", cursor: 0)
        #expect(type("\u{1b}", into: editor, terminal) == [.edited(.moved)])
        #expect(editor.isInCommandMode == true)
      }
    }

    @Test("The mode stays when another line is loaded, and the cursor is then on a character")
    func keptAcrossLines() throws {
      try withEditor(.vi) { editor, terminal in
        editor.setCommandMode()
        for (before, after) in [
          ("abc|", "ab|c"), ("a|bc", "a|bc"), ("|", "|"), ("xe\u{301}|", "x|e\u{301}"),
          ("e|\u{301}", "|e\u{301}"),
        ] {
          editor.load(marked: before)
          #expect(editor.marked.unicodeScalars.elementsEqual(after.unicodeScalars))
          #expect(editor.isInCommandMode == true)
        }
        editor.load("abc", cursor: 1)
        #expect(type("x", into: editor, terminal) == [.edited(.deleted)])
        #expect(editor.insert("xyz") == true)
        #expect(editor.marked == "axyz|c")
        editor.setInsertMode()
        #expect(type("x", into: editor, terminal) == [.edited(.typed)])
        editor.load("abc", cursor: 3)
        #expect(editor.marked == "abc|")
      }
    }

    @Test("In command mode, the application gets its characters if they begin a command")
    func applicationKeys() throws {
      let application: Set<Key> = Set(":/nNjkGu".unicodeScalars.map { .character($0) })
      try withEditor(.vi) { editor, terminal in
        editor.load("n/uj: u", cursor: 0)
        editor.setCommandMode()
        for key in ":/nNjkGu".unicodeScalars {
          #expect(
            type(String(key), into: editor, terminal, application: application)
              == [.key(.character(key))])
        }
        // The editor keeps a character that completes a command.
        for keys in ["fj", "2tj", "rj", "rn", "dj", "\"n", "\u{1b}", "yfj", "5G"] {
          let events = type(keys, into: editor, terminal, application: application)
          #expect(!events.contains { if case .key = $0 { true } else { false } }, "\(keys)")
        }
        #expect(editor.text.hasSuffix("u") == true)
      }
    }

    /// Returns the counts that the application gets with some of its keys.
    private func counts(
      _ text: String, in editor: borrowing LineEditor, _ terminal: borrowing PseudoTerminal
    ) -> [Int?] {
      let application = Set("jk+{}".unicodeScalars.map(Key.character))
        .union([.enter, .up, .down, .pageDown])
      var bytes = Array((text + "\u{1b}[24~").utf8)[...]
      var counts: [Int?] = []
      while true {
        bytes = bytes.dropFirst(send(bytes, to: terminal.master))
        guard case .key(let press) = editor.next(milliseconds: 10_000) else { return counts + [-1] }
        if press.key == .function(12) { return counts }
        if press.belongsToLine || !application.contains(press.key) {
          editor.perform(press)
        } else {
          counts.append(press.count)
          editor.abandonCommand()
        }
      }
    }

    @Test("j k + { } Enter and arrows go to the application together with their count")
    func counts() throws {
      try withEditor(.vi) { editor, terminal in
        editor.load("one two three", cursor: 0)
        editor.setCommandMode()
        #expect(
          counts("j3j12k99999999k3+2{5}", in: editor, terminal) == [
            nil, 3, 12, LineEditor.scalarLimit, 3, 2, 5,
          ])
        #expect(counts("3\r2\u{1b}[A10\u{1b}[B", in: editor, terminal) == [3, 2, 10])
        // After a key, its count is gone, even if the key ignored the count.
        #expect(counts("3jj4\u{1b}[6~j", in: editor, terminal) == [3, nil, nil, nil])
        #expect(editor.text == "one two three")
        // The editor keeps the motion of an operator, and a character to search for.
        #expect(counts("3djd3jf\u{7d}2rj0", in: editor, terminal) == [])
        // The editor ignores such a key if the application does not handle it.
        editor.load("one", cursor: 0)
        terminal.type(Array("3j".utf8))
        for _ in 0..<2 {
          guard case .key(let press) = editor.next(milliseconds: 10_000) else {
            Issue.record("no key")
            return
          }
          #expect(editor.perform(press) == .nothing)
        }
        #expect(editor.marked == "|one")
        #expect(counts("2x", in: editor, terminal) == [])
        #expect(editor.marked == "|e")
      }
    }

    @Test("gg '' and ZZ are keys of two characters, which may be typed at any speed")
    func chords() throws {
      let chords: Set<Key> = [.sequence("g", "g"), .sequence("'", "'"), .sequence("Z", "Z")]
      let application = chords.union([.character("g"), .character("'"), .character("j"), .up])
      try withEditor(.vi) { editor, terminal in
        editor.load("abc", cursor: 0)
        editor.setCommandMode()
        for key in "g'Z".unicodeScalars {
          #expect(
            type("\(key)\(key)", into: editor, terminal, application: application)
              == [.key(.sequence(key, key))])
        }
        #expect(type("gx", into: editor, terminal, application: application) == [])
        #expect(type("gj", into: editor, terminal, application: application) == [])
        #expect(
          type("g\u{1b}j", into: editor, terminal, application: application)
            == [.key(.character("j"))])
        #expect(
          type("g\u{1b}[Ag", into: editor, terminal, application: application) == [.key(.up)])
        #expect(editor.marked == "|abc")
        editor.setInsertMode()
        #expect(type("ZZ", into: editor, terminal).count == 2)
        #expect(editor.text == "ZZabc")
      }
    }

    @Test("In insert mode, the application gets the same keys as with Emacs keys")
    func insertMode() throws {
      try withEditor(.vi) { editor, terminal in
        let events = type(
          "a:\r\u{1}", into: editor, terminal, application: [.character(":"), .enter])
        #expect(
          events == [.edited(.typed), .key(.character(":")), .key(.enter), .edited(.moved)])
      }
    }

    @Test("If the application handles Esc, the mode does not change")
    func escapeThatMatters() throws {
      try withEditor(.vi) { editor, terminal in
        editor.load("abc", cursor: 3)
        for isOpen in [true, false] {
          terminal.type([0x1b])
          let input = editor.next(milliseconds: 10_000, escapeMatters: isOpen)
          #expect(
            editor.event(of: input, application: isOpen ? [.escape] : [])
              == (isOpen ? .key(.escape) : .edited(.moved)))
          #expect(editor.isInCommandMode == !isOpen)
        }
      }
    }

    @Test("Every command reports its effect")
    func kinds() throws {
      let expected: [(String, EditKind)] = [
        ("x", .deleted), ("$", .moved), ("X", .deleted), ("p", .yanked), ("P", .yanked),
        ("~", .other), ("0", .moved), ("rz", .other), ("yw", .other), ("w", .moved), ("yb", .moved),
        ("dw", .killed), ("D", .killed), ("A", .moved), ("\u{1b}", .moved), ("s", .deleted),
        ("\u{1b}", .moved), ("cc", .killed), ("\u{1b}", .moved), ("x", .other), ("dw", .other),
      ]
      try withEditor(.vi) { editor, terminal in
        editor.load("one two three four", cursor: 0)
        editor.setCommandMode()
        for (keys, kind) in expected {
          let text = editor.text
          let generation = editor.generation
          let events = type(keys, into: editor, terminal)
          #expect(events == [.edited(kind)], "\(keys.debugDescription)")
          if editor.text != text { #expect(editor.generation != generation) }
        }
      }
    }

    @Test("At a question, Esc and a key that follows at once are two keys")
    func question() throws {
      try withEditor(.vi) { editor, terminal in
        terminal.type(Array("\u{1b}y".utf8))
        let inputs = (0..<2).map { _ in editor.next(milliseconds: 10_000, escapeMatters: true) }
        #expect(inputs == [.key(KeyPress(.escape)), .key(KeyPress(.character("y")))])
      }
    }

    @Test("After any input, the cursor is on a character, and the line is within its limit")
    func noise() throws {
      let pieces = [
        "h", "w", "b", "e", "$", "0", "f", ";", "x", "X", "d", "c", "y", "D", "s", "p", "P", "r",
        "~",
        "i", "a", "A", ".", "9999", "3", "\"", "g", "\u{1b}", "\u{1b}", "é", "👩‍👩‍👧‍👦", "\u{301}", "🇫",
        "a b", "\u{17}", "\u{15}", "\u{19}", "\u{1b}[C", "\u{7f}", "(", ")", "\u{200d}", "yy9p",
      ]
      var random = SeededGenerator(seed: 3)
      try withEditor(.vi) { editor, terminal in
        for _ in 0..<300 {
          let keys = (0..<8).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }.joined()
          let before = (text: editor.text, generation: editor.generation)
          _ = type(keys, into: editor, terminal)
          #expect(editor.scalarCount <= LineEditor.scalarLimit)
          if editor.generation == before.generation { #expect(editor.text == before.text) }
          guard editor.isInCommandMode else { continue }
          var starts: Set<Int> = []
          var offset = 0
          for character in editor.text {
            starts.insert(offset)
            offset += character.unicodeScalars.count
          }
          #expect(editor.isEmpty || starts.contains(editor.cursor), "\(keys.debugDescription)")
        }
      }
    }
  }
}
