// Finding rows at a terminal: words narrow the viewport, Tab looks elsewhere, what was found is
// edited in place.

import TerminalTesting
import Testing

@Suite("Finding at the screen")
struct FindSessionTests {
  @Test(
    "“app” in all, in Snack, kept in view and edited",
    arguments: [(rows: 24, columns: 80), (rows: 8, columns: 40)])
  func menu(rows: Int, columns: Int) throws {
    let drafts = try DraftHome()
    let process = try drafts.start(
      [Longform.form("menu"), "--height", "4"], rows: rows, columns: columns)
    try process.press(.find, "app")
    try process.wait(for: "find in all ▸ app")
    try process.wait(for: "1 of 3 rows")
    let screen = process.screen.text
    #expect(screen.contains("Apple turno") && screen.contains("Apple slice"))
    #expect(!screen.contains("Porridge"))
    try process.press(.find)
    try process.wait(for: "2 of 3 rows")
    // Shift-Tab goes through the scopes from the end: the last section, the one before it, …
    try process.press(.backTab)
    try process.wait(for: columns > 60 ? "find in section:snack ▸ app" : "find in section:sn")
    try process.wait(for: "1 of 1 row")
    try process.press(.tab, .escape, .enter)
    try process.wait(for: "Apple turno")
    try process.press(.firstRow, "2\r3\r")
    try process.wait(for: "3 of 3 rows with “app”")
    try process.press("1", .escape)
    try process.wait(for: "Snack")
    #expect(try process.save().ranges(of: ": 3").count == 1)
  }

  @Test("Esc leads back; a find is kept with the draft and comes back with the next ^R")
  func kept() throws {
    let drafts = try DraftHome()
    let process = try drafts.start([Longform.form("menu")])
    try process.press("2", .find, "zzz")
    try process.wait(for: "No row matches")
    try process.press(.clearLine, "rice")
    try process.wait(for: "1 of 1 row")
    try process.press(.escape)
    try process.wait(for: "Porridge ▸ 2")
    try process.press(.command, "scope label\r")
    try process.wait(for: "find in label ▸ rice")
    try process.send("\r")
    try process.wait(for: "Rice congee ▸")
    try process.send("1\r")
    try process.wait(for: "Fruit salad ▸")
    try process.kill()
    let again = try drafts.start([Longform.form("menu")], waitingFor: "Resumed")
    try again.press(.find)
    try again.wait(for: "find in label ▸ rice")
    try again.press(.cancel, .interrupt)
    #expect(try again.waitForExit() == .signaled(2))
  }

  @Test("With vi keys / finds and n N go on")
  func vi() throws {
    let process = try Longform.start(["--vi", "--no-draft", Longform.form("menu")])
    try process.press(.escape)
    try process.wait(for: " : 1")
    try process.send("/app\r")
    try process.wait(for: "Apple turnover :")
    try process.send("n")
    try process.wait(for: "Pork with apple sauce :")
    try process.send("nn")
    try process.wait(for: "Apple turnover :")
    try process.send("N")
    try process.wait(for: "Apple slices :")
    try process.press(.interrupt, .interrupt)
    #expect(try process.waitForExit() == .signaled(2))
  }

  @Test("In a pipe :find goes to the first row found, :filter keeps to what is found")
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
}
