// After the editor is closed, the terminal, the descriptors and the signal handlers are as before.

import Glibc
import Keys
import LineEditing
import Testing

extension LineEditorTests {
  @Suite("The terminal")
  struct TerminalState {
    /// Returns the number of descriptors of this process that refer to a terminal's file. Other
    /// descriptors belong to parallel tests.
    private static func descriptors(on terminal: Int32) -> Int {
      var wanted = stat()
      guard fstat(terminal, &wanted) == 0 else { return -1 }
      return (0..<min(getdtablesize(), 4_096)).count { descriptor in
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_dev == wanted.st_dev
          && status.st_ino == wanted.st_ino
      }
    }

    @Test("Modes and descriptors are the same before an editor opens and after it closes")
    func sameAfterwards() throws {
      let terminal = try PseudoTerminal()
      let before = terminal.modes
      let descriptors = Self.descriptors(on: terminal.slave)
      for _ in 0..<3 {
        let editor = try LineEditor(
          LineEditor.Configuration(terminal: .descriptor(terminal.slave), readsEditrc: false))
        #expect(terminal.modes != before)
        editor.load("Ada", cursor: 3)
        _ = editor.outcome(typing: Array("x\u{17}".utf8), on: terminal)
        editor.close()
        #expect(terminal.modes == before)
      }
      #expect(Self.descriptors(on: terminal.slave) == descriptors)
    }

    private static func handlers() -> [Int] {
      [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT, SIGSEGV, SIGILL].map {
        var action = sigaction()
        sigaction($0, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      }
    }

    @Test("Signal handlers are the same before an editor opens and after it closes")
    func sameHandlers() throws {
      let before = Self.handlers()
      try withEditor { _, _ in #expect(Self.handlers() != before) }
      #expect(Self.handlers() == before)
    }

    @Test("All bytes with one value can be removed from the bytes that wait in the terminal")
    func dropped() throws {
      let terminal = try PseudoTerminal()
      let editor = try LineEditor(
        LineEditor.Configuration(terminal: .descriptor(terminal.slave), readsEditrc: false))
      terminal.type([0x13, 0x13, 0x13])
      editor.dropWaiting(0x13)
      #expect(terminal.takeWaiting() == [])
      // Only root may push bytes into a terminal that is not the controlling terminal.
      var byte = UInt8(ascii: "x")
      guard ioctl(terminal.slave, UInt(TIOCSTI), &byte) == 0 else { return }
      #expect(terminal.takeWaiting() == [byte])
      terminal.type([0x13] + Array("l\u{13}s\u{13}\u{13}\r".utf8))
      editor.dropWaiting(0x13)
      #expect(terminal.takeWaiting() == Array("ls\r".utf8))
      editor.dropWaiting(0x13)
      #expect(terminal.takeWaiting() == [])
      editor.close()
    }

    @Test("Bracketed paste is on during editing and off afterwards; no other sequence is written")
    func written() throws {
      let terminal = try PseudoTerminal()
      let editor = try LineEditor(
        LineEditor.Configuration(terminal: .descriptor(terminal.slave), readsEditrc: false))
      editor.load("Ada", cursor: 1)
      _ = editor.outcome(typing: Array("é\u{17}\u{19}x".utf8), on: terminal)
      #expect(editor.write(Array("hello".utf8)) == true)
      editor.close()
      #expect(terminal.output(until: "\u{1b}[?2004l") == "\u{1b}[?2004hhello\u{1b}[?2004l")
    }

    @Test("Mouse reports are on while requested, but off while a program runs and at the end")
    func mouse() throws {
      let (on, off) = ("\u{1b}[?1000h\u{1b}[?1006h", "\u{1b}[?1006l\u{1b}[?1000l")
      let terminal = try PseudoTerminal()
      let editor = try LineEditor(
        LineEditor.Configuration(terminal: .descriptor(terminal.slave), readsEditrc: false))
      #expect(editor.usesMouse == false)
      terminal.type(Array("\u{1b}[<0;7;3Ma".utf8))
      #expect(editor.next(milliseconds: 10_000) == .key(KeyPress(.character("a"))))
      editor.usesMouse = true
      editor.usesMouse = true
      #expect(editor.usesMouse == true)
      terminal.type(Array("\u{1b}[<0;7;3M\u{1b}[<65;8;4M\u{1b}[9;1R".utf8))
      #expect(
        editor.next(milliseconds: 10_000) == .mouse(MouseEvent(.pressed(.left), line: 3, column: 7))
      )
      #expect(
        editor.next(milliseconds: 10_000) == .mouse(MouseEvent(.wheelDown, line: 4, column: 8)))
      #expect(editor.next(milliseconds: 10_000) == .cursor(CursorPosition(line: 9, column: 1)))
      #expect(editor.text == "")
      #expect(editor.run(["/bin/echo", "end"]) == .exited(0))
      editor.usesMouse = false
      editor.usesMouse = true
      editor.close()
      #expect(editor.usesMouse == false)
      let (pasteOn, pasteOff) = ("\u{1b}[?2004h", "\u{1b}[?2004l")
      let last = "\(off)\(on)\(off)\(pasteOff)"
      #expect(
        terminal.output(until: last)
          == "\(pasteOn)\(on)\(off)\(pasteOff)end\r\n\(pasteOn)\(on)\(last)")
    }

    @Test("Keys typed while a row is loaded are neither lost nor echoed")
    func typeAhead() throws {
      let terminal = try PseudoTerminal()
      let configuration = LineEditor.Configuration(
        terminal: .descriptor(terminal.slave), readsEditrc: false)
      let editor = try LineEditor(configuration)
      terminal.type(Array("ab".utf8))
      editor.load("", cursor: 0)
      #expect(editor.next(milliseconds: 0) == .key(KeyPress(.character("a"))))
      #expect(editor.text == "")
      editor.close()
      #expect(terminal.output(until: "\u{1b}[?2004l") == "\u{1b}[?2004h\u{1b}[?2004l")
    }

    @Test("A program gets the terminal with its original modes, and then editing continues")
    func running() throws {
      let terminal = try PseudoTerminal()
      let before = terminal.modes
      let editor = try LineEditor(
        LineEditor.Configuration(terminal: .descriptor(terminal.slave), readsEditrc: false))
      let raw = terminal.modes
      #expect(editor.run(["/bin/sh", "-c", "stty -a; stty -echo; echo end; exit 3"]) == .exited(3))
      let shown = terminal.output(until: "end\r\n\u{1b}[?2004h")
      let words = Set(shown.split(whereSeparator: \.isWhitespace))
      #expect(words.isSuperset(of: ["icanon", "echo", "isig", "opost"]), "\(shown)")
      #expect(terminal.modes == raw)
      #expect(editor.run(["/bin/sh", "-c", "kill -9 $$"]) == .killed(signal: SIGKILL))
      #expect(editor.run(["/nowhere/at/all"]) == .exited(127))
      #expect(terminal.modes == raw)
      #expect(editor.next(milliseconds: 0) == .continued)
      #expect(editor.next(milliseconds: 0) == .nothing)
      editor.close()
      #expect(terminal.modes == before)
    }

    @Test("A signal that normally ends this process ends the running program, and is then reported")
    func endingWhileRunning() throws {
      try withEditor { editor, _ in
        let script = "trap 'exit 0' TERM; kill -TERM $PPID; while :; do sleep 1; done"
        #expect(editor.run(["/bin/sh", "-c", script]) == .interrupted)
        #expect(editor.next(milliseconds: 0) == .continued)
        #expect(editor.next(milliseconds: 0) == .signal(SIGTERM))
      }
    }

    @Test("The size of the window is reported, and a size of 0 counts as 24 x 80")
    func size() throws {
      try withEditor { editor, terminal in
        #expect(editor.size == (24, 80))
        var size = winsize(ws_row: 7, ws_col: 33, ws_xpixel: 0, ws_ypixel: 0)
        #expect(ioctl(terminal.slave, UInt(TIOCSWINSZ), &size) == 0)
        #expect(editor.size == (7, 33))
      }
    }

    @Test("Only one editor can be open; a refused editor does not change the signal handlers")
    func oneAtATime() throws {
      try withEditor { editor, terminal in
        let handlers = Self.handlers()
        #expect(throws: LineEditingError.alreadyOpen) {
          _ = try LineEditor(LineEditor.Configuration(terminal: .descriptor(terminal.slave)))
        }
        #expect(throws: LineEditingError.alreadyOpen) {
          _ = try LineTerminal(.descriptor(terminal.slave))
        }
        #expect(Self.handlers() == handlers)
        kill(getpid(), SIGWINCH)
        #expect(editor.next(milliseconds: 5000) == .resized)
      }
    }

    @Test("A descriptor that is not a terminal is refused")
    func noTerminal() throws {
      let null = open("/dev/null", O_RDWR)
      defer { close(null) }
      #expect(throws: LineEditingError.notATerminal(errno: ENOTTY)) {
        _ = try LineEditor(LineEditor.Configuration(terminal: .descriptor(null)))
      }
      #expect(throws: LineEditingError.system(errno: EBADF)) {
        _ = try LineEditor(LineEditor.Configuration(terminal: .descriptor(-1)))
      }
    }
  }
}
