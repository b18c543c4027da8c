// Chords in the whole program: two keys with one meaning, the first of which is Esc or Ctrl-X.

import TerminalTesting
import Testing

@Suite("Chords in the whole program", .waits)
struct PrefixSessionTests {
  private let form = """
    {"longform": 1, "id": "two", "title": "Two", "sections": [{"rows": [
      {"id": "name", "label": "Name"}, {"id": "town", "label": "Town"}]}]}
    """

  private func start() throws -> TerminalProcess {
    let folder = try temporaryFolder()
    let path = try folder.write(form, to: "two.json")
    return try Longform.start([path, "--no-draft"], waitingFor: "Name ▸")
  }

  @Test("An unknown chord is reported and types nothing, and Space after ^X does nothing")
  func unknownChords() throws {
    let process = try start()
    try process.press("u", .controlX, "z")
    try process.wait(for: "^X z does nothing here")
    try process.press(.alt("z"))
    try process.wait(for: "Alt-z does nothing here")
    try process.press(.controlX, " ", "p")
    try process.wait(for: "Name ▸ up")
    #expect(try process.save().contains("\"name\": \"up\""))
  }

  @Test("^X u undoes, ^X r redoes, ^X < and ^X > go to the ends, ^X^X goes back, ^X^S saves")
  func twins() throws {
    let process = try start()
    try process.press("Ada", .controlX, ">")
    try process.wait(for: "Town ▸")
    try process.press(.controlX, .control("x"))
    try process.wait(for: "Name ▸ Ada")
    try process.press(.controlX, "u")
    try process.wait(forAbsenceOf: "Name ▸ Ada")
    try process.press(.controlX, "r")
    try process.wait(for: "Name ▸ Ada")
    try process.press(.controlX, ">")
    try process.wait(for: "Town ▸")
    try process.press(.controlX, "<")
    try process.wait(for: "Name ▸ Ada")
    try process.press(.controlX, .save)
    try process.wait(for: "Save 1 answer to standard output? ▸")
    try process.press(.controlX, "s")
    #expect(try process.waitForExit() == .exited(0))
  }
}

extension Keystroke {
  fileprivate static let controlX = control("x")
}
