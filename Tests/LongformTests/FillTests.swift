// Filling a form at a terminal, from the first key to the answers.

import TerminalTesting
import Testing

@Suite("Filling at a terminal", .waits)
struct FillTests {
  /// Twenty names whose characters a program easily loses or cuts in two.
  static let names = [
    "Ada Lovelace", "Zoë", "e\u{301}mile", "你好", "👩‍👩‍👧‍👦 family", "🇫🇷 France", "👍🏽", "عمر", "Łukasz",
    "O'Neil \"Bob\"", "back\\slash", "naïve", "1e5", "null", "ß", "İstanbul", "नमस्ते", "😀😀", "x",
    "last",
  ]

  @Test("Twenty names, each left in the middle of a word and continued, are complete in the JSON")
  func twentyNames() throws {
    let process = try Longform.start([Longform.form("classmates")])
    for (index, name) in FillTests.names.enumerated() {
      let half = name.index(name.startIndex, offsetBy: name.count / 2)
      try process.send(String(name[..<half]))
      // Leave the row in the middle of the word, by pages or by a jump, and return.
      if index < 8 {
        try process.press(.pageDown, .pageUp)
      } else {
        try process.press(.firstRow, .command, "back\r")
      }
      try process.wait(for: "Classmate \(index + 1) ▸")
      try process.send(String(name[half...]))
      try process.wait(for: "Classmate \(index + 1) ▸")
      if index < 19 { try process.send("\r") }
    }
    try process.wait(for: "20 of 20")
    try process.press(.save)
    try process.wait(for: "Save 20 answers to standard output? ▸")
    #expect(process.capturedOutput.isEmpty)
    try process.press(.save)
    #expect(try process.waitForExit() == .exited(0))
    let output = process.capturedText
    let expected =
      "{\n  \"classmates\": [\n"
      + FillTests.names.map { name in
        "    \"\(name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
      }.joined(separator: ",\n") + "\n  ]\n}\n"
    #expect(Array(output.utf8) == Array(expected.utf8))
    try expectScreen(
      process.screen,
      matches: "longform: saved 20 answers to standard output; --last begins with them")
  }

  @Test("Law 12: standard output gets the answers once, at the save, without any escape sequence")
  func standardOutput() throws {
    let process = try Longform.start([Longform.form("classmates")])
    let question = "Save 2 answers to standard output?"
    let steps: [(keys: Keystroke, seen: String)] = [
      ("Ada", "Classmate 1 ▸ Ada"), (.enter, "Classmate 2 ▸"), (.pageDown, "Classmate 10 ▸"),
      (.f1, "Keys and commands"), (.cancel, "Classmate 10 ▸"), (":check\r", "No problems"),
      (":20\rx", "Classmate 20 ▸ x"), (.enter, question), ("n", "Classmate 20 ▸ x"),
      (":w", "Classmate 20 ▸ x:w"), (.enter, question),
      (.enter, "y saves, f saves to a file, n goes on"),
      ("n", "Classmate 20 ▸ x:w"),
    ]
    for (keys, seen) in steps {
      try process.press(keys)
      try process.wait(for: seen)
      #expect(process.capturedOutput.isEmpty, "after \(keys.description.debugDescription)")
    }
    try process.resize(rows: 10, columns: 30)
    let text = try process.save()
    let between = String(repeating: "    null,\n", count: 18)
    #expect(text == "{\n  \"classmates\": [\n    \"Ada\",\n\(between)    \"x:w\"\n  ]\n}\n")
  }

  @Test("Backspace removes one whole character", arguments: names)
  func backspace(name: String) throws {
    let process = try Longform.start([Longform.form("classmates")])
    let back = String(repeating: "\(Keystroke.backspace)", count: name.count)
    try process.send("ab\(name)\(back)c")
    try process.wait(for: "Classmate 1 ▸ abc")
    #expect(try process.save(typing: ":save\r").contains("\"abc:save\""))
  }

  @Test("From row 17, a mistake in row 3 is corrected without changing anything else")
  func mend() throws {
    let process = try Longform.start([Longform.form("classmates")])
    for number in 1...16 { try process.send(number == 3 ? "Lovelaec\r" : "name \(number)\r") }
    try process.wait(for: "Classmate 17 ▸")
    try process.send(":3\r")
    try process.wait(for: "Classmate 3 ▸ Lovelaec")
    try process.press(.backspace, .backspace, "ce")
    try process.press(.command, "back\r")
    try process.wait(for: "Classmate 17 ▸")
    try process.send(":save text\r")
    #expect(try process.waitForExit() == .exited(0))
    let lines = process.capturedText.split(separator: "\n")
    #expect(lines[2] == "Value for row 3 (Classmate 3): Lovelace")
    #expect(lines[15] == "Value for row 16 (Classmate 16): name 16")
    #expect(lines[16] == "Value for row 17 (Classmate 17): Empty")
  }

  @Test("Twenty names pasted from a spreadsheet column fill twenty rows")
  func pasteColumn() throws {
    let process = try Longform.start([Longform.form("classmates")])
    let column = FillTests.names.joined(separator: "\r") + "\r"
    try process.press(.paste(column))
    try process.wait(for: "Pasted 20 lines into 20 rows   ^X u takes them back")
    #expect(process.capturedOutput.isEmpty, "a pasted newline never submits")
    try process.press(.undo)
    try process.wait(for: "Undone: 20 rows   Alt-_ redoes")
    try process.wait(for: "  0 of 20")
    try process.press(.redo)
    try process.wait(for: "20 of 20")
    try process.save()
    for name in ["👩‍👩‍👧‍👦 family", "e\u{301}mile"] {
      #expect(contains(process.capturedOutput, Array(name.utf8)))
    }
  }

  @Test("A form that comes from standard input can be filled at the terminal")
  func formFromStandardInput() throws {
    let form = #"{"longform": 1, "id": "f", "sections": [{"rows": [{"id": "a"}, {"id": "b"}]}]}"#
    let process = try TerminalProcess.start(
      Longform.executable, ["fill", "-"], input: .text(form), output: .captured)
    try process.wait(for: "a ▸")
    let answers = try process.save(typing: "one\rtwo")
    #expect(answers == "{\n  \"a\": \"one\",\n  \"b\": \"two\"\n}\n")
    let both = try Longform.pipe(form, ["-", "--answers", "-"])
    #expect(both.status == .exited(64))
    let error = try Longform.pipe("{}", ["check", "-"])
    #expect(error.errorText.hasPrefix("stdin:1:1: "))
  }

  @Test("A pasted line that looks like a command is text; lines without a row wait for ^Y")
  func pasteIsNoCommand() throws {
    let process = try Longform.start([Longform.form("classmates")])
    try process.send(":20\r")
    try process.wait(for: "Classmate 20 ▸")
    try process.press(.paste(":quit!\n:save\nthird"))
    try process.wait(for: "Pasted 1 of 3 lines;")
    try process.press(.firstRow)
    try process.wait(for: "Classmate 1 ▸")
    try process.press(.yank)
    try process.wait(for: "Pasted 2 lines into 2 rows")
    try process.wait(for: "Classmate 2 ▸ third")
    try process.waitUntilKept()
    try process.expectScreen(
      matches: """
        Classmates  ━━━─────────────────  3 of 20                                  kept
           1  Classmate 1   :save                                                     ▐
        ▌  2  Classmate 2   third                                                     ▐
           3  Classmate 3                                                             ▐
           4  Classmate 4
           5  Classmate 5
           6  Classmate 6
           7  Classmate 7
           8  Classmate 8
        Pasted 2 lines into 2 rows   ^X u takes them back
        Classmate 2 ▸ third
        Enter next   ↑↓ rows   ^R find   ^S save   ^O all keys   ^C leave, draft kept
        """)
  }

  @Test("The resume opens with twenty rows, and its answers have the structure of JSON Resume")
  func resume() throws {
    let process = try Longform.start(["resume"], environment: ["LONGFORM_PATH": Longform.forms])
    try process.wait(for: "  0 of 20")
    try process.press("Ada", .command, "goto city\r")
    try process.wait(for: "City ▸")
    try process.press("London", .command, "add work\r")
    try process.wait(for: "▌ 16  Company")
    #expect(process.screen.text.contains("Work › Job 1\n▌ 16  Company"))
    try process.send("Analytical Engines")
    try process.wait(for: "Job 1: Analytical Engines")
    #expect(
      try process.save() == """
        {
          "basics": {
            "name": "Ada",
            "location": {
              "city": "London"
            }
          },
          "work": [
            {
              "name": "Analytical Engines"
            }
          ]
        }

        """)
  }

  @Test("On a screen of 20 × 5 every row can be filled, and the focus is always visible")
  func smallTerminal() throws {
    let process = try Longform.start([Longform.form("classmates")], rows: 5, columns: 20)
    for number in 1...20 {
      try process.send("n\(number)")
      try process.wait(for: "▸ n\(number)")
      if number < 20 { try process.send("\r") }
    }
    try process.expectScreen(
      matches: """
          Cla…  n18
          Cla…  n19
        ▌ Cla…  n20       ▐

        Class… ▸ n20
        """)
    try process.send("\r")
    try process.wait(for: "Save?")
    try process.send("y")
    #expect(try process.waitForExit() == .exited(0))
  }

  @Test("Enter after the last row asks whether to save; keys typed earlier do not answer")
  func finishQuestion() throws {
    let process = try Longform.start([Longform.form("classmates")])
    try process.send(":20\rlast\ry")
    try process.wait(for: "Save 1 answer to standard output? ▸")
    try process.wait(for: "Keys typed before the question were dropped")
    try process.send("\r")
    try process.wait(for: "y saves, f saves to a file, n goes on")
    try process.send("n")
    try process.wait(for: "Classmate 20 ▸ last")
    try process.send("\r")
    try process.wait(for: "Save 1 answer to standard output? ▸")
    try process.send("y")
    #expect(try process.waitForExit() == .exited(0))
    #expect(process.capturedText.contains("\"last\""))
  }

  @Test("An empty required row prevents :save, but not :save!")
  func requiredRow() throws {
    let folder = try temporaryFolder()
    let form = try Longform.formRequiringName(in: folder)
    let process = try Longform.start([form], waitingFor: "Name ▸")
    try process.press(.lastRow)
    try process.wait(for: "Phone ▸")
    try process.send("\r")
    try process.wait(for: "Name is required")
    try process.wait(for: "Name ▸")
    try process.send(":save\r")
    try process.wait(for: ":save! saves all the same")
    try process.wait(for: "── Problems ──")
    try process.wait(for: "! 1 Name is required")
    try process.press(.escape)
    try process.wait(forAbsenceOf: "── Problems ──")
    try process.press(.command, "save!\r")
    #expect(try process.waitForExit() == .exited(2))
    #expect(process.capturedOutput == Array("{}\n".utf8))
  }

  private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    guard bytes.count >= part.count else { return false }
    return (0...bytes.count - part.count).contains {
      bytes[$0..<$0 + part.count].elementsEqual(part)
    }
  }
}
