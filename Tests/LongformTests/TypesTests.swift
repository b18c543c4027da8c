// Rows of other types than text, with the whole program.

import TerminalTesting
import Testing

@Suite("Rows of every type in the program")
struct TypesTests {
  private static let form = """
    {"longform": 1, "id": "types", "sections": [{"rows": [
      {"id": "intro", "type": "note", "help": "Four questions"},
      {"id": "age", "label": "Age", "type": "integer", "min": 0},
      {"id": "born", "label": "Born", "type": "date", "precision": "month"},
      {"id": "member", "label": "Member", "type": "boolean"},
      {"id": "size", "label": "Size", "type": "choice",
       "choices": [{"value": "s", "label": "Small"}, {"value": "l", "label": "Large"}]},
      {"id": "id", "label": "Number", "readOnly": true, "default": "A-1"}]}]}
    """

  @Test("A number, a date, a boolean and a choice are filled, with a mistake in between mended")
  func fill() throws {
    let process = try TerminalProcess.start(
      Longform.executable, ["fill", "-"], input: .text(TypesTests.form), output: .captured)
    try process.wait(for: "Age ▸")
    try process.wait(for: "  Four questions")
    try process.send("abc\r")
    try process.wait(for: "Born ▸")
    try process.send("2019-3\r")
    try process.wait(for: "Member ▸")
    try process.wait(for: "2 problems")
    try process.send(" ")
    try process.wait(for: "Member    [x]")
    try process.send(" ")
    try process.wait(for: "Member    [ ]")
    try process.press(.toggle)
    try process.wait(for: "Member    [x]")
    try process.send("\rlarge\r")
    try process.wait(for: "Number ▸ A-1")
    try process.wait(for: "Size      Large")
    try process.send("x")
    try process.wait(for: "Number is read only")
    // Saving goes to the first error and says what is wrong.
    try process.press(.save, .save)
    try process.wait(for: "“abc” is not a whole number (2 problems); :save! saves all the same")
    try process.press(.cancel, .clearLine, "36")
    try process.wait(for: "Age ▸ 36")
    try process.send("\r")
    try process.wait(for: "did you mean “2019-03”?")
    try process.send("\t")
    try process.wait(for: "Born ▸ 2019-03")
    try process.wait(for: "All 5 filled")
    #expect(process.capturedOutput.isEmpty)
    #expect(
      try process.save() == """
        {
          "age": 36,
          "born": "2019-03",
          "member": true,
          "size": "l",
          "id": "A-1"
        }

        """)
  }

  private static let defaults = """
    {"longform": 1, "id": "order", "sections": [{"rows": [
      {"id": "cups", "label": "Cups", "type": "integer", "default": 1},
      {"id": "size", "label": "Size", "default": "medium"},
      {"id": "note", "label": "Note", "type": "paragraph", "default": "hot"}]}]}
    """

  @Test("The first character typed replaces an untouched default, as one step")
  func defaultIsReplaced() throws {
    let folder = try temporaryFolder()
    let form = try folder.write(TypesTests.defaults, to: "order.json")
    let process = try Longform.start([form, "--no-draft"], waitingFor: "Cups ▸ 1")
    try process.send("2")
    try process.wait(for: "Cups ▸ 2")
    try process.press(.undo)
    try process.wait(for: "Cups ▸ 1")
    // Fast keys and characters of several scalars arrive together.
    try process.send("23\rgroß 🧋\r")
    try process.wait(for: "Note")
    let answers = try process.save()
    #expect(answers.contains("\"cups\": 23") && answers.contains("\"size\": \"groß 🧋\""))
    #expect(answers.contains("\"note\": \"hot\""))
  }

  @Test("Behind a key that moves, or in a paragraph, typing adds to a default; a paste replaces it")
  func defaultIsKept() throws {
    let folder = try temporaryFolder()
    let form = try folder.write(TypesTests.defaults, to: "order.json")
    let process = try Longform.start([form, "--no-draft"], waitingFor: "Cups ▸ 1")
    // Right at the end moves nowhere, and still says that the text is wanted.
    try process.press(.right, "2\r")
    try process.wait(for: "Size ▸ medium")
    try process.press(.paste("large"), .enter)
    try process.wait(for: "Note")
    try process.send("!")
    try process.wait(for: "hot!")
    let answers = try process.save()
    #expect(answers.contains("\"cups\": 12") && answers.contains("\"size\": \"large\""))
    #expect(answers.contains("\"note\": \"hot!\""))
  }

  @Test("A script is reported what each line has wrong, with the line's number")
  func script() throws {
    let folder = try temporaryFolder()
    let form = try folder.write(TypesTests.form, to: "types.json")
    let result = try Longform.pipe("abc\n2019-03\nmaybe\n:toggle\nred\nB-2\n", [form])
    #expect(result.status == .exited(1))
    #expect(result.outputText.isEmpty)
    for line in [
      "stdin:1: age: “abc” is not a whole number",
      "stdin:3: member: “maybe” is neither yes nor no",
      "stdin:4: Size is not a yes-or-no row",
      "stdin:5: size: “red” is not one of Small, Large",
      "stdin:6: Number is read only",
    ] {
      #expect(result.errorText.contains(line + "\n"), "\(line) in \(result.errorText)")
    }
    let right = try Longform.pipe("7\n2019-03-01\n:toggle\n\nS\n", [form, "--format", "text"])
    #expect(right.status == .exited(0))
    #expect(
      right.outputText == """
        Value for row 1 (Age): 7
        Value for row 2 (Born): 2019-03-01
        Value for row 3 (Member): yes
        Value for row 4 (Size): Small
        Value for row 5 (Number): A-1

        """)
  }
}
