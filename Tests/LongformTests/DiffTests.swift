// The command `longform diff`.

import TerminalTesting
import Testing

@Suite("Differences on the command line", .waits)
struct DiffTests {
  private static let form = """
    {"longform": 1, "id": "f", "output": {"empty": "omit"}, "sections": [
      {"id": "a", "title": "Basics", "rows": [{"id": "name", "label": "Name"},
        {"id": "text", "label": "Text", "type": "paragraph"},
        {"id": "pin", "label": "PIN", "type": "secret"}]},
      {"id": "work", "title": "Work", "repeat": {"key": "work", "label": "Job {n}"}, "rows": [
        {"id": "company", "label": "Company"}, {"id": "city", "label": "City"}]}]}
    """
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(DiffTests.form, to: "Forms/f.json")
    try folder.write(
      #"{"name": "Ada", "pin": "1234", "work": [{"company": "A"}, {"company": "B", "city": "Bath"}]}"#,
      to: "f.json")
    try folder.write(
      """
      name: Ada L
      text: |-
        one
        two
      pin: "4321"
      work:
        - company: B
          city: Bath
        - company: A
        - company: C

      """, to: "new.yaml")
  }

  private func run(_ arguments: [String], input: String = "") throws -> Program.Result {
    try Program.run(
      Longform.executable, ["diff"] + arguments, input: .text(input), directory: folder.path)
  }

  @Test("diff compares files of any format; it exits with 1 if they differ, and with 0 otherwise")
  func lines() throws {
    let result = try run(["f.json", "new.yaml"])
    #expect(result.status == .exited(1))
    #expect(
      result.outputText == """
        Basics › Name  Ada → Ada L
        Basics › Text  (empty) → one ⏎two
        Basics › PIN   •••••• → ••••••
        Work › Job 3   added: C
        Work › Job 1   moved up, was Job 2: B, Bath

        """)
    let same = try run(["f.json", "f.json"])
    #expect(same.status == .exited(0))
    #expect(same.outputText == "")
    let piped = try run(["-", "f.json"], input: #"{"name": "Bob"}"#)
    #expect(piped.outputText.hasPrefix("Basics › Name  Bob → Ada\n"))
  }

  @Test("diff --json has JSON Pointers into both documents, and no secret")
  func json() throws {
    let result = try run(["f.json", "new.yaml", "--json", "--form", "f"])
    #expect(result.status == .exited(1))
    #expect(
      result.outputText == #"""
        [
          {"change": "row", "label": "Basics › Name", "oldPath": "/name", "newPath": "/name", "old": "Ada", "new": "Ada L"},
          {"change": "row", "label": "Basics › Text", "oldPath": "/text", "newPath": "/text", "old": null, "new": "one\ntwo"},
          {"change": "row", "label": "Basics › PIN", "oldPath": "/pin", "newPath": "/pin", "old": "••••••", "new": "••••••"},
          {"change": "added", "label": "Work › Job 3", "oldPath": null, "newPath": "/work/2", "old": null, "new": "C"},
          {"change": "moved", "label": "Work › Job 1", "oldPath": "/work/1", "newPath": "/work/0", "old": "Job 2", "new": "Job 1"}
        ]

        """#)
    #expect(try run(["f.json", "f.json", "--json"]).outputText == "[]\n")
  }

  @Test("Files that cannot be compared are refused with a reason")
  func refusals() throws {
    let both = try run(["-", "-", "--form", "f"])
    #expect(both.status == .exited(64))
    #expect(both.errorText.contains("the two files cannot both come from standard input"))
    #expect(try run(["f.json", "gone.json"]).status == .exited(66))
    try folder.write("{", to: "bad.json")
    #expect(try run(["f.json", "bad.json"]).status == .exited(65))
    try folder.write("{}", to: "other.json")
    #expect(try run(["other.json", "also.json"]).status == .exited(66))
  }
}
