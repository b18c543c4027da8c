// Rows of several lines with the whole program: the panel, the keys, leaving and coming back.

import Glibc
import TerminalTesting
import Testing

@Suite("Rows of several lines")
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

  /// The program on its second row.
  private func start(
    rows: Int = 24, columns: Int = 80, _ arguments: [String] = ["--no-draft"]
  ) throws -> TerminalProcess {
    let process = try TerminalProcess.start(
      Longform.executable, [form] + arguments, rows: rows, columns: columns, output: .captured)
    try process.wait("the form") { $0.text.contains("N") }
    try process.press(.down)
    return process
  }

  @Test("Tab behind a list that is the last row offers to save")
  func lastRow() throws {
    let path = try folder.write(
      #"{"longform": 1, "id": "l", "sections": [{"rows": [{"id": "a", "type": "list"}]}]}"#,
      to: "l.json")
    let process = try Longform.start([path, "--no-draft"])
    try process.send("one\rtwo\t")
    try process.wait(for: "Save and finish?")
    try process.send("y")
    #expect(try process.waitForExit() == .exited(0))
    #expect(
      process.capturedText
        == "{\n  \"a\": [\n    \"one\",\n    \"two\"\n  ]\n}\n")
  }

  @Test("A summary of three paragraphs is typed, walked through, left and found again")
  func summary() throws {
    let process = try start()
    try process.wait(for: "Summary ▸")
    try process.send("Counts engines.\r\rFirst to publish a program for one, in a note that is ")
    try process.send("longer than the paper it explains.\r\rFond of cards.")
    try process.expectScreen(
      matches: """
        About                                                  2 of 14 filled, 12 to go
           1  Name
         ▸ 2  Summary    Counts engines.␊␊First to publish a program for one, in a not…
           3  Tags
           4  Tools
        ↑ First to publish a program for one, in a note that is longer than the paper
        │ it explains.
        │
        │ Fond of cards.█
        rows 1–4 of 14   ^S save  ^O commands  ^C leave  F1 help               no draft
        Summary ▸ line 5 of 5   Enter new line  Tab next row  ^X^E editor
        """, cursor: "█")
    // Up by painted lines, the column kept over the empty one; Home and ^K mean the line.
    try process.press(.up, .up)
    try process.wait("the cursor below") { $0.text(cursor: "█").contains("it explains.█") }
    try process.press(.up, .lineStart, "X", .lineEnd, .killToEnd)
    try process.expectScreen(
      matches: """
        About                                                  2 of 14 filled, 12 to go
           1  Name
         ▸ 2  Summary    Counts engines.␊␊XFirst to publish a program for one, in a no…
           3  Tags
           4  Tools
        ↑
        │ XFirst to publish a program for one, in a note that is longer than the paper
        │ it explains.█
        │ Fond of cards.
        rows 1–4 of 14   ^S save  ^O commands  ^C leave  F1 help               no draft
        Summary ▸ line 3 of 4   Enter new line  Tab next row  ^X^E editor
        """, cursor: "█")
    // Tab leaves; coming back the cursor is where it was, and the viewport has its lines.
    try process.send("\t")
    try process.wait(for: "Tags ▸")
    try process.wait(for: "rows 1–8 of 14")
    try process.press(.backTab)
    try process.wait("the cursor again") { $0.text(cursor: "█").contains("it explains.█") }
    try process.press(.undo)
    try process.wait(for: "Undone: Summary, 1 character")
    try process.press(.undo)
    try process.wait(for: "│ First to publish")
    // PgDn leaves too, by a whole viewport.
    try process.press(.pageDown)
    try process.wait(for: "rows 9–14 of 14")
    try process.press(.pageUp)
    try process.wait(for: "line 3 of 5")
    #expect(
      try process.save() == """
        {
          "summary": "Counts engines.\\n\\nFirst to publish a program for one, in a note that is \
        longer than the paper it explains.\\n\\nFond of cards.",
          "fixed": "one\\ntwo"
        }

        """)
  }

  @Test("Up and Down go through the lines first, then to the rows around; ^P and ^N too")
  func vertical() throws {
    let process = try start()
    try process.send("one\rtwo\rthree")
    try process.wait(for: "line 3 of 3")
    try process.press(.control("p"), .control("p"))
    try process.wait(for: "line 1 of 3")
    try process.press(.up)
    try process.wait(for: "Name ▸")
    try process.press(.down)
    try process.wait(for: "line 1 of 3")
    try process.press(.control("n"), .control("n"), .control("n"))
    try process.wait(for: "Tags ▸")
  }

  @Test("Entries of a list, a resize in between, and what one-line rows say to M-Enter")
  func list() throws {
    let process = try start()
    try process.press(.escape, .enter)
    try process.wait(for: "line 2 of 2")
    try process.press(.backspace, .tab)
    try process.wait(for: "Tags ▸")
    try process.press("looms and the cards that rule them", .control("x"), "\nengines")
    try process.wait(for: "entry 2 of 2")
    try process.resize(rows: 24, columns: 24)
    try process.wait(for: "│   that rule them")
    try process.press(.up, .up, "!")
    try process.wait(for: "│ looms a!nd the cards")
    try process.resize(rows: 24, columns: 80)
    try process.wait(for: "│ looms a!nd the cards that rule them")
    // The first Tab behind it takes it from the choices.
    try process.send("\tSaw\t\t\t")
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

  @Test("A paste of several lines stays lines, and is one step for undo")
  func paste() throws {
    let process = try start()
    try process.wait(for: "Summary ▸")
    try process.press("ab", .left, .paste("one\r\ntwo\rthree\n"))
    try process.wait(for: "│ aone")
    try process.wait(for: "line 4 of 4")
    try process.press(.undo)
    try process.wait(for: "Summary ▸ ab")
    try process.press(.redo)
    try process.wait(for: "line 4 of 4")
    #expect(try process.save().contains("\"summary\": \"aone\\ntwo\\nthree\\nb\""))
  }

  @Test(
    "Everything works where there is hardly a line", arguments: [(5, 20), (3, 8), (2, 20), (1, 20)])
  func small(rows: Int, columns: Int) throws {
    let process = try start(rows: rows, columns: columns)
    try process.send("one two three four five\rsix\r\rseven")
    try process.wait(for: "en")
    try process.press(.up, .up, .lineEnd, "!", .lineStart, .left, "?")
    try process.wait(for: "?")
    try process.press(.paste("a\nb"), .undo)
    try process.sync()
    try process.resize(rows: 24, columns: 80)
    try process.wait(for: "│ one two three four five?")
    try process.resize(rows: rows, columns: columns)
    try process.sync()
    try process.send("\tloom\t")
    try process.sync()
    #expect(
      try process.save() == """
        {
          "summary": "one two three four five?\\nsix!\\n\\nseven",
          "tags": [
            "loom"
          ],
          "fixed": "one\\ntwo"
        }

        """)
  }

  @Test("The screen of 20 × 5, and the prompt alone")
  func smallScreens() throws {
    let process = try start(rows: 5, columns: 20)
    try process.send("one two three four five\rsix")
    try process.expectScreen(
      matches: """
           1 Name
         ▸ 2 Summa…  one t…
        ↑ four five
        │ six█
        Summa… ▸ line 2 of…
        """, cursor: "█")
    try process.resize(rows: 1, columns: 20)
    try process.expectScreen(matches: "Summa… ▸ ⏎six█", cursor: "█")
  }

  @Test("A row to read only is walked through and left by Enter")
  func readOnly() throws {
    let process = try start()
    try process.send("\t\t\t")
    try process.wait(for: "Fixed ▸ line 2 of 2")
    try process.send("x")
    try process.wait(for: "Fixed is read only")
    try process.press(.up)
    try process.wait(for: "Fixed ▸ line 1 of 2")
    try process.send("\r")
    try process.wait(for: "More 1 ▸")
  }

  @Test("Vi's j and k go by lines first, o opens one, Enter in command mode goes down")
  func vi() throws {
    let process = try start(["--no-draft", "--vi"])
    try process.wait(for: "Summary ▸")
    try process.press("one\rtwo", .escape, "ofour", .escape, "k")
    try process.wait(for: "Summary : line 2 of 3")
    try process.press("othree", .escape)
    try process.wait(for: "Summary : line 3 of 4")
    try process.press("\rk", .escape, "kk")
    try process.wait(for: "Summary : line 1 of 4")
    try process.send("k")
    try process.wait(for: "Name :")
    try process.send("jjjjj")
    try process.wait(for: "Tags :")
    #expect(try process.save().contains("\"one\\ntwo\\nthree\\nfour\""))
  }

  @Test("A draft goes on inside a paragraph, with its line breaks and the cursor between them")
  func draft() throws {
    let home = try TemporaryFolder()
    let process = try TerminalProcess.start(
      Longform.executable, [form], output: .captured, home: home)
    try process.wait(for: "Name ▸")
    try process.press(.down, "one\rtwo\rthree", .up, .lineStart)
    try process.wait(for: "line 2 of 3")
    try process.wait(for: "kept")
    try process.sync(quiet: .milliseconds(300))
    process.signal(SIGKILL)
    try process.waitForExit()
    let next = try TerminalProcess.start(
      Longform.executable, [form], output: .captured, home: home)
    try next.wait(for: "Resumed the draft")
    try next.send("2: ")
    try next.wait(for: "│ 2: two")
    #expect(
      try next.save().contains("\"one\\n2: two\\nthree\""))
  }

  @Test("Scripts give such rows lines by :lines, :append and :set")
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
