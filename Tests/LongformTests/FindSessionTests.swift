// Finding rows at a terminal: typed words reduce the viewport to matching rows, Tab changes the
// scope, and found rows are edited in place.

import TerminalTesting
import Testing

@Suite("Finding on the screen", .waits)
struct FindSessionTests {
  @Test(
    "“app” is found in all rows, then in one section; the matches are kept in view and edited",
    arguments: [(rows: 24, columns: 80), (rows: 8, columns: 40)])
  func menu(rows: Int, columns: Int) throws {
    let drafts = try DraftHome()
    let process = try drafts.start(
      [Longform.form("menu"), "--height", "4"], rows: rows, columns: columns)
    try process.press(.find, "app")
    try process.wait(for: "Find ▸ app")
    try process.wait(for: "[all]  labels")
    try process.wait(for: "▌  6  Apple turn")
    let screen = process.screen.text
    #expect(screen.contains("  25  Pork with ") && screen.contains("  31  Apple slic"))
    #expect(!screen.contains("Porridge"))
    try process.press(.down)
    try process.wait(for: "▌ 25  Pork with ")
    // Shift-Tab chooses the previous scope. The scope before `all` is the last section with
    // matches.
    try process.press(.backTab)
    try process.wait(for: "[Snack]")
    try process.wait(for: "▌ 31  Apple slic")
    #expect(!process.screen.text.contains("Apple turn"))
    try process.press(.tab)
    try process.wait(for: "[all]  labels")
    try process.wait(for: "  6  Apple turn")
    // Alt-Enter keeps the found rows in view.
    try process.press(.escape, .enter)
    try process.wait(for: "of 43 rows")
    try process.press(.firstRow, "2\r3\r")
    try process.wait(for: "Apple slic")
    try process.press("1", .escape)
    try process.wait(for: "Snack")
    #expect(try process.save().ranges(of: ": 3").count == 1)
  }

  @Test("A line above found rows names section and item; a section's title finds its first row")
  func paths() throws {
    let drafts = try DraftHome()
    let process = try drafts.start([Longform.form("resume")])
    try process.press(.find, "name")
    try process.wait(for: " Basics\n▌  1  Name\n")
    try process.wait(for: " Profiles › Profile 1\n  14  User name\n")
    try process.press(.pageDown)
    try process.wait(for: "▌ 14  User name")
    try process.press(.clearLine, "location")
    try process.wait(for: " Location\n▌  8  Address\n\n\n")
    try process.press(.clearLine, "location city")
    try process.wait(for: " Location\n▌ 10  City")
    // A number finds the row with that number, even if its first digit matched other rows.
    try process.press(.clearLine, "1")
    try process.wait(for: "▌  1  Name")
    try process.press("2")
    try process.wait(for: " Location\n▌ 12  Region")
    try process.press(.clearLine, "zzzz")
    try process.wait(for: "No row matches “zzzz”")
    try process.press(.escape)
    try process.wait(for: "Name ▸")
    try process.press(.interrupt)
    _ = try process.waitForExit()
  }

  @Test("The open list of commands hides a find; choosing a command also closes the find")
  func palette() throws {
    let drafts = try DraftHome()
    let process = try drafts.start([Longform.form("menu")])
    try process.press(.find, "app")
    try process.wait(for: "▌  6  Apple turn")
    try process.press(.down)
    try process.wait(for: "▌ 25  Pork with ")
    try process.press(.command)
    try process.wait(for: "── Keys and commands")
    try process.press("undo", .escape)
    try process.wait(for: "Find ▸ app")
    try process.wait(for: "▌ 25  Pork with ")
    // Nothing is found here. The viewport still gets all its lines again when the find is closed.
    try process.press("zz")
    try process.wait(for: "No row matches “appzz”")
    try process.press("\t")
    try process.wait(for: "No row matches “appzz” in labels; Tab looks elsewhere")
    try process.press(.command)
    try process.wait(for: "── Keys and commands")
    try process.press(.escape)
    try process.wait(for: "Find ▸ appzz")
    try process.press(.escape)
    try process.wait(for: "  10  ")
    try process.press(.find, "app")
    try process.wait(for: "▌  6  Apple turn")
    try process.press(.command, "next\r")
    // The command `next` starts from row 1, as after Esc: the focus did not move to a found row.
    try process.wait(for: "▌  2  ")
    try process.press(.interrupt)
    _ = try process.waitForExit()
  }

  @Test("Matches are highlighted, and stay visible if the text is longer than its column")
  func excerpt() throws {
    let folder = try temporaryFolder()
    let form = try folder.write(
      """
      {"longform": 1, "id": "quotes", "title": "Quotes", "sections": [{"rows": [
        {"id": "a", "label": "First", "default": "A sentence that is so long that its end is cut; \
      to be reached by Téléphone at any hour"},
        {"id": "b", "label": "Second", "default": "telephone"},
        {"id": "pin", "label": "Télé PIN", "type": "secret"}]}]}
      """, to: "quotes.json")
    let process = try Longform.start([form, "--no-draft"], waitingFor: "First ▸")
    try process.press(.find, "telep")
    try process.wait(for: "  2  Second  ")
    try process.wait(for: " …reached by Téléphone at any hour")
    // `M` stands for bold and underlined: the matching letters in both answers.
    let found = process.screen.styles.split(separator: "\n").filter { $0.contains("MMMMM....") }
    #expect(found.count == 2)
    try process.press(.escape)
    try process.wait(for: "First ▸ …end is cut")
    #expect(process.screen.unknownSequences.isEmpty)
  }

  @Test("Esc returns to the row; the draft keeps the words, and the next ^R shows them again")
  func kept() throws {
    let drafts = try DraftHome()
    let process = try drafts.start([Longform.form("menu")])
    try process.press("2", .find, "zzz")
    try process.wait("no row") { screen in !screen.text.contains("Porridge") }
    try process.press(.clearLine, "rice")
    try process.wait(for: "▌ 11  Rice congee")
    try process.press(.escape)
    try process.wait(for: "Porridge ▸ 2")
    try process.press(.command, "scope label\r")
    // The last words are typed already, and the rows that they find are shown.
    try process.wait(for: "all  [labels]")
    try process.wait(for: "Find ▸ rice")
    try process.wait(for: "▌ 11  Rice congee")
    try process.send("\r")
    try process.wait(for: "Rice congee ▸")
    try process.send("1\r")
    try process.wait(for: "Fruit salad ▸")
    try process.kill()
    let again = try drafts.start([Longform.form("menu")], waitingFor: "Back at")
    try again.press(.find)
    try again.wait(for: "Find ▸ rice")
    try again.wait(for: "▌ 11  Rice congee")
    // The scope is not stored in the draft.
    try again.wait(for: "[all]  labels")
    try again.press(.cancel, .interrupt)
    #expect(try again.waitForExit() == .exited(130))
  }

  @Test("With vi keys, / starts a find, and n and N go to the next and previous match")
  func vi() throws {
    let process = try Longform.start(["--vi", "--no-draft", Longform.form("menu")])
    try process.press(.escape)
    try process.wait(for: "Porridge :")
    try process.send("/app\r")
    try process.wait(for: "Apple turnover :")
    try process.send("n")
    try process.wait(for: "Pork with apple sauce :")
    try process.send("nn")
    try process.wait(for: "Apple turnover :")
    try process.send("N")
    try process.wait(for: "Apple slices :")
    try process.press(.interrupt, .interrupt)
    #expect(try process.waitForExit() == .exited(130))
  }

  @Test("In a pipe, :find goes to the first matching row, and :filter keeps the matching rows")
  func pipe() throws {
    var result = try Longform.pipe(
      ":find app\n2\n:find rice\n3\n:save\n", ["fill", Longform.form("menu"), "--format", "text"])
    #expect(result.status == .exited(0))
    #expect(result.outputText.contains("(Apple turnover): 2\n"))
    #expect(result.outputText.contains("(Rice congee): 3\n"))
    result = try Longform.pipe(
      ":filter app\n1\n2\n3\n:save\n", ["fill", Longform.form("menu"), "--format", "text"])
    #expect(result.outputText.contains("(Apple slices): 3\n"))
    result = try Longform.pipe(
      ":find unknown\n:scope nowhere\n:save\n", ["fill", Longform.form("menu")])
    #expect(result.status == .exited(1) && result.output.isEmpty)
    #expect(
      result.errorText.hasPrefix(
        "stdin:1: No row matches\nstdin:2: no scope “nowhere”; scopes: all, label, value"))
  }

  @Test("In a pipe, :find for a hidden row is an error, and the focus stays")
  func hiddenInPipe() throws {
    let form = """
      {"longform": 1, "id": "shape", "sections": [{"id": "main", "rows": [
        {"id": "name"},
        {"id": "shape", "label": "Shape", "type": "choice", "choices": ["Box", "Tube"], "export": false},
        {"id": "radius", "label": "Radius", "when": {"row": "shape", "is": "Tube"}}]}]}
      """
    let folder = try temporaryFolder()
    let path = try folder.write(Array(form.utf8), to: "shape.json")
    let result = try Longform.pipe(":find radius\nAda\n:save\n", ["fill", path])
    #expect(result.status == .exited(1) && result.output.isEmpty)
    #expect(result.errorText.hasPrefix("stdin:1: Radius appears if Shape is “Tube”\n"))
    #expect(!result.errorText.contains("stdin:2"), "Ada is the name, not a shape")
  }
}
