// A list of tasks at a terminal and in a pipe: new tasks, removed tasks, ticks, and rows that
// conditions show or hide. The screens have 80 columns or fewer.

import TerminalTesting
import Testing

@Suite("Tasks and conditions", .waits)
struct TasksTests {
  private let conditional = """
    {"longform": 1, "id": "f", "title": "Trip", "sections": [
      {"id": "a", "rows": [
        {"id": "abroad", "type": "boolean", "label": "Abroad?"},
        {"id": "passport", "label": "Passport", "required": true,
         "when": {"row": "abroad", "is": true}},
        {"id": "days", "type": "integer", "label": "Days"},
        {"id": "hotel", "label": "Hotel", "when": {"not": {"row": "days", "in": [0]}}}]},
      {"id": "stops", "title": "Stops", "when": {"row": "abroad", "is": true},
       "repeat": {"key": "stops", "initial": 1, "label": "Stop {n}"},
       "rows": [{"id": "city", "label": "City"}, {"id": "night", "type": "boolean", "label": "Night?"},
                {"id": "inn", "label": "Inn", "when": {"row": "night", "is": true}}]}],
     "output": {"empty": "omit"}}
    """

  @Test(
    "Tasks are typed on the add line of their section, ticked, removed and restored",
    arguments: [(rows: 24, columns: 80), (rows: 5, columns: 40), (rows: 8, columns: 40)])
  func tasks(rows: Int, columns: Int) throws {
    let drafts = try DraftHome()
    let process = try drafts.start(
      [Longform.form("tasks")], rows: rows, columns: columns, waitingFor: "Task ▸")
    try process.send("Buy milk\rCall Bob\r")
    // If no text was typed, Enter goes to the next row.
    try process.send("\r")
    try process.wait(for: "Task 1 ▸ Call Bob")
    try process.press(.down, .toggle)
    try process.wait(for: "[x] Task 2")
    try process.press(.removeItem)
    try process.wait(for: columns > 60 ? "Removed Task 2: Buy milk" : "Removed")
    try process.press(.undo)
    try process.wait(for: columns > 60 ? "Undone: removal of Task 2: Buy milk" : "Undone")
    try process.press(.itemUp)
    try process.wait(for: columns > 60 ? "Moved Task 2: Buy milk, now 1 of 2" : "Moved")
    // Enter on the line for new tasks creates a task from the line's text.
    try process.press(.command, "add bonus\r")
    try process.wait(for: "▌  +  Bonus")
    try process.save(typing: "a bonus\r")
    let answers = String(decoding: process.capturedOutput.filter { $0 > 0x20 }, as: UTF8.self)
    #expect(
      answers == #"{"priority":[{"done":true,"what":"Buymilk"},{"done":false,"what":"CallBob"}],"#
        + #""bonus":[{"done":false,"what":"abonus"}]}"#)
  }

  @Test("A text on the line for new tasks counts as filled; show and export say it is not added")
  func unaddedTask() throws {
    let drafts = try DraftHome()
    let process = try drafts.start(
      [Longform.form("tasks")], errors: .captured, waitingFor: "Task ▸")
    try process.send("Buy milk")
    try process.waitUntilKept()
    try process.press(.interrupt)
    _ = try process.waitForExit()
    #expect(
      process.capturedErrorText.contains("left, draft kept ("))
    #expect(try drafts.run(["drafts"]).outputText.contains("1 of 1 filled"))
    let sentence = "Task: “Buy milk” is not added yet"
    #expect(try drafts.run(["drafts", "show", "tasks"]).outputText.contains("\(sentence)\n"))
    let export = try drafts.run(["drafts", "export", "tasks"])
    #expect(export.status == .exited(0) && !export.outputText.contains("Buy milk"))
    #expect(export.errorText == "longform: \(sentence); it is not exported\n")
  }

  @Test("After kill -9 the draft contains a half-typed task, which is not yet an item")
  func killed() throws {
    let drafts = try DraftHome()
    let process = try drafts.start(
      [Longform.form("tasks")], waitingFor: "Task ▸")
    try process.send("first\rhalf a ta")
    try process.wait(for: "Task ▸ half a ta")
    try process.press(.command, "kept\r")
    try process.wait(for: "All is kept")
    try process.kill()
    let again = try drafts.start(
      [Longform.form("tasks")], waitingFor: "Task ▸ half a ta")
    try again.send("sk")
    try again.press(.control("s"))
    try again.wait(for: "Task: “half a task” is not added yet   Enter adds it")
    try again.send("\r")
    try again.wait(for: "Added Task 1: half a task")
    try again.press(.undo)
    try again.wait(for: "Task ▸ half a task")
    #expect(again.screen.text.contains("0 of 1 done"))
    try again.press(.interrupt)
    #expect(try again.waitForExit() == .exited(130))
  }

  @Test("Lines pasted into a half-typed task become tasks, which stay after kill -9")
  func pasted() throws {
    let drafts = try DraftHome()
    let process = try drafts.start([Longform.form("tasks")], waitingFor: "Task ▸")
    try process.press("Buy ", .paste("milk\nCall Bob\nSweep\n"))
    try process.wait(for: "Pasted 3 lines into 3 rows   ^X u takes them back")
    try process.waitUntilKept()
    try process.kill()
    let again = try drafts.start([Longform.form("tasks")], waitingFor: "Task ▸")
    for task in ["Buy milk", "Call Bob", "Sweep"] { #expect(again.screen.text.contains(task)) }
    try again.press(.undo)
    try again.wait(for: "Task ▸ Buy")
    #expect(!again.screen.text.contains("Sweep"))
    try again.press(.interrupt)
    #expect(try again.waitForExit() == .exited(130))
  }

  @Test("In a pipe, a line at the add line creates a task, and an empty line goes to the next row")
  func pipe() throws {
    let tasks = Longform.form("tasks")
    var result = try Longform.pipe(
      "milk\nbread\n\n\n:toggle\n\nbonus\n:save\n", ["fill", tasks, "--format", "text"])
    #expect(
      result.outputText == """
        Value for row 1 (Task 1): [ ] bread
        Value for row 2 (Task 2): [x] milk
        Value for row 3 (Task 1): [ ] bonus

        """)
    #expect(result.status == .exited(0))
    result = try Longform.pipe("milk\n:add\n:save\n", ["fill", tasks])
    #expect(result.output.isEmpty && result.status == .exited(1))
    #expect(result.errorText.hasPrefix("stdin:2: Task: nothing typed yet"))
  }

  @Test("Conditions show and hide rows when answers change, and the focus stays visible")
  func conditions() throws {
    let drafts = try DraftHome()
    try drafts.home.write(conditional, to: "f.json")
    let process = try drafts.start(["./f.json", "--height", "3"], waitingFor: "Abroad?")
    #expect(!process.screen.text.contains("Passport"))
    try process.send(" ")
    try process.wait(for: "Passport")
    try process.send("\r\rxx\r")
    try process.wait(for: "1 problem")
    try process.wait(for: "3 Days: “xx” is not a whole number   ↑ goes back")
    try process.press(.up)
    try process.wait(for: "“xx” is not a whole number")
    try process.press(.clearLine, "0\r")
    try process.wait(for: "Stops › Stop 1")
    try process.wait(for: "City ▸")
    #expect(!process.screen.text.contains("Hotel"))
    try process.send("Rome\r \r")
    try process.wait(for: "Stops › Stop 1: Rome")
    try process.wait(for: "Inn ▸")
    try process.press("Sole", .command, "goto abroad\r ")
    try process.wait(for: "Abroad? ▸ no")
    try process.wait(for: "2 of 2")
    try process.save()
    try process.wait(for: "hidden rows with text left out")
    #expect(process.capturedOutput == Array("{\n  \"abroad\": false,\n  \"days\": 0\n}\n".utf8))
  }
}
