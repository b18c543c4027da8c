// Frames on a terminal: painting only the changes must show the same as painting everything.

import FormFixtures
import FormModel
import FormScreen
import FormText
import TerminalTesting
import Testing

@Suite("Painting")
struct PainterTests {
  /// A session, the painter of its frames, and a model of the terminal on which they are painted.
  private struct Painted {
    var session: FormSession
    var painter = RegionPainter(palette: Palette(usesColor: true), shiftsCells: true)
    var terminal: VirtualTerminal
    var state = ScreenState(height: .viewport(8), hasUTF8: true)
    var sent = 0
    var last: Frame?

    mutating func paint() -> Frame {
      let size = ScreenSize(rows: terminal.rows, columns: terminal.columns)
      let whole = session.frame(size: size, state: state)
      let frame = session.frame(size: size, state: state, previous: last)
      #expect(frame.lines == whole.lines, "reused lines equal new ones")
      #expect(frame.cursorColumn == whole.cursorColumn)
      last = frame
      let output = painter.paint(frame)
      sent = output.count
      terminal.feed(output)
      return frame
    }

    /// Returns some lines of the terminal; the cursor is on line `cursorLine` of these.
    func region(of lines: Int, cursorLine: Int) -> [String] {
      let top = terminal.cursor.row - cursorLine
      return Array(terminal.lines.dropFirst(top).prefix(lines))
    }
  }

  private static func trimmed(_ line: String) -> String {
    String(line.reversed().drop { $0 == " " }.reversed())
  }

  private func expectSame(_ painted: Painted, _ frame: Frame, _ comment: Comment) {
    let lines = frame.lines.map { PainterTests.trimmed($0.text) }
    let shown = painted.region(of: lines.count, cursorLine: frame.cursorLine)
      .map(PainterTests.trimmed)
    #expect(Array(shown) == lines, comment)
    #expect(painted.terminal.cursor.column == frame.cursorColumn, comment)
    #expect(painted.terminal.unknownSequences.isEmpty, comment)
  }

  @Test(
    "After any change the terminal shows the frame",
    arguments: [(24, 80), (20, 5), (6, 40), (3, 8)])
  func incremental(rows: Int, columns: Int) throws {
    let templates = try Forms.forWalks()
    for seed in TestScale.turns(8) {
      var oracle = try FormOracle(templates[seed % templates.count], seed: seed)
      var painted = Painted(
        session: oracle.session, terminal: VirtualTerminal(rows: rows, columns: columns))
      painted.terminal.feed("$ longform resume\r\n")
      for step in 0..<40 {
        oracle.step()
        painted.session = oracle.session
        let frame = painted.paint()
        expectSame(painted, frame, "walk \(seed), step \(step)")
      }
    }
  }

  @Test("Lines for the form are reserved once, and lines above it never move")
  func reservesOnce() throws {
    var painted = Painted(
      session: FormSession(try .reading(Forms.classmates)),
      terminal: VirtualTerminal(rows: 24, columns: 80))
    for line in 1...20 { painted.terminal.feed("line \(line)\r\n") }
    _ = painted.paint()
    let above = painted.terminal.everything.prefix { $0 != "C" }
    for _ in 0..<100 {
      painted.session.applyToEnd(.moved(.next))
      _ = painted.paint()
    }
    #expect(painted.terminal.everything.prefix { $0 != "C" } == above)
    painted.terminal.feed(painted.painter.clear())
    #expect(painted.terminal.text.hasSuffix("line 20"))
    #expect(painted.terminal.cursor.column == 0)
  }

  @Test("The form erases the output of another program below the cursor")
  func leftovers() throws {
    var painted = Painted(
      session: FormSession(try .reading(Forms.classmates)),
      terminal: VirtualTerminal(rows: 24, columns: 80))
    for line in 1...22 {
      painted.terminal.feed(
        "\(String(repeating: "a long line of another program ", count: 2))\(line)\r\n")
    }
    painted.terminal.feed("\u{1B}[5;1H")
    let frame = painted.paint()
    expectSame(painted, frame, "over other text")
  }

  @Test("Typing at the end of a line paints at most 40 bytes, and a page key at most 1,000")
  func bytes() throws {
    var painted = Painted(
      session: FormSession(try .reading(Forms.counted(1_000_000))),
      terminal: VirtualTerminal(rows: 24, columns: 80))
    _ = painted.paint()
    var text = ""
    for letter in "the quick brown fox" {
      text.append(letter)
      painted.session.applyToEnd(.edited(Text(text), cursor: text.count, kind: .typed))
      _ = painted.paint()
      if text.count > 1 { #expect(painted.sent <= 40, "after \(text): \(painted.sent) bytes") }
    }
    #expect(painted.painter.paint(painted.paint()).isEmpty, "nothing changed, nothing is sent")
    painted.session.applyToEnd(.moved(.pageDown))
    _ = painted.paint()
    #expect(painted.sent <= 1_000, "a page: \(painted.sent) bytes")
  }

  @Test(
    "Typing within a line paints at most 40 bytes, or 80 if text is cut or there is a scroll bar",
    arguments: [(20, 40, 8), (40, 40, 8), (200, 80, 8), (40, 80, 20)])
  func bytesInTheMiddle(length: Int, most: Int, rows: Int) throws {
    var painted = Painted(
      session: FormSession(try .reading(Forms.counted(rows))),
      terminal: VirtualTerminal(rows: 24, columns: 80))
    let letters = Array("abcdefghij klmnop qrstu")
    var text = String((0..<length).map { letters[$0 % letters.count] })
    func step(_ change: (inout String) -> Void, cursor: Int) {
      change(&text)
      painted.session.applyToEnd(.edited(Text(text), cursor: cursor, kind: .typed))
      let frame = painted.paint()
      expectSame(painted, frame, "\(text)")
    }
    step({ _ in }, cursor: 8)
    _ = painted.paint()
    for (offset, letter) in "näme東ing".enumerated() {
      step(
        { $0.insert(letter, at: $0.index($0.startIndex, offsetBy: 8 + offset)) }, cursor: 9 + offset
      )
      if offset > 0 { #expect(painted.sent <= most, "typed \(letter): \(painted.sent) bytes") }
    }
    for place in (8..<16).reversed() {
      step({ $0.remove(at: $0.index($0.startIndex, offsetBy: place)) }, cursor: place)
      #expect(painted.sent <= most, "deleted at \(place): \(painted.sent) bytes")
    }
  }

  @Test(
    "If the terminal paints some characters wider than expected, no line of the form wraps",
    arguments: [true, false])
  func widerCharacters(shiftsCells: Bool) throws {
    var painted = Painted(
      session: FormSession(try .reading(Forms.classmates)),
      terminal: VirtualTerminal(rows: 24, columns: 60, widthRule: .scalars))
    painted.painter = RegionPainter(palette: Palette(usesColor: true), shiftsCells: shiftsCells)
    var text = ""
    for step in 0..<60 {
      text.insert(contentsOf: ["👍🏽", "👩‍👩‍👧‍👦", "a"][step % 3], at: text.startIndex)
      painted.session.applyToEnd(
        .edited(Text(text), cursor: step % 2 == 0 ? 1 : Text(text).scalarCount, kind: .typed))
      let frame = painted.paint()
      let shown = painted.region(of: frame.lines.count, cursorLine: frame.cursorLine)
      for (line, cells) in zip(shown, frame.lines) where cells.text.allSatisfy(\.isASCII) {
        #expect(PainterTests.trimmed(line) == PainterTests.trimmed(cells.text))
      }
      #expect(painted.terminal.cursor.row == frame.cursorLine, "the region is where it was")
    }
  }

  @Test("Text that wider characters push out of view is painted again later")
  func shiftsBehindWiderCharacters() throws {
    var painted = Painted(
      session: FormSession(try .reading(Forms.classmates)),
      terminal: VirtualTerminal(rows: 24, columns: 60, widthRule: .scalars))
    let families = String(repeating: "👩‍👩‍👧‍👦", count: 2)
    let end = String(repeating: "a", count: 22) + "end"
    func paint(_ typed: Substring, cursor: Int) {
      let text = Text(families + typed + end)
      painted.session.applyToEnd(.edited(text, cursor: cursor, kind: .typed))
      _ = painted.paint()
    }
    let start = Text(families).scalarCount
    let typed = "bcdefghijklm"
    for count in 0...12 { paint(typed.prefix(count), cursor: start + count) }
    #expect(!painted.terminal.lines[10].hasSuffix("end"))
    for count in (0...12).reversed() { paint(typed.suffix(count), cursor: start) }
    #expect(painted.terminal.lines[10].hasSuffix("end"))
  }

  @Test("Without color, only bold, dim, underline and reverse video are sent")
  func withoutColor() throws {
    for usesColor in [false, true] {
      var session = FormSession(try .reading(Forms.everything))
      var terminal = VirtualTerminal(rows: 24, columns: 80)
      var painter = RegionPainter(palette: Palette(usesColor: usesColor))
      terminal.feed(painter.paint(session.frame(size: ScreenSize(rows: 24, columns: 80))))
      let colored = (0..<24).flatMap { terminal.runs(row: $0) { $0.foreground != nil } }
      #expect(colored.isEmpty == !usesColor)
      #expect((0..<24).contains { !terminal.runs(row: $0) { $0 != .plain }.isEmpty })
    }
  }

  @Test(
    "After a narrower terminal has wrapped lines, the painter still finds the form",
    arguments: [60, 33, 20, 7])
  func reflow(columns: Int) throws {
    var painted = Painted(
      session: FormSession(try .reading(Forms.classmates)),
      terminal: VirtualTerminal(rows: 24, columns: 80))
    painted.terminal.feed("before\r\n")
    for index in 0..<20 {
      painted.session.type("a rather long name that fills some columns \(index)")
      painted.session.applyToEnd(.moved(.next))
    }
    _ = painted.paint()
    // The second resize arrives before anything is painted for the first one.
    for columns in [columns + 11, columns] {
      painted.terminal.resize(rows: 24, columns: columns)
      painted.painter.reflow(columns: columns)
    }
    let frame = painted.paint()
    expectSame(painted, frame, "at \(columns) columns")
    painted.terminal.feed(painted.painter.clear())
    // Lines that scrolled away because of wrapping cannot be erased.
    #expect(["", "before"].contains(painted.terminal.text))
  }

  @Test(
    "After a resize, the painter finds a form with gaps before wide characters, or with full lines",
    arguments: [7, 9, 15, 20, 28, 34, 40])
  func reflowOfWideCharacters(columns: Int) throws {
    for text in [String(repeating: "東", count: 30), "filled", String(repeating: "a", count: 26)] {
      var painted = Painted(
        session: FormSession(try .reading(Forms.classmates)),
        terminal: VirtualTerminal(rows: 60, columns: 80))
      painted.terminal.feed("before\r\n")
      for _ in 0..<7 {
        painted.session.type(text)
        painted.session.applyToEnd(.moved(.next))
      }
      painted.session.type(text)
      _ = painted.paint()
      painted.terminal.resize(rows: 60, columns: columns)
      let lines = painted.terminal.scrollback + painted.terminal.lines
      let first = try #require(lines.firstIndex { $0.hasPrefix("Classm") })
      let cursor = painted.terminal.scrollback.count + painted.terminal.cursor.row
      painted.painter.reflow(columns: columns)
      #expect(
        painted.painter.clear() == Array("\u{1B}[\(cursor - first)A\r\u{1B}[J".utf8),
        "\(text) at \(columns) columns")
    }
  }
}
