// Input in plain mode: several lines, choices, keys without a meaning, long lines.

import Glibc
import TerminalTesting
import Testing

@Suite("Input in plain mode", .waits)
struct PlainInputTests {
  private let classmates = Longform.form("classmates")
  private let folder: TemporaryFolder

  init() throws { folder = try temporaryFolder() }

  /// Starts plain mode with a form of some rows.
  private func start(
    _ rows: String, title: String = "F", environment: [String: String?] = [:], of count: Int = 3
  ) throws -> PlainReader {
    let form = try folder.write(
      """
      {"longform": 1, "id": "f", "title": "\(title)", "sections": [{"rows": [\(rows)]}],
       "output": {"empty": "omit"}}
      """, to: "f.json")
    return try PlainReader([form], environment: environment, waitingFor: "1 of \(count).")
  }

  private func expect(_ steps: [(String, String)], from reader: PlainReader) throws {
    for (line, expected) in steps {
      #expect(try reader.type(line, hear: expected).contains(expected), "\(line)")
    }
  }

  private func save(_ reader: PlainReader) throws -> String {
    try reader.type(":save", hear: "standard output? y or n.")
    try reader.process.send("y\n")
    return try reader.end(.exited(0))
  }

  @Test("An empty line ends a paragraph or a list; :lines lets a paragraph contain empty lines")
  func severalLines() throws {
    let reader = try start(
      """
      {"id": "p", "label": "Story", "type": "paragraph"},
      {"id": "l", "label": "Tags", "type": "list"}, {"id": "x", "label": "X"}
      """)
    #expect(reader.reported.hasSuffix("Lines of text; an empty line ends the text.\n"))
    try reader.process.send("one\n\ttwo  \n")
    try reader.type("", hear: "Tags, empty. 2 of 3.\nOne entry per line")
    try reader.process.send("red\n")
    try expect(
      [
        (":append green", "Tags: red, green. 2 of 3."), ("", "X, empty."),
        (":1", "Story: one ␉two   (2 lines, :repeat says them). 1 of 3.\nLines of text"),
        (":repeat", "Story: 2 lines. 1 of 3.\none\n␉two  \n"),
        (":lines", "The lines up to a line “.” are the answer."),
      ], from: reader)
    try reader.process.send("a\n\n:b\n")
    try reader.type(".", hear: "Tags: red, green. 2 of 3.")
    let output = try save(reader)
    #expect(output.contains(#""p": "a\n\n:b""#))
    #expect(output.contains("\"red\",\n    \"green\"\n"))
  }

  @Test(
    "A text that matches several choices lists them; a number, :pick or more letters choose one"
  )
  func choices() throws {
    let reader = try start(
      """
      {"id": "c", "label": "City", "type": "choice", "choices": [
        "Zürich", "Zagreb", "Paris", "Prague", "Perth", "Porto", "Pisa", "Palermo", "Padua",
        "Parma", "Patras", "Pécs", "Pilsen"]},
      {"id": "s", "label": "Size", "type": "choice", "strict": false, "choices": ["Small", "Tall"]},
      {"id": "m", "label": "Bring", "type": "choices", "choices": ["Hat", "Rope", "Hammer"]}
      """)
    #expect(reader.reported.hasSuffix("13 choices. Type the beginning of one; :pick lists them.\n"))
    try expect(
      [
        ("p", "1: Paris\n2: Prague\n"), (":pick", "11: Pilsen\n11 to 11 of 11 for “p”."),
        (":pick 99", "No candidate 99 for “p”; 11 fit."),
        ("2", "City: Prague.\nSize, empty. 2 of 3.\n2 suggestions; :pick lists them.\n"),
        (":prev", "City: Prague (picked). 1 of 3."), ("zu", "City: Zürich.\nSize, empty."),
        ("sm", "1 suggestion for “sm”: :prev, then :pick lists them.\nBring, empty. 3 of 3."),
        (":prev", "Size: sm. 2 of 3."), (":pick", "1: Small\n1 fits for “sm”."),
        (":pick 1", "Size: Small.\nBring, empty. 3 of 3.\nOne choice per line"),
        ("rope", "Rope is taken.\n"), ("ha", "1: Hat\n2: Hammer\n2 fit for “ha”."),
        (":pick 2", "Hammer is taken.\n"), ("Rope", "Rope is taken already.\n"),
        ("umbrella", "No choice fits “umbrella”, so it was not added; type another.\n"),
        ("hat", "Hat is taken.\n"), ("", "y or n."),
      ], from: reader)
    try reader.process.send("y\n")
    let output = try reader.end(.exited(0))
    #expect(output.contains("\"c\": \"Zürich\",\n  \"s\": \"Small\",\n"))
    #expect(output.contains("\"Rope\",\n    \"Hammer\",\n    \"Hat\"\n"))
  }

  @Test("Candidates of a file are offered by number, even if they begin with the same word")
  func candidateFile() throws {
    try folder.write("Paris, France\nParis, Texas\nPerth\tAU\n", to: "cities.txt")
    let reader = try start(
      """
      {"id": "a", "label": "A", "type": "choice", "choices": {"file": "cities.txt"}},
      {"id": "b", "label": "B", "type": "choice", "choices": {"file": "none.txt"}},
      {"id": "x", "label": "X"}
      """)
    #expect(reader.reported.hasSuffix("Type the beginning of one; :pick lists them.\n"))
    try expect(
      [
        ("par", "1: Paris, France\n2: Paris, Texas\n2 fit for “par”."),
        ("2", "A: Paris, Texas.\nB, empty. 2 of 3."),
        ("x", "The candidates cannot be used: \(folder.path)/none.txt: No such file"),
      ], from: reader)
  }

  @Test(
    "Items are added, filled, moved, copied and removed; entering an item reports its header"
  )
  func items() throws {
    let form = try folder.write(
      """
      {"longform": 1, "id": "f", "title": "F", "sections": [
        {"id": "me", "title": "Me", "rows": [{"id": "name", "label": "Name"}]},
        {"id": "work", "title": "Work", "description": "Jobs, the last first.",
         "repeat": {"key": "work", "initial": 1, "max": 3, "label": "Job {n}"}, "rows": [
          {"id": "at", "label": "Company"}, {"id": "as", "label": "Position"}]},
        {"id": "awards", "repeat": {"key": "awards", "initial": 0, "label": "Award {n}"},
         "rows": [{"id": "title", "label": "Title"}]},
        {"id": "todo", "title": "Tasks", "repeat": {"key": "todo", "label": "Task {n}",
          "initial": 0, "entry": true, "tick": "done", "insert": "first"},
         "rows": [{"id": "done", "label": "Done", "type": "boolean"}, {"id": "t", "label": "T"}]}],
       "output": {"empty": "omit"}}
      """, to: "f.json")
    let reader = try PlainReader([form], waitingFor: "1 of 3.")
    try expect(
      [
        ("Ada", "Work.\nJobs, the last first.\nJob 1.\n"),
        ("Engines", "Position, empty. 3 of 3."),
        (":add", "Added Job 2.\nJob 2.\nCompany, empty. 4 of 5."), ("Mills", "Position, empty."),
        (":move up", "Moved Job 2: Mills, now 1 of 2.\nJob 1 Position, empty. 3 of 5."),
        (":dup", "Added Job 2: Mills, a copy.\nJob 2: Mills.\nPosition, empty. 5 of 7."),
        (":add", "There is room for 3."),
        (":remove", "Removed Job 2: Mills, 1 answer; :undo brings it back."),
        (":undo", "Undone: removal of Job 2: Mills; :redo does it again."),
        (":redo", "Redone: removal of"),
        (
          ":last",
          "Tasks, none yet. Type a task to add it, or an empty line to go on to the end.\n"
        ),
        ("Sweep", "Added Task 1: Sweep.\nTask. Type a task to add it, or an empty line"),
        ("Wash", "Added Task 1: Wash."),
        (":next", "Task 1 T: Wash. Done: no. 6 of 7."), (":tog", "Task 1 T: Wash. Done: yes."),
        (":show work", "3 of 7.\nJob 2.\nCompany: Engines. 4 of 7."),
        (":add awards", "Added Award 1.\nAward 1 T"),
      ], from: reader)
    let output = try save(reader)
    #expect(output.contains("\"at\": \"Mills\"") && output.contains("\"at\": \"Engines\""))
    #expect(output.contains("\"done\": true,\n      \"t\": \"Wash\""))
  }

  @Test(
    "Arrow keys and other control characters are removed and reported; invalid bytes refuse a line")
  func keys() throws {
    let reader = try PlainReader([classmates])
    try reader.type(
      "A\u{1B}[Dd\u{1B}OAa\u{7}", hear: "3 keys without a meaning here were left out of that line.")
    let mark = reader.process.mark()
    try reader.process.send([0x61, 0xFF, 0x62, 0x0A])
    _ = try reader.hear("That line is not UTF-8 and was not taken; type it again.", after: mark)
    try reader.type(":1", hear: "Classmate 1: Ada. 1 of 20.")
    try reader.process.press(.endOfInput)
    try reader.end(.exited(1))
  }

  @Test("If the terminal cuts a line, its beginning is kept, reported, and never run as a command")
  func longLine() throws {
    let reader = try PlainReader([classmates])
    let most = String(repeating: "é", count: 2_046) + "ab"
    #expect(most.utf8.count == 4_094)
    try reader.type(most, hear: "Classmate 2, empty.")
    try reader.type(most + "cdef", hear: "That line has 4,095 bytes, the longest line")
    try reader.type(":append def", hear: "Classmate 2: é")
    try reader.type(":set classmate7 " + most, hear: "and may lack its end; nothing was done.")
    try reader.process.send(":save! jsonl\n")
    #expect(try reader.end(.exited(0)) == "{\"classmates\":[\"\(most)\",\"\(most)cdef\"]}\n")
  }

  @Test("Control characters in forms and answers are made visible in sentences")
  func hostile() throws {
    let reader = try start(
      #"{"id": "a", "label": "L\u001b[31m\u202e", "help": "h\u0007", "default": "d\u202e"}"#,
      title: #"T\u001b]0;x"#, of: 1)
    #expect(reader.reported.contains("T␛]0;x.\n"))
    #expect(reader.reported.contains("L␛[31m<202E>: d<202E>. 1 of 1.\nh␇.\n"))
    try reader.process.press(.endOfInput)
    try reader.end(.exited(1))
  }

  @Test("An external editor gets the text of the row, and plain mode says the new text")
  func editor() throws {
    try folder.write("printf 'two\\n' >>\"$1\"\n", to: "editor")
    let reader = try start(
      """
      {"id": "p", "label": "P", "type": "paragraph", "default": "one\\n"},
      {"id": "s", "label": "S", "type": "secret"}
      """, environment: ["VISUAL": "sh \(folder.path("editor"))"], of: 2)
    try expect(
      [
        (":edit", "P, edited in sh.\nP: one two (3 lines, :repeat says them). 1 of 2."),
        (":next", "S, empty."), (":edit", "S is secret and goes to no other program."),
      ], from: reader)
    try reader.process.press(.endOfInput)
    try reader.end(.exited(1))
  }

  // MARK: - Terminals

  @Test(
    ":plain continues a form from the screen as sentences, with all typed text, in one draft")
  func fromScreen() throws {
    let drafts = try DraftHome()
    let process = try drafts.start([classmates])
    try process.press("Ada\rGrace", .command, "show\r")
    try process.wait(for: "Classmate 1: Ada. 1 of 20.")
    try process.press(.cancel, .command, "repeat\r")
    try process.wait(for: "Classmate 2: Grace. 2 of 20.")
    let mark = process.mark()
    try process.press(.command, "plain\r")
    try process.wait("the row in a sentence") { _ in
      String(decoding: process.bytes(since: mark), as: UTF8.self)
        .hasSuffix("Classmate 2: Grace. 2 of 20.\r\n")
    }
    let plain = process.mark()
    try process.send("Grace Hopper\n:undo\n")
    try process.wait(for: "Undone in 2 Classmate 2")
    try process.send(":save! jsonl\n")
    #expect(try process.waitForExit() == .exited(0))
    #expect(process.capturedText.contains("\"Ada\",\"Grace\""))
    #expect(!process.bytes(since: plain).contains(0x1B))
    #expect(drafts.files(".finished-").count == 1)
  }

  @Test("Without a controlling terminal plain mode uses standard error, or reports an error")
  func otherTerminals() throws {
    let reader = try TerminalProcess.start(
      "/usr/bin/setsid", ["-w", Longform.executable, classmates, "--plain"], output: .captured)
    try reader.wait(for: "Classmate 1, empty. 1 of 20.")
    try reader.send("Ada\n:save! jsonl\n")
    #expect(try reader.waitForExit() == .exited(0))
    #expect(
      reader.capturedText == "{\"classmates\":[\"Ada\"]}\n")
    let none = try Program.run(Longform.executable, [classmates, "--plain", "--tty"])
    #expect(none.status == .exited(66))
    #expect(none.errorText.contains("no terminal"))
  }

  @Test("Standard input from a pipe is read as usual, unless --tty asks at the terminal")
  func pipe() throws {
    let script = try Longform.pipe(
      "Ada\n:show\n:repeat\n", [classmates, "--plain", "--format", "jsonl"])
    #expect(script.outputText == "{\"classmates\":[\"Ada\"]}\n")
    #expect(script.errorText.contains("Classmate 1: Ada. 1 of 20.\n"))
    #expect(script.errorText.hasSuffix("Classmate 2, empty. 2 of 20.\n"))
    let refused = try Longform.pipe(":plain\n", [classmates])
    #expect(refused.errorText.contains("stdin:1: :plain works only at a terminal"))
    let process = try TerminalProcess.start(
      Longform.executable, [classmates, "--plain", "--tty"], input: .text("not read\n"),
      output: .captured)
    try process.wait(for: "Classmate 1, empty. 1 of 20.")
    try process.press(.endOfInput)
    #expect(try process.waitForExit() == .exited(1))
  }
}
