// The mouse: off by default. A click goes to a row or to a line of a list; the wheel scrolls.

import TerminalTesting
import Testing

@Suite("The mouse", .waits)
struct MouseTests {
  private static let on = "\u{1b}[?1000h\u{1b}[?1006h"
  private static let off = "\u{1b}[?1006l\u{1b}[?1000l"

  private func start(
    _ form: String, _ arguments: [String] = ["--mouse"], environment: [String: String?] = [:]
  ) throws -> TerminalProcess {
    try Longform.start([Longform.form(form), "--no-draft"] + arguments, environment: environment)
  }

  /// Sends the report of a button or the wheel at the line of the screen that contains a text.
  private func use(_ button: Int, on text: String, of process: TerminalProcess) throws {
    let lines = process.screen.text.split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(lines.firstIndex { $0.contains(text) }, "no line with \(text)") + 1
    try process.send("\u{1b}[<\(button);12;\(row)M")
    if button < 64 { try process.send("\u{1b}[<\(button);12;\(row)m") }
  }

  private func leave(_ process: TerminalProcess) throws {
    try process.press(.command, "quit!\r")
    #expect(try process.waitForExit() == .exited(1))
  }

  private func written(by process: TerminalProcess) -> String {
    String(decoding: process.rawOutput, as: UTF8.self)
  }

  @Test("A click goes to the row or add line at its place on the screen, and creates no item")
  func click() throws {
    let process = try start("resume")
    try process.wait(for: "Name ▸")
    try use(0, on: "   5  Website", of: process)
    try process.wait(for: "Website ▸")
    // The text that was typed is kept, and its row is checked.
    try process.send("nowhere")
    try use(0, on: "   3  Email", of: process)
    try process.wait(for: "Email ▸")
    #expect(process.screen.text.contains("! 5  Website"))
    // A click on a title, or below the form, does nothing.
    try use(0, on: " Basics", of: process)
    try use(0, on: "Enter next", of: process)
    try process.press(.lastRow)
    try process.wait(for: "References")
    try use(0, on: "   +  Projects", of: process)
    try process.wait(for: "‹type the")
    #expect(process.screen.text.contains("▌  +  Projects"))
    try leave(process)
  }

  @Test("The wheel scrolls the list under the mouse, or else the form; a click chooses a line")
  func lists() throws {
    let process = try start("city")
    try process.wait(for: "▸")
    try process.send("bris")
    try process.wait(for: "Bristol, United Kingdom")
    try use(0, on: "Bristol, United Kingdom", of: process)
    try process.wait(for: "▌   Bristol, United Kingdom")
    try use(65, on: "Brisas de", of: process)
    try process.wait(for: "▌   Bristol, United States")
    try use(64, on: "Brisas de", of: process)
    try process.wait(for: "▌   Bristol, United Kingdom")
    try process.wait(for: "▸ bris")
    try leave(process)

    let form = try start("classmates")
    try form.wait(for: "Classmate 1 ▸")
    try use(65, on: "Classmate 2", of: form)
    try form.wait(for: "Classmate 4 ▸")
    try use(64, on: "Classmate 2", of: form)
    try form.wait(for: "Classmate 1 ▸")
    // If the list of commands or another panel is open, the mouse acts on that panel.
    try form.press(.command)
    try form.wait(for: "Keys and commands")
    try form.send("prog")
    try form.wait(for: "▌ :progress")
    try form.press(.escape)
    try form.wait(forAbsenceOf: "▌ :progress")
    try leave(form)
  }

  @Test("An option, a variable or a command turns the mouse on; the end of the form turns it off")
  func switching() throws {
    for (arguments, environment, isOn) in [
      ([], [:], false), ([], ["LONGFORM_MOUSE": "0"], false), ([], ["LONGFORM_MOUSE": "1"], true),
      (["--mouse"], [:], true),
    ] as [([String], [String: String?], Bool)] {
      let process = try start("classmates", arguments, environment: environment)
      try process.wait(for: "Classmate 1 ▸")
      #expect(written(by: process).contains(Self.on) == isOn)
      try process.press(.command, "mouse\r")
      try process.wait(for: isOn ? "The mouse is off" : "The mouse is on; ")
      #expect(written(by: process).contains(Self.on))
      #expect(written(by: process).contains(Self.off) == isOn)
      try process.press(.interrupt)
      #expect(try process.waitForExit() == .exited(130))
      #expect(written(by: process).contains(Self.off))
    }
  }

  @Test("A click does not answer a question; scripts and plain mode do not use the mouse")
  func elsewhere() throws {
    let process = try start("classmates")
    try process.wait(for: "Classmate 1 ▸")
    try process.askToSave(typing: "Ada")
    try use(0, on: "Classmate 3", of: process)
    try process.send("n")
    try process.wait(for: "Classmate 1 ▸ Ada")
    try leave(process)
    let result = try Longform.pipe(":mouse\n:save\n", [Longform.form("classmates")])
    #expect(result.errorText.contains("stdin:1: :mouse works only at a terminal"))
    #expect(result.outputText.isEmpty)
  }
}
