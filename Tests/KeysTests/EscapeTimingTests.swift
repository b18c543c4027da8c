// Esc, and the sequences that begin with Esc, on connections of any speed. No test waits: the time
// is a number that is passed to the decoder.

import Testing

@testable import Keys

extension InputDecoderTests {
  @Suite("vi keys and timing")
  struct Timing {
    /// Returns the keys that the decoder makes of bytes if these arrive one at a time, with a gap
    /// in milliseconds between them.
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
        // Calls the decoder at each deadline before the next byte, as the reader of the terminal
        // does.
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

    @Test("A sequence gives the same key if its bytes arrive 20 ms apart")
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

    @Test("On a very slow connection a sequence gives Esc first, and then its key instead of text")
    func slowerLine() {
      for (text, expected) in sequences where isKey(text, expected) {
        for usesVi in [true, false] {
          #expect(
            keys(text.utf8, gap: 90, usesViKeys: usesVi, escapeMatters: true)
              == [.escape] + expected, "\(text.debugDescription)")
        }
      }
    }

    @Test("A sequence interrupted for over a second is not a key, and its rest is typed as text")
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

    @Test("With vi keys an Esc is never part of an Alt key, however fast the next key comes")
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

    /// Whether a text is the sequence of one key, with few enough bytes that all of them arrive
    /// within a second.
    private func isKey(_ text: String, _ expected: [Key]) -> Bool {
      guard isSequence(text), text.utf8.count <= 11, expected.count == 1 else { return false }
      if case .character = expected[0], text.hasPrefix("\u{1b}O") { return false }
      return true
    }
  }
}
