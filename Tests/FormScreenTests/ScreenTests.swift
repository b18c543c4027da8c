// The lines that the screen shows for a form, in a terminal of a given size.

import FormFixtures
import FormModel
import FormScreen
import FormText
import Testing

@Suite("The screen")
struct ScreenTests {
  @Test("At 24 × 80, a form has all its parts in their places")
  func classmates() throws {
    var session = FormSession(try .reading(Forms.classmates))
    for name in ["Ada Lovelace", "Grace Hopper"] {
      session.type(name)
      session.applyToEnd(.moved(.next))
    }
    session.type("Kath")
    var state = ScreenState(height: .viewport(8), hasUTF8: true)
    state.appearance.namesKeys = true
    let frame = session.frame(size: ScreenSize(rows: 24, columns: 80), state: state)
    #expect(
      frame.trimmedText == """
        Classmates  ━━━─────────────────  3 of 20
           1  Classmate 1   Ada Lovelace                                              ▐
           2  Classmate 2   Grace Hopper                                              ▐
        ▌  3  Classmate 3   Kath                                                      ▐
           4  Classmate 4
           5  Classmate 5
           6  Classmate 6
           7  Classmate 7
           8  Classmate 8

        Classmate 3 ▸ Kath
        Enter next   ↑↓ rows   ^R find   ^S save   ^O all keys   ^C leave, draft kept
        """)
    #expect(frame.cursorColumn == 18)
  }

  @Test("Section titles, item headers, defaults and marks are shown in their columns")
  func everything() throws {
    var session = FormSession(try .reading(Forms.everything))
    session.applyToEnd(.moved(.to(try #require(session.row(named: "8")))))
    session.type("Analytical Engines")
    session.applyToEnd(.moved(.first))
    session.applyToEnd(.moved(.next))
    let state = ScreenState(height: .viewport(14), hasUTF8: true)
    let frame = session.frame(size: ScreenSize(rows: 24, columns: 60), state: state)
    #expect(
      frame.trimmedText == """
        everything  ━━━━━━━────────  10 of 22
         Basics                                                   ▐
         * 1  Name                                                ▐
        ▌  2  Greeting   hello                                    ▐
           3  Seat 1    free 1                                    ▐
           4  Seat 2    free 2                                    ▐
           5  Seat 3    free 3                                    ▐
           6  Seat 4    free 4                                    ▐
           7  Seat 5    free 5
         Work › Job 1: Analytical Engines
           8  Company   Analytical Engines
           9  Position  clerk
          10  City
         Work › Job 2
          11  Company

        Greeting ▸  hello
        """)
  }

  @Test("If a wide character after the cursor does not fit, the text before the cursor is visible")
  func wideBehindCursor() throws {
    var session = FormSession(try .reading(Forms.classmates))
    session.applyToEnd(.edited(Text("abcdefghijklmnop日本"), cursor: 16, kind: .other))
    let state = ScreenState(height: .viewport(8), hasUTF8: true)
    let frame = session.frame(size: ScreenSize(rows: 24, columns: 31), state: state)
    #expect(frame.lines.last?.text == "Classmate… ▸ abcdefghijklmnop…")
    #expect(frame.cursorColumn == 29)
  }

  @Test("The reason that changes are not stored is shown in full, and the rest of the screen stays")
  func longStorage() throws {
    var session = FormSession(try .reading(Forms.classmates))
    var state = ScreenState(height: .viewport(8), hasUTF8: true)
    state.storage = .notKept(
      "NOT KEPT: /home/ada/.local/state/longform/drafts/classmates.draft was removed")
    let frame = session.frame(size: ScreenSize(rows: 24, columns: 61), state: state)
    #expect(
      frame.trimmedText.contains(
        "NOT KEPT:\n/home/ada/.local/state/longform/drafts/classmates.draft was\nremoved\n"),
      "\(frame.trimmedText)")
    #expect(frame.trimmedText.split(separator: "\n")[0].hasSuffix("  NOT KEPT"))
  }

  @Test("Small terminals lose lines in this order: title, key line, viewport, message line")
  func smallTerminals() throws {
    var session = FormSession(try .reading(Forms.everything), height: 5)
    var state = ScreenState(height: .viewport(5), hasUTF8: false)
    state.appearance.namesKeys = true
    func lines(_ rows: Int) -> String {
      session.frame(size: ScreenSize(rows: rows, columns: 40), state: state).trimmedText
    }
    #expect(lines(8).hasPrefix("everything"))
    #expect(lines(8).hasSuffix("Name >\nEnter next   Up/Down rows   ^O keys"))
    #expect(lines(7).hasPrefix(" Basics") && lines(7).contains("Enter next"))
    #expect(lines(6).hasPrefix(" Basics") && !lines(6).contains("Enter next"))
    #expect(lines(4).hasPrefix(" Basics") && lines(4).hasSuffix("\n\nName >"))
    #expect(lines(3).hasPrefix(">* 1  Name") && lines(3).hasSuffix("\n\nName >"))
    #expect(lines(2).hasPrefix(">* 1  Name") && lines(2).split(separator: "\n").count == 2)
    #expect(lines(1) == "Name >")
    #expect(lines(0).hasPrefix("everything"), "a reported size of 0 is 24 × 80")
  }

  @Test("The progress says whether none, some or all rows are filled; a form without rows is empty")
  func progress() throws {
    var session = FormSession(try .reading(Forms.counted(2)))
    #expect(Progress(of: session).sentence == "0 of 2")
    session.type("x")
    #expect(Progress(of: session).sentence == "1 of 2")
    session.applyToEnd(.moved(.next))
    session.type("x")
    #expect(Progress(of: session).sentence == "2 of 2")
    let empty = """
      {"longform": 1, "id": "e", "sections": [
        {"id": "s", "repeat": {}, "rows": [{"id": "a"}]}]}
      """
    #expect(Progress(of: FormSession(try .reading(empty))).sentence == "empty")
  }

  @Test("A long text scrolls sideways by half the width, and always shows the cursor")
  func sideways() throws {
    var session = FormSession(try .reading(Forms.classmates))
    for text in [
      String(repeating: "abcdefghij", count: 40), String(repeating: "你好", count: 200),
      String(repeating: "e\u{301}👍🏽", count: 100),
    ] {
      let count = text.unicodeScalars.count
      for cursor in stride(from: 0, through: count, by: 7) {
        session.applyToEnd(.edited(Text(text), cursor: cursor, kind: .other))
        for columns in [12, 40, 80] {
          let frame = session.frame(size: ScreenSize(rows: 24, columns: columns))
          #expect(frame.cursorColumn < columns)
          #expect(frame.lines.allSatisfy { $0.columns < columns })
        }
      }
    }
  }

  @Test("A text of over 4,000 characters is shown as its beginning and its size")
  func longText() throws {
    var session = FormSession(try .reading(Forms.classmates))
    session.applyToEnd(.pasted(Text(String(repeating: "x", count: 5_000))))
    let frame = session.frame(size: ScreenSize(rows: 24, columns: 80))
    #expect(frame.trimmedText.hasSuffix("xxx… (5,000 bytes)"))
  }

  @Test("Wide and combining characters use the right number of columns")
  func widths() throws {
    var session = FormSession(try .reading(Forms.classmates))
    for (text, columns) in [
      ("é", 1), ("e\u{301}", 1), ("你", 2), ("👩‍👩‍👧‍👦", 2), ("🇫🇷", 2), ("👍🏽", 2), ("عمر", 3), ("\u{301}", 1),
    ] {
      session.type(text)
      let frame = session.frame(size: ScreenSize(rows: 24, columns: 80))
      #expect(frame.cursorColumn == "Classmate 1 ▸ ".count + columns, "\(text)")
    }
  }
}
