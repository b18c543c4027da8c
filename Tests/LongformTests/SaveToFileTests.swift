// Saving to a file that is named in the form: at the question, with `:save`, in plain mode, in a
// pipe.

import TerminalTesting
import Testing

@Suite("Saving to a file", .waits)
struct SaveToFileTests {
  private let classmates = Longform.form("classmates")

  @Test("At the save question, f asks for a file name, whose ending determines the format")
  func atTheQuestion() throws {
    let folder = try temporaryFolder()
    let process = try Longform.start([classmates])
    try process.askToSave(typing: "Ada")
    try process.wait(for: "y save   n go on filling   f save to a file")
    try process.send("f")
    // The first typed letter replaces the proposed name.
    try process.wait(for: "File ▸ classmates.json")
    try process.send(folder.path("names.csv") + "\r")
    #expect(try process.waitForExit() == .exited(0))
    #expect(process.capturedText == "")
    #expect(folder.read("names.csv")?.contains("Ada") == true)
    #expect(process.screen.text.contains("longform: saved 1 of 20 answers as csv to"))
  }

  @Test("Esc at the file name returns to the question, and nothing is saved")
  func closed() throws {
    let process = try Longform.start([classmates])
    try process.askToSave(typing: "Ada")
    try process.send("f")
    try process.wait(for: "File ▸")
    try process.press(.escape)
    try process.wait(for: "y save   n go on filling")
    try process.send("n")
    try process.wait(for: "Classmate 1 ▸ Ada")
    #expect(try process.save().contains("Ada"))
  }

  @Test("If standard output is the terminal, ^S asks for a file and proposes a name")
  func atTheTerminal() throws {
    let process = try Longform.start([classmates], output: .terminal)
    try process.askToSave(typing: "Ada")
    try process.wait(for: "Save 1 answer to a file, or print them here? ▸")
    try process.wait(for: "f save to a file   y print here   n go on filling")
    try process.send("\r")
    try process.wait(for: "f saves to a file, y prints here, n goes on")
    try process.press(.save)
    try process.wait(for: "File ▸ classmates.json")
    try process.press(.backspace)
    try process.wait(forAbsenceOf: "File ▸ classmates.json")
    try process.press(.enter)
    try process.wait(for: "Type a name for the file")
    try process.press(.interrupt)
    try process.wait(for: "f save to a file")
    try process.send("f")
    try process.wait(for: "File ▸ classmates.json")
    try process.press(.save)
    #expect(try process.waitForExit() == .exited(0))
    #expect(process.screen.text.contains("longform: saved 1 of 20 answers to classmates.json"))
    #expect(!process.screen.text.contains("\"Ada\""))
  }

  @Test("The proposed name is new, and a typed name that already exists can be changed")
  func taken() throws {
    let folder = try temporaryFolder()
    let other = try folder.write("mine", to: "names.json")
    _ = try folder.write("mine", to: "names-2.json")
    let output = folder.path("names.json")
    let process = try Longform.start([classmates, "--output", output, "--force"])
    try process.askToSave(typing: "Ada")
    try process.send("f")
    try process.wait(for: "names-3.json")
    try process.send("\(other)\r")
    try process.wait(for: "exists and is not empty")
    try process.press(.backspace, "x", .enter)
    #expect(try process.waitForExit() == .exited(0))
    #expect(folder.read("names.jsox")?.contains("\"Ada\"") == true)
    #expect(folder.read("names.json") == "mine")
  }

  @Test(":save does not replace a file that is not empty; later saves use the original target")
  func existing() throws {
    let folder = try temporaryFolder()
    let other = try folder.write("mine", to: "other.json")
    let process = try Longform.start([classmates])
    try process.send("Ada")
    try process.wait(for: "Classmate 1 ▸ Ada")
    try process.press(.control("o"))
    try process.wait(for: "Keys and commands")
    try process.send("save \(other)\r")
    try process.wait(for: "exists and is not empty")
    #expect(folder.read("other.json") == "mine")
    try process.send("\(Keystroke.save)")
    try process.wait(for: "Save 1 answer to standard output?")
    try process.send("f")
    try process.wait(for: "File ▸")
    try process.send(folder.path("mine.json") + "\r")
    #expect(try process.waitForExit() == .exited(0))
    #expect(folder.read("mine.json")?.contains("\"Ada\"") == true)
  }

  @Test("If :save FILE finds a problem, the form stays, and the next save question names that file")
  func problems() throws {
    let folder = try temporaryFolder()
    let form = try Longform.formRequiringName(in: folder)
    let process = try Longform.start([form])
    try process.press(.control("o"))
    try process.wait(for: "Keys and commands")
    try process.send("save \(folder.path("me.json"))\r")
    try process.wait(for: "Name")
    try process.wait(for: "1 problem")
    try process.send("Ada")
    try process.wait(for: "Name ▸ Ada")
    try process.askToSave()
    try process.wait(for: "me.json? ▸")
    try process.send("y")
    #expect(try process.waitForExit() == .exited(0))
    #expect(folder.read("me.json")?.contains("\"Ada\"") == true)
  }

  @Test("After “save ” or “export ”, the panel counts the formats that fit the further letters")
  func formats() throws {
    let folder = try temporaryFolder()
    let process = try Longform.start([classmates])
    try process.press(.control("o"))
    try process.wait(for: "Keys and commands")
    for command in ["save", "export"] {
      try process.send("\(command) ")
      try process.wait(for: "─ 10 formats ─")
      try process.send("yaml")
      try process.wait(for: "─ 1 format ─")
      try process.press(.clearLine)
      try process.wait(for: "Keys and commands")
    }
    let path = folder.path("names.yaml")
    try process.send("export yaml \(path)")
    try process.wait(for: "─ 1 format ─")
    try process.press(.enter)
    try process.wait(for: "Exported as yaml")
    #expect(folder.entries() == ["names.yaml"])
    try process.press(.interrupt)
    #expect(try process.waitForExit() == .exited(130))
  }

  @Test(
    "In plain mode at the terminal, the question says how to save to a file instead of printing")
  func plainAtTheTerminal() throws {
    let folder = try temporaryFolder()
    let process = try Longform.start(
      ["--plain", classmates], output: .terminal, waitingFor: "1 of 20.")
    try process.send("Ada\n:save\n")
    try process.wait(
      for: "Print 1 answer here? y or n; :save and a file name saves them.")
    try process.send("n\n:save \(folder.path("names.json"))\n")
    try process.wait(for: "names.json? y or n.")
    try process.send("y\n")
    #expect(try process.waitForExit() == .exited(0))
    #expect(folder.read("names.json")?.contains("\"Ada\"") == true)
    #expect(!process.screen.text.contains("\"Ada\""))
  }

  @Test("In plain mode the save question names the file to which answers are saved")
  func plain() throws {
    let folder = try temporaryFolder()
    let process = try Longform.start(["--plain", classmates], waitingFor: "1 of 20.")
    try process.send("Ada\n:save \(folder.path("names.json"))\n")
    try process.wait(for: "names.json? y or n.")
    try process.send("y\n")
    #expect(try process.waitForExit() == .exited(0))
    #expect(folder.read("names.json")?.contains("\"Ada\"") == true)
  }

  @Test(
    "A script saves to a file, in the given format or in the format of the file name",
    arguments: [
      ("names.json", "names.json", "\"Ada\""), ("text names.txt", "names.txt", "Value for row 1"),
      ("./names.yaml", "names.yaml", "- Ada"),
    ])
  func piped(argument: String, file: String, content: String) throws {
    let folder = try temporaryFolder()
    let result = try Program.run(
      Longform.executable, [classmates], input: .text("Ada\n:save \(argument)\n"),
      directory: folder.path)
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(result.outputText == "")
    #expect(folder.read(file)?.contains(content) == true)
  }

  @Test(":save refuses a word that is neither a format nor a file name")
  func misspelt() throws {
    let result = try Longform.pipe("Ada\n:save jsno\n", [classmates])
    #expect(result.status != .exited(0))
    let sentence = "no format “jsno”; did you mean json?"
    #expect(result.errorText.contains(sentence), "\(result.errorText)")
  }
}
