// The preview of a save: `:preview`, and `v` at the question before a save.

import Glibc
import TerminalTesting
import Testing

@Suite("Preview of a save", .waits)
struct PreviewTests {
  private static let form = """
    {"longform": 1, "id": "trip", "title": "Trip", "sections": [{"id": "a", "rows": [
      {"id": "to", "label": "To"}, {"id": "pin", "label": "Pin", "type": "secret"},
      {"id": "days", "label": "Days", "type": "list"}]}]}
    """
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(PreviewTests.form, to: "Forms/trip.json")
  }

  private func start(
    _ arguments: [String] = ["fill", "trip", "--output", "trip.json"], rows: Int = 24,
    columns: Int = 80
  ) throws -> TerminalProcess {
    let process = try TerminalProcess.start(
      Longform.executable, arguments + ["--no-draft"], rows: rows, columns: columns,
      directory: folder.path)
    try process.wait(for: "To ▸")
    return process
  }

  /// The lines of the screen that are not empty. At its first panel, the form takes more lines.
  private func lines(_ process: TerminalProcess) -> [Substring] {
    process.screen.text.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }
  }

  private static let terminals: [(rows: Int, columns: Int)] = [(24, 80), (12, 80), (12, 40)]

  @Test(
    "v shows the text over the question, without secrets; the viewport returns when it is closed",
    arguments: terminals)
  func atQuestion(rows: Int, columns: Int) throws {
    let process = try start(rows: rows, columns: columns)
    try process.press("Oslo", .enter, "xyzzy", .enter, "Mon", .enter, "Tue", .save)
    try process.wait(for: "Save 3 answers")
    let question = lines(process)
    try process.press("v")
    try process.wait(for: "json to trip.json,")
    try process.expectScreen(golden: "preview-\(columns)x\(rows)", cursor: "█")
    try process.press(.down)
    try process.wait(for: "\"to\": \"Oslo\"")
    try process.press(.escape)
    try process.wait(forAbsenceOf: "json to trip.json,")
    #expect(lines(process) == question)
    try process.press("v", "y")
    #expect(try process.waitForExit() == .exited(0))
    #expect(folder.read("trip.json")?.contains("\"pin\": \"xyzzy\"") == true)
    #expect(!String(decoding: process.rawOutput, as: UTF8.self).contains("xyzzy"))
  }

  @Test("The preview has exactly the bytes that the save then writes, in every format")
  func bytes() throws {
    for (format, name) in [
      ("json", "a.json"), ("yaml", "a.yaml"), ("csv", "a.csv"), ("env", "a.env"),
    ] {
      let input = "Oslo\n\nMon\n:preview\n:preview \(format)\n:save\n"
      let result = try Program.run(
        Longform.executable, ["fill", "trip", "--format", format, "--output", name],
        input: .text(input), directory: folder.path)
      #expect(result.status == .exited(0), "\(result.errorText)")
      let written = try #require(folder.read(name)).replacing("\r\n", with: "\n")
      #expect(result.errorText == "\(format)\n\(written)\(format)\n\(written)")
    }
  }

  @Test(":preview shows another format at any time; Esc closes it and the row is as before")
  func command() throws {
    let process = try start()
    try process.press("Oslo", .command, "preview yaml\r")
    try process.wait(for: "── yaml ──")
    try process.wait(for: "to: Oslo")
    try process.press(.escape)
    try process.wait(forAbsenceOf: "── yaml ──")
    try process.press("!")
    try process.wait(for: "To ▸ Oslo!")
    try process.press(.command, "preview nothing\r")
    try process.wait(for: "No format “nothing”")
  }

  @Test("The preview of an edited file replaces the list of changes until it is closed")
  func overChanges() throws {
    try folder.write("{\"to\": \"Oslo\", \"more\":  [1]}\n", to: "trip.json")
    let process = try start(["edit", "trip.json"])
    try process.press("!", .save)
    try process.wait(for: "1 change to trip.json")
    try process.press("v")
    try process.wait(for: "{\"to\": \"Oslo!\", \"more\":  [1]")
    #expect(!process.screen.text.contains("1 change to"))
    try process.press("v")
    try process.wait(for: "1 change to trip.json")
    try process.press("v")
    try process.wait(for: "\"more\":  [1]")
    try process.press("n")
    try process.wait(forAbsenceOf: "\"more\"")
    #expect(!process.screen.text.contains("1 change to"))
  }

  @Test("A long text is scrolled to its end, which says that the rest is not shown")
  func long() throws {
    try folder.write(
      """
      {"longform": 1, "id": "many", "sections": [{"rows": [
        {"id": "n{n}", "label": "To", "count": 3000, "default": "x"}]}]}
      """, to: "Forms/many.json")
    let process = try start(["fill", "many", "--output", "many.json"])
    try process.press(.command, "preview\r")
    try process.wait(for: " of 1,001 ")
    try process.press(.end)
    try process.wait(for: "The rest is not shown; :export writes all")
  }

  @Test("In plain mode :preview says the text, and secrets stay hidden")
  func plain() throws {
    let reader = try PlainReader([folder.path("Forms/trip.json"), "--no-draft"])
    try reader.type("Oslo", hear: "Pin, empty.")
    try reader.type("xyzzy", hear: "Days, empty.")
    let said = try reader.type(":preview", hear: "}")
    #expect(said.contains("\"to\": \"Oslo\"") && !said.contains("xyzzy"), "\(said)")
  }
}
