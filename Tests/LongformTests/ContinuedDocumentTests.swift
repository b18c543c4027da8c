// Drafts of documents in YAML, tables and JSON Lines: the save of a resumed draft changes only the
// edited answers in the file, even if another program changed the file meanwhile.

import TerminalTesting
import Testing

@Suite("Resumed drafts of YAML and tables", .waits)
struct ContinuedDocumentTests {
  private static let form = """
    {"longform": 1, "id": "f", "sections": [{"rows": [
      {"id": "a", "label": "First"}, {"id": "b", "label": "Second"},
      {"id": "c", "label": "Third"}]}]}
    """
  /// File names, and contents with formatting that only an edit in place preserves.
  private static let files = [
    (name: "f.yaml", text: "# mine\na:   'one' # first\nb: \"two\"\nc: three\nx: [1,2]\n"),
    (name: "f.csv", text: "b,a,\"x\",c\n\"two\",\"one\",1,\"three\"\n"),
    (name: "f.jsonl", text: "{\"a\" : \"one\",\"b\":\"two\", \"c\":\"three\"}\n"),
  ]

  private func home(_ text: String, in name: String) throws -> DraftHome {
    let drafts = try DraftHome()
    try drafts.home.write(Self.form, to: "f.json")
    try drafts.home.write(text, to: name)
    return drafts
  }

  /// Gives the third row another answer and kills the program.
  private func changeAndKill(_ process: TerminalProcess) throws {
    try process.press(.command, "set c drei\r")
    try process.wait(for: "Third   drei")
    try process.waitUntilKept()
    try process.kill()
  }

  @Test("After a kill, saving the draft changes only its new answers in the file", arguments: files)
  func unchanged(name: String, text: String) throws {
    let drafts = try home(text, in: name)
    let command = ["edit", name, "--form", "./f.json"]
    try changeAndKill(drafts.start(command))
    let process = try drafts.start(command, waitingFor: "Back at")
    _ = try process.save()
    #expect(drafts.home.read(name) == text.replacing("three", with: "drei"))
  }

  @Test(
    "If another program changed the file, a draft can be exported, or merged into the new contents",
    arguments: files)
  func changed(name: String, text: String) throws {
    let drafts = try home(text, in: name)
    let command = ["edit", name, "--form", "./f.json"]
    try changeAndKill(drafts.start(command))
    let other = text.replacing("two", with: "2").replacing("mine", with: "ours")
    for round in ["kept", "joined"] {
      try drafts.home.write(other, to: name)
      let process = try drafts.start(command, waitingFor: "that began with other answers")
      try process.send("\r")
      try process.wait(for: "Second  two")
      try process.press(.save)
      try process.wait(for: "Compare the two?")
      if round == "kept" {
        try process.press("n")
        try process.press(.command, "export \(name.dropFirst(2)) mine\r")
        try process.wait(for: "to mine")
        #expect(drafts.home.read("mine") == text.replacing("three", with: "drei"))
        try process.kill()
      } else {
        try process.press("y")
        try process.wait(for: "Took 1 change")
        try process.press("y")
        #expect(try process.waitForExit() == .exited(0))
        #expect(drafts.home.read(name) == other.replacing("three", with: "drei"))
      }
    }
  }

  @Test("A draft stores the text of its document with its comments, but without its secrets")
  func secrets() throws {
    let text = "# mine\na: one # first\nb: hidden # second\nc: three\n"
    let drafts = try home(text, in: "f.yaml")
    let form = Self.form.replacing(
      "\"label\": \"Second\"", with: "\"label\": \"Second\", \"type\": \"secret\"")
    try drafts.home.write(form, to: "f.json")
    let command = ["fill", "./f.json", "--output", "g.yaml"]
    try changeAndKill(drafts.start(command + ["--answers", "f.yaml"]))
    for file in drafts.files("") {
      let bytes = try #require(readFile("\(drafts.home.path)/\(DraftHome.folder)/\(file)"))
      #expect(!String(decoding: bytes, as: UTF8.self).contains("hidden"))
    }
    let process = try drafts.start(command, waitingFor: "Back at")
    try process.press(.command, "goto 2\r")
    try process.send("new\r")
    _ = try process.save()
    #expect(
      drafts.home.read("g.yaml")
        == text.replacing("hidden", with: "\"new\"").replacing("three", with: "drei"))
  }
}
