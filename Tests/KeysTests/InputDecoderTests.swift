// Decodes bytes into keys. Every sequence is tested as a whole, byte by byte, and split at every
// position. No test waits: the time is a number that is passed to the decoder.

import TerminalTesting
import Testing

@testable import FormText
@testable import Keys

/// Returns the tokens (keys, pastes and reports) that the decoder makes of pieces of input. The
/// pieces arrive one millisecond apart, and no bytes follow the last one.
private func tokens(
  _ pieces: [[UInt8]], escapeMatters: Bool = false
) -> [InputDecoder.Token] {
  var decoder = InputDecoder(escapeDelay: 50)
  var tokens: [InputDecoder.Token] = []
  var now = 0
  for piece in pieces {
    now += 1
    decoder.append(piece, at: now)
    while let token = decoder.next(now: now, escapeMatters: escapeMatters) { tokens.append(token) }
  }
  while let deadline = decoder.deadline {
    #expect(deadline > now, "every deadline is in the future")
    now = max(deadline, now + 1)
    while let token = decoder.next(now: now, escapeMatters: escapeMatters) { tokens.append(token) }
  }
  return tokens
}

private func keys(_ text: String, escapeMatters: Bool = false) -> [Key] {
  keys([Array(text.utf8)], escapeMatters: escapeMatters)
}

private func keys(_ pieces: [[UInt8]], escapeMatters: Bool = false) -> [Key] {
  tokens(pieces, escapeMatters: escapeMatters).compactMap {
    if case .key(let key) = $0 { key } else { nil }
  }
}

/// Returns all ways to split bytes in two pieces, and the way to split them into single bytes.
private func cuts(_ bytes: [UInt8]) -> [[[UInt8]]] {
  (0...bytes.count).map { [Array(bytes[..<$0]), Array(bytes[$0...])] } + [bytes.map { [$0] }]
}

/// Sequences of xterm, rxvt, the Linux console, vt220, PuTTY and kitty, with their keys.
let sequences: [(String, [Key])] = [
  ("a", [.character("a")]), ("é", [.character("é")]), ("你", [.character("你")]),
  ("👍", [.character("👍")]), ("e\u{301}", [.character("e"), .character("\u{301}")]),
  ("\r", [.enter]), ("\n", [.enter]), ("\t", [.tab]), ("\u{7f}", [.backspace]),
  ("\u{8}", [.backspace]), ("\u{1}", [.control("a")]), ("\u{1a}", [.control("z")]),
  ("\u{1c}", [.control("\\")]), ("\u{1d}", [.control("]")]), ("\u{1e}", [.control("^")]),
  ("\u{1f}", [.control("_")]), ("\0", []),
  ("\u{1b}[A", [.up]), ("\u{1b}[B", [.down]), ("\u{1b}[C", [.right]), ("\u{1b}[D", [.left]),
  ("\u{1b}OA", [.up]), ("\u{1b}OD", [.left]), ("\u{1b}OH", [.home]), ("\u{1b}OF", [.end]),
  ("\u{1b}[H", [.home]), ("\u{1b}[F", [.end]), ("\u{1b}[1~", [.home]), ("\u{1b}[4~", [.end]),
  ("\u{1b}[7~", [.home]), ("\u{1b}[8~", [.end]), ("\u{1b}[2~", [.insert]),
  ("\u{1b}[3~", [.delete]), ("\u{1b}[5~", [.pageUp]), ("\u{1b}[6~", [.pageDown]),
  ("\u{1b}OP", [.function(1)]), ("\u{1b}[11~", [.function(1)]), ("\u{1b}[[A", [.function(1)]),
  ("\u{1b}[[E", [.function(5)]), ("\u{1b}[15~", [.function(5)]), ("\u{1b}[17~", [.function(6)]),
  ("\u{1b}[24~", [.function(12)]), ("\u{1b}[1;2P", [.modified(.function(1), .shift)]),
  ("\u{1b}O5P", [.modified(.function(1), .control)]),
  ("\u{1b}[Z", [.backTab]), ("\u{1b}[1;5D", [.wordLeft]), ("\u{1b}[1;3C", [.wordRight]),
  ("\u{1b}[1;2A", [.up]), ("\u{1b}[1;5A", [.modified(.up, .control)]),
  ("\u{1b}[5;3~", [.modified(.pageUp, .alt)]), ("\u{1b}[3;5~", [.modified(.delete, .control)]),
  // Ctrl-Home and Ctrl-End, as xterm, older xterms, PuTTY and rxvt send them.
  ("\u{1b}[1;5H", [.modified(.home, .control)]), ("\u{1b}[1;5F", [.modified(.end, .control)]),
  ("\u{1b}O5H", [.modified(.home, .control)]), ("\u{1b}[5H", [.modified(.home, .control)]),
  ("\u{1b}[5F", [.modified(.end, .control)]), ("\u{1b}[1;5~", [.modified(.home, .control)]),
  ("\u{1b}[4;5~", [.modified(.end, .control)]), ("\u{1b}[7^", [.modified(.home, .control)]),
  ("\u{1b}[8^", [.modified(.end, .control)]), ("\u{1b}[1H", [.home]), ("\u{1b}[5D", [.wordLeft]),
  // Control with a punctuation mark or a digit, in modifyOtherKeys and kitty's protocol.
  ("\u{1b}[27;5;47~", [.control("_")]), ("\u{1b}[47;5u", [.control("_")]),
  ("\u{1b}[27;6;95~", [.control("_")]), ("\u{1b}[55;5u", [.control("_")]),
  ("\u{1b}[92;5u", [.control("\\")]), ("\u{1b}[63;6u", [.backspace]), ("\u{1b}[59;5u", []),
  ("\u{1b}[45;5u", []), ("\u{1b}[123;5u", []),
  ("\u{1b}Od", [.wordLeft]), ("\u{1b}[d", [.left]), ("\u{1b}[3^", [.modified(.delete, .control)]),
  ("\u{1b}[3$", [.delete]), ("\u{1b}\u{1b}[D", [.wordLeft]), ("\u{1b}\u{1b}OC", [.wordRight]),
  ("\u{1b}OM", [.enter]), ("\u{1b}Ok", [.character("+")]), ("\u{1b}Oq", [.character("1")]),
  ("\u{1b}f", [.meta("f")]), ("\u{1b}<", [.meta("<")]), ("\u{1b}é", [.meta("é")]),
  ("\u{1b}_", [.meta("_")]), ("\u{1b}]", [.meta("]")]), ("\u{1b}P", [.meta("P")]),
  ("\u{1b}x", [.meta("x")]), ("\u{1b}_x", [.meta("_"), .character("x")]),
  ("\u{1b}\r", [.metaEnter]), ("\u{1b}\n", [.metaEnter]), ("\u{1b}\u{7f}", [.metaBackspace]),
  ("\u{1b}\u{8}", [.metaBackspace]), ("\u{1b}\u{6}", [.metaControl("f")]),
  ("\u{1b}\t", [.metaControl("i")]),
  ("\u{1b}[27;3;13~", [.metaEnter]), ("\u{1b}[13;3u", [.metaEnter]), ("\u{1b}[13;5u", [.enter]),
  ("\u{1b}[27;5;97~", [.control("a")]), ("\u{1b}[97;5u", [.control("a")]),
  ("\u{1b}[97;3u", [.meta("a")]), ("\u{1b}[97;2u", [.character("A")]), ("\u{1b}[105;5u", [.tab]),
  ("\u{1b}[9;2u", [.backTab]), ("\u{1b}[127;5u", [.metaBackspace]), ("\u{1b}[32;5u", []),
  ("\u{18}e", [.controlX(.character("e"))]), ("\u{18}\u{5}", [.controlX(.control("e"))]),
  ("\u{18}\n", [.controlX(.control("j"))]), ("\u{18}\r", [.controlX(.enter)]),
  ("\u{18}\u{1b}[A", [.controlX(.up)]), ("\u{18}\u{18}", [.controlX(.control("x"))]),
  // Reports from terminals, which are not keys.
  ("\u{1b}[I", []), ("\u{1b}[O", []), ("\u{1b}[M !!", []), ("\u{1b}[<0;12;3M", []),
  ("\u{1b}[<0;12;3m", []), ("\u{1b}[12;40R", []), ("\u{1b}[?1;2c", []), ("\u{1b}[>0;276;0c", []),
  ("\u{1b}[?2026;2$y", []), ("\u{1b}[4;1$y", []), ("\u{1b}[8;24;80t", []), ("\u{1b}[201~", []),
  ("\u{1b}]11;rgb:0000/0000/0000\u{7}", []), ("\u{1b}]11;rgb:0000/0000/0000\u{1b}\\", []),
  ("\u{1b}P1$r0m\u{1b}\\", []), ("\u{1b}P>|xterm(380)\u{1b}\\", []),
  ("\u{1b}_Gi=1;OK\u{1b}\\", [.meta("_")]),
  // Unknown sequences.
  ("\u{1b}[99~", []), ("\u{1b}[1;2;3;4q", []), ("\u{1b}[999999999999999999999u", []),
  ("\u{1b}O!", []), ("\u{1b}[" + String(repeating: "1;", count: 200) + "A", []),
]

@Suite("Decoding input")
struct InputDecoderTests {
  @Test("A sequence has the same meaning in one piece, byte by byte, and split at every position")
  func sequencesInPieces() {
    for (text, expected) in sequences {
      for pieces in cuts(Array("x\(text)y".utf8)) {
        let found = keys(pieces)
        // A text that ends with Esc, Ctrl-X or the beginning of a sequence would consume the y; no
        // text here ends like that.
        #expect(
          found == [.character("x")] + expected + [.character("y")], "\(text.debugDescription)")
      }
    }
  }

  @Test("A sequence has the same meaning if Esc alone is a key")
  func sequencesWhenEscapeMatters() {
    for (text, expected) in sequences {
      for pieces in cuts(Array(text.utf8)) {
        #expect(keys(pieces, escapeMatters: true) == expected, "\(text.debugDescription)")
      }
    }
  }

  @Test("If Esc has a meaning, Esc alone becomes a key after its delay")
  func escapeThatMatters() {
    var decoder = InputDecoder(escapeDelay: 50)
    decoder.append([0x1b], at: 100)
    #expect(decoder.next(now: 100, escapeMatters: true) == nil)
    #expect(decoder.deadline == 150)
    #expect(decoder.next(now: 149, escapeMatters: true) == nil)
    #expect(decoder.next(now: 150, escapeMatters: true) == .key(.escape))
    #expect(decoder.next(now: 150, escapeMatters: true) == nil)
    #expect(decoder.deadline == nil)
  }

  @Test("If the rest of a sequence comes within a second after Esc, it is a key, not typed text")
  func lateSequence() {
    for rest in ["[A", "OA"] {
      var decoder = InputDecoder(escapeDelay: 50)
      decoder.append([0x1b], at: 0)
      #expect(decoder.next(now: 50, escapeMatters: true) == .key(.escape))
      decoder.append(Array(rest.utf8.prefix(1)), at: 400)
      #expect(decoder.next(now: 400, escapeMatters: true) == nil)
      #expect(decoder.deadline == 1000)
      decoder.append(Array(rest.utf8.dropFirst()), at: 900)
      #expect(decoder.next(now: 900, escapeMatters: true) == .key(.up))
    }
  }

  @Test("A bracket long after Esc is typed as a bracket")
  func bracketAfterEscape() {
    var decoder = InputDecoder(escapeDelay: 50)
    decoder.append([0x1b], at: 0)
    #expect(decoder.next(now: 50, escapeMatters: true) == .key(.escape))
    decoder.append(Array("[A".utf8), at: 1001)
    #expect(decoder.next(now: 1001, escapeMatters: true) == .key(.character("[")))
    #expect(decoder.next(now: 1001, escapeMatters: true) == .key(.character("A")))
  }

  @Test("A bracket soon after Esc is typed if it does not begin a sequence")
  func bracketWithoutSequence() {
    var decoder = InputDecoder(escapeDelay: 50)
    decoder.append([0x1b], at: 0)
    #expect(decoder.next(now: 50, escapeMatters: true) == .key(.escape))
    decoder.append(Array("[".utf8), at: 200)
    #expect(decoder.next(now: 200, escapeMatters: true) == nil)
    #expect(decoder.next(now: 1000, escapeMatters: true) == .key(.character("[")))
  }

  @Test("A word that begins with O soon after Esc is typed as a word")
  func wordAfterEscape() {
    var decoder = InputDecoder(escapeDelay: 50)
    decoder.append([0x1b], at: 0)
    #expect(decoder.next(now: 50, escapeMatters: true) == .key(.escape))
    decoder.append(Array("Only".utf8), at: 200)
    var found: [InputDecoder.Token] = []
    while let token = decoder.next(now: 200, escapeMatters: true) { found.append(token) }
    #expect(found == "Only".unicodeScalars.map { .key(.character($0)) })
  }

  @Test("If Esc alone has a meaning, Esc Esc is two Esc keys; if not, Esc Esc does nothing")
  func escapeTwice() {
    #expect(keys("\u{1b}\u{1b}", escapeMatters: true) == [.escape, .escape])
    #expect(keys("\u{1b}\u{1b}x", escapeMatters: false) == [.character("x")])
  }

  @Test("Alt-[ does nothing if no byte comes within a second, and the next key is unaffected")
  func metaBracket() {
    var decoder = InputDecoder(escapeDelay: 50)
    decoder.append(Array("\u{1b}[".utf8), at: 0)
    #expect(decoder.next(now: 0, escapeMatters: false) == nil)
    #expect(decoder.next(now: 1000, escapeMatters: false) == nil)
    decoder.append(Array("A".utf8), at: 1001)
    #expect(decoder.next(now: 1001, escapeMatters: false) == .key(.character("A")))
  }

  @Test("Invalid UTF-8 is dropped, and the text after it is kept")
  func invalidUTF8() {
    let invalid: [[UInt8]] = [
      [0x80], [0xff], [0xc0, 0xaf], [0xe0, 0x80, 0xaf], [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xf0, 0x9f], [0xe4, 0xbd], [0xc2], [0xc2, 0x85], [0xf8, 0x88, 0x80, 0x80, 0x80],
    ]
    for bytes in invalid {
      for pieces in cuts(bytes + [0x61]) { #expect(keys(pieces) == [.character("a")]) }
    }
  }

  @Test("Random bytes never trap and never turn control characters into text")
  func noise() {
    var random = SeededGenerator(seed: 42)
    for round in 0..<2000 {
      var decoder = InputDecoder(escapeDelay: 50)
      decoder.reportsMouse = round % 3 == 0
      var now = 0
      for _ in 0..<20 {
        let length = Int(random.next() % 24)
        let piece = (0..<length).map { _ in noisyByte(&random) }
        now += Int(random.next() % 400)
        decoder.append(piece, at: now)
        while let token = decoder.next(now: now, escapeMatters: round % 2 == 0) { check(token) }
        if let deadline = decoder.deadline, random.next() % 3 == 0 {
          now = max(now, deadline)
          while let token = decoder.next(now: now, escapeMatters: round % 2 == 0) { check(token) }
        }
      }
    }
  }

  private func noisyByte(_ random: inout SeededGenerator) -> UInt8 {
    let likely: [UInt8] = [0x1b, 0x5b, 0x4f, 0x3b, 0x31, 0x32, 0x30, 0x7e, 0x4d, 0x5d, 0x50, 0x18]
    let value = random.next()
    return value % 2 == 0
      ? likely[Int(value >> 8) % likely.count] : UInt8(truncatingIfNeeded: value >> 8)
  }

  // MARK: - Reports

  /// Returns the tokens of a text with a report. The bytes are decoded as a whole and split at
  /// every position, and all results must agree.
  private func reports(_ text: String, mouse: Bool = true) -> [InputDecoder.Token] {
    var all: [[InputDecoder.Token]] = []
    for pieces in cuts(Array(text.utf8)) {
      var decoder = InputDecoder(escapeDelay: 50)
      decoder.reportsMouse = mouse
      var tokens: [InputDecoder.Token] = []
      for (index, piece) in pieces.enumerated() {
        decoder.append(piece, at: index)
        while let token = decoder.next(now: index, escapeMatters: false) { tokens.append(token) }
      }
      all.append(tokens)
    }
    for tokens in all { #expect(tokens == all[0], "\(text.debugDescription)") }
    return all[0]
  }

  @Test("Mouse buttons and the wheel are reported with line and column, without modifiers")
  func mouse() {
    for (report, action) in [
      ("0;7;3M", .pressed(.left)), ("0;7;3m", .released(.left)), ("1;7;3M", .pressed(.middle)),
      ("2;7;3M", .pressed(.right)), ("2;7;3m", .released(.right)), ("4;7;3M", .pressed(.left)),
      ("24;7;3M", .pressed(.left)), ("64;7;3M", .wheelUp), ("65;7;3M", .wheelDown),
      ("80;7;3M", .wheelUp),
    ] as [(String, MouseEvent.Action)] {
      let event = MouseEvent(action, line: 3, column: 7)
      #expect(
        reports("a\u{1b}[<\(report)b") == [
          .key(.character("a")), .report(.mouse(event)), .key(.character("b")),
        ])
      #expect(
        reports("a\u{1b}[<\(report)b", mouse: false)
          == [.key(.character("a")), .key(.character("b"))])
    }
  }

  @Test("All other mouse reports are dropped, including those of old terminals")
  func otherMouseReports() {
    for report in [
      "[<3;7;3M", "[<32;7;3M", "[<35;7;3M", "[<66;7;3M", "[<64;7;3m", "[<128;7;3M", "[<0;0;3M",
      "[<0;7;0M", "[<0;7M", "[<M", "[<;;M", "[<0;7;3;4M", "[<99999999999999999999;7;3M", "[M !!",
      "[M\u{1}\u{2}\u{3}", "[32;7;3M",
    ] {
      #expect(reports("\u{1b}\(report)b") == [.key(.character("b"))], "\(report)")
    }
  }

  @Test("The column of a mouse report may be any number")
  func farAway() {
    let event = MouseEvent(.pressed(.left), line: 1_000, column: 12_345)
    #expect(reports("\u{1b}[<0;12345;1000M") == [.report(.mouse(event))])
  }

  @Test("The terminal's answer about the cursor's position is reported")
  func cursor() {
    for (text, line, column) in [
      ("[12;40R", 12, 40), ("[1;1R", 1, 1), ("[2;5R", 2, 5), ("[1;17R", 1, 17), ("[?1;5R", 1, 5),
      ("[?9;5;1R", 9, 5),
    ] {
      let position = CursorPosition(line: line, column: column)
      #expect(reports("\u{1b}\(text)", mouse: false) == [.report(.cursor(position))])
    }
    #expect(reports("\u{1b}[1;5R") == [.key(.modified(.function(3), .control))])
    #expect(reports("\u{1b}[0;0R") == [])
  }

  @Test("A report between ^X and its key does not end the chord")
  func reportInChord() {
    #expect(
      reports("\u{18}\u{1b}[12;1Ru")
        == [
          .report(.cursor(CursorPosition(line: 12, column: 1))), .key(.controlX(.character("u"))),
        ])
  }

  private func check(_ token: InputDecoder.Token) {
    switch token {
    case .key(.character(let scalar)), .key(.meta(let scalar)): #expect(!scalar.isControl)
    case .paste(let paste):
      #expect(
        paste.text.unicodeScalars.allSatisfy { !$0.isControl || $0 == "\n" || $0 == "\t" })
    default: break
    }
  }
}
