// Faults of a document by the schema in its template, in each way to fill and write a form.

import TerminalTesting
import Testing

@Suite("Faults by the schema in a template", .waits)
struct DocumentFaultTests {
  private static let form = """
    {"longform": 1, "id": "trip", "output": {"empty": "omit"}, "sections": [
      {"id": "main", "rows": [{"id": "to", "label": "To"},
        {"id": "guide", "label": "Guide", "key": "staff.guide"},
        {"id": "cook", "label": "Cook", "key": "staff.cook"}]},
      {"id": "stops", "title": "Stops", "repeat": {"key": "stops", "label": "Stop {n}"},
        "rows": [{"id": "nights", "label": "Nights", "type": "integer"}]}],
      "schemas": {"trip.json": {"properties": {"to": {"enum": ["Rome", "Oslo"]},
        "staff": {"required": ["cook"], "additionalProperties": {"type": "string"}},
        "stops": {"items": {"properties": {"nights": {"maximum": 9}}}}}}}}
    """
  private static let document = """
    {
      "staff": {"guide": "Ada", "pilot": 7},
      "stops": [{"nights": 1}, {"nights": 10}]
    }

    """
  private static let faults = """
    a.json:2:38: staff.guide: staff.pilot must be a string
    a.json:2:12: staff.cook: staff lacks the property “cook”
    a.json:3:39: stops[1].nights: must be at most 9

    """
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(DocumentFaultTests.form, to: "trip.json")
    try folder.write(DocumentFaultTests.document, to: "a.json")
  }

  private func run(_ arguments: [String], input: String = "") throws -> Program.Result {
    try Program.run(
      Longform.executable, arguments, input: .text(input), directory: folder.path)
  }

  @Test("Without questions, faults are reported with their positions, and nothing is written")
  func noInput() throws {
    let loaded = try run(["trip.json", "--no-input", "--answers", "a.json"])
    #expect((loaded.status, loaded.outputText) == (.exited(1), ""))
    #expect(loaded.errorText == DocumentFaultTests.faults)
    let given = try run(["trip.json", "--no-input", "--set", "to=Bern"])
    #expect((given.status, given.outputText) == (.exited(1), ""))
    #expect(given.errorText == "to: must be “Rome” or “Oslo”\n")
    let right = try run(["trip.json", "--no-input", "--set", "to=Rome"])
    #expect((right.status, right.outputText) == (.exited(0), "{\n  \"to\": \"Rome\"\n}\n"))
  }

  @Test("After a change, no fault has a position that may be of another value")
  func changed() throws {
    let result = try run(["trip.json", "--no-input", "--answers", "a.json", "--set", "to=Rome"])
    #expect(result.status == .exited(1))
    #expect(
      result.errorText == """
        a.json:2:22: staff.guide: staff.pilot must be a string
        a.json: staff.cook: staff lacks the property “cook”
        a.json:3:39: stops[1].nights: must be at most 9

        """)
  }

  @Test("A pipe names the line of the wrong answer; :save! saves all the same")
  func pipe() throws {
    let refused = try run(["trip.json"], input: ":set to Bern\n:save\n")
    #expect((refused.status, refused.outputText) == (.exited(1), ""))
    #expect(refused.errorText == "stdin:1: to: must be “Rome” or “Oslo”\n")
    let saved = try run(["trip.json"], input: ":set to Bern\n:save!\n")
    #expect((saved.status, saved.outputText) == (.exited(2), "{\n  \"to\": \"Bern\"\n}\n"))
  }

  @Test("Plain mode says the fault and the command that saves all the same")
  func plain() throws {
    let reader = try PlainReader([folder.path + "/trip.json", "--no-draft"])
    try reader.type(":set to Bern", hear: "To: Bern.")
    let refusal = try reader.type(":save", hear: "saves all the same")
    #expect(refusal.contains("To: must be “Rome” or “Oslo”."))
    try reader.type(":save!", hear: "with 1 problem")
    #expect(try reader.end(.exited(2)) == "{\n  \"to\": \"Bern\"\n}\n")
  }

  @Test("The check of a file names each fault with its place; a conversion writes all the same")
  func checkAndConvert() throws {
    let checked = try run(["check", "trip.json", "--answers", "a.json"])
    #expect((checked.status, checked.outputText) == (.exited(1), ""))
    #expect(
      checked.errorText == """
        a.json:2:38: /staff/pilot: must be a string
        a.json:2:12: /staff: lacks the property “cook”
        a.json:3:39: /stops/1/nights: must be at most 9

        """)
    let converted = try run(["convert", "a.json", "--form", "trip.json", "--format", "yaml"])
    #expect(converted.status == .exited(2))
    #expect(converted.outputText.hasPrefix("staff:\n  guide: Ada\n  pilot: 7\n"))
    #expect(converted.errorText == DocumentFaultTests.faults)
  }

  @Test("An edited document keeps its faults and its other bytes; --strict writes nothing")
  func edit() throws {
    let arguments = ["edit", "a.json", "--form", "trip.json", "--no-input"]
    let refused = try run(arguments + ["--strict", "--set", "to=Rome"])
    #expect((refused.status, refused.outputText) == (.exited(1), ""))
    #expect(folder.read("a.json") == DocumentFaultTests.document)
    let edited = try run(arguments + ["--set", "to=Rome"])
    #expect((edited.status, edited.outputText) == (.exited(2), ""))
    #expect(edited.errorText.contains("stops[1].nights: must be at most 9\n"))
    let text = try #require(folder.read("a.json"))
    #expect(text.contains(#""staff": {"guide": "Ada", "pilot": 7}"#) && text.contains("Rome"))
  }
}
