// Vi's keys in a form: the modes, the keys of command mode, and the settings that select vi keys.

import TerminalTesting
import Testing

@Suite("Vi keys", .waits)
struct ViTests {
  private let classmates = Longform.form("classmates")

  private func start(
    _ arguments: [String] = ["--vi"], environment: [String: String?] = [:]
  ) throws -> TerminalProcess {
    try Longform.start([classmates] + arguments, environment: environment)
  }

  @Test("Esc enters command mode: the prompt ends in a colon, also in the rows visited next")
  func modes() throws {
    let process = try start()
    try process.press("Ada\rGrace\r", .escape)
    try process.wait(for: "Classmate 3 :")
    try process.wait(for: "▌  3  Classmate 3")
    try process.send("k")
    try process.wait(for: "Classmate 2 : Grace")
    try process.send("xj")
    try process.wait(for: "Classmate 3 :")
    try process.send("kk")
    try process.wait(for: "Classmate 1 : Ada")
    try process.send("A!")
    try process.wait(for: "Classmate 1 ▸ Ada!")
    try process.send("\r")
    try process.wait(for: "Classmate 2 ▸ Grac")
  }

  @Test("gg, G, '', ^B, ^F and counts move through the form; u and ^R undo and redo")
  func commandKeys() throws {
    let process = try start()
    try process.press("one two", .escape)
    try process.wait(for: "Classmate 1 : one two")
    try process.send("G")
    try process.wait(for: "Classmate 20 :")
    try process.send("gg")
    try process.wait(for: "Classmate 1 : one two")
    try process.send("''")
    try process.wait(for: "Classmate 20 :")
    try process.send("12k")
    try process.wait(for: "Classmate 8 :")
    try process.send("12j")
    try process.wait(for: "Classmate 20 :")
    try process.press(.control("b"))
    try process.wait(for: "Classmate 12 :")
    try process.press(.control("f"))
    try process.wait(for: "Classmate 20 :")
    try process.send("u")
    try process.wait(for: "Undone in 1 Classmate 1: ")
    try process.press(.control("r"))
    try process.wait(for: "Classmate 1 : one two")
    try process.send("0dw")
    try process.wait(for: "Classmate 1 : two")
    try process.send("dfo")
    try process.wait("the emptied row") { screen in
      screen.lines[screen.cursor.row] == "Classmate 1 :"
    }
  }

  @Test(": opens the command prompt even in a row with text, Esc closes it, and ZZ saves")
  func commandPrompt() throws {
    let process = try start()
    try process.press("Ada", .escape, ":goto 7\r")
    try process.wait(for: "Classmate 7 :")
    try process.press("iSeven", .escape)
    try process.wait(for: "Classmate 7 : Seven")
    try process.press(":he", .escape)
    try process.wait(for: "Classmate 7 : Seven")
    try process.send("ZZ")
    try process.wait(for: "Save 2 answers")
    try process.send("y")
    #expect(try process.waitForExit() == .exited(0))
    #expect(
      process.capturedText
        == "{\n  \"classmates\": [\n    \"Ada\",\n" + String(repeating: "    null,\n", count: 5)
        + "    \"Seven\"\n  ]\n}\n")
  }

  @Test("ZZ, :w, :x and :wq act like ^S: they show the next problem or ask whether to save")
  func saving() throws {
    let folder = try temporaryFolder()
    let form = try Longform.formRequiringName(in: folder)
    for keys in ["ZZ", ":w\r", ":x\r", ":wq\r"] {
      let process = try Longform.start([form, "--vi", "--no-draft"], waitingFor: "Name ▸")
      try process.press(.enter, .escape)
      try process.wait(for: "Headline :")
      try process.send(keys)
      try process.wait(for: "Not saved: Name is required")
      try process.press("iAda", .escape, "\(keys)")
      try process.wait(for: "Save 1 answer to standard output?")
      try process.send("y")
      #expect(try process.waitForExit() == .exited(0))
    }
    let process = try Longform.start([form, "--vi", "--no-draft"], waitingFor: "Name ▸")
    try process.press("Ada", .escape, ":w \(folder.path("named.out.json"))\r")
    #expect(try process.waitForExit() == .exited(0))
    #expect(folder.read("named.out.json")?.contains("Ada") == true)
  }

  @Test("LONGFORM_EDIT_MODE, or else .editrc or .inputrc, selects vi keys")
  func askedFor() throws {
    let byEnvironment = try start([], environment: ["LONGFORM_EDIT_MODE": "vi"])
    try byEnvironment.press("a", .escape)
    try byEnvironment.wait(for: "Classmate 1 : a")
    for (name, text) in [(".editrc", "bind -v\n"), (".inputrc", "set editing-mode vi\n")] {
      let home = try TemporaryFolder()
      _ = try home.write(text, to: name)
      let process = try TerminalProcess.start(
        Longform.executable, [classmates], output: .captured, home: home)
      try process.wait(for: "Classmate 1 ▸")
      try process.press("a", .escape)
      try process.wait(for: "Classmate 1 : a")
      let emacs = try TerminalProcess.start(
        Longform.executable, [classmates, "--draft", "other"],
        environment: ["LONGFORM_EDIT_MODE": "emacs"],
        output: .captured, home: home)
      try emacs.wait(for: "Classmate 1 ▸")
      try emacs.press("ab", .escape, "bX")
      try emacs.wait(for: "Classmate 1 ▸ Xab")
    }
  }

  @Test("In command mode x deletes a whole character, even an emoji of several scalars")
  func graphemes() throws {
    let process = try start()
    try process.press("a👩‍👩‍👧‍👦e\u{301}z", .escape, "0lx")
    try process.wait(for: "Classmate 1 : ae\u{301}z")
    try process.send("ZZ")
    try process.wait(for: "Save 1 answer")
    try process.send("y")
    #expect(try process.waitForExit() == .exited(0))
    let expected = Array("\"ae\u{301}z\"".utf8)
    let output = process.capturedOutput
    #expect((0..<output.count - expected.count).contains { output[$0...].starts(with: expected) })
  }

  @Test("On an add line the keys i, a, A and o create an item; in an item, o goes to the add line")
  func addLines() throws {
    for key in ["i", "a", "A", "o"] {
      let folder = try temporaryFolder()
      let form = try folder.write(
        """
        {"longform": 1, "id": "jobs", "title": "Jobs", "sections": [
          {"id": "work", "title": "Work", "repeat": {"label": "Job {n}"},
           "rows": [{"id": "company", "label": "Company"}, {"id": "since", "label": "Since"}]}]}
        """, to: "jobs.json")
      let process = try Longform.start([form, "--vi"])
      try process.wait(for: "Job 1 Company ▸")
      try process.press("Acme", .escape, "G")
      try process.wait(for: "Job 2 Company :")
      try process.send(key + "Mill\r1829")
      try process.wait(for: "Since ▸ 1829")
      try process.wait(for: "Job 2: Mill")
      try process.press(.escape)
      try process.wait(for: "Since : 1829")
      try process.send("o")
      try process.wait(for: "Job 3 Company ▸")
      try process.wait(for: "‹type the company to add a job›")
      // In command mode, k leaves the add line and creates no item.
      try process.press(.escape, "k")
      try process.wait(for: "Since : 1829")
      #expect(!process.screen.text.contains("Job 4"))
    }
  }

  @Test("Keys are typed correctly even if their bytes arrive one by one")
  func slowLine() throws {
    let process = try Longform.start([classmates])
    for byte in Array("Ad\(Keystroke.left)é\(Keystroke.pageDown)\(Keystroke.pageUp)你".utf8) {
      try process.send([byte])
      try process.sync(quiet: .milliseconds(20))
    }
    try process.wait(for: "Classmate 1 ▸ Aé你d")
  }
}
