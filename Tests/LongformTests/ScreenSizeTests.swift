// A form with rows of every type, on screens of four sizes: its rows, its panels, a problem and a
// find. The expected screens are in Golden/; RECORD_SCREENS=1 writes them.

import TerminalTesting
import Testing

@Suite("Screens of every size", .waits)
struct ScreenSizeTests {
  private static let form = """
    {"longform": 1, "id": "all", "title": "All kinds", "viewport": 12, "sections": [
      {"id": "one", "title": "About you", "rows": [
        {"id": "intro", "type": "note", "help": "Sixteen questions"},
        {"id": "name", "label": "Name", "required": true, "placeholder": "Ada Lovelace"},
        {"id": "email", "label": "Email", "type": "email"},
        {"id": "age", "label": "Age", "type": "integer", "min": 0},
        {"id": "size", "label": "Size", "type": "choice",
         "choices": ["Small", "Smaller", "Medium", "Large"]},
        {"id": "colours", "label": "Colours", "type": "choices", "choices": ["Red", "Green", "Blue"]},
        {"id": "about", "label": "About", "type": "paragraph"},
        {"id": "tags", "label": "Tags", "type": "list"},
        {"id": "member", "label": "Member", "type": "boolean"},
        {"id": "password", "label": "Password", "type": "secret"},
        {"id": "born", "label": "Born", "type": "date"},
        {"id": "at", "label": "At", "type": "time"},
        {"id": "height", "label": "Height in metres", "type": "decimal"},
        {"id": "phone", "label": "Phone", "type": "phone"},
        {"id": "url", "label": "Website", "type": "url"},
        {"id": "picture", "label": "Picture", "type": "path"},
        {"id": "number", "label": "Number", "readOnly": true, "default": "A-1"}]},
      {"id": "work", "title": "Work", "repeat": {"key": "work", "initial": 1, "label": "Job {n}"},
       "rows": [{"id": "company", "label": "Company"}, {"id": "since", "label": "Since"}]}],
     "output": {"empty": "omit"}}
    """

  @Test(
    "Rows of all types, their panels, a problem and found rows have their expected screens",
    arguments: [(rows: 24, columns: 80), (10, 40), (5, 20), (3, 8)])
  func screens(rows: Int, columns: Int) throws {
    let folder = try temporaryFolder()
    let form = try folder.write(ScreenSizeTests.form, to: "all.json")
    let process = try TerminalProcess.start(
      Longform.executable, [form, "--no-draft"], rows: rows, columns: columns, output: .captured)
    var recorded = false
    func expect(_ state: String) throws {
      do {
        try process.expectScreen(golden: "\(columns)x\(rows)-\(state)", cursor: "█")
      } catch is ScreenRecorded {
        recorded = true
      }
    }
    try expect("begin")
    try process.send("Ada \u{202E}Löve 你好 👩‍💻\r")
    try process.send("ada@\r36\r")
    try expect("filled")
    try process.send("sma")
    try expect("candidates")
    try process.send("\r ")
    try expect("several")
    try process.send(" \t")
    try process.send("Counts engines.\r\rFirst to publish a program for one.")
    try expect("paragraph")
    try process.send("\tloom\rcards\t \rhunter2")
    try expect("secret")
    try process.press(.lastRow)
    try expect("end")
    try process.press(.find, "a")
    try expect("find")
    try process.press(.cancel, .save)
    try expect("problem")
    #expect(process.screen.unknownSequences.isEmpty)
    #expect(!recorded, "recorded; run again without RECORD_SCREENS")
  }
}
