// Forms with fewer lines than the viewport (the lines for rows) may have. Panels get enough lines
// even in these forms.

import TerminalTesting
import Testing

@Suite("Short forms", .waits)
struct ShortFormTests {
  private let form = """
    {"longform": 1, "id": "one", "title": "One", "sections": [{"rows": [
      {"id": "fruit", "label": "Fruit", "type": "choice", "strict": false,
       "choices": ["Apple", "Apricot", "Avocado", "Acerola", "Banana"]}]}]}
    """

  @Test(
    "When a panel opens, a form of one row gets more lines, and the focus stays in view")
  func panels() throws {
    let folder = try temporaryFolder()
    let path = try folder.write(form, to: "one.json")
    let process = try Longform.start([path, "--no-draft"], rows: 14, waitingFor: "Fruit ▸")
    #expect(process.screen.lines.filter { !$0.isEmpty }.count == 5, "no line that is not needed")
    try process.send("a")
    try process.wait(for: "Fruit: matches for “a”")
    for shown in ["Apple", "Apricot", "Avocado", "▌  1  Fruit  a", "Fruit ▸ a"] {
      #expect(process.screen.text.contains(shown))
    }
    // After the last row, the form asks whether to save.
    try process.press(.down, .tab)
    try process.wait(for: "Save 1 answer to standard output? ▸")
    try process.press("n", .f1)
    try process.wait(for: "Keys and commands")
    #expect(process.screen.text.contains("▌  1  Fruit  Apple"))
    #expect(process.screen.lines.count { $0.contains("  ") && !$0.contains("▸") } > 5)
    try process.press(.escape)
    try process.wait(forAbsenceOf: "Keys and commands")
    #expect(try process.save().contains("\"fruit\": \"Apple\""))
  }
}
