// Tests of the model of a terminal.

import TerminalTesting
import Testing

@Suite struct VirtualTerminalTests {
  private func screen(
    _ text: String, rows: Int = 3, columns: Int = 10,
    widthRule: VirtualTerminal.WidthRule = .clusters
  ) -> VirtualTerminal {
    var screen = VirtualTerminal(rows: rows, columns: columns, widthRule: widthRule)
    screen.feed(text)
    return screen
  }

  @Test("A family, a flag and a keycap are two columns wide, and a letter with an accent is one")
  func clusters() {
    let screen = screen("👨‍👩‍👧🇩🇪1\u{FE0F}\u{20E3}e\u{301}")
    #expect(screen.lines[0] == "👨‍👩‍👧🇩🇪1\u{FE0F}\u{20E3}e\u{301}")
    #expect(screen.cursor == Position(row: 0, column: 7))
  }

  @Test("In a terminal that adds the widths of scalars, a family is six columns wide")
  func scalars() {
    #expect(screen("👨‍👩‍👧", widthRule: .scalars).cursor == Position(row: 0, column: 6))
  }

  @Test("Characters and sequences may be split at any byte")
  func chunks() {
    let text = "日\u{1B}[1mé\u{1B}[0m\u{1B}]0;title\u{7}\u{1B}[2;3H❤\u{FE0F}"
    var byByte = VirtualTerminal(rows: 3, columns: 10)
    for byte in text.utf8 { byByte.feed([byte]) }
    #expect(byByte.lines == screen(text).lines)
    #expect(byByte.lines == ["日é", "  ❤\u{FE0F}", ""])
    #expect(byByte.controlStrings == ["0;title"])
  }

  @Test("A full line wraps only when the next character is written")
  func pendingWrap() {
    #expect(screen("0123456789").isWrapPending)
    #expect(screen("0123456789\rx").lines == ["x123456789", "", ""])
    #expect(screen("0123456789x").lines == ["0123456789", "x", ""])
  }

  @Test("Overwriting half of a wide character erases the other half")
  func cutWide() {
    #expect(screen("日本\u{1B}[2Gx").lines[0] == " x本")
  }

  @Test("Narrowing wraps lines again, widening joins them, and the cursor stays at its character")
  func reflow() {
    var screen = screen("abcdefgh\r\nij", rows: 4)
    screen.resize(rows: 4, columns: 4)
    #expect(screen.everything == "abcd\nefgh\nij")
    #expect(screen.cell(row: screen.cursor.row, column: 0).text == "i")
    screen.resize(rows: 4, columns: 10)
    #expect(screen.everything == "abcdefgh\nij")
  }

  @Test("If the height shrinks, the line of the cursor stays, and other lines go to the scrollback")
  func lower() {
    var screen = screen("1\r\n2\r\n3")
    screen.resize(rows: 1, columns: 10)
    #expect(screen.lines == ["3"])
    #expect(screen.scrollback == ["1", "2"])
    screen.resize(rows: 3, columns: 10)
    #expect(screen.lines == ["1", "2", "3"])
  }

  @Test("Modes, bells and unknown sequences are recorded")
  func records() {
    let screen = screen("\u{1B}[?2026h\u{1B}[?25l\u{7}\u{1B}[9z")
    #expect(screen.modeChanges.map(\.mode) == [2026, 25])
    #expect(!screen.cursorVisible)
    #expect(screen.bellCount == 1)
    #expect(screen.unknownSequences == ["ESC[9z"])
  }
}
