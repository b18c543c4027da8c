// Screens of the resume form in common states, on terminals of five sizes, with and without color,
// and in a locale without UTF-8. The expected screens are in Golden/; RECORD_SCREENS=1 writes them.

import TerminalTesting
import Testing

@Suite("Screens of the resume", .waits)
struct InterfaceScreenTests {
  /// Keys to type in the state before, and the name of the state that follows.
  private static let states: [(keys: String, name: String)] = [
    ("Ada Lovelace\rAnalyst\rada@@x\r+44 20 7946", "row"),
    ("\(Keystroke.save)", "problem"),
    ("\(Keystroke.clearLine)ada@example.org\(Keystroke.command)goto 10\rbris", "candidates"),
    ("\(Keystroke.down)\(Keystroke.down)", "chosen"),
    (
      "\r\(Keystroke.command)goto 7\rShe wrote the first program, and much else that nobody read.\rMore",
      "paragraph"
    ),
    ("\(Keystroke.command)add ", "palette"),
    ("\(Keystroke.cancel)\(Keystroke.find)name", "find"),
    (
      "\(Keystroke.cancel)\(Keystroke.command)add work\rAnalytical Engines"
        + "\(Keystroke.command)next-item\r", "add-line"
    ),
    ("\(Keystroke.save)", "save"),
  ]

  private func walk(
    rows: Int, columns: Int, arguments: [String] = [], environment: [String: String?] = [:],
    _ expect: (TerminalProcess, String) throws -> Void
  ) throws {
    let process = try TerminalProcess.start(
      Longform.executable, [Longform.form("resume"), "--no-draft"] + arguments,
      environment: environment, rows: rows, columns: columns, output: .captured)
    try process.wait(for: "Name")
    var recorded = false
    for (keys, name) in Self.states {
      try process.send(keys)
      do { try expect(process, name) } catch is ScreenRecorded { recorded = true }
    }
    #expect(process.screen.unknownSequences.isEmpty)
    #expect(!recorded, "recorded; run again without RECORD_SCREENS")
  }

  /// The sizes of the terminals.
  private static let terminals: [(rows: Int, columns: Int)] = [
    (24, 80), (12, 80), (12, 40), (5, 20), (50, 120),
  ]

  @Test("In each state, a terminal of each size shows the expected screen", arguments: terminals)
  func sizes(rows: Int, columns: Int) throws {
    try walk(rows: rows, columns: columns) { process, name in
      try process.expectScreen(golden: "resume-\(columns)x\(rows)-\(name)", cursor: "█")
    }
  }

  @Test("Each state has its expected colors and styles", arguments: terminals, ["always", "never"])
  func roles(size: (rows: Int, columns: Int), color: String) throws {
    var text: [String] = []
    let (rows, columns) = size
    try walk(rows: rows, columns: columns, arguments: ["--color", color]) { process, name in
      // The text of a screen does not depend on color.
      let screen = "resume-\(columns)x\(rows)"
      if !isRecording { try process.expectScreen(golden: "\(screen)-\(name)", cursor: "█") }
      text.append(name)
      try process.expectStyles(golden: "\(screen)-color-\(color)-\(name)")
    }
    #expect(text.count == Self.states.count)
  }

  @Test("In a locale without UTF-8 all marks are ASCII")
  func ascii() throws {
    try walk(rows: 24, columns: 80, environment: ["LC_ALL": "C"]) { process, name in
      try process.expectScreen(golden: "resume-ascii-\(name)", cursor: "@")
    }
  }
}
