// Texts in documents of which a person changes only a part: the other part stays as it is.

import TerminalTesting
import Testing

@Suite("Parts of a text in a document that are not changed", .waits)
struct KeptTextTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      #"""
      {"type": "object", "properties": {
        "a": {"type": "string"}, "v": {"type": ["string", "number"]},
        "l": {"type": "array", "items": {"type": "string"}},
        "r": {"type": "array", "items": {"type": "object", "properties": {
          "l": {"type": "array", "items": {"type": "string"}}}}}}}
      """#, to: "schema.json")
  }

  private func edit(_ document: String, by lines: String) throws -> (Program.Result, String?) {
    try folder.write(document, to: "f.yaml")
    let result = try Program.run(
      Longform.executable, ["edit", "f.yaml", "--schema", "schema.json"],
      input: .text(lines + ":save\n"), directory: folder.path)
    return (result, folder.read("f.yaml"))
  }

  @Test(
    "An entry that a line cannot hold is a JSON string on its line",
    arguments: [
      ("l: [\"\"]\n", "l: [\"\", \"x\"]\n"),
      ("l: [\"a\\nb\", c]\n", "l: [\"a\\nb\", c, x]\n"),
      ("l:\n  - |\n    a\n    b\n  - \" \"\n", "l:\n  - |\n    a\n    b\n  - \" \"\n  - x\n"),
      // An entry that looks like such a string is one, and others with quotation marks are not.
      ("l: ['\"\"', '\"c\"']\n", "l: ['\"\"', '\"c\"', 'x']\n"),
    ])
  func entries(document: String, expected: String) throws {
    let (result, text) = try edit(document, by: ":goto l\n:append x\n")
    #expect((result.status, result.errorText) == (.exited(0), ""))
    #expect(text?.replacing("'", with: "\"") == expected.replacing("'", with: "\""))
  }

  @Test("A copy of an item has the same entries")
  func copies() throws {
    let (result, text) = try edit(
      "r:\n  - l:\n      - \"\"\n      - a\n", by: ":goto r[0].l\n:duplicate\n")
    #expect(result.status == .exited(0))
    #expect(text == "r:\n  - l:\n      - \"\"\n      - a\n  - l:\n      - \"\"\n      - a\n")
  }

  @Test("A text that continues the JSON of a value that does not fit is refused")
  func continuedJSON() throws {
    for document in ["l: [80, \"443\"]\n", "a: {b: 1}\n"] {
      let (result, text) = try edit(document, by: ":goto \(document.prefix(1))\n:append 5\n")
      #expect(result.status == .exited(1))
      #expect(result.errorText.contains("begins with the document's JSON; delete that"))
      #expect(text == document)
    }
  }

  @Test("White space at the ends of the document's text is kept, and its last line breaks once")
  func ends() throws {
    #expect(try edit("a: \"  b \"\n", by: ":goto a\n:append c\n").1 == "a: \"  b c\"\n")
    #expect(try edit("a: \"  b\"\n", by: ":goto a\n:append c\n").1 == "a: \"  bc\"\n")
    #expect(try edit("a: |+\n  b\n\n\n", by: ":goto a\n:append c\n").1 == "a: |\n  b\n\n\n  c\n")
  }

  @Test("A literal block with white space at the ends of lines stays one")
  func literal() throws {
    let block = "a: |\n  make   \n  \tx\nv: 1\n"
    let (result, text) = try edit(block, by: ":goto a\n:append y\n")
    #expect(result.status == .exited(0))
    #expect(text == "a: |\n  make   \n  \tx\n  y\nv: 1\n")
  }

  @Test("A changed text stays a string if the document has it in quotation marks as a number")
  func quotedNumbers() throws {
    #expect(try edit("v: \"3.9\"\n", by: ":goto v\n3.20\n").1 == "v: \"3.20\"\n")
    #expect(try edit("v: 3.9\n", by: ":goto v\n3.20\n").1 == "v: 3.20\n")
    #expect(try edit("v: none\n", by: ":goto v\n3.20\n").1 == "v: 3.20\n")
  }
}
