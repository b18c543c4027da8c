// The program on any terminal: its type (TERM), its locale, its size, and changes of size during
// typing.

import Glibc
import TerminalTesting
import Testing

extension TerminalProcess {
  /// Saves like `save(typing:)`, but on a terminal that is too small to show the question.
  func saveUnseen() throws -> String {
    try press(.save)
    // The program drops keys that are typed before its question, and on a slow disk the question
    // comes late.
    for _ in 0..<20 where exitStatus == nil {
      try sync()
      if exitStatus == nil { try send("y") }
      try sync()
    }
    #expect(try waitForExit() == .exited(0))
    return capturedText
  }
}

@Suite("Any terminal", .waits)
struct AnyTerminalTests {
  private let classmates = Longform.form("classmates")

  /// Saves, and expects the given name in the answers.
  private func expectSaved(_ process: TerminalProcess, _ name: String) throws {
    #expect(try process.save().contains("\"\(name)\""))
    #expect(process.screen.unknownSequences.isEmpty)
  }

  @Test(
    "Every TERM works, whether it is known, unknown or not set",
    arguments: [
      "xterm-256color", "tmux-256color", "screen", "linux", "vt100", "no-such-terminal", "", nil,
    ])
  func kinds(term: String?) throws {
    let process = try Longform.start([classmates], environment: ["TERM": term])
    try process.press("Adé", .left, .left, "x")
    try process.wait(for: "Classmate 1 ▸ Axdé")
    try expectSaved(process, "Axdé")
  }

  @Test(
    "A typed letter shifts the text after it if TERM can do that; if not, the text is painted anew",
    arguments: [
      ("xterm-256color", true), ("linux", true), ("vt100", false), ("no-such-terminal", false),
    ])
  func shifts(term: String, isShifted: Bool) throws {
    let process = try Longform.start([classmates], environment: ["TERM": term])
    for (keys, shown) in [
      ("Lovelace", "Lovelace"), ("\(Keystroke.lineStart)A", "ALovelace"), ("da", "AdaLovelace"),
      ("\(Keystroke.control("h"))", "AdLovelace"),
    ] {
      try process.send(keys)
      try process.wait(for: "Classmate 1 ▸ \(shown)")
    }
    let output = process.rawOutput
    for sequence in ["\u{1B}[@", "\u{1B}[P"] {
      let isSent = output.indices.contains { output[$0...].starts(with: sequence.utf8) }
      #expect(isSent == isShifted, "\(sequence.dropFirst())")
    }
    try expectSaved(process, "AdLovelace")
  }

  @Test("Without UTF-8, marks are ASCII and no typed text is lost", arguments: ["C", "POSIX"])
  func plainLocale(locale: String) throws {
    let process = try Longform.start(
      [classmates], environment: ["LC_ALL": locale, "LANG": locale], waitingFor: "Classmate 1 >")
    try process.press("Zoë 你 👩‍👩‍👧‍👦", .backspace, "!")
    try process.wait(for: "Classmate 1 > Zoë 你 !")
    try process.wait(for: "Enter next   Up/Down rows   ^R find   ^S save   ^O keys")
    try expectSaved(process, "Zoë 你 !")
  }

  @Test(
    "If a locale is not installed, its name decides whether marks use UTF-8; any text is accepted",
    arguments: [("xx_YY.UTF-8", "▸"), ("xx_YY.utf8@euro", "▸"), ("xx_YY", ">")])
  func missingLocale(locale: String, mark: String) throws {
    let process = try Longform.start(
      [classmates], environment: ["LC_ALL": locale], waitingFor: "Classmate 1 \(mark)")
    try process.send("Zoë")
    try process.wait(for: "Classmate 1 \(mark) Zoë")
    try expectSaved(process, "Zoë")
  }

  @Test(
    "Every key works on screens of any size from 1 × 1",
    arguments: [
      (1, 1), (1, 2), (2, 1), (1, 80), (2, 2), (3, 8), (4, 3), (24, 1), (100, 300), (0, 0), (0, 80),
    ])
  func sizes(rows: Int, columns: Int) throws {
    let process = try TerminalProcess.start(
      Longform.executable, [classmates], rows: rows, columns: columns, output: .captured)
    try process.wait("the first paint") { _ in process.rawOutput.contains(0x68) }
    try process.press("Ada\r", .pageDown, .pageUp, .firstRow)
    try process.sync()
    try process.send(" L")
    try process.sync()
    #expect(try process.saveUnseen().contains("\"Ada L\""))
  }

  @Test("A viewport of one line shows the focus after any paging or message", arguments: [1, 2])
  func oneLine(height: Int) throws {
    let process = try Longform.start(
      [Longform.form("resume"), "--height", "\(height)"], waitingFor: "Name ▸")
    for key in [Keystroke.enter, .pageDown, .pageDown, .pageUp, .lastRow, .f1, .cancel] {
      try process.press(key)
      try process.wait("the focus after a key") { screen in
        let lines = screen.lines.filter { !$0.isEmpty }
        return lines.contains { $0.hasPrefix("▌") }
      }
    }
    try process.press(.firstRow, "Ada")
    try process.wait(for: "Name ▸ Ada")
    try expectSaved(process, "Ada")
  }

  @Test("Many resizes while typing lose nothing, and the final screen is right")
  func storm() throws {
    let process = try Longform.start([classmates])
    var typed = ""
    for round in 0..<150 {
      let letter = String(UnicodeScalar(UInt8(97 + round % 26)))
      try process.resize(rows: round * 7 % 30 + 1, columns: round * 13 % 100 + 1)
      try process.send(letter)
      typed += letter
    }
    try process.resize(rows: 24, columns: 80)
    try process.wait("the end of the text") { screen in
      screen.lines[screen.cursor.row].hasSuffix(String(typed.suffix(20)))
        && screen.text.contains("  1 of 20")
    }
    let rows = process.screen.lines.suffix(from: max(process.screen.cursor.row - 10, 0))
    #expect(rows.contains { $0.hasPrefix("▌  1  Classmate 1") })
    #expect(rows.contains { $0.hasPrefix("   8  Classmate 8") })
    try expectSaved(process, typed)
  }

  @Test("A resize in the middle of a word loses no key and moves no cursor")
  func midWord() throws {
    let process = try Longform.start([classmates])
    try process.press("Ada Lovelace", .left, .left, .left)
    try process.wait(for: "▸ Ada Lovelace")
    try process.resize(rows: 12, columns: 40)
    try process.send("X")
    try process.wait(for: "▸ Ada LoveXlace".replacing("LoveXlace", with: "LovelXace"))
    try process.resize(rows: 24, columns: 100)
    try process.send("Y")
    try process.wait(for: "▸ Ada LovelXYace")
  }

  @Test("After ^Z inside a pipeline or script, fg continues the form")
  func suspendedJobs() throws {
    for command in [
      "\"$F\" \"$CLASSMATES\" | cat >out.json\r",
      "sh -c '\"$F\" \"$CLASSMATES\" >out.json; true'\r",
    ] {
      let shell = try TerminalProcess.start(
        "/bin/bash", ["--norc", "-i"],
        environment: ["PS1": "shell> ", "F": Longform.executable, "CLASSMATES": classmates])
      try shell.wait(for: "shell>")
      let modes = try shell.termios()
      try shell.send(command)
      try shell.wait(for: "Classmate 1 ▸")
      for round in 1...2 {
        try shell.send("a")
        try shell.wait(for: "Classmate 1 ▸ " + String(repeating: "a", count: round))
        try shell.press(.suspend)
        try shell.wait("the shell's modes") { _ in (try? shell.termios()) == modes }
        // The form may still be painting when the shell prints its prompt.
        try shell.send("\r")
        try shell.wait("the shell to be back") { screen in
          screen.lines[screen.cursor.row].hasPrefix("shell>")
        }
        try shell.send("fg\r")
        try shell.wait("the prompt with the text") { screen in
          screen.lines[screen.cursor.row]
            == "Classmate 1 ▸ " + String(repeating: "a", count: round)
        }
      }
      try shell.askToSave()
      try shell.send("y")
      try shell.wait(for: "longform: saved 1 of 20 answers")
      try shell.wait("the answers") { _ in shell.home.read("out.json")?.contains("\"aa\"") == true }
    }
  }

  @Test("Keys that arrive faster than painting are all handled, and the final screen is right")
  func burst() throws {
    let process = try Longform.start([classmates])
    for _ in 0..<300 { try process.press(.pageDown, .pageUp) }
    try process.send("Ada")
    try process.wait(for: "▸ Ada")
    try expectSaved(process, "Ada")
  }

  @Test("An unknown terminal reply, a focus event and a mouse report do not become text")
  func reports() throws {
    let process = try Longform.start([classmates])
    try process.send(
      "a\u{1B}[24;80R\u{1B}[I\u{1B}[M !!\u{1B}[<0;3;4M\u{1B}]11;rgb:0/0/0\u{7}\u{1B}[?62cb")
    try process.wait(for: "Classmate 1 ▸ ab")
    try expectSaved(process, "ab")
  }
}
