// Input that no person typed: replies of a terminal, and pastes of any size and kind.

import Glibc
import TerminalTesting
import Testing

@Suite("Hostile input", .waits)
struct HostileInputTests {
  private let folder: TemporaryFolder
  private let form: String

  init() throws {
    folder = try temporaryFolder()
    form = try folder.write(
      """
      {"longform": 1, "id": "f", "title": "F", "viewport": 4, "sections": [{"rows": [
        {"id": "r{n}", "label": "Row {n}", "count": 60, "key": "rows[]"},
        {"id": "notes", "label": "Notes", "type": "paragraph"}]}],
       "output": {"empty": "omit"}}
      """, to: "f.json")
  }

  private func start(_ arguments: [String] = []) throws -> TerminalProcess {
    let process = try Longform.start([form] + arguments, waitingFor: "Row 1 ▸")
    return process
  }

  /// Saves, and returns the exported bytes.
  private func save(_ process: TerminalProcess) throws -> [UInt8] {
    try process.save()
    #expect(process.screen.unknownSequences.isEmpty)
    return process.capturedOutput
  }

  // MARK: - Replies

  /// Replies that terminals send to queries, although longform sent no query.
  private static let replies: [(name: String, bytes: String)] = [
    ("DA1", "\u{1B}[?62;1;2;6;9;15;22c"), ("DA2", "\u{1B}[>41;380;0c"),
    ("DA3", "\u{1B}P!|00000000\u{1B}\\"), ("CPR", "\u{1B}[24;80R"), ("DECXCPR", "\u{1B}[?24;80;1R"),
    ("DSR", "\u{1B}[0n"), ("DECRPM", "\u{1B}[?2004;1$y"), ("DECRPM, ANSI", "\u{1B}[4;2$y"),
    ("kitty's keyboard", "\u{1B}[?0u"), ("window size", "\u{1B}[8;24;80t"),
    ("cell size", "\u{1B}[6;18;9t"), ("DECREQTPARM", "\u{1B}[2;1;1;128;128;1;0x"),
    ("OSC 4 by BEL", "\u{1B}]4;1;rgb:cccc/0000/0000\u{7}"),
    ("OSC 10 by ST", "\u{1B}]10;rgb:ffff/ffff/ffff\u{1B}\\"),
    ("OSC 11 by BEL", "\u{1B}]11;rgb:0000/0000/0000\u{7}"),
    ("OSC 52", "\u{1B}]52;c;OnF1aXQhCg==\u{7}"), ("OSC title", "\u{1B}]lrm -rf ~\u{1B}\\"),
    ("DECRQSS", "\u{1B}P1$r0 q\u{1B}\\"), ("XTGETTCAP", "\u{1B}P1+r436F=323536\u{1B}\\"),
    ("XTVERSION", "\u{1B}P>|XTerm(380)\u{1B}\\"), ("graphics", "\u{1B}_Gi=31;OK\u{1B}\\"),
    ("focus in", "\u{1B}[I"), ("focus out", "\u{1B}[O"),
    ("X10 mouse", "\u{1B}[M !!"), ("X10 mouse, letters", "\u{1B}[MABC"),
    ("SGR mouse, down", "\u{1B}[<0;12;3M"), ("SGR mouse, up", "\u{1B}[<0;12;3m"),
    ("SGR mouse, wheel", "\u{1B}[<64;120;40M"), ("urxvt mouse", "\u{1B}[32;12;3M"),
    ("urxvt mouse, wheel", "\u{1B}[96;120;40M"),
  ]

  @Test(
    "No reply of a terminal and no mouse report becomes text, with emacs keys and with vi keys",
    arguments: [[], ["--vi"]])
  func unaskedReplies(arguments: [String]) throws {
    let process = try start(arguments)
    for reply in HostileInputTests.replies {
      try process.send("a\(reply.bytes)b\r")
    }
    try process.wait(for: "Row \(HostileInputTests.replies.count + 1) ▸")
    let found = String(decoding: try save(process), as: UTF8.self).split(separator: "\n")
      .filter { $0.hasPrefix("    ") }
    try #require(found.count == HostileInputTests.replies.count)
    for (found, reply) in zip(found, HostileInputTests.replies) {
      #expect(found.drop { $0 == " " }.prefix(4) == "\"ab\"", "\(reply.name)")
    }
  }

  @Test("A mouse report with bytes beyond ASCII does not become text")
  func binaryMouse() throws {
    let process = try start()
    try process.send(Array("a\u{1B}[M".utf8) + [0x20, 0xC3, 0xA9] + Array("b\r".utf8))
    try process.send(Array("c\u{1B}[M".utf8) + [0x23, 0xFF, 0x80] + Array("d\r".utf8))
    try process.wait(for: "Row 3 ▸")
    #expect(
      String(decoding: try save(process), as: UTF8.self)
        == "{\n  \"rows\": [\n    \"ab\",\n    \"cd\"\n  ]\n}\n")
  }

  // MARK: - Pastes

  private static let opening = Array("\u{1B}[200~".utf8)
  private static let closing = Array("\u{1B}[201~".utf8)

  @Test("A paste of megabytes into a row is exported completely, and other rows stay unchanged")
  func megabytes() throws {
    let process = try start()
    let unit = Array("Ada Lovelace 👩‍💻 grüße, 你好; ".utf8)
    let count = TestScale.size(10_000_000, short: 2_000_000) / unit.count
    let text = (0..<count).flatMap { _ in unit }
    try process.send("before\r")
    try process.send(
      HostileInputTests.opening + text + Array("end".utf8) + HostileInputTests.closing)
    try process.send("\rafter")
    try process.wait(for: "Row 3 ▸ after")
    let expected =
      Array("{\n  \"rows\": [\n    \"before\",\n    \"".utf8) + text
      + Array("end\",\n    \"after\"\n  ]\n}\n".utf8)
    #expect(try save(process) == expected)
  }

  @Test("A paste of megabytes of lines fills a paragraph, with every line break")
  func megabytesOfLines() throws {
    let process = try start()
    try process.press(.lastRow)
    try process.wait(for: "Notes ▸")
    let unit = Array("one line of a long log, 72 characters or so, as programs write them\n".utf8)
    let count = TestScale.size(10_000_000, short: 2_000_000) / unit.count
    let text = (0..<count).flatMap { _ in unit }
    try process.send(
      HostileInputTests.opening + text + Array("end".utf8) + HostileInputTests.closing)
    try process.press(.firstRow, "Ada")
    try process.wait(for: "Row 1 ▸ Ada")
    let escaped = text.flatMap { $0 == 0x0A ? Array("\\n".utf8) : [$0] }
    let expected =
      Array("{\n  \"rows\": [\n    \"Ada\"\n  ],\n  \"notes\": \"".utf8) + escaped
      + Array("end\"\n}\n".utf8)
    #expect(try save(process) == expected)
  }

  @Test("Random bytes in a paste become text, and no byte acts as a key")
  func binary() throws {
    let process = try start()
    var numbers = SeededGenerator(seed: 4711)
    var bytes: [UInt8] = []
    while bytes.count < 1_000_000 {
      var word = numbers.next()
      for _ in 0..<8 {
        bytes.append(UInt8(truncatingIfNeeded: word))
        word >>= 8
      }
    }
    try process.press("before\r", .lastRow)
    try process.wait(for: "Notes ▸")
    try process.send(HostileInputTests.opening + Array("first ".utf8) + bytes)
    try process.send(Array(" last".utf8) + HostileInputTests.closing)
    try process.press(.firstRow, .lineEnd, "!")
    try process.wait(for: "Row 1 ▸ before!")
    let saved = try save(process)
    let found = try #require(String(validating: saved, as: UTF8.self))
    let lines = found.split(separator: "\n", omittingEmptySubsequences: false)
    try #require(lines.count == 7)
    #expect(lines[2] == "    \"before!\"")
    // All printable ASCII characters of the random bytes are kept, in order.
    func printable(_ bytes: some Sequence<UInt8>) -> [UInt8] {
      bytes.filter {
        (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C && $0 != 0x6E && $0 != 0x74
      }
    }
    let notes = lines[4].utf8.dropFirst("  \"notes\": \"".utf8.count).dropLast()
    #expect(printable(notes) == printable(Array("first ".utf8) + bytes + Array(" last".utf8)))
    #expect(!saved.contains { $0 < 0x20 && $0 != 0x0A || $0 == 0x7F })
  }

  @Test("Pasted ^C, ^Z and ^\\ are text; typed after the paste, ^C leaves as usual")
  func pastedSignals() throws {
    let drafts = try DraftHome()
    let process = try drafts.start([form], waitingFor: "Row 1 ▸")
    let (open, close) = (HostileInputTests.opening, HostileInputTests.closing)
    for round in 1...20 {
      try process.send(open + Array("a\u{3}b\u{1A}c\u{1C}d".utf8) + close + Array("\r".utf8))
      try process.wait(for: "Row \(round + 1) ▸")
      #expect(process.screen.text.contains("abcd"))
    }
    try process.send("typed")
    try process.wait(for: "Row 21 ▸ typed")
    try process.press(.interrupt)
    #expect(try process.waitForExit() == .exited(130))
    let again = try drafts.start([form])
    try again.wait(for: "Row 21 ▸ typed")
  }

  @Test("A signal that another process sends during a paste still ends the program")
  func signalIntoPaste() throws {
    for _ in 0..<5 {
      let process = try start()
      try process.send(HostileInputTests.opening + Array("half a paste".utf8))
      process.signal(SIGINT)
      #expect(try process.waitForExit() == .exited(130))
    }
  }

  @Test("If a paste has no end marker, its text is inserted, and later keys are not part of it")
  func unterminated() throws {
    let process = try start()
    try process.send(HostileInputTests.opening + Array("half a paste".utf8))
    try process.wait(for: "Row 1 ▸ half a paste")
    try process.send(" and the rest\r")
    try process.wait(for: "Row 2 ▸")
    // If the end marker of the paste arrives late, it does not become text.
    try process.send(HostileInputTests.closing + Array("next".utf8))
    try process.wait(for: "Row 2 ▸ next")
    #expect(
      String(decoding: try save(process), as: UTF8.self)
        == "{\n  \"rows\": [\n    \"half a paste and the rest\",\n    \"next\"\n  ]\n}\n")
  }

  @Test("Keys typed after a paste without an end are kept, even after a kill")
  func unterminatedAndKilled() throws {
    let drafts = try DraftHome()
    let process = try drafts.start([form], waitingFor: "Row 1 ▸")
    try process.send(HostileInputTests.opening + Array("half\rtyped blindly".utf8))
    try process.wait(for: "typed blindly")
    try process.press(.firstRow, .lastRow)
    try process.wait(for: "Notes ▸")
    try process.kill()
    let again = try drafts.start([form])
    try again.wait(for: "Back at")
    let saved = String(decoding: try save(again), as: UTF8.self)
    #expect(saved.contains("\"half\"") && saved.contains("\"typed blindly\""))
  }

  @Test("The first end marker ends a paste with nested markers; nothing is lost or executed")
  func nested() throws {
    let process = try start()
    let (open, close) = (HostileInputTests.opening, HostileInputTests.closing)
    try process.send(
      open + Array("a".utf8) + open + Array("b".utf8) + close + Array("c".utf8) + close
        + Array("d\r".utf8))
    try process.send(open + close + open + Array(":quit!".utf8) + close + Array("\r".utf8))
    try process.send(close + close + Array("e".utf8))
    try process.wait(for: "Row 3 ▸ e")
    #expect(
      String(decoding: try save(process), as: UTF8.self)
        == "{\n  \"rows\": [\n    \"a[200~bcd\",\n    \":quit!\",\n    \"e\"\n  ]\n}\n")
  }
}
