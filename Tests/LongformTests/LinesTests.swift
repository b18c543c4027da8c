// Rows of several lines in the whole program: the panel that shows their lines, their keys, and
// leaving and returning.

import Glibc
import TerminalTesting
import Testing

extension TerminalProcess {
  /// Waits until the screen shows a text, with `█` at the position of the cursor.
  fileprivate func wait(forCursor text: String) throws {
    try wait("\(text)") { $0.text(cursor: "█").contains(text) }
  }
}

@Suite("Rows of several lines", .waits)
struct LinesTests {
  private static let form = """
    {"longform": 1, "id": "about", "title": "About", "viewport": 8, "sections": [{"rows": [
      {"id": "name", "label": "Name"},
      {"id": "summary", "label": "Summary", "type": "paragraph"},
      {"id": "tags", "label": "Tags", "type": "list"},
      {"id": "tools", "label": "Tools", "type": "choices", "choices": ["Hammer", "Saw"]},
      {"id": "fixed", "label": "Fixed", "type": "paragraph", "readOnly": true,
       "default": "one\\ntwo"},
      {"id": "more{n}", "label": "More {n}", "count": 9}]}],
     "output": {"empty": "omit"}}
    """

  private let folder: TemporaryFolder
  private let form: String

  init() throws {
    folder = try temporaryFolder()
    form = try folder.write(LinesTests.form, to: "about.json")
  }

  /// Starts the program and moves the focus to the second row.
  private func start(
    rows: Int = 24, columns: Int = 80, _ arguments: [String] = ["--no-draft"]
  ) throws -> TerminalProcess {
    let process = try TerminalProcess.start(
      Longform.executable, [form] + arguments, rows: rows, columns: columns, output: .captured)
    try process.wait("the form") { $0.text.contains("N") }
    try process.press(.down)
    return process
  }

  @Test("Tab after a list in the last row offers to save")
  func lastRow() throws {
    let path = try folder.write(
      #"{"longform": 1, "id": "l", "sections": [{"rows": [{"id": "a", "type": "list"}]}]}"#,
      to: "l.json")
    let process = try Longform.start([path, "--no-draft"])
    try process.send("one\rtwo\t")
    try process.wait(for: "Save 1 answer to standard output? ▸")
    try process.send("y")
    #expect(try process.waitForExit() == .exited(0))
    #expect(
      process.capturedText
        == "{\n  \"a\": [\n    \"one\",\n    \"two\"\n  ]\n}\n")
  }

  @Test("A summary of three paragraphs is typed, read with the arrow keys, left and restored")
  func summary() throws {
    let process = try start()
    try process.wait(for: "Summary ▸")
    try process.send("Counts engines.\r\rFirst to publish a program for one, in a note that is ")
    try process.send("longer than the paper it explains.\r\rFond of cards.")
    try process.expectScreen(
      matches: """
        About  ━━━─────────────────  2 of 14                                   no draft
           1  Name                                                                    ▐
        ▌  2  Summary  Counts engines. ⏎ ⏎First to publish a program for one, in a no…▐
           3  Tags
           4  Tools
           5  Fixed    one ⏎two

        Summary ↑ First to publish a program for one, in a note that is longer than
                │ the paper it explains.
                │
                │ Fond of cards.█
        Enter new line   Tab next row   ↑↓ lines   ^X^E editor   ^O all keys
        """, cursor: "█")
    // Up moves by painted lines, and keeps the column across the empty line. Home and Ctrl-K act on
    // the whole line of text.
    try process.press(.up, .up)
    try process.wait(forCursor: "│ the paper it e█xplains.")
    try process.press(.up, .lineStart, "X", .lineEnd, .killToEnd)
    try process.expectScreen(
      matches: """
        About  ━━━─────────────────  2 of 14                                   no draft
           1  Name                                                                    ▐
        ▌  2  Summary  Counts engines. ⏎ ⏎XFirst to publish a program for one, in a n…▐
           3  Tags
           4  Tools
           5  Fixed    one ⏎two

        Summary ↑
                │ XFirst to publish a program for one, in a note that is longer than
                │ the paper it explains.█
                │ Fond of cards.
        Enter new line   Tab next row   ↑↓ lines   ^X^E editor   ^O all keys
        """, cursor: "█")
    // Tab leaves the row, and the viewport gets the lines of the panel. After returning, the cursor
    // is at the end.
    try process.send("\t")
    try process.wait(for: "Tags ▸")
    try process.wait(for: "   8  More 3")
    try process.press(.backTab)
    try process.wait(forCursor: "│ Fond of cards.█")
    try process.press(.undo)
    try process.wait(for: "Undone in 2 Summary: ")
    try process.press(.undo)
    try process.wait(for: "│ First to publish")
    // Page Down also leaves the row, and moves by a whole viewport.
    try process.press(.pageDown)
    try process.wait(for: "  14  More 9")
    try process.press(.pageUp)
    try process.wait(forCursor: "│ █First to publish")
    #expect(
      try process.save() == """
        {
          "summary": "Counts engines.\\n\\nFirst to publish a program for one, in a note that is \
        longer than the paper it explains.\\n\\nFond of cards.",
          "fixed": "one\\ntwo"
        }

        """)
  }

  @Test("Up, Down, ^P and ^N move through the lines first, and then to other rows")
  func vertical() throws {
    let process = try start()
    try process.send("one\rtwo\rthree")
    try process.wait(forCursor: "│ three█")
    try process.press(.control("p"), .control("p"))
    try process.wait(forCursor: "Summary ▸ one█")
    try process.press(.up)
    try process.wait(for: "Name ▸")
    try process.press(.down)
    try process.wait(forCursor: "Summary ▸ one█")
    try process.press(.control("n"), .control("n"), .control("n"))
    try process.wait(for: "Tags ▸")
  }

  @Test("Each line of a list is an entry and wraps at the edge; rows of one line refuse Alt-Enter")
  func list() throws {
    let process = try start()
    try process.press(.escape, .enter)
    try process.wait(forCursor: "Summary ▸\n        │ █")
    try process.press(.backspace, .tab)
    try process.wait(for: "Tags ▸")
    try process.press("looms and the cards that rule them", .control("x"), "\nengines")
    try process.wait(forCursor: "Tags ▸ looms and the cards that rule them\n     │ engines█")
    try process.resize(rows: 24, columns: 24)
    // Waiting for the whole line shows that longform wraps at a word; the terminal would not.
    try process.wait(for: "Tags ▸ looms and the\n")
    try process.press(.up, .up, .up, "!")
    try process.wait(for: "looms a!nd the")
    try process.resize(rows: 24, columns: 80)
    try process.wait(for: "Tags ▸ looms a!nd the cards that rule them\n     │ engines")
    // In a list with choices, Enter takes the chosen one, and Tab goes to the next row.
    try process.send("\tSaw\r\t")
    try process.wait(for: "More 1 ▸")
    try process.press(.escape, .enter)
    try process.wait(for: "More 1 holds one line; Enter goes to the next row")
    #expect(
      try process.save() == """
        {
          "tags": [
            "looms a!nd the cards that rule them",
            "engines"
          ],
          "tools": [
            "Saw"
          ],
          "fixed": "one\\ntwo"
        }

        """)
  }

  @Test("Pasted lines stay lines, and the paste is one undo step")
  func paste() throws {
    let process = try start()
    try process.wait(for: "Summary ▸")
    try process.press("ab", .left, .paste("one\r\ntwo\rthree\n"))
    try process.wait(forCursor: "Summary ▸ aone\n        │ two\n        │ three\n        │ █b")
    try process.press(.undo)
    try process.wait(for: "Summary ▸ ab")
    try process.press(.redo)
    try process.wait(forCursor: "        │ █b")
    #expect(try process.save().contains("\"summary\": \"aone\\ntwo\\nthree\\nb\""))
  }

  @Test(
    "Every key works on screens of very few lines",
    arguments: [(5, 20), (3, 8), (2, 20), (1, 20)])
  func small(rows: Int, columns: Int) throws {
    let process = try start(rows: rows, columns: columns)
    try process.send("one two three four five\rsix\r\rseven")
    try process.wait(for: "en")
    try process.press(.up, .up, .lineEnd, "!", .lineStart, .left, "?")
    try process.wait(for: "?")
    try process.press(.paste("a\nb"), .undo)
    try process.sync()
    try process.resize(rows: 24, columns: 80)
    try process.wait(for: "Summary ▸ one two three four five?")
    try process.resize(rows: rows, columns: columns)
    try process.sync()
    try process.send("\tloom\t")
    try process.sync()
    #expect(
      try process.saveUnseen() == """
        {
          "summary": "one two three four five?\\nsix!\\n\\nseven",
          "tags": [
            "loom"
          ],
          "fixed": "one\\ntwo"
        }

        """)
  }

  @Test("On a screen of 20 × 5 the form is above the prompt; on one line there is only the prompt")
  func smallScreens() throws {
    let process = try start(rows: 5, columns: 20)
    try process.send("one two three four five\rsix")
    try process.expectScreen(
      matches: """
          Name            ▐
        ▌ Sum…  one two t…
          Tags

        Summa… ▸ ⏎six█
        """, cursor: "█")
    try process.resize(rows: 1, columns: 20)
    try process.expectScreen(matches: "Summa… ▸ ⏎six█", cursor: "█")
  }

  @Test("Arrow keys go to a read-only row and through its lines; Enter leaves the row")
  func readOnly() throws {
    let process = try start()
    try process.press("\t\t", .down)
    try process.wait(forCursor: "Fixed ▸ one\n      │ two█")
    try process.send("x")
    try process.wait(for: "Fixed is read only")
    try process.press(.up)
    try process.wait(forCursor: "Fixed ▸ one█")
    try process.send("\r")
    try process.wait(for: "More 1 ▸")
  }

  @Test("With vi keys j and k move by lines, o opens a line, Enter in command mode leaves the row")
  func vi() throws {
    let process = try start(["--no-draft", "--vi"])
    try process.wait(for: "Summary ▸")
    try process.press("one\rtwo", .escape, "ofour", .escape, "k")
    try process.wait(forCursor: "│ tw█o")
    try process.press("othree", .escape)
    try process.wait(forCursor: "│ thre█e")
    try process.press("\r")
    try process.wait(for: "Tags :")
    try process.press("kkk")
    try process.wait(forCursor: "Summary : on█e")
    try process.send("k")
    try process.wait(for: "Name :")
    try process.send("jjjjj")
    try process.wait(for: "Tags :")
    #expect(try process.save().contains("\"one\\ntwo\\nthree\\nfour\""))
  }

  @Test("A draft is resumed inside a paragraph, with its line breaks and the cursor's position")
  func draft() throws {
    let home = try TemporaryFolder()
    let process = try TerminalProcess.start(
      Longform.executable, [form], output: .captured, home: home)
    try process.wait(for: "Name ▸")
    try process.press(.down, "one\rtwo\rthree", .up, .lineStart)
    try process.wait(forCursor: "│ █two")
    try process.press(.command, "kept\r")
    try process.wait(for: "All is kept")
    process.signal(SIGKILL)
    try process.waitForExit()
    let next = try TerminalProcess.start(
      Longform.executable, [form], output: .captured, home: home)
    try next.wait(for: "Back at")
    try next.send("2: ")
    try next.wait(for: "│ 2: two")
    #expect(
      try next.save().contains("\"one\\n2: two\\nthree\""))
  }

  @Test("Scripts fill rows of several lines with :lines, :append and :set")
  func scripts() throws {
    let result = try Longform.pipe(
      """
      Ada
      :lines END
      one

      two
      END
      :append loom
      :append card
      :next
      Hammer
      :set summary all on one
      :save

      """, [form])
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(
      result.outputText == """
        {
          "name": "Ada",
          "summary": "all on one",
          "tags": [
            "loom",
            "card"
          ],
          "tools": [
            "Hammer"
          ],
          "fixed": "one\\ntwo"
        }

        """)
    let lines = try Longform.pipe(":goto summary\n:lines .\na\n\nb\n.\n:save\n", [form])
    #expect(lines.outputText.contains("\"summary\": \"a\\n\\nb\""))
    let refused = try Longform.pipe(":edit\n:save\n", [form])
    #expect(refused.errorText.contains("stdin:1: :edit works only at a terminal"))
  }
}
