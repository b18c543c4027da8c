// Rows of several types in the whole program, and typing or pasting over their defaults.

import TerminalTesting
import Testing

@Suite("Rows of every type in the program", .waits)
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

  @Test("A number, a date, a boolean and a choice are filled, and a wrong answer is corrected")
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
    try process.wait(for: "2 Born: “2019-3” is not a date   ↑ then → makes it 2019-03")
    try process.send(" ")
    try process.wait(for: "Member  [x]")
    try process.send(" ")
    try process.wait(for: "Member  [ ]")
    try process.press(.toggle)
    try process.wait(for: "Member  [x]")
    try process.send("\rlarge\r")
    // Enter in the last row goes to the first problem, like Ctrl-S.
    try process.wait(for: "Not saved, 1 of 2 problems: Age: “abc” is not a whole number")
    try process.wait(for: "Size    Large")
    try process.press(.lastRow, .down)
    try process.wait(for: "Number ▸ A-1")
    try process.send("x")
    try process.wait(for: "Number is read only")
    try process.press(.save)
    try process.wait(for: "Not saved, 1 of 2 problems: Age: “abc” is not a whole number")
    try process.press(.clearLine, "36")
    try process.wait(for: "Age ▸ 36")
    try process.press(.save)
    try process.wait(for: "Not saved: Born: “2019-3” is not a date")
    try process.wait(for: "Born ▸ 2019-3 → 2019-03")
    try process.press(.right)
    try process.wait(for: "Born ▸ 2019-03")
    try process.wait(forAbsenceOf: "problem")
    try process.wait(for: "5 of 5")
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

  @Test("The first typed character replaces an untouched default, in one undo step")
  func defaultIsReplaced() throws {
    let folder = try temporaryFolder()
    let form = try folder.write(TypesTests.defaults, to: "order.json")
    let process = try Longform.start([form, "--no-draft"], waitingFor: "Cups ▸ 1")
    try process.send("2")
    try process.wait(for: "Cups ▸ 2")
    try process.press(.undo)
    try process.wait(for: "Cups ▸ 1")
    // Keys that arrive together, and characters of several scalars, replace the default as well.
    try process.send("23\rgroß 🧋\r")
    try process.wait(for: "Note")
    let answers = try process.save()
    #expect(answers.contains("\"cups\": 23") && answers.contains("\"size\": \"groß 🧋\""))
    #expect(answers.contains("\"note\": \"hot\""))
  }

  @Test("A single undo restores a replaced default, even if both texts end with the same letter")
  func replacedDefaultIsOneStep() throws {
    let folder = try temporaryFolder()
    let form = try folder.write(
      """
      {"longform": 1, "id": "pets", "sections": [{"rows": [
        {"id": "pet", "label": "Pet", "default": "cat"},
        {"id": "tame", "label": "Tame", "type": "boolean"}]}]}
      """, to: "pets.json")
    let process = try Longform.start([form, "--no-draft"], waitingFor: "Pet ▸ cat")
    try process.send("tortoise")
    try process.wait(for: "Pet ▸ tortoise")
    try process.press(.undo)
    try process.wait(for: "Pet ▸ cat")
    // A colon is no answer to a yes-or-no row.
    try process.press(.down)
    try process.wait(for: "Tame ▸")
    try process.send("::")
    try process.wait(for: "y or n\nTame ▸")
    try process.send("y")
    #expect(try process.save().contains("\"tame\": true"))
  }

  @Test("After Right, or in a paragraph, typing extends a default; elsewhere a paste replaces it")
  func defaultIsKept() throws {
    let folder = try temporaryFolder()
    let form = try folder.write(TypesTests.defaults, to: "order.json")
    let process = try Longform.start([form, "--no-draft"], waitingFor: "Cups ▸ 1")
    // Right at the end of the text does not move, but it accepts the default for editing.
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

  @Test("After Home a paste is inserted into a default; without Home a paste replaces a choice")
  func pasteBesideDefault() throws {
    let folder = try temporaryFolder()
    let form = try folder.write(
      """
      {"longform": 1, "id": "order", "sections": [{"rows": [
        {"id": "size", "label": "Size", "default": "medium"},
        {"id": "tea", "label": "Tea", "type": "choice", "choices": ["assam", "oolong"]},
        {"id": "name", "label": "Name"}]}]}
      """, to: "order.json")
    let process = try Longform.start([form, "--no-draft"], waitingFor: "Size ▸ medium")
    try process.press(.home, .paste("very "))
    try process.wait(for: "Size ▸ very medium")
    try process.send("\r")
    try process.wait(for: "Tea ▸")
    try process.send("as\r")
    try process.wait(for: "Name ▸")
    try process.press(.up)
    try process.wait(for: "Tea ▸ assam")
    try process.press(.paste("oolong"))
    try process.wait(for: "Tea ▸ oolong")
    let answers = try process.save()
    #expect(answers.contains(#""size": "very medium""#) && answers.contains(#""tea": "oolong""#))
  }

  @Test("In a script, each wrong line is reported with its number")
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
