// Commands and keys for items of repeating sections: the message of each, and its undo.

import TerminalTesting
import Testing

@Suite("Items", .waits)
struct ItemTests {
  private let form = """
    {"longform": 1, "id": "f", "sections": [
      {"id": "basics", "rows": [{"id": "name", "label": "Name"}]},
      {"id": "work", "title": "Work", "repeat": {"key": "work", "initial": 1, "max": 3, "label": "Job {n}"},
       "rows": [{"id": "company", "label": "Company"}, {"id": "city", "label": "City"}]}]}
    """

  @Test("Items are added, copied, moved and removed, and each step is undone")
  func commands() throws {
    let drafts = try DraftHome()
    try drafts.home.write(form, to: "f.json")
    let process = try drafts.start(["./f.json", "--height", "12"])
    for (keys, reports) in [
      ("\(Keystroke.command)add\r", "Added Job 2"),
      ("Initech\rBerlin\(Keystroke.addItem)", "Added Job 3"),
      ("Hooli", "Work › Job 3: Hooli\n▌  6  Company  Hooli"),
      ("\(Keystroke.itemUp)", "Moved Job 3: Hooli, now 2 of 3"),
      ("\(Keystroke.addItem)", "There is room for 3"),
      ("\(Keystroke.command)move 1\r", "Moved Job 2: Hooli, now 1 of 3"),
      ("\(Keystroke.itemUp)", "Job 1 is the first job already"),
      ("\(Keystroke.command)move 1\r", "Job 1 is the first job already"),
      ("\(Keystroke.command)move 9\r", "Moved Job 1: Hooli, now 3 of 3"),
      ("\(Keystroke.itemDown)", "Job 3 is the last job already"),
      ("\(Keystroke.removeItem)", "Removed Job 3: Hooli, 1 answer   ^X u brings it back"),
      ("\(Keystroke.command)duplicate\r", "Added Job 3: Initech, a copy"),
      ("\(Keystroke.undo)", "Undone: copy of Job 3: Initech"),
      ("\(Keystroke.undo)", "Undone: removal of Job 3: Hooli"),
      ("\(Keystroke.undo)\(Keystroke.undo)\(Keystroke.undo)", "Undone: move of Job 3: Hooli"),
      ("\(Keystroke.redo)", "Redone: move of Job 3"),
      (":move sideways\r", ":move needs up, down or a position, 1 or more"),
    ] {
      // Ctrl-O opens the command prompt in any row; a colon opens it only in an empty row.
      try process.send(keys.hasPrefix(":") ? "\(Keystroke.command)" + keys.dropFirst() : keys)
      try process.wait(for: reports)
    }
    try process.waitUntilKept()
    try process.kill()
    // The draft has the items with their texts, in the new order.
    let again = try drafts.start(
      ["./f.json", "--height", "12"], waitingFor: "Back at")
    try again.press(.undo)
    try again.wait(for: "Undone: move of Job 3: Hooli")
    try again.save()
    let answers = String(decoding: again.capturedOutput.filter { $0 > 0x20 }, as: UTF8.self)
    #expect(
      answers.contains(#"[{"company":"Initech","city":"Berlin"},{"company":"Hooli","city":null}]"#))
  }

  @Test("Outside an item, commands need a section's name; removing the only item can be undone")
  func fromOutside() throws {
    let drafts = try DraftHome()
    try drafts.home.write(form, to: "f.json")
    let process = try drafts.start(["./f.json"])
    try process.press(.command, "remove\r")
    try process.wait(for: "is not part of an item; go to one first")
    // A refused command stays in the prompt, and is corrected there.
    try process.press(.clearLine, "add Wrok\r")
    try process.wait(for: "No repeating section “Wrok”; did you mean work?")
    try process.press(.clearLine, "goto company\r", .removeItem)
    try process.wait(for: "Removed Job 1   ^X u brings it back")
    try process.press(.removeItem)
    try process.wait(for: "Job 1 Company does not exist yet; go to an item first")
    try process.press(.command, "add work\r")
    try process.wait(for: "Added Job 1")
    try process.wait(for: "Company ▸")
    try process.press(.command, "goto name\r")
    try process.wait(for: "Name ▸")
    try process.press(.command, "goto job 1\r")
    try process.wait(for: "Company ▸")
  }
}
