// Esc and the sequences that begin with it, over lines of any speed. In the decoder time is a number;
// in the editor it is the time `idle` asks for, and nothing else waits.

import LineEditing
import Testing

@testable import struct LineEditing.InputDecoder

extension InputDecoderTests {
  @Suite("With vi keys and time")
  struct Timing {
    /// The keys that bytes make which arrive one at a time so many milliseconds apart.
    private func keys(
      _ bytes: some Sequence<UInt8>, gap: Int, usesViKeys: Bool, escapeMatters: Bool = false
    ) -> [Key] {
      var decoder = InputDecoder(escapeDelay: 50)
      decoder.usesViKeys = usesViKeys
      var keys: [Key] = []
      var now = 0
      func take() {
        while let token = decoder.next(now: now, escapeMatters: escapeMatters) {
          if case .key(let key) = token { keys.append(key) }
        }
      }
      for byte in bytes {
        let arrival = now + gap
        // What the reader does: it wakes up at each deadline before the next byte.
        while let deadline = decoder.deadline, deadline < arrival {
          now = max(now, deadline)
          take()
        }
        now = arrival
        decoder.append([byte], at: now)
        take()
      }
      while let deadline = decoder.deadline {
        now = max(now + 1, deadline)
        take()
      }
      return keys
    }

    @Test("A sequence whose bytes are 20 ms apart is the same key")
    func slowLine() {
      for (text, expected) in sequences {
        for matters in [true, false] {
          #expect(
            keys(text.utf8, gap: 20, usesViKeys: false, escapeMatters: matters) == expected,
            "\(text.debugDescription)")
        }
        if isSequence(text) {
          #expect(
            keys(text.utf8, gap: 20, usesViKeys: true) == expected, "\(text.debugDescription)")
        }
      }
    }

    @Test("On a line so slow that Esc was given out, the rest still is the key and no text")
    func slowerLine() {
      for (text, expected) in sequences where isKey(text, expected) {
        for usesVi in [true, false] {
          #expect(
            keys(text.utf8, gap: 90, usesViKeys: usesVi, escapeMatters: true)
              == [.escape] + expected, "\(text.debugDescription)")
        }
      }
    }

    @Test("A sequence broken by more than a second is no key, and what follows is typed")
    func brokenSequence() {
      for usesVi in [true, false] {
        var decoder = InputDecoder(escapeDelay: 50)
        decoder.usesViKeys = usesVi
        decoder.append([0x1b, 0x5b], at: 0)
        #expect(decoder.next(now: 0, escapeMatters: true) == nil)
        #expect(decoder.deadline == 1000)
        #expect(decoder.next(now: 1000, escapeMatters: true) == nil)
        decoder.append([0x41], at: 1001)
        #expect(decoder.next(now: 1001, escapeMatters: true) == .key(.character("A")))
      }
    }

    @Test("With vi keys an Esc is never part of Meta, however fast the next key")
    func noMeta() {
      for (text, expected) in [
        ("\u{1b}j", [.escape, .character("j")]), ("\u{1b}:", [.escape, .character(":")]),
        ("\u{1b}é", [.escape, .character("é")]), ("\u{1b}\r", [.escape, .enter]),
        ("\u{1b}\u{7f}", [.escape, .backspace]),
        ("\u{1b}ZZ", [.escape] + [.character("Z"), .character("Z")]),
        ("\u{1b}\u{1b}", [.escape, .escape]), ("\u{1b}\u{1b}[A", [.escape, .up]),
        ("\u{1b}P", [.escape, .character("P")]), ("\u{1b}_", [.escape, .character("_")]),
        ("\u{1b}]j", [.escape, .character("]"), .character("j")]),
        ("\u{1b}[106;3u", [.meta("j")]), ("\u{1b}[27;3;13~", [.metaEnter]),
      ] as [(String, [Key])] {
        var decoder = InputDecoder(escapeDelay: 50)
        decoder.usesViKeys = true
        decoder.append(text.utf8, at: 0)
        var found: [Key] = []
        for now in [0, 50, 2000] {
          while case .key(let key)? = decoder.next(now: now, escapeMatters: false) {
            found.append(key)
          }
        }
        #expect(found == expected, "\(text.debugDescription)")
        for gap in [1, 20, 49, 60] where text.utf8.count == 2 {
          #expect(keys(text.utf8, gap: gap, usesViKeys: true) == expected)
        }
      }
    }

    /// Whether a text is one CSI or SS3 sequence.
    private func isSequence(_ text: String) -> Bool {
      text.hasPrefix("\u{1b}[") || text.hasPrefix("\u{1b}O")
    }

    /// Whether it is one for a key that is known when it arrives within a second.
    private func isKey(_ text: String, _ expected: [Key]) -> Bool {
      guard isSequence(text), text.utf8.count <= 11, expected.count == 1 else { return false }
      if case .character = expected[0], text.hasPrefix("\u{1b}O") { return false }
      return true
    }
  }
}

extension LineEditorTests {
  @Suite("Esc and time")
  struct EscapeTiming {
    /// Types pieces, each when so many milliseconds have passed since the one before.
    private func events(
      _ pieces: [[UInt8]], gap: Int, in editor: borrowing LineEditor,
      _ terminal: borrowing PseudoTerminal
    ) -> [Event] {
      var pieces = (pieces + [Array("\u{1b}[24~".utf8)])[...]
      var events: [Event] = []
      let descriptor = terminal.master
      while true {
        var isFirst = events.isEmpty && pieces.count > 1
        let event = editor.next(
          isApplicationKey: { if case .character = $0 { false } else { true } },
          escapeMatters: { false },
          idle: { wake in
            if wake == .timedOut || isFirst {
              isFirst = false
              guard let piece = pieces.popFirst() else { return .stop }
              _ = send(piece[...], to: descriptor)
            }
            return .milliseconds(pieces.isEmpty ? 10_000 : gap)
          })
        if event == .key(.function(12)) || event == .stopped { return events }
        events.append(event)
      }
    }

    @Test("Sequences in pieces 20 ms apart are their keys, with both key maps")
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

    @Test("A sequence whose Esc became a key of vi is executed all the same")
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

    @Test("Esc and a letter at once are command mode and the command")
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
