// Forms that come from standard input. The draft contains the form, and therefore commands for the
// draft do not need standard input.

import Glibc
import TerminalTesting
import Testing

@Suite("Drafts of forms from standard input", .waits)
struct StandardInputFormTests {
  private static let form = """
    {"longform": 1, "id": "made", "title": "Made", "sections": [{"rows": [
      {"id": "name", "label": "Name"},
      {"id": "home", "label": "Home", "type": "choice", "choices": {"file": "places.txt"}}]}]}
    """

  /// Returns a home folder with a draft. In the draft, the row `name` has the text Ada, and the row
  /// `home` has the picked candidate Oslo.
  private func homeWithDraft(_ arguments: String = "") throws -> DraftHome {
    let drafts = try DraftHome()
    try drafts.home.write("Oslo\nRome\n", to: "places.txt")
    let process = try start(drafts, arguments, waitingFor: "Name ▸")
    try process.send("Ada\rOsl\t")
    try process.wait(for: "Save 2 answers")
    try process.send("n")
    try process.wait(for: "Home ▸ Oslo")
    try process.waitUntilKept()
    try process.press(.interrupt)
    _ = try process.waitForExit()
    try process.wait(for: "longform: left, draft kept (2 of 2 filled); ")
    return drafts
  }

  private func start(
    _ drafts: DraftHome, _ arguments: String, waitingFor text: String
  ) throws -> TerminalProcess {
    let process = try TerminalProcess.start(
      "/bin/sh",
      ["-c", "printf '%s' \"$1\" | \"$0\" fill - \(arguments)", Longform.executable, Self.form],
      output: .captured, home: drafts.home)
    try process.wait(for: text)
    return process
  }

  @Test("export, show and restore read the form from the draft, and do not read standard input")
  func readers() throws {
    let drafts = try homeWithDraft()
    // Run from another folder: the path of the candidates is relative to the folder in which the
    // draft began.
    let export = try Program.run(
      "/bin/sh", ["-c", "cd / && \"$0\" drafts export made; cat", Longform.executable],
      input: .text("not read"), home: drafts.home)
    #expect(export.status == .exited(0))
    #expect(export.errorText.isEmpty, "\(export.errorText)")
    #expect(export.outputText.contains("\"name\": \"Ada\""))
    #expect(export.outputText.contains("\"home\": \"Oslo\""))
    #expect(export.outputText.hasSuffix("not read"))
    let show = try drafts.run(["drafts", "show", "made"], input: "{")
    #expect(show.outputText.contains("Ada") && show.outputText.contains("Oslo"))
    #expect(show.errorText.isEmpty)
    let name = try #require(drafts.files(".draft").first)
    let template = try drafts.run(["drafts", "show", "--template", name])
    #expect(template.outputText == Self.form)
  }

  @Test("The printed command resumes the draft if a shell runs it unchanged")
  func goingOn() throws {
    for source in ["show", "restore", "leave"] {
      let drafts = try homeWithDraft("--set name=x")
      var lines: [Substring] = []
      switch source {
      case "show":
        lines = try drafts.run(["drafts", "show", "made"]).outputText.split(separator: "\n")
      case "restore":
        let old = try #require(drafts.files(".draft").first)
        let process = try start(drafts, "--fresh", waitingFor: "The old draft is kept")
        try process.press(.interrupt)
        _ = try process.waitForExit()
        let aside = try #require(drafts.files(".aside-").first)
        lines = try drafts.run(["drafts", "restore", aside]).outputText.split(separator: "\n")
        #expect(drafts.files(".draft") == [old])
      default:
        // The screen would wrap the line with the command, so standard error is captured.
        let process = try TerminalProcess.start(
          "/bin/sh",
          ["-c", "printf '%s' \"$1\" | \"$0\" fill - ", Longform.executable, Self.form],
          output: .captured, errors: .captured, home: drafts.home)
        try process.wait(for: "Back at")
        try process.press(.interrupt)
        _ = try process.waitForExit()
        lines = String(decoding: process.capturedErrors, as: UTF8.self).split(separator: "\n")
      }
      let line = try #require(lines.first { $0.contains(" | ") })
      #expect(line.contains("drafts show --template made-main-"))
      let command = DraftHome.commandToResume(in: String(line)) ?? String(line)
      let again = try TerminalProcess.start(
        "/bin/sh", ["-c", command], output: .captured, home: drafts.home)
      try again.wait(for: "Back at")
      #expect(try again.save().contains("\"home\": \"Oslo\""))
    }
  }

  @Test("A file named - is not the form; show --template names the file if the form is in a file")
  func others() throws {
    let drafts = try homeWithDraft()
    try drafts.home.write("no form", to: "-")
    let process = try start(drafts, "", waitingFor: "Back at")
    try process.press(.interrupt)
    _ = try process.waitForExit()
    #expect(drafts.files(".draft").count == 1)
    let named = try drafts.start([Longform.form("classmates")])
    try named.send("Ada\r")
    try named.waitUntilKept()
    let result = try drafts.run(["drafts", "show", "--template", "classmates"])
    #expect(result.status == .exited(66))
    let form = Longform.form("classmates")
    #expect(result.errorText.contains("contains no form; its form is \(form)"))
    #expect(
      try drafts.run(["drafts", "show", "made", "--json", "--template"]).status == .exited(64))
  }

  @Test("If nothing was typed and an editor changes nothing, no draft stays")
  func editor() throws {
    let drafts = try DraftHome()
    let process = try TerminalProcess.start(
      "/bin/sh",
      ["-c", "printf '%s' \"$1\" | \"$0\" fill -", Longform.executable, Self.form],
      environment: ["VISUAL": "true"], output: .captured, home: drafts.home)
    try process.wait(for: "Name ▸")
    try process.press(.editor)
    try process.wait(for: "true changed nothing")
    try process.press(.interrupt)
    try process.waitForExit()
    #expect(drafts.files("").isEmpty)
  }
}
