// The prompt of several lines, in which long texts are edited: the lines that it shows for a form,
// in a terminal of a given size.

import FormFixtures
import FormModel
import FormScreen
import FormText
import Testing

@Suite("The prompt of several lines")
struct TextPanelTests {
  private static let form = """
    {"longform": 1, "id": "about", "title": "About", "sections": [{"rows": [
      {"id": "name", "label": "Name"},
      {"id": "summary", "label": "Summary", "type": "paragraph"},
      {"id": "tags", "label": "Tags", "type": "list"},
      {"id": "fixed", "label": "Fixed", "type": "paragraph", "readOnly": true},
      {"id": "more{n}", "label": "More {n}", "count": 9}]}]}
    """

  private func session(on row: String) throws -> FormSession {
    var session = FormSession(try .reading(TextPanelTests.form))
    session.applyToEnd(.moved(.to(try #require(session.row(named: row)))))
    return session
  }

  @Test("A text that fits has one line, and a line break adds a second line with the cursor")
  func opening() throws {
    var session = try session(on: "summary")
    session.type("Counts engines")
    let size = ScreenSize(rows: 24, columns: 64)
    let state = ScreenState(height: .viewport(6), hasUTF8: true)
    var frame = session.frame(size: size, state: state)
    #expect(frame.trimmedText.hasSuffix("More 2\n\nSummary ▸ Counts engines"))
    #expect((frame.cursorLine, frame.cursorColumn) == (8, 24))
    session.type("Counts engines\nand")
    frame = session.frame(size: size, state: state)
    #expect(
      frame.trimmedText == """
        About  ━───────────────  1 of 13
           1  Name                                                    ▐
        ▌  2  Summary  Counts engines ⏎and                            ▐
           3  Tags
           4  Fixed
           5  More 1

        Summary ▸ Counts engines
                │ and
        """)
    #expect((frame.cursorLine, frame.cursorColumn) == (8, 13))
    session.type("Counts")
    frame = session.frame(size: size, state: state)
    #expect(frame.trimmedText.hasSuffix("More 2\n\nSummary ▸ Counts"))
  }

  @Test("The prompt uses a third of the screen, follows the cursor, and marks where text is cut")
  func scrolling() throws {
    var session = try session(on: "summary")
    session.type((1...9).map { "line \($0)" }.joined(separator: "\n"))
    let size = ScreenSize(rows: 24, columns: 40)
    var state = ScreenState(height: .viewport(6), hasUTF8: false)
    let layout = ScreenLayout(size: size, height: .viewport(6), lineCount: session.lineCount)
    func panel() -> [Substring] {
      state.scrolling.text = min(state.scrolling.text, 9)
      _ = Screen.arrangePanel(
        of: &session, state: &state, size: size, layout: layout)
      let frame = session.frame(size: size, state: state)
      #expect((6..<9).contains(frame.cursorLine))
      let shown = frame.trimmedText.split(separator: "\n", omittingEmptySubsequences: false)
      return Array(shown[6..<9])
    }
    #expect(panel() == ["Summary ^ line 7", "        | line 8", "        | line 9"])
    session.applyToEnd(.edited(session.focusText, cursor: 45, kind: .other))
    #expect(
      panel() == ["Summary ^ line 7", "        | line 8", "        | line 9"],
      "the cursor is in view")
    session.applyToEnd(.edited(session.focusText, cursor: 15, kind: .other))
    #expect(panel() == ["Summary ^ line 3", "        | line 4", "        v line 5"])
    session.applyToEnd(.edited(session.focusText, cursor: 0, kind: .other))
    #expect(panel() == ["Summary > line 1", "        | line 2", "        v line 3"])
  }

  @Test("The continuation lines of a wrapped entry are indented")
  func list() throws {
    var session = try session(on: "tags")
    session.type("analytical engines and looms\ncards")
    let frame = session.frame(
      size: ScreenSize(rows: 24, columns: 21),
      state: ScreenState(height: .viewport(8), hasUTF8: true))
    #expect(
      frame.trimmedText.contains(
        """
        Tags ↑   engines
             │   and looms
             │ cards
        """))
  }

  @Test("Law 9: at any size, the focus is visible above its panel, and the cursor is in view")
  func neverCovered() throws {
    var session = try session(on: "fixed")
    let text = Text((1...40).map { "some words of line \($0)" }.joined(separator: "\n"))
    session.applyToEnd(.moved(.to(try #require(session.row(named: "summary")))))
    for cursor in stride(from: 0, through: text.scalarCount, by: 97) {
      session.applyToEnd(.edited(text, cursor: cursor, kind: .other))
      for (rows, columns) in [(24, 80), (5, 20), (3, 8), (2, 8), (1, 8), (9, 5), (4, 3), (1, 1)] {
        let size = ScreenSize(rows: rows, columns: columns)
        let frame = session.frame(
          size: size, state: ScreenState(height: .viewport(8), hasUTF8: true))
        #expect(frame.lines.count <= max(rows, 1))
        #expect(frame.lines.allSatisfy { $0.columns < max(columns, 2) })
        #expect(frame.lines.indices.contains(frame.cursorLine))
        #expect(frame.cursorColumn < max(columns, 2))
        if rows > 1, columns > 2 { #expect(frame.trimmedText.contains("▌")) }
      }
    }
    #expect(session.focusText == text)
  }

  @Test("If a panel does not fit, the prompt shows the line with the cursor")
  func promptAlone() throws {
    var session = try session(on: "summary")
    let size = ScreenSize(rows: 1, columns: 30)
    func prompt(cursor: Int) -> (String, Int) {
      session.applyToEnd(.edited("one\ntwo\nthree", cursor: cursor, kind: .other))
      let frame = session.frame(size: size, state: ScreenState(height: .viewport(8), hasUTF8: true))
      return (frame.trimmedText, frame.cursorColumn)
    }
    #expect(prompt(cursor: 2) == ("Summary ▸ one⏎", 12))
    #expect(prompt(cursor: 4) == ("Summary ▸ ⏎two⏎", 11))
    #expect(prompt(cursor: 13) == ("Summary ▸ ⏎three", 16))
  }

  @Test("Up and Down move by lines of the panel, or if there is no panel, by lines of the text")
  func vertical() throws {
    var session = try session(on: "summary")
    session.type("one two three four\nfive")
    var state = ScreenState(height: .viewport(8), hasUTF8: true)
    func up(_ rows: Int, _ columns: Int) -> Int? {
      let size = ScreenSize(rows: rows, columns: columns)
      let layout = ScreenLayout(size: size, height: .viewport(8), lineCount: session.lineCount)
      _ = Screen.arrangePanel(
        of: &session, state: &state, size: size, layout: layout)
      return Screen.cursor(
        movedBy: -1, goal: nil, in: session, state: state, size: size, layout: layout)?.cursor
    }
    #expect(up(24, 80) == 4)
    #expect(up(24, 14) == 18, "the last wrapped line")
    #expect(up(1, 14) == 4)
    session.applyToEnd(.edited(session.focusText, cursor: 2, kind: .other))
    #expect(up(24, 80) == nil)
    session.applyToEnd(.moved(.previous))
    #expect(up(24, 80) == nil, "a row of one line")
  }

  @Test("A text that is too long to edit is shown as its beginning, without a panel")
  func tooLong() throws {
    var session = try session(on: "summary")
    session.applyToEnd(.pasted(Text(String(repeating: "word\n", count: 900))))
    let frame = session.frame(
      size: ScreenSize(rows: 24, columns: 64),
      state: ScreenState(height: .viewport(8), hasUTF8: true))
    #expect(frame.trimmedText.hasSuffix("(4,500 bytes)"))
    #expect(frame.trimmedText.contains("▌  2  Summary  word ⏎word"))
    #expect(!frame.trimmedText.contains("│"))
  }

  // MARK: - Text from elsewhere

  @Test("Lines pasted into a row of several lines stay lines, in one undo step")
  func pasting() throws {
    var session = try session(on: "summary")
    session.type("a d")
    session.applyToEnd(.edited("a d", cursor: 2, kind: .other))
    session.applyToEnd(.pasted("b\tb\n\nc\n"))
    #expect(session.focusText == "a b\tb\n\nc\nd")
    #expect(session.cursor == 9)
    #expect(session.isFocusEditable)
    session.applyToEnd(.undone)
    #expect(session.focusText == "a d")
  }

  @Test("Text appended to a list becomes an entry; text appended to a paragraph extends it")
  func appending() throws {
    var session = try session(on: "tags")
    for entry in ["a", "b"] { session.applyToEnd(.appended(Text(entry))) }
    #expect(session.focusText == "a\nb")
    session.type("c\n")
    session.applyToEnd(.appended("d"))
    #expect(session.focusText == "c\nd")
    session.applyToEnd(.moved(.previous))
    for text in ["a", "b"] { session.applyToEnd(.appended(Text(text))) }
    #expect(session.focusText == "ab")
  }

  @Test("Text from an editor is not changed, except that the editor's last line break is removed")
  func edited() throws {
    var session = try session(on: "summary")
    #expect(session.textForFocus(edited: "a\n\tb\n") == "a\n\tb")
    #expect(session.textForFocus(edited: "a\r\nb\r\n") == "a\r\nb")
    #expect(session.textForFocus(edited: "a\n\n") == "a\n")
    #expect(session.textForFocus(edited: "") == "")
    session.type("old\n")
    #expect(session.textForFocus(edited: "new\n") == "new\n")
    session.applyToEnd(.moved(.previous))
    #expect(session.textForFocus(edited: "Ada\r\nKing\tL.\n") == "Ada King L.")
    #expect(session.textForFocus(edited: "e\u{301}\n") == "e\u{301}")
  }
}
