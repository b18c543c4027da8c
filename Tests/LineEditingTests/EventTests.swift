// The results of `next` and `perform`.

import Glibc
import Keys
import LineEditing
import Testing

extension LineEditorTests {
  @Suite("Events")
  struct Events {
    @Test("Every key reports its effect")
    func kinds() throws {
      try withEditor { editor, terminal in
        let keys = "ab\u{7f}é\u{2}\u{b}\u{19}\u{14}\u{17}\u{7f}"
        let outcome = editor.outcome(typing: Array(keys.utf8), on: terminal)
        #expect(
          outcome.events
            == [
              .typed, .typed, .deleted, .typed, .moved, .killed, .yanked, .other, .killed, .other,
            ]
            .map(Event.edited))
      }
    }

    @Test("The generation changes exactly when the text changes")
    func generation() throws {
      try withEditor { editor, terminal in
        for (keys, changes) in [
          ("a", true), ("\u{2}", false), ("\u{5}", false), ("é", true), ("\u{7f}", true),
          ("\u{15}", true), ("\u{19}", true), ("\u{1b}u", false), ("\u{1}\u{1b}u", true),
        ] {
          let before = editor.generation
          _ = editor.outcome(typing: Array(keys.utf8), on: terminal)
          #expect((editor.generation != before) == changes, "\(keys.debugDescription)")
        }
      }
    }

    @Test("Keys of the application are returned in order, and do not change the line")
    func applicationKeys() throws {
      try withEditor { editor, terminal in
        let outcome = editor.outcome(
          typing: Array("a\rb\u{18}\u{5}\u{1b}[6~:".utf8), on: terminal,
          application: [.enter, .controlX(.control("e")), .pageDown, .character(":")])
        #expect(
          outcome.events == [
            .edited(.typed), .key(.enter), .edited(.typed), .key(.controlX(.control("e"))),
            .key(.pageDown), .key(.character(":")),
          ])
        #expect(outcome.line == "ab|")
      }
    }

    @Test("^D on an empty line is refused")
    func emptyDelete() throws {
      try withEditor { editor, terminal in
        let outcome = editor.outcome(typing: [0x04, 0x61, 0x04], on: terminal)
        #expect(
          outcome.events == [.refused(.emptyDelete), .edited(.typed), .edited(.other)])
      }
    }

    @Test("Text that was killed in one row can be yanked in another")
    func killAcrossRows() throws {
      try withEditor { editor, terminal in
        editor.load("Ada Lovelace", cursor: 12)
        _ = editor.outcome(typing: [0x17], on: terminal)
        editor.load("Grace ", cursor: 6)
        #expect(editor.outcome(typing: [0x19], on: terminal).line == "Grace Lovelace|")
      }
    }

    @Test("A paste is returned and not inserted")
    func paste() throws {
      try withEditor { editor, terminal in
        let keys = Array("a\u{1b}[200~x\ry\u{7}\u{1b}[201~b".utf8)
        let outcome = editor.outcome(typing: keys, on: terminal)
        #expect(
          outcome.events == [
            .edited(.typed), .pasted(Paste(text: "x\ny", leftOut: 1)), .edited(.typed),
          ])
        #expect(outcome.line == "ab|")
        #expect(editor.insert("x\ny") == true)
        #expect(editor.marked == "abx\ny|")
      }
    }

    @Test("A paste of a megabyte is one event")
    func megabyte() throws {
      try withEditor { editor, terminal in
        let text = String(repeating: "Ada Lovelace, é\n", count: 62_500)
        let outcome = editor.outcome(
          typing: Array("\u{1b}[200~\(text)\u{1b}[201~".utf8), on: terminal)
        #expect(outcome.events == [.pasted(Paste(text: text))])
      }
    }

    @Test("`next` returns the input that is already there, and `nothing` only after that")
    func inputFirst() throws {
      try withEditor { editor, terminal in
        terminal.type(Array("ab".utf8))
        var keys: [Key] = []
        while case .key(let press) = editor.next(milliseconds: 0) { keys.append(press.key) }
        #expect(keys == [.character("a"), .character("b")])
        #expect(editor.next(milliseconds: 0) == .nothing)
        #expect(editor.next(milliseconds: 1) == .nothing)
        #expect(editor.text == "")
        #expect(editor.hasInput == false)
        terminal.type(Array("c".utf8))
        #expect(editor.hasInput == true)
      }
    }

    @Test("A key that is not performed does not change the line; an unread key is returned again")
    func question() throws {
      try withEditor { editor, terminal in
        editor.load("Ada", cursor: 3)
        terminal.type(Array("y\u{1}\r\u{1b}".utf8))
        var inputs: [Input] = []
        for _ in 0..<4 { inputs.append(editor.next(milliseconds: 1000, escapeMatters: true)) }
        #expect(
          inputs
            == [.character("y"), .control("a"), .enter, .escape].map { .key(KeyPress($0)) })
        #expect(editor.marked == "Ada|")
        terminal.type(Array("z".utf8))
        editor.unread(.tab)
        editor.unread(.enter)
        inputs = (0..<3).map { _ in editor.next(milliseconds: 1000) }
        #expect(inputs == [.enter, .tab, .character("z")].map { .key(KeyPress($0)) })
      }
    }

    @Test("If Esc matters to the caller, Esc alone is a key; if not, Esc is a prefix that expires")
    func escape() throws {
      try withEditor { editor, terminal in
        terminal.type([0x1b])
        #expect(editor.next(milliseconds: 10_000) == .pending(.escape))
        #expect(editor.next(milliseconds: 10_000) == .pending(nil))
        terminal.type([0x1b])
        #expect(
          editor.next(milliseconds: 10_000, escapeMatters: true) == .key(KeyPress(.escape)))
        editor.load("a b", cursor: 3)
        #expect(editor.outcome(typing: Array("\u{1b}b".utf8), on: terminal).line == "a |b")
      }
    }

    @Test("^X waits for its key, and an interrupt can cancel it")
    func controlX() throws {
      try withEditor { editor, terminal in
        #expect(editor.cancelPrefix() == false)
        terminal.type([0x18])
        #expect(editor.next(milliseconds: 10_000) == .pending(.controlX))
        kill(getpid(), SIGINT)
        #expect(editor.next(milliseconds: 10_000) == .signal(SIGINT))
        #expect(editor.cancelPrefix() == true)
        #expect(editor.cancelPrefix() == false)
        #expect(editor.outcome(typing: Array("e".utf8), on: terminal).line == "e|")
      }
    }

    @Test("A chord without a meaning is refused and types nothing")
    func unknownChords() throws {
      for keyMap in [LineEditor.Configuration.KeyMap.emacs, .vi] {
        try withEditor(keyMap) { editor, terminal in
          let bytes = Array("a\u{18}z\u{18}\u{1e}\u{1b}[122;3ub".utf8)
          let outcome = editor.outcome(typing: bytes, on: terminal)
          #expect(outcome.line == "ab|")
          #expect(
            outcome.events
              == [.edited(.typed)] + Array(repeating: .refused(.unknownChord), count: 3)
              + [.edited(.typed)])
        }
      }
    }

    @Test("Signals arrive one by one", arguments: [SIGTERM, SIGINT, SIGHUP, SIGTSTP])
    func signals(number: Int32) throws {
      try withEditor { editor, _ in
        for (signal, input) in [
          (SIGWINCH, .resized), (SIGCONT, .continued), (number, .signal(number)),
        ] as [(Int32, Input)] {
          kill(getpid(), signal)
          #expect(editor.next(milliseconds: 5000) == input)
        }
      }
    }

    @Test("After the terminal goes away, every read reports a hang-up")
    func hangUp() throws {
      var master: Int32 = -1
      var slave: Int32 = -1
      try #require(openpty(&master, &slave, nil, nil, nil) == 0)
      let editor = try LineEditor(
        LineEditor.Configuration(terminal: .descriptor(slave), readsEditrc: false))
      close(slave)
      close(master)
      for _ in 0..<3 { #expect(editor.next() == .hungUp) }
      #expect(editor.write([0x61]) == false)
    }

    @Test("A closed editor has no more input, and closing it again does nothing")
    func closing() throws {
      try withEditor { editor, terminal in
        terminal.type(Array("ab".utf8))
        guard case .key(let press) = editor.next() else {
          Issue.record("no key")
          return
        }
        editor.close()
        #expect(editor.perform(press) == .nothing)
        #expect(editor.next() == .hungUp)
        #expect(editor.text == "")
        #expect(editor.hasInput == false)
        editor.close()
      }
    }
  }
}
