// ~/.editrc and ~/.inputrc: the key map that they select, and their bindings.

import Foundation
import Keys
import TerminalTesting
import Testing

@testable import LineEditing

/// Opens an editor, with a home folder that contains these files.
private func withEditor(
  editrc: String? = nil, inputrc: String? = nil,
  keyMap: LineEditor.Configuration.KeyMap? = nil,
  _ body: (borrowing LineEditor, borrowing PseudoTerminal) throws -> Void
) throws {
  let home = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: home) }
  try editrc?.write(to: home.appending(path: ".editrc"), atomically: true, encoding: .utf8)
  try inputrc?.write(to: home.appending(path: ".inputrc"), atomically: true, encoding: .utf8)
  let terminal = try PseudoTerminal()
  var configuration = LineEditor.Configuration(
    terminal: .descriptor(terminal.slave), keyMap: keyMap)
  configuration.home = home.path
  let editor = try LineEditor(configuration)
  try body(editor, terminal)
}

/// Types into a line with a person's .editrc. A bar marks the cursor.
private func expect(
  _ before: String, _ editrc: String, typing keys: String, gives after: String,
  inCommandMode: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  try withEditor(editrc: editrc) { editor, terminal in
    editor.load(marked: before)
    if inCommandMode { editor.setCommandMode() }
    let outcome = editor.outcome(typing: Array(keys.utf8), on: terminal)
    #expect(
      outcome.line == after, "\(keys.debugDescription) with \(editrc.debugDescription)",
      sourceLocation: sourceLocation)
  }
}

@Suite("Readline's initialization file")
struct InputrcTests {
  @Test("The last editing mode outside $if has an effect")
  func editingMode() {
    let files: [(String, LineEditor.Configuration.KeyMap?)] = [
      ("", nil), ("set editing-mode vi\n", .vi), ("  SET Editing-Mode  VI  ", .vi),
      ("set editing-mode vi\nset editing-mode emacs", .emacs), ("#set editing-mode vi", nil),
      ("set editing-mode", nil), ("set editing-mode ed", nil), ("set bell-style vi", nil),
      ("$if mode=vi\nset editing-mode vi\n$else\nset editing-mode vi\n$endif", nil),
      ("$if Bash\n$if term=xterm\n$endif\nset editing-mode vi\n$endif\nset x y", nil),
      ("$endif\nset editing-mode vi", .vi), ("set editing-mode vi\r\n", .vi),
      ("\"\\C-x\": \"set editing-mode vi\"", nil), ("\0\u{fffd}\nset editing-mode vi", .vi),
    ]
    for (text, expected) in files {
      #expect(Inputrc.keyMap(in: text) == expected, "\(text.debugDescription)")
    }
  }

  @Test("A path that is not a file has no effect")
  func noFile() {
    for path in ["/", "/dev/zero", "/dev/tty", "/nowhere/at/all", ""] {
      #expect(Inputrc.text(ofFile: path) == nil)
    }
  }
}

extension LineEditorTests {
  @Suite("A person's files")
  struct PersonalFiles {
    @Test("The command-line flag overrides .editrc, and .editrc overrides .inputrc")
    func keyMap() throws {
      let vi = "set editing-mode vi\n"
      for (editrc, inputrc, keyMap, usesVi) in [
        (nil, nil, nil, false), ("bind -v\n", nil, nil, true), (nil, vi, nil, true),
        ("bind -e\n", vi, nil, false), ("bind ^T ed-prev-char\n", vi, nil, true),
        ("bind -v\n", nil, .emacs, false), ("bind -e\n", nil, .vi, true),
        ("longform:bind -v\n", nil, nil, true), ("other:bind -v\n", nil, nil, false),
        ("bind -v\nbind -e\n", nil, nil, false), (nil, vi, .emacs, false), ("", "", .vi, true),
      ] as [(String?, String?, LineEditor.Configuration.KeyMap?, Bool)] {
        try withEditor(editrc: editrc, inputrc: inputrc, keyMap: keyMap) { editor, terminal in
          #expect(editor.usesViKeys == usesVi, "\(editrc ?? "-") \(inputrc ?? "-")")
          _ = editor.outcome(typing: Array("aé".utf8), on: terminal)
          #expect(editor.text == "aé")
        }
      }
    }

    @Test("A Ctrl or Alt key that .editrc binds has the bound function")
    func bindings() throws {
      try expect("ab|c", "bind ^T ed-prev-char", typing: "\u{14}", gives: "a|bc")
      try expect("one two|", "bind ^W ed-delete-prev-char", typing: "\u{17}", gives: "one tw|")
      try expect("a.b|c", "bind ^G ed-delete-prev-word", typing: "\u{7}", gives: "a.|c")
      try expect("ab|c", "bind ^U vi-kill-line-prev", typing: "\u{15}\u{5}\u{19}", gives: "cab|")
      try expect("|ab", "bind ^U vi-kill-line-prev", typing: "\u{15}", gives: "|ab")
      try expect("a b|", "bind ^[q em-copy-prev-word", typing: "\u{1b}q", gives: "a bb|")
      try expect("ab|c", "bind ^X^T ed-move-to-beg", typing: "\u{18}\u{14}", gives: "|abc")
      // An arrow key cancels Ctrl-X, so a chord of both cannot be bound: Left only moves.
      try expect("ab|c", "bind ^X^[[D ed-move-to-beg", typing: "\u{1b}[D", gives: "a|bc")
      try expect("ab|c", "bind ^[é ed-move-to-beg", typing: "\u{1b}é", gives: "|abc")
      try expect("a b|", "bind ^H ed-delete-prev-word", typing: "\u{7f}", gives: "a |")
      try expect("a|bc", "bind -r ^K", typing: "\u{b}", gives: "a|bc")
      try expect("ae\u{301}|", "bind ^G longform-left", typing: "\u{7}", gives: "a|e\u{301}")
      try expect(
        "ab|c", "bind ^@ ed-prev-char\nbind ^T ed-move-to-beg", typing: "\u{14}", gives: "|abc")
    }

    @Test("Letters cannot be bound, and functions that are unsafe in libedit do nothing")
    func notBound() throws {
      try expect("|", "bind a ed-move-to-beg\nbind -s b xyz", typing: "cab", gives: "cab|")
      for name in [
        "ed-quoted-insert", "em-inc-search-prev", "ed-argument-digit", "em-universal-argument",
        "em-toggle-overwrite", "em-set-mark", "ed-end-of-file", "vi-histedit", "ed-insert",
        "nonsense",
        "em-meta-next", "ed-digit", "ed-start-over", "vi-replace-mode",
      ] {
        try expect("a|b", "bind ^G \(name)", typing: "\u{7}99x\u{7}", gives: "a99x|b")
      }
    }

    @Test("The text of a macro is read once, like typed text")
    func macros() throws {
      try expect("a|b", "bind -s ^T \"xé\\^Ay\"", typing: "\u{14}", gives: "y|axéb")
      try expect("|", "bind -s ^T \"x^T\"", typing: "\u{14}", gives: "x|")
      try expect("|", "bind -s ^[m hello", typing: "\u{1b}m", gives: "hello|")
      let long = String(repeating: "x", count: 5000)
      try withEditor(editrc: "bind -s ^T \(long)\n") { editor, terminal in
        // libedit cannot read such a long line, so the line is skipped.
        #expect(editor.outcome(typing: [0x14], on: terminal).events == [.edited(.other)])
      }
      let most = String(repeating: "x", count: 490)
      try withEditor(editrc: "bind -s ^T \(most)\n") { editor, terminal in
        let outcome = editor.outcome(typing: Array(repeating: 0x14, count: 20), on: terminal)
        #expect(editor.scalarCount == 4000)
        #expect(outcome.events.contains(.refused(.tooLong)))
      }
      try withEditor(editrc: "bind -s ^T \":w^M\"\n") { editor, terminal in
        let outcome = editor.outcome(
          typing: [0x14], on: terminal, application: [.character(":"), .enter])
        #expect(outcome.events == [.key(.character(":")), .edited(.typed), .key(.enter)])
      }
    }

    @Test("vi's command mode has its own bindings")
    func commandMode() throws {
      let editrc = "bind -v\nbind -a H vi-zero\nbind -a ^T ed-move-to-end\nbind ^G ed-move-to-beg\n"
      try expect("ab|c", editrc, typing: "H", gives: "|abc", inCommandMode: true)
      try expect("a|bcd", editrc, typing: "\u{14}", gives: "abc|d", inCommandMode: true)
      try expect("a|bc", editrc, typing: "\u{7}", gives: "a|bc", inCommandMode: true)
      try expect("a|bc", editrc, typing: "\u{7}H", gives: "H|abc")
      try expect(
        "|abc", "bind -v\nbind -a -s Q xx", typing: "Q", gives: "|c", inCommandMode: true)
    }

    @Test("The application's keys cannot be bound")
    func applicationKeys() throws {
      try withEditor(editrc: "bind ^T ed-prev-char\nbind ^O ed-prev-history\n") {
        editor, terminal in
        let outcome = editor.outcome(
          typing: [0x14, 0x0f], on: terminal, application: [.control("t"), .up])
        #expect(outcome.events == [.key(.control("t")), .key(.up)])
      }
    }

    @Test("A broken file does not prevent editing, and writes nothing to the terminal")
    func broken() throws {
      var random = SeededGenerator(seed: 7)
      var files = [
        "bind\nbind -l\nbind -k\nbind -s\nbind -a\nbind -r\nbind ^\nbind \\\nbind -s ^T\n",
        "edit off\nsettc li 1\nsettc co 1\nsetty -a\nsetty -d\nechotc cl\ntelltc\nhistory\nbind -v",
        "bind \"unclosed\nbind 'x\nbind -s \"\" \"\"\nbind \\U+FFFFFFFF x\nbind \\400 ed-insert",
        String(repeating: "bind ", count: 20_000), "\0\u{ff}\n\r\u{1b}[31m",
        "bind -s ^T " + String(repeating: "\\^X", count: 20_000),
      ]
      let words = [
        "bind", "-a", "-s", "-v", "-e", "-k", "-r", "^T", "^[", "x", "ed-insert", "\\^A", "\"",
        "'", "\n", "up", "é", "vi-zero", "\\U+41", "\t", "settc", "li", "0", "^X^X", "\\", "^",
      ]
      for _ in 0..<60 {
        files.append(
          (0..<80).map { _ in words[Int(random.next() % UInt64(words.count))] }
            .joined(separator: " "))
      }
      for editrc in files {
        try withEditor(editrc: editrc) { editor, terminal in
          editor.setInsertMode()
          let outcome = editor.outcome(typing: Array("aé".utf8), on: terminal)
          #expect(outcome.line == "aé|")
          editor.write(Array("!".utf8))
          #expect(terminal.output(until: "!") == "\u{1b}[?2004h!")
        }
      }
    }
  }
}
