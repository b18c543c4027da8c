// Prefixes are keys that wait for a second key. The tests cover when a prefix is reported, what
// ends it, and its effect on the second key.

import TerminalTesting
import Testing

@testable import FormText
@testable import Keys

private let escape = "\u{1b}"

/// Returns the tokens of bytes that arrive at given times. With each token is the time at which the
/// decoder returns it.
///
/// - Parameter matters: returns whether an Esc alone matters, given the tokens so far.
private func timeline(
  _ typed: [(at: Int, bytes: String)], delay: Int = 50, usesViKeys: Bool = false,
  matters: ([InputDecoder.Token]) -> Bool = { _ in false }
) -> [TimedToken] {
  var decoder = InputDecoder(escapeDelay: delay)
  decoder.usesViKeys = usesViKeys
  var found: [TimedToken] = []
  func take(_ now: Int) {
    while let token = decoder.next(now: now, escapeMatters: matters(found.map(\.token))) {
      found.append(TimedToken(at: now, token))
    }
  }
  for (time, bytes) in typed {
    while let deadline = decoder.deadline, deadline < time { take(deadline) }
    decoder.append(Array(bytes.utf8), at: time)
    take(time)
  }
  while let deadline = decoder.deadline { take(deadline) }
  return found
}

private func tokens(
  _ typed: [(at: Int, bytes: String)], usesViKeys: Bool = false,
  matters: ([InputDecoder.Token]) -> Bool = { _ in false }
) -> [InputDecoder.Token] {
  timeline(typed, usesViKeys: usesViKeys, matters: matters).map(\.token)
}

private struct TimedToken: Equatable {
  let time: Int
  let token: InputDecoder.Token

  init(at time: Int, _ token: InputDecoder.Token) { (self.time, self.token) = (time, token) }
}

@Suite("Esc as a prefix")
struct EscapePrefixTests {
  @Test("Esc alone becomes a prefix after its delay, and ends after a second")
  func expires() {
    #expect(
      timeline([(100, escape), (1200, "d")]) == [
        TimedToken(at: 150, .pending(.escape)), TimedToken(at: 1100, .pending(nil)),
        TimedToken(at: 1200, .key(.character("d"))),
      ])
  }

  @Test("A key within a second after Esc is Alt with that key, even if a panel opens meanwhile")
  func meta() {
    for matters in [false, true] {
      #expect(
        timeline([(0, escape), (900, "d")]) { matters && !$0.isEmpty } == [
          TimedToken(at: 50, .pending(.escape)), TimedToken(at: 900, .key(.meta("d"))),
        ])
    }
    #expect(tokens([(0, escape), (900, "é")]) == [.pending(.escape), .key(.meta("é"))])
    #expect(tokens([(0, escape), (900, "\r")]) == [.pending(.escape), .key(.metaEnter)])
    #expect(tokens([(0, escape), (900, "_")]) == [.pending(.escape), .key(.meta("_"))])
  }

  @Test("Bytes that come at once after Esc form one key with Esc, even if Esc alone has a meaning")
  func together() {
    for matters in [false, true] {
      #expect(tokens([(0, escape), (49, "d")]) { _ in matters } == [.key(.meta("d"))])
      #expect(tokens([(0, escape), (20, "[D")]) { _ in matters } == [.key(.left)])
      #expect(tokens([(0, "\(escape)\t")]) { _ in matters } == [.key(.metaControl("i"))])
    }
  }

  @Test("Keys that are not characters end the prefix and keep their usual meaning")
  func cancelled() {
    for (bytes, key) in [
      ("\t", .tab), ("\(escape)[Z", .backTab), ("\(escape)[A", .up), ("\(escape)[D", .left),
      ("\(escape)[6~", .pageDown), ("\(escape)[H", .home), ("\u{f}", .control("o")),
      ("\u{13}", .control("s")), ("\(escape)x", .meta("x")), ("\(escape)OP", .function(1)),
    ] as [(String, Key)] {
      #expect(
        tokens([(0, escape), (500, bytes)]) == [.pending(.escape), .pending(nil), .key(key)],
        "\(bytes.debugDescription)")
    }
    for bytes in [" ", "\u{7f}", "\u{8}", "\u{7}", "\0"] {
      #expect(
        tokens([(0, escape), (500, bytes), (600, "a")])
          == [.pending(.escape), .pending(nil), .key(.character("a"))], "\(bytes.debugDescription)")
    }
    #expect(
      tokens([(0, escape), (500, "\(escape)[200~a\(escape)[201~")])
        == [.pending(.escape), .pending(nil), .paste(Paste(text: "a"))])
  }

  @Test("If the rest of a sequence comes late, it still gives the key and no text")
  func lateRest() {
    for (bytes, key) in [
      ("[A", .up), ("OB", .down), ("[1;5C", .wordRight), ("[3~", .delete),
    ] as [(String, Key)] {
      #expect(tokens([(0, escape), (400, bytes)]) == [.pending(.escape), .key(key)])
      #expect(
        tokens([(0, escape), (400, String(bytes.prefix(1))), (700, String(bytes.dropFirst()))])
          == [.pending(.escape), .key(key)])
    }
    #expect(
      tokens([(0, escape), (400, "Ok")])
        == [.pending(.escape), .key(.meta("O")), .key(.character("k"))])
  }

  @Test("Esc Esc does nothing, at any speed")
  func twice() {
    for gap in [0, 1, 49, 50, 51, 300, 949, 999] {
      let found = tokens([(0, escape), (gap, escape), (gap + 60, "d")])
      #expect(
        found.filter { $0 != .pending(.escape) && $0 != .pending(nil) } == [.key(.character("d"))])
      #expect(found.count { $0 == .pending(.escape) } == found.count { $0 == .pending(nil) })
    }
    // A third and a fourth Esc soon afterwards do nothing either.
    #expect(
      tokens([(0, escape), (200, escape), (400, escape), (600, escape), (700, "d")])
        == [.pending(.escape), .pending(nil), .key(.character("d"))])
  }

  @Test(
    "Within a second after an Esc that closed something, Esc does nothing; later, it is a prefix")
  func afterClosing() {
    func isOpen(_ found: [InputDecoder.Token]) -> Bool { !found.contains(.key(.escape)) }
    for gap in [0, 1, 60, 300, 1000] {
      #expect(
        tokens([(0, escape), (gap, escape), (gap + 60, "d")], matters: isOpen)
          == [.key(.escape), .key(.character("d"))], "\(gap)")
    }
    #expect(
      tokens([(0, escape), (1001, escape), (1100, "d")], matters: isOpen)
        == [.key(.escape), .pending(.escape), .key(.meta("d"))])
    // Alt with a key is a key, however soon it comes.
    #expect(
      tokens([(0, escape), (60, "\(escape)d")], matters: isOpen) == [
        .key(.escape), .key(.meta("d")),
      ])
    // Each Esc closes one of two open panels.
    #expect(
      tokens([(0, escape), (200, escape), (400, escape), (500, "d")]) {
        $0.count { $0 == .key(.escape) } < 2
      } == [.key(.escape), .key(.escape), .key(.character("d"))])
  }

  @Test("With vi keys Esc is never a prefix")
  func vi() {
    #expect(
      tokens([(0, escape), (300, escape), (600, "d")], usesViKeys: true)
        == [.key(.escape), .key(.escape), .key(.character("d"))])
  }

  @Test("If the delay of Esc is more than a second, a single Esc is never a prefix")
  func longDelay() {
    #expect(timeline([(0, escape)], delay: 2000).isEmpty)
    #expect(timeline([(0, escape), (1500, "d")], delay: 2000).map(\.token) == [.key(.meta("d"))])
  }

  @Test("M-_ does not wait for more bytes, and a graphics reply is not typed as text")
  func metaUnderscore() {
    #expect(timeline([(0, "\(escape)_")]) == [TimedToken(at: 0, .key(.meta("_")))])
    for rest in ["G", "Go", "Great", "G,=", "_x"] {
      #expect(
        tokens([(0, "\(escape)_\(rest)")])
          == [.key(.meta("_"))] + rest.unicodeScalars.map { .key(.character($0)) })
    }
    #expect(
      tokens([(0, "\(escape)_"), (20, "G"), (40, "i=1;OK\(escape)\\")]) == [.key(.meta("_"))])
    #expect(
      tokens([(0, "\(escape)_"), (60, "Gi=1")])
        == [.key(.meta("_"))] + "Gi=1".unicodeScalars.map { .key(.character($0)) })
  }
}

@Suite("^X as a prefix")
struct ControlXPrefixTests {
  private let controlX = "\u{18}"

  @Test("^X is reported after 400 ms without a key, and then waits without a time limit")
  func reported() {
    #expect(
      timeline([(100, controlX), (90_000, "u")]) == [
        TimedToken(at: 500, .pending(.controlX)),
        TimedToken(at: 90_000, .key(.controlX(.character("u")))),
      ])
    #expect(tokens([(0, controlX), (399, "u")]) == [.key(.controlX(.character("u")))])
    // A report, complete or not, neither ends the wait nor begins it again.
    #expect(
      timeline([
        (0, controlX), (100, "\(escape)[I"), (300, "\(escape)["), (500, "0n"), (600, "u"),
      ])
        == [
          TimedToken(at: 400, .pending(.controlX)),
          TimedToken(at: 600, .key(.controlX(.character("u")))),
        ])
  }

  @Test("Letters, control keys, Enter, Up and Down make a chord with ^X")
  func chords() {
    for (bytes, key) in [
      ("e", .character("e")), ("E", .character("E")), ("+", .character("+")),
      ("é", .character("é")),
      ("\u{5}", .control("e")), ("\u{18}", .control("x")), ("\n", .control("j")), ("\r", .enter),
      ("\(escape)[A", .up), ("\(escape)OB", .down),
    ] as [(String, Key)] {
      for gap in [1, 500] {
        #expect(
          tokens([(0, controlX), (gap, bytes)])
            == (gap == 1 ? [] : [.pending(.controlX)]) + [.key(.controlX(key))],
          "\(bytes.debugDescription)")
      }
    }
  }

  @Test("Keys that move the cursor cancel ^X and keep their usual meaning")
  func cancelledByMotion() {
    for (bytes, key) in [
      ("\t", .tab), ("\(escape)[Z", .backTab), ("\(escape)[5~", .pageUp),
      ("\(escape)[6~", .pageDown), ("\(escape)[D", .left), ("\(escape)[C", .right),
      ("\(escape)[H", .home), ("\(escape)[1;5F", .modified(.end, .control)),
      ("\(escape)x", .meta("x")), ("\(escape)OP", .function(1)),
    ] as [(String, Key)] {
      #expect(tokens([(0, controlX), (1, bytes)]) == [.key(key)], "\(bytes.debugDescription)")
      #expect(tokens([(0, controlX), (500, bytes)]) == [.pending(.controlX), .key(key)])
    }
    #expect(
      tokens([(0, controlX), (500, "\(escape)[200~a\(escape)[201~")])
        == [.pending(.controlX), .pending(nil), .paste(Paste(text: "a"))])
  }

  @Test("Space, Backspace, ^G and Esc only cancel ^X, even if a panel is open")
  func cancelled() {
    for bytes in [" ", "\u{7f}", "\u{8}", "\u{7}", "\u{3}", escape] {
      for matters in [false, true] {
        #expect(
          tokens([(0, controlX), (1, bytes), (100, "a")]) { _ in matters }
            == [.key(.character("a"))], "\(bytes.debugDescription)")
        #expect(
          tokens([(0, controlX), (500, bytes), (600, "a")]) { _ in matters }
            == [.pending(.controlX), .pending(nil), .key(.character("a"))])
      }
    }
    // The Esc that cancelled Ctrl-X does not become a prefix.
    #expect(
      tokens([(0, controlX), (100, escape), (300, escape), (400, "d")]) == [.key(.character("d"))])
  }

  @Test("Esc cancels ^X with vi keys too, and ^X cancels an Esc")
  func others() {
    #expect(
      tokens([(0, controlX), (100, escape), (200, "j")], usesViKeys: true)
        == [.key(.character("j"))])
    #expect(
      tokens([(0, escape), (100, controlX), (200, "u")])
        == [.pending(.escape), .pending(nil), .key(.controlX(.character("u")))])
  }

  @Test("The application can cancel a prefix, but only while the prefix waits for its key")
  func fromOutside() {
    for (bytes, time) in [(controlX, 0), (controlX, 400), (escape, 50)] {
      var decoder = InputDecoder(escapeDelay: 50)
      #expect(decoder.cancelPrefix() == false)
      decoder.append(bytes.utf8, at: 0)
      while decoder.next(now: time, escapeMatters: false) != nil {}
      #expect(decoder.cancelPrefix() == true)
      #expect(decoder.cancelPrefix() == false)
      #expect(decoder.next(now: time, escapeMatters: false) == nil)
      #expect(decoder.deadline == nil)
      decoder.append("d".utf8, at: 500)
      #expect(decoder.next(now: 500, escapeMatters: false) == .key(.character("d")))
    }
  }
}

@Suite("Input in pieces")
struct InputCuttingTests {
  /// Bytes that are likely to form sequences together.
  private static let alphabet: [UInt8] = [
    0x1b, 0x1b, 0x1b, 0x5b, 0x5b, 0x4f, 0x41, 0x4d, 0x3b, 0x31, 0x35, 0x7e, 0x3c, 0x5f, 0x47, 0x69,
    0x3d, 0x5d, 0x50, 0x5c, 0x07, 0x18, 0x08, 0x20, 0x09, 0x0d, 0x0a, 0x61, 0xc3, 0xa9, 0xe4, 0xff,
    0x00, 0x52, 0x6d, 0x24,
  ]

  @Test("Bytes have the same meaning however they are split, with Emacs keys and vi keys")
  func anyCut() {
    var random = SeededGenerator(seed: 7)
    for round in 0..<20_000 {
      let bytes = (0..<Int(random.next() % 14)).map { _ in
        Self.alphabet[Int(random.next() % UInt64(Self.alphabet.count))]
      }
      var pieces: [[UInt8]] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = 1 + Int(random.next() % UInt64(rest.count))
        pieces.append(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      let (matters, usesVi) = (round % 2 == 0, round % 3 == 0)
      let whole = found(in: [bytes], matters, usesVi)
      #expect(found(in: pieces, matters, usesVi) == whole, "\(pieces)")
      for case .key(.character(let scalar)) in whole { #expect(!scalar.isControl) }
    }
  }

  private func found(
    in pieces: [[UInt8]], _ matters: Bool, _ usesViKeys: Bool
  ) -> [InputDecoder.Token] {
    var decoder = InputDecoder(escapeDelay: 50)
    decoder.usesViKeys = usesViKeys
    decoder.reportsMouse = matters
    var found: [InputDecoder.Token] = []
    var now = 0
    func take() {
      while let token = decoder.next(now: now, escapeMatters: matters) { found.append(token) }
    }
    for piece in pieces {
      now += 1
      decoder.append(piece, at: now)
      take()
    }
    while let deadline = decoder.deadline {
      now = max(now + 1, deadline)
      take()
    }
    return found
  }
}
