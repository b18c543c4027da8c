// What `next` and `nextKey` return, and when `idle` is called.

import Glibc
import Keys
import LineEditing
import Testing

extension LineEditorTests {
  @Suite("Events")
  struct Events {
    @Test("Every key says what it did")
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

    @Test("The generation changes with the text and only with it")
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

    @Test("Application keys are handed over in order, and the line stays")
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

    @Test("Killed text is yanked in another row")
    func killAcrossRows() throws {
      try withEditor { editor, terminal in
        editor.load("Ada Lovelace", cursor: 12)
        _ = editor.outcome(typing: [0x17], on: terminal)
        editor.load("Grace ", cursor: 6)
        #expect(editor.outcome(typing: [0x19], on: terminal).line == "Grace Lovelace|")
      }
    }

    @Test("A paste is handed over and not inserted")
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

    @Test("Input that has come is executed before idle is called")
    func inputFirst() throws {
      try withEditor { editor, terminal in
        terminal.type(Array("ab".utf8))
        var wakes: [Wake] = []
        var text = ""
        var event = Event.stopped
        repeat {
          event = editor.next(
            isApplicationKey: { _ in false }, escapeMatters: { false },
            idle: {
              wakes.append($0)
              text = editor.text
              return wakes.count < 3 ? .milliseconds(0) : .stop
            })
        } while event != .stopped
        #expect(wakes == [.idle, .timedOut, .timedOut])
        #expect(text == "ab")
      }
    }

    @Test("A question gets keys as they are and leaves the line alone")
    func question() throws {
      try withEditor { editor, terminal in
        editor.load("Ada", cursor: 3)
        terminal.type(Array("y\u{1}\r\u{1b}".utf8))
        var events: [Event] = []
        for _ in 0..<4 { events.append(editor.nextKey { _ in .milliseconds(1000) }) }
        #expect(
          events == [
            .key(.character("y")), .key(.control("a")), .key(.enter), .key(.escape),
          ])
        #expect(editor.marked == "Ada|")
      }
    }

    @Test("Esc alone is a key when it matters, else it makes the next key Meta")
    func escape() throws {
      try withEditor { editor, terminal in
        editor.load("a b", cursor: 3)
        for matters in [true, false] {
          terminal.type([0x1b])
          var asked = 0
          let event = editor.next(
            isApplicationKey: { $0 == .escape }, escapeMatters: { matters },
            idle: { _ in
              asked += 1
              return asked == 1 ? .milliseconds(200) : .stop
            })
          #expect(event == (matters ? .key(.escape) : .stopped))
        }
        #expect(editor.outcome(typing: Array("b".utf8), on: terminal).line == "a |b")
      }
    }

    @Test("Signals arrive as events and wakes", arguments: [SIGTERM, SIGINT, SIGHUP, SIGTSTP])
    func signals(number: Int32) throws {
      try withEditor { editor, _ in
        var wakes: [Wake] = []
        let event = editor.next(
          isApplicationKey: { _ in true }, escapeMatters: { false },
          idle: {
            wakes.append($0)
            kill(getpid(), wakes.count == 1 ? SIGWINCH : wakes.count == 2 ? SIGCONT : number)
            return .milliseconds(5000)
          })
        #expect(event == .signal(number))
        #expect(wakes == [.idle, .resized, .continued])
      }
    }

    @Test("A terminal that goes away is a hang-up, again and again")
    func hangUp() throws {
      var master: Int32 = -1
      var slave: Int32 = -1
      try #require(openpty(&master, &slave, nil, nil, nil) == 0)
      let editor = try LineEditor(
        LineEditor.Configuration(terminal: .descriptor(slave), readsEditrc: false))
      close(slave)
      close(master)
      for _ in 0..<3 {
        let event = editor.next(
          isApplicationKey: { _ in true }, escapeMatters: { false }, idle: { _ in .forever })
        #expect(event == .hungUp)
      }
      #expect(editor.write([0x61]) == false)
    }

    @Test("An editor that is closed within idle stops, and is closed once")
    func closing() throws {
      try withEditor { editor, terminal in
        terminal.type([0x61])
        var wakes = 0
        for expected in [Event.edited(.typed), .stopped, .stopped] {
          let event = editor.next(
            isApplicationKey: { _ in false }, escapeMatters: { false },
            idle: { _ in
              wakes += 1
              editor.close()
              return .forever
            })
          #expect(event == expected)
        }
        #expect(wakes == 1)
        #expect(editor.text == "")
        editor.close()
      }
    }
  }
}
