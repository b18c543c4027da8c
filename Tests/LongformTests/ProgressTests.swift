// The command `:progress` reports the progress of each section: on the screen, in plain mode and in
// a pipe.

import FormFormats
import FormModel
import FormSchema
import FormScreen
import LosslessJSON
import TerminalTesting
import Testing

@testable import FormTerminal
@testable import FormText

@Suite("Progress by section", .waits)
struct ProgressTests {
  private let form = """
    {"longform": 1, "id": "f", "sections": [
      {"id": "people", "title": "People", "rows": [
        {"id": "more", "type": "boolean"}, {"id": "name", "required": true}]},
      {"id": "places", "title": "Places", "when": {"row": "more", "is": true}, "rows": [{"id": "city"}]},
      {"id": "seats", "rows": [{"id": "seat{n}", "count": 1200}]},
      {"id": "work", "title": "Work", "repeat": {"key": "work", "initial": 0},
       "rows": [{"id": "company"}, {"id": "post"}]},
      {"id": "tasks", "title": "Tasks", "repeat": {"key": "tasks", "initial": 2, "tick": "done"},
       "rows": [{"id": "done", "type": "boolean"}, {"id": "task"}]}]}
    """

  private func sentence(of session: FormSession) throws -> String {
    guard
      case .message(let sentence) = CommandOutcome(
        TypedCommand(name: .progress, argument: ""), in: session)
    else { throw Tool.Failed(errors: "it does not say anything") }
    return sentence
  }

  @Test(":progress counts the shown sections that have rows, and lists the incomplete ones")
  func sections() throws {
    var session = FormSession(try TemplateReader.template(from: Array(form.utf8)))
    let name = try #require(session.row(named: "name"))
    #expect(
      try sentence(of: session)
        == "0 of 3 sections done; People 0 of 2; seats 0 of 1,200; Tasks 0 of 2")
    session.applyToEnd(.answered(name, Text("Ada")))
    session.applyToEnd(.answered(try #require(session.row(named: "more")), Text("yes")))
    session.applyToEnd(.answered(try #require(session.row(named: "seat7")), Text("x")))
    session.applyToEnd(.itemAdded(section: 3))
    session.applyToEnd(
      .answered(try #require(session.answers.row(atPath: "work[0].post")), Text("x")))
    session.applyToEnd(
      .answered(try #require(session.answers.row(atPath: "tasks[0].done")), Text("yes")))
    #expect(
      try sentence(of: session)
        == "1 of 5 sections done; Places 0 of 1; seats 1 of 1,200; Work 1 of 2; Tasks 1 of 2")
    session.applyToEnd(.undone)
    #expect(try sentence(of: session).hasSuffix("Tasks 0 of 2"))
    session.applyToEnd(.answered(name, .empty))
    #expect(try sentence(of: session).hasPrefix("0 of 5 sections done; People 1 of 2; Places"))
  }

  @Test("If all sections are complete, one sentence says so; a form of one section counts its rows")
  func short() throws {
    let two = """
      {"longform": 1, "id": "f", "sections": [
        {"id": "a", "rows": [{"id": "x"}]}, {"id": "b", "rows": [{"id": "y"}]}]}
      """
    var session = FormSession(try TemplateReader.template(from: Array(two.utf8)))
    session.applyToEnd(.answered(try #require(session.row(named: "x")), Text("1")))
    session.applyToEnd(.answered(try #require(session.row(named: "y")), Text("1")))
    #expect(try sentence(of: session) == "All 2 sections done")
    let one = #"{"longform": 1, "id": "f", "sections": [{"rows": [{"id": "x{n}", "count": 3}]}]}"#
    session = FormSession(try TemplateReader.template(from: Array(one.utf8)))
    session.applyToEnd(.answered(try #require(session.row(named: "x2")), Text("1")))
    #expect(try sentence(of: session) == "1 of 3 filled")
  }

  @Test("If a thousand sections are incomplete, the first twenty are listed")
  func many() throws {
    let sections = (1...1_000).map { #"{"id": "s\#($0)", "rows": [{"id": "r\#($0)"}]}"# }
    let form = #"{"longform": 1, "id": "f", "sections": [\#(sections.joined(separator: ","))]}"#
    var session = FormSession(try TemplateReader.template(from: Array(form.utf8)))
    session.applyToEnd(.answered(try #require(session.row(named: "r1")), Text("1")))
    let sentence = try sentence(of: session)
    #expect(sentence.hasPrefix("1 of 1,000 sections done; s2 0 of 1; s3 0 of 1; "))
    #expect(sentence.hasSuffix("; s20 0 of 1; s21 0 of 1; 979 more"))
  }

  @Test("The status line cuts the sentence at the edge; a text in the focused row is an answer too")
  func screen() throws {
    let drafts = try DraftHome()
    try drafts.home.write(form, to: "f.json")
    let process = try drafts.start(["./f.json"])
    try process.press("\tAda", .command, "progress\r")
    try process.wait(for: "0 of 3 sections done; People 1 of 2; seats 0 of 1,200; Tasks 0 of 2")
    try process.resize(rows: 24, columns: 44)
    try process.press(.command, "progress\r")
    try process.wait(for: "0 of 3 sections done; People 1 of")
    try process.press(.interrupt)
    _ = try process.waitForExit()
  }

  @Test(":progress is a sentence in plain mode, and in a pipe a line on standard error")
  func withoutScreen() throws {
    let folder = try TemporaryFolder()
    try folder.write(form, to: "f.json")
    let path = "\(folder.path)/f.json"
    let reader = try PlainReader([path])
    try reader.type(
      ":prog", hear: "0 of 3 sections done; People 0 of 2; seats 0 of 1,200; Tasks 0 of 2.")
    try reader.process.send(":quit!\n")
    try reader.end(.exited(1))
    let result = try Longform.pipe("yes\nAda\n:progress\n", [path, "--output", "/dev/null"])
    #expect(result.status == .exited(0))
    #expect(
      result.errorText.contains(
        "1 of 4 sections done; Places 0 of 1; seats 0 of 1,200; Tasks 0 of 2\n"))
  }
}
