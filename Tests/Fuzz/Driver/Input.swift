// Makes hostile input: random bytes, and the keys and sequences that the program knows.

import TerminalTesting

/// Input generated from a seed; the same seed always gives the same input.
struct Input {
  private var random: SeededGenerator

  init(seed: Int) { random = SeededGenerator(seed: seed) }

  /// Returns a number from 0 to `limit - 1`.
  mutating func number(below limit: Int) -> Int { random.number(below: limit) }

  private static let groups: [[UInt8]] = [
    "a", "b ", " ", "é", "e\u{301}", "👩‍👩‍👧‍👦", "\u{301}", "🇫", "你好", "ﷺ", "\u{200D}", "\u{202E}",
    "\u{10FFFF}",
    "\r", "\r", "\t", "\n", "\u{7F}", "\u{8}", "\u{4}", "\u{1}", "\u{5}", "\u{2}", "\u{6}", "\u{B}",
    "\u{15}", "\u{17}", "\u{19}", "\u{14}", "\u{1F}", "\u{1B}_", "\u{1B}b", "\u{1B}f", "\u{1B}d",
    "\u{1B}\u{7F}", "\u{1B}u", "\u{1B}l", "\u{1B}c", "\u{1B}<", "\u{1B}>", "\u{1B}v", "\u{16}",
    "\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D", "\u{1B}[5~", "\u{1B}[6~", "\u{1B}[H",
    "\u{1B}[F",
    "\u{1B}[3~", "\u{1B}[1;5D", "\u{1B}OP", "\u{1B}[Z", "\u{1B}", "\u{7}", "\u{F}", ":", "::",
    "\u{C}",
    "\u{F}goto 7\r", "\u{F}first\r", "\u{F}clear\r", "\u{F}default\r", "\u{F}check\r",
    "\u{F}undo\r",
    "\u{F}redo\r", "\u{F}height 3\r", "\u{F}height 40\r", "\u{F}next-empty\r", "\u{F}append é\r",
    "\u{F}se\t", "\u{F}nonsense\r\r", "\u{13}", "\u{13}n", "\u{1B}[200~", "\u{1B}[201~",
    "\u{1B}[200~x\ny\tz\n\u{1B}[201~", "\u{1B}[24;80R", "\u{1B}[<0;1;1M", "\u{1B}]0;x\u{7}",
    "\u{1B}[",
    "\u{1B}O", "\u{18}", "\u{18}\u{5}", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  ].map { Array($0.utf8) }

  private static let commands = [
    ":", ":help", ":next", ":prev", ":pagedown", ":pageup", ":first", ":last", ":goto 3", ":2",
    ":goto nowhere", ":back", ":next-empty", ":next-error", ":find a", ":find", ":scope label",
    ":scope nonsense", ":filter", ":add", ":duplicate", ":remove", ":move up", ":move 1", ":toggle",
    ":set 1 x", ":set nothing x", ":append é", ":clear", ":default", ":edit", ":pick 1", ":pick 99",
    ":undo", ":redo", ":check", ":show", ":repeat", ":where", ":progress",
    ":export json /dev/null",
    ":export nonsense /", ":drafts", ":fresh", ":plain", ":height 3", ":lines END", "END", "\\:x",
    ":w", ":kept", ":nonsense", ":: x", "y", "n", "1", "2", "",
  ]

  /// Returns the next few lines for plain mode: commands, answers and random bytes, and sometimes
  /// Ctrl-D at the end.
  mutating func lines() -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0...number(below: 12) {
      switch number(below: 10) {
      case 0..<5: bytes += Input.commands[number(below: Input.commands.count)].utf8
      case 5..<8:
        for _ in 0..<number(below: 6) { bytes += Input.groups[number(below: Input.groups.count)] }
      case 8:
        for _ in 0..<number(below: 80) { bytes.append(UInt8(number(below: 256))) }
      default:
        bytes += Array(repeating: UInt8(97), count: number(below: 6_000))
      }
      bytes.append(0x0A)
    }
    // Leave out Ctrl-C and the other keys that stop a program or its output. Ctrl-D at the
    // beginning of a line ends the program, so send it rarely. A C2 byte may start a control
    // character, which the terminal would echo in plain mode.
    let isEnd = number(below: 20) == 0
    let without: Set<UInt8> = [0x03, 0x1A, 0x1C, 0x04, 0x13, 0xC2]
    return bytes.filter { !without.contains($0) } + (isEnd ? [0x04] : [])
  }

  /// Returns the next few keys, without Ctrl-C, Ctrl-Z and Ctrl-\, which end or stop a program.
  mutating func burst() -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0...number(below: 60) {
      if number(below: 3) == 0 {
        bytes.append(UInt8(number(below: 256)))
      } else {
        bytes += Input.groups[number(below: Input.groups.count)]
      }
    }
    return bytes.filter { ![0x03, 0x1A, 0x1C].contains($0) }
  }
}
