// Esc, and sequences that begin with Esc, on connections of any speed. The only waiting is the
// timeout of `next`.

import Keys
import LineEditing
import Testing

extension LineEditorTests {
  @Suite("Esc and timing")
  struct EscapeTiming {
    /// Types pieces, each `gap` milliseconds after the piece before it, and then F12. Returns the
    /// events before F12.
    private func events(
      _ pieces: [[UInt8]], gap: Int, in editor: borrowing LineEditor,
      _ terminal: borrowing PseudoTerminal
    ) -> [Event] {
      var pieces = (pieces + [Array("\u{1b}[24~".utf8)])[...]
      var events: [Event] = []
      while true {
        if let piece = pieces.popFirst() { _ = send(piece[...], to: terminal.master) }
        while case let input = editor.next(milliseconds: pieces.isEmpty ? 10_000 : gap),
          input != .nothing
        {
          if case .key(let press) = input, case .character = press.key {
            if let event = editor.event(of: input) { events.append(event) }
          } else if case .key(let press) = input, press.key == .function(12) {
            return events
          } else if case .key(let press) = input, press.key != .escape {
            events.append(.key(press.key))
          } else if let event = editor.event(of: input) {
            events.append(event)
          }
        }
        if pieces.isEmpty { return events + [.other(.nothing)] }
      }
    }

    @Test("Sequences that arrive in pieces, 20 ms apart, are read as their keys, in both key maps")
    func pieces() throws {
      for keyMap in [LineEditor.Configuration.KeyMap.emacs, .vi] {
        try withEditor(keyMap) { editor, terminal in
          for (text, key) in [
            ("\u{1b}[A", .up), ("\u{1b}OB", .down), ("\u{1b}[6~", .pageDown),
            ("\u{1b}[1;5C", .wordRight), ("\u{1b}[Z", .backTab), ("\u{1b}[15~", .function(5)),
          ] as [(String, Key)] {
            #expect(
              events(text.utf8.map { [$0] }, gap: 20, in: editor, terminal) == [.key(key)],
              "\(text.debugDescription)")
          }
          #expect(editor.text == "")
          #expect(editor.isInCommandMode == false)
        }
      }
    }

    @Test("If the Esc of a sequence already became a vi key, the sequence still has its effect")
    func latePieces() throws {
      try withEditor(.vi) { editor, terminal in
        editor.load("ab", cursor: 2)
        let pieces = [[0x1b], Array("[6~".utf8)] as [[UInt8]]
        #expect(
          events(pieces, gap: 120, in: editor, terminal) == [.edited(.moved), .key(.pageDown)])
        #expect(editor.marked == "a|b")
        #expect(editor.isInCommandMode == true)
      }
    }

    @Test("Esc and a letter that arrive together enter command mode and run the letter's command")
    func fastCommand() throws {
      try withEditor(.vi) { editor, terminal in
        #expect(
          events([Array("ab\u{1b}x".utf8)], gap: 1, in: editor, terminal)
            == [.edited(.typed), .edited(.typed), .edited(.moved), .edited(.deleted)])
        #expect(editor.marked == "|a")
        #expect(
          events([[0x69], [0x63, 0x1b], [0x78]], gap: 10, in: editor, terminal)
            == [.edited(.moved), .edited(.typed), .edited(.moved), .edited(.deleted)])
        #expect(editor.marked == "|a")
      }
    }
  }
}
